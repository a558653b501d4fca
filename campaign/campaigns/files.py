"""The door to a campaign's files, for one caller: read and checked, or written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.campaigns.answers import Outline, Sample
from campaign.campaigns.open_campaign import OpenCampaign, viewing_role
from campaign.campaigns.visibility import secretive
from campaign.ledger.definition import LARGEST_GIVEN, Definition, beginning, texts_in, texts_of
from campaign.ledger.definition import definition as of_texts
from campaign.ledger.events import CampaignOpened
from campaign.ledger.orders import assets_csv, line_in_orders, orders_toml, people_csv, read_orders
from campaign.ledger.policy import default_text
from campaign.ledger.season import campaign_toml, policy_toml
from campaign.ledger.sheets import read_toml
from campaign.ledger.state import keeps_ahead
from campaign.library.installed import InstalledPacks, find_info
from campaign.library.rosters import Rosters, ready_made
from campaign.library.settings import settle
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import AssetType
from campaign.rules.refused import Refused, meant
from campaign.rules.system import Rules
from campaign.rules.toml_files import read_text, text_of
from campaign.shared.answering import reads
from campaign.shared.callers import FORBIDDEN, Caller, at_home
from campaign.shared.kept_open import Reach
from campaign.shared.plain import checked

SAMPLES = "campaign.samples"
FORMS = ("toml", "people", "assets", "campaign", "policy")
"""Of what a campaign is written down as."""
Content = Mapping[str, str | bytes]
"""Files by their names, for callers who have no files on this machine."""


class Files:
    """Part of `campaign.campaigns.campaigns.Campaigns`."""

    def __init__(
        self, campaigns: Reach[OpenCampaign], packs: InstalledPacks, rosters: Rosters, caller: Caller
    ) -> None:
        self._campaigns, self._packs, self._rosters, self._caller = campaigns, packs, rosters, caller

    @reads("any")
    def samples(self) -> list[Sample]:
        """Ready-made campaigns, the longest first."""
        found: list[tuple[int, Sample]] = []
        for name in _sample_names():
            read = definition(self._packs, self._rosters, name, self._caller)
            found.append((-len(read.graph.scenario), Sample(name, read.title, read.text)))
        return [sample for _, sample in sorted(found, key=lambda one: one[0])]

    @reads("any")
    def sample_ids(self) -> list[str]:
        """What ready-made campaigns are opened by."""
        return _sample_names()

    @reads("any")
    def check(self, source: Path | str | Content) -> Outline:
        """A campaign's files, checked: their content, a folder (as keeper of this house), or the id of a sample. Raises
        Refused with file, line and reason."""
        read = definition(self._packs, self._rosters, source, self._caller)
        sides = tuple(one.id for one in read.sides)
        return Outline(
            read.id, read.title, read.text, read.date, sides, len(read.graph.scenario), len(read.forces.asset),
            len(read.forces.person), digest(read),
        )  # fmt: skip

    @reads("any")
    def orders(self, file: Path | Content) -> Mapping[str, Any]:
        """Additions to the order of battle from a TOML or CSV file, as an action. file: on this machine (as keeper of
        this house), or its name and content. Raises Refused with file and line."""
        found: dict[str, Any] = msgspec.to_builtins(read_orders(*self._text(file)))
        return found

    @reads("any")
    def line(self, file: Path | Content, place: str) -> str:
        """File and line of a place in an order of battle, such as `person[2].post`. file: see `orders`. Raises
        Refused."""
        return line_in_orders(*self._text(file), place)

    @reads("any")
    def policy(self, file: Path | Content) -> str:
        """The text of a policy file, which goes over the one in force: whether it is sound, that says. file: see
        `orders`. Raises Refused with file, line and reason if it is no such file at all."""
        text, name = self._text(file)
        read_toml(text, name)
        return text

    def _text(self, file: Path | Content) -> tuple[str, str]:
        """What stands in a file, and its name. Raises Refused."""
        if not isinstance(file, Mapping):
            at_home(self._caller, file)
            return read_text(file), str(file)
        if len(file) != 1:
            raise Refused("Give one file, by its name.", where="$.file")
        ((name, data),) = file.items()
        return text_of(data, checked(name, "file name", "$.file"), LARGEST_GIVEN), name

    @reads("any")
    def default_policy(self) -> str:
        """The default policy as a commented TOML file."""
        return default_text()

    @reads("look")
    def orders_text(self, name: str, form: str = "toml") -> str:
        """A campaign as files, as it stands: `toml` is the order of battle, `people` and `assets` parts of it as CSV;
        `campaign` and `policy` are what else its next season is opened with. For the umpire but for the parts. Raises
        Refused."""
        campaign = self._campaigns.get(name)
        state = campaign.state()
        rights = campaign.rights(state, self._caller)
        rights.not_behind("the order of battle as a file")
        viewer = viewing_role(rights)
        secret = secretive(state, viewer)
        side = viewer if secret else ""
        if secret and viewer not in state.sides:
            raise Refused("Observers do not see the order of battle here.", where="$.viewer", kind=FORBIDDEN)
        ahead = form == "campaign" and keeps_ahead(state) and viewer != UMPIRE
        match form:
            case "campaign" if ahead:
                reason = "Scenarios that are still to open are the umpire's here."
                raise Refused(reason, "", ["toml", "people", "assets"], "$.form", FORBIDDEN)
            case "toml" | "campaign" | "policy" if side:
                reason = "The whole order of battle is for the umpire."
                raise Refused(reason, "", ["people", "assets"], "$.form", FORBIDDEN)
            case "toml":
                return orders_toml(state)
            case "campaign":
                return campaign_toml(state)
            case "policy":
                assert state.policy is not None
                return policy_toml(state.policy)
            case "people":
                return people_csv(state, side)
            case "assets":
                return assets_csv(state, side)
            case _:
                raise Refused(f"There is no form {form!r}.", "", FORMS, "$.form")


def digest(definition: Definition) -> str:
    """What a campaign of these files and packs seals (hex)."""
    (opened, *_) = beginning(definition, definition.id, "").events
    assert isinstance(opened, CampaignOpened)
    return opened.definition


def _sample_names() -> list[str]:
    return sorted(one.name for one in files(SAMPLES).iterdir() if one.joinpath("campaign.toml").is_file())


def definition(
    packs: InstalledPacks, rosters: Rosters, source: Path | str | Content, caller: Caller
) -> Definition:
    """From content, a folder, or a sample. Raises Refused with file, line and reason."""
    reading = _Reading(packs.installed, rosters.show)
    if isinstance(source, Mapping):
        return reading.of_texts(texts_of(source))
    folder, names = Path(source), _sample_names()
    if str(source) not in names:
        at_home(caller, source, names)
    if not (caller.keeper and folder.is_dir()):
        if str(source) not in names:
            reason = f"There is no folder and no sample campaign {str(source)!r}.{meant(str(source), names)}"
            raise Refused(reason, "", names, "$.source")
        folder = _sample(str(source))
    return reading.of_texts(texts_in(folder), f"{source}/")


def by_rules(packs: InstalledPacks, definition: Definition) -> frozenset[str]:
    """The sides of a campaign that the rules run in every battle in which they are: nobody can play them. Raises
    Refused."""
    found: dict[str, bool] = {}
    for node in definition.graph.scenario:
        ruled: set[str] = set()
        if node.system:
            info = find_info(packs.installed(node.system), node.scenario)
            ruled = {side.id for side in info.sides if side.by_rules}
        for ours, theirs in node.sides.items():
            found[ours] = found.get(ours, True) and theirs in ruled
    return frozenset(side for side, always in found.items() if always)


def shipped(packs: InstalledPacks, title: str = "") -> Iterator[tuple[str, Definition]]:
    """The samples as they ship, by their ids, with the packs that ship; all, or those of that title. Raises Refused."""
    for name in _sample_names():
        texts = texts_in(_sample(name))
        if title in texts["campaign.toml"]:
            yield (
                name,
                _Reading(packs.shipped, partial(ready_made, packs.shipped)).of_texts(texts, f"{name}/"),
            )


def _sample(name: str) -> Path:
    return Path(str(files(SAMPLES).joinpath(name)))


class _Reading:
    """Reads campaigns with rule systems. rules_of: one of them with its pack, by its id; raises Refused. roster: one by
    rule system and name; raises Refused."""

    def __init__(
        self, rules_of: Callable[[str], Rules], roster: Callable[[str, str], Mapping[str, Any]]
    ) -> None:
        self._rules_of, self._roster = rules_of, roster

    def of_texts(self, texts: Mapping[str, str], prefix: str = "") -> Definition:
        """Raises Refused with file, line and reason."""
        return of_texts(texts, self._types, self._sides, self._pack, prefix)

    def _pack(self, system: str) -> str:
        return self._rules_of(system).pack.digest

    def _types(self, system: str) -> Mapping[str, AssetType]:
        assets = self._rules_of(system).assets
        if assets is None:
            return {}
        words = {one.id: one.name for one in assets.damages()}
        damage, once = tuple(words), tuple(one.id for one in assets.damages() if not one.several)
        return {
            id: type if type.damage else replace(type, damage=damage, words=words, once=once)
            for id, type in assets.types().items()
        }

    def _sides(self, system: str, scenario: str, options: Mapping[str, Any]) -> tuple[str, ...]:
        infos = self._rules_of(system).infos
        if scenario not in infos:
            raise Refused(f"{system} has no scenario {scenario!r}.", "", list(infos))
        settle(infos[scenario], options, partial(self._roster, system))
        return tuple(side.id for side in infos[scenario].sides)

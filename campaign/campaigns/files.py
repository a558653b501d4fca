"""The door to a campaign's files, for one caller: read and checked, or written."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.campaigns.answers import Outline, Sample
from campaign.campaigns.open_campaign import OpenCampaign, viewing_role
from campaign.campaigns.visibility import secretive
from campaign.ledger.definition import LARGEST_GIVEN, Definition, read_definition, texts_of
from campaign.ledger.definition import definition as of_texts
from campaign.ledger.orders import assets_csv, line_in_orders, orders_toml, people_csv, read_orders
from campaign.ledger.policy import default_text, read_policy
from campaign.library.installed import InstalledPacks
from campaign.rules.muster import AssetType
from campaign.rules.refused import Refused, meant
from campaign.rules.toml_files import read_text, text_of
from campaign.shared.answering import reads
from campaign.shared.callers import FORBIDDEN, Caller, at_home
from campaign.shared.kept_open import Reach
from campaign.shared.plain import checked

SAMPLES = "campaign.samples"
Content = Mapping[str, str | bytes]
"""Files by their names, for callers who have no files on this machine."""


class Files:
    """Part of `campaign.campaigns.campaigns.Campaigns`."""

    def __init__(self, campaigns: Reach[OpenCampaign], packs: InstalledPacks, caller: Caller) -> None:
        self._campaigns, self._packs, self._caller = campaigns, packs, caller

    @reads("any")
    def samples(self) -> list[Sample]:
        """Ready-made campaigns, the longest first."""
        found: list[tuple[int, Sample]] = []
        for name in _sample_names():
            read = definition(self._packs, name, self._caller)
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
        read = definition(self._packs, source, self._caller)
        sides = tuple(one.id for one in read.sides)
        return Outline(
            read.id, read.title, read.text, read.date, sides, len(read.graph.scenario), len(read.forces.asset),
            len(read.forces.person),
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
        """The text of a policy file that is sound. file: see `orders`. Raises Refused with file, line and reason."""
        text, name = self._text(file)
        read_policy(text, name)
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
        """The order of battle as a file: `toml` (for the umpire), `people` or `assets` (CSV). Raises Refused."""
        campaign = self._campaigns.get(name)
        state = campaign.state()
        rights = campaign.rights(state, self._caller)
        rights.not_behind("the order of battle as a file")
        viewer = viewing_role(rights)
        secret = secretive(state, viewer)
        side = viewer if secret else ""
        if secret and viewer not in state.sides:
            raise Refused("Observers do not see the order of battle here.", where="$.viewer", kind=FORBIDDEN)
        match form:
            case "toml" if side:
                reason = "The whole order of battle is for the umpire."
                raise Refused(reason, "", ["people", "assets"], "$.form", FORBIDDEN)
            case "toml":
                return orders_toml(state)
            case "people":
                return people_csv(state, side)
            case "assets":
                return assets_csv(state, side)
            case _:
                raise Refused(f"There is no form {form!r}.", "", ["toml", "people", "assets"], "$.form")


def _sample_names() -> list[str]:
    return sorted(one.name for one in files(SAMPLES).iterdir() if one.joinpath("campaign.toml").is_file())


def definition(packs: InstalledPacks, source: Path | str | Content, caller: Caller) -> Definition:
    """From content, a folder, or a sample. Raises Refused with file, line and reason."""

    def types(system: str) -> Mapping[str, AssetType]:
        assets = packs.installed(system).assets
        if assets is None:
            return {}
        words = {one.id: one.name for one in assets.damages()}
        damage, once = tuple(words), tuple(one.id for one in assets.damages() if not one.several)
        return {
            id: type if type.damage else replace(type, damage=damage, words=words, once=once)
            for id, type in assets.types().items()
        }

    def sides(system: str, scenario: str) -> tuple[str, ...]:
        infos = {info.id: info for info in packs.installed(system).scenarios()}
        if scenario not in infos:
            raise Refused(f"{system} has no scenario {scenario!r}.", "", list(infos))
        return tuple(side.id for side in infos[scenario].sides)

    if isinstance(source, Mapping):
        return of_texts(texts_of(source), types, sides)
    folder, names = Path(source), _sample_names()
    if str(source) not in names:
        at_home(caller, source, names)
    if not (caller.keeper and folder.is_dir()):
        if str(source) not in names:
            reason = f"There is no folder and no sample campaign {str(source)!r}.{meant(str(source), names)}"
            raise Refused(reason, "", names, "$.source")
        folder = Path(str(files(SAMPLES).joinpath(str(source))))
    return read_definition(folder, types, sides, str(source))

"""A campaign of duels with hidden cards: the worked example, with one champion for each side that a campaign keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from campaign.rules.facets import Assets
from campaign.rules.muster import AssetType, Damage, Fate, Muster, Outcome, Verdict
from tests.example import installed

SCENARIOS = 4


class Champions(Assets):
    """Nothing ever happens to them. rules: of the duel."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def types(self) -> Mapping[str, AssetType]:
        return {"champion": AssetType("champion", "Champion")}

    def damages(self) -> Sequence[Damage]:
        return ()

    def skills(self) -> Mapping[str, str]:
        return {}

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[Any]:
        return self._rules.open(scenario, options)

    def outcome(self, state: Any, verdict: Verdict) -> Outcome:
        return Outcome(verdict, tuple(Fate(side, side, "champion", "fit") for side in state.champions))


@contextmanager
def champions() -> Iterator[None]:
    """The duel is among the rule systems, and campaigns may fight it."""
    with installed():
        rules: Any = import_module("duel_of_dice.rules").DuelRules
        rules.assets = property(Champions)
        yield


def files(secrecy: str, umpire: str = "") -> dict[str, str]:
    """Of a campaign: scenarios side by side and one after the other; in every other one red fights as blue."""
    parts = [f'umpire = "{umpire}"\n'] if umpire else []
    parts.append('id = "duels"\ntitle = "Duels"\ndate = "1944-06-01"\ncloses = "1964-12-31"\n')
    parts += [f'[[side]]\nid = "{side}"\nname = "{side.title()}"\n' for side in ("red", "blue")]
    for i in range(SCENARIOS):
        red, blue = ("red", "blue") if i % 2 == 0 else ("blue", "red")
        lead = f"n{i + 2}" if i + 2 < SCENARIOS else "over"
        parts.append(
            f'[[scenario]]\nid = "n{i}"\ntitle = "Number {i}"\nsystem = "duel-of-dice"\nscenario = "ring"\n'
            f'sides = {{ red = "{red}", blue = "{blue}" }}\nstart = {"true" if i < 2 else "false"}\n'
            f'[[scenario.next]]\nto = "{lead}"\notherwise = true\ndays = 1\n'
        )
    parts.append('[[end]]\nid = "over"\ntitle = "It is over"\n')
    forces = "".join(
        f'[[formation]]\nid = "{one}-army"\nname = "Army"\nside = "{one}"\n' for one in ("red", "blue")
    )
    return {
        "campaign.toml": "\n".join(parts),
        "forces.toml": forces,
        "policy.toml": f'secrecy = "{secrecy}"\n',
    }

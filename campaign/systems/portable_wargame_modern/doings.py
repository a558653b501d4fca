"""What counts when play is measured: who moved and fired, what was let be, and who stands where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.rules import doings
from campaign.rules.doings import Doer, Goal
from campaign.rules.options import Odds, Option
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.charts import Charts
from campaign.systems.portable_wargame_modern.points import points
from campaign.systems.portable_wargame_modern.state import Game
from campaign.systems.portable_wargame_modern.words import called


class Doings(doings.Doings):
    """A unit that is not activated is idle only where its side passed with activations left."""

    moved = (e.Moved, e.Advanced, e.Loaded, e.Unloaded)
    shot = (e.Fired, e.Assaulted, e.FireDeclared)
    worked = (e.Turned, e.WorkBegun, e.Remounted)
    ends = (a.EndUnit, a.Pass, a.CeaseFire)
    attacks = (a.Fire, a.Assault, a.Bombard)
    moves = (a.Move, a.Activate)
    harmless = frozenset({"no hit", "no effect"})

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def doers(self, state: Game) -> Iterable[Doer]:
        for unit in state.units.values():
            row, type = self._charts.class_of[unit.type], self._charts.types[unit.type]
            shoots = bool(self._charts.range(unit.type)) or row.advances or bool(type.gun)
            yield Doer(unit.id, unit.side, shoots=shoots)

    def goals(self, state: Game) -> Mapping[str, Goal]:
        there: dict[str, set[str]] = {hex: set() for hex in state.held}
        for unit in state.units.values():
            if unit.hex in there and unit.strength:
                there[unit.hex].add(unit.side)
        return {hex: Goal(state.held[hex], frozenset(sides)) for hex, sides in there.items()}

    def score(self, state: Game) -> tuple[int, ...]:
        return tuple(points(state, side.id) for side in state.sides) if state.victory is not None else ()

    def left(self, state: Game) -> int | None:
        return state.left if state.phase == "activation" else None

    def harm(self, state: Game, option: Option, odds: Odds) -> float:
        """Of shells, that they fall on target; of a close combat, that not the unit alone is hit."""
        if isinstance(option.action, a.Bombard):
            return sum(one.chance for one in odds.results if one.result == "on target")
        alone = f"hit: {called(state, state.units[option.action.unit])}"
        return super().harm(state, option, odds) - sum(
            one.chance for one in odds.results if one.result == alone
        )

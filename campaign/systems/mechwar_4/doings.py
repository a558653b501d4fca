"""What counts when play is measured: who moved and fired, what was let be, and who stands where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaign.rules import doings
from campaign.rules.doings import Doer, Goal
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.events import air, guns
from campaign.systems.mechwar_4.state import Game


class Doings(doings.Doings):
    """A unit that began to move and went nowhere is idle; so is one that had neither moved nor fired when its side
    passed, unless it does so later in the turn."""

    moved = (e.UnitMoved, e.UnitEntered, e.UnitExited, e.Mounted, e.Dismounted)
    shot = (e.AttackDeclared, e.FirerJoined, air.AirDefenceFired, guns.IndirectFired, e.OverrunBegan)
    worked = (e.ColumnChanged, e.DefiladeChanged, e.WorkSet, e.Listened)
    ends = (a.Pass, a.EndMove, a.HoldFire)
    attacks = (a.Fire,)
    moves = (a.StartMove, a.Move)
    harmless = frozenset({"no effect"})

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def doers(self, state: Game) -> Iterable[Doer]:
        """Those that have been on the map."""
        for unit in state.units.values():
            if unit.hex or unit.out:
                row = self._charts.units[unit.type]
                yield Doer(unit.id, unit.side, bool(row.move), bool(row.arms))

    def goals(self, state: Game) -> Mapping[str, Goal]:
        found: dict[str, Goal] = {}
        for one in state.victory.objective if state.victory is not None else ():
            holders = {state.held.get(hex, "") for hex in one.hexes}
            there = frozenset(u.side for u in state.units.values() if u.hex in one.hexes and not u.aboard)
            found[one.name] = Goal(holders.pop() if len(holders) == 1 else "", there)
        return found

    def score(self, state: Game) -> tuple[int, ...]:
        return tuple(state.forces[side.id].score for side in state.sides)

    def who(self, event: Any) -> str:
        return event.by if isinstance(event, guns.IndirectFired) else event.unit

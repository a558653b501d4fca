"""What counts when play is measured: who moved and shot, what was let be, and who stands where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.rules import doings
from campaign.rules.doings import Doer, Goal
from campaign.rules.sides import other_side
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.field import arrow, body
from campaign.systems.tanks_modern_age.play import fighting
from campaign.systems.tanks_modern_age.shapes import distance_to_point
from campaign.systems.tanks_modern_age.state import Game


class Doings(doings.Doings):
    """A model that stays where it is and does not shoot is idle, unless it took defensive measures or used a card."""

    moved = (e.Moved,)
    shot = (e.ShotDeclared,)
    worked = (e.TokensTaken, e.CardUsed, e.RepairTried)
    ends = (a.Stay, a.Skip)
    attacks = (a.Shoot,)
    moves = (a.Move, a.Fly)
    harmless = frozenset({"no damage"})

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def doers(self, state: Game) -> Iterable[Doer]:
        for model in state.models.values():
            if model.x >= 0 or model.out or not state.measured:
                yield Doer(model.id, model.side)

    def goals(self, state: Game) -> Mapping[str, Goal]:
        """Objectives, by who is near enough to hold one; that of one side is the other's until it is taken."""
        reach, found = arrow(self._charts).total, dict[str, Goal]()
        for one in state.objectives if state.measured else ():
            there = {
                model.side
                for model in fighting(state)
                if model.kind == "tank" and distance_to_point(body(model), one.x, one.y) <= reach
            }
            found[one.id] = Goal(other_side(state, one.side) if one.side else "", frozenset(there))
        return found

    def score(self, state: Game) -> tuple[int, ...]:
        """Victory points, then points of the enemy's models that are out."""
        points = [state.score.get(side.id, 0) for side in state.sides]
        out = [
            sum(m.points for m in state.models.values() if m.side != side.id and m.out)
            for side in state.sides
        ]
        return (*points, *out)

"""What all chapters stand on: a decision with the charts, and what actions and events have in common."""

from __future__ import annotations

from msgspec import Struct

from campaign.contract.pattern.charts import Charts, Vehicle
from campaign.contract.pattern.state import Game, Unit
from campaign.rules.boards import Board
from campaign.rules.chapters import ByChapters, Table
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice
from campaign.rules.sides import other_side


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of all actions; the tag is a stable word."""


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events: facts, in which nothing is ever computed again."""


class Play(ByChapters[Game, Event]):
    """A decision under way."""

    __slots__ = ("charts",)

    def __init__(self, table: Table[Play], charts: Charts, state: Game, dice: Dice = NO_DICE) -> None:
        super().__init__(table, charts, state, dice)
        self.charts = charts

    @property
    def board(self) -> Board:
        return self.charts.boards[self.charts.scenarios[self.state.scenario].board]

    def vehicle(self, unit: Unit) -> Vehicle:
        return self.charts.vehicles[unit.type]

    def name(self, id: str) -> str:
        return f"{self.vehicle(self.state.units[id]).name} {id}"

    def enemies(self, side: str) -> list[Unit]:
        return self.state.of(other_side(self.state, side))

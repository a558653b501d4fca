"""What all chapters stand on: a decision with the charts, and what actions and events have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from campaign.rules.boards import Board, BoardFile
from campaign.rules.chapters import ByChapters, Table
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice
from campaign.rules.hexes import Hex
from campaign.rules.readings import ByReading, decided
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.copies import copied
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.state import Direction, Game, Man, Vehicle

_DRAWN: dict[int, tuple[BoardFile, Board]] = {}
"""Boards of missions that were made by dice, by the identity of what drew them: one is wanted with every decision."""
_MOST = 64


def as_drawn(file: BoardFile) -> Board:
    """The board that a battle brings with it."""
    found = _DRAWN.get(id(file))
    if found is None:
        if len(_DRAWN) >= _MOST:
            _DRAWN.clear()
        found = _DRAWN[id(file)] = file, Board(file)
    return found[1]


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of all actions; the tag is a stable word."""


class Event(ByReading, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events: facts, never reckoned again. dice: as they stand on the faces, in the order of rolling."""


class Play(ByChapters[Game, Event]):
    """A decision with the charts, read as the battle reads them."""

    __slots__ = ("board", "charts")

    def __init__(
        self,
        table: Table[Play],
        charts: Charts,
        state: Game,
        dice: Dice = NO_DICE,
        readings: Readings | None = None,
    ) -> None:
        """readings: by others than the battle's."""
        read = charts.as_read(state.readings if readings is None else readings)
        super().__init__(table, read, state, dice)
        self.charts = read
        drawn = state.mission.drawn
        self.board: Board = read.boards[state.mission.board] if drawn is None else as_drawn(drawn)

    def copies(self) -> Callable[[Dice], Play]:
        return lambda dice: Play(self.table, self.charts, copied(self.state), dice)

    def decided(self, names: Iterable[str], ask: Callable[[Play], object]) -> tuple[str, ...]:
        """Those of some readings by whose other choice the answer would be another."""

        def asked(one: Readings) -> object:
            return ask(Play(self.table, self.charts, self.state, readings=one))

        return decided(self.charts.readings, names, asked)

    # -- look-ups ----------------------------------------------------------------------------------

    def man(self, id: str) -> Man:
        return self.state.men[id]

    def vehicle(self, id: str) -> Vehicle:
        return self.state.vehicles[id]

    def next_to(self, hex: Hex, direction: Direction) -> Hex | None:
        """The hex in that direction, None off the map."""
        return self.board.neighbours[hex][direction - 1]

    def away(self, a: Hex, b: Hex) -> int:
        return self.board.distance(a, b)

    def foes(self, side: str) -> list[Man]:
        """Able men of the other side, and its hidden counters."""
        return [man for man in self.state.men.values() if man.side != side and man.here and not man.down]

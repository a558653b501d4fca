"""Hexes to choose among, said in a few words: a battery may aim at 1,500 of them without 1,500 lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from campaign.rules import hexes
from campaign.rules.hexes import Axial, Hex
from campaign.rules.refused import Refused
from campaign.rules.views import HexBoard

NAMED = 12
"""Where so many hexes are allowed at most, a refusal names them."""


class Grid(Protocol):
    """The hexes of a board and how far they lie apart: a `Board` of the rules, or the `Sheet` of one as drawn."""

    @property
    def hexes(self) -> Sequence[Hex]: ...
    def distance(self, a: Hex, b: Hex) -> int: ...


class Sheet:
    """The grid of a board as drawn."""

    def __init__(self, board: HexBoard) -> None:
        self.hexes: tuple[Hex, ...] = tuple(cell.id for cell in board.cells)
        low = int(board.half_up == "odd")  # whether the westernmost column sits half a hex further south
        self._axial: dict[Hex, Axial] = {
            cell.id: (cell.column, cell.row - (cell.column + low) // 2) for cell in board.cells
        }
        self._cells = {(cell.column, cell.row): cell.id for cell in board.cells}
        self._places = {cell.id: (cell.column, cell.row) for cell in board.cells}
        self._last = board.columns - 1, board.rows - 1

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes lie between, the last one counted."""
        return hexes.distance(self._axial[a], self._axial[b])

    def step(self, hex: Hex, east: int, south: int) -> Hex:
        """The hex so many columns and rows away, as far as the board goes."""
        column, row = self._places[hex]
        wanted = min(max(column + east, 0), self._last[0]), min(max(row + south, 0), self._last[1])
        return self._cells.get(wanted, hex)

    def written(self, digits: str) -> Hex | None:
        """The hex that is meant by its figures alone, without what stands between column and row."""
        return next((hex for hex in self.hexes if hex.replace(".", "") == digits), None)


class Places(Struct, frozen=True, omit_defaults=True):
    """Hexes of the board. hexes: these alone; where none are named, all of it. centre, within, least: of them those
    that lie within so many hexes of the centre, and no nearer than so many: it is one of them if that is 0; "" for as
    far as the board goes.
    """

    hexes: tuple[Hex, ...] = ()
    centre: Hex = ""
    within: int = 0
    least: int = 0

    def holds(self, hex: Hex, grid: Grid) -> bool:
        """Whether a hex of the board is one of them."""
        near = not self.centre or self.least <= grid.distance(self.centre, hex) <= self.within
        return near and (not self.hexes or hex in self.hexes)

    def among(self, grid: Grid) -> Sequence[Hex]:
        """All of them, in the order of the board, or in which they are named."""
        some = self.hexes or grid.hexes
        return [hex for hex in some if self.holds(hex, grid)] if self.centre else some

    def check(self, hex: Hex, grid: Grid, rule: str = "", where: str = "$.hex") -> None:
        """Raises Refused for a hex that is none of them, and says which are."""
        if hex not in grid.hexes:
            raise Refused(f"This board has no hex {hex!r}.", rule, [str(self)], where)
        if not self.holds(hex, grid):
            found = self.among(grid)
            allowed = found if len(found) <= NAMED else [str(self)]
            raise Refused(f"Hex {hex} is not among those that may be chosen here.", rule, allowed, where)

    def __str__(self) -> str:
        """`any hex`, `any hex at most 3 from 0505`, `any hex 2 to 3 from 0505`, `0504, 0505 or 0605`."""
        many = len(self.hexes) > NAMED
        named = f"{', '.join(self.hexes[:-1])} or {self.hexes[-1]}" if self.hexes[1:] else "".join(self.hexes)
        some = f"one of {len(self.hexes)} hexes" if many else named or "any hex"
        far = f"{self.least} to {self.within}" if self.least else f"at most {self.within}"
        return f"{some} {far} from {self.centre}" if self.centre else some

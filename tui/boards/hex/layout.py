"""Where the hexes of a board stand in a text map, and which character belongs to which. No screen here.

Flat-top hexes in two text rows each. The floor of a hex is its lower row, underlined, so that both rows carry text:

    \\V↗/ab\\      the walls between two columns are one character wide and belong to both
    /N3\\cd/
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from campaign.rules.hexes import EDGES, Edge
from campaign.rules.views import Cell, CellSide, HexBoard

Where = Literal["ceiling", "upper", "lower", "off"]


class Box(NamedTuple):
    """Characters of the map: left, top, and one past the right and the bottom, walls included."""

    left: int
    top: int
    right: int
    bottom: int


class HexLayout:
    """The map of a board with hexes of so many characters. width, height: of the whole map."""

    rows_per_hex = 2

    def __init__(self, board: HexBoard, inside: int) -> None:
        self.board, self.inside = board, inside
        self.pitch = inside + 1
        self.width = board.columns * self.pitch + 1
        self.height = board.rows * 2 + 2
        self._cells = {(cell.column, cell.row): cell for cell in board.cells}
        self._by_id = {cell.id: cell for cell in board.cells}
        self._up = board.half_up
        self._sides: dict[tuple[int, int, Edge], str] = {}
        self._around: dict[str, dict[str, list[Edge]]] = {}
        for side in board.sides:
            self._lay(side)

    def _lay(self, side: CellSide) -> None:
        """Keep it for the wall or floor that it is drawn in, and for both hexes, or the one for which it counts."""
        cell, i = self._by_id[side.hex], EDGES.index(side.edge)
        lower = HexLayout.drop(self, cell.column)
        right, down = ((0, -1), (1, lower - 1), (1, lower), (0, 1), (-1, lower), (-1, lower - 1))[i]
        other = self._cells[cell.column + right, cell.row + down]
        owner, edge = (other, EDGES[i + 3]) if i < 3 else (cell, side.edge)
        self._sides[owner.column, owner.row, edge] = side.what
        self._around.setdefault(cell.id, {}).setdefault(side.what, []).append(side.edge)
        if not side.one_way:
            self._around.setdefault(other.id, {}).setdefault(side.what, []).append(EDGES[(i + 3) % 6])

    def cell(self, hex: str) -> Cell | None:
        return self._by_id.get(hex)

    def drop(self, column: int) -> int:
        """How many text rows lower a column begins."""
        odd = column % 2 == 1
        return 0 if odd == (self._up == "odd") else 1

    def box(self, hex: str) -> Box:
        cell = self._by_id[hex]
        left, top = cell.column * self.pitch, 1 + 2 * cell.row + self.drop(cell.column)
        return Box(left, top, left + self.pitch + 1, top + 2)

    def at(self, column: int, y: int) -> tuple[Cell | None, Where]:
        """What a column holds in a text row of the map."""
        if not 0 <= column < self.board.columns:
            return None, "off"
        down = y - 1 - self.drop(column)
        if down == -1:
            return None, "ceiling"
        row, half = divmod(down, 2)
        cell = self._cells.get((column, row)) if down >= 0 else None
        return (cell, "lower" if half else "upper") if cell else (None, "off")

    def wall(self, column: int, y: int) -> str:
        """The character on the left of a column in a text row."""
        _, here = self.at(column, y)
        if here in ("upper", "lower"):
            return "/" if here == "upper" else "\\"
        _, west = self.at(column - 1, y)
        if west in ("upper", "lower"):
            return "\\" if west == "upper" else "/"
        return " "

    def side(self, column: int, y: int) -> str:
        """What lies along the wall on the left of a column in a text row; "" for nothing."""
        cell, where = self.at(column, y)
        return (
            self._sides.get((cell.column, cell.row, "NW" if where == "upper" else "SW"), "") if cell else ""
        )

    def floor(self, cell: Cell) -> str:
        """What lies along the south side of a hex; "" for nothing."""
        return self._sides.get((cell.column, cell.row, "S"), "")

    def around(self, cell: Cell) -> tuple[str, ...]:
        """What lies along the sides of a hex, each with the sides: `river N SE`."""
        found = self._around.get(cell.id, {})
        return tuple(" ".join((what, *sorted(edges, key=EDGES.index))) for what, edges in found.items())

    def hex_at(self, x: int, y: int) -> Cell | None:
        """The hex under a character: of a wall, the one east of it."""
        cell, _ = self.at(min(x // self.pitch, self.board.columns - 1), y)
        return cell


class FarLayout(HexLayout):
    """A map from afar: two characters in one row for each hex, no walls."""

    rows_per_hex = 1

    def __init__(self, board: HexBoard) -> None:
        super().__init__(board, 1)
        self.width, self.height = board.columns * 2, board.rows

    def drop(self, column: int) -> int:
        return 0

    def box(self, hex: str) -> Box:
        cell = self._by_id[hex]
        return Box(cell.column * 2, cell.row, cell.column * 2 + 2, cell.row + 1)

    def at(self, column: int, y: int) -> tuple[Cell | None, Where]:
        cell = self._cells.get((column, y))
        return (cell, "lower") if cell else (None, "off")

"""Boards as front ends get them: a `HexBoard`, made of a `Board` and what a battle has changed on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from campaign.rules.boards import Board
from campaign.rules.hexes import Hex
from campaign.rules.views import Cell, CellSide, HexBoard

NO_SIGNS: Mapping[str, str] = MappingProxyType({})
NO_MARKS: Mapping[Hex, Sequence[str]] = MappingProxyType({})


def hex_board(
    board: Board,
    glyphs: Mapping[str, str],
    marks: Mapping[Hex, Sequence[str]] = NO_MARKS,
    features: Mapping[Hex, tuple[str, ...]] | None = None,
    sides: tuple[CellSide, ...] | None = None,
    faces: Literal["corners", "edges"] = "corners",
    signs: Mapping[str, str] = NO_SIGNS,
) -> HexBoard:
    """A board as drawn. glyphs: terrain → one character. marks: what the battle has done to hexes, the gravest first.

    signs: mark → one character; # where it has none. features, sides: what lies there now, if the battle has changed
    it; else the board's own. It takes a millisecond or two: remember the answer for as long as nothing changes.
    """
    layout = board.layout
    lying = board.features if features is None else features
    cells: list[Cell] = []
    for i, hex in enumerate(board.hexes):
        row, column = divmod(i, layout.columns)
        terrain = board.terrain[hex]
        mark, *more = marks.get(hex, ()) or ("",)
        cells.append(
            Cell(
                hex, column, row, terrain, glyphs.get(terrain, "?"), mark, board.place(hex) or "",
                board.heights[hex], lying.get(hex, ()), tuple(more), signs.get(mark, "#"),
            )
        )  # fmt: skip
    return HexBoard(
        board.id,
        board.title,
        layout.columns,
        layout.rows,
        "odd" if layout.west_is_low() else "even",
        tuple(cells),
        board.file.source,
        _joints(board.file.roads),
        faces,
        _joints(board.file.rivers),
        board_sides(board) if sides is None else sides,
    )


def board_sides(board: Board) -> tuple[CellSide, ...]:
    """What lies along the sides of a board before the battle, in the order of its file."""
    return tuple(
        CellSide(one.hex, edge, one.what, one.one_way) for one in board.file.sides for edge in one.edges
    )


def _joints(ways: Sequence[Sequence[Hex]]) -> tuple[tuple[Hex, Hex], ...]:
    return tuple(dict.fromkeys(pair for way in ways for pair in pairwise(way)))

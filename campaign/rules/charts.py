"""What the charts of rule systems look up and check alike while they read their pack. All raise PackError."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Protocol

from campaign.rules.boards import Board, BoardError, BoardFile
from campaign.rules.hexes import Hex, HexError
from campaign.rules.packs import Pack, PackError

TAKEN = ("umpire", "observer")
"""Words for viewers, which no side may be called."""


class SideOf(Protocol):
    """A side as a scenario has it."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def sides(found: Sequence[SideOf], file: str) -> None:
    """Whether sides are called so that they can be told apart, and somebody plays each."""
    for i, side in enumerate(found):
        where = f"{file}, side[{i}]"
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", side.id) or side.id in TAKEN:
            allowed = ["small letters, digits and hyphens, and neither umpire nor observer"]
            raise PackError(f"A side cannot be called {side.id!r}.", "", allowed, f"{where}.id")
        if not side.name.strip():
            raise PackError("A side has a name.", where=f"{where}.name")
        if getattr(side, "by_rules", False):
            raise PackError(
                "The rules run no side of this game.", "", ["by_rules = false"], f"{where}.by_rules"
            )


def known(value: str, allowed: Collection[str], where: str, what: str) -> None:
    """Whether a value is one of those that are allowed."""
    if value not in allowed:
        raise PackError(f"There is no {what} {value!r}.", "", sorted(allowed), where=where)


def read_board(
    pack: Pack,
    file: str,
    terrain: Collection[str],
    features: Collection[str] = (),
    sides: Collection[str] = (),
) -> Board:
    """A board as it stands in a file of the pack. terrain, features, sides: the words that it may have."""
    try:
        board = Board(pack.table(file, BoardFile), file)
        board.expect(file, terrain, features, sides)
    except BoardError as error:
        reason = f"{str(error).removeprefix(f'{file}: ')}."
        raise PackError(reason, "", error.allowed, file, place=error.place) from None
    return board


def numbered(board: Board, hex: Hex, where: str) -> None:
    """Whether this is how a hex of the board is written."""
    try:
        number = board.layout.parse(hex)
    except HexError as error:
        raise PackError(f"{error}.", where=where) from None
    if number != hex:
        raise PackError(f"Hex {hex!r} is written {number} on this board.", where=where)

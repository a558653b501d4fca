"""What the charts of rule systems look up and check alike while they read their pack. All raise PackError."""

from __future__ import annotations

from collections.abc import Collection

from campaign.rules.boards import Board, BoardError, BoardFile
from campaign.rules.hexes import Hex, HexError
from campaign.rules.packs import Pack, PackError


def known(value: str, allowed: Collection[str], where: str, what: str) -> None:
    """Whether a value is one of those that are allowed."""
    if value not in allowed:
        raise PackError(f"There is no {what} {value!r}.", "", sorted(allowed), where=where)


def read_board(pack: Pack, file: str) -> Board:
    """A board as it stands in a file of the pack."""
    try:
        return Board(pack.table(file, BoardFile), file)
    except BoardError as error:
        raise of_board(error, file) from None


def of_board(error: BoardError, file: str) -> PackError:
    """What is wrong with a board, told of its file once."""
    return PackError(f"{str(error).removeprefix(f'{file}: ')}.", where=file)


def numbered(board: Board, hex: Hex, where: str) -> None:
    """Whether this is how a hex of the board is written."""
    try:
        number = board.layout.parse(hex)
    except HexError as error:
        raise PackError(f"{error}.", where=where) from None
    if number != hex:
        raise PackError(f"Hex {hex!r} is written {number} on this board.", where=where)

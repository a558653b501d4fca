"""What decisions are made with, and what they look up."""

from __future__ import annotations

from campaign.rules.decision import NO_DICE, Decision
from campaign.rules.dice import Dice
from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import side_name
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.apply import APPLIERS
from campaign.systems.combat_veteran.charts import Charts
from campaign.systems.combat_veteran.state import Game, Piece


class Play(Decision[Game, e.Event]):
    """A decision with the charts and the ground. Refused may only be raised before the first event."""

    __slots__ = ("charts", "ground")
    appliers = APPLIERS

    def __init__(self, charts: Charts, state: Game, dice: Dice = NO_DICE) -> None:
        super().__init__(state, dice)
        self.charts, self.ground = charts, charts.ground(state.board)


def own_piece(game: Game, side: str, unit: str, where: str = "$.unit") -> Piece:
    """The side's own piece of that id, still in the battle. Raises Refused."""
    piece = any_piece(game, unit, where)
    if piece.side != side:
        mine = [p.id for p in game.pieces.values() if p.side == side and not p.out]
        raise Refused(
            f"{piece.name} belongs to {side_name(game, piece.side)}, not to {side_name(game, side)}.",
            "",
            mine,
            where,
        )
    if piece.out:
        raise Refused(f"{piece.name} is {piece.out} and takes no further part.", "3.0", where=where)
    return piece


def any_piece(game: Game, unit: str, where: str) -> Piece:
    piece = game.pieces.get(unit)
    if piece is None:
        raise no_such("piece", unit, game.pieces, "", where, " in this battle")
    return piece


def in_hex(game: Game, hex: str, side: str = "") -> list[Piece]:
    """Pieces in a hex that are in the battle and not aboard anything; of one side if asked."""
    return [
        piece
        for piece in game.pieces.values()
        if piece.hex == hex and not piece.out and not piece.carrier and side in ("", piece.side)
    ]


def cargo(game: Game, carrier: str) -> list[Piece]:
    """What a piece carries itself (a soldier aboard carries his weapon)."""
    return [piece for piece in game.pieces.values() if piece.carrier == carrier and not piece.out]


def load(game: Game, carrier: str) -> int:
    """Transport capacity in use (8.2): 1 for each soldier and weapon, 2 for heavy weapons."""
    return sum(size(game, piece) for piece in cargo(game, carrier))


def size(game: Game, piece: Piece) -> int:
    """8.2."""
    weapon = game.pieces[piece.weapon].ratings.size if piece.weapon else 0
    return piece.ratings.size + weapon

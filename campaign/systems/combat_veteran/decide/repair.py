"""Repair in the own Discipline Phase (6.0): markers are nominated for all vehicles, then the dice are rolled."""

from __future__ import annotations

from campaign.rules.dice import Dice
from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.decide.losses import wreck
from campaign.systems.combat_veteran.play import Play, own_piece
from campaign.systems.combat_veteran.state import Game, Piece


def can_repair(piece: Piece) -> bool:
    return (
        piece.kind == "vehicle"
        and not piece.out
        and bool(piece.markers)
        and not piece.tried
        and not piece.nominated
    )


def repairable(game: Game, side: str) -> list[Piece]:
    return [piece for piece in game.pieces.values() if piece.side == side and can_repair(piece)]


def nominated(game: Game) -> list[Piece]:
    """Vehicles whose repair die is still to be rolled."""
    return [piece for piece in game.pieces.values() if piece.nominated and not piece.out]


def repair(play: Play, side: str, action: a.Repair) -> None:
    """Nominate a marker; the die falls when nobody else is to be nominated, or at once (reading `repairs`) (6.0
    repair, 6.0 write-off).
    """
    piece = verify_repair(play, side, action)
    others = any(other is not piece for other in repairable(play.state, side))
    play.emit(e.RepairNominated(action.unit, action.marker, readings=("repairs",) if others else ()))
    if play.state.read.repairs == "one-by-one":
        roll_repairs(play)


def roll_repairs(play: Play) -> None:
    """A die above the number of markers takes the nominated one off; a 1 writes the vehicle off (6.0).

    What the crew adds to the die does not help against a 1 (house rule).
    """
    for piece in nominated(play.state):
        marker = piece.nominated
        assert marker
        bonus = repair_bonus(piece)
        die, result = repair_die(play.dice, f"repair of {piece.name}: {marker}", piece)
        play.emit(e.RepairTried(piece.id, marker, die, result, bonus))
        if result == "written-off":
            wreck(play, piece, "write-off", scar=True)


def repair_die(dice: Dice, purpose: str, piece: Piece) -> tuple[int, e.RepairResult]:
    """The repair die of a vehicle, and what it does."""
    (die,) = dice.roll(purpose, 1)
    if die == 1:
        return die, "written-off"
    if die + repair_bonus(piece) > len(piece.markers):
        return die, "repaired"
    return die, "failed"


def repair_bonus(piece: Piece) -> int:
    """What the crew adds to its repair die (house rule): an elite one 1, a mechanic among it 1."""
    return int(piece.quality == 2) + int("mechanic" in piece.skills)


def verify_repair(play: Play, side: str, action: a.Repair) -> Piece:
    """The vehicle that is to be repaired. Raises Refused."""
    piece = own_piece(play.state, side, action.unit)
    if action.marker not in piece.markers:
        raise Refused(f"{piece.name} has no such damage.", "6.0", piece.markers, "$.marker")
    if piece.nominated:
        raise Refused(f"{piece.name} has a marker nominated already.", "6.0", where="$.unit")
    if piece.tried:
        raise Refused(f"{piece.name} has had its repair die in this phase.", "6.0", where="$.unit")
    return piece

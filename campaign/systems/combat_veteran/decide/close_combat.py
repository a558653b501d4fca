"""Close combat (10.0): each side's pieces and a die, less the other's best armor; the lower total loses a piece."""

from __future__ import annotations

from campaign.rules.dice import Dice
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side, side_name
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.decide.fire import standing
from campaign.systems.combat_veteran.decide.losses import damage, damage_dice, kill
from campaign.systems.combat_veteran.play import Play, in_hex
from campaign.systems.combat_veteran.state import Game, Piece


def contested(game: Game) -> list[str]:
    """Hexes with pieces of both sides in which no close combat was fought in this phase, in order (9.5 d)."""
    ours, theirs = ({piece.hex for piece in standing(game, side.id)} for side in game.sides)
    return sorted((ours & theirs).difference(game.fought))


def fighters(game: Game, hex: str, side: str) -> list[Piece]:
    """Pieces that count, a vehicle as one (10.0)."""
    return [piece for piece in in_hex(game, hex, side) if piece.kind != "weapon"]


def best_armor(pieces: list[Piece]) -> int:
    return max((piece.ratings.armor for piece in pieces), default=0)


def close_combat(play: Play, side: str, action: a.CloseCombat) -> None:
    game, hex = play.state, action.hex
    verify_close_combat(game, action)
    dice, both, loser = totals(play, play.dice, side, hex)
    enemy = other_side(game, side)
    play.emit(e.CloseCombatFought(hex, (side, enemy), dice, both, loser))
    if loser:
        winners = fighters(game, hex, side if loser == enemy else enemy)
        lose_one(play, lowest(fighters(game, hex, loser)), winners[0].id)


def verify_close_combat(game: Game, action: a.CloseCombat) -> None:
    """Raises Refused if there is nothing to fight in that hex now."""
    if action.hex not in (there := contested(game)):
        raise Refused(f"There is no close combat to fight in {action.hex}.", "10.0", there, "$.hex")


def totals(play: Play, dice: Dice, side: str, hex: str) -> tuple[tuple[int, int], tuple[int, int], str]:
    """The die of each side, its total, and who loses: "" for a tie (10.0). The side itself comes first."""
    game, enemy = play.state, other_side(play.state, side)
    ours, theirs = fighters(game, hex, side), fighters(game, hex, enemy)
    (our_die,) = dice.roll(f"close combat in {hex}: {side_name(game, side)}", 1)
    (their_die,) = dice.roll(f"close combat in {hex}: {side_name(game, enemy)}", 1)
    our_total = len(ours) + our_die - best_armor(theirs)
    their_total = len(theirs) + their_die - best_armor(ours)
    loser = "" if our_total == their_total else enemy if our_total > their_total else side
    return (our_die, their_die), (our_total, their_total), loser


def lowest(pieces: list[Piece]) -> Piece:
    """The least piece: the wounded first, then soldiers, then vehicles by armor; ids break ties."""
    return min(pieces, key=lambda p: (p.kind == "vehicle", not p.wounded, p.ratings.armor, p.id))


def lose_one(play: Play, piece: Piece, by: str) -> None:
    if piece.kind == "vehicle":
        damage(play, piece, damage_dice(play.dice, f"damage to {piece.name}", 1), by)
    else:
        kill(play, piece, "close combat", by)

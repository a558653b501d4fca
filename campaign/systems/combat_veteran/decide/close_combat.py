"""Close combat (10.0): each side's pieces and a die, less the other's best armor; the lower total loses a piece."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.dice import Dice
from campaign.rules.readings import decided
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side, side_name
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.decide.fire import standing
from campaign.systems.combat_veteran.decide.losses import damage, damage_dice, kill
from campaign.systems.combat_veteran.play import Play, in_hex
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.state import Game, Piece


def contested(game: Game) -> list[str]:
    """Hexes with pieces of both sides in which no close combat was fought in this phase, in order (9.5 d)."""
    ours, theirs = ({piece.hex for piece in standing(game, side.id)} for side in game.sides)
    return sorted((ours & theirs).difference(game.fought))


def fighters(game: Game, hex: str, side: str) -> list[Piece]:
    """Pieces that count, a vehicle as one (10.0)."""
    return [piece for piece in in_hex(game, hex, side) if piece.kind != "weapon"]


def armor_of(pieces: Sequence[Piece], read: Readings) -> int:
    """What comes off the other side's total (10.0, reading `close_armor`)."""
    armor = [piece.ratings.armor for piece in pieces]
    return sum(armor) if read.close_armor == "added" else max(armor, default=0)


def losses(read: Readings, both: tuple[int, int], many: tuple[int, int]) -> tuple[int, int]:
    """How many of its pieces each side loses by its total, of as many as it has there (readings `close_losses`,
    `close_ties`).
    """
    ahead = both[0] - both[1]
    if ahead == 0:
        return (1, 1) if read.close_ties == "both" else (0, 0)
    lost = abs(ahead) if read.close_losses == "margin" else 1
    return (0, min(lost, many[1])) if ahead > 0 else (min(lost, many[0]), 0)


def close_combat(play: Play, side: str, action: a.CloseCombat) -> None:
    game, hex = play.state, action.hex
    verify_close_combat(game, action)
    dice, both, loser = totals(play, play.dice, side, hex)
    enemy = other_side(game, side)
    sides = fighters(game, hex, side), fighters(game, hex, enemy)

    def ask(read: Readings) -> tuple[int, int]:
        return losses(read, summed(read, sides, dice), (len(sides[0]), len(sides[1])))

    by = decided(game.read, ("close_armor", "close_losses", "close_ties"), ask)
    play.emit(e.CloseCombatFought(hex, (side, enemy), dice, both, loser, readings=by))
    for pieces, foes, lost in zip(sides, reversed(sides), ask(game.read), strict=True):
        for piece in sorted(pieces, key=least)[:lost]:
            lose_one(play, piece, foes[0].id)


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
    our_total, their_total = summed(game.read, (ours, theirs), (our_die, their_die))
    loser = "" if our_total == their_total else enemy if our_total > their_total else side
    return (our_die, their_die), (our_total, their_total), loser


def summed(read: Readings, sides: tuple[list[Piece], list[Piece]], dice: tuple[int, int]) -> tuple[int, int]:
    """Of each side its pieces and its die, less the other's armor (10.0)."""
    ours, theirs = sides
    return len(ours) + dice[0] - armor_of(theirs, read), len(theirs) + dice[1] - armor_of(ours, read)


def least(piece: Piece) -> tuple[bool, bool, int, str]:
    """Who is lost first: the wounded, then soldiers, then vehicles by armor; ids break ties."""
    return piece.kind == "vehicle", not piece.wounded, piece.ratings.armor, piece.id


def lose_one(play: Play, piece: Piece, by: str) -> None:
    if piece.kind == "vehicle":
        damage(play, piece, damage_dice(play.dice, f"damage to {piece.name}", 1), by)
    else:
        kill(play, piece, "close combat", by)

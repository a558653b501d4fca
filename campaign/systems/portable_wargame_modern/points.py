"""What a side has lost and holds, and who has won (Exhaustion Point; what ends a battle besides is ours)."""

from __future__ import annotations

from campaign.rules.muster import Verdict
from campaign.rules.sides import other_side, side_name
from campaign.systems.portable_wargame_modern.state import Game


def exhaustion_point(strength: int) -> int:
    """A third of the strength points at first, rounded up."""
    return (strength + 2) // 3


def annihilated(game: Game) -> Verdict | None:
    """A side without any units has lost (Strength Points c)."""
    gone = [side for side, force in game.forces.items() if force.lost >= force.initial]
    if not gone:
        return None
    if len(gone) == 2:
        return on_points(game, "nobody is left on either side", "Strength Points c")
    winner = other_side(game, gone[0])
    return Verdict(winner, f"{side_name(game, gone[0])} has no units left", game.turn, "Strength Points c")


def points(game: Game, side: str) -> int:
    """What a side holds, and what its enemy's exhaustion is worth."""
    victory = game.victory
    assert victory is not None
    held = sum(one.points for one in victory.objective if game.held[one.hex] == side)
    return held + victory.exhaustion * game.forces[other_side(game, side)].exhausted


def on_points(game: Game, why: str, rule: str = "Exhaustion Point") -> Verdict:
    """Who has more points; where they are equal, the side that the scenario names."""
    one, other = (side.id for side in game.sides)
    told = (
        f"{side_name(game, one)} {points(game, one)}, {side_name(game, other)} {points(game, other)} points"
    )
    return Verdict(ahead(game), f"{why}; {told}", game.turn, rule)


def ahead(game: Game, free: str = "") -> str:
    """The side that wins as things stand; "" for none. free: who is taken to have what nobody has."""
    victory = game.victory
    assert victory is not None
    one, other = (side.id for side in game.sides)
    nobodys = sum(each.points for each in victory.objective if not game.held[each.hex])
    ours, theirs = (points(game, side) + nobodys * (side == free) for side in (one, other))
    return one if ours > theirs else other if theirs > ours else victory.tie

"""Breakdowns of vehicles at speed (8.13)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from campaign.rules.dice import Dice, chances
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.charts import Ground
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.state import Game, Piece


def breaks_down(play: Play, piece: Piece, points: int) -> bool:
    """One die per hex at speed: below the hex's cost the vehicle stops, immobilized (8.13). points: what it has
    paid (7.7, 8.13 breakdown).

    Where no die can fail, as at a cost of 1, none is rolled.
    """
    bonus = driving_bonus(piece)
    cost = speeding_cost(play.state, play.ground, piece.hex, points)
    die, broke = breakdown_die(play.dice, f"breakdown of {piece.name} in {piece.hex}", cost, bonus)
    if broke:
        by = ("breakdown",) if die + bonus >= play.ground.terrain[piece.hex].cost else ()
        play.emit(e.BrokeDown(piece.id, die, cost, bonus, readings=by))
    return broke


def may_break_down(play: Play, piece: Piece, points: int) -> bool:
    """Whether there is such a die for it in its hex."""
    return speeding_cost(play.state, play.ground, piece.hex, points) - driving_bonus(piece) > 1


def speeding_cost(game: Game, ground: Ground, hex: str, cost: int) -> int:
    """What a speeding vehicle's die is held against in a hex that costs it so much (8.13, reading `breakdown`).

    The whole movement that a river takes is not what its hex costs.
    """
    terrain = ground.terrain[hex]
    return min(cost, terrain.cost if game.read.breakdown == "printed" else terrain.vehicle_cost)


def breakdown_die(dice: Dice, purpose: str, cost: int, bonus: int) -> tuple[int, bool]:
    """The die for a hex of this cost at speed, and whether the vehicle breaks down; no die where none can fail."""
    if cost - bonus <= 1:
        return 0, False
    (die,) = dice.roll(purpose, 1)
    return die, die + bonus < cost


@lru_cache(maxsize=64)
def chance_to_pass(cost: int, bonus: int) -> Fraction:
    """That a vehicle gets through a hex of this cost at speed."""
    return chances(lambda dice: not breakdown_die(dice, "breakdown", cost, bonus)[1]).get(True, Fraction(0))


def driving_bonus(piece: Piece) -> int:
    """What the driver adds to the breakdown die (house rule)."""
    return int("driving" in piece.skills)

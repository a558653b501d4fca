"""Ways over the whole board: how far it is from every hex to what a side wants, around what stands still."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from campaign.rules.hexes import Hex
from campaign.systems.portable_wargame_modern.ground import Ground

HEX, ROADS = 4, 1
"""What a hex of a way costs, and how much less it does by road: quarters of a hex, as are all distances here."""
STOPS, WET = 4, 4
"""What it costs more to be stopped in a hex, and to be in a river."""
MINED = 14
"""What mines cost more: a hit."""
FRIEND, FOE = 8, 6
"""What it costs more to get past a friend who stays where he is, and past an enemy."""
BESIDE = 3
"""What it costs more to be stopped by an enemy next to the way."""
NO_WAY = 400
"""How far what cannot be reached is."""


@lru_cache(maxsize=128)
def distances(
    ground: Ground,
    goals: tuple[tuple[Hex, int], ...],
    mines: tuple[Hex, ...],
    wire: tuple[Hex, ...],
    friends: tuple[Hex, ...],
    foes: tuple[Hex, ...],
) -> Mapping[Hex, int]:
    """How far every hex is from the nearest goal by ways that can be gone, in quarters of a hex. goals: how far each
    counts as at first. friends: hexes of those who stay there."""
    entering = _entering(ground, [hex for hex, _ in goals], mines, wire, friends, foes)
    found = dict.fromkeys(ground.terrain, NO_WAY)
    rims: dict[int, list[Hex]] = {}
    for goal, far in goals:
        found[goal] = far
        rims.setdefault(far, []).append(goal)
    far = min(rims, default=0)
    steps = ground.steps
    while rims:
        for hex in rims.pop(far, ()):
            if found[hex] < far:
                continue
            across = far + entering[hex]
            for one, road in steps[hex]:
                through = across - ROADS if road else across
                if found[one] > through:
                    found[one] = through
                    if through in rims:
                        rims[through].append(one)
                    else:
                        rims[through] = [one]
        far += 1
    return found


def _entering(
    ground: Ground,
    goals: Collection[Hex],
    mines: Collection[Hex],
    wire: Collection[Hex],
    friends: Collection[Hex],
    foes: Collection[Hex],
) -> dict[Hex, int]:
    """What it costs to enter each hex, by no road, on the way to a goal."""
    found = dict.fromkeys(ground.terrain, HEX)
    near = {one for foe in foes for one in ground.neighbours[foe]}
    for more, hexes in (
        (STOPS, ground.stops.union(wire)), (WET, ground.river), (MINED, {*mines}),
        (FRIEND, {*friends} - {*goals}), (FOE, {*foes} - {*goals}), (BESIDE, near - {*goals}),
    ):  # fmt: skip
        for hex in hexes:
            found[hex] += more
    return found

"""Ways over the whole board: how far it is from every hex to what a side wants, around what stands still."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaign.rules.hexes import Hex
from campaign.systems.portable_wargame_modern.ground import Ground

HEX, ROAD = 4, 3
"""What a hex of a way costs, and one by road: quarters of a hex, as are all distances here."""
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


def distances(
    ground: Ground,
    goals: Mapping[Hex, int],
    mines: Collection[Hex],
    wire: Collection[Hex],
    friends: Collection[Hex],
    foes: Collection[Hex],
) -> dict[Hex, int]:
    """How far every hex is from the nearest goal by ways that can be gone, in quarters of a hex. goals: how far each
    counts as at first. friends: hexes of those who stay there."""
    near = {one for foe in foes for one in ground.neighbours[foe]}
    found = dict(goals)
    rims: dict[int, list[Hex]] = {}
    for goal, far in goals.items():
        rims.setdefault(far, []).append(goal)
    far = min(rims, default=0)
    while rims:
        for hex in rims.pop(far, ()):
            if found[hex] < far:
                continue
            cost = far + HEX  # to enter this hex on the way to the goal
            if hex not in goals:
                cost += FRIEND * (hex in friends) + FOE * (hex in foes) + BESIDE * (hex in near)
            cost += (
                STOPS * (hex in ground.stops or hex in wire)
                + WET * (hex in ground.river)
                + MINED * (hex in mines)
            )
            for one, road in ground.steps[hex]:
                through = cost - (HEX - ROAD) * road
                if found.get(one, NO_WAY) > through:
                    found[one] = through
                    rims.setdefault(through, []).append(one)
        far += 1
    return found

"""Lines of sight: 5.0 to 5.3, 10.4, 17.2, 17.3, 18.1 and 19.71."""

from __future__ import annotations

from itertools import pairwise

from tests.second.mechwar_4.charts import side_rows, table, terrains
from tests.second.mechwar_4.hexes import Spot, distance, line
from tests.second.mechwar_4.world import Piece, World


def within_night(world: World, a: Spot, b: Spot) -> bool:
    """19.71."""
    return not world.rule("night") or distance(a, b) <= table("terrain")["special"]["night_sight"]


def clear(world: World, a: Spot, b: Spot) -> bool:
    """Whether somebody in `a` sees `b`, by ground and smoke."""
    if not within_night(world, a, b):
        return False
    if distance(a, b) <= 1:
        return True
    stretches = line(a, b)
    every = all if world.readings["along_hexside"] == "both" else any
    for stretch in stretches[1:-1]:
        on_board = [one for one in stretch if one in world.board.terrain]
        if every(hides(world, a, b, one, stretches) for one in on_board) and on_board:
            return False
    return not any(
        all(a not in pair and b not in pair and wall_blocks(world, a, b, pair, stretches) for pair in pairs)
        for pairs in crossed(world, stretches)
    )


def hides(world: World, a: Spot, b: Spot, hex: Spot, stretches: list[tuple[Spot, ...]]) -> bool:
    """Whether a hex on the way blocks (5.11, 10.42 to 10.44)."""
    level, board = world.board.level, world.board
    if hex in (a, b):
        return False
    smoke = hex in world.smoke
    if smoke and world.readings["smoke_sight"] == "blocks":
        return True
    ground, tall = level[hex], bool(terrains()[board.terrain[hex]].get("tall")) or smoke
    high, low = (a, b) if level[a] >= level[b] else (b, a)
    if ground > level[high]:
        return True
    if not tall:
        return (
            level[low] < ground
            and nearer_low(high, low, hex)
            and hex not in falling(world, high, low, stretches)
        )
    top = ground + 1
    if top > level[high]:
        return True
    if level[high] == level[low]:
        return top == level[high]
    if top <= level[low]:
        return False
    if top == level[high] and world.readings["level_with_cover"] == "blocks":
        return True
    return nearer_low(high, low, hex) or distance(hex, low) == 1


def nearer_low(high: Spot, low: Spot, hex: Spot) -> bool:
    """10.44."""
    return distance(hex, low) < distance(hex, high)


def falling(world: World, high: Spot, low: Spot, stretches: list[tuple[Spot, ...]]) -> set[Spot]:
    """5.11: a slope that goes down with every hex from the higher end on is looked down, as far as it does."""
    level = world.board.level
    if world.readings["downhill"] != "clear" or level[high] == level[low]:
        return set()
    found, last = set[Spot](), level[high] + 1
    for part in stretches if stretches[0] == (high,) else stretches[::-1]:
        here = [one for one in part if one in level]
        if not here or max(level[one] for one in here) >= last:
            break
        found |= set(here)
        last = min(level[one] for one in here)
    return found


def crossed(world: World, stretches: list[tuple[Spot, ...]]) -> list[list[frozenset[Spot]]]:
    """The sides that a line goes through, one by one, or along; where it goes through a corner both that meet there,
    as it passes between them: what closes but one of them it only touches."""
    level = world.board.level
    found: list[list[frozenset[Spot]]] = []
    for one, other in pairwise(stretches):
        found.append([frozenset((first, second)) for first in one for second in other])
    found += [[frozenset(one)] for one in stretches if len(one) == 2]
    on_board = [[pair for pair in pairs if all(hex in level for hex in pair)] for pairs in found]
    return [pairs for pairs in on_board if pairs]


def wall_blocks(
    world: World, a: Spot, b: Spot, pair: frozenset[Spot], stretches: list[tuple[Spot, ...]]
) -> bool:
    """10.41: slopes, crests and embankments are a level high, and judged like ground (10.43, 10.44); who stands above
    one looks over it."""
    level = world.board.level
    tall = max((side_rows()[what].get("wall", 0) for what in world.board.sides.get(pair, ())), default=0)
    ground = sorted(level[one] for one in pair)
    slope = ground[0] < ground[1]
    if not tall and not slope:
        return False
    top = ground[1] + tall
    high, low = (a, b) if level[a] >= level[b] else (b, a)
    above = [level[one] > top for one in (a, b)]
    if any(above) if world.readings["low_obstacles"] == "either" else above[0]:
        return False
    if top > level[high]:
        return True
    if level[low] >= top or (not tall and pair <= falling(world, high, low, stretches)):
        return False
    return sum(distance(one, low) for one in pair) < sum(distance(one, high) for one in pair)


# -- helicopters -------------------------------------------------------------------------------------------------


def leafy(world: World, hex: Spot) -> bool:
    """Woods or a town."""
    return world.board.terrain.get(hex, "clear") in ("light-woods", "heavy-woods", "town")


def from_above(world: World, a: Spot, b: Spot) -> bool:
    """Whether a helicopter in `a` may fire into `b` (17.22, 17.23)."""
    if distance(a, b) <= 1:
        return True
    if not within_night(world, a, b):
        return False
    if not leafy(world, b):
        return True
    return not any(leafy(world, one) for one in line(a, b)[-2])


def may_see(world: World, firer: Piece, at: Spot, target: Piece, answer: bool = False) -> bool:
    """Whether there is a line of fire, from a firer in a hex, to a target on the map. answer: it is opportunity fire or
    overwatch, which by a reading needs a clear line of sight from and to helicopters, too."""
    to = target.at
    assert to is not None
    if (firer.flies or target.flies) and distance(at, to) <= 1:
        return True
    if clear(world, at, to):
        return True
    if answer and world.readings["helicopters_answer"] == "level":
        return False
    if target.flies:
        return target.fired and not target.panicked and within_night(world, at, to)  # it has risen (17.32)
    return firer.flies and from_above(world, at, to)

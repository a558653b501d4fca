"""Sight said slowly, from the words of the rules (5, 10.4), with fractions and none of the code that it checks."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil, floor

from campaign.rules.hexes import Axial, Hex
from campaign.systems.mechwar_4.ground import Ground
from campaign.systems.mechwar_4.readings import Readings
from tests.rules.test_hexes import inside


@cache
def stretches(q: int, r: int) -> tuple[frozenset[Axial], ...]:
    """What the line from (0, 0) crosses, in order: each stretch one hex, or the two beside it."""
    found: dict[tuple[Fraction, Fraction, bool], set[Axial]] = {}
    for column in range(min(0, q) - 1, max(0, q) + 2):
        ends = (0, r) if q == 0 else (Fraction(r * (column - 1), q), Fraction(r * (column + 1), q))
        for row in range(floor(min(ends)) - 1, ceil(max(ends)) + 2):
            if abs(q * row - r * column) > abs(q) + abs(r):
                continue  # its middle is more than a hex away from the line
            if part := inside((0, 0), (q, r), (column, row)):
                found.setdefault(part, set()).add((column, row))
    return tuple(frozenset(found[part]) for part in sorted(found))


def steps(a: Axial, b: Axial) -> int:
    return (abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[0] + a[1] - b[0] - b[1])) // 2


def blockers(ground: Ground, readings: Readings, a: Hex, b: Hex) -> set[str]:
    """All that blocks in the first stretch that does: hexes, and sides as `a|b`. Empty if `b` is seen from `a`."""
    board = ground.board
    (q, r), (to_q, to_r) = board.axial[a], board.axial[b]
    whole = stretches(to_q - q, to_r - r)
    line = [
        {hex for one in stretch if (hex := board.layout.hex_at((one[0] + q, one[1] + r)))}
        for stretch in whole
    ]
    eye, aim = ground.height[a], ground.height[b]
    high, low = max(eye, aim), min(eye, aim)
    descent: set[Hex] = set()
    if eye != aim and readings.downhill == "clear":
        descent = downhill(ground, line if eye > aim else line[::-1])

    def near(*hexes: Hex) -> tuple[Fraction, Fraction]:
        """How far from the higher end, how far from the lower; of a side, between its hexes."""
        from_a = Fraction(sum(steps(board.axial[a], board.axial[hex]) for hex in hexes), len(hexes))
        from_b = Fraction(sum(steps(board.axial[b], board.axial[hex]) for hex in hexes), len(hexes))
        return (from_a, from_b) if eye >= aim else (from_b, from_a)

    def by_10_44(top: int, *hexes: Hex) -> bool:
        above, below = near(*hexes)
        return top > high or (low < top and below < above and high > low)

    def hex_blocks(hex: Hex) -> bool:
        if hex not in descent and by_10_44(ground.height[hex], hex):
            return True
        if not (ground.terrain[hex].woods or ground.terrain[hex].town):
            return False
        top = ground.height[hex] + 1
        if top == high == low or by_10_44(top, hex):
            return True
        blind = near(hex)[1] == 1 or (readings.level_with_cover == "blocks" and top == high)
        return low < top <= high and blind

    def side_blocks(one: Hex, other: Hex) -> bool:
        there = {*ground.side(one, other), *ground.side(other, one)}
        walls = there & {"crest", "embankment", "rampart"}
        if not walls and ("slope" not in there or {one, other} <= descent):
            return False
        top = max(ground.height[one], ground.height[other]) + (1 if walls else 0)
        if eye >= top + 1 or (readings.low_obstacles == "either" and aim >= top + 1):
            return False
        return by_10_44(top, one, other)

    for i, here in enumerate(line[1:-1], 1):
        blocked = {hex for hex in here if hex_blocks(hex)}
        if blocked and (blocked == here or readings.along_hexside == "either"):
            return blocked
        if len(whole[i]) == len(here) == 2 and side_blocks(*here):
            return {"|".join(sorted(here))}
        if i + 1 < len(line) - 1:
            sides = [sorted((one, other)) for one in here for other in line[i + 1]]
            if sides and all(side_blocks(*pair) for pair in sides):
                return {"|".join(pair) for pair in sides}
    return set()


def downhill(ground: Ground, line: list[set[Hex]]) -> set[Hex]:
    """The hexes of the line, from the higher end, so long as each is lower than all before it."""
    found: set[Hex] = set()
    for i, here in enumerate(line):
        before = [ground.height[hex] for back in line[:i] for hex in back]
        if not here or any(ground.height[hex] >= level for hex in here for level in before):
            break
        found |= here
    return found

"""Sight over hills, woods, units and walls: what each rule says, and a slow way to say the same."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from campaign.rules.boards import Board, BoardFile
from campaign.rules.hexes import Axial, Layout
from campaign.rules.relief import NOTHING, TALL, Blocked, Crossing, Over, Relief, half_way, straight
from tests.rules.test_hexes import slow_line


def board(*heights: str) -> Board:
    layout = Layout(columns=len(heights[0]), rows=len(heights))
    picture = ("." * len(heights[0]),) * len(heights)
    return Board(
        BoardFile("hill", "A hill", "drawn for this test", layout, {".": "clear"}, picture, heights=heights)
    )


def column(heights: str) -> Board:
    """Hexes 0101, 0102 … from north to south."""
    return board(*heights)


def test_a_hill_between_two_valleys_blocks_and_is_named() -> None:
    ground = Relief(column("0010"))
    assert ground.blocker("0101", "0104") == Blocked("0103", "ground")
    assert ground.clear("0101", "0103"), "the end hexes never block"


def test_cover_is_named_as_such_and_only_for_this_call() -> None:
    ground = Relief(column("0000"))
    assert ground.blocker("0101", "0104", {"0102": 1, "0103": 1}) == Blocked("0102", "cover")
    assert ground.blocker("0104", "0101", {"0102": 1, "0103": 1}) == Blocked("0103", "cover")
    assert ground.clear("0101", "0104")
    assert ground.clear("0101", "0104", {"0101": 1, "0104": 1}), "woods one hex deep"


def test_a_straight_line_passes_over_what_it_clears_or_touches() -> None:
    ground = Relief(column("20000"))
    assert ground.clear("0101", "0105", {"0102": 1, "0103": 1}), "1.5 and 1.0 levels up there"
    assert ground.blocker("0101", "0105", {"0104": 1}) == Blocked("0104", "cover"), "0.5 levels up there"
    assert ground.clear("0101", "0105", {"0104": 1}, eyes=(2, 0)), "1.0 from two levels higher"
    assert ground.blocker("0101", "0105", {"0102": TALL}) == Blocked("0102", "cover")


def test_half_way_blocks_what_is_nearer_to_the_lower() -> None:
    ground = Relief(column("2000000"), half_way)
    assert ground.clear("0101", "0107", {"0103": 1})
    assert ground.clear("0101", "0107", {"0104": 1}), "as far from one as from the other"
    assert not ground.clear("0101", "0107", {"0105": 1})
    assert not ground.clear("0107", "0101", {"0105": 1})
    assert not ground.clear("0101", "0107", {"0102": 3}), "higher than both"
    assert Relief(column("111"), half_way).clear("0101", "0103"), "no higher than both"


def test_along_a_side_both_hexes_or_either() -> None:
    # From 0102 to 0302 the line runs between 0201 and 0202.
    flat = board("...", "...")
    both, either = Relief(flat), Relief(flat, along="either")
    for hex in ("0201", "0202"):
        assert both.clear("0102", "0302", {hex: 1})
        assert either.blocker("0102", "0302", {hex: 1}) == Blocked(hex, "cover")
    assert both.blocker("0102", "0302", {"0201": 1, "0202": 1}) == Blocked("0201", "cover")
    assert both.blocker("0302", "0102", {"0201": 1, "0202": 1}) == Blocked("0202", "cover")
    # From 0101 to 0301 it runs along the northern side of 0201, and the board ends there.
    assert not both.clear("0101", "0301", {"0201": 1})


def test_a_wall_blocks_who_crosses_its_side_or_looks_along_it() -> None:
    flat = Relief(board("...", "...", "...", "..."))
    assert flat.blocker("0101", "0104", walls={("0103", "0102"): 1}) == Blocked("0102", "wall", "0103")
    assert flat.clear("0101", "0104", walls={("0101", "0102"): 1, ("0103", "0104"): 1}), "of the end hexes"
    assert flat.clear("0101", "0104", walls={("0101", "0201"): 1, ("0202", "0302"): 1}), "elsewhere"
    assert flat.blocker("0102", "0302", walls={("0201", "0202"): 1}) == Blocked("0201", "wall", "0202")
    hill = Relief(column("2000"))
    assert hill.clear("0101", "0104", walls={("0102", "0103"): 1}), "1.0 levels up in the middle"
    assert not hill.clear("0101", "0104", walls={("0102", "0103"): 2})


# The same, slowly: with fractions, in the plane, from what the words say.


def plane(hex: Axial) -> tuple[Fraction, Fraction]:
    """East, and south divided by the root of 3, in sides of a hex."""
    return Fraction(3, 2) * hex[0], hex[1] + Fraction(hex[0], 2)


def times(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]) -> Fraction:
    return a[0] * b[0] + 3 * a[1] * b[1]


def minus(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    return a[0] - b[0], a[1] - b[1]


@cache
def slow(q: int, r: int) -> tuple[tuple[frozenset[Axial], Fraction], ...]:
    """Each stretch of the line from (0, 0) between its ends, and how far along it the middles of its hexes lie."""
    goal = plane((q, r))
    found: list[tuple[frozenset[Axial], Fraction]] = []
    for step in slow_line((0, 0), (q, r))[1:-1]:
        parts = {times(plane(hex), goal) / times(goal, goal) for hex in step}
        assert len(parts) == 1
        found.append((frozenset(step), parts.pop()))
    return tuple(found)


def steps(a: Axial, b: Axial) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[0] + a[1] - b[0] - b[1]))


def slow_hidden(rule: Over, part: Fraction, near: int, far: int, top: int, eye: int, aim: int) -> bool:
    if rule is straight:
        return top > eye + (aim - eye) * part
    lower, higher = sorted((eye, aim))
    if top > higher:
        return True
    nearer = near < far if eye < aim else far < near
    return top > lower and lower != higher and nearer


def slow_blockers(
    ground: Board,
    a: str,
    b: str,
    rule: Over,
    either: bool,
    cover: dict[str, int],
    walls: dict[tuple[str, str], int],
) -> set[str]:
    """Hexes of the first stretch that blocks, walls as `a|b`; empty if the line is clear."""
    (q, r), (to_q, to_r) = ground.axial[a], ground.axial[b]
    eye, aim = ground.heights[a], ground.heights[b]
    goal, ahead = (to_q - q, to_r - r), slow(to_q - q, to_r - r)

    def walled(part: Fraction | None, x: Axial, y: Axial) -> set[str] | None:
        """What blocks on the side of two hexes, in that part of the line, or where it crosses; None off the board."""
        names = [ground.layout.hex_at((one[0] + q, one[1] + r)) for one in (x, y)]
        if None in names:
            return None
        wall = walls.get((str(names[0]), str(names[1])), walls.get((str(names[1]), str(names[0]))))
        if wall is None:
            return set()
        top = wall + max(ground.heights[str(name)] for name in names)
        if part is None:
            # Where the distance to both middles is the same: |p - x| = |p - y| with p = part of the goal.
            across = minus(plane(y), plane(x))
            square = times(plane(y), plane(y)) - times(plane(x), plane(x))
            part = square / (2 * times(across, plane(goal)))
        near = steps((0, 0), x) + steps((0, 0), y)
        far = steps(x, goal) + steps(y, goal)
        if slow_hidden(rule, part, near, far, top, eye, aim):
            return {f"{one}|{other}" for one, other in (names, names[::-1])}
        return set()

    for i, (stretch, part) in enumerate(ahead):
        here = {hex: one for one in stretch if (hex := ground.layout.hex_at((one[0] + q, one[1] + r)))}
        blocked = {
            hex
            for hex, one in here.items()
            if slow_hidden(rule, part, 2 * steps((0, 0), one), 2 * steps(one, goal),
                           ground.heights[hex] + cover.get(hex, 0), eye, aim)
        }  # fmt: skip
        if (either and blocked) or len(blocked) == len(here):
            return blocked
        after = ahead[i + 1][0] if i + 1 < len(ahead) else frozenset[Axial]()
        sides = [tuple(stretch)] if len(stretch) == 2 else []
        corner = [(one, other) for one in stretch for other in after]
        for pairs in (sides, corner):
            found = [walled(part if pairs is sides else None, *pair) for pair in pairs]
            found = [one for one in found if one is not None]
            if found and all(found):
                return set[str]().union(*found)
    return set()


def test_a_wall_that_goes_on_is_not_looked_through_where_two_of_its_sides_meet() -> None:
    """Coming from the west between 0301 and 0302, or going there."""
    flat = Relief(board(*("." * 7,) * 4))
    both = {("0302", "0401"): 1, ("0302", "0402"): 1}
    found = flat.blocker("0102", "0702", walls=both)
    assert found is not None and (found.hex, found.by) == ("0302", "wall")
    assert flat.blocker("0702", "0102", walls=both) is not None
    for one in both:
        assert flat.clear("0102", "0702", walls={one: 1}), "it only touches the end of that"
    assert flat.clear("0302", "0702", walls=both), "of an end hex"
    assert flat.clear("0102", "0702", walls={("0302", "0401"): 1, ("0402", "0502"): 1}), (
        "of two corners one side each"
    )


@pytest.mark.parametrize("rule", [straight, half_way])
@pytest.mark.parametrize("along", ["both", "either"])
def test_sight_is_what_the_slow_way_says_and_mutual(rule: Over, along: str, scale: int) -> None:
    rnd = Random(f"{rule.__name__} {along}")
    seen = {True: 0, False: 0}
    for _ in range(10 * scale):
        size = rnd.randint(2, 16), rnd.randint(2, 14)
        spread = rnd.choice(["....1", "..112", "0123"])
        ground = board(*("".join(rnd.choices(spread, k=size[0])) for _ in range(size[1])))
        some = sorted(ground.hexes)
        cover = {hex: rnd.choice((0, 1, 1, 2, TALL)) for hex in rnd.sample(some, len(some) // 6)}
        pairs = [(a, b) for a in some for b in ground.neighbours[a] if b and a < b]
        walls = {pair: rnd.randint(0, 2) for pair in rnd.sample(pairs, len(pairs) // 8)}
        relief = Relief(ground, rule, along)  # type: ignore[arg-type]
        for _ in range(600):
            a, b = rnd.choices(some, k=2)
            found = relief.blocker(a, b, cover, walls)
            names: set[str] = {f"{found.hex}|{found.other}" if found.other else found.hex} if found else set()
            slowly = slow_blockers(ground, a, b, rule, along == "either", cover, walls)
            assert names <= slowly and bool(names) == bool(slowly), (a, b)
            assert relief.clear(b, a, cover, walls) == (found is None), (a, b)
            seen[found is None] += 1
    assert min(seen.values()) > sum(seen.values()) // 10, "both happen often"


def test_a_rule_of_ones_own() -> None:
    def blind(where: Crossing, top: int, eye: int, aim: int) -> bool:
        return top > min(eye, aim) and where.far == 2

    ground = Relief(column("20000"), blind)
    assert ground.clear("0101", "0105", {"0103": 1})
    assert not ground.clear("0101", "0105", {"0104": 1})
    assert NOTHING == {}


def test_cover_and_walls_may_have_rules_of_their_own() -> None:
    def never(where: Crossing, top: int, eye: int, aim: int) -> bool:
        return False

    flat, walls = column("0000"), {("0102", "0103"): 1}
    assert Relief(flat, cover=never).clear("0101", "0104", {"0102": 1})
    assert not Relief(flat, cover=never).clear("0101", "0104", walls=walls)
    assert Relief(flat, wall=never).clear("0101", "0104", walls=walls)
    assert not Relief(flat, wall=never).clear("0101", "0104", {"0102": 1})


def test_who_looks_downhill_is_not_hidden_by_ground_that_falls_with_every_hex() -> None:
    steep, lip = column("3210"), column("3110")
    assert not Relief(steep, half_way).clear("0101", "0104")
    for ground, sees in ((steep, True), (lip, False)):
        relief = Relief(ground, half_way, downhill=True)
        assert relief.clear("0101", "0104") == relief.clear("0104", "0101") == sees
    relief = Relief(steep, half_way, downhill=True)
    assert relief.clear("0101", "0104", walls={("0102", "0103"): 0}), "the edge of the slope itself"
    assert not relief.clear("0101", "0104", walls={("0102", "0103"): 2}), "what stands on it does"
    assert not relief.clear("0101", "0104", {"0103": 1})

"""Geometry against arithmetic written another way, on random tables, and by hand-made examples."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random
from typing import Literal

import pytest

from campaign.rules.packs import read_pack
from campaign.systems import find, package_of
from campaign.systems.tanks_modern_age.charts import Terrain
from campaign.systems.tanks_modern_age.estimates import blocked, hindrances
from campaign.systems.tanks_modern_age.laying import terrain_places, terrain_problem, terrain_spots
from campaign.systems.tanks_modern_age.reach import (
    TURNS,
    Table,
    concealed,
    fly_way,
    in_zone,
    place_problem,
    tank_way,
)
from campaign.systems.tanks_modern_age.shapes import Arrow, Body, distance, distance_to_point, within
from campaign.systems.tanks_modern_age.sight import sight
from campaign.systems.tanks_modern_age.state import Ground, Kind
from tests.conftest import PROFILE
from tests.systems.tanks_modern_age import arithmetic as ar

SYSTEM = "tanks-modern-age"
KINDS = find(SYSTEM).load(read_pack(SYSTEM, package_of(SYSTEM))).charts.terrain
ARROW = Arrow(100, 50)
SIZES = {"forest": (150, 100), "building": (100, 80)}
PLACEMENTS = 1000 if PROFILE == "long" else 300
SLIVER = 0.01
"""A target of which less is open to the samples counts as undecided."""


def rect(one: Body | Ground) -> ar.Rect:
    return one.x, one.y, one.heading, one.length, one.width


def random_ground(rnd: Random, number: int) -> Ground:
    kind = "forest" if number < 2 else "building"
    x, y = rnd.randint(100, 800), rnd.randint(100, 800)
    return Ground(f"{kind}-{number}", kind, f"{kind} {number}", x, y, rnd.randrange(360), *SIZES[kind])


def random_body(rnd: Random, number: int) -> Body:
    x, y, heading = rnd.randint(50, 850), rnd.randint(50, 850), rnd.randrange(360)
    if rnd.random() < 0.25:
        return Body(f"h{number}", "helicopter", x, y, heading, 60, 60, rnd.random() < 0.3)
    size = rnd.randint(46, 80), rnd.randint(22, 40)
    return Body(f"t{number}", "tank", x, y, heading, *size, destroyed=rnd.random() < 0.2)


def placements(seed: int, count: int) -> Iterator[tuple[Random, Table, list[Body]]]:
    """Tables with six pieces of terrain and up to seven models where they may stand."""
    rnd = Random(seed)
    found = 0
    while found < count:
        table = Table(900, 900, [random_ground(rnd, i) for i in range(6)], KINDS)
        bodies: list[Body] = []
        for number in range(14):
            body = random_body(rnd, number)
            if not place_problem(table, body, bodies):
                bodies.append(body)
        if len(bodies) >= 3:
            found += 1
            yield rnd, table, bodies[:7]


def blockers(table: Table, looker: Body, target: Body, others: list[Body]) -> list[tuple[ar.Rect, bool]]:
    """Everything that stops a line, and whether it is a wood."""
    found = [(rect(one), one.kind == "forest") for one in table.terrain]
    for one in others:
        stops = looker.kind == "tank" or (one.destroyed and not looker.high)
        if one.kind == "tank" and stops and one.id not in (looker.id, target.id):
            found.append((rect(one), False))
    return found


def open_share(start: ar.Spot, target: Body, stops: list[tuple[ar.Rect, bool]]) -> float:
    """Which part of a target's points can be drawn to."""
    spots = list(
        ar.points_of(rect(target)) if target.kind == "tank" else ar.points_of_disc(target.x, target.y, 30)
    )
    reach = max(hypot(x - target.x, y - target.y) for x, y in spots)
    stops = [one for one in stops if ar.near_line(one[0], start, (target.x, target.y), reach)]
    free = 0
    for spot in spots:
        for one, wood in stops:
            low, high = ar.inside(one, start, spot)
            if high <= low:
                continue
            if wood and (low == 0.0 or high == 1.0):
                continue  # it begins or ends in the wood
            break
        else:
            free += 1
    return free / len(spots)


def test_lines_of_sight_on_random_placements():
    undecided = seen = 0
    for _, table, bodies in placements(1, PLACEMENTS):
        shooter, target = bodies[0], bodies[1]
        found = sight(table, shooter, target, bodies, ARROW)
        if (shooter.high and shooter.kind == "helicopter") or target.high:
            assert found.seen
            continue
        share = open_share((shooter.x, shooter.y), target, blockers(table, shooter, target, bodies))
        if 0 < share < SLIVER or (share == 0 and found.seen):
            undecided += 1
            continue
        assert found.seen == (share > 0), (shooter, target, share)
        assert bool(found.why) != found.seen
        seen += found.seen
    assert undecided <= PLACEMENTS * 0.02
    assert PLACEMENTS * 0.2 < seen < PLACEMENTS * 0.95


def test_hidden_corners_and_cover_on_random_placements():
    covered = skipped = 0
    for _, table, bodies in placements(2, PLACEMENTS):
        shooter, target = bodies[0], bodies[1]
        found = sight(table, shooter, target, bodies, ARROW)
        start = (float(shooter.x), float(shooter.y))
        spots = ar.corners(rect(target)) if target.kind == "tank" else [(float(target.x), float(target.y))]
        hidden, close_call = 0, False
        for spot in spots:
            longest = 0.0
            for one, wood in blockers(table, shooter, target, bodies):
                long = ar.length_inside(one, start, spot)
                if wood and shooter.kind == "tank":
                    whole = hypot(spot[0] - start[0], spot[1] - start[1])
                    under = ar.inside(rect(shooter), start, spot)[1] if shooter.kind == "tank" else 0.0
                    low, high = ar.inside(one, start, spot)
                    long = max(0.0, high - max(low, under)) * whole
                elif wood:
                    low, high = ar.inside(one, start, spot)
                    whole = hypot(spot[0] - start[0], spot[1] - start[1])
                    long = max(0.0, high - max(low, min(1.0, 30 / max(whole, 1e-9)))) * whole
                longest = max(longest, long)
            close_call |= 0.2 < longest < 0.9
            hidden += longest > 0.5
        if close_call:
            skipped += 1
            continue
        assert found.hidden == hidden, (shooter, target)
        assert found.cover == (hidden >= (2 if target.kind == "tank" else 1))
        covered += found.cover
    assert skipped <= PLACEMENTS * 0.02
    assert covered > PLACEMENTS * 0.1


def test_distances_close_range_and_side_shots_on_random_placements():
    for _, table, bodies in placements(3, PLACEMENTS):
        one, other = bodies[0], bodies[1]
        if one.kind == other.kind == "tank":
            away = ar.gap(rect(one), rect(other))
        elif one.kind == other.kind:
            away = hypot(one.x - other.x, one.y - other.y) - 60
        else:
            tank, base = (one, other) if one.kind == "tank" else (other, one)
            away = ar.to_point(rect(tank), (base.x, base.y)) - 30
        away = max(away, 0.0)
        assert distance(one, other) == pytest.approx(away, abs=1e-6)
        assert distance_to_point(one, other.x, other.y) == pytest.approx(
            max(0.0, ar.to_point(rect(one), (other.x, other.y)) if one.kind == "tank" else
                hypot(one.x - other.x, one.y - other.y) - 30), abs=1e-6
        )  # fmt: skip
        found = sight(table, one, other, bodies, ARROW)
        if abs(away - 150) > 1e-6:
            assert found.close == (away <= 150)
        parts = ar.corners(rect(one)) if one.kind == "tank" else [(float(one.x), float(one.y))]
        line = other.length / 2 if other.kind == "tank" else 0.0
        hindmost = min(ar.frame(rect(other), spot)[0] for spot in parts) - line
        if abs(hindmost + 0.5) > 1e-6:
            assert found.side == (hindmost < -0.5)


def test_firing_arcs_on_random_placements():
    outside = 0
    for _, table, bodies in placements(4, PLACEMENTS):
        shooter, target = bodies[0], bodies[1]
        found = sight(table, shooter, target, bodies, ARROW, forward=True)
        spots = list(
            ar.points_of(rect(target)) if target.kind == "tank" else ar.points_of_disc(target.x, target.y, 30)
        )
        line = shooter.length / 2 if shooter.kind == "tank" else 0.0
        own = [ar.frame(rect(shooter), spot) for spot in spots]
        if shooter.kind == "tank" and target.kind == "helicopter":
            whole = ar.frame(rect(shooter), (target.x, target.y))[0] - line
        else:
            whole = min(u for u, _ in own) - line
        ahead = sum(u > line and abs(v) < shooter.width / 2 for u, v in own) if shooter.kind == "tank" else 0
        if abs(whole) < 1.0 or 0 < ahead < 4 or (not ahead and whole < 0 and _grazes(own, line, shooter)):
            continue  # on the line
        in_arc = whole > 0 or ahead > 0
        outside += not in_arc
        if not in_arc:
            assert not found.seen
        elif found.why:
            assert "arc" not in found.why
    assert outside > PLACEMENTS * 0.2


def _grazes(own: list[tuple[float, float]], line: float, shooter: Body) -> bool:
    """A corner of the target may reach into the lane between two of the samples."""
    return any(u > line - 4 and abs(v) < shooter.width / 2 + 4 for u, v in own)


@pytest.mark.parametrize("seed", range(4))
def test_every_millimetre_of_a_tanks_move(seed: int):
    """Allowed is what sweeps over nothing and ends on nothing, by brute force for every distance."""
    moves = undecided = 0
    for rnd, table, bodies in placements(100 + seed, 60):
        tank = next((one for one in bodies if one.kind == "tank" and not one.destroyed), None)
        if tank is None:
            continue
        bearing, hull = rnd.randrange(360), rnd.choice(list(TURNS))
        flush = rnd.choice(("right", "left"))
        others = [one for one in bodies if one.id != tank.id]
        way = tank_way(table, tank, others, ARROW, bearing, hull, flush, "")
        long, wide = (
            (tank.length, tank.width) if hull in ("forward", "reverse") else (tank.width, tank.length)
        )
        side = 1 if flush == "right" else -1
        for wanted in range(0, 101, 3):
            moves += 1
            allowed = any(low <= wanted <= high for low, high in way.allowed)
            start = complex(*way.start)
            middle = start + ar.front(bearing) * complex(wanted - long / 2, side * wide / 2)
            x, y, heading, _ = way.end(wanted)
            assert abs(complex(x, y) - middle) < 0.72
            assert heading == (bearing + TURNS[hull]) % 360
            back = min(0.0, wanted - long)
            lane = start + ar.front(bearing) * complex((wanted + back) / 2, side * wide / 2)
            swept: ar.Rect = (lane.real, lane.imag, bearing, wanted - back, wide)
            deepest = max(
                [ar.depth(swept, rect(one)) for one in table.terrain if one.kind == "building"]
                + [ar.depth(swept, rect(one)) for one in others if one.kind == "tank"]
                + [max(max(-a, a - 900, -b, b - 900) for a, b in ar.corners(swept))]
            )
            end: ar.Rect = (middle.real, middle.imag, bearing, long, wide)
            bases = [30 - ar.to_point(end, (one.x, one.y)) for one in others if one.kind == "helicopter"]
            deepest = max([deepest, *bases])
            if -1.0 < deepest < 3.0:
                undecided += 1
                continue
            assert allowed == (deepest < 0), (tank, bearing, hull, flush, wanted, deepest)
    assert moves > 1000
    assert undecided < moves * 0.12


def test_models_that_move_about_always_stand_where_they_may():
    moved = flown = 0
    for rnd, table, bodies in placements(7, 120):
        for _ in range(12):
            i = rnd.randrange(len(bodies))
            one = bodies[i]
            others = [other for other in bodies if other.id != one.id]
            bearing = rnd.randrange(360)
            if one.kind == "helicopter":
                high = rnd.random() < 0.5
                way = fly_way(table, one, others, ARROW, bearing, high)
            else:
                if one.destroyed:
                    continue
                high = False
                hull, flush = rnd.choice(list(TURNS)), rnd.choice(("left", "right"))
                way = tank_way(table, one, others, ARROW, bearing, hull, flush, "")
            if not way.allowed:
                continue
            low, most = rnd.choice(way.allowed)
            x, y, heading, _ = way.end(rnd.randint(low, most))
            new = one.moved(x, y, heading, high)
            assert place_problem(table, new, others) == "", (one, new)
            bodies[i] = new
            moved += one.kind == "tank"
            flown += one.kind == "helicopter"
    assert moved > 300
    assert flown > 100


def test_a_low_flier_that_was_stopped_can_fly_on():
    stopped = 0
    for rnd, table, bodies in placements(11, 40):
        for _ in range(12):
            one = Body("h", "helicopter", rnd.randint(30, 870), rnd.randint(30, 870), 0, 60, 60)
            way = fly_way(table, one, bodies, ARROW, rnd.randrange(360), False)
            if place_problem(table, one, bodies) or not way.allowed or way.allowed[-1][1] >= way.longest:
                continue
            x, y, heading, _ = way.end(way.allowed[-1][1])
            new = one.moved(x, y, heading, False)
            assert any(
                fly_way(table, new, bodies, ARROW, bearing, False).allowed for bearing in range(0, 360, 10)
            )
            stopped += 1
    assert stopped > 80


def test_terrain_lies_clear_or_not_at_all(scale: int):
    """Runs long: on a full table every place of a grid must be refused, 11,532 of them."""
    rnd = Random(9)
    full = 0
    for _ in range(4 * scale):
        laid: list[Ground] = []
        for number in range(7):
            long, wide = SIZES["forest" if number < 2 else "building"]
            spots = terrain_places(900, 900, tuple(laid), long, wide, 150)
            assert bool(spots) == bool(terrain_spots(900, 900, laid, long, wide, 150))
            for x, y, heading in spots:
                piece = Ground("", "", "", x, y, heading, long, wide)
                assert min(min(a, b, 900 - a, 900 - b) for a, b in ar.corners(rect(piece))) >= 149
                assert all(ar.gap(rect(piece), rect(other)) >= 149 for other in laid)
            if not spots:
                full += 1
                grid = (
                    Ground("", "", "", x, y, heading, long, wide)
                    for x in range(150, 751, 20)
                    for y in range(150, 751, 20)
                    for heading in range(0, 180, 15)
                )
                assert all(terrain_problem(900, 900, laid, piece, 150) for piece in grid)
                break
            x, y, heading = rnd.choice(spots)
            laid.append(Ground(f"p{number}", "building", f"piece {number}", x, y, heading, long, wide))
    assert full > 3


def test_places_for_terrain_lie_on_a_lattice_until_none_is_left_there():
    """Whole rows of round places on an empty table; where only corners between pieces are left, these."""
    empty = terrain_places(900, 900, (), 150, 100, 150)
    assert {heading for _, _, heading in empty} == {0, 45, 90, 135}
    assert {y for _, y, heading in empty if not heading} == {225, 289, 353, 417, 482, 546, 610, 675}
    tight = tuple(
        Ground(f"b{i}", "building", "", x, y, 0, 100, 80)
        for i, (x, y) in enumerate(((200, 190), (455, 190), (710, 190), (200, 430), (710, 430)))
    )
    assert not set(terrain_places(900, 900, tight, 100, 80, 150)) & set(empty)
    assert terrain_places(900, 900, tight, 100, 80, 150)


# -- by hand ---------------------------------------------------------------------------------------------------

EMPTY = Table(900, 900, [], KINDS)
TANK = Body("tank", "tank", 450, 450, 0, 80, 40)


def wood(x: int, y: int) -> Table:
    return Table(900, 900, [Ground("f", "forest", "the wood", x, y, 90, 150, 100)], KINDS)


def house(x: int, y: int) -> Table:
    return Table(900, 900, [Ground("b", "building", "the house", x, y, 0, 100, 80)], KINDS)


def look(
    table: Table, shooter: Body, target: Body, *others: Body, forward: bool = False, through: bool = False
):
    return sight(
        table, shooter, target, [shooter, target, *others], ARROW, forward=forward, through_tanks=through
    )


def at(x: int, y: int, heading: int = 0, kind: str = "tank", **more: bool) -> Body:
    size = (80, 40) if kind == "tank" else (60, 60)
    return Body(f"{kind}-{x}-{y}", kind, x, y, heading, *size, **more)  # type: ignore[arg-type]


def test_straight_on_and_back_the_lane_is_kept():
    way = tank_way(EMPTY, TANK, [], ARROW, 0, "forward", "right", "")
    assert way.allowed == ((0, 100),)
    assert way.end(63)[:3] == (450, 387, 0)
    way = tank_way(EMPTY, TANK, [], ARROW, 180, "reverse", "right", "")
    assert way.end(40)[:3] == (450, 490, 0)


def test_a_tank_turns_on_the_spot():
    x, y, heading, _ = tank_way(EMPTY, TANK, [], ARROW, 45, "forward", "right", "").end(0)
    assert heading == 45
    assert hypot(x - 450, y - 450) < 60


def test_a_building_ends_a_move_and_is_named_with_the_distance():
    way = tank_way(house(450, 300), TANK, [], ARROW, 0, "forward", "right", "")
    assert way.allowed == ((0, 60),)
    assert way.limit(80) == "the house is in the way after 60 mm"
    assert way.limit(140) == "the arrow leads no farther than 100 mm"


def test_a_helicopters_base_is_passed_but_not_ended_on():
    base = at(450, 380, kind="helicopter")
    way = tank_way(EMPTY, TANK, [base], ARROW, 0, "forward", "right", "")
    assert way.allowed[0][0] == 0
    assert not any(low <= 30 <= high for low, high in way.allowed)


def test_low_helicopters_stop_at_woods_and_high_ones_do_not():
    copter = at(450, 700, kind="helicopter")
    low = fly_way(wood(450, 560), copter, [], ARROW, 0, False)
    high = fly_way(wood(450, 560), copter, [], ARROW, 0, True)
    assert low.allowed[-1][1] <= 60
    assert high.allowed == ((0, 210),)


def test_a_wood_hides_what_is_behind_and_covers_what_is_inside():
    shooter = at(450, 700)
    assert not look(wood(450, 500), shooter, at(450, 300, 180)).seen
    inside = look(wood(450, 500), shooter, at(450, 500, 180))
    assert (inside.seen, inside.cover, inside.hidden) == (True, True, 4)
    out = look(wood(450, 500), at(450, 500), at(450, 200, 180))
    assert out.seen
    assert not out.cover or out.hidden >= 2
    both = look(wood(450, 500), at(400, 500, 90), at(500, 500, 270))
    assert both.seen


def test_a_shooter_ignores_only_the_wood_under_its_own_hull():
    edge = at(450, 455)  # its front looks out of the wood, whose northern edge is at 450
    found = look(wood(450, 500), edge, at(450, 200, 180))
    assert (found.seen, found.cover) == (True, False)
    deep = look(wood(450, 500), at(450, 520), at(450, 200, 180))
    assert (deep.seen, deep.cover) == (True, True)


def test_houses_hide_and_high_fliers_are_seen_over_them():
    shooter, target = at(450, 700), at(450, 300, 180)
    found = look(house(450, 500), shooter, at(450, 430, 90))
    assert not found.seen
    assert "the house" in found.why
    high = look(house(450, 500), shooter, at(450, 300, kind="helicopter", high=True))
    assert (high.seen, high.cover) == (True, True)
    assert look(EMPTY, shooter, target).seen


@pytest.mark.parametrize(("length", "y"), [(80, 590), (49, 574)])
def test_p12_nobody_looks_through_the_house_that_the_front_of_its_hull_touches(length: int, y: int):
    """A hull of odd length lies half a millimetre in what it touches (p12 sight)."""
    striker = Body("striker", "tank", 450, y, 0, length, 40)
    found = look(house(450, 500), striker, at(450, 300), forward=True)
    assert (found.seen, found.why, found.hidden) == (False, "the house is in the way", 4)
    assert look(EMPTY, striker, at(450, 300), forward=True).seen
    wreck = Body("wreck", "tank", 450, 510, 90, 100, 80, destroyed=True)
    assert not look(EMPTY, striker, at(450, 300), wreck, forward=True).seen
    corner = Body("striker", "tank", 490, y, 0, length, 40)
    assert look(house(450, 500), corner, at(600, 300), forward=True).seen, "past the corner that it touches"
    assert not look(house(450, 500), corner, at(400, 300), forward=True).seen


def test_tanks_hide_tanks_but_not_from_artillery_nor_from_helicopters():
    shooter, target, between = at(450, 700), at(450, 300), at(450, 650, 90)
    wall = [Body(f"w{x}", "tank", x, 600, 90, 80, 40) for x in range(250, 700, 80)]
    assert not look(EMPTY, shooter, target, *wall, between).seen
    assert look(EMPTY, shooter, target, *wall, through=True).seen
    copter = at(450, 800, kind="helicopter")
    assert look(EMPTY, copter, target, *wall).seen
    wrecks = [Body(one.id, "tank", one.x, one.y, 90, 80, 40, destroyed=True) for one in wall]
    assert not look(EMPTY, copter, target, *wrecks).seen


def test_forward_firing_wholly_in_front_or_partly_straight_ahead():
    striker = at(450, 500)
    assert look(EMPTY, striker, at(250, 300), forward=True).seen  # wholly in front of it
    assert not look(EMPTY, striker, at(300, 460), forward=True).seen  # partly behind its front
    assert look(
        EMPTY, striker, Body("long", "tank", 500, 450, 90, 80, 40), forward=True
    ).seen  # partly straight ahead


def test_a_side_shot_needs_a_part_behind_the_front():
    target = at(450, 450)  # its front is at y 410
    assert not look(EMPTY, at(450, 300, 180), target).side
    assert look(EMPTY, at(300, 400, 90), target).side
    assert look(EMPTY, at(450, 700), target).side


def test_close_range_ends_at_one_arrow():
    assert look(EMPTY, at(450, 700), at(450, 470)).close  # 150 mm between the hulls
    assert not look(EMPTY, at(450, 700), at(450, 469)).close


def test_a_zone_holds_whole_hulls_and_touched_bases():
    assert in_zone(EMPTY, at(450, 40), "north", 100)
    assert not in_zone(EMPTY, at(450, 70), "north", 100)
    assert in_zone(EMPTY, at(450, 720, kind="helicopter"), "south", 150)
    assert not in_zone(EMPTY, at(450, 715, kind="helicopter"), "south", 150)


@pytest.mark.parametrize("impassable", [(), ("tank",), ("helicopter",), ("tank", "helicopter")])
def test_p10_the_chart_says_for_whom_terrain_is_impassable(impassable: tuple[Kind, ...]):
    """p10 impassable."""
    kinds = {"marsh": Terrain("marsh", "Marsh", 100, 80, impassable, "conceals", "a chart of one's own")}
    table = Table(900, 900, [Ground("m", "marsh", "the marsh", 450, 300, 0, 100, 80)], kinds)
    helicopter = at(450, 450, kind="helicopter")
    ways = {
        "tank": tank_way(table, TANK, [], ARROW, 0, "forward", "right", ""),
        "helicopter": fly_way(table, helicopter, [], ARROW, 0, False),
    }
    for kind, way in ways.items():
        assert (way.allowed[-1][1] < way.longest) == (kind in impassable)
        assert bool(place_problem(table, at(450, 300, kind=kind), [])) == (kind in impassable)
    assert fly_way(table, helicopter, [], ARROW, 0, True).allowed[-1][1] == 210
    driven_through = tank_way(table, at(450, 300), [], ARROW, 0, "forward", "right", "").end(50)[3]
    assert driven_through == ("tank" not in impassable)


@pytest.mark.parametrize("how", ["blocks", "conceals"])
def test_p14_the_chart_says_which_terrain_blocks_and_which_conceals(how: Literal["blocks", "conceals"]):
    """p14 blocking."""
    kinds = {"marsh": Terrain("marsh", "Marsh", 150, 100, (), how, "a chart of one's own")}
    table = Table(900, 900, [Ground("m", "marsh", "the marsh", 450, 450, 0, 150, 100)], kinds)
    hidden, inside = look(table, at(450, 800), at(450, 200)), look(table, at(450, 800), at(450, 450))
    assert (hidden.seen, hidden.why) == (False, "the marsh is in the way")
    assert inside.seen == (how == "conceals") == concealed(table, at(450, 450))
    lines = hindrances(table)
    assert blocked(lines, (450, 800), (450, 450), 0) == (1 if how == "conceals" else 2)


def test_within_says_what_the_distance_says():
    rnd, told = Random(5), set[bool]()
    for number in range(4000):
        one, other = random_body(rnd, number), random_body(rnd, number + 1)
        apart = distance(one, other)
        reach = rnd.choice((0, 150, apart, max(0.0, apart - 0.001)))
        told.add(within(one, other, reach))
        assert within(one, other, reach) == (apart <= reach), (one, other, reach)
    assert told == {True, False}

"""Who may move, where to and for how much: 8.0 to 8.5, 9.1, 9.2, 10.1, 10.14, 10.5, 12.0, 16.18, 17.1 and 19.6.

Points are counted in halves.
"""

from __future__ import annotations

import heapq
from typing import Any, NamedTuple

from tests.second.mechwar_4.charts import MANY, side_rows, table, terrains
from tests.second.mechwar_4.hexes import ROUND, Spot, name
from tests.second.mechwar_4.world import Piece, World

STACK = 3
WATER = ("river", "stream", "ditch")


class Going(NamedTuple):
    """A move under way. left, all: halves of points. still: nothing has been spent yet."""

    unit: str
    left: int
    all: int
    still: bool = True
    column: bool = False
    changed: bool = False
    """It has formed or left column."""


# -- who ---------------------------------------------------------------------------------------------------------


def starts(world: World, side: str) -> set[tuple[str, str]]:
    """Units on the map that may begin to move, and at which pace (8.16)."""
    return {
        (one.id, pace)
        for one in world.pieces.values()
        if one.side == side and one.at and not one.carrier and may_move(world, one)
        for pace in paces(one)
    }


def may_move(world: World, one: Piece) -> bool:
    if one.panicked or one.fired or one.moved or one.fatigue >= 2:
        return False
    if one.target == "soft" and one.suppression:
        return False  # 7.6
    for rider in world.aboard(one.id):
        how = one.row.get("mounted")
        if (
            rider.fired
            and not rider.panicked
            and (how in ("ports", "hatches") or (how == "standing" and not rider.halved))
        ):
            return False  # 9.51 to 9.55
    return True


def paces(one: Piece) -> tuple[str, ...]:
    if not one.infantry:
        return ("walk",)
    return ("walk", "double", "charge") if one.fatigue == 0 else ("walk", "double")


def allowance(one: Piece, pace: str) -> int:
    return 2 * one.row["move"] * {"walk": 1, "double": 2, "charge": 3}[pace]


# -- what it costs -----------------------------------------------------------------------------------------------


def bridged(world: World, pair: frozenset[Spot]) -> str:
    """The bridge or ford over a side, "" for none."""
    sides = world.board.sides.get(pair, ())
    if pair in world.built:
        return "bridge"
    found = [what for what in sides if side_rows()[what].get("bridges") and pair not in world.broken]
    return found[0] if found else ""


def step(world: World, one: Piece, a: Spot, b: Spot, column: bool) -> int | None:
    """What it costs to go from a hex to a neighbour; None where one cannot."""
    board = world.board
    if b not in board.terrain:
        return None
    if one.flies:
        return 2  # 17.11
    ground = terrains()[board.terrain[b]]
    how = "foot" if one.moves == "foot" else "truck" if one.moves == "truck" else "vehicle"
    pair = frozenset((a, b))
    ways = table("terrain")["ways"]
    over = bridged(world, pair)
    rows = [side_rows()[what] for what in board.sides.get(pair, ())]
    water = [row for row in rows if row["id"] in WATER]
    if over:
        rows = [
            row for row in rows if row["id"] not in WATER and (row["id"] == over or not row.get("bridges"))
        ]
    else:
        rows = [row for row in rows if not row.get("bridges")]
    if how == "foot":
        barred = ground["foot"] == "no" or any(row["foot"] == "no" for row in rows)
        return None if barred else 2  # 8.1
    if any(row[how] == "no" for row in rows if row["id"] in WATER):
        return None
    found: list[int] = []
    wrecked = bool(world.wrecks & pair) and not (over == "bridge" and water)
    if pair in board.roads and not wrecked:
        per = ways["column_road"] if column and world.readings["column_road"] == "one" else ways["road"]
        found.append(int(2 * per))
    if board.terrain[a] == board.terrain[b] == "town" and not wrecked:
        found.append(int(2 * ways["town"]))
    trail = all("trail" in board.features.get(hex, ()) for hex in (a, b))
    if trail and column and not found:
        found.append(int(2 * ways["column_trail"]))  # whatever else lies there
    elif trail and not column:
        found.append(int(2 * ways["trail"]))
    barred = ground[how] == "no" or any(row[how] == "no" for row in rows)
    barred = barred or (one.moves == "motorcycle" and board.terrain[b] == "heavy-woods")  # 19.622
    if not barred and not (column and found):
        up = max(0, board.level[b] - board.level[a])
        found.append(2 * (ground[how] + sum(row[how] for row in rows) + up * side_rows()["slope"][how]))
    if not found:
        return None
    if b in world.abatis and board.terrain[b] == "heavy-woods":
        return None  # 19.612
    breach = 2 * table("terrain")["efforts"]["breach"] if column and world.mined.get(b) else 0
    return min(found) + breach


# -- where to ----------------------------------------------------------------------------------------------------


def hostile(world: World, one: Piece, hex: Spot) -> list[Piece]:
    """Enemies that are in its way in a hex (8.25, 17.12)."""
    others = [other for other in world.here(hex) if other.side != one.side and not other.carrier]
    return [] if one.flies else [other for other in others if not other.flies]


def passes(world: World, one: Piece, hex: Spot) -> bool:
    """Whether it goes on through a hex: not among enemies, but for vehicles among motorcycles (19.624)."""
    foes = hostile(world, one, hex)
    return not foes or (one.moves != "foot" and all(other.moves == "motorcycle" for other in foes))


def enters(world: World, one: Piece, hex: Spot) -> bool:
    """17.12: no helicopter into the hex of another."""
    return not (one.flies and any(other.flies and other.id != one.id for other in world.here(hex)))


def counts(one: Piece) -> bool:
    """8.51, 17.12, 19.613, 19.623."""
    return not one.carrier and not one.flies and one.kind != "engineers" and one.moves != "motorcycle"


def room(world: World, one: Piece, hex: Spot) -> bool:
    """8.5."""
    if not counts(one):
        return True
    there = [
        other for other in world.here(hex) if other.id != one.id and other.side == one.side and counts(other)
    ]
    return len(there) < STACK


def destinations(world: World, going: Going) -> set[tuple[str, int]]:
    """Every hex to which a unit can go on, with the cost of the cheapest way."""
    one = world.pieces[going.unit]
    assert one.at is not None
    best: dict[Spot, int] = {one.at: 0}
    found: set[tuple[str, int]] = set()
    heap: list[tuple[int, Spot]] = [(0, one.at)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here]:
            continue
        if here != one.at:
            if room(world, one, here) or hostile(world, one, here):
                found.add((name(here), spent))
            if not passes(world, one, here) or stops(world, one, here):
                continue
        for edge in ROUND:
            there = here.beside(edge)
            cost = step(world, one, here, there, going.column)
            if cost is None or spent + cost > going.left or not enters(world, one, there):
                continue
            if spent + cost < best.get(there, MANY):
                best[there] = spent + cost
                heapq.heappush(heap, (spent + cost, there))
    return found


def stops(world: World, one: Piece, hex: Spot) -> bool:
    """19.612: vehicles in an abatis; 16.13: everybody in mines."""
    ground = one.moves != "helicopter"
    if ground and one.moves != "foot" and hex in world.abatis:
        return True
    return ground and hex in world.mined and not (world.mined[hex] and one.column)


# -- other things to do ------------------------------------------------------------------------------------------


def shapes(world: World, going: Going) -> set[tuple[Any, ...]]:
    """Column, defilade, mounting and dismounting, with what they cost."""
    one = world.pieces[going.unit]
    assert one.at is not None
    efforts = table("terrain")["efforts"]
    found: set[tuple[Any, ...]] = set()
    if not one.flies and not one.column and going.still and not going.changed:
        found.add(("form-column", 0 if one.moves == "foot" else going.all))
    if one.column and going.still and not going.changed:
        found.add(("leave-column", 0))
    covered = one.moves == "foot" and one.defilade  # 10.52: it faces everywhere
    if not one.flies and not one.column and not covered and not hostile(world, one, one.at):
        cost = 2 * efforts["defilade" if world.board.terrain[one.at] == "clear" else "defilade_elsewhere"]
        cost = 0 if one.moves == "motorcycle" else min(cost, going.all) if going.still else cost
        if cost <= going.left:
            found |= {("defilade", edge, cost) for edge in ROUND if edge != one.defilade}
    return found | boarding(world, going)


def boarding(world: World, going: Going) -> set[tuple[str, str, str]]:
    """Who gets on the unit that is moving, or off it (9.1, 9.2)."""
    carrier = world.pieces[going.unit]
    efforts = table("terrain")["efforts"]
    found: set[tuple[str, str, str]] = set()
    if carrier.flies and world.board.terrain[carrier.at] in ("light-woods", "heavy-woods", "town"):  # type: ignore[index]
        return found  # 17.14
    if going.left >= 2 * efforts["mount"]:
        found |= {
            ("mount", one.id, carrier.id)
            for one in world.here(carrier.at)
            if one.side == carrier.side and one.id != carrier.id and gets_on(world, one, carrier)
        }
    if going.left >= 2 * efforts["dismount"]:
        found |= {
            ("dismount", one.id, carrier.id)
            for one in world.aboard(carrier.id)
            if gets_off(world, one, carrier)
        }
    return found


def able(one: Piece) -> bool:
    """8.2, 7.6, 8.162: to get on or off is to move."""
    return not (one.panicked or one.fired or one.moved or one.suppression or one.fatigue >= 2)


def gets_on(world: World, one: Piece, carrier: Piece) -> bool:
    if one.moves != "foot" or one.carrier or not able(one) or one.improved or carrier.damage > one.damage:
        return False
    if not (carrier.carries or (carrier.ridden and one.infantry)):
        return False  # 9.6, 9.21
    aboard = world.aboard(carrier.id)
    squads = sum(other.kind == "engineers" for other in (*aboard, one))
    platoons = sum(other.kind != "engineers" for other in (*aboard, one))
    return platoons <= 1 and squads <= (1 if platoons else 3)  # 19.614


def gets_off(world: World, one: Piece, carrier: Piece) -> bool:
    assert carrier.at is not None
    if not able(one):
        return False
    there = [other for other in world.here(carrier.at) if other.side == one.side and counts(other)]
    return one.kind == "engineers" or len(there) < STACK

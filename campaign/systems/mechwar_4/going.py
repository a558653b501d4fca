"""How the sensible player moves: who gains by it, whereto, and into which cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.aims import FAR
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.play import frame
from campaign.systems.mechwar_4.reach import goals, ways
from campaign.systems.mechwar_4.reading import Reading
from campaign.systems.mechwar_4.shots import best_of
from campaign.systems.mechwar_4.spread import Reach
from campaign.systems.mechwar_4.state import Unit

LOOKED_AT = 3
"""Units whose moves are weighed, of those that have furthest to go, before the others are."""
HEXES = 5
"""Hexes weighed for a move: so many that are nearest to where it should go, and so many that fewest enemies see."""
NEAR = 30
"""Hexes among which they are."""
DIGITS = 9
"""Behind the point: sums are compared, and their last digit is of no account."""
MINES = 0.8
"""What it costs to go through a hex of mines that one knows of."""
JAM = 1.0
"""What it costs to stand where others leave the map for points."""
LAST_STEP = 2
"""Steps that a unit has lost of which the next is its last."""
LEAVING = 2
"""Points for leaving the map that make it as urgent as other aims are; more make it more so."""
LEADS = 1.0
"""What it costs that who only helps goes before those who fight."""
CLOSE = 1
"""Hexes from its aim at which infantry gets down, since it walks a hex in a turn."""
CONTACT = 3
"""Hexes from its aim, or from the enemy, at which infantry gets down where he is that near."""
LONG = 12
"""Halves of points from its aim beyond which it gets on."""
ALARM = 5
"""Hexes from the enemy at which infantry without an aim gets down."""
QUIET = 8
"""Hexes from the enemy beyond which a unit digs in unseen while he has not passed."""


# -- who moves -------------------------------------------------------------------------------------------------


def movers(reading: Reading, must: bool, least: float) -> list[tuple[float, Option]]:
    """Units that gain by moving, each with what it gains; of those with furthest to go some are looked at closely.
    least: what who only flees must gain."""
    found: list[tuple[float, Unit, Option]] = []
    for option in reading.of(a.StartMove):
        unit = reading.game.units[option.action.unit]
        if option.action.pace == "walk" and (crude := wish(reading, unit, must, least)) > 0:
            found.append((crude, unit, option))
    found.sort(key=lambda one: -one[0])
    weighed: list[tuple[float, Option]] = []
    for i, (crude, unit, option) in enumerate(found):
        if i >= LOOKED_AT and max(value for value, _ in weighed) > reading.weights.begun:
            break
        weighed.append((gain(reading, unit) if unit.hex else crude, option))
    return weighed


def wish(reading: Reading, unit: Unit, must: bool, least: float) -> float:
    """How much a unit may gain by moving, before it is looked at closely; 0 if it stays."""
    if not unit.hex:
        return 0.5 if reading.helps(unit) else 1.0
    left = reading.left(unit)
    if 0 < left < FAR or must or (not left and reading.exits(unit)):
        return reading.urgency(unit, left) + 0.001 * left
    fear = reading.shelling(unit, unit.hex)
    if not holds_out(reading, unit):
        fear += reading.danger(unit, unit.hex)
    return fear / 2 if fear > max(reading.weights.flee * reading.worth(unit), 2 * least) else 0.0


def holds_out(reading: Reading, unit: Unit) -> bool:
    """Whether a unit without an aim stays where it is in danger, since it fires back: on the ground, not to its last
    step."""
    row = reading.play.type_of(unit)
    armed = bool(row.arms) and not reading.helps(unit) and row.kind != "apc"
    return armed and unit.damage < LAST_STEP and row.moves != "helicopter"


def flees(reading: Reading, unit: Unit) -> bool:
    """Whether a unit is in such danger that it goes anywhere else."""
    return bool(unit.hex) and reading.danger(unit, unit.hex) > reading.weights.flee * reading.worth(unit)


def gain(reading: Reading, unit: Unit) -> float:
    if not reading.left(unit) and reading.exits(unit):
        return 2.0
    points = reading.play.type_of(unit).move
    reach = ways(reading.known, unit, Move(unit.id, points, points))
    return best_place(reading, unit, reach, list(goals(reading.known, unit, reach)))[0]


def dig(reading: Reading) -> Option | None:
    """Somebody with nothing else to do, who takes cover where he is: unseen and far from the enemy, or once the enemy
    has done for this turn."""
    calm = reading.enemy_done()
    for option in reading.of(a.StartMove):
        unit = reading.game.units[option.action.unit]
        if option.action.pace == "walk" and uncovered(reading, unit) and reading.left(unit) in (0, FAR):
            near = reading.nearest_enemy(unit.hex)
            seen = bool(near) and reading.play.clear(near, unit.hex)
            if near and ((calm or reading.room(unit.hex) > QUIET) if not seen else calm and unit.seen):
                return option
    return None


def uncovered(reading: Reading, unit: Unit) -> bool:
    """Whether a defilade would cover a unit, which is then no worse at what it does."""
    row = reading.play.type_of(unit)
    if not unit.hex or unit.defilade or unit.improved or unit.column or unit.work or unit.suppression:
        return False
    if row.moves == "helicopter" or row.howitzers or reading.exits(unit) or reading.play.carried(unit):
        return False
    terrain = reading.play.ground.terrain[unit.hex]
    return not (terrain.woods or terrain.town or terrain.defilade)


# -- whereto ---------------------------------------------------------------------------------------------------


class Outing(NamedTuple):
    """What is the same for all hexes to which a unit may go. now: how far it has to its aim, in halves of points;
    least: as near as it goes; mined: hexes of mines on the way to each hex."""

    unit: Unit
    far: Mapping[Hex, int]
    now: int
    pace: int
    least: int
    mined: Mapping[Hex, int]
    urgent: float


def outing(reading: Reading, unit: Unit, reach: Reach) -> Outing:
    far = reading.distances(unit)
    now = far.get(unit.hex, FAR) if unit.hex else FAR
    pace = max(1, reading.play.type_of(unit).move)
    least = 0 if reading.pressed(unit, now) and not reading.helps(unit) else reading.behind(unit)
    urgent = (reading.urgency(unit, now) if now < FAR else 1.0) * max(1.0, reading.exits(unit) / LEAVING)
    return Outing(unit, far, now, pace, least, crossed(reading, unit, reach), urgent)


def best_place(
    reading: Reading, unit: Unit, reach: Reach, places: Sequence[tuple[Hex, int]]
) -> tuple[float, Hex]:
    """Of some hexes the one by going to which a unit gains most, and what it gains: by what it is to be there, and by
    danger that it leaves or comes into, there and on the way. Who has no aim does not come nearer to the enemy; who
    only helps or fights from afar enters none of his hexes. Of hexes that are worth the same the better comes first;
    (0, "") where there is none."""
    weights, out = reading.weights, outing(reading, unit, reach)
    off = reading.stands_off(unit) or reading.helps(unit)
    room = reading.room(unit.hex) if unit.hex and not out.far else 0
    some = [
        hex
        for hex in candidates(reading, out.far, places, out.mined, out.least)
        if not (off and reading.hostile(hex)) and (not room or reading.room(hex) >= room)
    ]
    ranked = sorted(((attraction(reading, out, hex), -i, hex) for i, hex in enumerate(some)), reverse=True)
    leaves = reading.stake(unit, unit.hex) if unit.hex else 0.0
    relief = weights.care * threatened(reading, unit, unit.hex) - leaves if unit.hex else 0.0
    way = weights.way / reading.together(unit)
    best: tuple[float, int, Hex] | None = None
    for drawn, i, hex in ranked:
        most = round(drawn + relief, DIGITS)
        if best is not None and most < best[0]:
            break  # danger only takes off
        value = most - weights.care * threatened(reading, unit, hex)
        if best is None or value >= best[0]:
            path = reach.path(hex)
            value -= way * reading.gauntlet(unit, path)
            if drawn > 0 and reading.held_by_foes(hex):
                value -= drawn * (1 - reading.braves(unit, path))
        value = round(value, DIGITS)
        if best is None or (value, i) > best[:2]:
            best = value, i, hex
    return (0.0, "") if best is None else (best[0], best[2])


def attraction(reading: Reading, out: Outing, hex: Hex) -> float:
    """What it is to come to a hex, of danger apart: nearer to an aim, a place that counts, whom the unit overruns."""
    unit, left = out.unit, out.far.get(hex, FAR)
    nearer = (
        min(1.0, (min(out.now, left + out.pace) - max(left, out.least)) / out.pace) if left < FAR else 0.0
    )
    value = reading.weights.haste * out.urgent * (nearer - max(0, out.least - left) / out.pace)
    if reading.held_by_foes(hex):
        brings, chance = reading.fight(unit, hex)
        value = value * chance + brings + reading.prize(unit, hex) * chance
    else:
        value = (value + reading.prize(unit, hex)) * (
            reading.weights.unknown if hex in reading.strangers else 1
        )
        value += 0.6 * (not left and bool(reading.exits(unit)))
        value += reading.stake(unit, hex)
        value -= JAM * reading.jams(unit, hex)
    return value - MINES * out.mined.get(hex, 0) - LEADS * reading.leads(unit, hex)


def threatened(reading: Reading, unit: Unit, hex: Hex) -> float:
    """What a unit is in for that stays in a hex."""
    return reading.danger(unit, hex) + reading.shelling(unit, hex) + reading.exposed(unit, hex)


def crossed(reading: Reading, unit: Unit, reach: Reach) -> Mapping[Hex, int]:
    """How many hexes with known mines lie on the way to each hex, where there are any."""
    mined = reading.avoided(unit)
    costs = [cost for hex in mined if (cost := reach.cost(hex)) is not None]
    return Crossed(reach, mined, min(costs)) if costs else {}


class Crossed(dict[Hex, int]):
    """Ways are looked at when they are asked for, and only where they may lead through mines."""

    def __init__(self, reach: Reach, mined: frozenset[Hex], first: int) -> None:
        super().__init__()
        self._reach, self._mined, self._first = reach, mined, first

    def get(self, hex: Hex, default: int = 0) -> int:  # type: ignore[override]
        found = super().get(hex)
        if found is None:
            cost = self._reach.cost(hex)
            through = cost is not None and cost >= self._first
            found = self[hex] = len(self._mined.intersection(self._reach.path(hex))) if through else 0
        return found


def candidates(
    reading: Reading, far: Mapping[Hex, int], places: Sequence[tuple[Hex, int]], mined: Mapping[Hex, int], least: int
) -> list[Hex]:  # fmt: skip
    """Of some hexes those nearest to an aim, or as far from it as the unit stays behind, the ones behind known mines
    last; of the next those that fewest enemies see; of those beyond the nearest that none sees; and those with known
    enemies."""
    ranked = [
        hex for _, _, hex in sorted((abs(far.get(hex, FAR) - least), cost, hex) for hex, cost in places)
    ]
    near = unmined(ranked, mined)
    seers = partial(seen_by, reading)
    chosen = near[:HEXES] + sorted(near[HEXES:NEAR], key=lambda hex: seers(hex).bit_count())[:HEXES]
    hidden = (hex for hex in ranked[NEAR:] if not seers(hex) and hex not in chosen and not mined.get(hex, 0))
    chosen += islice(hidden, HEXES)
    there = {one.hex for one in reading.foes}
    return chosen + [hex for hex, _ in places if hex in there and hex not in chosen][:HEXES]


def seen_by(reading: Reading, hex: Hex) -> int:
    """The hexes with enemies, face up or down, from which one is seen."""
    return reading.play.spotting.seers(hex, reading.eyes, reading.play.smoke)


def unmined(ranked: Sequence[Hex], mined: Mapping[Hex, int]) -> list[Hex]:
    """The first to be reached without mines, then the others of as many as were looked at."""
    if not mined and not isinstance(mined, Crossed):
        return list(ranked[:NEAR])
    free: list[Hex] = []
    behind: list[tuple[int, int, Hex]] = []
    for i, hex in enumerate(ranked):
        if count := mined.get(hex, 0):
            behind.append((count, i, hex))
        else:
            free.append(hex)
        if len(free) == NEAR:
            break
    return (free + [hex for _, _, hex in sorted(behind)])[:NEAR]


# -- the move --------------------------------------------------------------------------------------------------


def move(reading: Reading) -> Option:
    """Off the map where that brings points; else the best hex that it has not tried; then into cover."""
    if (off := reading.one(a.Exit)) is not None and reading.exits(reading.game.units[off.unit]):
        return off
    now = frame(reading.play, Move)
    unit = reading.game.units[now.unit]
    left = reading.left(unit)
    if (on := reading.one(a.Mount)) is not None and LONG < left < FAR and now.still:
        return on
    if (down := reading.one(a.Dismount)) is not None and gets_down(reading, unit, left):
        return down
    if (shot := best_of(reading, reading.of(a.Fire))) is not None:
        return shot
    moves = reading.of(a.Move)
    reach = ways(reading.known, unit, now)
    places = list(goals(reading.known, unit, reach)) if moves else []
    fresh = untried(reading, unit, now.path, places)
    value, hex = best_place(reading, unit, reach, fresh)
    end = reading.one(a.EndMove)
    if hex and value > reading.weights.begun:
        return to(moves, places, hex)
    covered = cover(reading, unit)
    if covered is not None or end is not None or not hex:
        return covered or end or reading.options[0]
    return to(moves, places, hex)


def untried(
    reading: Reading, unit: Unit, path: Sequence[Hex], places: Sequence[tuple[Hex, int]]
) -> Sequence[tuple[Hex, int]]:
    """Where a unit may still think of going that has gone so far: to no hex twice that it need not flee to, and once it
    has turned back, only at enemies."""
    if flees(reading, unit):
        return places
    there = {one.hex for one in reading.foes}
    been = {*path} - there
    back = len({*path}) < len(path) and not there.intersection(path)
    return [one for one in places if one[0] not in been and (one[0] in there or not back)]


def to(moves: Sequence[Option], places: Sequence[tuple[Hex, int]], hex: Hex) -> Option:
    """The move to a hex, of all that are listed; they come in the order of the places that are reached."""
    i = next(i for i, (one, _) in enumerate(places) if one == hex)
    if i < len(moves) and moves[i].where == hex:
        return moves[i]
    return next(one for one in moves if one.where == hex)


def gets_down(reading: Reading, carrier: Unit, left: int) -> bool:
    """Whether who is aboard is of more use on foot: at its aim, where the enemy is near it, or is about to come."""
    if reading.exits(carrier):
        return False
    room = reading.room(carrier.hex)
    if left == FAR:
        return room <= ALARM
    steps = min(reading.play.distance(carrier.hex, one) for one in reading.aims(carrier))
    return steps <= (CONTACT if room <= CONTACT else CLOSE)


def cover(reading: Reading, unit: Unit) -> Option | None:
    """Defilade towards the nearest enemy, if the unit has none."""
    some = {one.action.edge: one for one in reading.of(a.TakeDefilade)}
    if not some or unit.defilade or not (near := reading.nearest_enemy(unit.hex)):
        return None
    sides: Iterable[str] = reading.play.board.sides_crossed(near, unit.hex)
    return next((some[edge] for edge in sides if edge in some), None)

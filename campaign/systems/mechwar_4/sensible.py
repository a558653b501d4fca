"""A player who fights by chances, goes where points are, keeps to cover, and looks at nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.rules.bots import Pick, by_kind
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import sensible_guns
from campaign.systems.mechwar_4.decide import fire
from campaign.systems.mechwar_4.frames import Attack, FireKind, Move
from campaign.systems.mechwar_4.judgement import FAR, Reading
from campaign.systems.mechwar_4.play import Play, frame
from campaign.systems.mechwar_4.reach import goals, ways
from campaign.systems.mechwar_4.spread import Reach
from campaign.systems.mechwar_4.state import Command, Unit

WORTHWHILE = 0.12
"""A shot of at least so much is taken."""
ENOUGH = 0.75
"""At this chance that the target is gone nobody else joins."""
LOOKED_AT = 3
"""Units whose moves are weighed, of those that have furthest to go, before the others are."""
HEXES = 6
"""Hexes weighed for a move: so many that are nearest to where it should go, and so many that fewest enemies see."""
NEAR = 30
"""Hexes among which they are."""
UNKNOWN = 0.5
"""The chance that it beats somebody it knows not whom."""
MINES = 0.8
"""What it costs to go through a hex of mines that one knows of."""
JAM = 1.0
"""What it costs to stand where others leave the map for points."""
Reader = Callable[[Reading], Option]


class SensibleBot:
    """See the module."""

    name = "sensible"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        if len(options) == 1:
            return options[0]
        whole = rules.completed(known, side)
        reading = Reading(Play(rules.charts, whole), Play(rules.charts, known), side, options)
        kinds = set(by_kind(options))
        reader = next((reader for kind, reader in READERS if kind in kinds), None)
        return options[0] if reader is None else reader(reading)


# -- activations -----------------------------------------------------------------------------------------------


def act(reading: Reading) -> Option:
    """The best shot there is; then the best move; then nothing."""
    shots = [(shot_value(reading, one), one) for one in reading.of(a.Fire)]
    value, best = max(shots, key=lambda one: one[0], default=(0.0, None))
    done = reading.one(a.Pass) or reading.one(a.EndActivation)
    moves = movers(reading, done is None)
    if moves:
        gain, mover = max(moves, key=lambda one: one[0])
        if gain > max(value, 0.05) or (done is None and value < WORTHWHILE):
            return mover
    if best is not None and (value >= WORTHWHILE or done is None):
        return best
    return done or reading.options[0]


def kind_of(reading: Reading, unit: Unit) -> FireKind:
    return fire.kind_of(reading.play, unit)


def shot_value(reading: Reading, option: Option) -> float:
    """Of an attack by one unit; that it may be joined is not counted."""
    action: a.Fire = option.action
    unit, target = reading.game.units[action.unit], reading.game.units[action.target]
    if action.part or action.halved:
        return 0.0
    return reading.shot(unit, action.arm, target, kind_of(reading, unit))


def movers(reading: Reading, must: bool) -> list[tuple[float, Option]]:
    """Units that gain by moving, each with what it gains; of those with furthest to go some are looked at closely."""
    found: list[tuple[float, Unit, Option]] = []
    for option in reading.of(a.StartMove):
        action: a.StartMove = option.action
        unit = reading.game.units[action.unit]
        if action.pace != "walk":
            continue
        if not unit.hex:
            found.append((1.0, unit, option))
            continue
        left = reading.distances(unit).get(unit.hex, FAR)
        if 0 < left < FAR or must or (not left and reading.exits(unit)):
            found.append((reading.urgency(unit, left) + 0.001 * left, unit, option))
    found.sort(key=lambda one: -one[0])
    weighed: list[tuple[float, Option]] = []
    for i, (crude, unit, option) in enumerate(found):
        if i >= LOOKED_AT and max(value for value, _ in weighed) > 0.05:
            break
        if not unit.hex:
            weighed.append((crude, option))
            continue
        points = reading.play.type_of(unit).move
        reach = ways(reading.known, unit, Move(unit.id, points, points))
        places = list(goals(reading.known, unit, reach))
        gain = max((value for value, _ in weigh(reading, unit, reach, places)), default=0.0)
        if not reading.distances(unit).get(unit.hex, FAR) and reading.exits(unit):
            gain = 2.0
        weighed.append((gain, option))
    return weighed


def weigh(
    reading: Reading, unit: Unit, reach: Reach, places: Sequence[tuple[Hex, int]]
) -> list[tuple[float, Hex]]:
    """What a unit gains by going to each of some hexes: nearer to its aim, a place that counts, whom it overruns there,
    and out of danger or into it."""
    far = reading.distances(unit)
    now = far.get(unit.hex, FAR) if unit.hex else FAR
    danger = reading.danger(unit, unit.hex) if unit.hex else 0.0
    pace = max(1, reading.play.type_of(unit).move)
    urgent = reading.urgency(unit, now) if now < FAR else 1.0
    least = 0 if reading.pressed(unit, now) else reading.behind(unit)
    mined = reading.avoided(unit)
    found: list[tuple[float, Hex]] = []

    def mines(hex: Hex) -> int:
        return len(mined.intersection(reach.path(hex))) if mined else 0

    for hex in candidates(reading, far, places, mines):
        left = far.get(hex, FAR)
        nearer = min(1.0, (min(now, left + pace) - max(left, least)) / pace) if left < FAR else 0.0
        value = 0.5 * urgent * nearer
        if reading.held_by_foes(hex):
            brings, chance = reading.fight(unit, hex)
            value = value * chance + brings + reading.prize(hex) * chance
        else:
            value = (value + reading.prize(hex)) * (UNKNOWN if hex in reading.strangers else 1)
            value += 0.6 * (not left and reading.exits(unit))
            value -= JAM * reading.jams(unit, hex)
        value -= 0.5 * (reading.danger(unit, hex) - danger)
        value -= MINES * mines(hex)
        found.append((value, hex))
    return found


def candidates(
    reading: Reading, far: Mapping[Hex, int], places: Sequence[tuple[Hex, int]], mines: Callable[[Hex], int]
) -> list[Hex]:
    """Of some hexes those nearest to an aim, the ones behind known mines last, and of the next those that fewest
    enemies see."""
    ranked = [hex for hex, _ in sorted(places, key=lambda one: (far.get(one[0], FAR), one[1], one[0]))]
    ranked.sort(key=mines)
    rest = ranked[HEXES:NEAR]
    clear, foes = reading.play.clear, {one.hex for one in reading.foes}
    rest.sort(key=lambda hex: sum(clear(foe, hex) for foe in foes))
    return ranked[:HEXES] + rest[:HEXES]


def move(reading: Reading) -> Option:
    """Off the map where that brings points; else the best hex; then into cover."""
    if (off := reading.one(a.Exit)) is not None and reading.exits(reading.game.units[off.unit]):
        return off
    now = frame(reading.play, Move)
    unit = reading.game.units[now.unit]
    far = reading.distances(unit)
    if (on := reading.one(a.Mount)) is not None and far.get(unit.hex, 0) > 12 and now.still:
        return on
    if (
        (down := reading.one(a.Dismount)) is not None
        and not reading.exits(unit)
        and far.get(unit.hex, 0) <= 4
    ):
        return down
    if (halts := reading.of(a.Fire)) and (shot := best_of(reading, halts)) is not None:
        return shot
    options = {one.action.to: one for one in reading.of(a.Move)}
    reach = ways(reading.known, unit, now)
    weighed = weigh(reading, unit, reach, [(hex, one.cost) for hex, one in options.items()])
    value, hex = max(weighed, default=(0.0, ""))
    end = reading.one(a.EndMove)
    if hex and (value > 0.02 or end is None or (now.still and not now.changed and value > -0.1)):
        return options[hex]
    return cover(reading, unit) or end or reading.options[0]


def cover(reading: Reading, unit: Unit) -> Option | None:
    """Defilade towards the nearest enemy, if the unit has none."""
    some = {one.action.edge: one for one in reading.of(a.TakeDefilade)}
    if not some or unit.defilade or not reading.foes:
        return None
    play = reading.play
    nearest = min(reading.foes, key=lambda one: (play.distance(one.hex, unit.hex), one.id))
    for edge in play.board.sides_crossed(nearest.hex, unit.hex):
        if edge in some:
            return some[edge]
    return None


# -- fire ------------------------------------------------------------------------------------------------------


def best_of(reading: Reading, shots: Sequence[Option]) -> Option | None:
    """The best shot, if it is worth it."""
    valued = [(shot_value(reading, one), i) for i, one in enumerate(shots)]
    value, i = max(valued)
    return shots[i] if value >= WORTHWHILE else None


def answer(reading: Reading) -> Option:
    """Opportunity fire and overwatch: whatever is worth it."""
    shots = reading.of(a.Fire)
    best = best_of(reading, shots) if shots else None
    if best is not None:
        return best
    return next(one for one in reading.of(a.HoldFire) if one.action.until == "now")


def join(reading: Reading) -> Option:
    """The best who can join, unless the target is as good as gone."""
    attack = frame(reading.play, Attack)
    target = reading.game.units[attack.target]
    gone = reading.as_good_as_gone(attack)
    resolve = reading.one(a.Resolve)
    assert resolve is not None
    if gone >= ENOUGH:
        return resolve
    joins = [one for one in reading.of(a.Join) if not (one.action.part or one.action.halved)]
    valued = [
        (reading.shot(reading.game.units[one.unit], one.action.arm, target, attack.kind) * (1 - gone), i)
        for i, one in enumerate(joins)
    ]
    value, i = max(valued, default=(0.0, 0))
    return joins[i] if value >= WORTHWHILE else resolve


def overrun(reading: Reading) -> Option:
    """The best shot at arm's length."""

    def value(option: Option) -> float:
        action: a.OverrunFire = option.action
        unit, target = reading.game.units[action.unit], reading.game.units[action.target]
        return reading.shot(unit, action.arm, target, "overrun")

    return max(reading.options, key=value)


def stay(reading: Reading) -> Option:
    """Another round while that is worth it, or there is no way out; else to where it is nearest to the aim."""
    leaves, again = reading.of(a.Leave), reading.one(a.Stay)
    if not leaves:
        return reading.options[0]
    unit = reading.game.units[leaves[0].unit]
    if again is not None:
        brings, chance = reading.fight(unit, unit.hex)
        if brings + reading.prize(unit.hex) * chance > 0:
            return again
    far = reading.distances(unit)
    return min(leaves, key=lambda one: (far.get(one.where, FAR), one.where))


# -- before and between ----------------------------------------------------------------------------------------


def command(reading: Reading) -> Option:
    """Companies with somewhere to go bound by turns, the others overwatch; shaken ones rally."""
    for option in reading.of(a.Give):
        action: a.Give = option.action
        company = reading.game.companies[action.company]
        if wanted(reading, company.id) == action.command != company.command:
            return option
    return reading.one(a.Ready) or reading.options[0]


def wanted(reading: Reading, id: str) -> Command:
    mine = [one for one in reading.mine if one.company == id]
    panicked = sum(one.panicked for one in mine)
    if 2 * panicked > len(mine):
        return "RC"
    goes = any(not one.hex or 0 < reading.distances(one).get(one.hex, 0) < FAR for one in mine)
    if not goes:
        return "OC"
    return "BOC" if len(mine) > 1 else "BC"


def ready(reading: Reading) -> Option:
    return reading.one(a.Ready) or reading.options[0]


READERS: Sequence[tuple[type[Any], Reader]] = (
    (a.Button, sensible_guns.button),
    (a.Give, command),
    (a.Resolve, join),
    (a.HoldFire, answer),
    (a.OverrunFire, overrun),
    (a.Leave, stay),
    (a.EndMove, move),
    (a.Move, move),
    (a.Pass, act),
    (a.EndActivation, act),
    (a.StartMove, act),
    (a.Counter, sensible_guns.counter),
    (a.Bombard, sensible_guns.bombard),
    (a.EnterMap, sensible_guns.fly),
    (a.Fly, sensible_guns.fly),
    (a.LeaveMap, sensible_guns.fly),
    (a.Ready, ready),
)
"""By a kind of action that is listed: how the question is answered. The first that fits."""

"""What a side may do in the indirect fire phase, and with an aircraft over the map: providers of `legal`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, get_args

from campaign.rules.hexes import EDGES, Hex
from campaign.rules.options import Option, Range
from campaign.rules.places import Places
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import radio
from campaign.systems.mechwar_4.decide import (
    air,
    airdefence,
    airstrikes,
    counterbattery,
    indirect,
    landing,
    multiples,
)
from campaign.systems.mechwar_4.gunnery import (
    Guns,
    due,
    fit,
    from_edge,
    guns_of,
    needs_spotter,
    planned,
    spotted,
    verify_aim,
    verify_load,
    verify_pattern,
)
from campaign.systems.mechwar_4.play import Play, accepts
from campaign.systems.mechwar_4.state import Aircraft, Load, Unit

Pattern = Literal["tight", "loose"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
LOADS: tuple[Load, ...] = get_args(Load)


# -- plans -----------------------------------------------------------------------------------------------------


def plans(play: Play, side: str) -> Sequence[Option]:
    """The question `indirect`."""
    game = play.state
    found: list[Option] = [Option(a.Ready())]
    shared: dict[tuple[Hex, int, int, int, bool], Places | None] = {}
    for guns in guns_of(play, side):
        if fit(play, guns):
            found += missions(play, guns, shared)
        if accepts(lambda guns=guns: indirect.verify_call_off(play, side, a.CallOff(guns.id))):
            found.append(Option(a.CallOff(guns.id), guns.id))
        if guns.off_board and accepts(
            lambda guns=guns: counterbattery.verify_displace(play, side, a.Displace(guns.id))
        ):
            found.append(Option(a.Displace(guns.id), guns.id))
    if multiples.may(play, side):
        found.append(Option(a.Multiply(), dice=1))
    if game.switches.advanced_air:
        found += airstrikes_called(play, side)
    return found


def missions(
    play: Play, guns: Guns, shared: dict[tuple[Hex, int, int, int, bool], Places | None]
) -> list[Option]:
    """Everything that guns may be told to fire: where, in which pattern, whether they keep it up."""
    found: list[Option] = []
    for load in LOADS:
        if not accepts(lambda load=load: verify_load(play, guns, load)):
            continue
        if load == "counter":
            action = a.Bombard(guns.id, load=load)
            if accepts(lambda action=action: indirect.verify_bombard(play, guns.side, action)):
                found.append(Option(action, guns.id))
            continue
        patterns: list[Pattern] = [
            one
            for one in PATTERNS
            if accepts(lambda one=one, load=load: verify_pattern(guns, load, one == "loose"))
        ]
        where = aims(play, guns, load, shared)
        if where is None:
            continue
        first = first_aim(play, guns, where)
        for sustained in (False, True):
            action = a.Bombard(guns.id, first, load, patterns[0], sustained)
            if accepts(lambda action=action: indirect.verify_bombard(play, guns.side, action)):
                ranges = [Range("hex", places=where)]
                if len(patterns) > 1:
                    ranges.append(Range("pattern", words=tuple(patterns)))
                found.append(Option(action, guns.id, where=first, ranges=tuple(ranges)))
    return found


def aims(
    play: Play, guns: Guns, load: Load, shared: dict[tuple[Hex, int, int, int, bool], Places | None]
) -> Places | None:
    """The hexes at which guns may fire; None if there is none."""
    game = play.state
    when = due(play, guns, load)
    fixed = next(
        (
            one.hex
            for one in (
                planned(play, guns, when),
                planned(play, guns, when - 1) if when > game.turn else None,
            )
            if one is not None and (one.bound or (one.due < when and one.sustained))
        ),
        "",
    )
    if fixed:
        return Places((fixed,)) if accepts(lambda: verify_aim(play, guns, fixed)) else None
    key = guns.hex, guns.least, guns.range, guns.reach, guns.air
    if key not in shared:
        spotters = needs_spotter(play, guns)
        if game.switches.night or spotters or guns.reach or radio.jammed(play, guns.side):
            some = tuple(seen(play, guns, near(play, guns), spotters))
            shared[key] = Places(some) if some else None
        else:
            shared[key] = Places((), guns.hex, guns.range, guns.least) if guns.range else Places()
    return shared[key]


def seen(play: Play, guns: Guns, some: Sequence[Hex], spotters: bool) -> Sequence[Hex]:
    """Of some hexes, those that somebody sees for these guns (14.13, 19.95); while they are jammed, themselves
    (19.918). spotters: whether they need any."""
    if radio.jammed(play, guns.side):
        return () if guns.off_board else [hex for hex in some if play.clear(guns.hex, hex)]
    if not spotters:
        return some
    return [hex for hex in some if spotted(play, guns.side, hex) or radio.located(play, guns.side, hex)]


def near(play: Play, guns: Guns) -> Sequence[Hex]:
    """The hexes within range, and at night those that one's units see near them (19.73)."""
    some: Sequence[Hex] = play.board.hexes
    if guns.range:
        too_near = set(play.ground.within(guns.hex, guns.least - 1)) if guns.least else ()
        some = [hex for hex in play.ground.within(guns.hex, guns.range) if hex not in too_near]
    if guns.reach:
        some = [hex for hex in some if from_edge(play, guns.side, hex) <= guns.reach]
    if not play.state.switches.night:
        return some
    reach = play.charts.fire.indirect.night_reach
    eyes = {one.hex for one in play.state.units.values() if one.side == guns.side and one.hex}
    seen = frozenset[Hex]().union(*(play.spotting.field(eye, reach) for eye in eyes))
    if play.smoke:
        seen = {
            hex
            for hex in seen
            if any(play.distance(eye, hex) <= reach and play.clear(eye, hex) for eye in eyes)
        }
    return [hex for hex in some if hex in seen]


def first_aim(play: Play, guns: Guns, where: Places) -> Hex:
    """Where the cursor stands at first: the hex of the turn before, an enemy who is seen, or any."""
    if guns.last and where.holds(guns.last, play.board):
        return guns.last
    for one in play.state.units.values():
        if one.side != guns.side and one.seen and one.hex and where.holds(one.hex, play.board):
            return one.hex
    return next(hex for hex in where.hexes or play.board.hexes if where.holds(hex, play.board))


def airstrikes_called(play: Play, side: str) -> list[Option]:
    """15.36, and what may hold its fire at aircraft."""
    game = play.state
    found: list[Option] = []
    for plane in game.aircraft.values():
        if plane.side != side or plane.gone:
            continue
        if accepts(lambda plane=plane: air.verify_cancel(play, side, a.CancelAirstrike(plane.id))):
            found.append(Option(a.CancelAirstrike(plane.id), plane.id))
        for load in air.loads(play, plane):
            bombs = (load or plane.load) in air.BOMBS
            action = a.PlotAirstrike(plane.id, (plane.aim or play.board.hexes[0]) if bombs else "", load)
            if accepts(lambda action=action: air.verify_plot(play, side, action)):
                ranges = (Range("aim", places=Places()),) if bombs else ()
                found.append(Option(action, plane.id, where=action.aim, ranges=ranges))
    for unit in game.units.values():
        if unit.side != side:
            continue
        action = a.HoldAirFire(unit.id, not unit.holds_air)
        if accepts(lambda action=action: airdefence.verify_hold(play, side, action)):
            found.append(Option(action, unit.id, where=unit.hex))
    return found


# -- answers ---------------------------------------------------------------------------------------------------


def answers(play: Play, side: str) -> Sequence[Option]:
    """The question `counterbattery`."""
    game = play.state
    found: list[Option] = [Option(a.Ready())]
    for guns in counterbattery.waiting(play, side):
        for id in counterbattery.betrayed(play, side):
            where = game.units[id].hex if id in game.units else ""
            for action in (a.Counter(guns.id, id, pattern) for pattern in PATTERNS):
                if accepts(lambda action=action: counterbattery.verify(play, side, action)):
                    found.append(Option(action, guns.id, id, where))
    return found


def button(play: Play, side: str) -> Sequence[Option]:
    """The question `button`."""
    asked = landing.asked_about(play)
    where = asked.hex if isinstance(asked, Unit) else ""
    actions = (a.Button(asked.id, up) for up in (True, False))
    return [
        Option(action, asked.id, where=where)
        for action in actions
        if accepts(partial(landing.verify_button, play, side, action))
    ]


# -- flying ----------------------------------------------------------------------------------------------------

ALTITUDES: tuple[a.Altitude, ...] = ("high", "low")
TURNS: tuple[Literal["ahead", "left", "right"], ...] = ("ahead", "left", "right")


def flight(play: Play, side: str) -> Sequence[Option]:
    """The question `flight`."""
    plane = air.flying(play)
    found: list[Option] = []
    if accepts(lambda: air.verify_leave(play, side, a.LeaveMap())):
        found.append(Option(a.LeaveMap(), plane.id))
    if not plane.path:
        return [*entries(play, plane), *found]
    leg = plane.path[-1]
    altitude: a.Altitude = "high" if leg.high else "low"
    for turn in TURNS:
        most = air.reach(play, plane, turn)
        action = a.Fly(1, turn, altitude)
        if most and accepts(lambda action=action: air.verify_fly(play, side, action)):
            ranges = (Range("hexes", 1, most, unit="hexes"), Range("altitude", words=ALTITUDES))
            found.append(Option(action, plane.id, ranges=ranges))
    for unit in airstrikes.enemies(play, plane):
        for action, dice in ((a.Acquire(unit.id), 1), (a.Strafe(unit.id), 0), (a.Launch(unit.id), 0)):
            if accepts(partial(ATTACKS[type(action)], play, side, action)):
                found.append(Option(action, plane.id, unit.id, unit.hex, dice=dice))
    return [*found, *bombs(play, side, plane)]


ATTACKS: Mapping[type[Any], Callable[[Play, str, Any], None]] = {
    a.Acquire: airstrikes.verify_acquire,
    a.Strafe: airstrikes.verify_strafe,
    a.Launch: airstrikes.verify_launch,
}


def entries(play: Play, plane: Aircraft) -> list[Option]:
    """15.31: for each direction, the hexes over which it may come."""
    found: list[Option] = []
    outermost = [hex for hex in play.board.hexes if airdefence.edges(play, hex)]
    ways = {hex: air.ways_in(play, hex) for hex in outermost}
    for facing in EDGES:
        rim = tuple(hex for hex in outermost if facing in ways[hex])
        if rim:
            ranges = (Range("hex", places=Places(rim)), Range("altitude", words=ALTITUDES))
            found.append(
                Option(
                    a.EnterMap(rim[len(rim) // 2], facing), plane.id, where=rim[len(rim) // 2], ranges=ranges
                )
            )
    return found


def bombs(play: Play, side: str, plane: Aircraft) -> list[Option]:
    """15.4: on the hex it was called for, or where an observer directs it; at a bridge there too."""
    found: list[Option] = []
    seen = [one.hex for one in airstrikes.enemies(play, plane) if airstrikes.directed(play, plane, one)]
    for hex in dict.fromkeys(one for one in (plane.aim, *seen) if one):
        for bridge in ("", *airstrikes.bridges(play, hex)):
            action = a.Bomb(hex, bridge)
            if accepts(partial(airstrikes.verify_bomb, play, side, action)):
                found.append(Option(action, plane.id, where=hex))
    return found

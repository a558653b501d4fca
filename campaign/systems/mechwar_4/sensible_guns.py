"""How the sensible player fires guns and flies aircraft: by what is lost on average."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from campaign.rules.dice import share
from campaign.rules.hexes import EDGES, Hex
from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.aims import FAR
from campaign.systems.mechwar_4.decide import air, indirect, landing, shooting
from campaign.systems.mechwar_4.frames import Attack, Bombardment
from campaign.systems.mechwar_4.gunnery import Guns, effect, guns_named, planned, scatter
from campaign.systems.mechwar_4.judgement import doubled
from campaign.systems.mechwar_4.known import jamming
from campaign.systems.mechwar_4.panic import panic_chance
from campaign.systems.mechwar_4.reading import Reading
from campaign.systems.mechwar_4.state import Mission, Unit
from campaign.systems.mechwar_4.values import shot

BUTTONED = 0.35
"""How much of the loss is left of vehicles, which will mostly have buttoned up."""
MUCH = 6.0
"""Points of known enemies at which fires are multiplied before the time runs out."""
SOON = 3
"""Turns before the end in which they are multiplied at anybody."""
AIMS = 6
"""Hexes that are looked at for a fire, of those where most is to be had."""
LONGEST = 30
"""Hexes after which an aircraft flies home."""


# -- indirect fire ---------------------------------------------------------------------------------------------


def bombard(reading: Reading) -> Option:
    """The guns that have nothing planned yet at what is worth most, or smoke over one's own; then aircraft; guns that
    are left over wait for the enemy's; a multiple for next turn where there is much to be hit."""
    idle = list(waiting(reading))
    foes = sorted({one.hex for one in reading.foes}, key=lambda hex: (-worth_at(reading, hex), hex))
    under = smoked(reading) if any(one.action.load == "smoke" for _, one in idle) else {}
    best: tuple[float, Option] | None = None
    for guns, option in idle:
        hexes = {"shells": foes, "smoke": list(under)}.get(option.action.load, [])
        allowed = next((one.places for one in option.ranges if one.places is not None), None)
        patterns = next((one.words for one in option.ranges if one.words), (option.action.pattern,))
        for hex in [one for one in hexes if allowed is not None and allowed.holds(one, reading.play.board)][
            :AIMS
        ]:
            for pattern in patterns:
                plan = replace(option.action, hex=hex, pattern=pattern)
                sure = falls(reading, guns, hex)
                value = sure * under[hex] if plan.load == "smoke" else promise(reading, guns, plan, sure)
                if value >= reading.weights.promise and (best is None or value > best[0]):
                    best = value, replace(option, action=plan, where=hex)
    if best is not None:
        return best[1]
    if (strike := called(reading, foes)) is not None:
        return strike
    for guns, option in idle:
        if option.action.load == "counter" and not guns.off_board:
            return option
    if (more := reading.one(a.Multiply)) is not None and much(reading):
        return more
    return reading.one(a.Ready) or reading.options[0]


def waiting(reading: Reading) -> Iterator[tuple[Guns, Option]]:
    """What guns may fire that have nothing planned."""
    play = reading.play
    busy = {one.by for one in play.state.missions}
    for option in reading.of(a.Bombard):
        guns = guns_named(play, reading.side, option.action.by)
        if (
            not option.action.sustained
            and guns.id not in busy
            and planned(play, guns, play.state.turn) is None
        ):
            yield guns, option


def called(reading: Reading, foes: Sequence[Hex]) -> Option | None:
    """An aircraft that has not been called, at the worthiest hex."""
    strikes = [one for one in reading.of(a.PlotAirstrike) if not reading.game.aircraft[one.unit].due]
    if not strikes or not foes:
        return None
    aim = max(foes, key=lambda hex: (worth_at(reading, hex), hex))
    option = strikes[0]
    return replace(option, action=replace(option.action, aim=aim)) if option.ranges else option


def much(reading: Reading) -> bool:
    """Whether a multiple is better used now than later (14.33): there is much to be hit, or little time left."""
    turns = reading.game.turns - reading.game.turn
    known = sum(reading.worth(one) for one in reading.foes)
    return turns > 0 and known >= (MUCH if turns > SOON else reading.weights.promise)


def smoked(reading: Reading) -> dict[Hex, float]:
    """What smoke spares one's own where they stand in danger and stay, the most first."""
    there = {one.hex for one in reading.game.smoke} | {
        one.hex for one in reading.game.missions if one.load == "smoke"
    }
    found: dict[Hex, float] = {}
    for one in reading.mine:
        if one.hex and not one.aboard and one.hex not in there and reading.left(one) in (0, FAR):
            found[one.hex] = found.get(one.hex, 0.0) + reading.weights.smoked * reading.danger(one, one.hex)
    return dict(
        sorted(((hex, value) for hex, value in found.items() if value), key=lambda one: (-one[1], one[0]))
    )


def worth_at(reading: Reading, hex: Hex) -> float:
    return sum(reading.worth(one) for one in reading.foes if one.hex == hex)


def falls(reading: Reading, guns: Guns, hex: Hex) -> float:
    """The chance that a fire falls on its hex; the same for all guns off the map that aimed at the same before."""
    alike = (guns.id if guns.hex else guns.air), guns.last == hex
    return reading.play.once(("falls", alike, hex), _falls, reading, guns, hex)


def _falls(reading: Reading, guns: Guns, hex: Hex) -> float:
    mission = Mission(guns.id, reading.side, hex, due=reading.game.turn)
    return hits(reading, guns, mission)


def promise(reading: Reading, guns: Guns, plan: a.Bombard, sure: float) -> float:
    """What a fire takes from the enemy on average if it falls on its hex, less what it takes from oneself."""
    loose = plan.pattern == "loose"
    hexes = landing.zone(reading.play, plan.hex, loose)
    if sure * sum(worth_at(reading, hex) for hex in hexes) < reading.weights.promise:
        return 0.0
    alike = guns.h, guns.air, guns.damage, guns.suppressed, loose
    return sure * sum(reading.play.once((alike, hex), toll, reading, guns, loose, hex) for hex in hexes)


def hits(reading: Reading, guns: Guns, mission: Mission) -> float:
    """How likely a fire falls on its hex."""
    play = reading.play
    need, limit = effect(play, guns, mission), scatter(play, guns, mission)
    calm = 1 - (0 if guns.off_board else panic_chance(play, play.state.units[guns.id]))
    falls = share(partial(indirect.takes_effect, need))
    return float(calm * falls * share(partial(indirect.on_target, limit, guns.air)))


def toll(reading: Reading, guns: Guns, loose: bool, hex: Hex) -> float:
    """What shells in a hex take from the enemies that one knows, less what from oneself."""
    known = {one.id for one in (*reading.foes, *reading.mine) if one.hex == hex and not one.aboard}
    if not known:
        return 0.0
    fall = Bombardment(
        guns.side, hex, (hex,), guns.h, loose, guns.air, guns.damage, left=sorted(known), suppressed=guns.suppressed
    )  # fmt: skip
    value = 0.0
    for unit in landing.left(reading.play, fall):
        lost, levels = shelled(reading, fall, unit)
        if reading.play.type_of(unit).target != "soft" and not guns.air:
            lost *= BUTTONED
        part = reading.worth(unit) * (lost + reading.weights.suppressed * min(1.0, levels))
        value += part if unit.side != reading.side else -2 * part
    return value


def shelled(reading: Reading, fall: Bombardment, unit: Unit) -> tuple[float, float]:
    """What shells do to a unit on average: the share of a full unit that is lost, and levels of suppression."""
    read = landing.read(reading.play, fall, unit)
    if read.buttoned:
        levels = 1.0 if fall.loose else doubled(read.column)
        return 0.0, max(0.0, levels - unit.suppression)
    found = reading.struck(read.blow, unit)
    return found.loss, found.levels


def counter(reading: Reading) -> Option:
    """At guns that have betrayed themselves, with whatever waits for them."""
    return reading.one(a.Counter) or reading.options[0]


def jam(reading: Reading) -> Option | None:
    """A jammer is switched on wherever it can be (19.914): it does nothing else."""
    return next((one for one in reading.of(a.Jam) if one.action.on), None)


def listen(reading: Reading) -> Option:
    """For a jammer that is heard to work, else for headquarters (19.91): it costs nothing."""
    wanted = "jammer" if any(one != reading.side for one in jamming(reading.known.state)) else "hq"
    some = reading.of(a.Listen)
    return next((one for one in some if one.action.sort == wanted), some[0])


def button(reading: Reading) -> Option:
    """Buttoned up, or not: which costs less on average."""

    def cost(option: Option) -> float:
        action: a.Button = option.action
        unit = reading.game.units.get(action.unit)
        if unit is None:
            return 0.0 if action.up else 1.0
        now = reading.game.stack[-1]
        up = [unit.id] if action.up else []
        if isinstance(now, Attack):
            lost, levels = fired_at(reading, replace(now, buttoned=[*now.buttoned, *up]), unit)
        else:
            assert isinstance(now, Bombardment)
            shut = replace(now, left=[unit.id], buttoned=[*now.buttoned, *up])
            lost, levels = shelled(reading, shut, unit) if landing.left(reading.play, shut) else (0.0, 0.0)
        return round(3 * lost + 0.25 * levels, 9)

    return min(reading.options, key=cost)


def fired_at(reading: Reading, attack: Attack, unit: Unit) -> tuple[float, float]:
    """What an attack of class H does to a unit on average: the share of a full unit that is lost, and levels of
    suppression."""
    play, lost, levels = reading.play, 0.0, 0.0
    for firer in attack.firers:
        read = shot(play, firer, unit, attack.kind)
        calm = reading.calm(reading.game.units[firer.unit], attack.kind, firer.state)
        if shooting.is_shut(play, attack, firer, unit):
            levels += calm * doubled(read.superiority)
        else:
            found = reading.struck(read.blow, unit)
            lost, levels = lost + calm * found.loss, levels + calm * found.levels
    return lost, levels


# -- flying ----------------------------------------------------------------------------------------------------


def fly(reading: Reading) -> Option:
    """To its target, what it carries at it, and home."""
    for kind in (a.Bomb, a.Strafe, a.Launch, a.Acquire):
        if (found := reading.one(kind)) is not None:
            return found
    plane = air.flying(reading.play)
    home = reading.one(a.LeaveMap)
    goal = plane.aim or max((one.hex for one in reading.foes), default="")
    ways = [*reading.of(a.EnterMap), *reading.of(a.Fly)]
    if not ways or (
        home is not None and (not goal or plane.bombed or plane.out or len(plane.path) > LONGEST)
    ):
        return home or ways[0]
    distance = reading.play.distance

    def reached(option: Option) -> tuple[int, int]:
        return (distance(_end(reading, option, goal), goal) if goal else 0), ways.index(option)

    return min(ways, key=reached)


def _end(reading: Reading, option: Option, goal: Hex) -> Hex:
    """Where a way leads, as it is listed."""
    if isinstance(option.action, a.EnterMap):
        return option.where
    leg = air.flying(reading.play).path[-1]
    turn = {"ahead": 0, "left": -1, "right": 1}[option.action.turn]
    edge = EDGES[(EDGES.index(leg.facing) + turn) % 6]
    hex = leg.hex
    for _ in range(option.action.hexes):
        hex = dict(reading.play.ground.around[hex]).get(edge, hex)
    return hex

"""Indirect fire as it lands: who is in its zone, who buttons up, what it does (6.82, 7.16, 7.18 to 7.6, 7.7, 11.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier, Pending
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.blows import Blow, doubles
from campaign.systems.mechwar_4.decide import buttoning, fire, warfare
from campaign.systems.mechwar_4.decided_by import if_so, shelled
from campaign.systems.mechwar_4.events import ButtonedUp
from campaign.systems.mechwar_4.events import guns as e
from campaign.systems.mechwar_4.frames import Attack, Bombardment
from campaign.systems.mechwar_4.harm import apply_result, buttoned, losses_of, struck, words_of
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.naming import name
from campaign.systems.mechwar_4.play import Play, frame
from campaign.systems.mechwar_4.state import GONE, Battery, Game, Unit
from campaign.systems.mechwar_4.tables import Result
from campaign.systems.mechwar_4.units import Target

HOWITZERS = 2
"""The state whose anti-armour table class H fire is read on (7.32)."""


class Landing(NamedTuple):
    """How indirect fire is read for one unit. buttoned: no table, a die against `column` (7.31)."""

    soft: bool
    buttoned: bool
    column: int
    terms: tuple[Modifier, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def add(self) -> int:
        return sum(one.value for one in self.terms)

    @property
    def blow(self) -> Blow:
        return Blow("personnel" if self.soft else "armour", HOWITZERS, self.column, self.add)

    @property
    def table(self) -> str:
        return "buttoned up" if self.buttoned else "personnel" if self.soft else "armour D2"


def zone(play: Play, hex: Hex, loose: bool) -> tuple[Hex, ...]:
    """6.81: the hex of the impact, and the six around it if the pattern is loose (8.52)."""
    around = tuple(one for _, one in play.ground.around[hex]) if loose else ()
    return (hex, *around)


# -- who is hit at, and buttons up -----------------------------------------------------------------------------


def left(play: Play, now: Bombardment) -> list[Unit]:
    """Units in the zone that have still to be resolved; helicopters are in the air (17.14), engineers are part of the
    infantry beside them as long as there is any (19.613). As far as is known who is which."""
    units = play.state.units
    some = [units[id] for id in now.left if id in units]
    return [
        one
        for one in some
        if one.hex and not one.out and not play.flies(one) and not fire.shielded(play, one)
    ]


def target_of(play: Play, unit: Unit) -> Target:
    """3.4; 11.2: in an improved position it is hard against indirect fire."""
    return "hard" if unit.improved else play.type_of(unit).target


def may_button(play: Play, unit: Unit, strike: bool) -> bool:
    """7.3; not open vehicles (7.52), nor armour under attack from the air (15.24), nor who is in the air himself
    (7.3).
    """
    row = play.type_of(unit)
    if (strike and row.target != "soft") or row.moves == "helicopter":
        return False
    return target_of(play, unit) != "soft" and not row.open


def to_button(play: Play, fire: Bombardment) -> Unit | None:
    """The next unit whose side says how it receives the fire. Of what lies open, face-down counters are asked about
    alike."""
    for unit in left(play, fire):
        if unit.id in fire.asked or unit.suppression:
            continue
        if play.known_type(unit) is None or may_button(play, unit, fire.strike):
            return unit
    return None


def battery_to_button(game: Game, fire: Bombardment) -> Battery | None:
    """A battery off the map that may button up (19.21), if it is protected, of which where counters are hidden
    nobody else may know; not under attack from the air (15.24, 7.3).
    """
    if fire.strike:
        return None
    some = [game.batteries[id] for id in fire.left if id in game.batteries]
    return next(
        (
            one
            for one in some
            if not one.suppression and one.id not in fire.asked and (hides(game) or one.protected)
        ),
        None,
    )


def question(play: Play, fire: Bombardment) -> tuple[Pending, ...]:
    unit = to_button(play, fire)
    if unit is not None:
        asked = f"{name(play.state, unit.id)} in {unit.hex}: shelled. Button up, or stay open?"
        return (Pending(unit.side, "button", asked),)
    battery = battery_to_button(play.state, fire)
    if battery is not None:
        return (Pending(battery.side, "button", f"{battery.name}: shelled. Button up, or stay open?"),)
    return ()


def asked_about(play: Play) -> Unit | Battery:
    """Of whom it is asked whether he buttons up."""
    now, open = play.state.stack[-1], play.known("")
    if isinstance(now, Attack):
        found = buttoning.to_button(open, now)
    else:
        assert isinstance(now, Bombardment)
        found = to_button(open, now) or battery_to_button(open.state, now)
    assert found is not None
    return play.state.batteries[found.id] if found.id in play.state.batteries else play.state.units[found.id]


def verify_button(play: Play, side: str, action: a.Button) -> None:
    """Raises Refused."""
    now, asked = play.state.stack[-1], asked_about(play)
    if action.unit != asked.id:
        raise Refused(f"{asked.name} is asked about now.", "7.3", (asked.id,), "$.unit")
    if isinstance(asked, Battery):
        if action.up and not asked.protected:
            raise Refused(f"{asked.name} cannot button up.", "19.21", ("false",), "$.up")
        return
    if isinstance(now, Attack):
        buttoning.verify_button(play, asked, action)
        return
    assert isinstance(now, Bombardment)
    if action.up and not may_button(play, asked, now.strike):
        row = play.type_of(asked)
        if row.moves == "helicopter":
            raise buttoning.in_the_air(asked)
        rule = "15.24" if now.strike and row.target != "soft" else "7.52" if row.open else "7.3"
        raise Refused(f"{asked.name} cannot button up.", rule, ("false",), "$.up")


def button(play: Play, side: str, action: a.Button) -> None:
    """7.31: buttoned up it is suppressed at once, and safe from losses; or not, 7.32."""
    play.emit(ButtonedUp(action.unit, action.up))
    if not action.up:
        return
    battery = play.state.batteries.get(action.unit)
    if battery is None:
        buttoned(play, play.state.units[action.unit], 1)
    else:
        play.emit(e.BatteryHit(battery.id, battery.damage, 1))


# -- what it does ----------------------------------------------------------------------------------------------


def go_on(play: Play) -> None:
    """The next thing in a bombardment that needs no answer: one unit after the other, then the ground."""
    now = frame(play, Bombardment)
    units = left(play, now)
    batteries = [play.state.batteries[id] for id in now.left if id in play.state.batteries]
    if units:
        shell(play, now, units[0])
    elif batteries:
        shell_battery(play, now, batteries[0])
    elif now.ground and now.hexes:
        shell_ground(play, now, now.hexes[0])
    else:
        play.emit(e.BombardmentEnded())


def strength(play: Play, fire: Bombardment, soft: bool) -> int:
    """H points against a target: against armour less for losses, at least 1 by them, then what suppression takes off,
    by a reading no further than to 1 (7.16); half, rounded up, if loose (7.21), by a reading of 7.6 not against soft
    targets."""
    h = shaken(fire, soft)
    if play.charts.readings.howitzers_least == "all":
        h = max(1, h)
    whole = soft and play.charts.readings.loose_v_soft == "whole"
    return -(-h // 2) if fire.loose and not whole else h


def shaken(fire: Bombardment, soft: bool) -> int:
    """H points against a target, as far as suppression takes them (7.16)."""
    h = fire.h + fire.suppressed
    return (h if soft else max(1, h - fire.damage)) - fire.suppressed


def read(play: Play, fire: Bombardment, unit: Unit) -> Landing:
    """How the fire is read for a unit in the zone (7.3, 7.6, 7.7, 15.24)."""
    target = target_of(play, unit)
    soft = target == "soft"
    if fire.strike and play.type_of(unit).target != "soft":
        by = shelled(play, fire, unit, soft=False, covered=True)
        return Landing(False, False, play.charts.air.rules.armour, terms(play, fire, unit, target), by)
    column = strength(play, fire, soft)
    shut = not soft and not play.type_of(unit).open and (unit.id in fire.buttoned or unit.suppression > 0)
    open_to = target == "hard" and not fire.loose and not fire.strike  # 10.22
    by = shelled(play, fire, unit, soft, not (shut or open_to), shaken(fire, soft) < 1)
    return Landing(soft, shut, column, () if shut else terms(play, fire, unit, target), by)


def terms(play: Play, fire: Bombardment, unit: Unit, target: Target) -> tuple[Modifier, ...]:
    """Added to the die: losses of the firer (7.16), the best of the terrain (7.18, 10.25), its column (8.14,
    10.33).
    """
    losses = Modifier("losses of the firer", -fire.damage, "7.16")
    return (*((losses,) if target == "soft" and fire.damage else ()), *cover(play, fire, unit, target))


def cover(play: Play, fire: Bombardment, unit: Unit, target: Target) -> tuple[Modifier, ...]:
    """The best of the terrain, and the column (6.8)."""
    game, numbers, row = play.state, play.charts.fire.modifiers, play.type_of(unit)
    terrain = play.ground.terrain[unit.hex]
    found: list[Modifier] = []
    covers: list[Modifier] = []
    open_to = target == "hard" and not fire.loose and not fire.strike  # 10.22
    if (terrain.woods or terrain.town) and not open_to:
        value, rule = terrain.howitzers, "7.7" if fire.strike else "7.18"
        if row.afoot and unit.hex in game.devastated:
            if play.charts.readings.devastation == "adds":
                value += numbers.devastation
            else:
                covers.append(Modifier("devastation", numbers.devastation, "7.19"))
        covers.append(Modifier(terrain.name.lower(), value, rule))
    if unit.hex in game.wrecks and unit.hex not in fire.wrecks and not fire.strike:
        covers.append(Modifier("wreck", numbers.wreck, "19.52"))
    if covers:
        found.append(min(covers, key=lambda one: one.value))
    if play.bearer(unit).column:
        found.append(Modifier("column", numbers.column, "8.14"))
    return tuple(found)


def at_rider(play: Play, fire: Bombardment, rider: Unit, landing: Landing) -> Landing:
    """9.2: how the same die is read for who rides on a tank: on the anti-personnel table, in the tank's column, which
    has the losses of the firer, with what a soft target there adds."""
    return Landing(True, False, landing.column, cover(play, fire, rider, "soft"))


def shell(play: Play, now: Bombardment, unit: Unit) -> None:
    """One unit in the zone, and who is with it: inside it suffers the same, on it as a soft target (9.13, 9.21)."""
    landing = read(play, now, unit)
    some = play.carried(unit) if play.type_of(unit).ridden else []
    riders = [(one, at_rider(play, now, one, landing)) for one in some]
    blows = [one.blow for _, one in riders]
    if landing.buttoned:
        shown = shut(play, now, unit, landing, blows)
    else:
        result, shown, die = struck_by(play, now, unit, landing.blow, blows)
        hit(play, unit, landing, result, (die,))
        warfare.shelled(play, unit, landing.column)
    for i, (rider, on) in enumerate(riders):
        if rider.out:
            continue
        if shown:
            hit(play, rider, on, shown[i], ())
        else:
            result, _, die = struck_by(play, now, rider, on.blow)
            hit(play, rider, on, result, (die,))


def struck_by(
    play: Play, now: Bombardment, unit: Unit, blow: Blow, others: Sequence[Blow] = ()
) -> tuple[Result, tuple[Result, ...], int]:
    """The die against a unit (7.32), and what it shows for others; a one may change the ground (7.19)."""
    (result, _), shown, die = struck(
        play,
        f"shells on {unit.id}",
        lambda die: (blow.shows(play.charts, die), now.ground and die == 1),
        others,
    )
    return result, shown, die


def shut(
    play: Play, now: Bombardment, unit: Unit, landing: Landing, others: Sequence[Blow]
) -> tuple[Result, ...]:
    """7.31: double suppression, of a tight pattern only, at a die of at most H. What the die shows for others, () where
    none is rolled."""
    level, shown, dice = 1, (), ()
    if not now.loose:
        double = doubles(landing.column)
        (level, _), shown, die = struck(
            play, f"shells on {unit.id}", lambda die: (double(die), now.ground and die == 1), others
        )
        dice = (die,)
    play.emit(
        e.UnitShelled(
            unit.id, unit.hex, landing.table, landing.column, dice, f"S{level}", suppression=level, buttoned=True,
            readings=landing.readings,
        )
    )  # fmt: skip
    buttoned(play, unit, level)
    return shown


def hit(play: Play, unit: Unit, landing: Landing, result: Result, dice: tuple[int, ...]) -> None:
    """7.32, 7.6: what a result does. dice: that were rolled for it, () by that of the tank that it rides on."""
    steps, more = losses_of(play, unit, result)
    level = landing.blow.levels(play.charts, result, steps)
    play.emit(
        e.UnitShelled(
            unit.id, unit.hex, landing.table, landing.column, (*dice, *more), words_of(result, steps), steps, level,
            result.panic, terms=landing.terms, readings=landing.readings,
        )
    )  # fmt: skip
    apply_result(play, unit, result, steps, level)


def shell_battery(play: Play, now: Bombardment, battery: Battery) -> None:
    """19.2: guns off the map have no terrain; their state is kept like a unit's."""
    column = strength(play, now, not battery.protected)
    if now.strike and battery.protected:
        column = play.charts.air.rules.armour
    soft = Modifier("losses of the firer", -now.damage, "7.16")
    landing = Landing(
        not battery.protected,
        battery.protected and bool(battery.suppression) and not now.strike,
        column,
        (soft,) if now.damage and not battery.protected else (),
    )
    damage, level, steps, more = battery.damage, battery.suppression, 0, ()
    purpose, blow, double = f"shells on {battery.id}", landing.blow, doubles(column)
    if landing.buttoned:
        ((twice, die),) = play.read(purpose, 1, 6, lambda die: not now.loose and double(die) == 2)
        level = 2 if twice else max(1, level)
        words = f"S{level}"
    else:
        ((result, die),) = play.read(purpose, 1, 6, lambda die: blow.shows(play.charts, die))
        steps, more = losses_of(play, battery, result)
        level += blow.levels(play.charts, result, steps)
        damage, words = min(GONE, damage + steps), words_of(result, steps)
    play.emit(
        e.UnitShelled(
            battery.id, "", landing.table, column, (die, *more), words, steps, level - battery.suppression,
            buttoned=landing.buttoned, terms=landing.terms,
            readings=(
                *if_so("howitzers_least", shaken(now, landing.soft) < 1),
                *if_so("loose_v_soft", landing.soft and now.loose),
            ),
        )
    )  # fmt: skip
    if (damage, level) != (battery.damage, battery.suppression):
        play.emit(e.BatteryHit(battery.id, damage, level))


def shell_ground(play: Play, now: Bombardment, hex: Hex) -> None:
    """7.19: a 1 on a town leaves it devastated, on woods an abatis; a die of its own where nobody was hit at."""
    terrain = play.ground.terrain[hex]
    if not (terrain.woods or terrain.town):
        play.emit(e.GroundShelled(hex))
        return
    one, dice = hex in now.ones, ()
    if hex not in now.struck:
        ((one, die),) = play.read(f"shells on {hex}", 1, 6, lambda die: die == 1)
        dice = (die,)
    kind = "devastation" if terrain.town else "abatis"
    play.emit(e.GroundShelled(hex, dice, kind if one else ""))


# -- sustained fire --------------------------------------------------------------------------------------------


def sustained(play: Play, unit: Unit, frm: Hex) -> None:
    """7.14: a unit that comes into the zone of fire that goes on, out of `frm`, is attacked by it; after it who stands
    in its hatches, as if he had dismounted (9.54)."""
    game = play.state
    for impact in game.impacts:
        hexes = zone(play, impact.hex, impact.loose)
        if unit.hex not in hexes or frm in hexes or not goes_on(game, impact.by):
            continue
        for one in (*play.standing(unit), unit):  # what begins last is resolved first
            play.emit(
                e.BombardmentBegan(
                    impact.side, unit.hex, (unit.hex,), impact.h, impact.loose, damage=impact.damage, only=one.id,
                    suppressed=impact.suppressed,
                )
            )  # fmt: skip


def goes_on(game: Game, by: str) -> bool:
    """Whether guns that keep up their fire still do: not moved, not fired otherwise, neither panicked nor disturbed."""
    unit = game.units.get(by)
    if unit is None:
        return by in game.batteries and not game.batteries[by].out
    return not (unit.out or unit.moved or unit.panicked or unit.disturbed or unit.fired)

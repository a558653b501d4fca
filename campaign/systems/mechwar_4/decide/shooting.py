"""An attack is resolved: each that takes part fires, and its result is applied (6.0, 6.3, 6.43, 9.2)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import watching
from campaign.systems.mechwar_4.decide import ammunition, buttoning, fire
from campaign.systems.mechwar_4.decided_by import fired
from campaign.systems.mechwar_4.frames import Attack, Firer
from campaign.systems.mechwar_4.harm import apply_result, buttoned, losses_of, words_of
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.tables import Result
from campaign.systems.mechwar_4.values import Shot, howitzer, shot


def resolved(play: Play, attack: Attack) -> list[str]:
    """All firers of an attack, one after the other (6.3); those that did fire."""
    fired = [one.unit for one in list(attack.firers) if _fires(play, attack, one)]
    play.emit(e.AttackEnded())
    return fired


def _fires(play: Play, attack: Attack, firer: Firer) -> bool:
    """One firer of an attack; whether it did fire."""
    unit, target = play.state.units[firer.unit], play.state.units[attack.target]
    if unit.out:
        return False
    if attack.kind != "overrun" and panics(play, unit, "fire", firer.state):
        return False
    if not unit.seen:
        play.emit(e.UnitSeen(unit.id))
    carrier = play.state.units.get(unit.aboard)
    if carrier is not None and not carrier.seen:
        play.emit(e.UnitSeen(carrier.id))
    watching.lose_camouflage(play, unit)
    if target.out or not target.hex:
        play.emit(e.ShotWasted(unit.id, target.id, "the target is gone"))
        return True
    if attack.kind == "direct" and fire.forgone(play, unit, target):
        play.emit(e.ShotWasted(unit.id, target.id, "its infantry has been attacked in this phase", "6.13"))
        return True
    target = fire.finds(play, unit, target)
    if play.state.switches.pull_back and attack.kind != "overrun":
        behind = watching.covered(play, unit, target.hex)
        if behind:
            play.emit(e.TookCover(unit.id, behind))
    weapon = play.type_of(unit).arms[firer.arm]
    if howitzer(weapon, firer.arm) and play.type_of(target).moves != "helicopter":
        for one in buttoning.in_zone(play, attack):
            if not one.out:
                howitzer_at(play, attack, firer, one)
    else:
        shoot(play, attack, firer, target)
    ammunition.check(play, unit, firer.arm)
    return True


def shoot(play: Play, attack: Attack, firer: Firer, target: Unit) -> None:
    """Step 4 of the fire routine: the die, its table, and what it does."""
    read = shot(play, firer, target, attack.kind)
    (die,) = play.dice.roll(f"{firer.unit} fires at {target.id}", 1)
    result = look_up(play, read, die)
    steps, more = losses_of(play, target, result)
    told = result
    if read.suppresses:
        told, steps = (Result(suppression=1), 0) if result else (Result(), 0)
    play.emit(_told(play, attack, firer, target, read, (die, *more), told, steps))
    riders = play.carried(target) if play.type_of(target).ridden else []
    if read.suppresses:
        if told:
            buttoned(play, target, 1)
    else:
        apply_result(play, target, told, steps, read.table == "personnel", firer.unit)
    for rider in riders:
        if not rider.out:
            _at_rider(play, attack, firer, rider, read, die)


def look_up(play: Play, read: Shot, die: int) -> Result:
    """The result of a modified die (6.0, step 4)."""
    modified = die + read.add
    if read.table == "personnel":
        return play.charts.personnel(read.superiority, modified)
    return play.charts.armour(read.state, read.superiority, modified)


def _at_rider(play: Play, attack: Attack, firer: Firer, rider: Unit, read: Shot, die: int) -> None:
    """9.2: who rides on a tank is hit by the same die, on the anti-personnel table."""
    if read.suppresses:  # class R: its own column
        read = shot(play, firer, rider, attack.kind)
    else:
        read = read._replace(table="personnel", terms=(), suppresses=False)
    result = look_up(play, read, die)
    steps, more = losses_of(play, rider, result)
    play.emit(_told(play, attack, firer, rider, read, more, result, steps))
    apply_result(play, rider, result, steps, True, firer.unit)


def howitzer_at(play: Play, attack: Attack, firer: Firer, target: Unit) -> None:
    """6.43, 6.45: direct fire of class H at one unit in the hex."""
    read = shot(play, firer, target, attack.kind)
    row = play.type_of(target)
    closed = firer.arm != "assault" and row.target != "soft" and not row.open
    if closed and (target.id in attack.buttoned or target.suppression):
        (die,) = play.dice.roll(f"{firer.unit} fires at {target.id}", 1)
        level = 2 if die <= read.superiority else 1
        play.emit(_told(play, attack, firer, target, read, (die,), Result(suppression=level), 0))
        buttoned(play, target, level)
        for rider in play.carried(target) if row.ridden else ():
            _at_rider(play, attack, firer, rider, read, die)
        return
    shoot(play, attack, firer, target)


def _told(
    play: Play, attack: Attack, firer: Firer, target: Unit, read: Shot, dice: tuple[int, ...], result: Result,
    steps: int,
) -> e.ShotResolved:  # fmt: skip
    table = read.table if read.table == "personnel" else f"armour {('full', 'D1', 'D2')[read.state]}"
    return e.ShotResolved(
        firer.unit, target.id, firer.arm, attack.kind, read.range, table, read.superiority, dice,
        words_of(result, steps), steps, result.suppression, result.panic, read.strength, read.terms,
        readings=fired(play, firer, target, attack.kind),
    )  # fmt: skip

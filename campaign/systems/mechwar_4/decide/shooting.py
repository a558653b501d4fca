"""An attack is resolved: each that takes part fires, and its result is applied (6.0, 6.3, 6.43, 9.2)."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import watching
from campaign.systems.mechwar_4.blows import doubles
from campaign.systems.mechwar_4.decide import ammunition, buttoning, fire
from campaign.systems.mechwar_4.decided_by import fired
from campaign.systems.mechwar_4.frames import Attack, Firer
from campaign.systems.mechwar_4.harm import apply_result, buttoned, losses_of, struck, words_of
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.tables import Result
from campaign.systems.mechwar_4.values import Shot, at_rider, howitzer, shot


def resolved(play: Play, attack: Attack) -> list[str]:
    """All firers of an attack, one after the other (6.3); those that did fire (6.2, 6.31, 8.52)."""
    fired = [one.unit for one in list(attack.firers) if fires(play, attack, one)]
    play.emit(e.AttackEnded(attack.kind != "overrun"))
    return fired


def fires(play: Play, attack: Attack, firer: Firer) -> bool:
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
        howitzers(play, attack, firer)
    else:
        shoot(play, attack, firer, target)
    play.apart(
        ("ammunition", unit.id, firer.arm),
        lambda play: ammunition.check(play, play.state.units[firer.unit], firer.arm),
    )
    return True


Riders = list[tuple[Unit, Shot]]
"""Who rides on a tank, and how its die is read for him."""


def shoot(play: Play, attack: Attack, firer: Firer, target: Unit) -> None:
    """Step 4 of the fire routine: the die, its table, and what it does (6.0, 6.10, 9.2)."""
    resolve(play, attack, firer, target, *_aimed(play, attack, firer, target))


def _aimed(play: Play, attack: Attack, firer: Firer, target: Unit) -> tuple[Shot, Riders]:
    """How a shot at a unit is read, for it and for who rides on it."""
    read = shot(play, firer, target, attack.kind)
    return read, _riders(play, attack, firer, target, read)


def resolve(play: Play, attack: Attack, firer: Firer, target: Unit, read: Shot, riders: Riders) -> None:
    """The die of a shot, and what it does."""
    blow = read.blow
    result, shown, die = struck(
        play,
        f"{firer.unit} fires at {target.id}",
        lambda die: blow.shows(play.charts, die),
        [one.blow for _, one in riders],
    )
    _at(play, attack, firer, target, read, result, (die,))
    _at_riders(play, attack, firer, riders, shown)


def _at(
    play: Play, attack: Attack, firer: Firer, target: Unit, read: Shot, result: Result, dice: tuple[int, ...]
) -> None:  # fmt: skip
    """What a result does to one unit."""
    cost, more = losses_of(play, target, result)
    told, steps = read.blow.does(result, cost)
    play.emit(_told(play, attack, firer, target, read, (*dice, *more), told, steps))
    if not read.suppresses:
        apply_result(play, target, told, steps, read.blow.levels(play.charts, told, steps), firer.unit)
    elif told:
        buttoned(play, target, told.suppression)


def _riders(play: Play, attack: Attack, firer: Firer, tank: Unit, read: Shot) -> Riders:
    """Who rides on a tank as the shot falls, and how its die is read for him, whatever becomes of the tank (9.2)."""
    some = play.carried(tank) if play.type_of(tank).ridden else []
    return [(one, at_rider(play, firer, one, attack.kind, read)) for one in some]


def _at_riders(
    play: Play, attack: Attack, firer: Firer, riders: Iterable[tuple[Unit, Shot]], shown: Iterable[Result]
) -> None:
    """9.2: who rides on a tank is hit by the same die, on the anti-personnel table."""
    for (rider, read), result in zip(riders, shown, strict=True):
        if not rider.out:
            _at(play, attack, firer, rider, read, result, ())


def howitzers(play: Play, attack: Attack, firer: Firer) -> None:
    """6.43, 6.45: direct fire of class H at all in the hex, at each as though it were alone: the wreck of one covers
    none of the others (6.82). Engineers are hit once the infantry that they are part of is gone (19.613)."""
    some = [one for one in play.open_in(attack.hex) if one.side != attack.side and not play.flies(one)]
    aimed = {one.id: _aimed(play, attack, firer, one) for one in some}
    while True:
        target = next((one for one in buttoning.in_zone(play, attack) if one.id in aimed), None)
        if target is None:
            return
        howitzer_at(play, attack, firer, target, *aimed.pop(target.id))


def howitzer_at(play: Play, attack: Attack, firer: Firer, target: Unit, read: Shot, riders: Riders) -> None:
    """6.43, 6.45: direct fire of class H at one unit in the hex."""
    if not is_shut(play, attack, firer, target):
        resolve(play, attack, firer, target, read, riders)
        return
    level, shown, die = struck(
        play,
        f"{firer.unit} fires at {target.id}",
        doubles(read.superiority),
        [one.blow for _, one in riders],
    )
    play.emit(_told(play, attack, firer, target, read, (die,), Result(suppression=level), 0))
    buttoned(play, target, level)
    _at_riders(play, attack, firer, riders, shown)


def is_shut(play: Play, attack: Attack, firer: Firer, target: Unit) -> bool:
    """7.31: whether fire of class H finds a unit buttoned up."""
    row = play.type_of(target)
    closed = firer.arm != "assault" and row.target != "soft" and not row.open
    return closed and (target.id in attack.buttoned or target.suppression > 0)


def _told(
    play: Play, attack: Attack, firer: Firer, target: Unit, read: Shot, dice: tuple[int, ...], result: Result,
    steps: int,
) -> e.ShotResolved:  # fmt: skip
    table = read.table if read.table == "personnel" else f"armour {('full', 'D1', 'D2')[read.state]}"
    return e.ShotResolved(
        firer.unit, target.id, firer.arm, firer.fire or attack.kind, read.range, table, read.superiority, dice,
        words_of(result, steps), steps, result.suppression, result.panic, read.strength, read.terms,
        readings=fired(play, firer, target, attack.kind),
    )  # fmt: skip

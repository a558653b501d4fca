"""Direct fire: an attack is declared, others join, all are resolved before anybody answers (6.0 to 6.45, 6.93)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import orders, watching
from campaign.systems.mechwar_4.decide import activation, ammunition, chances, mounted
from campaign.systems.mechwar_4.frames import Attack, FireKind, Firer, Window
from campaign.systems.mechwar_4.harm import apply_result, buttoned, losses_of, words_of
from campaign.systems.mechwar_4.naming import name
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play, accepts, any_unit, is_unmarked, moving, own_unit
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.tables import Result
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import Shot, howitzer, reaches, shot, verify_arm

SPLITS: dict[int, tuple[int, ...]] = {1: (1, 2), 2: (2, 2, 2)}
"""6.93: into what a full platoon may split, by its first part."""


# -- who may fire at whom --------------------------------------------------------------------------------------


def kind_of(play: Play, unit: Unit) -> FireKind:
    """What kind of fire a unit's would be now."""
    game = play.state
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Window):
        if frame.kind != "overwatch":
            return "ambush" if chances.ambushes(play, unit) else "opportunity"
        move = moving(game)
        return "short-halt" if move is not None and move.unit == unit.id else "overwatch"
    return "short-halt" if frame is not None else "direct"


def verify_firer(play: Play, unit: Unit, kind: FireKind, part: int = 0, halved: bool = False) -> None:
    """Whether a unit may fire at all now. Raises Refused."""
    if not unit.hex:
        raise Refused(f"{unit.name} is not on the map yet.", "20.64", where="$.unit")
    if kind == "short-halt":
        chances.verify_short_halt(play, unit)
    elif kind == "direct":
        activation.verify_may_act(play, unit)
    elif not is_unmarked(unit):
        raise Refused(f"{unit.name} has moved or fired this turn, or panics.", "6.911", where="$.unit")
    mounted.verify(play, unit, halved)
    if (refused := orders.may_fire(play, unit)) is not None and kind != "ambush":
        raise refused
    parts = parts_of(play, unit, kind)
    if part and part not in parts:
        allowed = [str(one) for one in parts]
        raise Refused(f"{unit.name} has no such part left to fire.", "6.93", allowed, "$.part")
    if not part and unit.parts:
        raise Refused(f"{unit.name} splits its fire: part by part.", "6.93", where="$.part")


def parts_of(play: Play, unit: Unit, kind: FireKind) -> tuple[int, ...]:
    """The parts that a unit may fire with one by one (6.93); () if it fires whole, as all do who answer: there is one
    who is answered."""
    if kind != "direct":
        return ()
    if unit.parts:
        return tuple(sorted(set(unit.parts)))
    row = play.type_of(unit)
    vehicles = not row.personnel and row.moves != "helicopter" and not row.one_step
    whole = play.state.switches.split_fire and vehicles and not unit.damage and not unit.column
    return tuple(SPLITS) if whole else ()


def verify_target(play: Play, unit: Unit, target: Unit, kind: FireKind) -> None:
    """Whether a unit may fire at that enemy now. Raises Refused."""
    verify_answers(play, target, kind)
    verify_in_sight(play, unit, target, kind)


def verify_answers(play: Play, target: Unit, kind: FireKind) -> None:
    """Whether an enemy has done what is answered now, if anything is (6.51, 19.31). Raises Refused."""
    game = play.state
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Window) and target.id not in frame.at:
        raise Refused("Only who has just moved or fired may be fired at now.", "6.51", frame.at, "$.target")
    if kind == "short-halt":
        chances.verify_halt_target(play, target)


def verify_in_sight(play: Play, unit: Unit, target: Unit, kind: FireKind) -> None:
    """Whether an enemy can be fired at: observed, by itself, and in sight. Raises Refused."""
    verify_open(play, unit.side, target, kind)
    if not play.may_see(unit, target):
        raise Refused(f"{unit.name} has no line of sight to {play.called(target)}.", "6.41", where="$.target")


def verify_open(play: Play, side: str, target: Unit, kind: FireKind) -> None:
    """Whether a side can fire at an enemy: observed, and by itself. Raises Refused."""
    game = play.state
    if kind == "direct" and f"{side}:{target.id}" in game.attacked:
        raise Refused(f"{play.called(target)} has been attacked in this phase.", "6.13", where="$.target")
    if not target.hex or (target.aboard and not target.hatches):
        raise Refused(f"{play.called(target)} cannot be fired at by itself.", "9.4", where="$.target")
    if not target.seen:
        raise Refused(f"{play.called(target)} is not observed.", "6.41", where="$.target")
    if shielded(play, target):
        raise Refused(f"{target.name} is part of the infantry in its hex.", "19.613", where="$.target")


def shielded(play: Play, target: Unit) -> bool:
    """19.613: engineers beside infantry are not attacked separately."""
    if play.type_of(target).kind != "engineers":
        return False
    there = play.in_hex(target.hex)
    return any(one.side == target.side and play.type_of(one).kind == "infantry" for one in there)


def arms(play: Play, unit: Unit, target: Unit, kind: FireKind) -> list[Arm]:
    """What a unit may fire at an enemy."""
    some = play.type_of(unit).arms
    return [arm for arm in some if accepts(partial(verify_arm, play, unit, arm, target, kind))]


# -- declaring -------------------------------------------------------------------------------------------------


def fire(play: Play, side: str, action: a.Fire) -> None:
    """6.0: who fires at whom; others may join before it is resolved (6.3)."""
    unit = own_unit(play, side, action.unit)
    target = any_unit(play, side, action.target)
    kind = kind_of(play, unit)
    verify_firer(play, unit, kind, action.part, action.halved)
    verify_target(play, unit, target, kind)
    verify_arm(play, unit, action.arm, target, kind)
    declare(play, unit, target, kind, action.arm, action.part, action.halved)


def declare(
    play: Play, unit: Unit, target: Unit, kind: FireKind, arm: Arm, part: int = 0, halved: bool = False
) -> None:
    if kind == "short-halt":
        play.emit(e.PointsSpent(unit.id, chances.halt_cost(play)))
    state, parts = split(unit, part)
    play.emit(
        e.AttackDeclared(
            unit.side, kind, unit.id, target.id, target.hex, arm, state, parts, mounted.hatches(play, unit),
            halved,
        )
    )  # fmt: skip


def split(unit: Unit, part: int) -> tuple[int, tuple[int, ...]]:
    """The state that fires, and the parts left over (6.93)."""
    if not part:
        return unit.damage, ()
    parts = list(unit.parts or SPLITS[part])
    parts.remove(part)
    return part, tuple(parts)


def join(play: Play, side: str, action: a.Join) -> None:
    """6.3: another unit fires at the same target."""
    attack = play.state.stack[-1]
    assert isinstance(attack, Attack)
    unit = own_unit(play, side, action.unit)
    verify_joins(play, attack, unit, action.arm, action.part, action.halved)
    state, parts = split(unit, action.part)
    hatches = mounted.hatches(play, unit)
    play.emit(e.FirerJoined(unit.id, action.arm, state, parts, hatches, action.halved))


def verify_joins(
    play: Play, attack: Attack, unit: Unit, arm: Arm, part: int = 0, halved: bool = False
) -> None:
    target = play.state.units[attack.target]
    kind = attack.kind
    if kind == "short-halt":
        raise Refused("A short halt is fired by one unit alone.", "19.3")
    if unit.id in attack.fired:
        raise Refused(f"{unit.name} is in this attack already.", "6.13", where="$.unit")
    if kind == "ambush" and not chances.ambushes(play, unit):
        raise Refused(f"{unit.name} is in no ambush here.", "6.9131", where="$.unit")
    if not is_unmarked(unit):
        raise Refused(f"{unit.name} has moved or fired this turn, or panics.", "6.13", where="$.unit")
    if not unit.hex:
        raise Refused(f"{unit.name} is not on the map yet.", "20.64", where="$.unit")
    mounted.verify(play, unit, halved)
    if (refused := orders.may_fire(play, unit)) is not None and kind != "ambush":
        raise refused
    if part and part not in parts_of(play, unit, kind):
        raise Refused(f"{unit.name} has no such part to fire.", "6.93", where="$.part")
    if not play.may_see(unit, target):
        raise Refused(f"{unit.name} has no line of sight to {play.called(target)}.", "6.41", where="$.unit")
    verify_arm(play, unit, arm, target, kind)


def others(play: Play, attack: Attack) -> bool:
    """Whether to ask who joins: an unmarked counter of the side sees the target.

    In the fog what is under it does not count; else it must be somebody who can join.
    """
    if attack.kind in ("overrun", "short-halt") or not play.unmarked_seeing(attack.side, (attack.hex,)):
        return False
    return play.state.switches.fog or any(True for _ in joiners(play, attack))


def joiners(play: Play, attack: Attack) -> Iterator[tuple[Unit, Arm, int, bool]]:
    """Who may join an attack: unit, arm, part, halved."""
    for unit in play.state.units.values():
        if unit.side != attack.side or not unit.hex or not is_unmarked(unit) or unit.id in attack.fired:
            continue
        if not play.may_see(unit, play.state.units[attack.target]):
            continue
        for arm in play.type_of(unit).arms:
            for part in (0, *parts_of(play, unit, attack.kind)):
                for halved in (False, True) if mounted.may_be_halved(play, unit) else (False,):
                    if accepts(partial(verify_joins, play, attack, unit, arm, part, halved)):
                        yield unit, arm, part, halved


def can_fire(play: Play, unit: Unit, target: Unit, kind: FireKind) -> bool:
    """Whether a unit could answer an enemy's move or fire."""
    if not target.hex or not reaches(play, unit, target) or not play.may_see(unit, target):
        return False
    return (
        accepts(partial(verify_firer, play, unit, kind))
        and accepts(partial(verify_open, play, unit.side, target, kind))
        and bool(arms(play, unit, target, kind))
    )


def resolve(play: Play, side: str, action: a.Resolve) -> None:
    """Nobody else joins."""
    attack = play.state.stack[-1]
    assert isinstance(attack, Attack)
    play.emit(e.ResolvingBegan(attack.target))


# -- buttoning up ----------------------------------------------------------------------------------------------


def in_zone(play: Play, attack: Attack) -> list[Unit]:
    """Whom class H fire of an attack hits besides its target: all of that side in the hex (6.43), but for engineers
    beside infantry (19.613)."""
    side = other_side(play.state, attack.side)
    return [
        one
        for one in play.open_in(attack.hex)
        if one.side == side and play.type_of(one).moves != "helicopter" and not shielded(play, one)
    ]


def to_button(play: Play, attack: Attack) -> Unit | None:
    """The next unit whose side says how it receives direct fire of class H (7.3).

    Face-down counters are asked about alike, so that the question tells nothing.
    """
    game = play.state
    if play.type_of(game.units[attack.target]).moves == "helicopter":
        return None  # 17.31
    firers = [one for one in attack.firers if one.arm == "main"]
    if not any(_weapon_class(play, one) == "H" for one in firers):
        return None
    for unit in in_zone(play, attack):
        if unit.id in attack.asked:
            continue
        row = play.type_of(unit)
        if not unit.seen and game.switches.fog:
            return unit
        if row.target != "soft" and not row.open and not unit.suppression:
            return unit
    return None


def _weapon_class(play: Play, firer: Firer) -> str:
    return play.type_of(play.state.units[firer.unit]).arms[firer.arm].class_


def button_question(play: Play, attack: Attack) -> tuple[Pending, ...]:
    unit = to_button(play, attack)
    if unit is None:
        return ()
    asked = f"{name(play.state, unit.id)} in {unit.hex}: shelled. Button up, or stay open?"
    return (Pending(unit.side, "button", asked),)


def button(play: Play, side: str, action: a.Button) -> None:
    """7.31: at once suppressed, and safe from losses; or 7.32."""
    attack = play.state.stack[-1]
    assert isinstance(attack, Attack)
    unit = to_button(play, attack)
    assert unit is not None
    verify_button(play, unit, action)
    play.emit(e.ButtonedUp(unit.id, action.up))
    if action.up:
        buttoned(play, unit, 1)


def verify_button(play: Play, unit: Unit, action: a.Button) -> None:
    if action.unit != unit.id:
        raise Refused(f"{unit.name} is asked about now.", "7.3", (unit.id,), "$.unit")
    row = play.type_of(unit)
    if action.up and (row.target == "soft" or row.open):
        raise Refused(f"{unit.name} cannot be buttoned up.", "7.52" if row.open else "7.3", where="$.up")


# -- resolving -------------------------------------------------------------------------------------------------


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
    if play.state.switches.pull_back and attack.kind != "overrun":
        behind = watching.covered(play, unit, target.hex)
        if behind:
            play.emit(e.TookCover(unit.id, behind))
    weapon = play.type_of(unit).arms[firer.arm]
    if howitzer(weapon, firer.arm) and play.type_of(target).moves != "helicopter":
        for one in in_zone(play, attack):
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
    )  # fmt: skip

"""Direct fire: an attack is declared, others join (6.0 to 6.45, 6.93)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import orders, watching
from campaign.systems.mechwar_4.counters import Counter
from campaign.systems.mechwar_4.decide import activation, chances, mounted
from campaign.systems.mechwar_4.frames import Attack, FireKind, Window
from campaign.systems.mechwar_4.play import Play, accepts, any_unit, is_unmarked, moving, own_unit
from campaign.systems.mechwar_4.state import Aircraft, Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import reaches, verify_arm

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
        rule = "6.53" if kind == "opportunity" else "6.911"
        raise Refused(f"{unit.name} has moved or fired this turn, or panics.", rule, where="$.unit")
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
        rule = "6.91" if frame.kind == "overwatch" else "6.51"
        raise Refused("Only who has just moved or fired may be fired at now.", rule, frame.at, "$.target")
    if kind == "short-halt":
        chances.verify_halt_target(play, target)


def verify_in_sight(play: Play, unit: Unit, target: Unit, kind: FireKind) -> None:
    """Whether an enemy can be fired at: observed, by itself, and in sight. Raises Refused."""
    verify_open(play, unit.side, target, kind)
    if not play.may_see(unit, target):
        raise Refused(f"{unit.name} has no line of sight to {play.called(target)}.", "6.41", where="$.target")


def verify_open(play: Play, side: str, target: Unit, kind: FireKind) -> None:
    """Whether a side can fire at an enemy: observed, and by itself. Raises Refused."""
    if kind == "direct" and was_attacked(play, side, target):
        raise Refused(f"{play.called(target)} has been attacked in this phase.", "6.13", where="$.target")
    if not target.hex or (target.aboard and not target.hatches):
        raise Refused(f"{play.called(target)} cannot be fired at by itself.", "9.4", where="$.target")
    if not target.seen:
        raise Refused(f"{play.called(target)} is not observed.", "6.41", where="$.target")
    if shielded(play, target):
        raise Refused(f"{target.name} is part of the infantry in its hex.", "19.613", where="$.target")


def shielded(play: Play, target: Unit) -> bool:
    """19.613: engineers beside infantry are not attacked separately; as far as is known, who is which."""
    return covering(play, target) is not None


def covering(play: Play, target: Unit, side: str = "") -> Unit | None:
    """The infantry of which engineers are part (19.613), as far as is known; if there is any, such as a side has not
    attacked (6.13)."""
    row = play.known_type(target)
    if row is None or row.kind != "engineers":
        return None
    there = [one for one in play.in_hex(target.hex) if one.side == target.side and is_infantry(play, one)]
    return min(there, key=lambda one: was_attacked(play, side, one), default=None)


def is_infantry(play: Play, unit: Unit) -> bool:
    """Whether a unit is known as infantry: by what it is, or as fire from the air has found it (19.613)."""
    if isinstance(unit, Counter):
        return unit.sort == "infantry" and any(
            unit.id in plane.recognised for plane in play.state.aircraft.values()
        )
    return play.type_of(unit).kind == "infantry"


def arms(play: Play, unit: Unit, target: Unit, kind: FireKind) -> list[Arm]:
    """What a unit may fire at an enemy."""
    some = play.type_of(unit).arms
    return [arm for arm in some if accepts(partial(verify_arm, play, unit, arm, target, kind))]


# -- declaring -------------------------------------------------------------------------------------------------


def verify_fire(play: Play, side: str, action: a.Fire) -> None:
    """Raises Refused."""
    unit, target = own_unit(play, side, action.unit), any_unit(play, side, action.target)
    kind = kind_of(play, unit)
    verify_firer(play, unit, kind, action.part, action.halved)
    verify_target(play, unit, target, kind)
    verify_arm(play, unit, action.arm, target, kind)


def fire(play: Play, side: str, action: a.Fire) -> None:
    """6.0: who fires at whom; others may join before it is resolved (6.3). What is an answer finds out now who stands
    beside engineers (19.613)."""
    unit, target = play.state.units[action.unit], play.state.units[action.target]
    kind = kind_of(play, unit)
    if kind == "direct" or not comes_to_nothing(play, unit, target):
        declare(play, unit, target, kind, action.arm, action.part, action.halved)


def comes_to_nothing(play: Play, unit: Unit, target: Unit) -> bool:
    """19.613: whether an answer cannot be fired, as engineers turn out to be part of infantry that has done nothing
    which is answered (6.51, 6.91, 19.31): the shot is kept."""
    infantry = covering(play, target)
    if infantry is not None:
        turn_up(play, unit, infantry)
        play.emit(e.InfantryFound(unit.id, target.id, infantry.id, False))
    return infantry is not None


def finds(play: Play, by: Unit | Aircraft, target: Unit) -> Unit:
    """19.613: whom fire at a unit finds: engineers are part of infantry beside them, also of infantry that nobody has
    seen, which is then, but from the air (15.73); of such as has not been attacked, if there is any (6.13)."""
    infantry = covering(play, target, by.side)
    if infantry is None:
        return target
    if isinstance(by, Unit):
        turn_up(play, by, infantry)
    play.emit(e.InfantryFound(by.id, target.id, infantry.id))
    return infantry


def forgone(play: Play, unit: Unit, target: Unit) -> bool:
    """6.13: whether a shot at engineers comes too late, as all the infantry of which they are part (19.613) has been
    attacked by its side in this phase; it is observed then, too."""
    infantry = covering(play, target, unit.side)
    if infantry is None or not was_attacked(play, unit.side, infantry):
        return False
    turn_up(play, unit, infantry)
    return True


def was_attacked(play: Play, side: str, target: Unit) -> bool:
    """6.13: whether a side has attacked an enemy by direct fire in this phase."""
    return f"{side}:{target.id}" in play.state.attacked


def turn_up(play: Play, unit: Unit, infantry: Unit) -> None:
    """Infantry beside engineers is found: it is observed, and camouflaged no more (5.25)."""
    if not infantry.seen:
        play.emit(e.UnitSeen(infantry.id, unit.id, "19.613"))
        watching.lose_camouflage(play, infantry)


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
    unit = play.state.units[action.unit]
    state, parts = split(unit, action.part)
    hatches = mounted.hatches(play, unit)
    play.emit(e.FirerJoined(unit.id, action.arm, state, parts, hatches, action.halved))


def verify_join(play: Play, side: str, action: a.Join) -> None:
    """Raises Refused."""
    attack = play.state.stack[-1]
    assert isinstance(attack, Attack)
    unit = own_unit(play, side, action.unit)
    verify_joins(play, attack, unit, action.arm, action.part, action.halved)


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
    """Whether to ask who joins: an unmarked counter of the side sees the target, or looks over what is low.

    In the fog what is under it does not count, so that this is asked of what lies open; else it must be somebody who
    can join.
    """
    game = play.state
    if attack.kind in ("overrun", "short-halt"):
        return False
    if not play.unmarked_seeing(attack.side, (attack.hex,)) and not any(
        one.side == attack.side
        and is_unmarked(one)
        and one.hex
        and play.looks_over(one, game.units[attack.target])
        for one in game.units.values()
    ):
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

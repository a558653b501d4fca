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
from campaign.systems.mechwar_4.frames import Attack, FireKind, Frame, Window
from campaign.systems.mechwar_4.play import Play, accepts, any_unit, frame, is_unmarked, moving, own_unit
from campaign.systems.mechwar_4.state import Aircraft, Game, Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import arms_at, reaches, verify_arm

SPLITS: dict[int, tuple[int, ...]] = {1: (1, 2), 2: (2, 2, 2)}
"""6.93: into what a full platoon may split, by its first part."""


# -- who may fire at whom --------------------------------------------------------------------------------------


def beneath(game: Game) -> Frame | None:
    """What is going on, apart from an attack that is being put together."""
    for one in reversed(game.stack):
        if not isinstance(one, Attack):
            return one
    return None


def answered(game: Game) -> Window | None:
    """What an attack answers that is declared now, or being put together; None if nothing (6.5, 6.91, 19.31)."""
    frame = beneath(game)
    return frame if isinstance(frame, Window) else None


def kind_of(play: Play, unit: Unit) -> FireKind:
    """What kind of fire a unit's would be now, by itself or in the attack that is being put together."""
    game = play.state
    window = answered(game)
    if window is not None:
        if window.kind != "overwatch":
            return "ambush" if chances.ambushes(play, unit) else "opportunity"
        move = moving(game)
        return "short-halt" if move is not None and move.unit == unit.id else "overwatch"
    return "short-halt" if beneath(game) is not None else "direct"


def verify_firer(play: Play, unit: Unit, kind: FireKind, part: int = 0, halved: bool = False) -> None:
    """Whether a unit may fire at all now (6.1). Raises Refused."""
    if not unit.hex:
        raise Refused(f"{unit.name} is not on the map yet.", "20.64", where="$.unit")
    if kind == "short-halt":
        chances.verify_short_halt(play, unit)
    elif kind == "direct":
        activation.verify_may_act(play, unit)
    else:
        activation.verify_unmarked(unit, "6.911" if kind == "overwatch" else "6.13")
    verify_way(play, unit, kind, halved)
    parts = parts_of(play, unit, kind)
    if part and part not in parts:
        allowed = [str(one) for one in parts]
        raise Refused(f"{unit.name} has no such part left to fire.", "6.93", allowed, "$.part")
    if not part and unit.parts:
        raise Refused(f"{unit.name} splits its fire: part by part.", "6.93", where="$.part")


def verify_way(play: Play, unit: Unit, kind: FireKind, halved: bool) -> None:
    """Whether a unit may fire from where it is, and under its command. Raises Refused."""
    mounted.verify(play, unit, halved)
    if (refused := orders.may_fire(play, unit)) is not None and kind != "ambush":
        raise refused


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
    window = answered(play.state)
    if window is None:
        if kind == "short-halt":
            chances.verify_halt_target(play, target)
        return
    if target.id not in window.at:
        rule = "6.91" if window.kind == "overwatch" else "6.51"
        raise Refused("Only who has just moved or fired may be fired at now.", rule, window.left, "$.target")
    if target.id in window.attacked:
        what = "fired" if window.kind == "overwatch" else "moved"
        raise Refused(
            f"{play.called(target)} has been attacked since it {what}: all who fire at it for that are named before "
            "any of them does.",
            "6.13",
            window.left,
            "$.target",
        )


def verify_in_sight(play: Play, unit: Unit, target: Unit, kind: FireKind) -> None:
    """Whether an enemy can be fired at: observed, by itself, and in sight (6.4, 17.2, 17.32). Raises Refused."""
    verify_open(play, unit.side, target, kind)
    if not play.may_see(unit, target, kind):
        raise Refused(f"{unit.name} has no line of sight to {play.called(target)}.", "6.41", where="$.target")


def verify_open(play: Play, side: str, target: Unit, kind: FireKind) -> None:
    """Whether a side can fire at an enemy: observed, and by itself (6.13). Raises Refused."""
    if unasked(play, kind) and was_attacked(play, side, target):
        raise Refused(f"{play.called(target)} has been attacked in this phase.", "6.13", where="$.target")
    if not target.hex or (target.aboard and not target.hatches):
        raise Refused(f"{play.called(target)} cannot be fired at by itself.", "9.4", where="$.target")
    if not target.seen:
        raise Refused(f"{play.called(target)} is not observed.", "6.41", where="$.target")
    if shielded(play, target):
        raise Refused(f"{target.name} is part of the infantry in its hex.", "19.613", where="$.target")


def unasked(play: Play, kind: FireKind) -> bool:
    """Whether fire of a kind answers nothing, so that it finds nobody who has been attacked in this phase (6.13)."""
    return kind == "direct" or (kind == "short-halt" and answered(play.state) is None)


def shielded(play: Play, target: Unit) -> bool:
    """19.613: engineers beside infantry are not attacked separately; as far as is known, who is which."""
    return covering(play, target) is not None


def covering(play: Play, target: Unit, side: str = "") -> Unit | None:
    """The infantry of which engineers are part (19.613), as far as is known; if there is any, such as a side has not
    attacked (6.13). Who has been seen to fire out of hatches counts as dismounted (9.52, 9.54)."""
    row = play.known_type(target)
    if row is None or row.kind != "engineers":
        return None
    there = [
        one
        for one in play.open_in(target.hex)
        if one.side == target.side and is_infantry(play, one) and (one.seen or not one.aboard)
    ]
    return min(there, key=lambda one: was_attacked(play, side, one), default=None)


def is_infantry(play: Play, unit: Unit) -> bool:
    """Whether a unit is known as infantry: by what it is, or as fire from the air has found it (19.613, 15.73)."""
    if isinstance(unit, Counter):
        return unit.sort == "infantry" and any(
            unit.id in plane.recognised for plane in play.state.aircraft.values()
        )
    return play.type_of(unit).kind == "infantry"


def arms(play: Play, unit: Unit, target: Unit, kind: FireKind) -> list[Arm]:
    """What a unit may fire at an enemy."""
    some = arms_at(play, unit, target)
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
    """6.13: whether a side has attacked an enemy in this phase, by whatever fire but in an overrun (12.2)."""
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
    takes_part(play, play.state.units[action.unit], action.arm, action.part, action.halved)


def takes_part(play: Play, unit: Unit, arm: Arm, part: int = 0, halved: bool = False) -> None:
    """A unit joins the attack that is being put together, with fire of its own kind."""
    attack, kind = frame(play, Attack), kind_of(play, unit)
    if kind == "short-halt":
        play.emit(e.PointsSpent(unit.id, chances.halt_cost(play)))
    state, parts = split(unit, part)
    own = kind if kind != attack.kind else ""
    play.emit(e.FirerJoined(unit.id, arm, state, parts, mounted.hatches(play, unit), halved, own))


def verify_join(play: Play, side: str, action: a.Join) -> None:
    """Raises Refused."""
    attack = play.state.stack[-1]
    assert isinstance(attack, Attack)
    unit = own_unit(play, side, action.unit)
    verify_joins(play, attack, unit, action.arm, action.part, action.halved)


def verify_joins(
    play: Play, attack: Attack, unit: Unit, arm: Arm, part: int = 0, halved: bool = False
) -> None:
    target, kind = play.state.units[attack.target], kind_of(play, unit)
    if alone(play, attack):
        raise Refused("Who halts to fire at what has come into its sight does so alone.", "19.31")
    if unit.id in attack.fired:
        raise Refused(f"{unit.name} is in this attack already.", "6.13", where="$.unit")
    if kind == "short-halt":
        chances.verify_short_halt(play, unit)
    else:
        activation.verify_unmarked(unit, "6.13")
    if not unit.hex:
        raise Refused(f"{unit.name} is not on the map yet.", "20.64", where="$.unit")
    verify_way(play, unit, kind, halved)
    if part and part not in parts_of(play, unit, kind):
        raise Refused(f"{unit.name} has no such part to fire.", "6.93", where="$.part")
    if not play.may_see(unit, target, kind):
        raise Refused(f"{unit.name} has no line of sight to {play.called(target)}.", "6.41", where="$.unit")
    verify_arm(play, unit, arm, target, kind)


def alone(play: Play, attack: Attack) -> bool:
    """Whether nobody may join an attack: in an overrun (12), and at what has come into sight (19.31)."""
    return attack.kind == "overrun" or (attack.kind == "short-halt" and answered(play.state) is None)


def may_return(play: Play, side: str) -> bool:
    """19.31: whether the unit of a side that moves, which can be seen, may answer fire from a short halt."""
    move = moving(play.state)
    mover = None if move is None else play.state.units.get(move.unit)
    return mover is not None and mover.side == side and mover.seen and chances.may_halt(play, mover)


def others(play: Play, attack: Attack) -> bool:
    """Whether to ask who joins: an unmarked counter of the side sees the target, or looks over what is low; or who
    moves may halt.

    In the fog what is under it does not count, so that this is asked of what lies open; else it must be somebody who
    can join.
    """
    game = play.state
    if alone(play, attack):
        return False
    window = answered(game)
    returns = window is not None and window.kind == "overwatch" and may_return(play, attack.side)
    if (
        not returns
        and not play.unmarked_seeing(attack.side, (attack.hex,))
        and not any(
            is_unmarked(one) and one.hex and play.looks_over(one, game.units[attack.target])
            for one in play.own(attack.side)
        )
    ):
        return False
    return play.state.switches.fog or any(True for _ in joiners(play, attack))


def joiners(play: Play, attack: Attack) -> Iterator[tuple[Unit, Arm, int, bool]]:
    """Who may join an attack: unit, arm, part, halved."""
    move = moving(play.state)
    mover = "" if move is None else move.unit
    for unit in play.own(attack.side):
        if not unit.hex or unit.id in attack.fired:
            continue
        if not is_unmarked(unit) and unit.id != mover:
            continue
        if not play.may_see(unit, play.state.units[attack.target]):
            continue
        for arm in arms_at(play, unit, play.state.units[attack.target]):
            for part in (0, *parts_of(play, unit, kind_of(play, unit))):
                for halved in (False, True) if mounted.may_be_halved(play, unit) else (False,):
                    if accepts(partial(verify_joins, play, attack, unit, arm, part, halved)):
                        yield unit, arm, part, halved


def can_fire(play: Play, unit: Unit, target: Unit, kind: FireKind) -> bool:
    """Whether a unit could answer an enemy's move or fire."""
    if not target.hex or not reaches(play, unit, target) or not play.may_see(unit, target, kind):
        return False
    return (
        accepts(partial(verify_firer, play, unit, kind))
        and accepts(partial(verify_open, play, unit.side, target, kind))
        and bool(arms(play, unit, target, kind))
    )


def halts(play: Play, unit: Unit) -> bool:
    """19.31: whether a unit that moves could halt and fire at anybody who has come into its sight."""
    return chances.may_halt(play, unit) and any(
        one.side != unit.side
        and one.seen
        and accepts(partial(verify_answers, play, one, "short-halt"))
        and can_fire(play, unit, one, "short-halt")
        for one in play.state.units.values()
    )


def resolve(play: Play, side: str, action: a.Resolve) -> None:
    """Nobody else joins."""
    attack = play.state.stack[-1]
    assert isinstance(attack, Attack)
    play.emit(e.ResolvingBegan(attack.target))

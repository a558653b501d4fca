"""Mines: what enters or leaves a mined hex, and how a way is breached (16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.blows import Blow
from campaign.systems.mechwar_4.decided_by import if_so
from campaign.systems.mechwar_4.harm import apply_result, lose, losses_of, struck, suppress, words_of
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Minefield, Unit
from campaign.systems.mechwar_4.tables import Result


class Jolt(NamedTuple):
    """What a mine attack at the way out does only in the next hex (16.14)."""

    panic: bool
    level: int


NO_JOLT = Jolt(False, 0)


def mined(play: Play, hex: Hex) -> list[Minefield]:
    """What is in a hex; both sides may have mined it."""
    return [one for one in play.state.mines if one.hex == hex]


def column(play: Play, field: Minefield) -> int:
    """The attack superiority of mines (16.11, 19.43, 16.12)."""
    mines = play.charts.fire.mines
    each = {"hasty": mines.hasty, "preventive": mines.preventive, "defensive": mines.defensive}
    return each[field.kind] + field.shift


def attacking(play: Play, unit: Unit) -> Minefield | None:
    """The mines that attack a unit in its hex: the worst of several; those that are breached spare columns (16.19),
    and none reach into the air (16.16).
    """
    if play.type_of(unit).moves == "helicopter":
        return None
    fields = [one for one in mined(play, unit.hex) if not (unit.column and one.breached)]
    return max(fields, key=lambda one: column(play, one), default=None)


def leaves(play: Play, unit: Unit) -> Jolt:
    """16.14, 16.16: the attack on a unit that leaves a mined hex. Losses fall here, the rest in the next hex."""
    field = attacking(play, unit)
    if field is None or not unit.hex:
        return NO_JOLT
    standing = play.standing(unit)
    result, steps, level = _attack(play, unit, field, entering=False)
    if steps:
        lose(play, unit, steps)
    _at_standing(play, standing, field, entering=False)
    return Jolt(result.panic, level)


def assess(play: Play, unit: Unit, jolt: Jolt) -> None:
    """16.14: panic and suppression of the attack on the way out, in the hex that the unit has come to."""
    if unit.out:
        return
    suppress(play, unit, jolt.level)
    if jolt.panic and not unit.panicked:
        panics(play, unit, "hit")


def comes(play: Play, unit: Unit, jolt: Jolt) -> None:
    """What mines do to a unit that has come to a hex. jolt: of those in the one that it has left (16.14)."""
    assess(play, unit, jolt)
    enters(play, unit)


def enters(play: Play, unit: Unit) -> None:
    """16.13, 16.15: the attack on a unit that has entered a mined hex; it goes no further."""
    field = attacking(play, unit)
    if field is None or not unit.hex:
        return
    if unit.plough and unit.column:
        play.emit(e.PloughEntered(unit.id, unit.hex))  # 16.2
        return
    standing = play.standing(unit)
    apply_result(play, unit, *_attack(play, unit, field, entering=True))
    _at_standing(play, standing, field, entering=True)


def blow(play: Play, unit: Unit, field: Minefield) -> Blow:
    """16.12: how the die is read, against any unit alike: as for armour, or by a reading for soft targets as for
    personnel."""
    soft = play.type_of(unit).target == "soft" and play.charts.readings.mines_v_soft == "personnel"
    return Blow("personnel" if soft else "armour", 0, column(play, field))


def _attack(play: Play, unit: Unit, field: Minefield, entering: bool) -> tuple[Result, int, int]:
    """What the die shows, the steps lost, and the suppression. 9.21: who rides on it is hit as a soft target, by the
    same die."""
    read = blow(play, unit, field)
    riders = play.carried(unit) if play.type_of(unit).ridden else []
    on = Blow("personnel", 0, read.column)
    result, shown, die = struck(
        play, f"mines under {unit.id}", lambda die: read.shows(play.charts, die), [on] * len(riders)
    )
    by = if_so("mines_v_soft", play.type_of(unit).target == "soft")
    found = _met(play, unit, read, result, entering, (die,), by)
    for rider, other in zip(riders, shown, strict=True):
        apply_result(play, rider, *_met(play, rider, on, other, entering, ()))
    return found


def _met(
    play: Play,
    unit: Unit,
    blow: Blow,
    result: Result,
    entering: bool,
    dice: tuple[int, ...],
    by: tuple[str, ...] = (),
) -> tuple[Result, int, int]:
    steps, more = losses_of(play, unit, result)
    words = words_of(result, steps)
    play.emit(
        e.MinesMet(
            unit.id, unit.hex, entering, blow.column, (*dice, *more), words, steps, result.panic, readings=by
        )
    )  # fmt: skip
    return result, steps, blow.levels(play.charts, result, steps)


def _at_standing(play: Play, standing: Sequence[Unit], field: Minefield, entering: bool) -> None:
    """9.54: who fires out of hatches is attacked by himself, as if he had dismounted."""
    for one in standing:
        if not one.out:
            apply_result(play, one, *_attack(play, one, field, entering))


# -- before the first turn -------------------------------------------------------------------------------------


def may_lie(play: Play, side: str) -> tuple[Hex, ...]:
    """Where a side may put one of its mined hexes: anywhere that can be walked, once (16.0, procedure)."""
    own = {one.hex for one in play.state.mines if one.side == side}
    return tuple(
        hex for hex, terrain in play.ground.terrain.items() if terrain.foot != "no" and hex not in own
    )


def lay(play: Play, side: str, action: a.LayMines) -> None:
    """16.0, procedure: the side chooses in secret which hexes are mined (16.0)."""
    play.emit(e.MinesLaid(side, action.frm, action.hex))


def verify_lay(play: Play, side: str, action: a.LayMines) -> None:
    """Raises Refused."""
    own = [one.hex for one in play.state.mines if one.side == side]
    if action.frm not in own:
        raise Refused(f"No mines of yours lie in {action.frm!r}.", "16.0", own, "$.frm")
    allowed = may_lie(play, side)
    if action.hex not in allowed:
        raise Refused(f"Mines cannot be laid in {action.hex!r}.", "16.0", allowed[:40], "$.hex")


# -- breaches --------------------------------------------------------------------------------------------------


def ploughed(play: Play) -> None:
    """16.2, 16.21: at the end of the phase a way is open where a plough stands, and the plough may be broken."""
    for unit in list(play.state.units.values()):
        if not unit.ploughing or unit.out:
            continue
        play.emit(e.MinesBreached(unit.hex, unit.id))
        (die,) = play.dice.roll(f"mine plough of {unit.id}", 1)
        play.emit(e.PloughRolled(unit.id, die, die <= play.charts.fire.mines.plough))

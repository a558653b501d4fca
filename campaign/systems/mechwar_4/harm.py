"""Results: steps lost, suppression, panic, and what is aboard (6.0, 7.5, 7.6, 9.13, 9.2, 17.34, 19.5, 20.51)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from campaign.rules.hexes import Hex
from campaign.rules.sides import other_side
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.blows import Blow, costs, left
from campaign.systems.mechwar_4.frames import Overrun
from campaign.systems.mechwar_4.morale import lost
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import GONE, Battery, Unit
from campaign.systems.mechwar_4.tables import Result

M = TypeVar("M", bound=Hashable)
MOST_BUTTONED = 2
"""Levels of suppression that a vehicle can bear; soft targets more (7.6)."""


def losses_of(play: Play, unit: Unit | Battery, result: Result) -> tuple[int, tuple[int, ...]]:
    """Steps that a result costs, and the defender's die of a bracketed one (3.21)."""
    if not result.rolled:
        return result.losses, ()
    ((steps, die),) = play.read(f"losses of {unit.id}", 1, 6, costs(play.charts, result))
    return steps, (die,)


def struck(
    play: Play, purpose: str, own: Callable[[int], M], others: Sequence[Blow] = ()
) -> tuple[M, tuple[Result, ...], int]:
    """The die of one unit, which is that of those who ride on it, too (9.2): what it means for it, what it shows for
    each of the others, and how it fell."""
    ((meant, die),) = play.read(
        purpose, 1, 6, lambda die: (own(die), tuple(one.shows(play.charts, die) for one in others))
    )
    return *meant, die


def words_of(result: Result, steps: int) -> str:
    """A result in the words of the tables, `(2) D1 S1`: of a bracketed one with the steps that it has cost."""
    parts: list[str] = []
    if result.rolled:
        parts.append(f"({result.losses})")
    if steps:
        parts.append(f"D{steps}")
    if result.suppression:
        parts.append(f"S{result.suppression}")
    if result.panic:
        parts.append("P'")
    return " ".join(parts) or "no effect"


def suppress(play: Play, unit: Unit, level: int) -> None:
    """Add levels of suppression: of vehicles to S2 at the most (7.6)."""
    row = play.type_of(unit)
    if row.moves == "helicopter" or level <= 0:
        return
    now = unit.suppression + level
    if row.target != "soft":
        now = min(now, MOST_BUTTONED)
    if now != unit.suppression:
        play.emit(e.UnitSuppressed(unit.id, now))


def buttoned(play: Play, unit: Unit, level: int) -> None:
    """A vehicle is at least that much suppressed, and who is aboard with it (7.31)."""
    for one in (unit, *play.inside(unit)):
        if one.suppression < level:
            play.emit(e.UnitSuppressed(one.id, level))


def lose(play: Play, unit: Unit, steps: int, by: str = "") -> None:
    """Take steps off a unit, and the same off who is inside it (9.13, 8.14, 9.33, 19.5)."""
    if steps <= 0:
        return
    row = play.type_of(unit)
    inside = play.inside(unit)
    outside = [one for one in play.carried(unit) if one not in inside]
    full = not unit.damage
    damage = left(unit.damage, steps, row.one_step or unit.column)
    where = unit.hex
    if damage < GONE:
        play.emit(e.UnitDamaged(unit.id, damage, by))
    else:
        for one in outside:
            if hex := get_off(play, unit, one):
                play.emit(e.Dismounted(one.id, hex))
        for one in outside:
            if one.aboard:
                kill(play, one, by)
        kill(play, unit, by)
        vehicle = not row.afoot and row.moves != "helicopter"
        if play.state.switches.wrecks and full and steps >= GONE and vehicle:
            play.emit(e.WreckLeft(where))
    for one in inside:
        if not one.out:
            lose(play, one, GONE if damage >= GONE else steps, by)


def get_off(play: Play, carrier: Unit, rider: Unit) -> Hex:
    """Where who rides on a unit is when it is destroyed; "" where there is room nowhere.

    In its hex; of one that overruns where it came from, or in the first hex around with room, since no hex holds both
    sides (12.5).
    """
    overrun = next((one for one in play.state.stack if isinstance(one, Overrun)), None)
    if overrun is None or overrun.unit != carrier.id:
        return carrier.hex
    around = [hex for _, hex in play.ground.around[overrun.hex]]
    if overrun.frm in around:
        around = [overrun.frm, *around]
    return next((hex for hex in around if play.standable(rider, hex) and not play.crowded(rider, hex)), "")


def kill(play: Play, unit: Unit, by: str = "") -> None:
    """A unit is eliminated: who is inside goes with it. Points are counted (20.51)."""
    company, side, where = unit.company, other_side(play.state, unit.side), unit.hex
    points = worth(play, unit)
    play.emit(e.UnitRemoved(unit.id, "eliminated", by))
    victory = play.state.victory
    if victory is not None and victory.destroyed:
        play.emit(e.Scored(side, points, unit.id, _group(unit) if company else ""))
    lost(play, unit, where)


def _group(unit: Unit) -> str:
    return f"{unit.company}/{unit.type}"


def worth(play: Play, unit: Unit) -> int:
    """20.51: the points of a company of three are told off by platoons: a third each, the last one brings the rest.
    Thirds that do not come out even go up for who has no company, and for all of a company that has not three."""
    row, game = play.type_of(unit), play.state
    if not unit.company:
        return _thirds(row.points)
    size = sum(one.company == unit.company and one.type == unit.type for one in game.units.values())
    each, before = row.points // 3, game.scored.get(_group(unit), 0)
    return _thirds(row.points * size) - each * before if before == size - 1 else each


def _thirds(points: int) -> int:
    """A third of so many, rounded up."""
    return -(-points // 3)


def apply_result(play: Play, unit: Unit, result: Result, steps: int, level: int, by: str = "") -> None:
    """Let a result take effect on a unit; its passengers take losses with it. level: of suppression that comes with
    it (`Blow.levels`) (17.34).
    """
    row = play.type_of(unit)
    if row.moves == "helicopter":
        lose(play, unit, steps, by)  # 17.34
        return
    if steps:
        lose(play, unit, steps, by)
    if unit.out:
        return
    suppress(play, unit, level)
    if result.panic and not unit.panicked:
        panics(play, unit, "hit")

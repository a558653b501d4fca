"""Engineers at work: abatis, breaches, bridges; motorcycles under fire (19.6)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide.activation import verify_may_act
from campaign.systems.mechwar_4.decide.mines import mined
from campaign.systems.mechwar_4.frames import Attack
from campaign.systems.mechwar_4.ground import BRIDGE, joint
from campaign.systems.mechwar_4.orders import command_of
from campaign.systems.mechwar_4.play import Play, is_unmarked, own_unit
from campaign.systems.mechwar_4.state import Task, Unit

TASKS: dict[Task, str] = {
    "abatis": "build an abatis", "clear": "clear an abatis", "breach": "breach mines", "build": "build a bridge",
    "destroy": "destroy a bridge",
}  # fmt: skip


def turns(play: Play, task: Task) -> int:
    """How long a piece of work takes (19.612)."""
    works = play.charts.fire.works
    return {
        "abatis": works.abatis, "clear": works.clear, "breach": works.breach, "build": works.bridge,
        "destroy": works.destroy,
    }[task]  # fmt: skip


def bridged(play: Play, a: Hex, b: Hex) -> bool:
    """Whether a bridge stands between two neighbours."""
    game, both = play.state, joint(a, b)
    return both in game.built_bridges or (BRIDGE in play.board.side(a, b) and both not in game.broken_bridges)


def unbridged(play: Play, a: Hex, b: Hex) -> bool:
    """Whether something lies between two neighbours that vehicles cross by a bridge, and there is none."""
    names = [name for name in play.board.side(a, b) if name != BRIDGE]
    hinders = any(play.charts.sides[name].vehicle and not play.charts.sides[name].covers for name in names)
    return hinders and not bridged(play, a, b)


def labour(play: Play, side: str, action: a.Labour) -> None:
    """19.61: engineers begin to work; it goes on by itself until it is done or something disturbs it."""
    unit = play.state.units[action.unit]
    if action.task == "stop":
        assert unit.work is not None
        play.emit(e.WorkSet(unit.id, unit.work.task, unit.work.hex, 0))
        return
    play.emit(e.WorkSet(unit.id, action.task, unit.hex, turns(play, action.task), action.other))


def verify_labour(play: Play, side: str, action: a.Labour) -> None:
    """Raises Refused."""
    verify_work(play, own_unit(play, side, action.unit), action)


def verify_work(play: Play, unit: Unit, action: a.Labour) -> None:
    """19.611, 19.615. Raises Refused."""
    if action.task == "stop":
        if unit.work is None:
            raise Refused(f"{unit.name} does not work.", "19.611", where="$.task")
        if not is_unmarked(unit):
            raise Refused(
                f"{unit.name} panics or has a marker: its work stops by itself.", "19.612", where="$.unit"
            )
        if action.other:
            raise Refused("Who stops names no other hex.", "19.611", ("",), "$.other")
        return
    if play.type_of(unit).kind != "engineers" or not play.state.switches.special_units:
        raise Refused(f"{unit.name} cannot do that: engineers can.", "19.611", where="$.unit")
    if unit.work is not None:
        raise Refused(f"{unit.name} works already: {TASKS[unit.work.task]}.", "19.611", ("stop",), "$.task")
    if (why := hindered(play, unit)) is not None:
        raise Refused(f"{unit.name} {why}.", "19.615", where="$.unit")
    verify_may_act(play, unit, "4.1")
    verify_place(play, unit, action.task, action.other)


def hindered(play: Play, unit: Unit) -> str | None:
    """19.615, 19.612: what keeps engineers from any work; None if nothing does."""
    company = play.company(unit)
    if not unit.hex:
        return "is not on the map yet"
    if unit.aboard:
        return "is mounted"
    if unit.suppression:
        return "is suppressed"
    if unit.defilade:
        return "is in defilade"
    if company is not None and command_of(play, company) not in ("BC", "BOC", "IC"):
        return "has no Bound command"
    return None


def places(play: Play, unit: Unit, task: Task) -> tuple[Hex, ...]:
    """Where a task can be done by engineers from their hex: "" in it, or hexes beside it."""
    game, hex = play.state, unit.hex
    around = [one for _, one in play.ground.around[hex]]
    match task:
        case "abatis":
            return ("",) if play.ground.terrain[hex].woods and hex not in game.abatis else ()
        case "clear":
            return ("",) if hex in game.abatis else ()
        case "breach":
            return tuple("" if one == hex else one for one in (hex, *around) if breachable(play, unit, one))
        case "build":
            return tuple(one for one in around if unbridged(play, hex, one))
        case "destroy":
            return tuple(one for one in around if bridged(play, hex, one))


def breachable(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether a unit's side knows of mines there that are not breached (16.17)."""
    return any(
        not one.breached and (unit.side in one.known or one.side in ("", unit.side))
        for one in mined(play, hex)
    )


def verify_place(play: Play, unit: Unit, task: Task, other: Hex) -> None:
    allowed = places(play, unit, task)
    if not allowed:
        raise Refused(f"There is nothing in or around {unit.hex} to {TASKS[task]}.", "19.611", where="$.task")
    if other not in allowed:
        raise Refused(f"{unit.name} cannot {TASKS[task]} there.", "19.611", allowed, "$.other")


def disturbed(play: Play, unit: Unit) -> str:
    """What has kept engineers from their work this turn; "" if nothing has."""
    assert unit.work is not None
    if unit.fired or unit.moved or unit.hex != unit.work.hex:
        return "has moved or fired"
    if unit.panicked:
        return "panics"
    return hindered(play, unit) or ""


def work(play: Play) -> None:
    """19.612: at the end of a turn work goes on, and is done in the end."""
    for unit in list(play.state.units.values()):
        job = unit.work
        if job is None or unit.out:
            continue
        why = disturbed(play, unit) or (
            "" if job.other in places(play, unit, job.task) else "is not needed any more"
        )
        left = 0 if why else job.left - 1
        if left or why:
            play.emit(e.WorkSet(unit.id, job.task, job.hex, left, job.other, why))
        elif job.task == "breach":
            play.emit(e.MinesBreached(job.other or job.hex, unit.id))
        else:
            play.emit(e.WorkDone(unit.id, job.task, job.hex, job.other))


def fired_at(play: Play, attack: Attack, fired: list[str]) -> None:
    """What follows once an attack is resolved: engineers are disturbed, motorcycles take cover."""
    if not fired:
        return
    target = play.state.units[attack.target]
    attacked(play, target, attack.hex)
    ducks(play, target, play.state.units[fired[0]].hex)


def attacked(play: Play, target: Unit, hex: Hex) -> None:
    """19.612: engineers that direct fire is aimed at, or at the infantry that they are part of (19.613), have to begin
    anew."""
    infantry = play.type_of(target).kind == "infantry"
    for one in list(play.state.units.values()):
        if one.work is None or one.out:
            continue
        if one.id == target.id or (infantry and one.side == target.side and one.hex == hex):
            play.emit(e.WorkSet(one.id, one.work.task, one.work.hex, 0, one.work.other, "is fired at"))


def ducks(play: Play, target: Unit, frm: Hex) -> None:
    """19.621: motorcycles are in defilade once the first fire at them is resolved."""
    row = play.type_of(target)
    if row.moves != "motorcycle" or not play.state.switches.special_units:
        return
    if target.out or not target.hex or target.defilade or target.column or not frm or frm == target.hex:
        return
    edge, _ = min(play.ground.around[target.hex], key=lambda one: play.distance(one[1], frm))
    play.emit(e.DefiladeChanged(target.id, edge))

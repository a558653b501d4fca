"""What takes a unit its whole turn: getting aboard and down, mines and wire, mounting (Transport, Engineers, Barbed
Wire, Tank Riders)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.charts import Class
from campaign.systems.portable_wargame_modern.decide.objectives import taken
from campaign.systems.portable_wargame_modern.play import Play, in_hex, own_unit
from campaign.systems.portable_wargame_modern.reach import closed_to, comes_to_face, occupied
from campaign.systems.portable_wargame_modern.state import TASKS, Task, Unit

TAKES: dict[str, tuple[str, ...]] = {
    "lorry": ("carried", "rides", "towed"), "horses": ("towed",), "riders": ("rides",)
}  # fmt: skip
"""What each kind of carrier takes: `rides` is infantry, which may go on tanks too."""


def cannot_begin(play: Play, unit: Unit) -> tuple[str, str] | None:
    """Why a unit cannot begin what takes a whole turn; None if it can."""
    if unit.moved or unit.turned or unit.fired or unit.fought or unit.busy:
        return "it has done something else this turn, and this takes all of it", "Transport"
    return None


# -- aboard and down -------------------------------------------------------------------------------------------


def takes(carrier: Class, load: Class) -> bool:
    """Whether a class of unit is carried or towed by another (Transport, Tank Riders)."""
    return bool(carrier.transport) and load.load in TAKES[carrier.transport]


def cannot_load(play: Play, unit: Unit, carrier: Unit) -> tuple[str, str] | None:
    unit_class = play.class_of(carrier)
    rule = "Tank Riders" if unit_class.transport == "riders" else "Transport"
    if unit.aboard:
        return "it is aboard already", "Transport"
    if not takes(unit_class, play.class_of(unit)):
        return f"{carrier.name} does not take such a unit", rule
    if unit_class.transport == "riders" and not play.state.riders:
        return "tanks carry nobody in this battle", rule
    if carrier.cargo:
        return f"{carrier.name} has its load", rule
    if carrier.aboard or carrier.moved or carrier.turned or carrier.busy:
        return f"{carrier.name} must stay for the whole turn, and has not", rule
    ground = play.ground
    if unit.hex == carrier.hex:
        return None
    if carrier.hex not in ground.around[unit.hex]:
        return f"{carrier.name} is neither in its hex nor next to it", rule
    if carrier.hex in play.state.mines or carrier.hex in closed_to(play, unit, play.foes(unit.side)):
        return "it cannot enter that hex now", "Movement"
    return None


def carriers(play: Play, unit: Unit) -> list[Unit]:
    """Those that it could get aboard now."""
    if not play.class_of(unit).load or unit.aboard or cannot_begin(play, unit):
        return []
    around = play.ground.around[unit.hex]
    return [
        one
        for one in play.state.units.values()
        if one.side == unit.side and one is not unit and one.strength
        and (one.hex == unit.hex or one.hex in around) and cannot_load(play, unit, one) is None
    ]  # fmt: skip


def load(play: Play, unit: Unit, action: a.Load) -> None:
    carrier = own_unit(play.state, unit.side, action.carrier, "$.carrier")
    if why := cannot_begin(play, unit) or cannot_load(play, unit, carrier):
        allowed = [one.id for one in carriers(play, unit)]
        raise Refused(f"{unit.name} cannot get aboard: {why[0]}.", why[1], allowed, "$.carrier")
    play.emit(e.Loaded(unit.id, carrier.id))


def exits(play: Play, unit: Unit) -> list[Hex]:
    """Where it can get down: into the carrier's hex, or next to it from a carrier that stands there alone."""
    if not unit.aboard or cannot_begin(play, unit):
        return []
    game, ground = play.state, play.ground
    carrier = game.units[unit.aboard]
    if carrier.moved or carrier.turned or carrier.busy:
        return []
    full = occupied(play, unit)
    if carrier.hex not in full:
        return [carrier.hex]
    foes = play.foes(unit.side)
    closed = closed_to(play, unit, foes)
    return [hex for hex in ground.ways[carrier.hex] if hex not in closed | full and hex not in game.mines]


def unload(play: Play, unit: Unit, action: a.Unload) -> None:
    allowed = exits(play, unit)
    if not unit.aboard:
        raise Refused(f"{unit.name} is not aboard anything.", "Transport", where="$.unit")
    if action.to not in allowed:
        reason = f"{unit.name} cannot get down into {action.to}: there is no room, or its carrier has moved."
        raise Refused(reason, "Transport", allowed, "$.to")
    facing = comes_to_face(play, unit, action.to, unit.facing)
    play.emit(e.Unloaded(unit.id, action.to, facing))
    taken(play, unit)


# -- mines and wire --------------------------------------------------------------------------------------------


def places(play: Play, unit: Unit, task: Task) -> list[Hex]:
    """The hexes in which a unit can begin a task."""
    game, ground = play.state, play.ground
    if unit.aboard or cannot_begin(play, unit):
        return []
    if unit.work is not None and unit.work.task == task:
        return []  # it goes on while it stays
    if task == "lay-wire":
        return [] if unit.hex in game.wire or unit.hex in ground.river else [unit.hex]
    if task == "clear-wire":
        return [unit.hex] if unit.hex in game.wire else []
    if not play.class_of(unit).engineers:
        return []
    around = ground.ways[unit.hex]
    if task == "clear-mines":
        return [hex for hex in around if hex in game.mines]
    return [
        hex for hex in around if hex not in game.mines and hex not in ground.river and not in_hex(game, hex)
    ]


def labour(play: Play, unit: Unit, action: a.Labour) -> None:
    allowed = places(play, unit, action.task)
    if action.hex not in allowed:
        rule = "Barbed Wire" if action.task.endswith("wire") else "Engineers"
        tasks = [f"{task} {hex}" for task in TASKS for hex in places(play, unit, task)]
        raise Refused(f"{unit.name} cannot do this in {action.hex} now.", rule, tasks, "$.hex")
    play.emit(e.WorkBegun(unit.id, action.task, action.hex, play.charts.turns_of[action.task]))


def work_on(play: Play) -> None:
    """At the end of a turn: who has stayed at work is a turn nearer to its end."""
    game = play.state
    for unit in list(game.units.values()):
        work = unit.work
        if work is None or not unit.strength:
            continue
        field = game.mines if work.task.endswith("mines") else game.wire
        if (work.hex in field) == work.task.startswith("lay"):
            play.emit(e.WorkLeft(unit.id))  # somebody else was faster
        elif (
            work.task == "lay-mines" and not play.charts.readings.mines_under_units and in_hex(game, work.hex)
        ):
            play.emit(e.WorkLeft(unit.id, True))
        else:
            play.emit(e.WorkWent(unit.id, work.left - 1))


# -- cavalry ---------------------------------------------------------------------------------------------------


def cannot_remount(play: Play, unit: Unit) -> tuple[str, str] | None:
    if not play.charts.types[unit.type].remount:
        return "it has no horses", "Movement"
    if unit.aboard:
        return "it is aboard", "Transport"
    return cannot_begin(play, unit)


def remount(play: Play, unit: Unit, action: a.Remount) -> None:
    if why := cannot_remount(play, unit):
        raise Refused(f"{unit.name} cannot do this: {why[0]}.", why[1], where="$.unit")
    play.emit(e.Remounted(unit.id, play.charts.types[unit.type].remount))

"""What takes a unit its whole turn, and who may do it where: getting aboard and down, mines and wire, mounting
(Transport, Engineers, Barbed Wire, Tank Riders)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.systems.portable_wargame_modern.charts import Class
from campaign.systems.portable_wargame_modern.play import Play, in_hex
from campaign.systems.portable_wargame_modern.reach import closed_to, occupied
from campaign.systems.portable_wargame_modern.state import Task, Unit

TAKES: dict[str, tuple[str, ...]] = {
    "lorry": ("carried", "rides", "towed"), "horses": ("towed",), "riders": ("rides",)
}  # fmt: skip
"""What each kind of carrier takes: `rides` is infantry, which may go on tanks too."""


def stays(unit: Unit) -> bool:
    """Whether it has done nothing else this turn."""
    return not (unit.moved or unit.turned or unit.fired or unit.fought or unit.busy)


def cannot_begin(play: Play, unit: Unit) -> tuple[str, str] | None:
    """Why a unit cannot begin what takes a whole turn; None if it can."""
    if not stays(unit):
        return "it has done something else this turn, and this takes all of it", "Transport"
    return None


def takes(carrier: Class, load: Class) -> bool:
    """Whether a class of unit is carried or towed by another (Transport, Tank Riders)."""
    return bool(carrier.transport) and load.load in TAKES[carrier.transport]


def cannot_load(play: Play, unit: Unit, carrier: Unit) -> tuple[str, str] | None:
    """Transport, Tank Riders."""
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
    if carrier.aboard or not stays(carrier):
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


def exits(play: Play, unit: Unit) -> list[Hex]:
    """Where it can get down: into the carrier's hex, or next to it from a carrier that stands there alone."""
    if not unit.aboard or cannot_begin(play, unit):
        return []
    game, ground = play.state, play.ground
    carrier = game.units[unit.aboard]
    if not stays(carrier):
        return []
    full = occupied(play, unit)
    if carrier.hex not in full:
        return [carrier.hex]
    foes = play.foes(unit.side)
    closed = closed_to(play, unit, foes)
    return [hex for hex in ground.ways[carrier.hex] if hex not in closed | full and hex not in game.mines]


def places(play: Play, unit: Unit, task: Task) -> list[Hex]:
    """The hexes in which a unit can begin a task; where it is at that already, it goes on while it stays
    (Engineers, Barbed Wire).
    """
    begun = unit.work.hex if unit.work is not None and unit.work.task == task else ""
    return [hex for hex in _places(play, unit, task) if hex != begun]


def _places(play: Play, unit: Unit, task: Task) -> list[Hex]:
    game, ground = play.state, play.ground
    if unit.aboard or cannot_begin(play, unit):
        return []
    if task == "lay-wire":
        return [] if unit.hex in game.wire or unit.hex in ground.river else [unit.hex]
    if task == "clear-wire":
        return [unit.hex] if unit.hex in game.wire else []
    if not play.class_of(unit).engineers:
        return []
    around = ground.ways[unit.hex]
    if task == "clear-mines":
        return [hex for hex in around if hex in game.mines]
    under = play.charts.readings.mines_under_units
    return [
        hex for hex in around
        if hex not in game.mines and hex not in ground.river and (under or not in_hex(game, hex))
    ]  # fmt: skip


def cannot_remount(play: Play, unit: Unit) -> tuple[str, str] | None:
    if not play.charts.types[unit.type].remount:
        return "it has no horses", "Movement"
    if unit.aboard:
        return "it is aboard", "Transport"
    return cannot_begin(play, unit)

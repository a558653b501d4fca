"""Which units may be activated, and with how many dice a side throws for that (Dicing)."""

from __future__ import annotations

from campaign.systems.portable_wargame_modern.gunnery import assailable
from campaign.systems.portable_wargame_modern.play import Play, living
from campaign.systems.portable_wargame_modern.state import Unit
from campaign.systems.portable_wargame_modern.whole_turn import exits


def dice_for(play: Play, side: str) -> tuple[int, bool, int]:
    """How many activation dice a side rolls, whether it has a commander, and its other units (Dicing d, e)."""
    units, commanders = sum(unit.side == side for unit in living(play.state)), len(play.leaders(side))
    commander = commanders > 0
    others = units - (commander if play.charts.readings.further_commanders == "units" else commanders)
    return activation_dice(commander, others), commander, others


def activation_dice(commander: bool, others: int) -> int:
    """One for the commander, one for every five other units begun (Dicing d)."""
    return commander + (others + 4) // 5


def ready(play: Play) -> list[Unit]:
    """The units that the side may activate now."""
    return play.once("ready", _ready, play)


def _ready(play: Play) -> list[Unit]:
    side = play.state.active
    return [one for one in living(play.state) if one.side == side and unready(play, one) is None]


def unready(play: Play, unit: Unit) -> tuple[str, str] | None:
    """Why a unit cannot be activated; None if it can."""
    unit_class = play.class_of(unit)
    if unit.acted:
        return "it has been activated this turn", "Movement b"
    if unit.busy:
        return "it carries somebody who got aboard or down this turn", "Transport"
    if unit_class.stays and unit.fired and not assailable(play, unit):
        return "artillery that has fired stays as it is, and no enemy is before it to fight", "Movement c"
    if unit.aboard and not exits(play, unit):
        return "it is aboard, and cannot get down now", "Transport"
    return None

"""By which readings of sight somebody sees, or observes, another: those by whose other choice he would not."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.readings import decided
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.spotting import SIGHT
from campaign.systems.mechwar_4.state import Unit

Names = tuple[str, ...]


def if_so(name: str, holds: bool) -> Names:
    return (name,) if holds else ()


def sighted(play: Play, a: Hex, b: Hex) -> Names:
    """A line of sight from one hex to another, that is clear."""
    if a == b or not play.clear(a, b):
        return ()

    def clear(readings: Readings) -> bool:
        return play.charts.as_read(readings).spotting(play.state.board).clear(a, b, play.smoke)

    return decided(play.charts.readings, SIGHT, clear)


def observed(play: Play, one: Unit, unit: Unit) -> Names:
    """That somebody observes a unit."""
    if not play.clear(one.hex, unit.hex):
        return if_so("helicopters_observe", play.flies(one))
    return sighted(play, one.hex, unit.hex)

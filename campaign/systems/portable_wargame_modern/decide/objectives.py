"""Who holds what is fought for: whoever entered it last."""

from __future__ import annotations

from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.state import Unit


def taken(play: Play, unit: Unit) -> None:
    """Tell that a unit has entered a hex of the enemy's, or of nobody's."""
    if play.state.held.get(unit.hex, unit.side) != unit.side:
        play.emit(e.ObjectiveTaken(unit.side, unit.hex))

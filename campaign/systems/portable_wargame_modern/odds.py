"""Exact chances."""

from __future__ import annotations

from campaign.rules.options import Odds
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.play import Play


def odds(play: Play, side: str, action: a.AnyAction) -> Odds | None:
    return None

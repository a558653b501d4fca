"""Campaigns that are shipped, played by bots to their end."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted

E = TypeVar("E")


def played(hq: Headquarters, sample: str, seed: int = 1) -> list[Any]:
    """Play a sample as the campaign `c`; all its events."""
    assert isinstance(hq.campaigns.new(sample, name="c"), Acted)
    for step in hq.campaigns.staff.play("c", pick=Random(seed).randrange):
        assert isinstance(step, Acted), step
    campaign = hq._house.campaigns.get("c")
    assert campaign.state().verdict is not None
    codec = campaign.diary.reducer.codec
    return [event for entry in campaign.store.entries("c") for event in codec.events(entry.body)]


def set_up(hq: Headquarters, diary: str, kind: type[E]) -> E:
    """The one event of a kind in the first entry of a battle."""
    battle = hq._house.battles.get(diary)
    events = battle.diary.reducer.codec.events(battle.store.entry(diary, 1).body)
    (found,) = (event for event in events if isinstance(event, kind))
    return found

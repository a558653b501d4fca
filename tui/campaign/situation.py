"""What the campaign screen shows at one moment, read from headquarters in one go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from campaign.campaigns.answers import CampaignView
from campaign.headquarters import Headquarters
from campaign.shared.seals import short_seal

RECENT = 5
"""Lines of the record that stand on the screen, below the newest entry's seal."""


class Situation(NamedTuple):
    """over: battles that can be filed. repairs: actions that the workshops could begin. recent: the newest lines.

    seal: of the newest entry, as it is shown.
    """

    view: CampaignView
    over: frozenset[str]
    repairs: tuple[Mapping[str, Any], ...]
    recent: tuple[str, ...]
    seal: str

    def side_name(self, side: str) -> str:
        return next((one.name for one in self.view.sides if one.id == side), side)


def seated(headquarters: Headquarters, campaign: str, side: str) -> Headquarters:
    """Headquarters for a side that is played at this screen, if the campaign has it; else as whoever one is."""
    there = side and any(one.id == side for one in headquarters.looking_as("").campaigns.view(campaign).sides)
    return headquarters.looking_as(side) if there else headquarters


def read(headquarters: Headquarters, campaign: str) -> Situation:
    """Read everything afresh. Raises Refused."""
    found = headquarters.campaigns.moment(campaign)
    over = frozenset(one.id for one in found.view.battles if one.diary in found.over)
    repairs = tuple(one.action for one in found.staff if one.action["kind"] == "repair")
    recent = (f"{one.date}  {one.text}" for one in reversed(found.log[:RECENT]))
    return Situation(found.view, over, repairs, tuple(recent), short_seal(found.newest, found.seal))

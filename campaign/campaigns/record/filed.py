"""What the returns of battles did, each read from the entry that filed it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from campaign.campaigns.answers import CameView, CampaignLine, FiledView
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.record.entries import entry_of
from campaign.campaigns.view import sees
from campaign.ledger import events as e
from campaign.ledger.state import Campaign, Engagement
from campaign.shared.kept_open import Reach
from events.codec import tag_of

CLOSED = tag_of(e.BattleClosed)
FATES: dict[type[Any], str] = {
    e.Died: "dead", e.Captured: "captured", e.WentMissing: "missing", e.Wounded: "wounded", e.Recovered: "fit",
}  # fmt: skip
TELLING = (e.Spent, e.Damaged, e.Wrecked, e.AssetLost, e.WreckRecovered)
"""Events that say what became of a machine."""


def filed(
    campaigns: Reach[OpenCampaign],
    campaign: OpenCampaign,
    state: Campaign,
    viewer: str,
    closed: Sequence[CampaignLine],
) -> Iterator[FiledView]:
    """As a viewer may know it. state: now. closed: the lines of the record that say that a battle is over."""
    for line in closed:
        battle = state.battles.get(line.battle)
        if battle is not None:
            body = entry_of(campaigns, campaign, line.seq).body
            yield _filed(state, viewer, battle, line.seq, campaign.diary.reducer.codec.events(body))


def _filed(state: Campaign, viewer: str, battle: Engagement, seq: int, events: Sequence[Any]) -> FiledView:
    assert state.graph is not None
    here = {there: side for side, there in state.graph.node(battle.node).sides.items()}
    side_of = {one.id: here.get(one.side, "") for one in battle.muster}
    seen = [one for one in battle.muster if sees(state, viewer, side_of[one.id])]
    crew = {member.id: (member.name, side_of[one.id]) for one in seen for member in one.crew}
    kills, told = dict.fromkeys(side_of, 0), {id: list[int]() for id in side_of}
    fates: dict[str, str] = {}
    experience: dict[str, int] = {}
    points: dict[str, int] = {}
    for index, event in enumerate(events):
        if isinstance(event, e.KillCredited):
            kills[event.asset] += 1
        elif isinstance(event, TELLING) and event.asset in told:
            told[event.asset].append(index)
        elif isinstance(event, e.PointsScored):
            points[event.side] = points.get(event.side, 0) + event.points
        elif (person := getattr(event, "person", "")) in crew:
            side = crew[person][1]
            if isinstance(event, e.ExperienceGained):
                experience[side] = experience.get(side, 0) + event.points
            elif type(event) in FATES:
                fates[person] = FATES[type(event)]
    lost: dict[str, dict[str, tuple[str, ...]]] = {}
    for person, fate in fates.items():
        name, side = crew[person]
        if fate != "fit":
            of_side = lost.setdefault(side, {})
            of_side[fate] = (*of_side.get(fate, ()), name)
    came = tuple(
        CameView(one.id, one.name, side_of[one.id], kills[one.id], tuple(told[one.id])) for one in seen
    )
    return FiledView(battle.id, seq, came, lost, experience, points)

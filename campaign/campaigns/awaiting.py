"""What awaits somebody in campaigns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from campaign.campaigns import queries
from campaign.campaigns.open_campaign import OpenCampaigns
from campaign.ledger.decide.calendar import waits
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import Awaiting
from campaign.shared.callers import OBSERVER, Caller, rights
from events.errors import DiaryError
from events.store import DiaryInfo


def awaiting(
    campaigns: OpenCampaigns, listed: Iterable[DiaryInfo], caller: Caller, fought: Callable[[str], bool]
) -> Iterator[Awaiting]:
    """Those in which the caller has a part; one that cannot be read awaits nobody. fought: whether the battle of a
    diary is over."""
    for info in listed:
        try:
            look = queries.look(campaigns.get(info.name), OBSERVER)
        except (DiaryError, Refused):
            continue
        state, over = look.state, look.campaign.over(look.state)
        seating = look.campaign.seating(state)
        found = rights(caller, seating)
        offers = () if over else seating.named(caller.player)
        if not (roles := found.acting()) and not offers:
            continue
        running = [one for one in state.battles.values() if one.status == "running" and one.diary]
        runs = UMPIRE in roles and not over
        yield Awaiting(
            info.name, "campaign", info.title, look.head.seq, look.head.seal.hex(),
            tuple(side for side in found.sides if side in roles), UMPIRE in roles, over=over,
            filing=tuple(one.id for one in running if fought(one.diary)) if runs else (),
            open=tuple(id for id in state.nodes if id in waits(state)) if runs else (), offers=offers,
        )  # fmt: skip

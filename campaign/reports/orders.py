"""The order of battle and the people of a campaign, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from campaign.campaigns.answers import AssetView, CampaignView, FormationView, PersonView
from campaign.reports.campaign import fates

SERVING = ("fit", "wounded", "missing")
LOST = "lost"


class Row(Struct, frozen=True):
    """A formation with its own machines. depth: how many are above it, at most two. ready, of: with all below it."""

    formation: FormationView | None
    depth: int
    here: tuple[AssetView, ...]
    lost: tuple[AssetView, ...]
    ready: int
    of: int


class Order(Struct, frozen=True):
    id: str
    name: str
    rows: tuple[Row, ...]


class Roll(Struct, frozen=True):
    """The people of a side. serving: those who may come back; gone: the others, by what became of them."""

    id: str
    name: str
    of: int
    fates: Mapping[str, tuple[PersonView, ...]]
    serving: tuple[PersonView, ...]
    gone: Mapping[str, tuple[PersonView, ...]]


def anchors(view: CampaignView) -> dict[str, str]:
    """Where in a page each machine stands."""
    return {one.id: f"m{i + 1}" for i, one in enumerate(view.assets)}


def orders(view: CampaignView) -> tuple[Order, ...]:
    """Each side's formations from above, those below after the one that they belong to."""
    found: list[Order] = []
    for side in view.sides:
        own = [one for one in view.formations if one.side == side.id]
        known = {one.id for one in own}
        rows = [row for one in own if one.parent not in known for row in _below(view, own, one, 0)]
        loose = [one for one in view.assets if one.side == side.id and one.formation not in known]
        if loose:
            rows.append(_row(None, 0, loose, loose))
        if rows:
            found.append(Order(side.id, side.name, tuple(rows)))
    return tuple(found)


def _below(view: CampaignView, own: list[FormationView], one: FormationView, depth: int) -> Iterator[Row]:
    here = [asset for asset in view.assets if asset.formation == one.id]
    below = [row for other in own if other.parent == one.id for row in _below(view, own, other, depth + 1)]
    inside = [asset for row in below for asset in (*row.here, *row.lost)]
    if here or inside:
        yield _row(one, min(depth, 2), here, [*here, *inside])
        yield from below


def _row(
    formation: FormationView | None, depth: int, here: list[AssetView], all_of_it: list[AssetView]
) -> Row:
    ready = sum(one.status == "ready" and not one.damage for one in all_of_it)
    living, lost = (tuple(one for one in here if (one.status == LOST) == gone) for gone in (False, True))
    return Row(formation, depth, living, lost, ready, len(all_of_it))


def people(view: CampaignView) -> tuple[Roll, ...]:
    """Each side's, the most experienced first."""
    found: list[Roll] = []
    for side in view.sides:
        by = fates([one for one in view.people if one.side == side.id])
        if by:
            serving = [one for fate in SERVING for one in by.get(fate, ())]
            serving.sort(key=lambda one: (-one.xp, one.name, one.id))
            gone = {fate: some for fate, some in by.items() if fate not in SERVING}
            found.append(Roll(side.id, side.name, sum(map(len, by.values())), by, tuple(serving), gone))
    return tuple(found)

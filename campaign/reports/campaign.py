"""What stands in the report of a campaign, gathered from its record as one viewer may read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from campaign.campaigns.answers import (
    DRAW,
    AssetView,
    CampaignLine,
    CampaignView,
    FoughtView,
    NodeView,
    PersonView,
    Query,
    Tally,
)
from campaign.headquarters import Headquarters
from campaign.reports.battle import Progress, silent
from campaign.shared.seals import short_seal

PAGE = 2000
FALLEN = ("dead", "captured", "missing", "wounded", "discharged")
"""What becomes of people, the gravest first."""
PASSING = {
    "level-reached",
    "person-moved",
    "scenario-opened",
    "points-scored",
    "battle-started",
    "battle-closed",
}
"""Kinds of lines that are told otherwise, or of no interest when it is over."""


class Day(Struct, frozen=True):
    date: str
    lines: tuple[str, ...]


class Fighter(Struct, frozen=True):
    """A machine in a battle. fate: what the record says of it. rounds: that it used, in words."""

    asset: AssetView
    kills: int = 0
    fate: str = ""
    rounds: str = ""


class Contingent(Struct, frozen=True):
    """A side in a battle, as far as the viewer sees it. lost: what became of people → their names. points: campaign
    points that it brought."""

    side: str
    fighters: tuple[Fighter, ...] = ()
    lost: Mapping[str, tuple[str, ...]] = {}
    experience: int = 0
    points: int = 0

    @property
    def kills(self) -> int:
        return sum(one.kills for one in self.fighters)

    @property
    def down(self) -> int:
        """Machines that did not leave the field by themselves."""
        return sum("knocked out" in one.fate or "lost" in one.fate for one in self.fighters)


class Battle(Struct, frozen=True):
    """A battle in full. deeds: who knocked out whom. notes: what the return says besides.

    awards: what people got for it, until the next one. after: the days until then.
    """

    fought: FoughtView
    node: NodeView
    sides: tuple[Contingent, ...]
    deeds: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    after: tuple[Day, ...] = ()


class Step(Struct, frozen=True):
    """A row of the way that the campaign took. number: of the battle in this report, 0 if it was not fought."""

    node: NodeView
    number: int = 0
    fought: FoughtView | None = None


class CampaignReport(Struct, frozen=True):
    """before: the days before the first battle. whole: every line, where all were asked for."""

    view: CampaignView
    way: tuple[Step, ...]
    battles: tuple[Battle, ...]
    before: tuple[Day, ...]
    statistics: tuple[Tally, ...]
    verdict: str
    names: Mapping[str, str]
    whole: tuple[Day, ...] = ()
    reconstructed: tuple[str, ...] = ()

    @property
    def seal(self) -> str:
        """The newest entry, as it is shown."""
        return short_seal(self.view.seq, self.view.seal)


def campaign_report(
    hq: Headquarters, name: str, everything: bool = False, progress: Progress = silent
) -> CampaignReport:
    """everything: with all lines of the record, quiet ones too. Raises NoSuchDiary, Refused."""
    view = hq.campaigns.view(name)
    spent = _lines(hq, name, Query(kind="spent"), silent)
    lines = sorted((*_lines(hq, name, Query(), progress), *spent), key=lambda one: (one.seq, one.index))
    names = _names(view)
    fought = sorted(view.battles, key=lambda one: (one.date, one.id))
    nodes = {one.id: one for one in view.nodes}
    closes = {one.battle: one.seq for one in lines if one.kind == "battle-closed"}
    told = [one for one in fought if one.id in closes and one.node in nodes]
    told.sort(key=lambda one: closes[one.id])
    ends = [closes[one.id] for one in told]
    parents = {one.seq: one.parent for one in hq.campaigns.log(name)}
    battles: list[Battle] = []
    for i, one in enumerate(told):
        until = ends[i + 1] if i + 1 < len(ends) else None
        seq = closes[one.id]
        views = hq.campaigns.view(name, parents.get(seq, seq - 1)), hq.campaigns.view(name, seq)
        own = [line for line in lines if line.seq == seq]
        later = [line for line in lines if line.seq > seq and (until is None or line.seq < until)]
        battles.append(_battle(one, nodes[one.node], view, views, own, later))
    first = ends[0] if ends else None
    before = _days(one for one in lines if first is None or one.seq < first)
    every = _lines(hq, name, Query(everything=True), silent) if everything else ()
    whole = tuple(
        Day(date, tuple(one.text for one in some)) for date, some in groupby(every, key=lambda one: one.date)
    )
    return CampaignReport(
        view, _way(view, fought, told), tuple(battles), before, tuple(hq.campaigns.record.statistics(name)),
        _verdict(view, names), names, whole, _reconstructed(hq, view),
    )  # fmt: skip


def _names(view: CampaignView) -> dict[str, str]:
    rooms = (*view.sides, *view.assets, *view.people, *view.depots, *view.formations)
    return {one.id: one.name for one in rooms} | {one.id: one.title for one in view.nodes}


def _verdict(view: CampaignView, names: Mapping[str, str]) -> str:
    if view.read_only:
        why = view.read_only.rstrip(".")
        return (
            f"It is {view.date}, and the campaign cannot go on: {why}. It is told as far as it can be read."
        )
    if view.verdict is None:
        return "The campaign goes on."
    winner = "nobody" if view.verdict.winner == DRAW else names.get(view.verdict.winner, view.verdict.winner)
    return f"{view.verdict.title}. The campaign is won by {winner}. {view.verdict.text}".strip()


def _reconstructed(hq: Headquarters, view: CampaignView) -> tuple[str, ...]:
    """What is reconstructed of the scenarios that are fought here, each line once."""
    here = {(one.system, one.scenario) for one in view.nodes if one.system}
    found = [info for system, info in hq.packs.scenarios() if (system.id, info.id) in here] if here else []
    return tuple(dict.fromkeys(line for info in found for line in info.reconstructed))


def _lines(hq: Headquarters, name: str, query: Query, progress: Progress) -> Iterator[CampaignLine]:
    """All that is found, page by page."""
    offset = 0
    while True:
        page = hq.campaigns.record.search(name, replace(query, limit=PAGE, offset=offset))
        yield from page.lines
        offset += len(page.lines)
        progress(offset, offset + PAGE if page.more else offset)
        if not page.more:
            return


def _days(lines: Iterator[CampaignLine]) -> tuple[Day, ...]:
    """What happened on each day, without what is quiet or told elsewhere."""
    loud = (one for one in lines if not one.quiet and one.kind not in PASSING)
    return tuple(
        Day(date, tuple(dict.fromkeys(one.text for one in some)))
        for date, some in groupby(loud, key=lambda one: one.date)
    )


def _way(view: CampaignView, fought: Sequence[FoughtView], told: Sequence[FoughtView]) -> tuple[Step, ...]:
    """Scenarios in the order in which they were fought; those that were not, where they would have come."""
    number = {one.id: i + 1 for i, one in enumerate(told)}
    by_node: defaultdict[str, list[FoughtView]] = defaultdict(list)
    for one in fought:
        by_node[one.node].append(one)
    found: list[tuple[tuple[str, int], Step]] = []
    date = ""
    for i, node in enumerate(view.nodes):
        some = by_node.get(node.id, [])
        date = min([one.date for one in some], default=date)
        found += [((one.date, i), Step(node, number.get(one.id, 0), one)) for one in some]
        if not some:
            found.append(((date, i), Step(node)))
    found.sort(key=lambda one: one[0])
    return tuple(step for _, step in found)


def _battle(
    fought: FoughtView,
    node: NodeView,
    view: CampaignView,
    views: tuple[CampaignView, CampaignView],
    own: Sequence[CampaignLine],
    later: Sequence[CampaignLine],
) -> Battle:
    """views: before the return was filed and after. own: lines of that entry; later: those up to the next return."""
    before, after = views
    awards = [one.text for one in own if one.kind in ("level-reached", "awarded", "promoted")]
    awards += [one.text for one in later if one.kind in ("awarded", "promoted")]
    rest = (one for one in later if one.kind not in ("awarded", "promoted"))
    sides = (_contingent(fought, side.id, before, after, own) for side in view.sides)
    deeds = tuple(one.text for one in own if one.kind == "kill-credited")
    noted = ("fought", "served", "died")  # of whom nothing is noted, the first two are quiet
    notes = tuple(one.text for one in own if one.kind in noted and not one.quiet)
    return Battle(fought, node, tuple(sides), deeds, notes, tuple(awards), _days(rest))


def _contingent(
    fought: FoughtView, side: str, before: CampaignView, after: CampaignView, own: Sequence[CampaignLine]
) -> Contingent:
    were = {one.id: one for one in before.assets}
    come = [one for one in after.assets if one.id in fought.assets and one.side == side]
    fighters = tuple(_fighter(one, were.get(one.id), own, come) for one in come)
    people = {one.id: one for one in before.people}
    lost: defaultdict[str, list[str]] = defaultdict(list)
    experience = 0
    for one in after.people:
        was = people.get(one.id)
        if one.side != side or was is None:
            continue
        experience += one.xp - was.xp
        if one.status in FALLEN and (one.status, one.back) != (was.status, was.back):
            lost[one.status].append(one.name)
    points = {one.id: one.points for one in after.sides}.get(side, 0)
    points -= {one.id: one.points for one in before.sides}.get(side, 0)
    ordered = {fate: tuple(lost[fate]) for fate in FALLEN if lost[fate]}
    return Contingent(side, fighters, ordered, experience, points)


def _fighter(
    one: AssetView, was: AssetView | None, own: Sequence[CampaignLine], come: Sequence[AssetView]
) -> Fighter:
    """What the record says of a machine, its name left out."""
    longer = [other.name for other in come if other.name != one.name and other.name.startswith(one.name)]
    said: list[str] = []
    rounds = ""
    for line in own:
        text = line.text.removeprefix("The wreck of ")
        if not text.startswith(f"{one.name} ") or any(text.startswith(name) for name in longer):
            continue
        rest = text.removeprefix(f"{one.name} ").rstrip(".")
        if line.kind == "spent":
            rounds = rest.removeprefix("uses ")
        elif line.kind in ("damaged", "wrecked", "asset-lost"):
            said.append(rest.removeprefix("is "))
        elif line.kind == "wreck-recovered":
            said.append(f"its wreck {rest}")
    kills = one.kills - was.kills if was else 0
    return Fighter(one, kills, "; ".join(said), rounds)


def fates(people: Sequence[PersonView]) -> dict[str, tuple[PersonView, ...]]:
    """People by what became of them, the fit first, the most experienced first."""
    order = ["fit", "wounded", "missing", "captured", "dead", "discharged"]
    found: defaultdict[str, list[PersonView]] = defaultdict(list)
    for one in sorted(people, key=lambda one: (-one.xp, one.name, one.id)):
        found[one.status].append(one)
    known = [fate for fate in order if fate in found]
    return {fate: tuple(found[fate]) for fate in [*known, *sorted(set(found) - set(known))]}

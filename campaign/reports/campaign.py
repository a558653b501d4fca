"""What stands in the report of a campaign, gathered from its record as one viewer may read it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from campaign.campaigns.answers import (
    DRAW,
    CameView,
    CampaignLine,
    CampaignView,
    FiledView,
    FoughtView,
    NodeView,
    PersonView,
    Query,
    Tally,
)
from campaign.headquarters import Headquarters
from campaign.reports.battle import Progress, silent
from campaign.shared.seals import short_seal

PAGE = 20_000
"""Lines that are asked for at once: each page passes over those before it."""
MOST_LINES = 20_000
"""Of all days together: a page that nobody can open tells nothing. FEWEST: of a day in any case."""
FEWEST = 3
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

    asset: CameView
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
    filed = {one.battle: one for one in hq.campaigns.record.filed(name)}
    told = [one for one in fought if one.id in filed and one.node in nodes]
    told.sort(key=lambda one: filed[one.id].seq)
    ends = [filed[one.id].seq for one in told]
    places = [bisect_left(lines, seq, key=_seq) for seq in ends] + [len(lines)]
    days = len({one.date for one in lines})
    most = max(FEWEST, MOST_LINES // max(days, 1))
    battles: list[Battle] = []
    for i, one in enumerate(told):
        after = bisect_right(lines, ends[i], key=_seq)
        own, later = lines[places[i] : after], lines[after : places[i + 1]]
        battles.append(_battle(one, nodes[one.node], view, filed[one.id], own, later, most))
    before = _days(lines[: places[0]], most)
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


def _seq(line: CampaignLine) -> int:
    return line.seq


def _days(lines: Iterable[CampaignLine], most: int) -> tuple[Day, ...]:
    """What happened on each day, without what is quiet or told elsewhere; of a day with more lines than the most, the
    first, and how many more there are."""
    loud = (one for one in lines if not one.quiet and one.kind not in PASSING)
    found: list[Day] = []
    for date, some in groupby(loud, key=lambda one: one.date):
        texts = list(dict.fromkeys(one.text for one in some))
        if len(texts) > most:
            texts = [*texts[:most], f"And {len(texts) - most} more."]
        found.append(Day(date, tuple(texts)))
    return tuple(found)


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
    filed: FiledView,
    own: Sequence[CampaignLine],
    later: Sequence[CampaignLine],
    most: int,
) -> Battle:
    """filed: what its return did. own: lines of that entry; later: those up to the next return. most: see `_days`."""
    awards = [one.text for one in own if one.kind in ("level-reached", "awarded", "promoted")]
    awards += [one.text for one in later if one.kind in ("awarded", "promoted")]
    rest = (one for one in later if one.kind not in ("awarded", "promoted"))
    sides = (_contingent(side.id, filed, own) for side in view.sides)
    deeds = tuple(one.text for one in own if one.kind == "kill-credited")
    noted = ("fought", "served", "died")  # of whom nothing is noted, the first two are quiet
    notes = tuple(one.text for one in own if one.kind in noted and not one.quiet)
    return Battle(fought, node, tuple(sides), deeds, notes, tuple(awards), _days(rest, most))


def _contingent(side: str, filed: FiledView, own: Sequence[CampaignLine]) -> Contingent:
    told = {line.index: line for line in own}
    fighters = tuple(_fighter(one, told) for one in filed.came if one.side == side)
    lost = filed.lost.get(side, {})
    ordered = {fate: lost[fate] for fate in FALLEN if fate in lost}
    return Contingent(side, fighters, ordered, filed.experience.get(side, 0), filed.points.get(side, 0))


def _fighter(one: CameView, told: Mapping[int, CampaignLine]) -> Fighter:
    """What the record says of a machine, its name left out. told: lines of the entry by their places."""
    said: list[str] = []
    rounds = ""
    for line in (told[place] for place in one.told if place in told):
        text = line.text.removeprefix("The wreck of ")
        rest = text.removeprefix(f"{one.name} ").rstrip(".")
        if line.kind == "spent":
            rounds = rest.removeprefix("uses ")
        elif line.kind == "wreck-recovered":
            said.append(f"its wreck {rest}")
        else:
            said.append(rest.removeprefix("is "))
    return Fighter(one, one.kills, "; ".join(said), rounds)


def fates(people: Sequence[PersonView]) -> dict[str, tuple[PersonView, ...]]:
    """People by what became of them, the fit first, the most experienced first."""
    order = ["fit", "wounded", "missing", "captured", "dead", "discharged"]
    found: defaultdict[str, list[PersonView]] = defaultdict(list)
    for one in sorted(people, key=lambda one: (-one.xp, one.name, one.id)):
        found[one.status].append(one)
    known = [fate for fate in order if fate in found]
    return {fate: tuple(found[fate]) for fate in [*known, *sorted(set(found) - set(known))]}

"""What stands in an after-action report, gathered from the record as one viewer may read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from msgspec import Struct

from campaign.battles.answers import BattleInfo
from campaign.campaigns.answers import DRAW, CampaignView, Query, Tally
from campaign.headquarters import Headquarters
from campaign.rules.views import GameView
from campaign.shared.answers import LogEntry
from campaign.shared.seals import short_seal

Progress = Callable[[int, int], None]
"""(done, of how many): called while a report is made."""
PAGE = 2000


def silent(done: int, of: int) -> None:
    """For who does not want to hear of it."""


class Turn(Struct, frozen=True):
    """The entries of one stretch of a battle, in order."""

    title: str
    entries: tuple[LogEntry, ...]


class BattleReport(Struct, frozen=True):
    info: BattleInfo
    first: GameView
    last: GameView
    turns: tuple[Turn, ...]
    verdict: str
    losses: tuple[tuple[str, str, str], ...]
    withdrawn: int
    dice: int
    reconstructed: tuple[str, ...] = ()

    @property
    def seal(self) -> str:
        """The newest entry, as it is shown."""
        return short_seal(self.info.entries, self.info.seal)


class Day(Struct, frozen=True):
    date: str
    lines: tuple[str, ...]


class CampaignReport(Struct, frozen=True):
    view: CampaignView
    days: tuple[Day, ...]
    statistics: tuple[Tally, ...]
    verdict: str
    names: dict[str, str]
    more: bool
    reconstructed: tuple[str, ...] = ()

    @property
    def seal(self) -> str:
        """The newest entry, as it is shown."""
        return short_seal(self.view.seq, self.view.seal)


def battle_report(hq: Headquarters, battle: str, progress: Progress = silent) -> BattleReport:
    """Raises NoSuchDiary, Refused."""
    info = hq.battles.info(battle)
    log = hq.battles.log(battle)
    kept = [one for one in log if not one.withdrawn]
    turns: list[Turn] = []
    title, entries, number = "Set-up", list[LogEntry](), 0
    for i, one in enumerate(kept):
        if i % 50 == 0:
            progress(i, len(kept))
        turn = hq.battles.view(battle, one.seq).game.turn if one.lines else number
        if turn != number and entries:
            turns.append(Turn(title, tuple(entries)))
            entries = []
        if turn != number:
            title, number = f"Turn {turn}", turn
        entries.append(one)
    if entries:
        turns.append(Turn(title, tuple(entries)))
    progress(len(kept), len(kept))
    seen = hq.battles.view(battle)
    last = seen.game
    names = {side.id: side.name for side in info.sides}
    ended = info.verdict
    verdict = "The battle is not over."
    if ended is not None:
        verdict = f"{names.get(ended.winner, 'Nobody')} wins: {ended.reason}."
    losses = tuple(
        (names.get(piece.side, piece.side), piece.name, ", ".join(piece.status))
        for piece in last.pieces
        if piece.out or piece.status
    )
    return BattleReport(
        info, hq.battles.view(battle, 1).game, last, tuple(turns), verdict, losses, len(log) - len(kept),
        sum(len(one.dice) for one in kept), seen.reconstructed,
    )  # fmt: skip


def campaign_report(
    hq: Headquarters, name: str, everything: bool = False, progress: Progress = silent
) -> CampaignReport:
    """everything: quiet lines too. Raises NoSuchDiary, Refused."""
    view = hq.campaigns.view(name)
    lines = list(_lines(hq, name, everything, progress))
    days = tuple(
        Day(date, tuple(text for _, text in found)) for date, found in groupby(lines, key=lambda one: one[0])
    )
    names = {
        one.id: one.name for one in (*view.sides, *view.assets, *view.people, *view.depots, *view.formations)
    }
    names |= {one.id: one.title for one in view.nodes}
    verdict = f"It is {view.date}, and the campaign goes on."
    if view.verdict is not None:
        winner = (
            "nobody" if view.verdict.winner == DRAW else names.get(view.verdict.winner, view.verdict.winner)
        )
        verdict = f"{view.verdict.title}. The campaign is won by {winner}. {view.verdict.text}".strip()
    statistics = tuple(hq.campaigns.record.statistics(name))
    return CampaignReport(view, days, statistics, verdict, names, False, _reconstructed(hq, view))


def _reconstructed(hq: Headquarters, view: CampaignView) -> tuple[str, ...]:
    """What is reconstructed of the scenarios that are fought here, each line once."""
    here = {(one.system, one.scenario) for one in view.nodes if one.system}
    found = [info for system, info in hq.packs.scenarios() if (system.id, info.id) in here] if here else []
    return tuple(dict.fromkeys(line for info in found for line in info.reconstructed))


def _lines(hq: Headquarters, name: str, everything: bool, progress: Progress) -> Iterator[tuple[str, str]]:
    offset = 0
    while True:
        page = hq.campaigns.record.search(name, Query(everything=everything, limit=PAGE, offset=offset))
        for one in page.lines:
            yield one.date, one.text
        offset += len(page.lines)
        progress(offset, offset + PAGE if page.more else offset)
        if not page.more:
            return

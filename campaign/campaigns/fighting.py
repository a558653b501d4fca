"""Battles of a campaign, begun: with crews, rounds and damage as they are."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.battles import opening
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattles
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.visibility import acted
from campaign.ledger import actions as a
from campaign.ledger.book import running
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.state import Campaign
from campaign.library import settings
from campaign.library.installed import find_info
from campaign.library.rosters import Rosters
from campaign.rules.muster import Muster
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from campaign.shared.answering import patiently
from campaign.shared.answers import Acted
from events.entry import Author
from events.errors import DiaryError, DiaryExists, NoSuchDiary

TITLE = 200
"""Characters of a battle's title at the most."""


class Fighting:
    """Opens battles of campaigns. rosters: for scenarios that ask for forces."""

    def __init__(self, battles: OpenBattles, rosters: Rosters) -> None:
        self._battles, self._rosters = battles, rosters

    def begin(
        self,
        campaign: OpenCampaign,
        author: Author,
        node: str,
        assets: Sequence[str] | None,
        seats: Sequence[t.Seat] = (),
        dice: t.DiceMode = "sealed",
        undo: t.UndoPolicy | None = None,
    ) -> Acted:
        """The record names the battle's diary before that exists, so that nothing is lost in between (see `resume`)."""

        def start() -> tuple[Campaign, str, str, Acted]:
            with campaign.diary.lock:
                state = campaign.state()
                assert state.graph is not None
                found = state.graph.node(node)
                number = 1 + sum(one.node == node for one in state.battles.values())
                battle = f"{node}-{number}"
                fought = campaign.world.name(f"{campaign.name}.{battle}.", 2) if found.system else ""
                chosen = tuple(suggestion(state, found) if assets is None else assets)
                done = campaign.act(author, a.Start(node, chosen, battle, fought))
                entry, events, draws, after = done
                return after, battle, fought, acted(campaign, entry, after, events, draws, battle, fought)

        with campaign.diary.lock:  # nobody here resumes what is about to be opened
            after, battle, fought, answer = patiently(start)
            if fought:
                self._open(campaign, after, battle, author, seats, dice, undo)
        return answer

    def _open(
        self,
        campaign: OpenCampaign,
        state: Campaign,
        battle: str,
        author: Author,
        seats: Sequence[t.Seat],
        dice: t.DiceMode,
        undo: t.UndoPolicy | None,
    ) -> None:
        """Open the diary of a battle as it was begun in that state, whatever became of the campaign since; if it cannot
        be, the beginning is taken back. Raises Refused."""
        found = state.battles[battle]
        assert state.graph is not None
        node = state.graph.node(found.node)
        muster = Muster(state.id, found.node, found.date, found.sides, found.muster)
        try:
            rules = self._battles.packs.installed(node.system)
            info = find_info(rules, node.scenario)
            placed = opening.seats_for(info, seats, rules.system)
            id = rules.system.id
            options = settings.settle(info, node.options, lambda name: self._rosters.show(id, name))
            policy = undo or opening.undo_policy(placed)
            action = t.Open(node.scenario, id, placed, dice, policy, options, muster)
            title = f"{node.title} ({state.title})"[:TITLE]
            opener = Author(author.player)
            opening.open_battle(
                self._battles, rules, action, found.diary, title, opener, self._umpire(state.umpire, placed, author)
            )  # fmt: skip
        except DiaryExists:
            if not self._there(found.diary):  # somebody else was faster: it is open
                raise
        except (Refused, DiaryError):
            umpire = Author(author.player, UMPIRE)
            patiently(lambda: campaign.act(umpire, a.Cancel(battle, "could not be opened")))
            raise

    def _umpire(self, umpire: str, seats: Sequence[t.Seat], author: Author) -> str:
        """The campaign's umpire is that of its battles, where seats bear names."""
        if umpire and any(seat.player for seat in seats):
            return umpire
        return opening.umpire_of(seats, author.player)

    def resume(self, campaign: OpenCampaign, author: Author, battle: str) -> Acted:
        """Open the diary of a battle that was begun, if something came in between."""
        with campaign.diary.lock:
            head, state = campaign.diary.current()
            found = running(state, battle)
            if found.diary and not self._there(found.diary):
                self._open(campaign, state, battle, author, (), "sealed", None)
                head, state = campaign.diary.current()
            newest = campaign.store.entry(campaign.name, head.seq)
            return acted(campaign, newest, state, battle=battle, fought=found.diary)

    def _there(self, diary: str) -> bool:
        try:
            return bool(self._battles.store.head(diary).seq)
        except NoSuchDiary:
            return False

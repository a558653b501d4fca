"""The door to the halves of returns, for one caller: what each side says of a battle at a real table, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from campaign.campaigns import returns
from campaign.campaigns.answers import Laid, LaidLine
from campaign.campaigns.filings import filed
from campaign.campaigns.open_campaign import OpenCampaign, acting_role, viewing_role
from campaign.campaigns.returns import Given
from campaign.campaigns.view import sees
from campaign.campaigns.visibility import acted, repeated, told_of
from campaign.ledger import actions as a
from campaign.ledger.book import battle_of
from campaign.ledger.decide.halves import at_a_table, whose
from campaign.ledger.forms import half_form, half_text
from campaign.ledger.halves import lay
from campaign.ledger.returns import Return
from campaign.ledger.state import Campaign, Engagement
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answering import acts, patiently, reads
from campaign.shared.answers import Acted
from campaign.shared.callers import FORBIDDEN, Caller, at_home
from campaign.shared.kept_open import Reach
from campaign.shared.terms import terms
from events.entry import Author


class Halves:
    """Part of `campaign.campaigns.campaigns.Campaigns`. side: whose half; left out, the caller's own."""

    def __init__(self, campaigns: Reach[OpenCampaign], caller: Caller) -> None:
        self._campaigns, self._caller = campaigns, caller

    @reads("look")
    def form(self, name: str, battle: str, side: str = "") -> dict[str, Any]:
        """A side's half of a battle's return as plain data: as it gave it, or a form to fill in. Raises Refused."""
        half: dict[str, Any] = msgspec.to_builtins(self._half(name, battle, side)[-1])
        return half

    @reads("look")
    def text(self, name: str, battle: str, side: str = "", csv: bool = False) -> str:
        """The same as a file with comments. Raises Refused."""
        return half_text(*self._half(name, battle, side), csv)

    @reads("look")
    def laid(self, name: str, battle: str, seq: int | None = None) -> Laid:
        """The halves of a battle's return side by side, as they were given last; seq: as they were at an entry. For the
        umpire; for whoever sees everything, once the battle is over. Raises Refused."""
        campaign = self._campaigns.get(name)
        state = campaign.state()
        rights = campaign.rights(state, self._caller)
        rights.not_behind("what the sides say of a battle")
        viewer = viewing_role(rights)
        if viewer != UMPIRE:
            all_seen = all(sees(state, viewer, one) for one in state.sides)
            if not (all_seen and told_of(state, battle)):
                reason = "What the sides say of a battle is laid side by side for the umpire. "
                reason += "What your own side said stands in the form of its half."
                raise Refused(reason, "", [UMPIRE], "", FORBIDDEN)
        then = _while_it_ran(campaign, battle) if seq is None else campaign.diary.state_at(seq)
        found = battle_of(then, battle)
        halves = then.halves.get(battle, {})
        if not halves:
            raise Refused(f"Nobody has given a half of the return of {battle}.", "", ["give"], "$.battle")
        laid = lay(then, found, halves, a.EDITION)
        lines = tuple(LaidLine(*one) for one in laid.items)
        wrong = tuple(f"{one.where}: {one.reason}" for one in laid.wrong)
        return Laid(battle, laid.given, laid.wanting, lines, wrong)

    @acts("act")
    def give(
        self,
        name: str,
        battle: str,
        content: Given,
        side: str = "",
        *,
        key: str = "",
        expected: int | None = None,
    ) -> Acted:
        """Say what came of a battle, for a side; the umpire names one. A newer half takes the place of the older. key,
        expected: as in `campaign.campaigns.campaigns.Campaigns.act`."""
        campaign, on = self._campaigns.get(name), terms(key, expected)
        acting_role(campaign.rights(campaign.state(), self._caller))
        at_home(self._caller, content)
        if isinstance(content, Mapping):
            content = {"winner": "", **content}
        action = a.GiveHalf(returns.as_return(content, battle), side, a.EDITION)
        if action.content.battle != battle:
            reason = f"This is a return of {action.content.battle}, not of {battle}."
            raise Refused(reason, "", [battle], "$.content.battle")

        def do() -> Acted:
            with campaign.diary.lock:
                head, state = campaign.diary.current()
                author = Author(self._caller.player, acting_role(campaign.rights(state, self._caller)))
                if before := campaign.keyed(on.key, author.player, [author.role], lambda _: action):
                    return repeated(campaign, before, battle)
                entry, events, draws, after = campaign.act(author, action, on.at(head.seq))
                return acted(campaign, entry, after, events, draws, battle)

        return patiently(do, on)

    def _half(self, name: str, battle: str, side: str) -> tuple[Campaign, Engagement, str, Return]:
        """A campaign while a battle was fought, the battle, whose half it is, and the half. Raises Refused."""
        campaign = self._campaigns.get(name)
        state = campaign.state()
        viewer = viewing_role(campaign.rights(state, self._caller))
        if not viewer:
            raise Refused("A half is for the side that gives it.", "", list(state.sides), "$.side", FORBIDDEN)
        mine = whose(state, battle_of(state, battle), side, viewer)
        then = _while_it_ran(campaign, battle)
        found = battle_of(then, battle)
        given = then.halves.get(battle, {}).get(mine)
        return then, found, mine, half_form(then, found, mine) if given is None else given


def _while_it_ran(campaign: OpenCampaign, battle: str) -> Campaign:
    """The newest state while a battle goes on, and that in which its return was filed. Raises Refused."""
    state = campaign.state()
    if battle_of(state, battle).status != "done":
        at_a_table(state, battle)
        return state
    there, entry, _ = filed(campaign, battle)
    return there.diary.before(entry)

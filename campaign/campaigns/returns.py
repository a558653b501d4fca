"""The door to returns, for one caller: what came of a battle, filed, kept for later, or corrected."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from campaign.battles.open_battle import OpenBattles
from campaign.campaigns import outcomes, rewriting
from campaign.campaigns.answers import Decision, Plan
from campaign.campaigns.open_campaign import OpenCampaign, OpenCampaigns, viewing_role
from campaign.campaigns.view import sees
from campaign.campaigns.visibility import acted
from campaign.ledger import actions as a
from campaign.ledger.book import battle_of, running
from campaign.ledger.returns import Return, line_in_return, read_return, write_return
from campaign.ledger.state import Campaign
from campaign.rules.refused import Refused
from campaign.rules.toml_files import fault, read_text
from campaign.shared.answering import acts, patiently, reads
from campaign.shared.answers import Acted
from campaign.shared.callers import FORBIDDEN, Caller, at_home, keeper
from events.decoding import convert
from events.entry import Author, Head, decode_body

Given = Path | Mapping[str, Any] | Return
"""A return: a file of it (TOML, or CSV by its name), or its content."""


class Returns:
    """Part of `campaign.campaigns.campaigns.Campaigns`."""

    def __init__(self, campaigns: OpenCampaigns, battles: OpenBattles, caller: Caller) -> None:
        self._campaigns, self._battles, self._caller = campaigns, battles, caller

    def _umpire(self, campaign: OpenCampaign) -> Author:
        rights = campaign.rights(campaign.state(), self._caller)
        return Author(self._caller.player, rights.of_the_umpire())

    def _given(self, content: Given, battle: str = "") -> Return:
        at_home(self._caller, content)
        return as_return(content, battle)

    @reads("look")
    def text(self, name: str, battle: str, csv: bool = False) -> str:
        """A battle's return as far as it is known, as a file: from its diary, its draft, or a form. Raises Refused."""
        return write_return(self._known(name, battle), csv)

    @reads("look")
    def form(self, name: str, battle: str) -> dict[str, Any]:
        """The same as plain data."""
        found: dict[str, Any] = msgspec.to_builtins(self._known(name, battle))
        return found

    def _known(self, name: str, battle: str) -> Return:
        campaign = self._campaigns.get(name)
        state = campaign.state()
        viewer = viewing_role(campaign.rights(state, self._caller))
        if not all(sees(state, viewer, side) for side in state.sides):
            raise Refused("A return names what both sides have: it is for the umpire.", kind=FORBIDDEN)
        return known(campaign, self._battles, battle)

    @acts("umpire")
    def file(self, name: str, battle: str, content: Given | None = None) -> Acted:
        """File a return: the one given, else that of the battle's diary or its draft."""
        campaign = self._campaigns.get(name)
        author = self._umpire(campaign)
        given = None if content is None else self._given(content, battle)
        return file(campaign, self._battles, author, battle, given)

    @acts("umpire")
    def draft(self, name: str, battle: str, content: Given | None = None) -> Acted:
        """Keep a return for later: the one given, else what is known."""
        campaign = self._campaigns.get(name)
        author = self._umpire(campaign)
        running(campaign.state(), battle)
        given = known(campaign, self._battles, battle) if content is None else self._given(content, battle)
        entry, events, draws, state = patiently(lambda: campaign.act(author, a.Draft(given)))
        return acted(campaign, entry, state, events, draws, battle)

    @reads("umpire")
    def plan(self, name: str, content: Given, decisions: Mapping[int, Decision] | None = None) -> Plan:
        """What filing another return for an earlier battle would change. Raises Refused."""
        campaign = self._campaigns.get(name)
        self._umpire(campaign)
        seq, action = corrected(campaign, self._given(content))
        return rewriting.plan(campaign, seq, action, decisions or {})

    @acts("umpire")
    def correct(self, name: str, content: Given, decisions: Mapping[int, Decision] | None = None) -> Acted:
        """File another return for an earlier battle; what followed is entered again on the corrected facts."""
        campaign = self._campaigns.get(name)
        author, given = self._umpire(campaign), self._given(content)
        with campaign.diary.lock:
            seq, action = corrected(campaign, given)
            entry, state = rewriting.rewrite(campaign, seq, action, decisions or {}, author.player)
            return acted(campaign, entry, state, battle=given.battle)

    @reads("keep")
    def line(self, file: Path, place: str) -> str:
        """File and line of a place in a return, such as `$.asset[2].fate`. Raises Refused."""
        keeper(self._caller)
        return line_in_return(read_text(file), str(file), place)


def as_return(given: Given, battle: str) -> Return:
    """Raises Refused with file, line and reason."""
    if isinstance(given, Return):
        return given
    if isinstance(given, Path):
        return read_return(read_text(given), str(given))
    content = {"battle": battle, **given} if battle else given
    try:
        return convert(content, Return)
    except msgspec.ValidationError as error:
        what, path = fault(error)
        raise Refused(f"This is no return: {what}.", where=f"$.{path}" if path else "$.content") from None


def known(campaign: OpenCampaign, battles: OpenBattles, battle: str) -> Return:
    """A battle's return as far as it is known. Raises Refused."""
    state = campaign.state()
    found = battle_of(state, battle)
    if found.status != "running":
        return filed(campaign, battle)[1]
    if battle in state.drafts:
        return state.drafts[battle]
    assert state.graph is not None
    if found.diary:
        fought = battles.get(found.diary)
        return outcomes.return_of(state, found, state.graph.node(found.node), fought, fought.state())
    return outcomes.empty_return(found)


def file(
    campaign: OpenCampaign, battles: OpenBattles, author: Author, battle: str, content: Return | None
) -> Acted:
    """Raises Refused, HeadMoved, ReadOnly."""
    state: Campaign = campaign.state()
    found = running(state, battle)
    wanted = content is None and battle not in state.drafts
    head = Head(0, b"")
    if found.diary and wanted:  # the return and the head that vouches for it are of the same entry
        assert state.graph is not None
        fought = battles.get(found.diary)
        head, there = fought.diary.current()
        content = outcomes.return_of(state, found, state.graph.node(found.node), fought, there)
    elif found.diary:
        head = campaign.store.head(found.diary)
    elif wanted:
        content = outcomes.empty_return(found)
    action = a.File(battle, content, head.seq, head.seal.hex())
    entry, events, draws, after = patiently(lambda: campaign.act(author, action))
    return acted(campaign, entry, after, events, draws, battle)


def filed(campaign: OpenCampaign, battle: str) -> tuple[int, Return]:
    """The entry in which a battle's return was filed, and the return. Raises Refused."""
    for entry in campaign.diary.backwards(campaign.diary.head().seq):
        if entry.kind != "file":
            continue
        action = campaign.decode(bytes(decode_body(entry.body).action))
        if action.battle == battle:
            return entry.seq, action.content or campaign.diary.state_at(entry.parent).drafts[battle]
    raise Refused(f"No return of {battle} was filed.", where="$.battle")


def corrected(campaign: OpenCampaign, content: Return) -> tuple[int, a.File]:
    """The entry that filed the return of that battle, and the action in its place. Raises Refused."""
    battle_of(campaign.state(), content.battle)
    seq, _ = filed(campaign, content.battle)
    old = campaign.decode(bytes(decode_body(campaign.store.entry(campaign.name, seq).body).action))
    return seq, a.File(content.battle, content, old.head, old.seal)

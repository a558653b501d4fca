"""The door to returns, for one caller: what came of a battle, filed, kept for later, or corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from campaign.battles.open_battle import OpenBattles
from campaign.campaigns import outcomes, rewriting
from campaign.campaigns.answers import Decisions, Plan
from campaign.campaigns.filings import filed, named
from campaign.campaigns.open_campaign import OpenCampaign, viewing_role
from campaign.campaigns.view import sees
from campaign.campaigns.visibility import acted, and_took_back, repeated, taken_back
from campaign.campaigns.vouching import its_own
from campaign.ledger import actions as a
from campaign.ledger.book import battle_of, running
from campaign.ledger.forms import empty_return, form_text, laid_text
from campaign.ledger.halves import Laying, lay
from campaign.ledger.returns import Return, known_words, line_in_return, read_return
from campaign.ledger.state import Campaign
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.shapes import in_words
from campaign.rules.toml_files import fault, read_text
from campaign.shared.answering import acts, patiently, reads, settled
from campaign.shared.answers import Acted
from campaign.shared.callers import FORBIDDEN, Caller, at_home, keeper
from campaign.shared.kept_open import Reach
from campaign.shared.terms import NO_TERMS, Terms, terms
from events.codec import tag_of
from events.decoding import convert
from events.diary import Rewind, rewind_of
from events.entry import Author, Entry, Head

T = TypeVar("T", bound=a.Action)
Given = Path | Mapping[str, Any] | Return
"""A return: a file of it (TOML, or CSV by its name), or its content."""


class Returns:
    """Part of `campaign.campaigns.campaigns.Campaigns`."""

    def __init__(self, campaigns: Reach[OpenCampaign], battles: OpenBattles, caller: Caller) -> None:
        self._campaigns, self._battles, self._caller = campaigns, battles, caller

    def _umpire(self, campaign: OpenCampaign) -> Author:
        rights = campaign.rights(campaign.state(), self._caller)
        return Author(self._caller.player, rights.of_the_umpire())

    def _asked(self, name: str, key: str, expected: int | None) -> tuple[OpenCampaign, Author, Terms]:
        """What every change begins with: whose it is comes before what is given. Raises Refused."""
        campaign, on = self._campaigns.get(name), terms(key, expected)
        return campaign, self._umpire(campaign), on

    def _given(self, content: Given, battle: str = "") -> Return:
        at_home(self._caller, content)
        return as_return(content, battle)

    @reads("look")
    def text(self, name: str, battle: str, csv: bool = False) -> str:
        """A battle's return as far as it is known, as a file with comments: from its diary, its draft, its halves, or a
        form. What the umpire has to decide stands there as `?`. Raises Refused."""
        found, state = self._known(name, battle), self._campaigns.get(name).state()
        there = battle_of(state, battle)
        return (
            laid_text(state, there, found, csv)
            if isinstance(found, Laying)
            else form_text(state, there, found, csv)
        )

    @reads("look")
    def form(self, name: str, battle: str) -> dict[str, Any]:
        """A battle's return as far as it is known, as plain data: from its diary, its draft, its halves, or a form."""
        found = self._known(name, battle)
        value: dict[str, Any] = msgspec.to_builtins(found.form if isinstance(found, Laying) else found)
        return value

    def _known(self, name: str, battle: str) -> Return | Laying:
        campaign = self._campaigns.get(name)
        state = campaign.state()
        rights = campaign.rights(state, self._caller)
        rights.not_behind("a return")
        viewer = viewing_role(rights)
        if not all(sees(state, viewer, side) for side in state.sides):
            raise Refused("A return names what both sides have: it is for the umpire.", kind=FORBIDDEN)
        return known(campaign, self._battles, battle, viewer == UMPIRE)

    @acts("umpire")
    def file(
        self,
        name: str,
        battle: str,
        content: Given | None = None,
        *,
        key: str = "",
        expected: int | None = None,
    ) -> Acted:
        """File a return: the one given, else that of the battle's diary, its draft, or its halves if they leave nothing
        to decide. key, expected: as in `campaign.campaigns.campaigns.Campaigns.act`."""
        campaign, author, on = self._asked(name, key, expected)
        given = None if content is None else self._given(content, battle)
        return file(campaign, self._battles, author, battle, given, on)

    @acts("umpire")
    def draft(
        self,
        name: str,
        battle: str,
        content: Given | None = None,
        *,
        key: str = "",
        expected: int | None = None,
    ) -> Acted:
        """Keep a return for later: the one given, else what is known. key, expected: see `file`."""
        campaign, author, on = self._asked(name, key, expected)
        given = None if content is None else self._given(content, battle)

        def then(before: Sequence[Entry]) -> a.Draft | None:
            old = _then(campaign, before[0], a.Draft)
            if old is None or old.content.battle != battle:
                return None
            return old if given is None else a.Draft(given)

        def do() -> Acted:
            if before := campaign.keyed(on.key, author.player, [author.role], then):
                return repeated(campaign, before, battle)
            running(campaign.state(), battle)
            found = known(campaign, self._battles, battle) if given is None else given
            action = a.Draft(_agreed(battle, found) if isinstance(found, Laying) else found)
            entry, events, draws, state = campaign.act(author, action, on)
            return acted(campaign, entry, state, events, draws, battle)

        return patiently(do, on)

    @reads("umpire")
    def plan(self, name: str, content: Given, decisions: Decisions | None = None) -> Plan:
        """What filing another return for an earlier battle would change. Raises Refused."""
        campaign = self._campaigns.get(name)
        self._umpire(campaign)
        seq, action = corrected(campaign, self._given(content))
        return rewriting.plan(campaign, seq, action, decisions or {})

    @acts("umpire")
    def correct(
        self,
        name: str,
        content: Given,
        decisions: Decisions | None = None,
        *,
        key: str = "",
        expected: int | None = None,
    ) -> Acted:
        """File another return for an earlier battle; what followed is entered again on the corrected facts.

        key, expected: see `file`."""
        campaign, author, on = self._asked(name, key, expected)
        given = self._given(content)

        def then(before: Sequence[Entry]) -> Rewind | None:
            new = _then(campaign, before[1], a.File) if len(before) > 1 else None
            if new is None or new.content != given:
                return None
            back = rewind_of(before[0].body)
            return back if back.why == "jump" else None

        def do() -> Acted:
            with campaign.diary.lock:
                if before := campaign.keyed(on.key, author.player, [author.role], then):
                    return repeated(campaign, before, given.battle)
                seq, action = corrected(campaign, given)
                choices = decisions or {}
                done, state, lines = rewriting.rewrite(campaign, seq, action, choices, author.player, on)
                answer = replace(acted(campaign, done[-1], state, battle=given.battle), lines=lines)
                return and_took_back(answer, taken_back(campaign, done))

        return settled(do, on)

    @reads("keep")
    def line(self, file: Path, place: str) -> str:
        """File and line of a place in a return, such as `$.asset[2].fate`. Raises Refused."""
        keeper(self._caller)
        return line_in_return(read_text(file), str(file), place)


def _then(campaign: OpenCampaign, entry: Entry, action: type[T]) -> T | None:
    """What was asked for in an entry; None if it was something else."""
    return campaign.decode(bytes(entry.read().action)) if entry.kind == tag_of(action) else None


def as_return(given: Given, battle: str) -> Return:
    """Raises Refused with file, line and reason."""
    if isinstance(given, Return):
        return given
    if isinstance(given, Path):
        return read_return(read_text(given), str(given))
    content = {"battle": battle, **given} if battle else given
    known_words(content, lambda place: f"$.{place}")
    try:
        return convert(content, Return)
    except msgspec.ValidationError as error:
        what, path = fault(error)
        raise Refused(
            f"This is no return: {in_words(what)}.", where=f"$.{path}" if path else "$.content"
        ) from None


def known(campaign: OpenCampaign, battles: OpenBattles, battle: str, umpire: bool = True) -> Return | Laying:
    """A battle's return as far as it is known: a form while its diary goes on, as it may be fought out at a table.
    umpire: whether it is he who asks, to whom drafts and halves are told. Raises Refused."""
    state = campaign.state()
    found = battle_of(state, battle)
    if found.status != "running":
        content = filed(campaign, battle).content
        assert content is not None  # or filing it would have been refused
        return content
    if umpire and battle in state.drafts:
        return state.drafts[battle]
    if umpire and battle in state.halves:
        return lay(state, found, state.halves[battle], a.EDITION)
    assert state.graph is not None
    if found.diary:
        its_own(campaign, state, found)
        fought = battles.get(found.diary)
        there = fought.state()
        if fought.verdict(there) is not None:
            return outcomes.return_of(state, found, state.graph.node(found.node), fought, there)
    return empty_return(found)


def _agreed(battle: str, laid: Laying) -> Return:
    """The return of halves that leave nothing to decide. Raises Refused."""
    if laid.wanting:
        reason = f"Only {', '.join(laid.given)} has given a half of the return of {battle}: give its return, or wait."
        raise Refused(reason, "", ["a file", *laid.wanting], "$.content")
    if laid.open:
        told = named([f"{one.what} ({_says(one.said)})" for one in laid.open])
        reason = f"The halves of the return of {battle} leave this to you: {told}. Give its return."
        raise Refused(reason, "", ["a file"], "$.content")
    return laid.content


def _says(said: Mapping[str, str]) -> str:
    return ", ".join(f"{side}: {words}" for side, words in said.items())


def file(
    campaign: OpenCampaign,
    battles: OpenBattles,
    author: Author,
    battle: str,
    content: Return | None,
    terms: Terms = NO_TERMS,
) -> Acted:
    """Raises Refused, HeadMoved, ReadOnly."""

    def then(before: Sequence[Entry]) -> a.File | None:
        old = _then(campaign, before[0], a.File)
        if old is None or old.battle != battle:
            return None
        state, at = campaign.diary.state_at(before[0].parent), Head(old.head, bytes.fromhex(old.seal))
        return replace(_filing(campaign, battles, state, battle, content, at), edition=old.edition)

    def do() -> Acted:
        if before := campaign.keyed(terms.key, author.player, [author.role], then):
            return repeated(campaign, before, battle)
        action = _filing(campaign, battles, campaign.state(), battle, content)
        entry, events, draws, after = campaign.act(author, action, terms)
        return acted(campaign, entry, after, events, draws, battle)

    return patiently(do, terms)


def _filing(
    campaign: OpenCampaign,
    battles: OpenBattles,
    state: Campaign,
    battle: str,
    content: Return | None,
    at: Head | None = None,
) -> a.File:
    """The action that files a battle's return in that state. at: the entry of the battle's diary that it was filed at,
    the newest if none is named. Raises Refused."""
    found = running(state, battle)
    wanted = content is None and battle not in state.drafts
    head = Head(0, b"")
    its_own(campaign, state, found)
    if found.diary and wanted:  # the return and the head that vouches for it are of the same entry
        assert state.graph is not None
        fought = battles.get(found.diary)
        head, there = fought.diary.current() if at is None else (at, fought.diary.state_at(at.seq))
        content = outcomes.return_of(state, found, state.graph.node(found.node), fought, there)
    elif found.diary:
        head = campaign.store.head(found.diary) if at is None else at
    elif wanted and battle in state.halves:
        content = _agreed(battle, lay(state, found, state.halves[battle], a.EDITION))
    elif wanted:
        reason = f"{battle} was fought elsewhere, and nobody has said what came of it: give its return."
        raise Refused(reason, "", ["a file", "a draft", "the half of each side"], "$.content")
    return a.File(battle, content, head.seq, head.seal.hex(), a.EDITION)


def corrected(campaign: OpenCampaign, content: Return) -> tuple[int, a.File]:
    """The number of the entry that filed the return of that battle, 0 or below where that was before the campaign was
    forked, and the action in its place. Raises Refused."""
    battle_of(campaign.state(), content.battle)
    _, entry, old = filed(campaign, content.battle)
    return campaign.diary.number(entry), a.File(content.battle, content, old.head, old.seal, a.EDITION)

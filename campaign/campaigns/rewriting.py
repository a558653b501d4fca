"""Taking back, or correcting, an entry in the middle of a campaign: what followed is entered again on other facts.

Actions are decided anew, with the dice that were rolled for them; a die that nobody has rolled yet is rolled when the
rewriting is done, never before. What no longer works is a conflict, and the umpire decides on every one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from campaign.campaigns import musters
from campaign.campaigns.answers import Decision, Plan, Step
from campaign.campaigns.open_campaign import PASSED_OVER, OpenCampaign
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.decide import advance
from campaign.ledger.state import Campaign
from campaign.ledger.words import damage_names, describe, is_quiet
from campaign.rules.dice import Dice, Faces
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import Line
from campaign.shared.going_back import sealed
from campaign.shared.plain import plain_data
from campaign.shared.terms import NO_TERMS, Terms
from events.diary import Rewind
from events.entry import Author, Draft, Draw, Entry, Head, Matters, diary_prefix, draft, encode_json, seal_of


class KeptDice:
    """The draws of an entry that is entered again; others from a source, which in a plan is nobody's."""

    def __init__(self, draws: tuple[Draw, ...], source: Dice | None) -> None:
        self.draws: list[Draw] = []
        self._kept = list(draws)
        self._source = source
        self.wanting = 0

    def roll(self, purpose: str, count: int, sides: int = 6, matters: Matters = "count") -> Faces:
        if count <= 0:
            return ()
        for one in self._kept:
            if (one.purpose, one.sides, len(one.values)) == (purpose, sides, count):
                self._kept.remove(one)
                self.draws.append(Draw(purpose, sides, one.values, matters, "kept"))
                return one.values
        self.wanting += count
        if self._source is None:
            return ((sides + 1) // 2,) * count
        values = self._source.roll(purpose, count, sides, matters)
        self.draws.append(self._source.draws[-1])
        return values

    def shuffle(self, purpose: str, count: int) -> Faces:
        raise NotImplementedError("no campaign shuffles anything")


def entered_again(action: Any, events: Sequence[Any]) -> Any:
    """An action as it is entered again. events: that it led to. The days pass that passed then, wherever an advance
    would stop on other facts: what was entered after it was entered on those days."""
    if isinstance(action, a.Advance):
        return a.Advance(sum(isinstance(one, e.DayBroke) for one in events))
    return action


class Rewriting:
    """One entry, taken out or replaced, and all that follows it."""

    def __init__(
        self, campaign: OpenCampaign, seq: int, replacement: Any | None, decisions: Mapping[int, Decision]
    ) -> None:
        self.campaign, self.seq, self.replacement, self.decisions = campaign, seq, replacement, decisions
        diary = campaign.diary
        self.head, self.now = diary.current()
        line = [n for lo, hi in diary.lineage(self.head.seq) for n in range(lo, hi + 1)]
        if seq not in line or seq == 1:
            raise Refused(f"Entry {seq} is not part of the present campaign, or its first.", where="$.entry")
        self.entry = campaign.store.entry(campaign.name, seq)
        if self.entry.kind in PASSED_OVER:
            raise Refused(f"Entry {seq} changed nothing that could be taken back.", where="$.entry")
        later = [campaign.store.entry(campaign.name, n) for n in line if n > seq]
        self.later = [one for one in later if one.kind not in PASSED_OVER]
        self.steps: list[Step] = []
        self.drafts: list[Draft] = []

    def run(self, player: str, write: bool, key: str = "") -> Plan:
        """Work it out; with write, make the drafts too, rolling what dice are wanting. Raises Refused."""
        campaign = self.campaign
        plain_data(msgspec.to_builtins(self.replacement), "A return")
        state = campaign.diary.state_at(self.entry.parent)
        author = Author(player, UMPIRE)
        why: Literal["undo", "jump"] = "jump" if self.replacement is not None else "undo"
        self._newest = self.head
        self._roll = campaign.rolling.link(self.head.seq) if campaign.sealing(state).scheme > 1 else ""
        self._add(
            campaign.rewind(self.head.seq, self.now, state, Rewind(self.entry.parent, why), author, key)
        )
        if self.replacement is not None:
            state = self._enter(state, self.entry, self.replacement, author, write, replaced=True)
        for entry in self.later:
            state = self._enter(state, entry, None, None, write)
        self.state = state
        for one in campaign.reveal(self._newest.seq, state, self._roll) if write else ():
            self._add(one)
        gone: Sequence[Any] = campaign.diary.reducer.codec.events(self.entry.body)
        told = campaign.diary.state_at(self.seq)
        return Plan(
            campaign.name,
            self.seq,
            self.head.seq,
            tuple(self.steps),
            self.entry.kind,
            tuple(describe(told, one) for one in gone if not is_quiet(one)),
            self.replacement is not None,
        )

    def _add(self, one: Draft) -> None:
        """The next draft, chained by hand, because dice rest on the seal of the entry before them."""
        self.drafts.append(one)
        after = self._newest.seq + 1
        seal = seal_of(self._newest.seal, diary_prefix(self.campaign.name), after, one.body)
        self._newest = Head(after, seal)

    def _enter(
        self,
        state: Campaign,
        entry: Entry,
        action: Any | None,
        author: Author | None,
        write: bool,
        replaced: bool = False,
    ) -> Campaign:
        campaign, body = self.campaign, entry.read()
        before = campaign.diary.reducer.codec.events(entry.body)
        if action is None:
            action = entered_again(campaign.decoder.decode(body.action), before)
        author = body.author if author is None else author
        decision = self.decisions.get(entry.seq)
        if decision == "drop" and not replaced:
            self.steps.append(Step(entry.seq, entry.kind, "dropped"))
            return state
        source = None
        if write:
            source = campaign.dice(state, self._newest, author.role, action, link=self._roll)
        dice = KeptDice(body.draws, source)
        after = campaign.copy(state)
        try:
            events = advance(after, author.role, action, dice)
        except Refused as refused:
            if replaced:
                raise
            if write:  # nobody can have known it: only the dice that were rolled by now say so
                self.steps.append(Step(entry.seq, entry.kind, "dropped", refused.reason))
            else:
                self.steps.append(Step(entry.seq, entry.kind, "conflict", refused.reason, ("drop",)))
            return state
        lost, new = self._difference(before, events, after)
        outcome, why, allowed = "changed" if lost or new else "same", "", ()
        if isinstance(action, a.Start) and action.diary and (lost or new):
            outcome = "kept"
            if decision != "keep" and not write:
                outcome, allowed = "conflict", ("keep", "drop")
                why = f"The battle {action.battle} was begun with other facts than the corrected ones: {_some(new)}."
        if not replaced:
            step = Step(entry.seq, entry.kind, outcome, why, allowed, lost, new, dice.wanting)  # type: ignore[arg-type]
            self.steps.append(step)
        if write:
            if source is not None:
                self._roll = source.follows
            made = campaign.body(
                self._newest.seq, after, action, author, events, dice.draws, again=entry.seq, roll=self._roll
            )
            self._add(draft(made))
        return after

    def _difference(
        self, before: Sequence[Any], events: list[e.Event], state: Campaign
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Lines that are gone and lines that are new, quiet ones included; of a battle, what came to it otherwise."""
        begun = [[one for one in some if isinstance(one, e.BattleStarted)] for some in (before, events)]
        if all(begun):
            (was, *_), (now, *_) = begun
            if msgspec.structs.replace(was, muster=()) == msgspec.structs.replace(now, muster=()):
                return (), tuple(musters.differences(was.muster, now.muster, partial(damage_names, state)))
        old = [encode_json(one) for one in before]
        now_ = [encode_json(one) for one in events]
        lost = [describe(state, one) for one, data in zip(before, old, strict=True) if data not in now_]
        new = [describe(state, one) for one, data in zip(events, now_, strict=True) if data not in old]
        return tuple(lost), tuple(new)


TOLD = 4
"""Facts that are named in a sentence at the most."""


def _some(facts: Sequence[str]) -> str:
    more = len(facts) - TOLD
    return "; ".join(facts[:TOLD]) + (f"; and {more} more" if more > 0 else "")


def plan(
    campaign: OpenCampaign, seq: int, replacement: Any | None, decisions: Mapping[int, Decision]
) -> Plan:
    """What would become of everything after an entry. Writes nothing and rolls nothing. Raises Refused."""
    return Rewriting(campaign, seq, replacement, decisions).run("", write=False)


def rewrite(
    campaign: OpenCampaign,
    seq: int,
    replacement: Any | None,
    decisions: Mapping[int, Decision],
    player: str,
    terms: Terms = NO_TERMS,
) -> tuple[list[Entry], Campaign, tuple[Line, ...]]:
    """Do it, in one append, for a player whose right has been seen to: its entries, the state after them, and what
    was dropped because the new dice left no place for it. Raises Refused while a conflict is undecided, and then before
    any die is rolled: or one could ask what it would be. HeadMoved, ReadOnly."""
    with campaign.diary.lock:
        campaign.writable(terms.expected)
        sealed(campaign.state().secret, "campaign")
        found = plan(campaign, seq, replacement, decisions)
        if found.conflicts:
            first = found.conflicts[0]
            reason = f"Entry {first.seq} ({first.action}) no longer works: {first.why} Decide on each conflict first."
            allowed = [f"{one.seq}={choice}" for one in found.conflicts for choice in one.allowed]
            raise Refused(reason, "", allowed, "$.decisions")
        work = Rewriting(campaign, seq, replacement, decisions)
        done = work.run(player, write=True, key=terms.key)
        dropped = [one for one in done.steps if one.outcome == "dropped" and one.why]
        told = (
            f"Entry {one.seq} ({one.action}) no longer works, and was dropped: {one.why}" for one in dropped
        )
        entries = campaign.append(work.head.seq, work.drafts, work.state)
        return entries, work.state, tuple(Line(one) for one in told)

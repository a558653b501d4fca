"""Taking back, or correcting, an entry in the middle of a campaign: what followed is entered again on other facts.

Actions are decided anew, with the dice that were rolled for them; a die that nobody has rolled yet is rolled when the
rewriting is done, never before. What no longer works is a conflict, and the umpire decides on every one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec

from campaign.campaigns import musters
from campaign.campaigns.amending import Fought, amendments, stands
from campaign.campaigns.answers import Decision, Decisions, Plan, Step
from campaign.campaigns.beneath import OF_ITS_OWN, Beneath, Forked
from campaign.campaigns.carried import Carried
from campaign.campaigns.filings import FILE, Filing, named
from campaign.campaigns.kept_dice import KeptDice, Repeated
from campaign.campaigns.open_campaign import PASSED_OVER, OpenCampaign
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.decide import advance
from campaign.ledger.decide.checking import problems
from campaign.ledger.state import Campaign
from campaign.ledger.words import damage_names, describe, is_quiet
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import TypedDice
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused, no_such
from campaign.rules.sealed_dice import SealedDice
from campaign.shared.answers import Line
from campaign.shared.plain import plain_data
from campaign.shared.terms import NO_TERMS, Terms
from events.beneath import Place
from events.diary import Rewind
from events.entry import Author, Draft, Entry, Head, diary_prefix, draft, encode_json, seal_of

_NUMBER = re.compile(r"-?[0-9]+")
"""Of an entry, as it is named in a decision."""


def entered_again(action: Any, events: Sequence[Any], forked: Forked = OF_ITS_OWN) -> Any:
    """An action as it is entered again. events: that it led to. The days pass that passed then, wherever an advance
    would stop on other facts: what was entered after it was entered on those days. forked: since it was entered first;
    a battle that was being fought then is begun with the fork's own diary."""
    if isinstance(action, a.Advance):
        days = sum(isinstance(one, e.DayBroke) for one in events)
        return msgspec.structs.replace(action, days=days, stop=False)
    return forked.start(action) if isinstance(action, a.Start) else action


class Tried(NamedTuple):
    """What an action leads to. dice: that it had; source: of those that were not kept."""

    events: list[e.Event]
    dice: KeptDice
    source: SealedDice | TypedDice | None


class Amended(NamedTuple):
    """An order with which a battle stands, and what it comes to in words."""

    order: Any
    lines: tuple[str, ...]


class Rewriting:
    """One entry, taken out or replaced, and all that follows it. seq: its number, which is 0 or below for a return that
    was filed before the campaign was forked: see `events.beneath`."""

    def __init__(
        self, campaign: OpenCampaign, seq: int, replacement: Any | None, decisions: Decisions
    ) -> None:
        self.campaign, self.seq, self.replacement = campaign, seq, replacement
        self.decisions: dict[str, Decision] = {str(key): choice for key, choice in decisions.items()}
        kinds = ("all", *a.KINDS)
        if odd := [one for one in self.decisions if not _NUMBER.fullmatch(one) and one not in kinds]:
            raise no_such("kind of action", odd[0], ["all", *sorted(a.KINDS)], "", "$.decisions")
        diary = campaign.diary
        self.head, self.now = diary.current()
        if self.now.secret:  # what it is over with may stand in no other place than in its entries
            campaign.rolling.begins(bytes.fromhex(self.now.secret))
        self._beneath = Beneath(campaign)
        later: list[Entry] = []
        for one in diary.down(self.head.seq):
            if diary.number(one) == seq:
                break
            later.append(one)
        else:
            one = None
        if one is None or (one.diary, one.seq) == (campaign.name, 1):
            raise Refused(f"Entry {seq} is not part of the present campaign, or its first.", where="$.entry")
        if seq < 1 and replacement is None:
            reason = "What was entered before the fork is not taken out here: correct a return, or amend."
            raise Refused(reason, "", ["correct", "amend"], "$.entry")
        self.entry, self._home = one, self._beneath.home(one)
        if self.entry.kind in PASSED_OVER:
            raise Refused(f"Entry {seq} changed nothing that could be taken back.", where="$.entry")
        enters = self._beneath.enters_again
        self.later = [one for one in reversed(later) if one.kind not in PASSED_OVER and enters(one)]
        with diary.lock:
            self.rolls = campaign.rolls(self.head.seq).copy()
        if seq < 1:
            self.rolls.reach(diary)
        self.rolls.taken_back((self.entry, *self.later))
        self.steps: list[Step] = []
        self.drafts: list[Draft] = []
        self._files: dict[str, Filing] | None = None
        self._amended: dict[str, Sequence[Amended]] = {}

    def run(self, player: str, write: bool, key: str = "") -> Plan:
        """Work it out; with write, make the drafts too, rolling what dice are wanting. Raises Refused."""
        campaign = self.campaign
        plain_data(msgspec.to_builtins(self.replacement), "A return")
        state = self._home.diary.before(self.entry)
        author = self._author = Author(player, UMPIRE)
        self._newest = self.head
        self._roll = campaign.rolling.link(self.head.seq) if campaign.sealing(self.now).scheme > 1 else ""
        back, first = self._back()
        self._add(campaign.rewind(self.head.seq, self.now, state, back, author, key, first=first))
        self._carried = Carried(campaign, state)
        if self.replacement is not None:
            self._enter(self.entry, self.replacement, author, write)
        for entry in self.later:
            self._enter(entry, None, None, write)
        self.state = state = self._carried.state
        for one in campaign.reveal(self._newest.seq, state, self._roll) if write else ():
            self._add(one)
        gone: Sequence[Any] = campaign.diary.reducer.codec.events(self.entry.body)
        told = self._home.diary.state_at(self.entry.seq)
        return Plan(
            campaign.name,
            self.seq,
            self.head.seq,
            tuple(self.steps),
            self.entry.kind,
            tuple(describe(told, one) for one in gone if not is_quiet(one)),
            self.replacement is not None,
        )

    def _back(self) -> tuple[Rewind, Sequence[e.Event]]:
        """The way back to before the entry, and what happens on it."""
        if self._home is self.campaign:
            why: Literal["undo", "jump"] = "jump" if self.replacement is not None else "undo"
            return Rewind(self.entry.parent, why), ()
        there = Place(self.entry.diary, self.entry.parent)
        return Rewind(0, "jump", *there), [self._beneath.went_behind(there)]

    def ends_again(self) -> None:
        """Raises Refused where a campaign that was over would go on: its dice could be foreseen."""
        if self.now.secret and not self.campaign.over(self.state):
            reason = (
                "With this the campaign would not be over, and its secret is out: fork it, and do it there."
            )
            raise Refused(reason, "", ["fork"])

    def _add(self, one: Draft) -> None:
        """The next draft, chained by hand, because dice rest on the seal of the entry before them."""
        self.drafts.append(one)
        after = self._newest.seq + 1
        seal = seal_of(self._newest.seal, diary_prefix(self.campaign.name), after, one.body)
        self._newest = Head(after, seal)

    def _enter(self, entry: Entry, action: Any | None, author: Author | None, write: bool) -> None:
        """An entry once more, or in its place another action of that author."""
        body, before, replaced = entry.read(), self._events(entry), action is not None
        if action is None:
            forked = self._beneath.forked(entry.diary)
            action = entered_again(self.campaign.decoder.decode(body.action), before, forked)
        author = body.author if author is None else author
        if not replaced and self._decided(self._number(entry)) == "drop":
            self._left_out(entry)
            return
        if isinstance(action, a.Start):
            self._begin(entry, action, author, write)
            return
        try:
            tried = self._try(entry, action, author, write)
        except Refused as refused:
            if replaced:
                raise
            stand = isinstance(action, a.File) and bool(self._amended.get(action.battle))
            self._refused(entry, refused.reason, ("stand", "drop") if stand else ("drop",), write)
            return
        lost, new = self._difference(before, tried.events, self._carried.state)
        if not replaced:
            outcome = "changed" if lost or new else "same"
            step = Step(self._number(entry), entry.kind, outcome, lost=lost, new=new, dice=tried.dice.wanting)
            self.steps.append(step)
        self._keep(entry, action, author, tried, write)

    def _begin(self, entry: Entry, action: a.Start, author: Author, write: bool) -> None:
        """A battle that was begun once more: what it was fought with may not be there on other facts."""
        filed, tried, why, lost, new = self._filed(action.battle), None, "", (), ()
        try:
            tried = self._try(entry, action, author, write)
            lost, new = self._difference(self._events(entry), tried.events, self._carried.state)
            fits = not (lost or new) or self._can_file(self._carried.state, action.battle, filed)
        except Refused as refused:
            why, fits = refused.reason, False
        if tried is not None and action.diary and (lost or new):
            why = f"The battle {action.battle} was begun with other facts than the corrected ones: {named(new)}."
        amended: tuple[Amended, ...] | None = ()
        if not fits:
            if tried is not None:
                self._carried.put_back()
            amended = self._amending(entry, action, filed)
        self._amended[action.battle] = amended or ()
        told = tuple(line for one in amended or () for line in one.lines)
        allowed = self._allowed(tried is None, bool(why), amended)
        choice = self._choice(entry, allowed, filed)
        undecided = bool(why) and choice is None and not write
        if choice == "drop" or (tried is None and choice is None):
            if fits:
                self._carried.put_back()
            self._refused(entry, why, allowed, write, told)
            return
        if choice == "stand" and amended:
            self._amend(amended, write)
        if not fits:
            tried = self._try(entry, action, author, write)
            new = self._difference(self._events(entry), tried.events, self._carried.state)[1]
        assert tried is not None
        outcome = "stood" if choice == "stand" else "kept" if why else "changed" if lost or new else "same"
        if undecided:
            step = Step(self._number(entry), entry.kind, "conflict", why, allowed, lost, new, 0, told)
        else:
            told = told if choice == "stand" else ()
            step = Step(self._number(entry), entry.kind, outcome, "", (), lost, new, tried.dice.wanting, told)
        self.steps.append(step)
        self._keep(entry, action, author, tried, write)

    @staticmethod
    def _allowed(refused: bool, conflict: bool, amended: Sequence[Amended] | None) -> tuple[Decision, ...]:
        """What may become of a battle. conflict: whether it must be decided. amended: None if it cannot stand."""
        if not conflict:
            return ("stand",) if amended else ()
        usual: tuple[Decision, ...] = ("drop",) if refused else ("keep", "drop")
        return usual if amended is None else ("stand", *usual)

    def _amending(self, entry: Entry, action: a.Start, filed: Filing | None) -> tuple[Amended, ...] | None:
        """With what a battle stands that does not without; None if with nothing."""
        campaign = self.campaign
        begun = next(one for one in self._events(entry) if isinstance(one, e.BattleStarted))
        then = self._beneath.home(entry).diary.before(entry)
        fought = Fought(
            action, then, begun, filed and filed.content, 0 if filed is None else filed.action.edition
        )
        work = campaign.copy(self._carried.state)
        orders = amendments(work, fought)
        if orders is None or not stands(work, fought):
            return None
        found: list[Amended] = []
        after = campaign.copy(self._carried.state)
        for order in orders:
            events = advance(after, UMPIRE, order, NO_DICE)
            aloud = [one for one in events if not is_quiet(one)] or events
            found.append(Amended(order, tuple(describe(after, one) for one in aloud)))
        return tuple(found)

    def _filed(self, battle: str) -> Filing | None:
        """Its return among what is entered again, unless that is to be dropped."""
        if self._files is None:
            files = [one for one in self.later if one.kind == FILE]
            read = (
                Filing(self._beneath.home(one), one, self.campaign.decoder.decode(one.read().action))
                for one in files
                if self._decided(self._number(one)) != "drop"
            )
            self._files = {one.action.battle: one for one in read}
        return self._files.get(battle)

    @staticmethod
    def _can_file(state: Campaign, battle: str, filed: Filing | None) -> bool:
        content = filed and filed.content
        if filed is None or content is None:
            return True
        return not any(problems(state, state.battles[battle], content, filed.action.edition))

    def _number(self, entry: Entry) -> int:
        return self.campaign.diary.number(entry)

    def _decided(self, key: int | str) -> Decision | None:
        return self.decisions.get(str(key))

    def _choice(
        self, entry: Entry, allowed: Sequence[Decision], filed: Filing | None = None
    ) -> Decision | None:
        """What was decided of a conflict, by its number, its kind or for all, as far as it is allowed. filed: a battle
        stands for its return."""
        own: tuple[int | str, ...] = self._number(entry), entry.kind, "all"
        for key in own if filed is None else (own[0], self._number(filed.entry), own[1], FILE, own[2]):
            choice = self._decided(key)
            if choice is not None and choice in allowed and (key in own or choice == "stand"):
                return choice
        return None

    def _left_out(self, entry: Entry, why: str = "") -> None:
        self.steps.append(Step(self._number(entry), entry.kind, "dropped", why))

    def _refused(
        self,
        entry: Entry,
        why: str,
        allowed: tuple[Decision, ...],
        write: bool,
        amended: tuple[str, ...] = (),
    ) -> None:
        if self._choice(entry, allowed) == "drop":
            self._left_out(entry)
        elif write:  # nobody can have known it: only the dice that were rolled by now say so
            self._left_out(entry, why)
        else:
            self.steps.append(
                Step(self._number(entry), entry.kind, "conflict", why, allowed, amendments=amended)
            )

    def _events(self, entry: Entry) -> Sequence[Any]:
        return self.campaign.diary.reducer.codec.events(entry.body)

    def _try(self, entry: Entry, action: Any, author: Author, write: bool) -> Tried:
        """Decide it on the state that is carried on. Raises Refused; then that is as it was."""
        campaign, source = self.campaign, None
        if write:
            source = campaign.dice(self._carried.state, self._newest, author.role, action, link=self._roll)
        before = self._beneath.home(entry).diary.before
        then = partial(before, entry) if action is self.replacement else None
        again = Repeated(entry.read().draws, then)
        dice = KeptDice(lambda: self.rolls, getattr(action, "edition", 0), source, again)
        try:
            return Tried(advance(self._carried.state, author.role, action, dice), dice, source)
        except Refused:
            self._carried.put_back()
            dice.give_back()
            raise

    def _keep(self, entry: Entry, action: Any, author: Author, tried: Tried, write: bool) -> None:
        """What was tried is done."""
        self._carried.done(tried.events)
        if not write:
            return
        if tried.source is not None:
            self._roll = tried.source.follows
        state, draws = self._carried.state, tried.dice.draws
        newest, events = self._newest.seq, tried.events
        of = "" if entry.diary == self.campaign.name else entry.diary
        made = self.campaign.body(
            newest, state, action, author, events, draws, again=entry.seq, roll=self._roll, of=of
        )
        self._add(draft(made))

    def _amend(self, amended: Sequence[Amended], write: bool) -> None:
        """What the program writes so that a battle stands, by word of who corrects."""
        for one in amended:
            state, newest = self._carried.state, self._newest.seq
            events = advance(state, UMPIRE, one.order, NO_DICE)
            self._carried.done(events)
            if write:
                made = self.campaign.body(newest, state, one.order, self._author, events, roll=self._roll)
                self._add(draft(made))

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


def plan(campaign: OpenCampaign, seq: int, replacement: Any | None, decisions: Decisions) -> Plan:
    """What would become of everything after an entry. Writes nothing and rolls nothing. Raises Refused."""
    work = Rewriting(campaign, seq, replacement, decisions)
    found = work.run("", write=False)
    if not found.conflicts:
        work.ends_again()
    return found


def rewrite(
    campaign: OpenCampaign,
    seq: int,
    replacement: Any | None,
    decisions: Decisions,
    player: str,
    terms: Terms = NO_TERMS,
) -> tuple[list[Entry], Campaign, tuple[Line, ...]]:
    """Do it, in one append, for a player whose right has been seen to: its entries, the state after them, what was
    dropped because the new dice left no place for it, and what was amended. Raises Refused while a conflict is
    undecided, and then before any die is rolled: or one could ask what it would be. HeadMoved, ReadOnly."""
    with campaign.diary.lock:
        campaign.writable(terms.expected)
        found = plan(campaign, seq, replacement, decisions)
        if found.conflicts:
            first = found.conflicts[0]
            reason = f"Entry {first.seq} ({first.action}) no longer works: {first.why} Decide on each conflict first."
            allowed = [f"{one.seq}={choice}" for one in found.conflicts for choice in one.allowed]
            raise Refused(reason, "", allowed, "$.decisions")
        work = Rewriting(campaign, seq, replacement, decisions)
        done = work.run(player, write=True, key=terms.key)
        work.ends_again()
        dropped = [one for one in done.steps if one.outcome == "dropped" and one.why]
        told = (
            f"Entry {one.seq} ({one.action}) no longer works, and was dropped: {one.why}" for one in dropped
        )
        stood = [line for one in done.steps for line in one.amendments]
        entries = campaign.append(work.head.seq, work.drafts, work.state)
        return entries, work.state, tuple(Line(one) for one in (*told, *stood))

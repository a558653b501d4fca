"""A campaign that is open here: its diary, and how it is decided on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, cast

import msgspec

from campaign.campaigns.kept_dice import KeptDice, Rolls
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.decide import advance
from campaign.ledger.decide.arrivals import free_id
from campaign.ledger.reducer import VERSION, CampaignReducer
from campaign.ledger.state import Campaign, keeps_ahead
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.seats import NO_CHAIRS, ChairsKept, SeatEvent, TableRules
from campaign.shared.answers import WaitingSeat
from campaign.shared.callers import Rights, Seating
from campaign.shared.clock import World
from campaign.shared.kept_open import OpenDiaries
from campaign.shared.open_diary import QUIET, OpenDiary
from campaign.shared.plain import plain_data
from campaign.shared.rolling import Sealing
from campaign.shared.seating import SEAT, all_taken, changed, waited_for, waiting_seats
from campaign.shared.sitters import chairs
from campaign.shared.terms import NO_TERMS, Terms
from events.beneath import origins
from events.codec import tag_of
from events.entry import REVEAL, Author, Draw, Entry, draft
from events.errors import NoSuchDiary
from events.store import NewDiary, Store

START = tag_of(a.Start)
PASSED_OVER = QUIET | {REVEAL}
"""Entries that change nothing that an undo could take back."""


class Reveal(msgspec.Struct, frozen=True, tag="reveal", tag_field="kind"):
    """Make the secret of the dice public, now that the campaign is over."""


class Open(msgspec.Struct, frozen=True, tag="open-campaign", tag_field="kind"):
    """Open a campaign from its files. source: where they came from, in words."""

    source: str


class SeatPlayer(msgspec.Struct, frozen=True, tag=SEAT, tag_field="kind"):
    """Who leads a side from now on, where names are taken at their word: a player's id, "" for anybody."""

    side: str
    player: str


class Fork(msgspec.Struct, frozen=True, tag="fork", tag_field="kind"):
    """Go on from an entry of another campaign."""

    of: str
    at: int


class OpenCampaign(OpenDiary[Campaign]):
    """See `campaign.shared.open_diary.OpenDiary`, about threads too."""

    what = "campaign"
    version = f"campaign {VERSION}"

    def __init__(self, store: Store, name: str, world: World) -> None:
        super().__init__(store, name, world, CampaignReducer(), cast("Any", a.AnyAction), PASSED_OVER)
        self._rolls = Rolls()
        self._battles: tuple[int, frozenset[str]] = 0, frozenset()  # that entries up to this one began

    def over(self, state: Campaign) -> bool:
        return state.verdict is not None

    def hides(self, state: Campaign) -> bool:
        return state.policy is not None and state.policy.secrecy != "open"

    def withholds(self, state: Campaign) -> bool:
        """Also scenarios that are still to open; and while a battle is fought at a real table, what each side says of
        it is between it and the umpire. That nobody has said anything yet must not show either."""
        return self.hides(state) or keeps_ahead(state) or _at_a_table(state)

    def withheld(self, state: Campaign) -> bool:
        return self.withholds(state) and (self.hides(state) or state.rules is not None)

    def sealing(self, state: Campaign) -> Sealing:
        return Sealing(False, state.commitment, state.contributions, state.scheme, state.secret)

    def reveal_of(self, secret: str) -> tuple[Reveal, e.SecretRevealed]:
        return Reveal(), e.SecretRevealed(secret)

    def seating(self, state: Campaign) -> Seating:
        players = _leaders(state)
        if state.rules is not None:
            return Seating(
                players,
                state.umpire,  # the chair is always there: without an umpire no campaign goes on
                state.rules,
                state.chairs or NO_CHAIRS,
                self.opener,
                state.study,
            )
        return self._older(state, self.diary.head().seq)

    def _older(self, state: Campaign, seq: int) -> Seating:
        """Of a campaign whose first entry sets no rules, after an entry."""
        players = _leaders(state)
        names = {side: player for side, player in players.items() if player}
        said = bool(names) and bool(state.umpire) and (len(names) == len(players) or self.hides(state))
        apart = said or state.chairs is not None  # it stays so when one of them leaves
        rules = TableRules("apart" if apart else "together", True, absence=0)
        known = state.chairs
        if known is None:  # of an older version
            known = chairs(self.sitters.until(seq), players, names if apart else {}, state.umpire)
            players = {side: "" if side in known.offers else player for side, player in players.items()}
        return Seating(players, state.umpire, rules, known, self.opener)

    def seating_after(self, state: Campaign, seq: int) -> Seating:
        return self.seating(state) if state.rules is not None else self._older(state, seq)

    def seated_then(self, state: Campaign) -> Seating:
        if state.rules is not None:
            return self.seating(state)
        return Seating(_leaders(state), state.umpire, TableRules("together", True))

    def sets_rules(self, state: Campaign) -> bool:
        return state.rules is not None

    def remembers(self, state: Campaign) -> bool:
        return state.chairs is not None

    def remembering(self, state: Campaign, seating: Seating) -> list[e.Event | SeatEvent]:
        if not seating.apart or state.chairs is not None:
            return []
        gone = changed(_leaders(state), seating.players, e.SeatLeft, e.SeatTaken)
        return [*gone, ChairsKept(seating.chairs)]

    def living_on(self, now: Campaign, back: Campaign) -> list[e.Event | SeatEvent]:
        here, there = (_seats(state) for state in (now, back))
        events: list[e.Event | SeatEvent] = [*changed(there, here, e.SeatLeft, e.SeatTaken)]
        if now.chairs is not None and (events or now.chairs != back.chairs):
            events.append(ChairsKept(now.chairs))
        return events

    def goes_on(self, seating: Seating, seq: int) -> None:
        """Raises Refused as long as a seat is offered after an entry, or the umpire's chair is nobody's: a side may be
        led by nobody. seating: there."""
        all_taken(seating, _needed(seating), lambda: self.begun(seq))

    def battles_begun(self) -> frozenset[str]:
        """Ids of the battles that any entry here ever began, or of what it was forked from by then, taken back or not:
        none begins another."""
        head, (until, known) = self.diary.head().seq, self._battles
        if not until:
            beneath = origins(self.store, self.name)
            known = known.union(*(self._begun_in(one.diary, 0, one.seq) for one in beneath))
        self._battles = max(head, until), known.union(self._begun_in(self.name, until, head))
        return self._battles[1]

    def _begun_in(self, diary: str, after: int, until: int) -> Iterator[str]:
        """Ids of the battles that the entries of a diary behind one and up to another began."""
        for one in takewhile(lambda one: one.seq > after, self.store.steps(diary, until)):
            if one.kind == START:
                yield self.decode(bytes(self.store.entry(diary, one.seq).read().action)).battle

    def waiting(self, state: Campaign, seq: int) -> tuple[WaitingSeat, ...]:
        """The seats without which nothing is done yet after an entry. state: there."""
        if self.over(state):
            return ()
        seating = self.seating_after(state, seq)
        waiting = waited_for(seating, _needed(seating), lambda: self.begun(seq))
        return waiting_seats(seating, waiting, {one.id: one.name for one in state.sides.values()})

    def act(
        self,
        author: Author,
        action: Any,
        terms: Terms = NO_TERMS,
        opening: Callable[[Campaign], Sequence[NewDiary]] = lambda _: (),
        beside: Mapping[str, int] = {},
    ) -> tuple[Entry, list[e.Event], tuple[Draw, ...], Campaign]:
        """Decide on the newest state and append, for an author whose right has been seen to: the newest entry, what
        happened, and the state after it. opening: diaries that are opened with it, made of the state after it.
        beside: see `append`. Raises Refused, HeadMoved, BesideMoved, ReadOnly, and what opening raises; then nothing
        was written."""
        asked_plainly(action)
        with self.diary.lock:
            head, current = self.diary.current()
            self.writable(terms.expected)
            self.goes_on(self.seating(current), head.seq)
            if isinstance(action, a.Start) and action.battle in self.battles_begun():
                reason = f"A battle {action.battle} was begun here before, and taken back."
                if action.battle in current.battles:
                    reason = f"The id {action.battle!r} is taken."
                raise Refused(
                    reason, "", [free_id(current, action.node, self.battles_begun(), first=1)], "$.battle"
                )
            state = self.copy(current)
            dice = self.dice(state, head, author.role, action)
            added = ""
            if isinstance(action, a.Contribute):
                added = self.contributed(state, head, author.role, action.text)
            kept = KeptDice(partial(self.rolls, head.seq), getattr(action, "edition", 0), dice)
            try:
                events = advance(state, author.role, action, kept)
            finally:
                kept.give_back()
            roll = added or dice.follows
            body = self.body(head.seq, state, action, author, events, kept.draws, terms.key, roll=roll)
            drafts = [draft(body), *self.reveal(head.seq + 1, state, body.roll)]
            done = self.append(head.seq, drafts, state, opening(state), beside)
            return done[-1], events, tuple(kept.draws), state

    def rolls(self, seq: int) -> Rolls:
        """All that was rolled here up to the newest entry. Under the lock."""
        if self._rolls.seq > seq:  # a file was put back from a copy
            self._rolls = Rolls()
        return self._rolls.follow(self.diary, seq)


def _leaders(state: Campaign) -> dict[str, str]:
    """Side → who leads it."""
    return {side.id: side.player for side in state.sides.values() if not side.by_rules}


def _needed(seating: Seating) -> list[str]:
    """Seats without which a campaign does not begin: offered with it, and the umpire's chair. A side may be led by
    nobody, and who offers a seat later stops nobody."""
    offered = [seat for seat, offer in seating.chairs.offers.items() if not offer.by]
    return list(dict.fromkeys([*offered, *([] if seating.umpire else [UMPIRE])]))


def _seats(state: Campaign) -> dict[str, str]:
    """The same, with the umpire's chair where that may change hands."""
    return {**_leaders(state), **({UMPIRE: state.umpire} if state.rules is not None else {})}


def asked_plainly(action: Any) -> None:
    """Raises Refused for an action with a text in it that would steer a terminal."""
    plain_data(msgspec.to_builtins(action), "What is asked of a campaign")


class OpenCampaigns(OpenDiaries[OpenCampaign]):
    """All campaigns of a house, opened when they are asked for."""

    def __init__(self, store: Store, world: World) -> None:
        super().__init__(store, self._open)
        self.world = world

    def _open(self, name: str) -> OpenCampaign:
        """Raises NoSuchDiary."""
        if self.store.info(name).kind != "campaign":
            raise NoSuchDiary(name)
        return OpenCampaign(self.store, name, self.world)


def viewing_role(found: Rights) -> str:
    """As whom a caller looks: as he says; else as umpire if he may, or as `Rights.viewer` has it. Raises Refused."""
    return UMPIRE if found.caller.role is None and found.umpire else found.viewer()


def acting_role(found: Rights) -> str:
    """In which role a caller acts: the one that he names; else as umpire if he may, or for his side. Raises Refused."""
    if found.caller.role is None and found.umpire:
        return UMPIRE
    return found.held(found.caller.role) if found.caller.role is not None else found.side()


def _at_a_table(state: Campaign) -> bool:
    return any(one.status == "running" and not one.diary for one in state.battles.values())

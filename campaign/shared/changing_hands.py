"""A seat changes hands: what battles and campaigns have in common in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from campaign.rules import seats as s
from campaign.rules.facets import UMPIRE
from campaign.shared import seating as verbs
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller, Seating
from campaign.shared.offers import stood
from campaign.shared.open_diary import OpenDiary
from campaign.shared.people import Elsewhere, Kin
from campaign.shared.seating import There, changed
from campaign.shared.terms import Terms
from events.entry import Author, Entry, draft
from events.errors import BesideMoved

S = TypeVar("S")
T = TypeVar("T")


class AtWord(Protocol):
    """The action with which a seat changes hands at once. player: "" frees the seat."""

    @property
    def side(self) -> str: ...
    @property
    def player(self) -> str: ...


class Hands(NamedTuple, Generic[S]):
    """How one kind of diary has its seats change hands. at_word: the action with which one changes hands at once, of
    side and player. left, taken: its events. more: what else follows when others
    sit there: (state, seats before, seats then) → events. answer: of the entry, the state, the events and the role.
    repeated: the answer of before."""

    at_word: Callable[[str, str], AtWord]
    left: Callable[[str, str], Any]
    taken: Callable[[str, str], Any]
    more: Callable[[S, Mapping[str, str], Mapping[str, str]], Sequence[Any]]
    answer: Callable[[Entry, S, list[Any], str], Acted]
    repeated: Callable[[Sequence[Entry]], Acted]


def decide(
    opened: OpenDiary[S],
    hands: Hands[S],
    state: S,
    seating: Seating,
    caller: Caller,
    action: Any,
    there: There,
) -> list[Any]:
    """What comes of it; the state is moved on by that. The same for whoever acts and whoever verifies. Raises
    Refused."""
    now = seating.seats
    found = list(opened.remembering(state, seating))
    if isinstance(action, s.SeatAction):
        found += verbs.events(seating, caller, action, there)
        then = verbs.sitting(seating, caller, action)
    else:
        verbs.seated_at_word(seating, caller, action.side, action.player, there)
        then = {**now, action.side: action.player}
    found += [*changed(now, then, hands.left, hands.taken), *hands.more(state, now, then)]
    opened.diary.reducer.fold(state, found)
    return found


def act(
    opened: OpenDiary[S],
    hands: Hands[S],
    kin: Kin,
    caller: Caller,
    action: s.SeatAction | AtWord,
    terms: Terms,
) -> Acted:
    """Raises Refused, HeadMoved, ReadOnly; then nothing was written."""
    to, seat, sits = _named(action, caller)
    with ExitStack() as held:
        # Other diaries are asked before this one's lock is held.
        if to:
            held.enter_context(kin.offering())
        if sits:
            held.enter_context(kin.together(opened.name))
        look = isinstance(action, s.Welcome)
        why = kin.missing(caller.player, to, seat, look) if to and to != caller.player else ""
        elsewhere = kin.elsewhere(opened.name, sits) if sits else Elsewhere()
        vain = kin.vain(opened.name, action.side) if isinstance(action, s.FreeSeat) else None
        held.enter_context(opened.diary.lock)
        head, current = opened.diary.current()
        if before := opened.keyed(terms.key, caller.player, verbs.SEATING, lambda _: action):
            return hands.repeated(before)
        if isinstance(action, s.TakeRecord):  # also of what does not go on
            opened.appendable(terms.expected)
        else:
            opened.writable(terms.expected)
        # What was seen of them is so when this is written, or it is decided anew: he may have been there meanwhile.
        beside = {**elsewhere.seen, **(vain.seen if vain is not None else {})}
        if (seen := beside.pop(opened.name, head.seq)) != head.seq:
            raise BesideMoved(opened.name, seen, head.seq)
        rights, seating = opened.rights(current, caller), opened.seating(current)
        if caller.role is not None:
            rights.held(caller.role)
        over, begun, hides = opened.over(current), opened.begun(head.seq), opened.hides(current)
        there = There(
            over, begun, hides, _always(vain), _always(elsewhere.seat), kin.blocked, _always(why),
            partial(_stood, opened, seating, head.seq),
        )  # fmt: skip
        state = opened.copy(current)
        found = decide(opened, hands, state, seating, caller, action, there)
        role = UMPIRE if rights.umpire and caller.role in (None, UMPIRE) else ""
        body = opened.body(head.seq, state, action, Author(caller.player, role), found, key=terms.key)
        drafts = [draft(body), *opened.reveal(head.seq + 1, state, body.roll)]
        done = opened.append(head.seq, drafts, state, beside=beside)
        return hands.answer(done[-1], state, found, role)


def _stood(opened: OpenDiary[Any], seating: Seating, head: int, seat: str) -> float:
    return stood(opened, seating, head, seat, opened.world.now())


def _always(answer: T) -> Callable[[str], T]:
    def of(_: str) -> T:
        return answer

    return of


def _named(action: Any, caller: Caller) -> tuple[str, str, str]:
    """Whom an action names, for which seat, and who would have one by it; "" for nobody, and for none."""
    match action:
        case s.OfferSeat(side, to):
            return to, side, to
        case s.AcceptSeat() | s.TakeRecord():
            return "", "", caller.player
        case s.Welcome(player):
            return player, "", ""
        case s.SeatAction():
            return "", "", ""
        case _:
            return action.player, action.side, action.player

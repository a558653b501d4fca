"""A seat changes hands: what battles and campaigns have in common in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from campaign.shared.open_diary import OpenDiary
from campaign.shared.seating import SEATING, hosts, seating_as
from campaign.shared.terms import Terms
from events.entry import Author, Entry, draft

S = TypeVar("S")


class Asked(Protocol):
    """The action. player: "" frees the seat."""

    @property
    def side(self) -> str: ...
    @property
    def player(self) -> str: ...


def seat(
    opened: OpenDiary[S],
    caller: Caller,
    action: Asked,
    terms: Terms,
    decide: Callable[[S, Any], list[Any]],
    acted: Callable[[Entry, S, list[Any], str], Acted],
    repeated: Callable[[Sequence[Entry]], Acted],
) -> Acted:
    """decide: (state, action) → what comes of it; moves the state on. acted: the answer, of the entry, the state and
    the events, to who acts in a role. repeated: the answer of before. Raises Refused, HeadMoved, ReadOnly; then nothing
    was written."""
    with opened.diary.lock:
        head, current = opened.diary.current()
        if before := opened.keyed(terms.key, caller.player, SEATING, lambda _: action):
            return repeated(before)
        opened.writable(terms.expected)
        rights, seating, hides = (
            opened.rights(current, caller),
            opened.seating(current),
            opened.hides(current),
        )
        role = seating_as(rights, seating, opened.opener, hides, action.side, action.player)
        state = opened.copy(current)
        events = decide(state, action)
        body = opened.body(head.seq, state, action, Author(caller.player, role), events, key=terms.key)
        done = opened.append(head.seq, [draft(body)], state)
        return acted(done[-1], state, events, role)


def hosting(opened: OpenDiary[Any], caller: Caller) -> bool:
    """Whether a caller may give any seat to anybody."""
    state = opened.state()
    return hosts(opened.rights(state, caller), opened.seating(state), opened.opener, opened.hides(state))

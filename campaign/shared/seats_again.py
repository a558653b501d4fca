"""Seats, decided again: whether what a record says of them was right, and whether whoever acted may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from campaign.rules import seats as s
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared import changing_hands
from campaign.shared.callers import BOT, Caller, Seating, named, rights
from campaign.shared.changing_hands import AtWord, Hands
from campaign.shared.deciding_again import Again, NotAsRecorded
from campaign.shared.offers import stood
from campaign.shared.open_diary import OpenDiary
from campaign.shared.seating import There, Vain, changed, seat_of, wanted
from events.entry import Author
from events.verify import Seen

S = TypeVar("S")
Patience = Callable[[int, str, str], Vain | None]
"""(entry, seat, time) → how long the player of that seat had been asked in vain by then."""


def _anybody(player: str, role: str | None = None) -> Caller:
    """Somebody of whom a record says only what he did: whatever rights he came with."""
    return Caller(player, True, True, True, role, here=True)


class Entitled(Generic[S]):
    """Who may have acted as whom: remembered, for it is asked of every entry. bots: that there are, by their names."""

    def __init__(self, opened: OpenDiary[S], bots: Sequence[str]) -> None:
        self._opened = opened
        self._bots = {f"{BOT}{one}" for one in bots}
        self._known: set[tuple[str, str, tuple[str, ...]]] = set()

    def check(self, author: Author, state: S) -> Seating:
        """The seats as they were then. Raises Refused for a role that the author cannot have held."""
        seating = self._opened.seated_then(state)
        known = (author.player, author.role, tuple(seating.seats.values()))
        if known not in self._known:
            if (
                known[0] not in self._bots or known[1] not in seating.players
            ):  # a bot may act in anybody's seat
                rights(named(_anybody(author.player, author.role)), seating).held(author.role)
            self._known.add(known)
        return seating


class SeatsAgain(Generic[S]):
    """Of one diary. vain: see `Patience`. bots: that there are, by their names."""

    def __init__(
        self, opened: OpenDiary[S], hands: Hands[S], vain: Patience, bots: Sequence[str] = ()
    ) -> None:
        self._opened, self._hands, self._vain = opened, hands, vain
        self.entitled = Entitled(opened, bots)

    def __call__(self, seen: Seen[S, Any], state: S, action: Any) -> Again:
        """An entry about seats: by the umpire, or in somebody's own name. Raises Refused, NotAsRecorded."""
        author, before = seen.body.author, seen.entry.seq - 1
        if author.role == UMPIRE:
            self.entitled.check(author, state)
        elif author.role:
            raise NotAsRecorded(f"it is about seats, and in the name of {author.role}")
        named(Caller(author.player))
        seating = self._opened.seating_after(state, before)
        if not isinstance(action, s.SeatAction) and self._of_before(seen, state, seating):
            return Again(self._at_once(state, action), moved=True)
        as_blocked = any(isinstance(one, s.Freed) and one.why == "blocked" for one in seen.events)

        def vain(seat: str) -> Vain | None:
            return self._vain(before, seat, seen.body.time)

        def blocked(player: str) -> bool:
            return as_blocked and player != author.player

        def offer_stood(seat: str) -> float:
            return stood(opened, seating, before, seat, seen.body.time)

        opened = self._opened
        over, begun, hides = opened.over(state), opened.begun(before), opened.hides(state)
        there = There(over, begun, hides, vain, blocked=blocked, stood=offer_stood)
        events = changing_hands.decide(
            self._opened, self._hands, state, seating, _anybody(author.player), action, there
        )
        return Again(events, moved=True)

    def _of_before(self, seen: Seen[S, Any], state: S, seating: Seating) -> bool:
        """Whether a seat changed hands by the rules of an older version: those of its table remember nothing."""
        if self._opened.sets_rules(state) or self._opened.remembers(state):
            return False
        return not any(isinstance(one, s.ChairsKept) for one in seen.events)

    def _at_once(self, state: S, action: AtWord) -> list[Any]:
        """What a seat that changed hands at once led to in older versions; the state is moved on by that. Raises
        Refused."""
        opened, hands = self._opened, self._hands
        if opened.over(state):
            raise Refused("It is over: its seats stay as they are.")
        seats = opened.seated_then(state)
        wanted(seats, seat_of(seats, action.side), action.player)
        then = {**seats.players, action.side: action.player}
        events = [
            *changed(seats.players, then, hands.left, hands.taken),
            *hands.more(state, seats.players, then),
        ]
        opened.diary.reducer.fold(state, events)
        return events

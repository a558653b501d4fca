"""How the entries of a battle or campaign may stand together, whatever version of the rules decided them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

from campaign.rules.facets import UMPIRE
from campaign.shared.seating import SEAT_KINDS
from events.codec import Unknown
from events.diary import rewind_of
from events.entry import REVEAL, Author
from events.store import DiaryInfo
from events.verify import REWIND, Seen

GRANT = "undo-grant"
SEALED_TITLE = 2
"""From this scheme of dice on the first entry seals the title of its diary, and when it was created."""
A_MOMENT = timedelta(minutes=1)
"""How long before its first entry a diary of an older version may have been created."""
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
_REVEALER = Author(UMPIRE, UMPIRE)


class Shape(NamedTuple):
    """What a kind of diary is made of.

    openings: kinds of action of the first entry → its first event. own: kinds of action → the one event that such an
    entry holds, and that stands nowhere else. seats: events of seats that change hands, which stand in entries of their
    kinds and in rewinds. aside: what may stand before the events of any other entry. ended: kinds that may follow the
    end. rewrites: whether what followed a corrected entry is entered again; between: kinds that may
    be written in between, so that it can be. behind: the event with which a fork goes back behind its first entry, so
    that something is corrected there; None where it never does. over: whether it is at its end, in a state.
    """

    kind: str
    openings: Mapping[str, type[Any]]
    own: Mapping[str, type[Any]]
    seats: Sequence[type[Any]]
    aside: Sequence[type[Any]]
    ended: frozenset[str]
    rewrites: bool
    over: Callable[[Any], bool]
    between: frozenset[str] = frozenset()
    behind: type[Any] | None = None


class Structure:
    """A look for `events.verify`: call it with the entries in order of seq. info: of the diary, as its row says it."""

    def __init__(self, shape: Shape, info: DiaryInfo) -> None:
        self._shape, self._info = shape, info
        self._only = {cls: kind for kind, cls in {**shape.openings, **shape.own}.items()}
        if shape.behind is not None:
            self._only[shape.behind] = REWIND
        self._rules = self._pack = ""
        self._append: list[tuple[str, bool]] = []

    def __call__(self, seen: Seen[Any, Any]) -> str | None:
        entry, body = seen.entry, seen.body
        if not _is_time(body.time):
            return f"the time that it names is none: {body.time[:40]!r}"
        if entry.seq == 1:
            self._rules, self._pack = body.rules.partition(" ")[0], body.pack
            if why := self._opening(seen):
                return why
        elif entry.kind in self._shape.openings:
            return "it opens a diary that is open already"
        if body.rules.partition(" ")[0] != self._rules:
            return f"it was decided by the rules {body.rules!r}; this is a diary of {self._rules!r}"
        if body.pack != self._pack:
            return "it names another pack than the first entry"
        known = body.of != entry.diary if body.of else body.again < entry.seq
        if (body.again or body.of) and not (self._shape.rewrites and body.again > 0 and known):
            return f"it cannot enter entry {body.again} again"
        return self._own_events(seen) or self._end(seen) or self._together(seen)

    def _opening(self, seen: Seen[Any, Any]) -> str:
        entry, body, shape, info = seen.entry, seen.body, self._shape, self._info
        if entry.kind not in shape.openings:
            return f"it opens nothing: its kind is {entry.kind!r}"
        if info.kind != shape.kind:
            return f"the diary is listed as a {info.kind}, and is a {shape.kind}"
        if body.draws or body.again or body.of or body.author.role not in ("", UMPIRE):
            return "it opens the diary, and holds what no opening does"
        first = seen.events[0] if seen.events else None
        if isinstance(first, Unknown):
            return ""
        if not isinstance(first, shape.openings[entry.kind]):
            return f"its action is to {entry.kind}, and its events do not begin with that"
        event: Any = first
        title = getattr(event, "title", "")
        if title and title != info.title:
            return f"the diary is listed as {info.title!r}, and was opened as {title!r}"
        seals = getattr(event, "scheme", 1) >= SEALED_TITLE
        if seals and not title:
            return "it opens a diary without a title"
        of_today = getattr(event, "rules", None) is not None  # which older versions did not set
        exact = seals or of_today or (info.origin is not None and title)
        if not _created(info.created, body.time, bool(exact)):
            return f"the diary is listed as created at {info.created}, and was opened at {body.time}"
        return ""

    def _own_events(self, seen: Seen[Any, Any]) -> str:
        """Entries of the table hold their own event and nothing else, and nobody else holds that."""
        kind = seen.entry.kind
        if kind in SEAT_KINDS or kind == REWIND:
            return self._seats(seen)
        events = seen.events
        if events and type(events[0]) in self._shape.aside and kind not in self._shape.openings:
            events = events[1:]
        if kind in self._shape.own:
            if seen.body.draws:
                return f"its kind is {kind}, and it holds dice"
            if len(events) != 1:
                return f"its kind is {kind}, and it does not hold the one event of that"
        for index, event in enumerate(events):
            if isinstance(event, Unknown):
                continue
            cls = cast("type[Any]", type(event))
            belongs = self._only.get(cls, None if kind in self._shape.own else kind)
            misplaced = kind in self._shape.openings and (index > 0) == (cls in self._only)
            if belongs != kind or misplaced or cls in (*self._shape.seats, *self._shape.aside):
                return f"its kind is {kind}, and it holds an event that belongs elsewhere"
        if kind == REVEAL and seen.body.author != _REVEALER:
            return "it reveals the secret of the dice, and has an author"
        return ""

    def _seats(self, seen: Seen[Any, Any]) -> str:
        """Where seats change hands, or are carried back, nothing else happens."""
        kind = seen.entry.kind
        if kind in SEAT_KINDS and (seen.body.draws or not seen.events):
            return "it seats somebody, and holds dice or no event"
        events = seen.events
        if kind == REWIND and rewind_of(seen.entry.body).of:
            behind = self._shape.behind
            if behind is None or not events or not isinstance(events[0], behind | Unknown):
                return "it goes back behind the first entry, and does not say as what the fork goes on from there"
            events = events[1:]
        if any(type(event) not in self._shape.seats for event in events):
            return f"its kind is {kind}, and it holds an event that belongs elsewhere"
        return ""

    def _end(self, seen: Seen[Any, Any]) -> str:
        if seen.state is None or seen.entry.seq == 1:
            return ""
        over = self._shape.over(seen.state)
        if over and seen.entry.kind not in self._shape.ended:
            return f"the {self._shape.kind} was over before it"
        if seen.entry.kind == REVEAL and not over:
            return f"it reveals the secret of the dice before the {self._shape.kind} is over"
        return ""

    def _together(self, seen: Seen[Any, Any]) -> str:
        """Which entries share an append: that says `more`, which no seal covers."""
        self._append.append((seen.entry.kind, bool(seen.body.again)))
        if seen.more:
            return ""
        kinds, self._append = self._append, []
        if len(kinds) > 1 and kinds[-1][0] == REVEAL:
            kinds = kinds[:-1]
        names = [kind for kind, _ in kinds]
        if len(kinds) == 1 and names[0] not in (REVEAL, GRANT) and not kinds[0][1]:
            return ""
        if names == [GRANT, REWIND]:
            return ""
        between = self._shape.between
        again = all(flag or kind in between for kind, flag in kinds[1:]) and not kinds[0][1]
        if self._shape.rewrites and len(kinds) > 1 and names[0] == REWIND and again and REVEAL not in names:
            return ""
        return "it does not stand in an append as it should"


def _is_time(text: str) -> bool:
    """Whether it is one in UTC as entries are written: so written, they are in order of time as texts, too."""
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _created(created: str, opened: str, exact: bool) -> bool:
    """Whether a diary can have been created then that was opened then."""
    try:
        gap = datetime.fromisoformat(opened) - datetime.fromisoformat(created)
    except (ValueError, TypeError):
        return False
    return not gap if exact else timedelta(0) <= gap <= A_MOMENT

"""Up to which entry somebody may know of a diary who is so many seconds behind, whatever its clocks did."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import accumulate
from math import inf

from campaign.shared.sitters import still_there
from events.entry import Head
from events.store import Store


def moment(time: str) -> float:
    """Seconds since 1970 of a time in ISO 8601, UTC where it names no zone; for ever away of what is no time."""
    try:
        found = datetime.fromisoformat(time)
    except ValueError:
        return inf
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def shown(times: Sequence[float], tops: Sequence[float], now: float, behind: float) -> int:
    """How many of the entries with these times came so many seconds before now, at the least. tops: the running maximum
    of the times: who set his clock back wrote no earlier than those before him. A time that is still to come is a wrong
    clock's: such an entry is as old as the next one that has a time."""
    if not tops or tops[-1] <= now:
        return bisect_right(tops, now - behind)
    next_, known = inf, list[float]()
    for time in reversed(times):
        next_ = time if time <= now else next_
        known.append(next_)
    return bisect_right([*accumulate(reversed(known), max)], now - behind)


class Lateness:
    """Of one diary; the times of its entries are read once, and what somebody was shown stays shown, also if a clock is
    set back. Safe for threads."""

    def __init__(self, store: Store, name: str) -> None:
        self._store, self._name = store, name
        self._lock = threading.Lock()
        self._forget()

    def _forget(self) -> None:
        self._read = Head(0, b"")
        self._times, self._tops = list[float](), list[float]()
        self._shown: dict[float, int] = {}

    def until(self, head: Head, now: str, behind: float) -> int:
        """The newest entry up to head that may be known; the first one may always. Raises DiaryError."""
        with self._lock:
            if not still_there(self._store, self._name, self._read):
                self._forget()
            for entry in self._store.entries(self._name, self._read.seq, head.seq):
                time = moment(entry.read().time)
                self._times.append(time)
                self._tops.append(max([time, *self._tops[-1:]]))
                self._read = Head(entry.seq, entry.seal)
            found = max(1, shown(self._times, self._tops, moment(now), behind), self._shown.get(behind, 0))
            self._shown[behind] = found
            return min(found, head.seq)

"""How much and how often: token buckets by player and kind. A stream that is opened again costs nothing."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

LimitKind = Literal["reads", "actions", "streams"]
MOST = 10_000
"""Buckets in memory: who comes beyond pushes out whoever asked longest ago, whose bucket is fullest."""
_HAIR = 1e-6
"""Who waits as long as he was told is let in, however the sums were rounded."""
STREAMS_KNOWN = 64
"""Streams of one player that count as the same when they are opened again."""


class Rate(Struct, frozen=True):
    """burst: how many at once, after a pause. per_second: how many go on for ever."""

    burst: int
    per_second: float


RATES: Mapping[LimitKind, Rate] = {
    "reads": Rate(200, 50.0),
    "actions": Rate(60, 5.0),
    "streams": Rate(20, 0.5),
}


class Allowance(Struct, frozen=True):
    """Whether one more may be. retry_after: seconds until it may, 0.0 if it may now. limit: which it is, and rate what
    it is. left: how many more may be at once now."""

    allowed: bool
    limit: LimitKind
    rate: Rate
    retry_after: float = 0.0
    left: int = 0

    @property
    def full_after(self) -> float:
        """Seconds of rest after which there are as many as there can be."""
        return (self.rate.burst - self.left) / self.rate.per_second

    @property
    def reason(self) -> str:
        return (
            f"Too many {self.limit}: {self.rate.burst} at once, and then {self.rate.per_second:g} a second."
            f" The next may be in {self.retry_after:.1f} seconds."
        )


class _Bucket:
    """filled: how much is in it, as of `at`. known: streams that were let in, the last ones."""

    __slots__ = ("at", "filled", "known")

    def __init__(self, filled: float, at: float) -> None:
        self.filled, self.at = filled, at
        self.known: OrderedDict[str, None] = OrderedDict()


class Limits:
    """Safe for threads. monotonic: seconds that never go back."""

    def __init__(
        self,
        rates: Mapping[LimitKind, Rate] = RATES,
        monotonic: Callable[[], float] = time.monotonic,
        most: int = MOST,
    ) -> None:
        self._rates, self._monotonic, self._most = dict(rates), monotonic, most
        self._lock = threading.Lock()
        self._buckets: OrderedDict[tuple[str, LimitKind], _Bucket] = OrderedDict()

    def __len__(self) -> int:
        """How many buckets are in memory."""
        return len(self._buckets)

    def take(self, player: str, kind: LimitKind, stream: str = "") -> Allowance:
        """One more of a kind. player: or the address of whoever has no token, as `attempts.grouped` has it. stream: the
        name of what is watched; who was let in to it before gets in again, whatever he has used up."""
        rate = self._rates[kind]
        with self._lock:
            bucket = self._bucket((player, kind), rate)
            if stream and stream in bucket.known:
                bucket.known.move_to_end(stream)
                return Allowance(True, kind, rate, left=int(bucket.filled))
            if bucket.filled < 1 - _HAIR:
                return Allowance(False, kind, rate, (1 - bucket.filled) / rate.per_second)
            bucket.filled -= 1
            if stream:
                bucket.known[stream] = None
                while len(bucket.known) > STREAMS_KNOWN:
                    bucket.known.popitem(last=False)
            return Allowance(True, kind, rate, left=int(bucket.filled))

    def _bucket(self, key: tuple[str, LimitKind], rate: Rate) -> _Bucket:
        """Filled up to now."""
        now = self._monotonic()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(rate.burst, now)
            while len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
            bucket.filled = min(rate.burst, bucket.filled + (now - bucket.at) * rate.per_second)
            bucket.at = now
        return bucket

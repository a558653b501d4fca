"""Those who try tokens out: each failure makes the next wait longer, by address and by what was tried.

Whoever has a good one is never asked to wait: nobody guesses 256 bits, and several may come from one address.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

FREE = 5
"""Failures that cost nothing: everybody has pasted half a token once."""
LONGEST = 900.0
"""Seconds of the longest wait: 1, 2, 4 … up to it."""
FORGOTTEN = 3600.0
"""Seconds without a failure after which there was none."""
MOST = 10_000
"""Addresses and tokens in memory, of each: the oldest are forgotten for new ones."""
_LONGEST_KEY = 64


class _Failures:
    """How many, and when the last one was, for so many keys at the most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._found)

    def left(self, key: str, now: float) -> float:
        count, last = self._found.get(key, (0, now))
        if count <= FREE or now - last > FORGOTTEN:
            return 0.0
        return max(0.0, last + min(LONGEST, 2.0 ** min(count - FREE - 1, 30)) - now)

    def add(self, key: str, now: float) -> None:
        count, last = self._found.pop(key, (0, now))
        self._found[key] = (1 if now - last > FORGOTTEN else count + 1, now)
        while len(self._found) > self._most:
            self._found.popitem(last=False)


class Attempts:
    """address: where a request came from. tried: the id in the token or link, which is no secret; "" for one that has
    not even the right shape. Safe for threads. monotonic: seconds that never go back."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic, most: int = MOST) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._addresses, self._tried = _Failures(most), _Failures(most)

    def __len__(self) -> int:
        """How much is in memory."""
        return len(self._addresses) + len(self._tried)

    def wait(self, address: str, tried: str = "") -> float:
        """Seconds until somebody may try again; 0.0 if he may now."""
        address, tried, now = grouped(address), tried[:_LONGEST_KEY], self._monotonic()
        with self._lock:
            return max(self._addresses.left(address, now), self._tried.left(tried, now) if tried else 0.0)

    def failed(self, address: str, tried: str = "") -> float:
        """It was not good. Seconds to wait from now on."""
        group, tried, now = grouped(address), tried[:_LONGEST_KEY], self._monotonic()
        with self._lock:
            for failures, key in self._keys(group, tried):
                failures.add(key, now)
        return self.wait(address, tried)

    def _keys(self, group: str, tried: str) -> Iterator[tuple[_Failures, str]]:
        yield self._addresses, group
        if tried:
            yield self._tried, tried


def grouped(address: str) -> str:
    """An address as it is counted: a /64 of IPv6 is one household, an IPv4 address is one however it is spelled."""
    return _grouped(address[:_LONGEST_KEY])


@lru_cache(4096)
def _grouped(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:  # a socket of this machine, or whatever a server calls it
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found) >> 64 << 64, 64)))
    return str(found)

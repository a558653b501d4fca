"""Answers as bytes, kept for whoever asks the same of the same entry, and made once however many ask at a time."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from hashlib import sha256
from typing import NamedTuple

SMALLEST = 1024
"""Bytes that are worth compressing."""
LEVEL = 1
"""Of compression: 0.3 ms for a view, and level 9 takes thirty times as long for little."""
MOST = 64 << 20
"""Bytes that are kept."""


class Kept(NamedTuple):
    """An answer. packed: compressed, None where that is not worth it. tag: that is made of it, "" where one is made of
    what it follows from."""

    plain: bytes
    packed: bytes | None
    tag: str = ""

    @property
    def size(self) -> int:
        return len(self.plain) + len(self.packed or b"")


def etag(key: Hashable) -> str:
    """Weak: the same content may be compressed or not. Made of what the answer follows from; of the answer only where
    that is more than its reader may know of."""
    return f'W/"{sha256(repr(key).encode()).hexdigest()[:24]}"'


def packed(plain: bytes) -> bytes | None:
    return gzip.compress(plain, LEVEL, mtime=0) if len(plain) >= SMALLEST else None


class Cache:
    """Bounded in bytes; what was used longest ago goes first. For one event loop."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self.size = most, 0
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[Kept | None]] = {}
        self.hits = self.misses = 0

    def get(self, key: Hashable) -> Kept | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            self.hits += 1
        return found

    async def once(self, key: Hashable, make: Callable[[], Awaitable[Kept | None]]) -> Kept | None:
        """The answer that is being made, or is made now. make: None if what was made is not for everybody who asks
        under this key. Raises what making raises, to all who wait."""
        self.misses += 1
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._make(key, make))
        return await asyncio.shield(task)  # who goes away must not take it from the others

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[Kept | None]]) -> Kept | None:
        try:
            found = await make()
        finally:
            del self._making[key]
        if found is not None and found.size <= self._most // 8:
            self._kept[key] = found
            self.size += found.size
            while self.size > self._most:
                self.size -= self._kept.popitem(last=False)[1].size
        return found

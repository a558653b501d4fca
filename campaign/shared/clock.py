"""What comes from outside: the time, and secrets that nobody can guess."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import NamedTuple

from campaign.rules.sealed_dice import commitment
from events.errors import NoSuchDiary
from events.store import Store


class World(NamedTuple):
    """Handed in, so that tests can hold it still. random_bytes(n): n bytes."""

    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    random_bytes: Callable[[int], bytes] = secrets.token_bytes

    def now(self, behind: float = 0.0) -> str:
        """UTC, ISO 8601, milliseconds. behind: seconds before."""
        then = self.clock().astimezone(UTC) - timedelta(seconds=behind)
        return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def name(self, store: Store, stem: str, size: int = 3) -> str:
        """A name that no diary has yet: the stem, and size random bytes in hex, more of them where those are taken."""
        for more in count():
            name = f"{stem}{self.random_bytes(size + more).hex()}"
            try:
                store.info(name)
            except NoSuchDiary:
                return name
        raise AssertionError  # it counts for ever

    def pick(self, n: int) -> int:
        """A number from 0 to n-1."""
        return int.from_bytes(self.random_bytes(8), "big") % n

    def commit(self, diary: str) -> tuple[str, bytes]:
        """A commitment to a new secret of sealed dice, and the secret."""
        secret = self.random_bytes(32)
        return commitment(secret, diary), secret

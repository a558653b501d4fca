"""A headquarters in a folder of its own, with a clock and secrets that repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.clock import World


class Ahead:
    """How far a clock was put forward."""

    def __init__(self) -> None:
        self.by = timedelta()

    def on(self, days: float) -> None:
        self.by += timedelta(days=days)


def steady_world(seed: str = "", ahead: Ahead | None = None) -> World:
    """Time goes on by a second at each look; secrets are a hash of how many were drawn before."""
    put = Ahead() if ahead is None else ahead
    looks = iter(range(1_000_000))
    draws = iter(range(1_000_000))
    start = datetime(1950, 8, 17, 8, tzinfo=UTC)

    def clock() -> datetime:
        return start + put.by + timedelta(seconds=next(looks))

    def random_bytes(count: int) -> bytes:
        return sha256(f"{seed}{next(draws)}".encode()).digest()[:count]

    return World(clock, random_bytes)


@pytest.fixture
def hq(tmp_path: Path) -> Iterator[Headquarters]:
    with Headquarters(tmp_path, steady_world()) as found:
        yield found


@pytest.fixture
def duel(hq: Headquarters) -> str:
    """A battle to try things in: the duel, hot-seat."""
    opened = hq.battles.new("tank-duel")
    assert isinstance(opened, Acted)
    return opened.diary


@pytest.fixture
def act(hq: Headquarters, duel: str) -> Callable[..., Acted]:
    """Do something in the duel that must not be refused."""

    def do(kind: str, **fields: object) -> Acted:
        done = hq.battles.act(duel, {"kind": kind, **fields})
        assert isinstance(done, Acted), done
        return done

    return do

"""Accounts in a file of their own, and a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.accounts.accounts import Accounts
from api.accounts.answers import Pass
from campaign.shared.clock import World


class Clock:
    """Both clocks: that on the wall, and the one that never goes back."""

    def __init__(self) -> None:
        self.passed = 0.0

    def on(self, **span: float) -> None:
        self.passed += timedelta(**span).total_seconds()

    def wall(self) -> datetime:
        return datetime(2026, 5, 1, tzinfo=UTC) + timedelta(seconds=self.passed)

    def monotonic(self) -> float:
        return self.passed


class Opened(Accounts):
    """With what tests need at every turn."""

    def __init__(self, path: Path, clock: Clock) -> None:
        super().__init__(path, World(clock=clock.wall), clock.monotonic)
        self.path = path

    def come(self, secret: str) -> Pass:
        found = self.resolve(secret)
        assert found is not None
        return found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "accounts.db"


@pytest.fixture
def opened(path: Path, clock: Clock) -> Iterator[Callable[[], Opened]]:
    """Opens the same file once more, as another process would."""
    found: list[Opened] = []

    def once_more() -> Opened:
        found.append(Opened(path, clock))
        return found[-1]

    yield once_more
    for one in found:
        one.close()


@pytest.fixture
def accounts(opened: Callable[[], Opened]) -> Opened:
    return opened()


@pytest.fixture
def keeper(accounts: Opened) -> Pass:
    made = accounts.first_token("kim", "Kim")
    assert made is not None
    return accounts.come(made.secret)


@pytest.fixture
def ann(accounts: Opened, keeper: Pass) -> Pass:
    """A player with a token that is good for everything a player may do."""
    link = accounts.invitations.new(keeper, "account").secret
    token = accounts.invitations.redeem(link, player="ann", name="Ann").token
    assert token is not None
    return accounts.come(token.secret)

"""Whoever tries tokens out waits longer each time."""

from __future__ import annotations

import pytest

from api.accounts.attempts import FREE, LONGEST, Attempts, grouped
from tests.api.accounts.conftest import Clock


@pytest.fixture
def attempts(clock: Clock) -> Attempts:
    return Attempts(clock.monotonic, most=100)


def test_each_failure_makes_the_wait_longer(attempts: Attempts, clock: Clock) -> None:
    waits = [attempts.failed("192.0.2.1") for _ in range(FREE + 12)]
    assert waits[:FREE] == [0.0] * FREE
    assert waits[FREE : FREE + 4] == [1.0, 2.0, 4.0, 8.0] and waits[-1] == LONGEST
    clock.on(seconds=LONGEST - 1)
    assert attempts.wait("192.0.2.1") == 1.0
    clock.on(seconds=1)
    assert attempts.wait("192.0.2.1") == 0.0
    assert attempts.failed("192.0.2.1") == LONGEST, "it is not forgotten yet"
    clock.on(hours=2)
    assert attempts.failed("192.0.2.1") == 0.0


def test_a_token_that_is_tried_from_everywhere(attempts: Attempts) -> None:
    for n in range(FREE + 3):
        attempts.failed(f"192.0.2.{n}", "a-token")
    assert attempts.wait("198.51.100.1", "a-token") == 4.0
    assert attempts.wait("198.51.100.1", "another") == attempts.wait("198.51.100.1") == 0.0


def test_memory_is_bounded(attempts: Attempts) -> None:
    for n in range(2000):
        attempts.failed(f"host {n}", f"token {n}")
        attempts.failed("x" * 10_000 + str(n), "y" * 10_000 + str(n))
    assert len(attempts) == 200
    assert max(len(key) for one in (attempts._addresses, attempts._tried) for key in one._found) <= 64


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:0DB8:0001:0002:bbbb:0:0:9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:/run/wardiary.sock", "unix:/run/wardiary.sock"),
    ],
)
def test_how_addresses_are_counted(address: str, group: str) -> None:
    assert grouped(address) == group

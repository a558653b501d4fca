"""How often: so many at once, so many for ever; and a stream that breaks off is not held against anybody."""

from __future__ import annotations

import threading

from api.accounts.limits import STREAMS_KNOWN, Limits, Rate
from tests.api.accounts.conftest import Clock

RATES = {"reads": Rate(5, 2.0), "actions": Rate(2, 0.5), "streams": Rate(3, 0.1)}


def test_a_bucket_is_emptied_and_filled(clock: Clock) -> None:
    limits = Limits(RATES, clock.monotonic)
    assert [limits.take("ann", "reads").allowed for _ in range(6)] == [True] * 5 + [False]
    refused = limits.take("ann", "reads")
    assert (refused.limit, refused.rate, refused.retry_after) == ("reads", Rate(5, 2.0), 0.5)
    assert refused.reason == "Too many reads: 5 at once, and then 2 a second. The next may be in 0.5 seconds."
    clock.on(seconds=0.5)
    assert limits.take("ann", "reads").allowed and not limits.take("ann", "reads").allowed
    clock.on(hours=1)
    assert [limits.take("ann", "reads").allowed for _ in range(6)] == [True] * 5 + [False]


def test_who_waits_as_long_as_he_was_told_is_let_in(clock: Clock) -> None:
    limits = Limits({"reads": Rate(3, 0.3)}, clock.monotonic)
    for _ in range(200):
        while (answer := limits.take("ann", "reads")).allowed:
            clock.on(seconds=0.0137)
        clock.on(seconds=answer.retry_after)
        assert limits.take("ann", "reads").allowed


def test_players_and_kinds_have_buckets_of_their_own(clock: Clock) -> None:
    limits = Limits(RATES, clock.monotonic)
    assert [limits.take("ann", "actions").allowed for _ in range(3)] == [True, True, False]
    assert limits.take("ann", "reads").allowed and limits.take("bob", "actions").allowed


def test_a_stream_that_is_opened_again_is_never_refused(clock: Clock) -> None:
    limits = Limits(RATES, clock.monotonic)
    assert [limits.take("ann", "streams", f"battle-{n}").allowed for n in range(4)] == [True] * 3 + [False]
    assert all(limits.take("ann", "streams", "battle-0").allowed for _ in range(1000))
    assert not limits.take("ann", "streams", "battle-3").allowed, "it was never let in"
    assert not limits.take("bob", "actions", "").retry_after
    clock.on(seconds=10)
    assert limits.take("ann", "streams", "battle-3").allowed


def test_memory_is_bounded(clock: Clock) -> None:
    limits = Limits(RATES, clock.monotonic, most=100)
    for n in range(1000):
        limits.take(f"player {n}", "reads")
    assert len(limits) == 100
    for n in range(1000):
        clock.on(seconds=10)
        assert limits.take("ann", "streams", f"battle-{n}").allowed
    assert len(limits._buckets["ann", "streams"].known) == STREAMS_KNOWN


def test_threads_get_no_more_than_there_is(clock: Clock) -> None:
    limits = Limits({"reads": Rate(500, 1.0)}, clock.monotonic)
    allowed: list[bool] = []

    def take() -> None:
        allowed.extend(limits.take("ann", "reads").allowed for _ in range(200))

    threads = [threading.Thread(target=take) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert (sum(allowed), len(allowed)) == (500, 1600)

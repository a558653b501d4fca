"""From a token to who sends it: quick, bounded, and never too late."""

from __future__ import annotations

import secrets
import sys
import threading
import time
from collections.abc import Callable

import pytest

from api.accounts.answers import Pass
from api.accounts.resolving import Passes
from campaign.rules.refused import Refused
from campaign.shared.clock import World
from tests.api.accounts.conftest import Clock, Opened


def test_another_process_is_heard_of_within_a_second(
    accounts: Opened, ann: Pass, opened: Callable[[], Opened], clock: Clock
) -> None:
    other = opened()
    secret = accounts.tokens.new(ann, "laptop").secret
    found = other.come(secret)
    accounts.tokens.revoke(ann, found.token)
    clock.on(seconds=1)
    assert other.resolve(secret) is None


def test_what_is_known_is_not_looked_up_again(
    accounts: Opened, ann: Pass, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = accounts.tokens.new(ann, "laptop").secret
    accounts.come(secret)
    monkeypatch.setattr(accounts._file, "rows", None)
    accounts.come(secret)
    assert accounts.resolve(secret[:-1] + ("0" if secret[-1] != "0" else "1")) is None


def test_writing_down_uses_forgets_nobody(
    accounts: Opened, ann: Pass, opened: Callable[[], Opened], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else many servers on one file would look everything up again all the time."""
    other = opened()
    secret = accounts.tokens.new(ann, "laptop").secret
    accounts.come(secret)
    other.come(secret)
    other.passes.write_uses()
    clock.on(seconds=2)
    rows, asked = accounts._file.rows, list[str]()
    monkeypatch.setattr(
        accounts._file, "rows", lambda sql, values=(): (asked.append(sql), rows(sql, values))[1]
    )
    accounts.come(secret)
    assert asked == ["SELECT generation FROM state"]


def test_when_a_token_was_last_used(accounts: Opened, ann: Pass, clock: Clock) -> None:
    made = accounts.tokens.new(ann, "laptop")

    def used() -> str:
        return next(one.used for one in accounts.tokens.list(ann) if one.id == made.token.id)

    accounts.passes.write_uses()
    assert accounts.resolve(made.secret + "0") is None
    assert used() == ""
    clock.on(seconds=61)
    accounts.come(made.secret)
    accounts.passes.write_uses()
    assert used() == "2026-05-01T00:01:01.000Z"
    clock.on(seconds=59)
    accounts.come(made.secret)
    accounts.passes.write_uses()
    assert used() == "2026-05-01T00:01:01.000Z", "once a minute"
    clock.on(seconds=1)
    accounts.passes.write_uses()
    assert used() == "2026-05-01T00:02:00.000Z"


def test_uses_that_cannot_be_written_are_kept(accounts: Opened, ann: Pass, clock: Clock) -> None:
    accounts._file._writer.execute("PRAGMA query_only=ON")
    with pytest.raises(Refused):
        accounts.passes.write_uses(at_once=True)
    accounts._file._writer.execute("PRAGMA query_only=OFF")
    clock.on(minutes=1)
    accounts.passes.write_uses()
    assert [one.used for one in accounts.tokens.list(ann)] == ["2026-05-01T00:00:00.000Z"]


def test_nobody_waits_for_the_disk(accounts: Opened, ann: Pass) -> None:
    """While somebody writes, tokens that are known and tokens that are not are resolved all the same."""
    known, unknown = (accounts.tokens.new(ann, "x").secret for _ in range(2))
    accounts.come(known)
    with accounts._file.writing() as conn:
        conn.execute("UPDATE accounts SET name = 'half'")
        found = [accounts.come(known), accounts.come(unknown)]
    assert [one.account.name for one in found] == ["Ann", "Ann"]


def test_memory_is_bounded(accounts: Opened, ann: Pass, clock: Clock) -> None:
    made = [accounts.tokens.new(ann, str(n)).secret for n in range(30)]
    few = Passes(accounts._file, World(clock=clock.wall), clock.monotonic, kept=10)
    assert all(few.resolve(one) is not None for one in made)
    assert len(few) == 10


def test_100_000_random_tokens_leave_nothing_behind(accounts: Opened, ann: Pass) -> None:
    id = ann.token
    accounts.resolve(f"wd_{id}_{'0' * 64}")
    kept = len(accounts.passes)
    before = sys.getallocatedblocks()
    for n in range(100_000):
        wrong = secrets.token_hex(32)
        assert accounts.resolve(f"wd_{id if n % 10 else secrets.token_hex(8)}_{wrong}") is None
    grown = sys.getallocatedblocks() - before
    assert len(accounts.passes) == kept
    assert grown < 1_000


def test_a_known_token_costs_microseconds(accounts: Opened, ann: Pass) -> None:
    secret = accounts.tokens.new(ann, "laptop").secret
    accounts.come(secret)
    best = float("inf")
    for _ in range(20):
        begun = time.thread_time()
        for _ in range(200):
            accounts.resolve(secret)
        best = min(best, (time.thread_time() - begun) / 200)
    assert best < 50e-6, "about 4 here"


def test_a_token_that_is_revoked_while_it_is_read_stays_revoked(accounts: Opened, ann: Pass) -> None:
    """Whatever was read before the revocation is not put in memory after it as if it were good."""
    secrets = [accounts.tokens.new(ann, str(n)) for n in range(20)]
    sys_interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for made in secrets:
            stop = threading.Event()

            def look(secret: str = made.secret, stop: threading.Event = stop) -> None:
                while not stop.is_set():
                    accounts.resolve(secret)
                    with accounts.passes._lock:  # as all do who change it
                        accounts.passes._known.clear()

            threads = [threading.Thread(target=look) for _ in range(4)]
            for one in threads:
                one.start()
            accounts.tokens.revoke(ann, made.token.id)
            assert accounts.resolve(made.secret) is None
            stop.set()
            for one in threads:
                one.join()
            assert accounts.resolve(made.secret) is None
    finally:
        sys.setswitchinterval(sys_interval)


def test_a_file_that_cannot_be_read_lets_nobody_in(accounts: Opened, ann: Pass, clock: Clock) -> None:
    secret = accounts.tokens.new(ann, "laptop").secret
    accounts.come(secret)
    accounts._file._writer.execute("DROP TABLE state")
    clock.on(seconds=1)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            accounts.resolve(secret)
        assert refused.value.kind == "read-only"


def test_whom_a_proxy_vouches_for(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    found = accounts.passes.vouched("ann")
    assert found is not None and found.account == ann.account and found.allows("umpire") and not found.keeper
    assert accounts.passes.vouched("Ann") is None and accounts.passes.vouched("") is None
    made = accounts.tokens.new(found, "from a browser", ["play"])
    assert accounts.come(made.secret).player == "ann"

"""Threads, processes, and kill -9: one wins, and what is half done was never done."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from api.accounts.accounts import Accounts
from api.accounts.answers import Pass, Redeemed
from campaign.rules.refused import Refused
from tests.api.accounts.conftest import Opened

ROOT = Path(__file__).parents[3]


@contextmanager
def child(*words: object) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "tests.api.accounts.child", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def lines(process: subprocess.Popen[bytes]) -> list[str]:
    """All that a child said; a last line that was cut off is left out."""
    assert process.stdout is not None
    return [
        line.decode().strip()
        for line in process.stdout.read().splitlines(keepends=True)
        if line.endswith(b"\n")
    ]


@pytest.fixture
def living(path: Path) -> Iterator[Accounts]:
    """Accounts by the clock on the wall, as other processes have it."""
    accounts = Accounts(path)
    yield accounts
    accounts.close()


@pytest.fixture
def living_keeper(living: Accounts) -> Pass:
    made = living.first_token("kim")
    assert made is not None
    found = living.resolve(made.secret)
    assert found is not None
    return found


def test_threads_that_redeem_at_once(accounts: Opened, keeper: Pass) -> None:
    for turn in range(10):
        link = accounts.invitations.new(keeper, "account").secret
        won: list[Redeemed] = []
        told: list[str] = []
        gate = threading.Barrier(8)

        def redeem(
            n: int,
            turn: int = turn,
            link: str = link,
            won: list[Redeemed] = won,
            told: list[str] = told,
            gate: threading.Barrier = gate,
        ) -> None:
            gate.wait()
            try:
                won.append(accounts.invitations.redeem(link, player=f"p{turn}-{n}"))
            except Refused as refused:
                told.append(refused.reason)

        threads = [threading.Thread(target=redeem, args=(n,)) for n in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert len(won) == 1
        assert told == ["This invitation has been redeemed: each is good for one."] * 7
    assert len(accounts.players.list()) == 11


def test_threads_that_use_everything_at_once(accounts: Opened, keeper: Pass, ann: Pass) -> None:
    wrong: list[BaseException] = []

    def work() -> None:
        try:
            for n in range(15):
                made = accounts.tokens.new(ann, str(n))
                accounts.come(made.secret)
                accounts.tokens.list(ann)
                accounts.tokens.revoke(ann, made.token.id)
                assert accounts.resolve(made.secret) is None
                accounts.passes.write_uses(at_once=True)
        except BaseException as error:
            wrong.append(error)
            raise

    threads = [threading.Thread(target=work) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert wrong == []


def test_processes_that_start_at_once(path: Path) -> None:
    begin = time.time() + 1.5
    with ExitStack() as stack:
        few = [stack.enter_context(child("first", path, begin, f"kim-{n}")) for n in range(3)]
        said = [line for one in few for line in lines(one)]
    assert len(said) == 3 and said.count("lost") == 2
    accounts = Accounts(path)
    found = accounts.resolve(next(one for one in said if one != "lost"))
    assert found is not None and [found.account] == list(accounts.players.list())
    accounts.close()


def test_processes_that_redeem_at_once(living: Accounts, living_keeper: Pass) -> None:
    links = [living.invitations.new(living_keeper, "account").secret for _ in range(60)]
    begin = time.time() + 1.5
    with ExitStack() as stack:
        file = living._file.path
        two = [stack.enter_context(child("redeem", file, begin, name, *links)) for name in ("ann", "bob")]
        said = [line.split() for one in two for line in lines(one)]
    assert sorted(int(number) for number, _ in said) == list(range(60))
    assert all(living.resolve(secret) is not None for _, secret in said)
    assert len(living.players.list()) == 61


def test_a_token_revoked_here_is_no_good_elsewhere_within_a_second(
    living: Accounts, living_keeper: Pass
) -> None:
    def late() -> float:
        made = living.tokens.new(living_keeper, "laptop")
        with child("resolve", living._file.path, made.secret) as other:
            assert other.stdout is not None and other.stdout.readline() == b"good\n"
            time.sleep(0.1)
            living.tokens.revoke(living_keeper, made.token.id)
            revoked = time.monotonic()
            return float(other.stdout.readline()) - revoked

    assert any(late() < 1 for _ in range(3)), "a busy machine may stumble"


def test_killed_while_redeeming(living: Accounts, living_keeper: Pass, scale: int) -> None:
    """Afterwards each link is good, or brought one account with one token; and what was acknowledged is there."""
    seen = set[bool]()
    for turn in range(6 * scale):
        links = [living.invitations.new(living_keeper, "account", hours=1) for _ in range(150)]
        with child("redeem", living._file.path, 0, f"p{turn}", *(one.secret for one in links)) as other:
            assert other.stdout is not None
            first = [other.stdout.readline().decode().strip() for _ in range(random.randint(1, 100))]
            time.sleep(random.uniform(0, 0.002))
            other.kill()
            said = [*first, *lines(other)]
        acknowledged = dict(line.split() for line in said)
        now = {one.id: one for one in living.invitations.list(living_keeper)}
        players = {one.player for one in living.players.list()}
        for number, made in enumerate(links):
            player = f"p{turn}-{number}"
            redeemed = bool(now[made.invitation.id].redeemed)
            seen.add(redeemed)
            assert redeemed == (player in players)
            tokens = living.tokens.list(living_keeper, player)
            assert len(tokens) == redeemed
            if str(number) in acknowledged:
                found = living.resolve(acknowledged[str(number)])
                assert found is not None and found.player == player
            if not redeemed:
                living.invitations.look(made.secret)
                living.invitations.revoke(living_keeper, made.invitation.id)
    assert seen == {True, False}

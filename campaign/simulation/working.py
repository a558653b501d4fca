"""The processes that fight: one on each core, each with the rules loaded once.

They are spawned, so that they share nothing with whoever started them: no store, no lock, no thread. What a battle is
depends on its number alone, so neither their number nor who is faster changes anything.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from copy import copy
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from campaign.battles.table import Open
from campaign.rules.packs import Pack
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.simulation.answers import Fought
from campaign.simulation.playing import fight
from campaign.systems import load

CHUNK = 5
"""Battles that a process gets at once."""


class Arm(NamedTuple):
    """What is fought: the data of a rule system, and how a battle is opened with it."""

    pack: Pack
    action: Open


class Task(NamedTuple):
    """Battles to fight. arm, cell: places in the lists of whoever asks. odds: as in `Extent`. constants: side → those
    that its bot weighs with, where they are others than the pack's."""

    arm: int
    cell: int
    bots: Mapping[str, str]
    seed: int
    numbers: Sequence[int]
    odds: int = 0
    constants: Mapping[str, Struct] = {}


class Crew(Protocol):
    """Whoever fights."""

    def fight(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Fought]]]:
        """In whatever order they come to be done. Raises Refused."""
        ...


def cores() -> int:
    """Those that this process may use."""
    able = getattr(os, "sched_getaffinity", None)
    return len(able(0)) if able is not None else os.cpu_count() or 1


def chunks(
    arm: int, cell: int, bots: Mapping[str, str], seed: int, numbers: range, odds: int = 0
) -> list[Task]:
    """The battles of one cell, in portions."""
    return [Task(arm, cell, bots, seed, numbers[i : i + CHUNK], odds) for i in range(0, len(numbers), CHUNK)]


@contextmanager
def crew(arms: Sequence[Arm], rules: Sequence[Rules], jobs: int) -> Generator[Crew]:
    """jobs: processes, 0 for one on each core; with one, nothing is spawned. rules: of the arms, as loaded here."""
    count = jobs or cores()
    if count == 1:
        yield _Here(arms, rules)
        return
    spawning = get_context("spawn")
    ended, leash = spawning.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, spawning, _ready, (tuple(arms), ended))
    try:
        yield _There(pool)
    except BaseException:
        leash.close()  # nobody waits for battles that nobody asks for any more
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        leash.close()
        ended.close()


class _Here(NamedTuple):
    arms: Sequence[Arm]
    rules: Sequence[Rules]

    def fight(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Fought]]]:
        for task in tasks:
            yield task, _fought(self.rules[task.arm], self.arms[task.arm], task)


class _There(NamedTuple):
    pool: ProcessPoolExecutor

    def fight(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[Fought]]]:
        with undisturbed():
            waiting: dict[Future[list[Fought]], Task] = {
                self.pool.submit(_work, task): task for task in tasks
            }
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        except BrokenProcessPool as error:
            reason = "A process that fought battles came to a sudden end. Try again, or with fewer of them."
            raise Refused(reason, "", ["--jobs 1"], "--jobs") from error


@contextmanager
def undisturbed() -> Generator[None]:
    """Processes that are started in here never get an interrupt from the keyboard: it is for whoever started them. One
    that comes meanwhile comes to him afterwards."""
    masked = getattr(signal, "pthread_sigmask", None)
    with _held():
        before = masked(signal.SIG_BLOCK, {signal.SIGINT}) if masked else set[int]()
        try:
            yield
        finally:
            if masked:
                masked(signal.SIG_SETMASK, before)


@contextmanager
def _held() -> Generator[None]:
    """What an interrupt raises in here comes at the end: one that another thread takes in knows nothing of the mask,
    and half a process would be left to tell of it."""
    came: list[int] = []
    usual: dict[int, Any] = {}
    if current_thread() is main_thread():  # no other is interrupted
        for name in ("SIGINT", "SIGALRM"):
            number = getattr(signal, name, None)
            if number is not None and callable(signal.getsignal(number)):
                usual[number] = signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


def _fought(rules: Rules, arm: Arm, task: Task) -> list[Fought]:
    minds = {side: _minded(rules, values) for side, values in task.constants.items()}
    return [
        fight(rules, arm.action, task.bots, task.seed, number, odds=number <= task.odds, minds=minds)
        for number in task.numbers
    ]


def _minded(rules: Rules, constants: Struct) -> Rules:
    """The same rules for a bot that weighs with other constants."""
    found = copy(rules)
    found.constants = constants
    return found


# -- in a process of its own -------------------------------------------------------------------------------------

_arms: list[tuple[Rules, Arm]] = []
"""What this process fights, once it is ready."""


def _ready(arms: Sequence[Arm], ended: Connection) -> None:
    """ended: comes to its end with whoever started this process, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave, args=(ended,), name="leash", daemon=True).start()
    loaded: dict[str, Rules] = {}
    for arm in arms:
        if arm.pack.digest not in loaded:
            loaded[arm.pack.digest] = load(arm.pack.system, arm.pack)
        _arms.append((loaded[arm.pack.digest], arm))


def _leave(ended: Connection) -> None:
    """Wait for the end, and end in the midst of a battle: nothing of it is kept."""
    ended.poll(None)
    os._exit(1)


def _work(task: Task) -> list[Fought]:
    rules, arm = _arms[task.arm]
    return _fought(rules, arm, task)

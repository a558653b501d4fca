"""One writer for all threads of a process: whoever finds nobody at work commits everything that waits.

A single thread does its own work without any hand-over. When several append at once, one of them (the
leader) commits for all, in one transaction with one sync; the others wait for their own result.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

from events.errors import DiaryError, NotWritten
from events.sqlite.turns import Turns
from events.sqlite.waiting import is_full, patiently

T = TypeVar("T")

GATHER = 0.0005
"""Seconds at most for which a leader lets others join, when the commit before was shared."""


class _Job:
    __slots__ = ("alone", "answer", "done", "failure", "gate", "leads", "next", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any], alone: bool) -> None:
        self.work, self.alone = work, alone
        self.answer: Any = None
        self.failure: Exception | None = None
        self.gate: threading.Lock | None = None
        self.next: _Job | None = None
        self.leads = self.done = False

    def wake(self) -> None:
        if self.gate is not None:
            self.gate.release()


class Writer:
    """Runs pieces of work in write transactions. before: looks at the file when one has begun, and may raise; after:
    called when something was committed."""

    def __init__(
        self,
        conn: sqlite3.Connection,
        turns: Turns,
        before: Callable[[sqlite3.Connection], None],
        after: Callable[[], None],
    ) -> None:
        self._conn, self._turns, self._before, self._after = conn, turns, before, after
        self._mutex = threading.Lock()
        self._waiting: list[_Job] = []
        self._busy = False
        self._company = 1
        self._wanted = 0
        self._complete = threading.Lock()
        self._at_work = threading.Lock()  # who uses the connection and the turns, or closes them
        self._closed = False

    def do(self, work: Callable[[sqlite3.Connection], T], alone: bool = False) -> T:
        """Run in a transaction, return when it is on disk.

        Work may have to share its transaction and may be run twice, so what raises DiaryError must not have
        written anything. Work that runs alone is undone whatever it raises, and run once.
        Raises NotWritten if the file could not be written.
        """
        job = _Job(work, alone)
        with self._mutex:
            self._waiting.append(job)
            if len(self._waiting) == self._wanted:
                self._wanted = 0
                self._complete.release()
            if self._busy:
                job.gate = threading.Lock()
                job.gate.acquire()
            self._busy = True
        if job.gate is not None:
            try:
                job.gate.acquire()
            except BaseException:  # interrupted while waiting
                self._abandon(job)
                raise
        if not job.done:
            self._lead(job)
        elif job.next is not None:
            job.next.wake()
        if job.failure is not None:
            raise job.failure
        answer: T = job.answer
        return answer

    def close(self) -> None:
        """When what is under way is done; what still waits then is not written."""
        with self._at_work:
            if not self._closed:
                self._closed = True
                self._conn.close()
                self._turns.close()

    def leave(self) -> sqlite3.Connection:
        """In a forked child: let go of the lock files; the connection must be kept, and never used."""
        self._turns.close()
        return self._conn

    def _abandon(self, job: _Job) -> None:
        """Interrupted: nobody must wait for one who has gone."""
        with self._mutex:
            if job in self._waiting:
                self._waiting.remove(job)
                if job.leads:
                    self._hand_over()
                return
        while not job.done:  # it is being committed
            time.sleep(0.001)
        if job.next is not None:
            job.next.wake()

    def _hand_over(self) -> None:
        """Under the mutex: the one who waits longest leads next."""
        self._busy = bool(self._waiting)
        if self._waiting:
            self._waiting[0].leads = True
            self._waiting[0].wake()

    def _lead(self, own: _Job) -> None:
        batch: list[_Job] = []
        try:
            self._gather()
            batch = self._next_batch()
            self._commit(batch)
        finally:
            # Each one wakes the next: all at once they would only queue up for the interpreter.
            others = [job for job in batch if job is not own]
            for job, following in pairwise(others):
                job.next = following
            own.done = True
            for job in others:
                job.done = True
            if others:
                others[0].wake()
            with self._mutex:
                if own in self._waiting:  # interrupted before the batch was made up
                    self._waiting.remove(own)
                self._hand_over()

    def _gather(self) -> None:
        """Those who shared the last commit are about to come again: one sync for all is cheaper."""
        with self._mutex:
            if len(self._waiting) >= self._company:
                return
            self._wanted = self._company
            self._complete.acquire(blocking=False)
        self._complete.acquire(timeout=GATHER)

    def _next_batch(self) -> list[_Job]:
        with self._mutex:
            self._wanted = 0
            until = next((i for i, job in enumerate(self._waiting) if job.alone), len(self._waiting))
            until = max(until, 1)
            batch, self._waiting = self._waiting[:until], self._waiting[until:]
        self._company = len(batch)
        return batch

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with self._at_work:
                if self._closed:
                    raise NotWritten("the file has been closed")
                self._turns.take()
                try:
                    self._transact(batch)
                finally:
                    self._turns.release()
            self._after()
        except Exception as failure:  # noqa: BLE001 - each job's own thread raises it
            for job in batch:
                job.failure = job.failure or _as_ours(failure)
        except BaseException:
            for job in batch:
                job.failure = job.failure or NotWritten("the program was interrupted")
            raise

    def _transact(self, batch: list[_Job]) -> None:
        try:
            self._try(batch)
        except Exception as failure:  # noqa: BLE001 - each job's own thread raises it
            if len(batch) == 1:
                batch[0].failure = _as_ours(failure)
                return
            for job in batch:  # one of them is bad: the others must not suffer for it
                job.failure = None
                self._transact([job])

    def _try(self, batch: list[_Job]) -> None:
        conn = self._conn
        patiently(lambda: conn.execute("BEGIN IMMEDIATE"))
        try:
            self._before(conn)
            for job in batch:
                try:
                    job.answer = job.work(conn)
                except DiaryError as refusal:
                    if job.alone:
                        raise
                    job.failure = refusal
            conn.execute("COMMIT")
        except BaseException:
            conn.rollback()
            raise


def _as_ours(failure: Exception) -> Exception:
    return NotWritten(str(failure), is_full(failure)) if isinstance(failure, sqlite3.Error) else failure

"""What other processes do in the tests: `python -m tests.events.sqlite.child WHAT FILE …`; answers go to stdout."""

from __future__ import annotations

import os
import sys
import time

from events.errors import HeadMoved
from events.sqlite import SQLiteStore
from tests.events.board import entry


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def append(path: str, diary: str, quiet: str = "") -> None:
    """Append for ever, one or three at a time; say every seq that was acknowledged, unless quiet."""
    store = SQLiteStore(path)
    head = store.head(diary).seq
    while True:
        size = 3 if head % 5 == 0 else 1
        head = store.append(diary, head, [entry(n, n) for n in range(head, head + size)])[-1].seq
        if not quiet:
            say(head)


def leave(path: str, diary: str, count: str) -> None:
    """Append so many, say the newest seq, and keep the file open: what was appended stays in its log."""
    store = SQLiteStore(path)
    head = store.head(diary).seq
    say(store.append(diary, head, [entry(n, n) for n in range(head, head + int(count))])[-1].seq)
    time.sleep(600)


def race(path: str, diary: str, until: str) -> None:
    """Race for every head until there are so many; say those that were won."""
    store = SQLiteStore(path)
    while (head := store.head(diary).seq) < int(until):
        try:
            say(store.append(diary, head, [entry(head, head)])[0].seq)
        except HeadMoved:
            continue
    store.close()


def follow(path: str, count: str) -> None:
    """Say of so many entries when each was seen."""
    store = SQLiteStore(path)
    position, left = store.position(), int(count)
    say("ready")
    while left:
        assert store.wait(position, 30)
        for one in store.since(position):
            say(one.seq, time.monotonic())
            position, left = one.position, left - 1
    store.close()


def make(folder: str, begin: str, count: str) -> None:
    """Open so many files, each as other processes make, use and close it; say what went wrong."""
    for number in range(int(count)):
        time.sleep(max(0.0, float(begin) + number * 0.08 - time.time()))
        for again in range(3):
            try:
                store = SQLiteStore(f"{folder}/{number}.diary")
                store.create(f"{os.getpid()}-{again}", "battle", "", "2026-01-01T00:00:00Z")
                store.close()
            except Exception as error:  # noqa: BLE001  whatever it is, the test tells of it
                say(f"{number}: {error!r}")
    say("done")


def hold(path: str, diary: str) -> None:
    """Take the right to write, and keep it."""
    from events.sqlite.turns import FileTurns

    FileTurns(SQLiteStore(path).path).take()
    say("holding", diary)
    time.sleep(600)


def heads(path: str) -> None:
    """Say how far each diary goes."""
    store = SQLiteStore(path)
    say(*(word for one in store.diaries() for word in (one.name, one.head.seq)))
    store.close()


if __name__ == "__main__":
    does = (append, leave, race, follow, make, hold, heads)
    {one.__name__: one for one in does}[sys.argv[1]](*sys.argv[2:])

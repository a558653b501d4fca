"""What can go wrong with a diary. Every message is a whole sentence that a player may be shown."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import msgspec

MISFITS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
"""What those who know what events mean raise when an entry does not fit the state before it, or when a state that
nothing honest leads to is looked at. RuntimeError: RecursionError is one. Nobody but us should ever see them."""


LONGEST_WHY = 200
"""Characters of what another's error says, or of a name that there is not: some quote all that they were given."""


class DiaryError(Exception):
    """Anything that a diary refuses; its text says what is wrong and where."""


class HeadMoved(DiaryError):
    """Somebody appended first: the head is not the one that the caller decided on. Nothing was written."""

    def __init__(self, diary: str, expected: int, found: int) -> None:
        super().__init__(
            f"Diary {diary} has moved on: this was decided at entry {expected}, the newest is {found}."
            " Look at what happened and decide again."
        )
        self.diary, self.expected, self.found = diary, expected, found


class BesideMoved(HeadMoved):
    """The same of another diary, on which it was decided too."""


class NoSuchDiary(DiaryError):
    """The store holds no diary of that name."""

    def __init__(self, diary: str) -> None:
        super().__init__(f"There is no diary {diary[:LONGEST_WHY]!r} here.")
        self.diary = diary


class NoSuchEntry(DiaryError):
    """The diary has no entry of that number."""

    def __init__(self, diary: str, seq: int, newest: int) -> None:
        allowed = f"It has entries 1 to {newest}." if newest else "It has no entries yet."
        super().__init__(f"Diary {diary} has no entry {seq}. {allowed}")
        self.diary, self.seq, self.newest = diary, seq, newest


class DiaryExists(DiaryError):
    """A diary of that name is already there."""


class ReadOnly(DiaryError):
    """The diary can be read but not continued: damaged, truncated, or written by a newer version."""


class Damaged(DiaryError):
    """What is stored does not hold: names the first bad entry and why."""

    def __init__(self, diary: str, seq: int, why: str) -> None:
        super().__init__(f"Diary {diary}, entry {seq}: {why}")
        self.diary, self.seq, self.why = diary, seq, why


def told(what: str, error: Exception) -> str:
    """What is wrong, and the words of the error that showed it."""
    return f"{what} ({type(error).__name__}: {str(error)[:LONGEST_WHY]})"


@contextmanager
def fitting(diary: str, seq: int, what: str) -> Generator[None]:
    """Raises Damaged for an entry where what is done inside shows that it cannot be. what: the reason, in words."""
    try:
        yield
    except MISFITS as error:
        raise Damaged(diary, seq, told(what, error)) from error


class BadFile(DiaryError):
    """An exported file cannot be taken: names the line and why."""


class Diverged(DiaryError):
    """Two copies of one diary have different histories; names the entry at which they part."""


class NotADiaryFile(DiaryError):
    """The file is missing, or is something else: it is left alone."""


class NotWritten(DiaryError):
    """The file could not be written (full, locked by another program, failing): nothing was appended. full: there was
    no room for it."""

    def __init__(self, why: str, full: bool = False) -> None:
        super().__init__(f"Nothing was written: {why}.")
        self.full = full


class NotRead(DiaryError):
    """The file could not be read now (locked by another program for long, failing)."""

    def __init__(self, why: str) -> None:
        super().__init__(f"Nothing could be read: {why}.")


class UnknownEvent(DiaryError):
    """An event that this version does not know. A reducer names the kind; the diary adds where it stands."""

    def __init__(self, kind: str, diary: str = "", seq: int = 0, rules: str = "") -> None:
        where = f"Entry {seq} of diary {diary}" if diary else "An entry"
        by = f" ({rules})" if rules else ""
        super().__init__(
            f"{where} holds an event {kind!r} that this version does not know: a newer version{by} wrote it."
            " The diary can be read up to there, and continued after an upgrade."
        )
        self.kind, self.diary, self.seq, self.rules = kind, diary, seq, rules

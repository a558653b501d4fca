"""What this machine was shown of each diary on a server: the newest seal, kept in the data folder, and compared when
the diary is next asked about. So everybody who plays on a server is a witness of its diaries, without doing anything.

A server that says itself that an entry has another seal by now, or is gone, has rewritten its diary: the user is told,
and so is whoever keeps the server.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from campaign.home import Home
from campaign.rules.refused import Refused
from campaign.shared.seals import Shown, as_shown, short_seal
from events.decoding import json_decoder
from events.files import PRIVATE, make_private

try:
    import fcntl
except ImportError:  # not a Unix: of two programs at once one forgets what the other was shown
    fcntl = None

MOST = 2_000
"""Diaries of a server that are remembered; those that were not asked about for longest are forgotten."""
MOST_TOLD = 100
"""Rewritings that are remembered."""
AGAIN = 60.0
"""Seconds after which a diary that is asked about all the time is compared again."""
LATER = 2.0
"""Seconds in which what was shown is gathered before it is written."""


class Rewriting(Struct, frozen=True):
    """had: an entry as it was shown; has: as it is now, `SEQ:-` if it is gone. at: when that was seen, ISO 8601."""

    diary: str
    had: str
    has: str
    at: str


class Memory(Struct):
    """The file. seals: diary → its newest entry as it was shown, that asked about last at the end."""

    server: str
    seals: dict[str, str] = field(default_factory=dict[str, str])
    rewritten: list[Rewriting] = field(default_factory=list[Rewriting])


_memory = json_decoder(Memory).decode
_encode = msgspec.json.Encoder().encode


class _Answered(NamedTuple):
    """What a server says of an entry and of the newest one; None of one that may not be seen, or is not named."""

    asked: str | None
    newest: Shown


class Witness:
    """Of one server. told: hears of a rewriting, to tell the server's keeper. Safe for threads and processes."""

    def __init__(self, home: Home, server: str, told: Callable[[str, str], None]) -> None:
        self._server, self._told = server, told
        self._path = file_of(home, server)
        self._home, self._lock = home, threading.Lock()
        self._memory = _read(self._path, server)
        self._changed: dict[str, str] = {}
        self._written = time.monotonic()
        self._compared: dict[str, float] = {}  # when a diary was last compared
        self.notes: list[str] = []

    def asks(self, diary: str) -> str:
        """What to send with a question about a diary: the entry to compare, 0 for none; "" if there is no need."""
        now = time.monotonic()
        with self._lock:
            if now - self._compared.get(diary, -AGAIN) < AGAIN:
                return ""
            known = self._known(diary)
            return str(known.seq if known else 0)

    def heard(self, diary: str, seals: str) -> None:
        """What came back. seals: see `api.wire.headers.SEALS`."""
        found = _answered(seals)
        if found is None:
            return
        with self._lock:
            self._compared[diary] = time.monotonic()
            known = self._known(diary)
            rewriting = self._against(diary, known, found) if known is not None else None
            if rewriting is not None or known is None or found.newest.seq >= known.seq:
                self._keep(diary, found.newest)
        if rewriting is not None:
            self.flush()
            with suppress(Refused):
                self._told(diary, rewriting.had)

    def shown(self, diary: str, seq: int, seal: str) -> None:
        """An entry of which an answer told, such as what was done."""
        with self._lock:
            known = self._known(diary)
            if seal and (known is None or seq > known.seq):
                self._keep(diary, Shown(seq, seal))

    def _known(self, diary: str) -> Shown | None:
        try:
            return as_shown(self._memory.seals[diary])
        except (KeyError, Refused):  # a file that somebody wrote in
            return None

    def _keep(self, diary: str, shown: Shown) -> None:
        text = short_seal(*shown)
        if self._memory.seals.get(diary) == text:
            return
        self._memory.seals[diary] = self._changed[diary] = text
        if time.monotonic() - self._written > LATER:
            self._write()

    def _against(self, diary: str, known: Shown, found: _Answered) -> Rewriting | None:
        """What is not as it was shown."""
        if found.newest.seq == known.seq:
            has = short_seal(*found.newest)
        elif found.asked is None or not found.asked.startswith(f"{known.seq}:"):
            return None
        else:
            has = found.asked
        had = short_seal(*known)
        if has == had:
            return None
        at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        rewriting = Rewriting(diary, had, has, at)
        self._memory.rewritten = [*self._memory.rewritten, rewriting][-MOST_TOLD:]
        self._changed[diary] = short_seal(*found.newest)
        self.notes.append(in_words(rewriting, self._server))
        return rewriting

    def flush(self) -> None:
        """Write what is not written yet."""
        with self._lock:
            self._write()

    def _write(self) -> None:
        """What cannot be written is forgotten with this program."""
        self._written = time.monotonic()
        if not self._changed:
            return
        with suppress(OSError):
            self._home.room(self._path.parent)
            with _alone(self._path):
                there = _read(self._path, self._server)
                mine = set(self._memory.rewritten) - set(there.rewritten)
                gone = {one.diary for one in mine}
                for diary, text in self._changed.items():
                    other = there.seals.pop(diary, "")
                    there.seals[diary] = text if diary in gone else _later(text, other)
                there.seals = dict([*there.seals.items()][-MOST:])
                there.rewritten = sorted({*there.rewritten, *mine}, key=lambda one: one.at)[-MOST_TOLD:]
                _replace(self._path, _encode(there) + b"\n")
            self._changed.clear()
            self._memory = there


def _replace(path: Path, content: bytes) -> None:
    """Whole or not at all, but for a power cut: it is not waited for the disk. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}-0.part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, PRIVATE), "wb") as out:
        out.write(content)
    part.replace(path)


def _later(one: str, other: str) -> str:
    """Of two shown entries the later."""
    try:
        return other if other and as_shown(other).seq > as_shown(one).seq else one
    except Refused:
        return one


def _answered(seals: str) -> _Answered | None:
    """None for what is no answer of ours."""
    asked, _, newest = seals.rpartition(" ")
    try:
        return _Answered(None if not asked or asked.endswith(":?") else asked, as_shown(newest))
    except Refused:
        return None


def in_words(one: Rewriting, server: str) -> str:
    seq = one.had.partition(":")[0]
    now = "is not there any more" if one.has.endswith(":-") else f"is {one.has} now"
    return (
        f"{one.diary} on {server} is not what it was when you were last there: entry {seq} was shown to you as"
        f" {one.had}, and {now}. It was rewritten, or put back from an older copy. Whoever keeps the server is told;"
        " an export or an anchor that you have from before says more."
    )


def file_of(home: Home, server: str) -> Path:
    return home.servers / f"{sha256(server.encode()).hexdigest()[:32]}.seals"


def rewritten(home: Home, server: str) -> list[Rewriting]:
    """What was seen of a server."""
    return _read(file_of(home, server), server).rewritten


def _read(path: Path, server: str) -> Memory:
    """A file that is spoilt remembers nothing."""
    try:
        found = _memory(path.read_bytes())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Memory(server)
    return found if found.server == server else Memory(server)


@contextmanager
def _alone(path: Path) -> Generator[None]:
    """Raises OSError."""
    if fcntl is None:
        yield
        return
    place = path.with_name(f"{path.name}-lock")
    make_private(place)
    with place.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield

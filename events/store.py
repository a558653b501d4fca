"""What a store of diaries must do. Small, so that another engine can follow; `tests/events/` holds the
suite that every store must pass.

A store keeps bytes. It knows seq, parent, seal and key, but nothing of what a body says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from events.entry import NO_SEAL, Draft, Entry, Head


class Origin(NamedTuple):
    """Where a fork starts: an entry of another diary, and that entry's seal.

    The fork's first entry is chained to that seal, so its chain vouches for its origin.
    """

    diary: str
    seq: int
    seal: bytes


class DiaryInfo(NamedTuple):
    """A diary as listed. kind: `battle` or `campaign`."""

    name: str
    kind: str
    title: str
    created: str
    head: Head
    origin: Origin | None = None

    @property
    def beginning(self) -> Head:
        """What the first entry is chained to."""
        return Head(0, NO_SEAL if self.origin is None else self.origin.seal)

    @property
    def forked_from(self) -> str:
        """The entry that it goes on from, in words; "" if it is no fork."""
        return f"{self.origin.diary} at entry {self.origin.seq}" if self.origin else ""


class Snapshot(NamedTuple):
    """A state kept so that a fold need not start at the beginning. A cache: may vanish at any time."""

    seq: int
    seal: bytes
    state: bytes


class Sealed(NamedTuple):
    """An entry from elsewhere, with the seal that it must come out with. more: see `Store.audit`."""

    diary: str
    seq: int
    draft: Draft
    more: int
    seal: bytes


class Blob(NamedTuple):
    """Bytes that entries name by their digest."""

    content: bytes


class Secret(NamedTuple):
    """The key of a diary's sealed dice."""

    diary: str
    secret: bytes


class NewDiary(NamedTuple):
    """A diary that comes to be with its first entries. secret: the key of its sealed dice, if it has any. blobs: what
    its entries name by digest."""

    name: str
    kind: str
    title: str
    created: str
    drafts: Sequence[Draft]
    origin: Origin | None = None
    secret: bytes = b""
    blobs: tuple[bytes, ...] = ()

    @property
    def info(self) -> DiaryInfo:
        """As it is listed before its first entry."""
        seal = NO_SEAL if self.origin is None else self.origin.seal
        return DiaryInfo(self.name, self.kind, self.title, self.created, Head(0, seal), self.origin)


class Append(NamedTuple):
    """What `Store.append` takes, for one diary of several."""

    diary: str
    expected: int
    drafts: Sequence[Draft]


class Step(NamedTuple):
    """Where an entry stands, without what it says."""

    seq: int
    parent: int
    kind: str


class Store(Protocol):
    """Diaries, their entries, and what must be kept beside them."""

    read_only: str
    """Empty, or a sentence that says why nothing can be written."""
    damaged: bool
    """Whether that is because something in it is broken."""
    partial: str
    """Empty, or a sentence that says why the newest entries may not be seen here: what holds may not be all."""

    def notes(self) -> tuple[str, ...]:
        """Sentences for whoever keeps the diaries: what was mended here since it was opened."""
        ...

    def altered(self) -> str:
        """Empty, or a sentence that says what stands in the store itself, beside the entries, that does not belong
        there, or is missing."""
        ...

    def create(
        self, name: str, kind: str, title: str, created: str, origin: Origin | None = None
    ) -> DiaryInfo:
        """A new, empty diary. Raises DiaryExists."""
        ...

    def diaries(self, kind: str | None = None) -> list[DiaryInfo]:
        """All diaries, oldest first."""
        ...

    def info(self, diary: str) -> DiaryInfo:
        """Raises NoSuchDiary."""
        ...

    def head(self, diary: str) -> Head:
        """The newest entry. Raises NoSuchDiary."""
        ...

    def open(self, *new: NewDiary) -> list[Entry]:
        """Open diaries with their first entries: all or none, durably. Answers with the newest entry of each.

        A diary of the same name, kind and origin that never got an entry is taken over. Raises DiaryExists, ReadOnly,
        NotWritten; ValueError as for `append`.
        """
        ...

    def append(
        self,
        diary: str,
        expected: int,
        drafts: Sequence[Draft],
        opened: Sequence[NewDiary] = (),
        beside: Mapping[str, int] = {},
    ) -> list[Entry]:
        """Append all drafts or none, durably; returns when they are on disk.

        expected: the seq of the head that the caller decided on. The key of an append stands on its first
        draft; if it is already in the diary, the call answers with the entries of that append, whatever the
        head is now. opened: diaries that are opened with it, or not at all. beside: other diaries → the seq of the
        heads that the caller decided on too. A secret that an entry of the kind `reveal` holds is kept no more. Raises
        HeadMoved, BesideMoved, NoSuchDiary, DiaryExists, ReadOnly, NotWritten; ValueError if a later draft has a key or
        a parent is not an earlier entry.
        """
        ...

    def alone(self) -> AbstractContextManager[Any]:
        """While it is held nobody else holds it, in any process with the same diaries: for what is decided on all of
        them. A thread that holds it may take it once more. Raises NotWritten."""
        ...

    def append_each(self, some: Sequence[Append]) -> list[list[Entry]]:
        """Append to several diaries in one go, durably; to each of them all of its drafts or none.

        No entries for what `append` would refuse, or has under its key already: who appends that by itself hears why.
        Raises NoSuchDiary, ReadOnly, NotWritten, ValueError: then nothing was appended to any.
        """
        ...

    def keyed(self, diary: str, key: str) -> list[Entry]:
        """The entries of the append that was made under a key; empty if there was none."""
        ...

    def receive(self, items: Iterable[DiaryInfo | Sealed | Blob | Secret]) -> int:
        """Take in what was verified elsewhere: all or nothing, in one go. Returns how many entries were new.

        A diary comes before its entries; those that are here already are passed over. Raises Diverged if
        the newest one here is not the one that came, Damaged if a seal does not come out.
        """
        ...

    def entry(self, diary: str, seq: int) -> Entry:
        """Raises NoSuchDiary, NoSuchEntry."""
        ...

    def entries(self, diary: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        """Entries with after < seq ≤ until, in order of seq."""
        ...

    def bodies(self, diary: str, after: int, until: int) -> Iterator[tuple[int, bytes, bytes]]:
        """(seq, body, seal) with after < seq ≤ until, in order: the replay path, as bare as can be."""
        ...

    def rewinds(self, diary: str, until: int) -> Iterator[tuple[int, int]]:
        """(seq, parent) of entries ≤ until whose parent is not the entry before them, newest first."""
        ...

    def steps(self, diary: str, until: int) -> Iterator[Step]:
        """Seq, parent and kind of the entries ≤ until, newest first."""
        ...

    def since(self, position: int, limit: int = 1000) -> list[Entry]:
        """Entries of all diaries after a feed cursor, in order of arrival."""
        ...

    def position(self) -> int:
        """The feed cursor of the newest entry of all; 0 if there is none."""
        ...

    def wait(self, position: int, timeout: float) -> bool:
        """Block until something after the cursor may be there, from any process; False on time-out."""
        ...

    def snapshot(self, diary: str, fingerprint: str, after: int, until: int) -> Snapshot | None:
        """The newest snapshot of that fingerprint with after < seq ≤ until."""
        ...

    def snapshots(self, diary: str, fingerprint: str) -> Iterator[Snapshot]:
        """All snapshots of that fingerprint, oldest first."""
        ...

    def put_snapshot(self, diary: str, fingerprint: str, snapshot: Snapshot) -> None: ...

    def drop_snapshots(self, diary: str | None = None) -> None: ...

    def put_blob(self, content: bytes) -> str:
        """Keep bytes under their SHA-256 (hex), once. Rule packs live here."""
        ...

    def blob(self, digest: str) -> bytes | None: ...

    def put_secret(self, diary: str, secret: bytes) -> None:
        """The key of a diary's sealed dice. Never part of an entry before it is revealed.

        Kept once: raises DiaryExists if the diary has another secret.
        """
        ...

    def secret(self, diary: str) -> bytes | None: ...

    def audit(self, diary: str) -> Iterator[tuple[Entry, int]]:
        """Every entry from the first, read as it really stands in the table and not by way of an index, with
        the number of entries of the same append that follow it. Raises Damaged at the first that is missing
        or cannot be read.
        """
        ...

    def close(self) -> None: ...

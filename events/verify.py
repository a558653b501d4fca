"""Does a diary hold? Reads every entry as it stands in the table, and names the first that does not.

A chain proves nothing to someone who can rewrite the whole file: compare the report's head with one that was
shown, exported or named by another diary.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from events.entry import Body, Entry, Head, diary_prefix, kind_of, seal_of
from events.errors import Damaged, DiaryError, UnknownEvent
from events.fold import Reducer
from events.states import States
from events.store import Store

S = TypeVar("S")
E = TypeVar("E")

Check = Callable[[Entry, Body, bytes], str | None]
"""(entry, its body, the seal before it) → what is wrong with it, or None. To re-derive draws, for example."""


class Report(NamedTuple):
    """What verification found. entries: how many hold. bad: the first that does not, and why.

    unknown: the first entry with an event of a newer version; from there on states could not be checked.
    """

    entries: int
    head: Head
    bad: tuple[int, str] | None = None
    unknown: tuple[int, str] | None = None


def verify(store: Store, diary: str, reducer: Reducer[Any, Any], checks: Sequence[Check] = ()) -> Report:
    """Check chain, columns, events, states, snapshots and packs of one diary, and whatever `checks` check: of all
    entries that are there when it begins.

    Raises NoSuchDiary.
    """
    claimed = store.info(diary).head
    walk = _Walk(store, diary, reducer)
    try:
        for entry, more in store.audit(diary):
            if claimed.seq < entry.seq <= store.head(diary).seq:
                break  # appended since: what is known of rewinds and snapshots is older
            why = walk.entry(entry, more, checks)
            if why is not None:
                return Report(entry.seq - 1, walk.head, (entry.seq, why), walk.unknown)
            walk.head = Head(entry.seq, entry.seal)
    except Damaged as damage:
        return Report(walk.head.seq, walk.head, (damage.seq, damage.why), walk.unknown)
    bad = walk.end(claimed, store.head(diary))
    return Report(walk.head.seq, walk.head, bad, walk.unknown)


class _Walk(Generic[S, E]):
    """Goes through the entries in order of seq. Each is folded once: where lineages part, the state is kept
    until the last rewind that returns there."""

    def __init__(self, store: Store, diary: str, reducer: Reducer[S, E]) -> None:
        self.store, self.diary, self.reducer = store, diary, reducer
        info = store.info(diary)
        self.head = info.beginning
        self.unknown: tuple[int, str] | None = None
        self._prefix = diary_prefix(diary)
        self._more = 0
        self._packs: dict[str, str | None] = {}
        self._last_return: dict[int, int] = {}  # entry → the last rewind that returns to it
        self._kept: dict[int, bytes] = {}
        self._seq = 0  # the entry that the state stands at
        self._why: str | None = None
        self._state: S | None = None
        try:
            for seq, parent in store.rewinds(diary, info.head.seq):
                self._last_return.setdefault(parent, seq)
            self._state = States(store, diary, reducer).load(0).state
        except UnknownEvent as unknown:
            self.unknown = (0, str(unknown))
        except DiaryError as error:
            self._why = str(error)
        self._snapshots = self._digests()
        if self._state is not None:
            self._keep(0, self._state)

    def _digests(self) -> dict[int, tuple[bytes, str]]:
        """Of the snapshots that could be used: seal, and digest of the state. One that can't be decoded would
        be passed over, so it does no harm."""
        found: dict[int, tuple[bytes, str]] = {}
        for snapshot in self.store.snapshots(self.diary, self.reducer.fingerprint):
            try:
                state = self.reducer.decode(zlib.decompress(snapshot.state))
            except (zlib.error, msgspec.DecodeError, ValueError, TypeError, LookupError):
                continue
            found[snapshot.seq] = (snapshot.seal, self.reducer.digest(state))
        return found

    def entry(self, entry: Entry, more: int, checks: Sequence[Check]) -> str | None:
        """What is wrong with the next entry, or None."""
        if seal_of(self.head.seal, self._prefix, entry.seq, entry.body) != entry.seal:
            return "its seal does not match"
        try:
            body = entry.read()
            kind = kind_of(body.action)
        except msgspec.DecodeError as error:
            return f"its body cannot be read ({error})"
        if why := self._columns(entry, body, kind) or self._batch(entry, more) or self._pack(body.pack):
            return why
        for check in checks:
            if why := check(entry, body, self.head.seal):
                return why
        return self._states(entry, body)

    def _columns(self, entry: Entry, body: Body, kind: str) -> str | None:
        for name, column, said in (
            ("parent", entry.parent, body.parent),
            ("kind", entry.kind, kind),
            ("key", entry.key, body.key or None),
        ):
            if column != said:
                return f"its column {name} says {column!r}, its sealed body {said!r}"
        if not 0 <= entry.parent < entry.seq:
            return f"it cannot build on entry {entry.parent}"
        returns = self._last_return.get(entry.parent, 0) >= entry.seq
        return None if returns or not entry.is_rewind else "the index of rewinds does not know it"

    def _batch(self, entry: Entry, more: int) -> str | None:
        """An append's entries count down to 0, and only the first carries its key."""
        inside, self._more = self._more, more
        if more < 0 or (inside and more != inside - 1):
            return "it does not say rightly how many entries of its append follow"
        return "it carries a key inside an append" if inside and entry.key is not None else None

    def _pack(self, digest: str) -> str | None:
        if digest and digest not in self._packs:
            content = self.store.blob(digest)
            self._packs[digest] = (
                f"the pack {digest} is missing"
                if content is None
                else None
                if sha256(content).hexdigest() == digest
                else f"the pack {digest} is not what its name says"
            )
        return self._packs.get(digest)

    def _states(self, entry: Entry, body: Body) -> str | None:
        """Fold the entry, compare the state with what the entry and a snapshot say of it."""
        if self._why is not None or self.unknown is not None:
            return self._why
        try:
            events = self.reducer.codec.events(entry.body)
        except msgspec.DecodeError as error:
            return f"its events cannot be read ({error})"
        state = self._state if self._seq == entry.parent else None
        if state is None:
            state = self.reducer.decode(self._kept[entry.parent])
        try:
            self.reducer.fold(state, events)
        except UnknownEvent as found:
            said = UnknownEvent(found.kind, self.diary, entry.seq, body.rules)
            self.unknown = (entry.seq, str(said))
            return None
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            return f"its events do not fit the state before it ({type(error).__name__}: {error})"
        self._state, self._seq = state, entry.seq
        self._keep(entry.seq, state)
        if self._last_return.get(entry.parent, 0) <= entry.seq:
            self._kept.pop(entry.parent, None)
        return self._compare(entry, body, state)

    def _compare(self, entry: Entry, body: Body, state: S) -> str | None:
        seal, kept = self._snapshots.get(entry.seq, (b"", ""))
        if not body.state and seal != entry.seal:
            return None
        digest = self.reducer.digest(state)
        if body.state and body.state != digest:
            return f"the state after it has the digest {digest}, the entry says {body.state}"
        return "the snapshot of its state is wrong: drop the snapshots" if seal and kept != digest else None

    def _keep(self, seq: int, state: S) -> None:
        if seq in self._last_return:
            self._kept[seq] = self.reducer.encode(state)

    def end(self, before: Head, now: Head) -> tuple[int, str] | None:
        """What is wrong when all entries were seen. before, now: the diary's head when the walk began and
        when it ended; somebody may have appended in between."""
        if self._more:
            return (self.head.seq + 1, "it is missing: the append before it is not whole")
        if self.head.seq < before.seq:
            return (self.head.seq + 1, f"it is missing: the diary should have {before.seq} entries")
        if self.head.seq > now.seq:
            return (now.seq + 1, f"it was never acknowledged: the diary should have {now.seq} entries")
        if self.head.seq == before.seq and self.head.seal != before.seal:
            return (self.head.seq, "it is not the one that was acknowledged as the newest")
        return None

"""Does a diary hold? Reads every entry as it stands in the table, and names the first that does not.

Nothing is taken on trust that was only kept for speed: no snapshot is used, and a fork's beginning is folded from its
origins, whose entries are checked on the way. A chain proves nothing to someone who can rewrite the whole file:
compare the report's head with one that was shown, exported or named by another diary.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from events.beneath import Place, rewind_of
from events.codec import Unknown
from events.entry import Body, Entry, Head, diary_prefix, kind_of, seal_of
from events.errors import MISFITS, Damaged, DiaryError, UnknownEvent
from events.fold import Reducer
from events.states import unpacked
from events.store import DiaryInfo, Store

S = TypeVar("S")
E = TypeVar("E")

REWIND = "rewind"


class Seen(NamedTuple, Generic[S, E]):
    """An entry that is being verified, and what is known around it.

    previous: the seal before it. more: how many entries of its append follow. events: typed; those that this version
    does not know as `Unknown`. state: that it was decided on, after the entry before it in order of seq (so for a
    rewind it is not that of its parent); None if that cannot be known. back: the state that a rewind returns to.
    """

    entry: Entry
    body: Body
    previous: bytes
    more: int
    events: Sequence[E | Unknown]
    state: S | None
    back: S | None = None


Check = Callable[[Seen[Any, Any]], str | None]
"""What is wrong with an entry, or None. It only looks."""
Decide = Callable[[Seen[Any, Any]], str | bool]
"""What is wrong with an entry as a decision; else whether it has moved the state on, by exactly the events of the
entry, so that they need not be folded too. When it says what is wrong, the state may be spoilt."""


Settle = Callable[[Seen[Any, Any], Any], str | None]
"""What is wrong with an entry, by the state after it, or None. It only looks."""


class Checks(NamedTuple):
    """What is checked of every entry besides. looks: asked first, in their order. decide: asked when all looks are
    content. settle: asked when the state after the entry is known."""

    looks: Sequence[Check] = ()
    decide: Decide | None = None
    settle: Settle | None = None


NO_CHECKS = Checks()


class Report(NamedTuple):
    """What verification found. entries: how many hold. bad: the first that does not, and why.

    unknown: the first entry with an event of a newer version; from there on states could not be checked. state: the one
    at the head, None where it is not known.
    """

    entries: int
    head: Head
    bad: tuple[int, str] | None = None
    unknown: tuple[int, str] | None = None
    state: Any = None


def verify(
    store: Store,
    diary: str,
    reducer: Reducer[Any, Any],
    checks: Checks = NO_CHECKS,
    origins: Callable[[str], Checks] = lambda _: NO_CHECKS,
) -> Report:
    """Check chain, columns, rewinds, events, states, snapshots and packs of one diary, and whatever `checks` check: of
    all entries that are there when it begins. origins: what is checked of each diary that it was forked from.

    Raises NoSuchDiary.
    """
    info = store.info(diary)
    behind: dict[Place, bytes] = {}
    state, why, unknown = _beginning(store, info, reducer, origins, behind)
    walk = _Walk(store, info, reducer, state, info.head.seq, behind)
    walk.unknown = unknown
    if why:
        return Report(0, info.beginning, (1, why))
    walk.compare_snapshots()
    bad = walk.run(checks) or walk.end(info.head, store.head(diary))
    return Report(walk.head.seq, walk.head, bad, walk.unknown, walk.state)


def _beginning(
    store: Store,
    info: DiaryInfo,
    reducer: Reducer[S, Any],
    origins: Callable[[str], Checks],
    behind: dict[Place, bytes],
) -> tuple[S | None, str, tuple[int, str] | None]:
    """The state that a diary starts from, or why it has none; and what of its origins was not understood. behind: gets
    the states at those entries of theirs to which forks of them go back."""
    forks = [info]
    try:
        while (origin := forks[-1].origin) is not None:
            if any(origin.diary == one.name for one in forks):
                return None, f"the diary {origin.diary} was forked from itself", None
            forks.append(store.info(origin.diary))
    except DiaryError as error:
        return None, str(error), None
    state: S | None = reducer.initial()
    unknown: tuple[int, str] | None = None
    wanted = {place for one in forks[:-1] for place in _behind(store, one)}
    for later, found in zip(forks[-2::-1], forks[:0:-1], strict=True):
        assert later.origin is not None
        _, seq, seal = later.origin
        walk: _Walk[S, Any] = _Walk(store, found, reducer, state, seq, behind, wanted)
        walk.unknown = unknown
        if (bad := walk.run(origins(found.name))) is None and walk.head != Head(seq, seal):
            bad = (seq, f"it is not the entry from which {later.name} was forked")
        if bad is not None:
            return (
                None,
                f"in {found.name}, from which it was forked, entry {bad[0]} does not hold: {bad[1]}",
                None,
            )
        state = walk.state
        unknown = walk.carried()
    return state, "", unknown


def _behind(store: Store, fork: DiaryInfo) -> Iterator[Place]:
    """The entries of its origins to which a fork says that it goes back."""
    for seq, parent in store.rewinds(fork.name, fork.head.seq):
        if parent == 0:
            with suppress(
                DiaryError, msgspec.DecodeError
            ):  # whoever comes to that entry says what is wrong with it
                asked = rewind_of(store.entry(fork.name, seq).body)
                yield Place(asked.of, asked.at)


class _Walk(Generic[S, E]):
    """Goes through the entries in order of seq. Each is folded once: where lineages part, the state is kept
    until the last rewind that returns there. behind: states at entries of origins; gets those of this diary that are
    wanted."""

    def __init__(
        self,
        store: Store,
        info: DiaryInfo,
        reducer: Reducer[S, E],
        state: S | None,
        until: int,
        behind: dict[Place, bytes],
        wanted: Collection[Place] = (),
    ) -> None:
        self.store, self.diary, self.reducer, self.until = store, info.name, reducer, until
        self.head = info.beginning
        self.unknown: tuple[int, str] | None = None
        self.state = state
        self._behind, self._wanted = behind, wanted
        self._prefix = diary_prefix(self.diary)
        self._more = self._position = 0
        self._packs: dict[str, str | None] = {}
        self._last_return: dict[int, int] = {}  # entry → the last rewind that returns to it
        self._kept: dict[int, bytes] = {}
        self._snapshots: dict[int, tuple[bytes, str]] = {}
        for seq, parent in store.rewinds(self.diary, until):
            self._last_return.setdefault(parent, seq)
        self._keep(0)

    def carried(self) -> tuple[int, str] | None:
        """What was not understood, for a fork that goes on from here."""
        return None if self.unknown is None else (0, self.unknown[1])

    def compare_snapshots(self) -> None:
        """Look up those that could be used: seal, and digest of the state. One that can't be decoded would be passed
        over, so it does no harm."""
        for snapshot in self.store.snapshots(self.diary, self.reducer.fingerprint):
            try:
                state = self.reducer.decode(unpacked(snapshot.state))
            except (zlib.error, msgspec.DecodeError, ValueError, TypeError, LookupError):
                continue
            self._snapshots[snapshot.seq] = (snapshot.seal, self.reducer.digest(state))

    def run(self, checks: Checks) -> tuple[int, str] | None:
        """The first entry that does not hold, and why; None if all do."""
        try:
            for entry, more in self.store.audit(self.diary):
                if self.until < entry.seq <= self.store.head(self.diary).seq:
                    break  # appended since: what is known of rewinds and snapshots is older
                why = self._entry(entry, more, checks)
                if why is not None:
                    return entry.seq, why
                self.head = Head(entry.seq, entry.seal)
        except Damaged as damage:
            return damage.seq, damage.why
        return None

    def _entry(self, entry: Entry, more: int, checks: Checks) -> str | None:
        """What is wrong with the next entry, or None."""
        if seal_of(self.head.seal, self._prefix, entry.seq, entry.body) != entry.seal:
            return "its seal does not match"
        try:
            body = entry.read()
            kind = kind_of(body.action)
            events = self.reducer.codec.events(entry.body)
        except (
            msgspec.DecodeError,
            *MISFITS,
        ) as error:  # an upcaster may stumble over what it was not made for
            return f"its body cannot be read ({error})"
        if why := self._columns(entry, body, kind) or self._batch(entry, more) or self._pack(body.pack):
            return why
        if why := self._rewind(entry, body, kind):
            return why
        seen = Seen(entry, body, self.head.seal, more, events, self.state)
        try:
            for check in checks.looks:
                if why := check(seen):
                    return why
        except MISFITS as error:
            return f"it cannot be checked ({type(error).__name__}: {error})"
        return self._states(seen, checks)

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
        if entry.position <= self._position:
            return f"its column position says {entry.position}, that of the entry before it {self._position}"
        self._position = entry.position
        returns = self._last_return.get(entry.parent, 0) >= entry.seq
        return None if returns or not entry.is_rewind else "the index of rewinds does not know it"

    def _batch(self, entry: Entry, more: int) -> str | None:
        """An append's entries count down to 0, and only the first carries its key."""
        inside, self._more = self._more, more
        if more < 0 or (inside and more != inside - 1):
            return "it does not say rightly how many entries of its append follow"
        return "it carries a key inside an append" if inside and entry.key is not None else None

    def _rewind(self, entry: Entry, body: Body, kind: str) -> str | None:
        """Only a rewind goes back, to where it says, and rolls nothing. What it may hold is for `checks` to say."""
        if kind != REWIND:
            return f"it builds on entry {entry.parent}, and is no rewind" if entry.is_rewind else None
        try:
            asked = rewind_of(entry.body)
        except msgspec.DecodeError as error:
            return f"its rewind cannot be read ({error})"
        if asked.to != entry.parent:
            return f"it says that it returns to entry {asked.to}, and builds on entry {entry.parent}"
        there = Place(asked.of, asked.at)
        if there != ("", 0) and (asked.to or (self.unknown is None and there not in self._behind)):
            return "it goes back to an entry that the diary does not rest on"
        return "it is a rewind, and holds dice" if body.draws else None

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

    def _states(self, seen: Seen[S, E], checks: Checks) -> str | None:
        """Decide the entry again or fold it, and compare the state with what the entry and a snapshot say of it."""
        entry, decide = seen.entry, checks.decide
        if self.unknown is not None:
            self.state = None
            found = decide(seen._replace(state=None)) if decide is not None else False
            return found if isinstance(found, str) else None
        try:
            back = self._back(entry)
        except MISFITS as error:
            return f"there is no state to return to ({type(error).__name__}: {error})"
        found = decide(seen._replace(back=back)) if decide is not None else False
        if isinstance(found, str):
            return found
        try:
            if back is not None:
                self.state = back
            if not found and seen.events:
                assert self.state is not None
                self.reducer.fold(self.state, seen.events)
            self._keep(entry.seq)
            if self._last_return.get(entry.parent, 0) <= entry.seq:
                self._kept.pop(entry.parent, None)
            settled = None if checks.settle is None else checks.settle(seen, self.state)
            return settled or self._compare(entry, seen.body)
        except UnknownEvent as event:
            said = UnknownEvent(event.kind, self.diary, entry.seq, seen.body.rules)
            self.unknown = (entry.seq, str(said))
            self.state = None
            return None
        except MISFITS as error:
            return f"its events do not fit the state before it ({type(error).__name__}: {error})"

    def _back(self, entry: Entry) -> S | None:
        """The state to which a rewind returns; None for another entry."""
        if not entry.is_rewind:
            return None
        asked = rewind_of(entry.body)
        kept = self._behind[Place(asked.of, asked.at)] if asked.of else self._kept[entry.parent]
        return self.reducer.decode(kept)

    def _compare(self, entry: Entry, body: Body) -> str | None:
        seal, kept = self._snapshots.get(entry.seq, (b"", ""))
        if not body.state and seal != entry.seal:
            return None
        assert self.state is not None
        digest = self.reducer.digest(self.state)
        if body.state and body.state != digest:
            return f"the state after it has the digest {digest}, the entry says {body.state}"
        return (
            "the snapshot of its state is wrong: drop the snapshots"
            if seal == entry.seal and kept != digest
            else None
        )

    def _keep(self, seq: int) -> None:
        if self.state is None:
            return
        here = Place(self.diary, seq)
        if seq in self._last_return:
            self._kept[seq] = self.reducer.encode(self.state)
        if seq and here in self._wanted:
            self._behind[here] = self.reducer.encode(self.state)

    def end(self, before: Head, now: Head) -> tuple[int, str] | None:
        """What is wrong when all entries were seen. before, now: the diary's head when the walk began and
        when it ended; somebody may have appended in between."""
        if self._more:
            return (self.head.seq + 1, "it is missing: the append before it is not whole")
        if self.head.seq < before.seq:
            return (self.head.seq + 1, f"it is missing: the diary should have {_entries(before.seq)}")
        if self.head.seq > now.seq:
            return (now.seq + 1, f"it was never acknowledged: the diary should have {_entries(now.seq)}")
        if self.head.seq == before.seq and self.head.seal != before.seal:
            return (self.head.seq, "it is not the one that was acknowledged as the newest")
        return None


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"

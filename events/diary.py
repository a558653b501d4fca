"""One diary as its users see it: append, rewind, the state at any entry."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

import msgspec

from events import lineage as parents
from events.beneath import Place, Rewind, Under, Why, number_of, origins, rewind_of, under
from events.bounds import MOST_FORKS
from events.difference import Change, difference
from events.entry import Body, Draft, Entry, Head, diary_prefix, draft, seal_of
from events.errors import Damaged, DiaryError, NoSuchEntry, ReadOnly, UnknownEvent
from events.fold import Fold, Reducer
from events.lineage import ADMINISTRATIVE, Segment
from events.states import States
from events.store import DiaryInfo, NewDiary, Origin, Step, Store

__all__ = [
    "ADMINISTRATIVE",
    "Diary",
    "Reducer",
    "Rewind",
    "Why",
    "chained",
    "forks_below",
    "origin_at",
    "origins",
    "rewind_of",
    "written_as",
]

S = TypeVar("S")
E = TypeVar("E")


class _Live(NamedTuple, Generic[S, E]):
    """A state in memory. head: the diary's newest entry when it was made. The fold stands there too, unless
    there was trouble with an entry on the way."""

    head: Head
    fold: Fold[S, E]
    trouble: DiaryError | None


class Diary(Generic[S, E]):
    """A diary and the reducer that reads it, for several threads.

    A state that was handed out never changes: nobody who got one may change it, and what others append is folded onto
    a copy. Whoever decides on a state and appends holds `lock` from the one to the other, and until he has made his
    answer; who only reads needs no lock, but one for several questions that must be answered alike.

    administrative: kinds of actions that change no state and are never undone.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        reducer: Reducer[S, E],
        administrative: frozenset[str] = ADMINISTRATIVE,
    ) -> None:
        self.store, self.name, self.reducer, self.administrative = store, name, reducer, administrative
        self.lock = threading.RLock()
        self._states = States(store, name, reducer)
        self._live: _Live[S, E] | None = None
        self._before: tuple[Head, S] | None = None

    @property
    def read_only(self) -> str:
        """Why nothing can be appended, or empty. What is wrong with an entry shows when states are read."""
        trouble = self.trouble
        return self.store.read_only or (str(trouble) if trouble is not None else "")

    @property
    def trouble(self) -> DiaryError | None:
        """What is wrong with the entry before which `current` stops, or None."""
        live = self._live  # looked at once: others follow and append meanwhile
        return live.trouble if live is not None else None

    def head(self) -> Head:
        return self.store.head(self.name)

    # States

    def current(self) -> tuple[Head, S]:
        """The newest entry and the state at it: the live one, which callers must not change.

        If an entry cannot be understood, the last one before it and its state; `read_only` then says why.
        """
        with self.lock:
            head = self.head()
            live = self._live
            if live is None or live.head != head:
                live = self._live = self._follow(head)
            return Head(live.fold.seq, live.fold.seal), live.fold.state

    def state_at(self, seq: int) -> S:
        """The state at an entry, as a copy of its own. Raises NoSuchEntry, UnknownEvent, Damaged.

        Needs no lock: entries that are there never change, nor do the states that were handed out.
        """
        head, live, before = self.head(), self._live, self._before
        if not 0 <= seq <= head.seq:
            raise NoSuchEntry(self.name, seq, head.seq)
        if live is not None and live.trouble is None and live.head == head and seq == head.seq:
            return self.reducer.decode(self.reducer.encode(live.fold.state))
        if before is not None and before[0].seq == seq and self._still_there(before[0]):
            return self.reducer.decode(self.reducer.encode(before[1]))
        return self._states.load(seq).state

    def before(self, entry: Entry) -> S:
        """The state that an entry of this diary builds on, as a copy of its own. Raises as `state_at`."""
        return self.state_at(entry.parent) if entry.parent else self._states.load(self.leads_to(entry)).state

    def _still_there(self, head: Head) -> bool:
        return not head.seq or self.store.entry(self.name, head.seq).seal == head.seal

    def difference(self, a: int, b: int) -> list[Change]:
        """What the state at entry b has otherwise than the state at entry a."""
        return difference(self.state_at(a), self.state_at(b))

    def _follow(self, head: Head) -> _Live[S, E]:
        """The live state moved on to a new head: by the new entries only, if they build on it."""
        live = self._live
        if live is not None and live.trouble is None and self._builds_on(live, head):
            fold = live.fold.copy()  # what was handed out never changes
            way = parents.beyond(self._states.rewinds, head.seq, fold.seq)
        else:
            try:
                fold, way = self._states.plan(head.seq)
            except DiaryError as trouble:
                return _Live(head, self._states.blank(), trouble)
        try:
            self._states.run(fold, way)
        except (Damaged, UnknownEvent) as trouble:
            return _Live(head, fold, trouble)
        return _Live(head, fold, None)

    def _builds_on(self, live: _Live[S, E], head: Head) -> bool:
        """Whether the head's lineage goes through the live state's entry, and that is still the one: a file
        may have been put back from a copy under our hands."""
        fold = live.fold
        return fold.seq <= head.seq and (
            (fold.seq == 0 and self._states.base(head.seq) == 0)
            or (
                parents.is_ancestor(self._states.rewinds, fold.seq, head.seq)
                and self.store.entry(self.name, fold.seq).seal == fold.seal
            )
        )

    # Lineage

    def lineage(self, seq: int) -> list[Segment]:
        """The entries on which the state at an entry rests, as (first, last) of each run, oldest first."""
        return parents.lineage(self._states.rewinds, seq)

    def lineage_beyond(self, seq: int, other: int) -> list[Segment]:
        """What is in the lineage of an entry and not in that of another, oldest first."""
        return parents.beyond(self._states.rewinds, seq, other)

    @cached_property
    def origin(self) -> Origin | None:
        """What this one was forked from; None if it is no fork."""
        return self.store.info(self.name).origin

    @cached_property
    def beneath(self) -> Diary[S, E] | None:
        """The diary of that."""
        origin = self.origin
        return None if origin is None else Diary(self.store, origin.diary, self.reducer, self.administrative)

    def base(self, seq: int) -> int:
        """The number of the entry of an origin on which the state at an entry rests, 0 or below: see `events.beneath`.
        seq: as a number. Raises Damaged."""
        return self._states.base(seq)

    def number(self, entry: Entry) -> int:
        """The number of an entry, of this diary or one that it rests on. Raises NoSuchEntry."""
        return (
            entry.seq if entry.diary == self.name else number_of(self._under, Place(entry.diary, entry.seq))
        )

    @cached_property
    def _under(self) -> Mapping[str, Under]:
        return under(self.store, self.name)

    def leads_to(self, entry: Entry) -> int:
        """The number of the entry that an entry of this diary builds on. Raises Damaged."""
        return self.base(entry.seq) if entry.parent == 0 and entry.is_rewind else entry.parent

    def tips(self, seq: int, after: int = 0) -> dict[int, int]:
        """Each entry up to an entry, and behind another, that its state does not rest on → the newest one whose state
        does."""
        return parents.tips(self._states.rewinds, seq, after)

    def backwards(self, seq: int) -> Iterator[Entry]:
        """The entries on which the state at an entry rests, the newest first."""
        for lo, hi in reversed(self.lineage(seq)):
            for number in range(hi, lo - 1, -1):
                yield self.store.entry(self.name, number)

    def way(self, seq: int) -> list[tuple[str, int, int]]:
        """The same as `lineage`, and before it what that rests on beneath a fork: (diary, first, last). seq: as a
        number."""
        own = [(self.name, lo, hi) for lo, hi in self.lineage(seq)]
        if self.beneath is None or self.origin is None:
            return own
        return [*self.beneath.way(self.base(seq) + self.origin.seq), *own]

    def down(self, seq: int) -> Iterator[Entry]:
        """The entries of that way, the newest first."""
        for diary, lo, hi in reversed(self.way(seq)):
            for number in range(hi, lo - 1, -1):
                yield self.store.entry(diary, number)

    def withdrawn(self, frm: int, to: int) -> list[Entry]:
        """What a rewind from one entry to another would withdraw, oldest first, entries beneath a fork included. frm,
        to: as numbers."""
        segments = parents.beyond(self._states.rewinds, frm, to)
        gone = [
            entry
            for lo, hi in segments
            for entry in self.store.entries(self.name, lo - 1, hi)
            if entry.kind not in self.administrative
        ]
        if self.beneath is None or self.origin is None or (frm > 0 and not self._reaches_down(segments)):
            return gone
        below, there, here = self.origin.seq, self.base(frm), self.base(to)
        return [*(self.beneath.withdrawn(there + below, here + below) if there != here else ()), *gone]

    def _reaches_down(self, segments: Sequence[Segment]) -> bool:
        """Whether the oldest of these entries rests on no other of this diary."""
        return bool(segments) and not self.store.entry(self.name, segments[0][0]).parent

    def undo_target(self, seq: int | None = None) -> int | None:
        """The entry whose state an undo returns to; None if there is nothing to undo. seq: the entry on which the
        caller decides, the newest if none is named."""
        head = self.head().seq if seq is None else seq
        return parents.undo_target(self._steps, head, self.administrative)

    def redo_target(self, seq: int | None = None) -> int | None:
        """The entry whose state a redo returns to; None if there is nothing to redo. seq: as for an undo."""
        head = self.head().seq if seq is None else seq
        return parents.redo_target(
            self._steps, self._states.rewinds, head, self._is_jump, self.administrative
        )

    def _steps(self, until: int) -> Iterator[Step]:
        return self.store.steps(self.name, until)

    def _is_jump(self, seq: int) -> bool:
        try:
            return rewind_of(self.store.entry(self.name, seq).body).why == "jump"
        except msgspec.DecodeError:
            return False

    # Appending

    def append(
        self,
        expected: int,
        drafts: Sequence[Draft | Body],
        state: S | None = None,
        opened: Sequence[NewDiary] = (),
        beside: Mapping[str, int] = {},
    ) -> list[Entry]:
        """Append all or none, decided at the head `expected`. state: after these entries, if the caller has
        it; it becomes the live one, and the caller must let go of it. opened: diaries that are opened with it. beside:
        other diaries → the heads on which it was decided too.

        Raises HeadMoved, BesideMoved, ReadOnly, NotWritten, DiaryExists. See `Store.append` about keys.
        """
        ready = [one if isinstance(one, Draft) else draft(one) for one in drafts]
        with self.lock:
            if self.read_only:
                raise ReadOnly(self.read_only)
            done = self.store.append(self.name, expected, ready, opened, beside)
            if state is not None and done and written_as(done, expected, ready):
                self.keep(done, state)
            return done

    def keep(self, done: Sequence[Entry], state: S) -> None:
        """Under the lock: the state after entries that were appended becomes the live one, and the caller must let go
        of it."""
        head, count, size = (
            Head(done[-1].seq, done[-1].seal),
            len(done),
            sum(len(one.body) for one in done),
        )
        live = self._live
        if live is not None and live.trouble is None:  # what an undo of this append returns to
            self._before = Head(live.fold.seq, live.fold.seal), live.fold.state
        fold = Fold(self.reducer, self.name, state, *head)
        fold.unsaved, fold.bytes = count, size
        if live is not None:
            fold.unsaved += live.fold.unsaved
            fold.bytes += live.fold.bytes
        self._live = _Live(head, fold, None)
        self._states.save_if_due(fold)


def written_as(done: Sequence[Entry], after: int, drafts: Sequence[Draft]) -> bool:
    """Whether entries are what was drafted at entry `after`, and not those of somebody faster with the same key."""
    ours = [(seq, one.body) for seq, one in enumerate(drafts, after + 1)]
    return [(one.seq, one.body) for one in done] == ours


def chained(store: Store, info: DiaryInfo) -> Iterator[tuple[Entry, int]]:
    """The entries of a diary as they stand in the table, and how many entries of its append follow each; up to the
    head, for a salvaged diary raises after it. Raises Damaged at the first whose seal does not follow from it and from
    those before, and in the end if that is not the head."""
    prefix, seal = diary_prefix(info.name), info.beginning.seal
    for entry, more in islice(store.audit(info.name), info.head.seq):
        if seal_of(seal, prefix, entry.seq, entry.body) != entry.seal:
            raise Damaged(info.name, entry.seq, "its seal does not match")
        seal = entry.seal
        yield entry, more
    if seal != info.head.seal:
        raise Damaged(info.name, info.head.seq, "it is missing")


def forks_below(store: Store, diary: str) -> int:
    """How many times over a diary is a fork of a fork; more than `MOST_FORKS` are not counted. Raises NoSuchDiary."""
    return sum(1 for _ in islice(origins(store, diary), MOST_FORKS + 1))


def origin_at(store: Store, diary: str, seq: int) -> Origin:
    """What binds a fork to the entry of another diary that it starts from. Raises NoSuchDiary, NoSuchEntry; Damaged if
    the entry's seal does not hold."""
    origin = store.info(diary)
    seal = origin.beginning.seal
    for number, body, found in store.bodies(diary, max(seq - 2, 0), seq):
        if number == seq and seal_of(seal, diary_prefix(diary), seq, body) != found:
            raise Damaged(diary, seq, "its seal does not match")
        seal = found
    if not 1 <= seq <= origin.head.seq:
        raise NoSuchEntry(diary, seq, origin.head.seq)
    return Origin(diary, seq, seal)

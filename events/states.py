"""The state at any entry of a diary: the nearest snapshot on its lineage, then fold.

Snapshots are a cache. One that does not fit in any way is passed over; dropping them all costs only time.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Generic, TypeVar

from events import lineage
from events.beneath import led_to
from events.bounds import LONGEST_STATE
from events.errors import MISFITS, Damaged, DiaryError
from events.fold import Fold, Misfit, Reducer
from events.lineage import Segment
from events.store import DiaryInfo, Snapshot, Store

S = TypeVar("S")
E = TypeVar("E")

STRIDE = 1000
"""Entries between two snapshots at most, while the state is small."""
LOAD = 1 << 20
"""Bytes of entries between two snapshots at most, while the state is small: entries may hold much or little."""
BIG = 1 << 16
"""Bytes for which a snapshot waits another stride: big states must not outgrow the entries."""


class States(Generic[S, E]):
    """Loads states of one diary, which may be opened later, and saves snapshots on the way."""

    def __init__(self, store: Store, name: str, reducer: Reducer[S, E]) -> None:
        self.store, self.name, self.reducer = store, name, reducer
        self._stride, self._load = STRIDE, LOAD
        self._near: Fold[S, E] | None = None  # never folded on, only copies of it

    @cached_property
    def _info(self) -> DiaryInfo:
        return self.store.info(self.name)

    @property
    def _start(self) -> bytes:
        return self._info.beginning.seal

    def rewinds(self, until: int) -> Iterator[tuple[int, int]]:
        return self.store.rewinds(self.name, until)

    def blank(self) -> Fold[S, E]:
        """The initial state, standing before the first entry."""
        return Fold(self.reducer, self.name, self.reducer.initial(), 0, self._start)

    def load(self, seq: int) -> Fold[S, E]:
        """The state at an entry. seq: as a number, see `events.beneath`. Raises Damaged, UnknownEvent, and what a
        missing origin raises.

        Where rewinds lead to it, what lies before the last of them is remembered: whoever reads what was taken back one
        after the other begins there, and not each time a thousand rewinds ago.
        """
        fold, way = self.plan(seq)
        if len(way) > 1:
            self.run(fold, way[:-1])
            self._near = fold.copy()
        self.run(fold, way[-1:])
        return fold

    def plan(self, seq: int) -> tuple[Fold[S, E], list[Segment]]:
        """Where to start for the state at an entry, and the segments to fold from there, oldest first.

        Raises Damaged, UnknownEvent for a fork whose origin does not hold.
        """
        way: list[Segment] = []
        for lo, hi in lineage.segments(self.rewinds, seq):
            near = self._near
            if near is not None and not (lo <= near.seq <= hi and self._holds(near)):
                near = None
            fold = self._nearest(lo if near is None else near.seq + 1, hi)
            if fold is None and near is not None:
                fold = near.copy()
            if fold is not None:
                if fold.seq < hi:
                    way.append((fold.seq + 1, hi))
                return fold, way[::-1]
            way.append((lo, hi))
        return self._beginning(self._rests_on(way[-1][0]) if way else min(seq, 0)), way[::-1]

    def base(self, seq: int) -> int:
        """The number of the entry of an origin on which the state at an entry rests; 0 where that is the one that the
        diary was forked from, and where it is no fork. seq: as a number, see `events.beneath`. Raises Damaged."""
        if self._info.origin is None or seq < 1:
            return min(seq, 0)
        return self._rests_on([lo for lo, _ in lineage.segments(self.rewinds, seq)][-1])

    def _rests_on(self, first: int) -> int:
        """The same of a lineage that begins with an entry."""
        return 0 if first == 1 or self._info.origin is None else led_to(self.store, self.name, first)

    def _holds(self, fold: Fold[S, E]) -> bool:
        """Whether the entry at which it stands is still that one: a file may have been put back from a copy."""
        try:
            return self.store.entry(self.name, fold.seq).seal == fold.seal
        except DiaryError:
            return False

    def run(self, fold: Fold[S, E], way: Iterable[Segment]) -> None:
        """Fold along the segments. On Damaged and UnknownEvent it stands before the bad entry."""
        way = list(way)
        try:
            self._along(fold, way)
        except Misfit as misfit:
            raise self._before_misfit(fold, way[-1][1], misfit) from misfit

    def _before_misfit(self, spoilt: Fold[S, E], until: int, misfit: Misfit) -> Misfit:
        """Which entry it is, found by folding anew one by one; then the fold stands before it. Costs nothing as long
        as all entries fit."""
        single, way = self.plan(until)
        single.batch = 1
        try:
            self._along(single, way)
        except Misfit as found:
            misfit = found
        good, way = self.plan(until)
        self._along(good, [(lo, min(hi, misfit.seq - 1)) for lo, hi in way if lo < misfit.seq])
        spoilt.state, spoilt.seq, spoilt.seal = good.state, good.seq, good.seal
        spoilt.unsaved, spoilt.bytes = good.unsaved, good.bytes
        return misfit

    def _along(self, fold: Fold[S, E], way: Iterable[Segment]) -> None:
        for lo, hi in way:
            rows = self.store.bodies(self.name, max(lo - 2, 0), hi)
            if lo > 1:  # the entry before it in the chain, which need not be its parent
                _, _, fold.seal = next(rows)
            else:
                fold.seal = self._start
            fold.run(rows, self.save_if_due)
            if fold.seq != hi:
                raise Damaged(self.name, max(lo, fold.seq + 1), "it is missing")

    def save_if_due(self, fold: Fold[S, E]) -> None:
        """Keep a snapshot if the last one is a stride away."""
        if (fold.unsaved < self._stride and fold.bytes < self._load) or self.store.read_only:
            return
        data = zlib.compress(self.reducer.encode(fold.state), 1)
        self._stride = STRIDE * (1 + len(data) // BIG)
        self._load = max(LOAD, 8 * len(data))
        fold.unsaved = fold.bytes = 0
        with suppress(DiaryError):  # a full disk must not keep anybody from reading
            self.store.put_snapshot(self.name, self.reducer.fingerprint, Snapshot(fold.seq, fold.seal, data))

    def _beginning(self, number: int = 0) -> Fold[S, E]:
        """The state before the first entry, or at one beneath the fork, by its number."""
        fold = self.blank()
        if self._info.origin is None:
            if number:
                raise Damaged(self.name, 1, "it rests on nothing")
            return fold
        diary, seq, seal = self._info.origin
        try:
            loaded = States(self.store, diary, self.reducer).load(seq + number)
        except RecursionError:  # each one asks the next; a few hundred, or a circle
            raise Damaged(self.name, 1, "it rests on forks of forks without end") from None
        if (self.store.entry(diary, seq).seal if number else loaded.seal) != seal:
            raise Damaged(diary, seq, f"it is not the entry from which {self.name} was forked")
        fold.state = loaded.state
        return fold

    def _nearest(self, lo: int, hi: int) -> Fold[S, E] | None:
        """The newest snapshot of entries lo to hi that fits."""
        while found := self.store.snapshot(self.name, self.reducer.fingerprint, lo - 1, hi):
            state = self.restore(found)
            if state is not None:
                return Fold(self.reducer, self.name, state, found.seq, found.seal)
            hi = found.seq - 1
        return None

    def restore(self, snapshot: Snapshot) -> S | None:
        """The state of a snapshot; None if it does not fit its entry or cannot be decoded."""
        try:
            if self.store.entry(self.name, snapshot.seq).seal != snapshot.seal:
                return None
            return self.reducer.decode(unpacked(snapshot.state))
        except (zlib.error, DiaryError, *MISFITS):
            return None


def unpacked(data: bytes) -> bytes:
    """The state in a snapshot. Raises zlib.error for one that is cut, longer than `LONGEST_STATE`, or none."""
    unpacking = zlib.decompressobj()
    state = unpacking.decompress(data, LONGEST_STATE)
    if not unpacking.eof:
        raise zlib.error("it is cut, or too long")
    return state

"""Folding entries into a state: the path on which the time goes when a diary is opened.

Many bodies are decoded in one call, only their events, and no object is made per entry. The chain is checked
on the way, so that a state never rests on an entry that was tampered with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from struct import Struct
from typing import Generic, Protocol, TypeVar

import msgspec

from events.codec import EventCodec, Unknown
from events.entry import SEAL_PREFIX, decode_body, diary_prefix
from events.errors import MISFITS, Damaged, DiaryError, UnknownEvent, told

S = TypeVar("S")
E = TypeVar("E")

_two_numbers = Struct(">QQ").pack

BATCH = 250
"""Entries decoded and folded at once."""


class Misfit(Damaged):
    """Events that do not fit the state before them, somewhere in a batch that begins with entry `seq`. The state is
    spoilt: nobody may use it."""

    def __init__(self, diary: str, seq: int, error: Exception) -> None:
        super().__init__(diary, seq, told("its events do not fit the state before it", error))


class Reducer(Protocol[S, E]):
    """What the machinery must know of a kind of diary. State: whatever the fold makes of the events."""

    codec: EventCodec[E]
    fingerprint: str
    """Of the state's schema and of the fold's meaning: snapshots of another are ignored."""

    def initial(self) -> S: ...

    def fold(self, state: S, events: Sequence[E | Unknown]) -> None:
        """Change the state, event by event. Raises UnknownEvent for one that it cannot pass over."""
        ...

    def encode(self, state: S) -> bytes: ...

    def decode(self, data: bytes) -> S: ...

    def digest(self, state: S) -> str:
        """The same for equal states, on every machine."""
        ...


class Fold(Generic[S, E]):
    """A state on its way through the entries of one diary.

    seq, seal: the entry that `state` stands at. When something is wrong with an entry, `run` raises and the
    state stands at the entry before it; but for Misfit, after which it is of no use. unsaved, bytes: entries folded
    since the last snapshot, and their size. batch: how many are folded at once.
    """

    def __init__(self, reducer: Reducer[S, E], diary: str, state: S, seq: int, seal: bytes) -> None:
        self.reducer, self.diary = reducer, diary
        self.state, self.seq, self.seal = state, seq, seal
        self.unsaved = self.bytes = 0
        self.batch = BATCH
        self._prefix = SEAL_PREFIX, diary_prefix(diary) + (8).to_bytes(8, "big")

    def copy(self) -> Fold[S, E]:
        """The same, with a state of its own."""
        state = self.reducer.decode(self.reducer.encode(self.state))
        found = Fold(self.reducer, self.diary, state, self.seq, self.seal)
        found.unsaved, found.bytes = self.unsaved, self.bytes
        return found

    def run(
        self, rows: Iterator[tuple[int, bytes, bytes]], each: Callable[[Fold[S, E]], None] | None = None
    ) -> None:
        """Fold (seq, body, seal) in order; the first must follow `seal`. each: called after every batch.

        Raises Damaged if the chain or a body does not hold, Misfit, UnknownEvent.
        """
        while True:
            batch: list[tuple[int, bytes, bytes]] = []
            trouble: DiaryError | None = None
            try:
                batch.extend(islice(rows, self.batch))
            except Damaged as damage:
                trouble = damage
            if not batch and trouble is None:
                return
            good = self._chained(batch)
            if good < len(batch):
                trouble = Damaged(self.diary, batch[good][0], "its seal does not match")
                del batch[good:]
            self._fold(batch)
            if trouble is not None:
                raise trouble
            if each is not None:
                each(self)

    def _chained(self, batch: list[tuple[int, bytes, bytes]]) -> int:
        """How many of the batch are chained as they should be. `events.entry.seal_of`, without the calls."""
        before, after = self._prefix
        previous, join = self.seal, b"".join
        for i, (seq, body, seal) in enumerate(batch):
            text = join((before, previous, after, _two_numbers(seq, len(body)), body))
            if sha256(text).digest() != seal:
                return i
            previous = seal
        return len(batch)

    def _fold(self, batch: list[tuple[int, bytes, bytes]]) -> None:
        if not batch:
            return
        events = self.reducer.codec.all_events([body for _, body, _ in batch])
        if events is not None:
            try:
                self.reducer.fold(self.state, events)
            except MISFITS as error:
                raise Misfit(self.diary, batch[0][0], error) from error
            self.seq, _, self.seal = batch[-1]
        else:  # old, unknown or broken events among them
            for seq, body, seal in batch:
                self._fold_one(seq, body)
                self.seq, self.seal = seq, seal
        self.unsaved += len(batch)
        self.bytes += sum(len(body) for _, body, _ in batch)

    def _fold_one(self, seq: int, body: bytes) -> None:
        try:
            events = self.reducer.codec.events(body)
        except msgspec.DecodeError as error:
            raise Damaged(self.diary, seq, f"its events cannot be read ({error})") from error
        except MISFITS as error:
            raise Damaged(self.diary, seq, told("its events cannot be read", error)) from error
        whole = not any(isinstance(event, Unknown) for event in events)
        try:
            # An entry is folded whole or not at all.
            state = self.state if whole else self.reducer.decode(self.reducer.encode(self.state))
            self.reducer.fold(state, events)
        except UnknownEvent as unknown:
            raise UnknownEvent(unknown.kind, self.diary, seq, _rules(body)) from unknown
        except MISFITS as error:
            raise Misfit(self.diary, seq, error) from error
        self.state = state


def _rules(body: bytes) -> str:
    """The rules that decided an entry; "" if it does not say so rightly."""
    try:
        return decode_body(body).rules
    except (msgspec.DecodeError, RecursionError):
        return ""

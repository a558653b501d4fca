"""Diaries against a model of a few lines: whatever is done to them, they agree."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from events import states
from events.diary import Diary
from events.exchange import export_diaries, import_diaries
from events.sqlite import SQLiteStore
from events.verify import verify
from tests.events.board import administrative, rewind
from tests.events.conftest import fork
from tests.events.notes import Noted, Notes, note

NOW = "2026-01-01T00:00:00Z"


class Model:
    """One diary: what it starts from, (parent, numbers or None) of its entries, and an undo list as an editor
    would keep it: `path` from the start to the tip, of which `done` are in force."""

    def __init__(self, base: list[int]) -> None:
        self.base = base
        self.entries: list[tuple[int, list[int] | None]] = []
        self.path: list[int] = []
        self.done = 0

    def lineage(self, seq: int) -> list[int]:
        found: list[int] = []
        while seq:
            found.append(seq)
            seq = self.entries[seq - 1][0]
        return found[::-1]

    def ordinary(self, seq: int) -> list[int]:
        return [one for one in self.lineage(seq) if self.entries[one - 1][1] is not None]

    def state(self, seq: int) -> list[int]:
        return self.base + [n for one in self.ordinary(seq) for n in self.entries[one - 1][1] or ()]

    def act(self, numbers: list[int]) -> None:
        self.entries.append((len(self.entries), numbers))
        self.path = [*self.path[: self.done], len(self.entries)]
        self.done = len(self.path)

    def rewind(self, to: int) -> None:
        self.entries.append((to, None))
        there = self.ordinary(to)
        if self.path[: len(there)] != there:
            self.path = there
        self.done = len(there)


class Machine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.stride, states.STRIDE = states.STRIDE, 4
        self.directory = tempfile.TemporaryDirectory()
        self.files = count()
        self.numbers = count(1)
        self.store = self.open()
        self.models = {"d0": Model([])}
        self.store.create("d0", "battle", "", NOW)
        self.diary = self.read("d0")

    def teardown(self) -> None:
        for name in self.models:
            report = verify(self.store, name, Notes())
            assert report.bad is None and report.entries == len(self.models[name].entries)
        states.STRIDE = self.stride
        self.store.close()
        self.directory.cleanup()

    def open(self, again: bool = False) -> SQLiteStore:
        if not again:
            self.path = Path(self.directory.name) / f"{next(self.files)}.diary"
        return SQLiteStore(self.path)

    def read(self, name: str) -> Diary[list[int], Noted]:
        return Diary(self.store, name, Notes())

    @property
    def model(self) -> Model:
        return self.models[self.diary.name]

    @property
    def head(self) -> int:
        return len(self.model.entries)

    @rule(size=st.integers(1, 3), told=st.booleans())
    def act(self, size: int, told: bool) -> None:
        """Ordinary entries, several to an append; sometimes with the state after them."""
        drafts, head = [], self.head
        for at in range(size):
            numbers = [next(self.numbers), next(self.numbers)]
            drafts.append(note(head + at, *numbers))
            self.model.act(numbers)
        self.diary.append(head, drafts, self.model.state(self.head) if told else None)

    @rule()
    def ask(self) -> None:
        """Something administrative changes nothing."""
        self.diary.append(self.head, [administrative(self.head, kind="undo-request")])
        self.model.entries.append((self.head, None))

    @rule()
    def undo(self) -> None:
        target = self.diary.undo_target()
        assert (target is None) == (self.model.done == 0)
        if target is not None:
            undone = self.model.path[self.model.done - 1]
            assert target == self.model.entries[undone - 1][0]
            assert [e.seq for e in self.diary.withdrawn(self.head, target)] == [undone]
            self.diary.append(self.head, [rewind(target, "undo")])
            self.model.rewind(target)

    @rule()
    def redo(self) -> None:
        target = self.diary.redo_target()
        assert target == (self.model.path[self.model.done :] or [None])[0]
        if target is not None:
            assert self.diary.withdrawn(self.head, target) == []
            self.diary.append(self.head, [rewind(target, "redo")])
            self.model.rewind(target)

    @precondition(lambda self: self.head > 1)
    @rule(data=st.data())
    def jump(self, data: st.DataObject) -> None:
        to = data.draw(st.integers(0, self.head - 1))
        self.diary.append(self.head, [rewind(to, "jump")])
        self.model.rewind(to)

    @precondition(lambda self: len(self.models) < 4)
    @rule(data=st.data())
    @precondition(lambda self: self.head)
    def fork(self, data: st.DataObject) -> None:
        seq = data.draw(st.integers(1, self.head))
        name = next(f"d{n}" for n in range(9) if f"d{n}" not in self.models)
        fork(self.store, self.diary.name, seq, name, "", NOW)
        self.models[name] = Model(self.model.state(seq))
        self.diary = self.read(name)

    @rule(data=st.data())
    def turn_to(self, data: st.DataObject) -> None:
        self.diary = self.read(data.draw(st.sampled_from(sorted(self.models))))

    @rule()
    def drop_snapshots(self) -> None:
        self.store.drop_snapshots()

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = self.open(again=True)
        self.diary = self.read(self.diary.name)

    @rule(packed=st.booleans())
    @precondition(lambda self: self.head)
    def move_house(self, packed: bool) -> None:
        """Export everything, go on with what was imported from it: diaries without entries stay behind."""
        file = Path(self.directory.name) / ("all.ndjson" + ".gz" * packed)
        entries = export_diaries(self.store, file)
        old, self.store = self.store, self.open()
        assert import_diaries(self.store, file) == entries
        assert import_diaries(old, file) == 0
        assert self.store.diaries() == [one for one in old.diaries() if one.head.seq]
        self.models = {one.name: self.models[one.name] for one in self.store.diaries()}
        old.close()
        self.diary = self.read(self.diary.name)

    @rule(data=st.data())
    def look(self, data: st.DataObject) -> None:
        seq = data.draw(st.integers(0, self.head))
        assert self.diary.state_at(seq) == self.model.state(seq)
        walked = [one for lo, hi in self.diary.lineage(seq) for one in range(lo, hi + 1)]
        assert walked == self.model.lineage(seq)

    @rule(data=st.data())
    def compare(self, data: st.DataObject) -> None:
        a, b = (data.draw(st.integers(0, self.head)) for _ in "ab")
        gone = [e.seq for e in self.diary.withdrawn(a, b)]
        assert gone == [one for one in self.model.ordinary(a) if one not in self.model.lineage(b)]

    @invariant()
    def live(self) -> None:
        head, state = self.diary.current()
        assert head.seq == self.head
        assert state == self.model.state(self.head)


TestModel = Machine.TestCase

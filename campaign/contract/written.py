"""A position that somebody should look at, as a diary that can be imported, opened and played."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.rules.system import Rules
from campaign.shared.clock import World
from events.entry import Author, Draw, draft
from events.exchange import export_diaries
from events.sqlite import SQLiteStore
from events.store import NewDiary

OLD = "0"
"""A version before the first: nothing of it is decided again, since no scenario leads there."""


def write(
    file: Path,
    rules: Rules,
    entries: Sequence[Sequence[Any]],
    done: Sequence[tuple[str, Any]],
    name: str = "position",
    title: str = "A position",
    scenario: str = "",
) -> None:
    """entries: the events of each, the set-up first. done: who did what, for all but the set-up. An opening rolls no
    dice: what of the set-up does is an entry of its own. name: of the diary. scenario: else what the state says."""
    system, first = rules.system, rules.system.begun(entries[0])
    scenario = scenario or getattr(first, "scenario", "") or next(iter(rules.infos))
    sides = [side.id for side in first.sides]
    world = World()
    with (
        tempfile.TemporaryDirectory() as home,
        contextlib.closing(SQLiteStore(Path(home) / "wardiary.db")) as store,
    ):
        seats = tuple(t.Seat(side) for side in sides)
        opened = t.Open(scenario, system.id, seats, "typed", "free", {})
        begun = t.BattleOpened(system.id, OLD, scenario, title, seats, opened.dice, opened.undo)
        battle = OpenBattle(store, name, rules, world)
        battle.version = f"{system.id} {OLD}"
        state = battle.diary.reducer.initial()
        blobs = (rules.pack.encode(),)
        quiet = next((i for i, one in enumerate(entries[0]) if rules.system.rolled(one)), len(entries[0]))
        author, told = Author(""), [begun, *entries[0][:quiet]]
        battle.diary.reducer.fold(state, told)
        body = battle.body(0, state, opened, author, told)
        store.open(NewDiary(name, battle.what, begun.title, body.time, [draft(body)], None, b"", blobs))
        rest = (
            [((sides[0], next(iter(system.examples), None)), entries[0][quiet:])]
            if entries[0][quiet:]
            else []
        )
        for (side, action), events in [*rest, *zip(done, entries[1:], strict=True)]:
            head, current = battle.diary.current()
            state = battle.copy(current)
            battle.diary.reducer.fold(state, events)
            body = battle.body(head.seq, state, action, Author("", side), events, _draws(rules, events))
            battle.append(head.seq, [draft(body)], state)
        export_diaries(store, file, [name], secrets=True)


def _draws(rules: Rules, events: Sequence[Any]) -> list[Draw]:
    """The dice of which events speak, as if somebody had typed them in."""
    values = tuple(value for event in events for value in rules.system.rolled(event))
    orders = (rules.system.shuffled(event) for event in events)
    shuffles = [Draw("a shuffle", len(one), one, "shuffle", "typed") for one in orders if one]
    return [Draw("laid out", max(values, default=6), values, "count", "typed")] * bool(values) + shuffles

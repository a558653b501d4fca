"""Opening battles: from a scenario, or as a fork of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from campaign import record
from campaign import table as t
from campaign.answers import Acted
from campaign.battle import verdict
from campaign.desk import Desk, World
from campaign.plain import checked
from campaign.rules.refused import Refused
from campaign.rules.system import Rules, ScenarioInfo, System
from events.diary import fork
from events.entry import Author, draft
from events.store import Store

MakeDesk = Callable[[str, System, Rules], Desk]


def seats_for(info: ScenarioInfo, given: Sequence[t.Seat], system: System) -> tuple[t.Seat, ...]:
    """A seat for every side. Raises Refused for an unknown side or bot."""
    sides = [side.id for side in info.sides]
    by_side = {seat.side: seat for seat in given}
    if len(by_side) < len(given):
        raise Refused("A side has one seat; one is named twice.", "", sides, "$.seats")
    if unknown := [side for side in by_side if side not in sides]:
        raise Refused(f"There is no side {unknown[0]!r} in this scenario.", "", sides, "$.seats")
    for seat in given:
        checked(seat.player, "player id", "$.seats")
        if seat.bot and seat.bot not in system.bots:
            raise Refused(f"There is no bot {seat.bot!r}.", "", system.bots, "$.seats")
    return tuple(by_side.get(side, t.Seat(side)) for side in sides)


def undo_policy(seats: Sequence[t.Seat]) -> t.UndoPolicy:
    """Free where one person plays alone, against himself or bots; else by consent."""
    return "free" if len({seat.player for seat in seats if not seat.bot}) <= 1 else "consent"


def open_battle(
    make: MakeDesk, store: Store, world: World, system: System, rules: Rules, action: t.Open, name: str, title: str,
    player: str,
) -> Acted:  # fmt: skip
    """Create the diary and its first entry. Raises Refused, DiaryExists."""
    muster = action.muster
    if muster is None:
        events = rules.open(action.scenario, action.options)
    else:
        events = rules.muster(action.scenario, action.options, muster)
    sealed, secret = world.commit(name, action.dice)
    opened = t.BattleOpened(
        system.id,
        system.version,
        action.scenario,
        title or find_info(rules, action.scenario).title,
        action.seats,
        action.dice,
        action.undo,
        sealed,
        muster.campaign if muster is not None else "",
        muster.node if muster is not None else "",
    )
    store.put_blob(rules.pack.encode())
    store.create(name, "battle", opened.title, world.now())
    if secret:
        store.put_secret(name, secret)
    return _first(make(name, system, rules), action, player, [opened, *events])


def fork_battle(make: MakeDesk, desk: Desk, at: int, name: str, title: str, player: str) -> Acted:
    """A battle of that name that goes on from an entry of another, with a secret of its own. Raises Refused."""
    store = desk.store
    state = desk.diary.state_at(at)
    if verdict(desk.rules, state) is not None:
        raise Refused(f"At entry {at} the battle is over: fork from an earlier one.")
    seal = store.entry(desk.name, at).seal
    sealed, secret = desk.world.commit(name, state.table.dice)
    title = title or f"{state.table.title} (fork at {at})"
    fork(store, desk.name, at, name, title, desk.world.now())
    if secret:
        store.put_secret(name, secret)
    forked = t.BattleForked(desk.name, at, seal.hex(), sealed)
    return _first(make(name, desk.system, desk.rules), t.Fork(desk.name, at), player, [forked])


def _first(desk: Desk, action: t.TableAction, player: str, events: Sequence[Any]) -> Acted:
    state = desk.diary.state_at(0)
    desk.diary.reducer.fold(state, events)
    done = desk.diary.append(0, [draft(desk.body(0, state, action, Author(player), events))], state)
    return record.acted(desk, done[-1], events)


def find_info(rules: Rules, scenario: str) -> ScenarioInfo:
    """Raises Refused, naming the scenarios there are."""
    for info in rules.scenarios():
        if info.id == scenario:
            return info
    known = [info.id for info in rules.scenarios()]
    raise Refused(f"There is no scenario {scenario!r}.", "", known, "$.scenario")

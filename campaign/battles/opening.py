"""Opening battles: from a scenario, or as a fork of another."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.battles import queries
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.library.installed import find_info
from campaign.rules.options import ScenarioInfo
from campaign.rules.refused import Refused
from campaign.rules.system import Rules, System, assets_of
from campaign.shared.answers import Acted
from campaign.shared.callers import SOMEBODY
from campaign.shared.plain import checked
from events.diary import fork
from events.entry import Author


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
        if seat.bot and seat.bot not in system.bot_names:
            raise Refused(f"There is no bot {seat.bot!r}.", "", system.bot_names, "$.seats")
    return tuple(by_side.get(side, t.Seat(side)) for side in sides)


def undo_policy(seats: Sequence[t.Seat]) -> t.UndoPolicy:
    """Free where one person plays alone, against himself or bots; else by consent."""
    return "free" if len({seat.player for seat in seats if not seat.bot}) <= 1 else "consent"


def umpire_of(seats: Sequence[t.Seat], player: str) -> str:
    """Who opens a battle in which others sit by name is its umpire, if he has a name and no seat himself."""
    named = {seat.player for seat in seats if seat.player}
    return player if named and player not in (SOMEBODY, *named) else ""


def open_battle(
    opened: OpenBattles, rules: Rules, action: t.Open, name: str, title: str, author: Author, umpire: str
) -> Acted:
    """Create the diary and its first entry. Raises Refused, DiaryExists."""
    muster, system = action.muster, rules.system
    if muster is None:
        events = rules.open(action.scenario, action.options)
    else:
        events = assets_of(rules).muster(action.scenario, action.options, muster)
    store, world = opened.store, opened.world
    sealed, secret = world.commit(name) if action.dice == "sealed" else ("", b"")
    begun = t.BattleOpened(
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
        umpire,
    )
    store.put_blob(rules.pack.encode())
    store.create(name, "battle", begun.title, world.now())
    if secret:
        store.put_secret(name, secret)
    return _first(OpenBattle(store, name, rules, world), action, author, [begun, *events])


def fork_battle(battle: OpenBattle, seq: int, title: str, author: Author) -> Acted:
    """A new battle that goes on from an entry of another, with a secret of its own. Raises Refused."""
    store, world = battle.store, battle.world
    state = battle.diary.state_at(seq)
    if battle.over(state):
        raise Refused(f"At entry {seq} the battle is over: fork from an earlier one.")
    name = world.name(f"{battle.name.partition('~')[0]}~")
    seal = store.entry(battle.name, seq).seal
    sealed, secret = world.commit(name) if state.table.dice == "sealed" else ("", b"")
    title = checked(title, "title", "$.title") or f"{state.table.title} (fork at {seq})"
    fork(store, battle.name, seq, name, title, world.now())
    if secret:
        store.put_secret(name, secret)
    forked = t.BattleForked(battle.name, seq, seal.hex(), sealed)
    made = OpenBattle(store, name, battle.rules, world)
    return _first(made, t.Fork(battle.name, seq), author, [forked])


def _first(battle: OpenBattle, action: t.TableAction, author: Author, events: Sequence[object]) -> Acted:
    entry, state = battle.first(action, author, events)
    return queries.acted(battle, entry, state, events)

"""Opening battles: from a scenario, or as a fork of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from campaign.battles import queries
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.battles.state import Battle
from campaign.library.installed import find_info
from campaign.library.rosters import Rosters
from campaign.library.settings import settle
from campaign.rules.muster import Muster
from campaign.rules.options import ScenarioInfo
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import SCHEME
from campaign.rules.system import Rules, System, assets_of
from campaign.shared.answers import Acted
from campaign.shared.callers import SOMEBODY
from campaign.shared.plain import checked
from events.entry import Author
from events.store import NewDiary


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
    return "free" if people(seats) <= 1 else "consent"


def people(seats: Sequence[t.Seat]) -> int:
    """How many play. Whoever sits at this screen, without a name, is one."""
    return len({seat.player for seat in seats if not seat.bot})


def umpire_of(seats: Sequence[t.Seat], player: str) -> str:
    """Who opens a battle in which others sit by name is its umpire, if he has a name and no seat himself."""
    named = {seat.player for seat in seats if seat.player}
    return player if named and player not in (SOMEBODY, *named) else ""


def asked_for(
    rules: Rules,
    rosters: Rosters,
    scenario: str,
    options: Mapping[str, Any],
    seats: Sequence[t.Seat] = (),
    dice: t.DiceMode = "sealed",
    undo: t.UndoPolicy | None = None,
    muster: Muster | None = None,
) -> t.Open:
    """A battle as somebody wants it, checked, and what he left open filled in. Raises Refused."""
    info, id = find_info(rules, scenario), rules.system.id
    placed = seats_for(info, seats, rules.system)
    chosen = settle(info, options, lambda roster: rosters.show(id, roster))
    return t.Open(scenario, id, placed, dice, undo or undo_policy(placed), chosen, muster)


class Opening(NamedTuple):
    """A battle that is about to be opened: what is written, and what is answered when it is. state: at its entry."""

    battle: OpenBattle
    new: NewDiary
    state: Battle
    events: Sequence[object]

    def write(self) -> Acted:
        """Raises DiaryExists, ReadOnly, NotWritten."""
        (entry,) = self.battle.store.open(self.new)
        return queries.acted(self.battle, entry, self.state, self.events)


def set_up(rules: Rules, action: t.Open) -> Sequence[object]:
    """What the rules put on the board; the same for whoever opens and whoever verifies. Raises Refused."""
    if action.muster is None:
        events = rules.open(action.scenario, action.options)
    else:
        events = assets_of(rules).muster(action.scenario, action.options, action.muster)
    typed, shared = action.dice == "typed", action.undo == "free" and people(action.seats) > 1
    if rules.hidden is None or not (typed or shared):
        return events
    state = rules.system.begun(events)
    if typed:
        rules.hidden.verify_typed(state)
    if shared and rules.hidden.hides(state):
        raise Refused(
            "Here two people play who see different things: with free undo one could look and take it back.",
            "",
            ["undo by consent"],
            "$.undo",
        )
    return events


def open_battle(
    opened: OpenBattles,
    rules: Rules,
    action: t.Open,
    name: str,
    title: str,
    author: Author,
    umpire: str,
    committed: tuple[str, bytes] | None = None,
) -> Opening:
    """A battle from a scenario, ready to be written. committed: the commitment to its dice and their secret; new ones
    if there are none yet. Raises Refused."""
    muster, system = action.muster, rules.system
    events = set_up(rules, action)
    world = opened.world
    sealed, secret = "", b""
    if action.dice == "sealed":
        sealed, secret = committed or world.commit(name)
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
        SCHEME if sealed else 1,
    )
    battle = OpenBattle(opened.store, name, rules, world)
    state = battle.diary.reducer.initial()
    told = [begun, *events]
    blobs = (rules.pack.encode(),)
    return Opening(
        battle, battle.beginning(begun.title, state, action, author, told, secret, blobs=blobs), state, told
    )


def fork_battle(battle: OpenBattle, seq: int, title: str, author: Author) -> Opening:
    """A new battle that goes on from an entry of another, with a secret of its own, ready to be written. Raises
    Refused."""
    store, world = battle.store, battle.world
    state = battle.diary.state_at(seq)
    if battle.over(state):
        raise Refused(f"At entry {seq} the battle is over: fork from an earlier one.")
    name = world.name(store, f"{battle.name.partition('~')[0]}~")
    origin = battle.origin(seq)
    sealed, secret = world.commit(name) if state.table.dice == "sealed" else ("", b"")
    title = checked(title, "title", "$.title") or f"{state.table.title} (fork at {seq})"
    forked = t.BattleForked(battle.name, seq, origin.seal.hex(), sealed, title, SCHEME if sealed else 1)
    made = OpenBattle(store, name, battle.rules, world)
    action = t.Fork(battle.name, seq)
    return Opening(
        made, made.beginning(title, state, action, author, [forked], secret, origin), state, [forked]
    )

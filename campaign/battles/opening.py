"""Opening battles: from a scenario, or as a fork of another."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.battles import queries
from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.battles.state import Battle
from campaign.library.installed import find_info
from campaign.library.rosters import Rosters
from campaign.library.settings import settle
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Muster
from campaign.rules.options import ScenarioInfo, played
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import SCHEME
from campaign.rules.seats import TableRules
from campaign.rules.system import Rules, System, assets_of
from campaign.shared.answers import Acted
from campaign.shared.callers import BOT, SOMEBODY, Caller, Seating
from campaign.shared.naming import study_name
from campaign.shared.opening import Missing, Opened, Wish, nothing_missing, opened, table_rules
from campaign.shared.plain import checked
from events.decoding import json_decoder
from events.diary import origins
from events.entry import Author
from events.store import NewDiary

_opening = json_decoder(t.Open).decode


def seats_for(info: ScenarioInfo, given: Sequence[t.Seat], system: System) -> tuple[t.Seat, ...]:
    """A seat for every side that is played. Raises Refused for another side, for an unknown bot, and for a name that
    nobody can have."""
    sides = [side.id for side in played(info.sides)]
    ruled = {side.id: side.name for side in info.sides if side.by_rules}
    by_side = {seat.side: seat for seat in given}
    if len(by_side) < len(given):
        raise Refused("A side has one seat; one is named twice.", "", sides, "$.seats")
    if taken := [side for side in by_side if side in ruled]:
        reason = f"{ruled[taken[0]]} is run by the rules: nobody has its seat."
        raise Refused(reason, "", sides, "$.seats")
    if unknown := [side for side in by_side if side not in sides]:
        raise Refused(f"There is no side {unknown[0]!r} in this scenario.", "", sides, "$.seats")
    for seat in given:
        checked(seat.player, "player id", "$.seats")
        if seat.bot and seat.bot not in system.bot_names:
            raise Refused(f"There is no bot {seat.bot!r}.", "", system.bot_names, "$.seats")
        if seat.bot and seat.player:
            reason = f"The seat of {seat.side} is a player's or a bot's, not both."
            raise Refused(reason, "", [seat.player, f"bot:{seat.bot}"], "$.seats")
    return tuple(by_side.get(side, t.Seat(side)) for side in sides)


def players_of(seats: Sequence[t.Seat]) -> dict[str, str]:
    """Side → who is wanted there, "" for nobody by name, a bot by its player id."""
    return {seat.side: f"{BOT}{seat.bot}" if seat.bot else seat.player for seat in seats}


def undo_policy(seats: Sequence[t.Seat]) -> t.UndoPolicy:
    """Free where one person plays alone, against himself or bots; else by consent."""
    return "free" if people(seats) <= 1 else "consent"


def people(seats: Sequence[t.Seat]) -> int:
    """How many play. Whoever sits at this screen, without a name, is one."""
    return len({seat.player for seat in seats if not seat.bot})


class Sitting(NamedTuple):
    """How people are to sit at a battle. invited: to look on. study: whose campaign it is a battle of, if that is one's
    study. missing, seated: see `campaign.shared.opening.opened`."""

    wish: Wish = Wish()
    invited: tuple[str, ...] = ()
    missing: Missing = nothing_missing
    seated: Collection[str] = ()
    study: str = ""


AS_USUAL = Sitting()


def placed(action: t.Open, rules: TableRules, caller: Caller, sitting: Sitting) -> Opened:
    """Who sits, who is offered a seat, and who is umpire, when a battle is opened; the same for whoever opens and
    whoever verifies. Raises Refused, with what is missing."""
    players = players_of(action.seats)
    return opened(caller, rules, players, action.umpire, sitting.missing, sitting.seated)


def taken_of(seats: Sequence[t.Seat], found: Opened) -> tuple[t.Seat, ...]:
    """The seats as they are taken."""
    return tuple(one if one.bot else t.Seat(one.side, found.taken.get(one.side, "")) for one in seats)


def asked_for(
    rules: Rules,
    rosters: Rosters,
    scenario: str,
    options: Mapping[str, Any],
    seats: Sequence[t.Seat] = (),
    dice: t.DiceMode = "sealed",
    undo: t.UndoPolicy | None = None,
    muster: Muster | None = None,
    umpire: str = "",
) -> t.Open:
    """A battle as somebody wants it, checked, and what he left open filled in. Raises Refused."""
    info, id = find_info(rules, scenario), rules.system.id
    placed = seats_for(info, seats, rules.system)
    chosen = settle(info, options, lambda roster: rosters.show(id, roster))
    return t.Open(scenario, id, placed, dice, undo or undo_policy(placed), chosen, muster, umpire)


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
    house: OpenBattles,
    rules: Rules,
    action: t.Open,
    name: str,
    title: str,
    caller: Caller,
    sitting: Sitting = AS_USUAL,
    committed: tuple[str, bytes] | None = None,
) -> Opening:
    """A battle from a scenario, ready to be written. committed: the commitment to its dice and their secret; new ones
    if there are none yet. Raises Refused."""
    muster, system = action.muster, rules.system
    if action.dice == "typed" and not (caller.here or caller.keeper) and any(one.bot for one in action.seats):
        reason = "Here the server plays the bots, and it has no real dice to throw: nobody could go on."
        raise Refused(reason, "", ["sealed dice", "a player in its place"], "$.dice")
    events = set_up(rules, action)
    hidden = rules.hidden is not None and rules.hidden.hides(system.begun(events))
    table = table_rules(caller, players_of(action.seats), hidden, sitting.wish)
    if sitting.study:
        table = study_rules(caller)[1]
    found = placed(action, table, caller, sitting)
    world = house.world
    sealed, secret = "", b""
    if action.dice == "sealed":
        sealed, secret = committed or world.commit(name)
    begun = t.BattleOpened(
        system.id,
        system.version,
        action.scenario,
        title or find_info(rules, action.scenario).title,
        taken_of(action.seats, found),
        action.dice,
        action.undo,
        sealed,
        muster.campaign if muster is not None else "",
        muster.node if muster is not None else "",
        found.umpire,
        SCHEME if sealed else 1,
        table,
        dict(found.offers),
        sitting.invited,
        sitting.study,
    )
    author = Author(caller.player)
    battle = OpenBattle(house.store, name, rules, world)
    state = battle.diary.reducer.initial()
    told = [begun, *events]
    blobs = (rules.pack.encode(),)
    return Opening(
        battle, battle.beginning(begun.title, state, action, author, told, secret, blobs=blobs), state, told
    )


def again(battle: OpenBattle, seating: Seating) -> t.Open:
    """A battle as it would be opened again: by the same action, with those who have its seats now. Raises Refused."""
    first = origin_of(battle)
    if first.muster is not None:
        reason = (
            "A campaign's battle is fought once: who comes to it, and with what, follows from the campaign."
        )
        raise Refused(reason, "", ["new"])
    offered = {side: one.to for side, one in seating.chairs.offers.items() if one.to}
    sat = {**offered, **{side: player for player, side in seating.chairs.had.items()}}
    players = {side: player or sat.get(side, "") for side, player in seating.players.items()}
    seats = tuple(one if one.bot else t.Seat(one.side, players.get(one.side, "")) for one in first.seats)
    umpire = seating.umpire or sat.get(UMPIRE, "")
    return replace(first, seats=seats, umpire=umpire)


def origin_of(battle: OpenBattle) -> t.Open:
    """The action that opened a battle, or the one that it was forked from. Raises Refused, DiaryError."""
    store, name = battle.store, battle.name
    for origin in origins(store, name):
        name = origin.diary
    try:
        return _opening(store.entry(name, 1).read().action)
    except msgspec.DecodeError:
        raise Refused("It was opened by another version, and cannot be opened again.", "", ["new"]) from None


def study_rules(caller: Caller) -> tuple[str, TableRules]:
    """Whose study a fork is, and its rules: whoever makes one sees everything in it and plays all but the bots; at one
    machine, without a name, whoever is there."""
    if caller.player == SOMEBODY:
        return "", TableRules("together", True)
    return caller.player, TableRules("together", caller.here, "invited")


def made_study(player: str, study: str, rules: TableRules) -> bool:
    """Whether a fork that is this study, under these rules, can be that player's."""
    return any((study, rules) == study_rules(Caller(player, here=here)) for here in (False, True))


def fork_battle(battle: OpenBattle, seq: int, title: str, caller: Caller, name: str = "") -> Opening:
    """A new battle that goes on from an entry of another, with a secret of its own, ready to be written: a study of one
    player's. name: of its diary, a new one if left out. Raises Refused."""
    store, world = battle.store, battle.world
    state = battle.diary.state_at(seq)
    if battle.over(state):
        raise Refused(f"At entry {seq} the battle is over: fork from an earlier one.")
    name = study_name(world, store, caller, battle.name, name, "$.name")
    origin = battle.origin(seq)
    sealed, secret = world.commit(name) if state.table.dice == "sealed" else ("", b"")
    title = checked(title, "title", "$.title") or f"{state.table.title} (fork at {seq})"
    study, rules = study_rules(caller)
    scheme = SCHEME if sealed else 1
    forked = t.BattleForked(battle.name, seq, origin.seal.hex(), sealed, title, scheme, study, rules)
    made = OpenBattle(store, name, battle.rules, world)
    action = t.Fork(battle.name, seq)
    return Opening(
        made,
        made.beginning(title, state, action, Author(caller.player), [forked], secret, origin),
        state,
        [forked],
    )

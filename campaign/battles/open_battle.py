"""A battle that is open here: its diary and its rules, bound to the pack that it was opened with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from campaign.battles import table as t
from campaign.battles.state import Battle, BattleReducer, sides_of, verdict
from campaign.library.installed import InstalledPacks
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Verdict
from campaign.rules.options import Pending, Side
from campaign.rules.refused import Refused
from campaign.rules.seats import NO_CHAIRS, ChairsKept, SeatEvent, TableRules
from campaign.rules.system import Rules
from campaign.shared.answers import WaitingSeat
from campaign.shared.callers import BOT, Seating
from campaign.shared.clock import World
from campaign.shared.kept_open import OpenDiaries
from campaign.shared.open_diary import OpenDiary
from campaign.shared.rolling import Sealing
from campaign.shared.seating import all_taken, changed, waited_for, waiting_seats
from campaign.shared.sitters import chairs
from events.decoding import json_decoder
from events.entry import Head
from events.errors import Damaged, NoSuchDiary, UnknownEvent, fitting
from events.store import Store


class Chosen(NamedTuple):
    """What a bot wants to do. player: its player id. expected: the newest entry that it has seen."""

    side: str
    player: str
    expected: int
    action: Any


KEPT_LEFT = 16
"""States from which rewinds led away that are kept for each battle."""
Belonging = Callable[[str], str]
"""Of a battle, by its name: why it is fought on as a fork only, since its campaign has it no more; "" if it goes on."""


def nobodys(_: str) -> str:
    """Where no campaign is asked."""
    return ""


class OpenBattle(OpenDiary[Battle]):
    """See `campaign.shared.open_diary.OpenDiary`, about threads too."""

    what = "battle"

    def __init__(self, store: Store, name: str, rules: Rules, world: World) -> None:
        self.rules, self.system = rules, rules.system
        action_type = cast("Any", self.system.action_type | t.PLAYER_ACTIONS)
        super().__init__(store, name, world, BattleReducer(self.system), action_type)
        self.version = f"{self.system.id} {self.system.version}"
        self.pack = rules.pack.digest
        self.chosen: Chosen | None = None
        """What a bot chose last, until it is done."""
        self._left = lru_cache(maxsize=KEPT_LEFT)(self._left_at)
        self.belonging: Belonging = nobodys

    def left(self, seq: int, hides: bool) -> Battle:
        """The state at an entry from which a rewind led away, which callers must not change; before that where it is
        not understood here. hides: whether one is wanted that hides something: at the end everything lies open."""
        while seq > 1:
            entry = self.store.entry(self.name, seq)
            with suppress(UnknownEvent, Damaged):
                state = self._left(seq, entry.seal)
                if self.hides(state) or not hides:
                    return state
            seq = entry.parent
        return self._left(1, self.store.entry(self.name, 1).seal)

    def _left_at(self, seq: int, _: bytes) -> Battle:
        """A file may have been put back from a copy under our hands; so the entry's seal is asked for too."""
        return self.diary.state_at(seq)

    def taken_out(self) -> str:
        """Why it is fought on as a fork only, or ""."""
        return self.belonging(self.name)

    def writable(self, expected: int | None, head: Head | None = None) -> None:
        """Raises Refused too where its campaign has it no more."""
        super().writable(expected, head)
        if why := self.taken_out():
            raise Refused(why, "", ["fork"])

    def goes_on(self, state: Battle, seating: Seating, seq: int) -> None:
        """Raises Refused if no action may be decided after an entry: it is over, or a seat waits for its player. state,
        seating: there."""
        if self.over(state):
            raise Refused("The battle is over. Fork it to try another move.", "", ["fork"])
        all_taken(seating, seating.waiting, lambda: self.begun(seq))

    def waiting(self, state: Battle, seq: int) -> tuple[WaitingSeat, ...]:
        """The seats without which nothing is done yet after an entry. state: there."""
        if self.over(state):
            return ()
        seating = self.seating_after(state, seq)
        waiting = waited_for(seating, seating.waiting, lambda: self.begun(seq))
        return waiting_seats(seating, waiting, self.side_names(state))

    def free(self, state: Battle, seq: int) -> tuple[WaitingSeat, ...]:
        """The sides that nobody has after an entry, where each belongs to a player. state: there."""
        seating = self.seating_after(state, seq)
        if self.over(state) or not seating.apart or seating.study:
            return ()
        free = [side for side, player in seating.players.items() if not player]
        return waiting_seats(seating, free, self.side_names(state))

    def over(self, state: Battle) -> bool:
        return self.verdict(state) is not None

    def hides(self, state: Battle) -> bool:
        hidden = self.rules.hidden
        return hidden is not None and hidden.hides(state.game)

    def sealing(self, state: Battle) -> Sealing:
        table = state.table
        typed = table.dice == "typed"
        return Sealing(typed, table.commitment, table.contributions, table.scheme, table.secret)

    def reveal_of(self, secret: str) -> tuple[t.Reveal, t.SecretRevealed]:
        return t.Reveal(), t.SecretRevealed(secret)

    def living_on(self, now: Battle, back: Battle) -> list[t.TableEvent | SeatEvent]:
        here, there = (_seats(state.table) for state in (now, back))
        events: list[t.TableEvent | SeatEvent] = [*changed(there, here, t.SeatLeft, t.SeatTaken)]
        if now.table.undo != back.table.undo:
            events.append(t.UndoPolicySet(now.table.undo))
        if now.table.chairs is not None and (events or now.table.chairs != back.table.chairs):
            events.append(ChairsKept(now.table.chairs))
        return events

    def verdict(self, state: Battle) -> Verdict | None:
        """How it ended; None while it goes on."""
        return verdict(self.rules, state)

    def pending(self, state: Battle) -> tuple[Pending, ...]:
        """Who is asked: by the game, or to answer a request to take something back."""
        request = state.table.request
        game = () if self.over(state) else self.rules.pending(state.game)
        if request is None:
            return game
        text = f"A request to go back to entry {request.to}: agree or refuse; who acts instead refuses."
        others = [seat.side for seat in state.table.seats if seat.side != request.side]
        return (*(Pending(side, "undo", text) for side in others), *game)

    def sides(self, state: Battle) -> tuple[Side, ...]:
        """Raises Damaged for a battle of a scenario that there is not."""
        if sides := sides_of(self.rules, state):
            return sides
        raise Damaged(self.name, 1, f"it opens no scenario that its pack has ({state.table.scenario[:60]!r})")

    def side_names(self, state: Battle) -> dict[str, str]:
        return {side.id: side.name for side in self.sides(state)}

    def seating(self, state: Battle) -> Seating:
        table = state.table
        players = _players(table)
        if table.rules is not None:
            known = table.chairs or NO_CHAIRS
            nobody = "" if known.umpire or table.rules.seats == "together" else None
            return Seating(
                players,
                table.umpire or nobody,
                table.rules,
                known,
                self.opener,
                table.study,
            )
        return self._older(state, self.diary.head().seq)

    def _older(self, state: Battle, seq: int) -> Seating:
        """Of a battle whose first entry sets no rules, after an entry: apart if all seats bear names, or one does and
        sides hide something. Names are taken at their word, absence frees nothing."""
        table = state.table
        players = _players(table)
        people = [side for side, player in players.items() if not player.startswith(BOT)]
        names = {side: players[side] for side in people if players[side]}
        said = bool(names) and (len(names) == len(people) or self.hides(state))
        apart = said or table.chairs is not None  # it stays so when one of them leaves
        rules = TableRules("apart" if apart else "together", True, absence=0)
        umpire = table.umpire or (None if names else "")
        known = table.chairs
        if known is not None and known.umpire:
            umpire = table.umpire
        if known is None:
            known = chairs(self.sitters.until(seq), players, names if apart else {}, table.umpire)
            players = {side: "" if side in known.offers else player for side, player in players.items()}
        return Seating(players, umpire, rules, known, self.opener)

    def sets_rules(self, state: Battle) -> bool:
        return state.table.rules is not None

    def remembers(self, state: Battle) -> bool:
        return state.table.chairs is not None

    def remembering(self, state: Battle, seating: Seating) -> list[t.TableEvent | SeatEvent]:
        if not seating.apart or state.table.chairs is not None:
            return []
        gone = changed(_players(state.table), seating.players, t.SeatLeft, t.SeatTaken)
        return [*gone, ChairsKept(seating.chairs)]

    def seating_after(self, state: Battle, seq: int) -> Seating:
        return self.seating(state) if state.table.rules is not None else self._older(state, seq)

    def seated_then(self, state: Battle) -> Seating:
        table = state.table
        if table.rules is not None:
            return self.seating(state)
        players = _players(table)
        named = any(seat.player for seat in table.seats if not seat.bot)
        return Seating(players, table.umpire or (None if named else ""), TableRules("together", True))


def _players(table: t.Table) -> dict[str, str]:
    """Side → who plays it; a bot by its player id."""
    return {seat.side: f"{BOT}{seat.bot}" if seat.bot else seat.player for seat in table.seats}


def _seats(table: t.Table) -> dict[str, str]:
    """The same, with the umpire's chair where that may change hands."""
    return {**_players(table), **({UMPIRE: table.umpire} if table.rules is not None else {})}


class OpenBattles(OpenDiaries[OpenBattle]):
    """All battles of a house, opened when they are asked for. belonging, kin: ask the campaigns, which stand above."""

    def __init__(
        self, store: Store, packs: InstalledPacks, world: World, belonging: Belonging = nobodys
    ) -> None:
        super().__init__(store, self._open)
        self.packs, self.world = packs, world
        self.belonging = belonging

    def _open(self, name: str) -> OpenBattle:
        """Raises NoSuchDiary, NoSuchEntry, ReadOnly, Damaged, Refused."""
        if self.store.info(name).kind != "battle":
            raise NoSuchDiary(name)
        system, digest = origin(self.store, name)
        with fitting(name, 1, "the pack that it names cannot be used"):
            rules = self.packs.of_battle(system, digest)
        battle = OpenBattle(self.store, name, rules, self.world)
        battle.belonging = self.belonging
        return battle


class _Opened(msgspec.Struct):
    action: Any
    rules: str = ""
    pack: str = ""


_opened = json_decoder(_Opened).decode


def origin(store: Store, battle: str) -> tuple[str, str]:
    """Rule system and pack digest of a battle, from its first entry. Raises NoSuchDiary, NoSuchEntry, Damaged."""
    try:
        found = _opened(store.entry(battle, 1).body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(battle, 1, f"its body cannot be read ({error})") from None
    return found.rules.partition(" ")[0], found.pack

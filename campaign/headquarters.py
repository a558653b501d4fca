"""The one door: command line, terminal program, HTTP API and bots all act through here.

What changes a diary answers with a value: `Acted`, `Refusal` or `DiceNeeded`; a refusal leaves no trace. What only
reads raises Refused or a DiaryError, whose text is a sentence too. Nobody gets raw state: views are made for a viewer.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from campaign import acting, botplay, checks, excerpt, going_back, opening, record, seats, settings
from campaign import table as t
from campaign.answers import (
    Acted,
    BattleInfo,
    BattleView,
    BotChoice,
    ChangeLine,
    DiceNeeded,
    EntryDetail,
    LegalAction,
    LogEntry,
    PackReport,
    Refusal,
    VerifyReport,
)
from campaign.arrivals import Vetting
from campaign.battle import verdict
from campaign.campaign_desk import CampaignDesk
from campaign.campaigns import CampaignDoor
from campaign.desk import Desk, World
from campaign.home import Home
from campaign.plain import checked
from campaign.rosters import RosterDoor
from campaign.rules.dice import DiceWanted
from campaign.rules.muster import Muster, Verdict
from campaign.rules.refused import Refused
from campaign.rules.system import Odds, Preview, Rules, ScenarioInfo, System
from campaign.shelf import Shelf
from events.entry import Author, encode_json
from events.errors import BadFile, DiaryError, HeadMoved, NoSuchDiary, ReadOnly
from events.exchange import export_diaries, import_diaries
from events.sqlite import SQLiteStore

SOMEBODY = "local"
"""The player at this screen, where nobody has an account."""
NO_SAMPLE: tuple[str, Mapping[str, str]] = ("", {})
TRIES = 5
"""How often an action is decided anew because somebody else appended first."""

Answer = Acted | Refusal | DiceNeeded
Action = Mapping[str, Any] | str | bytes | msgspec.Raw


class Headquarters(RosterDoor, CampaignDoor):
    """Everything one can do with the diaries in one data folder."""

    def __init__(self, home: Home | Path | str | None = None, world: World | None = None) -> None:
        self.home = (home if isinstance(home, Home) else Home(home)).make()
        self.store = SQLiteStore(self.home.database)
        self.shelf = Shelf(self.home, self.store)
        self.world = world or World()
        self._desks: dict[str, Desk] = {}
        self._campaigns: dict[str, CampaignDesk] = {}

    def close(self) -> None:
        self.store.close()
        if self._chronicle is not None:
            self._chronicle.close()

    def __enter__(self) -> Headquarters:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- scenarios and packs ------------------------------------------------------------------------

    def scenarios(self, system: str | None = None) -> list[tuple[System, ScenarioInfo]]:
        return self.shelf.scenarios(system)

    def scenario(self, scenario: str, system: str | None = None) -> tuple[System, ScenarioInfo]:
        """One scenario. system: needed only where several have one of that id. Raises Refused."""
        found, rules = self.shelf.installed(self.shelf.find_scenario(scenario, system))
        return found, opening.find_info(rules, scenario)

    def packs(self) -> list[PackReport]:
        return self.shelf.reports()

    # -- battles ------------------------------------------------------------------------------------

    def new(
        self,
        scenario: str,
        *,
        system: str | None = None,
        title: str = "",
        seats: Sequence[t.Seat] = (),
        dice: t.DiceMode = "sealed",
        undo: t.UndoPolicy | None = None,
        options: Mapping[str, Any] | None = None,
        player: str = SOMEBODY,
        battle: str = "",
        muster: Muster | None = None,
    ) -> Answer:
        """Open a battle. seats: who plays which side; a side without a seat is anybody's at this screen.

        options: by id of the scenario's settings; those left out get their defaults.
        muster: what a campaign sends into it.
        """

        def do() -> Acted:
            found, info = self.scenario(scenario, system)
            rules = self.shelf.installed(found.id)[1]
            placed = opening.seats_for(info, seats, found)
            checked(title, "title", "$.title")
            checked(player, "player id", "$.player")
            policy = undo or opening.undo_policy(placed)
            chosen = settings.settle(info, options or {}, lambda name: self.roster(found.id, name))
            action = t.Open(scenario, found.id, placed, dice, policy, chosen, muster)
            name = battle or f"{scenario}-{self.world.random_bytes(3).hex()}"
            return opening.open_battle(
                self._desk, self.store, self.world, found, rules, action, name, title, player
            )

        return _answer(do)

    def samples(self) -> list[str]:
        """Where there is no battle yet: one to look around in for each rule system that has one. Answers with ids."""
        found: list[str] = []
        for system in () if self.battles() else dict.fromkeys(one for one, _ in self.scenarios()):
            sample: tuple[str, Mapping[str, str]] = getattr(system, "sample", NO_SAMPLE)
            scenario, bots = sample
            if scenario:
                placed = [t.Seat(side, bot=bot) for side, bot in bots.items()]
                answer = self.new(scenario, system=system.id, seats=placed)
                found += [answer.battle] if isinstance(answer, Acted) else []
        return found

    def battles(self) -> list[BattleInfo]:
        """All battles, oldest first. One whose opening was cut short has no entry and is left out."""
        return [self.info(found.name) for found in self.store.diaries("battle") if found.head.seq]

    def last_played(self) -> str | None:
        """The battle with the newest entry of all, if it is not over."""
        newest = self.store.since(self.store.position() - 1, 1)
        if not newest or self.store.info(newest[0].diary).kind != "battle":
            return None
        if self.info(newest[0].diary).verdict is not None:
            return None
        return newest[0].diary

    def info(self, battle: str) -> BattleInfo:
        """A battle as listed; one that cannot be opened says why. Raises NoSuchDiary."""
        found = self.store.info(battle)
        try:
            return record.info(self.desk(battle), found)
        except (DiaryError, Refused) as error:
            return record.closed_info(found, str(error))

    def desk(self, battle: str) -> Desk:
        """The battle, opened once. Raises NoSuchDiary, ReadOnly, Refused."""
        if battle not in self._desks:
            system, digest = record.origin(self.store, battle)
            return self._desk(battle, *self.shelf.of_battle(system, digest))
        return self._desks[battle]

    def _desk(self, battle: str, system: System, rules: Rules) -> Desk:
        desk = self._desks[battle] = Desk(self.store, battle, system, rules, self.world)
        return desk

    # -- reading ------------------------------------------------------------------------------------

    def head(self, battle: str) -> int:
        """Seq of the newest entry. Raises NoSuchDiary."""
        return self.store.head(battle).seq

    def verdict(self, battle: str) -> Verdict | None:
        """How a battle ended; None while it goes on. Raises NoSuchDiary."""
        desk = self.desk(battle)
        return verdict(desk.rules, desk.diary.current()[1])

    def view(self, battle: str, viewer: str = "", at: int | None = None) -> BattleView:
        """What a viewer sees: a side's id, `umpire`, or "" for an observer. Raises NoSuchEntry, Refused."""
        return record.view(self.desk(battle), viewer, at)

    def legal(self, battle: str, side: str | None = None) -> list[LegalAction]:
        """All that may be done now: by one side, asked or not, or by every side that is asked. Raises Refused."""
        return record.legal(self.desk(battle), side)

    def odds(
        self, battle: str, action: Action, side: str | None = None, player: str = SOMEBODY
    ) -> Odds | None:
        """Exact chances of an action that is legal now; None if it rolls no dice. Raises Refused."""
        rules, game, who, decoded = self._asked(battle, action, side, player)
        return None if isinstance(decoded, t.TableAction) else rules.odds(game, who, decoded)

    def preview(
        self, battle: str, action: Action, side: str | None = None, player: str = SOMEBODY
    ) -> Preview | None:
        """Where an action would lead, as the side may know; None if the rules cannot say. Raises Refused."""
        rules, game, who, decoded = self._asked(battle, action, side, player)
        return None if isinstance(decoded, t.TableAction) else rules.preview(game, who, decoded)

    def _asked(
        self, battle: str, action: Action, side: str | None, player: str
    ) -> tuple[Rules, Any, str, Any]:
        desk = self.desk(battle)
        _, state = desk.diary.current()
        decoded = record.decode_action(desk.decoder, _bytes(action))
        return desk.rules, state.game, seats.acting_side(state, desk.pending(state), side, player), decoded

    def log(self, battle: str, viewer: str = "", after: int = 0, limit: int | None = None) -> list[LogEntry]:
        """The entries, oldest first, those taken back marked as such."""
        return record.log(self.desk(battle), viewer, after, limit)

    def show(self, battle: str, seq: int, viewer: str = "") -> EntryDetail:
        """One entry whole. Raises NoSuchEntry."""
        return record.show(self.desk(battle), seq, viewer)

    def difference(self, battle: str, a: int, b: int, viewer: str = "") -> list[ChangeLine]:
        """What is different for this viewer at entry b, compared with entry a. Raises NoSuchEntry."""
        return record.difference(self.view(battle, viewer, a), self.view(battle, viewer, b))

    def verify(self, battle: str) -> VerifyReport:
        """Chain, states, packs, and every die whose secret is known. Raises NoSuchDiary."""
        try:
            desk = self.desk(battle)
        except (DiaryError, Refused) as error:
            if isinstance(error, NoSuchDiary) and not self.store.read_only:
                raise  # no verdict on a diary, unless a damaged file has lost it
            return VerifyReport(battle, False, 0, first_bad=1, why=str(error))
        return checks.check(desk)

    # -- acting -------------------------------------------------------------------------------------

    def act(
        self,
        battle: str,
        action: Action,
        *,
        side: str | None = None,
        player: str = SOMEBODY,
        dice: Sequence[int] = (),
        key: str = "",
        expected: int | None = None,
    ) -> Answer:
        """Do what a side asks for, or say why not. dice: typed in, where the battle has real dice.

        key: the caller's own; the same key again answers with the first one's entry. expected: the entry that
        the caller has seen; if the head has moved on since, nothing is done.
        """

        def do() -> Acted:
            desk = self.desk(battle)
            checked(key, "key", "$.key")
            checked(player, "player id", "$.player")
            if key and (before := self.store.keyed(battle, key)):
                return record.acted(desk, before[-1], [], repeated=True)
            decoded = record.decode_action(desk.decoder, _bytes(action))
            for _ in range(TRIES):
                try:
                    return acting.act(desk, decoded, side, player, dice, key, expected)
                except HeadMoved:
                    if expected is not None:
                        raise
            raise Refused("Others keep acting first. Try again.")

        return _answer(do)

    def undo(self, battle: str, *, side: str | None = None, player: str = SOMEBODY) -> Answer:
        """Take back the newest action, or ask for consent where dice were rolled or another side acted."""
        return self._go_back(battle, "undo", None, side, player)

    def redo(self, battle: str, *, side: str | None = None, player: str = SOMEBODY) -> Answer:
        """Bring back what the newest undo took away."""
        return self._go_back(battle, "redo", None, side, player)

    def rewind(self, battle: str, to: int, *, side: str | None = None, player: str = SOMEBODY) -> Answer:
        """Return to the state at any entry, also one that was withdrawn."""
        return self._go_back(battle, "jump", to, side, player)

    def _go_back(
        self, battle: str, why: going_back.Why, to: int | None, side: str | None, player: str
    ) -> Answer:
        return _answer(lambda: going_back.go_back(self.desk(battle), why, to, side, player))

    def answer_undo(self, battle: str, grant: bool, *, side: str, player: str = SOMEBODY) -> Answer:
        """The opponent's or the umpire's answer to a request."""

        def do() -> Acted:
            desk = self.desk(battle)
            head, state = desk.diary.current()
            return going_back.answer(desk, head, state, Author(player, side), grant)

        return _answer(do)

    # -- bots ---------------------------------------------------------------------------------------

    def bot_choice(
        self, battle: str, bots: Mapping[str, str] | None = None, pick: Callable[[int], int] | None = None
    ) -> BotChoice | None:
        """What a bot wants to do, if a side that has one is asked; None if not.

        bots: side → bot, instead of the seats'. pick(n): a number from 0 to n-1, where a bot tosses a coin.
        """
        return botplay.choose(self.desk(battle), bots, pick or secrets.randbelow)

    def best_bot(self, battle: str) -> str:
        """The bot of its rule system that plays best: systems name theirs from worst to best. "" without bots."""
        return (*self.desk(battle).system.bots[-1:], "")[0]

    def bot_move(
        self,
        battle: str,
        bots: Mapping[str, str] | None = None,
        pick: Callable[[int], int] | None = None,
        roll: Callable[[DiceNeeded], Sequence[int]] | None = None,
    ) -> Answer | None:
        """One action by a bot, if a side that has one is asked; None if not. See `bot_choice`.

        roll: asks somebody for the dice where they are typed in; without it the answer is DiceNeeded.
        """
        choice = self.bot_choice(battle, bots, pick)
        if choice is None:
            return None
        typed: tuple[int, ...] = ()
        while True:
            answer = self.act_for_bot(battle, choice, typed)
            if not isinstance(answer, DiceNeeded) or roll is None:
                return answer
            typed = (*answer.typed, *roll(answer))

    def act_for_bot(self, battle: str, choice: BotChoice, dice: Sequence[int] = ()) -> Answer:
        """Do what a bot chose, unless somebody was faster."""
        return self.act(
            battle, choice.action, side=choice.side, player=choice.player, dice=dice, expected=choice.expected
        )

    def autoplay(
        self,
        battle: str,
        bots: Mapping[str, str] | None = None,
        pick: Callable[[int], int] | None = None,
        roll: Callable[[DiceNeeded], Sequence[int]] | None = None,
    ) -> Iterator[Answer]:
        """Let bots play, action by action, until nobody with a bot is asked or something is refused."""
        while (answer := self.bot_move(battle, bots, pick, roll)) is not None:
            yield answer
            if isinstance(answer, DiceNeeded) or (
                isinstance(answer, Refusal) and answer.kind != "head-moved"
            ):
                return

    # -- forks and files ----------------------------------------------------------------------------

    def fork(self, battle: str, at: int | None = None, *, title: str = "", player: str = SOMEBODY) -> Answer:
        """A new battle that goes on from an entry of this one, with dice of its own."""

        def do() -> Acted:
            desk = self.desk(battle)
            seq = self.head(battle) if at is None else at
            checked(title, "title", "$.title")
            name = f"{battle.partition('~')[0]}~{self.world.random_bytes(3).hex()}"
            return opening.fork_battle(self._desk, desk, seq, name, title, player)

        return _answer(do)

    def export(
        self,
        path: Path | str,
        battles: Sequence[str] | None = None,
        *,
        with_secrets: bool = False,
        viewer: str | None = None,
    ) -> int:
        """Write diaries to a file (NDJSON, gzipped if it ends in .gz); answers with the number of entries.

        with_secrets: also the keys of dice that are still sealed. viewer: only the record as that viewer may see it,
        to read and not to import (see `campaign.excerpt`). Raises NoSuchDiary, Damaged, Refused.
        """
        if viewer is None:
            return export_diaries(self.store, path, battles, secrets=with_secrets)
        if with_secrets:
            raise Refused("The secrets of the dice are for whoever keeps the diaries, not for a viewer.")
        names = [info.battle for info in self.battles()] if battles is None else battles
        return excerpt.write(Path(path), [(self.desk(name), self.info(name)) for name in names], viewer)

    def import_(self, path: Path | str) -> int:
        """Take diaries from a file, verified first; answers with the number of new entries.

        Raises BadFile, Diverged.
        """
        if excerpt.is_one(Path(path)):
            reason = "is one viewer's record of a battle: to read, not to go on from. Ask for a whole export."
            raise BadFile(f"{Path(path).name} {reason}")
        return import_diaries(self.store, path, Vetting(self.store))


def _answer(do: Callable[[], Acted]) -> Answer:
    """What came of it, refusals as values."""
    try:
        return do()
    except Refused as refused:
        return Refusal.of(refused)
    except DiceWanted as wanted:
        return DiceNeeded(wanted.purpose, wanted.count, wanted.sides, wanted.typed)
    except HeadMoved as error:
        return Refusal(str(error), kind="head-moved")
    except ReadOnly as error:
        return Refusal(str(error), kind="read-only")
    except DiaryError as error:
        return Refusal(str(error))


def _bytes(action: Action) -> bytes:
    """An action as JSON bytes, however it was given."""
    if isinstance(action, str):
        return action.encode()
    return action if isinstance(action, bytes) else encode_json(action)

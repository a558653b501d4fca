"""The door to battles, for one caller: opened, seen, fought, taken back, forked, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.battles import acting, opening, queries, rewinding, seats
from campaign.battles import table as t
from campaign.battles.acting import Ask
from campaign.battles.answers import BattleInfo, BattleView, EntryDetail, LegalAction, Moment
from campaign.battles.bots import Bots
from campaign.battles.kinds import taught
from campaign.battles.open_battle import OpenBattles
from campaign.battles.queries import Look
from campaign.library.archive import Archive
from campaign.library.rosters import Rosters
from campaign.rules.options import Odds
from campaign.rules.refused import Refused
from campaign.rules.views import Preview
from campaign.shared.answering import acts, patiently, reads, settled
from campaign.shared.answers import Acted, ChangeLine, LogEntry, Standing, VerifyReport
from campaign.shared.asked import action_bytes
from campaign.shared.callers import Caller, at_home, keeper
from campaign.shared.changing_hands import hosting
from campaign.shared.plain import checked, diary_name
from campaign.shared.terms import Terms, terms
from events.entry import Author
from events.errors import DiaryError, NoSuchDiary, NoSuchEntry
from events.files import Target
from events.store import DiaryInfo

Action = Mapping[str, Any] | str | bytes | msgspec.Raw


class Battles:
    """Everything one caller can do with battles. What reads raises Refused; what changes a diary answers with a value.

    Nobody gets raw state: views are made for the role in which the caller looks.
    """

    def __init__(self, opened: OpenBattles, rosters: Rosters, caller: Caller) -> None:
        self._opened, self._rosters, self._caller = opened, rosters, caller
        self._archive = Archive(opened.packs.home, opened.store)
        self.bots = Bots(opened, caller)

    def _look(self, battle: str) -> Look:
        return queries.look(self._opened.get(battle), self._caller)

    # -- opening and listing ------------------------------------------------------------------------

    @acts("any")
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
        name: str = "",
    ) -> Acted:
        """Open a battle. seats: who plays which side; a side without a seat is anybody's at this screen.

        options: by id of the scenario's settings; those left out get their defaults. name: of its diary.
        """
        packs, player = self._opened.packs, self._caller.player
        rules = packs.installed(packs.find_scenario(scenario, system))
        action = opening.asked_for(rules, self._rosters, scenario, options or {}, seats, dice, undo)
        name = diary_name(name) or self._opened.world.name(self._opened.store, f"{scenario}-")
        heading = checked(title, "title", "$.title")
        umpire = opening.umpire_of(action.seats, player)
        return opening.open_battle(self._opened, rules, action, name, heading, Author(player), umpire).write()

    @reads("keep")
    def open_samples(self) -> list[str]:
        """Where there is no battle yet: one to look around in for each rule system that has one. Answers with ids."""
        keeper(self._caller)
        found: list[str] = []
        systems = {rules.system.id: rules.system for rules, _ in self._opened.packs.scenarios()}
        for system in () if self._opened.store.diaries("battle") else systems.values():
            scenario, bots = system.sample
            if scenario:
                placed = [t.Seat(side, bot=bot) for side, bot in bots.items()]
                answer = self.new(scenario, system=system.id, seats=placed)
                found += [answer.diary] if isinstance(answer, Acted) else []
        return found

    @reads("any")
    def all(self, archived: bool = False) -> list[BattleInfo]:
        """All battles, oldest first. One whose opening was cut short has no entry and is left out. archived: those that
        were put away, too."""
        found = self._archive.listed("battle", archived)
        return [replace(self._info(one), archived=away) for one, away in found]

    @reads("keep")
    def archive(self, battle: str, back: bool = False) -> None:
        """Put a battle away, also one that cannot be read: it is no longer listed, and nothing else. back: list it
        again. Raises Refused."""
        keeper(self._caller)
        self._archive.mark("battle", battle, back)

    @reads("any")
    def last(self) -> str:
        """The battle with the newest entry of all diaries, if it can be opened and is not over; else "". Nothing
        for whoever may be behind anywhere."""
        if self._caller.behind:
            return ""
        store = self._opened.store
        newest = store.since(store.position() - 1, 1)
        found = next((one for one in store.diaries("battle") if newest and one.name == newest[0].diary), None)
        if found is None:
            return ""
        info = self._info(found)
        there = info.system and info.verdict is None and info.battle not in self._archive
        return info.battle if there else ""

    @reads("any")
    def info(self, battle: str) -> BattleInfo:
        """A battle as listed; one that cannot be opened says why. Raises Refused."""
        return self._info(self._opened.store.info(battle))

    def _info(self, found: DiaryInfo) -> BattleInfo:
        try:
            return queries.info(self._opened.get(found.name), found, self._caller)
        except (DiaryError, Refused) as error:
            return queries.closed_info(found, str(error))

    # -- reading ------------------------------------------------------------------------------------

    @reads("any")
    def hosts(self, battle: str) -> bool:
        """Whether the caller may give any seat to anybody, and so invite to it: see docs/callers.md. Raises Refused."""
        return hosting(self._opened.get(battle), self._caller)

    @reads("any")
    def head(self, battle: str) -> int:
        """Seq of the newest entry. Raises Refused."""
        if self._caller.behind:
            return queries.look(self._opened.get(battle), self._caller.looking_as("")).head.seq
        return self._opened.store.head(battle).seq

    @reads("look")
    def standing(self, battle: str) -> Standing:
        """Where the caller stands at the newest entry: cheap enough to be asked before every answer that is kept.
        Raises Refused."""
        return queries.standing(self._opened.get(battle), self._caller)

    @reads("look")
    def moment(self, battle: str, seq: int | None = None, after: int = 0) -> Moment:
        """All that one screen needs, of one and the same newest entry. seq: to look at, the newest if none is named.

        after: the last entry of the log that is known already. Raises Refused.
        """
        return queries.moment(self._look(battle), seq, after)

    @reads("look")
    def view(self, battle: str, seq: int | None = None) -> BattleView:
        """What the caller sees at an entry. Raises Refused."""
        return queries.view(self._look(battle), seq)

    @reads("act")
    def legal(self, battle: str) -> list[LegalAction]:
        """All that may be done now: by the side that the caller looks as, asked or not; else by his that are asked.

        Raises Refused.
        """
        return queries.legal(self._look(battle))

    @reads("act")
    def odds(self, battle: str, action: Action) -> Odds | None:
        """Exact chances of an action; None if it rolls no dice. Raises Refused as the action would."""
        found = self._look(battle)
        rules = found.battle.rules
        with taught(found.battle, self._caller):
            side, decoded = _asked(found, action)
            table = isinstance(decoded, t.TableAction)
            odds = None if table else rules.odds(found.state.game, side, decoded)
        ours = rules.reconstructed(found.state.table.scenario)
        return replace(odds, reconstructed=ours) if odds is not None and ours else odds

    @reads("act")
    def preview(self, battle: str, action: Action) -> Preview | None:
        """Where an action would lead, as the side may know; None if the rules cannot say. Raises Refused as the action
        would."""
        found = self._look(battle)
        with taught(found.battle, self._caller):
            side, decoded = _asked(found, action)
            table = isinstance(decoded, t.TableAction)
            return None if table else found.battle.rules.preview(found.state.game, side, decoded)

    @reads("look")
    def log(self, battle: str, after: int = 0, limit: int | None = None) -> list[LogEntry]:
        """The entries, oldest first, those taken back marked as such. Raises Refused."""
        return queries.log(self._look(battle), after, limit)

    @reads("look")
    def show(self, battle: str, seq: int) -> EntryDetail:
        """One entry whole. Raises Refused."""
        return queries.show(self._look(battle), seq)

    @reads("look")
    def difference(self, battle: str, a: int, b: int) -> list[ChangeLine]:
        """What is different for the caller at entry b, compared with entry a. Raises Refused."""
        found = self._look(battle)
        return queries.difference(queries.view(found, a), queries.view(found, b))

    @reads("any")
    def verify(self, battle: str, seals: Sequence[str] = ()) -> VerifyReport:
        """Whether it holds, and what of it could not be checked (docs/diary.md). seals: as entries were shown,
        `SEQ:HEX`, for the diary to be held against. Raises Refused."""
        from campaign.shared.seals import held_against

        self._not_behind(battle, "whether it holds")
        return held_against(self._verified(battle), self._opened.store, seals)

    def _not_behind(self, battle: str, what: str) -> None:
        """Raises Refused for whoever is behind, unless it was over then."""
        if self._caller.behind:
            found = queries.look(self._opened.get(battle), self._caller.looking_as(""))
            if not found.battle.over(found.state):
                found.rights.not_behind(what)

    def _verified(self, battle: str) -> VerifyReport:
        from campaign.battles import verifying

        store = self._opened.store
        try:
            return verifying.verified(self._opened, battle, self._caller)
        except DiaryError as error:
            if isinstance(error, NoSuchDiary) and not store.read_only:
                raise  # no verdict on a diary, unless a damaged file has lost it
            return VerifyReport(battle, False, 0, first_bad=1, why=str(error))

    # -- acting -------------------------------------------------------------------------------------

    @acts("act")
    def act(
        self,
        battle: str,
        action: Action,
        *,
        dice: Sequence[int] = (),
        key: str = "",
        expected: int | None = None,
    ) -> Acted:
        """Do what the caller asks for, or say why not. dice: typed in, where the battle has real dice.

        key: the caller's own; the same key again gets the answer of the first time, `repeated`, and nothing is done.
        expected: the entry that the caller has seen; if the head has moved on since, nothing is done.
        """
        opened = self._opened.get(battle)
        with taught(opened, self._caller):
            ask = Ask(opened.decode(action_bytes(action)), tuple(dice), terms(key, expected))
            return patiently(partial(acting.act, opened, self._caller, ask), ask.terms)

    @acts("act")
    def undo(self, battle: str, *, key: str = "", expected: int | None = None) -> Acted:
        """Take back the newest action, or ask for consent where dice were rolled or another side acted.

        key, expected: see `act`.
        """
        return self._go_back(battle, "undo", terms(key, expected))

    @acts("act")
    def redo(self, battle: str, *, key: str = "", expected: int | None = None) -> Acted:
        """Bring back what the newest undo took away. key, expected: see `act`."""
        return self._go_back(battle, "redo", terms(key, expected))

    @acts("act")
    def rewind(self, battle: str, to: int, *, key: str = "", expected: int | None = None) -> Acted:
        """Return to the state at any entry, also one that was withdrawn. key, expected: see `act`."""
        return self._go_back(battle, "jump", terms(key, expected), to)

    def _go_back(self, battle: str, why: rewinding.Why, on: Terms, to: int | None = None) -> Acted:
        return settled(partial(rewinding.go_back, self._opened.get(battle), self._caller, why, on, to), on)

    @acts("act")
    def answer_undo(self, battle: str, grant: bool, *, key: str = "", expected: int | None = None) -> Acted:
        """The opponent's or the umpire's answer to a request. key, expected: see `act`."""
        opened, on = self._opened.get(battle), terms(key, expected)
        return settled(partial(rewinding.answer_as, opened, self._caller, grant, on), on)

    @acts("look")
    def seat(
        self, battle: str, side: str, player: str, *, key: str = "", expected: int | None = None
    ) -> Acted:
        """Seat a player on a side; "" frees the seat. Whoever has the right may take one that is nobody's, a player
        leaves his own, the umpire seats anybody: see docs/callers.md. No undo takes it back. key, expected: see `act`.
        """
        opened, on = self._opened.get(battle), terms(key, expected)
        return patiently(partial(seats.seat, opened, self._caller, side, player, on), on)

    # -- forks and files ----------------------------------------------------------------------------

    @acts("look")
    def fork(self, battle: str, seq: int | None = None, *, title: str = "") -> Acted:
        """A new battle that goes on from an entry of this one, with dice of its own; for whoever sees everything."""
        found = self._look(battle)
        found.battle.whole(self._caller)
        at = found.head.seq if seq is None else seq
        if found.rights.behind and at > found.head.seq:
            raise NoSuchEntry(battle, at, found.head.seq)
        return opening.fork_battle(found.battle, at, title, Author(self._caller.player)).write()

    @reads("look")
    def excerpt(self, target: Target, battles: Sequence[str] | None = None) -> int:
        """Write the record of battles as the caller may see it, to read and not to import; answers with the number of
        entries. See `campaign.battles.redacted_export`. Raises Refused."""
        from campaign.battles import redacted_export

        at_home(self._caller, target)
        names = [one.name for one in self._opened.store.diaries("battle") if one.head.seq]
        chosen = names if battles is None else battles
        return redacted_export.write(target, [(self._look(name), self.info(name)) for name in chosen])


def _asked(found: Look, action: Action) -> tuple[str, Any]:
    """For which side an action is asked about, and the action. Raises Refused, also where no action may be decided."""
    decoded = found.battle.decode(action_bytes(action))
    if not isinstance(decoded, t.GrantUndo | t.RefuseUndo):
        acting.goes_on(found.battle, found.state)
    asked = [one.side for one in found.battle.pending(found.state)]
    return found.rights.side(asked), decoded

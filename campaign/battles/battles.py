"""The door to battles, for one caller: opened, seen, fought, taken back, forked, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.battles import acting, offering, opening, queries, rewinding
from campaign.battles import table as t
from campaign.battles.acting import Ask
from campaign.battles.answers import BattleInfo, BattleView, EntryDetail, LegalAction, Moment
from campaign.battles.bots import Bots
from campaign.battles.kinds import taught
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.battles.queries import Look
from campaign.battles.seats import hands
from campaign.library.archive import Archive
from campaign.library.installed import find_info
from campaign.library.notebook import Lines, Notebook
from campaign.library.noting_file import Row
from campaign.library.rosters import Rosters
from campaign.rules.options import Odds
from campaign.rules.refused import Refused
from campaign.rules.seats import ABSENCE, LookOn
from campaign.rules.views import Preview
from campaign.shared.answering import acts, patiently, reads, settled
from campaign.shared.answers import Acted, ChangeLine, LogEntry, Standing, VerifyReport
from campaign.shared.asked import action_bytes
from campaign.shared.callers import FORBIDDEN, Caller, at_home, keeper
from campaign.shared.kept_open import Reach
from campaign.shared.naming import newest_known, table_name
from campaign.shared.opening import Wish, umpire_of
from campaign.shared.people import room_for_one
from campaign.shared.plain import checked
from campaign.shared.seats import Seats
from campaign.shared.terms import Terms, terms
from events.decoding import msgpack_decoder
from events.errors import DiaryError, NoSuchDiary, NoSuchEntry
from events.files import Target
from events.store import DiaryInfo

Action = Mapping[str, Any] | str | bytes | msgspec.Raw

_info = msgpack_decoder(BattleInfo).decode


class Battles:
    """Everything one caller can do with battles. What reads raises Refused; what changes a diary answers with a value.

    Nobody gets raw state: views are made for the role in which the caller looks.
    """

    def __init__(
        self,
        house: OpenBattles,
        rosters: Rosters,
        caller: Caller,
        notes: Notebook,
        belonging: Callable[[str], str],
    ) -> None:
        self._notes, self._belonging = notes, belonging
        self._lines = Lines(notes, "battle", caller, self._line)
        self._house, self._rosters, self._caller = house, rosters, caller
        self._opened, self._store = Reach(house, caller), house.store
        self._archive = Archive(house.packs.home, house.store)
        self.bots = Bots(house, caller)
        self.seats: Seats[OpenBattle] = Seats(self._opened, house.kin, caller, hands, offering.told)

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
        umpire: str | None = None,
        look: LookOn = "members",
        absence: int = ABSENCE,
        apart: bool = False,
    ) -> Acted:
        """Open a battle. seats: who plays which side; one's own name takes a seat, another's offers it to him, and at
        one machine names are taken at their word; a side without a name is anybody's at this screen, or offered to all.

        options: by id of the scenario's settings; those left out get their defaults. name: of its diary. umpire: by
        name, "" for none; left out, whoever opens it for others. look: who may look on. absence: days after which a
        seat that is asked in vain may be freed, 0 for never. apart: seats without a name are offered to all at one
        machine, too.
        """
        house, caller = self._house, self._caller
        rules = house.packs.installed(house.packs.find_scenario(scenario, system))
        wanted = opening.seats_for(find_info(rules, scenario), seats, rules.system)
        judge = umpire_of(opening.players_of(wanted), caller) if umpire is None else umpire
        asked = opening.asked_for(
            rules, self._rosters, scenario, options or {}, wanted, dice, undo, umpire=judge
        )
        name = table_name(house.world, self._store, caller, f"{scenario}-", name, look)
        missing = partial(house.kin().missing, caller.player)
        sitting = opening.Sitting(Wish(look, absence, apart), missing=missing)
        heading = checked(title, "title", "$.title")
        with house.kin().offering():
            room_for_one(house.kin(), caller)
            return opening.open_battle(house, rules, asked, name, heading, caller, sitting).write()

    @acts("look")
    def rematch(self, battle: str, *, title: str = "", name: str = "") -> Acted:
        """Open the same again: scenario, options, dice, undo, rules of the table; its seats are offered to the same
        people, and nothing else is inherited. For who sits or sat there, or opened it; where sides hide something, once
        it is over. name: of its diary."""
        found = self._look(battle)
        seating, caller, house = found.battle.seating(found.state), self._caller, self._house
        if not (seating.sat(caller.player) or seating.there(caller)):
            raise Refused("A rematch is for who sits or sat here, or opened it.", "", ["new"], "", FORBIDDEN)
        if found.battle.hides(found.state) and not found.battle.over(found.state):
            reason = (
                "Sides hide something here, and the same again would have it too: a rematch follows the end."
            )
            raise Refused(reason, "", ["new"], "", FORBIDDEN)
        asked = opening.again(found.battle, seating)
        rules = house.packs.installed(asked.system)
        called = table_name(house.world, self._store, caller, f"{asked.scenario}-", name, seating.rules.look)
        wish = Wish(seating.rules.look, seating.rules.absence, seating.apart)
        sitting = opening.Sitting(wish, missing=partial(house.kin().missing, caller.player))
        heading = checked(title or found.state.table.title, "title", "$.title")
        with house.kin().offering():
            room_for_one(house.kin(), caller)
            return opening.open_battle(house, rules, asked, called, heading, caller, sitting).write()

    @reads("keep")
    def open_samples(self) -> list[str]:
        """Where there is no battle yet: one to look around in for each rule system that has one. Answers with ids."""
        keeper(self._caller)
        found: list[str] = []
        systems = {rules.system.id: rules.system for rules, _ in self._house.packs.scenarios()}
        for system in () if self._store.diaries("battle") else systems.values():
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
        return self._lines.page(archived)

    def _line(self, row: Row) -> BattleInfo:
        if row.line is None or self._caller.behind:
            return replace(self._info(self._notes.info(row)), archived=bool(row.away))
        # Its campaign may have gone on without it, and the file may not be written any more.
        why = self._store.read_only or self._belonging(row.name)
        return replace(_info(row.line), read_only=why, archived=bool(row.away))

    @reads("keep")
    def archive(self, battle: str, back: bool = False) -> None:
        """Put a battle away, also one that cannot be read: it is no longer listed, and nothing else. back: list it
        again. Raises Refused."""
        keeper(self._caller)
        self._archive.mark("battle", battle, back)

    @reads("any")
    def last(self) -> str:
        """The battle with the newest entry of all diaries that he may know of, if it can be opened and is not over;
        else "". Nothing for whoever may be behind anywhere."""
        if self._caller.behind:
            return ""
        newest = newest_known(self._store, self._house.kin(), self._caller)
        found = self._store.info(newest) if newest else None
        if found is None or found.kind != "battle":
            return ""
        info = self._info(found)
        there = info.system and info.verdict is None and info.battle not in self._archive
        return info.battle if there else ""

    @reads("any")
    def info(self, battle: str) -> BattleInfo:
        """A battle as listed; one that cannot be opened says why. Raises Refused."""
        return self._info(self._opened.info(battle))

    def _info(self, found: DiaryInfo) -> BattleInfo:
        try:
            return queries.info(self._house.passing(found.name), found, self._caller)
        except (DiaryError, Refused) as error:
            return queries.closed_info(found, str(error))

    # -- reading ------------------------------------------------------------------------------------

    @reads("any")
    def head(self, battle: str) -> int:
        """Seq of the newest entry. Raises Refused."""
        if self._caller.behind:
            return queries.look(self._opened.get(battle), self._caller.looking_as("")).head.seq
        self._opened.info(battle)
        return self._store.head(battle).seq

    @reads("look")
    def standing(self, battle: str) -> Standing:
        """Where the caller stands at the newest entry: cheap enough to be asked before every answer that is kept.
        Raises Refused."""
        return queries.standing(self._opened.get(battle), self._caller)

    @reads("look")
    def moment(self, battle: str, seq: int | None = None, after: int = 0) -> Moment:
        """All that one screen needs, of one and the same newest entry. seq: to look at, the newest if none is named.

        after: the last entry of the log that is known already. The log has the newest entries, 100 at the most; where
        it lacks older ones `earlier` says from where on, and `log` has them. Raises Refused.
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

        if not self._opened.reaches(battle):  # a damaged file may have lost it, and that is a verdict
            raise NoSuchDiary(battle)
        self._not_behind(battle, "whether it holds")
        return held_against(self._verified(battle), self._store, seals)

    def _not_behind(self, battle: str, what: str) -> None:
        """Raises Refused for whoever is behind, unless it was over then."""
        if self._caller.behind:
            found = queries.look(self._opened.get(battle), self._caller.looking_as(""))
            if not found.battle.over(found.state):
                found.rights.not_behind(what)

    def _verified(self, battle: str) -> VerifyReport:
        from campaign.battles import verifying

        store = self._store
        try:
            return verifying.verified(self._house, battle, self._caller)
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

    # -- forks and files ----------------------------------------------------------------------------

    @acts("look")
    def fork(self, battle: str, seq: int | None = None, *, title: str = "", name: str = "") -> Acted:
        """A new battle that goes on from an entry of this one, with dice of its own: a study of one player's, who sees
        everything in it. For whoever may look on; while it hides something, for its umpire. name: of its diary."""
        found = self._look(battle)
        found.rights.seeing_all(found.battle.hides(found.state), found.battle.over(found.state))
        at = found.head.seq if seq is None else seq
        if found.rights.behind and at > found.head.seq:
            raise NoSuchEntry(battle, at, found.head.seq)
        with self._house.kin().offering():
            room_for_one(self._house.kin(), self._caller)
            return opening.fork_battle(found.battle, at, title, self._caller, name).write()

    @reads("look")
    def excerpt(self, target: Target, battles: Sequence[str] | None = None) -> int:
        """Write the record of battles as the caller may see it, to read and not to import; answers with the number of
        entries. See `campaign.battles.redacted_export`. Raises Refused."""
        from campaign.battles import redacted_export

        at_home(self._caller, target)
        known = self._opened.reaches
        names = [one.name for one in self._store.diaries("battle") if one.head.seq and known(one.name)]
        chosen = names if battles is None else battles
        return redacted_export.write(target, [(self._look(name), self.info(name)) for name in chosen])


def _asked(found: Look, action: Action) -> tuple[str, Any]:
    """For which side an action is asked about, and the action. Raises Refused, also where no action may be decided."""
    decoded = found.battle.decode(action_bytes(action))
    if not isinstance(decoded, t.GrantUndo | t.RefuseUndo):
        found.goes_on()
    asked = [one.side for one in found.battle.pending(found.state)]
    return found.rights.side(asked), decoded


def lines_of(battles: Battles) -> Lines[BattleInfo]:
    """The list of all, a page at a time."""
    return battles._lines  # pyright: ignore[reportPrivateUsage]

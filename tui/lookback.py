"""Looking back from the battle screen: any entry's board, entries in full, forks, going back for good."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text
from textual import work

from campaign.answers import Acted, LogEntry, Refusal
from campaign.headquarters import Headquarters
from events.errors import DiaryError
from tui.acting import Acting
from tui.choices import Row
from tui.dialogs import Ask, Choose, Page
from tui.logpanel import LogPanel
from tui.situation import Situation
from tui.words import entry_text, refusal


class Turn(NamedTuple):
    """A turn to look at, instead of an entry."""

    number: int


def first_of(
    headquarters: Headquarters, battle: str, kept: Sequence[int], turn: int, viewer: str
) -> int | None:
    """The first entry of a turn, among those that were not taken back; None if there is none."""

    def reached(seq: int) -> int:
        return headquarters.view(battle, viewer, seq).game.turn

    at = bisect_left(kept, turn, key=reached)
    return kept[at] if at < len(kept) and reached(kept[at]) == turn else None


class LookBack(Acting):
    """See the module."""

    def look_at(self, seq: int | None) -> None:
        """Show the battle as it was at an entry; None for the newest."""
        now = self.now
        if now is None:
            return
        if seq is not None and seq >= now.newest:
            seq = None
        seq = max(seq, 1) if seq is not None else None
        if seq == self.looking:
            self.say(
                "This is the newest entry." if seq is None else "This is the first entry." if seq == 1 else ""
            )
            return
        self.looking = seq
        self.say("")
        self._reread()

    @work(group="look", exclusive=True)
    async def _reread(self) -> None:
        await self.reload()

    def action_look(self, step: int) -> None:
        if self.now is not None:
            self.look_at((self.looking or self.now.newest) + step)

    def action_look_first(self) -> None:
        self.look_at(1)

    def action_look_newest(self) -> None:
        self.look_at(None)

    @work(group="dialog", exclusive=True)
    async def action_goto(self) -> None:
        if self.now is None:
            return
        newest = self.now.newest

        def check(text: str) -> int | Turn | str:
            word = text.strip().lower()
            if word.isdecimal() and 1 <= int(word) <= newest:
                return int(word)
            if word[:1] == "t" and word[1:].isdecimal():
                return Turn(int(word[1:]))
            return f"A number from 1 to {newest}, or t3 for turn 3, please."

        question = f"Look at which entry? 1 to {newest}, or t3: where turn 3 begins"
        dialog: Ask[int | Turn] = Ask(question, check, str(newest))
        found = await self.host.push_screen_wait(dialog)
        if isinstance(found, Turn):
            await self._look_at_turn(self.now, found.number)
        elif found is not None:
            self.look_at(found)

    async def _look_at_turn(self, now: Situation, turn: int) -> None:
        kept = [entry.seq for entry in now.log if not entry.withdrawn]
        seq = await self.ask(
            "looking for the turn", first_of, self.headquarters, self.battle, kept, turn, now.teller
        )
        if seq is None:
            self.say(f"There is no turn {turn} in this battle.")
        else:
            self.look_at(seq)

    @work(group="dialog", exclusive=True)
    async def action_fork(self) -> None:
        """Play on from here in another diary, and open it."""
        if self.now is None:
            return
        seq = self.looking or self.now.newest
        question = (
            f"Play on from entry {seq} as a battle of its own?\nThis diary stays as it is; the dice are new."
        )
        if await self.host.push_screen_wait(Choose(question, ["Fork, and open it", "No"])) != 0:
            return
        answer = await self.ask("forking", self.headquarters.fork, self.battle, seq)
        match answer:
            case Acted():
                self.host.open_battle(answer.battle, instead=True)
            case Refusal():
                self.say(refusal(answer, self.host.glyphs), grave=True)
            case _:
                self.say("A fork needs no dice; this should not happen.", grave=True)

    @work(group="dialog", exclusive=True)
    async def action_rewind(self) -> None:
        if self.now is None or self.looking is None:
            self.say("First look at an entry ([ or g); then w goes back to it for good.")
            return
        seq = self.looking
        question = (
            f"Go back to entry {seq}?\nWhat came after it is taken back; nothing is deleted, and r redoes it."
        )
        if await self.host.push_screen_wait(Choose(question, ["Go back", "No"])) == 0:
            self.go_back("rewind", seq)

    @work(group="dialog", exclusive=True)
    async def action_entry(self) -> None:
        """The looked-at entry, the one highlighted in the log, or the newest, in full."""
        now = self.now
        if now is None:
            return
        log = self.query_one(LogPanel)
        seq = log.entry.seq if log.has_focus and log.entry else self.looking or now.newest
        try:
            detail = await self.ask(
                "reading an entry", self.headquarters.show, self.battle, seq, now.view.viewer
            )
        except DiaryError as error:
            self.say(str(error), grave=True)
            return
        text = self.host.glyphs.plain(entry_text(detail, now.name(detail.side) if detail.side else ""))
        await self.host.push_screen_wait(Page(f"Entry {seq} of {now.newest}", Text(text)))


def history_rows(entry: LogEntry | None, side: str) -> list[Row]:
    """What the looked-at entry tells, as rows in place of the choices."""
    if entry is None:
        return [Row("none", "This entry is not in the log.")]
    rows = [
        Row(
            "who",
            f"{side or entry.player} at entry {entry.seq}{': taken back since' if entry.withdrawn else ''}",
        )
    ]
    rows += [
        Row(f"line {i}", f"{line.text}{f' [{line.rule}]' if line.rule else ''}", indent=True)
        for i, line in enumerate(entry.lines)
    ]
    if entry.dice:
        rows.append(Row("dice", f"Dice: {' '.join(map(str, entry.dice))}", indent=True))
    return rows

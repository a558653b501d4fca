"""History at the battle screen: any entry's board, entries in full, forks, going back for good."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.text import Text

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, LogEntry, Refusal
from tui.battle.log_panel import LogPanel
from tui.battle.menu import Row
from tui.battle.session import Session
from tui.battle.situation import SHOWN, Situation
from tui.battle.undoing import Undoing, takes_from
from tui.battle.words import entry_text
from tui.shared.dialogs import Ask, Choose, Page, Wrong
from tui.shared.failures import Failed
from tui.shared.words import refusal

PAGE = 1000
"""Entries of the log that are read at once where a turn is looked for."""


class Turn(NamedTuple):
    """A turn to look at, instead of an entry."""

    number: int


def first_of(
    headquarters: Headquarters, battle: str, log: Sequence[LogEntry], turn: int, viewer: str
) -> int | None:
    """The first entry of a turn, among those that were not taken back; None if there is none. log: the newest entries;
    older ones are read as far back as need be."""
    battles = headquarters.looking_as(viewer).battles

    def reached(seq: int) -> int:
        return battles.view(battle, seq).game.turn

    kept, start = _kept(log), log[0].seq - 1 if log else 0
    while start and (not kept or reached(kept[0]) >= turn):
        before = max(0, start - PAGE)
        kept, start = [*_kept(battles.log(battle, before, start - before)), *kept[:1]], before
    at = bisect_left(kept, turn, key=reached)
    return kept[at] if at < len(kept) and reached(kept[at]) == turn else None


def _kept(log: Sequence[LogEntry]) -> list[int]:
    return [entry.seq for entry in log if not entry.withdrawn]


class History:
    """See the module."""

    def __init__(self, session: Session, undoing: Undoing, log: LogPanel) -> None:
        self._session, self._undoing, self._log = session, undoing, log

    def look_at(self, seq: int | None) -> None:
        """Show the battle as it was at an entry; None for the newest."""
        session, now = self._session, self._session.now
        if now is None:
            return
        if seq is not None and seq >= now.newest:
            seq = None
        seq = max(seq, 1) if seq is not None else None
        if seq == session.looking:
            session.say(
                "This is the newest entry." if seq is None else "This is the first entry." if seq == 1 else ""
            )
            return
        session.looking = seq
        session.say("")
        session.restart("look", self._reread)

    async def _reread(self) -> None:
        await self._session.reload()

    def read_older(self, show: Callable[[Sequence[LogEntry]], None]) -> None:
        """Read older entries of the log than came with the moment, as many as there is place for, and show them."""
        now = self._session.now
        if now is not None and now.older and not now.around and len(now.log) < SHOWN:
            self._session.restart("log", self._read_older, show)

    async def _read_older(self, show: Callable[[Sequence[LogEntry]], None]) -> None:
        session, before = self._session, self._session.now
        try:
            now = await session.read_back(lambda now: len(now.log) >= SHOWN)
        except Failed as failed:
            session.say(str(failed), grave=True)
            return
        if before is not None and now is not None and now.log[-1:] == before.log[-1:]:
            show(now.log[: len(now.log) - len(before.log)])

    def step(self, step: int) -> None:
        """Look so many entries on, or back."""
        now = self._session.now
        if now is not None:
            self.look_at((self._session.looking or now.newest) + step)

    def go_to(self) -> None:
        """Ask for an entry or a turn, and look at it."""
        self._session.restart("dialog", self._go_to)

    async def _go_to(self) -> None:
        now = self._session.now
        if now is None:
            return
        newest = now.newest

        def check(text: str) -> int | Turn | Wrong:
            word = text.strip().lower()
            if word.isdecimal() and 1 <= int(word) <= newest:
                return int(word)
            if word[:1] == "t" and word[1:].isdecimal():
                return Turn(int(word[1:]))
            return Wrong(f"A number from 1 to {newest}, or t3 for turn 3, please.")

        question = f"Look at which entry? 1 to {newest}, or t3: where turn 3 begins"
        dialog: Ask[int | Turn] = Ask(question, check, str(newest), asked=True)
        found = await self._session.show_dialog(dialog)
        if isinstance(found, Turn):
            await self._look_at_turn(now, found.number)
        elif found is not None:
            self.look_at(found)

    async def _look_at_turn(self, now: Situation, turn: int) -> None:
        session = self._session
        viewer = now.view.viewer
        try:
            seq = await session.ask(
                "looking for the turn", first_of, session.headquarters, session.battle, now.log, turn, viewer
            )
        except Failed as failed:
            session.say(str(failed), grave=True)
            return
        if seq is None:
            session.say(f"There is no turn {turn} in this battle.")
        else:
            self.look_at(seq)

    def fork(self) -> None:
        """Play on from here in another diary, and open it."""
        self._session.restart("dialog", self._fork)

    async def _fork(self) -> None:
        session, now = self._session, self._session.now
        if now is None:
            return
        seq = session.looking or now.newest
        question = (
            f"Play on from entry {seq} as a battle of its own?\nThis diary stays as it is; the dice are new."
        )
        if await session.show_dialog(Choose(question, ["Fork, and open it", "No"], asked=True)) != 0:
            return
        answer = await session.ask("forking", session.headquarters.battles.fork, session.battle, seq)
        match answer:
            case Acted():
                session.host.open_battle(answer.diary, instead=True)
            case Refusal():
                session.say(refusal(answer, session.glyphs), grave=True)
            case _:
                session.say("A fork needs no dice; this should not happen.", grave=True)

    def rewind(self) -> None:
        """Go back for good to the looked-at entry."""
        self._session.restart("dialog", self._rewind)

    async def _rewind(self) -> None:
        session, seq = self._session, self._session.looking
        now = session.now
        if now is None or seq is None:
            session.say("First look at an entry ([ or g); then w goes back to it for good.")
            return
        question = (
            f"Go back to entry {seq}?\nWhat came after it is taken back; nothing is deleted, and r redoes it."
        )
        try:
            now = await session.read_back(lambda now: now.older <= seq or len(takes_from(now, seq)) > 1)
        except Failed as failed:
            session.say(str(failed), grave=True)
            return
        several = now is not None and len(takes_from(now, seq)) > 1
        answers = ["No", "Go back"] if several else ["Go back", "No"]
        chosen = await session.show_dialog(Choose(question, answers, asked=True))
        if chosen is not None and answers[chosen] == "Go back":
            self._undoing.go_back("rewind", seq)

    def show_entry(self) -> None:
        """The looked-at entry, the one highlighted in the log, or the newest, in full."""
        self._session.restart("dialog", self._show_entry)

    async def _show_entry(self) -> None:
        session, now, log = self._session, self._session.now, self._log
        if now is None:
            return
        seq = log.entry.seq if log.has_focus and log.entry else session.looking or now.newest
        try:
            detail = await session.ask(
                "reading an entry",
                session.headquarters.looking_as(now.view.viewer).battles.show,
                session.battle,
                seq,
            )
        except Failed as failed:
            session.say(str(failed), grave=True)
            return
        text = session.glyphs.plain(entry_text(detail, now.name(detail.side) if detail.side else ""))
        await session.show_dialog(Page(f"Entry {seq} of {now.newest}", Text(text)))


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

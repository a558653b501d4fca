"""Taking back from the battle screen: undo and its answer, redo, going back for good; and giving up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from campaign.shared.answers import Acted, Answer, LogEntry
from campaign.shared.callers import BOT, SOMEBODY
from tui.battle.acting import Acting
from tui.battle.session import Session
from tui.battle.situation import TABLE_KINDS, Situation
from tui.shared.dialogs import Choose
from tui.shared.failures import Failed
from tui.shared.words import clock

NOTHING = "This side has done nothing that it could take back. s hands the screen to the other one."
NOT_HERE = "Take the screen first: only the side that has it can take anything back."


class Undoing:
    """See the module."""

    def __init__(self, session: Session, acting: Acting) -> None:
        self._session, self._acting = session, acting
        self._answering = False
        self._box: Choose | None = None
        """The question that stands there, and of which request and at which entry it speaks."""
        self._of: int = 0
        self._at: int = 0
        self._later: int = 0
        """The request whose answer was put off."""

    def undo(self) -> None:
        """Take the newest action of this screen back, or answer somebody who asks for his."""
        now = self._session.now
        if now is not None and not now.undo_asked and now.can_undo and not now.has_acted:
            self._session.restart("dialog", self._read_back)
        else:
            self._undo(now)

    async def _read_back(self) -> None:
        """It was so long ago that it is not among what was read."""
        try:
            self._undo(await self._session.read_back(lambda now: now.has_acted))
        except Failed as failed:
            self._session.say(str(failed), grave=True)

    def _undo(self, now: Situation | None) -> None:
        if now is not None and now.undo_asked:
            self.answer_request()
        elif now is not None and now.shared and not now.view.read_only and not now.can_undo:
            self._session.say(NOTHING if now.here else NOT_HERE)
        elif now is not None and (to := _before_ones_own(now)):
            if now.shared:
                self._session.restart("dialog", self._ask_whether, to)
            else:
                self.go_back("rewind", to)
        else:
            self.go_back("undo")

    async def _ask_whether(self, to: int) -> None:
        question = f"Go back to entry {to}, before what you did last?\nThat takes back what others did since."
        if await self._session.show_dialog(Choose(question, ["No", "Go back"], asked=True)) == 1:
            self.go_back("rewind", to)

    def go_back(self, why: str, to: int = 0) -> None:
        """Undo, redo, or rewind to an entry."""
        self._session.start("act", self._go_back, why, to)

    async def _go_back(self, why: str, to: int) -> None:
        with self._acting.alone() as may:
            if may and self._session.now is not None:
                await self._gone_back(self._session.now, why, to)

    async def _gone_back(self, seen: Situation, why: str, to: int) -> None:
        session = self._session
        if seen.shared and not seen.here:
            session.say(NOT_HERE)
            return
        hq = session.headquarters.looking_as(_who_takes_back(seen))
        do: Any = {"undo": hq.battles.undo, "redo": hq.battles.redo}.get(why) or partial(
            hq.battles.rewind, to=to
        )
        answer: Answer = await session.change(why, do, session.battle, expected=seen.newest)
        if isinstance(answer, Acted):
            session.looking = None
        if await self._acting.settle(answer, follow=True) and session.now is not None:
            if session.now.view.request is None:
                session.say(
                    {"undo": "Taken back. r takes the undo back.", "redo": "Done again."}.get(
                        why, f"Back at entry {to}."
                    )
                )
            elif not session.now.undo_asked:
                session.say("Asked: the other side must agree.")

    def tell_of_request(self) -> None:
        """A request that has come by itself, unless its answer was put off; and what has become of one that is asked
        about."""
        now = self._session.now
        if self._box is not None:
            self._follow(self._box)
        elif now is not None and now.undo_asked and _asked_in(now) != self._later:
            self.answer_request()

    def _follow(self, box: Choose) -> None:
        """The question speaks of the request that is open now, or goes with it."""
        now = self._session.now
        if now is None or not now.undo_asked or now.view.request is None:
            box.dismiss(None)
        elif now.newest != self._at:
            self._session.host.hush()
            self._of, self._at = _asked_in(now), now.newest
            box.ask(self._session.glyphs.plain(_request(now)))

    def answer_request(self) -> None:
        """Ask the side at this screen whether something may be taken back."""
        self._session.start("answer", self._answer_request)

    async def _answer_request(self) -> None:
        now = self._session.now
        if now is None or self._answering or not now.undo_asked or now.view.request is None:
            return
        self._answering = True
        try:
            await self._ask_and_answer(now)
        finally:
            self._answering, self._box = False, None

    async def _ask_and_answer(self, now: Situation) -> None:
        session = self._session
        answers = ["Decide later", "Agree: it is taken back", "Refuse: it stands"]
        self._box = Choose(session.glyphs.plain(_request(now)), answers)
        self._of, self._at = _asked_in(now), now.newest
        chosen = await session.show_dialog(self._box)
        self._box = None
        now = session.now or now
        if not now.undo_asked or _asked_in(now) != self._of:
            return  # it was answered elsewhere
        if not chosen:
            self._later = self._of
            session.say("The request stays open: press u to answer it.")
            return
        answer = await session.change(
            "answering",
            session.headquarters.looking_as(now.undo_asked).battles.answer_undo,
            session.battle,
            chosen == 1,
            expected=self._at,
        )
        if await self._acting.settle(answer, follow=True):
            session.say("Agreed: taken back." if chosen == 1 else "Refused: it stands.")

    def concede(self) -> None:
        """Ask whether the battle is given up, and give it up."""
        self._session.start("act", self._concede)

    async def _concede(self) -> None:
        session, now = self._session, self._session.now
        if now is None or not now.mine or now.view.verdict is not None:
            session.say("There is nothing to concede.")
            return
        asked = next((one.side for one in now.view.asked if one.side in now.mine), now.mine[0])
        side = now.view.viewer if now.shared else asked  # nobody gives up for whom the screen is not with
        if side not in now.mine:
            session.say("Take the screen first: only the side that has it can give up.")
            return
        question = f"{now.name(side)} gives the battle up?"
        if await session.show_dialog(Choose(question, ["No, fight on", "Yes, concede"], asked=True)) == 1:
            await self._acting.settle(
                await session.change(
                    "conceding",
                    session.headquarters.looking_as(side).battles.act,
                    session.battle,
                    {"kind": "concede"},
                )
            )


def _who_takes_back(now: Situation) -> str | None:
    """The side at this screen that acted last: it is the one that wants its action back. Where the sides have secrets,
    the one that has the screen: nobody asks, or goes back, for another."""
    if now.shared:
        return now.view.viewer
    if not now.here:
        return None
    return next((one.side for one in _done(now) if one.side in now.here), now.here[0])


def _before_ones_own(now: Situation) -> int:
    """Where the newest action of this screen goes back to, if another player has acted since; else 0."""
    by_people = [entry for entry in _done(now) if not entry.player.startswith(BOT)]
    if not by_people or by_people[0].side in now.here:
        return 0
    return next((entry.parent for entry in by_people if entry.side in now.here), 0)


def takes_from(now: Situation, to: int) -> set[str]:
    """The sides from which going back to an entry takes something."""
    return {entry.side for entry in _done(now) if entry.seq > to and entry.side}


def _done(now: Situation) -> Iterator[LogEntry]:
    """What was done and not taken back, the newest first."""
    return (e for e in reversed(now.log) if not e.withdrawn and e.kind not in TABLE_KINDS)


def _asked_in(now: Situation) -> int:
    """The entry in which something was asked back last."""
    return next((entry.seq for entry in reversed(now.log) if entry.kind == "undo-request"), 0)


def _request(now: Situation) -> str:
    """The question whether something may be taken back, with what it would take back."""
    request = now.view.request
    assert request is not None
    taken = [e for e in now.log if e.seq > request.to and not e.withdrawn and e.kind not in TABLE_KINDS]
    asker, asked = now.name(request.side), now.name(now.undo_asked)
    entry = now.entry(_asked_in(now))
    who = f"{asker} ({entry.player})" if entry is not None and entry.player != SOMEBODY else asker
    since = f" since {clock(entry.time)}" if entry is not None else ""
    lines = [f"{who} asks{since} to go back to entry {request.to}. {asked}: agree?", ""]
    for entry in taken[-6:]:
        told = " ".join(line.text for line in entry.lines[-4:]) or entry.kind
        dice = f" (dice: {' '.join(map(str, entry.dice))})" if entry.dice else ""
        lines.append(f"{entry.seq}  {told}{dice}")
    return "\n".join(lines)

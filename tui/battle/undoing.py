"""Taking back from the battle screen: undo and its answer, redo, going back for good; and giving up."""

from __future__ import annotations

from functools import partial
from typing import Any

from campaign.shared.answers import Acted, Answer
from campaign.shared.callers import BOT, SOMEBODY
from tui.battle.acting import Acting
from tui.battle.session import Session
from tui.battle.situation import TABLE_KINDS, Situation
from tui.shared.dialogs import Choose
from tui.shared.words import clock


class Undoing:
    """See the module."""

    def __init__(self, session: Session, acting: Acting) -> None:
        self._session, self._acting = session, acting
        self._answering = False
        self._later = 0
        """The entry at which an answer was put off."""

    def undo(self) -> None:
        """Take the newest action of this screen back, or answer somebody who asks for his."""
        now = self._session.now
        if now is not None and now.undo_asked:
            self.answer_request()
        elif now is not None and (to := _before_ones_own(now)):
            self.go_back("rewind", to)
        else:
            self.go_back("undo")

    def go_back(self, why: str, to: int = 0) -> None:
        """Undo, redo, or rewind to an entry."""
        self._session.start("act", self._go_back, why, to)

    async def _go_back(self, why: str, to: int) -> None:
        with self._acting.alone() as may:
            if may and self._session.now is not None:
                await self._gone_back(self._session.now, why, to)

    async def _gone_back(self, seen: Situation, why: str, to: int) -> None:
        session = self._session
        hq = session.headquarters.looking_as(self._who_takes_back())
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

    def _who_takes_back(self) -> str | None:
        """The side at this screen that acted last: it is the one that wants its action back."""
        now = self._session.now
        if now is None or not now.mine:
            return None
        for entry in reversed(now.log):
            if entry.side in now.mine and not entry.withdrawn and entry.kind not in TABLE_KINDS:
                return entry.side
        return now.mine[0]

    def tell_of_request(self) -> None:
        """A request that has come by itself, unless its answer was put off."""
        now = self._session.now
        if now is not None and now.undo_asked and now.newest != self._later:
            self.answer_request()

    def answer_request(self) -> None:
        """Ask the side at this screen whether something may be taken back."""
        self._session.start("answer", self._answer_request)

    async def _answer_request(self) -> None:
        session, now = self._session, self._session.now
        if now is None or self._answering or not now.undo_asked or now.view.request is None:
            return
        self._answering = True
        try:
            answers = ["Decide later", "Agree: it is taken back", "Refuse: it stands"]
            chosen = await session.show_dialog(Choose(session.glyphs.plain(_request(now)), answers))
            if not chosen:
                self._later = now.newest
                session.say("The request stays open: press u to answer it.")
                return
            answer = await session.change(
                "answering",
                session.headquarters.looking_as(now.undo_asked).battles.answer_undo,
                session.battle,
                chosen == 1,
                expected=now.newest,
            )
            if await self._acting.settle(answer, follow=True):
                session.say("Agreed: taken back." if chosen == 1 else "Refused: it stands.")
        finally:
            self._answering = False

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


def _before_ones_own(now: Situation) -> int:
    """Where the newest action of this screen goes back to, if another player has acted since; else 0."""
    done = (e for e in reversed(now.log) if not e.withdrawn and e.kind not in TABLE_KINDS)
    by_people = [entry for entry in done if not entry.player.startswith(BOT)]
    if not by_people or by_people[0].side in now.mine:
        return 0
    return next((entry.parent for entry in by_people if entry.side in now.mine), 0)


def _request(now: Situation) -> str:
    """The question whether something may be taken back, with what it would take back."""
    request = now.view.request
    assert request is not None
    taken = [e for e in now.log if e.seq > request.to and not e.withdrawn and e.kind not in TABLE_KINDS]
    asker, asked = now.name(request.side), now.name(now.undo_asked)
    entry = next((e for e in reversed(now.log) if e.kind == "undo-request"), None)
    who = f"{asker} ({entry.player})" if entry is not None and entry.player != SOMEBODY else asker
    since = f" since {clock(entry.time)}" if entry is not None else ""
    lines = [f"{who} asks{since} to go back to entry {request.to}. {asked}: agree?", ""]
    for entry in taken[-6:]:
        told = " ".join(line.text for line in entry.lines[-4:]) or entry.kind
        dice = f" (dice: {' '.join(map(str, entry.dice))})" if entry.dice else ""
        lines.append(f"{entry.seq}  {told}{dice}")
    return "\n".join(lines)

"""Bots at the battle screen: they play as long as one is asked, at a pace, until they are told to wait."""

from __future__ import annotations

import asyncio

from campaign.rules.wording import noun
from campaign.shared.answers import Acted, Answer, DiceNeeded, Refusal
from tui.battle.acting import Acting
from tui.battle.session import Session
from tui.battle.situation import Situation
from tui.battle.words import came_of
from tui.shared.failures import Failed

PACES = (0.0, 0.4, 1.5)
"""Seconds between two actions of a bot."""


class Bots:
    """paused: whether they wait."""

    def __init__(self, session: Session, acting: Acting) -> None:
        self._session, self._acting = session, acting
        self.paused = False
        self._running = False

    def start(self) -> None:
        """Let bots play as long as one is asked."""
        if self._may_play() and not self._running:
            self._running = True
            self._session.start("bots", self._run)

    def pause(self) -> None:
        """Let them wait, or go on."""
        self.paused = not self.paused
        self._session.say("Bots wait. p lets them go on." if self.paused else "Bots play on.")
        self.start()

    def pace(self) -> None:
        """How fast they play: the next of PACES."""
        host = self._session.host
        later = [pace for pace in PACES if pace > host.pause]
        host.pause = later[0] if later else PACES[0]
        self._session.say(f"Bots pause for {host.pause:g} {noun(host.pause, 'second')} after each action.")

    async def _run(self) -> None:
        try:
            while self._may_play():
                await asyncio.sleep(self._session.host.pause)
                if not self._may_play() or not await self._move():
                    return
        finally:
            self._running = False

    def _may_play(self) -> bool:
        """Whoever keeps the diaries lets them play; a server does so itself, but where their dice are real ones."""
        now, headquarters = self._session.now, self._session.headquarters
        if not headquarters.caller.keeper or (
            headquarters.server and now is not None and now.dice != "typed"
        ):
            return False
        if now is None or self._session.covered or self._session.left:
            return False
        return bool(now.asked_bot) and not self.paused

    async def _move(self) -> bool:
        """One action of a bot. False if it cannot go on by itself."""
        session, now = self._session, self._session.now
        assert now is not None
        who = f"{now.name(now.asked_bot)} ({now.bots[now.asked_bot]} bot) thinks"
        try:
            answer = await self._answer(now, who)
        except Failed as failed:
            session.say(str(failed), grave=True)
            return False
        if answer is None or (isinstance(answer, Refusal) and answer.kind == "head-moved"):
            return await session.reload(follow=True)
        if isinstance(answer, DiceNeeded):
            self.paused = True
            session.say("The bot waits for its dice: p lets it go on.")
            return False
        # What a roll came to is said, be it the end of a player's own shot; else what was said stays.
        told = came_of(answer.lines) if isinstance(answer, Acted) and answer.draws else None
        return await self._acting.settle(answer, follow=True, told=told)

    async def _answer(self, now: Situation, who: str) -> Answer | None:
        session, hq = self._session, self._session.headquarters
        choice = await session.ask(who, hq.battles.bots.choice, session.battle)
        dice: list[int] = []
        while choice is not None:
            answer = await session.change(who, hq.battles.bots.act, session.battle, choice, dice)
            if not isinstance(answer, DiceNeeded):
                return answer
            more = await self._acting.ask_dice(answer, f"{now.name(now.asked_bot)}, a bot, needs your dice")
            if more is None:
                return answer
            dice = [*answer.typed, *more]
        return None

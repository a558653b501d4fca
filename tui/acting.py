"""Acting from the battle screen: choices, dice typed in, undo and its answer, bots."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from textual import work

from campaign.answers import Acted, DiceNeeded, LegalAction, Refusal
from campaign.headquarters import Answer
from campaign.rules.refused import Refused
from events.errors import DiaryError
from tui.battlebase import BattleBase
from tui.dialogs import Ask, Choose
from tui.situation import Situation
from tui.words import dice_typed, refusal

PACES = (0.0, 0.4, 1.5)
"""Seconds between two actions of a bot."""
TABLE_KINDS = ("open", "undo-request", "undo-grant", "undo-refuse", "reveal", "rewind", "contribute")


class Acting(BattleBase):
    """See the module."""

    def __init__(self, battle: str) -> None:
        super().__init__(battle)
        self.paused = False
        self._acting = self._bots_running = self._answering = False

    # -- choices ----------------------------------------------------------------------------------------------

    @work(group="act")
    async def perform(self, choice: LegalAction) -> None:
        """Do what was chosen, and show what came of it."""
        with self.alone() as may:
            answer = await self.carry_out(choice) if may else None
            if answer is not None:
                await self.settle(answer, follow=True)

    @contextmanager
    def alone(self) -> Generator[bool]:
        """One action at a time, from the stroke to the new picture. False while another is under way."""
        if self._acting:
            self.say("Still at the last action.")
            yield False
            return
        self._acting = True
        try:
            yield True
        finally:
            self._acting = False

    async def carry_out(self, choice: LegalAction) -> Answer | None:
        """Ask for it, and for dice as long as they are wanted. None if they were not given."""
        now = self.now
        if now is None:
            return None
        dice: list[int] = []
        while True:
            answer = await self.change(
                choice.label, self.headquarters.act, self.battle, choice.action, side=choice.side,
                dice=dice, expected=now.newest,
            )  # fmt: skip
            if not isinstance(answer, DiceNeeded):
                return answer
            more = await self._dice(answer, f"{now.name(choice.side)}: {choice.label}")
            if more is None:
                self.say("No dice, nothing done.")
                return None
            dice = [*answer.typed, *more]

    async def _dice(self, wanted: DiceNeeded, what: str) -> Sequence[int] | None:
        sides, count = wanted.sides, wanted.count
        question = (
            f"{what}\n\nRoll {count} di{'ce' if count != 1 else 'e'} with {sides} sides for: {wanted.purpose}"
        )
        if wanted.typed:
            question += f"\nTyped so far: {' '.join(map(str, wanted.typed))}"
        check = partial(dice_typed, count=count, sides=sides)
        example = " ".join(str(1 + (i * 2) % sides) for i in range(min(count, 4)))
        dialog: Ask[Sequence[int]] = Ask(self.host.glyphs.plain(question), check, f"such as {example}")
        return await self.host.push_screen_wait(dialog)

    async def settle(self, answer: Answer, follow: bool = False) -> bool:
        """Show what came of it. True if it was done."""
        match answer:
            case Acted():
                self.say("")
                await self.reload(follow)
                return True
            case Refusal(kind="head-moved"):
                await self.reload(follow=True)
                self.say(
                    "Somebody acted meanwhile, so nothing was done. Look what happened, and choose again.",
                    True,
                )
            case Refusal():
                self.say(refusal(answer, self.host.glyphs), grave=True)
                await self.reload()
            case DiceNeeded():
                self.say("Dice are wanted; nothing was done.", grave=True)
        return False

    # -- undo -------------------------------------------------------------------------------------------------

    @work(group="act")
    async def go_back(self, why: str, to: int = 0) -> None:
        """Undo, redo, or rewind to an entry."""
        side = self._who_takes_back()
        hq = self.headquarters
        do: Any = {"undo": hq.undo, "redo": hq.redo}.get(why) or partial(hq.rewind, to=to)
        answer: Answer = await self.change(why, do, self.battle, side=side)
        if isinstance(answer, Acted):
            self.looking = None
        if await self.settle(answer, follow=True) and self.now is not None:
            if self.now.view.request is None:
                self.say(
                    {"undo": "Taken back. r takes the undo back.", "redo": "Done again."}.get(
                        why, f"Back at entry {to}."
                    )
                )
            elif not self.now.undo_asked:
                self.say("Asked: the other side must agree.")

    def _who_takes_back(self) -> str | None:
        """The side at this screen that acted last: it is the one that wants its action back."""
        now = self.now
        if now is None or not now.mine:
            return None
        for entry in reversed(now.log):
            if entry.side in now.mine and not entry.withdrawn and entry.kind not in TABLE_KINDS:
                return entry.side
        return now.mine[0]

    @work(group="answer")
    async def answer_request(self) -> None:
        """Ask the side at this screen whether something may be taken back."""
        now = self.now
        if now is None or self._answering or not now.undo_asked or now.view.request is None:
            return
        self._answering = True
        try:
            granted = await self.host.push_screen_wait(Choose(_request(now), ["Agree", "Refuse"]))
            if granted is None:
                self.say("The request stays open: press u to answer it.")
                return
            answer = await self.change(
                "answering", self.headquarters.answer_undo, self.battle, granted == 0, side=now.undo_asked
            )
            if await self.settle(answer, follow=True):
                self.say("Agreed: taken back." if granted == 0 else "Refused: it stands.")
        finally:
            self._answering = False

    @work(group="act")
    async def concede(self) -> None:
        now = self.now
        if now is None or not now.mine or now.view.verdict is not None:
            self.say("There is nothing to concede.")
            return
        side = next((asked.side for asked in now.view.asked if asked.side in now.mine), now.mine[0])
        question = f"{now.name(side)} gives the battle up?"
        if await self.host.push_screen_wait(Choose(question, ["No, fight on", "Yes, concede"])) == 1:
            await self.settle(
                await self.change(
                    "conceding", self.headquarters.act, self.battle, {"kind": "concede"}, side=side
                )
            )

    # -- bots -------------------------------------------------------------------------------------------------

    def start_bots(self) -> None:
        """Let bots play as long as one is asked."""
        if self.now is not None and self.now.asked_bot and not self.paused and not self._bots_running:
            self._bots_running = True
            self._run_bots()

    @work(group="bots")
    async def _run_bots(self) -> None:
        try:
            while self._bot_may_play():
                await asyncio.sleep(self.host.pause)
                if not self._bot_may_play() or not await self._bot_move():
                    return
        finally:
            self._bots_running = False

    def _bot_may_play(self) -> bool:
        return self.now is not None and bool(self.now.asked_bot) and not self.paused and self.is_attached

    async def _bot_move(self) -> bool:
        """One action of a bot. False if it cannot go on by itself."""
        now = self.now
        assert now is not None
        who = f"{now.name(now.asked_bot)} ({now.bots[now.asked_bot]} bot) thinks"
        try:
            answer = await self._bot_answer(now, who)
        except (DiaryError, Refused) as error:
            self.say(str(error), grave=True)
            return False
        if answer is None or (isinstance(answer, Refusal) and answer.kind == "head-moved"):
            return await self.reload(follow=True)
        if isinstance(answer, DiceNeeded):
            self.paused = True
            self.say("The bot waits for its dice: p lets it go on.")
            return False
        return await self.settle(answer, follow=True)

    async def _bot_answer(self, now: Situation, who: str) -> Answer | None:
        choice = await self.ask(who, self.headquarters.bot_choice, self.battle)
        dice: list[int] = []
        while choice is not None:
            answer = await self.change(who, self.headquarters.act_for_bot, self.battle, choice, dice)
            if not isinstance(answer, DiceNeeded):
                return answer
            more = await self._dice(answer, f"{now.name(now.asked_bot)}, a bot, needs your dice")
            if more is None:
                return answer
            dice = [*answer.typed, *more]
        return None

    def action_pause(self) -> None:
        self.paused = not self.paused
        self.say("Bots wait. p lets them go on." if self.paused else "Bots play on.")
        self.start_bots()

    def action_pace(self) -> None:
        later = [pace for pace in PACES if pace > self.host.pause]
        self.host.pause = later[0] if later else PACES[0]
        self.say(f"Bots pause for {self.host.pause:g} seconds after each action.")

    def action_undo(self) -> None:
        if self.now is not None and self.now.undo_asked:
            self.answer_request()
        else:
            self.go_back("undo")

    def action_redo(self) -> None:
        self.go_back("redo")

    def action_concede(self) -> None:
        self.concede()


def _request(now: Situation) -> str:
    """The question whether something may be taken back, with what it would take back."""
    request = now.view.request
    assert request is not None
    taken = [e for e in now.log if e.seq > request.to and not e.withdrawn and e.kind not in TABLE_KINDS]
    asker, asked = now.name(request.side), now.name(now.undo_asked)
    lines = [f"{asker} asks to go back to entry {request.to}. {asked}: agree?", ""]
    for entry in taken[-6:]:
        told = " ".join(line.text for line in entry.lines[-4:]) or entry.kind
        dice = f" (dice: {' '.join(map(str, entry.dice))})" if entry.dice else ""
        lines.append(f"{entry.seq}  {told}{dice}")
    return "\n".join(lines)

"""Acting from the battle screen: choices, and dice that are typed in for them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial

from campaign.battles.answers import LegalAction
from campaign.shared.answers import Acted, Answer, DiceNeeded, Refusal
from tui.battle.session import Session
from tui.battle.situation import Situation
from tui.battle.words import came_of, dice_typed
from tui.shared.dialogs import Ask, Choose
from tui.shared.words import refusal


class Acting:
    """One action at a time, and what came of it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._busy = False
        self._used: tuple[object, frozenset[str]] = None, frozenset()
        self._stood: tuple[str, int] = "", 0

    def used(self, now: Situation) -> frozenset[str]:
        """The pieces that did something from this screen in the phase that is shown."""
        phase, pieces = self._used
        return pieces if phase == _phase(now) else frozenset()

    def put_back(self, now: Situation, unit: str) -> bool:
        """Whether a piece acted last and the rules name others before it now, as who has no order yet."""
        acted, place = self._stood
        return acted == unit != "" and unit in now.menu.units[place + 1 :]

    def perform(self, choice: LegalAction) -> None:
        """Do what was chosen, and show what came of it."""
        self._session.start("act", self._perform, choice)

    async def _perform(self, choice: LegalAction) -> None:
        with self.alone() as may:
            answer = await self.carry_out(choice) if may else None
            if answer is not None:
                await self.done(choice, answer)

    async def done(self, choice: LegalAction, answer: Answer) -> None:
        """Show what came of a choice that was made here: of a shot or a roll, its result in full."""
        now, told = self._session.now, ""
        if isinstance(answer, Acted) and now is not None:
            if choice.unit:
                self._used = _phase(now), self.used(now) | {choice.unit}
                units = now.menu.units
                self._stood = choice.unit, units.index(choice.unit) if choice.unit in units else len(units)
            told = came_of(answer.lines) if answer.draws or (choice.target and len(answer.lines) > 1) else ""
        await self.settle(answer, follow=True, told=told)

    @contextmanager
    def alone(self) -> Generator[bool]:
        """One action at a time, from the stroke to the new picture. False while another is under way."""
        if self._busy:
            self._session.say("Still at the last action.")
            yield False
            return
        self._busy = True
        try:
            yield True
        finally:
            self._busy = False

    async def carry_out(self, choice: LegalAction) -> Answer | None:
        """Ask for it, and for dice as long as they are wanted. None if they were not given."""
        session, now = self._session, self._session.now
        if now is None or not await self._refuses(now, choice):
            return None
        now = session.now or now
        dice: list[int] = []
        while True:
            answer = await session.change(
                choice.label, session.headquarters.looking_as(choice.side).battles.act, session.battle,
                choice.action, dice=dice, expected=now.newest,
            )  # fmt: skip
            if not isinstance(answer, DiceNeeded):
                return answer
            more = await self.ask_dice(answer, f"{now.name(choice.side)}: {choice.label}", asked=True)
            if more is None:
                session.say("No dice, nothing done.")
                return None
            dice = [*answer.typed, *more]

    async def _refuses(self, now: Situation, choice: LegalAction) -> bool:
        """Whether the choice is meant, where it refuses what somebody has asked for."""
        if now.view.request is None:
            return True
        request, plain = now.view.request, self._session.glyphs.plain
        question = f"{now.name(request.side)} asks to go back to entry {request.to}. Going on refuses that."
        answers = ["Not yet", plain(f"Go on: {now.menu.whose(choice)}")]
        return await self._session.show_dialog(Choose(plain(question), answers, asked=True)) == 1

    async def ask_dice(self, wanted: DiceNeeded, what: str, asked: bool = False) -> Sequence[int] | None:
        """Dice as somebody types them in; None if he does not. what: for what, as the question says it. asked: whether
        his own key led to that."""
        sides, count = wanted.sides, wanted.count
        purpose = self._named(wanted.purpose)
        question = f"{what}\n\nRoll {count} di{'ce' if count != 1 else 'e'} with {sides} sides for: {purpose}"
        if wanted.drawn:
            question = f"{what}\n\nDraw 1 of the {sides} that are left, and type its number: {purpose}"
            question += f"\nThere are {wanted.allowed}."
        elif wanted.faces:
            question += f"\nTheir numbers are {wanted.allowed}."
        if wanted.typed:
            question += f"\nTyped so far: {' '.join(map(str, wanted.typed))}"
        check = partial(dice_typed, wanted=wanted)
        example = wanted.shown(wanted.there[i * 2 % sides] for i in range(min(count, 4)))
        dialog: Ask[Sequence[int]] = Ask(
            self._session.glyphs.plain(question), check, f"such as {example}", only="[0-9, ]*", asked=asked
        )  # fmt: skip
        return await self._session.show_dialog(dialog)

    def _named(self, purpose: str) -> str:
        """What dice are for, with the names of pieces in place of their ids, as far as the viewer knows them."""
        now = self._session.now
        found = [(word, now.piece(word) if now is not None else None) for word in purpose.split(" ")]
        return " ".join(piece.name if piece is not None else word for word, piece in found)

    async def settle(self, answer: Answer, follow: bool = False, told: str | None = "") -> bool:
        """Show what came of it. told: what is said of it; None leaves what was said before. True if it was done."""
        session = self._session
        match answer:
            case Acted():
                if told is not None:
                    session.say("")
                await session.reload(follow, told or "")
                return True
            case Refusal(kind="head-moved"):
                await session.reload(follow=True)
                session.say(
                    "Somebody acted meanwhile, so nothing was done. Look what happened, and choose again.",
                    True,
                )
            case Refusal():
                session.say(refusal(answer, session.glyphs), grave=True)
                await session.reload()
            case DiceNeeded():
                session.say("Dice are wanted; nothing was done.", grave=True)
        return False


def _phase(now: Situation) -> object:
    game = now.view.game
    return game.turn, game.phase, game.active

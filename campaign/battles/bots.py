"""Bots at the table: asked like any player, with what is legal for their side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from campaign.battles import acting
from campaign.battles import table as t
from campaign.battles.acting import Ask
from campaign.battles.answers import BotChoice
from campaign.battles.open_battle import Chosen, OpenBattle, OpenBattles
from campaign.rules.refused import Refused
from campaign.shared.answering import acts, declares, reads
from campaign.shared.answers import Acted, Answer, DiceNeeded, Refusal
from campaign.shared.callers import BOT, Caller, keeper
from campaign.shared.kept_open import Reach
from campaign.shared.terms import Terms
from events.entry import Author

Pick = Callable[[int], int]
Roll = Callable[[DiceNeeded], Sequence[int]]


STALE = "head-moved"
"""The kind of a refusal of what was chosen for another moment: choose anew."""


class Bots:
    """Part of `campaign.battles.battles.Battles`: what bots do, for whoever keeps this house's diaries.

    bots: side → bot, instead of the seats', but never in the seat of another player. pick(n): a number from 0 to n-1,
    where a bot tosses a coin. roll: asks somebody for the dice where they are typed in; without it the answer is
    DiceNeeded. What a bot has chosen stays here until it is done: it may have cards that nobody else knows.
    """

    def __init__(self, house: OpenBattles, caller: Caller) -> None:
        self._opened, self._world, self._caller = Reach(house, caller), house.world, caller

    @reads("keep")
    def choice(
        self,
        battle: str,
        bots: Mapping[str, str] | None = None,
        pick: Pick | None = None,
        seed: str = "",
    ) -> BotChoice | None:
        """Let a bot choose what to do, if a side that has one is asked; None if not. seed: of the numbers that it
        picks, where no pick is given. Raises Refused."""
        keeper(self._caller)
        found = self._opened.get(battle)
        rights = found.rights(found.state(), self._caller)
        for side in bots or ():
            rights.runs(side)
        chosen = choose(found, bots, pick or seeded(seed) or self._world.pick)
        if chosen is None:
            return None
        found.chosen = chosen
        return BotChoice(*chosen[:3])

    @reads("any")
    def best(self, battle: str) -> str:
        """The bot of its rule system that plays best: systems name theirs from worst to best."""
        return self._opened.get(battle).system.bot_names[-1]

    @reads("any")
    def seated(self, battle: str) -> bool:
        """Whether a bot has a seat there, and it is not over. Raises Refused."""
        found = self._opened.get(battle)
        state = found.state()
        return any(seat.bot for seat in state.table.seats) and not found.over(state)

    @acts("keep")
    def act(self, battle: str, choice: BotChoice, dice: Sequence[int] = ()) -> Acted:
        """Do what a bot chose, unless somebody was faster."""
        keeper(self._caller)
        found = self._opened.get(battle)
        found.rights(found.state(), self._caller).runs(choice.side)
        chosen = found.chosen
        if chosen is None or BotChoice(*chosen[:3]) != choice:
            raise Refused(
                "No bot has chosen this, or another one has since.", "", ["choice"], "$.choice", STALE
            )
        answer = act(found, chosen, dice)
        found.chosen = None
        return answer

    @declares("keep")
    def move(
        self,
        battle: str,
        bots: Mapping[str, str] | None = None,
        pick: Pick | None = None,
        roll: Roll | None = None,
    ) -> Answer | None:
        """One action by a bot, if a side that has one is asked; None if not."""
        try:
            choice = self.choice(battle, bots, pick)
        except Refused as refused:
            return Refusal.of(refused)
        if choice is None:
            return None
        typed: tuple[int, ...] = ()
        while True:
            answer = self.act(battle, choice, typed)
            if not isinstance(answer, DiceNeeded) or roll is None:
                return answer
            typed = (*answer.typed, *roll(answer))

    @declares("keep")
    def play(
        self,
        battle: str,
        bots: Mapping[str, str] | None = None,
        pick: Pick | None = None,
        roll: Roll | None = None,
    ) -> Iterator[Answer]:
        """Let bots play, action by action, until nobody with a bot is asked or something is refused."""
        while (answer := self.move(battle, bots, pick, roll)) is not None:
            yield answer
            if isinstance(answer, DiceNeeded) or (
                isinstance(answer, Refusal) and answer.kind != "head-moved"
            ):
                return


def seeded(seed: str) -> Pick | None:
    """Numbers that hang on a seed alone; None without one."""
    return Random(seed).randrange if seed else None


def choose(battle: OpenBattle, bots: Mapping[str, str] | None, pick: Pick) -> Chosen | None:
    """What the first side that is asked and has a bot wants to do; None if there is none. bots: instead of the seats'.

    No bot ever agrees to take something back.
    """
    head, state = battle.diary.current()
    seated = {seat.side: seat.bot for seat in state.table.seats}
    for pending in battle.pending(state):
        name = (seated if bots is None else bots).get(pending.side, "")
        if not name:
            continue
        bot = battle.system.bot(name)
        action: Any = t.RefuseUndo()
        if pending.kind != "undo":
            rules, side = battle.rules, pending.side
            known = rules.known(state.game, side)
            action = bot.choose(rules, known, side, rules.legal(state.game, side), pick).action
        return Chosen(pending.side, f"{BOT}{name}", head.seq, action)
    return None


def act(battle: OpenBattle, chosen: Chosen, dice: Sequence[int] = ()) -> Acted:
    """Raises Refused, DiceWanted, HeadMoved, ReadOnly."""
    ask = Ask(chosen.action, dice, Terms(expected=chosen.expected))
    return acting.act_for(battle, Author(chosen.player, chosen.side), ask)

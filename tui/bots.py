"""A bot's move with typed dice, without keeping the line to headquarters busy while somebody rolls them.

The bot's coin tosses are remembered, so that asked again it wants the same, now with the dice that were missing.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from campaign.answers import DiceNeeded
from campaign.headquarters import Answer, Headquarters


class Tosses:
    """Numbers for a bot: new ones the first time, the same ones again after `again`."""

    def __init__(self) -> None:
        self._made: list[int] = []
        self._at = 0

    def again(self) -> None:
        self._at = 0

    def __call__(self, count: int) -> int:
        if self._at == len(self._made):
            self._made.append(secrets.randbelow(count))
        self._at += 1
        return self._made[self._at - 1] % count


class _More(Exception):
    def __init__(self, wanted: DiceNeeded) -> None:
        super().__init__(wanted.purpose)
        self.wanted = wanted


def move(headquarters: Headquarters, battle: str, tosses: Tosses, dice: Sequence[int]) -> Answer | None:
    """One action of the bot that is asked, with the dice typed so far; DiceNeeded if they do not suffice."""

    def roll(wanted: DiceNeeded) -> Sequence[int]:
        first = len(wanted.typed)
        found = dice[first : first + wanted.count]
        if len(found) < wanted.count:
            raise _More(wanted)
        return found

    tosses.again()
    try:
        return headquarters.bot_move(battle, pick=tosses, roll=roll)
    except _More as more:
        return more.wanted

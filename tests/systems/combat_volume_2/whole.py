"""A field on which the whole turn is played: all chapters, and what a side may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.rules.dice import Dice
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import sequence
from tests.systems.combat_volume_2.field import Field


class Whole(Field):
    """As `Field`; the state stands in the middle of a turn as the test has it."""

    def with_dice(self, dice: Dice) -> Play:
        self.game.forget()
        return Play(TABLE, self.charts, self.game, dice)

    def answer(self, action: Any, *faces: int) -> list[Any]:
        """What comes of an action of the player's, until he is asked again."""
        play = self.play(*faces)
        TABLE.verify(play, FRIEND, action)
        TABLE.settle(play, FRIEND, action)
        sequence.after(play, action)
        return play.events

    def do(self, action: Any, *faces: int) -> list[Any]:
        """The same, but the turn does not go on by itself."""
        play = self.play(*faces)
        TABLE.verify(play, FRIEND, action)
        TABLE.settle(play, FRIEND, action)
        return play.events

    def proceed(self, *faces: int) -> list[Any]:
        """All that needs no answer."""
        play = self.play(*faces)
        sequence.proceed(play)
        return play.events

    def asked(self) -> list[str]:
        return [one.kind for one in TABLE.asked(self.play())]

    def options(self) -> list[Option]:
        return TABLE.options(self.play(), FRIEND)

    def actions(self, of: type[Any]) -> list[Any]:
        return [one.action for one in self.options() if isinstance(one.action, of)]

    def refusal(self, action: Any) -> str:
        """What is said to it; "" if it is allowed."""
        try:
            TABLE.verify(self.play(), FRIEND, action)
        except Refused as refused:
            return refused.reason
        return ""


def plain(rows: int = 5, columns: int = 9, glyph: str = ".") -> Sequence[str]:
    return [glyph * columns] * rows

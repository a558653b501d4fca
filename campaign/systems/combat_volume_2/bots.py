"""The bots of the player's side: one that does anything legal, some of one idea each, and one that plays sensibly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules import bots
from campaign.rules.bots import Bot, Pick
from campaign.rules.options import Option
from campaign.systems.combat_volume_2.commands import Choice
from campaign.systems.combat_volume_2.sensible import Mind, SensibleBot
from campaign.systems.combat_volume_2.state import Man, Vehicle
from campaign.systems.combat_volume_2.turn.orders import OrdersDone
from campaign.systems.combat_volume_2.turn.permitted import GiveOrder


class RandomBot(bots.RandomBot):
    """Does anything that is allowed, but every man gets an order before it says that all have theirs."""

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        idle = [
            one
            for one in options
            if isinstance(one.action, GiveOrder) and not known.men[one.action.unit].order.word
        ]
        if any(isinstance(one.action, OrdersDone) for one in options) and idle:
            options = idle
        return super().choose(rules, known, side, options, pick)


class RushBot:
    """Everybody goes for the goal at once, whatever it costs, and shoots only where there is no way on."""

    name = "rush"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        weighed = replace(
            rules.constants, pull=1.0, chase=1.0, harm=0.0, lives=0.0, later=0.0, near=0, duck=20.0
        )
        return Mind(rules, known, weighed).given(options)


class HoldBot:
    """Nobody moves: whoever sees an enemy shoots, and mortars fall on whom they see."""

    name = "hold"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        return Still(rules, known).given(options)


class Still(Mind):
    """Thinks of no way anywhere, on foot or on wheels."""

    def moves(self, man: Man, words: set[str]) -> Iterator[Choice]:
        return iter(())

    def drives(self, man: Man, vehicle: Vehicle, may: set[str]) -> GiveOrder | None:
        return None


BOTS: tuple[Bot, ...] = (RandomBot(), RushBot(), HoldBot(), SensibleBot())

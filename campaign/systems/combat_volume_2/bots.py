"""Players made of code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.rules.bots import Pick, RandomBot
from campaign.rules.options import Option
from campaign.systems.combat_volume_2.turn.orders import GiveOrder, OrdersDone


class AnyOrderBot(RandomBot):
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


BOTS = (AnyOrderBot(),)

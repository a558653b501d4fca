"""Players made of code, from worst to best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.contract.pattern.firing import Fire
from campaign.contract.pattern.turns import Wait
from campaign.rules.bots import Pick, RandomBot
from campaign.rules.options import Option


class EagerBot:
    """Fires where it can, and moves where it cannot."""

    name = "eager"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        shots = [one for one in options if isinstance(one.action, Fire)]
        moves = [one for one in options if not isinstance(one.action, Fire | Wait)]
        some = shots or moves or options
        return some[pick(len(some))]


BOTS = (RandomBot(), EagerBot())

"""Players made of code, from worst to best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.contract.pattern.firing import Fire
from campaign.contract.pattern.play import Play
from campaign.rules.bots import Pick, RandomBot
from campaign.rules.options import Option


class EagerBot:
    """Fires where it can, and goes to meet the enemy where it cannot."""

    name = "eager"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        shots = [one for one in options if isinstance(one.action, Fire)]
        if shots:
            return shots[pick(len(shots))]
        play: Play = rules.play(known)
        enemies = [enemy.hex for enemy in play.enemies(side)]

        def away(option: Option) -> int:
            """How far the nearest enemy would be; who waits stays as far away as can be."""
            return min(play.board.distance(option.where, hex) for hex in enemies) if option.where else 99

        nearest = min(map(away, options))
        some = [one for one in options if away(one) == nearest]
        return some[pick(len(some))]


BOTS = (RandomBot(), EagerBot())

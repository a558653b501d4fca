"""The bots: one that does anything legal, two of one idea each, and one that plays sensibly."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules import bots
from campaign.rules.bots import Bot, Pick
from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.policies import FortressBot, RushBot
from campaign.systems.mechwar_4.sensible import SensibleBot

IDLE = 8
"""One in so many choices passes, ends something, or lets a chance go by."""


class RandomBot(bots.RandomBot):
    """Any kind of action; it passes and ends moves only now and then, so that everything gets tried."""

    def group(self, options: Sequence[Option], pick: Pick) -> Sequence[Option]:
        kinds = bots.by_kind(options)
        for kind in (a.Pass, a.EndActivation, a.EndMove, a.HoldFire, a.Watch, a.StandingOrder):
            if kind in kinds and len(kinds) > 1 and pick(IDLE):
                del kinds[kind]
        return list(kinds.values())[pick(len(kinds))]


BOTS: tuple[Bot, ...] = (RandomBot(), RushBot(), FortressBot(), SensibleBot())

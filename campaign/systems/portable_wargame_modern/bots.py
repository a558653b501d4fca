"""The bots: one that does anything legal, some of one idea each, and one that plays sensibly."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules import bots
from campaign.rules.bots import Bot, Pick
from campaign.rules.options import Option
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.policies import FortressBot, QuickBot, RushBot
from campaign.systems.portable_wargame_modern.sensible import SensibleBot

IDLE = 12
"""One in so many choices passes or ends a unit's turn."""


class RandomBot(bots.RandomBot):
    """Any kind of action; it ends turns and passes only now and then, so that everything gets tried."""

    def group(self, options: Sequence[Option], pick: Pick) -> Sequence[Option]:
        kinds = bots.by_kind(options)
        if len(kinds) > 1:
            for kind in (a.Pass, a.EndUnit, a.CeaseFire):
                if kind in kinds and pick(IDLE):
                    del kinds[kind]
        return list(kinds.values())[pick(len(kinds))]


BOTS: tuple[Bot, ...] = (RandomBot(), RushBot(), FortressBot(), QuickBot(), SensibleBot())

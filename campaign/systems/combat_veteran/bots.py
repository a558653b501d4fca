"""The bots: one that does anything legal, some of one idea each, and one that plays sensibly."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules import bots
from campaign.rules.bots import Bot, Pick
from campaign.rules.made import Options
from campaign.rules.options import Option
from campaign.systems.combat_veteran.policies import FortressBot, QuickBot, RushBot
from campaign.systems.combat_veteran.sensible import SensibleBot

PATIENCE = 8
"""One in so many choices ends the phase."""


class RandomBot(bots.RandomBot):
    """Any piece's any kind of action, and now and then the end of the phase, so that everything gets tried."""

    def group(self, options: Sequence[Option], pick: Pick) -> Sequence[Option]:
        if not isinstance(options, Options):
            return options
        runs = options.runs
        return runs[0] if pick(PATIENCE) == 0 else runs[pick(len(runs))]


BOTS: tuple[Bot, ...] = (RandomBot(), RushBot(), FortressBot(), QuickBot(), SensibleBot())

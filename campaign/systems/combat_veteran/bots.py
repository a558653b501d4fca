"""Two bots: one that does anything legal, one that plays sensibly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from campaign.rules.refused import Refused
from campaign.rules.system import Bot, Option
from campaign.systems.combat_veteran.legal import Options
from campaign.systems.combat_veteran.sensible import SensibleBot


class RandomBot:
    """Any piece's any kind of action, and now and then the end of the phase, so that everything gets tried."""

    name = "random"

    def choose(
        self, rules: Any, state: Any, side: str, options: Sequence[Option], pick: Callable[[int], int]
    ) -> Option:
        if not isinstance(options, Options):
            return options[pick(len(options))]
        runs = options.runs
        run = runs[0] if pick(PATIENCE) == 0 else runs[pick(len(runs))]
        return run[pick(len(run))]


PATIENCE = 8
"""One in so many choices ends the phase."""

BOTS: dict[str, Bot] = {"random": RandomBot(), "sensible": SensibleBot()}


def find(name: str) -> Bot:
    """Raises Refused, naming the bots there are."""
    if name not in BOTS:
        raise Refused(f"There is no bot {name!r}.", "", sorted(BOTS))
    return BOTS[name]

"""The bots: one that does anything legal, and one that plays sensibly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from campaign.rules import bots
from campaign.rules.bots import Bot, Pick
from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import air, indirect, opportunity, setup
from campaign.systems.mechwar_4.play import Play, accepts
from campaign.systems.mechwar_4.sensible import SensibleBot

IDLE = 8
"""One in so many choices passes, ends something, or lets a chance go by."""
VERIFY: Mapping[type[Any], Callable[[Play, str, Any], object]] = {
    a.LineUp: setup.verify_line_up,
    a.Watch: opportunity.verify_watch,
    a.StandingOrder: opportunity.verify_order,
    a.Ambush: opportunity.verify_ambush,
    a.Bombard: indirect.verify_bombard,
    a.PlotAirstrike: air.verify_plot,
}
"""What is asked whether such an action is refused: they need not be tried on a copy of the battle."""


class RandomBot(bots.RandomBot):
    """Any kind of action; it passes and ends moves only now and then, so that everything gets tried."""

    def group(self, options: Sequence[Option], pick: Pick) -> Sequence[Option]:
        kinds = bots.by_kind(options)
        for kind in (a.Pass, a.EndActivation, a.EndMove, a.HoldFire, a.Watch, a.StandingOrder):
            if kind in kinds and len(kinds) > 1 and pick(IDLE):
                del kinds[kind]
        return list(kinds.values())[pick(len(kinds))]

    def allowed(self, rules: Any, state: Any, side: str, action: Any, pick: Pick) -> bool:
        verify = VERIFY.get(cast("type[Any]", type(action)))
        if verify is None:
            return super().allowed(rules, state, side, action, pick)
        return accepts(lambda: verify(Play(rules.charts, state), side, action))


BOTS: tuple[Bot, ...] = (RandomBot(), SensibleBot())

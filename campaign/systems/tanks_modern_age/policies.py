"""Bots of one idea each: they show what a scenario is worth against a plan.

They deploy, shoot, re-roll and repair as the sensible bot does; how they move is their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from campaign.rules.options import Option
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.judgement import Pose
from campaign.systems.tanks_modern_age.manoeuvre import candidates, towards
from campaign.systems.tanks_modern_age.sensible import Mind, SensibleBot
from campaign.systems.tanks_modern_age.state import Model, Objective

TURN = 0.1
"""Millimetres that it is worth to show a degree less of one's side."""


class Policy(SensibleBot):
    """Everything but moving as the sensible bot."""

    def move(self, mind: Mind, pick: Callable[[int], int]) -> Option:
        unit = mind.options[0].unit
        model = mind.game.models[unit]
        mine = [o for o in mind.options if o.unit == unit and not isinstance(o.action, a.TurnUp)]
        return self.go(mind, model, mine) or mine[0]

    def go(self, mind: Mind, model: Model, mine: Sequence[Option]) -> Option | None:
        """What a model does next; None if it stays."""
        raise NotImplementedError


class FortressBot(Policy):
    """Nothing ever leaves its place."""

    name = "fortress"

    def go(self, mind: Mind, model: Model, mine: Sequence[Option]) -> Option | None:
        return None


class RushBot(Policy):
    """Everything goes for the nearest enemy, as fast as it can."""

    name = "rush"

    def go(self, mind: Mind, model: Model, mine: Sequence[Option]) -> Option | None:
        return _nearer(mind, model, mine, mind.judge.foes)


class ClaimBot(Policy):
    """Every tank goes for the nearest objective of its side and stays by it; without one, for the nearest enemy."""

    name = "claim"

    def go(self, mind: Mind, model: Model, mine: Sequence[Option]) -> Option | None:
        wanted, _ = mind.judge.goals(model)
        if any(mind.judge.close_to(model, one) for one in wanted):
            return None
        return _nearer(mind, model, mine, wanted or mind.judge.foes)


class QuickBot(Policy):
    """Moves once towards what its side wants, until it has something to shoot at; then it stands and shoots."""

    name = "quick"

    def go(self, mind: Mind, model: Model, mine: Sequence[Option]) -> Option | None:
        if model.moves or (mind.game.measured and mind.judge.best_shot(model) > 0):
            return None
        wanted, _ = mind.judge.goals(model)
        return _nearer(mind, model, mine, wanted or mind.judge.foes)


def _nearer(
    mind: Mind, model: Model, mine: Sequence[Option], spots: Sequence[Model] | Sequence[Objective]
) -> Option | None:
    """The move that leads nearest to one of these; at a real table all the tokens there are. None: none does."""
    if not mind.game.measured:
        tokens = [o for o in mine if isinstance(o.action, a.Measures)]
        return max(tokens, key=lambda o: o.action.tokens, default=None)
    if not spots:
        return None

    def away(pose: Pose) -> float:
        return min(hypot(pose.x - one.x, pose.y - one.y) for one in spots)

    def cost(pose: Pose) -> float:
        turn = abs((pose.heading - towards(mind.judge, pose.x, pose.y) + 180) % 360 - 180)
        return away(pose) + TURN * turn

    here = Pose(model.x, model.y, model.heading, model.high, model.speed)
    found = candidates(mind.judge, model, mine, free=False)
    pose, option = min(found, key=lambda one: cost(one[0]), default=(here, None))
    return option if away(pose) < away(here) - 1 else None

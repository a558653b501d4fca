"""The bots: one that does anything legal, some of one idea each, one that plays sensibly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from campaign.rules import bots
from campaign.rules.bots import TRIES, Bot, Pick, by_kind
from campaign.rules.options import Option
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.decide import movement, setup
from campaign.systems.tanks_modern_age.field import fly_way, tank_way
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.policies import ClaimBot, FortressBot, QuickBot, RushBot
from campaign.systems.tanks_modern_age.sensible import SensibleBot


class RandomBot(bots.RandomBot):
    """Any kind of action, with any values; cards are turned up less often, or none would be left face down."""

    def group(self, options: Sequence[Option], pick: Pick) -> Sequence[Option]:
        kinds = by_kind(options)
        if a.TurnUp in kinds and len(kinds) > 1 and pick(3):
            del kinds[a.TurnUp]
        return list(kinds.values())[pick(len(kinds))]

    def vary(self, rules: Any, known: Any, side: str, option: Option, pick: Pick) -> Option:
        return vary(Play(rules.charts, known), option, pick)


def vary(play: Play, option: Option, pick: Pick) -> Option:
    """The option with values picked within its ranges, such as are allowed."""
    replace = msgspec.structs.replace
    for _ in range(TRIES):
        match option.action:
            case a.Move() as action:
                hull = ("forward", "forward", "reverse", "right", "left")[pick(5)]
                flush = ("right", "left")[pick(2)]
                touch = "" if pick(3) else movement.TOUCHES[pick(8)]
                varied = replace(action, bearing=pick(360), hull=hull, flush=flush, touch=touch)
                model = play.state.models[action.unit]
                way = tank_way(play, model, varied.bearing, varied.hull, varied.flush, varied.touch)
                if way.allowed:
                    low, high = way.allowed[pick(len(way.allowed))]
                    distance = low + pick(high - low + 1)
                    if way.end(distance)[3] and movement.one_move_only(play, model):
                        continue
                    return replace(option, action=replace(varied, distance=distance))
            case a.Fly() as action:
                model = play.state.models[action.unit]
                words = next(r.words for r in option.ranges if r.name == "high")
                high = words[pick(len(words))] == "true"
                bearing = pick(360)
                way = fly_way(play, model, bearing, high)
                if way.allowed:
                    low, most = way.allowed[pick(len(way.allowed))]
                    distance = low + pick(most - low + 1)
                    x, y, _, _ = way.end(distance)
                    if movement.leads_nowhere(play, model, x, y, high):
                        continue
                    varied_fly = replace(
                        action, bearing=bearing, distance=distance, heading=pick(360), high=high
                    )
                    return replace(option, action=varied_fly)
            case a.Deploy() as action:
                model = play.state.models[action.unit]
                x, y = (_within(option, name, pick) for name in ("x", "y"))
                turn = (pick(61) - 30) if pick(4) else pick(360)
                high = model.kind == "helicopter" and pick(2) == 1
                varied_deploy = replace(action, x=x, y=y, heading=(action.heading + turn) % 360, high=high)
                if not setup.deploy_problem(play, model, varied_deploy, play.state.stage == "command"):
                    return replace(option, action=varied_deploy)
            case a.PlaceObjective() as action:
                x, y = (_within(option, name, pick) for name in ("x", "y"))
                return replace(option, action=replace(action, x=x, y=y))
            case _:
                return option
    return option


def _within(option: Option, name: str, pick: Pick) -> int:
    one = next(r for r in option.ranges if r.name == name)
    return one.lowest + pick(one.highest - one.lowest + 1)


BOTS: tuple[Bot, ...] = (
    RandomBot(),
    FortressBot(),
    RushBot(),
    ClaimBot(),
    QuickBot(),
    SensibleBot(),
)

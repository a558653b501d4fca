"""Players made of code."""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from campaign.rules.bots import Pick, RandomBot
from campaign.rules.options import Option
from duel_of_dice.facing import Face


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """thrift: what a point of bonus is worth that is kept for later rounds, against one that is laid now."""

    thrift: Annotated[float, Meta(ge=0, le=3)]


class AnsweringBot(RandomBot):
    """Answers what it is asked with any of the answers; it does not turn its champion meanwhile."""

    def group(self, options: Sequence[Option], pick: Pick) -> Sequence[Option]:
        return [one for one in options if not isinstance(one.action, Face)]


class ThriftyBot:
    """Lays a good card, but not too good a one while rounds are left."""

    name = "thrifty"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        bonus = {id: card.bonus for id, card in rules.charts.cards.items()}
        later = min(known.rounds - known.round, 1)

        def worth(option: Option) -> float:
            return bonus.get(getattr(option.action, "card", ""), 0) * (1 - rules.constants.thrift * later)

        return max((one for one in options if not isinstance(one.action, Face)), key=worth)


BOTS = (AnsweringBot(), ThriftyBot())

"""What all chapters stand on: a decision with the charts, and what actions and events have in common."""

from msgspec import Struct

from campaign.rules.chapters import ByChapters, Table
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice
from duel_of_dice.charts import Charts
from duel_of_dice.state import Game


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of all actions; the tag is a stable word."""


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events: facts. Nothing in them is ever computed again: hands, dice and winners are told, not derived.
    When a shape changes, the tag gets a number and the old one an upcaster."""


class Play(ByChapters[Game, Event]):
    """A decision with the charts. On a known state the other champion is an `Opponent`, who has no cards."""

    __slots__ = ("charts",)

    def __init__(self, table: "Table[Play]", charts: Charts, state: Game, dice: Dice = NO_DICE) -> None:
        super().__init__(table, charts, state, dice)
        self.charts = charts

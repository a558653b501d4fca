"""What counts when play is measured."""

from collections.abc import Iterable

from campaign.rules import doings
from campaign.rules.doings import Doer
from campaign.rules.options import played
from duel_of_dice.blows import CardLaid, Lay
from duel_of_dice.facing import Face, Faced
from duel_of_dice.state import Game


class Doings(doings.Doings):
    """Who lays a card has attacked, who turns has moved. Nobody can let be what it is asked for."""

    moved = (Faced,)
    shot = (CardLaid,)
    ends = ()
    attacks = (Lay,)
    moves = (Face,)

    def turn(self, state: Game) -> int:
        return state.round

    def doers(self, state: Game) -> Iterable[Doer]:
        return [Doer(side.id, side.id) for side in played(state.sides)]

    def score(self, state: Game) -> tuple[int, ...]:
        return tuple(one.wins for one in state.champions.values())

    def who(self, event: CardLaid | Faced) -> str:
        return event.side

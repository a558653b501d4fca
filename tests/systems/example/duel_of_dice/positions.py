"""Duels by chance, and twins of them, for whoever tries whether a side can tell what it may not know."""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.rules.bots import Pick
from duel_of_dice.blows import CardLaid
from duel_of_dice.charts import Charts
from duel_of_dice.dealing import DuelBegan, HandDrawn
from duel_of_dice.play import Event
from duel_of_dice.state import Champion, Game


class Positions:
    """See `campaign.rules.facets.Positions`."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def position(self, pick: Pick) -> Sequence[Event]:
        """Hands have been drawn, or not, and a card is laid, or none."""
        scenario = list(self._charts.scenarios.values())[pick(len(self._charts.scenarios))]
        kits = tuple(tuple(self._some(4 + pick(2), pick)) for _ in scenario.side)
        events: list[Event] = [DuelBegan(1 + pick(3), scenario.side, kits)]
        for side, kit in zip(scenario.side, kits, strict=True):
            if pick(4) and not side.by_rules:
                events.append(HandDrawn(side.id, (), kit[:3]))
        if len(events) == 3 and pick(2):
            events.append(CardLaid(scenario.side[0].id, kits[0][pick(3)]))
        return events

    def twin(self, state: Game, side: str, pick: Pick) -> Game:
        """Other cards in the kits and hands of the others, and face down before them."""
        champions = {id: one if id == side else self._other(one, pick) for id, one in state.champions.items()}
        return replace(state, champions=champions)

    def _other(self, one: Champion, pick: Pick) -> Champion:
        gone = [card for card in self._some(len(self._charts.cards), pick) if card not in one.gone]
        laid = gone.pop() if one.laid else ""
        return replace(one, kit=gone[: len(one.kit)], laid=laid, hand=gone[: len(one.hand)])

    def _some(self, many: int, pick: Pick) -> list[str]:
        """So many of all cards, in any order."""
        cards = list(self._charts.cards)
        return [cards.pop(pick(len(cards))) for _ in range(min(many, len(cards)))]

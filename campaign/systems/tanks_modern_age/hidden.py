"""What a side does not know: the cards that lie face down before the other, and the order of the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.rules.facets import Hidden
from campaign.rules.muster import Mustered
from campaign.rules.system import CopyByCode
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.state import (
    Back,
    Card,
    Deck,
    Game,
    OpenDeck,
    OpenPlatoon,
    Platoon,
    shown,
)

_copy = CopyByCode(Game)


class FaceDown(Hidden):
    """Cards that lie face down, and the order of the deck. When the battle is over, everything lies open."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def hides(self, state: Game) -> bool:
        return state.verdict is None

    def known(self, state: Game, side: str) -> Game:
        """With the backs of cards that the side has not seen, what everybody knows of the deck, and without points and
        title of the other platoon. Of a model's points those are there that can be counted."""
        charts = self._charts.as_read(state.readings)
        memory = state.memory(charts)
        open = memory.lasts("open", _Open, charts, state)
        models, platoons = dict(state.models), dict(open.platoons)
        for id, cards, points in open.models:
            model = models[id]
            if model.side != side:
                models[id] = replace(model, cards=cards, points=points)
        if side in platoons:
            platoons[side] = state.platoons[side]
        deck = state.deck
        outside = OpenDeck(deck.left, deck.discards, deck.size, deck.shuffled, deck.real)
        found = replace(state, models=models, platoons=platoons, deck=outside)
        vars(found)["memories"] = {charts: memory}  # what lies open is worked out for all at once
        return found

    def completed(self, known: Game, side: str) -> Game:
        """With cards of which nothing is known but what they show, and a deck that is never drawn from."""
        models = {
            id: model if all(map(shown, model.cards)) else replace(model, cards=list(map(_some, model.cards)))
            for id, model in known.models.items()
        }
        platoons = {id: Platoon(one.nation, one.rule, 0) for id, one in known.platoons.items()}
        deck = Deck([], known.deck.discards, known.deck.size, known.deck.shuffled, known.deck.real)
        whole = _copy(replace(known, models=models, platoons=platoons, deck=deck))
        whole.known[side] = known  # which has worked out already what an action comes to
        return whole

    def event(self, state: Game, event: Any, viewer: str) -> Any:
        if state.verdict is not None:
            return event
        if isinstance(event, e.DeckShuffled):
            return e.DeckShuffled()
        if isinstance(event, e.Mustered):
            models = tuple(_placed(self._charts, state, one, viewer) for one in event.models)
            platoons = {
                side: one if side == viewer else replace(one, points=0, title="")
                for side, one in event.platoons.items()
            }
            return replace(event, models=models, platoons=platoons)
        return event

    def action(self, state: Game, side: str, action: Any, viewer: str) -> Any:
        """What is asked for names nothing that lies face down: who turns a card up shows it."""
        return action

    def options(self, state: Game, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        """Rosters of the other side are left out: they name its cards."""
        if state.verdict is not None:
            return options
        others = {side.id for side in state.sides if side.id != viewer}
        return {key: "not shown" if key in others else value for key, value in options.items()}

    def mustered(self, state: Game, assets: Sequence[Mustered], viewer: str) -> tuple[Mustered, ...]:
        """Models stand open on the table, and crews are named with them."""
        return tuple(assets)

    def reveals(self, event: Any) -> bool:
        return isinstance(event, e.CardTurned | e.CriticalDrawn)


def _placed(charts: Charts, game: Game, one: e.Placed, viewer: str) -> e.Placed:
    if viewer == one.side:
        return one
    cards: list[e.Dealt] = []
    points = one.stats.points
    model = game.models[one.id]
    for slot, dealt in enumerate(one.cards):
        if dealt.up or model.cards[slot].turned >= 0:
            cards.append(dealt)
            points += charts.cards[dealt.card].points
        else:
            cards.append(e.Dealt("", dealt.type))
    return replace(one, cards=tuple(cards), points=points)


# -- what is known ---------------------------------------------------------------------------------------------


class _Open:
    """What takes the place of what not everybody knows. models: those with cards that not everybody has seen, with
    what they show, and the points that can be counted."""

    def __init__(self, charts: Charts, game: Game) -> None:
        self.platoons: dict[str, Any] = {
            side: OpenPlatoon(one.nation, one.rule) for side, one in game.platoons.items()
        }
        self.models: list[tuple[str, Any, int]] = []
        for model in game.models.values():
            up = [card.card for card in model.cards if card.turned >= 0]
            if len(up) < len(model.cards):
                cards = [card if card.turned >= 0 else _back(card) for card in model.cards]
                points = model.stats.points + sum([charts.cards[card].points for card in up])
                self.models.append((model.id, cards, points))


def _back(card: Card | Back) -> Back:
    """What a card shows that has not been up."""
    return Back(card.type, "down" if card.state == "down" else "gone")


def _some(card: Card | Back) -> Card:
    """A card for one of which only the back is known: which it is cannot be looked up."""
    return card if isinstance(card, Card) else Card("", card.type, card.state)

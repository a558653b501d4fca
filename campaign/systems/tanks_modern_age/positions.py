"""Positions by chance, and twins of them, for whoever tries whether a side can tell what it may not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from campaign.rules.bots import Pick
from campaign.rules.dice import SeededDice
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age import legal, muster
from campaign.systems.tanks_modern_age.apply import APPLIERS
from campaign.systems.tanks_modern_age.charts import NATIONS, Charts, Roster
from campaign.systems.tanks_modern_age.decide import dispatch
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.roster import added, decode, fits, plain
from campaign.systems.tanks_modern_age.state import Card, Deck, Game, Model

T = TypeVar("T")
MISSIONS = ("tank-ace", "king-of-the-hill", "free-for-all", "no-retreat")
POINTS = (60, 80, 120)
MOST = 90
"""Actions since the set-up at most: by then shots have been fired."""


class Positions:
    """See `campaign.rules.facets.Positions`."""

    def __init__(self, charts: Charts) -> None:
        self.charts = charts

    def position(self, pick: Pick) -> Sequence[e.Event]:
        """A battle of platoons by chance, some models damaged and some cards face up from the start, that has been
        played by chance for a while."""
        placed = muster.set_up(
            self.charts, muster.scenario_of(self.charts, _one(MISSIONS, pick)), self._options(pick)
        )
        placed = replace(placed, models=tuple(self._placed(one, pick) for one in placed.models))
        events: list[e.Event] = [placed]
        state = Game()
        APPLIERS[type(placed)](state, placed)
        for _ in range(pick(MOST)):
            asked = legal.pending(self.charts, Play(self.charts, state).known("").state)
            if not asked:
                break
            side = asked[pick(len(asked))].side
            found = legal.legal(self.charts, Play(self.charts, state).known(side).state, side)
            play = Play(self.charts, state, SeededDice(pick))
            dispatch.settle(play, side, found[pick(len(found))].action)
            if state.verdict is not None:
                return self.position(pick)
            events += play.events
        return events

    def _options(self, pick: Pick) -> Mapping[str, Any]:
        points = _one(POINTS, pick)
        forces = {
            side: plain(random_roster(self.charts, _one(list(NATIONS), pick), points, pick))
            for side in ("blue", "red")
        }
        return {**forces, "points": points, "terrain": "ready"}

    def _placed(self, one: e.Placed, pick: Pick) -> e.Placed:
        cards = tuple(card if pick(4) else replace(card, up=not card.up) for card in one.cards)
        return replace(one, cards=cards, damage=0 if pick(3) else pick(max(1, one.stats.damage)))

    def twin(self, state: Game, side: str, pick: Pick) -> Game:
        """Other cards of the same types lie face down before the others, such as their nation has; another deck, other
        points of the platoons."""
        found: Game = replace(state)
        if state.verdict is not None:
            return found
        order = list(state.deck.order)
        for i in range(len(order) - 1, 0, -1):
            j = pick(i + 1)
            order[i], order[j] = order[j], order[i]
        deck = state.deck
        found.deck = Deck(order, deck.discards, deck.size, deck.shuffled, deck.real)
        found.models = {
            id: one if one.side == side else self._other(state, one, pick) for id, one in state.models.items()
        }
        found.platoons = {
            id: one if id == side else replace(one, points=pick(100), title="Another platoon")
            for id, one in state.platoons.items()
        }
        return found

    def _other(self, state: Game, model: Model, pick: Pick) -> Model:
        nation = state.platoons[model.side].nation
        cards: list[Card] = []
        for card in model.cards:
            if card.turned < 0 and card.state != "up":
                alike = cards_alike(self.charts, nation, model.kind, card.type)
                card = replace(card, card=_one(alike, pick))
            cards.append(card)
        points = model.stats.points + sum(self.charts.cards[one.card].points for one in cards)
        return replace(model, cards=cards, points=points)


def cards_alike(charts: Charts, nation: str, kind: str, type: str) -> list[str]:
    """Every card of a type that may lie face down on a model of a nation."""
    return [
        card.id
        for card in charts.cards.values()
        if card.type == type
        and (not card.nations or nation in card.nations)
        and card.kind in ("", kind)
        and not card.revealed
    ]


def random_roster(charts: Charts, nation: str, limit: int, pick: Pick) -> Roster:
    """A sound platoon of a nation, put together by chance. Raises ValueError if the limit is too low for any tank."""
    rule = next(one.id for one in charts.rules.values() if one.nation == nation)
    roster = Roster(f"Random {NATIONS[nation]}", nation, rule, limit, bool(pick(2)))  # type: ignore[arg-type]
    while True:
        found = list(fits(charts, roster, limit))
        has_tank = any(charts.models[unit.type].kind == "tank" for unit in roster.model)
        if not has_tank:
            found = [one for one in found if one.kind == "tank" and not one.where]
            if not found:
                raise ValueError(f"{limit} points buy no tank of {NATIONS[nation]}")
        models = [one for one in found if not one.where]
        if not found or (has_tank and pick(12) == 0):
            return roster
        chosen = models[pick(len(models))] if models and pick(2) else found[pick(len(found))]
        roster = decode(charts, added(charts, plain(roster), chosen))


def _one(some: Sequence[T], pick: Pick) -> T:
    return some[pick(len(some))]

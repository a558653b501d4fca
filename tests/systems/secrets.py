"""What a viewer cannot know, changed behind his back: for the contract's paired battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Pick = Callable[[int], int]


def _shuffle(items: list[Any], pick: Pick) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = pick(i + 1)
        items[i], items[j] = items[j], items[i]


def other_cards_face_down(rules: Any, state: Any, viewer: str, pick: Pick) -> None:
    """TANKS: other cards of the same types face down before the others, such as their nation has; another deck."""
    if state.verdict is not None:
        return
    _shuffle(state.deck.order, pick)
    for model in state.models.values():
        for card in model.cards:
            if model.side != viewer and card.state == "down" and card.turned < 0:
                alike = cards_alike(rules, state.platoons[model.side].nation, model.kind, card.type)
                card.card = alike[pick(len(alike))]


def cards_alike(rules: Any, nation: str, kind: str, type: str) -> list[str]:
    """TANKS: every card of a type that may lie face down on a model of a nation."""
    return [
        card.id
        for card in rules.charts.cards.values()
        if card.type == type
        and (not card.nations or nation in card.nations)
        and card.kind in ("", kind)
        and not card.revealed
    ]


def another_hand(rules: Any, state: Any, viewer: str, pick: Pick) -> None:
    """Duel of Dice: other cards in the hands and face down on the table, as many as there are."""
    if state.verdict is not None:
        return
    for side, champion in state.champions.items():
        if side != viewer:
            every = [card for card in rules.charts.cards if card not in champion.gone]
            _shuffle(every, pick)
            champion.kit = [*every[: len(champion.kit)]]
            if champion.laid:
                champion.laid = every.pop()
            champion.hand = every[: len(champion.hand)]

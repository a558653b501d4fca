"""Crew and Upgrade cards in play: turning up, using, giving up; and who may still have something face down.

Whether a side is asked is worked out of what everybody knows: of the types of its face-down cards, never of which cards
they are. Otherwise a pause, or its absence, would tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.in_force import (
    holds,
)
from campaign.systems.tanks_modern_age.play import Play, fighting, on_table, own_model
from campaign.systems.tanks_modern_age.state import Card, Game, Model, shown


class Usable(NamedTuple):
    """An effect that its owner may use now: card and number; other: slots of which one must be given up for it."""

    model: Model
    slot: int
    number: int
    effect: Effect
    name: str
    others: tuple[int, ...] = ()


def own_slot(game: Game, side: str, unit: str, slot: int) -> tuple[Model, Card]:
    """A card of the side's own model. Raises Refused."""
    model = own_model(game, side, unit)
    if not 0 <= slot < len(model.cards):
        there = [f"0 to {len(model.cards) - 1}"] if model.cards else ["no card at all"]
        raise Refused(f"{model.name} has no card in slot {slot}.", "p5", there, "$.slot")
    return model, model.cards[slot]


def verify_turn_up(play: Play, side: str, action: a.TurnUp) -> None:
    """At any time, also in the other side's shot (p5). Raises Refused."""
    model, card = own_slot(play.state, side, action.unit, action.slot)
    if card.state != "down":
        state = "lies face up already" if card.state == "up" else "was given up"
        down = [str(i) for i, one in enumerate(model.cards) if one.state == "down"]
        raise Refused(f"That card {state}.", "p5", down, "$.slot")


def turn_up(play: Play, side: str, action: a.TurnUp) -> None:
    """p5 hidden cards."""
    show(play, play.state.models[action.unit], action.slot)


def show(play: Play, model: Model, slot: int) -> None:
    """Turn a card up, unless it lies face up already."""
    card = model.cards[slot]
    if card.state == "down":
        play.emit(e.CardTurned(model.id, slot, card.card))


def turn_ups(play: Play, side: str) -> list[Option]:
    """Every face-down card of the side's models."""
    return [
        Option(a.TurnUp(m.id, slot), m.id)
        for m in play.state.models.values()
        if m.side == side and not m.out
        for slot, card in enumerate(m.cards)
        if card.state == "down"
    ]


def face_down(game: Game, side: str) -> bool:
    return any(card.state == "down" for m in fighting(game, side) for card in m.cards)


def could_hide(play: Play, model: Model, *verbs: str, always: bool = False) -> bool:
    """Whether one of its face-down cards might, by its type, do one of these things, and its side wants to be asked.

    always: ask also a side that wants no questions about turning up cards.
    """
    if model.side in play.state.quiet and not always:
        return False
    types = types_doing(play.charts, play.state.platoons[model.side].nation, model.kind)
    return any(
        card.state == "down" and any(card.type in types.get(verb, ()) for verb in verbs)
        for card in model.cards
    )


@lru_cache(maxsize=256)
def types_doing(charts: Charts, nation: str, kind: str) -> dict[str, set[str]]:
    """By verb, the types of cards that a nation could have on a model: `extra-move`, and `extra-move end-of-move`."""
    found: dict[str, set[str]] = {}
    for card in charts.cards.values():
        if (card.nations and nation not in card.nations) or card.kind not in ("", kind) or card.revealed:
            continue
        for effect in card.effects:
            keys = [
                effect.do,
                f"{effect.do} {effect.moment}",
                *(f"{effect.do} {one}" for one in effect.criticals),
            ]
            for key in keys:
                found.setdefault(key, set()).add(card.type)
    return found


def usable(play: Play, model: Model, *verbs: str, moment: str | None = None) -> Iterator[Usable]:
    """Effects of a model's cards that its owner may use now, those face down included if it is known which they are."""
    turn = play.state.turn
    for slot, card in enumerate(model.cards):
        if card.state == "gone" or not shown(card):
            continue
        row = play.charts.cards[card.card]
        for number, effect in enumerate(row.effects):
            if effect.do not in verbs or (moment is not None and effect.moment != moment):
                continue
            if effect.use == "turned" and card.state == "up" and card.turned != turn:
                continue
            if effect.use in ("", "turned") and card.spent == turn and turn > 0:
                continue
            if not holds(play, effect, model):
                continue
            others: tuple[int, ...] = ()
            if effect.use == "discard-other":
                others = tuple(
                    i
                    for i, one in enumerate(model.cards)
                    if i != slot and one.state != "gone" and _fits(play, one, effect.type)
                )
                if not others:
                    continue
            yield Usable(model, slot, number, effect, row.name, others)


def _fits(play: Play, card: Card, type: str) -> bool:
    if type in ("", "any"):
        return True
    if type in ("crew", "upgrade"):
        return play.charts.is_crew(card.type) == (type == "crew")
    return card.type == type


def uses(found: Iterator[Usable], target: str = "") -> list[Option]:
    """The options to use these effects."""
    options: list[Option] = []
    for one in found:
        for other in one.others or (-1,):
            action = a.UseCard(one.model.id, one.slot, one.number, other, target)
            options.append(Option(action, one.model.id, target))
    return options


def pay(play: Play, model: Model, slot: int, effect: Effect, other: int = -1, once: bool = True) -> str:
    """Turn the card up and give up what its effect costs; answers with its name."""
    card = model.cards[slot]
    row = play.charts.cards[card.card]
    show(play, model, slot)
    if effect.use == "discard":
        play.emit(e.CardGivenUp(model.id, slot, row.name, card.card))
    elif effect.use == "discard-other":
        give_up(play, model, other, row.name)
    if effect.use != "discard" and once:
        play.emit(e.CardUsed(model.id, slot))
    return row.name


def give_up(play: Play, model: Model, slot: int, cause: str) -> None:
    """Discard a card, as it lies: one that is face down stays unknown."""
    card = model.cards[slot]
    known = card.card if card.state == "up" else ""
    play.emit(e.CardGivenUp(model.id, slot, cause, known))


def of_action(play: Play, action: a.UseCard) -> Usable:
    """The effect an action speaks of; it was listed, so it is there."""
    model = play.state.models[action.unit]
    row = play.charts.cards[model.cards[action.slot].card]
    others = (action.other,) if action.other >= 0 else ()
    return Usable(model, action.slot, action.effect, row.effects[action.effect], row.name, others)


def friends_of(play: Play, model: Model) -> list[Model]:
    return [
        m
        for m in play.state.models.values()
        if m.side == model.side and m.id != model.id and on_table(play.state, m)
    ]

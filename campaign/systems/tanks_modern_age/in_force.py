"""Which effects are in force, on whom, and whether their conditions hold.

Only cards that lie face up count, so nothing here can tell what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from campaign.systems.tanks_modern_age.charts import Charts, Critical
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.field import body, near, table_of
from campaign.systems.tanks_modern_age.play import Play, fighting, on_table
from campaign.systems.tanks_modern_age.reach import concealed
from campaign.systems.tanks_modern_age.shapes import distance_to_point
from campaign.systems.tanks_modern_age.state import Card, Model, Shot


class Source(NamedTuple):
    """An effect in force: on whose card, and how it is named when it is used (`unit/slot/number`)."""

    effect: Effect
    unit: str
    slot: int
    number: int
    name: str

    @property
    def key(self) -> str:
        return f"{self.unit}/{self.slot}/{self.number}" if self.slot >= 0 else f"platoon/{self.number}"


ONE_SHOT = frozenset(("reroll-attack", "reroll-defence", "cancels-from"))
"""Effects that, if something is given up for them, last for the attack under way and no longer."""


def is_round(effect: Effect) -> bool:
    """Whether it is fired: dice or missiles for which its card is given up as Ammo."""
    return effect.use == "discard" and (effect.do == "attack" or effect.keyword.startswith("Missiles"))


def in_force(play: Play, model: Model, slot: int, effect: Effect) -> bool:
    """Whether an effect works by itself now. What something is given up for works in that turn, or that attack.

    Ammo that is given up goes into one attack, its own: a further one in the same turn is without it.
    """
    card = model.cards[slot]
    match effect.use:
        case "":
            return card.state == "up"
        case "turned":
            return card.state == "up" and card.turned == play.state.turn
        case "discard" | "discard-other":
            if (
                card.turned < 0
                or card.spent != play.state.turn
                or (effect.use == "discard") != (card.state == "gone")
            ):
                return False
            shot = play.state.shot
            if is_round(effect):
                return shot is not None and shot.unit == model.id and shot.ammo == slot
            return effect.do not in ONE_SHOT or (shot is not None and f"card {model.id}/{slot}" in shot.used)


Numbered = tuple[tuple[int, Effect], ...]


@lru_cache(maxsize=1 << 14)
def _on_card(charts: Charts, card: str, verbs: tuple[str, ...]) -> Numbered:
    """The effects of a card that do one of these things, with their numbers on it."""
    return tuple((n, effect) for n, effect in enumerate(charts.cards[card].effects) if effect.do in verbs)


@lru_cache(maxsize=1 << 14)
def _for_friends(charts: Charts, card: str, verbs: tuple[str, ...]) -> Numbered:
    """Those of them that speak of other models than the card's own."""
    return tuple((n, effect) for n, effect in _on_card(charts, card, verbs) if effect.whom != "self")


@lru_cache(maxsize=16)
def _helping(charts: Charts) -> frozenset[str]:
    """The cards that have any effect for others."""
    return frozenset(
        id for id, card in charts.cards.items() if any(effect.whom != "self" for effect in card.effects)
    )


@lru_cache(maxsize=1 << 10)
def _of_platoon(charts: Charts, rule: str, verbs: tuple[str, ...]) -> Numbered:
    """The same of a platoon's rule; none in a battle without Platoon cards."""
    found = charts.rules[rule].effects if rule else ()
    return tuple((n, effect) for n, effect in enumerate(found) if effect.do in verbs)


def own_effects(play: Play, model: Model, *verbs: str) -> Iterator[Source]:
    """Effects in force that do one of these things, on a model's own cards, then by its platoon's rule (p6 platoon
    cards).
    """
    for source in play.lasting((model.id, verbs), _own, play, model, verbs):
        if source.slot < 0 or in_force(play, model, source.slot, source.effect):
            yield source


def _own(play: Play, model: Model, verbs: tuple[str, ...]) -> tuple[Source, ...]:
    """The same of all cards that have been turned up."""
    charts, found = play.charts, list[Source]()
    for slot, card in enumerate(model.cards):
        if card.turned >= 0:
            name = charts.cards[card.card].name
            found += [
                Source(effect, model.id, slot, n, name) for n, effect in _on_card(charts, card.card, verbs)
            ]
    rule = play.state.platoons[model.side].rule
    for n, effect in _of_platoon(charts, rule, verbs):
        found.append(Source(effect, model.id, -1, n, charts.rules[rule].name))
    return tuple(found)


def effects_on(play: Play, model: Model, *verbs: str) -> Iterator[Source]:
    """All effects in force that do one of these things to this model: its own, and those of friends' cards that help
    others."""
    for source in own_effects(play, model, *verbs):
        if source.effect.whom in ("self", "platoon") and _meant(source.effect, model):
            yield source
    charts = play.charts
    for unit, slot, card in play.lasting(("helpers", model.side), _helpers, play, model.side):
        if unit == model.id:
            continue
        friend = play.state.models[unit]
        for number, effect in _for_friends(charts, card, verbs):
            if not (on_table(play.state, friend) and in_force(play, friend, slot, effect)):
                continue
            if not _meant(effect, model) or (
                effect.whom == "close-friends" and not near(play, friend, model)
            ):
                continue
            if all(is_so(play, condition, friend) for condition in effect.owner_when):
                yield Source(effect, unit, slot, number, charts.cards[card].name)


def _helpers(play: Play, side: str) -> list[tuple[str, int, str]]:
    """The cards of a side that have been turned up and may help other models than their own: model, slot, card."""
    helping = _helping(play.charts)
    return [
        (model.id, slot, card.card)
        for model in play.state.models.values()
        if model.side == side
        for slot, card in enumerate(model.cards)
        if card.turned >= 0 and card.card in helping
    ]


def _meant(effect: Effect, model: Model) -> bool:
    return not effect.models or model.type in effect.models


def criticals(play: Play, model: Model) -> list[Critical]:
    """The critical cards that lie on a model."""
    return [play.charts.critical(number) for number in model.criticals]


# -- conditions ------------------------------------------------------------------------------------------------


def holds(play: Play, effect: Effect, model: Model) -> bool:
    """Whether all conditions of an effect hold for the model it is to change."""
    return all(is_so(play, condition, model) for condition in effect.when)


def is_so(play: Play, condition: str, model: Model) -> bool:
    """Whether one condition holds for a model."""
    game, shot = play.state, play.state.shot
    if not game.measured and shot is not None and condition in shot.sight.conditions:
        return True
    if condition in _OF_SHOT:
        return shot is not None and _of_shot(play, condition, shot, model)
    match condition:
        case "stationary":
            return model.speed == 0
        case "moving":
            return model.speed > 0
        case "enemy-tank-close":
            return any(near(play, model, m) for m in _others(play, model) if m.kind == "tank")
        case "enemy-close":
            return any(near(play, model, m) for m in _others(play, model))
        case "objective-close":
            return _objective_close(play, model)
        case "enemy-or-objective-close":
            return _objective_close(play, model) or any(near(play, model, m) for m in _others(play, model))
        case "friend-far":
            friends = (m for m in fighting(game, model.side) if m.id != model.id)
            return game.measured and not any(near(play, model, m) for m in friends)
        case "concealed":
            return game.measured and concealed(table_of(play), body(model))
        case "unconcealed":
            return game.measured and not concealed(table_of(play), body(model))
        case "crippled":
            return any(one.repairable for one in criticals(play, model))
        case "own-loss":
            return losses(play, model.side) > 0
        case "crew-3":
            return sum(card.state != "gone" for card in crew_cards(play, model)) >= 3
        case _:
            raise ValueError(f"no such condition: {condition}")


_OF_SHOT = frozenset(
    ("close", "far", "side", "with-missiles", "without-missiles", "target-tank", "target-helicopter", "shooter-tank")
) | frozenset(
    ("target-uncovered", "target-damaged", "target-armoured", "target-slower", "first-attack", "final-fury")
) | {"covered", "uncovered"}  # fmt: skip


def _of_shot(play: Play, condition: str, shot: Shot, model: Model) -> bool:
    sight, shooter, target = shot.sight, play.shooter, play.target
    match condition:
        case "close":
            return sight.close
        case "far":
            return not sight.close
        case "side":
            return sight.side
        case "with-missiles":
            return shot.weapon == "missiles"
        case "without-missiles":
            return shot.weapon != "missiles"
        case "target-tank":
            return target.kind == "tank"
        case "shooter-tank":
            return shooter.kind == "tank"
        case "target-helicopter":
            return target.kind == "helicopter"
        case "target-uncovered":
            return not sight.cover
        case "target-damaged":
            return target.damage > 0
        case "target-armoured":
            return target.stats.defence >= 2
        case "target-slower":
            return target.stats.initiative < shooter.stats.initiative
        case "first-attack":
            return shooter.shots <= 1
        case "final-fury":
            return shot.fury
        case "covered":
            return model.id == shot.target and sight.cover
        case _:
            return model.id == shot.target and not sight.cover


OF_PLACE = frozenset(
    ("enemy-tank-close", "enemy-close", "objective-close", "enemy-or-objective-close", "friend-far", "concealed")
) | {"unconcealed"}  # fmt: skip


class Hanging(NamedTuple):
    """What of the effects in a battle hangs on where models are. conditions: of the model that is changed; helpers:
    those whose cards help others, with the conditions of their own."""

    conditions: tuple[str, ...]
    helpers: tuple[tuple[Model, tuple[str, ...]], ...]


def hanging(play: Play) -> Hanging | None:
    """Of all cards that are known and of the platoons' rules; None if nothing does."""
    charts, game = play.charts, play.state
    conditions, helpers = set[str](), list[tuple[Model, tuple[str, ...]]]()
    for platoon in game.platoons.values():
        if platoon.rule:
            conditions.update(one for effect in charts.rules[platoon.rule].effects for one in effect.when)
    for model in fighting(game):
        for card in model.cards:
            if (card.state == "gone" and card.turned < 0) or not card.card:
                continue
            for effect in charts.cards[card.card].effects:
                conditions.update(effect.when)
                if effect.whom == "close-friends" or not OF_PLACE.isdisjoint(effect.owner_when):
                    helpers.append((model, tuple(one for one in effect.owner_when if one in OF_PLACE)))
    found = tuple(sorted(conditions & OF_PLACE))
    return Hanging(found, tuple(helpers)) if found or helpers else None


def _others(play: Play, model: Model) -> Iterator[Model]:
    return (m for m in fighting(play.state) if m.side != model.side)


def _objective_close(play: Play, model: Model) -> bool:
    reach = play.charts.table.arrow_tail + play.charts.table.arrow_head
    return play.state.measured and any(
        distance_to_point(body(model), one.x, one.y) <= reach for one in play.state.objectives
    )


def losses(play: Play, side: str) -> int:
    """Own tanks that are destroyed or removed."""
    return sum(m.side == side and m.kind == "tank" and bool(m.out) for m in play.state.models.values())


def crew_cards(play: Play, model: Model) -> list[Card]:
    return [card for card in model.cards if play.charts.is_crew(card.type)]

"""What a model's numbers are now: printed values and everything that changes them, each with its source.

Only cards that lie face up count, so nothing here can tell what is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from campaign.rules.options import Modifier
from campaign.systems.tanks_modern_age.charts import Critical
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.field import body, near, table
from campaign.systems.tanks_modern_age.play import Play, fighting
from campaign.systems.tanks_modern_age.reach import concealed
from campaign.systems.tanks_modern_age.shapes import distance_to_point
from campaign.systems.tanks_modern_age.state import Card, Model, Shot


class Source(NamedTuple):
    """An effect in force: on whose card, and how it is named when it is used (`unit/slot/number`)."""

    effect: Effect
    owner: Model
    slot: int
    number: int
    name: str

    @property
    def key(self) -> str:
        return f"{self.owner.id}/{self.slot}/{self.number}" if self.slot >= 0 else f"platoon/{self.number}"


ONE_SHOT = frozenset(("reroll-attack", "reroll-defence", "cancels-from"))
"""Effects that, if something is given up for them, last for the attack under way and no longer."""


def in_force(play: Play, model: Model, slot: int, effect: Effect) -> bool:
    """Whether an effect works by itself now. What something is given up for works in that turn, or that attack."""
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
            return effect.do not in ONE_SHOT or (shot is not None and f"card {model.id}/{slot}" in shot.used)


def own_effects(play: Play, model: Model) -> Iterator[Source]:
    """Effects in force on a model's own cards, then those of its platoon's rule."""
    for slot, card in enumerate(model.cards):
        if card.turned < 0:
            continue
        row = play.charts.cards[card.card]
        for number, effect in enumerate(row.effects):
            if in_force(play, model, slot, effect):
                yield Source(effect, model, slot, number, row.name)
    rule = play.charts.rules[play.state.platoons[model.side].rule]
    for number, effect in enumerate(rule.effects):
        yield Source(effect, model, -1, number, rule.name)


def effects_on(play: Play, model: Model) -> Iterator[Source]:
    """All effects in force that speak of this model: its own, and those of friends' cards that help others."""
    for source in own_effects(play, model):
        if source.effect.whom in ("self", "platoon") and _meant(source.effect, model):
            yield source
    for friend in fighting(play.state, model.side):
        if friend.id == model.id:
            continue
        for source in own_effects(play, friend):
            effect = source.effect
            if source.slot < 0 or effect.whom == "self" or not _meant(effect, model):
                continue
            if effect.whom == "close-friends" and not near(play, friend, model):
                continue
            if all(_holds(play, condition, friend) for condition in effect.owner_when):
                yield source


def _meant(effect: Effect, model: Model) -> bool:
    return not effect.models or model.type in effect.models


def criticals(play: Play, model: Model) -> list[Critical]:
    """The critical cards that lie on a model."""
    return [play.charts.critical(number) for number in model.criticals]


# -- conditions ------------------------------------------------------------------------------------------------


def holds(play: Play, effect: Effect, model: Model) -> bool:
    """Whether all conditions of an effect hold for the model it is to change."""
    return all(_holds(play, condition, model) for condition in effect.when)


def _holds(play: Play, condition: str, model: Model) -> bool:
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
            return game.measured and concealed(table(game), body(model))
        case "unconcealed":
            return game.measured and not concealed(table(game), body(model))
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


# -- numbers ---------------------------------------------------------------------------------------------------


def changes(play: Play, model: Model, verb: str, phase: str = "") -> list[Modifier]:
    """Everything that changes one of a model's numbers now."""
    found: list[Modifier] = []
    for source in effects_on(play, model):
        effect = source.effect
        if effect.do != verb or effect.phase not in ("", phase) or not holds(play, effect, model):
            continue
        if effect.until_moved and model.moved_ever:
            continue
        value = effect.value * (losses(play, model.side) if effect.per == "own-loss" else 1)
        if value:
            found.append(Modifier(source.name, value, "card" if source.slot >= 0 else "p6"))
    return found


def total(terms: list[Modifier]) -> int:
    return sum(term.value for term in terms)


def initiative(play: Play, model: Model, phase: str) -> int:
    """In the movement or the shooting phase (p7). A critical may have set it to 0."""
    if any(effect.initiative == 0 for one in criticals(play, model) for effect in (one.on(model.kind),)):
        return 0
    return model.stats.initiative + total(initiative_terms(play, model, phase))


def initiative_terms(play: Play, model: Model, phase: str) -> list[Modifier]:
    terms = changes(play, model, "initiative", phase)
    for slot, card in enumerate(model.cards):
        if card.state != "up" or card.spent != play.state.turn or not card.choice:
            continue
        row = play.charts.cards[card.card]
        for effect in row.effects:
            if effect.do == "choose-phase" and slot >= 0:
                value = effect.value if card.choice == phase else effect.more
                terms.append(Modifier(row.name, value, "card"))
    return terms


def capacity(play: Play, model: Model) -> int:
    """Damage Capacity (p4)."""
    return model.stats.damage + total(changes(play, model, "capacity"))


def full(play: Play, model: Model) -> bool:
    """Whether its damage has reached its Damage Capacity (p19)."""
    return model.damage >= capacity(play, model)


KEYWORD = re.compile(r"(.+?)(?: \((\d+)\))?")


class Keyword(NamedTuple):
    name: str
    x: int
    source: str
    against: str = ""


def keywords(play: Play, model: Model) -> dict[str, Keyword]:
    """The keywords that a model has now (p20), by name; of two Missiles (X) the better."""
    found: dict[str, Keyword] = {}
    for text in model.stats.keywords:
        one = keyword(text, "")
        found[one.name] = one
    for source in effects_on(play, model):
        effect = source.effect
        if effect.do == "gain" and holds(play, effect, model):
            one = keyword(effect.keyword, source.name, effect.against)
            if one.name not in found or one.x > found[one.name].x:
                found[one.name] = one
        elif effect.do == "lose":
            found.pop(effect.keyword, None)
    return found


def keyword(text: str, source: str, against: str = "") -> Keyword:
    """`Missiles (4)` taken apart."""
    match = KEYWORD.fullmatch(text)
    assert match is not None
    return Keyword(match[1], int(match[2] or 0), source, against)


def speed(play: Play, model: Model) -> int:
    """How many moves it may make in a turn (p9), criticals and cards counted."""
    numbers = play.charts.table
    if model.kind == "helicopter":
        moves = numbers.helicopter_speed
    else:
        moves = numbers.fast_speed if "Fast" in keywords(play, model) else numbers.tank_speed
    moves += total(changes(play, model, "moves"))
    for one in criticals(play, model):
        effect = one.on(model.kind)
        if effect.no_move:
            return 0
        if effect.speed_limit is not None:
            moves = min(moves, effect.speed_limit)
    return max(moves, 0)


def may_shoot(play: Play, model: Model) -> bool:
    """No critical forbids it, and it has attacks left."""
    return not any(one.on(model.kind).no_shoot for one in criticals(play, model))


def rerolls_barred(play: Play, model: Model) -> bool:
    return any(one.on(model.kind).no_rerolls for one in criticals(play, model))


def forward_firing(play: Play, model: Model) -> bool:
    """All helicopters are; tanks by keyword or by a critical (p13)."""
    return (
        model.kind == "helicopter"
        or "Forward Firing" in keywords(play, model)
        or any(one.on(model.kind).forward_firing for one in criticals(play, model))
    )


def attack_terms(play: Play, shooter: Model, target: Model, weapon: str) -> list[Modifier]:
    """The attack dice of the shot under way (p16, p20): the base, then everything that changes it."""
    found = keywords(play, shooter)
    match weapon:
        case "machine-guns":
            better = [s for s in own_effects(play, shooter) if s.effect.do == "machine-guns"]
            dice = max([play.charts.table.machine_guns, *(s.effect.value for s in better)])
            name = better[0].name if better else "machine guns against a helicopter"
            return [Modifier(name, dice, "p16")]
        case "missiles":
            base = [Modifier(f"Missiles ({found['Missiles'].x})", found["Missiles"].x, "p20")]
        case _:
            rapid = found.get("Rapid Fire")
            if rapid and (target.kind == "helicopter" or target.stats.defence == 0):
                base = [Modifier(f"Rapid Fire ({rapid.x})", rapid.x, "p20")]
            else:
                base = [Modifier("Attack", shooter.stats.attack, "p16")]
    terms = base + changes(play, shooter, "attack") + changes(play, target, "enemy-attack")
    for one in criticals(play, shooter):
        if one.on(shooter.kind).attack:
            terms.append(Modifier(one.name, one.on(shooter.kind).attack, "p18"))
    if shooter.smoked:
        terms.append(Modifier("smoke", -shooter.smoked, "card"))
    return terms


def defence_terms(play: Play) -> list[Modifier]:
    """The defence dice against the attack under way (p17), before the maximum."""
    shot, shooter, target = play.shot, play.shooter, play.target
    terms = [Modifier("Defence", target.stats.defence, "p17")]
    if shot.weapon == "rockets":
        return terms
    terms += changes(play, target, "defence")
    if shooter.speed:
        terms.append(Modifier("the shooter moved", shooter.speed, "p17"))
    if target.speed:
        terms.append(Modifier("the target moved", target.speed, "p17"))
    if shot.sight.cover:
        found = keywords(play, target)
        better = next((k for k in ("Hammerhead", "Scout") if k in found), "")
        cover = play.charts.table.cover_dice.get(better, 1)
        terms.append(Modifier(f"cover ({better})" if better else "cover", cover, "p20" if better else "p17"))
    if shot.sight.close and not any(
        s.effect.do == "no-close-range" and holds(play, s.effect, target) for s in own_effects(play, target)
    ):
        terms.append(Modifier("close range", -1, "p17"))
    if shot.sight.side:
        terms.append(Modifier("side shot", -1, "p17"))
    return terms


def pool(play: Play, terms: list[Modifier]) -> int:
    """Defence dice to roll: never more than the maximum, never less than none (p17)."""
    return max(0, min(play.charts.table.defence_maximum, total(terms)))

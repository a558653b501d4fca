"""What a model's numbers are now: printed values and everything that changes them, each with its source.

Only cards that lie face up count, so nothing here can tell what is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from campaign.rules.options import Modifier
from campaign.systems.tanks_modern_age.charts import Charts
from campaign.systems.tanks_modern_age.in_force import (
    criticals,
    effects_on,
    holds,
    losses,
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Model


def changes(play: Play, model: Model, verb: str, phase: str = "") -> list[Modifier]:
    """Everything that changes one of a model's numbers now."""
    found: list[Modifier] = []
    for source in effects_on(play, model, verb):
        effect = source.effect
        if effect.phase not in ("", phase) or not holds(play, effect, model):
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
    return play.once(("initiative", model.id, phase), _initiative, play, model, phase)


def _initiative(play: Play, model: Model, phase: str) -> int:
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
    """Damage Capacity (p4 models)."""
    return play.once(("capacity", model.id), _capacity, play, model)


def _capacity(play: Play, model: Model) -> int:
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


def keywords(play: Play, model: Model) -> Mapping[str, Keyword]:
    """The keywords that a model has now (p20), by name; of two Missiles (X) the better."""
    return play.once(("keywords", model.id), _keywords, play, model)


def _keywords(play: Play, model: Model) -> Mapping[str, Keyword]:
    found = dict(_printed(model.stats.keywords))
    for source in effects_on(play, model, "gain", "lose"):
        effect = source.effect
        if effect.do == "gain" and holds(play, effect, model):
            one = keyword(effect.keyword, source.name, effect.against)
            if one.name not in found or one.x > found[one.name].x:
                found[one.name] = one
        elif effect.do == "lose":
            found.pop(effect.keyword, None)
    return found


@lru_cache(maxsize=256)
def _printed(texts: tuple[str, ...]) -> dict[str, Keyword]:
    return {one.name: one for one in (keyword(text, "") for text in texts)}


def keyword(text: str, source: str, against: str = "") -> Keyword:
    """`Missiles (4)` taken apart."""
    match = KEYWORD.fullmatch(text)
    assert match is not None
    return Keyword(match[1], int(match[2] or 0), source, against)


def speed(play: Play, model: Model) -> int:
    """How many moves it may make in a turn (p9), criticals and cards counted (p9 speed, p20 Fast)."""
    return play.once(("speed", model.id), _speed, play, model)


def _speed(play: Play, model: Model) -> int:
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
    return not model.criticals or not any(one.on(model.kind).no_shoot for one in criticals(play, model))


def rerolls_barred(play: Play, model: Model) -> bool:
    return any(one.on(model.kind).no_rerolls for one in criticals(play, model))


@lru_cache(maxsize=256)
def _given(charts: Charts, name: str) -> bool:
    """Whether any card or platoon rule gives a keyword, or takes it."""
    rows = (*charts.cards.values(), *charts.rules.values())
    return any(effect.keyword.partition(" (")[0] == name for row in rows for effect in row.effects)


def forward_firing(play: Play, model: Model) -> bool:
    """All helicopters are; tanks by keyword or by a critical (p13, p20 Forward Firing)."""
    if model.kind == "helicopter":
        return True
    given = _given(play.charts, "Forward Firing")
    if "Forward Firing" in (keywords(play, model) if given else model.stats.keywords):
        return True
    return bool(model.criticals) and any(one.on(model.kind).forward_firing for one in criticals(play, model))


def attack_terms(
    play: Play, shooter: Model, target: Model, weapon: str, loaded: Keyword | None = None
) -> list[Modifier]:
    """The attack dice of the shot under way (p16, p20): the base, then everything that changes it (p16 attack dice,
    p16 AAMG, p20 Rapid Fire).

    loaded: missiles that are not given up for it yet, as they will be.
    """
    found = keywords(play, shooter)
    if loaded is not None and (loaded.name not in found or loaded.x > found[loaded.name].x):
        found = {**found, loaded.name: loaded}
    match weapon:
        case "machine-guns":
            better = list(own_effects(play, shooter, "machine-guns"))
            dice = max([play.charts.table.machine_guns, *(s.effect.value for s in better)])
            name = better[0].name if better else "machine guns against a helicopter"
            base = [Modifier(name, dice, "p16")]
        case "missiles":
            base = [Modifier(f"Missiles ({found['Missiles'].x})", found["Missiles"].x, "p20")]
        case _:
            rapid = found.get("Rapid Fire")
            if rapid and (target.kind == "helicopter" or target.stats.defence == 0):
                base = [Modifier(f"Rapid Fire ({rapid.x})", rapid.x, "p20")]
            else:
                base = [Modifier("Attack", shooter.stats.attack, "p16")]
    cards = changes(play, shooter, "attack") + changes(play, target, "enemy-attack")
    if weapon == "machine-guns":  # no Crew or Upgrade card changes them; the platoon's rule is none
        cards = [term for term in cards if term.rule != "card"]
    terms = base + cards
    for one in criticals(play, shooter):
        if one.on(shooter.kind).attack:
            terms.append(Modifier(one.name, one.on(shooter.kind).attack, "p18"))
    if shooter.smoked:
        terms.append(Modifier("smoke", -shooter.smoked, "card"))
    return terms


def defence_terms(play: Play) -> list[Modifier]:
    """The defence dice against the attack under way (p17), before the maximum (p17 pool, p17 movement, p17 cover,
    p17 close range, p20 Hammerhead, Scout).
    """
    shot, shooter, target = play.shot, play.shooter, play.target
    terms = [Modifier("Defence", target.stats.defence, "p17")]
    if shot.weapon == "rockets":
        return terms
    if target.driving:
        terms.append(Modifier("driving", 1, "house rule"))
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
        holds(play, s.effect, target) for s in own_effects(play, target, "no-close-range")
    ):
        terms.append(Modifier("close range", -1, "p17"))
    if shot.sight.side:
        terms.append(Modifier("side shot", -1, "p17"))
    return terms


def pool(play: Play, terms: list[Modifier]) -> int:
    """Defence dice to roll: never more than the maximum, never less than none (p17 pool)."""
    return max(0, min(play.charts.table.defence_maximum, total(terms)))

"""What cards, platoons and critical cards on a model change: the numbers of p7 to p20, as the cards word them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.second.tanks.plane import away, gap
from tests.second.tanks.sight import Sight
from tests.second.tanks.table import ARROW, REPAIRABLE, Card, Model, Table


class Attack(NamedTuple):
    """A shot as it is declared."""

    one: Model
    other: Model
    weapon: str
    sight: Sight


def effects(table: Table, model: Model, verb: str, attack: Attack | None = None) -> Iterator[dict[str, Any]]:
    """All of a kind that work for a model now: of its own cards, of its friends', of its platoon."""
    for effect in table.rules.get(model.side, ()):
        if effect["do"] == verb and _holds(table, model, effect, attack):
            yield effect
    for owner in table.models.values():
        if owner.side != model.side or not owner.fights:
            continue
        for card in owner.cards:
            for effect in card.effects:
                if (
                    effect["do"] != verb
                    or not _works(table, card, effect)
                    or not _reaches(table, owner, model, effect)
                ):
                    continue
                if not all(_is(table, owner, one, attack) for one in effect.get("owner_when", ())):  # type: ignore[union-attr]
                    continue
                if effect.get("until_moved") and owner.moved_ever:
                    continue
                if _holds(table, model, effect, attack):
                    yield effect


def total(table: Table, model: Model, verb: str, attack: Attack | None = None) -> int:
    return sum(
        effect.get("value", 0) * (_lost(table, model) if effect.get("per") == "own-loss" else 1)
        for effect in effects(table, model, verb, attack)
    )


def _works(table: Table, card: Card, effect: dict[str, Any]) -> bool:
    """While it lies face up; or in the turn in which it was turned up, or given up for the whole of that turn."""
    use = effect.get("use", "")
    if use == "discard":
        return (
            card.gone
            and card.spent == table.turn
            and effect["do"] in ("initiative", "gain")
            and "against" not in effect
        )
    return not card.gone and (not use or (use == "turned" and card.turned == table.turn))


def _reaches(table: Table, owner: Model, model: Model, effect: dict[str, Any]) -> bool:
    whom = effect.get("whom", "self")
    if whom == "self":
        return owner is model
    if "models" in effect and model.type not in effect["models"]:
        return False
    if whom == "close-friends":
        return owner is not model and table.apart(owner, model) <= ARROW
    return whom == "platoon" or owner is not model


def _holds(table: Table, model: Model, effect: dict[str, Any], attack: Attack | None) -> bool:
    if "models" in effect and model.type not in effect["models"]:
        return False
    return all(_is(table, model, one, attack) for one in effect.get("when", ()))


def _lost(table: Table, model: Model) -> int:
    """Own tanks destroyed."""
    return sum(one.tank and one.side == model.side and one.out != "" for one in table.models.values())


def _close(table: Table, model: Model, others: list[Model]) -> bool:
    return any(table.apart(model, one) <= ARROW for one in others)


def _is(table: Table, model: Model, what: str, attack: Attack | None) -> bool:
    enemies = [one for one in table.models.values() if one.side != model.side and one.fights]
    friends = [
        one for one in table.models.values() if one.side == model.side and one.fights and one is not model
    ]
    if what == "stationary":
        return model.speed == 0
    if what == "moving":
        return model.speed > 0
    if what == "enemy-tank-close":
        return _close(table, model, [one for one in enemies if one.tank])
    if what == "enemy-close":
        return _close(table, model, enemies)
    if what == "enemy-or-objective-close":
        return _close(table, model, enemies) or any(_to(model, spot) <= ARROW for spot in table.objectives)
    if what == "friend-far":
        return not _close(table, model, friends)
    if what in ("concealed", "unconcealed"):
        forests = [ground.shape for ground in table.terrain if ground.kind == "forest"]
        return any(gap(model.shape, shape) < 0 for shape in forests) == (what == "concealed")
    if what == "crippled":
        return any(one in REPAIRABLE for one in model.criticals)
    if what == "own-loss":
        return _lost(table, model) > 0
    if what == "crew-3":
        return model.crew >= 3
    if attack is None:
        return False
    missiles = attack.weapon == "missiles"
    return {
        "close": bool(attack.sight.close),
        "far": not attack.sight.close,
        "side": bool(attack.sight.side),
        "with-missiles": missiles,
        "without-missiles": not missiles,
        "target-tank": attack.other.tank,
        "shooter-tank": attack.one.tank,
        "target-helicopter": not attack.other.tank,
        "target-uncovered": not attack.sight.cover,
        "target-damaged": attack.other.damage > 0,
        "target-armoured": attack.other.defence >= 2,
        "target-slower": attack.other.initiative < attack.one.initiative,
        "final-fury": attack.one.damage >= capacity(table, attack.one),
        "covered": bool(attack.sight.cover),
        "uncovered": not attack.sight.cover,
    }[what]


def _to(model: Model, spot: tuple[float, float]) -> float:
    if model.tank:
        return away(model.shape, spot)
    dx, dy = model.at[0] - spot[0], model.at[1] - spot[1]
    return (dx * dx + dy * dy) ** 0.5 - model.length / 2


def capacity(table: Table, model: Model) -> int:
    return model.capacity + total(table, model, "capacity")


def keywords(table: Table, model: Model) -> frozenset[str]:
    """p20."""
    gained = {str(one["keyword"]) for one in effects(table, model, "gain") if "against" not in one}
    lost = {str(one["keyword"]) for one in effects(table, model, "lose")}
    return (model.keywords | gained) - lost


def number(words: frozenset[str], name: str) -> int:
    """The highest X of `name (X)`; 0 if there is none."""
    return max((int(one[len(name) + 2 : -1]) for one in words if one.startswith(f"{name} (")), default=0)


def initiative(table: Table, model: Model, phase: str) -> int:
    if "shell-shocked" in model.criticals:
        return 0
    some = [one for one in effects(table, model, "initiative") if one.get("phase", "") in ("", phase)]
    for card in model.cards:
        for effect in card.effects:
            if effect["do"] == "choose-phase" and card.choice and card.spent == table.turn:
                some.append({"value": effect["value" if card.choice == phase else "more"]})
    return model.initiative + sum(
        one.get("value", 0) * (_lost(table, model) if one.get("per") == "own-loss" else 1) for one in some
    )


def speed(table: Table, model: Model) -> int:
    """p9, p20 Fast, and what criticals leave of it."""
    usual = 3 if not model.tank or "Fast" in keywords(table, model) else 2
    usual += total(table, model, "moves")
    if "damaged-mobility" in model.criticals:
        usual = min(usual, 0 if model.tank else 1)
    if "damaged-engine" in model.criticals:
        usual = min(usual, 1)
    return 0 if "bailed-out" in model.criticals else usual

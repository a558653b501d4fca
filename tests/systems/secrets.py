"""What a viewer cannot know, changed behind his back: for the contract's paired battles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaign.systems.tanks_modern_age.positions import cards_alike

Pick = Callable[[int], int]


def _shuffle(items: list[Any], pick: Pick) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = pick(i + 1)
        items[i], items[j] = items[j], items[i]


def other_cards_face_down(rules: Any, state: Any, viewer: str, pick: Pick) -> Any:
    """TANKS: other cards of the same types face down before the others, such as their nation has; another deck."""
    if state.verdict is not None:
        return state
    _shuffle(state.deck.order, pick)
    for model in state.models.values():
        for card in model.cards:
            if model.side != viewer and card.state == "down" and card.turned < 0:
                alike = cards_alike(rules.charts, state.platoons[model.side].nation, model.kind, card.type)
                card.card = alike[pick(len(alike))]
    return state


def another_hand(rules: Any, state: Any, viewer: str, pick: Pick) -> Any:
    """Duel of Dice: other cards in the hands and face down on the table, as many as there are."""
    if state.verdict is not None:
        return state
    for side, champion in state.champions.items():
        if side != viewer:
            every = [card for card in rules.charts.cards if card not in champion.gone]
            _shuffle(every, pick)
            champion.kit = [*every[: len(champion.kit)]]
            if champion.laid:
                champion.laid = every.pop()
            champion.hand = every[: len(champion.hand)]
    return state


UNDER_A_COUNTER = (
    "type", "name", "company", "standing", "ammo", "camouflaged", "improved", "asset", "level", "brought", "fatigue",
    "holds_air", "plough", "deaf",
)  # fmt: skip


def other_counters(rules: Any, state: Any, viewer: str, pick: Pick) -> Any:
    """MechWar 4: other units under face-down counters, with what they brought and from where, other standing orders and
    ambushes, other mines; off the map other guns, which nobody has spotted, and columns in another order."""
    if state.verdict is not None or not state.switches.fog:
        return state
    units = state.units.values()
    busy = {id for frame in state.stack for id in (getattr(frame, "unit", ""), getattr(frame, "target", ""))}
    busy |= {one.unit for frame in state.stack for one in getattr(frame, "firers", ())}
    carriers = {one.aboard for one in units}
    for side in state.forces:
        hidden = [
            one
            for one in units
            if one.side == side != viewer and one.hex and not one.seen and not one.aboard
            and one.id not in carriers and one.id not in busy
        ]  # fmt: skip
        for one in hidden:
            other = hidden[pick(len(hidden))]
            for name in UNDER_A_COUNTER:
                mine, theirs = getattr(one, name), getattr(other, name)
                setattr(one, name, theirs)
                setattr(other, name, mine)
    waiting = [one for one in units if one.side != viewer and one.entry and not one.aboard]
    for one in waiting:
        other = waiting[pick(len(waiting))]
        if (one.entry, one.through) == (other.entry, other.through):
            one.place, other.place = other.place, one.place
    for battery in state.batteries.values():
        if battery.side != viewer and not battery.spotted:
            battery.name, battery.fascam = f"guns {pick(100)}", pick(3)
    for field in state.mines:
        if field.side not in ("", viewer) and viewer not in field.known:
            field.kind = ("hasty", "preventive", "defensive")[pick(3)]
    return state

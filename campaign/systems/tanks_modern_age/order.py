"""Whose turn it is in the Initiative order (p8, p9, p12)."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.systems.tanks_modern_age.play import Play, fighting
from campaign.systems.tanks_modern_age.state import Model
from campaign.systems.tanks_modern_age.values import initiative


def first_of(play: Play, models: Iterable[Model], phase: str, highest: bool = False) -> list[Model]:
    """The models of one side that are next; of several its owner chooses (p8 ties). Advantage counts as higher in
    ties.
    """
    waiting = list(models)
    if len(waiting) < 2:
        return waiting

    def rank(model: Model) -> tuple[int, bool]:
        return initiative(play, model, phase), model.side == play.state.advantage

    ranks = {model.id: rank(model) for model in waiting}
    best = (max if highest else min)(ranks.values())
    return [model for model in waiting if ranks[model.id] == best]


def to_deploy(play: Play) -> list[Model]:
    """p8 deployment, p25 Alpha 66."""
    game = play.state
    if not game.measured:
        return []
    left = [m for m in game.models.values() if m.x < 0 and not m.reserve and not m.out]
    if game.mission == "alpha-66":  # the Defender's whole platoon comes first (p25)
        left = [m for m in left if m.side != game.attacker] or left
    return first_of(play, left, "")


def to_move(play: Play) -> list[Model]:
    """All tanks from the lowest Initiative up, then all helicopters (p9 order)."""
    game = play.state
    if game.active:
        return [game.models[game.active]]
    left = [m for m in fighting(game) if not m.acted]
    tanks = [m for m in left if m.kind == "tank"]
    return first_of(play, tanks or left, "movement")


def to_shoot(play: Play) -> list[Model]:
    """From the highest Initiative down (p12 order)."""
    game = play.state
    if game.active:
        return [game.models[game.active]]
    return first_of(play, (m for m in fighting(game) if not m.acted), "shooting", highest=True)

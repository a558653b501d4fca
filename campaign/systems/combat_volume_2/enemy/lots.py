"""Whom of several enemies who are alike the rules mean: the die finds him."""

from __future__ import annotations

from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Game, Man


def one_of(play: Play, men: list[Man], why: str) -> Man:
    """One of several who are alike, by a die."""
    if len(men) == 1:
        return men[0]
    dice = play.dice.roll(why, 1, len(men), "order")
    play.emit(LotDrawn(dice, men[dice[0] - 1].id, why))
    return men[dice[0] - 1]


class LotDrawn(Event, frozen=True, tag="lot-drawn"):
    """Of several who are alike one is found by a die."""

    dice: tuple[int, ...]
    unit: str
    why: str


def lot_drawn(game: Game, event: LotDrawn) -> None:
    """It is only told."""

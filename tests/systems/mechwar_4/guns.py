"""Indirect fire on a test board: guns of blue's, a plan, and the dice of the phase."""

from __future__ import annotations

from typing import Any

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.events import PhaseBegan, TurnBegan
from campaign.systems.mechwar_4.state import Battery, Unit
from tests.systems.mechwar_4.field import Field, unit
from tests.systems.mechwar_4.pack import board

FLAT = ("0000000000",) * 8
PICTURE = (
    "..........",
    "..........",
    ".....B....",
    "..........",
    ".....t....",
    "..........",
    "..........",
    "..........",
)
TOWN, WOODS, CLEAR = "0603", "0605", "0607"
EYE = "1007"
"""From where somebody of blue's sees all of these."""


def ground() -> Charts:
    return board(FLAT, PICTURE)


def battery(id: str = "blue-guns-1", h: int = 7, **fields: Any) -> Battery:
    return Battery(id, id, id.split("-")[0], h, **fields)


def barrage(
    *units: Unit, charts: Charts | None = None, batteries: tuple[Battery, ...] = (), spotter: bool = True, **more: Any
) -> Field:  # fmt: skip
    """The indirect fire phase of the last turn begins: blue has these units, and somebody who sees all if asked for."""
    eyes = (unit("b9", "truck", EYE),) if spotter else ()
    found = Field(charts or ground(), (*units, *eyes), phase="indirect", batteries=batteries, **more)
    found.game.turns = 1
    found.settle()
    return found


def next_phase(field: Field, *dice: int) -> list[Any]:
    """The indirect fire phase of the next turn, for a battle that is over with this one."""
    game = field.game
    game.turns, game.verdict = game.turn + 1, None
    field.tell(TurnBegan(game.turn + 1), PhaseBegan("indirect"))
    return field.settle(*dice)


def shell(field: Field, hex: str, *dice: int, by: str = "blue-guns-1", **action: Any) -> list[Any]:
    """One mission of blue's, and what follows from it until somebody is asked."""
    field.act("blue", a.Bombard(by, hex, **action))
    return field.act("blue", a.Ready(), *dice)


ON_TARGET = (3, 6)
"""Fire for effect on a spotted hex, no scatter."""

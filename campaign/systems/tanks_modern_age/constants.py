"""What the sensible bot weighs with; the values stand in `data/bots.toml`, and `make tune` looks for better ones."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0, le=4)]
Points = Annotated[float, Meta(ge=0, le=20)]
Millimetre = Annotated[float, Meta(ge=0, le=0.2)]
Length = Annotated[int, Meta(ge=0, le=900)]
Turns = Annotated[int, Meta(ge=1, le=40)]


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """All worth is in points of models that may be won.

    fear: what a point is worth that may be lost. patience: what an attack is worth that could only be made next turn,
    standing still. guess: how far a foe counts that has yet to move. shared: how much less each friend that a foe sees,
    too, makes a model fear it.

    hold, pull: what it is worth to stand by an objective, and to come a millimetre nearer to one. chase: to come
    a millimetre nearer to an enemy, and eager: how many times as much for who has nothing to shoot at. guard: what it
    is worth to stand by what the enemy wants, as a share of what it is to him; guarded: how near to it, in mm, an enemy
    tank is by then. next_point, last_point: how many times as much the last victory point but one, and the last one,
    are worth as those before them.

    restless: how much better another place must be. late: the turn after which who sees nobody looks for the enemy
    anywhere. good_shot: from what on an attack deserves what can be used once only; danger: from what danger on a card
    is given up for defence.
    """

    fear: Weight
    patience: Share
    guess: Share
    shared: Weight
    hold: Points
    pull: Millimetre
    chase: Millimetre
    eager: Points
    guard: Weight
    guarded: Length
    next_point: Points
    last_point: Points
    restless: Points
    late: Turns
    good_shot: Points
    danger: Points

"""What the sensible bot weighs with; the values stand in `data/bots.toml`, and `make tune` looks for better ones."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0, le=4)]
Hexes = Annotated[int, Meta(ge=0, le=20)]


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """All worth is in victory points.

    least: what a unit is worth that brings none. kill: how much of a unit's worth hangs on whether it is gone, the
    rest on its steps. shaken: of a unit's worth, what it is to suppress it or to make it panic. missile: what it costs
    to fire one, for each face of the die that shows that it was the last.

    worthwhile, last: what a shot must promise; once nobody is awaited who would be a better target. enough: the chance
    that a target is gone at which nobody joins.

    spent: how much of the danger is left from an enemy who has fired or moved. dread: the danger, as a share of a
    unit's worth, from a counter that lies face down near by. care: what danger counts for where a move ends; way: what
    it counts for on the way. flee: the share of its worth in danger at which a unit with nothing else to do goes.
    shelled: of a unit's worth, what it is to stay under the enemy's shells.

    begun: what a move must gain. haste: what it is to come a whole move nearer to an aim. prize: what a point for a
    place is worth while it can be lost again. early, late: how urgent a move is at first, and how much more in the end.
    unknown: the chance to beat somebody one knows not whom. apart: hexes that who only helps keeps from the enemy.

    promise: what shells must promise. suppressed: of a unit's worth, what it is to suppress it by shells. smoked: how
    much of the danger smoke takes off (18.12).
    """

    least: Weight
    kill: Share
    shaken: Share
    missile: Share
    worthwhile: Share
    last: Share
    enough: Share
    spent: Share
    dread: Share
    care: Weight
    way: Weight
    flee: Share
    shelled: Share
    begun: Share
    haste: Weight
    prize: Weight
    early: Weight
    late: Weight
    unknown: Share
    apart: Hexes
    promise: Share
    suppressed: Share
    smoked: Share

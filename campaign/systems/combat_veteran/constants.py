"""What the sensible bot weighs with; the values stand in `data/bots.toml`, and `make tune` looks for better ones."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0, le=4)]
Hexes = Annotated[int, Meta(ge=0, le=20)]


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """All worth is in shares of the battle.

    restless, settled, on_foot: how much better another hex must be to those who must come to the enemy; to vehicles
    that have time, since they are hit half as often where they stay and maneuver; to soldiers that have.
    open_fire: what defensive fire must do to be worth it while the mover is farther off than `near`. enough: what is
    left of a mover when no more fire is declared.

    strike: from how many hexes a vehicle can come close and fire. soon, bold: what it is feared for, as a share of what
    a shot is that could be fired at once, by those who have time, and by those who must come. brave: what own losses
    count for to those whom time works against. cautious: the same on foot at first, less with every turn. hold: how
    likely a place is still worth as much a turn later. pull, pressing: what a hex nearer to the enemy is worth to those
    who must come, at first, and how much more in the end. chase: what it is worth to others, if there is somebody to be
    caught. few: up to how many foes, each so much of the victory, are worth hurrying for. chief: what share of the
    greatest prize makes a foe one to go for.
    """

    restless: Share
    settled: Share
    on_foot: Share
    open_fire: Share
    near: Hexes
    enough: Share
    strike: Hexes
    soon: Weight
    brave: Share
    cautious: Share
    bold: Share
    hold: Share
    pull: Share
    pressing: Share
    chase: Share
    few: Weight
    chief: Share

"""What the sensible bot weighs with; the values stand in `data/bots.toml`, and `make tune` looks for better ones."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0, le=4)]
Hexes = Annotated[int, Meta(ge=0, le=20)]


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """All worth is in shares of the battle.

    restless, settled: how much better another hex must be to those who must come to the enemy; to those who have time,
    who leave their place only where most of the battle hangs on it. open_fire: what defensive fire must do to be worth
    it while the mover is farther off than `near`. enough: what is left of a mover when no more fire is declared.

    strike: from how many hexes a vehicle can come close, with less than half its movement, and fire. later, patient:
    what a shot is worth that can only be fired next turn, to those whom time works against, and to others. soon: what
    it is feared for, as a share of what a shot is that could be fired at once. brave: the least that own losses count
    for to those whom time works against. pull, pressing: what a hex nearer to the enemy is worth to them at first, and
    how much more in the end. chase: what it is worth to others, if there is somebody to be caught.
    """

    restless: Share
    settled: Share
    open_fire: Share
    near: Hexes
    enough: Share
    strike: Hexes
    later: Share
    patient: Share
    soon: Weight
    brave: Share
    pull: Share
    pressing: Share
    chase: Share

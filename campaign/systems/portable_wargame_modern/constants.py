"""What the sensible bot weighs with; the values stand in `data/bots.toml`, and `make tune` looks for better ones."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0, le=4)]
Hexes = Annotated[int, Meta(ge=0, le=12)]


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """All worth is in hits on the enemy.

    friendly: what a hit on a friend counts for. spent: what any does on a side that is exhausted; brink: how much more
    on one that another strength point would exhaust, and less the farther it is from it. dying: how much more on a
    unit's last point, and less the more it has; leader: on a commander. last: what is left of a hit's worth on a last
    point that such fire cannot take.

    pull, hold: what a hex nearer to an objective is worth to those who must take it, and to those who hold what they
    need; hurry: what it is worth more where the turns that are left are hardly enough. take, late: what each point of
    an objective is worth to who enters it, and in the last turn; turn: what it is worth more if the side then wins as
    things stand. keep: what a point is worth to who stands on it while an enemy is within `soon` hexes;
    afar: what is left of that while one is within `alarm`. dare: what a point adds to a hit on who stands on it. alarm,
    guard, odds: an objective of a side that has what it needs is in danger if the enemy has so many times the strength
    within `alarm` hexes that the side has within `guard` hexes. offset: how many quarters of a hex farther one may be
    for each point that it is worth more.

    cover, river, mines: what it is worth to stand in them, or costs. exposed, guarded: what a hit costs that enemies
    may score there on those who must come, and on who has what he needs. stays: what it costs a gun to leave its
    place, and anybody whose side has what it needs. beside: what each enemy next to it costs who does not fight him
    there. forward: what it costs to be driven off towards the enemy. ahead: what a shot of next turn is worth, as a
    share of one of this turn. restless: how much better another hex must be.

    Of those who do not fight. watched: what it costs to be seen; care: how many times as much they fear what may hit
    them. led: what each friend next to a commander is worth; lags: which share of `pull` moves commanders and spotters;
    sight: what it is worth to these to see any enemy, and views each. unloads: within how many hexes of the enemy
    whoever is carried gets down; shy: what each hex costs that a carrier comes nearer than that, and mortars nearer
    than they need. close: what it costs a gun to be within two hexes of an enemy; useless: to have nobody in range, and
    `astray` each hex that he is farther off; laid: what each enemy in its sight is worth to one that fires at what it
    sees.
    """

    friendly: Weight
    spent: Weight
    brink: Weight
    dying: Weight
    leader: Weight
    last: Share
    pull: Share
    hold: Share
    hurry: Share
    take: Weight
    late: Weight
    turn: Weight
    keep: Weight
    soon: Hexes
    afar: Share
    dare: Weight
    alarm: Hexes
    guard: Hexes
    odds: Weight
    offset: Hexes
    cover: Share
    river: Share
    mines: Weight
    exposed: Share
    guarded: Share
    stays: Share
    beside: Share
    forward: Share
    ahead: Share
    watched: Share
    care: Weight
    led: Share
    shy: Share
    lags: Share
    sight: Share
    views: Share
    close: Share
    laid: Share
    useless: Share
    astray: Share
    restless: Share
    unloads: Hexes

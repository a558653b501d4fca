"""What the sensible bot weighs with; the values stand in `data/bots.toml`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Weight = Annotated[float, Meta(ge=0, le=20)]
Hexes = Annotated[int, Meta(ge=0, le=40)]


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """All worth is in men: 1 is a man out of action.

    hit: a hit by small arms, of which most only shake; pinned: a hit by Suppressive Fire; wrecked: a vehicle;
    holed: a hit by small arms on one without armour, of that. victory: what all the points that are needed add
    to that. harm: a hit on an own man; lives: what of the points counts that are lost with him. bursts:
    impulses of a turn in which an enemy fires, on average; riders: those in vehicles, of that; unknown: what a
    counter that may be a man counts of that; unseen: what is feared by a man whom the enemy does not know;
    later: what the danger of a place counts for the turns to come. cover: being in it.

    pull: a hex nearer to a goal, for a point that it brings; pressing: how much more where time is short; chase: a
    hex nearer to an enemy; near: from how near one need come no nearer. crowd: so many at a goal are enough.
    restless: what another hex must be better by to who has nowhere to go.

    melee: rounds of it that are reckoned with. grenade: a man hit by one. rally: a state of morale regained;
    reload: rounds for an empty weapon; plan: a card more; shells: a call for fire that may hit somebody; aid: a
    wound that is cared for; smoke: danger kept off; load: a round in the bazooka; expect: waiting with it for a
    vehicle that is near, of wrecking it.

    worth_a_card: a shot for which one is thrown away. open_fire: what the first shot of a hidden man must be worth;
    lurk: so many times as much where nobody is known yet; spring: the chance of a bazooka's hit that opens an
    ambush. duck: danger at which a runner takes cover, unless the place that he leaves is as bad. wary: hexes
    that a tank keeps from where a Panzerfaust may be.
    """

    hit: Weight
    pinned: Weight
    wrecked: Weight
    holed: Weight
    victory: Weight
    harm: Weight
    lives: Weight
    bursts: Weight
    riders: Weight
    unknown: Weight
    unseen: Weight
    later: Weight
    cover: Weight
    pull: Weight
    pressing: Weight
    chase: Weight
    near: Hexes
    crowd: Hexes
    melee: Weight
    grenade: Weight
    rally: Weight
    reload: Weight
    plan: Weight
    shells: Weight
    aid: Weight
    smoke: Weight
    load: Weight
    expect: Weight
    restless: Weight
    worth_a_card: Annotated[float, Meta(ge=0.1, le=20)]
    open_fire: Weight
    lurk: Weight
    spring: Weight
    duck: Weight
    wary: Hexes

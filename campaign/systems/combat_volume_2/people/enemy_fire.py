"""At whom an enemy fires, and when a sniper of his waits (23.2, 24.1, 30.1, 31.10)."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.charts import Weapon
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people import aiming, checks, fire
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Man, Vehicle


class TookAim(Event, frozen=True, tag="took-aim"):
    """A sniper does not fire in impulse 2, to fire the better in 4 (24.1)."""

    unit: str


def target(play: Play, man: Man) -> Man | Vehicle | None:
    """At whom an enemy fires: the easiest to hit, of those the nearest, of those by the die (23.2). A medic only if
    there is no other target (30.1); a soft vehicle only if there is no other man."""
    some = [
        foe for aim in aiming.aims(play, man) for foe in aim.men if foe.who and aim.weapon.id != aiming.KNIFE
    ]
    free = [foe for foe in some if not fire.protected(play, foe)]
    weapon = aiming.weapon_of(play, man)
    if not free and weapon is not None and (vehicle := _soft(play, man, weapon)) is not None:
        return vehicle
    if not some:
        return None
    ranked = [
        ((-checks.total(aiming.terms(play, man, foe)), play.away(man.hex, foe.hex)), foe)
        for foe in free or some
    ]
    first = min(rank for rank, _ in ranked)
    return fire.picked(play, man, [foe for rank, foe in ranked if rank == first])


SOFT_WITHIN = {"half-track": 4, "jeep": 99, "truck": 99}
GUNNERS_WITHIN = 8
"""How near a half-track must be for an enemy with a machine gun to fire at it; others 4 hexes (31.10)."""


def _soft(play: Play, man: Man, weapon: Weapon) -> Vehicle | None:
    """The nearest vehicle that is a target for small arms."""
    found: list[tuple[int, str, Vehicle]] = []
    for one in play.state.vehicles.values():
        if one.side == man.side or not one.here or one.wrecked:
            continue
        kind = play.charts.vehicles.kinds[one.kind].class_
        away = play.away(man.hex, one.hex)
        reach = SOFT_WITHIN.get(kind, 0)
        if kind == "half-track" and weapon.class_ == "mg":
            reach = GUNNERS_WITHIN
        if away <= reach and weapon.at(away) is not None and sight.sees_vehicle(play, man, one):
            found.append((away, one.id, one))
    return min(found)[2] if found else None


def fires(play: Play, man: Man) -> Vehicle | None:
    """An enemy fires, if his order lets him in this impulse. Returns the vehicle that he would fire at, where that is
    his target: it is fired at in another chapter."""
    if aiming.fires_now(play, man) is None or aiming.barred(play, man) is not None or _takes_aim(play, man):
        return None
    foe = target(play, man)
    if foe is None or isinstance(foe, Vehicle):
        return foe
    fire.shoot(play, man, foe.hex if man.order.word == aiming.SUPPRESSIVE else foe.id)
    return None


def _takes_aim(play: Play, man: Man) -> bool:
    """A sniper with a target, to whom no spotted friend is nearer than three hexes, gives up his shot in impulse 2, if
    he passes (24.1)."""
    if aiming.SNIPER not in man.skills or man.order.word != aiming.AIMED or play.state.impulse != 2:
        return False
    if not aiming.aims(play, man):
        return False
    near = [play.away(man.hex, foe.hex) for foe in play.foes(man.side) if foe.spotted and foe.able]
    if min(near) < play.charts.foot.sniper.least:
        return False
    if not checks.tqc(play, man, "to take aim"):
        return False
    play.emit(TookAim(man.id))
    return True


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=TookAim, apply=checks.told_nothing, rule="24.1",
            words=lambda play, event: f"{named(play.man(event.unit))} takes aim and does not fire yet.",
        ),
    ),
)  # fmt: skip

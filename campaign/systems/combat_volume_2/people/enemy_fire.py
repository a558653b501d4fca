"""At whom an enemy fires, and when a sniper of his waits (23.2, 24.1, 30.1, 31.10)."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.charts import Weapon
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people import aiming, checks, fire
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import arcs


class TookAim(Event, frozen=True, tag="took-aim"):
    """A sniper does not fire in impulse 2, to fire the better in 4 (24.1)."""

    unit: str


def target(play: Play, man: Man) -> Man | Vehicle | None:
    """At whom an enemy fires: the easiest to hit, of those the nearest, of those by the die (23.2). A medic only if
    there is no other target (30.1); a soft vehicle only if there is no other man."""
    some = [
        foe
        for aim in aiming.aims(play, man)
        for foe in aim.men
        if foe.who and aim.weapon.id != aiming.KNIFE and _worth_it(play, man, foe, aim.weapon)
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


CUPOLA = "CU"
SOFT_WITHIN = {"half-track": 4, "jeep": 99, "truck": 99}
GUNNERS_WITHIN = 8
"""How near a half-track must be for an enemy with a machine gun to fire at it; others 4 hexes (31.10)."""


def _reach(play: Play, vehicle: Vehicle, weapon: Weapon) -> int:
    """How near a vehicle must be to be a target for small arms."""
    kind = play.charts.vehicles.kinds[vehicle.kind].class_
    return GUNNERS_WITHIN if kind == "half-track" and weapon.class_ == "mg" else SOFT_WITHIN.get(kind, 0)


def _worth_it(play: Play, man: Man, foe: Man, weapon: Weapon) -> bool:
    """Whether a half-track in whose cupola somebody stands is near enough to be a target at all (31.10)."""
    if not foe.vehicle or foe.seat != CUPOLA:
        return True
    return play.away(man.hex, foe.hex) <= _reach(play, play.vehicle(foe.vehicle), weapon)


def _soft(play: Play, man: Man, weapon: Weapon) -> Vehicle | None:
    """The nearest vehicle that is a target for small arms."""
    found: list[tuple[int, str, Vehicle]] = []
    for one in play.state.vehicles.values():
        if one.side == man.side or not one.here or one.wrecked:
            continue
        away = play.away(man.hex, one.hex)
        near = away <= _reach(play, one, weapon) and weapon.at(away) is not None
        if near and sight.sees_vehicle(play, man, one):
            found.append((away, one.id, one))
    return min(found)[2] if found else None


def _shows(play: Play, foe: Man, man: Man) -> bool:
    """Whether his open hatch makes an AFV a target: where he may be fired at from there, or wherever the enemy is (by
    the reading `tank_targets`)."""
    vehicle = play.vehicle(foe.vehicle)
    if play.charts.readings.tank_targets == "open-hatch" and arcs.afv(play, vehicle):
        return arcs.open_hatch(play, foe)
    return arcs.exposed_to(play, foe, man.hex)


def aims_at_vehicles(play: Play, man: Man) -> bool:
    """Whether he sees a vehicle that he may fire at with small arms, or a man in a hatch of one (31.10)."""
    weapon = play.charts.weapons.get(man.armed)
    if weapon is None:
        return False
    if _soft(play, man, weapon) is not None:
        return True
    return any(
        foe.vehicle
        and foe.able
        and weapon.at(play.away(man.hex, foe.hex)) is not None
        and _shows(play, foe, man)
        and _worth_it(play, man, foe, weapon)
        and sight.sees_man(play, man, foe)
        for foe in play.foes(man.side)
    )


def fires(play: Play, man: Man) -> Vehicle | None:
    """An enemy fires, if his order lets him in this impulse (24.1). Returns the vehicle that he would fire at,
    where that is his target: it is fired at in another chapter.
    """
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

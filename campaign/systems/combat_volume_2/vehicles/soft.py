"""31.10.1, 31.10.2: small arms at jeeps, trucks and half-tracks themselves. Each shot that hits strikes somewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.dice import Walking, kept_by_all
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.charts import Weapon
from campaign.systems.combat_volume_2.land import by_reading, sight
from campaign.systems.combat_volume_2.people import acting, aiming, checks, enemy_fire, spotting
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import Ammunition, Game, Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import blows, harm, mounts, riders, volleys
from campaign.systems.combat_volume_2.vehicles.arcs import afv, quarter
from campaign.systems.combat_volume_2.vehicles.handling import (
    as_target,
    from_vehicle,
    out_of_place_terms,
)
from campaign.systems.combat_volume_2.vehicles.tables import DONE
from events.faces import numbers

AT_VEHICLES = (aiming.AIMED, aiming.RAPID, "run-and-gun")
"""Orders that fire at something, not at a hex."""


Sofar = tuple[riders.Shares, Sequence[str]]


class ShootVehicle(Action, frozen=True, tag="shoot-vehicle"):
    """Fire small arms at a vehicle without armour, or with little."""

    unit: str
    vehicle: str


class FiredAtVehicle(Event, frozen=True, tag="fired-at-vehicle"):
    """ammunition: what is left for the weapon now; mount: the place of a vehicle's gun, "" of his own."""

    unit: str
    vehicle: str
    weapon: str
    needed: int
    hits: int
    dice: tuple[int, ...]
    ammunition: Ammunition = ""
    mount: str = ""
    modifiers: tuple[Modifier, ...] = ()


def terms(play: Play, man: Man, vehicle: Vehicle, weapon: Weapon) -> tuple[Modifier, ...]:
    """What it takes to hit, as a sum: skill, or quality, with what 31.9.4 adds for the vehicle."""
    away = play.away(man.hex, vehicle.hex)
    base = ("quality", man.quality) if weapon.by_quality else ("skill", man.skill)
    found = [Modifier(*base, "31.10"), *checks.terms_of_wounds(play, man)]
    if aiming.alone(play, man, weapon):
        found.append(Modifier("no assistant", weapon.alone, "14.3"))
    if by_range := weapon.at(away) or 0:
        found.append(Modifier(f"{weapon.name}, {away} hexes", by_range, "14"))
    row = play.charts.orders[man.order.word]
    if row.fire:
        found.append(Modifier(row.name, row.fire, "13"))
    found += from_vehicle(play, man)
    if mounts.mounted(play, man) is not None:
        found += out_of_place_terms(play, man)
    if play.state.lies(man.hex, "wire") and not man.vehicle:
        found.append(Modifier("in wire", play.charts.foot.wire.fire, "27.7"))
    return (
        *found,
        *as_target(play, vehicle, man.hex),
        *sight.smoke_terms(play, man.hex, vehicle.hex),
        *sight.weather_terms(play, man, man.hex, vehicle.hex),
    )


def targets(play: Play, man: Man) -> list[Vehicle]:
    """Vehicles that he may fire at with small arms: of the other side, in sight and range, no AFV; where there is a
    chance."""
    weapon = aiming.weapon_of(play, man)
    if weapon is None or man.order.word not in AT_VEHICLES or aiming.fires_now(play, man) is None:
        return []
    if aiming.barred(play, man) is not None:
        return []
    return [one for one in play.state.vehicles.values() if may_hit(play, man, one, weapon)]


def may_hit(play: Play, man: Man, vehicle: Vehicle, weapon: Weapon) -> bool:
    if vehicle.side == man.side or not vehicle.here or vehicle.wrecked or afv(play, vehicle):
        return False
    if vehicle.hex == man.hex or weapon.at(play.away(man.hex, vehicle.hex)) is None:
        return False
    if not mounts.aims_there(play, man, vehicle.hex) or not sight.sees_vehicle(play, man, vehicle):
        return False
    return checks.total(terms(play, man, vehicle, weapon)) >= 0


class Volley(NamedTuple):
    """What dice of one attack mean: hits, and whether the ammunition runs low. walks: only whether any hits."""

    needed: int
    nines: int
    walks: bool = False

    def __call__(self, faces: Sequence[int]) -> tuple[int, bool]:
        hits = sum(face <= self.needed and face != 9 for face in faces)
        return (min(hits, 1), False) if self.walks else (hits, faces.count(9) >= self.nines)


def shoot(play: Play, man: Man, vehicle: Vehicle) -> None:
    """All shots of one attack; each hit is a blow of its own."""
    weapon = aiming.weapon_of(play, man)
    if weapon is None:
        return
    found = terms(play, man, vehicle, weapon)
    needed, away = checks.total(found), play.away(man.hex, vehicle.hex)
    nines = 1 if aiming.alone(play, man, weapon) else weapon.nines
    purpose = f"{named(man)} fires at {blows.spoken(play, vehicle)}: needs {needed}"
    shots = weapon.shots(away)
    (hits, low), dice = play.read_all(purpose, shots, 10, Volley(needed, nines, play.walks), "0-9")
    gun = mounts.mounted(play, man)
    had = mounts.ammunition(play, man, gun) if gun is not None else man.ammunition
    left: Ammunition = ("out" if had else "low") if low else had
    place = gun.place if gun is not None else ""
    by = by_reading.of_sight(play, man, vehicle)
    play.emit(
        FiredAtVehicle(man.id, vehicle.id, weapon.id, needed, hits, dice, left, place, found, readings=by)
    )
    spotting.noticed(play, man, "he fires")
    if play.walks and hits:
        volley = Volley(needed, 1 + shots)
        some = [(volley(faces)[0], many) for faces, many in kept_by_all(shots, numbers("0-9", 10), volley)]
        hitting = tuple((count, many) for count, many in some if count)
        walk(play, vehicle.id, man.id, weapon, hitting)
    else:
        strikes(play, vehicle.id, man.id, weapon, hits)


def walk(play: Play, vehicle: str, by: str, weapon: Weapon, hits: volleys.Hits) -> None:
    """For odds: so many bullets at once. Where they cannot be counted so, one after the other."""

    def struck(play: Play) -> None:
        if not volleys.strike(play, play.vehicle(vehicle), by, weapon, hits):
            assert isinstance(play.dice, Walking)
            strikes(play, vehicle, by, weapon, hits[play.dice.among([many for _, many in hits])][0])

    play.last(("volley", vehicle, by, weapon.id, hits), struck)


def strikes(play: Play, vehicle: str, by: str, weapon: Weapon, hits: int, before: Sofar = ((), ())) -> None:
    """One blow after the other, and then what they have done to those aboard. before: what is owed to them so far."""
    man, of, owed = play.man(by), play.vehicle(vehicle), riders.Owed(*before)
    if hits and not of.wrecked:
        blow = harm.bullet(play, weapon, by, owed)
        harm.strike(play, of, quarter(play, of, man.hex), blow, ends=False)
        hits -= 1
    if not hits or of.wrecked:
        riders.settle(play, owed, by)
        return
    key = ("bullets", hits, vehicle, of.damage, of.leaving, tuple(sorted(of.hatches.items())), owed.key)
    play.last(key, lambda play: strikes(play, vehicle, by, weapon, hits, owed.key))


def enemy_fires(play: Play, man: Man) -> None:
    """An enemy fires if his order lets him: at a man, or at a vehicle where there is no man (31.10)."""
    if man.able and (vehicle := enemy_fire.fires(play, man)) is not None and may_shoot(play, man, vehicle):
        shoot(play, man, vehicle)


def may_shoot(play: Play, man: Man, vehicle: Vehicle) -> bool:
    return any(one is vehicle for one in targets(play, man))


# -- the player --------------------------------------------------------------------------------------------------------


def candidates(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None:
        return
    weapon = aiming.weapon_of(play, man)
    for vehicle in targets(play, man):
        if weapon is not None:
            found = terms(play, man, vehicle, weapon)
            shots = weapon.shots(play.away(man.hex, vehicle.hex))
            yield Option(
                ShootVehicle(man.id, vehicle.id), man.id, vehicle.id, vehicle.hex, dice=shots, modifiers=found
            )


def why_not(play: Play, side: str, action: ShootVehicle) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    if man.order.word not in AT_VEHICLES or aiming.fires_now(play, man) is None:
        yield Refused(
            "His order does not let him fire at a vehicle in this impulse.", "31.10", where="$.kind"
        )
        return
    if (why := aiming.barred(play, man)) is not None:
        yield Refused(why[0], why[1], where="$.unit")
        return
    may = [vehicle.id for vehicle in targets(play, man)]
    if action.vehicle not in may:
        yield Refused(
            "Small arms are fired at a jeep, truck or half-track of the other side, in sight and range.",
            "31.10", may, "$.vehicle",
        )  # fmt: skip


def do(play: Play, side: str, action: ShootVehicle) -> None:
    shoot(play, play.man(action.unit), play.vehicle(action.vehicle))


def ends(play: Play, side: str, action: ShootVehicle) -> Callable[[Play], str]:
    """What all bullets together have broken; it is known by the vehicle, since each of them is decided last."""
    before = play.vehicle(action.vehicle).damage

    def result(after: Play) -> str:
        broken = [word for word in after.vehicle(action.vehicle).damage if word not in before]
        told = [DONE[word] for word in sorted(broken) if word in DONE]
        missed = any(isinstance(event, FiredAtVehicle) and not event.hits for event in after.events)
        return ", ".join(told) or ("missed" if missed else "no damage")

    return result


def fired(game: Game, event: FiredAtVehicle) -> None:
    man = game.men[event.unit]
    man.fired = True
    blows.fired_on(game, game.vehicles[event.vehicle])
    if event.mount:
        game.vehicles[man.vehicle].mg[event.mount] = event.ammunition
    else:
        man.ammunition = event.ammunition


def told(play: Play, event: FiredAtVehicle) -> str:
    hits = "missed" if not event.hits else "hit" if event.hits == 1 else f"{event.hits} hits"
    what = f"{named(play.man(event.unit))} fires at {blows.spoken(play, play.vehicle(event.vehicle))}"
    low = f"; ammunition {event.ammunition}" if event.ammunition else ""
    return f"{what}: {checks.faces(event.dice, event.needed)}, {hits}{low}."


def label(play: Play, action: ShootVehicle) -> str:
    order = checks.order_name(play, play.man(action.unit).order.word)
    return f"{order} at {blows.spoken(play, play.vehicle(action.vehicle))}"


ACTS = (
    Answer(
        action=ShootVehicle, candidates=candidates, why_not=why_not, do=do, label=label,
        odds=by_deed(do, ends=ends),
    ),
)  # fmt: skip
"""For the question `act`."""

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=FiredAtVehicle, apply=fired, words=told, rule="31.10", dice="dice",
            fact=lambda play, event: "hit" if event.hits else "missed",
        ),
    ),
)  # fmt: skip

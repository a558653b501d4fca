"""31.6, 31.9.4, 31.11.2: turrets, loading, and the main gun at vehicles and at hexes."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import by_reading, sight
from campaign.systems.combat_volume_2.people import acting, blasts, checks
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.people.fire import spares_hex
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import ROUT, Game, Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import blows, harm
from campaign.systems.combat_volume_2.vehicles.arcs import in_turret_front, quarter
from campaign.systems.combat_volume_2.vehicles.handling import (
    SURE,
    as_target,
    broken_sight,
    from_vehicle,
    near_marker,
    no_fire,
    out_of_place_terms,
)
from campaign.systems.combat_volume_2.vehicles.tables import Gun
from campaign.systems.combat_volume_2.vehicles.viewing import foes_known

MAIN = "main-gun"
AIMS = (MAIN, "aimed", "rapid", "suppressive")
"""Orders under which a gunner turns his turret (31.6)."""
LOADS = {"load-he": "he", "load-ap": "ap"}
SHELLS = {"he": "HE", "ap": "AP"}


class FireGun(Action, frozen=True, tag="fire-gun"):
    """target: id of a vehicle, or a hex with men, for HE."""

    unit: str
    target: str


class LoadGun(Action, frozen=True, tag="load-gun"):
    """Load what the order says."""

    unit: str


class GunLoaded(Event, frozen=True, tag="gun-loaded"):
    vehicle: str
    unit: str
    shell: str


class GunFired(Event, frozen=True, tag="gun-fired"):
    """target: id of a vehicle or a hex. what: hit, miss, short (in the hex, nobody hit), scatters."""

    vehicle: str
    unit: str
    target: str
    shell: str
    needed: int
    what: str
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()


class ShellScattered(Event, frozen=True, tag="shell-scattered"):
    """hex: where it bursts, "" off the map."""

    vehicle: str
    hex: Hex
    dice: tuple[int, ...]


# -- the gun -----------------------------------------------------------------------------------------------------------


def gun_of(play: Play, vehicle: Vehicle) -> Gun | None:
    """Its main gun, as long as it is whole."""
    row = play.charts.vehicles.kinds[vehicle.kind]
    return None if not row.gun or "gun" in vehicle.damage else play.charts.vehicles.guns[row.gun]


def at_vehicle_terms(play: Play, man: Man, gun: Gun, target: Vehicle) -> tuple[Modifier, ...]:
    """What the number is made of that a shot at a vehicle needs (31.9.4). A commander's leadership never counts."""
    far = play.away(man.hex, target.hex)
    found = [*checks.terms_of_quality(play, man), *out_of_place_terms(play, man)]
    found += as_target(play, target, man.hex)
    found += from_vehicle(play, man)
    if value := gun.at(far):
        found.append(Modifier(f"{far} hexes", value, "31.9.4"))
    return (*found, *_hampered(play, man, target.hex))


def at_hex_terms(play: Play, man: Man, hex: Hex) -> tuple[Modifier, ...]:
    """The same of HE at a hex: no range, and the commander leads as long as he is aboard, alive and not in Rout."""
    found = [*checks.terms_of_quality(play, man), *out_of_place_terms(play, man), *from_vehicle(play, man)]
    commander = play.state.at(man.vehicle, "CM")
    if commander is not None and commander is not man and commander.morale > ROUT and commander.leadership:
        found.append(Modifier(f"{named(commander)} leads", commander.leadership, "31.9.4"))
    return (*found, *_hampered(play, man, hex))


def _hampered(play: Play, man: Man, hex: Hex) -> tuple[Modifier, ...]:
    broken = broken_sight(play, man)
    return (
        *((broken,) if broken is not None else ()),
        *sight.smoke_terms(play, man.hex, hex),
        *sight.weather_terms(play, man, man.hex, hex),
    )


def aims_at(play: Play, man: Man, vehicle: Vehicle) -> bool:
    """Whether a gunner may fire at a vehicle: his marker on it, in sight, before the turret."""
    of = play.vehicle(man.vehicle)
    if vehicle.side == man.side or man.marked != vehicle.id or vehicle.wrecked:
        return False
    gun = gun_of(play, of)
    if gun is None or gun.at(play.away(of.hex, vehicle.hex)) is None:
        return False
    return in_turret_front(play, of, vehicle.hex) and sight.sees_vehicle(play, man, vehicle)


def hexes_aimed_at(play: Play, man: Man) -> list[Hex]:
    """Hexes with known opponents on or next to his marker, in sight, before the turret, without comrades."""
    of, found = play.vehicle(man.vehicle), dict[Hex, None]()
    gun = gun_of(play, of)
    for foe in foes_known(play, man):
        if gun is None or not near_marker(play, man, foe.hex) or not in_turret_front(play, of, foe.hex):
            continue
        comrades = any(one.side == man.side for one in play.state.in_hex(foe.hex))
        if not comrades and play.away(of.hex, foe.hex) <= gun.reach:
            found[foe.hex] = None
    return list(found)


def targets(play: Play, man: Man) -> list[str]:
    """What a gunner may fire his main gun at now, with the shell that is in it."""
    of = play.vehicle(man.vehicle)
    found = [vehicle.id for vehicle in play.state.vehicles.values() if aims_at(play, man, vehicle)]
    if of.loaded == "he":
        found += hexes_aimed_at(play, man)
    return found


def gunner_of(play: Play, man: Man) -> Vehicle | None:
    """The vehicle whose gun he serves."""
    return play.vehicle(man.vehicle) if man.vehicle and man.seat == "G" else None


def why_silent(play: Play, man: Man) -> Iterator[Refused]:
    """Why he cannot fire the main gun in this impulse."""
    of = gunner_of(play, man)
    if of is None or man.order.word != MAIN:
        yield Refused(
            "Only a gunner under Fire Main Gun fires it.", "31.11.2", ["Fire Main Gun"], where="$.kind"
        )
        return
    if play.state.impulse < 2:
        yield Refused("The main gun is fired in impulses 2 to 4.", "31.11.2", where="$.kind")
    if gun_of(play, of) is None:
        yield Refused("The main gun is destroyed.", "31.10.8", where="$.kind")
    if not of.loaded or not of.ready:
        yield Refused("The main gun was not loaded when the impulse began.", "31.11.2", where="$.kind")
    if no_fire(play, of):
        yield Refused("Nobody fires from a vehicle that goes Fast.", "31.11.2", where="$.kind")


def may_fire(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None:
        return
    of = gunner_of(play, man)
    if of is None or man.order.word != MAIN or (gun := gun_of(play, of)) is None:
        return
    for target in targets(play, man):
        vehicle = play.state.vehicles.get(target)
        sum_of = (
            at_vehicle_terms(play, man, gun, vehicle)
            if vehicle is not None
            else at_hex_terms(play, man, target)
        )
        yield Option(FireGun(man.id, target), man.id, target, dice=1, modifiers=sum_of)


def why_not_fire(play: Play, side: str, action: FireGun) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    refused = list(why_silent(play, man))
    if refused:
        yield from refused
    elif action.target not in (may := targets(play, man)):
        yield Refused(
            "It is fired at a vehicle with the gunner's marker, or HE at men on or next to it, in front of the turret.",
            "31.9.4", may, "$.target",
        )  # fmt: skip


def fire(play: Play, side: str, action: FireGun) -> None:
    """31.9."""
    firing(play, play.man(action.unit), action.target)


def firing(play: Play, man: Man, target: str) -> None:
    """A check of quality in impulses 2 and 3, in impulse 4 without one; then the shot."""
    if play.state.impulse < SURE and not checks.tqc(play, man, "to fire", out_of_place_terms(play, man)):
        return
    if target in play.state.vehicles or not spares_hex(play, man, target):
        shot(play, man, target)


def shot(play: Play, man: Man, target: str) -> None:
    """target: as of `FireGun` (example)."""
    of = play.vehicle(man.vehicle)
    gun = gun_of(play, of)
    if gun is None:
        return
    vehicle = play.state.vehicles.get(target)
    if vehicle is not None:
        _at_vehicle(play, man, of, gun, vehicle)
    else:
        _at_hex(play, man, of, gun, target)


def _at_vehicle(play: Play, man: Man, of: Vehicle, gun: Gun, vehicle: Vehicle) -> None:
    sum_of, shell = at_vehicle_terms(play, man, gun, vehicle), of.loaded
    needed = checks.total(sum_of)
    purpose = f"{named(man)} fires {SHELLS[shell]} at {blows.spoken(play, vehicle)}: needs {needed}"
    hit, face = checks.d10(play, purpose, checks.within(needed))
    what = "hit" if hit else "miss"
    by = by_reading.of_sight(play, man, vehicle)
    play.emit(GunFired(of.id, man.id, vehicle.id, shell, needed, what, (face,), sum_of, readings=by))
    if hit:
        blow = harm.shell_blow(gun, "he" if shell == "he" else "ap", man.id)
        harm.strike(play, vehicle, quarter(play, vehicle, man.hex), blow)


def ratings(play: Play, gun: Gun) -> tuple[int, int]:
    """How many dice HE rolls at a hex, and what hits on each (31.9.4); by another reading the numbers change places."""
    if play.charts.readings.blast_rating == "dice":
        return gun.blast, gun.frag
    return gun.frag, gun.blast


def _at_hex(play: Play, man: Man, of: Vehicle, gun: Gun, hex: Hex) -> None:
    sum_of = at_hex_terms(play, man, hex)
    needed = checks.total(sum_of)

    def reading(face: int) -> str:
        return "scatters" if face == 9 else "hit" if face <= needed else "short"

    what, face = checks.d10(play, f"{named(man)} fires HE at {hex}: needs {needed}", reading)
    by = by_reading.of_sight(play, man, hex)
    if what != "short" and gun.blast != gun.frag:
        by = (*by, "blast_rating")
    play.emit(GunFired(of.id, man.id, hex, of.loaded, needed, what, (face,), sum_of, readings=by))
    dice, frag = ratings(play, gun)
    if what != "scatters":
        blasts.burst(play, hex, dice if what == "hit" else 0, frag, man.id)
        return
    (die,) = play.dice.roll("The shell scatters", 1, 6, "order")
    other = play.next_to(hex, die)
    play.emit(ShellScattered(of.id, other or "", (die,)))
    if other is not None:
        blasts.burst(play, other, dice, frag, man.id)


# -- loading -----------------------------------------------------------------------------------------------------------


def why_not_load(play: Play, side: str, action: LoadGun) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    yield from why_unloaded(play, play.man(action.unit))


def why_unloaded(play: Play, man: Man) -> Iterator[Refused]:
    if not man.vehicle or man.seat != "L" or man.order.word not in LOADS:
        yield Refused(
            "Only a loader under Load HE or Load AP loads the gun.",
            "31.11.2",
            ["Load HE", "Load AP"],
            where="$.kind",
        )
        return
    of = play.vehicle(man.vehicle)
    if play.state.impulse < 2:
        yield Refused("The gun is loaded in impulses 2 to 4.", "31.11.2", where="$.kind")
    if gun_of(play, of) is None:
        yield Refused("The main gun is destroyed.", "31.10.8", where="$.kind")
    if of.loaded or of.ready:
        yield Refused("The gun was loaded when the impulse began.", "31.11.2", where="$.kind")
    if not of.shells.get(LOADS[man.order.word]):
        yield Refused(f"There is no {SHELLS[LOADS[man.order.word]]} left.", "31.11.2", where="$.kind")


def may_load(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None:
        return
    if man.seat == "L" and man.order.word in LOADS:
        yield Option(LoadGun(man.id), man.id, man.vehicle, dice=int(play.state.impulse < SURE))


def load(play: Play, side: str, action: LoadGun) -> None:
    loading(play, play.man(action.unit))


def loading(play: Play, man: Man) -> None:
    """A check of quality in impulses 2 and 3, in impulse 4 without one."""
    if play.state.impulse < SURE and not checks.tqc(play, man, "to load", out_of_place_terms(play, man)):
        return
    play.emit(GunLoaded(man.vehicle, man.id, LOADS[man.order.word]))


# -- what the events do ------------------------------------------------------------------------------------------------


def gun_loaded(game: Game, event: GunLoaded) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.loaded = event.shell
    vehicle.shells[event.shell] -= 1


def gun_fired(game: Game, event: GunFired) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.loaded = (
        ""  # ready still says that it was loaded as the impulse began: it is not loaded again in it
    )
    if event.target in game.vehicles:
        blows.fired_on(game, game.vehicles[event.target])
    game.men[event.unit].fired = True


# -- in words ----------------------------------------------------------------------------------------------------------

SHOTS = {
    "hit": "hits", "miss": "misses", "short": "bursts there and hits nobody", "scatters": "goes astray",
}  # fmt: skip


def target_name(play: Play, target: str) -> str:
    vehicle = play.state.vehicles.get(target)
    return blows.spoken(play, vehicle) if vehicle is not None else target


def told_of_shot(play: Play, event: GunFired) -> str:
    return (
        f"{named(play.man(event.unit))} fires {SHELLS[event.shell]} at {target_name(play, event.target)}:"
        f" {checks.rolled(event.dice[:1], event.needed)}, it {SHOTS[event.what]}."
    )


def told_of_loading(play: Play, event: GunLoaded) -> str:
    return f"{named(play.man(event.unit))} loads {SHELLS[event.shell]}."


def told_of_scatter(play: Play, event: ShellScattered) -> str:
    return f"It bursts in {event.hex}." if event.hex else "It flies off the map."


def label_of_fire(play: Play, action: FireGun) -> str:
    of = play.vehicle(play.man(action.unit).vehicle)
    first = "" if play.state.impulse >= SURE else ", after a check of quality"
    return f"Fire {SHELLS.get(of.loaded, 'the gun')} at {target_name(play, action.target)}{first}"


def label_of_loading(play: Play, action: LoadGun) -> str:
    word = play.man(action.unit).order.word
    return f"Load {SHELLS[LOADS[word]]}" if word in LOADS else "Load the gun"


ACTS = (
    Answer(
        action=FireGun, candidates=may_fire, why_not=why_not_fire, do=fire, label=label_of_fire,
        odds=by_deed(fire, ends=blows.ends),
    ),
    Answer(
        action=LoadGun, candidates=may_load, why_not=why_not_load, do=load, label=label_of_loading,
        odds=by_deed(load),
    ),
)  # fmt: skip
"""For the question `act`."""

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=GunLoaded, apply=gun_loaded, words=told_of_loading, rule="31.11.2",
            fact=lambda play, event: "loaded",
        ),
        Told(
            event=GunFired, apply=gun_fired, words=told_of_shot, rule="31.9.4", dice="dice",
            fact=lambda play, event: event.what,
        ),
        Told(event=ShellScattered, apply=blows.told_nothing, words=told_of_scatter, rule="31.9.4", dice="dice"),
    ),
)  # fmt: skip

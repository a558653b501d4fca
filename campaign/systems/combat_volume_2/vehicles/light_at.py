"""32: bazookas and Panzerfausts, at vehicles and at men in the five kinds of ground where a rocket bursts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.systems.combat_volume_2.land import by_reading, ground, sight
from campaign.systems.combat_volume_2.people import acting, checks, morale, together, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.people.fire import spares_hex
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Game, Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import blows, harm
from campaign.systems.combat_volume_2.vehicles.arcs import quarter
from campaign.systems.combat_volume_2.vehicles.handling import SURE, as_target
from campaign.systems.combat_volume_2.vehicles.tables import Gun

LOAD, FIRE = "load-light-at", "fire-light-at"


FIRST = 2
"""The first impulse in which such a weapon is loaded or fired (32.1)."""


RUNNING = ("run-and-gun", "evade", "sprint", "charge")
"""Movement in which a loaded bazooka loses its round (32.1)."""


SHELTERED = ("rocks", "building", "fortified")
"""Where a direct hit on a man under Hide is only a near one (32.2)."""


class LoadLight(Action, frozen=True, tag="load-light"):
    """Load the bazooka of the hex."""

    unit: str


class FireLight(Action, frozen=True, tag="fire-light"):
    """target: id of a vehicle, or a hex with men."""

    unit: str
    target: str


class LightLoaded(Event, frozen=True, tag="light-loaded"):
    """unit: whose weapon; by: who loads it; carrier: whose rocket. left: rockets that he still has, -1 where it
    is not said."""

    unit: str
    by: str
    carrier: str
    left: int = -1


class LightFired(Event, frozen=True, tag="light-fired"):
    """target: id of a vehicle or a hex. what: hit, miss; at men direct, near, far, scatters, dud."""

    unit: str
    weapon: str
    target: str
    needed: int
    what: str
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()


class Scattered(Event, frozen=True, tag="rocket-scattered"):
    """hex: where it lands, "" off the map."""

    unit: str
    hex: Hex
    dice: tuple[int, ...]


class RocketLost(Event, frozen=True, tag="rocket-lost"):
    """A bazooka is unloaded because its operator is told to run."""

    unit: str


# -- what it takes -----------------------------------------------------------------------------------------------------


def weapon(play: Play, man: Man) -> Gun | None:
    """The light anti-tank weapon that he could fire: a Panzerfaust before a bazooka."""
    guns = play.charts.vehicles.guns
    if man.faust:
        return guns[play.state.mission.fausts or "faust-60"]
    found = guns.get(man.heavy)
    return found if found is not None and found.kind == "bazooka" else None


def armed(play: Play, man: Man) -> bool:
    """Whether his weapon could be fired now: loaded when the impulse began, or one that needs no loading."""
    gun = weapon(play, man)
    return gun is not None and (gun.kind == "faust" or (man.loaded and man.ready))


def _common(play: Play, man: Man, gun: Gun, to: Hex) -> list[Modifier]:
    found = [*checks.terms_of_quality(play, man)]
    far = play.away(man.hex, to)
    if value := gun.at(far):
        found.append(Modifier(f"{far} hexes", value, "32.1"))
    found += sight.smoke_terms(play, man.hex, to)
    found += sight.weather_terms(play, man, man.hex, to)
    if play.state.lies(man.hex, "wire"):
        found.append(Modifier("out of wire", -1, "27.7"))
    if gun.kind == "faust" and man.side == FRIEND:
        found.append(Modifier("a weapon of the enemy", play.charts.vehicles.terms.foreign_faust, "32.3"))
    return found


def terms(play: Play, man: Man, gun: Gun, target: str) -> tuple[Modifier, ...]:
    """What the number is made of that a shot needs. target: as of `FireLight`."""
    vehicle = play.state.vehicles.get(target)
    if vehicle is None:
        return tuple(_common(play, man, gun, target))
    return (*_common(play, man, gun, vehicle.hex), *as_target(play, vehicle, man.hex))


def sees_it(play: Play, man: Man, gun: Gun, vehicle: Vehicle) -> bool:
    """Whether a vehicle of the other side is in sight and range, and worth a rocket."""
    if vehicle.side == man.side or not vehicle.here or vehicle.wrecked:
        return False
    return gun.at(play.away(man.hex, vehicle.hex)) is not None and sight.sees_vehicle(play, man, vehicle)


def at_vehicles(play: Play, man: Man, gun: Gun) -> Iterator[Vehicle]:
    for vehicle in play.state.vehicles.values():
        if sees_it(play, man, gun, vehicle):
            yield vehicle


def at_men(play: Play, man: Man, gun: Gun) -> Iterator[Hex]:
    """Hexes with known opponents where a rocket bursts (32.2). Nobody fires into a melee, nor where comrades are."""
    found: dict[Hex, None] = {}
    for foe in play.foes(man.side):
        if not foe.who or foe.vehicle or not foe.spotted or foe.hex in found:
            continue
        if not ground.soft_target(play, foe.hex) or gun.at(play.away(man.hex, foe.hex)) is None:
            continue
        comrades = any(one.side == man.side for one in play.state.in_hex(foe.hex))
        if not comrades and sight.sees_man(play, man, foe):
            found[foe.hex] = None
    yield from found


def targets(play: Play, man: Man) -> Iterator[str]:
    gun = weapon(play, man)
    if gun is not None and not man.vehicle:
        yield from (vehicle.id for vehicle in at_vehicles(play, man, gun))
        yield from at_men(play, man, gun)


# -- loading -----------------------------------------------------------------------------------------------------------


def operator_for(play: Play, man: Man) -> Man | None:
    """Whose bazooka a man under Load Light AT loads: his own, else a comrade's in the hex."""
    if man.heavy == "bazooka":
        return man
    for one in play.state.in_hex(man.hex):
        if one.side == man.side and one.heavy == "bazooka" and one.able:
            return one
    return None


def carrier(play: Play, man: Man) -> Man | None:
    """Who in the hex has a rocket, the man himself first."""
    around = [one for one in play.state.in_hex(man.hex) if one.side == man.side and one is not man]
    return next((one for one in (man, *around) if one.rockets > 0), None)


def due(play: Play, man: Man) -> bool:
    """Whether he could load or fire in this impulse, under an order for it."""
    if man.order.word == LOAD:
        return next(cannot_load(play, man), None) is None
    if man.order.word != FIRE or play.state.impulse < FIRST:
        return False
    return armed(play, man) and any(True for _ in targets(play, man))


def may_load(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is not None and man.order.word == LOAD:
        yield Option(LoadLight(man.id), man.id, dice=int(play.state.impulse < SURE))


def why_not_load(play: Play, side: str, action: LoadLight) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    if man.order.word != LOAD:
        yield Refused(
            "Only Load Light AT lets a man load a bazooka.", "32.1", ["Load Light AT"], where="$.kind"
        )
        return
    yield from cannot_load(play, man)


def cannot_load(play: Play, man: Man) -> Iterator[Refused]:
    """Why a man under Load Light AT cannot load in this impulse."""
    if play.state.impulse < FIRST:
        yield Refused("A bazooka is loaded in impulses 2 to 4.", "32.1", where="$.kind")
    operator = operator_for(play, man)
    if operator is None or man.vehicle:
        yield Refused("There is no bazooka in this hex to load.", "32.1", where="$.kind")
    elif operator.loaded or operator.ready:
        yield Refused("The bazooka was loaded when the impulse began.", "32.1", where="$.kind")
    elif carrier(play, man) is None:
        yield Refused("Nobody in this hex carries a rocket.", "32.1", where="$.kind")


def load(play: Play, side: str, action: LoadLight) -> None:
    loading(play, play.man(action.unit))


def loading(play: Play, man: Man) -> None:
    """A check of quality in impulses 2 and 3; in impulse 4 it is sure (32.1)."""
    if play.state.impulse < SURE and not checks.tqc(play, man, "to load"):
        return
    operator, of = operator_for(play, man), carrier(play, man)
    if operator is not None and of is not None:
        play.emit(LightLoaded(operator.id, man.id, of.id, of.rockets - 1))


def unload_runner(play: Play, man: Man) -> None:
    """After an order was given: who runs with a loaded bazooka loses the round (32.1)."""
    if man.loaded and man.order.word in RUNNING:
        play.emit(RocketLost(man.id))


# -- firing ------------------------------------------------------------------------------------------------------------


def may_fire(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None:
        return
    gun = weapon(play, man)
    if gun is None or man.order.word != FIRE:
        return
    for target in targets(play, man):
        sum_of = terms(play, man, gun, target)
        yield Option(FireLight(man.id, target), man.id, target, dice=1, modifiers=sum_of)


def why_not_fire(play: Play, side: str, action: FireLight) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    if man.order.word != FIRE:
        yield Refused("Only Fire Light AT lets a man fire it.", "32.1", ["Fire Light AT"], where="$.kind")
        return
    if play.state.impulse < FIRST:
        yield Refused("Light anti-tank weapons are fired in impulses 2 to 4.", "32.1", where="$.kind")
        return
    if weapon(play, man) is None:
        yield Refused(f"{named(man)} has no light anti-tank weapon.", "32.1", where="$.kind")
        return
    if not armed(play, man):
        yield Refused("The bazooka was not loaded when the impulse began.", "32.1", where="$.kind")
        return
    if action.target not in (may := list(targets(play, man))):
        yield Refused(
            "It is fired at a vehicle in sight and range, or at known men in a building, rubble, rocks, an abbey or"
            " at a fountain.",
            "32.2", may, "$.target",
        )  # fmt: skip


def fire(play: Play, side: str, action: FireLight) -> None:
    firing(play, play.man(action.unit), action.target)


def firing(play: Play, man: Man, target: str) -> None:
    """A check of quality in impulses 2 and 3, then the shot (32.1)."""
    if play.state.impulse < SURE and not checks.tqc(play, man, "to fire"):
        return
    if target in play.state.vehicles or not spares_hex(play, man, target):
        shot(play, man, target)


def shot(play: Play, man: Man, target: str) -> None:
    gun = weapon(play, man)
    if gun is None:
        return
    vehicle = play.state.vehicles.get(target)
    sum_of = terms(play, man, gun, target)
    if vehicle is not None:
        _at_vehicle(play, man, gun, vehicle, sum_of)
    else:
        _at_men(play, man, gun, target, sum_of)
    if gun.kind == "faust" and man.side == ENEMY:
        morale.duck(play, man, "he has fired")


def _at_vehicle(play: Play, man: Man, gun: Gun, vehicle: Vehicle, sum_of: tuple[Modifier, ...]) -> None:
    needed = checks.total(sum_of)
    hit, face = checks.d10(
        play, f"{named(man)} fires at {blows.spoken(play, vehicle)}: needs {needed}", checks.within(needed)
    )
    by, what = by_reading.of_sight(play, man, vehicle), "hit" if hit else "miss"
    play.emit(LightFired(man.id, gun.id, vehicle.id, needed, what, (face,), sum_of, readings=by))
    if hit:
        harm.strike(play, vehicle, quarter(play, vehicle, man.hex), harm.shell_blow(gun, "heat", man.id))


def _at_men(
    play: Play, man: Man, gun: Gun, hex: Hex, sum_of: tuple[Modifier, ...], again: bool = False
) -> None:
    needed = checks.total(sum_of)

    def reading(face: int) -> str:
        if face == 9:
            return "dud" if again else "scatters"
        return "direct" if face == 0 else "near" if face <= needed else "far"

    what, face = checks.d10(play, f"{named(man)} fires at {hex}: needs {needed}", reading)
    by = () if again else by_reading.of_sight(play, man, hex)
    play.emit(LightFired(man.id, gun.id, hex, needed, what, (face,), sum_of, readings=by))
    there = [one.id for one in play.state.in_hex(hex)]
    match what:
        case "direct":
            _direct(play, man, gun, there)
        case "near" | "far":
            _burst(play, man, gun.near if what == "near" else gun.far, there)
        case "scatters":
            _scatters(play, man, gun, hex)
        case _:
            pass


def _direct(play: Play, man: Man, gun: Gun, there: Sequence[str]) -> None:
    """A random man is killed, unless he lies in rocks or in a building: then it is a near hit."""
    victim = play.man(any_of(play, there, "Who is hit"))
    if victim.order.word == "hide" and ground.terrain(play, victim.hex).id in SHELTERED:
        _burst(play, man, gun.near, there)
        return
    wounds.kill(play, victim, man.id, quiet=True)
    _burst(play, man, gun.far, [id for id in there if id != victim.id], (victim.id,))


def any_of(play: Play, among: Sequence[str], purpose: str) -> str:
    """One of several ids, each as likely."""
    if len(among) == 1:
        return among[0]
    (at,) = play.dice.roll(purpose, 1, len(among), "order")
    return among[at - 1]


def _burst(play: Play, man: Man, frag: int, there: Sequence[str], dead: Sequence[str] = ()) -> None:
    """A die for each man, whatever his order and ground."""
    men = dict.fromkeys(there, together.Share())
    together.strike(play, men, together.Burst(man.id, "blast", frag), dead)


def _scatters(play: Play, man: Man, gun: Gun, hex: Hex) -> None:
    """A hex further in a random direction; a second 9 there is a dud."""
    (die,) = play.dice.roll(f"The rocket of {named(man)} scatters", 1, 6, "order")
    other = play.next_to(hex, die)
    play.emit(Scattered(man.id, other or "", (die,)))
    if other is not None and play.state.in_hex(other):
        _at_men(play, man, gun, other, terms(play, man, gun, other), again=True)


# -- what the events do ------------------------------------------------------------------------------------------------


def light_loaded(game: Game, event: LightLoaded) -> None:
    game.men[event.unit].loaded = True
    game.men[event.carrier].rockets -= 1


def light_fired(game: Game, event: LightFired) -> None:
    man = game.men[event.unit]
    man.fired = man.spotted = True
    if event.target in game.vehicles:
        blows.fired_on(game, game.vehicles[event.target])
    if man.faust and event.weapon.startswith("faust"):
        man.faust = False
    else:
        man.loaded = False  # ready stays: it is not loaded again in the impulse in which it was fired


def rocket_lost(game: Game, event: RocketLost) -> None:
    game.men[event.unit].loaded = game.men[event.unit].ready = False


# -- in words ----------------------------------------------------------------------------------------------------------


SHOTS = {
    "hit": "hits", "miss": "misses", "direct": "lands in their midst", "near": "lands close", "far": "lands in the hex",
    "scatters": "goes astray", "dud": "is a dud",
}  # fmt: skip


def target_name(play: Play, target: str) -> str:
    vehicle = play.state.vehicles.get(target)
    return blows.spoken(play, vehicle) if vehicle is not None else target


def told_of_shot(play: Play, event: LightFired) -> str:
    gun = play.charts.vehicles.guns[event.weapon].name
    return (
        f"{named(play.man(event.unit))} fires a {gun} at {target_name(play, event.target)}:"
        f" {checks.rolled(event.dice[:1], event.needed)}, it {SHOTS[event.what]}."
    )


def told_of_loading(play: Play, event: LightLoaded) -> str:
    whose = named(play.man(event.carrier))
    left = f"; {whose} has {count(event.left, 'rocket')} left" if event.left >= 0 else ""
    return f"{named(play.man(event.by))} loads the bazooka{left}."


def told_of_scatter(play: Play, event: Scattered) -> str:
    return f"The rocket lands in {event.hex}." if event.hex else "The rocket flies off the map."


def label_of_fire(play: Play, action: FireLight) -> str:
    man = play.man(action.unit)
    gun = weapon(play, man)
    first = "" if play.state.impulse >= SURE else ", after a check of quality"
    return f"Fire the {gun.name if gun else 'weapon'} at {target_name(play, action.target)}{first}"


ACTS = (
    Answer(
        action=LoadLight, candidates=may_load, why_not=why_not_load, do=load, odds=by_deed(load),
        label=lambda play, action: "Load the bazooka",
    ),
    Answer(
        action=FireLight, candidates=may_fire, why_not=why_not_fire, do=fire, label=label_of_fire,
        odds=by_deed(fire, ends=blows.ends),
    ),
)  # fmt: skip
"""For the question `act`."""


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=LightLoaded, apply=light_loaded, words=told_of_loading, rule="32.1",
             fact=lambda play, event: "loaded"),
        Told(event=LightFired, apply=light_fired, words=told_of_shot, rule="32.1", dice="dice",
             fact=lambda play, event: event.what),
        Told(event=Scattered, apply=blows.told_nothing, words=told_of_scatter, rule="32.2", dice="dice"),
        Told(event=RocketLost, apply=rocket_lost, rule="32.1",
             words=lambda play, event: f"{named(play.man(event.unit))} loses the round in the bazooka."),
    ),
)  # fmt: skip

"""31.10: what is noted of hits: where they struck, what they broke, fires; what that changes, and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import Game, Hatch, Order, Vehicle
from campaign.systems.combat_volume_2.vehicles.arcs import side_on
from campaign.systems.combat_volume_2.vehicles.tables import (
    DONE,
    Quarter,
    VehicleCharts,
)

PLACES: Mapping[str, str] = {
    "turret": "turret", "lower": "lower hull", "upper": "upper hull", "ring": "turret ring", "hatch": "hatch",
    "periscope": "periscope", "sight": "gunner's sight", "coaxial": "coaxial machine gun", "barrel": "gun barrel",
    "bow": "bow machine gun", "track": "track", "suspension": "suspension", "slot": "vision slot", "wheel": "wheel",
    "headlight": "headlight", "cupola": "cupola", "engine": "engine", "hull": "hull", "cab": "cab",
    "passenger": "passengers", "between": "passengers", "across": "passengers", "none": "nothing that matters",
}  # fmt: skip


class Struck(Event, frozen=True, tag="vehicle-struck"):
    """what: the location. at: seats there, or the side. glancing: against the armour's other value."""

    vehicle: str
    quarter: str
    what: str
    at: tuple[str, ...]
    glancing: bool
    dice: tuple[int, ...]


class Pierced(Event, frozen=True, tag="armour-tested"):
    """several: one of the bullets of an attack, of which only what they do together counts in odds."""

    vehicle: str
    number: int
    armour: int
    through: bool
    dice: tuple[int, ...]
    several: bool = False


class Damaged(Event, frozen=True, tag="vehicle-damaged"):
    """damage: what is broken now that was not before. stops, leaving: as of `Vehicle`. why: what struck. dice: by which
    it came out so. through: the shot went through armour, and has broken nothing that is told, and is
    not one of several. by: who fired."""

    vehicle: str
    damage: tuple[str, ...] = ()
    why: str = ""
    stops: bool = False
    leaving: str = ""
    dice: tuple[int, ...] = ()
    through: bool = False
    by: str = ""


def fired_on(game: Game, vehicle: Vehicle) -> None:
    """A shot at a vehicle ends its Road Orders, where the mission says so (31.11.1)."""
    if "fired-on" in game.mission.roads:
        leave_road(game, vehicle)


def leave_road(game: Game, vehicle: Vehicle) -> None:
    vehicle.road = False
    man = game.at(vehicle.id, "D")
    if man is not None and man.order.road:
        man.order = Order(man.order.word, man.order.ways, man.order.target)


class HatchHit(Event, frozen=True, tag="hatch-hit"):
    vehicle: str
    seat: str
    now: Hatch


class FireRolled(Event, frozen=True, tag="vehicle-fire"):
    """The end of a turn for a burning vehicle. what: out, goes-on, explodes."""

    vehicle: str
    what: str
    dice: tuple[int, ...]


# -- what the events do ------------------------------------------------------------------------------------------------


def told_nothing(game: Game, event: Event) -> None:
    """Nothing but a line in the log."""


def damaged(game: Game, event: Damaged) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.damage = (*vehicle.damage, *event.damage)
    if event.stops:
        vehicle.stop = "it is immobilized"
    if event.leaving:
        vehicle.leaving, vehicle.since = event.leaving, game.turn
    if "engine-fire" in event.damage or "turret-fire" in event.damage:
        vehicle.fire = vehicle.fire or game.turn
    if "destroyed" in event.damage:
        vehicle.loaded = ""
        by = game.men.get(event.by)
        if by is not None and by.side != vehicle.side:
            by.kills = (*by.kills, vehicle.id)
    for word in event.damage:
        if word.startswith("periscope-"):
            _lose_marker(game, vehicle, word.removeprefix("periscope-"))


def _lose_marker(game: Game, vehicle: Vehicle, seat: str) -> None:
    """A co-driver who cannot see loses his marker; whoever else has one looks out of an open hatch, or does too."""
    man = game.at(vehicle.id, seat)
    if man is not None and (seat == "CD" or vehicle.hatches.get(seat) not in ("open", "gone")):
        man.marker = man.marked = ""


def hatch_hit(game: Game, event: HatchHit) -> None:
    game.vehicles[event.vehicle].hatches[event.seat] = event.now


def fire_rolled(game: Game, event: FireRolled) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.burnt = game.turn
    if event.what == "out":
        vehicle.fire = 0
        vehicle.damage = tuple(word for word in vehicle.damage if not word.endswith("-fire"))
    elif event.what == "explodes":
        vehicle.damage, vehicle.loaded = (*vehicle.damage, "destroyed"), ""


# -- in words ----------------------------------------------------------------------------------------------------------


def spoken(play: Play, vehicle: Vehicle) -> str:
    return vehicle.name or f"the {play.charts.vehicles.kinds[vehicle.kind].name}"


def full_name(play: Play, id: str) -> str:
    name = spoken(play, play.vehicle(id))
    return name[0].upper() + name[1:]


def seat_name(charts: VehicleCharts, kind: str, seat: str) -> str:
    return charts.seat(kind, seat).name


def told_of_hit(play: Play, event: Struck) -> str:
    where = PLACES[event.what]
    seats = play.charts.vehicles.seats[play.charts.vehicles.kinds[play.vehicle(event.vehicle).kind].class_]
    if event.what in ("hatch", "periscope", "slot"):
        where = f"{seats[event.at[0]].name}'s {where}"
    elif event.what in ("wheel", "headlight"):
        side = event.quarter if event.at == ("near",) else event.at[0]
        where = f"{side} {where}"
    glancing = ", a glancing blow" if event.glancing else ""
    side = side_on(_quarter(event.quarter))
    return f"{full_name(play, event.vehicle)} is hit ({event.dice[0]:02}, {side}): {where}{glancing}."


def _quarter(text: str) -> Quarter:
    return {"front": "front", "left": "left", "right": "right"}.get(text, "rear")  # pyright: ignore[reportReturnType]


def told_of_armour(play: Play, event: Pierced) -> str:
    verb = "goes through" if event.through else "does not go through"
    return f"It {verb}: {event.number} against armour {event.armour}."


def told_of_damage(play: Play, event: Damaged) -> str:
    if not event.damage and event.readings and not event.dice:
        return f"{full_name(play, event.vehicle)}: {event.why or 'nothing comes of it'}."
    if not event.damage:
        return ""
    found: list[str] = []
    for word in event.damage:
        if word.startswith("periscope-"):
            seat = word.removeprefix("periscope-")
            found.append(
                f"{seat_name(play.charts.vehicles, play.vehicle(event.vehicle).kind, seat)}'s periscope broken"
            )
        else:
            found.append(DONE.get(word) or f"{' '.join(reversed(word.split('-')))} destroyed")
    return f"{full_name(play, event.vehicle)}: {', '.join(found)}."


def told_of_hatch(play: Play, event: HatchHit) -> str:
    who = seat_name(play.charts.vehicles, play.vehicle(event.vehicle).kind, event.seat)
    how = "can never be opened again" if event.now == "jammed" else "can never be closed again"
    return f"The {who}'s hatch of {spoken(play, play.vehicle(event.vehicle))} {how}."


def told_of_fire(play: Play, event: FireRolled) -> str:
    how = {"out": "The fire is out", "goes-on": "It burns on", "explodes": "It explodes"}[event.what]
    return f"{full_name(play, event.vehicle)}, {event.dice[0]}: {how}."


def fact_of_armour(play: Play, event: Pierced) -> str:
    return "" if event.through or event.several else "does not go through"


def fact_of_damage(play: Play, event: Damaged) -> str:
    found = [DONE[word] for word in event.damage if word in DONE]
    return ", ".join(found) or ("goes through" if event.through else "")


def fact_of_hatch(play: Play, event: HatchHit) -> str:
    return "hatch jammed" if event.now == "jammed" else "hatch destroyed"


def ends(play: Play, side: str, action: Action) -> Callable[[Play], str]:
    """For odds: `outcome`, of any shot."""
    return outcome


def outcome(play: Play) -> str:
    """How a shot at a vehicle ends: what it has broken and whom it has killed."""
    facts = dict.fromkeys(play.table.facts(play))
    told = [fact for fact in facts if fact not in ("hit", "goes through")]
    if not told and any(isinstance(event, checks.Tried) and not event.passed for event in play.events):
        return "no shot"
    return ", ".join(told) or "no damage"


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=Struck, apply=told_nothing, words=told_of_hit, rule="31.10.32", dice="dice"),
        Told(
            event=Pierced, apply=told_nothing, words=told_of_armour, rule="31.10.4", dice="dice",
            fact=fact_of_armour,
        ),
        Told(
            event=Damaged, apply=damaged, words=told_of_damage, rule="31.10.8", dice="dice", fact=fact_of_damage,
        ),
        Told(event=HatchHit, apply=hatch_hit, words=told_of_hatch, rule="31.10.8", fact=fact_of_hatch),
        Told(event=FireRolled, apply=fire_rolled, words=told_of_fire, rule="31.10.8", dice="dice"),
    ),
)  # fmt: skip

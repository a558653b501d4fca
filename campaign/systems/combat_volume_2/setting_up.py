"""What dice decide as a mission begins: who sits in vehicles (31.3), where counters of an area stand, how far one sees;
then whoever is awake from the beginning is turned up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaign.rules.chapters import Chapter, Told
from campaign.rules.hexes import Hex
from campaign.rules.piles import draw
from campaign.systems.combat_volume_2 import missions, scenarios
from campaign.systems.combat_volume_2.charts import Character
from campaign.systems.combat_volume_2.land import weather
from campaign.systems.combat_volume_2.people import alert
from campaign.systems.combat_volume_2.people.alert import Person
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Area, Arrival, Game, Goal, Man
from events.faces import runs

LAST_OF_LINE = 18
"""Counters above it never drive a truck (31.3)."""


class PlacesFound(Event, frozen=True, tag="places-found"):
    """Where the counters of an area stand. dice: the place of each among the hexes that were left."""

    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    dice: tuple[int, ...]


class CrewDrawn(Event, frozen=True, tag="crew-drawn"):
    """Who sits in a vehicle. dice: his place among those who might; out of a cup the counters that were drawn from it,
    the last of which he is: the others go back."""

    unit: str
    vehicle: str
    seat: str
    person: Person
    dice: tuple[int, ...]
    cup: str = ""


class SquadRolled(Event, frozen=True, tag="squad-rolled"):
    """The player's squad by the die (25.0). men: all of his side, in place of those who were set up; arrivals,
    goals: with their ids."""

    squad: int
    men: tuple[Man, ...]
    arrivals: tuple[Arrival, ...]
    dice: tuple[int, ...]
    goals: tuple[Goal, ...]


def begin(play: Play) -> None:
    """All of it, in this order; first of all the squad, and the mission itself, if it is a patrol (31.3)."""
    if play.state.mission.by_die:
        _squad(play)
    missions.begin(play)
    mission = play.state.mission
    for area in mission.areas:
        _places(play, area)
    for vehicle, seat in mission.crews:
        _crew(play, vehicle, seat)
    weather.begin(play)
    for unit in mission.alert:
        alert.alert(play, play.man(unit), True, "he has been waiting for this")


def _squad(play: Play) -> None:
    """A die of ten; a face without a row is rolled again, which is to say that it cannot come up."""
    rows = sorted(play.charts.squads)
    (squad,) = play.dice.roll("Which squad it is (25.0)", 1, len(rows), "order", runs(rows))
    made = scenarios.rolled(play.charts, play.state.mission, squad)
    men = tuple(man for man in made.men if man.side == FRIEND)
    play.emit(SquadRolled(squad, men, made.arrivals, (squad,), made.mission.goals))


def _places(play: Play, area: Area) -> None:
    """Each counter of an area in a hex of its own."""
    left, hexes, dice = list(area.hexes), list[Hex](), list[int]()
    for unit in area.units:
        at = 1
        if len(left) > 1:
            (at,) = play.dice.roll(f"Where {unit} stands: {_numbered(left)}", 1, len(left), "order")
            dice.append(at)
        hexes.append(left.pop(at - 1))
    play.emit(PlacesFound(area.units, tuple(hexes), tuple(dice)))


def _numbered(names: Sequence[str]) -> str:
    """Names, each after the face that stands for it."""
    return ", ".join(f"{face} = {name}" for face, name in enumerate(names, 1))


def _crew(play: Play, vehicle: str, seat: str) -> None:
    of = play.vehicle(vehicle)
    if play.charts.vehicles.kinds[of.kind].class_ != "afv" and of.side == ENEMY:
        _driver_of_truck(play, vehicle, seat)
        return
    there = list(_trained(play, of.side, seat, play.charts.vehicles.kinds[of.kind].class_ == "afv"))
    if not there:
        return
    names = _numbered([one.name for one in there])
    (at,) = play.dice.roll(f"Who sits in {seat} of {of.name}: {names}", 1, len(there), "order")
    one = there[at - 1]
    play.emit(CrewDrawn(one.id, vehicle, seat, alert.person(one), (at,)))


def _trained(play: Play, side: str, seat: str, afv: bool) -> Iterator[Character]:
    """Those who may be drawn for a seat and do not take part yet."""
    for one in play.charts.characters.values():
        fits = (one.set == f"{side}-crew" and one.post == seat) if afv else one.set == f"{side}-driver"
        if fits and one.id not in play.state.men:
            yield one


def _driver_of_truck(play: Play, vehicle: str, seat: str) -> None:
    """An enemy truck is driven by one of the line, from the first cup that has any; dummies go back (31.3)."""
    for cup, pile in play.state.cups.items():
        set = play.state.mission.cups[cup]
        if not any(play.charts.counter(set, number) and number <= LAST_OF_LINE for number in pile.left):
            continue
        drawn, left = list[int](), replace(pile, left=list(pile.left), out=[])
        while True:
            number = draw(play.dice, left, f"Who drives {play.vehicle(vehicle).name}")
            left.take(number)
            drawn.append(number)
            found = play.charts.counter(set, number)
            if found is not None and number <= LAST_OF_LINE:
                play.emit(CrewDrawn(found.id, vehicle, seat, alert.person(found), tuple(drawn), cup))
                return


def places_found(game: Game, event: PlacesFound) -> None:
    for unit, hex in zip(event.units, event.hexes, strict=True):
        game.men[unit].hex = hex


def squad_rolled(game: Game, event: SquadRolled) -> None:
    """Men are made anew for the state: the event stays as it is. Who has been drawn for a vehicle stays."""
    own = {man.id: replace(man, spent=dict(man.spent)) for man in event.men}
    game.men = own | {id: man for id, man in game.men.items() if man.side != FRIEND}
    game.arrivals, game.mission = event.arrivals, replace(game.mission, by_die=(), goals=event.goals)


def told_of_squad(play: Play, event: SquadRolled) -> str:
    names = ", ".join(man.name for man in event.men)
    return f"The squad is rolled for, {event.squad}: {names}."


def crew_drawn(game: Game, event: CrewDrawn) -> None:
    """He joins his vehicle's team, known and awake; what else was drawn from a cup is back in it."""
    of, one = game.vehicles[event.vehicle], event.person
    if event.cup:
        game.cups[event.cup].take(event.dice[-1])
    game.men[event.unit] = Man(
        event.unit, of.side, one.name, one.who, "", of.id, one.rank, one.quality, one.skill, one.leadership,
        one.skills, one.armed, sidearm=one.sidearm, grenades=one.grenades, smokes=one.smokes, hex=of.hex,
        vehicle=of.id, seat=event.seat, spotted=True, alert=of.side == ENEMY,
    )  # fmt: skip


def told_of_crew(play: Play, event: CrewDrawn) -> str:
    seat = play.charts.vehicles.seat(play.vehicle(event.vehicle).kind, event.seat)
    return f"{event.person.name} is the {seat.name} of {play.vehicle(event.vehicle).name}."


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=SquadRolled, apply=squad_rolled, rule="25.0", dice="dice", words=told_of_squad),
        Told(event=PlacesFound, apply=places_found, dice="dice", words=lambda play, event: ""),
        Told(event=CrewDrawn, apply=crew_drawn, rule="31.3", dice="dice", words=told_of_crew),
    ),
)  # fmt: skip

"""Who comes later: counters, men and vehicles that are set up off the map (4)."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.people import alert
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Arrival, Game


class Arrived(Event, frozen=True, tag="arrived"):
    """units: men and vehicles, whose crews come with them."""

    arrival: Arrival


def arrived(game: Game, event: Arrived) -> None:
    arrival = event.arrival
    game.arrivals = tuple(one for one in game.arrivals if one != arrival)
    for unit in arrival.units:
        if unit in game.vehicles:
            game.vehicles[unit].hex = arrival.hex
            for man in game.men.values():
                if man.vehicle == unit:
                    man.hex = arrival.hex
        else:
            game.men[unit].hex = arrival.hex


def arrivals_due(play: Play) -> bool:
    return any(one.turn <= play.state.turn for one in play.state.arrivals)


def arrive(play: Play) -> None:
    for arrival in play.state.arrivals:
        if arrival.turn <= play.state.turn:
            play.emit(Arrived(arrival))
            for man in list(play.state.men.values()):
                if man.id in arrival.units or man.vehicle in arrival.units:
                    alert.alert(play, man, True, "he comes to fight")


def told(play: Play, event: Arrived) -> str:
    state = play.state
    names = [
        state.vehicles[unit].name or unit if unit in state.vehicles else named(state.men[unit])
        for unit in event.arrival.units
    ]
    return f"{', '.join(names)} {'arrives' if len(names) == 1 else 'arrive'} at {event.arrival.hex}."


CHAPTER: Chapter[Play] = Chapter(events=(Told(event=Arrived, apply=arrived, rule="4", words=told),))

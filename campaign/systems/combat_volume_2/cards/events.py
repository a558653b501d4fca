"""What happens when an event card is played: a line of the mission's table, by a ten-sided die (22, 25)."""

from __future__ import annotations

from collections.abc import Callable

from campaign.rules.chapters import Chapter, Told
from campaign.rules.dice import Dice
from campaign.systems.combat_volume_2.cards.texts import AmmunitionFound
from campaign.systems.combat_volume_2.land import burning, weather
from campaign.systems.combat_volume_2.people import morale
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import (
    ENEMY,
    FRIEND,
    NORMAL,
    ROUT,
    Arrival,
    Game,
    Incident,
    Man,
    pointed,
)

TENS = "0-9"


class IncidentCame(Event, frozen=True, tag="incident-came"):
    """dice: of the mission's table. what, text: of the line; "" where the table has none for that number."""

    dice: tuple[int, ...]
    what: str = ""
    text: str = ""


class RoundsShort(Event, frozen=True, tag="rounds-short"):
    """Low on ammunition, by an event."""

    unit: str


class WindTurned(Event, frozen=True, tag="wind-turned"):
    wind: int


class HelpOnItsWay(Event, frozen=True, tag="help-on-its-way"):
    """Counters or men that were set up off the map come at the end of this turn."""

    arrival: Arrival


class OneOf(Event, frozen=True, tag="one-of"):
    """Whom an event is about, by a die. dice: his place among those whom it may be about."""

    dice: tuple[int, ...]
    unit: str


def incident_came(game: Game, event: IncidentCame) -> None:
    """It is only told: what it leads to are other events."""


def rounds_short(game: Game, event: RoundsShort) -> None:
    game.men[event.unit].ammunition = "low"


def wind_turned(game: Game, event: WindTurned) -> None:
    game.wind = event.wind


def help_on_its_way(game: Game, event: HelpOnItsWay) -> None:
    game.arrivals = (*game.arrivals, event.arrival)


def one_of(game: Game, event: OneOf) -> None:
    """It is only told."""


# -- what there is -----------------------------------------------------------------------------------------------


def picked(play: Play, men: list[Man], why: str) -> Man | None:
    """One of some men at random; None of none."""
    if len(men) < 2:
        return men[0] if men else None
    dice = _one(play.dice, len(men), why)
    man = men[dice[0] - 1]
    play.emit(OneOf(dice, man.id))
    return man


def _one(dice: Dice, sides: int, why: str) -> tuple[int, ...]:
    return dice.roll(f"Whom it is about: {why}", 1, sides, "order")


def able(play: Play, side: str) -> list[Man]:
    return [man for man in play.state.men.values() if man.side == side and man.able]


def side_of(line: Incident) -> str:
    return ENEMY if line.of == ENEMY else FRIEND


def doubt(play: Play, line: Incident) -> None:
    """A man loses a state of morale. of: the side, the player's without a word."""
    men = [man for man in able(play, side_of(line)) if man.morale > ROUT]
    if (man := picked(play, men, "a man loses heart")) is not None:
        morale.change_morale(play, man, -1, "an event")


def courage(play: Play, line: Incident) -> None:
    """A man below Normal gains a state of morale."""
    men = [man for man in able(play, side_of(line)) if man.morale < NORMAL]
    if (man := picked(play, men, "a man takes heart")) is not None:
        morale.change_morale(play, man, 1, "an event", NORMAL)


def short(play: Play, line: Incident) -> None:
    """A man is low on ammunition."""
    men = [man for man in able(play, side_of(line)) if man.armed and not man.ammunition]
    if (man := picked(play, men, "a man is short of rounds")) is not None:
        play.emit(RoundsShort(man.id))


def found(play: Play, line: Incident) -> None:
    """A man who is low or out of ammunition finds some."""
    men = [man for man in able(play, side_of(line)) if man.ammunition]
    if (man := picked(play, men, "a man finds ammunition")) is not None:
        play.emit(AmmunitionFound(man.id))


def wind(play: Play, line: Incident) -> None:
    """The wind turns by one direction clockwise."""
    play.emit(WindTurned(play.state.wind % 6 + 1))


def more(play: Play, line: Incident) -> None:
    """Of those who wait off the map, and for whom no time is set, so many come in a hex of the line's."""
    coming = {unit for one in play.state.arrivals for unit in one.units}
    waiting = [
        man.id
        for man in play.state.men.values()
        if not man.hex and not man.gone and not man.dead and not man.vehicle and man.id not in coming
        and (not line.of or line.of in (man.side, man.team))
    ]  # fmt: skip
    if waiting and line.hexes:
        units = tuple(waiting[: line.count or 1])
        play.emit(HelpOnItsWay(Arrival(play.state.turn, line.hexes[0], units)))


def fog(play: Play, line: Incident) -> None:
    """Mist turns to fog (28.1)."""
    weather.turn_to_fog(play)


def fire(play: Play, line: Incident) -> None:
    """One of the line's hexes is on fire (29)."""
    if not line.hexes:
        return
    at = 1
    if len(line.hexes) > 1:
        dice = _one(play.dice, len(line.hexes), "where it burns")
        play.emit(OneOf(dice, line.hexes[dice[0] - 1]))
        at = dice[0]
    burning.set_on_fire(play, line.hexes[at - 1])


INCIDENTS: dict[str, Callable[[Play, Incident], None]] = {
    "doubt": doubt,
    "courage": courage,
    "short": short,
    "found": found,
    "wind": wind,
    "more": more,
    "fog": fog,
    "fire": fire,
    "nothing": lambda play, line: None,
}
"""What a line of a mission's table may say (`Incident.what`)."""


def happen(play: Play) -> None:
    """An event of the mission's table; nothing where it has none (22)."""
    table = play.state.mission.incidents
    if not table:
        return
    ((_, face),) = play.read("The mission's event table", 1, 10, lambda face: line_of(table, face), TENS)
    line = line_of(table, face)
    if line is None:
        play.emit(IncidentCame((face,)))
        return
    play.emit(IncidentCame((face,), line.what, line.text))
    INCIDENTS[line.what](play, line)


def line_of(table: tuple[Incident, ...], face: int) -> Incident | None:
    return next((line for line in table if face <= line.last), None)


def told(play: Play, event: IncidentCame) -> str:
    return event.text or "Nothing comes of the event."


def named(play: Play, unit: str) -> str:
    man = play.state.men.get(unit)
    return man.name or unit if man is not None else unit


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=IncidentCame, apply=incident_came, rule="22", dice="dice", words=told,
            fact=lambda play, event: event.text or event.what or "nothing",
        ),
        Told(
            event=RoundsShort, apply=rounds_short, rule="22",
            words=lambda play, event: f"{named(play, event.unit)} is low on ammunition.",
        ),
        Told(
            event=WindTurned, apply=wind_turned, rule="29",
            words=lambda play, event: f"The wind turns: smoke drifts {pointed([event.wind])}.",
        ),
        Told(
            event=HelpOnItsWay, apply=help_on_its_way, rule="22",
            words=lambda play, event: f"Somebody is coming to {event.arrival.hex}.",
        ),
        Told(
            event=OneOf, apply=one_of, rule="22", dice="dice",
            words=lambda play, event: f"It is {named(play, event.unit)}.",
        ),
    ),
)  # fmt: skip

"""Counters that are turned up, and enemies who wake (9, 31.3).

A counter that nobody has turned up yet is drawn from its cup when it must be known; a dummy leaves the map. Of the
nine triggers of the rulebook those that are known stand here: a friend who comes near or attacks, a vehicle that moves
within five hexes, and at the end of a turn what alert comrades pass on.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from campaign.rules.chapters import Chapter, Told
from campaign.rules.hexes import Hex
from campaign.rules.piles import draw
from campaign.systems.combat_volume_2.charts import Character
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import ENEMY, Game, Man

VEHICLE_NEAR = 5
"""A friendly vehicle that moves within so many hexes wakes whoever is there (31.3)."""
MELEE_NEAR = 3
"""So does a melee (9, seventh trigger)."""
COMRADE_NEAR = 3
"""At the end of a turn an alert comrade wakes those within so many hexes (9, eighth trigger)."""


class Person(Struct, frozen=True, omit_defaults=True):
    """Who a counter turns out to be."""

    who: str
    name: str
    quality: int
    skill: int = 0
    rank: str = ""
    leadership: int = 0
    skills: tuple[str, ...] = ()
    armed: str = ""
    sidearm: str = ""
    grenades: int = 0
    smokes: int = 0
    mate: str = ""


class Revealed(Event, frozen=True, tag="revealed"):
    """A counter was drawn from its cup. cards: its number. person: None for a dummy."""

    unit: str
    cards: tuple[int, ...]
    person: Person | None = None


class Joined(Event, frozen=True, tag="joined"):
    """The other man of a machine gun is taken out of the cup, too, and stands beside him. number: his counter's."""

    unit: str
    beside: str
    number: int
    person: Person


class Alerted(Event, frozen=True, tag="alerted"):
    """An enemy who waited has noticed something. prepared: he gets an order at once, else he loses an activation."""

    unit: str
    prepared: bool
    why: str


class Spotted(Event, frozen=True, tag="spotted"):
    """Known to the other side from now on. dice: of whoever looked for him, with what was needed; by: who that was."""

    unit: str
    by: str = ""
    needed: int = 0
    dice: tuple[int, ...] = ()
    why: str = ""


# -- turning up --------------------------------------------------------------------------------------------------------


def reveal(play: Play, man: Man) -> bool:
    """Make known who a counter is. Returns False for a dummy, which is off the map then."""
    if man.hidden:
        cup = play.state.cups.get(man.cup)
        if cup is None or not cup.left:
            play.emit(Revealed(man.id, ()))
            return False
        number = draw(play.dice, cup, f"who is counter {man.id}")
        found = play.charts.counter(play.state.mission.cups.get(man.cup, man.cup), number)
        play.emit(Revealed(man.id, (number,), person(found) if found is not None else None))
        if found is not None:
            _with_his_gun(play, man, found)
    return man.here


def _with_his_gun(play: Play, man: Man, found: Character) -> None:
    """A machine gun and who feeds it come together, if the other is still in the cup."""
    for other in play.charts.characters.values():
        pair = other.set == found.set and (found.mate == other.id or other.mate == found.id)
        if pair and other.number in play.state.cups[man.cup].left:
            play.emit(Joined(f"{man.id}-mate", man.id, other.number, person(other)))


def person(one: Character) -> Person:
    return Person(
        one.id, one.name, one.quality, one.skill, one.rank, one.leadership, one.skills, one.weapon, one.sidearm,
        one.grenades, one.smokes, one.mate,
    )  # fmt: skip


def spotted(play: Play, man: Man, why: str = "", by: str = "") -> bool:
    """He is known to the other side, without anybody's looking for him (8). False for a dummy."""
    if not reveal(play, man):
        return False
    if not man.spotted:
        play.emit(Spotted(man.id, by, why=why))
    return True


def alert(play: Play, man: Man, prepared: bool, why: str) -> bool:
    """An enemy who waited wakes; a counter is turned up for it (9). Returns False for a dummy, which is off the map
    then. Friends, and whoever is awake, stay as they are.
    """
    if man.side != ENEMY or not man.here:
        return man.here
    if not reveal(play, man):
        return False
    if not man.alert:
        play.emit(Alerted(man.id, prepared, why))
        mate = play.state.men.get(man.mate)
        if mate is not None and mate.hex == man.hex:
            alert(play, mate, prepared, why)
    return True


# -- what wakes them ---------------------------------------------------------------------------------------------------


def waiting(play: Play) -> tuple[Man, ...]:
    """Enemies on foot who are not awake, in their order."""
    return play.once("waiting", _waiting, play)


def _waiting(play: Play) -> tuple[Man, ...]:
    return tuple(
        man
        for man in play.state.men.values()
        if man.side == ENEMY and not man.alert and man.here and not man.down and not man.vehicle
    )


def near(play: Play, hex: Hex, far: int) -> list[Man]:
    """Those of them within so many hexes of one."""
    return [man for man in waiting(play) if play.away(man.hex, hex) <= far]


def vehicle_near(play: Play, hex: Hex) -> None:
    """A friendly vehicle has moved to a hex (31.3)."""
    for man in near(play, hex, VEHICLE_NEAR):
        alert(play, man, True, "a vehicle is near")


def melee_near(play: Play, hex: Hex) -> None:
    """Men fight hand to hand in a hex (9, seventh trigger)."""
    for man in near(play, hex, MELEE_NEAR):
        alert(play, man, False, "a melee is near")


def end_of_turn(play: Play) -> None:
    """What those who are awake pass on: leaders as far as they lead, others to who is near (9, sixth and eighth
    trigger). Who wakes now passes nothing on before the next turn."""
    for man, why in list(_woken(play)):
        alert(play, man, True, why)


def end_of_turn_due(play: Play) -> bool:
    return next(_woken(play), None) is not None


def _woken(play: Play) -> Iterator[tuple[Man, str]]:
    sleeping = waiting(play)
    if not sleeping:
        return
    awake = [
        man
        for man in play.state.men.values()
        if man.side == ENEMY and man.alert and man.able and not man.vehicle
    ]
    for man in sleeping:
        for one in awake:
            away = play.away(one.hex, man.hex)
            if one.leadership and away <= one.leadership:
                yield man, f"{named(one)} calls"
                break
            if away <= COMRADE_NEAR:
                yield man, f"{named(one)} is near"
                break


# -- what the events do ------------------------------------------------------------------------------------------------


def revealed(game: Game, event: Revealed) -> None:
    man = game.men[event.unit]
    for number in event.cards:
        game.cups[man.cup].take(number)
    found = event.person
    if found is None:
        man.gone, man.hex = "dummy", ""
        return
    _becomes(man, found)


def joined(game: Game, event: Joined) -> None:
    one = game.men[event.beside]
    game.cups[one.cup].take(event.number)
    man = Man(event.unit, one.side, cup=one.cup, team=one.team, hex=one.hex)
    _becomes(man, event.person)
    man.mate, one.mate = one.id, man.id
    game.men[man.id] = man


def _becomes(man: Man, found: Person) -> None:
    man.who, man.name, man.rank = found.who, found.name, found.rank
    man.quality, man.skill, man.leadership, man.skills = (
        found.quality,
        found.skill,
        found.leadership,
        found.skills,
    )
    man.armed, man.sidearm, man.grenades, man.smokes = (
        found.armed,
        found.sidearm,
        found.grenades,
        found.smokes,
    )


def alerted(game: Game, event: Alerted) -> None:
    man = game.men[event.unit]
    man.alert, man.fresh = True, not event.prepared


def spotted_now(game: Game, event: Spotted) -> None:
    game.men[event.unit].spotted = True


# -- in words ----------------------------------------------------------------------------------------------------------


def told_of_revealing(play: Play, event: Revealed) -> str:
    who = event.person.name if event.person is not None else "nobody: it is taken away"
    return f"Counter {event.unit} is {who}."


def told_of_alert(play: Play, event: Alerted) -> str:
    how = "is ready" if event.prepared else "is taken by surprise"
    return f"{named(play.man(event.unit))} is awake and {how}: {event.why}."


def told_of_spotting(play: Play, event: Spotted) -> str:
    name = named(play.man(event.unit))
    if event.dice:
        return f"{named(play.man(event.by))} spots {name}: {checks.rolled(event.dice, event.needed)}."
    return f"{name} is spotted{f': {event.why}' if event.why else ''}."


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=Revealed, apply=revealed, words=told_of_revealing, rule="9", dice="cards"),
        Told(
            event=Joined, apply=joined, rule="9",
            words=lambda play, event: f"{event.person.name} is with {named(play.man(event.beside))}.",
        ),
        Told(event=Alerted, apply=alerted, words=told_of_alert, rule="9"),
        Told(
            event=Spotted, apply=spotted_now, words=told_of_spotting, rule="12", dice="dice",
        ),
    ),
)  # fmt: skip

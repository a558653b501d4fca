"""Looking for whoever is hidden, being noticed, and hiding again (12, 24.1, 31.7.3; the ninth trigger of chapter 9).

Who acts tries once for each hidden opponent in sight. Whoever is in a vehicle is always known to who sees it (31.7).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from campaign.rules.chapters import Chapter, Told, routine
from campaign.rules.options import Modifier
from campaign.systems.combat_volume_2.land import by_reading, ground, sight
from campaign.systems.combat_volume_2.people import alert, checks
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Game, Man
from campaign.systems.combat_volume_2.vehicles import viewing


class Searched(Event, frozen=True, tag="searched"):
    """Somebody looked for a hidden opponent. counter: for one that nobody had turned up."""

    unit: str
    target: str
    needed: int
    found: bool
    dice: tuple[int, ...]
    counter: bool = False


class LookedUp(Event, frozen=True, tag="looked-up"):
    """An enemy who waits may have noticed a friend; a counter is turned up then, and a dummy has noticed nobody."""

    unit: str
    target: str
    needed: int
    noticed: bool
    dice: tuple[int, ...]


class HidAgain(Event, frozen=True, tag="hid-again"):
    """The other side does not know any more where he is."""

    unit: str


# -- who can be looked for ---------------------------------------------------------------------------------------------


def hidden(play: Play, man: Man) -> list[Man]:
    """Opponents whom his side does not know and whom he might see."""
    return play.lasting(("hidden", man.id, man.order.word), _hidden, play, man)


def _hidden(play: Play, man: Man) -> list[Man]:
    bands = play.charts.foot.spotting
    unknown = play.lasting(("unknown", man.side), _unknown, play, man.side)
    return [
        one
        for one in unknown
        if bands.at(play.away(man.hex, one.hex)) is not None and sight.sees_man(play, man, one)
    ]


def _unknown(play: Play, side: str) -> list[Man]:
    """Opponents on foot whom a side does not know."""
    return [one for one in play.foes(side) if not one.spotted and not one.vehicle]


def needs(play: Play, man: Man, target: Man) -> tuple[Modifier, ...]:
    """What it takes to spot somebody, as a sum."""
    chart = play.charts.foot.spotting
    found = (
        [*checks.terms_of_quality(play, man)]
        if man.who
        else [Modifier("a counter", sight.UNKNOWN_QUALITY, "8")]
    )
    if "eagle-eyes" in man.skills and (more := min(chart.eagle_eyes, chart.most - checks.total(found))) > 0:
        found.append(Modifier("eagle eyes", more, "24.1"))
    if man.order.word == "spot":
        found.append(Modifier("Spot", chart.spot, "31.7.3"))
    found += viewing.of_hatch(play, man, target.hex)
    if by_range := chart.at(play.away(man.hex, target.hex)):
        found.append(Modifier("distance", by_range, "12"))
    return (*found, *sight.seen_terms(play, man, target))


# -- looking -----------------------------------------------------------------------------------------------------------


def spot(play: Play, man: Man) -> None:
    """He looks for each hidden opponent in sight (12). A counter that he spots is turned up; a dummy is taken away."""
    again = "again" in man.helps
    for one in list(hidden(play, man)):
        needed = checks.total(needs(play, man, one))
        if again:
            _look_for(play, man, one, needed)
        else:
            key, ids = ("spot", needed, one.id), (man.id, one.id)
            play.apart(key, partial(_looks_for, ids=ids, needed=needed))


def _looks_for(play: Play, ids: tuple[str, str], needed: int) -> None:
    _look_for(play, play.man(ids[0]), play.man(ids[1]), needed)


def _look_for(play: Play, man: Man, one: Man, needed: int) -> None:
    found, dice = checks.d10_for(
        play, man, f"{named(man)} looks for {named(one)}: needs {needed}", checks.within(needed),
        lambda found: not found,
    )  # fmt: skip
    by = () if play.walks else _read_so(play, man, one, needed, dice)
    play.emit(Searched(man.id, one.id, needed, found, dice, one.hidden, readings=by))
    if found and one.hidden and not play.walks:  # who he is nobody can reckon with
        alert.spotted(play, one, by=man.id)


def _read_so(play: Play, man: Man, one: Man, needed: int, dice: tuple[int, ...]) -> tuple[str, ...]:
    """By which readings he could look for somebody, and found him or not."""

    def found(needed: int) -> bool:
        return any(checks.within(needed)(face) for face in dice)

    other = viewing.otherwise(play, man, one.hex)
    by = tuple(name for name, more in other.items() if found(needed + more) != found(needed))
    return (*by_reading.of_sight(play, man, one), *by)


def notice(play: Play, friend: Man) -> None:
    """A friend has moved on foot: the enemy who waits nearest to him, of those who might see him, looks up (ninth
    trigger). Reconstructed: how the printed game lets the waiting look about is not known to us."""
    one = _nearest_waiting(play, friend)
    if one is None:
        return
    needed = checks.total(needs(play, one, friend))
    passed, face = checks.d10(
        play, f"whether counter {one.id} notices {named(friend)}: needs {needed}", checks.within(needed)
    )
    by = by_reading.of_sight(play, one, friend)
    play.emit(LookedUp(one.id, friend.id, needed, passed, (face,), readings=by))
    if passed and alert.alert(play, one, True, f"he notices {named(friend)}") and not friend.spotted:
        play.emit(alert.Spotted(friend.id, one.id, why=f"{named(one)} notices him"))


def _nearest_waiting(play: Play, friend: Man) -> Man | None:
    reach = play.charts.foot.spotting.notice
    nearest: Man | None = None
    for man in alert.waiting(play):
        away = play.away(man.hex, friend.hex)
        nearer = away < reach or (away == reach and nearest is None)
        if nearer and sight.sees_man(play, man, friend):
            nearest, reach = man, away
    return nearest


def noticed(play: Play, man: Man, why: str, by: str = "") -> None:
    """His side cannot hide him any more, as of who fires (12)."""
    if not man.spotted:
        alert.spotted(play, man, why, by)


# -- hiding again ------------------------------------------------------------------------------------------------------


def hide_again(play: Play) -> None:
    """At the end of a turn: who lay under Hide in cover tries to be forgotten (8)."""
    for man in list(_lying_low(play)):
        if checks.tqc(play, man, "to hide again"):
            play.emit(HidAgain(man.id))


def hide_again_due(play: Play) -> bool:
    return next(_lying_low(play), None) is not None


def _lying_low(play: Play) -> Iterator[Man]:
    for man in play.state.men.values():
        lies = man.spotted and man.order.word == "hide" and man.able and not man.vehicle
        if lies and ground.cover(play, man.hex):
            if any(one.hex == man.hex for one in play.foes(man.side)):
                continue
            yield man


# -- what the events do, in words --------------------------------------------------------------------------------------


def searched(game: Game, event: Searched) -> None:
    if event.found and not game.men[event.target].hidden:
        game.men[event.target].spotted = True


def hid_again(game: Game, event: HidAgain) -> None:
    game.men[event.unit].spotted = False


def told_of_search(play: Play, event: Searched) -> str:
    one, other = named(play.man(event.unit)), _sought(play, event)
    verb = "spots" if event.found else "does not spot"
    return f"{one} {verb} {other}: {checks.rolled(event.dice, event.needed)}."


def told_of_looking(play: Play, event: LookedUp) -> str:
    one, other = play.man(event.unit), named(play.man(event.target))
    what = "has heard something of" if event.noticed else "does not notice"
    return f"{named(one)} {what} {other}: {checks.rolled(event.dice, event.needed)}."


def fact_of_search(play: Play, event: Searched) -> str:
    return f"{_sought(play, event)} is spotted" if event.found else ""


def _sought(play: Play, event: Searched) -> str:
    """As he was spoken of when he was looked for."""
    return f"counter {event.target}" if event.counter else named(play.man(event.target))


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Searched, apply=searched, words=told_of_search, rule="12", dice="dice", fact=fact_of_search,
            weight=lambda event: "" if event.found else "routine",
        ),
        Told(event=LookedUp, apply=checks.told_nothing, words=told_of_looking, rule="9", dice="dice", weight=routine),
        Told(
            event=HidAgain, apply=hid_again, rule="8",
            words=lambda play, event: f"{named(play.man(event.unit))} is hidden again.",
        ),
    ),
)  # fmt: skip

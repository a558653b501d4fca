"""Fire: what kindles it, how it grows, spreads and goes out, its smoke, and whoever is in it (29).

A fire's marker has the turn in which it broke out, its smoke the hex of the fire.
"""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.land import ground, smoke
from campaign.systems.combat_volume_2.land.smoke import Put
from campaign.systems.combat_volume_2.people import alert, checks, wounds
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Game, Man, Mark


class FireTried(Event, frozen=True, tag="fire-tried"):
    """Whether a hex catches fire. of: the fire that may have spread to it, "" for a shell. dice: () where nobody
    rolled, as for an event of the mission."""

    hex: Hex
    needed: int
    burns: bool
    dice: tuple[int, ...] = ()
    of: Hex = ""


class FireGrew(Event, frozen=True, tag="fire-grew"):
    """Whether a fire rages from now on, or is out; it may stay as it is."""

    hex: Hex
    needed: int
    dice: tuple[int, ...]
    rages: bool = False
    out: bool = False


class FireSmoked(Event, frozen=True, tag="fire-smoked"):
    """A fire's smoke reaches a hex more."""

    hex: Hex
    of: Hex
    what: str


# -- how it begins -----------------------------------------------------------------------------------------------------


def kindle(play: Play, hex: Hex) -> None:
    """Whether a hex catches fire in which a mortar's or a gun's shells fell (29.1). Called after each such attack."""
    _try(play, hex, play.charts.land.fire.kindling.get(_burnable(play, hex), -1), "")


def set_on_fire(play: Play, hex: Hex) -> None:
    """A hex catches fire by an event of the mission, or as its rules say."""
    if not ground.burning(play, hex):
        play.emit(FireTried(hex, 9, True))


def _burnable(play: Play, hex: Hex) -> str:
    return "" if ground.burning(play, hex) else ground.terrain(play, hex).id


def _try(play: Play, hex: Hex, value: int, of: Hex) -> None:
    """Roll, if there is any chance: heavy rain adds to the die, so it takes from what is needed."""
    fire = play.charts.land.fire
    needed = value - (fire.heavy_rain if play.state.weather == "heavy-rain" else 0)
    if needed < 0:
        return
    why = f"Whether {hex} catches fire: needs {needed}"
    burns, face = checks.d10(play, why, lambda face: face <= needed and face != fire.out)
    play.emit(FireTried(hex, needed, burns, (face,), of))


# -- the end of a turn -------------------------------------------------------------------------------------------------


def burn_due(play: Play) -> bool:
    """Whether a fire of an earlier turn burns."""
    return any(_old(play, mark) for marks in play.state.marks.values() for mark in marks)


def burn(play: Play) -> None:
    """The end of a turn: whoever is in a fire is hurt, its smoke goes on, then it grows or spreads (29.2, 29.3,
    29.4). Not in the turn in which it broke out.
    """
    before = [
        (hex, mark) for hex, marks in sorted(play.state.marks.items()) for mark in marks if _old(play, mark)
    ]
    for hex, mark in before:
        _hurt(play, hex, mark)
    for hex, mark in before:
        _smoke(play, hex, mark)
        if mark.what == "raging":
            _spread(play, hex)
        else:
            _grow(play, hex)


def _old(play: Play, mark: Mark) -> bool:
    return mark.what in ground.FIRE and mark.turn < play.state.turn


def inside(play: Play, hex: Hex) -> list[Man]:
    """Whoever is in a burning hex: all but those in an AFV (29.2)."""
    return [
        man
        for man in play.state.men.values()
        if man.hex == hex and man.here and not (man.vehicle and checks.is_afv(play, man.vehicle))
    ]


def _hurt(play: Play, hex: Hex, mark: Mark) -> None:
    fire = play.charts.land.fire
    cards = fire.raging_cards if mark.what == "raging" else fire.cards
    for man in inside(play, hex):
        if alert.alert(play, man, False, "he is in a fire"):
            wounds.wound_cards(play, man, cards, how="burning")


def _smoke(play: Play, hex: Hex, mark: Mark) -> None:
    """One more smoke downwind of the last one, until there are as many as its number says. At first they come at the
    end of the two turns after the fire broke out, of a raging one at the end of each."""
    fire = play.charts.land.fire
    raging = mark.what == "raging"
    there = _of(play.state, hex)
    if len(there) >= (fire.raging if raging else fire.smokes) - 1:
        return
    if not raging and play.state.turn - mark.turn >= fire.smokes:
        return
    last = there[-1].hex if there else hex
    place = play.next_to(last, play.state.wind)
    if place is not None:
        play.emit(FireSmoked(place, hex, "smoke" if raging else "fading"))


def _of(game: Game, fire: Hex) -> list[Put]:
    """The smoke of a fire, in the order in which it came."""
    found = [
        Put(hex, mark)
        for hex, marks in sorted(game.marks.items())
        for mark in marks
        if mark.of == fire and mark.what in ("smoke", "fading")
    ]
    return sorted(found, key=lambda put: put.mark.turn)


def _grow(play: Play, hex: Hex) -> None:
    fire = play.charts.land.fire
    needed = fire.growth.get(ground.terrain(play, hex).id, -1)

    def reading(face: int) -> str:
        return "out" if face == fire.out else "rages" if face <= needed else ""

    why = f"The fire in {hex}: rages on {needed} or less, is out on {fire.out}"
    what, face = checks.d10(play, why, reading)
    play.emit(FireGrew(hex, needed, (face,), what == "rages", what == "out"))


def _spread(play: Play, hex: Hex) -> None:
    """A raging fire may spread to the hex downwind of it."""
    place = play.next_to(hex, play.state.wind)
    if place is not None:
        _try(play, place, play.charts.land.fire.spread.get(_burnable(play, place), -1), hex)


# -- what the events do ------------------------------------------------------------------------------------------------


def fire_tried(game: Game, event: FireTried) -> None:
    if event.burns:
        smoke.replace_marks(game, (), (Put(event.hex, Mark("fire", game.turn)),))


def fire_grew(game: Game, event: FireGrew) -> None:
    """A raging fire turns all its smoke thick; one that is out leaves none."""
    mine = _of(game, event.hex)
    flame = next(mark for mark in game.marks[event.hex] if mark.what in ground.FIRE)
    if event.out:
        smoke.replace_marks(game, (*mine, Put(event.hex, flame)), ())
    elif event.rages:
        thick = (Put(put.hex, Mark("smoke", put.mark.turn, event.hex)) for put in mine)
        rages = Put(event.hex, Mark("raging", flame.turn))
        smoke.replace_marks(game, (*mine, Put(event.hex, flame)), (rages, *thick))


def fire_smoked(game: Game, event: FireSmoked) -> None:
    smoke.replace_marks(game, (), (Put(event.hex, Mark(event.what, game.turn, event.of)),))


def told_of_trying(play: Play, event: FireTried) -> str:
    if event.burns:
        return f"{event.hex} is on fire."
    return (
        f"The fire in {event.of} does not reach {event.hex}."
        if event.of
        else f"Nothing burns in {event.hex}."
    )


def told_of_growing(play: Play, event: FireGrew) -> str:
    if event.out:
        return f"The fire in {event.hex} is out, and its smoke blows away."
    return f"The fire in {event.hex} rages." if event.rages else f"The fire in {event.hex} burns on."


CHAPTER = Chapter(
    events=(
        Told(
            event=FireTried, apply=fire_tried, rule="29.2", dice="dice", words=told_of_trying,
            fact=lambda play, event: f"{event.hex} on fire" if event.burns else "",
        ),
        Told(
            event=FireGrew, apply=fire_grew, rule="29.3", dice="dice", words=told_of_growing,
            fact=lambda play, event: (
                f"{event.hex} rages" if event.rages else f"{event.hex} out" if event.out else ""
            ),
        ),
        Told(
            event=FireSmoked, apply=fire_smoked, rule="29.2",
            words=lambda play, event: f"Smoke of the fire in {event.of} reaches {event.hex}.",
        ),
    ),
)  # fmt: skip

"""Weather and ground: how far one sees, mud, fog that comes, orders that are too fast (28)."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.rules.wording import count
from campaign.systems.combat_volume_2.land.tables import Condition
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Game


class SightSet(Event, frozen=True, tag="sight-set"):
    """How many hexes one sees in this weather. dice: with six sides."""

    weather: str
    sight: int
    dice: tuple[int, ...]


class MudTried(Event, frozen=True, tag="mud-tried"):
    """Whether heavy rain has turned the ground to mud."""

    mud: bool
    dice: tuple[int, ...]


# -- how far one sees --------------------------------------------------------------------------------------------------


def begin(play: Play) -> None:
    """Roll for how far one sees, where the weather bounds it: the first thing of a mission that needs dice (28.1)."""
    _roll(play, play.state.weather)


def turn_to_fog(play: Play) -> None:
    """Mist, or any other weather, becomes fog by an event (28.1). It never lets one see farther than the mist did:
    then it is a hex less, and at least one.
    """
    if play.state.weather != "fog":
        _roll(play, "fog", play.state.sight if play.state.weather == "mist" else 0)


def _roll(play: Play, weather: str, mist: int = 0) -> None:
    row = play.charts.land.weather[weather]
    dice, more = row.sight
    if not dice:
        return
    bound = max(mist - 1, 1)

    def reading(faces: tuple[int, ...]) -> int:
        far = sum(faces) + more
        return min(far, bound) if mist and far > mist else far

    far, faces = play.read_all(f"How many hexes one sees in {row.name}", dice, 6, reading)
    play.emit(SightSet(weather, far, faces))


# -- the end of a turn -------------------------------------------------------------------------------------------------


def weather_due(play: Play) -> bool:
    """Heavy rain may bring mud; once there is some, nobody rolls for it any more."""
    return play.state.weather == "heavy-rain" and play.state.ground != "mud"


def weather(play: Play) -> None:
    """The end of a turn in heavy rain: a 9 brings mud for the rest of the mission (28.1)."""
    if weather_due(play):
        mud, face = checks.d10(
            play, "Heavy rain: a 9 brings mud", lambda face: face == play.charts.land.terms.mud
        )
        play.emit(MudTried(mud, (face,)))


# -- orders ------------------------------------------------------------------------------------------------------------


def conditions(play: Play) -> tuple[Condition, Condition]:
    """The weather and the ground as they are."""
    land = play.charts.land
    return land.weather[play.state.weather], land.ground[play.state.ground]


def barred(play: Play, word: str, vehicle: bool = False) -> Condition | None:
    """What forbids an order of movement to a man on foot, or to the driver of a vehicle; None if nothing does
    (28.2).
    """
    for one in conditions(play):
        if word in (one.vehicles if vehicle else one.men):
            return one
    return None


def slowed(play: Play, word: str, vehicle: bool = False) -> str:
    """What becomes of an enemy's order, in the same directions (28.2)."""
    for one in conditions(play):
        slower = one.vehicles if vehicle else one.men
        word = slower.get(word, word)
    return word


# -- what the events do ------------------------------------------------------------------------------------------------


def sight_set(game: Game, event: SightSet) -> None:
    game.weather, game.sight = event.weather, event.sight


def mud_tried(game: Game, event: MudTried) -> None:
    if event.mud:
        game.ground = "mud"


def told_of_sight(play: Play, event: SightSet) -> str:
    name = play.charts.land.weather[event.weather].name
    return f"{name.capitalize()}: nobody sees farther than {count(event.sight, 'hex', 'hexes')}."


CHAPTER = Chapter(
    events=(
        Told(event=SightSet, apply=sight_set, rule="28.1", dice="dice", words=told_of_sight),
        Told(
            event=MudTried, apply=mud_tried, rule="28.1", dice="dice",
            words=lambda play, event: (
                "The rain has turned the ground to mud." if event.mud else "The ground still bears."
            ),
            fact=lambda play, event: "mud" if event.mud else "",
        ),
    ),
)  # fmt: skip

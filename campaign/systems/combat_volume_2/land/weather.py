"""Weather and ground: how far one sees, mud, fog that comes, wheels that sink in, orders that are too fast (28)."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.rules.wording import count
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.land.tables import Condition
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import ENEMY, NO_ORDER, Game, Vehicle

WHEELS = ("jeep", "truck")


class SightSet(Event, frozen=True, tag="sight-set"):
    """How many hexes one sees in this weather. dice: with six sides."""

    weather: str
    sight: int
    dice: tuple[int, ...]


class MudTried(Event, frozen=True, tag="mud-tried"):
    """Whether heavy rain has turned the ground to mud."""

    mud: bool
    dice: tuple[int, ...]


class Mired(Event, frozen=True, tag="mired"):
    """Whether a jeep or a truck sinks in. driver: whose order is taken away then."""

    vehicle: str
    mired: bool
    dice: tuple[int, ...]
    driver: str = ""


class Freed(Event, frozen=True, tag="freed"):
    vehicle: str


# -- how far one sees --------------------------------------------------------------------------------------------------


def begin(play: Play) -> None:
    """Roll for how far one sees, where the weather bounds it: the first thing of a mission that needs dice."""
    _roll(play, play.state.weather)


def turn_to_fog(play: Play) -> None:
    """Mist, or any other weather, becomes fog by an event. It never lets one see farther than the mist did: then it
    is a hex less, and at least one."""
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
    """The end of a turn in heavy rain: a 9 brings mud for the rest of the mission."""
    if weather_due(play):
        mud, face = checks.d10(
            play, "Heavy rain: a 9 brings mud", lambda face: face == play.charts.land.terms.mud
        )
        play.emit(MudTried(mud, (face,)))


# -- wheels in mud -----------------------------------------------------------------------------------------------------


def wheeled(play: Play, vehicle: Vehicle) -> bool:
    return play.charts.vehicles.kinds[vehicle.kind].class_ in WHEELS


def enter_mud(play: Play, vehicle: Vehicle) -> bool:
    """A jeep or truck has entered a hex: off the roads it may sink into mud, and its driver has no order then. Returns
    whether it can go on."""
    if play.state.ground != "mud" or not wheeled(play, vehicle) or ground.on_road(play, vehicle.hex):
        return True
    least = play.charts.land.terms.mired
    stuck, face = checks.d10(
        play, f"{vehicle.name} in mud: mired on {least} and 9", lambda face: face >= least
    )
    driver = play.state.at(vehicle.id, "D")
    play.emit(Mired(vehicle.id, stuck, (face,), driver.id if driver is not None and stuck else ""))
    return not stuck


def free_due(play: Play) -> bool:
    return any(_may_be_freed(play, one) for one in play.state.vehicles.values())


def free(play: Play) -> None:
    """The end of a turn: drivers try to get mired vehicles out. An enemy's driver who fails panics."""
    for vehicle in list(play.state.vehicles.values()):
        driver = play.state.at(vehicle.id, "D")
        if driver is None or not _may_be_freed(play, vehicle):
            continue
        term = checks.Modifier("mired", play.charts.land.terms.free, "28.2")
        if checks.tqc(play, driver, f"to get {vehicle.name} out of the mud", (term,)):
            play.emit(Freed(vehicle.id))
        elif driver.side == ENEMY:
            checks.replace_order(play, driver, "panic", "the vehicle is stuck")


def _may_be_freed(play: Play, vehicle: Vehicle) -> bool:
    driver = play.state.at(vehicle.id, "D")
    return vehicle.here and vehicle.mired and driver is not None and driver.able


# -- orders ------------------------------------------------------------------------------------------------------------


def conditions(play: Play) -> tuple[Condition, Condition]:
    """The weather and the ground as they are."""
    land = play.charts.land
    return land.weather[play.state.weather], land.ground[play.state.ground]


def barred(play: Play, word: str, vehicle: bool = False) -> Condition | None:
    """What forbids an order of movement to a man on foot, or to the driver of a vehicle; None if nothing does."""
    for one in conditions(play):
        if word in (one.vehicles if vehicle else one.men):
            return one
    return None


def slowed(play: Play, word: str, vehicle: bool = False) -> str:
    """What becomes of an enemy's order, in the same directions."""
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


def mired(game: Game, event: Mired) -> None:
    if event.mired:
        game.vehicles[event.vehicle].mired = True
        if event.driver:
            game.men[event.driver].order = NO_ORDER


def freed(game: Game, event: Freed) -> None:
    game.vehicles[event.vehicle].mired = False


def told_of_sight(play: Play, event: SightSet) -> str:
    name = play.charts.land.weather[event.weather].name
    return f"{name.capitalize()}: nobody sees farther than {count(event.sight, 'hex', 'hexes')}."


def told_of_mire(play: Play, event: Mired) -> str:
    name = play.vehicle(event.vehicle).name
    return f"{name} sinks into the mud and is stuck." if event.mired else f"{name} gets through the mud."


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
        Told(
            event=Mired, apply=mired, rule="28.2", dice="dice", words=told_of_mire,
            fact=lambda play, event: f"{play.vehicle(event.vehicle).name} mired" if event.mired else "",
        ),
        Told(
            event=Freed, apply=freed, rule="28.2",
            words=lambda play, event: f"{play.vehicle(event.vehicle).name} is out of the mud.",
            fact=lambda play, event: f"{play.vehicle(event.vehicle).name} out of the mud",
        ),
    ),
)  # fmt: skip

"""Hand grenades and smoke grenades: thrown in impulse 3, they go off at the turn's end (15, 18, 31.10.7).

A grenade for a vehicle of the other side goes into a hatch, if he who throws it has begun his turn in its hex and both
are still together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier, Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people import acting, blasts, checks, melee, morale, spotting, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import Game, Man, Mark, Order, Vehicle

GRENADE, SMOKE = "grenade", "throw-smoke"
SMOKE_MARK = "smoke-grenade"
ON_FOOT_NEAR = 1
"""A building shelters who lies low from grenades, but not from one that is thrown from the next hex."""


class Throw(Action, frozen=True, tag="throw"):
    """Throw the grenade that is ready. seat: the hatch of a vehicle into which it goes, "" otherwise."""

    unit: str
    seat: str = ""


class Thrown(Event, frozen=True, tag="thrown"):
    """A grenade lies in a hex, "" where it flew off the map. dice: of the throw; drift: of where it went then. near:
    thrown from no further than the next hex."""

    unit: str
    what: str
    to: Hex
    needed: int
    dice: tuple[int, ...]
    near: bool = False
    modifiers: tuple[Modifier, ...] = ()


class Dropped(Event, frozen=True, tag="dropped"):
    """A grenade lies on a hatch. dice: by which the seat was found, () where it was chosen."""

    unit: str
    vehicle: str
    seat: str
    dice: tuple[int, ...] = ()


class WentOff(Event, frozen=True, tag="went-off"):
    """A grenade bursts, and its marker is gone."""

    to: Hex
    mark: Mark


# -- throwing ----------------------------------------------------------------------------------------------------------


def throws(play: Play, man: Man) -> bool:
    """Whether he throws something in this impulse."""
    if man.order.word not in (GRENADE, SMOKE) or not acting.due(play, man) or man.vehicle:
        return False
    if melee.engaged(play, man) or not aim_of(play, man):
        return False
    if man.order.word == GRENADE and aim_of(play, man) == man.hex and not hatches(play, man):
        return False
    left = man.grenades if man.order.word == GRENADE else man.smokes
    return left > 0 and reaches(play, man, aim_of(play, man))


def aim_of(play: Play, man: Man) -> Hex:
    """Where he throws: the hex of his order, or that of the vehicle it is about; "" if that is gone."""
    vehicle = play.state.vehicles.get(man.order.target)
    if vehicle is not None:
        return vehicle.hex if vehicle.here else ""
    return man.order.target


def reaches(play: Play, man: Man, hex: Hex) -> bool:
    foot = play.charts.foot
    reach = foot.grenade.reach if man.order.word == GRENADE else foot.smoke.reach
    if play.away(man.hex, hex) > reach or not sight.sees(play, man, hex):
        return False
    return man.order.word == SMOKE or not melee.here(play, hex)


def terms(play: Play, man: Man, hex: Hex) -> tuple[Modifier, ...]:
    """What it takes to throw into a hex, as a sum."""
    found = checks.terms_of_quality(play, man)
    away = play.away(man.hex, hex)
    return (*found, Modifier(f"{away} hexes", -away, "15")) if away else found


def tanks(play: Play, man: Man) -> list[str]:
    """Armoured vehicles of the other side in his own hex, for which he may be given a grenade order (31.10.7)."""
    return [
        one.id
        for one in play.state.vehicles.values()
        if one.side != man.side and one.here and one.hex == man.hex and one.hatches and not one.wrecked
    ]


def leave_aim(play: Play, vehicle: Vehicle, before: Hex) -> None:
    """A vehicle has moved on from a hex. Whoever meant to throw at it, and is out of reach of it now, throws into the
    last hex that it has left within his reach (31.10.7)."""
    reach = play.charts.foot.grenade.reach
    for man in play.state.men.values():
        meant = man.order.word == GRENADE and man.order.target == vehicle.id
        if meant and play.away(man.hex, before) <= reach < play.away(man.hex, vehicle.hex):
            play.emit(morale.OrderReplaced(man.id, Order(GRENADE, target=before), "it drives out of reach"))


def hatches(play: Play, man: Man) -> list[str]:
    """Seats of an enemy vehicle in his own hex into whose hatch he may drop a grenade: none that is jammed."""
    vehicle = play.state.vehicles.get(man.order.target)
    if vehicle is None or vehicle.hex != man.hex or vehicle.side == man.side or vehicle.wrecked:
        return []
    return [seat for seat, state in vehicle.hatches.items() if state != "jammed"]


def throw(play: Play, man: Man, seat: str = "") -> None:
    """What his order lets him throw now. seat: of a hatch; by the die if none is named. Nothing if he cannot."""
    if not throws(play, man):
        return
    if (open_to := hatches(play, man)) and man.order.word == GRENADE:
        _drop(play, man, open_to, seat)
        return
    hex, what = aim_of(play, man), GRENADE if man.order.word == GRENADE else SMOKE_MARK
    found, away = terms(play, man, hex), play.away(man.hex, hex)
    needed = checks.total(found)
    if not away:
        _lies(play, man, what, hex, needed, (), found)
        return
    grade, dice = checks.d10_for(
        play, man, f"{named(man)} throws at {hex}: needs {needed}", _reading(needed),
        lambda grade: grade != "there",
    )  # fmt: skip
    to: Hex | None = hex
    if grade != "there":
        way = checks.d6(play, "where the grenade goes")
        dice = (*dice, way)
        for _ in range(2 if grade == "nine" else 1):
            to = play.next_to(to, way) if to is not None else None
    _lies(play, man, what, to or "", needed, dice, found)


def _reading(needed: int) -> Callable[[int], str]:
    def read(face: int) -> str:
        return "nine" if face == 9 else "there" if face <= needed else "beside"

    return read


def _lies(
    play: Play, man: Man, what: str, hex: Hex, needed: int, dice: tuple[int, ...], found: tuple[Modifier, ...]
) -> None:
    near = play.away(man.hex, aim_of(play, man)) <= ON_FOOT_NEAR
    play.emit(Thrown(man.id, what, hex, needed, dice, near, found))
    spotting.noticed(play, man, "he throws")


def _drop(play: Play, man: Man, open_to: list[str], seat: str) -> None:
    """Into a hatch, by a check of quality (31.10.7)."""
    vehicle = man.order.target
    if not checks.tqc(play, man, "to drop a grenade into a hatch"):
        return
    dice: tuple[int, ...] = ()
    if seat not in open_to:
        seat = open_to[0]
        if len(open_to) > 1:
            dice = play.dice.roll("which hatch", 1, len(open_to), "order")
            seat = open_to[dice[0] - 1]
    play.emit(Dropped(man.id, vehicle, seat, dice))
    spotting.noticed(play, man, "he throws")


# -- going off ---------------------------------------------------------------------------------------------------------


def go_off_due(play: Play) -> bool:
    return any(mark.what == GRENADE for marks in play.state.marks.values() for mark in marks)


def go_off(play: Play) -> None:
    """The end of a turn: all grenades burst, those in vehicles among the crew: so many wound cards each (31.10.7)."""
    chart = play.charts.foot.grenade
    for hex, marks in sorted(play.state.marks.items()):
        for mark in marks:
            if mark.what != GRENADE:
                continue
            play.emit(WentOff(hex, mark))
            if mark.on:
                for man in play.state.crew(mark.on):
                    wounds.wound_cards(play, man, chart.hatch, mark.of, "grenade")
            else:
                how: wounds.How = "grenade" if mark.item == "near" else "blast"
                blasts.burst(play, hex, chart.dice, chart.frag, mark.of, how, orders=False)


# -- what the events do ------------------------------------------------------------------------------------------------


def thrown(game: Game, event: Thrown) -> None:
    man = game.men[event.unit]
    if event.what == GRENADE:
        man.grenades -= 1
    else:
        man.smokes -= 1
    if event.to:
        near = "near" if event.near and event.what == GRENADE else ""
        mark = Mark(event.what, game.turn, event.unit, near)
        game.marks[event.to] = (*game.marks.get(event.to, ()), mark)


def dropped(game: Game, event: Dropped) -> None:
    man, vehicle = game.men[event.unit], game.vehicles[event.vehicle]
    man.grenades -= 1
    mark = Mark(GRENADE, game.turn, event.unit, on=event.vehicle, seat=event.seat)
    game.marks[vehicle.hex] = (*game.marks.get(vehicle.hex, ()), mark)


def went_off(game: Game, event: WentOff) -> None:
    left = list(game.marks.get(event.to, ()))
    left.remove(event.mark)
    if left:
        game.marks[event.to] = tuple(left)
    else:
        del game.marks[event.to]


# -- in words ----------------------------------------------------------------------------------------------------------

NAMES = {GRENADE: "a grenade", SMOKE_MARK: "a smoke grenade"}


def told_of_throw(play: Play, event: Thrown) -> str:
    what = f"{named(play.man(event.unit))} throws {NAMES[event.what]}"
    rolls = f", {checks.faces(event.dice, event.needed)}" if event.dice else ""
    return f"{what}{rolls}: it lies in {event.to}." if event.to else f"{what}{rolls}: it is lost."


def told_of_drop(play: Play, event: Dropped) -> str:
    vehicle = play.vehicle(event.vehicle)
    return f"{named(play.man(event.unit))} drops a grenade on a hatch of {vehicle.name or vehicle.id}."


def fact_of_throw(play: Play, event: Thrown) -> str:
    return f"it lies in {event.to}" if event.to else "it is lost"


# -- the player --------------------------------------------------------------------------------------------------------


def candidates(play: Play, side: str) -> list[Option]:
    man = acting.man(play, side)
    if man is None or not throws(play, man):
        return []
    hex = aim_of(play, man)
    if man.order.word == GRENADE and (open_to := hatches(play, man)):
        found = checks.terms_of_quality(play, man)
        return [
            Option(Throw(man.id, seat), man.id, man.order.target, hex, dice=1, modifiers=found)
            for seat in open_to
        ]
    return [Option(Throw(man.id), man.id, where=hex, dice=1, modifiers=terms(play, man, hex))]


def why_not(play: Play, side: str, action: Throw) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    yield from acting.why_not(play, side, action.unit, SMOKE if man.order.word == SMOKE else GRENADE)
    if melee.engaged(play, man):
        yield Refused("In a melee nobody throws grenades.", "15", where="$.kind")
    hex = aim_of(play, man)
    if hex and melee.here(play, hex) and man.order.word == GRENADE:
        yield Refused("Nobody throws a grenade into a melee.", "23.2", where="$.kind")
    if not throws(play, man):
        yield Refused(
            f"{named(man)} cannot throw there: he has none left, or it is out of reach or of sight.", "15",
            where="$.unit",
        )  # fmt: skip
    open_to = hatches(play, man) if man.order.word == GRENADE else []
    if action.seat not in (open_to or [""]):
        yield Refused("There is no such hatch to drop it into.", "31.10.7", open_to, "$.seat")


def do(play: Play, side: str, action: Throw) -> None:
    throw(play, play.man(action.unit), action.seat)


def label(play: Play, action: Throw) -> str:
    man = play.man(action.unit)
    if action.seat:
        vehicle = play.vehicle(man.order.target)
        return f"Drop a grenade into the hatch of {vehicle.name or vehicle.id} ({action.seat})"
    what = NAMES[GRENADE if man.order.word == GRENADE else SMOKE_MARK]
    return f"Throw {what} into {aim_of(play, man)}"


ACTS = (Answer(action=Throw, candidates=candidates, why_not=why_not, do=do, label=label, odds=by_deed(do)),)

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Thrown, apply=thrown, words=told_of_throw, rule="15", dice="dice", fact=fact_of_throw,
        ),
        Told(
            event=Dropped, apply=dropped, words=told_of_drop, rule="31.10.7", dice="dice",
            fact=lambda play, event: "it goes into the hatch",
        ),
        Told(
            event=WentOff, apply=went_off, rule="15",
            words=lambda play, event: f"A grenade bursts in {event.to}.",
        ),
    ),
)  # fmt: skip

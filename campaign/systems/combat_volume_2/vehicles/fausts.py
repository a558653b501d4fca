"""32.1, 32.3: Panzerfausts that turn up in the enemy's hands, and what lies about to be taken up or is handed over."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.people import acting, checks, morale
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Game, Man, Mark
from campaign.systems.combat_volume_2.vehicles.light_at import (
    FIRE,
    any_of,
    at_men,
    at_vehicles,
    firing,
    targets,
    terms,
    weapon,
)


class TakeUp(Action, frozen=True, tag="take-up"):
    """Take up what lies in the hex. what: faust, rockets, weapon."""

    unit: str
    what: str


class PassRockets(Action, frozen=True, tag="pass-rockets"):
    """Hand all one's rockets to somebody in the hex."""

    unit: str
    to: str


class FaustGiven(Event, frozen=True, tag="faust-given"):
    """One of the enemy's Panzerfausts turns out to be in a man's hands."""

    unit: str


class TakenUp(Event, frozen=True, tag="taken-up"):
    unit: str
    what: str


class RocketsPassed(Event, frozen=True, tag="rockets-passed"):
    unit: str
    to: str


# -- Panzerfausts of the enemy -----------------------------------------------------------------------------------------


def may_hold(play: Play, man: Man) -> bool:
    """Neither officers, MG crews, snipers, nor who has one (32.3); medics bear no arms (30)."""
    if checks.medic(man) or man.rank == "officer" or "sniper" in man.skills or man.faust or man.vehicle:
        return False
    return not mg_crew(play, man)


def mg_crew(play: Play, man: Man) -> bool:
    row = play.charts.weapons.get(man.armed)
    if row is not None and row.class_ == "mg":
        return True
    return any(one.mate == man.id and one.able for one in play.state.men.values())


def offer(play: Play, man: Man) -> bool:
    """An enemy is activated: whether a Panzerfaust turns up in his hands, and he is told to fire it at once (32.3)."""
    state = play.state
    if man.side != ENEMY or not state.fausts or not may_hold(play, man):
        return False
    gun = play.charts.vehicles.guns[state.mission.fausts or "faust-60"]
    if not any(checks.total(terms(play, man, gun, one.id)) >= 0 for one in at_vehicles(play, man, gun)):
        return False
    if not checks.tqc(play, man, "to have a Panzerfaust"):
        return False
    play.emit(FaustGiven(man.id))
    morale.replace_order(play, man, FIRE, "he has a Panzerfaust")
    return True


def ordered(play: Play, man: Man) -> bool:
    """Whether an enemy who holds one at the start of the orders is told to fire it: a target with a chance (32.3)."""
    gun = weapon(play, man)
    return man.faust and gun is not None and any(
        checks.total(terms(play, man, gun, target)) > 0 for target in targets(play, man)
    )  # fmt: skip


def act(play: Play, man: Man) -> bool:
    """What an enemy under Fire Light AT does in this impulse; False if he has nothing to do. He fires at a vehicle, or
    else at men, where the shot is likeliest to hit; ties by the nearest, then by dice."""
    gun = weapon(play, man)
    if gun is None or man.order.word != FIRE or play.state.impulse < 2:
        return False
    found = [vehicle.id for vehicle in at_vehicles(play, man, gun)] or list(at_men(play, man, gun))
    if not found:
        return False

    def rank(target: str) -> tuple[int, int]:
        vehicle = play.state.vehicles.get(target)
        hex = vehicle.hex if vehicle is not None else target
        return -checks.total(terms(play, man, gun, target)), play.away(man.hex, hex)

    best = min(map(rank, found))
    firing(play, man, any_of(play, [one for one in found if rank(one) == best], f"Target of {named(man)}"))
    return True


def pick_up(play: Play, hex: Hex) -> None:
    """Enemies end their activation where a Panzerfaust lies: the one of highest quality tries (32.3)."""
    if not play.state.lies(hex, "faust"):
        return
    there = play.state.in_hex(hex)
    if any(one.side == FRIEND for one in there):
        return
    may = [one for one in there if one.able and may_hold(play, one)]
    if may:
        man = max(may, key=lambda one: checks.quality(play, one))
        if checks.tqc(play, man, "to take up a Panzerfaust"):
            play.emit(TakenUp(man.id, "faust"))


# -- the player takes up and hands over --------------------------------------------------------------------------------


def may_take(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None:
        return
    for what in ("faust", "rockets", "weapon"):
        if play.state.lies(man.hex, what):
            yield Option(TakeUp(man.id, what), man.id, where=man.hex, dice=int(what == "faust"))


def why_not_take(play: Play, side: str, action: TakeUp) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man, state = play.man(action.unit), play.state
    if (
        action.what not in ("faust", "rockets", "weapon")
        or not state.lies(man.hex, action.what)
        or man.vehicle
    ):
        lying = [
            mark.what for mark in state.marks.get(man.hex, ()) if mark.what in ("faust", "rockets", "weapon")
        ]
        yield Refused("Nothing of that kind lies here.", "32.1", lying, "$.what")
        return
    if action.what != "rockets" and checks.medic(man):
        yield Refused("A trained medic bears no arms.", "30", ["rockets"], "$.what")
    if action.what != "rockets" and man.heavy:
        yield Refused("Who carries a heavy weapon takes up no other.", "32.3", where="$.what")
    if action.what == "faust" and man.faust:
        yield Refused("He has a Panzerfaust.", "32.3", where="$.what")
    if action.what == "faust" and man.spent.get("faust") == state.turn * 10 + state.impulse:
        yield Refused("He has tried in this impulse.", "32.3", where="$.what")
    if action.what == "faust" and any(one.side == ENEMY for one in state.in_hex(man.hex)):
        yield Refused("There is an opponent in the hex.", "32.3", where="$.kind")


def take(play: Play, side: str, action: TakeUp) -> None:
    man = play.man(action.unit)
    if action.what == "faust" and not checks.tqc(play, man, "to take up a Panzerfaust"):
        play.emit(TakenUp(man.id, ""))
        return
    play.emit(TakenUp(man.id, action.what))


def may_pass(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None:
        return
    if man.rockets and not man.vehicle:
        for one in play.state.in_hex(man.hex):
            if one.side == man.side and one is not man and one.able:
                yield Option(PassRockets(man.id, one.id), man.id, one.id)


def why_not_pass(play: Play, side: str, action: PassRockets) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    if not man.rockets or man.vehicle:
        yield Refused(f"{named(man)} carries no rockets.", "32.1", where="$.kind")
        return
    may = [
        one.id for one in play.state.in_hex(man.hex) if one.side == man.side and one is not man and one.able
    ]
    if action.to not in may:
        yield Refused("Rockets are handed to a comrade in the hex.", "32.1", may, "$.to")


def pass_on(play: Play, side: str, action: PassRockets) -> None:
    play.emit(RocketsPassed(action.unit, action.to))


def faust_given(game: Game, event: FaustGiven) -> None:
    game.men[event.unit].faust = True
    game.fausts -= 1


def taken_up(game: Game, event: TakenUp) -> None:
    man = game.men[event.unit]
    if not event.what:
        man.spent["faust"] = game.turn * 10 + game.impulse
        return
    marks = list(game.marks[man.hex])
    found = next(mark for mark in marks if mark.what == event.what)
    marks.remove(found)
    if marks:
        game.marks[man.hex] = tuple(marks)
    else:
        del game.marks[man.hex]
    _carries(man, found)


def _carries(man: Man, mark: Mark) -> None:
    if mark.what == "faust":
        man.faust = True
    elif mark.what == "rockets":
        man.rockets += mark.count
    else:
        man.heavy, man.loaded = mark.item or "bazooka", bool(mark.count)


def rockets_passed(game: Game, event: RocketsPassed) -> None:
    man = game.men[event.unit]
    game.men[event.to].rockets += man.rockets
    man.rockets = 0


def told_of_taking(play: Play, event: TakenUp) -> str:
    what = {"faust": "a Panzerfaust", "rockets": "rockets", "weapon": "the bazooka", "": "nothing"}[
        event.what
    ]
    return f"{named(play.man(event.unit))} takes up {what}."


def told_of_passing(play: Play, event: RocketsPassed) -> str:
    return f"{named(play.man(event.unit))} hands his rockets to {named(play.man(event.to))}."


def label_of_taking(play: Play, action: TakeUp) -> str:
    what = {"faust": "the Panzerfaust, by a check of quality", "rockets": "the rockets"}
    return f"Take up {what.get(action.what, 'the bazooka')}"


PARTS = (
    Answer(
        action=TakeUp, candidates=may_take, why_not=why_not_take, do=take, label=label_of_taking,
        odds=by_deed(take),
    ),
    Answer(
        action=PassRockets, candidates=may_pass, why_not=why_not_pass, do=pass_on,
        label=lambda play, action: f"Hand the rockets to {named(play.man(action.to))}",
    ),
)  # fmt: skip
"""The same; they leave him whatever else he may do in this impulse."""

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=FaustGiven, apply=faust_given, rule="32.3",
             words=lambda play, event: f"{named(play.man(event.unit))} has a Panzerfaust."),
        Told(
            event=TakenUp, apply=taken_up, words=told_of_taking, rule="32.3",
            fact=lambda play, event: "taken up" if event.what else "left lying",
        ),
        Told(event=RocketsPassed, apply=rockets_passed, rule="32.1",
             words=told_of_passing),
    ),
)  # fmt: skip

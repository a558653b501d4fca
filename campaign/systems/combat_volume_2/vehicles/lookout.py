"""31.7.3 to 31.7.5: target markers, which say at what a commander, a gunner and a co-driver look. The player puts his
crews' where he likes; the enemy's go to what is most dangerous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from campaign.rules.chapters import Answer, Chapter, Told, by_deed, routine
from campaign.rules.hexes import Hex
from campaign.rules.options import Option, Range
from campaign.rules.places import Places
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import by_reading, sight
from campaign.systems.combat_volume_2.people import acting, checks
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import Game, Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import viewing
from campaign.systems.combat_volume_2.vehicles.arcs import afv
from campaign.systems.combat_volume_2.vehicles.handling import near_marker, out_of_place_terms

VEHICLE, LIGHT, MANY, ONE, NOTHING = 1, 2, 3, 4, 5
"""What the enemy looks at first (31.7.4)."""
GUNNERS_MG = ("aimed", "rapid", "suppressive")


class MarkTarget(Action, frozen=True, tag="mark-target"):
    """Put one's target marker on a hex in sight, or move it there."""

    unit: str
    hex: Hex


class MarkerPlaced(Event, frozen=True, tag="marker-placed"):
    """on: the vehicle on which it lies and which it follows. threat: the commander's, on an AFV or a man with a light
    anti-tank weapon, at which his driver may stop (31.2). kept: a check failed, it stays where it was."""

    unit: str
    hex: Hex
    on: str = ""
    threat: bool = False
    kept: bool = False


class MarkerLost(Event, frozen=True, tag="marker-lost"):
    """He sees nobody any more whom his side knows."""

    unit: str


class Aim(NamedTuple):
    """What an enemy may look at: its priority, where, and on which vehicle."""

    priority: int
    hex: Hex
    on: str = ""


# -- what lies where ---------------------------------------------------------------------------------------------------


def stamp(play: Play) -> int:
    """This impulse, as `Man.spent` keeps it."""
    return play.state.turn * 10 + play.state.impulse


def sees_anybody(play: Play, man: Man) -> bool:
    """Whether he sees a known opponent, or a vehicle of the other side."""
    return bool(viewing.vehicles_seen(play, man)) or bool(viewing.foes_known(play, man))


def drop_blind(play: Play, man: Man) -> None:
    """A marker goes as soon as its man sees nobody known (31.7.4)."""
    if man.marker and not sees_anybody(play, man):
        play.emit(MarkerLost(man.id, readings=by_reading.of_sights(play, man)))


def drop_all(play: Play) -> None:
    """The same of everybody."""
    for man in play.state.men.values():
        if man.marker and man.here:
            drop_blind(play, man)


def drop_due(play: Play) -> bool:
    return any(man.marker and man.here and not sees_anybody(play, man) for man in play.state.men.values())


def heads(play: Play, hex: Hex, foes: Iterable[Man]) -> int:
    """How many of some men are in a hex or next to it."""
    return sum(1 for one in foes if play.away(one.hex, hex) <= 1)


def priority_of(play: Play, man: Man) -> int:
    """The priority of what his marker lies on now."""
    if not man.marker:
        return NOTHING
    on = play.state.vehicles.get(man.marked)
    if on is not None and viewing.in_use(on) and viewing.manned(play, on):
        return VEHICLE
    near = [one for one in viewing.foes_known(play, man) if near_marker(play, man, one.hex)]
    if any(viewing.light_weapon(play, one) for one in near):
        return LIGHT
    return MANY if len(near) > 1 else ONE if near else NOTHING


# -- the enemy's -------------------------------------------------------------------------------------------------------


def aims(play: Play, man: Man) -> Iterator[Aim]:
    """All that an enemy might look at. Co-drivers, and gunners on the coaxial gun, pass vehicles over."""
    foes = viewing.foes_known(play, man)
    if man.seat != "CD" and not (man.seat == "G" and man.order.word in GUNNERS_MG):
        for vehicle in viewing.vehicles_seen(play, man):
            yield Aim(VEHICLE, vehicle.hex, vehicle.id)
    for one in foes:
        if viewing.light_weapon(play, one):
            yield Aim(LIGHT, one.hex)
    for one in foes:
        yield Aim(MANY if heads(play, one.hex, foes) > 1 else ONE, one.hex)
    yield from _between(play, man, foes)


def _between(play: Play, man: Man, foes: Sequence[Man]) -> Iterator[Aim]:
    """Hexes in sight without opponents that have more of them around than any that holds some."""
    held = {one.hex for one in foes}
    most = max((heads(play, hex, foes) for hex in held), default=0)
    beside = {hex for one in held for hex in play.board.neighbours[one] if hex is not None}
    for hex in sorted(beside - held):
        if heads(play, hex, foes) > max(most, 1) and sight.sees(play, man, hex):
            yield Aim(MANY, hex)


def place(play: Play, man: Man) -> None:
    """After he has looked: an enemy's marker goes to what is most dangerous in sight, the nearest of such (31.7.4,
    31.7). A first marker needs no check, one that moves does; a hex further to where there are more, neither.
    """
    if not viewing.has_marker_seat(play, man) or not man.able:
        return
    drop_blind(play, man)
    foes = viewing.foes_known(play, man)

    def rank(aim: Aim) -> tuple[int, int, int, Hex]:
        crowd = heads(play, aim.hex, foes) if aim.priority == MANY else 0
        return aim.priority, -crowd, play.away(man.hex, aim.hex), aim.hex

    best = min(aims(play, man), key=rank, default=None)
    if best is None:
        return
    if not man.marker:
        _puts(play, man, best)
        return
    now = priority_of(play, man)
    more = best.priority == MANY and heads(play, best.hex, foes) > heads(play, man.marker, foes)
    if best.priority >= now and not (now == MANY and more):
        return
    if best.priority == ONE:
        return
    sure = best.priority == MANY and play.away(man.marker, best.hex) == 1
    if sure or _may_move(play, man, best.hex):
        _puts(play, man, best)


def _may_move(play: Play, man: Man, hex: Hex) -> bool:
    """His check before a marker moves: by hatch, markers and order as when he spots, and in a seat that is not his
    2 less, which spotting alone is spared (31.7.4, 31.11.2)."""
    terms = (*viewing.terms(play, man, hex), *out_of_place_terms(play, man))
    return checks.tqc(play, man, "to move his marker", terms, viewing.otherwise(play, man, hex))


def _puts(play: Play, man: Man, aim: Aim) -> None:
    on = play.state.vehicles.get(aim.on)
    tank = on is not None and afv(play, on)
    threat = man.seat == "CM" and (tank or aim.priority == LIGHT)
    play.emit(MarkerPlaced(man.id, aim.hex, aim.on, threat))


def higher(play: Play, man: Man) -> bool:
    """Whether the commander's marker lies on something more dangerous than the gunner's, who follows it then (31.6)."""
    commander = play.state.at(man.vehicle, "CM")
    if commander is None or not commander.marker:
        return False
    return not man.marker or priority_of(play, commander) < priority_of(play, man)


# -- the player's ------------------------------------------------------------------------------------------------------


def on_vehicle(play: Play, man: Man, hex: Hex) -> Vehicle | None:
    """The vehicle of the other side in a hex, on which a marker lies."""
    for one in play.state.vehicles.values():
        if one.here and one.hex == hex and one.side != man.side:
            return one
    return None


def interesting(play: Play, man: Man) -> list[Hex]:
    """Hexes that are worth a marker: with known opponents or their vehicles in sight."""
    found = [one.hex for one in viewing.vehicles_seen(play, man)]
    found += [one.hex for one in viewing.foes_known(play, man)]
    return list(dict.fromkeys(found))


def may_mark(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None or not viewing.has_marker_seat(play, man) or man.spent.get("mark") == stamp(play):
        return
    if not (known := interesting(play, man)):
        return
    seen = tuple(hex for hex in sight.hexes_seen(play, man) if hex != man.marker)
    if not seen:
        return
    hex = next((hex for hex in known if hex in seen), seen[0])
    yield Option(
        MarkTarget(man.id, hex), man.id, where=hex, dice=int(bool(man.marker)),
        ranges=(Range("hex", places=Places(hexes=seen)),),
    )  # fmt: skip


def why_not_mark(play: Play, side: str, action: MarkTarget) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    if not viewing.has_marker_seat(play, man):
        yield Refused(
            "Commander, gunner and co-driver of an AFV have target markers.", "31.7.3", where="$.unit"
        )
    elif man.spent.get("mark") == stamp(play):
        yield Refused(f"{named(man)} has moved his marker in this impulse.", "31.7.5", where="$.kind")
    elif not interesting(play, man):
        yield Refused(
            "He sees nobody known, and without that no marker lies anywhere.", "31.7.4", where="$.kind"
        )
    elif action.hex not in play.board.axial or not sight.sees(play, man, action.hex):
        yield Refused("He does not see that hex.", "31.7.5", interesting(play, man), "$.hex")
    elif action.hex == man.marker:
        yield Refused("His marker lies there.", "31.7.5", interesting(play, man), "$.hex")


def mark(play: Play, side: str, action: MarkTarget) -> None:
    man = play.man(action.unit)
    on = on_vehicle(play, man, action.hex)
    if man.marker and not _may_move(play, man, action.hex):
        play.emit(MarkerPlaced(man.id, man.marker, man.marked, kept=True))
        return
    play.emit(MarkerPlaced(man.id, action.hex, on.id if on is not None else ""))


def may_place(play: Play, man: Man) -> bool:
    """Whether the player is asked about a marker: there is something to put it on, and it does not lie there."""
    if not viewing.has_marker_seat(play, man) or man.spent.get("mark") == stamp(play):
        return False
    return any(hex != man.marker for hex in interesting(play, man))


# -- what the events do, in words --------------------------------------------------------------------------------------


def marker_placed(game: Game, event: MarkerPlaced) -> None:
    man = game.men[event.unit]
    man.marker, man.marked = event.hex, event.on
    now = game.turn * 10 + game.impulse
    man.spent["mark"] = now
    if event.threat:
        man.spent["threat"] = now


def marker_lost(game: Game, event: MarkerLost) -> None:
    man = game.men[event.unit]
    man.marker = man.marked = ""


def told_of_marker(play: Play, event: MarkerPlaced) -> str:
    name = named(play.man(event.unit))
    if event.kept:
        return f"{name} leaves his marker in {event.hex}."
    on = play.state.vehicles.get(event.on)
    what = f"{on.name or 'the vehicle'} in {event.hex}" if on is not None else event.hex
    return f"{name} watches {what}."


PARTS = (
    Answer(
        action=MarkTarget, candidates=may_mark, why_not=why_not_mark, do=mark, odds=by_deed(mark),
        label=lambda play, action: f"Put the target marker on {action.hex}",
    ),
)  # fmt: skip
"""For the question `act`: he does whatever else he may afterwards."""

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=MarkerPlaced, apply=marker_placed, rule="31.7.4", words=told_of_marker, weight=routine,
            fact=lambda play, event: "marker stays" if event.kept else "marker moves",
        ),
        Told(
            event=MarkerLost, apply=marker_lost, rule="31.7.4", weight=routine,
            words=lambda play, event: f"{named(play.man(event.unit))} has lost his target from sight.",
        ),
    ),
)  # fmt: skip

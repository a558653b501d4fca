"""Electronic warfare: direction finders and jammers (19.9)."""

from __future__ import annotations

from functools import partial

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side, side_name
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide.activation import verify_may_act
from campaign.systems.mechwar_4.harm import losses_of
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.play import Play, is_unmarked, own_unit
from campaign.systems.mechwar_4.radio import jams
from campaign.systems.mechwar_4.state import Located, Sort, Unit

SORTS: dict[Sort, str] = {
    "hq": "headquarters", "jammer": "jammer", "artillery": "artillery", "radar": "radar of air defence",
}  # fmt: skip


# -- jammers ---------------------------------------------------------------------------------------------------


def jam(play: Play, side: str, action: a.Jam) -> None:
    """19.914: a jammer is switched on, which works or not; or off."""
    if not action.on:
        play.emit(e.JammerChecked(side, action.unit, 0, False))
        return
    rules = play.charts.command.jamming
    ((works, die),) = play.read(f"jammer of {side_name(play.state, side)}", 1, 6, partial(starts, play))
    idle = 0 if works else play.state.turn + rules.pause
    play.emit(e.JammerChecked(side, action.unit, die, works, idle, begins=True))


def starts(play: Play, die: int) -> bool:
    """19.914: whether a jammer that is switched on works."""
    return die <= play.charts.command.jamming.works


def verify_jam(play: Play, side: str, action: a.Jam) -> None:
    """Raises Refused."""
    verify_jams(play, own_unit(play, side, action.unit), action.on)


def verify_jams(play: Play, unit: Unit, on: bool) -> None:
    """Raises Refused."""
    game = play.state
    jammer = game.jammers.get(unit.id)
    if jammer is None or not game.switches.electronic_warfare:
        raise Refused(f"{unit.name} does not jam.", "19.913", where="$.unit")
    if jammer.works != (not on):
        raise Refused("That is so already.", "19.914", where="$.on")
    if not on:
        return
    if unit.deaf:
        raise Refused(f"{unit.name} has lost its equipment.", "19.910", where="$.unit")
    if not unit.hex or unit.aboard:
        raise Refused(f"{unit.name} is not on the map yet.", "20.64", where="$.unit")
    if game.turn <= jammer.idle:
        raise Refused(
            f"{unit.name} may not try again before turn {jammer.idle + 1}.", "19.914", where="$.unit"
        )
    verify_may_act(play, unit, "4.1")


def jammers_work_on(play: Play) -> None:
    """19.915: in the indirect fire phase a jammer that works may break down."""
    rules = play.charts.command.jamming
    for id, jammer in list(play.state.jammers.items()):
        if jammer.works:
            side = play.state.units[id].side
            (die,) = play.dice.roll(f"jammer of {side_name(play.state, side)}", 1)
            works = die < rules.breaks
            play.emit(e.JammerChecked(side, id, die, works, 0 if works else play.state.turn + rules.pause))


def shelled(play: Play, unit: Unit, column: int) -> None:
    """19.910, 19.913: indirect fire has hit a unit with radio equipment, and it survives: another roll on the
    anti-personnel table; steps lost there are the equipment. column: the attack superiority of that fire."""
    if not play.state.switches.electronic_warfare or unit.out or unit.deaf:
        return
    if play.type_of(unit).kind not in ("rdf", "jammer"):
        return
    play.apart(("equipment", unit.id, column), lambda play: test(play, play.state.units[unit.id], column))


def test(play: Play, unit: Unit, column: int) -> None:
    """What becomes of its radio equipment."""
    ((result, die),) = play.read(
        f"equipment of {unit.id}", 1, 6, lambda die: play.charts.personnel(column, die)
    )
    steps, more = losses_of(play, unit, result)
    play.emit(e.EquipmentTested(unit.id, column, (die, *more), steps > 0))


# -- direction finders -----------------------------------------------------------------------------------------


def listens(play: Play, side: str) -> bool:
    """Whether a side is asked to listen: whoever has direction finders is (19.91), where counters are hidden everybody,
    as that he has some is hidden too."""
    if hides(play.state):
        return play.state.switches.electronic_warfare
    return bool(finders(play, side))


def finders(play: Play, side: str) -> list[Unit]:
    """A side's direction finders in play, whatever they have done (19.91)."""
    if not play.state.switches.electronic_warfare:
        return []
    return [
        one
        for one in play.state.units.values()
        if one.side == side and not one.out and play.type_of(one).kind == "rdf"
    ]


def radiating(play: Play, side: str, sort: Sort) -> list[Unit]:
    """The units of a side that can be located now (19.91, 19.97 to 19.99)."""
    game = play.state
    silent = game.forces[side].radio_silence
    found: list[Unit] = []
    for one in game.units.values():
        if one.side != side or one.out or not one.hex:
            continue
        row = play.type_of(one)
        match sort:
            case "hq":
                heard = row.kind in ("hq", "rdf") and not silent
            case "jammer":
                heard = one.id in game.jammers and game.jammers[one.id].works
            case "artillery":
                heard = bool(one.bombarded) and not silent
            case "radar":
                heard = row.radar
        if heard:
            found.append(one)
    return found


def detection(play: Play, side: str, sort: Sort) -> int:
    """19.93, 19.94: the highest die that locates a unit of a side's."""
    found, more = values_of(play, sort)
    fired = (
        any(one.bombarded == play.state.turn - 1 for one in radiating(play, side, sort)) if more else False
    )
    return found + more * fired


def values_of(play: Play, sort: Sort) -> tuple[int, int]:
    """The highest die for a sort of unit, and what more for guns that fired in the turn before."""
    values = play.charts.command.detection
    found = {"hq": values.hq, "jammer": values.jammer, "radar": values.radar, "artillery": values.artillery}
    return found[sort], values.fired if sort == "artillery" else 0


def listen(play: Play, side: str, action: a.Listen) -> None:
    """19.91, 19.92: each direction finder may try to locate one enemy."""
    enemy = other_side(play.state, side)
    value = detection(play, enemy, action.sort)
    ((heard, die),) = play.read(
        f"{side_name(play.state, side)} listens for {SORTS[action.sort]}", 1, 6, partial(hears, value)
    )
    found = heard and bool(radiating(play, enemy, action.sort))
    play.emit(e.Listened(side, action.unit, action.sort, die, value, found))


def hears(value: int, die: int) -> bool:
    """19.92: whether a die locates who radiates with that value."""
    return die <= value


def verify_listen(play: Play, side: str, action: a.Listen) -> None:
    """Raises Refused."""
    verify_listens(play, own_unit(play, side, action.unit), action.sort)


def verify_listens(play: Play, unit: Unit, sort: Sort) -> None:
    """19.91, 19.96, 19.910, 19.911. Raises Refused."""
    if play.type_of(unit).kind != "rdf":
        raise Refused(f"{unit.name} finds no directions.", "19.91", where="$.unit")
    if unit.deaf:
        raise Refused(f"{unit.name} has lost its equipment.", "19.910", where="$.unit")
    if unit.listened:
        raise Refused(f"{unit.name} has tried this turn.", "19.91", where="$.unit")
    if not unit.hex or not is_unmarked(unit):
        raise Refused(f"{unit.name} has done something else this turn.", "19.911", where="$.unit")
    if jams(play, unit.side) and sort not in ("jammer", "radar"):
        raise Refused(
            "While you jam, jammers and radar alone can be located.", "19.96", ("jammer", "radar"), "$.sort"
        )


def to_announce(play: Play, side: str) -> Located | None:
    """What a side has to announce a hex of (19.92)."""
    return next((one for one in play.state.located if one.side != side and not one.hex), None)


def may_announce(play: Play, side: str) -> tuple[Hex, ...]:
    """19.92: the hexes within one of a unit that has been located."""
    found = to_announce(play, side)
    if found is None:
        return ()
    near = {
        hex: None
        for unit in radiating(play, side, found.sort)
        for hex in (unit.hex, *(one for _, one in play.ground.around[unit.hex]))
    }
    return tuple(near)


def verify_announce(play: Play, side: str, action: a.Announce) -> None:
    """Raises Refused."""
    allowed = may_announce(play, side)
    if action.hex not in allowed:
        raise Refused("Announce a hex within one of the unit.", "19.92", allowed, "$.hex")


def announce(play: Play, side: str, action: a.Announce) -> None:
    """19.92: the owner's choice. 19.95: fire at that hex counts as unobserved, and nobody is spotted by it."""
    found = to_announce(play, side)
    assert found is not None
    play.emit(e.HexAnnounced(found.side, found.sort, action.hex))

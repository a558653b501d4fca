"""Counterbattery: guns that betray themselves, and who answers them (7.8, 14.24, 19.2)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import radio
from campaign.systems.mechwar_4.apply.guns import waits
from campaign.systems.mechwar_4.events import guns as e
from campaign.systems.mechwar_4.gunnery import (
    Guns,
    fit,
    guns_named,
    guns_of,
    planned,
    verify_fit,
    verify_pattern,
    verify_range,
)
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Mission

MOST = 6


def detect(play: Play, guns: Guns) -> None:
    """7.81, 7.88, 19.2: a die for guns that have just fired; off the map only where they can be fired at (14.23)."""
    game = play.state
    numbers = play.charts.fire.indirect
    if guns.off_board:
        if guns.air or not game.switches.offboard_counterbattery:
            return
        shots = game.batteries[guns.id].shots
    else:
        shots = game.units[guns.id].shots
    limit = min(MOST, numbers.spots * shots) if game.switches.growing_detection else numbers.spots
    (die,) = play.dice.roll("counterbattery", 1)
    play.emit(e.GunsDetected(guns.id, guns.side, die, limit, die <= limit, guns.hex))


def waiting(play: Play, side: str) -> list[Guns]:
    """Guns of a side that wait to answer (7.81) and still can (7.15, 7.82)."""
    game = play.state
    ids = {one.by for one in game.missions if waits(one) and one.due <= game.turn}
    return [one for one in guns_of(play, side) if one.id in ids and fit(play, one)]


def betrayed(play: Play, side: str) -> list[str]:
    """Enemy guns that have betrayed themselves just now, or off the map before (19.2), and are still there."""
    game = play.state
    return [
        id
        for id in game.betrayed
        if (id in game.batteries and game.batteries[id].side != side and not game.batteries[id].out)
        or (id in game.units and game.units[id].side != side and bool(game.units[id].hex))
    ]


def may_answer(play: Play, side: str) -> bool:
    """Whether a side is asked: where counters are hidden, whether or not any gun of its waits."""
    if not betrayed(play, side):
        return False
    return hides(play.state) or bool(waiting(play, side))


def wanted(play: Play) -> bool:
    open = play.known("")
    return any(may_answer(open, side.id) for side in play.state.sides)


def counter(play: Play, side: str, action: a.Counter) -> None:
    """7.84: who fires at whom is said for all before any of it falls."""
    hex, turn = answered_in(play, action), play.state.turn
    loose = action.pattern == "loose"
    play.emit(
        e.MissionPlotted(Mission(action.by, side, hex, "shells", loose, due=turn, counter=action.target))
    )


def answered_in(play: Play, action: a.Counter) -> Hex:
    """The hex of the guns that are answered, "" off the map."""
    units = play.state.units
    return units[action.target].hex if action.target in units else ""


def verify(play: Play, side: str, action: a.Counter) -> None:
    """Raises Refused."""
    game = play.state
    guns = guns_named(play, side, action.by)
    mine = planned(play, guns, game.turn)
    if mine is None or mine.load != "counter":
        names = [one.id for one in waiting(play, side)]
        raise Refused(f"{guns.name} does not wait for enemy guns.", "7.81", names, "$.by")
    verify_fit(play, guns)
    there = betrayed(play, side)
    if action.target not in there:
        raise Refused("Only guns that have betrayed themselves are answered.", "7.81", there, "$.target")
    verify_pattern(guns, "shells", action.pattern == "loose")
    hex = answered_in(play, action)
    radio.verify_bombards(play, side, game.units.get(guns.id), hex)
    if guns.range and not hex:
        raise Refused(f"{guns.name} cannot reach guns off the map.", "14.24", where="$.target")
    if hex:
        verify_range(play, guns, hex, "7.81", "$.target")


def displace(play: Play, side: str, action: a.Displace) -> None:
    """19.22: a spotted battery moves away instead of firing, and is back after so many turns."""
    play.emit(e.BatteryDisplaced(action.battery, play.state.turn + play.charts.fire.indirect.displace))


def verify_displace(play: Play, side: str, action: a.Displace) -> None:
    """Raises Refused."""
    guns = guns_named(play, side, action.battery, "$.battery")
    if not guns.off_board or not play.state.batteries[guns.id].spotted:
        raise Refused(f"{guns.name} is no spotted battery off the map.", "19.22", where="$.battery")
    verify_fit(play, guns)

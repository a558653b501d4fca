"""Aircraft that fly over the map: called for, flown hex by hex, gone again (15.3)."""

from __future__ import annotations

from typing import Literal

from campaign.rules.hexes import EDGES, Edge, Hex
from campaign.rules.options import Pending
from campaign.rules.refused import Refused, no_such
from campaign.rules.wording import some_hexes
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import airdefence
from campaign.systems.mechwar_4.events import air as e
from campaign.systems.mechwar_4.frames import Flight
from campaign.systems.mechwar_4.play import Play, frame
from campaign.systems.mechwar_4.state import Aircraft, AirLoad
from campaign.systems.mechwar_4.tables import Aircraft as AircraftType

TURNS = {"ahead": 0, "left": -1, "right": 1}
BOMBS: tuple[AirLoad, ...] = ("bombs", "smart-bombs")


def row_of(play: Play, plane: Aircraft) -> AircraftType:
    return play.charts.aircraft[plane.type]


# -- calling for one -------------------------------------------------------------------------------------------


def own_plane(play: Play, side: str, id: str) -> Aircraft:
    """Raises Refused."""
    mine = {one.id: one for one in play.state.aircraft.values() if one.side == side and not one.gone}
    if id not in mine:
        raise no_such("aircraft", id, mine, "15.36", "$.aircraft", " of yours that has still to fly")
    return mine[id]


def plot(play: Play, side: str, action: a.PlotAirstrike) -> None:
    """15.36: so many turns ahead, with the hex that is to be bombed."""
    due = play.state.turn + play.charts.air.rules.ahead
    play.emit(e.AirstrikePlotted(action.aircraft, due, action.aim, action.load))


def verify_plot(play: Play, side: str, action: a.PlotAirstrike) -> None:
    """Raises Refused."""
    game, ahead = play.state, play.charts.air.rules.ahead
    plane = own_plane(play, side, action.aircraft)
    if not game.switches.advanced_air:
        raise Refused("Aircraft do not fly over the map in this battle.", "15.3")
    if plane.due and plane.due < game.turn + ahead:
        raise Refused(f"{plane.name} is on its way, for turn {plane.due}.", "15.36", where="$.aircraft")
    if game.turn + ahead > game.turns:
        raise Refused(f"It would come in turn {game.turn + ahead}, after the last one.", "15.36")
    allowed = loads(play, plane)
    if action.load not in allowed:
        raise Refused(f"The load of {plane.name} is chosen among these.", "15.63", allowed, "$.load")
    load = action.load or plane.load
    if load in BOMBS and action.aim not in play.ground.terrain:
        raise Refused("The hex to be bombed is named beforehand.", "15.36", where="$.aim")
    if load not in BOMBS and action.aim:
        raise Refused(f"{plane.name} carries no bombs.", "15.36", ("",), "$.aim")


def loads(play: Play, plane: Aircraft) -> tuple[AirLoad | Literal[""], ...]:
    """15.63: what may be chosen for an aircraft; "" where the scenario says."""
    if not plane.choice:
        return ("",)
    row = row_of(play, plane)
    found: list[AirLoad | Literal[""]] = [*BOMBS]
    if row.missiles:
        found.append("missiles")
    if row.mavericks:
        found.append("mavericks")
    return tuple(found)


def cancel(play: Play, side: str, action: a.CancelAirstrike) -> None:
    play.emit(e.AirstrikePlotted(action.aircraft, 0))


def verify_cancel(play: Play, side: str, action: a.CancelAirstrike) -> None:
    """Raises Refused."""
    plane = own_plane(play, side, action.aircraft)
    if plane.due != play.state.turn + play.charts.air.rules.ahead:
        raise Refused(f"{plane.name} was not called for in this phase.", "15.36", where="$.aircraft")


def may_plot(play: Play, side: str) -> bool:
    """Whether a side is asked: it has aircraft to call for (15.36), or air defence and an enemy with aircraft left."""
    game, ahead = play.state, play.charts.air.rules.ahead
    if not game.switches.advanced_air:
        return False
    left = [one for one in game.aircraft.values() if not one.gone]
    if any(one.side != side for one in left) and airdefence.defended(play, side):
        return True
    late = game.turn + ahead > game.turns
    return not late and any(one.side == side and one.due in (0, game.turn + ahead) for one in left)


# -- flying ----------------------------------------------------------------------------------------------------


def next_flight(play: Play) -> bool:
    """15.31: aircraft come one after the other, the first player's before the other's."""
    game = play.state
    ready = [one for one in game.aircraft.values() if not one.gone and 0 < one.due <= game.turn]
    if not ready or not game.switches.advanced_air:
        return False
    plane = min(ready, key=lambda one: one.side != game.first)
    play.emit(e.FlightBegan(plane.id, plane.side))
    return True


def question(play: Play, flight: Flight) -> tuple[Pending, ...]:
    plane = play.state.aircraft[flight.aircraft]
    if not plane.path:
        return (Pending(flight.side, "flight", f"{plane.name}: fly onto the map, or stay away."),)
    return (Pending(flight.side, "flight", f"{plane.name}: fly on, attack, or leave the map."),)


def flying(play: Play) -> Aircraft:
    return play.state.aircraft[frame(play, Flight).aircraft]


def ahead(play: Play, hex: Hex, facing: Edge) -> Hex | None:
    """The hex across a side, None off the map."""
    return play.board.neighbours[hex][EDGES.index(facing)]


def verify_enter(play: Play, side: str, action: a.EnterMap) -> None:
    """15.31: across any edge of the map. Raises Refused."""
    plane = flying(play)
    if plane.path:
        raise Refused(f"{plane.name} is over the map.", "15.31")
    if action.hex not in play.ground.terrain or not airdefence.edges(play, action.hex):
        raise Refused(f"{action.hex} does not lie on an edge of the map.", "15.31", where="$.hex")
    if action.facing not in (ways := ways_in(play, action.hex)):
        raise Refused("It comes from off the map and flies onto it.", "15.31", ways, "$.facing")


def ways_in(play: Play, hex: Hex) -> list[Edge]:
    """15.31: the directions in which an aircraft comes from off the map and flies onto it over a hex at its edge."""
    around = play.board.neighbours[hex]
    return [one for i, one in enumerate(EDGES) if around[i] is not None and around[(i + 3) % 6] is None]


def enter(play: Play, side: str, action: a.EnterMap) -> None:
    """15.31, 15.32: its first hex; air defence beyond the edge fires first."""
    plane = flying(play)
    play.emit(e.AircraftFlew(plane.id, action.hex, action.facing, action.altitude == "high"))
    airdefence.off_board(play, plane, action.hex)
    if not plane.lost:
        airdefence.fires(play, plane)


def straight(plane: Aircraft) -> int:
    """Hexes that it has flown since it came, or last turned (15.33)."""
    facing = plane.path[-1].facing
    count = 0
    for leg in reversed(plane.path):
        if leg.facing != facing:
            break
        count += 1
    return count


def turned(plane: Aircraft, turn: str) -> Edge:
    return EDGES[(EDGES.index(plane.path[-1].facing) + TURNS[turn]) % 6]


def verify_fly(play: Play, side: str, action: a.Fly) -> None:
    """15.33: straight ahead for its turn mode before each turn of one hexside. Raises Refused."""
    plane = flying(play)
    over_map(plane)
    mode = row_of(play, plane).turn
    if action.turn != "ahead" and straight(plane) < mode:
        raise Refused(
            f"{plane.name} flies {some_hexes(mode)} straight on before it turns; it has flown {straight(plane)}.",
            "15.33",
            ("ahead",),
            "$.turn",
        )
    most = reach(play, plane, action.turn)
    if not 1 <= action.hexes <= most:
        allowed = (f"1 to {most}",) if most else ()
        raise Refused(
            f"It can fly {some_hexes(most)} that way before the map ends.", "15.33", allowed, "$.hexes"
        )


def over_map(plane: Aircraft) -> None:
    if not plane.path:
        raise Refused(f"{plane.name} has not come yet.", "15.31")


def reach(play: Play, plane: Aircraft, turn: str) -> int:
    """How many hexes it can fly that way on the map, and before its flight is over (a house rule)."""
    facing, hex = turned(plane, turn), plane.path[-1].hex
    left = play.charts.air.rules.longest - len(plane.path)
    count = 0
    while count < left and (following := ahead(play, hex, facing)) is not None:
        hex, count = following, count + 1
    return count


def fly(play: Play, side: str, action: a.Fly) -> None:
    """Hex by hex: in each, whatever can, fires at it."""
    plane = flying(play)
    facing = turned(plane, action.turn)
    for _ in range(action.hexes):
        hex = ahead(play, plane.path[-1].hex, facing)
        assert hex is not None
        play.emit(e.AircraftFlew(plane.id, hex, facing, action.altitude == "high"))
        airdefence.fires(play, plane)
        if plane.lost:
            return


def verify_leave(play: Play, side: str, action: a.LeaveMap) -> None:
    """15.35: over any edge of the map; when its flight is over from wherever it is. Raises Refused."""
    plane = flying(play)
    if not plane.path or len(plane.path) >= play.charts.air.rules.longest:
        return
    leg = plane.path[-1]
    if ahead(play, leg.hex, leg.facing) is not None:
        raise Refused(f"The way ahead of {plane.name} does not lead off the map.", "15.35")


def leave(play: Play, side: str, action: a.LeaveMap) -> None:
    """15.35: air defence beyond the edge fires at it."""
    plane = flying(play)
    if plane.path:
        airdefence.off_board(play, plane, plane.path[-1].hex)
    if not plane.lost:
        play.emit(e.AircraftLeft(plane.id))

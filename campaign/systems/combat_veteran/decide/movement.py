"""Movement (7.8, 8.0 to 8.13): steps, drives, pivots, stances."""

from __future__ import annotations

from typing import Literal, NamedTuple

from campaign.rules.hexes import CORNERS, CORNERS_OF_EDGE, Corner, Edge
from campaign.rules.refused import Refused, no_such
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.attack import HOUSE, allowance
from campaign.systems.combat_veteran.charts import Charts
from campaign.systems.combat_veteran.decide.breakdown import breaks_down, may_break_down
from campaign.systems.combat_veteran.decide.fire import may_be_fired_at
from campaign.systems.combat_veteran.decide.loading import Holders, cannot_dismount, carriers
from campaign.systems.combat_veteran.decide.losses import capture_around
from campaign.systems.combat_veteran.play import Play, own_piece
from campaign.systems.combat_veteran.reach import Medium, Reach
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.state import Piece, swims

Mode = Literal["land", "water"]


class Entry(NamedTuple):
    """What entering a hex costs, whether by land or water, and whether the piece's move ends with it."""

    cost: int
    mode: Mode
    ends: bool = False


# -- who may move ------------------------------------------------------------------------------------------------


def cannot_pivot(piece: Piece, read: Readings) -> tuple[str, str] | None:
    """Why a piece cannot turn: reason and rule; None if it can (9.7 immobilized)."""
    if piece.kind != "vehicle":
        return "it has no facing", "7.8"
    for marker in ("unmanned", "immobilized"):
        if marker in piece.markers:
            return f"it is {marker}", "9.7"
    if "driver" in piece.empty:
        return "nobody drives", HOUSE
    if piece.stopped and not read.stopped_pivots:
        return "it had to stop", "9.7"
    return None


def cannot_move(piece: Piece, read: Readings) -> tuple[str, str] | None:
    """Why a piece cannot enter another hex in this phase: reason and rule; None if it may (8.4)."""
    if piece.kind == "weapon":
        return "a weapon is carried", "8.2"
    if piece.carrier:
        return "it is being carried; let it dismount", "8.2"
    if piece.kind == "vehicle":
        if why := cannot_pivot(piece, read):
            return why
        if piece.steps and (piece.stance == "maneuvering" or piece.steps == most_steps(piece, read)):
            return "a vehicle that begins its move maneuvering moves one hex at most", "8.12"
    elif piece.wounded:
        return "it is wounded and must be carried", "8.4"
    elif piece.rode and not read.walk_after_ride:
        return "it has ridden in this phase", "8.2"
    if piece.stopped:
        return "it had to stop", "9.7"
    if piece.done:
        return "its move is over", "8.0"
    return None


def most_steps(piece: Piece, read: Readings) -> int:
    """Hexes that it may enter in this phase, 0 for no limit (8.12): damage that takes the marker of who began
    maneuvering may free it (reading `maneuver_lasts`)."""
    return piece.most if read.maneuver_lasts or piece.stance == "maneuvering" else 0


def whole_allowance(charts: Charts, piece: Piece, mode: Mode) -> int:
    """The movement value for going by land or water, not doubled."""
    if piece.ratings.mobility == "amphibious":
        return charts.movement.afloat if mode == "water" else charts.movement.amphibious
    return allowance(charts, piece)


def budget(play: Play, piece: Piece, mode: Mode) -> int:
    """Movement points left for going on by land or water; doubled while speeding (8.13 speed)."""
    whole = whole_allowance(play.charts, piece, mode)
    return whole * (2 if piece.stance == "speeding" else 1) - piece.spent


def reach_of(play: Play, piece: Piece, mode: Mode) -> Reach:
    """All that the piece could get to from its hex, at speed and with nothing spent: the same all through a battle."""
    most = whole_allowance(play.charts, piece, mode) * (2 if piece.kind == "vehicle" else 1)
    return play.ground.ways.reach(piece.hex, medium_of(piece, mode), most)


def medium_of(piece: Piece, mode: Mode) -> Medium:
    if mode == "water":
        return "water"
    return "foot" if piece.kind == "soldier" else "vehicle"


def way_in(play: Play, piece: Piece, to: str) -> Entry | Refused:
    """What entering the neighbouring hex costs this piece, or why it cannot (8.0, 8.5 water, 8.5 amphibians, 8.5
    others).
    """
    terrain = play.ground.terrain[to]
    if terrain.water != "none":
        if swims(piece.ratings):
            if piece.mode == "land":
                return Refused("It moved over land this turn; water must wait.", "8.5", where="$.to")
            if play.ground.board.barrier(piece.hex, to):
                return Refused("Land bars the water between these hexes.", "8.5", where="$.to")
            return Entry(1, "water")
        if terrain.water == "all":
            return Refused("Only boats and amphibious vehicles enter open water.", "8.5", where="$.to")
        read = play.state.read
        if piece.stance == "speeding" and not read.speed_fords:
            return Refused("A river is not entered at speed.", "8.5", where="$.to")
        if piece.spent and read.fords == "whole":
            return Refused("A river takes the whole movement: enter it first.", "8.5", where="$.to")
        return Entry(max(0, budget(play, piece, "land")), "land", ends=True)
    if piece.ratings.mobility == "boat":
        return Refused("A boat stays in the water.", "8.5", where="$.to")
    if piece.mode == "water":
        return Refused("It moved through water this turn; land must wait.", "8.5", where="$.to")
    return Entry(terrain.cost if piece.kind == "soldier" else terrain.vehicle_cost, "land")


# -- steps -------------------------------------------------------------------------------------------------------


def mover(play: Play, side: str, unit: str) -> Piece:
    piece = own_piece(play.state, side, unit)
    if why := cannot_move(piece, play.state.read):
        raise Refused(f"{piece.name} cannot move: {why[0]}.", why[1], where="$.unit")
    return piece


def step(play: Play, side: str, action: a.Step) -> None:
    piece = mover(play, side, action.unit)
    enter(play, piece, action.to, action.facing, step_entry(play, piece, action))


def step_entry(play: Play, piece: Piece, action: a.Step) -> Entry:
    """What this step costs (7.8 facing). Raises Refused."""
    board = play.ground.board
    around = [hex for hex in board.neighbours[piece.hex] if hex is not None]
    if action.to not in board.terrain:
        raise no_such("hex", action.to, around, "8.0", "$.to", " on this board")
    if action.to not in around:
        raise Refused(f"{action.to!r} is not beside {piece.hex}.", "7.8", around, "$.to")
    edge = board.edge(piece.hex, action.to)
    assert edge is not None
    corners = CORNERS_OF_EDGE[edge] if piece.kind == "vehicle" else ("",)
    if action.facing not in corners:
        reason = f"{piece.name} must face a corner beside the hexside that it leaves by."
        if piece.kind != "vehicle":
            reason = f"{piece.name} has no facing: leave it empty."
        raise Refused(reason, "7.8", corners, "$.facing")
    entry = way_in(play, piece, action.to)
    if isinstance(entry, Refused):
        raise entry
    left = budget(play, piece, entry.mode)
    if entry.cost > left or left <= 0:
        raise Refused(f"{action.to} costs {entry.cost}; {piece.name} has {left} left.", "8.0", where="$.to")
    return entry


def enter(play: Play, piece: Piece, to: str, facing: str, entry: Entry) -> bool:
    """Enter one hex: capture, breakdown, and the other side's chance to fire. False if it cannot simply go on."""
    spent, by, fired = piece.spent + entry.cost, _read_by(piece, entry), _fired_before(play, piece)
    play.emit(e.Moved(piece.id, to, facing, entry.cost, spent, entry.mode, entry.ends, readings=by))
    captured = capture_around(play, piece)
    at_speed, later = piece.stance == "speeding", play.state.read.breakdown_order == "after-fire"
    broke = at_speed and not later and breaks_down(play, piece, entry.cost)
    if may_be_fired_at(play, piece):
        at_risk = at_speed and may_break_down(play, piece, entry.cost)
        by = (*fired, "breakdown_order") if at_risk else fired
        play.emit(e.FireOffered(piece.id, entry.cost if at_risk and later else 0, readings=by))
        return False
    broke = broke or (at_speed and later and breaks_down(play, piece, entry.cost))
    return not broke and not captured


def _fired_before(play: Play, mover: Piece) -> tuple[str, ...]:
    """The reading of how often its enemies fire, if any of them has."""
    used = any(piece.used and piece.side != mover.side for piece in play.state.pieces.values())
    return ("defence",) if used else ()


def _read_by(piece: Piece, entry: Entry) -> tuple[str, ...]:
    """The readings without which a piece would not enter a hex."""
    needed = {
        "fords": entry.ends and piece.spent > 0,
        "speed_fords": entry.ends and piece.stance == "speeding",
        "walk_after_ride": piece.rode,
        "maneuver_lasts": 0 < piece.most <= piece.steps,
    }
    return tuple(name for name, is_needed in needed.items() if is_needed)


def drive_mode(play: Play, piece: Piece, to: str) -> Mode:
    """By water or land: what the goal is, for those that can do both."""
    if swims(piece.ratings) and play.ground.terrain[to].water != "none":
        return "water"
    return "land"


def may_drive(piece: Piece, read: Readings, mode: Mode) -> bool:
    """Whether drives of this mode are open at all: not while maneuvering, nor against 8.5 (8.5 amphibians)."""
    if piece.stance == "maneuvering" or most_steps(piece, read):
        return False
    mobility = piece.ratings.mobility
    if mobility == "amphibious":
        return piece.mode in ("", mode)
    return (mobility == "boat") == (mode == "water")


def drive(play: Play, side: str, action: a.Drive) -> None:
    piece = mover(play, side, action.unit)
    path = drive_path(play, piece, action.to)
    for hex in path:
        entry = way_in(play, piece, hex)
        assert isinstance(entry, Entry)
        if not enter(play, piece, hex, facing_for(play, piece, hex), entry):
            return


def drive_path(play: Play, piece: Piece, to: str) -> list[str]:
    """The hexes that a drive enters. Raises Refused."""
    if to not in play.ground.terrain:
        raise no_such("hex", to, (), "8.0", "$.to", " on this board")
    mode = drive_mode(play, piece, to)
    if piece.stance == "maneuvering" or most_steps(piece, play.state.read):
        raise Refused(f"{piece.name} is maneuvering: it takes a single step.", "8.12", ["step"], "$.unit")
    if not may_drive(piece, play.state.read, mode):
        raise Refused(f"{piece.name} goes by land or by water in one turn, not both.", "8.5", where="$.to")
    medium = medium_of(piece, mode)
    reach = reach_of(play, piece, mode)
    cost = reach.cost.get(to)
    if cost is None:
        reason = f"No way leads from {piece.hex} to {to}; a river is entered by a single step."
        raise Refused(reason, "8.0", ["step"], "$.to")
    left = budget(play, piece, mode)
    if cost > left:
        raise Refused(f"{to} costs {cost}; {piece.name} has {left} left.", "8.0", where="$.to")
    return play.ground.ways.path(reach, to, medium)


def facing_for(play: Play, piece: Piece, to: str) -> str:
    """The corner to turn to before a step: the one now faced if it will do, else the nearer one."""
    if piece.kind != "vehicle":
        return ""
    edge: Edge | None = play.ground.board.edge(piece.hex, to)
    assert edge is not None
    left, right = CORNERS_OF_EDGE[edge]
    return left if _turns(piece.facing, left) <= _turns(piece.facing, right) else right


def _turns(frm: str, to: Corner) -> int:
    apart = (CORNERS.index(to) - CORNERS.index(frm)) % 6  # type: ignore[arg-type]
    return min(apart, 6 - apart)


# -- pivots and stances ------------------------------------------------------------------------------------------


def pivot(play: Play, side: str, action: a.Pivot) -> None:
    """7.8 pivots."""
    piece = own_piece(play.state, side, action.unit)
    if why := cannot_pivot(piece, play.state.read):
        raise Refused(f"{piece.name} cannot pivot: {why[0]}.", why[1], where="$.unit")
    if piece.facing == action.facing:
        others = [corner for corner in CORNERS if corner != piece.facing]
        raise Refused(f"{piece.name} faces {action.facing} already.", "7.8", others, "$.facing")
    by = ("stopped_pivots",) if piece.stopped else ()
    play.emit(e.Pivoted(piece.id, action.facing, readings=by))


def cannot_take_stance(
    piece: Piece, read: Readings, stance: Literal["maneuvering", "speeding"]
) -> tuple[str, str] | None:
    """8.12."""
    if piece.kind != "vehicle":
        return "only vehicles do", "8.12" if stance == "maneuvering" else "8.13"
    return cannot_move(piece, read) or stance_bar(piece, stance)


def stance_bar(piece: Piece, stance: Literal["maneuvering", "speeding"]) -> tuple[str, str] | None:
    """Why a vehicle that can move cannot take a stance: reason and rule; None if it can."""
    rule = "8.12" if stance == "maneuvering" else "8.13"
    if piece.markers:
        return "no vehicle has this marker beside a damage marker", rule
    if piece.stance != "driving":
        return f"it is {piece.stance} already", rule
    if stance == "maneuvering" and piece.steps:
        return "a vehicle begins its movement maneuvering or not at all", rule
    return None


def maneuver(play: Play, side: str, action: a.Maneuver) -> None:
    _take_stance(play, side, action.unit, "maneuvering")


def speed(play: Play, side: str, action: a.Speed) -> None:
    _take_stance(play, side, action.unit, "speeding")


def _take_stance(play: Play, side: str, unit: str, stance: Literal["maneuvering", "speeding"]) -> None:
    piece = own_piece(play.state, side, unit)
    if why := cannot_take_stance(piece, play.state.read, stance):
        raise Refused(f"{piece.name} cannot begin {stance}: {why[0]}.", why[1], where="$.unit")
    play.emit(e.StanceTaken(piece.id, stance, 1 if stance == "maneuvering" else 0))


# -- anything at all? --------------------------------------------------------------------------------------------


def can_act(play: Play, side: str) -> bool:
    """Whether any piece of the side can still do anything in this phase."""
    game = play.state
    own: list[Piece] = []
    for piece in game.pieces.values():
        if piece.side != side or piece.out:
            continue
        if piece.kind == "vehicle":
            if cannot_pivot(piece, game.read) is None:
                return True
        elif piece.kind == "soldier" and cannot_move(piece, game.read) is None and has_step(play, piece):
            return True
        own.append(piece)
    able = Holders(game, own)
    return any(
        (piece.carrier and cannot_dismount(play, piece) is None) or carriers(able, game, piece)
        for piece in own
        if piece.kind != "vehicle"
    )


def has_step(play: Play, piece: Piece) -> bool:
    for hex in play.ground.board.neighbours[piece.hex]:
        if hex is None:
            continue
        entry = way_in(play, piece, hex)
        if isinstance(entry, Entry) and 0 < entry.cost <= budget(play, piece, entry.mode):
            return True
    return False

"""Movement by the text: steps and what they cost, drives, pivots, markers of stance (7.8, 8.0, 8.5, 8.12, 8.13)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from tests.second.combat_veteran.field import Field, Piece
from tests.second.combat_veteran.plane import CORNERS, EDGES, FRONT, Place, beyond

DISABLED = frozenset({"unmanned", "immobilized"})


def turns(field: Field, piece: Piece) -> bool:
    """Whether it may pivot (7.8, 9.7)."""
    return (
        piece.open
        and not (piece.of.stopped and not field.read["stopped_pivots"])
        and piece.cls == "vehicle"
        and not piece.markers & DISABLED
        and "driver" not in piece.of.empty
    )


def moves(field: Field, piece: Piece) -> bool:
    """Whether it may go on, or begin: nothing has ended its move."""
    if not piece.open or piece.of.done or piece.of.stopped:
        return False
    if piece.cls == "soldier":
        return not piece.wounded and (not piece.of.rode or field.read["walk_after_ride"])
    return turns(field, piece)


def most(field: Field, piece: Piece) -> int:
    """Hexes that it may enter, 0 for any number (8.12)."""
    return piece.of.most if field.read["maneuver_lasts"] or piece.stance == "maneuvering" else 0


def value(field: Field, piece: Piece, water: bool) -> int:
    """8.0, without a speeding marker."""
    return field.values["afloat" if water else piece.mobility]


def budget(field: Field, piece: Piece, water: bool) -> int:
    return value(field, piece, water) * (2 if piece.stance == "speeding" else 1)


def cost(field: Field, piece: Piece, frm: Place, to: Place) -> tuple[str, int] | None:
    """By what a piece enters the next hex, `land`, `water` or `ford`, and its points; None where it cannot."""
    ground = field.map.ground.get(to)
    if ground is None:
        return None
    if ground.water != "none" and piece.swims:
        return None if frozenset((frm, to)) in field.map.barriers else ("water", 1)
    if piece.mobility == "boat" or ground.water == "all":
        return None
    if ground.water == "river":
        left = budget(field, piece, False)
        return "ford", left - piece.of.spent if field.read["fords"] == "rest" else left
    return "land", ground.cost * (2 if ground.obstacle and piece.cls == "vehicle" else 1)


def steps(
    field: Field, piece: Piece, frm: Place, spent: int, mode: str, gone: int
) -> Iterator[tuple[Place, str, int]]:
    """The next hexes that it may enter, after so many points and hexes in this movement."""
    if most(field, piece) and gone >= most(field, piece):
        return
    for edge in EDGES:
        to = beyond(frm, edge)
        found = cost(field, piece, frm, to)
        if found is None:
            continue
        how, points = found
        by = "water" if how == "water" else "land"
        if mode and mode != by:
            continue
        if how == "ford":
            late = spent > 0 and field.read["fords"] == "whole"
            fast = piece.stance == "speeding" and not field.read["speed_fords"]
            if late or points <= 0 or fast:
                continue
        if spent + points <= budget(field, piece, by == "water"):
            yield to, how, points


def entered(field: Field, piece: Piece) -> dict[tuple[Place, str], int]:
    """One step: hex and the corner that it turns to before it leaves (none for soldiers), with the points."""
    found: dict[tuple[Place, str], int] = {}
    if not moves(field, piece):
        return found
    for to, _, points in steps(field, piece, piece.at, piece.of.spent, piece.of.mode, piece.of.steps):
        if piece.cls == "soldier":
            found[to, ""] = points
            continue
        for corner in CORNERS:
            if any(beyond(piece.at, edge) == to for edge in FRONT[corner]):
                found[to, corner] = points
    return found


def driven(field: Field, piece: Piece) -> dict[Place, int]:
    """All hexes within reach, with the fewest points; nobody drives into a ford, nor with a step only to make."""
    if not moves(field, piece) or most(field, piece):
        return {}
    best: dict[tuple[Place, str], int] = {}
    found: dict[Place, int] = {}
    heap = [(piece.of.spent, piece.of.steps, piece.at, piece.of.mode)]
    while heap:
        spent, gone, at, mode = heappop(heap)
        for to, how, points in steps(field, piece, at, spent, mode, gone):
            if how == "ford":
                continue
            key = (to, how)
            if best.get(key, 10**6) > spent + points:
                best[key] = spent + points
                if to != piece.at:
                    found[to] = min(found.get(to, 10**6), spent + points - piece.of.spent)
                heappush(heap, (spent + points, gone + 1, to, how))
    return found


def takes(field: Field, piece: Piece) -> set[str]:
    """Markers of stance that it may take (8.12, 8.13)."""
    if piece.cls != "vehicle" or not moves(field, piece) or piece.markers or piece.stance != "driving":
        return set()
    return {"speeding"} | (set() if piece.of.steps else {"maneuvering"})

"""Who may go aboard and get off (3.2, 4.1, 8.2, 8.4, 9.7), with what the project's readings add."""

from __future__ import annotations

from collections.abc import Iterator

from tests.second.combat_veteran.field import Field, Piece


def places(field: Field, piece: Piece) -> int:
    """What it takes of a capacity, with what it carries."""
    own = 2 if piece.of.ratings.size == 2 else 1
    weapon = field.pieces.get(piece.of.weapon)
    return own + (places(field, weapon) if weapon else 0)


def free(field: Field, carrier: Piece) -> int:
    taken = [one for one in field.pieces.values() if one.aboard == carrier.id and one.there]
    return carrier.of.ratings.capacity - sum(places(field, one) for one in taken)


def carriers(field: Field, piece: Piece) -> Iterator[Piece]:
    """Of the same side in the same hex: vehicles with room; for a weapon also soldiers who have none."""
    if not piece.open or piece.cls == "vehicle" or piece.of.rode or piece.of.stopped:
        return
    if piece.of.done and not field.read["board_later"]:
        return
    for one in field.in_hex(piece.at):
        if one.side != piece.side:
            continue
        if one.cls == "vehicle" and free(field, one) >= places(field, piece):
            yield one
        if piece.cls == "weapon" and one.cls == "soldier" and not one.of.weapon and not one.wounded:
            yield one


def may_leave(field: Field, piece: Piece) -> bool:
    """Into the hex of the carrier, if anybody can stand there; after a ride, too."""
    carrier = field.pieces.get(piece.aboard)
    if not piece.there or carrier is None or carrier.cls != "vehicle":
        return False
    return field.map.ground[carrier.at].water != "all"

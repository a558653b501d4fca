"""Loading (4.1, 8.2): boarding vehicles, taking weapons up, getting off."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.decide.losses import capture_around
from campaign.systems.combat_veteran.play import Play, any_piece, load, own_piece, size
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.state import Game, Kind, Piece


def cannot_mount(game: Game, piece: Piece, carrier: Piece, room: int | None = None) -> tuple[str, str] | None:
    """Why a piece cannot board a vehicle, or a weapon be taken up by a soldier: reason and rule (3.2 capacity,
    4.1).

    room: the carrier's capacity left, where the caller knows it already.
    """
    if piece.kind == "vehicle" or piece.id == carrier.id:
        return "vehicles are not carried", "3.2"
    if piece.carrier:
        return "it is carried already", "8.2"
    if piece.hex != carrier.hex:
        return f"{carrier.name} is in {carrier.hex}", "8.2"
    if boarding_is_over(piece, game.read):
        return "its move is over", "8.2"
    if carrier.side != piece.side or carrier.out or carrier.carrier:
        return f"{carrier.name} cannot take anybody aboard", "3.2"
    if carrier.kind == "vehicle":
        room = carrier.ratings.capacity - load(game, carrier.id) if room is None else room
        if size(game, piece) > room:
            return f"{carrier.name} has room for {room} more, this needs {size(game, piece)}", "8.2"
        return None
    if carrier.kind == "soldier" and piece.kind == "weapon":
        if carrier.weapon or carrier.wounded:
            return f"{carrier.name} cannot take it up", "4.1"
        return None
    return f"{carrier.name} carries nothing of this kind", "8.2"


def boarding_is_over(piece: Piece, read: Readings) -> bool:
    """Whether nothing takes a piece along any more in this phase."""
    return piece.rode or piece.stopped or (piece.done and not read.board_later)


class Holders:
    """Those of a side's pieces that could take anything with them: mostly a few, asked for by many.

    by_hex: hex → those with a capacity; all of the side where a weapon lies that anybody might take. room: holder →
    the capacity that it has left (8.2). fitting: what `carriers` has found, for all that are alike.
    """

    __slots__ = ("by_hex", "fitting", "room")

    def __init__(self, game: Game, own: Sequence[Piece]) -> None:
        self.by_hex: dict[str, list[Piece]] = {}
        self.room: dict[str, int] = {}
        self.fitting: dict[tuple[str, Kind, int], tuple[str, ...]] = {}
        loose = {piece.hex for piece in own if piece.kind == "weapon" and not piece.carrier}
        for piece in own:
            if piece.ratings.capacity or piece.hex in loose:
                self.by_hex.setdefault(piece.hex, []).append(piece)
                self.room[piece.id] = piece.ratings.capacity
        if self.room:
            for piece in own:
                if piece.carrier in self.room:
                    self.room[piece.carrier] -= size(game, piece)


def carriers(holders: Holders, game: Game, piece: Piece) -> tuple[str, ...]:
    """The ids of those among its side's holders that a piece could go with now."""
    here = holders.by_hex.get(piece.hex)
    if not here or piece.kind == "vehicle" or piece.carrier or boarding_is_over(piece, game.read):
        return ()
    alike = (piece.hex, piece.kind, size(game, piece))
    found = holders.fitting.get(alike)
    if found is None:
        found = holders.fitting[alike] = tuple(
            other.id for other in here if cannot_mount(game, piece, other, holders.room[other.id]) is None
        )
    return found


def mount(play: Play, side: str, action: a.Mount) -> None:
    piece = own_piece(play.state, side, action.unit)
    carrier = any_piece(play.state, action.carrier, "$.carrier")
    if why := cannot_mount(play.state, piece, carrier):
        raise Refused(f"{piece.name} cannot mount: {why[0]}.", why[1], where="$.carrier")
    play.emit(e.Mounted(piece.id, carrier.id, readings=("board_later",) if piece.done else ()))


def cannot_dismount(play: Play, piece: Piece) -> tuple[str, str] | None:
    if not piece.carrier or play.state.pieces[piece.carrier].kind != "vehicle":
        return "it is not aboard a vehicle", "8.2"
    if play.ground.terrain[piece.hex].water == "all":
        return "there is nothing but water here", "8.5"
    return None


def dismount(play: Play, side: str, action: a.Dismount) -> None:
    piece = own_piece(play.state, side, action.unit)
    if why := cannot_dismount(play, piece):
        raise Refused(f"{piece.name} cannot dismount: {why[0]}.", why[1], where="$.unit")
    play.emit(e.Dismounted(piece.id, piece.hex))
    if piece.kind == "soldier":
        capture_around(play, piece)

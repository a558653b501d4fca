"""Where units may go: Movement, Special Rules, Retreat, Transport, Engineers."""

from __future__ import annotations

from tests.second.portable_wargame.field import Field, Piece
from tests.second.portable_wargame.plane import EDGES, Place, apart, direction, next_to, place, within
from tests.second.portable_wargame.text import (
    BATTERIES,
    CLASSES,
    MOTORS,
    RIDES_IN_MOTORS,
    RIDES_ON_TANKS,
    TANKS,
    THROUGH_WIRE,
)


def in_front(field: Field, piece: Piece, at: Place) -> bool:
    """Whether a hex next to it is before its front: three edges, or the one that it faces (reading `close_front`)."""
    if field.readings["close_front"] == "one":
        return direction(piece.at, at) == piece.facing
    return within(piece.facing, piece.at, at, 120)


def facing(field: Field, piece: Piece) -> list[Piece]:
    """Movement h: the enemies in the next hexes that face it."""
    return [one for one in field.near_enemies(piece.side, piece.at) if in_front(field, one, piece.at)]


def stays(piece: Piece) -> bool:
    """Who enters no hex of his own will. Units move, fire and fight in this order (Turn Sequence): who has fought does
    not go on."""
    towed = piece.cls == "artillery" and piece.fired  # Movement c
    return bool(piece.aboard) or towed or piece.busy or piece.stopped or piece.fought


def stops(field: Field, piece: Piece, at: Place) -> bool:
    """Movement h, Woods, Rivers, Trenches, Barbed Wire."""
    ground = field.ground[at]
    return (
        field.enemy_beside(piece.side, at)
        or ground.kind == "wood"
        or ground.wet
        or "trench" in ground.things
        or (at in field.wire and piece.cls not in THROUGH_WIRE)
    )


def slow_start(field: Field, piece: Piece) -> bool:
    """Rivers, Trenches: out of these it is one hex."""
    ground = field.ground[piece.at]
    return piece.moved == 0 and (ground.wet or "trench" in ground.things)


def destinations(field: Field, piece: Piece) -> dict[Place, int]:
    """Every hex in which it may end, and how many it enters on its way there."""
    if stays(piece):
        return {}
    usual = CLASSES[piece.cls].move - piece.fired - piece.moved
    extra = 1  # Roads
    if slow_start(field, piece):
        usual, extra = min(1, usual), 0
    withdraws = facing(field, piece) if piece.moved == 0 else ([piece] if piece.faced else [])
    found: dict[Place, int] = {}
    seen = {(piece.at, not piece.off_road)}
    edge = [(piece.at, not piece.off_road)]
    for steps in range(1, usual + extra + 1):
        after: list[tuple[Place, bool]] = []
        for at, by_road in edge:
            if steps > 1 and (stops(field, piece, at) or at in field.mines):  # a way pauses in mines
                continue
            for to in next_to(at):
                road = by_road and frozenset((at, to)) in field.roads
                if steps > usual + (extra if road else 0) or not _enters(field, piece, at, to, withdraws):
                    continue
                if (to, road) in seen:
                    continue
                seen.add((to, road))
                after.append((to, road))
                if to != piece.at and field.room(piece, to):
                    found.setdefault(to, steps)
        edge = after
    return found


def _enters(field: Field, piece: Piece, frm: Place, to: Place, withdraws: list[Piece]) -> bool:
    ground = field.ground.get(to)
    if ground is None or not ground.open or field.enemy_at(piece.side, to):
        return False
    if piece.side in field.exhausted and _nearest(field, piece.side, to) < _nearest(field, piece.side, frm):
        return False  # Exhaustion Point
    if withdraws:  # Movement h
        lenient = (
            field.readings["withdrawal"] == "other-fronts" and apart(piece.at, to) == 1 and not piece.moved
        )
        free = {one.id for one in withdraws} if lenient else set[str]()
        before = [one for one in field.near_enemies(piece.side, to) if one.id not in free]
        return not any(in_front(field, one, to) for one in before)
    return True


def _nearest(field: Field, side: str, at: Place) -> int:
    return min((apart(one.at, at) for one in field.enemies(side)), default=0)


def facings(field: Field, piece: Piece) -> set[str]:
    """Movement e, h: other edges that it may face."""
    if (
        piece.aboard
        or piece.busy
        or (piece.cls == "artillery" and piece.fired)
        or piece.turned
        or piece.fought
    ):
        return set()
    others = set(EDGES) - {piece.facing}
    if piece.moved and (near := field.near_enemies(piece.side, piece.at)):
        return others & {direction(piece.at, one.at) for one in near}
    return others


def retreats(field: Field, piece: Piece) -> set[Place]:
    """Definitions, Retreat: empty, and next to no enemy; never into mines, and nowhere that nobody enters."""
    return {
        at
        for at in next_to(piece.at)
        if at in field.ground and field.ground[at].open and not field.there(at) and at not in field.mines
        and not field.enemy_beside(piece.side, at)
    }  # fmt: skip


def carries(field: Field, carrier: Piece, load: Piece) -> bool:
    """Transport, Tank Riders."""
    if carrier.cls in MOTORS:
        return load.cls in RIDES_IN_MOTORS or load.cls == "artillery"
    if carrier.cls == "horse-transport":
        return load.cls == "artillery"
    return field.riders and carrier.cls in TANKS and load.cls in RIDES_ON_TANKS


def carriers(field: Field, piece: Piece) -> set[str]:
    """Whom it may get aboard: in its hex or the next, if it may enter that; it takes the turn of both."""
    if not _fresh(piece) or piece.aboard:
        return set()
    withdraws = facing(field, piece)
    return {
        one.id
        for one in field.standing()
        if one.side == piece.side and one.id != piece.id and not one.cargo and carries(field, one, piece)
        and _fresh(one) and (
            one.at == piece.at
            or (apart(one.at, piece.at) == 1 and one.at not in field.mines
                and _enters(field, piece, piece.at, one.at, withdraws))
        )
    }  # fmt: skip


def ways_down(field: Field, piece: Piece) -> set[Place]:
    """Where it may get down: into its carrier's hex, or the next where there is no room beside it."""
    if not piece.aboard:
        return set()
    carrier = field.pieces[piece.aboard]
    if not _fresh(carrier) or not _fresh(piece):
        return set()
    if field.room(piece, carrier.at):
        return {carrier.at}
    return {
        at for at in next_to(carrier.at)
        if at not in field.mines and _enters(field, piece, carrier.at, at, []) and field.room(piece, at)
    }  # fmt: skip


def _fresh(piece: Piece) -> bool:
    """Who has done nothing this turn."""
    return not (piece.moved or piece.fired or piece.fought or piece.busy or piece.turned)


def works(field: Field, piece: Piece) -> set[tuple[str, Place]]:
    """Engineers, Minefields, Barbed Wire: what it may begin: mines in the next hexes, wire in its own."""
    if piece.aboard or not _fresh(piece):
        return set()
    found: set[tuple[str, Place]] = set()
    if piece.cls == "engineers":
        for at in next_to(piece.at):
            if at in field.mines:
                found.add(("clear-mines", at))
            elif (
                at in field.ground
                and _dry(field, at)
                and (field.readings["mines_under_units"] or not field.there(at))
            ):
                found.add(("lay-mines", at))
    if piece.at in field.wire:
        found.add(("clear-wire", piece.at))
    elif _dry(field, piece.at):
        found.add(("lay-wire", piece.at))
    return found - {(piece.work[0], place(piece.work[1]))} if piece.work[0] else found


def _dry(field: Field, at: Place) -> bool:
    """Where mines and wire are laid: the text names no place, the project none in water."""
    return field.ground[at].open and not field.ground[at].wet


def batteries(piece: Piece) -> bool:
    return piece.cls in BATTERIES


def may_remount(piece: Piece) -> bool:
    """Ours: into the saddle or out of it, in a turn of its own."""
    return not piece.aboard and _fresh(piece)

"""Who may fire at whom, with which modifiers, and what comes of it: Artillery Fire, Firing, Close Combat."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from tests.second.portable_wargame.field import Field, Piece
from tests.second.portable_wargame.moving import in_front
from tests.second.portable_wargame.plane import Place, apart, between, number, within
from tests.second.portable_wargame.text import (
    ALL_ROUND,
    ARTILLERY,
    BATTERIES,
    CLASSES,
    INDIRECT,
    LOSES_UP_TO,
    TANKS,
    WEAPONS,
)

Chances = dict[str, Fraction]
SIXTH = Fraction(1, 6)


# -- Artillery Fire ---------------------------------------------------------------------------------------------------


def bombards(field: Field, piece: Piece) -> set[Place]:
    """The hexes at which a battery may fire."""
    if (
        piece.cls not in BATTERIES
        or piece.aboard
        or piece.fired
        or field.ground[piece.at].wet
        or field.crosses(piece)
    ):
        return set()
    anywhere = field.readings["bombardment"] == "any-hex"
    aims = set(field.ground) - {piece.at} if anywhere else {one.at for one in field.enemies(piece.side)}
    return {at for at in aims if _bombards_at(field, piece, at)}


def _bombards_at(field: Field, piece: Piece, at: Place) -> bool:
    if apart(piece.at, at) > ARTILLERY[piece.arm] or not within(piece.facing, piece.at, at, 120):
        return False
    if not field.at_edge(piece.at, at):
        return False
    if _both_in_wood(field, piece.at, at):
        return False
    if piece.arm in INDIRECT:
        return True
    blocked = field.readings["units_block"] == "fire" and field.barred(piece.at, at)
    covered = field.readings["guns_into_cover"] == "indirect" and field.ground[at].covers
    return field.sees(piece.at, at) and not blocked and not covered


def bombard_modifiers(field: Field, piece: Piece, at: Place) -> int:
    """The same target is the hex, or the unit if that is there still, as the reading `same_target` has it."""
    spotters = [one for one in field.alive() if one.side == piece.side and one.cls == "spotters"]
    seen = any(field.sees(one.at, at) for one in (piece, *spotters))
    by_unit = field.readings["same_target"] == "unit"
    same = piece.aimed_in == field.turn - 1 and (
        any(one.id == piece.aimed_at for one in field.there(at)) if by_unit else piece.aimed == number(at)
    )
    return -field.ground[at].covers + 2 * seen + same + field.commanded(piece, range(2))


def bombard(field: Field, piece: Piece, at: Place) -> tuple[Chances, Chances]:
    """Where the shell lands, and who is hit how probably, and who loses a point by the die for it."""
    lands: Chances = defaultdict(Fraction)
    shift = bombard_modifiers(field, piece, at)
    way = between(piece.at, at)
    before = way[-1].hexes if way else (piece.at,)
    behind = tuple((2 * at[0] - q, 2 * at[1] - r) for q, r in before)
    for die in range(1, 7):
        score = die + shift
        if score >= 5:
            lands[number(at)] += SIXTH
        elif score < 1:
            lands[""] += SIXTH
        else:
            some = before if score in (2, 4) else behind
            for one in some:
                idle = one == piece.at and field.readings["shell_on_own_gun"] == "nothing"
                lands["" if idle or one not in field.ground else number(one)] += SIXTH / len(some)
    facts: Chances = defaultdict(Fraction)
    for place, chance in lands.items():
        for one in field.alive():
            if number(one.at) == place:
                _hit(facts, one, chance, 1, 1)
    return dict(lands), facts


# -- Firing -----------------------------------------------------------------------------------------------------------


def fires(field: Field, piece: Piece) -> set[Place]:
    """The hexes at which it may fire when it is activated."""
    if not piece.arm or piece.cls in BATTERIES or piece.aboard or piece.fired or piece.busy:
        return set()
    if field.ground[piece.at].wet or field.crosses(piece):  # Rivers, Trenches
        return set()
    if piece.moved > CLASSES[piece.cls].move - 1 + _by_road(field, piece):  # Movement d
        return set()
    return {at for at in {one.at for one in field.enemies(piece.side)} if _fires_at(field, piece, at)}


def _by_road(field: Field, piece: Piece) -> bool:
    """Roads: a hex more, if all of the move was along one."""
    return piece.moved > 0 and not piece.off_road


def _fires_at(field: Field, piece: Piece, at: Place) -> bool:
    reach = ARTILLERY[piece.arm] if piece.cls == "assault-guns" else WEAPONS[piece.arm]
    if apart(piece.at, at) > reach or not within(
        piece.facing, piece.at, at, 360 if piece.cls in ALL_ROUND else 120
    ):
        return False
    if (
        not field.at_edge(piece.at, at)
        or not field.one_deep(piece.at, at)
        or _both_in_wood(field, piece.at, at)
    ):
        return False
    if piece.cls == "mortars":  # Firing h, i
        return any(field.sees(one.at, at) for one in _eyes(field, piece))
    blocked = field.readings["units_block"] == "fire" and field.barred(piece.at, at)
    return field.sees(piece.at, at) and not blocked


def _eyes(field: Field, piece: Piece) -> list[Piece]:
    """Firing i: itself, friends in the next hexes, spotters and commanders in its own."""
    friends = [one for one in field.alive() if one.side == piece.side and one.id != piece.id]
    beside = [one for one in friends if apart(one.at, piece.at) == 1]
    return [
        piece,
        *beside,
        *(one for one in friends if one.at == piece.at and one.cls in ("spotters", "commanders")),
    ]


def _both_in_wood(field: Field, one: Place, other: Place) -> bool:
    """Woods: within one, weapons reach one hex: no line of more stays in the wood all the way."""
    way = [at for some in between(one, other) for at in some.hexes if at in field.ground]
    return bool(way) and all(field.ground[at].kind == "wood" for at in (one, *way, other))


def fire_modifiers(field: Field, piece: Piece, at: Place) -> int:
    return -field.ground[at].covers + (piece.moved == 0) + field.commanded(piece, range(2))


def fire(field: Field, piece: Piece, at: Place) -> tuple[Chances, Chances]:
    """How many hits there are, and who is hit how probably, and who loses a point by the dice for it."""
    dice = 3 if piece.cls == "machine-guns" else 1
    needed = 5 - fire_modifiers(field, piece, at)
    each = Fraction(sum(die >= needed for die in range(1, 7)), 6)
    number_of: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for hits, chance in number_of.items():
            after[hits + 1] += chance * each
            after[hits] += chance * (1 - each)
        number_of = after
    if field.readings["machine_guns"] == "one-hit":
        number_of = {0: number_of[0], 1: 1 - number_of[0]}
    facts: Chances = defaultdict(Fraction)
    small = piece.arm in ("small-arms", "machine-guns")
    for one in field.there(at):
        if one.side == piece.side:
            continue
        hard = small and one.cls in TANKS
        for hits, chance in number_of.items():
            if hits and not (hard and field.readings["small_arms_v_tanks"] == "no-effect"):
                _hit(facts, one, chance, hits, 2 if hard else 1)
            if hits and one.cargo:
                _hit(facts, field.pieces[one.cargo], chance, hits, 1)
    return {str(hits): chance for hits, chance in number_of.items() if chance}, facts


# -- Close Combat -----------------------------------------------------------------------------------------------------


def assaults(field: Field, piece: Piece) -> set[str]:
    if piece.aboard or piece.busy or piece.fought:
        return set()
    if piece.side in field.exhausted and not field.readings["exhausted_assaults"]:
        return set()
    return {one.id for one in field.near_enemies(piece.side, piece.at) if in_front(field, piece, one.at)}


def needed(field: Field, piece: Piece, enemy: Piece, attacks: bool) -> int:
    """What the bare die must show at least, not to be hit."""
    row, ground = CLASSES[piece.cls], field.ground[piece.at]
    score = row.front if in_front(field, piece, enemy.at) else row.flank
    help = int(field.commanded(piece, range(1, 2)))
    crossing = field.crosses(piece)
    covered = ground.covers and not (crossing and ground.kind not in ("wood", "town"))
    help += covered
    if ground.kind == "wood" and field.readings["wood_and_cover"] == "twice":
        help += 1
    help -= attacks and field.ground[enemy.at].height > ground.height
    help -= ground.wet
    help -= crossing
    return score - help


def assault(field: Field, piece: Piece, enemy: Piece) -> tuple[Chances, Chances]:
    hit = {
        one.id: Fraction(sum(die < needed(field, one, other, one is piece) for die in range(1, 7)), 6)
        for one, other in ((piece, enemy), (enemy, piece))
    }
    ours, theirs = hit[piece.id], hit[enemy.id]
    results = {
        "none": (1 - ours) * (1 - theirs), "both": ours * theirs,
        piece.id: ours * (1 - theirs), enemy.id: theirs * (1 - ours),
    }  # fmt: skip
    facts: Chances = defaultdict(Fraction)
    for one in (piece, enemy):
        _hit(facts, one, hit[one.id], 1, 1)
        if one.cargo:
            _hit(facts, field.pieces[one.cargo], hit[one.id], 1, 1)
    return {what: chance for what, chance in results.items() if chance}, facts


# -- Resolving hits ---------------------------------------------------------------------------------------------------


def _hit(facts: Chances, piece: Piece, chance: Fraction, hits: int, keeps: int) -> None:
    """With this chance it is hit so often. keeps: how many points it must have to lose one so."""
    if not chance:
        return
    facts[f"hit: {piece.id}"] += chance
    if piece.strength >= keeps:
        safe = Fraction(6 - LOSES_UP_TO[piece.quality], 6) ** hits
        facts[f"a point lost at once: {piece.id}"] += chance * (1 - safe)

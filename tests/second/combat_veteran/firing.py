"""Attacks by the text: firepower, dice, who may attack whom (4.0, 6.0, 8.12, 8.13, 9.0, 9.5)."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Literal

from tests.second.combat_veteran.field import Field, Piece
from tests.second.combat_veteran.plane import FRONT, away, sides_met

RATINGS: tuple[Literal["main", "mg"], ...] = ("main", "mg")


def firepower(piece: Piece, rating: str, first: int = 1) -> int:
    """What damage leaves of it (9.7). first: what it is divided by before that, down."""
    value = (piece.main if rating == "main" else piece.mg) // first
    if {"main": "main-gun", "mg": "hull-mg"}[rating] in piece.markers:
        return 0
    if rating == "mg" and "coaxial" in piece.markers:
        value = ceil(value / 2)
    return ceil(value / 2) if "turret" in piece.markers else value


def armor(field: Field, attacker: Piece, target: Piece) -> int:
    """The best of the target's side in its hex, halved where the line does not come over the front (9.5 a, o, note)."""
    found = [0]
    for one in field.in_hex(target.at):
        covers = one.side == target.side or field.read["armor_covers"] == "all"
        if covers and one.cls == "vehicle":
            found.append(one.armor if in_front(field, attacker, one) else ceil(one.armor / 2))
    return max(found) if field.read["armor_sums"] == "best" else sum(found)


def in_front(field: Field, attacker: Piece, one: Piece) -> bool:
    met = sides_met(attacker.at, one.at)
    if not met:
        return field.read["within_hex"] == "front"
    front = met & set(FRONT[one.facing])
    return front == met or (bool(front) and field.read["corner_line"] == "front")


def terrain(field: Field, attacker: Piece, rating: str, target: Piece) -> int:
    """6.0, 8.5 and the Terrain Effects Chart; no cover from flames (3.2)."""
    if target.afloat and field.read["afloat_effect"] == "replaces":
        return 3
    effect = field.map.ground[target.at].effect
    if target.at in field.scars:
        effect = effect - 2 if field.read["scar_terrain"] == "added" else min(effect, -2)
    if target.afloat:
        effect += 3
    return max(effect, 0) if rating == "main" and attacker.flame else effect


def crowded(field: Field, target: Piece) -> tuple[int, int]:
    """Dice for a crowd on foot (9.5 h), which counts like any other; and for vehicles (4.0), which is always there."""
    there = field.in_hex(target.at)
    if field.read["wrecks_crowd"]:
        there += field.wrecks(target.at)
    if field.read["crowd_of"] == "target":
        there = [one for one in there if one.side == target.side]
    if sum(one.cls == "vehicle" for one in there) >= 8:
        return 0, 1
    usual = ("vehicle", "soldier")
    on_foot = {"pieces": usual, "soldiers": ("soldier",), "all": (*usual, "weapon")}[field.read["foot_crowd"]]
    return int(target.cls != "vehicle" and sum(one.cls in on_foot for one in there) >= 8), 0


def crew(attacker: Piece, rating: str) -> tuple[int, int]:
    """House rules of campaigns: dice for the crew without a lack, and dice that a lack takes, the last one too."""
    piece = attacker.of
    more = {-1: 0, 0: 0, 1: 1, 2: 1}[piece.quality]
    if rating == "main" and "gunnery" in piece.skills:
        more += 1
    return more, -1 if rating == "main" and "gunner" in piece.empty else 0


def dice(field: Field, attacker: Piece, rating: str, target: Piece) -> int:
    """How many dice the attack has; 0 or less: none, or a misadventure (9.5 g)."""
    value = firepower(attacker, rating)
    if target.stance == "maneuvering":
        value = value // 2 if field.read["halving"] == "damage-first" else firepower(attacker, rating, 2)
    far = away(attacker.at, target.at)
    if far <= field.numbers["proximity_hexes"]:
        value += field.numbers["proximity_dice"]
    step = field.numbers["range_step"]
    value += field.numbers["range_dice"] * max(0, ceil((far - step) / step))
    value += terrain(field, attacker, rating, target) - armor(field, attacker, target)
    if target.stance == "speeding":
        value -= 2
    more, lack = crew(attacker, rating)
    crowd, always = crowded(field, target)
    value += more + lack + crowd
    if attacker.of.quality == -1 and value > 1:
        value -= 1
    if always and field.read["crowd_die"] == "always":
        value = max(value, 0)
    return value + always


def able(field: Field, piece: Piece) -> bool:
    """Whether it may attack at all (9.0, 9.7); how far it moved counts for vehicles only."""
    if not piece.there or piece.wounded or "unmanned" in piece.markers or piece.cls == "weapon":
        return False
    if piece.aboard:
        return field.read["fires_aboard"] and slow(field, field.pieces[piece.aboard])
    return piece.cls != "vehicle" or slow(field, piece)


def slow(field: Field, piece: Piece) -> bool:
    """Whether a vehicle moved less than half its allowance (9.0)."""
    value = field.values["afloat"] if piece.of.mode == "water" else field.values[piece.mobility]
    if piece.stance == "speeding" and field.read["half_of"] == "doubled":
        value *= 2
    return 2 * piece.of.spent < value or not piece.of.spent


def attacks(field: Field, piece: Piece, rating: str, targets: list[Piece]) -> Iterator[tuple[Piece, int]]:
    """Whom it may attack, and with how many dice."""
    if not able(field, piece) or not firepower(piece, rating):
        return
    if piece.cls != "vehicle" and piece.of.used:  # only vehicles have an attack with each rating
        return
    if rating in piece.of.rounds and not piece.of.rounds[rating]:
        return
    for target in targets:
        if not target.open or target.cls == "weapon" or target.side == piece.side:
            continue
        reach = piece.flame if rating == "main" and piece.flame else 999
        if piece.at == target.at and not field.read["fire_within"]:
            continue
        if away(piece.at, target.at) > reach or not field.map.sees(piece.at, target.at):
            continue
        many = dice(field, piece, rating, target)
        if many > 0 or field.read["misadventure"]:
            yield target, many

"""How a target stands to attacks from a hex (4.0, 6.0, 8.5, 9.5): who stands with it, from which side they come, what
armor and terrain do. Who fires, and with what, is in `attack.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.rules.hexes import EDGES_OF_CORNER
from campaign.systems.combat_veteran.charts import Charts, Entering, Ground
from campaign.systems.combat_veteran.state import Game, Piece


def half_up(value: int) -> int:
    return (value + 1) // 2


class Company(NamedTuple):
    """Who stands in a hex, of both sides, as far as attacks into it ask: what is aboard does not count.

    vehicles: the sides of those that make a crowd; pieces: of those that make one for soldiers (reading `foot_crowd`).
    """

    armored: Sequence[Piece]
    vehicles: Sequence[str]
    pieces: Sequence[str]


class Companies(dict[str, Company]):
    """The company of every hex, of a battle as it stands, each found when first asked for."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, hex: str) -> Company:
        found = self[hex] = company_in(self._game, hex)
        return found


def company_in(game: Game, hex: str) -> Company:
    armored: list[Piece] = []
    vehicles: list[str] = []
    pieces: list[str] = []
    wrecks, foot = game.read.wrecks_crowd, game.read.foot_crowd
    for piece in game.pieces.values():
        if piece.hex != hex:
            continue
        if piece.kind == "weapon":
            if foot == "all" and not piece.out and not piece.carrier:
                pieces.append(piece.side)
        elif piece.out:
            if wrecks and piece.out == "wrecked":
                vehicles.append(piece.side)
                if foot != "soldiers":
                    pieces.append(piece.side)
        elif not piece.carrier:
            if foot != "soldiers" or piece.kind == "soldier":
                pieces.append(piece.side)
            if piece.kind == "vehicle":
                vehicles.append(piece.side)
            if piece.ratings.armor:
                armored.append(piece)
    return Company(armored, vehicles, pieces)


def is_flank(game: Game, ground: Ground, attacker_hex: str, target: Piece) -> bool:
    """Whether the line of sight enters by neither of the two sides beside the faced corner (9.5 o).

    A line through a corner counts for both of its sides; one from the same hex crosses none, so it is a flank: unless
    they are read otherwise (`corner_line`, `within_hex`).
    """
    key = (attacker_hex, target.hex, target.facing)
    found = ground.flanks.get(key) or entering(ground, attacker_hex, target)
    if found == "front" or found == "flank":
        return found == "flank"
    return (game.read.corner_line if found == "between" else game.read.within_hex) == "flank"


def entering(ground: Ground, attacker_hex: str, target: Piece) -> Entering:
    """How a line of sight comes in at a vehicle as it faces."""
    front = EDGES_OF_CORNER[target.facing]  # type: ignore[index]
    crossed = ground.board.sides_crossed(attacker_hex, target.hex)
    ahead = sum(edge in front for edge in crossed)
    found: Entering = "front" if ahead else "flank"
    if not crossed:
        found = "within"
    elif 0 < ahead < len(crossed):
        found = "between"
    ground.flanks[attacker_hex, target.hex, target.facing] = found
    return found


def armor_against(
    game: Game, ground: Ground, attacker_hex: str, target: Piece, armored: Sequence[Piece]
) -> tuple[int, bool, str]:
    """The armor that counts, whether any of it is flanked, and whose it is ("": the target's own) (9.5 a, 9.5
    note).

    Armor covers every piece of its side in the hex (9.5 note; `armor_covers`): the best there counts (`armor_sums`).
    Each vehicle is flanked or not by its own facing. armored: of the company; the target itself is reckoned as it is
    given.
    """
    read = game.read
    best, best_flanked, whose = 0, False, ""
    if target.ratings.armor:
        best = target.ratings.armor
        if best_flanked := is_flank(game, ground, attacker_hex, target):
            best = half_up(best)
    every, adds = read.armor_covers == "all", read.armor_sums == "added"
    for piece in armored:
        armor = piece.ratings.armor
        if (armor > best or adds) and (every or piece.side == target.side) and piece.id != target.id:
            flanked = is_flank(game, ground, attacker_hex, piece)
            if flanked:
                armor = half_up(armor)
            if adds:
                names = [name for name in (whose or (target.name if best else ""), piece.name) if name]
                best, best_flanked, whose = best + armor, best_flanked or flanked, " and ".join(names)
            elif armor > best:
                best, best_flanked, whose = armor, flanked, piece.name
    return best, best_flanked, whose


def terrain_effect(charts: Charts, game: Game, ground: Ground, target: Piece) -> tuple[int, str, str]:
    """Dice that the target's hex adds or takes: value, name, rule (6.0 write-off, 8.5 effect, 9.5)."""
    afloat = charts.conditions.afloat_dice if target.afloat else 0
    if target.afloat and game.read.afloat_effect == "replaces":
        return afloat, "afloat", "8.5"
    terrain = ground.terrain[target.hex]
    value, name, rule = terrain.effect, terrain.id, "9.5"
    if target.hex in game.scars:
        scar = charts.conditions.scar_effect
        if game.read.scar_terrain == "added":
            value, name, rule = scar + terrain.effect, "burnt-out wreck", "6.0"
        elif scar < terrain.effect:
            value, name, rule = scar, "burnt-out wreck", "6.0"
    return (value + afloat, f"afloat, {name}", "8.5") if target.afloat else (value, name, rule)


Terms = list[tuple[str, int, str]]
"""What an attack's dice come from: what, value, rule."""


class Exposure(NamedTuple):
    """What attacks from one hex on a target have in common, whoever fires there and with whatever rating.

    halved: the target manoeuvres. dice: all that is added and taken, but for cover: what the terrain does, which does
    not always count. crowded: eight vehicles are there (4.0).
    """

    halved: bool
    dice: int
    cover: int
    crowded: bool


def exposure(
    charts: Charts,
    game: Game,
    ground: Ground,
    hex: str,
    target: Piece,
    company: Company,
    terms: Terms | None = None,
) -> Exposure:
    """How a target stands to attacks from a hex (9.5). terms: where the caller wants to be told what makes it up."""
    conditions = charts.conditions
    dice = 0
    if target.ratings.armor or company.armored:
        armor, flanked, whose = armor_against(game, ground, hex, target, company.armored)
        dice -= armor
        if armor and terms is not None:
            what = f"armor of {whose}" if whose else "armor"
            terms.append((f"{what}, flank" if flanked else what, -armor, "9.5 o" if flanked else "9.5 a"))
    cover, name, rule = terrain_effect(charts, game, ground, target)
    if cover and terms is not None:
        terms.append((name, cover, rule))
    if target.stance == "speeding":
        dice += conditions.speeding_dice
        if terms is not None:
            terms.append(("target speeding", conditions.speeding_dice, "8.13"))
    distance = ground.distance[hex, target.hex]
    if distance <= conditions.proximity_hexes:
        dice += conditions.proximity_dice
        if terms is not None:
            terms.append(("proximity", conditions.proximity_dice, "9.5 i"))
    elif far := (distance - 1) // conditions.range_step:
        dice += far * conditions.range_dice
        if terms is not None:
            terms.append((f"range {distance}", far * conditions.range_dice, "9.5 j"))
    crowded = _crowd(game, target, company.vehicles) >= conditions.overstacking_vehicles
    on_foot = not crowded and target.kind == "soldier"
    if on_foot and _crowd(game, target, company.pieces) >= conditions.overstacking_pieces:
        dice += conditions.overstacking_dice
        if terms is not None:
            terms.append(("overstacking", conditions.overstacking_dice, "9.5 h"))
    return Exposure(target.stance == "maneuvering", dice, cover, crowded)


def _crowd(game: Game, target: Piece, sides: Sequence[str]) -> int:
    """How many of some pieces in its hex stand together with a target (4.0, reading `crowd_of`)."""
    return len(sides) if game.read.crowd_of == "both" else sides.count(target.side)

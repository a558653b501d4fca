"""How many dice an attack has, and why (9.0, 9.5): one sum, used to decide, to list and to reckon odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.rules.hexes import EDGES_OF_CORNER
from campaign.rules.options import Modifier
from campaign.rules.refused import Refused
from campaign.rules.wording import some_hexes
from campaign.systems.combat_veteran.charts import Charts, Ground
from campaign.systems.combat_veteran.state import Game, Marker, Piece, Rating

RATINGS: tuple[Rating, ...] = ("main", "mg")
RATING_NAMES: dict[Rating, str] = {"main": "main armament", "mg": "machineguns"}
HOUSE = "house"
"""Stands for a rule's number where the rule is ours: see "In a campaign" in docs/rules/combat-veteran.md."""
QUALITIES = {-1: "green", 0: "regular", 1: "veteran", 2: "elite"}
NO_ROUNDS: dict[Rating, str] = {
    "main": "The main gun has no rounds left.",
    "mg": "The machineguns have no belts left.",
}


def half_up(value: int) -> int:
    return (value + 1) // 2


def rating_of(game: Game, piece: Piece, rating: Rating) -> int:
    """The printed rating; a soldier uses that of the weapon he carries, if it has one."""
    if piece.weapon:
        ratings = game.pieces[piece.weapon].ratings
        if ratings.main or ratings.mg:
            return ratings.main if rating == "main" else ratings.mg
    return piece.ratings.main if rating == "main" else piece.ratings.mg


def is_flamethrower(game: Game, piece: Piece) -> bool:
    """Whether its circled rating is a flamethrower's: its own, or that of the weapon it carries (3.2)."""
    return piece.ratings.flame or bool(piece.weapon and game.pieces[piece.weapon].ratings.flame)


def flame_range(game: Game, piece: Piece, rating: Rating) -> int:
    """How many hexes this rating reaches if it is a flamethrower's; 0 where nothing limits it (3.2, reconstruction)."""
    if rating == "mg":
        return 0
    return piece.ratings.flame_range or (game.pieces[piece.weapon].ratings.flame_range if piece.weapon else 0)


def malfunction(markers: list[Marker], rating: Rating) -> list[tuple[Marker, str]]:
    """Which markers touch this rating, and how: `zero` or `half` (9.7)."""
    if rating == "main":
        touching = (("main-gun", "zero"), ("turret", "half"))
    else:
        touching = (("hull-mg", "zero"), ("coaxial", "half"), ("turret", "half"))
    return [(marker, how) for marker, how in touching if marker in markers]  # type: ignore[misc]


def no_rounds(piece: Piece, rating: Rating) -> bool:
    """Whether it has fired all that it had for this rating (house rule); most pieces are not counted."""
    return bool(piece.rounds) and piece.rounds.get(rating) == 0


def firepower(game: Game, piece: Piece, rating: Rating) -> int:
    """The rating after damage: halves are rounded up (9.7). 0 where no rounds are left (house rule)."""
    if not (piece.weapon or piece.markers or piece.rounds):
        return piece.ratings.main if rating == "main" else piece.ratings.mg
    if no_rounds(piece, rating):
        return 0
    power = rating_of(game, piece, rating)
    if power and piece.markers:
        for _, how in malfunction(piece.markers, rating):
            power = 0 if how == "zero" else half_up(power)
    return power


def allowance(charts: Charts, piece: Piece) -> int:
    """The movement value for what the piece moved through this turn, unspent and not doubled (8.0)."""
    values = charts.movement
    match piece.ratings.mobility:
        case "tracked":
            return values.tracked
        case "wheeled":
            return values.wheeled
        case "boat":
            return values.boat
        case "amphibious":
            return values.afloat if piece.mode == "water" else values.amphibious
        case "foot":
            return values.foot
        case "carried":
            return 0


def cannot_fire(charts: Charts, game: Game, piece: Piece) -> tuple[str, str] | None:
    """Why the piece may not attack at all now: reason and rule; None if it may."""
    if piece.carrier:
        return "it is being carried", "3.2"
    if piece.kind == "weapon":
        return "a weapon needs a soldier to use it", "4.1"
    if "unmanned" in piece.markers:
        return "it is unmanned", "9.7"
    if piece.wounded:
        return "it is wounded", "8.4"
    if piece.kind == "vehicle" and piece.spent and 2 * piece.spent >= _halved(charts, game, piece):
        return "it moved half its allowance or more this turn", "9.0"
    return None


def _halved(charts: Charts, game: Game, piece: Piece) -> int:
    """What a vehicle must have moved less than half of (reading `half_of`)."""
    whole = allowance(charts, piece)
    return 2 * whole if piece.stance == "speeding" and game.half_of == "doubled" else whole


class Company(NamedTuple):
    """Who stands in a hex, of both sides, as far as attacks into it ask: weapons and what is aboard do not count."""

    armored: Sequence[Piece]
    vehicles: int
    pieces: int


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
    vehicles = pieces = 0
    for piece in game.pieces.values():
        if piece.hex == hex and not piece.out and not piece.carrier and piece.kind != "weapon":
            pieces += 1
            vehicles += piece.kind == "vehicle"
            if piece.ratings.armor:
                armored.append(piece)
    return Company(armored, vehicles, pieces)


def is_flank(ground: Ground, attacker_hex: str, target: Piece) -> bool:
    """Whether the line of sight enters by neither of the two sides beside the faced corner (9.5 o).

    A line through a corner counts for both of its sides; one from the same hex crosses none, so it is a flank.
    """
    key = (attacker_hex, target.hex, target.facing)
    found = ground.flanks.get(key)
    if found is None:
        front = EDGES_OF_CORNER[target.facing]  # type: ignore[index]
        crossed = ground.board.sides_crossed(attacker_hex, target.hex)
        found = ground.flanks[key] = not any(edge in front for edge in crossed)
    return found


def armor_against(
    ground: Ground, attacker_hex: str, target: Piece, armored: Sequence[Piece]
) -> tuple[int, bool, str]:
    """The armor that counts, whether it is flanked, and whose it is ("": the target's own).

    Armor covers every piece of its side in the hex (9.5 note): the best there counts, it does not add up. Each vehicle
    is flanked or not by its own facing. armored: of the company; the target itself is reckoned as it is given.
    """
    best, best_flanked, whose = 0, False, ""
    if target.ratings.armor:
        best = target.ratings.armor
        if best_flanked := is_flank(ground, attacker_hex, target):
            best = half_up(best)
    for piece in armored:
        armor = piece.ratings.armor
        if armor > best and piece.side == target.side and piece.id != target.id:
            flanked = is_flank(ground, attacker_hex, piece)
            if flanked:
                armor = half_up(armor)
            if armor > best:
                best, best_flanked, whose = armor, flanked, piece.name
    return best, best_flanked, whose


def terrain_effect(charts: Charts, game: Game, ground: Ground, target: Piece) -> tuple[int, str, str]:
    """Dice that the target's hex adds or takes: value, name, rule."""
    if target.afloat:
        return charts.conditions.afloat_dice, "afloat", "8.5"
    terrain = ground.terrain[target.hex]
    if target.hex in game.scars:
        scar = charts.conditions.scar_effect
        if game.scar_terrain == "added":
            return scar + terrain.effect, "burnt-out wreck", "6.0"
        if scar < terrain.effect:
            return scar, "burnt-out wreck", "6.0"
    return terrain.effect, terrain.id, "9.5"


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
        armor, flanked, whose = armor_against(ground, hex, target, company.armored)
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
    crowded = company.vehicles >= conditions.overstacking_vehicles
    if not crowded and target.kind == "soldier" and company.pieces >= conditions.overstacking_pieces:
        dice += conditions.overstacking_dice
        if terms is not None:
            terms.append(("overstacking", conditions.overstacking_dice, "9.5 h"))
    return Exposure(target.stance == "maneuvering", dice, cover, crowded)


def dice_for(
    charts: Charts,
    game: Game,
    ground: Ground,
    piece: Piece,
    rating: Rating,
    target: Piece,
) -> tuple[int, Terms]:
    """The number of dice (it may be below 1: no attack) and its terms."""
    power = firepower(game, piece, rating)
    around: Terms = []
    exposed = exposure(charts, game, ground, piece.hex, target, company_in(game, target.hex), around)
    if ignores_cover(game, piece, rating, exposed):
        _, name, rule = terrain_effect(charts, game, ground, target)
        around.remove((name, exposed.cover, rule))
    terms = [(_rating_name(piece, rating), power, "9.0")]
    if exposed.halved:
        terms.append(("target maneuvering", power // 2 - power, "8.12"))
    terms += around
    return count_dice(charts, game, piece, rating, power, exposed, terms), terms


def _rating_name(piece: Piece, rating: Rating) -> str:
    return RATING_NAMES[rating] if piece.kind == "vehicle" else "small arms or weapon"


def ignores_cover(game: Game, piece: Piece, rating: Rating, exposed: Exposure) -> bool:
    """Whether terrain that takes dice takes none of this attack's (3.2)."""
    return exposed.cover < 0 and rating == "main" and is_flamethrower(game, piece)


def count_dice(
    charts: Charts,
    game: Game,
    piece: Piece,
    rating: Rating,
    power: int,
    exposed: Exposure,
    terms: Terms | None = None,
) -> int:
    """The number of dice of an attack; what its crew and a crowd add is told to `terms`, where the caller wants it.

    power: the attacker's `firepower`. Order of the reductions: damage halves the rating (up), manoeuvre halves it
    (down), then dice are added.
    """
    dice = (power // 2 if exposed.halved else power) + exposed.dice
    if exposed.cover and not ignores_cover(game, piece, rating, exposed):
        dice += exposed.cover
    if piece.quality or piece.skills or piece.empty:
        for term in crew_terms(piece, rating, dice):
            dice += term[1]
            if terms is not None:
                terms.append(term)
    if exposed.crowded:
        # An attack is always entitled to this die: it comes on top of what is left, were that less than nothing.
        more = charts.conditions.overstacking_dice - min(0, dice)
        dice += more
        if terms is not None:
            terms.append(("overstacking", more, "4.0"))
    return dice


def crew_terms(piece: Piece, rating: Rating, dice: int) -> Terms:
    """What the crew of a campaign adds to an attack of so many dice, or takes (house rules)."""
    terms: Terms = []
    if piece.quality > 0:
        terms.append((f"{QUALITIES[piece.quality]} crew", 1, HOUSE))
    if rating == "main" and "gunnery" in piece.skills:
        terms.append(("gunnery", 1, HOUSE))
    if rating == "main" and "gunner" in piece.empty:
        terms.append(("no gunner", -1, HOUSE))
    # Green crews are bad shots, but what anybody would be allowed to try they may try too.
    if piece.quality < 0 and dice + sum(value for _, value, _ in terms) > 1:
        terms.append((f"{QUALITIES[piece.quality]} crew", -1, HOUSE))
    return terms


def readings_of(
    charts: Charts, game: Game, ground: Ground, piece: Piece, rating: Rating, target: Piece
) -> tuple[str, ...]:
    """The readings without which an attack would not be had, or would have other dice."""
    by: list[str] = []
    if piece.kind == "vehicle" and piece.stance == "speeding" and 2 * piece.spent >= allowance(charts, piece):
        by.append("half_of")
    scarred = target.hex in game.scars and not target.afloat and ground.terrain[target.hex].effect != 0
    if scarred and not (rating == "main" and is_flamethrower(game, piece)):
        by.append("scar_terrain")
    return tuple(by)


def modifiers(terms: Terms) -> tuple[Modifier, ...]:
    return tuple(Modifier(what, value, rule) for what, value, rule in terms)


def spent_rating(game: Game, piece: Piece, rating: Rating) -> str:
    """Why this rating has nothing left in this phase: "" if it has."""
    if rating in piece.used or (piece.used and piece.kind == "soldier"):
        return "it has fired in this phase already"
    chance = game.opportunity
    if chance is not None and chance.declared:
        declared = [by for by in chance.declared if by[0] == piece.id]
        if (piece.id, rating) in declared or (declared and piece.kind == "soldier"):
            return "its fire is declared already"
    fired = game.fired
    if fired and fired[-1] != piece.id and piece.id in fired:
        return "another piece has begun its attack since"
    return ""


def verify_fire(
    charts: Charts, game: Game, ground: Ground, piece: Piece, rating: Rating, target: Piece
) -> tuple[int, Terms]:
    """Dice and their terms. Raises Refused if this attack may not be made."""
    if why := cannot_fire(charts, game, piece):
        raise Refused(f"{piece.name} may not attack: {why[0]}.", why[1], where="$.unit")
    if rating_of(game, piece, rating) == 0:
        raise Refused(f"{piece.name} has no such firepower rating.", "3.2", where="$.rating")
    if no_rounds(piece, rating):
        raise Refused(NO_ROUNDS[rating], "house: ammunition", where="$.rating")
    if why := spent_rating(game, piece, rating):
        raise Refused(f"{piece.name} may not use this rating: {why}.", "9.0", where="$.rating")
    if not can_be_targeted(piece, target):
        raise Refused(f"{target.name} is no target for {piece.name}.", "9.0", where="$.target")
    if not ground.sight.clear(piece.hex, target.hex):
        blocker = ground.sight.blocker(piece.hex, target.hex)
        raise Refused(
            f"{piece.name} has no line of sight to {target.name}: {blocker} is in the way.",
            "9.0",
            where="$.target",
        )
    limit, distance = flame_range(game, piece, rating), ground.distance[piece.hex, target.hex]
    if limit and distance > limit:
        raise Refused(
            f"{target.name} is {some_hexes(distance)} away; the flamethrower of {piece.name} reaches {limit}.",
            "3.2, reconstruction",
            where="$.target",
        )
    dice, terms = dice_for(charts, game, ground, piece, rating, target)
    if firepower(game, piece, rating) == 0:
        raise Refused(f"Damage has put this rating of {piece.name} out of action.", "9.7", where="$.rating")
    if dice < 1 and not game.misadventure:
        sums = ", ".join(f"{what} {value:+d}" for what, value, _ in terms)
        raise Refused(f"This attack has no dice left: {sums}.", "9.5", where="$.target")
    return dice, terms


def can_be_targeted(piece: Piece, target: Piece) -> bool:
    return target.side != piece.side and not target.out and not target.carrier and target.kind != "weapon"

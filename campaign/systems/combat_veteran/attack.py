"""How many dice an attack has, and why (9.0, 9.5): one sum, used to decide, to list and to reckon odds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from campaign.rules.options import Modifier
from campaign.rules.readings import decided
from campaign.rules.refused import Refused
from campaign.rules.wording import some_hexes
from campaign.systems.combat_veteran.charts import Charts, Ground
from campaign.systems.combat_veteran.exposure import (
    Exposure,
    Terms,
    company_in,
    entering,
    exposure,
    half_up,
    terrain_effect,
)
from campaign.systems.combat_veteran.readings import Readings
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


def rating_of(game: Game, piece: Piece, rating: Rating) -> int:
    """The printed rating; a soldier uses that of the weapon he carries, if it has one."""
    if piece.weapon:
        ratings = game.pieces[piece.weapon].ratings
        if ratings.main or ratings.mg:
            return ratings.main if rating == "main" else ratings.mg
    return piece.ratings.main if rating == "main" else piece.ratings.mg


def is_flamethrower(game: Game, piece: Piece) -> bool:
    """Whether its circled rating is a flamethrower's: its own, or that of the weapon it carries (3.2 flamethrower)."""
    return piece.ratings.flame or bool(piece.weapon and game.pieces[piece.weapon].ratings.flame)


def flame_range(game: Game, piece: Piece, rating: Rating) -> int:
    """How many hexes this rating reaches if it is a flamethrower's; 0 where nothing limits it (3.2 reach,
    reconstruction).
    """
    if rating == "mg":
        return 0
    return piece.ratings.flame_range or (game.pieces[piece.weapon].ratings.flame_range if piece.weapon else 0)


def malfunction(markers: list[Marker], rating: Rating) -> list[tuple[Marker, str]]:
    """Which markers touch this rating, and how: `zero` or `half` (9.7 main gun, hull MG, coaxial, turret)."""
    if rating == "main":
        touching = (("main-gun", "zero"), ("turret", "half"))
    else:
        touching = (("hull-mg", "zero"), ("coaxial", "half"), ("turret", "half"))
    return [(marker, how) for marker, how in touching if marker in markers]  # type: ignore[misc]


def no_rounds(piece: Piece, rating: Rating) -> bool:
    """Whether it has fired all that it had for this rating (house rule); most pieces are not counted."""
    return bool(piece.rounds) and piece.rounds.get(rating) == 0


def firepower(game: Game, piece: Piece, rating: Rating) -> int:
    """The rating after damage: halves are rounded up (9.7 main gun, hull MG, coaxial, turret). 0 where no rounds
    are left (house rule).
    """
    if not (piece.weapon or piece.markers or piece.rounds):
        return piece.ratings.main if rating == "main" else piece.ratings.mg
    if no_rounds(piece, rating):
        return 0
    power = rating_of(game, piece, rating)
    if power and piece.markers:
        for _, how in malfunction(piece.markers, rating):
            power = 0 if how == "zero" else half_up(power)
    return power


def halved(game: Game, piece: Piece, rating: Rating, power: int) -> int:
    """What of a piece's firepower is left against a target that manoeuvres (8.12)."""
    if not piece.markers or not power or game.read.halving == "damage-first":
        return power // 2
    left = rating_of(game, piece, rating) // 2
    for _ in malfunction(piece.markers, rating):  # none of which is `zero`, as there is power left
        left = half_up(left)
    return left


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
    """Why the piece may not attack at all now: reason and rule; None if it may (9.0 half)."""
    if piece.carrier and not game.read.fires_aboard:
        return "it is being carried", "3.2"
    if piece.kind == "weapon":
        return "a weapon needs a soldier to use it", "4.1"
    if piece.carrier and _moved_half(charts, game, game.pieces[piece.carrier]):
        return "its vehicle moved half its allowance or more this turn", "9.0"
    if "unmanned" in piece.markers:
        return "it is unmanned", "9.7"
    if piece.wounded:
        return "it is wounded", "8.4"
    if piece.kind == "vehicle" and _moved_half(charts, game, piece):
        return "it moved half its allowance or more this turn", "9.0"
    return None


def _moved_half(charts: Charts, game: Game, vehicle: Piece) -> bool:
    return vehicle.spent > 0 and 2 * vehicle.spent >= _halved(charts, game, vehicle)


def _halved(charts: Charts, game: Game, piece: Piece) -> int:
    """What a vehicle must have moved less than half of (reading `half_of`)."""
    whole = allowance(charts, piece)
    return 2 * whole if piece.stance == "speeding" and game.read.half_of == "doubled" else whole


def dice_for(
    charts: Charts,
    game: Game,
    ground: Ground,
    piece: Piece,
    rating: Rating,
    target: Piece,
) -> tuple[int, Terms]:
    """The number of dice (it may be below 1: no attack) and its terms (4.0, 8.12, 8.13 speed, 9.5 h, 9.5 i, 9.5 j)."""
    power = firepower(game, piece, rating)
    around: Terms = []
    exposed = exposure(charts, game, ground, piece.hex, target, company_in(game, target.hex), around)
    if ignores_cover(game, piece, rating, exposed):
        _, name, rule = terrain_effect(charts, game, ground, target)
        around.remove((name, exposed.cover, rule))
    terms = [(_rating_name(piece, rating), power, "9.0")]
    if exposed.halved:
        terms.append(("target maneuvering", halved(game, piece, rating, power) - power, "8.12"))
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
    """The number of dice of an attack; what its crew and a crowd add is told to `terms`, where the caller wants it
    (9.5).

    power: the attacker's `firepower`. Order of the reductions: damage halves the rating (up), manoeuvre halves it
    (down; the other way round by the reading `halving`), then dice are added.
    """
    dice = (halved(game, piece, rating, power) if exposed.halved else power) + exposed.dice
    if exposed.cover and not ignores_cover(game, piece, rating, exposed):
        dice += exposed.cover
    if piece.quality or piece.skills or piece.empty:
        for term in crew_terms(piece, rating, dice):
            dice += term[1]
            if terms is not None:
                terms.append(term)
    if exposed.crowded:
        # An attack is always entitled to this die: it comes on top of what is left, were that less than nothing.
        more = charts.conditions.overstacking_dice
        if game.read.crowd_die == "always":
            more -= min(0, dice)
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

    def ask(readings: Readings) -> tuple[bool, int]:
        read = replace(game, readings=readings)
        fires = cannot_fire(charts, read, piece) is None and (readings.fire_within or piece.hex != target.hex)
        return fires, dice_for(charts, read, ground, piece, rating, target)[0]

    return decided(game.read, _at_issue(charts, game, ground, piece, target), ask)


def _at_issue(charts: Charts, game: Game, ground: Ground, piece: Piece, target: Piece) -> Iterator[str]:
    """The readings by which an attack might be had or not, or have more or fewer dice."""
    within, there = piece.hex == target.hex, [one for one in game.pieces.values() if one.hex == target.hex]
    under = game.pieces[piece.carrier] if piece.carrier else piece
    if piece.carrier:
        yield "fires_aboard"
    if under.stance == "speeding":
        yield "half_of"
    if target.hex in game.scars:
        yield "scar_terrain"
    conditions = charts.conditions
    if len(there) >= min(conditions.overstacking_vehicles, conditions.overstacking_pieces):
        yield from ("wrecks_crowd", "crowd_of", "crowd_die", "foot_crowd")
    if target.afloat:
        yield "afloat_effect"
    if piece.markers and target.stance == "maneuvering":
        yield "halving"
    if within:
        yield from ("fire_within", "within_hex")
    elif any(one.ratings.armor and entering(ground, piece.hex, one) == "between" for one in there):
        yield "corner_line"
    if any(one.ratings.armor for one in there if one is not target):
        yield from ("armor_covers", "armor_sums")


def modifiers(terms: Terms) -> tuple[Modifier, ...]:
    return tuple(Modifier(what, value, rule) for what, value, rule in terms)


def spent_rating(game: Game, piece: Piece, rating: Rating) -> str:
    """Why this rating has nothing left in this phase: "" if it has (9.0 ratings)."""
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
    """Dice and their terms (3.2 reach). Raises Refused if this attack may not be made."""
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
    if piece.hex == target.hex and not game.read.fire_within:
        reason = f"{target.name} is in the hex of {piece.name}, and is met in close combat."
        raise Refused(reason, "9.5 d", where="$.target")
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
    if dice < 1 and not game.read.misadventure:
        sums = ", ".join(f"{what} {value:+d}" for what, value, _ in terms)
        raise Refused(f"This attack has no dice left: {sums}.", "9.5", where="$.target")
    return dice, terms


def can_be_targeted(piece: Piece, target: Piece) -> bool:
    return target.side != piece.side and not target.out and not target.carrier and target.kind != "weapon"

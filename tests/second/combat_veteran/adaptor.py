"""The project's battles as plain values, its answers as plain sets and chances, and where ours differ from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, cast

from msgspec.structs import asdict

from campaign.rules.packs import read_pack
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.rules import SYSTEM, CombatVeteranRules
from campaign.systems.combat_veteran.state import Game
from campaign.systems.combat_veteran.state import Piece as Theirs
from tests.second.combat_veteran import firing, loading, moving, outcome
from tests.second.combat_veteran.barrage import barrage
from tests.second.combat_veteran.field import Field, Ground, Map, Piece
from tests.second.combat_veteran.outcome import Chances
from tests.second.combat_veteran.plane import CORNERS, Place

Answer = dict[tuple[str, ...], Any]
"""What a side may do, by kind and fields, and what that costs or how many dice it has."""


@cache
def rules() -> CombatVeteranRules:
    pack = read_pack("combat-veteran", "campaign.systems.combat_veteran")
    return cast("CombatVeteranRules", SYSTEM.load(pack))


@cache
def data() -> dict[str, Any]:
    """The tables of the pack as they stand in its files."""
    return {name: content for name, content in rules().pack.content.items() if name.endswith(".toml")}


@cache
def types() -> dict[str, tuple[str, dict[str, Any]]]:
    vehicles, infantry = data()["vehicles.toml"], data()["infantry.toml"]
    found = {one["id"]: ("vehicle", one) for one in vehicles["vehicle"]}
    for cls in ("soldier", "weapon"):
        found |= {one["id"]: (cls, one) for one in infantry[cls]}
    return found


@cache
def boards() -> dict[str, dict[str, Any]]:
    found = [content for name, content in data().items() if name.startswith("boards/")]
    return {one["id"]: one for one in found}


@cache
def names(board: str) -> dict[str, Place]:
    """Where each hex lies: columns are counted from the east, and odd ones sit half a hex higher."""
    layout = boards()[board]["layout"]
    assert (layout["half_up"], layout["columns_from"]) == ("odd", "east")
    found: dict[str, Place] = {}
    for y in range(layout["rows"]):
        for x in range(layout["columns"]):
            column = layout["first_column"] + layout["columns"] - 1 - x
            found[f"{column:02}{layout['first_row'] + y:02}"] = (3 * x, 2 * y + (column % 2 == 0))
    return found


@cache
def hexes(board: str) -> dict[Place, str]:
    return {at: name for name, at in names(board).items()}


@cache
def map_of(board: str) -> Map:
    file = boards()[board]
    rows = {one["id"]: one for one in data()["terrain.toml"]["terrain"]}
    glyphs = [glyph for row in file["picture"] for glyph in row]
    found: dict[Place, Ground] = {}
    for at, glyph in zip(names(board).values(), glyphs, strict=True):
        row = rows[file["legend"][glyph]]
        found[at] = Ground(row["cost"], row["effect"], row.get("obstacle", False), row.get("water", "none"))
    place = names(board)
    return Map(found, {frozenset((place[a], place[b])) for a, b in file.get("barriers", ())})


def piece_of(game: Game, one: Theirs) -> Piece:
    cls, row = types()[one.type]
    mobility = {"vehicle": row.get("mobility", "tracked"), "soldier": "foot", "weapon": "carried"}[cls]
    flame = (row.get("flame_range", 0) or 99) if row.get("flame") else 0
    weapon = types()[game.pieces[one.weapon].type][1] if one.weapon else {}
    armed = (
        weapon if weapon.get("main") or weapon.get("mg") else row
    )  # who has a weapon that fires, fires that
    main, mg = armed.get("main", 0), armed.get("mg", 0)
    return Piece(
        one.id, cls, one.side, names(game.board)[one.hex], mobility, main, mg, row.get("armor", 0), flame,
        one.facing, one.stance, frozenset(one.markers), not one.out, one.carrier, one.wounded, one.afloat, one,
    )  # fmt: skip


def field_of(game: Game) -> Field:
    charts = data()["charts.toml"]
    place = names(game.board)
    return Field(
        map_of(game.board), {one.id: piece_of(game, one) for one in game.pieces.values()},
        {place[hex] for hex in game.scars}, asdict(game.read), charts["movement"], charts["conditions"],
    )  # fmt: skip


def ours(game: Game, side: str) -> Answer:
    """What the side may do by the text."""
    field = field_of(game)
    name = hexes(game.board)
    found: Answer = {}
    if game.shot is not None:
        if game.shot.stage == "facing":
            return {("face", corner): None for corner in CORNERS}
        return {("deflect", *map(str, dice)): dice for dice in deflections(game, field)}
    if game.opportunity is not None:
        return dict(_attacks(game, field, side, [field.pieces[game.opportunity.mover]]))
    own = [one for one in field.pieces.values() if one.side == side]
    if game.phase == "combat":
        return dict(_attacks(game, field, side, list(field.pieces.values())))
    if game.phase == "repair":
        for piece in own:
            if piece.there and not piece.of.tried and not piece.of.nominated:
                found |= {("repair", piece.id, marker): None for marker in piece.markers}
    if game.phase == "movement":
        for piece in own:
            found |= {
                ("step", piece.id, name[to], corner): points
                for (to, corner), points in moving.entered(field, piece).items()
            }
            found |= {
                ("drive", piece.id, name[to]): points for to, points in moving.driven(field, piece).items()
            }
            found |= {("stance", piece.id, stance): None for stance in moving.takes(field, piece)}
            found |= {("mount", piece.id, one.id): None for one in loading.carriers(field, piece)}
            if loading.may_leave(field, piece):
                found["dismount", piece.id] = None
            if moving.turns(field, piece):
                found |= {("pivot", piece.id, corner): None for corner in CORNERS if corner != piece.facing}
    if game.phase == "close-combat":
        for hex in {one.of.hex for one in own if one.open}:
            there = field.in_hex(names(game.board)[hex])
            sides = {one.side for one in there if one.cls != "weapon"}
            if len(sides) == 2 and hex not in game.fought:
                found["close-combat", hex] = None
    return found


def deflections(game: Game, field: Field) -> set[tuple[int, ...]]:
    """Each deflection cancels one die that would do something; all that can are used."""
    assert game.shot is not None
    doing = [die for die in game.shot.dice if die > 3 or (die == 3 and game.shot.defensive)]
    return set(combinations(sorted(doing), min(len(doing), game.shot.dice.count(1))))


def _attacks(
    game: Game, field: Field, side: str, targets: list[Piece]
) -> Iterator[tuple[tuple[str, ...], int]]:
    declared = set(game.opportunity.declared) if game.opportunity is not None else set[Any]()
    for piece in field.pieces.values():
        if piece.side != side or piece.id in game.fired[:-1]:
            continue
        for rating in firing.RATINGS:
            if rating in piece.of.used or (piece.id, rating) in declared:
                continue
            if piece.cls != "vehicle" and any(unit == piece.id for unit, _ in declared):
                continue  # only vehicles have an attack with each rating
            for target, many in firing.attacks(field, piece, rating, targets):
                yield ("fire", piece.id, rating, target.id), many


UNTOLD = (a.EndPhase, a.HoldFire)
"""Answers that are always there, or are not compared."""


def theirs(game: Game, side: str) -> Answer:
    found: Answer = {}
    for option in rules().legal(game, side):
        match option.action:
            case a.Step(unit, to, facing):
                found["step", unit, to, facing] = option
            case a.Drive(unit, to):
                found["drive", unit, to] = option
            case a.Pivot(unit, facing):
                found["pivot", unit, facing] = option
            case a.Maneuver(unit):
                found["stance", unit, "maneuvering"] = option
            case a.Speed(unit):
                found["stance", unit, "speeding"] = option
            case a.Fire(unit, rating, target):
                found["fire", unit, rating, target] = option
            case a.Repair(unit, marker):
                found["repair", unit, marker] = option
            case a.Face(facing):
                found["face", facing] = option
            case a.Deflect(cancel):
                found["deflect", *map(str, sorted(cancel))] = option
            case a.Mount(unit, carrier):
                found["mount", unit, carrier] = option
            case a.Dismount(unit):
                found["dismount", unit] = option
            case a.CloseCombat(hex):
                found["close-combat", hex] = option
            case other:
                assert isinstance(other, UNTOLD), other
    return found


WORDS = {
    "coaxial MG malfunction": "coaxial", "hull MG malfunction": "hull-mg", "turret inoperable": "turret",
    "main gun malfunction": "main-gun",
}  # fmt: skip


def compared(game: Game, side: str) -> tuple[list[str], Counter[str]]:
    """A line for each difference, and how much was compared, by kind."""
    mine, other = ours(game, side), theirs(game, side)
    differ = [f"only by the text: {key}" for key in sorted(mine.keys() - other.keys())]
    differ += [f"only in the project: {key}" for key in sorted(other.keys() - mine.keys())]
    counted: Counter[str] = Counter(key[0] for key in mine.keys() | other.keys())
    for key in sorted(mine.keys() & other.keys()):
        option = other[key]
        if key[0] in ("step", "drive") and mine[key] != option.cost:
            differ.append(f"cost of {key}: {mine[key]} by the text, {option.cost} in the project")
        if key[0] == "fire" and mine[key] != option.dice:
            differ.append(f"{key}: {mine[key]} dice by the text, {option.dice} in the project")
        elif (expected := _expected(game, key, mine[key])) is not None:
            odds = rules().odds(game, side, option.action)
            counted["odds"] += odds is not None
            results, facts = expected
            differ += [f"{key}: {line}" for line in _unequal("result", results, odds.results if odds else ())]
            differ += [f"{key}: {line}" for line in _unequal("fact", facts, odds.also if odds else ())]
    return differ, counted


def _expected(game: Game, key: tuple[str, ...], mine: Any) -> tuple[Chances, Chances] | None:
    """What the text says an action leads to; None where that is not compared."""
    match key:
        case ("fire", _, _, target):
            return _fired_at(game, target, mine)
        case ("face", corner):
            return _faced(game, corner)
        case ("deflect", *_):
            return _deflected(game, mine)
        case ("repair", unit, _):
            return _repaired(game.pieces[unit]), {}
        case ("step", unit, hex, _):
            return _at_speed(game, unit, hex), {}
        case ("close-combat", hex):
            return _fought(game, hex), {}
        case _:
            return None


def beset(game: Game, target: str) -> bool:
    """Whether an enemy is in the hex of a piece; a weapon that lies there may be nobody."""
    field = field_of(game)
    one = field.pieces[target]
    enemies = [other for other in field.in_hex(one.at) if other.side != one.side]
    return any(other.cls != "weapon" or field.read["weapon_captures"] for other in enemies)


def _fired_at(game: Game, target: str, many: int) -> tuple[Chances, Chances]:
    one, defensive = game.pieces[target], game.opportunity is not None
    if one.kind == "soldier":
        return outcome.on_foot(many, one.wounded, defensive)
    return outcome.attack(many, frozenset(one.markers), defensive, beset(game, target))


def _faced(game: Game, corner: str) -> tuple[Chances, Chances]:
    assert game.shot is not None and game.opportunity is not None
    field = field_of(game)
    shots = game.opportunity.declared or [(game.shot.unit, game.shot.rating)]
    target = replace(field.pieces[game.shot.target], facing=corner)
    field.pieces[target.id] = target
    return barrage(
        field, [(field.pieces[unit], rating) for unit, rating in shots], target, beset(game, target.id)
    )


def _deflected(game: Game, cancel: tuple[int, ...]) -> tuple[Chances, Chances]:
    assert game.shot is not None
    counts = [0, *(game.shot.dice.count(face) - cancel.count(face) for face in range(2, 7))]
    target = game.pieces[game.shot.target]
    if target.kind == "soldier":
        result, stop = outcome.shot_down(tuple(counts), target.wounded, game.shot.defensive)
        return {result: Fraction(1)}, {"stopped": Fraction(1)} if stop and result != "killed" else {}
    rest = outcome.remaining(tuple(counts), game.shot.defensive)
    return outcome.told({rest: Fraction(1)}, frozenset(target.markers), beset(game, target.id))


def _repaired(piece: Theirs) -> Chances:
    """6.0: above the number of markers it is off, and a 1 writes the vehicle off."""
    bonus = ("mechanic" in piece.skills) + (piece.quality == 2)
    good = sum(die + bonus > len(piece.markers) for die in range(2, 7))
    chances = {"repaired": good, "written off": 1, "nothing": 5 - good}
    return {what: Fraction(one, 6) for what, one in chances.items() if one}


def _at_speed(game: Game, unit: str, hex: str) -> Chances:
    """8.13: a die below what the hex costs the vehicle is a breakdown."""
    field = field_of(game)
    piece = field.pieces[unit]
    entry = moving.cost(field, piece, piece.at, names(game.board)[hex])
    assert entry is not None
    points = entry[1]
    ground = field.map.ground[names(game.board)[hex]]
    if entry[0] == "ford":  # what the chart has for the hex, not the whole movement
        points = ground.cost * (2 if ground.obstacle else 1)
    if field.read["breakdown"] == "printed":
        points = min(points, ground.cost)
    bad = min(6, max(0, points - 1 - ("driving" in piece.of.skills)))
    if piece.stance != "speeding" or not bad:
        return {}
    chances = {"gets through": Fraction(6 - bad, 6), "breaks down": Fraction(bad, 6)}
    return {what: chance for what, chance in chances.items() if chance}


def _fought(game: Game, hex: str) -> Chances:
    """10.0, with our reconstruction: pieces and a die less the best armor over there; the lower side loses a piece."""
    field = field_of(game)
    there = [one for one in field.in_hex(names(game.board)[hex]) if one.cls != "weapon"]
    (first, name), (second, other) = [(one.id, one.name) for one in game.sides]
    strength = {side: sum(one.side == side for one in there) for side in (first, second)}
    sums = max if field.read["close_armor"] == "best" else sum
    armor = {side: sums([one.armor for one in there if one.side == side]) for side in (first, second)}
    ahead = strength[first] - armor[second] - strength[second] + armor[first]
    found: dict[str, Fraction] = defaultdict(Fraction)
    for die, against in product(range(1, 7), repeat=2):
        by = ahead + die - against
        loser, named = (second, other) if by > 0 else (first, name)
        lost = min(abs(by), strength[loser]) if field.read["close_losses"] == "margin" else 1
        told = f"{named} loses {'a piece' if lost == 1 else f'{lost} pieces'}"
        if not by:
            told = "each side loses a piece" if field.read["close_ties"] == "both" else "a tie"
        found[told] += Fraction(1, 36)
    return dict(found)


def _unequal(what: str, mine: dict[str, Fraction], told: Any) -> Iterator[str]:
    other = defaultdict[str, Fraction](Fraction)
    for one in told:
        name: str = one.result
        other[WORDS.get(name, name)] += Fraction(one.fraction)
        if abs(float(Fraction(one.fraction)) - one.chance) > 1e-9:
            yield f"{one.result}: {one.fraction} is not {one.chance}"
    for name in sorted(mine.keys() | other.keys()):
        if mine.get(name, 0) != other.get(name, 0):
            yield f"{what} {name!r}: {mine.get(name, 0)} by the text, {other.get(name, 0)} in the project"

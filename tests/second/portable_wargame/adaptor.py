"""The project's battles as plain values, its answers as plain sets and chances, and where ours differ from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, cast

import msgspec

from campaign.rules.packs import make_pack, read_pack
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.rules import SYSTEM, PortableWargameRules
from campaign.systems.portable_wargame_modern.state import Game, Unit
from tests.second.portable_wargame import firing, moving
from tests.second.portable_wargame.boards import chance_boards
from tests.second.portable_wargame.field import Field, Ground, Piece
from tests.second.portable_wargame.plane import Place, number, place

Answer = dict[tuple[str, ...], Any]
"""What a side may do, by kind and fields, and what that costs or leads to."""


@cache
def rules() -> PortableWargameRules:
    """With boards made by chance beside those that are shipped."""
    shipped = read_pack("portable-wargame-modern", "campaign.systems.portable_wargame_modern")
    pack = make_pack("portable-wargame-modern", {**shipped.content, **chance_boards()})
    return cast("PortableWargameRules", SYSTEM.load(pack))


@cache
def data() -> dict[str, Any]:
    """The tables of the pack as they stand in its files."""
    return {name: content for name, content in rules().pack.content.items() if name.endswith(".toml")}


@cache
def boards() -> dict[str, dict[str, Any]]:
    found = [content for name, content in data().items() if name.startswith("boards/")]
    return {one["id"]: one for one in found}


@cache
def types() -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in data()["units.toml"]["unit"]}


@cache
def ground_of(board: str) -> dict[Place, Ground]:
    file = boards()[board]
    does = {one["id"]: one["does"] for one in data()["terrain.toml"]["feature"]}
    things: dict[str, set[str]] = defaultdict(set)
    for feature in file.get("features", ()):
        for hex in feature["hexes"]:
            things[hex].add(does[feature["what"]])
    found: dict[Place, Ground] = {}
    heights = file.get("heights") or ["." * len(row) for row in file["picture"]]
    for y, (row, levels) in enumerate(zip(file["picture"], heights, strict=True), 1):
        for x, (glyph, level) in enumerate(zip(row, levels, strict=True), 1):
            hex = f"{x:02}{y:02}"
            height = 0 if level == "." else int(level)
            found[place(hex)] = Ground(file["legend"][glyph], height, frozenset(things[hex]))
    return found


@cache
def roads_of(board: str) -> set[frozenset[Place]]:
    ways = boards()[board].get("roads", ())
    return {frozenset((place(one), place(other))) for way in ways for one, other in pairwise(way)}


def piece_of(unit: Unit) -> Piece:
    kind = types()[unit.type]
    work = (unit.work.task, unit.work.hex) if unit.work is not None else ("", "")
    return Piece(
        unit.id, kind["class"], unit.side, place(unit.hex), unit.facing, unit.strength, unit.full, unit.quality,
        kind.get("weapon") or kind.get("gun") or "", unit.aboard, unit.cargo, unit.moved, unit.off_road, unit.stopped,
        unit.turned, unit.fired, unit.fought, unit.acted, unit.busy, unit.crossing, unit.faced, unit.shells, unit.aimed,
        unit.aimed_at, unit.aimed_in, work, "remount" in kind,
    )  # fmt: skip


def field_of(game: Game) -> Field:
    return Field(
        ground_of(game.board),
        roads_of(game.board),
        {unit.id: piece_of(unit) for unit in game.units.values()},
        msgspec.structs.asdict(game.readings) if game.readings else dict(data()["rules.toml"]["readings"]),
        {place(hex) for hex in game.mines},
        {place(hex) for hex in game.wire},
        {side for side, force in game.forces.items() if force.exhausted},
        game.riders,
        game.turn,
    )


def ours(game: Game, side: str) -> Answer:
    """What the side may do by the text."""
    field = field_of(game)
    if game.run:
        piece = field.pieces[game.run]
        return {("retreat", piece.id, number(at)): None for at in moving.retreats(field, piece)}
    if game.phase == "artillery":
        return dict(_bombards(field, side))
    if game.unit:
        return {} if game.advance else dict(_acting(field, field.pieces[game.unit]))
    ready = [one for one in field.alive() if one.side == side and not one.acted]
    return {("activate", one.id): None for one in ready if any(_acting(field, one))}


def _bombards(field: Field, side: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for piece in field.alive():
        if piece.side != side:
            continue
        for at in firing.bombards(field, piece):
            for gas in ("", "gas") if piece.shells else ("",):
                yield ("bombard", piece.id, number(at), gas), (field, piece, at)


def _acting(field: Field, piece: Piece) -> Iterator[tuple[tuple[str, ...], Any]]:
    for at, cost in moving.destinations(field, piece).items():
        yield ("move", piece.id, number(at)), cost
    for edge in moving.facings(field, piece):
        yield ("turn", piece.id, edge), None
    for at in firing.fires(field, piece):
        yield ("fire", piece.id, number(at)), firing.fire(field, piece, at)
    for id in firing.assaults(field, piece):
        yield ("assault", piece.id, id), firing.assault(field, piece, field.pieces[id])
    for id in moving.carriers(field, piece):
        yield ("load", piece.id, id), None
    for at in moving.ways_down(field, piece):
        yield ("unload", piece.id, number(at)), None
    for task, at in moving.works(field, piece):
        yield ("labour", piece.id, task, number(at)), None
    if piece.saddles and moving.may_remount(piece):
        yield ("remount", piece.id), None


UNTOLD = (a.CeaseFire, a.ThrowInitiative, a.Pass, a.EndUnit, a.Stand, a.Advance, a.Halt)
"""Answers that are always there, or are compared elsewhere."""


def theirs(game: Game, side: str) -> Answer:
    found: Answer = {}
    for option in rules().legal(game, side):
        match option.action:
            case a.Activate(unit):
                found["activate", unit] = option
            case a.Bombard(unit, hex, gas):
                found["bombard", unit, hex, "gas" if gas else ""] = option
            case a.Move(unit, to):
                found["move", unit, to] = option
            case a.Turn(unit, facing):
                found["turn", unit, facing] = option
            case a.Fire(unit, hex):
                found["fire", unit, hex] = option
            case a.Assault(unit, target):
                found["assault", unit, target] = option
            case a.Load(unit, carrier):
                found["load", unit, carrier] = option
            case a.Unload(unit, to):
                found["unload", unit, to] = option
            case a.Labour(unit, task, hex):
                found["labour", unit, task, hex] = option
            case a.Remount(unit):
                found["remount", unit] = option
            case a.Retreat(unit, to):
                found["retreat", unit, to] = option
            case other:
                assert isinstance(other, UNTOLD), other
    return found


class Compared(msgspec.Struct):
    """differ: a line for each difference. options, attacks: how many were compared."""

    differ: list[str]
    options: int = 0
    attacks: int = 0


def compared(game: Game, side: str) -> Compared:
    mine, other = ours(game, side), theirs(game, side)
    found = Compared([], len(mine.keys() | other.keys()))
    for key in sorted(mine.keys() - other.keys()):
        found.differ.append(f"only by the text: {key}")
    for key in sorted(other.keys() - mine.keys()):
        found.differ.append(f"only in the project: {key}")
    for key in sorted(mine.keys() & other.keys()):
        option = other[key]
        if key[0] == "move" and mine[key] != option.cost:
            found.differ.append(f"cost of {key}: {mine[key]} by the text, {option.cost} in the project")
        if key[0] in ("bombard", "fire", "assault"):
            found.attacks += 1
            found.differ += [f"{key}: {line}" for line in _odds(game, side, key, mine[key], option)]
    return found


def _odds(game: Game, side: str, key: tuple[str, ...], mine: Any, option: Any) -> Iterator[str]:
    odds = rules().odds(game, side, option.action)
    assert odds is not None
    if key[0] == "bombard":
        field, piece, at = mine
        results, facts = firing.bombard(field, piece, at)
    else:
        results, facts = mine
    told: dict[str, Fraction] = defaultdict(Fraction)
    for one in odds.results:
        told[_meant(one.result, key, game)] += Fraction(one.fraction)
        if abs(float(Fraction(one.fraction)) - one.chance) > 1e-9:
            yield f"{one.result}: {one.fraction} is not {one.chance}"
    yield from _unequal("result", results, told)
    yield from _unequal("fact", facts, {one.result: Fraction(one.fraction) for one in odds.also})


def _unequal(what: str, mine: dict[str, Fraction], other: dict[str, Fraction]) -> Iterator[str]:
    for name in sorted(mine.keys() | other.keys()):
        if mine.get(name, 0) != other.get(name, 0):
            yield f"{what} {name!r}: {mine.get(name, 0)} by the text, {other.get(name, 0)} in the project"


def _meant(words: str, key: tuple[str, ...], game: Game) -> str:
    if key[0] == "bombard":
        words = {"on target": f"lands in {key[2]}"}.get(words, words)
        return words.removeprefix("lands in ") if words.startswith("lands in ") else ""
    if key[0] == "fire":
        return words.split(" ")[0].replace("no", "0")
    return "none" if words == "no hit" else words.removeprefix("hit: ")

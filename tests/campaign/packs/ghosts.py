"""Ghosts: pieces that stand where none can, in a battle that was just opened. Looked for in what the umpire sees and in
the files as text has them, by the rulebooks' words, not by the checks that let the files through."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from math import cos, radians, sin
from typing import Any

from campaign.rules.system import Rules
from campaign.rules.views import PieceView
from tests.campaign.packs.own import MECHWAR, PORTABLE, TANKS, VETERAN, VOLUME_2

Files = Mapping[str, Any]


def ghosts(rules: Rules, scenario: str, state: Any) -> list[str]:
    """What stands there that cannot, a line each."""
    files = rules.pack.content
    said = next(
        (d for name, d in files.items() if name.startswith("scenarios/") and d.get("id") == scenario), None
    )
    said = said or next(row for row in files["scenarios.toml"]["scenario"] if row["id"] == scenario)
    pieces = [piece for piece in rules.view(state, "umpire").pieces if not piece.out]
    return [*_anywhere(pieces), *OF[rules.system.id](files, said, pieces)]


def _anywhere(pieces: list[PieceView]) -> Iterator[str]:
    """Of every game: ids are told apart, and who is aboard has a carrier of his side, in the same place."""
    for id, count in Counter(piece.id for piece in pieces).items():
        if count > 1:
            yield f"{id} is there {count} times"
    by_id = {piece.id: piece for piece in pieces}
    for piece in pieces:
        carrier = by_id.get(piece.aboard)
        if not piece.aboard:
            continue
        if carrier is None:
            yield f"{piece.id} is aboard {piece.aboard}, which is not there"
        elif carrier.where != piece.where and piece.where:
            yield f"{piece.id} is aboard {carrier.id}, and elsewhere"
        elif carrier.side != piece.side:
            yield f"{piece.id} is aboard the enemy's {carrier.id}"


def _ground(files: Files, said: Any) -> dict[str, str]:
    """Hex → terrain of the scenario's board, as its picture has it."""
    board = files[f"boards/{said['board']}.toml"]
    layout, found = board["layout"], dict[str, str]()
    columns, rows = layout["columns"], layout["rows"]
    column, row = layout.get("first_column", 1), layout.get("first_row", 1)
    wide = max(2, len(str(column + columns - 1)), len(str(row + rows - 1)))
    for y, glyphs in enumerate(board["picture"]):
        for x, glyph in enumerate(glyphs):
            across = columns - 1 - x if layout.get("columns_from") == "east" else x
            name = f"{column + across:0{wide}}{layout.get('separator', '')}{row + y:0{wide}}"
            found[name] = board["legend"][glyph]
    return found


def _rows(files: Files, file: str, table: str) -> dict[str, Any]:
    return {row["id"]: row for row in files[file][table]}


def _standing(pieces: list[PieceView]) -> Iterator[PieceView]:
    yield from (piece for piece in pieces if piece.where and not piece.aboard)


def _off(ground: Mapping[str, str], pieces: list[PieceView]) -> Iterator[str]:
    for piece in pieces:
        if piece.where and piece.where not in ground and not piece.aboard:
            yield f"{piece.id} stands in {piece.where}, off the board"


def _both_sides(pieces: list[PieceView]) -> Iterator[str]:
    sides: defaultdict[str, set[str]] = defaultdict(set)
    for piece in _standing(pieces):
        sides[piece.where].add(piece.side)
    yield from (f"both sides stand in {hex}" for hex, of in sides.items() if len(of) > 1)


def _of_veteran(files: Files, said: Any, pieces: list[PieceView]) -> Iterator[str]:
    """8.5: in water only what swims, boats nowhere else. Vehicles carry no more than they may (8.2)."""
    ground, terrain = _ground(files, said), _rows(files, "terrain.toml", "terrain")
    types = _rows(files, "vehicles.toml", "vehicle")
    yield from _off(ground, pieces)
    for group in said["group"]:
        moves = types.get(group["type"], {}).get("mobility", "tracked")
        water = terrain[ground[group["hex"]]].get("water", "none")
        if water == "all" and moves not in ("boat", "amphibious"):
            yield f"{group['type']} stands in the water of {group['hex']}"
        if water == "none" and moves == "boat":
            yield f"{group['type']} is a boat on land, {group['hex']}"
    if len(said["group"]) > len(pieces):
        yield "fewer pieces than groups"


def _of_volume_2(files: Files, said: Any, pieces: list[PieceView]) -> Iterator[str]:
    """31.5: no vehicle where none may go, no two in a hex, nobody on another's seat, no man of either side twice."""
    ground, terrain = _ground(files, said), _rows(files, "terrain.toml", "terrain")
    kinds = _rows(files, "vehicles.toml", "vehicle")
    if not said.get("patrol"):
        yield from _off(ground, pieces)
    there = [row for row in said.get("vehicle", []) if not row.get("comes") and not row.get("waits")]
    for hex, count in Counter(row["hex"] for row in there).items():
        if count > 1:
            yield f"{count} vehicles stand in {hex}"
    for row in said.get("vehicle", []):
        bars = terrain[ground[row["hex"]]].get("bars", "")
        wheels = kinds[row["kind"]]["class"] in ("jeep", "truck")
        if bars == "all" or (bars == "wheels" and wheels):
            yield f"{row['id']} stands in {ground[row['hex']]}"
    seats = Counter((row["id"], seat) for row in said.get("vehicle", []) for seat in row.get("crew", {}))
    men = [*said["friend"], *(row for row in said.get("enemy", []) if row.get("who"))]
    seats.update((row["vehicle"], row["seat"]) for row in men if row.get("vehicle"))
    yield from (f"{count} sit in {seat} of {id}" for (id, seat), count in seats.items() if count > 1)
    named = Counter(row["who"] for row in men)
    named.update(who for row in said.get("vehicle", []) for who in row.get("crew", {}).values() if who)
    yield from (f"{who} takes part {count} times" for who, count in named.items() if count > 1)
    ours = {
        row["hex"]
        for row in said["friend"]
        if row.get("hex") and not row.get("comes") and not row.get("waits")
    }
    for row in said.get("enemy", []):
        if not row.get("comes") and not row.get("waits") and ours.intersection(row.get("hexes", [])):
            yield f"friend and enemy stand in {ours.intersection(row['hexes'])}"


def _of_mechwar(files: Files, said: Any, pieces: list[PieceView]) -> Iterator[str]:
    """8.5: three to a hex; 12.5: never both sides; 10.1: nobody where he may not go; 16: nobody upon mines; 17.12."""
    ground, terrain = _ground(files, said), _rows(files, "terrain.toml", "terrain")
    types = _rows(files, "units.toml", "unit")
    yield from _off(ground, pieces)
    yield from _both_sides(pieces)
    mines = {hex for row in said.get("mines", []) for hex in row["hexes"]}
    room, air = Counter[str](), Counter[str]()
    for row in said.get("unit", []):
        type = types[row["type"]]
        for hex in () if row.get("aboard") else row.get("hexes", ()):
            way = {"foot": "foot", "truck": "truck", "helicopter": ""}.get(type["moves"], "vehicle")
            if way and terrain[ground[hex]][way] == "no":
                yield f"{row['type']} stands in {ground[hex]}, {hex}"
            if hex in mines:
                yield f"{row['type']} stands upon mines, {hex}"
            room[hex] += type["kind"] not in ("helicopter", "engineers", "motorcycle")
            air[hex] += type["kind"] == "helicopter"
    yield from (f"{count} units stand in {hex}" for hex, count in room.items() if count > 3)
    yield from (f"{count} helicopters are over {hex}" for hex, count in air.items() if count > 1)
    loads = Counter(piece.aboard for piece in pieces if piece.aboard)
    yield from (f"{count} loads are on {id}" for id, count in loads.items() if count > 1)
    riding = {piece.id for piece in pieces if piece.aboard}
    yield from (f"{id} is aboard, and carries" for id in loads if id in riding)


CARRIED = {
    "lorry": {"carried", "rides", "towed"},
    "horses": {"towed"},
    "riders": {"rides"},
}
"""Transport, Tank Riders: what carries whom."""


def _of_portable(files: Files, said: Any, pieces: list[PieceView]) -> Iterator[str]:
    """Movement f, g: no hex with a friend but for transports, spotters and commanders, none with an enemy. Transport:
    one load on each. Rivers: only at a ford or a bridge. Nobody upon mines."""
    ground, terrain = _ground(files, said), _rows(files, "terrain.toml", "terrain")
    types, classes = _rows(files, "units.toml", "unit"), _rows(files, "classes.toml", "class")
    does = _rows(files, "terrain.toml", "feature")
    board = files[f"boards/{said['board']}.toml"]
    dry = {
        hex
        for row in board.get("features", [])
        if does[row["what"]]["does"] in ("ford", "bridge")
        for hex in row["hexes"]
    }
    yield from _off(ground, pieces)
    yield from _both_sides(pieces)
    kinds = {
        (row["side"], hex, bool(row.get("aboard"))): classes[types[row["type"]]["class"]]
        for row in said.get("unit", [])
        for hex in row["hexes"]
    }
    alone = Counter[str]()
    for row in said.get("unit", []):
        class_ = classes[types[row["type"]]["class"]]
        for hex in row["hexes"]:
            if not terrain[ground[hex]].get("open", True) and hex not in dry:
                yield f"{row['type']} stands in {ground[hex]}, {hex}"
            if hex in said.get("mines", []):
                yield f"{row['type']} stands upon mines, {hex}"
            alone[hex] += not row.get("aboard") and not class_.get("shares", False)
    yield from (f"{count} units share {hex}" for hex, count in alone.items() if count > 1)
    loads = Counter(piece.aboard for piece in pieces if piece.aboard)
    yield from (f"{count} loads are on {id}" for id, count in loads.items() if count > 1)
    for (side, hex, aboard), class_ in kinds.items():
        carriers = [
            classes[types[row["type"]]["class"]].get("transport", "")
            for row in said["unit"]
            if row["side"] == side and hex in row["hexes"] and not row.get("aboard")
        ]
        if aboard and not any(class_.get("load", "") in CARRIED.get(one, ()) for one in carriers):
            yield f"nobody in {hex} carries what is {class_.get('load', '')}"


def _of_tanks(files: Files, said: Any, pieces: list[PieceView]) -> Iterator[str]:
    """p8: no terrain over other terrain, none off the table; no point well within two pieces."""
    kinds, table = _rows(files, "terrain.toml", "terrain"), files["table.toml"]
    laid = said.get("layout", [])
    for x in range(0, table["width"] + 1, 10):
        for y in range(0, table["height"] + 1, 10):
            over = [lie for lie in laid if _within(lie, kinds[lie["kind"]], x, y, 3)]
            if len(over) > 1:
                yield f"terrain lies over terrain at {x}, {y}"
                return
    for lie in laid:
        corners = _corners(lie, kinds[lie["kind"]])
        if any(not (-1 <= x <= table["width"] + 1 and -1 <= y <= table["height"] + 1) for x, y in corners):
            yield f"terrain at {lie['x']}, {lie['y']} lies off the table"


def _within(lie: Any, kind: Any, x: float, y: float, less: float) -> bool:
    """Whether a point lies in a piece of terrain, so many mm from its rim at least."""
    turn = radians(lie.get("heading", 0))
    dx, dy = x - lie["x"], y - lie["y"]
    along, across = dx * sin(turn) - dy * cos(turn), dx * cos(turn) + dy * sin(turn)
    return abs(along) <= kind["length"] / 2 - less and abs(across) <= kind["width"] / 2 - less


def _corners(lie: Any, kind: Any) -> Iterator[tuple[float, float]]:
    turn = radians(lie.get("heading", 0))
    for a in (-kind["length"] / 2, kind["length"] / 2):
        for b in (-kind["width"] / 2, kind["width"] / 2):
            yield lie["x"] + a * sin(turn) + b * cos(turn), lie["y"] - a * cos(turn) + b * sin(turn)


OF: Mapping[str, Callable[[Files, Any, list[PieceView]], Iterator[str]]] = {
    VETERAN: _of_veteran,
    VOLUME_2: _of_volume_2,
    MECHWAR: _of_mechwar,
    PORTABLE: _of_portable,
    TANKS: _of_tanks,
}

"""What a viewer may see. Nothing is hidden, so every viewer sees the same."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from campaign.rules.views import Cell, GameView, HexBoard, PieceView
from campaign.systems.portable_wargame_modern.charts import Charts
from campaign.systems.portable_wargame_modern.decide.turn import points
from campaign.systems.portable_wargame_modern.ground import Ground
from campaign.systems.portable_wargame_modern.play import Play, crossing
from campaign.systems.portable_wargame_modern.state import Game, Unit
from campaign.systems.portable_wargame_modern.words import TASK_WORDS


def view(charts: Charts, game: Game) -> GameView:
    ground = charts.ground(game.board)
    clouds = tuple(cloud.hex for cloud in game.clouds)
    return GameView(
        game.turn,
        game.turns,
        game.phase,
        game.active,
        _board(ground, tuple(game.mines), tuple(game.wire), clouds, tuple(game.held.items())),
        tuple(piece(charts, game, unit) for unit in game.units.values()),
        tuple(_notes(game)),
    )


def _notes(game: Game) -> list[str]:
    found: list[str] = []
    for side in game.sides:
        force = game.forces[side.id]
        state = "exhausted" if force.exhausted else f"exhausted at {force.limit}"
        count = points(game, side.id)
        worth = f"{count} point{'' if count == 1 else 's'}"
        found.append(f"{side.name}: {force.lost} of {force.initial} strength points lost ({state}); {worth}.")
    if game.victory is not None:
        found.append(game.victory.text)
    return found


@lru_cache(maxsize=256)
def _board(
    ground: Ground,
    mines: tuple[str, ...],
    wire: tuple[str, ...],
    clouds: tuple[str, ...],
    held: tuple[tuple[str, str], ...],
) -> HexBoard:
    board = ground.board
    layout = board.layout
    goals = dict(held)
    cells: list[Cell] = []
    for i, hex in enumerate(board.hexes):
        row, column = divmod(i, layout.columns)
        terrain = ground.terrain[hex]
        marks = tuple(word for word, there in (("gas", clouds), ("objective", goals)) if hex in there)
        features = (
            *board.features.get(hex, ()),
            *(word for word, there in (("wire", wire), ("mines", mines)) if hex in there),
        )
        cells.append(
            Cell(
                hex, column, row, terrain.id, terrain.glyph, marks[0] if marks else "", board.place(hex) or "",
                board.heights[hex], features, marks[1:],
            )
        )  # fmt: skip
    west_is_odd = layout.first_column % 2 == 1
    half_up = layout.half_up if not west_is_odd else ("even" if layout.half_up == "odd" else "odd")
    roads = tuple(dict.fromkeys(pair for road in board.file.roads for pair in pairwise(road)))
    return HexBoard(
        board.id, board.title, layout.columns, layout.rows, half_up, tuple(cells), board.file.source, roads,
        "edges",
    )  # fmt: skip


def piece(charts: Charts, game: Game, unit: Unit) -> PieceView:
    row, rank = charts.types[unit.type], charts.rank[unit.type]
    out = not unit.strength
    return PieceView(
        unit.id,
        unit.name,
        unit.side,
        "x" if out else row.short,
        unit.hex,
        unit.facing,
        "",
        ("destroyed",) if out else tuple(_status(charts, game, unit)),
        out,
        unit.aboard,
        tuple(_details(charts, game, unit)),
        kind=row.symbol or rank.symbol,
        damage=unit.full - unit.strength,
        most=unit.full,
        short=row.short,
    )


def _status(charts: Charts, game: Game, unit: Unit) -> list[str]:
    found: list[str] = []
    if unit.work is not None:
        found.append(f"{TASK_WORDS[unit.work.task]} in {unit.work.hex}")
    if unit.hex in charts.ground(game.board).river:
        found.append("in the river")
    if crossing(Play(charts, game), unit):
        found.append("crossing a trench")
    if any(shot.unit == unit.id for shot in game.shots):
        found.append("about to fire")
    if unit.id == game.unit:
        found.append("acting")
    elif unit.acted:
        found.append("acted")
    elif unit.fired:
        found.append("fired")
    return found


def _details(charts: Charts, game: Game, unit: Unit) -> list[tuple[str, str]]:
    row, rank = charts.types[unit.type], charts.rank[unit.type]
    found = [
        ("class", rank.name),
        ("strength", f"{unit.strength} of {unit.full}"),
        ("quality", unit.quality),
        ("moves", str(rank.move)),
    ]
    if row.weapon:
        weapon = charts.weapons[row.weapon]
        found.append(("weapon", f"{weapon.name}, {weapon.range} hexes"))
    if row.gun:
        gun = charts.guns[row.gun]
        found.append(("guns", f"{gun.name}, {gun.range} hexes"))
    found.append(("close combat", f"{rank.front}+ front, {rank.flank}+ flank"))
    if unit.shells:
        found.append(("gas shells", str(unit.shells)))
    if unit.cargo:
        found.append(("carries", game.units[unit.cargo].name))
    if unit.kills:
        found.append(("destroyed", ", ".join(game.units[one].name for one in unit.kills)))
    return found

"""What a viewer may see. Nothing is hidden, so every viewer sees the same."""

from __future__ import annotations

from functools import lru_cache

from campaign.rules.sheets import hex_board
from campaign.rules.views import GameView, HexBoard, PieceView
from campaign.systems.portable_wargame_modern.ground import Ground
from campaign.systems.portable_wargame_modern.play import Play, crossing
from campaign.systems.portable_wargame_modern.points import points
from campaign.systems.portable_wargame_modern.state import Game, Unit
from campaign.systems.portable_wargame_modern.words import TASK_WORDS


def view(play: Play) -> GameView:
    game = play.state
    clouds = tuple(cloud.hex for cloud in game.clouds)
    return GameView(
        game.turn,
        game.turns,
        game.phase,
        game.active,
        _board(play.ground, tuple(game.mines), tuple(game.wire), clouds, tuple(game.held.items())),
        tuple(piece(play, unit) for unit in game.units.values()),
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
    board, goals = ground.board, dict(held)
    marks = {
        hex: [word for word, there in (("gas", clouds), ("objective", goals)) if hex in there]
        for hex in (*clouds, *goals)
    }
    features = dict(board.features)
    for word, there in (("wire", wire), ("mines", mines)):
        for hex in there:
            features[hex] = (*features.get(hex, ()), word)
    glyphs = {row.id: row.glyph for row in ground.terrain.values()}
    return hex_board(board, glyphs, marks, features, faces="edges")


def piece(play: Play, unit: Unit) -> PieceView:
    row, unit_class = play.charts.types[unit.type], play.class_of(unit)
    out = not unit.strength
    return PieceView(
        unit.id,
        unit.name,
        unit.side,
        "x" if out else row.short,
        unit.hex,
        unit.facing,
        "",
        ("destroyed",) if out else tuple(_status(play, unit)),
        out,
        unit.aboard,
        tuple(_details(play, unit)),
        kind=row.symbol or unit_class.symbol,
        damage=unit.full - unit.strength,
        most=unit.full,
        short=row.short,
    )


def _status(play: Play, unit: Unit) -> list[str]:
    found: list[str] = []
    if unit.work is not None:
        found.append(f"{TASK_WORDS[unit.work.task]} in {unit.work.hex}")
    if unit.hex in play.ground.river:
        found.append("in the river")
    if crossing(play, unit):
        found.append("crossing a trench")
    if any(shot.unit == unit.id for shot in play.state.shots):
        found.append("about to fire")
    if unit.id == play.state.unit:
        found.append("acting")
    elif unit.acted:
        found.append("acted")
    elif unit.fired:
        found.append("fired")
    return found


def _details(play: Play, unit: Unit) -> list[tuple[str, str]]:
    charts, units = play.charts, play.state.units
    row, unit_class = charts.types[unit.type], play.class_of(unit)
    found = [
        ("class", unit_class.name),
        ("strength", f"{unit.strength} of {unit.full}"),
        ("quality", unit.quality),
        ("moves", str(unit_class.move)),
    ]
    if row.weapon:
        weapon = charts.weapons[row.weapon]
        found.append(("weapon", f"{weapon.name}, {weapon.range} hexes"))
    if row.gun:
        gun = charts.guns[row.gun]
        found.append(("guns", f"{gun.name}, {gun.range} hexes"))
    found.append(("close combat", f"{unit_class.front}+ front, {unit_class.flank}+ flank"))
    if unit.shells:
        found.append(("gas shells", str(unit.shells)))
    if unit.cargo:
        found.append(("carries", units[unit.cargo].name))
    if unit.kills:
        found.append(("destroyed", ", ".join(units[one].name for one in unit.kills)))
    return found

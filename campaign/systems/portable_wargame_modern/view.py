"""What a viewer may see. Nothing is hidden, so every viewer sees the same."""

from __future__ import annotations

from functools import lru_cache

from campaign.rules.sheets import hex_board
from campaign.rules.sides import side_name
from campaign.rules.views import GameView, HexBoard, PieceView
from campaign.rules.wording import count as counted
from campaign.rules.wording import some_hexes
from campaign.systems.portable_wargame_modern.ground import Ground
from campaign.systems.portable_wargame_modern.gunnery import cannot_fire
from campaign.systems.portable_wargame_modern.play import Play, crossing
from campaign.systems.portable_wargame_modern.points import points
from campaign.systems.portable_wargame_modern.reach import cannot_move, cannot_turn
from campaign.systems.portable_wargame_modern.state import Objective, Unit
from campaign.systems.portable_wargame_modern.words import TASK_WORDS, tows


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
        tuple(_notes(play)),
    )


def _notes(play: Play) -> list[str]:
    game = play.state
    found: list[str] = []
    for side in game.sides:
        force = game.forces[side.id]
        state = "exhausted" if force.exhausted else f"exhausted at {force.limit}"
        count = points(game, side.id)
        worth = counted(count, "point")
        found.append(f"{side.name}: {force.lost} of {force.initial} strength points lost ({state}); {worth}.")
    if game.victory is not None:
        found.append(game.victory.text)
        told = [_objective(play, one) for one in game.victory.objective]
        if told:
            found.append(f"Objectives: {'; '.join(told)}.")
    return found


def _objective(play: Play, one: Objective) -> str:
    """Where it is, what it is worth, and who holds it."""
    name, held = play.ground.board.places.get(one.hex), play.state.held[one.hex]
    where = f"{name} in {one.hex}" if name else one.hex
    worth = counted(one.points, "point")
    return f"{where}, {worth} ({side_name(play.state, held) if held else 'nobody'})"


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
        "x" if out else row.sign or row.short[0],
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
    if unit.aboard:
        found.append(
            f"{'towed by' if tows(play.charts, unit) else 'aboard'} {play.state.units[unit.aboard].name}"
        )
    if unit.work is not None:
        left = unit.work.left
        turns = "1 more turn" if left == 1 else f"{left} more turns"
        found.append(f"{TASK_WORDS[unit.work.task]} in {unit.work.hex}, {turns}")
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
        ("moves", _moves(play, unit)),
    ]
    if row.weapon:
        weapon = charts.weapons[row.weapon]
        found.append(("weapon", f"{weapon.name}, {some_hexes(weapon.range)}"))
    if row.gun:
        gun = charts.guns[row.gun]
        found.append(("guns", f"{gun.name}, {some_hexes(gun.range)}"))
    found.append(("close combat", f"{unit_class.front}+ front, {unit_class.flank}+ flank"))
    if unit.id == play.state.unit:
        found += _barred(play, unit)
    if unit.shells:
        found.append(("gas shells", str(unit.shells)))
    if unit.cargo:
        load = units[unit.cargo]
        found.append(("tows" if tows(charts, load) else "carries", load.name))
    if unit.kills:
        found.append(("destroyed", ", ".join(units[one].name for one in unit.kills)))
    return found


def _moves(play: Play, unit: Unit) -> str:
    """Hexes that it enters in a turn, and how many if it fires (Movement c, d)."""
    unit_class = play.class_of(unit)
    if unit_class.stays:
        return f"{unit_class.move} (none once it has fired)"
    armed = play.charts.range(unit.type) or unit_class.artillery
    return f"{unit_class.move} ({unit_class.move - 1} if it fires)" if armed else str(unit_class.move)


def _barred(play: Play, unit: Unit) -> list[tuple[str, str]]:
    """Why the unit that is acting cannot fire, move or turn, where that is so."""
    if unit.aboard:
        return []
    return [
        (what, f"not now: {why[0]}")
        for what, why in (
            ("fire", cannot_fire(play, unit) if play.charts.range(unit.type) else None),
            ("move", cannot_move(play, unit)),
            ("turn", cannot_turn(play, unit)),
        )
        if why is not None
    ]

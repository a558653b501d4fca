"""What a viewer sees of what he knows. A counter's markers lie open: FIRE and MOVE, panic, suppression, losses, column,
defilade (3.2, 20.43).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from campaign.rules.facets import UMPIRE
from campaign.rules.hexes import Edge, Hex
from campaign.rules.sheets import board_sides, hex_board
from campaign.rules.views import CellSide, GameView, HexBoard, PieceKind, PieceView
from campaign.rules.wording import count as counted
from campaign.rules.wording import some_hexes
from campaign.systems.mechwar_4 import veils, view_guns
from campaign.systems.mechwar_4.counters import Counter
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.ground import BRIDGE, Ground, joint
from campaign.systems.mechwar_4.known import hides, whole
from campaign.systems.mechwar_4.naming import points
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.reach import column, composed, entry_of
from campaign.systems.mechwar_4.state import GONE, Game, Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import FULL, level_of

KINDS: Mapping[str, PieceKind] = {
    "tank": "tank", "assault-gun": "self-propelled gun", "light-tank": "tank", "armoured-car": "scout",
    "apc": "carrier", "missiles": "anti-tank gun", "flak": "anti-aircraft gun", "mortar": "mortar", "truck": "lorry",
    "jeep": "scout", "gun": "gun", "infantry": "infantry", "engineers": "engineers", "motorcycle": "scout",
    "hq": "headquarters", "rdf": "headquarters", "jammer": "headquarters", "helicopter": "helicopter",
}  # fmt: skip

PHASES: Mapping[str, str] = {
    "ready": "dealing the counters",
    "indirect": "indirect fire",
    "removal": "calming down",
}
"""Phases that are called otherwise on the screen."""
LOSSES = ("", "D1: a third lost", "D2: two thirds lost", "D3: destroyed")
"""What the numbers of the damage markers mean (6.0)."""


def view(play: Play, viewer: str) -> GameView:
    """What a viewer sees of what he knows."""
    game = play.state
    everything = not hides(game) or viewer == UMPIRE
    mines = tuple(one.hex for one in game.mines)
    marks = (
        tuple(game.wrecks), play.smoke, view_guns.under_fire(play), tuple(game.abatis), tuple(game.devastated), mines,
        tuple(game.held.items()), tuple(veils.marks(game).items()),
    )  # fmt: skip
    return GameView(
        game.turn,
        game.turns,
        PHASES.get(game.phase, game.phase),
        game.active if game.phase == "action" else "",
        _board(play.ground, marks, tuple(game.broken_bridges), tuple(game.built_bridges)),
        (
            *(piece(play, one) for one in in_order(game)),
            *view_guns.pieces(game),
        ),
        (*notes(play), *veils.notes(play, viewer, everything)),
        hides=hides(game),
    )


def in_order(game: Game) -> list[Unit]:
    """All units; those that wait off the map come last, as they are to enter, with who is aboard them (20.42)."""

    def waits(unit: Unit) -> tuple[str, Hex, int, bool]:
        if not whole(unit) or not unit.entry:
            return "", "", 0, False
        first = game.units.get(unit.aboard, unit)
        return unit.entry, first.through, first.place, bool(unit.aboard)

    return sorted(game.units.values(), key=waits)


LETTERS = (
    "A weapon's strength, class and farthest range, such as 16M to 15: M guns, good against any target; R rifles and"
    " machine guns; H high explosive; G guided missiles; R* flak. A target is soft, protected or hard."
)
"""3.4: the last of the notes."""


def notes(play: Play) -> list[str]:
    game = play.state
    found: list[str] = []
    for side in game.sides:
        force = game.forces[side.id]
        state = ", has passed" if force.passed else ""
        count = counted(force.score, "point")
        found.append(f"{side.name}: {count}{state}.")
    if game.victory is not None:
        found.append(game.victory.text)
    found.append(LETTERS)
    return found


@lru_cache(maxsize=128)
def _board(
    ground: Ground, marks: tuple[Any, ...], broken: tuple[str, ...], built: tuple[str, ...]
) -> HexBoard:
    wrecks, smoke, fire, abatis, devastated, mines, held, more = marks
    found: dict[str, list[str]] = {}
    for word, hexes in (
        ("smoke", smoke), ("fire", fire), ("mines", mines), ("wreck", wrecks), ("abatis", abatis),
        ("devastation", devastated), ("objective", dict(held)), *more,
    ):  # fmt: skip
        for hex in hexes:
            found.setdefault(hex, []).append(word)
    glyphs = {row.id: row.glyph for row in ground.terrain.values()}
    sides = tuple(
        one for one in board_sides(ground.board) if one.what != BRIDGE or not _broken(ground, one, broken)
    )
    sides += tuple(_bridge(ground, one) for one in built)
    return hex_board(ground.board, glyphs, found, sides=sides, faces="edges")


def _bridge(ground: Ground, built: str) -> CellSide:
    """A bridge that engineers have built between two hexes."""
    hex, other = built.split("-")
    edge: Edge = next(way for way, one in ground.around[hex] if one == other)
    return CellSide(hex, edge, BRIDGE)


def _broken(ground: Ground, one: CellSide, broken: tuple[str, ...]) -> bool:
    other = ground.board.layout.neighbour(one.hex, one.edge)
    return other is not None and joint(one.hex, other) in broken


def piece(play: Play, unit: Unit) -> PieceView:
    """A piece, as far as it is known; of others' no orders."""
    if isinstance(unit, Counter):
        return PieceView(
            unit.id,
            unit.id,
            unit.side,
            "?",
            unit.hex,
            status=tuple(_markers(unit)),
            damage=unit.damage,
            most=GONE,
            short="?",
        )
    row = play.type_of(unit)
    out = bool(unit.out)
    own = veils.details(play, unit) if whole(unit) else []
    return PieceView(
        unit.id,
        unit.name,
        unit.side,
        "x" if out else row.short[:2],
        unit.hex,
        unit.defilade,
        "",
        (unit.out,) if out else tuple(_status(play, unit)),
        out,
        unit.aboard,
        (*_details(play, unit), *own),
        kind=KINDS[row.kind],
        damage=unit.damage if not out else GONE,
        most=1 if row.one_step else GONE,
        short=row.short,
    )


def _markers(unit: Unit | Counter) -> list[str]:
    """What lies open on a counter, the gravest first."""
    found: list[str] = []
    if unit.panicked:
        found.append("panics")
    if unit.suppression:
        found.append(f"suppressed {unit.suppression}")
    if unit.damage:
        found.append(LOSSES[unit.damage])
    if unit.column:
        found.append("in column")
    if unit.defilade:
        found.append("in defilade")
    if unit.fired:
        found.append("fired")
    elif unit.moved:
        found.append("moved")
    return found


def _status(play: Play, unit: Unit) -> list[str]:
    found = _markers(unit)
    if unit.fatigue:
        found.append(f"fatigue {unit.fatigue}")
    if whole(unit) and unit.entry:
        found.append(f"comes {_when(play, unit)}")
    elif not unit.seen and not unit.aboard:
        found.append("face down")
    return found


def _when(play: Play, unit: Unit) -> str:
    """In which turn it enters, and where in its column it waits (20.42)."""
    entry = entry_of(play, unit)
    assert entry is not None
    when = f"in turn {entry.turn}" if entry.turn > play.state.turn else "now"
    if unit.aboard or not composed(entry, unit):
        return when
    line = column(play, entry, unit.through)
    return f"{when}, place {line.index(unit) + 1} of {len(line)}"


def _details(play: Play, unit: Unit) -> list[tuple[str, str]]:
    game, row = play.state, play.type_of(unit)
    found = [("counter", unit.id), ("defence", f"{row.defence} {row.target}"), ("moves", _points(play, unit))]
    found += [
        (arm, f"{weapon.strength}{weapon.class_} to {weapon.range}{_left(unit, arm)}")
        for arm, weapon in row.arms.items()
    ]
    own = whole(unit)
    if own and (entry := entry_of(play, unit)) is not None:
        found.append(("enters in", unit.through or ", ".join(entry.hexes)))
    company = play.company(unit)
    if company is not None and own:
        found.append(("company", company.name))  # an enemy's is numbered through a force that is not shown
    found.append(("panic level", f"{10 * play.level(unit)} %"))
    if unit.improved:
        found.append(("position", "improved"))
    if own and unit.standing is not None:
        found.append(
            ("standing order", f"fires within {some_hexes(unit.standing.range)} at {unit.standing.at}")
        )
    carried = [one.name for one in play.carried(unit)]
    if carried:
        found.append(("carries", ", ".join(carried)))
    if unit.kills:
        found.append(("destroyed", ", ".join(game.units[id].name for id in unit.kills)))
    return found


def _points(play: Play, unit: Unit) -> str:
    """Its movement points: while it moves, how many are left."""
    frame = play.state.stack[-1] if play.state.stack else None
    if isinstance(frame, Move) and frame.unit == unit.id:
        return f"{points(frame.left)} of {points(frame.all)}"
    return points(play.type_of(unit).move)


def _left(unit: Unit, arm: Arm) -> str:
    level = level_of(unit, arm)
    return "" if level == FULL else ", none left" if not level else f", {level} of {FULL} left"

"""What a viewer may see. Combat Veteran hides nothing, so every viewer sees the same."""

from __future__ import annotations

from functools import lru_cache

from campaign.rules.boards import Board
from campaign.rules.sheets import hex_board
from campaign.rules.views import GameView, HexBoard, PieceKind, PieceView
from campaign.rules.wording import some_hexes
from campaign.systems.combat_veteran.attack import QUALITIES, allowance, firepower
from campaign.systems.combat_veteran.charts import Charts
from campaign.systems.combat_veteran.play import load
from campaign.systems.combat_veteran.state import Game, Piece
from campaign.systems.combat_veteran.words import MARKER_WORDS

NO_ROUNDS_WORDS = {"main": "no rounds", "mg": "no belts"}
GLYPHS = {
    "clear": ".",
    "road": "-",
    "brush": ",",
    "trees": "T",
    "building": "B",
    "paddy": '"',
    "rubble": "%",
    "river": "~",
    "water": "=",
    "crest": "^",
}


def view(charts: Charts, game: Game) -> GameView:
    ground = charts.ground(game.board)
    return GameView(
        game.turn,
        game.turns,
        game.phase,
        game.active,
        _board(ground.board, tuple(game.scars)),
        tuple(_piece(charts, game, piece) for piece in game.pieces.values()),
        (game.victory.text,) if game.victory else (),
    )


@lru_cache(maxsize=64)
def _board(board: Board, scars: tuple[str, ...]) -> HexBoard:
    return hex_board(board, GLYPHS, dict.fromkeys(scars, ("burnt-out wreck",)))


def _piece(charts: Charts, game: Game, piece: Piece) -> PieceView:
    status: list[str] = []
    if piece.out:
        status.append(piece.out)
    if piece.wounded:
        status.append("wounded")
    status += [MARKER_WORDS[marker] for marker in piece.markers]
    if not piece.out:
        if "driver" in piece.empty:
            status.append("nobody drives")
        status += [NO_ROUNDS_WORDS[kind] for kind in piece.rounds if not piece.rounds[kind]]
    return PieceView(
        piece.id,
        piece.name,
        piece.side,
        _glyph(piece),
        piece.hex,
        piece.facing,
        piece.stance if piece.kind == "vehicle" and not piece.out else "",
        tuple(status),
        bool(piece.out),
        piece.carrier,
        tuple(_details(charts, game, piece)),
        kind=_kind(piece),
    )


def _kind(piece: Piece) -> PieceKind:
    """What its counter shows it to be."""
    ratings = piece.ratings
    if piece.kind != "vehicle":
        return "infantry" if piece.kind == "soldier" else "gun"
    if ratings.mobility == "boat":
        return "boat"
    if ratings.main:
        return "tank"
    return "scout" if ratings.mobility == "wheeled" else "carrier"


def _glyph(piece: Piece) -> str:
    return {"vehicle": "V", "soldier": "s", "weapon": "w"}[piece.kind] if not piece.out else "x"


def _details(charts: Charts, game: Game, piece: Piece) -> list[tuple[str, str]]:
    ratings = piece.ratings
    found: list[tuple[str, str]] = []
    for name, rating, printed in (("main armament", "main", ratings.main), ("machineguns", "mg", ratings.mg)):
        if printed:
            now = firepower(game, piece, rating)  # type: ignore[arg-type]
            label = name if piece.kind == "vehicle" else "firepower"
            found.append((label, str(now) if now == printed else f"{now} (of {printed})"))
    found += [
        ({"main": "rounds", "mg": "belts"}[kind], f"{left} of {left + piece.fired.get(kind, 0)}")
        for kind, left in piece.rounds.items()
    ]
    if piece.quality:
        found.append(("crew", QUALITIES[piece.quality]))
    if piece.skills:
        found.append(("skills", ", ".join(piece.skills)))
    if piece.empty:
        found.append(("missing", ", ".join(piece.empty)))
    if ratings.flame:
        limit = ratings.flame_range
        found.append(("flamethrower", f"up to {some_hexes(limit)}" if limit else "yes"))
    if ratings.armor:
        found.append(("armor", str(ratings.armor)))
    if ratings.capacity:
        found.append(("aboard", f"{load(game, piece.id)} of {ratings.capacity}"))
    if piece.weapon:
        found.append(("weapon", game.pieces[piece.weapon].name))
    if piece.kind != "weapon" and not piece.out:
        double = 2 if piece.stance == "speeding" else 1
        found.append(("moved", f"{piece.spent} of {allowance(charts, piece) * double}"))
    if piece.kills:
        found.append(("kills", str(len(piece.kills))))
    return found

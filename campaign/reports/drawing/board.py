"""A board of whatever kind, and the key to what is drawn on it."""

from __future__ import annotations

from campaign.reports.drawing import counters, ground, hexmap, plane
from campaign.reports.drawing.scene import Picture, Scene
from campaign.rules.views import HexBoard, PieceView, PlaneBoard


def picture(scene: Scene) -> Picture | None:
    """A board with all that stands on it; None where there is none."""
    match scene.game.board:
        case HexBoard() as board:
            return hexmap.picture(scene, board)
        case PlaneBoard() as board:
            return plane.picture(scene, board)
        case _:
            return None


def locator(scene: Scene) -> str:
    """A small picture of a whole board of which a part is shown; "" where all is shown."""
    board = scene.game.board
    return hexmap.locator(scene, board) if isinstance(board, HexBoard) else ""


def terrain_key(scene: Scene) -> list[tuple[str, str]]:
    """Each terrain of a hex board with a picture of it."""
    board = scene.game.board
    return ground.key(board) if isinstance(board, HexBoard) else []


def counter_key(scene: Scene) -> list[tuple[str, str]]:
    """A counter of each side with what it tells, and one that is out."""
    board, found = scene.game.board, list[tuple[str, str]]()
    if not isinstance(board, HexBoard):
        return found
    shapes = ("round corners", "cut corners", "a point on top", "a bowed top")
    looks = scene.looks
    for side in scene.sides:
        own = [one for one in scene.game.pieces if one.side == side.id]
        piece = next((one for one in own if not one.out), None)
        if piece is not None:
            said = [shapes[looks[side.id]], "the nose points where it faces"]
            if piece.stance:
                said.append(f"{counters.stance_sign(piece.stance)} {piece.stance}")
            found.append((_small(scene, piece, board), f"{side.name}: {', '.join(said)}"))
    if gone := next((one for one in scene.game.pieces if one.out), None):
        found.append((_small(scene, gone, board), "out: hollow, crossed"))
    if any(one.turret and not one.out for one in scene.game.pieces):
        found.append(("", "a thin line points where the turret does"))
    if any(counters.harm(one) for one in scene.game.pieces):
        found.append(("", "a diamond, or a figure, for damage"))
    return found


def _small(scene: Scene, piece: PieceView, board: HexBoard) -> str:
    look, angle = scene.looks.get(piece.side, 0), counters.degrees(piece.facing, board.faces)
    turret = counters.degrees(piece.turret, board.faces)
    drawn = counters.counter(piece, scene.names[piece.id], look, 0, 0, "", angle, 0, turret)
    drawn = drawn.replace("data-piece=", "data-key=").replace("<title></title>", "")
    return f'<svg width="60" height="60" viewBox="-27 -27 54 54" aria-hidden="true">{drawn}</svg>'

"""A table without cells, to scale in millimetres: terrain, marks, hulls as they lie, ways, the last action."""

from __future__ import annotations

from math import cos, radians, sin

from campaign.reports.drawing import counters
from campaign.reports.drawing.labels import Labels, around
from campaign.reports.drawing.markup import Box, drawing, num, points, safe, way, wide, words
from campaign.reports.drawing.scene import Picture, Scene
from campaign.rules.views import Area, Mark, PieceView, PlaneBoard

EDGE = 84
SIZE = 21.0
BOX = 9
FURTHER = (0, 40, 80, 130, 190)
"""How far away from its piece a name is put where there is no room beside it; a line then leads to it."""
_HOUSES = "building buildings house built town village ruins rubble"
_WOODS = "forest woods wood trees jungle"
_WATER = "water river lake"


def picture(scene: Scene, board: PlaneBoard) -> Picture:
    frame = Box(-EDGE, -56, board.width + 30, board.height + 30)
    labels = Labels(Box(4, 4, board.width - 4, board.height - 4))
    for piece in scene.game.pieces:
        if hull := _hull(piece):
            labels.take(hull.grown(2))
    scale = Box(board.width - 140, board.height - 54, board.width - 20, board.height - 12)
    labels.take(scale)
    parts = [
        f'<rect width="{board.width}" height="{board.height}" class="table"/>',
        _rulers(board),
        "".join(_area(one) for one in board.areas),
        "".join(_mark(scene, one) for one in board.marks),
        _ways(scene),
        _shot(scene, labels),
        "".join(_piece(scene, one) for one in sorted(scene.game.pieces, key=lambda one: not one.out)),
        "".join(_tag(scene, one, labels) for one in scene.game.pieces),
        "".join(_names(board, labels)),
        f'<g class="scale"><path d="M{board.width - 130} {board.height - 28}v8h100v-8"/>'
        f"{words(board.width - 80, board.height - 34, '100 mm', anchor='middle')}</g>",
    ]
    here = sum(not piece.out for piece in scene.game.pieces)
    title = f"{board.title}: {here} in the field, {len(scene.game.pieces) - here} out"
    return Picture(
        drawing(frame, "".join(parts), title, "map plane"), units=(frame.right - frame.left) * 0.62
    )


def _mark(scene: Scene, mark: Mark) -> str:
    """A point of interest with its reach, in the colour of who holds it."""
    look = scene.looks.get(mark.side, 0) if mark.side else "n"
    title = f"{mark.name}, {scene.side(mark.side)}" if mark.side else mark.name
    x, y = mark.at
    return (
        f'<g class="mark l{look}"><title>{safe(title)}</title><circle cx="{x}" cy="{y}" r="{max(mark.reach, 8)}"/>'
        f'<circle cx="{x}" cy="{y}" r="6" class="at"/></g>'
    )


def _area(area: Area) -> str:
    outline, kind = points(area.outline), area.terrain.lower()
    css = "house" if kind in _HOUSES else "wood" if kind in _WOODS else "lake" if kind in _WATER else "rise"
    texture = {"house": "p-roof", "wood": "p-wood"}.get(css)
    over = f'<polygon points="{outline}" fill="url(#{texture})"/>' if texture else ""
    title = safe(area.name or area.terrain)
    return f'<g><title>{title}</title><polygon points="{outline}" class="{css}"/>{over}</g>'


def _hull(piece: PieceView) -> Box | None:
    if not piece.outline:
        if piece.at is None:
            return None
        x, y = piece.at
        return Box(x - 16, y - 16, x + 16, y + 16)
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _piece(scene: Scene, piece: PieceView) -> str:
    if piece.at is None:
        return ""
    x, y = piece.at
    look = scene.looks.get(piece.side, 0)
    angle = piece.heading if piece.heading >= 0 else None
    parts = [f'<polygon points="{points(piece.outline)}" class="lies"/>'] if piece.outline else []
    if not piece.out and angle is not None:
        dx, dy = sin(radians(angle)), -cos(radians(angle))
        parts.append(f'<path class="tube" d="M{x} {y}L{num(x + 62 * dx)} {num(y + 62 * dy)}"/>')
    if piece.out and (hull := _hull(piece)):
        cx, cy = hull.middle
        parts.append(f'<path class="x" d="M{num(cx - 20)} {num(cy - 20)}l40 40m0-40l-40 40"/>')
    else:
        parts.append(f'<circle class="tur" cx="{x}" cy="{y}" r="13"/>')
    place = f"at {x}, {y}" + (f", heading {angle}°" if angle is not None and not piece.out else "")
    title = counters.told(piece, scene.side(piece.side), place)
    out = " out" if piece.out else ""
    faces = "" if angle is None else f' data-faces="{angle}"'
    return (
        f'<g class="pt s{look}{out}" role="img" data-piece="{safe(piece.id)}" data-at="{x} {y}"{faces}'
        f' data-stance="{safe(piece.stance)}" data-harm="{counters.harm(piece)}"><title>{safe(title)}</title>'
        f"{''.join(parts)}</g>"
    )


def _tag(scene: Scene, piece: PieceView, labels: Labels) -> str:
    """The name of a piece beside it, and a box for each point of damage that it can bear."""
    hull = _hull(piece)
    if hull is None or piece.at is None:
        return ""
    boxes = 0 if piece.out else piece.most
    length = max(wide(piece.name, SIZE), boxes * BOX)
    x, y = hull.middle
    right, below = (hull.right - hull.left) / 2 + 8, (hull.bottom - hull.top) / 2 + 6
    for away in FURTHER:
        tries = around((x, y), right + away, below + away + (14 if boxes else 0), SIZE)
        for tx, ty, anchor in tries:
            left = tx if anchor == "start" else tx - length if anchor == "end" else tx - length / 2
            box = Box(left, ty - SIZE * 0.8, left + length, ty + (20 if boxes else 6))
            if labels.free(box):
                labels.take(box)
                bx, by = box.middle
                line = f'<path class="lead" d="M{num(x)} {num(y)}L{num(bx)} {num(by)}"/>' if away else ""
                css = f"tag{' gone' if piece.out else ''}"
                return line + words(left, ty, piece.name, css) + _boxes(piece, left, ty + 8)
    return ""


def _boxes(piece: PieceView, x: float, y: float) -> str:
    if piece.out:
        return ""
    return "".join(
        f'<rect x="{num(x + BOX * i)}" y="{num(y)}" width="7" height="11"'
        f' class="{"dm" if i < piece.damage else "lf"}"/>'
        for i in range(piece.most)
    )


def _ways(scene: Scene) -> str:
    """Where a piece stood, dashed, and the line that it took."""
    parts: list[str] = []
    for id, steps in sorted(scene.ways.items()):
        piece, was = scene.piece(id), scene.before.get(id)
        spots = [one for one in steps if not isinstance(one, str)]
        spots = [spot for i, spot in enumerate(spots) if not i or spot != spots[i - 1]]
        if piece is None or len(spots) < 2:
            continue
        ghost = f'<polygon points="{points(was.outline)}"/>' if was and was.outline else ""
        parts.append(f'<g class="way l{scene.looks.get(piece.side, 0)}">{ghost}<path d="{way(spots)}"/></g>')
    return "".join(parts)


def _shot(scene: Scene, labels: Labels) -> str:
    shot = scene.shot
    one, other = (scene.piece(id) for id in (shot.actor, shot.target)) if shot else (None, None)
    if shot is None or one is None or other is None or one.at is None or other.at is None:
        return ""
    (ax, ay), (bx, by) = one.at, other.at
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if not length:
        return ""
    d = f"M{ax} {ay}L{num(bx - 24 * (bx - ax) / length)} {num(by - 24 * (by - ay) / length)}"
    tries: list[tuple[float, float, str]] = []
    for part in (0.5, 0.35, 0.65, 0.25, 0.75):
        x, y = ax + (bx - ax) * part, ay + (by - ay) * part
        tries += [(x + 14, y, "start"), (x - 14, y, "end")]
    said = labels.place(shot.said, tries, SIZE, "say")
    return f'<path class="shot back" d="{d}"/><path class="shot" d="{d}" marker-end="url(#head)"/>{said}'


def _names(board: PlaneBoard, labels: Labels) -> list[str]:
    """Names of terrain and of marks, below them or above, left out where all is full."""
    parts: list[str] = []
    for area in board.areas:
        if area.name:
            xs, ys = [x for x, _ in area.outline], [y for _, y in area.outline]
            x = (min(xs) + max(xs)) / 2
            tries = [
                (x, max(ys) + 20, "middle"),
                (x, min(ys) - 8, "middle"),
                (x, (min(ys) + max(ys)) / 2, "middle"),
            ]
            parts.append(labels.place([area.name], tries, 18.5, "place"))
    for mark in board.marks:
        x, y = mark.at
        tries = [
            (x, y - 14, "middle"),
            (x, y + 28, "middle"),
            (x + 14, y + 6, "start"),
            (x - 14, y + 6, "end"),
        ]
        parts.append(labels.place([mark.name], tries, 18.5, "place"))
    return parts


def _rulers(board: PlaneBoard) -> str:
    parts: list[str] = []
    for at in range(0, board.width + 1, 100):
        parts.append(f'<path d="M{at} 0v-8"/>' + (words(at, -13, str(at), anchor="middle") if at else ""))
    for at in range(0, board.height + 1, 100):
        parts.append(f'<path d="M0 {at}h-8"/>' + (words(-13, at + 5, str(at), anchor="end") if at else ""))
    return f'<g class="ruler" aria-hidden="true">{"".join(parts)}</g>'

"""A hex board with its counters: the part of the sheet where something stands, stacks, the last action, names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import ceil

from campaign.reports.drawing import counters, ground, relief
from campaign.reports.drawing.labels import Labels, around
from campaign.reports.drawing.markup import XY, Box, drawing, num, safe, way, words
from campaign.reports.drawing.scene import Picture, Scene
from campaign.rules.views import HexBoard, PieceView

LEAST_WIDE, LEAST_HIGH, MARGIN = 12, 9, 2
"""Hexes that are shown at least, and round what stands there."""
MOST_FANNED = 3
RULER = 18.0
OVER = 34.0
"""How far a frame reaches over the rim of the sheet: the rulers and high stacks need it."""


def picture(scene: Scene, board: HexBoard) -> Picture:
    sheet = ground.sheet_of(board)
    frame = _frame(scene, sheet)
    body = ground.land(sheet)
    land = f"land-{sha256(body.encode()).hexdigest()[:8]}"
    labels = Labels(Box(frame.left + RULER, frame.top + RULER, frame.right, frame.bottom))
    stacks = _stacks(scene, sheet)
    spots, shown, rest = _spots(scene, sheet, stacks)
    for piece, (x, y) in spots.items():
        labels.take(counters.box(x, y).grown(3 if scene.piece(piece) else 0))
    north = Box(frame.right - 34, frame.top + RULER + 2, frame.right - 8, frame.top + RULER + 44)
    labels.take(north)
    arrow = _shot(scene, sheet, spots, labels)
    parts = [
        f'<use href="#{land}"/>',
        _marks(board, sheet),
        _ways(scene, sheet),
        arrow,
        _plates(stacks, sheet),
        "".join(_counter(scene, one, spots[one.id]) for one in shown),
        _counts(stacks, sheet),
        _places(board, sheet, frame, labels),
        _rulers(board, sheet, frame),
        f'<g class="north" transform="translate({num(frame.right - 21)} {num(frame.top + RULER + 24)})"'
        ' aria-hidden="true"><path d="M0-20l6 18h-12z"/><text y="11" text-anchor="middle">N</text></g>',
    ]
    title = f"{board.title}: {_told(scene)}"
    return Picture(drawing(frame, "".join(parts), title, "map"), (land, body), rest, frame.right - frame.left)


def locator(scene: Scene, board: HexBoard) -> str:
    """The whole sheet, small: where the frame is, and who stands where."""
    sheet = ground.sheet_of(board)
    frame = _frame(scene, sheet)
    land = f"land-{sha256(ground.land(sheet).encode()).hexdigest()[:8]}"
    looks = scene.looks
    dots = [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="22" class="dot s{looks.get(one.side, 0)}"/>'
        for one in scene.game.pieces
        if not one.out and not one.aboard and (spot := ground.spot(sheet, one.where))
        for x, y in (spot,)
    ]
    view = (
        f'<rect class="view" x="{num(frame.left)}" y="{num(frame.top)}" width="{num(frame.right - frame.left)}"'
        f' height="{num(frame.bottom - frame.top)}"/>'
    )
    ground_rect = (
        f'<rect width="{num(sheet.size.right)}" height="{num(sheet.size.bottom)}" fill="var(--clear)"/>'
    )
    body = f'{ground_rect}<use href="#{land}"/>{"".join(dots)}{view}'
    return drawing(sheet.size, body, "The whole board; the frame is what the map shows", "locator")


def _told(scene: Scene) -> str:
    """The board in a sentence, for who does not see it."""
    shot = scene.shot
    one, other = (scene.piece(id) for id in (shot.actor, shot.target)) if shot else (None, None)
    here = sum(not piece.out for piece in scene.game.pieces)
    text = f"{here} in the field, {len(scene.game.pieces) - here} out"
    if shot and one and other:
        text = f"{one.name} against {other.name}, {', '.join(shot.said)}; {text}"
    return text


def _frame(scene: Scene, sheet: ground.Sheet) -> Box:
    """Round all that stands there, the wrecks too: what was lost is as much of the story."""
    board = sheet.board
    found = [sheet.cells[one.where] for one in scene.game.pieces if one.where in sheet.cells]
    if not found:
        return sheet.size
    first, last = _span([cell.column for cell in found], LEAST_WIDE, board.columns)
    top, bottom = _span([cell.row for cell in found], LEAST_HIGH, board.rows)
    left, above = 36.0 * first - (OVER if first == 0 else 6), 42.0 * top - (OVER if top == 0 else 6)
    size = sheet.size
    return Box(
        left, above, min(size.right, 36 * last + 54), min(size.bottom + RULER, 42 * bottom + 69)
    )  # fmt: skip


def _span(values: Sequence[int], least: int, of: int) -> tuple[int, int]:
    """From the first to the last with a margin, at least so many, all on the board."""
    first, last = min(values) - MARGIN, max(values) + MARGIN
    if (more := least - (last - first + 1)) > 0:
        first, last = first - ceil(more / 2), last + more // 2
    if first < 0:
        first, last = 0, last - first
    if last > of - 1:
        first, last = max(0, first - (last - of + 1)), of - 1
    return first, last


def _stacks(scene: Scene, sheet: ground.Sheet) -> dict[str, list[PieceView]]:
    """Hex → what stands there: wrecks under the living, who acts on top."""
    acts = {scene.shot.actor, scene.shot.target} if scene.shot else set[str]()
    found: defaultdict[str, list[PieceView]] = defaultdict(list)
    for piece in scene.game.pieces:
        if piece.where in sheet.cells and not piece.aboard:
            found[piece.where].append(piece)
    for some in found.values():
        some.sort(key=lambda one: (not one.out, one.id in acts, one.id))
    return dict(found)


def _spots(
    scene: Scene, sheet: ground.Sheet, stacks: dict[str, list[PieceView]]
) -> tuple[dict[str, XY], list[PieceView], tuple[str, ...]]:
    """Where each counter is drawn; those that are, wrecks first; and stacks too high to show, in words."""
    spots: dict[str, XY] = {}
    shown: list[PieceView] = []
    rest: list[str] = []
    for hex, some in sorted(stacks.items()):
        x, y = sheet.middles[hex]
        if len(some) > MOST_FANNED:
            shown.append(some[-1])
            spots[some[-1].id] = (x, y)
            listed = ", ".join(_with_side(scene, one) for one in reversed(some))
            rest.append(f"In {hex}, from the top: {listed}.")
            continue
        step = _step(some, set(sheet.around(hex)) & stacks.keys(), sheet, hex)
        for i, one in enumerate(some):
            spots[one.id] = (x, y + step * (i - (len(some) - 1) / 2))
            shown.append(one)
    shown.sort(key=lambda one: (not one.out, spots[one.id][1], one.id))
    return spots, shown, tuple(rest)


def _step(some: Sequence[PieceView], near: set[str], sheet: ground.Sheet, hex: str) -> float:
    """How far apart the counters of a stack stand: whole if nobody is above and below."""
    x, _ = sheet.middles[hex]
    crowded = any(sheet.middles[one][0] == x for one in near)
    return 26.0 if len(some) == 2 and not crowded else 14.0


def _with_side(scene: Scene, piece: PieceView) -> str:
    state = ", ".join(piece.status)
    return f"{piece.name} ({scene.side(piece.side)}{f': {state}' if state else ''})"


def _counter(scene: Scene, piece: PieceView, spot: XY) -> str:
    board = scene.game.board
    faces = board.faces if isinstance(board, HexBoard) else "corners"
    load = sum(one.aboard == piece.id for one in scene.game.pieces)
    return counters.counter(
        piece, scene.names[piece.id], scene.looks.get(piece.side, 0), *spot,
        counters.told(piece, scene.side(piece.side)), counters.degrees(piece.facing, faces), load,
        counters.degrees(piece.turret, faces),
    )  # fmt: skip


def _reach(some: Sequence[PieceView], sheet: ground.Sheet, hex: str, stacks: Iterable[str]) -> float:
    step = _step(some, set(sheet.around(hex)) & set(stacks), sheet, hex)
    return step * (len(some) - 1) / 2 + counters.HIGH / 2 + 3


def _plates(stacks: dict[str, list[PieceView]], sheet: ground.Sheet) -> str:
    """What holds a fanned stack together."""
    parts: list[str] = []
    for hex, some in sorted(stacks.items()):
        if 1 < len(some) <= MOST_FANNED:
            x, y = sheet.middles[hex]
            high = _reach(some, sheet, hex, stacks)
            parts.append(
                f'<rect class="plate" x="{num(x - 17)}" y="{num(y - high)}" width="34"'
                f' height="{num(2 * high)}" rx="5"/>'
            )
    return "".join(parts)


def _counts(stacks: dict[str, list[PieceView]], sheet: ground.Sheet) -> str:
    parts: list[str] = []
    for hex, some in sorted(stacks.items()):
        x, y = sheet.middles[hex]
        if len(some) > MOST_FANNED:
            parts.append(counters.count(x + 19, y - 16, f"+{len(some) - 1}"))
        elif len(some) > 1:
            parts.append(counters.count(x + 17, y - _reach(some, sheet, hex, stacks), str(len(some))))
    return "".join(parts)


def _marks(board: HexBoard, sheet: ground.Sheet) -> str:
    """What lies in the hexes, and what the battle has done to them."""
    parts: list[str] = []
    for cell in board.cells:
        if cell.features:
            parts.append(relief.features(cell, sheet.middles[cell.id]))
        if cell.marks:
            x, y = sheet.middles[cell.id]
            title = safe(f"{cell.id}: {', '.join(cell.marks)}")
            parts.append(
                f'<g class="scar" transform="translate({x} {y})"><title>{title}</title>'
                '<path d="M-17 12l6-9m0 9l-6-9"/></g>'
            )
    return "".join(parts)


def _ways(scene: Scene, sheet: ground.Sheet) -> str:
    """Which way pieces came: a line in the colour of the side from a ring at its beginning."""
    parts: list[str] = []
    looks = scene.looks
    for id, steps in sorted(scene.ways.items()):
        piece = scene.piece(id)
        spots = [
            spot for one in steps if isinstance(one, str) and (spot := ground.spot(sheet, one)) is not None
        ]
        spots = [spot for i, spot in enumerate(spots) if not i or spot != spots[i - 1]]
        if piece is None or len(spots) < 2:
            continue
        x, y = spots[0]
        parts.append(
            f'<g class="way l{looks.get(piece.side, 0)}"><path d="{way(spots)}"/>'
            f'<circle cx="{num(x)}" cy="{num(y)}" r="4"/></g>'
        )
    return "".join(parts)


def _shot(scene: Scene, sheet: ground.Sheet, spots: dict[str, XY], labels: Labels) -> str:
    """The last action: whose hex it began in, which it went to, and what came of it."""
    shot = scene.shot
    one, other = (scene.piece(id) for id in (shot.actor, shot.target)) if shot else (None, None)
    if shot is None or one is None or other is None:
        return ""
    here, there = (ground.spot(sheet, piece.where) for piece in (one, other))
    if here is None or there is None:
        return ""
    parts = [
        f'<path class="{css}" d="M{num(x)} {num(y)}{ground.HEX}"/>'
        for css, (x, y) in (("from", here), ("target", there))
    ]
    (ax, ay), (bx, by) = (spots.get(piece.id, spot) for piece, spot in ((one, here), (other, there)))
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if not length:
        return "".join(parts)
    dx, dy = (bx - ax) / length, (by - ay) / length
    bends = [_bend(ax, ay, bx, by, side * 0.05 * length) for side in (1, -1)]
    met = [sum(box.meets(Box(mx - 8, my - 8, mx + 8, my + 8)) for box in labels.taken) for mx, my in bends]
    cx, cy = bends[met.index(min(met))]
    ends = f"M{num(ax + 16 * dx)} {num(ay + 16 * dy)}Q{num(2 * cx - (ax + bx) / 2)} {num(2 * cy - (ay + by) / 2)} "
    ends += f"{num(bx - 20 * dx)} {num(by - 20 * dy)}"
    parts.append(
        f'<path class="shot back" d="{ends}"/><path class="shot" d="{ends}" marker-end="url(#head)"/>'
    )
    tries: list[tuple[float, float, str]] = []
    for part in (0.5, 0.35, 0.65, 0.2, 0.8):
        x, y = ax + (bx - ax) * part + (cx - (ax + bx) / 2), ay + (by - ay) * part + (cy - (ay + by) / 2)
        tries += [(x - 10, y, "end"), (x + 10, y, "start"), (x, y - 24, "middle"), (x, y + 24, "middle")]
    parts.append(labels.place(shot.said, tries, 12.5, "say"))
    return "".join(parts)


def _bend(ax: float, ay: float, bx: float, by: float, by_how_much: float) -> XY:
    """The middle of a line, moved aside."""
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1
    return (ax + bx) / 2 - (by - ay) / length * by_how_much, (ay + by) / 2 + (bx - ax) / length * by_how_much


def _places(board: HexBoard, sheet: ground.Sheet, frame: Box, labels: Labels) -> str:
    parts: list[str] = []
    for cell in board.cells:
        x, y = sheet.middles[cell.id]
        if cell.name and frame.holds(Box(x, y, x, y)):
            parts.append(labels.place([cell.name], around((x, y), 18, 12, 13)[:4], 13, "place"))
    return "".join(parts)


def _rulers(board: HexBoard, sheet: ground.Sheet, frame: Box) -> str:
    """The numbers of columns and rows at two edges, where the hexes are numbered by them."""
    size = {len(cell.id) for cell in board.cells}
    if len(size) != 1 or min(size) < 2:
        return ""
    half = min(size) // 2
    columns: defaultdict[int, set[str]] = defaultdict(set)
    rows: defaultdict[int, set[str]] = defaultdict(set)
    for cell in board.cells:
        columns[cell.column].add(cell.id[:half])
        rows[cell.row].add(cell.id[-half:])
    if any(len(some) > 1 for some in (*columns.values(), *rows.values())):
        return ""
    texts = [
        words(x, frame.top + 13, *found, anchor="middle")
        for column, found in sorted(columns.items())
        if frame.left + RULER + 6 < (x := sheet.middle(column, 0)[0]) < frame.right - 8
    ]
    texts += [
        words(frame.left + 9, y + 4, *found, anchor="middle")
        for row, found in sorted(rows.items())
        if frame.top + RULER + 6 < (y := ground.HALF * 1.5 + ground.ROW * row) < frame.bottom - 8
    ]
    left, top, right, bottom = (num(one) for one in frame)
    return (
        f'<g class="ruler" aria-hidden="true"><path d="M{left} {top}H{right}v{num(RULER)}H{left}z'
        f'M{left} {num(frame.top + RULER)}h{num(RULER)}V{bottom}H{left}z"/>{"".join(texts)}</g>'
    )

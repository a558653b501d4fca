"""What stands on a map: pieces by hex, marks, and the few characters that tell of them. No screen here."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from campaign.rules.options import points
from campaign.rules.views import Cell, HexBoard, PieceView, Preview
from tui.shared.glyphs import Glyphs, side_sign, stance_mark
from tui.shared.palette import SideMark


class Chart(NamedTuple):
    """Everything a board shows beside itself. stacks: hex → pieces, the foremost first.

    unit, aims: the selected piece, and the pieces that an action aims at. labels: piece → its sign on a plane.
    ghost: where an action would lead, while it is being steered. parts: of how many a point of the costs consists.
    """

    stacks: Mapping[str, Sequence[PieceView]]
    sides: Mapping[str, SideMark]
    reach: Mapping[str, int]
    selected: str = ""
    targets: Collection[str] = ()
    unit: str = ""
    aims: Collection[str] = ()
    labels: Mapping[str, str] = {}
    ghost: Preview | None = None
    parts: int = 1


class Face(NamedTuple):
    """A hex as drawn. upper, lower: its two rows; side: whose colours, "" for bare ground."""

    upper: str
    lower: str
    terrain: str
    side: str = ""
    out: bool = False
    reached: bool = False
    height: int = 0


EMPTY = Chart({}, {}, {})
SIGNS = ("123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
"""What pieces are called on a plane: those of the first side by numbers, the second by letters, as colours are
not seen by everybody."""


UNCOUNTED = "+"
"""Marks a hex that can be reached where nothing is counted, as colours are not seen by everybody."""


def spot(piece: PieceView) -> str:
    """The place of a piece, as boards name it: a hex, or `east,south` in mm on a plane."""
    return f"{piece.at[0]},{piece.at[1]}" if piece.at is not None else piece.where


def labelled(
    pieces: Sequence[PieceView], sides: Mapping[str, SideMark], known: Mapping[str, str]
) -> dict[str, str]:
    """A sign for each piece, the same as long as the battle is on the screen. known: those given before."""
    labels = dict(known)
    counts = Counter(piece.side for piece in pieces if piece.id in labels)
    for piece in pieces:
        if piece.id not in labels:
            mark = sides.get(piece.side)
            signs = SIGNS[min(mark.rank if mark else 9, len(SIGNS) - 1)]
            at = counts[piece.side]
            labels[piece.id] = signs[at] if at < len(signs) else "*"
            counts[piece.side] += 1
    return labels


def hurts(piece: PieceView) -> bool:
    """Whether a piece bears the mark of damage: points of it where they are counted, else any word of its state."""
    return not piece.out and bool(piece.damage if piece.most else piece.status and piece.sign)


def stacks(pieces: Sequence[PieceView], selected: str = "", asked: str = "") -> dict[str, list[PieceView]]:
    """Pieces by hex, without those aboard others: the selected one first, then the side asked, wrecks last."""
    found: defaultdict[str, list[PieceView]] = defaultdict(list)
    for piece in pieces:
        if piece.where and not piece.aboard:
            found[piece.where].append(piece)
    for stack in found.values():
        stack.sort(key=lambda piece: (piece.out, piece.id != selected, piece.side != asked))
    return dict(found)


def commonest(board: HexBoard) -> str:
    """The terrain that covers most of a board: drawn sparingly."""
    counts = Counter(cell.terrain for cell in board.cells)
    return counts.most_common(1)[0][0] if counts else ""


def face(cell: Cell, chart: Chart, glyphs: Glyphs, width: int, sparse: bool) -> Face:
    """A hex in two rows of so many characters. sparse: this terrain covers most of the board."""
    stack = chart.stacks.get(cell.id, ())
    cost = chart.reach.get(cell.id)
    reached = cost is not None
    price = "" if cost is None else glyphs.plain(points(cost, chart.parts)) if cost >= 0 else UNCOUNTED
    if stack:
        upper, lower = _piece(stack, chart, glyphs, width)
        room = width - len(lower.rstrip())
        if price and price != UNCOUNTED and len(price) < room:
            lower = lower.rstrip().ljust(width - len(price)) + price
        return Face(upper, lower, cell.terrain, stack[0].side, stack[0].out, reached, cell.height)
    upper, lower = _ground(cell, width, sparse, glyphs)
    if price:
        kept = lower[: max(width - len(price), 0)] if cell.features else ""
        lower = kept.ljust(width - len(price)) + price[:width]
    return Face(upper, lower, cell.terrain, reached=reached, height=cell.height)


def sign(cell: Cell, side: str = "") -> str:
    """What a hex has from afar beside its terrain: one character for what lies in it, its level, or a side of it."""
    if cell.marks:
        return cell.sign
    if cell.features:
        return cell.features[0][:1].lower()
    return str(cell.height) if cell.height else side_sign(side.split(" ")[0]) if side else " "


def _ground(cell: Cell, width: int, sparse: bool, glyphs: Glyphs) -> tuple[str, str]:
    glyph = cell.glyph
    if sparse:
        upper, lower = " " * width, " " * width
        if not cell.name:
            lower = glyph.center(width) if width > 2 else glyph.rjust(width)
    else:
        upper = (glyph * max(1, width - 1)).center(width)
        lower = glyph.center(width) if width > 2 else glyph.rjust(width)
    if cell.name:
        upper = "*" + upper[1:]
    if cell.height:
        upper = upper[: width - 1] + str(cell.height)
    signs = (cell.sign if cell.marks else "") + "".join(word[:1].lower() for word in cell.features)
    kept = signs[: max(width - 1, 1)]
    return upper, kept + lower[len(kept) :]


def _piece(stack: Sequence[PieceView], chart: Chart, glyphs: Glyphs, width: int) -> tuple[str, str]:
    top = stack[0]
    side = chart.sides.get(top.side)
    letter = side.letter if side else "?"
    facing = glyphs.facing(top.facing) if not top.out else " " * glyphs.facing_width
    live = sum(not piece.out for piece in stack)
    count = "+" if live > 9 else str(live) if live > 1 else ""
    hurt = top.sign if hurts(top) else ""
    stance = stance_mark(top.stance)
    sign = (top.glyph or "?")[0]
    if width <= 3:
        upper = f"{sign}{facing}"
        if width == 2 and count and not top.facing and (hurt or stance):  # for both below there is no room
            upper, count = f"{sign}{count}", ""
        marks = f"{count}{hurt}{stance}" if width > 2 else (count or hurt or stance)
        lower = f"{letter}{marks}"
    else:
        upper = f"{letter}{sign}{facing}{stance}"
        lower = f"{f'x{count}' if count else ''}{hurt}"
        lower += top.short if len(top.short) <= width - len(lower) and not top.out else ""
    return upper[:width].ljust(width), lower[:width].ljust(width)

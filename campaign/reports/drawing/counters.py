"""Counters of pieces: side by shape and colour, class, facing, stance, damage; what is out is hollow and crossed.

A counter is 28 wide and 24 high, around its middle.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin

from campaign.reports.drawing.markup import Box, num, safe, words
from campaign.rules.views import PieceKind, PieceView

WIDE, HIGH = 28.0, 24.0
MOST_PIPS = 3
_HULLS = (
    "M-10 -12h20q4 0 4 4v16q0 4-4 4h-20q-4 0-4-4v-16q0-4 4-4z",
    "M-9 -12h18l5 5v14l-5 5h-18l-5-5v-14z",
    "M-14 -8l14-4 14 4v20h-28z",
    "M-14 -10q14-4 28 0v22h-28z",
)
"""By look: round corners, cut corners, a point on top, a bowed top."""
_OVAL = '<rect x="-5.5" y="1.5" width="14" height="7" rx="3.5"/>'
_CLASSES: Mapping[PieceKind, str] = {
    "tank": _OVAL,
    "self-propelled gun": f'{_OVAL}<circle cx="1.5" cy="5" r="1.6" fill="currentColor"/>',
    "carrier": f'{_OVAL}<path d="M-2.5 2.5l8 5m0-5l-8 5"/>',
    "scout": '<path d="M-4.5 9l12-8"/>',
    "infantry": '<path d="M-4.5 1.5l12 7.5m0-7.5l-12 7.5"/>',
    "gun": '<path d="M1.5 1v8.5M-3 9.5q0-4 4.5-4t4.5 4"/>',
    "lorry": '<path d="M-5.5 1.5h14v5h-14zM-3 9h.1M6 9h.1"/>',
    "boat": '<path d="M-5.5 3h14l-3 5.5h-8z"/>',
    "helicopter": '<path d="M-5.5 1.5v7.5l14-7.5v7.5z"/>',
    "headquarters": '<path d="M-2 10v-9h9v5h-9"/>',
    "cavalry": '<path d="M-5.5 1.5h14v7.5h-14l14-7.5"/>',
    "engineers": '<path d="M-4.5 9v-7h12v7M1.5 2v7"/>',
    "machine gun": '<path d="M1.5 9.5v-8.5l-3 3m3-3l3 3M-2 9.5h7"/>',
    "mortar": '<path d="M1.5 6.5v-5.5l-3 3m3-3l3 3"/><circle cx="1.5" cy="8.3" r="1.6"/>',
    "anti-tank gun": '<path d="M-4.5 9.5l6-8 6 8"/>',
    "anti-aircraft gun": '<path d="M-4.5 9.5q0-8 6-8t6 8"/>',
    "spotter": '<path d="M-4.5 9.5l6-8.5 6 8.5z"/><circle cx="1.5" cy="6.8" r="1" fill="currentColor"/>',
    "wagon": '<path d="M-5.5 1.5h14v5h-14zM1.5 9h.1"/>',
}
_STANCES = {"driving": "›", "maneuvering": "»", "hull down": "▁", "halted": "‖"}
_CORNERS = {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330}
_EDGES = {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300}


def degrees(facing: str, faces: str) -> int | None:
    """Clockwise from north, of a word for a corner or an edge of a hex; None for none."""
    first, second = (_CORNERS, _EDGES) if faces == "corners" else (_EDGES, _CORNERS)
    return first.get(facing, second.get(facing))


def told(piece: PieceView, side: str, place: str = "") -> str:
    """A piece in one line: `A-32, United States, hex 1916, facing NE, maneuvering: immobilized`."""
    found = [piece.name, side, place or (f"hex {piece.where}" if piece.where else "")]
    if piece.facing and not piece.out:
        found.append(f"facing {piece.facing}")
    if piece.turret and not piece.out:
        found.append(f"turret {piece.turret}")
    found.append(piece.stance)
    text = ", ".join(one for one in found if one)
    return f"{text}: {', '.join(piece.status)}" if piece.status else text


def harm(piece: PieceView) -> int:
    """How many marks of damage a counter carries: counted ones, else words of its state."""
    return 0 if piece.out else piece.damage if piece.most else len(piece.status)


def nose(angle: float) -> str:
    """A wedge that reaches past the counter, towards where the piece faces. angle: degrees from north."""
    x, y = sin(radians(angle)), -cos(radians(angle))
    reach = 24.0 if abs(x) < 0.9 else 22.5
    tip, foot = (reach * x, reach * y), (9 * x, 9 * y)
    return (
        f'<path class="nose" d="M{num(foot[0] - 8.5 * y)} {num(foot[1] + 8.5 * x)}'
        f'L{num(tip[0])} {num(tip[1])}L{num(foot[0] + 8.5 * y)} {num(foot[1] - 8.5 * x)}z"/>'
    )


def barrel(angle: float) -> str:
    """Where a turret points: a thin line that reaches as far as a nose does."""
    x, y = sin(radians(angle)), -cos(radians(angle))
    return f'<path class="barrel" d="M{num(13 * x)} {num(13 * y)}L{num(23 * x)} {num(23 * y)}"/>'


def counter(
    piece: PieceView,
    name: str,
    look: int,
    x: float,
    y: float,
    title: str,
    angle: int | None,
    load: int = 0,
    turret: int | None = None,
) -> str:
    """A piece where it stands. name: short. title: in words, for who does not see it. load: how many are aboard.
    angle, turret: where it faces, and its turret points."""
    out = " out" if piece.out else ""
    parts: list[str] = []
    if angle is not None and not piece.out:
        parts.append(nose(angle))
    if turret is not None and not piece.out:
        parts.append(barrel(turret))
    parts.append(f'<path class="hull" d="{_HULLS[look]}"/>')
    if piece.out:
        parts.append('<path class="x" d="M-8 .5l16 9m0-9l-16 9"/>')
    elif symbol := _CLASSES.get(piece.kind, ""):
        parts.append(f'<g class="sym">{symbol}</g>')
    parts.append(words(0, -1.5, name))
    if piece.stance and not piece.out:
        parts.append(words(-9.3, 9, stance_sign(piece.stance), "st"))
    parts.append(_pips(harm(piece)))
    if load:
        parts.append('<path class="load" d="M-9 -18h10v6h-10z"/>')
    facing = "" if angle is None else f' data-faces="{angle}"'
    return (
        f'<g class="u s{look}{out}" transform="translate({num(x)} {num(y)})" role="img"'
        f' data-piece="{safe(piece.id)}" data-at="{safe(piece.where)}"{facing} data-stance="{safe(piece.stance)}"'
        f' data-harm="{harm(piece)}"><title>{safe(title)}</title>{"".join(parts)}</g>'
    )


def stance_sign(stance: str) -> str:
    return _STANCES.get(stance, stance[:1].upper())


def _pips(count: int) -> str:
    """A diamond for each damage, a figure for many."""
    if count > MOST_PIPS:
        return f'<g class="many"><circle cx="13" cy="11" r="5.6"/>{words(13, 14, str(count))}</g>'
    return "".join(
        f'<path class="pip" d="M11 {num(9.2 - 5 * i)}l2.1-2.1-2.1-2.1-2.1 2.1z"/>' for i in range(count)
    )


def count(x: float, y: float, text: str) -> str:
    """How many there are of a stack, in a black dot."""
    radius = 7.5 if len(text) < 2 else 9
    body = f'<circle r="{num(radius)}"/>{words(0, 3.7, text)}'
    return f'<g class="count" transform="translate({num(x)} {num(y)})">{body}</g>'


def box(x: float, y: float) -> Box:
    """What a counter covers."""
    return Box(x - WIDE / 2, y - HIGH / 2, x + WIDE / 2, y + HIGH / 2)

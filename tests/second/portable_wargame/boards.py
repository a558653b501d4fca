"""Boards made by chance: more of everything, close together, than a board that is drawn for a battle has."""

from __future__ import annotations

from random import Random
from typing import Any

WIDE, HIGH, MANY = 12, 11, 12
GLYPHS = {".": "clear", "T": "wood", "B": "town", "~": "river", "=": "water"}
FEATURES = ("trench", "fieldworks", "bunker")


def chance_boards() -> dict[str, Any]:
    """As files of a pack; the same every time."""
    return {f"boards/chance-{n}.toml": _board(n) for n in range(MANY)}


def _board(n: int) -> dict[str, Any]:
    rnd = Random(f"board {n}")
    woods, towns, wet = rnd.choice([0.05, 0.2, 0.35]), rnd.choice([0.02, 0.1]), rnd.choice([0.0, 0.05, 0.15])
    rest = 1 - woods - towns - wet - 0.01
    glyphs = rnd.choices(".TB~=", [rest, woods, towns, wet, 0.01], k=WIDE * HIGH)
    picture = ["".join(glyphs[y * WIDE : (y + 1) * WIDE]) for y in range(HIGH)]
    hilly = rnd.choice([0.0, 0.2, 0.5])
    heights = [
        "".join(rnd.choice("1123") if rnd.random() < hilly else "." for _ in range(WIDE)) for _ in range(HIGH)
    ]
    hexes = [(f"{x + 1:02}{y + 1:02}", picture[y][x]) for y in range(HIGH) for x in range(WIDE)]
    lying: dict[str, list[str]] = {}
    thick = rnd.choice([0.03, 0.15])
    for hex, glyph in hexes:
        if glyph == "~" and rnd.random() < 0.8:
            lying.setdefault(rnd.choice(["ford", "ford", "bridge"]), []).append(hex)
        elif glyph in ".TB" and rnd.random() < thick:
            lying.setdefault(rnd.choice(FEATURES), []).append(hex)
    row, column = rnd.randrange(3, 8), rnd.randrange(3, 9)
    return {
        "id": f"chance-{n}", "title": f"By chance {n}", "source": "our own, by chance",
        "layout": {"columns": WIDE, "rows": HIGH},
        "legend": GLYPHS,
        "picture": picture,
        "heights": heights,
        "features": [{"what": what, "hexes": found} for what, found in lying.items()],
        "roads": [
            [f"{x:02}{row:02}" for x in range(1, WIDE + 1)], [f"{column:02}{y:02}" for y in range(1, HIGH + 1)]
        ],
    }  # fmt: skip

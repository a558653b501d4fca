"""Drawing for the terminal: how long a picture of a table with models, a ghost and a shot takes on a wide screen."""

from __future__ import annotations

from tests.bench.rows import Part, Row, at_most, seconds
from tests.tui.tables import BOARD, GHOST, MODELS, chart
from tui.boards.plane.dots import Window
from tui.boards.plane.layout import PlaneLayout, scales
from tui.boards.plane.painter import Painter, scene
from tui.shared.glyphs import UNICODE
from tui.shared.palette import Ink

WIDTH, HEIGHT = 120, 40


def run() -> list[Row]:
    return [
        at_most(f"a picture of a table, {name}", 1000 * seconds(lambda s=scale: _painted(s), 9), "ms", 15)
        for name, scale in zip(("far", "nearer", "near"), scales(BOARD, WIDTH, HEIGHT), strict=False)
    ]


def _painted(scale: int) -> None:
    chosen = chart("abrams-2", ghost=GHOST)
    painter = Painter(
        PlaneLayout(BOARD, scale),
        scene(BOARD, MODELS, chosen),
        Window(0, 0, WIDTH, HEIGHT),
        UNICODE,
        Ink(True),
    )
    painter.paint((450, 450))


PARTS = {"all": Part(run)}

"""A table to draw: six pieces of terrain, an objective, and models of two sides."""

from __future__ import annotations

from math import cos, radians, sin

from campaign.rules.options import Side
from campaign.rules.views import Area, Mark, PieceView, PlaneBoard, Point, Preview, Ray
from tui.boards.chart import Chart, labelled
from tui.shared.palette import side_marks

SIDES = (Side("us", "United States", "blue"), Side("su", "Soviet Union", "red"))
MARKS = side_marks(SIDES)


def box(x: int, y: int, width: int, height: int) -> tuple[Point, ...]:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


AREAS = (
    Area("forest-1", "forest", box(200, 180, 150, 100), "T", "North wood"),
    Area("forest-2", "forest", ((560, 600), (700, 580), (720, 680), (580, 700)), "T"),
    Area("building-1", "building", box(500, 200, 100, 80), "#"),
    Area("building-2", "building", box(300, 400, 100, 80), "#", "The mill"),
    Area("building-3", "building", box(650, 420, 80, 100), "#"),
    Area("building-4", "building", box(180, 640, 100, 80), "#"),
)
HILL = Mark("hill", (450, 450), "The crossroads", "", 150)
BOARD = PlaneBoard("table", "A table", 900, 900, AREAS, (HILL,))


def hull(at: Point, heading: int, long: int = 80, wide: int = 40) -> tuple[Point, ...]:
    """The corners of a box that lies at a point: front left, front right, back right, back left."""
    east, north = sin(radians(heading)), cos(radians(heading))
    return tuple(
        (round(at[0] + a * east + b * north), round(at[1] - a * north + b * east))
        for a, b in (
            (long / 2, -wide / 2),
            (long / 2, wide / 2),
            (-long / 2, wide / 2),
            (-long / 2, -wide / 2),
        )
    )


def disc(at: Point, across: int = 60) -> tuple[Point, ...]:
    half = across / 2
    return tuple(
        (round(at[0] + half * sin(radians(turn))), round(at[1] - half * cos(radians(turn))))
        for turn in range(0, 360, 30)
    )


def model(id: str, at: Point | None = (450, 450), heading: int = 0, **more: object) -> PieceView:
    side = more.pop("side", "us")
    outline = hull(at, heading) if at else ()
    known = {"name": id.title(), "glyph": "T", "where": "" if at else "reserve", "outline": outline, **more}
    return PieceView(id=id, side=side, at=at, heading=heading if at else -1, **known)  # type: ignore[arg-type]


MODELS = (
    model("abrams-1", (200, 820), 0),
    model("abrams-2", (380, 800), 45, status=("tracks damaged",)),
    model("cobra", (600, 800), 330, outline=disc((600, 800)), stance="low"),
    model("t64-1", (300, 90), 180, side="su"),
    model("t64-2", (480, 120), 200, side="su"),
    model("t64-3", (700, 90), 270, side="su", out=True, status=("destroyed",)),
)


def chart(unit: str = "", **more: object) -> Chart:
    return Chart({}, MARKS, {}, unit=unit, labels=labelled(MODELS, MARKS, {}), **more)  # type: ignore[arg-type]


GHOST = Preview(
    model("abrams-2", (420, 700), 20),
    ((380, 800), (420, 700)),
    (Ray("abrams-2", "t64-1", (420, 700), (300, 90), ("cover",)),),
    (Ray("t64-2", "abrams-2", (480, 120), (420, 700)),),
)

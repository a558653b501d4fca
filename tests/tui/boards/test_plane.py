"""A table drawn to scale: geometry, pixels, signs."""

from __future__ import annotations

from campaign.rules.views import Point
from tests.tui.tables import AREAS, BOARD, GHOST, HILL, MODELS, box, chart, disc, hull
from tui.boards.chart import Chart, labelled
from tui.boards.plane.dots import Window, braille, line, paint, ring
from tui.boards.plane.geometry import bearing, compass, gap, inside
from tui.boards.plane.layout import PlaneLayout, fitting, scales
from tui.boards.plane.painter import Painter, changed, scene
from tui.shared.glyphs import ASCII, UNICODE, Glyphs
from tui.shared.palette import Ink

COLOURS, PLAIN = Ink(True), Ink(True, False)


def picture(
    scale: int,
    shown: Chart | None = None,
    window: Window | None = None,
    cursor: Point | None = None,
    glyphs: Glyphs = UNICODE,
    ink: Ink = COLOURS,
) -> list[str]:
    plan = PlaneLayout(BOARD, scale)
    window = window or Window(0, 0, plan.columns, plan.rows)
    rows = Painter(plan, scene(BOARD, MODELS, shown or chart()), window, glyphs, ink).paint(cursor)
    assert len(rows) == window.height and all(len(row) == window.width for row in rows)
    return ["".join(char for char, _ in row) for row in rows]


# -- geometry --------------------------------------------------------------------------------------------------


def test_bearings_go_clockwise_from_north():
    ends = [(100, 0), (200, 0), (200, 100), (200, 200), (100, 200), (0, 100)]
    assert [bearing((100, 100), end) for end in ends] == [0, 45, 90, 135, 180, 270]
    assert [compass(turn) for turn in (0, 22, 23, 180, 338, 359)] == ["N", "N", "NE", "S", "N", "N"]


def test_distances_are_from_edge_to_edge():
    one, other = box(0, 0, 100, 100), box(150, 0, 50, 50)
    assert gap(one, other) == 50
    assert gap(one, ((130, 140),)) == 50
    assert gap(one, ((50, 50),)) == 0 and gap(one, box(10, 10, 20, 20)) == 0
    assert inside(one, (99, 1)) and not inside(one, (101, 1))


def test_the_whole_table_fits_its_pane():
    for width, height in ((46, 16), (74, 25), (140, 50), (3, 2)):
        plan = PlaneLayout(BOARD, fitting(BOARD, width, height))
        assert plan.columns <= width and plan.rows <= height
    whole, closer, closest = scales(BOARD, 46, 16)
    assert whole > closer > closest >= 1


def test_a_square_of_the_table_is_twice_as_many_columns_as_rows():
    plan = PlaneLayout(BOARD, 10)
    assert (plan.columns, plan.rows) == (90, 45)
    assert plan.cell((450, 450)) == (45, 22) and plan.middle(45, 22) == (455, 450)
    assert plan.cell((900, 900)) == (89, 44), "the edge belongs to the table"
    assert plan.step == 20


def test_an_outline_fills_the_pixels_whose_middle_is_in_it():
    rows = [bytearray(6) for _ in range(6)]
    paint(rows, box(10, 10, 30, 20), 10, 1)
    assert [row.hex() for row in rows] == [
        "000000000000",
        "000101010000",
        "000101010000",
        *["000000000000"] * 3,
    ]
    paint(rows, box(-100, -100, 1000, 1000), 10, 2)
    assert all(set(row) == {2} for row in rows), "what sticks out is cut off"
    paint(rows, ((0, 0), (10, 10)), 10, 3)
    assert all(set(row) == {2} for row in rows)


def test_lines_and_rings_are_dots():
    assert list(line((0, 0), (20, 0), 10)) == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]
    assert list(line((0, 0), (20, 0), 10, every=2)) == [(0, 0), (2, 0), (4, 0)]
    assert list(line((5, 5), (5, 5), 10)) == [(1, 1)]
    assert len(set(ring((450, 450), 150, 10))) > 60
    found: dict[tuple[int, int], int] = {}
    braille(iter([(0, 0), (1, 3), (2, 0), (99, 99)]), Window(0, 0, 2, 1), found)
    assert found == {(0, 0): 0x81, (1, 0): 0x01}


# -- signs -----------------------------------------------------------------------------------------------------


def test_one_side_has_numbers_and_the_other_letters():
    labels = chart().labels
    assert [labels[one.id] for one in MODELS] == ["1", "2", "3", "A", "B", "C"]
    fewer = labelled(MODELS[1:], chart().sides, labels)
    assert fewer == labels, "a sign stays with its model"


def test_models_show_what_they_are_and_where_they_head():
    text = "\n".join(picture(29))
    assert "1↑" in text and "2↗!" in text and "3↖l" in text, "a hurt one, and one that flies low"
    assert "A↓" in text and "Cx" in text and "C←" not in text, "a wreck heads nowhere"


def test_terrain_is_filled_with_its_sign():
    rows = picture(20, ink=PLAIN)
    top, left = AREAS[0].outline[0][1] // 40 + 1, AREAS[0].outline[0][0] // 20 + 1
    assert rows[top][left : left + 5] == "TTTTT"
    assert rows[HILL.at[1] // 40][HILL.at[0] // 20] == "*"


def test_bodies_lie_as_they_stand():
    east = hull((200, 200), 90)
    assert max(x for x, _ in east) - min(x for x, _ in east) == 80
    assert max(y for _, y in east) - min(y for _, y in east) == 40
    rows = picture(10, Chart({}, chart().sides, {}), ink=PLAIN)
    long = [row[16:24] for row in rows if "█" in row[16:24]]
    assert len(long) == 4, "80 mm are four rows of 20 mm"


def test_the_cursor_stands_around_the_label_of_a_model():
    assert "[1↑]" in "\n".join(picture(29, cursor=(200, 820)))
    assert "[+]" in "\n".join(picture(29, cursor=(450, 700)))


def test_the_chosen_and_the_aimed_at_have_brackets_and_a_line():
    text = "\n".join(picture(29, chart("abrams-1", aims=("t64-1",))))
    assert "(1↑)" in text and ">A↓<" in text
    assert any("⠀" < char < "⣿" for char in text)


def test_a_ghost_shows_outline_way_and_lines_of_sight():
    plain = picture(12, chart("abrams-2", ghost=GHOST), glyphs=ASCII, ink=PLAIN)
    text = "\n".join(plain)
    assert "o" in text and "*" in text and ":" in text
    dots = sum("⠀" < char <= "⣿" for row in picture(12, chart("abrams-2", ghost=GHOST)) for char in row)
    assert dots > 60


def test_ascii_is_ascii():
    for scale in (29, 12, 6):
        text = "".join(picture(scale, chart("abrams-1", ghost=GHOST), glyphs=ASCII, cursor=(10, 10)))
        assert all(ord(char) < 127 for char in text)
        assert "1N" in text or scale < 29, "closer, the heading stands at the front"


def test_without_colours_the_sides_and_the_table_can_be_told_apart():
    window = Window(-3, -1, 40, 18)
    rows = picture(29, window=window, ink=PLAIN)
    assert rows[0][2:35] == "-" * 33 + " " or rows[0].strip().startswith("---")
    assert rows[5][2] == "|"
    plan = PlaneLayout(BOARD, 29)
    painted = Painter(plan, scene(BOARD, MODELS, chart()), window, UNICODE, PLAIN).paint(None)
    styles = {char: style for row in painted for char, style in row if char in "1A"}
    assert styles["A"].reverse and not styles["1"].reverse


def test_a_helicopter_is_round():
    stand = disc((600, 800))
    assert len(stand) == 12 and all(abs(gap(((600, 800),), (corner,)) - 30) < 1 for corner in stand)


def test_only_what_changed_is_painted():
    plan, window = PlaneLayout(BOARD, 10), Window(0, 0, 90, 45)
    both = [
        Painter(plan, scene(BOARD, MODELS, chart()), window, UNICODE, COLOURS).paint(cursor)
        for cursor in ((450, 700), (470, 700))
    ]
    spots = changed(*both)
    assert len(spots) == 1 and all(last - first <= 5 for first, last in spots.values())
    assert not changed(both[0], both[0])

"""The parts of pages by themselves: colours, names, lines, ground, plots, tracks."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from campaign.reports.deeds import Deed
from campaign.reports.drawing import lines, palette, plots
from campaign.reports.drawing.ground import PATTERNS, Sheet, land, look_of, outline
from campaign.reports.drawing.markup import num
from campaign.reports.drawing.names import MOST, short_names
from campaign.reports.drawing.track import MOST as MOST_TICKS
from campaign.reports.drawing.track import WIDTHS, Tick, track
from campaign.reports.folding import folded, gathered
from campaign.rules.options import Side
from campaign.rules.views import Cell, HexBoard, PieceView
from campaign.shared.answers import Line
from tests.campaign.reports.reading import Rect, read


def contrast(one: str, other: str) -> float:
    """Between two colours as `#rrggbb`, from 1 to 21, as the guidelines for web content reckon it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    found = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in found)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("colours", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_all_that_is_read_stands_out_from_its_ground(colours: dict[str, str]):
    for text, ground in palette.READ:
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for line, ground in palette.LINES:
        assert contrast(colours[line], colours[ground]) >= 3, (line, ground)


def test_light_and_dark_name_the_same_roles():
    assert palette.LIGHT.keys() == palette.DARK.keys()
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_a_side_that_is_called_blue_is_drawn_as_the_first():
    red, blue, other = Side("nk", "North", "red"), Side("us", "South", "blue"), Side("x", "Third")
    assert palette.looks([red, blue, other]) == {"us": 0, "nk": 1, "x": 2}
    assert palette.looks([red, other]) == {"nk": 0, "x": 1}


def _pieces(*names: str) -> list[PieceView]:
    return [PieceView(f"id{i}", name, "us", "V", "0101") for i, name in enumerate(names)]


def test_short_names_tell_pieces_apart():
    found = short_names(
        _pieces(
            "A-32", "T-34 no. 301", "T-34 no. 302", "Hotel 16", "No. 525", "Medium Tank", "Medium Tank", ""
        )
    )
    assert list(found.values())[:5] == ["A-32", "301", "302", "H16", "525"]
    assert len(set(found.values())) == len(found)
    assert all(0 < len(one) <= MOST for one in found.values())


def test_numbers_are_written_shortly():
    assert [num(one) for one in (1.0, -0.04, 2.25, -3.5)] == ["1", "0", "2.2", "-3.5"]


def _board(columns: int, rows: int, terrain: str = "clear", half_up: str = "odd") -> HexBoard:
    cells = [Cell(f"{c:02}{r:02}", c, r, terrain, ".") for r in range(rows) for c in range(columns)]
    return HexBoard("b", "A board", columns, rows, half_up, tuple(cells))  # type: ignore[arg-type]


@pytest.mark.parametrize("half_up", ["odd", "even"])
def test_neighbours_of_a_sheet_lie_beside_it(half_up: str):
    sheet = Sheet(_board(6, 5, half_up=half_up))
    for hex, (x, y) in sheet.middles.items():
        for other in sheet.around(hex):
            ox, oy = sheet.middles[other]
            assert (abs(ox - x), abs(oy - y)) in ((0, 42), (36, 21))
            assert hex in set(sheet.around(other))
    assert len(list(sheet.around("0202"))) == 6


def test_the_outline_of_hexes_leaves_out_what_they_share():
    sheet = Sheet(_board(4, 4))
    one = outline([sheet.middles["0101"]])
    two = outline([sheet.middles["0101"], sheet.middles["0102"]])
    assert one.count(" ") < two.count(" ")
    assert two.count("M") == 1
    ring = outline(sheet.middles[hex] for hex in sheet.around("0101"))
    assert ring.count("M") == 2, "around and inside"
    assert land(sheet) == land(Sheet(_board(4, 4)))


def test_three_hexes_in_a_triangle_are_joined_by_two_lines():
    sheet = Sheet(_board(5, 5))
    some = ["0202", *list(sheet.around("0202"))[:2]]
    links = lines.touching(some, sheet.around)
    assert sum(map(len, links.values())) // 2 == 2


def test_a_river_under_a_road_has_a_bridge_and_unknown_ground_its_sign():
    rows = [["clear", "road", "clear"], ["river", "road", "river"], ["moor", "road", "clear"]]
    cells = [Cell(f"{c:02}{r:02}", c, r, rows[r][c], "m") for r in range(3) for c in range(3)]
    drawn = land(Sheet(HexBoard("b", "b", 3, 3, "odd", tuple(cells))))
    assert drawn.count('class="bridge"') == 1
    assert read(f"<svg>{drawn}</svg>").all("text", "gl")[0].text == "m"
    assert look_of("moor") is None
    assert look_of("light-woods") == look_of("woods") is not None
    assert {
        look.texture for word in ("trees", "brush", "paddy", "building", "rubble") if (look := look_of(word))
    } == {name for name, *_ in PATTERNS}


@pytest.mark.parametrize("seed", range(20))
def test_labels_at_the_ends_of_lines_do_not_touch(seed: int):
    rnd = Random(seed)
    made = [
        plots.Line(
            f"S{i}", i, {f"1950-08-{d:02}": rnd.randrange(30) for d in sorted(rnd.sample(range(1, 28), 5))}
        )
        for i in range(rnd.randint(1, 4))
    ]
    svg = read(plots.steps("Points", made, "1950-08-01", "1950-08-31", ["1950-08-05"]))
    labels = [float(one.attrs["y"]) for i in range(4) for one in svg.all("text", f"t{i}")]
    assert len(labels) == len(made)
    labels.sort()
    assert all(after - before >= plots.APART - 0.11 for before, after in pairwise(labels))
    assert all(0 < one < plots.HEIGHT for one in labels)


def test_a_long_name_at_the_end_of_a_line_is_not_cut_off():
    line = plots.Line("Germans", 1, {f"1950-08-{d:02}": 400 * d for d in range(1, 9)})
    (told,) = read(plots.steps("Points", [line], "1950-08-01", "1950-08-31")).all("text", "t1")
    assert told.text == "Germans 3,200"
    assert float(told.attrs["x"]) + 7 * len(told.text) <= plots.WIDTH, "bold letters of 12 px"


def test_few_changes_are_no_plot():
    assert plots.steps("Points", [plots.Line("US", 0, {"1950-08-17": 1})], "1950-08-01", "1950-08-31") == ""


def test_a_plot_steps_where_something_changes_and_starts_at_nothing():
    line = plots.Line("US", 0, {"1950-08-11": 2, "1950-08-21": 4, "1950-08-25": -2})
    (step,) = read(plots.steps("Points", [line], "1950-08-01", "1950-08-31")).all("path", "step")
    assert step.attrs["d"].count("V") == 3
    days = [float(one.split("V")[0]) for one in step.attrs["d"].split("H")[1:4]]
    assert days[1] - days[0] == pytest.approx((days[2] - days[1]) * 10 / 4, abs=0.3), "days are to scale"


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("1950-08-31", ["1 Aug 1950", "31 Aug 1950"]),
        ("1952-08-31", ["1 Aug 1950", "31 Aug 1952"]),
        ("1960-08-31", ["1 Aug 1950", "1955", "31 Aug 1960"]),
    ],
)
def test_an_axis_says_in_which_years_it_begins_and_ends(last: str, told: list[str]):
    line = plots.Line("US", 0, {"1950-08-11": 2, "1950-08-21": 4, "1950-08-25": 6})
    svg = read(plots.steps("Points", [line], "1950-08-01", last))
    labels = sorted(svg.all("text", "q"), key=lambda one: float(one.attrs["x"]))
    assert [one.text for one in labels] == told
    axes = svg.all("path", "axis")
    assert len(axes) == 1 + int(last[:4]) - 1950


def test_a_track_has_a_tick_for_each_entry_and_an_arc_back():
    ticks = [
        Tick(n, "Turn 1" if n < 6 else "Turn 2", n % 2, dice=n % 4, gone=n in (7, 8)) for n in range(1, 11)
    ]
    ticks[8] = Tick(9, "Turn 2", 0, back=6, mark="A-32 wrecked")
    root = read(track(ticks, "Entries"))
    columns = root.all("li")
    assert [one.attrs["style"] for one in columns] == ["--n:5", "--n:5"]
    found = [one for one in root.all("a") if one.parent and "ticks" in one.parent.css]
    assert [one.attrs["href"] for one in found] == [f"#e{n}" for n in range(1, 11)]
    assert [one.attrs["href"] for one in found if "gone" in one.css] == ["#e7", "#e8"]
    assert len(root.all("path")) == 1
    assert root.all("div", "marks")[0].text == "✕ A-32 wrecked"


@pytest.mark.parametrize("css", [*WIDTHS])
@pytest.mark.parametrize("seed", range(40))
def test_no_name_of_a_turn_touches_another(css: str, seed: int):
    """Boxes of what a screen of each width shows, with letters as wide as they are in the browser, at the most."""
    pick = Random(seed)
    sizes = [2, *(pick.randrange(1, 60) for _ in range(pick.randrange(1, 26)))]
    turns = [turn for n, size in enumerate(sizes) for turn in [f"Turn {n}" if n else "Set-up"] * size]
    root = read(track([Tick(n + 1, turn) for n, turn in enumerate(turns)], "Entries"))
    columns = root.all("li")
    wide = [column.numbers("style")[0] for column in columns]
    spans = [column.all("span", css) for column in columns]
    boxes: list[Rect] = []
    for n, some in enumerate(spans):
        for span in some:
            left = WIDTHS[css] * sum(wide[:n]) / sum(wide) + 4
            top = 1 if "r1" in span.css else 18
            boxes.append(Rect(left, top, left + len(span.text) * 7.3, top + 17))
    assert spans[0], "the first is named"
    for column, some in zip(columns, spans, strict=True):
        turn = column.all("a", "t")[0].attrs["aria-label"]
        short = turn.removeprefix("Turn ") if turn != "Set-up" else "S"
        assert all(span.text in (turn, short) for span in some), "the number whole"
    assert all(not box.meets(other) for n, box in enumerate(boxes) for other in boxes[n + 1 :])
    assert all(box.right <= WIDTHS[css] + 8 for box in boxes)
    assert [column.all("a", "t")[0].attrs["aria-label"] for column in columns] == list(dict.fromkeys(turns))


def test_the_set_up_and_the_first_turn_are_both_named_where_the_set_up_is_short():
    ticks = [Tick(n, "Set-up" if n < 4 else "Turn 1" if n < 200 else "Turn 2") for n in range(1, 240)]
    for css in ("w", "m"):
        named = [(one.text, one.css[1]) for one in read(track(ticks, "Entries")).all("span", css)]
        assert named == [("Set-up", "r0"), ("Turn 1", "r1"), ("Turn 2", "r0")]


def deed(seq: int, name: str, passing: str, side: str = "us", mark: str = "") -> Deed:
    return Deed(seq, f"{name}: {passing or 'wrecked'}.", side, mark, f"{side}-{name}", name, passing)


def test_what_pieces_merely_do_alike_in_a_turn_is_one_line():
    told = gathered(
        [
            deed(3, "A-31", "face down"),
            deed(4, "T-62", "moved, face down", "nk"),
            deed(5, "A-33", "", mark="A-33 wrecked"),
            deed(6, "A-32", "face down"),
            deed(7, "A-34", "moved"),
            deed(8, "A-31", "face down"),
            deed(9, "A-35", "face down"),
        ]
    )
    assert [(one.seq, one.text) for one in told] == [
        (3, "Three pieces face down: A-31, A-32, A-35."),
        (4, "T-62: moved, face down."),
        (5, "A-33: wrecked."),
        (7, "A-34: moved."),
    ]


def test_pieces_of_one_name_are_counted():
    two = [Deed(n, "T-62: moved.", "nk", "", f"t{n}", "T-62", "moved") for n in (1, 2)]
    assert [one.text for one in gathered([*two, deed(3, "BHQ", "moved", "nk")])] == [
        "Three pieces moved: T-62 (2), BHQ."
    ]


def test_a_long_track_has_several_entries_in_a_tick():
    root = read(track([Tick(n, f"Turn {n // 100}", 0) for n in range(1, 1001)], "Entries"))
    found = [one for one in root.all("a") if one.parent and "ticks" in one.parent.css]
    assert len(found) <= MOST_TICKS + 11


def test_a_long_way_is_told_by_its_ends():
    steps = [Line(f"A-32 enters 10{n:02}, facing W (cost 1, {n} spent).", "8.0") for n in range(15)]
    end = Line("A-32 may be fired at.", "7.8")
    assert [one.text for one in folded([*steps, end])] == [
        steps[0].text, "… 13 more steps …", steps[-1].text, end.text,
    ]  # fmt: skip
    assert folded(steps[:3]) == tuple(steps[:3])

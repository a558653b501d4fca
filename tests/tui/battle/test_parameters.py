"""Which key changes which parameter, by how much, and what is typed."""

from __future__ import annotations

import json

import pytest
from msgspec import Raw

from campaign.battles.answers import LegalAction
from campaign.rules.options import Range
from campaign.rules.places import Places, Sheet
from campaign.rules.views import Cell, HexBoard, Ray
from campaign.shared.answers import Refusal
from tests.tui.boards.test_plane import GHOST
from tui.battle.parameters import Parameters, fitted, written
from tui.battle.steering_panel import steer_keys, steer_text
from tui.shared.glyphs import ASCII, UNICODE

TURN = Range("bearing", 0, 359, 1, "°", round=True)
FAR = Range("distance", 0, 150, 1, "mm", note="what stands in the way")
GEAR = Range("gear", words=("slow", "fast", "back"))
X, Y = Range("x", 0, 900, 1, "mm"), Range("y", 0, 900, 1, "mm")
HEADING = Range("heading", 0, 359, 1, "°", round=True)


def steering(*ranges: Range, stride: int = 20, **action: object) -> Parameters:
    body = {"kind": "move", "unit": "t1", **action}
    return Parameters(
        LegalAction("us", Raw(json.dumps(body).encode()), "Tank 1 moves", "t1", ranges=ranges), stride
    )


def test_it_begins_with_the_values_of_the_action():
    found = steering(TURN, FAR, GEAR, bearing=90, distance=60, gear="fast")
    assert found.values == [90, 60, "fast"] and str(found) == "bearing 090°, distance 60 mm, gear fast"
    assert json.loads(found.action) == {
        "kind": "move",
        "unit": "t1",
        "bearing": 90,
        "distance": 60,
        "gear": "fast",
    }
    assert bytes(found.made.action) == found.action and found.made.label == "Tank 1 moves"
    assert steering(TURN, GEAR).values == [0, "slow"], "what the action lacks begins at its lowest"


@pytest.mark.parametrize("ranges", [(TURN, FAR, GEAR), (FAR, TURN, GEAR)])
def test_left_and_right_turn_and_up_and_down_go_along(ranges: tuple[Range, ...]):
    found = steering(*ranges, bearing=0, distance=60)
    value = {one.name: i for i, one in enumerate(ranges)}
    found.push("across", -1)
    assert found.values[value["bearing"]] == 355 and found.ranges[found.hand].name == "bearing"
    found.push("across", 1, "large")
    assert found.values[value["bearing"]] == 40
    found.push("along", 1)
    found.nudge(1)
    assert found.values[value["distance"]] == 66
    found.push("along", 1, "large")
    found.push("along", 1, "large")
    found.push("along", 1, "large")
    found.push("along", 1, "large")
    assert found.values[value["distance"]] == 150, "no farther than the highest"
    found.push("turn", 1)
    assert found.values[value["gear"]] == "fast"


def test_a_point_follows_the_arrows_over_the_table():
    found = steering(X, Y, HEADING, x=400, y=800, heading=0)
    assert found.placing and found.point == (400, 800)
    found.push("along", 1)
    assert found.point == (400, 780), "up is north"
    found.push("across", 1, "large")
    assert found.point == (500, 780)
    found.push("turn", -1)
    assert found.values[2] == 355
    found.next(1)
    found.nudge(-1)
    assert found.point == (499, 780), "the parameters come one after the other"


def test_one_number_takes_both_pairs_of_arrows():
    found = steering(Range("count", 1, 100), count=10)
    found.push("across", 1)
    found.push("along", 1)
    assert found.values == [40]
    found.push("turn", 1)
    assert found.values == [40]
    few = steering(Range("dice", 1, 4), dice=1)
    few.push("across", 1)
    assert few.values == [2], "few values are walked through one by one"


def test_yes_and_no_are_sent_as_such():
    high = Range("high", words=("false", "true"))
    found = steering(FAR, high, Range("touch", words=("", "front")), high=False, touch="")
    assert str(found) == "distance 0 mm, high no", "what is as usual goes without saying"
    found.push("turn", 1)
    assert json.loads(found.action)["high"] is True and json.loads(found.action)["touch"] == ""
    assert steering(high, high=True).values == ["true"]


def test_words_alone_take_the_arrows():
    found = steering(GEAR, Range("hatch", words=("open", "shut")))
    found.push("across", -1)
    found.push("along", 1)
    assert found.values == ["back", "shut"]


def test_digits_are_an_exact_value_or_the_number_of_a_word():
    found = steering(TURN, FAR, GEAR, distance=60)
    for digit in "472":
        found.press(digit)
    found.rub_out()
    assert found.typed == "47" and found.settle() and found.values[0] == 47
    assert not found.settle()
    found.next(1)
    found.press("9")
    found.press("9")
    found.press("9")
    found.push("across", 1)
    assert found.values[:2] == [52, 150], "another key takes what was typed, as near as is allowed"
    found.next(-1)
    found.press("2")
    assert found.values[2] == "fast"
    found.press("9")
    assert found.values[2] == "fast"


def test_toward_a_point():
    found = steering(TURN, FAR)
    found.toward((100, 100), (100, 160))
    assert found.values == [180, 60]
    found.toward((100, 100), (900, 100))
    assert found.values == [90, 150], "as far as it goes"
    found.toward(None, (5, 5))
    assert found.values == [90, 150]
    placing = steering(X, Y, x=50, y=60)
    placing.toward(None, (123, 950))
    assert placing.point == (50, 60), "out of the question"
    placing.toward(None, (123, 850))
    assert placing.point == (123, 850)


def test_values_keep_to_their_steps_and_bounds():
    odd = Range("n", 10, 31, 5)
    assert [fitted(odd, value) for value in (0, 12, 13, 31, 99)] == [10, 10, 15, 30, 30]
    assert [fitted(TURN, value) for value in (-1, 360, 725)] == [359, 0, 5]
    fives = Range("h", 0, 355, 5, "°", round=True)
    assert [fitted(fives, value) for value in (-5, 358, 360)] == [355, 0, 0]
    assert written(TURN, 7) == "bearing 007°" and written(GEAR, "slow") == "gear slow"


def test_the_panel_shows_values_keys_limits_and_what_comes_of_it():
    found = steering(TURN, FAR, GEAR, distance=60)
    found.next(1)
    text = steer_text(found, GHOST, lambda id: id.upper(), UNICODE).plain
    assert (
        "▸ distance 60 mm" in text and "↑↓" in text and "0–150" in text and "what stands in the way" in text
    )
    assert "sees\n T64-1: cover" in text and "is seen by\n T64-2" in text
    found.press("7")
    assert "distance 7_" in steer_text(found, None, str, UNICODE).plain
    refused = steer_text(found, Refusal("The arrow meets building 2 after 63 mm.", "10"), str, UNICODE).plain
    assert "✗ The arrow meets building 2 after 63 mm. [rule 10]" in refused
    assert "h l" in steer_text(found, None, str, ASCII).plain
    assert ("←→", "bearing") in steer_keys(found, UNICODE)


def test_a_ray_without_notes_is_only_named():
    ghost = GHOST.__class__(GHOST.piece, sees=(Ray("a", "b", (0, 0), (1, 1)),))
    assert " b\n" in steer_text(steering(TURN), ghost, str, UNICODE).plain


def test_a_hex_to_be_chosen_begins_near_the_piece_but_not_under_it():
    cells = tuple(Cell(f"{x + 1:02}{y + 1:02}", x, y, "clear", ".") for x in range(6) for y in range(5))
    found = steering(Range("hex", places=Places(("0101", "0303", "0402"))), hex="0101")
    found.sheet = Sheet(HexBoard("b", "b", 6, 5, "odd", cells))
    found.near("0404")
    assert found.place == "0303"
    found.near("0303")
    assert found.place == "0402"

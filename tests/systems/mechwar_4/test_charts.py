"""The pack of MechWar 4: what is printed is as printed, what is reconstructed keeps what is known, all of it loads."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from campaign.rules.packs import PackError
from campaign.systems.mechwar_4.tables import Result
from campaign.systems.mechwar_4.units import Moves, Target, Weapon, defence, weapon
from tests.systems.mechwar_4.pack import PACK, changed, charts


def test_mw_28_target_types_follow_from_the_notation() -> None:
    """3.4."""
    assert [defence(text)[1] for text in ("[4]", "[5]", "(3)", "8")] == [
        "protected",
        "hard",
        "protected",
        "soft",
    ]


@pytest.mark.parametrize("text", ["", "{3}", "[]", "x"])
def test_3_4_what_is_no_defence_strength_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"write \[10\], \(3\) or 8"):
        defence(text)


def test_6_44_weapons_are_written_as_strength_class_and_range() -> None:
    assert weapon("2R3") == Weapon(2, "R", 3)
    assert weapon("8R*10") == Weapon(8, "R*", 10)
    with pytest.raises(ValueError, match="such as 16M15"):
        weapon("16X15")


def test_6_44_machine_guns() -> None:
    arms = charts().units["t62"].arms
    assert (arms["coaxial"], arms["roof"]) == (Weapon(2, "R", 3), Weapon(3, "R", 5))
    assert "roof" not in charts().units["leopard-1"].arms, "American and Soviet tanks have it"
    for type in charts().units.values():
        if type.kind in ("tank", "assault-gun", "apc"):
            assert "coaxial" in type.arms, type.id


def test_mw_32_an_m60_against_a_t62_is_on_the_column_of_plus_6() -> None:
    m60, t62 = charts().units["m60a1"], charts().units["t62"]
    assert m60.arms["main"].strength - t62.defence == 6
    assert charts().column(6) == charts().column(5) != charts().column(7)


def test_mw_15_a_t62_company_is_worth_4_points() -> None:
    assert charts().units["t62"].points == 4


@pytest.mark.parametrize(
    ("superiority", "column"),
    [
        (-20, 0),
        (-6, 0),
        (-5, 1),
        (-3, 2),
        (-2, 2),
        (-1, 3),
        (0, 3),
        (1, 4),
        (2, 4),
        (6, 6),
        (7, 7),
        (8, 7),
        (11, 9),
        (30, 9),
    ],
)
def test_columns_for_every_superiority(superiority: int, column: int) -> None:
    assert charts().column(superiority) == column


def test_combat_results_are_never_worse_with_a_higher_die_column_or_firer() -> None:
    """K1, K2 and K4 of the sheet: a die of 0 or less is a miss, two off a die are a third of the shots."""
    worth = [Result(), Result(panic=True), Result(suppression=1), Result(suppression=2)]
    worth += [
        Result(1, rolled=True),
        Result(1),
        Result(2, rolled=True),
        Result(2),
        Result(3, rolled=True),
        Result(3),
    ]
    for column in range(-8, 14):
        for die in range(-3, 12):
            full, d1, d2 = (worth.index(charts().armour(state, column, die)) for state in (0, 1, 2))
            assert full >= d1 >= d2
            assert (full == d1 == d2 == 0) or die > 0
            assert worth.index(charts().armour(0, column, die + 1)) >= full
            assert worth.index(charts().armour(0, column + 1, die)) >= full
            soft = worth.index(charts().personnel(column, die))
            assert worth.index(charts().personnel(column, die + 1)) >= soft
            assert worth.index(charts().personnel(column + 1, die)) >= soft
            assert soft == 0 or die > 0


def test_every_result_of_the_sheet_is_met() -> None:
    assert charts().armour(0, 6, 1) == Result(1, rolled=True)
    assert charts().armour(1, 6, 1) == Result(panic=True)
    assert charts().armour(2, 8, 5) == Result(2)
    assert charts().armour(2, 0, 6) == Result(1, rolled=True)
    assert charts().personnel(-6, 7) == Result(suppression=2)
    assert charts().personnel(11, 20) == Result(3)


def test_6_0_range_takes_nothing_off_at_two_and_three_hexes() -> None:
    for class_ in ("M", "R", "R*", "G", "H"):
        for target in get_args(Target):
            if class_ == "G" and target == "soft":
                assert charts().attenuation("G", "soft", 2) is None, "6.85"
            else:
                assert charts().attenuation(class_, target, 2) == charts().attenuation(class_, target, 3) == 0


def test_attenuation_by_band() -> None:
    ranges = (0, 1, 4, 6, 10, 11, 16, 21, 30)
    assert [charts().attenuation("M", "hard", one) for one in ranges] == [2, 2, -1, -3, -3, -5, -8, -11, -11]
    assert charts().attenuation("M", "hard", 31) is None
    assert charts().attenuation("R", "hard", 3) == 0
    assert charts().attenuation("R", "protected", 4) is None, "6.10: not beyond three hexes"
    assert charts().attenuation("H", "hard", 80) == 0, "class H does not mind the range"


def test_panic_levels_of_troop_qualities() -> None:
    """3.4."""
    found = [charts().level(one) for one in ("seasoned", "first-line", "second-line", "reserve", "green")]
    assert found == [0, 1, 2, 3, 4]


def test_13_0_the_panic_table() -> None:
    assert charts().panic("fire", 0, 0) == 0, "seasoned troops at full strength never panic"
    assert [charts().panic("fire", state, 2) for state in (0, 1, 2)] == [2, 3, 4]
    assert all(charts().panic("move", 0, level) == 0 for level in range(12)), (
        "8.0: nor does who moves at full strength"
    )
    assert [charts().panic("move", state, 2) for state in (1, 2)] == [2, 3]
    assert [charts().panic("removal", state, 2) for state in (0, 1, 2)] == [8, 7, 6]
    assert all(charts().panic("removal", state, 15) >= 1 for state in (0, 1, 2))


def test_mw_17_night_takes_off_the_panic_die() -> None:
    assert [10 + charts().night_panic(nation) for nation in ("egypt", "syria", "israel", "us")] == [
        7,
        7,
        9,
        10,
    ]


def test_mw_23_mines() -> None:
    mines = charts().fire.mines
    assert (mines.hasty, mines.preventive, mines.defensive, mines.further) == (-2, 1, 7, 2)


def test_mw_6_howitzers_off_the_map() -> None:
    indirect = charts().fire.indirect
    assert (indirect.light, indirect.medium, indirect.heavy) == (6, 7, 8)


def test_mw_24_close_support_is_on_target_with_one_or_two() -> None:
    assert charts().fire.indirect.air_on_target == 2


def test_mw_26_mw_27_missiles_have_depletion_and_some_a_least_range() -> None:
    """6.86."""
    units = charts().units
    assert {id for id, one in units.items() if "missile" in one.arms and one.arms["missile"].least} == {
        "brdm-at", "swingfire", "cobra-at", "sagger-team",
    }  # fmt: skip
    assert all(one.arms["missile"].depletion for one in units.values() if "missile" in one.arms)
    assert {one.kind for one in units.values() if one.dual} == {"infantry", "apc", "helicopter"}
    assert not units["m150"].dual


def test_mw_29_losses_of_a_company() -> None:
    assert [(one.adds, one.more) for one in charts().command.morale.loss] == [(1, 1), (1, 4), (1, 5)]


def test_mw_41_the_table_of_ammunition() -> None:
    found = charts().fire.ammunition
    assert found.table == {"1": (2, 4), "2": (2,), "3": (4,), "4": (5,), "5": (7,), "6": (11,)}


@pytest.mark.parametrize(
    ("row", "strengths"),
    [
        ("z23", (16, 14, 12, 10)), ("vulcan", (14, 11, 9, 0)), ("t55", (8, 6, 0, 0)), ("t62", (10, 8, 0, 0)),
        ("m60", (12, 9, 0, 0)), ("inf-co", (12, 10, 0, 0)), ("inf-plt", (8, 6, 0, 0)), ("others", (8, 0, 0, 0)),
    ],
)  # fmt: skip
def test_17_31_flak_by_range(row: str, strengths: tuple[int, ...]) -> None:
    assert tuple(charts().flak(row, range) for range in (2, 5, 10, 20)) == strengths
    assert tuple(charts().flak(row, range) for range in (0, 3, 6, 11)) == strengths
    assert charts().flak(row, 21) == 0


def test_17_31_who_has_which_row() -> None:
    units = charts().units
    assert {one.flak for one in units.values()} == {"z23", "vulcan", "t55", "t62", "m60", "inf-plt", "others"}
    assert (units["zsu-23"].flak, units["us-rifles"].flak, units["truck"].flak) == (
        "z23",
        "inf-plt",
        "others",
    )
    assert {units[id].flak for id in ("t72", "xm1", "leopard-1")} == {"others"}, (
        "the table does not name them"
    )


def test_19_821_values_of_headquarters_and_of_those_that_replace_them() -> None:
    assert [charts().hq_value(rating, 7) for rating in ("A", "B", "C", "D", "E", "F")] == [9, 8, 7, 6, 5, 4]
    assert charts().hq_value("A", 2) == 10
    assert charts().hq_value("A", 7, charts().command.hq.right) == 5
    assert charts().hq_value("C", 7, charts().command.hq.right) is None, "19.814: off the table"


def test_9_6_who_carries_and_who_is_ridden() -> None:
    units = charts().units
    assert {id for id, one in units.items() if one.carries} == {
        "m113", "fv432", "half-track", "marder", "bmp", "btr-60", "lvtp7", "truck", "uh-1", "mi-8", "lrrp",
    }  # fmt: skip
    assert all(one.ridden == (one.kind in ("tank", "assault-gun")) for one in units.values())
    assert {one.mounted for one in units.values() if one.kind == "apc"} == {
        "ports",
        "hatches",
        "standing",
        "",
    }


def test_7_5_what_suppression_takes_off() -> None:
    units = charts().units
    found = {
        id: units[id].suppressed for id in ("m60a1", "fv432", "m113", "bmp", "btr-60", "brdm-at", "us-rifles")
    }
    assert found == {"m60a1": 2, "fv432": 2, "m113": 3, "bmp": 3, "btr-60": 3, "brdm-at": 3, "us-rifles": 3}


def test_20_5_what_counts_as_a_combat_unit() -> None:
    units = charts().units
    assert not any(units[id].combat for id in ("truck", "m113", "bmp", "hq", "jammer", "uh-1"))
    assert all(units[id].combat for id in ("t62", "us-rifles", "m150", "mortars", "ah-1"))


def test_every_class_of_movement_and_every_flag_is_met() -> None:
    """3.2."""
    units = charts().units.values()
    assert {one.moves for one in units} == set(get_args(Moves))
    for flag in ("dual", "one_step", "mounted", "open", "stabilised", "air", "radar", "rockets"):
        assert any(getattr(one, flag) for one in units), flag


def test_movement_is_counted_in_halves() -> None:
    assert (charts().units["t62"].move, charts().units["us-rifles"].move) == (20, 2)


def test_every_table_says_its_source_and_what_is_reconstructed_is_said() -> None:
    """3.23."""
    files = [name for name in PACK.content if "/" not in name and name != "bots.toml"]
    lines = charts().reconstructed
    assert all(any(line.startswith(name) for line in lines) for name in files), files


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("units", {"roof": "3Q5"}, "is no weapon"),
    ("results", {"columns": [-6, -4]}, "This row has 10 columns; there are 3"),
    ("results", {"full": {"source": "test", "rows": ["-"] * 8}}, "A table has 9 rows"),
    ("results", {"full": {"source": "test", "rows": ["?"] * 9}}, "There is no result"),
    ("attenuation", {"bands": [1, 3]}, "One number for each of 2 bands"),
    ("panic", {"fire": {"source": "test", "full": [], "d1": [0], "d2": [0]}}, "at fire.full"),
    ("terrain", {"side": []}, "the rules know no"),
    (
        "command",
        {"hq": {"source": "test", "columns": ["A"], "rows": ["9"], "right": 4}},
        "a row for each of 2 to 12",
    ),
    ("readings", {"readings": {"source": "test", "passing": "never"}}, "passing"),
]


@pytest.mark.parametrize(("file", "tables", "why"), WRONG)
def test_a_wrong_table_is_refused_with_its_place(file: str, tables: dict[str, Any], why: str) -> None:
    with pytest.raises(PackError, match=why) as refused:
        changed(**{file: tables})
    assert f"{file}.toml" in str(refused.value) or "boards/" in str(refused.value)


def test_a_unit_twice_or_with_a_strange_defence_is_refused() -> None:
    rows = PACK.content["units.toml"]["unit"]
    with pytest.raises(PackError, match="'m60a1' is there twice"):
        changed(units={"unit": [*rows, rows[0]]})
    with pytest.raises(PackError, match=r"unit\[0\] \(m60a1\): '<3>' is no defence strength"):
        changed(units={"unit": [{**rows[0], "defence": "<3>"}, *rows[1:]]})

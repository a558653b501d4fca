"""Indirect fire (7.0 to 7.6): plans, effect and scatter, patterns, buttoning up, what it does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from campaign.rules.views import HexBoard
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import opening
from campaign.systems.mechwar_4 import scenario as s
from campaign.systems.mechwar_4.decide import landing
from campaign.systems.mechwar_4.decide.phases import removal_phase
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.frames import Bombardment
from campaign.systems.mechwar_4.gunnery import effect, of_unit, scatter, spotted
from campaign.systems.mechwar_4.state import Impact, Mission
from campaign.systems.mechwar_4.view import view
from tests.systems.mechwar_4.field import Field, of, unit
from tests.systems.mechwar_4.guns import (
    CLEAR,
    EYE,
    ON_TARGET,
    TOWN,
    WOODS,
    barrage,
    battery,
    ground,
    next_phase,
    shell,
)
from tests.systems.mechwar_4.pack import board, charts, reading


def fire_at(
    target: str, type: str, h: int = 7, dice: tuple[int, ...] = (), **more: Any
) -> tuple[Field, list[Any]]:
    """One battery of blue's on target at one unit of red's."""
    action = {key: more.pop(key) for key in ("pattern", "load") if key in more}
    fields = {
        key: more.pop(key)
        for key in ("damage", "suppression", "improved", "column", "panicked")
        if key in more
    }
    found = barrage(unit("r1", type, target, **fields), batteries=(battery(h=h),), **more)
    return found, shell(found, target, *ON_TARGET, *dice, **action)


# -- 7.0, 7.1: availability ------------------------------------------------------------------------------------


def test_mw_6_7_0_three_batteries_of_light_howitzers() -> None:
    """7.0."""
    numbers = charts().fire.indirect
    assert (numbers.light, numbers.medium, numbers.heavy) == (6, 7, 8)
    crossroads = charts().scenarios["crossroads"]
    row = s.Battery("us", "105 mm", numbers.light, 3)
    made = opening.batteries(replace(crossroads, battery=(row,), strike=()), s.Switches())
    assert [(one.h, one.kind) for one in made] == [(6, "guns")] * 3
    assert len({one.id for one in made}) == 3


def test_7_0_sections_fire_no_loose_pattern() -> None:
    field = barrage(batteries=(battery(section=True),))
    refused = field.refusal("blue", a.Bombard("blue-guns-1", CLEAR, pattern="loose"))
    assert refused.rule == "7.0"
    field.act("blue", a.Bombard("blue-guns-1", CLEAR))


@pytest.mark.parametrize(("spotter", "need"), [(True, 3), (False, 5)])
def test_7_11_fire_for_effect_is_rolled_for(spotter: bool, need: int) -> None:
    for die in (need - 1, need):
        field = barrage(unit("r1", "us-rifles", "0101"), batteries=(battery(),), spotter=spotter)
        (fired,) = of(g.IndirectFired, shell(field, CLEAR, die, *((6,) if die == need else ())))
        assert fired.need == need and bool(fired.impact) == (die == need)


def test_7_11_off_board_guns_may_be_a_turn_late() -> None:
    field = barrage(batteries=(battery(),), delayed_guns=True)
    field.act("blue", a.Bombard("blue-guns-1", CLEAR))
    told = field.act("blue", a.Ready())
    assert not of(g.IndirectFired, told) and of(g.IndirectEnded, told)
    (waiting,) = field.game.missions
    assert (waiting.hex, waiting.due) == (CLEAR, field.game.turn + 1)
    next_phase(field)
    assert of(g.IndirectFired, field.act("blue", a.Ready(), *ON_TARGET))


def test_7_12_the_same_hex_again_needs_no_die_for_effect_and_scatters_less() -> None:
    mortar = unit("b1", "mortars", "0107", aimed=CLEAR)
    field = barrage(mortar)
    play, mission = field.play, Mission("b1", "blue", CLEAR)
    guns = of_unit(play, mortar)
    numbers = play.charts.fire.indirect
    assert effect(play, guns, mission) == 0 and scatter(play, guns, mission) == numbers.scatter_repeated
    other = Mission("b1", "blue", "0507")
    assert effect(play, guns, other) == numbers.effect_spotted
    assert scatter(play, guns, other) == numbers.scatter_spotted


def test_7_12_who_does_not_fire_begins_anew() -> None:
    field = barrage(unit("b1", "mortars", "0107", aimed=CLEAR))
    field.act("blue", a.Ready())
    assert field.game.units["b1"].aimed == ""


def test_7_13_range_and_least_range_of_guns_on_the_map() -> None:
    field = barrage(unit("b1", "mortars", "0107"))
    assert field.refusal("blue", a.Bombard("b1", "0207")).rule == "7.13"
    option = next(one for one in field.listed("blue") if one.ranges[1:])
    (places, _) = option.ranges
    allowed = set(places.places.among(field.play.board))  # type: ignore[union-attr]
    near = {hex for hex in field.play.board.hexes if field.play.distance("0107", hex) < 3}
    assert allowed == set(field.play.board.hexes) - near


def test_7_13_a_new_plan_takes_the_place_of_the_old() -> None:
    field = barrage(batteries=(battery(),))
    field.act("blue", a.Bombard("blue-guns-1", CLEAR))
    field.act("blue", a.Bombard("blue-guns-1", TOWN))
    assert [one.hex for one in field.game.missions] == [TOWN]
    field.act("blue", a.CallOff("blue-guns-1"))
    assert not field.game.missions


def test_7_13_friends_spot_but_not_who_is_aboard() -> None:
    """5.4."""
    carrier = unit("b1", "m113", "1001")
    rider = unit("b2", "us-rifles", "1001", aboard="b1")
    field = barrage(carrier, rider, spotter=False, batteries=(battery(),))
    assert spotted(field.play, "blue", CLEAR)
    field.game.units["b1"].hex = ""
    assert not spotted(field.play, "blue", CLEAR)


def test_5_4_by_a_reading_guns_on_the_map_fire_only_where_somebody_sees() -> None:
    woods = ("........", "TTTTTTTT", *("........",) * 6)
    for spotter in ("", "0601"):
        charts = board(("00000000",) * 8, woods)
        charts.readings = reading(guns_need_spotter=True).readings
        others = (unit("b2", "truck", spotter),) if spotter else ()
        field = barrage(unit("b1", "mortars", "0107"), *others, charts=charts, spotter=False)
        if spotter:
            field.act("blue", a.Bombard("b1", "0501"))
        else:
            assert field.refusal("blue", a.Bombard("b1", "0501")).rule == "5.4"


# -- 7.14: sustained fire --------------------------------------------------------------------------------------


def sustained() -> Field:
    """Blue's mortars keep their fire on CLEAR; it is turn 2, and red's to act."""
    mortar = unit("b1", "mortars", "0107")
    field = barrage(mortar, unit("r1", "us-rifles", "0606"), unit("r2", "truck", "0101"))
    shell(field, CLEAR, 9, *ON_TARGET, 6, by="b1", sustained=True)
    assert [(one.by, one.hex, one.aim) for one in field.game.impacts] == [("b1", CLEAR, CLEAR)]
    field.game.turns, field.game.verdict = 9, None
    field.tell(e.TurnBegan(2), e.PhaseBegan("action"), e.ActivationBegan("red"))
    field.game.forces["blue"].quiet = True
    return field


def test_7_14_who_enters_the_zone_of_sustained_fire_is_attacked() -> None:
    field = sustained()
    field.act("red", a.StartMove("r1"))
    told = field.act("red", a.Move("r1", CLEAR), 6)
    assert [one.unit for one in of(g.UnitShelled, told)] == ["r1"]


def test_7_14_not_by_guns_that_have_moved_meanwhile() -> None:
    field = sustained()
    field.game.units["b1"].moved = True
    field.act("red", a.StartMove("r1"))
    assert not of(g.UnitShelled, field.act("red", a.Move("r1", CLEAR)))


def test_7_14_they_go_on_at_that_hex_in_the_next_phase() -> None:
    field = sustained()
    told = next_phase(field)
    assert of(g.ImpactsLifted, told) and [one.mission.bound for one in of(g.MissionPlotted, told)] == [True]
    assert field.refusal("blue", a.Bombard("b1", WOODS)).rule == "7.14"
    assert field.refusal("blue", a.CallOff("b1")).rule == "7.14"
    field.act("blue", a.Bombard("b1", CLEAR, pattern="loose"))
    told = field.act("blue", a.Ready(), 9, 6, 6, 2)  # panic, scatter, counterbattery, the unit in its zone
    (fired,) = of(g.IndirectFired, told)
    assert fired.hex == CLEAR and fired.need == 0


def test_7_14_rockets_and_strikes_keep_nothing_up() -> None:
    for one in (battery(kind="rockets"), battery(kind="air")):
        field = barrage(batteries=(one,))
        pattern = "loose" if one.kind == "rockets" else "tight"
        assert field.refusal("blue", a.Bombard(one.id, CLEAR, pattern=pattern, sustained=True)).rule == "7.14"


# -- 7.15 to 7.19 ----------------------------------------------------------------------------------------------


def test_7_15_guns_that_were_fired_at_do_not_fire() -> None:
    field = Field(
        ground(), (unit("b1", "mortars", "0107"), unit("r1", "t62", "0407"), unit("b9", "truck", EYE))
    )
    field.tell(e.ActivationBegan("red"))
    field.game.forces["blue"].quiet = True
    shot = e.ShotResolved("r1", "b1", "main", "direct", 3, "personnel", 1, (1,), "no effect")
    field.tell(shot)
    assert field.game.units["b1"].disturbed
    field = barrage(unit("b1", "mortars", "0107", disturbed=True), batteries=(battery(),))
    assert field.refusal("blue", a.Bombard("b1", CLEAR)).rule == "7.15"


def test_7_15_panic_cancels_a_mission() -> None:
    field = barrage(unit("b1", "mortars", "0107"))
    told = shell(field, CLEAR, 1, by="b1")
    assert not of(g.IndirectFired, told) and of(g.MissionDropped, told)[0].why == "its guns panic"


def test_7_15_who_has_moved_or_fired_fires_nothing_more() -> None:
    for marker in ("moved", "fired"):
        field = barrage(unit("b1", "mortars", "0107"), batteries=(battery(),))
        setattr(field.game.units["b1"], marker, True)
        assert field.refusal("blue", a.Bombard("b1", CLEAR)).rule == "4.1"


@pytest.mark.parametrize(("damage", "column"), [(0, 4), (1, 3), (2, 2)])
def test_mw_5_7_16_a_mortar_section_with_losses(damage: int, column: int) -> None:
    field = barrage(unit("r1", "m60a1", CLEAR))
    now = Bombardment("blue", CLEAR, (CLEAR,), 4, damage=damage)
    tank = field.game.units["r1"]
    assert landing.read(field.play, now, tank).column == column
    assert landing.strength(field.play, Bombardment("blue", CLEAR, (CLEAR,), 1, damage=2), soft=False) == 1


def test_7_16_against_soft_targets_losses_are_on_the_die() -> None:
    field = barrage(unit("r1", "us-rifles", CLEAR))
    read = landing.read(field.play, Bombardment("blue", CLEAR, (CLEAR,), 4, damage=2), field.game.units["r1"])
    assert read.column == 4 and read.add == -2


@pytest.mark.parametrize(
    ("way", "hex"), [(1, "0606"), (2, "0707"), (3, "0708"), (4, "0608"), (5, "0508"), (6, "0507")]
)
def test_7_17_fire_scatters_one_hex(way: int, hex: str) -> None:
    field = barrage(batteries=(battery(),))
    (fired,) = of(g.IndirectFired, shell(field, CLEAR, 3, 2, way))
    assert (fired.impact, fired.limit) == (hex, 2)


def test_7_17_fire_that_scatters_off_the_map_is_lost() -> None:
    field = barrage(batteries=(battery(),))
    told = shell(field, "0101", 3, 1, 1)
    assert of(g.IndirectFired, told)[0].impact == "" and not of(g.BombardmentBegan, told)


def test_7_18_woods_and_towns_take_two_off_the_die() -> None:
    for hex in (TOWN, WOODS):
        _, told = fire_at(hex, "us-rifles", dice=(4,))
        (shelled,) = of(g.UnitShelled, told)
        assert [one.value for one in shelled.terms] == [-2]


def test_10_22_terrain_does_not_cover_hard_targets_from_a_tight_pattern() -> None:
    field = barrage(unit("r1", "m60a1", TOWN))
    tank = field.game.units["r1"]
    tight = landing.read(field.play, Bombardment("blue", TOWN, (TOWN,), 7), tank)
    loose = landing.read(field.play, Bombardment("blue", TOWN, (TOWN,), 7, loose=True), tank)
    assert (tight.add, loose.add) == (0, -2)


def test_8_14_a_column_is_hit_more_easily() -> None:
    _, told = fire_at(CLEAR, "truck", h=3, dice=(1,), column=True)
    assert [one.value for one in of(g.UnitShelled, told)[0].terms] == [2]


def test_10_33_slopes_and_10_5_defilade_do_not_cover_from_indirect_fire() -> None:
    """10.5."""
    field = barrage(unit("r1", "us-rifles", CLEAR, defilade="N"))
    assert not landing.read(field.play, Bombardment("blue", CLEAR, (CLEAR,), 7), field.game.units["r1"]).terms


def test_mw_42_7_19_devastated_towns_cover_infantry_more() -> None:
    """7.19."""
    field = barrage(unit("r1", "us-rifles", TOWN), unit("r2", "m113", TOWN))
    field.game.devastated.append(TOWN)
    now = Bombardment("blue", TOWN, (TOWN,), 7, loose=True)
    assert [landing.read(field.play, now, field.game.units[id]).add for id in ("r1", "r2")] == [-3, -2]


@pytest.mark.parametrize(("hex", "left"), [(TOWN, "devastation"), (WOODS, "abatis")])
def test_7_19_a_one_changes_the_ground(hex: str, left: str) -> None:
    field, told = fire_at(hex, "us-rifles", dice=(1,), environment=True)
    assert [one.left for one in of(g.GroundShelled, told)] == [left]
    assert hex in (field.game.devastated if left == "devastation" else field.game.abatis)
    empty = barrage(batteries=(battery(),), environment=True)
    told = shell(empty, hex, *ON_TARGET, 1)
    assert [one.left for one in of(g.GroundShelled, told)] == [left]
    _, told = fire_at(hex, "us-rifles", dice=(2,), environment=True)
    assert [one.left for one in of(g.GroundShelled, told)] == [""]


# -- 7.2: patterns ---------------------------------------------------------------------------------------------


def test_6_82_7_21_a_loose_pattern_hits_everybody_in_seven_hexes_with_half() -> None:
    units = (unit("r1", "us-rifles", CLEAR), unit("r2", "us-rifles", "0606"), unit("b1", "truck", "0707"))
    field = barrage(*units, unit("r3", "us-rifles", "0505"), batteries=(battery(h=7),))
    told = shell(field, CLEAR, *ON_TARGET, 1, 1, 1, pattern="loose")
    assert [(one.unit, one.column) for one in of(g.UnitShelled, told)] == [("r1", 4), ("r2", 4), ("b1", 4)]


def test_7_21_a_tight_pattern_hits_the_hex_of_its_impact() -> None:
    units = (unit("r1", "us-rifles", CLEAR), unit("r2", "us-rifles", "0606"))
    field = barrage(*units, batteries=(battery(h=7),))
    told = shell(field, CLEAR, *ON_TARGET, 1)
    assert [(one.unit, one.column) for one in of(g.UnitShelled, told)] == [("r1", 7)]


def test_7_21_rockets_are_always_loose() -> None:
    field = barrage(unit("b1", "bm-21", "0101"))
    assert field.refusal("blue", a.Bombard("b1", CLEAR)).rule == "7.21"
    field.act("blue", a.Bombard("b1", CLEAR, pattern="loose"))


def test_7_22_smoke_is_tight_and_not_for_rockets() -> None:
    field = barrage(unit("b1", "bm-21", "0101"), batteries=(battery(),))
    assert field.refusal("blue", a.Bombard("blue-guns-1", CLEAR, "smoke", "loose")).rule == "7.22"
    assert field.refusal("blue", a.Bombard("b1", CLEAR, "smoke")).rule == "7.22"


# -- 7.3: buttoning up -----------------------------------------------------------------------------------------


def buttoned(h: int, die: int, **more: Any) -> tuple[Field, list[Any]]:
    field, told = fire_at(CLEAR, "m60a1", h=h, **more)
    assert field.asked() == [("red", "button")] and not of(g.UnitShelled, told)
    return field, field.act("red", a.Button("r1", True), *((die,) if die else ()))


@pytest.mark.parametrize(("die", "level"), [(5, 1), (4, 2)])
def test_mw_3_7_31_buttoned_up_under_4h(die: int, level: int) -> None:
    """7.3."""
    field, told = buttoned(4, die)
    assert of(g.UnitShelled, told)[0].suppression == level == field.game.units["r1"].suppression


@pytest.mark.parametrize("h", [6, 7, 8])
def test_mw_37_7_31_six_or_more_always_suppress_twice(h: int) -> None:
    """7.3."""
    for die in range(1, 7):
        field, _ = buttoned(h, die)
        assert field.game.units["r1"].suppression == 2
    field, _ = buttoned(h, 0, pattern="loose")
    assert field.game.units["r1"].suppression == 1


def test_7_31_who_is_inside_is_suppressed_as_well() -> None:
    field = barrage(
        unit("r1", "m113", CLEAR), unit("r2", "us-rifles", CLEAR, aboard="r1"), batteries=(battery(h=6),)
    )
    shell(field, CLEAR, *ON_TARGET)
    field.act("red", a.Button("r1", True), 3)
    assert [field.game.units[id].suppression for id in ("r1", "r2")] == [2, 2]


def test_7_31_who_is_suppressed_already_is_buttoned_up() -> None:
    field, told = fire_at(CLEAR, "m60a1", h=4, dice=(6,), suppression=1)
    assert of(g.UnitShelled, told)[0].buttoned and field.asked() != [("red", "button")]


def test_7_32_unbuttoned_h_is_the_column_on_the_d2_table() -> None:
    field, _ = fire_at(CLEAR, "m60a1", h=7)
    (shelled,) = of(g.UnitShelled, field.act("red", a.Button("r1", False), 5))
    assert (shelled.table, shelled.column, shelled.result) == ("armour D2", 7, "D2")
    assert field.game.units["r1"].damage == 2


def test_9_13_who_is_inside_loses_the_same() -> None:
    field = barrage(
        unit("r1", "m113", CLEAR), unit("r2", "us-rifles", CLEAR, aboard="r1"), batteries=(battery(h=7),)
    )
    shell(field, CLEAR, *ON_TARGET)
    field.act("red", a.Button("r1", False), 3)
    assert [field.game.units[id].damage for id in ("r1", "r2")] == [1, 1]


def test_9_21_who_rides_on_a_tank_is_hit_as_a_soft_target_by_the_same_die() -> None:
    field = barrage(
        unit("r1", "t62", CLEAR), unit("r2", "soviet-rifles", CLEAR, aboard="r1"), batteries=(battery(h=7),)
    )
    shell(field, CLEAR, *ON_TARGET)
    told = of(g.UnitShelled, field.act("red", a.Button("r1", True), 2))
    assert [(one.unit, one.table, one.result) for one in told] == [
        ("r1", "buttoned up", "S2"), ("r2", "personnel", "D1"),
    ]  # fmt: skip


def test_11_2_in_an_improved_position_infantry_is_a_hard_target() -> None:
    field, _ = fire_at(CLEAR, "us-rifles", improved=True)
    assert field.asked() == [("red", "button")]
    (shelled,) = of(g.UnitShelled, field.act("red", a.Button("r1", False), 3))
    assert shelled.table == "armour D2"


# -- 7.4 to 7.6: suppression -----------------------------------------------------------------------------------


def test_7_4_suppression_goes_in_the_next_removal_phase() -> None:
    field, _ = buttoned(6, 1)
    removal_phase(field.roll())
    assert field.game.units["r1"].suppression == 0


def test_7_52_open_vehicles_cannot_be_buttoned_up() -> None:
    field, told = fire_at(CLEAR, "lrrp", dice=(3,), panicked=True)
    assert field.asked() != [("red", "button")]
    assert of(g.UnitShelled, told)[0].table == "armour D2"
    field, _ = fire_at(CLEAR, "bm-21", panicked=True)
    assert field.asked() == [("red", "button")], "like all other vehicles"


def test_7_52_who_is_in_a_patrols_open_cars_loses_the_same() -> None:
    units = (unit("r1", "lrrp", CLEAR), unit("r2", "soviet-rifles", CLEAR, aboard="r1"))
    field = barrage(*units, batteries=(battery(h=7),))
    shell(field, CLEAR, *ON_TARGET, 3)
    assert [field.game.units[id].damage for id in ("r1", "r2")] == [1, 1]


def test_7_52_all_other_protected_vehicles_button_up_with_their_passengers() -> None:
    """Half-tracks, too, of which infantry fires standing (9.54)."""
    units = (unit("r1", "half-track", CLEAR), unit("r2", "us-rifles", CLEAR, aboard="r1"))
    field = barrage(*units, batteries=(battery(h=7),))
    shell(field, CLEAR, *ON_TARGET)
    field.act("red", a.Button("r1", True), 6)
    assert [(field.game.units[id].damage, field.game.units[id].suppression) for id in ("r1", "r2")] == [
        (0, 2),
        (0, 2),
    ]


def test_7_32_passengers_of_who_is_not_buttoned_suffer_with_it() -> None:
    units = (unit("r1", "half-track", CLEAR), unit("r2", "us-rifles", CLEAR, aboard="r1"))
    field = barrage(*units, batteries=(battery(h=7),))
    shell(field, CLEAR, *ON_TARGET)
    field.act("red", a.Button("r1", False), 3)
    assert [field.game.units[id].damage for id in ("r1", "r2")] == [1, 1]


def test_7_6_soft_targets_on_the_personnel_table_alike_in_both_patterns() -> None:
    for pattern, column in (("tight", 6), ("loose", 3)):
        _, told = fire_at(CLEAR, "us-rifles", h=6, dice=(1,), pattern=pattern)
        (shelled,) = of(g.UnitShelled, told)
        assert (shelled.table, shelled.column) == ("personnel", column)
        assert shelled.readings == (("loose_v_soft",) if pattern == "loose" else ())


def test_7_6_by_a_reading_a_loose_pattern_is_not_halved_against_them() -> None:
    charts = ground()
    charts.readings = reading(loose_v_soft="whole").readings
    for type, column in (("us-rifles", 6), ("bmp", 3)):
        field = barrage(unit("r1", type, CLEAR, suppression=1), batteries=(battery(h=6),), charts=charts)
        told = shell(field, CLEAR, *ON_TARGET, *((1,) if type == "us-rifles" else ()), pattern="loose")
        assert of(g.UnitShelled, told)[0].column == column


def test_7_6_soft_targets_may_be_suppressed_more_than_twice() -> None:
    field, _ = fire_at(CLEAR, "us-rifles", h=5, dice=(1,), suppression=2)
    assert field.game.units["r1"].suppression == 4


def test_17_14_helicopters_are_in_the_air() -> None:
    _, told = fire_at(CLEAR, "ah-1")
    assert not of(g.UnitShelled, told)


def test_19_73_at_night_only_near_a_friend_who_sees_the_hex() -> None:
    field = barrage(unit("b1", "truck", "0607"), batteries=(battery(),), spotter=False, night=True)
    field.act("blue", a.Bombard("blue-guns-1", CLEAR))
    blind = barrage(batteries=(battery(),), spotter=False, night=True)
    assert blind.asked() == [("blue", "indirect")]
    assert blind.refusal("blue", a.Bombard("blue-guns-1", CLEAR)).rule == "19.73"


def test_7_14_impacts_are_marked_on_the_board() -> None:
    field = barrage(unit("b1", "mortars", "0107"))
    field.game.impacts.append(Impact("b1", "blue", CLEAR, CLEAR, 4))
    board = view(field.play.known("red"), "red").board
    assert isinstance(board, HexBoard)
    assert [cell.id for cell in board.cells if "fire" in cell.marks] == [CLEAR]

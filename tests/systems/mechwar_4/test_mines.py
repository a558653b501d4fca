"""Mines (16): attacks as a unit enters and leaves, breaches, ploughs, and who knows of them."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.views import Cell, HexBoard
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide import mines
from campaign.systems.mechwar_4.decide.phases import removal_phase
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.state import Minefield
from campaign.systems.mechwar_4.tables import MineKind
from campaign.systems.mechwar_4.view import view
from tests.systems.mechwar_4.field import Field, of, unit
from tests.systems.mechwar_4.pack import board, reading

FLAT = ("000000", "000000", "000000", "000000")


def flat() -> Charts:
    return board(FLAT)


def field(*fields: Minefield, charts: Charts | None = None, fog: bool = False, **unit_fields: Any) -> Field:
    """A tank of blue's in 0102, mines, and an enemy far behind a hill."""
    tank = unit("b1", "m60a1", "0102", **unit_fields)
    found = Field(charts or flat(), (tank, unit("r1", "t62", "0604")), mines=fields, fog=fog)
    found.game.forces["red"].quiet = True
    return found


def test_mw_23_16_11_columns_of_the_three_kinds() -> None:
    """16.1."""
    kinds: tuple[MineKind, ...] = ("hasty", "preventive", "defensive")
    columns = [mines.column(field().play, Minefield("0103", kind)) for kind in kinds]
    assert columns == [-2, 1, 7]


def test_16_11_each_further_fire_of_scattered_mines_shifts_two_columns() -> None:
    assert mines.column(field().play, Minefield("0103", "hasty", shift=2)) == 0


def test_16_12_terrain_defence_and_target_type_count_for_nothing() -> None:
    for type in ("m60a1", "truck", "us-rifles"):
        one = field(
            Minefield("0103", "defensive", "red"),
            charts=board(FLAT, ("......", "......", "BBBBBB", "......")),
        )
        one.game.units["b1"].type = type
        one.act("blue", a.StartMove("b1"))
        (met,) = of(e.MinesMet, one.act("blue", a.Move("b1", "0103"), 3))
        assert (met.column, met.result, met.steps) == (7, "D2", 2)


@pytest.mark.parametrize(("own", "steps", "result"), [(6, 0, "(1)"), (1, 1, "(1) D1")])
def test_16_12_a_result_in_brackets_is_told_as_that_of_a_shot(own: int, steps: int, result: str) -> None:
    one = field(Minefield("0103", "hasty", "red"))
    one.act("blue", a.StartMove("b1"))
    (met,) = of(e.MinesMet, one.act("blue", a.Move("b1", "0103"), 5, own))
    assert (met.steps, met.result) == (steps, result)


def test_16_12_soft_targets_on_the_anti_personnel_table_by_a_reading() -> None:
    one = field(Minefield("0103", "hasty", "red"), charts=_with_board("personnel"))
    one.game.units["b1"].type = "us-rifles"
    one.act("blue", a.StartMove("b1"))
    (met,) = of(e.MinesMet, one.act("blue", a.Move("b1", "0103"), 4))
    assert one.game.units["b1"].suppression == 1, "S1 on the one table, P' on the other"
    assert met.readings == ("mines_v_soft",)


def _with_board(table: str) -> Charts:
    charts = flat()
    charts.readings = reading(mines_v_soft=table).readings
    return charts


def test_16_13_who_enters_a_mined_hex_stops_whatever_the_attack_does() -> None:
    one = field(Minefield("0103", "hasty", "red"))
    one.act("blue", a.StartMove("b1"))
    events = one.act("blue", a.Move("b1", "0104"), 1)
    assert [met.hex for met in of(e.MinesMet, events)] == ["0103"]
    assert (one.game.units["b1"].hex, one.game.units["b1"].damage) == ("0103", 0)
    assert of(e.MoveEnded, events), "it goes no further this turn"


def test_16_13_a_mined_hex_is_known_once_somebody_has_met_it() -> None:
    one = field(Minefield("0103", "hasty", "red"))
    one.act("blue", a.StartMove("b1"))
    one.act("blue", a.Move("b1", "0103"), 1)
    assert one.game.mines[0].known == ["blue", "red"]


def test_16_13_who_is_stopped_where_there_is_no_room_goes_back() -> None:
    one = field(Minefield("0103", "hasty", "red"), fog=True)
    for id in ("b2", "b3", "b4"):
        one.game.units[id] = unit(id, "m60a1", "0103")
    one.game.units["r1"].hex, one.game.units["b1"].seen = "", False
    one.act("blue", a.StartMove("b1"))
    one.act("blue", a.Move("b1", "0104"), 1)
    one.act("blue", a.EndMove("b1"))  # in the fog nobody learns that it has no choice
    assert one.game.units["b1"].hex == "0102"


def test_16_14_whoever_leaves_is_attacked_and_leaves_all_the_same() -> None:
    one = field(Minefield("0102", "defensive", "red"))
    one.act("blue", a.StartMove("b1"))
    events = one.act("blue", a.Move("b1", "0103"), 3)
    (met,) = of(e.MinesMet, events)
    assert (met.entering, met.result, met.steps) == (False, "D2", 2)
    assert (one.game.units["b1"].hex, one.game.units["b1"].damage) == ("0103", 2)


def test_16_14_panic_of_the_way_out_is_rolled_for_in_the_next_hex() -> None:
    one = field(Minefield("0102", "preventive", "red"))
    one.act("blue", a.StartMove("b1"))
    events = one.act("blue", a.Move("b1", "0104"), 2, 1)
    kinds: list[type[Any]] = [type(event) for event in events]
    assert kinds.index(e.MinesMet) < kinds.index(e.UnitMoved) < kinds.index(e.PanicRolled)
    assert (one.game.units["b1"].hex, one.game.units["b1"].panicked) == ("0103", True)


def test_16_14_a_unit_lost_on_the_way_out_does_not_leave() -> None:
    one = field(Minefield("0102", "defensive", "red"), damage=2)
    one.act("blue", a.StartMove("b1"), 10)
    events = one.act("blue", a.Move("b1", "0103"), 3)
    assert one.game.units["b1"].out == "eliminated"
    assert not of(e.UnitMoved, events)


def test_16_15_an_overrun_is_attacked_as_it_enters_and_as_it_leaves() -> None:
    one = field(Minefield("0103", "hasty", "red"))
    one.game.units["r2"] = unit("r2", "truck", "0103")
    one.act("blue", a.StartMove("b1"))
    one.game.units["r2"].hex = "0103"
    events = one.act("blue", a.Move("b1", "0103"), 1, 1, 6)
    assert [met.entering for met in of(e.MinesMet, events)] == [True]
    assert of(e.OverrunBegan, events), "the firefight takes place all the same"
    events = one.act("blue", a.OverrunFire("b1", "r2"), 1, 6)
    events = one.act("blue", a.Leave("0104"), 1)
    assert [met.entering for met in of(e.MinesMet, events)] == [False]
    assert one.game.units["b1"].hex == "0104"


def test_16_16_mines_attack_friend_and_foe_alike() -> None:
    one = field(Minefield("0102", "hasty", "blue"))
    one.act("blue", a.StartMove("b1"))
    assert of(e.MinesMet, one.act("blue", a.Move("b1", "0103"), 1))


def test_16_17_16_19_columns_go_through_a_breach_unharmed_and_others_do_not() -> None:
    breached = Minefield("0103", "defensive", "red", breached=True)
    one = field(breached, column=True)
    one.act("blue", a.StartMove("b1"))
    events = one.act("blue", a.Move("b1", "0103")) + one.act("blue", a.Move("b1", "0104"))
    assert not of(e.MinesMet, events)
    assert one.game.units["b1"].hex == "0104"
    other = field(breached)
    other.act("blue", a.StartMove("b1"))
    assert of(e.MinesMet, other.act("blue", a.Move("b1", "0103"), 1))


def test_16_18_a_breach_costs_vehicles_in_column_four_points_more() -> None:
    breached = Minefield("0103", "defensive", "red", breached=True)
    one = field(breached, column=True)
    one.act("blue", a.StartMove("b1"))
    (moved,) = of(e.UnitMoved, one.act("blue", a.Move("b1", "0103")))
    assert moved.cost == 2 * (1 + 4)
    foot = field(breached, column=True)
    foot.game.units["b1"].type = "us-rifles"
    foot.act("blue", a.StartMove("b1"))
    (moved,) = of(e.UnitMoved, foot.act("blue", a.Move("b1", "0103")))
    assert moved.cost == 2


def test_16_2_a_plough_in_column_is_not_attacked_stops_and_opens_a_way() -> None:
    one = field(Minefield("0103", "defensive", "red"), column=True, plough=1)
    one.act("blue", a.StartMove("b1"))
    events = one.act("blue", a.Move("b1", "0104"))
    assert not of(e.MinesMet, events)
    assert one.game.units["b1"].hex == "0103", "it stops there"
    assert not one.game.mines[0].breached, "not before the phase is over"
    removal_phase(one.roll(2))
    assert one.game.mines[0].breached
    assert one.game.units["b1"].plough


def test_16_2_out_of_column_a_plough_is_of_no_use() -> None:
    one = field(Minefield("0103", "defensive", "red"), plough=1)
    one.act("blue", a.StartMove("b1"))
    assert of(e.MinesMet, one.act("blue", a.Move("b1", "0103"), 1))


@pytest.mark.parametrize(("die", "left"), [(1, False), (2, True)])
def test_16_21_a_plough_may_be_destroyed_once_the_way_is_open(die: int, left: bool) -> None:
    one = field(Minefield("0103", "defensive", "red"), column=True, plough=1)
    one.act("blue", a.StartMove("b1"))
    one.act("blue", a.Move("b1", "0103"))
    removal_phase(one.roll(die))
    assert bool(one.game.units["b1"].plough) is left


def test_16_21_a_platoon_of_several_ploughs_goes_on_with_those_that_are_left() -> None:
    one = field(Minefield("0103", "defensive", "red"), column=True, plough=2)
    one.act("blue", a.StartMove("b1"))
    one.act("blue", a.Move("b1", "0103"))
    removal_phase(one.roll(1))
    assert one.game.units["b1"].plough == 1


def test_16_19_mines_scattered_on_a_breach_are_no_breach() -> None:
    one = field(Minefield("0102", "defensive", "red", breached=True), Minefield("0102", "hasty"), column=True)
    found = mines.attacking(one.play, one.game.units["b1"])
    assert found is not None and found.kind == "hasty"


def test_16_0_a_side_chooses_in_secret_which_hexes_are_mined() -> None:
    one = Field(
        flat(), (unit("b1", "m60a1", "0102"), unit("r1", "t62", "0604")), phase="setup", fog=True,
        mines=(Minefield("0103", "hasty", "red"), Minefield("0203", "hasty", "red")),
    )  # fmt: skip
    one.act("blue", a.Ready())
    (event,) = of(e.MinesLaid, one.act("red", a.LayMines("0103", "0401")))
    assert sorted(field.hex for field in one.game.mines) == ["0203", "0401"]
    hidden = FaceDown(one.charts)
    assert hidden.event(one.game, event, "blue") is None
    assert hidden.event(one.game, event, "red") == event
    assert hidden.action(one.game, "red", a.LayMines("0103", "0401"), "blue") is None
    marks = {
        viewer: {cell.id for cell in _cells(one, viewer) if "mines" in cell.marks}
        for viewer in ("blue", "red", "")
    }
    assert marks == {"blue": set(), "red": {"0401", "0203"}, "": set()}
    assert one.refusal("red", a.LayMines("0103", "0501")).rule == "16.0", "no mines lie there any more"
    assert one.refusal("red", a.LayMines("0203", "0401")).rule == "16.0", "these are mined already"


def _cells(one: Field, viewer: str) -> tuple[Cell, ...]:
    drawn = view(one.play.known(viewer), viewer).board
    assert isinstance(drawn, HexBoard)
    return drawn.cells


def test_9_21_who_rides_on_a_tank_over_mines_is_hit_by_the_same_die() -> None:
    one = field(Minefield("0103", "defensive", "red"))
    one.game.units["b2"] = unit("b2", "us-rifles", "0102", aboard="b1")
    one.act("blue", a.StartMove("b1"))
    tank, riders = of(e.MinesMet, one.act("blue", a.Move("b1", "0103"), 3, 1))
    assert (tank.unit, tank.dice, tank.result) == ("b1", (3,), "D2")
    assert (riders.unit, riders.dice, riders.result) == ("b2", (1,), "(2) D2")
    assert (one.game.units["b1"].damage, one.game.units["b2"].damage) == (2, 2)


def test_helicopters_fly_over_mines() -> None:
    one = field(Minefield("0102", "defensive", "red"))
    one.game.units["b1"].type = "ah-1"
    assert mines.attacking(one.play, one.game.units["b1"]) is None


def test_of_two_minefields_in_a_hex_the_worse_attacks() -> None:
    one = field(Minefield("0102", "hasty", "red"), Minefield("0102", "defensive", "blue"))
    found = mines.attacking(one.play, one.game.units["b1"])
    assert found is not None
    assert found.kind == "defensive"

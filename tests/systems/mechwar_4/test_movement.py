"""Movement, columns, fatigue, defilade, stacking, entry and exit (8, 10.1, 10.5, 20.5, 20.6)."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.reach import step_cost
from campaign.systems.mechwar_4.scenario import Exit, Objective, Victory
from campaign.systems.mechwar_4.state import Entry
from tests.systems.mechwar_4.table import SU, US, Table, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")
ROAD = [["0505", "0506", "0507", "0508", "0509"]]


def cost(table: Table, id: str, to: str) -> int | None:
    """Halves of points into the next hex."""
    return step_cost(table.play, table.unit(id), table.unit(id).hex, to)


def left(table: Table) -> int:
    frame = table.game.stack[0]
    assert isinstance(frame, Move)
    return frame.left


def one(type: str, **more: object) -> Table:
    own = {name: more.pop(name) for name in ("column", "damage", "fatigue", "suppression") if name in more}
    return Table(unit(type, US, "0505", "A1", **own), IDLE, FAR, **more)  # type: ignore[arg-type]


# -- 10.1 costs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "terrain", "halves"),
    [
        ("m60a1", "clear", 2), ("truck", "clear", 4), ("us-rifles", "clear", 2), ("m60a1", "light-woods", 4),
        ("truck", "heavy-woods", None), ("us-rifles", "heavy-woods", 2), ("ah-1", "heavy-woods", 2),
        ("motorcycles", "heavy-woods", None),
    ],
)  # fmt: skip
def test_10_12_and_10_13_terrain_by_class(type: str, terrain: str, halves: int | None):
    assert cost(one(type, terrain={"0506": terrain}), "A1", "0506") == halves


def test_10_14_roads_and_towns_cost_half_a_point():
    assert cost(one("m60a1", roads=ROAD, terrain={"0506": "heavy-woods"}), "A1", "0506") == 1
    assert cost(one("m60a1", terrain={"0505": "town", "0506": "town"}), "A1", "0506") == 1
    assert cost(one("us-rifles", roads=ROAD), "A1", "0506") == 2


def test_8_1_a_column_pays_by_road_as_the_reading_is():
    assert cost(one("m60a1", roads=ROAD, column=True), "A1", "0506") == 1
    assert cost(one("m60a1", roads=ROAD, column=True, readings={"column_road": "one"}), "A1", "0506") == 2


def test_10_11_sides_cost_too_and_rivers_bar():
    assert cost(one("m60a1", sides=[("stream", "0505", "S")]), "A1", "0506") == 6
    assert cost(one("m60a1", sides=[("river", "0505", "S")]), "A1", "0506") is None
    assert cost(one("m60a1", sides=[("river", "0505", "S"), ("bridge", "0505", "S")]), "A1", "0506") == 2
    assert cost(one("m60a1", heights={"0506": 1}), "A1", "0506") == 4
    assert cost(one("m60a1", heights={"0505": 1}), "A1", "0506") == 2, "downhill is free"


def test_19_52_a_wreck_closes_the_road_but_not_a_bridge():
    table = one("m60a1", roads=ROAD)
    table.game.wrecks.append("0506")
    assert cost(table, "A1", "0506") == 2
    table = one("m60a1", roads=ROAD, sides=[("river", "0505", "S"), ("bridge", "0505", "S")])
    table.game.wrecks.append("0506")
    assert cost(table, "A1", "0506") == 1


def test_17_11_helicopters_pay_one_point_anywhere():
    assert cost(one("ah-1", sides=[("river", "0505", "S")], heights={"0506": 3}), "A1", "0506") == 2


# -- 8.2 restrictions ------------------------------------------------------------------------------------------


def test_8_24_no_further_than_its_points():
    """8.3."""
    table = one("m60a1")
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Move("A1", "0516")).rule == "8.24"
    table.does(a.Move("A1", "0515"))
    assert table.unit("A1").hex == "0515"
    assert table.asked() == {SU: "activation"}, "nothing is left to spend"


def test_8_21_and_8_22_once_a_turn_and_not_after_firing():
    table = one("m60a1")
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    assert left(table) == 16
    table.does(a.EndMove("A1"))
    table.act(SU, a.Pass())
    assert table.refuses(a.StartMove("A1")).rule == "8.21"
    fired = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0508", "B1"), IDLE, FAR)
    fired.fires("A1", "B1", 1)
    fired.act(SU, a.Pass())
    assert fired.refuses(a.StartMove("A1")).rule == "8.22"


def test_8_23_a_pass_is_final():
    table = one("m60a1")
    table.act(US, a.Pass())
    table.act(SU, a.StartMove("B9"))
    table.does(a.EndMove("B9"))
    assert table.game.turn == 2


def test_7_6_suppressed_infantry_may_not_move():
    assert one("us-rifles", suppression=1).refuses(a.StartMove("A1")).rule == "7.6"
    one("m60a1", suppression=1).does(a.StartMove("A1"))


def test_8_5_three_to_a_hex_at_the_end_of_a_move():
    """8.25."""
    crowd = [unit("m60a1", US, "0507", f"A{i}") for i in (2, 3, 4)]
    table = Table(unit("m60a1", US, "0505", "A1"), *crowd, IDLE, FAR)
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Move("A1", "0507")).rule == "8.5"
    table.does(a.Move("A1", "0509"))
    assert table.unit("A1").hex == "0509", "through it is allowed"


def test_8_51_and_19_613_what_takes_no_room():
    crowd = [unit("m113", US, "0507", "A2"), unit("us-rifles", US, "0507", "A3", aboard="A2")]
    crowd += [
        unit("engineers", US, "0507", "A4"),
        unit("motorcycles", US, "0507", "A5"),
        unit("ah-1", US, "0507", "A6"),
    ]
    crowd.append(unit("m60a1", US, "0507", "A7"))
    table = Table(unit("m60a1", US, "0505", "A1"), *crowd, IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    assert table.unit("A1").hex == "0507"


def test_8_5_who_cannot_go_on_from_a_full_hex_goes_back_to_the_last_with_room():
    crowd = [unit("m60a1", US, "0507", f"A{i}") for i in (2, 3, 4)]
    table = Table(
        unit("m60a1", US, "0505", "A1"), *crowd, unit("t62", SU, "0511", "B1"), IDLE, FAR, panic=(4, 0)
    )
    table.watching(SU)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0509"))
    table.act(SU, a.HoldFire())
    table.does(a.Move("A1", "0509"))
    assert table.unit("A1").hex == "0507"
    table.unit("B1").damage = 2
    table.act(SU, a.Fire("B1", "A1"), 10, 3, 1)
    assert table.unit("A1").panicked
    assert table.unit("A1").hex == "0506"


# -- 8.1 column ------------------------------------------------------------------------------------------------


def test_8_11_vehicles_form_column_by_staying_and_leave_it_at_the_start():
    table = one("m60a1")
    table.does(a.StartMove("A1"))
    table.does(a.FormColumn("A1"))
    assert table.unit("A1").column
    assert table.asked() == {SU: "activation"}
    table = one("m60a1", column=True)
    table.does(a.StartMove("A1"))
    table.does(a.LeaveColumn("A1"))
    assert left(table) == 20
    table.does(a.Move("A1", "0507"))
    assert not table.unit("A1").column


def test_8_11_infantry_forms_column_at_no_cost():
    table = one("us-rifles")
    table.does(a.StartMove("A1"))
    table.does(a.FormColumn("A1"))
    table.does(a.Move("A1", "0506"))
    assert table.unit("A1").column


def test_8_13_no_defilade_in_column():
    table = one("m60a1", column=True)
    table.does(a.StartMove("A1"))
    assert table.refuses(a.TakeDefilade("A1", "N")).rule == "8.13"


def test_8_14_a_column_dies_of_one_step():
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0508", "B1", column=True), IDLE, FAR)
    table.fires("A1", "B1", 1, 4)
    assert table.told(e.ShotResolved).terms[0].value == 2
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0508", "B1", column=True), IDLE, FAR)
    table.fires("A1", "B1", 2)
    assert table.unit("B1").out == "eliminated"


# -- 8.16 fatigue ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "halves", "fatigue"), [("walk", 2, 0), ("double", 4, 1), ("charge", 6, 3)])
def test_8_161_and_8_163_double_time_and_charge(pace: str, halves: int, fatigue: int):
    table = one("us-rifles")
    table.does(a.StartMove("A1", pace))  # type: ignore[arg-type]
    assert left(table) == halves
    table.does(a.Move("A1", f"05{5 + halves // 2:02}"))
    assert table.unit("A1").fatigue == fatigue


def test_8_164_who_panics_as_it_is_to_move_rests_as_it_spends_no_point():
    rifles = unit("us-rifles", US, "0505", "A1", damage=1, fatigue=1)
    table = Table(rifles, unit("truck", US, "0120", "A9"), unit("truck", SU, "2420", "B9"), panic=(5, 0))
    table.does(a.StartMove("A1"), 1)
    assert table.unit("A1").panicked
    table.next_turn()
    assert table.unit("A1").fatigue == 0


def test_8_162_tired_infantry_doubles_once_more_and_rests():
    """8.164."""
    table = one("us-rifles", fatigue=1)
    assert table.refuses(a.StartMove("A1", "charge")).rule == "8.161"
    table.does(a.StartMove("A1", "double"))
    table.does(a.Move("A1", "0507"))
    assert table.unit("A1").fatigue == 2
    table.next_turn()
    assert table.refuses(a.StartMove("A1")).rule == "8.162"
    table.next_turn()
    assert table.unit("A1").fatigue == 1, "8.164: a movement phase without a point spent"


def test_8_16_is_for_infantry():
    assert one("m60a1").refuses(a.StartMove("A1", "double")).rule == "8.16"


# -- 10.5 defilade ---------------------------------------------------------------------------------------------


def test_10_5_defilade_costs_points_and_is_left_by_moving():
    table = one("m60a1")
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    table.does(a.TakeDefilade("A1", "NE"))
    assert table.unit("A1").defilade == "NE"
    assert left(table) == 20 - 4 - 8
    table.does(a.Move("A1", "0508"))
    assert table.unit("A1").defilade == ""


def test_10_51_a_whole_move_is_always_enough():
    table = one("us-rifles")
    table.does(a.StartMove("A1"))
    table.does(a.TakeDefilade("A1", "N"))
    assert table.unit("A1").defilade
    moved = one("us-rifles")
    moved.does(a.StartMove("A1", "double"))
    moved.does(a.Move("A1", "0506"))
    assert moved.refuses(a.TakeDefilade("A1", "N")).rule == "10.51"


def test_19_621_motorcycles_take_cover_for_nothing():
    table = one("motorcycles")
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    before = left(table)
    table.does(a.TakeDefilade("A1", "N"))
    assert left(table) == before


# -- 20.5, 20.6 ------------------------------------------------------------------------------------------------


def column(hexes: tuple[str, ...] = ("1201",), of_one: bool = True, **more: object) -> Table:
    units = [unit("m60a1", US, "", f"A{i}", entry="g", place=i - 1, seen=False) for i in (1, 2, 3)]
    entry = Entry("g", US, 1, hexes, of_one)
    return Table(*units, IDLE, FAR, entries=[entry], **more)  # type: ignore[arg-type]


def test_mw_14_a_column_enters_by_road():
    """20.42."""
    table = column(roads=[["1201", "1202", "1203"]])
    spent: list[int] = []
    for id in ("A1", "A2", "A3"):
        table.does(a.StartMove(id))
        table.does(a.Move(id, "1201"))
        spent.append(20 - left(table))
        table.does(a.Move(id, "1205"))
        table.does(a.EndMove(id))
        if table.asked() == {SU: "activation"}:
            table.act(SU, a.Pass())
    assert spent == [1, 2, 3]


def test_20_62_without_a_road_clear_hexes_are_paid_for():
    table = column()
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "1203"))
    table.does(a.EndMove("A1"))
    table.act(SU, a.Pass())
    table.does(a.StartMove("A2"))
    table.does(a.Move("A2", "1201"))
    assert left(table) == 20 - 4


def test_20_63_the_order_of_a_column_is_kept():
    assert column().refuses(a.StartMove("A2")).rule == "20.63"
    column(of_one=False).does(a.StartMove("A2"))


def test_20_64_nobody_enters_early_and_late_units_enter_next():
    table = column()
    table.game.entries = (Entry("g", US, 2, ("1201",), True),)
    assert table.refuses(a.StartMove("A1")).rule == "20.64"
    table.next_turn()
    table.does(a.StartMove("A1"))


def test_20_66_several_through_one_hex_are_a_column():
    table = column(("1201", "1401"), False)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "1202"))
    table.does(a.EndMove("A1"))
    table.act(SU, a.Pass())
    table.does(a.StartMove("A3"))
    costs = {one.where: one.cost for one in table.rules.legal(table.game, US)}
    assert (costs["1201"], costs["1401"]) == (4, 2)


def test_20_68_an_entry_with_an_enemy_in_it_moves_to_the_nearest_free_hex():
    units = [unit("m60a1", US, "", "A1", entry="g"), unit("t62", SU, "1201", "B1")]
    table = Table(*units, IDLE, FAR, entries=[Entry("g", US, 1, ("1201",), True)])
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "1101"))
    assert table.unit("A1").hex == "1101", (
        "though its hex is nearer, the enemy is not overrun from off the map"
    )


def test_20_67_units_enter_mounted():
    units = [unit("m113", US, "", "A1", entry="g"), unit("us-rifles", US, "", "A2", aboard="A1", entry="g")]
    table = Table(*units, IDLE, FAR, entries=[Entry("g", US, 1, ("1201",), True)])
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "1202"))
    assert table.unit("A2").hex == "1202"
    assert not table.unit("A2").entry


def test_20_5_an_exit_costs_the_hex_beyond_and_brings_points():
    """8.27."""
    victory = Victory("", exit=(Exit(US, "east", ("2405",), 3),))
    table = Table(
        unit("m60a1", US, "2305", "A1"), unit("truck", US, "2306", "A2"), IDLE, FAR, victory=victory
    )
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Exit("A1")).rule == "8.27"
    table.does(a.Move("A1", "2405"))
    table.does(a.Exit("A1"))
    assert table.unit("A1").out == "exited"
    assert table.game.forces[US].score == 3
    table.act(SU, a.Pass())
    table.does(a.StartMove("A2"))
    table.does(a.Move("A2", "2405"))
    table.does(a.Exit("A2"))
    assert table.game.forces[US].score == 3, "a truck is no combat unit"


def test_20_5_a_hex_belongs_to_who_entered_it_last():
    victory = Victory("", objective=(Objective("hill", ("0507",), 5),))
    table = Table(unit("m60a1", US, "0505", "A1"), IDLE, FAR, victory=victory, turns=1)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    assert table.game.held == {"0507": US}
    table.next_turn()
    assert table.game.verdict is not None
    assert table.game.verdict.winner == US
    assert table.game.forces[US].score == 5

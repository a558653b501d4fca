"""Mounting, dismounting, riding, fire from carriers (9, 17.13, 19.614)."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import airstrikes
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.frames import Firer, Move
from campaign.systems.mechwar_4.state import Aircraft, Impact, Minefield
from campaign.systems.mechwar_4.values import shot
from tests.systems.mechwar_4.pack import charts
from tests.systems.mechwar_4.table import SU, US, Table, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")
M113 = unit("m113", US, "0505", "A1")
RIFLES = unit("us-rifles", US, "0505", "A2")
ABOARD = unit("us-rifles", US, "0505", "A2", aboard="A1")


def left(table: Table) -> int:
    frame = table.game.stack[0]
    assert isinstance(frame, Move)
    return frame.left


# -- 9.1 -------------------------------------------------------------------------------------------------------


def test_9_12_mounting_costs_three_points_and_the_carrier_moves_on():
    table = Table(M113, RIFLES, IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.act(US, a.Mount("A2", "A1"))
    assert table.unit("A2").aboard == "A1"
    assert left(table) == 24 - 6
    table.does(a.Move("A1", "0509"))
    assert table.unit("A2").hex == "0509"


def test_9_12_dismounting_costs_two_points():
    table = Table(M113, ABOARD, IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    table.act(US, a.Dismount("A2"))
    assert left(table) == 24 - 4 - 4
    assert (table.unit("A2").hex, table.unit("A2").aboard) == ("0507", "")
    assert table.unit("A2").moved, "it has moved this turn"


def test_9_12_the_point_that_infantry_pays_is_its_whole_move():
    """It has one; who may pay none neither mounts nor dismounts (8.162), and who pays does not rest (8.164)."""
    for id, row in charts().units.items():
        assert row.move == 2 or not row.infantry, f"{id}: counted in halves"
    tired = Table(M113, unit("us-rifles", US, "0505", "A2", fatigue=2), IDLE, FAR)
    tired.does(a.StartMove("A1"))
    assert tired.refuses(a.Mount("A2", "A1"), US).rule == "9.12"
    for start, action in (
        (RIFLES, a.Mount("A2", "A1")),
        (ABOARD, a.Dismount("A2")),
    ):
        table = Table(M113, start, IDLE, FAR)
        table.unit("A2").fatigue = 1
        table.does(a.StartMove("A1"))
        table.act(US, action)
        table.does(a.EndMove("A1"))
        table.act(SU, a.Pass())
        assert table.refuses(a.StartMove("A2")).reason.endswith("has moved this turn.")
        table.next_turn()
        assert table.unit("A2").fatigue == 1
    riding = Table(M113, ABOARD, IDLE, FAR)
    riding.unit("A2").fatigue = 1
    riding.does(a.StartMove("A1"))
    riding.does(a.Move("A1", "0509"))
    riding.next_turn()
    assert riding.unit("A2").fatigue == 0, "it rests while it rides"


def test_9_12_only_who_has_not_moved_or_fired():
    table = Table(M113, RIFLES, IDLE, FAR)
    table.unit("A2").moved = True
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Mount("A2", "A1"), US).rule == "9.12"


def test_mw_21_and_9_13_losses_of_the_carrier_are_the_passengers_too():
    """9.33."""
    m60 = unit("m60a1", SU, "0508", "B1")
    table = Table(M113, ABOARD, m60, IDLE, FAR, first=SU)
    table.fires("B1", "A1", 1)
    assert (table.told(e.ShotResolved).result, table.unit("A1").damage, table.unit("A2").damage) == (
        "D2",
        2,
        2,
    )


def test_9_13_who_is_in_a_carrier_that_burns_dies_with_it():
    table = Table(M113, ABOARD, unit("t72", SU, "0506", "B1"), IDLE, FAR, first=SU)
    table.fires("B1", "A1", 6)
    assert table.unit("A1").out == table.unit("A2").out == "eliminated"
    assert table.unit("B1").kills == ["A1", "A2"]


def test_mw_36_full_infantry_does_not_mount_a_damaged_carrier():
    """9.14."""
    table = Table(unit("m113", US, "0505", "A1", damage=1), RIFLES, IDLE, FAR)
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Mount("A2", "A1"), US).rule == "9.14"


def test_9_15_not_out_of_an_improved_position():
    table = Table(M113, unit("us-rifles", US, "0505", "A2", improved=True), IDLE, FAR)
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Mount("A2", "A1"), US).rule == "9.15"


def test_19_614_engineers_ride_free_or_up_to_three_alone():
    squads = [unit("engineers", US, "0505", f"A{i}") for i in (3, 4, 5, 6)]
    table = Table(M113, RIFLES, *squads, IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.act(US, a.Mount("A2", "A1"))
    table.act(US, a.Mount("A3", "A1"))
    assert table.refuses(a.Mount("A4", "A1"), US).rule == "9.1"
    alone = Table(M113, *squads, IDLE, FAR)
    alone.does(a.StartMove("A1"))
    for id in ("A3", "A4", "A5"):
        alone.act(US, a.Mount(id, "A1"))
    assert alone.refuses(a.Mount("A6", "A1"), US).rule == "9.1"


def test_9_6_and_17_13_who_carries_whom():
    """17.13."""
    for carrier, fits in (
        ("truck", True),
        ("uh-1", True),
        ("m60a1", True),
        ("ah-1", False),
        ("m150", False),
        ("scorpion", False),
    ):
        table = Table(unit(carrier, US, "0505", "A1"), RIFLES, IDLE, FAR)
        table.does(a.StartMove("A1"))
        assert (a.Mount("A2", "A1") in table.listed(US)) == fits, carrier


def test_17_14_a_helicopter_lands_in_no_woods():
    table = Table(unit("uh-1", US, "0505", "A1"), RIFLES, IDLE, FAR, terrain={"0505": "light-woods"})
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Mount("A2", "A1"), US).rule == "17.14"


# -- 9.2 -------------------------------------------------------------------------------------------------------


def riders(*more: object, **rest: object) -> Table:
    tank, on_it = unit("m60a1", US, "0505", "A1"), unit("us-rifles", US, "0505", "A2", aboard="A1")
    return Table(tank, on_it, *more, IDLE, FAR, first=SU, **rest)  # type: ignore[arg-type]


def test_9_21_riders_are_hit_by_the_same_die_on_the_other_table():
    table = riders(unit("t62", SU, "0508", "B1"))
    table.fires("B1", "A1", 2)
    first, second = table.all_told(e.ShotResolved)
    assert (first.table, first.column, first.result) == ("armour full", 5, "D1")
    assert (second.target, second.table, second.column, second.result) == ("A2", "personnel", 5, "D1")
    assert table.unit("A2").damage == 1
    assert table.unit("A2").suppression == 1


def test_9_21_riders_do_not_fire():
    table = riders(unit("t62", SU, "0508", "B1"))
    table.act(SU, a.Pass())
    assert table.refuses(a.Fire("A2", "B1", "missile")).rule == "9.21"


def test_9_2_rifles_at_riders_reckon_their_own_column():
    table = riders(unit("soviet-rifles", SU, "0506", "B1"))
    table.fires("B1", "A1", 4)
    first, second = table.all_told(e.ShotResolved)
    assert first.column == 7 - 10
    assert second.column == 7 + 2 - 8
    assert table.unit("A1").suppression == 1


def test_9_21_riders_of_a_buttoned_tank_are_hit_by_direct_howitzers():
    table = riders(unit("mortars", SU, "0509", "B1"))
    table.does(a.Fire("B1", "A1"))
    table.act(US, a.Button("A1", True), 4)
    first, second = table.all_told(e.ShotResolved)
    assert (first.target, first.suppression) == ("A1", 2)
    assert (second.target, second.table, second.column) == ("A2", "personnel", 4)
    assert table.unit("A2").damage == 1


def test_9_21_riders_of_a_tank_that_burns_get_down():
    table = riders(unit("t72", SU, "0506", "B1"))
    table.fires("B1", "A1", 6)
    assert table.unit("A1").out == "eliminated"
    assert table.unit("A2").aboard == ""


# -- 9.3 -------------------------------------------------------------------------------------------------------


def test_9_32_fire_that_has_effect_undoes_mounting():
    table = Table(M113, RIFLES, unit("t62", SU, "0511", "B1"), IDLE, FAR).watching(SU)
    table.does(a.StartMove("A1"))
    table.act(US, a.Mount("A2", "A1"))
    assert table.asked() == {SU: "opportunity"}
    table.act(SU, a.Fire("B1", "A1"), 2)
    assert table.unit("A1").damage == 2
    assert table.unit("A2").aboard == ""
    assert table.unit("A2").hex == table.unit("A1").hex == "0505"
    assert table.asked() == {SU: "activation"}, "its move is over"


def test_9_32_fire_without_effect_does_not():
    table = Table(M113, RIFLES, unit("brdm", SU, "0508", "B1", damage=2), IDLE, FAR).watching(SU)
    table.does(a.StartMove("A1"))
    table.act(US, a.Mount("A2", "A1"))
    table.act(SU, a.Fire("B1", "A1"), 10, 1)
    assert table.told(e.ShotResolved).result == "no effect"
    assert table.unit("A2").aboard == "A1"


def test_9_31_who_dismounts_counts_as_moving():
    table = Table(M113, ABOARD, unit("t62", SU, "0511", "B1"), IDLE, FAR, terrain={"0505": "town"}).watching(
        SU
    )
    table.does(a.StartMove("A1"))
    table.act(US, a.Dismount("A2"))
    assert {one.target for one in table.listed(SU) if isinstance(one, a.Fire)} == {"A1", "A2"}
    table.act(SU, a.Fire("B1", "A2"), 1)
    assert table.told(e.ShotResolved).terms == ()


# -- 9.4, 9.5 --------------------------------------------------------------------------------------------------


def mounted(carrier: str, enemy: str, **more: object) -> Table:
    units = [unit(carrier, US, "0505", "A1"), ABOARD, unit("soviet-rifles", SU, enemy, "B1")]
    return Table(*units, IDLE, FAR, **more)  # type: ignore[arg-type]


def test_9_51_out_of_an_ifv_one_hex_far_and_inside():
    assert mounted("marder", "0507").refuses(a.Fire("A2", "B1")).rule == "6.0"
    table = mounted("marder", "0506")
    table.fires("A2", "B1", 1)
    assert not table.unit("A2").hatches
    table.act(SU, a.Pass())
    assert table.refuses(a.StartMove("A1")).rule == "9.5"
    assert table.refuses(a.Fire("A1", "B1")).rule == "6.13", "it might fire at another"


def test_9_52_and_9_54_from_hatches_at_full_range_and_soft():
    """9.53."""
    table = mounted("btr-60", "0508")
    table.fires("A2", "B1", 1)
    assert table.unit("A2").hatches
    table = mounted("m113", "0508")
    table.fires("A2", "B1", 1)
    assert table.unit("A2").hatches
    table.act(SU, a.Fire("B1", "A2"), 1)
    assert table.told(e.ShotResolved).target == "A2"


def test_9_54_who_fires_from_hatches_is_hit_as_if_it_had_dismounted():
    """Not with its carrier, in which it would have lost as much (9.13); by itself, where all in the hex are hit."""
    table = mounted("m113", "0508")
    table.game.units["B2"] = unit("t62", SU, "0509", "B2")
    table.fires("A2", "B1", 1)
    table.fires("B2", "A1", 2)
    assert (table.unit("A1").damage, table.unit("A2").damage) == (2, 0)
    guns = mounted("m113", "0508")
    guns.game.units["B2"] = unit("mortars", SU, "0509", "B2")
    guns.fires("A2", "B1", 1)
    guns.act(SU, a.Fire("B2", "A2"))
    guns.act(SU, a.Resolve())
    guns.act(US, a.Button("A1", True), 1, 3)
    assert [one.target for one in guns.all_told(e.ShotResolved)] == ["A1", "A2"]
    assert guns.unit("A2").damage == 1, "as a soft target"


def test_9_54_who_panics_as_it_is_to_fire_stands_in_hatches_too():
    table = mounted("m113", "0508", panic=(5, 0))
    table.unit("A2").damage = 1
    table.act(US, a.Fire("A2", "B1"))
    table.act(US, a.Resolve(), 1)
    assert table.unit("A2").panicked
    assert table.unit("A2").hatches


def test_9_54_who_fired_from_hatches_gets_down_from_a_carrier_that_burns():
    table = mounted("m113", "0508")
    table.game.units["B2"] = unit("t72", SU, "0506", "B2")
    table.fires("A2", "B1", 1)
    table.fires("B2", "A1", 6)
    assert (table.unit("A1").out, table.unit("A2").out, table.unit("A2").aboard) == ("eliminated", "", "")


def test_9_55_it_is_a_soft_target_while_its_carrier_moves():
    table = mounted("m113", "0507", terrain={"0504": "town"}).watching(SU)
    table.fires("A2", "B1", 1, halved=True)
    table.act(SU, a.Pass())
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0504"))
    assert {one.target for one in table.listed(SU) if isinstance(one, a.Fire)} == {"A1", "A2"}
    table.act(SU, a.Fire("B1", "A2"), 1)
    assert table.told(e.ShotResolved).terms == (), "it moves in the open (8.4)"


def under_way(**more: object) -> Table:
    """Infantry has fired out of its M113's hatches at half strength, and the M113 moves; impacts, mines: where."""
    table = mounted("m113", "0507", **more)
    table.game.units["B2"] = unit("mortars", SU, "0515", "B2")
    table.fires("A2", "B1", 1, halved=True)
    table.act(SU, a.Pass())
    table.does(a.StartMove("A1"))
    return table


def test_7_14_9_54_sustained_fire_finds_who_stands_in_hatches_by_himself():
    table = under_way()
    table.game.impacts.append(Impact("B2", SU, "0504", "0504", 4))
    table.does(a.Move("A1", "0504"))
    assert table.asked() == {US: "button"}, "the carrier is resolved first"
    table.act(US, a.Button("A1", True), 6, 3)
    shelled = [(one.unit, one.table, one.column) for one in table.all_told(g.UnitShelled)]
    assert shelled == [("A1", "buttoned up", 4), ("A2", "personnel", 4)]
    assert table.unit("A2").damage == 1, "as a soft target"


def test_7_14_9_13_who_is_inside_is_not_attacked_by_himself():
    table = Table(M113, ABOARD, unit("mortars", SU, "0515", "B2"), IDLE, FAR)
    table.game.impacts.append(Impact("B2", SU, "0504", "0504", 4))
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0504"))
    table.act(US, a.Button("A1", False), 6)
    assert [one.unit for one in table.all_told(g.UnitShelled)] == ["A1"]
    assert table.unit("A1").damage == table.unit("A2").damage > 0


def test_16_11_9_54_mines_attack_who_stands_in_hatches_by_himself():
    for leaves in (False, True):
        table = under_way(mines=(Minefield("0505" if leaves else "0504", "defensive", SU),))
        table.does(a.Move("A1", "0504"), 3, 1)
        carrier, infantry = table.all_told(e.MinesMet)
        assert (carrier.unit, carrier.dice, carrier.entering) == ("A1", (3,), not leaves)
        assert (infantry.unit, infantry.dice, infantry.entering) == ("A2", (1,), not leaves)
        assert (table.unit("A1").damage, table.unit("A2").damage) == (2, 1)


def test_15_7_9_54_from_the_air_who_stands_in_hatches_is_a_target_of_his_own():
    table = under_way()
    plane = Aircraft("su", "mig-23", "MiG", SU)
    assert [one.id for one in airstrikes.enemies(table.play, plane)] == ["A1", "A2", "A9"]
    inside = Table(M113, ABOARD, IDLE, FAR)
    assert [one.id for one in airstrikes.enemies(inside.play, plane)] == ["A1", "A9"]


@pytest.mark.parametrize("carrier", ["m113", "btr-60", "marder"])
def test_9_5_who_panics_as_it_is_to_fire_has_not_fired(carrier: str):
    """So its carrier may move."""
    table = mounted(carrier, "0506", panic=(3, 0))
    table.act(US, a.Fire("A2", "B1"))
    table.act(US, a.Resolve(), 1)
    assert table.unit("A2").panicked
    table.act(SU, a.Pass())
    assert a.StartMove("A1") in table.listed(US)


def test_9_55_half_strength_before_the_carrier_moves():
    table = mounted("m113", "0507")
    table.fires("A2", "B1", 1, halved=True)
    assert table.told(e.ShotResolved).strength[1].value == -4
    table.act(SU, a.Pass())
    table.does(a.StartMove("A1"))
    assert mounted("btr-60", "0507").refuses(a.Fire("A2", "B1", "main", 0, True)).rule == "9.51"


def test_9_5_not_once_the_carrier_has_moved():
    table = mounted("m113", "0508")
    table.does(a.StartMove("A1"))
    table.does(a.EndMove("A1"))
    table.act(SU, a.Pass())
    assert table.refuses(a.Fire("A2", "B1")).rule == "9.5"


def test_9_41_out_of_trucks_nobody_fires():
    assert mounted("truck", "0506").refuses(a.Fire("A2", "B1")).rule == "9.41"


def test_9_53_carrier_and_infantry_both_fire():
    table = mounted("m113", "0507")
    table.does(a.Fire("A2", "B1"))
    table.does(a.Join("A1"), 1, 1)
    assert [one.unit for one in table.all_told(e.ShotResolved)] == ["A2", "A1"]


def test_7_31_passengers_are_suppressed_with_a_buttoned_carrier():
    table = Table(M113, ABOARD, unit("mortars", SU, "0509", "B1"), IDLE, FAR, first=SU)
    table.does(a.Fire("B1", "A1"))
    table.act(US, a.Button("A1", True), 4)
    assert table.unit("A1").suppression == table.unit("A2").suppression == 2


def test_19_613_engineers_beside_infantry_are_no_target():
    units = [unit("engineers", US, "0505", "A1"), RIFLES, unit("t62", SU, "0508", "B1")]
    table = Table(*units, IDLE, FAR, first=SU)
    assert table.refuses(a.Fire("B1", "A1")).rule == "19.613"
    read = shot(table.play, Firer("B1", "main", 0), table.unit("A2"), "direct")
    assert read.superiority == 15 - 8

"""Direct fire (6.0 to 6.10, 7.3, 7.5, 7.6, 10.2, 10.3): strengths, dice, tables, results."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.frames import Firer
from campaign.systems.mechwar_4.state import Smoke, Unit
from campaign.systems.mechwar_4.values import shot
from tests.systems.mechwar_4.table import SU, US, Table, company, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")


def value(
    table: Table, firer: str, target: str, arm: str = "main", kind: str = "direct", state: int = -1
) -> tuple[int, int]:
    """The attack superiority of a shot, and what is added to its die."""
    one = table.unit(firer)
    state = one.damage if state < 0 else state
    read = shot(table.play, Firer(firer, arm, state), table.unit(target), kind)  # type: ignore[arg-type]
    return read.superiority, read.add


def duel(firer: Unit, target: Unit, **more: object) -> Table:
    return Table(firer, target, IDLE, FAR, **more)  # type: ignore[arg-type]


M60 = unit("m60a1", US, "0505", "A1")
T62 = unit("t62", SU, "0508", "B1")


# -- 6.0 the fire routine --------------------------------------------------------------------------------------


def test_mw_32_attack_16_against_defence_10_is_column_6():
    assert value(duel(M60, T62), "A1", "B1") == (6, 0)


def test_6_0_range_is_counted_to_the_target_and_taken_off():
    assert value(duel(M60, unit("t62", SU, "0506", "B1")), "A1", "B1") == (8, 0)
    assert value(duel(M60, unit("t62", SU, "0515", "B1")), "A1", "B1") == (3, 0)


def test_6_0_a_result_of_the_full_table_takes_its_steps():
    table = duel(M60, T62)
    told = table.fires("A1", "B1", 4)
    assert (told.column, told.table, told.result) == (6, "armour full", "D2")
    assert table.unit("B1").damage == 2
    assert table.unit("A1").fired


def test_6_0_a_number_in_brackets_is_the_defenders_die():
    table = duel(M60, T62)
    table.fires("A1", "B1", 3, 4)
    assert table.unit("B1").damage == 1
    table = duel(M60, T62)
    table.fires("A1", "B1", 3, 3)
    assert table.unit("B1").damage == 2


def test_6_0_a_panic_result_makes_the_target_check_at_once():
    weak = unit("m60a1", US, "0505", "A1", damage=2)
    table = duel(weak, T62, panic=(0, 2))
    table.fires("A1", "B1", 10, 2, 2)
    assert [one.why for one in table.all_told(e.PanicRolled)] == ["fire", "hit"]
    assert table.unit("B1").panicked


def test_6_13_nobody_fires_twice_nor_at_the_same_target_later():
    other = unit("m60a1", US, "0605", "A2")
    table = Table(M60, other, T62, IDLE, FAR)
    table.fires("A1", "B1", 1, 4)
    table.act(SU, a.Pass())
    assert table.refuses(a.Fire("A1", "B1")).rule == "6.13"
    assert table.refuses(a.Fire("A2", "B1")).rule == "6.13"


def test_6_3_several_fire_in_one_attack_and_all_are_resolved():
    other = unit("m60a1", US, "0605", "A2")
    table = Table(M60, other, T62, IDLE, FAR)
    table.does(a.Fire("A1", "B1"))
    assert table.asked() == {US: "attack"}
    table.does(a.Join("A2"), 1, 1, 4)
    assert [one.unit for one in table.all_told(e.ShotResolved)] == ["A1", "A2"]
    assert table.game.units["A1"].fired
    assert table.game.units["A2"].fired


def test_6_31_who_is_left_when_the_target_dies_has_fired():
    other = unit("m60a1", US, "0605", "A2")
    table = Table(M60, other, unit("t62", SU, "0508", "B1", damage=2), IDLE, FAR)
    table.does(a.Fire("A1", "B1"))
    table.does(a.Join("A2"), 6)
    assert table.told(e.ShotWasted).unit == "A2"
    assert table.unit("A2").fired
    assert table.unit("B1").out == "eliminated"


def test_6_14_no_fire_out_of_range():
    refused = duel(M60, unit("t62", SU, "2105", "B1")).refuses(a.Fire("A1", "B1"))
    assert (refused.rule, refused.where) == ("6.0", "$.target")


def test_6_41_no_fire_at_what_is_not_observed_or_seen():
    hidden = unit("t62", SU, "0508", "B1", seen=False)
    assert duel(M60, hidden).refuses(a.Fire("A1", "B1")).rule == "6.41"
    woods = {"0506": "light-woods", "0507": "light-woods"}
    assert duel(M60, T62, terrain=woods).refuses(a.Fire("A1", "B1")).rule == "6.41"


def test_6_2_others_in_the_hex_are_not_harmed():
    """8.52."""
    table = Table(M60, T62, unit("t62", SU, "0508", "B2"), IDLE, FAR)
    table.fires("A1", "B1", 4)
    assert table.unit("B2").damage == 0


# -- 6.4 direct fire -------------------------------------------------------------------------------------------


def test_6_43_direct_howitzers_use_the_third_table_and_hit_all():
    guns = unit("mortars", US, "0505", "A1")
    table = Table(guns, unit("t62", SU, "0509", "B1"), unit("soviet-rifles", SU, "0509", "B2"), IDLE, FAR)
    table.does(a.Fire("A1", "B1"))
    assert table.asked() == {SU: "button"}
    table.act(SU, a.Button("B1", False), 4, 3)
    shots = table.all_told(e.ShotResolved)
    assert [(one.target, one.column, one.table) for one in shots] == [
        ("B1", 4, "armour D2"),
        ("B2", 4, "personnel"),
    ]


def test_mw_03_buttoned_up_against_4h():
    for die, level in ((5, 1), (4, 2)):
        table = duel(unit("mortars", US, "0505", "A1"), unit("t62", SU, "0509", "B1"))
        table.does(a.Fire("A1", "B1"))
        table.act(SU, a.Button("B1", True), die)
        assert table.unit("B1").suppression == level
        assert table.unit("B1").damage == 0


def test_mw_37_buttoned_up_against_6h_or_more_is_always_s2():
    table = duel(unit("m109", US, "0505", "A1"), unit("t62", SU, "0511", "B1"))
    table.does(a.Fire("A1", "B1"))
    table.act(SU, a.Button("B1", True), 6)
    assert table.unit("B1").suppression == 2


def test_7_52_open_vehicles_are_never_buttoned():
    table = duel(unit("m109", US, "0505", "A1"), unit("lrrp", SU, "0511", "B1"))
    table.does(a.Fire("A1", "B1"), 6)
    assert table.told(e.ShotResolved).table == "armour D2"


def test_7_52_a_patrol_carries_passengers_who_are_hit_with_it():
    rifles = unit("soviet-rifles", SU, "0511", "B2", aboard="B1")
    table = Table(unit("m109", US, "0505", "A1"), unit("lrrp", SU, "0511", "B1"), rifles, IDLE, FAR)
    table.does(a.Fire("A1", "B1"), 3)
    steps = table.told(e.ShotResolved).steps
    assert steps
    assert [table.unit(id).damage for id in ("B1", "B2")] == [steps, steps]


def test_mw_05_a_mortar_with_a_loss_fires_3h_and_never_less_than_1():
    """7.16."""
    table = duel(unit("mortars", US, "0505", "A1", damage=1), unit("t62", SU, "0509", "B1"))
    assert value(table, "A1", "B1")[0] == 3
    far = unit("t62", SU, "0509", "B1")
    worn = duel(unit("mortars", US, "0505", "A1", damage=4), far)
    assert value(worn, "A1", "B1")[0] == 1


def test_7_16_suppression_may_leave_howitzers_less_than_1():
    """As in the example of 6.45: the least of 1 holds for losses."""
    far = unit("t62", SU, "0509", "B1")
    shaken = unit("mortars", US, "0505", "A1", damage=2, suppression=1)
    assert value(duel(shaken, far), "A1", "B1")[0] == 4 - 2 - 3
    assert value(duel(shaken, far, readings={"howitzers_least": "all"}), "A1", "B1")[0] == 1


def test_7_16_at_soft_targets_its_losses_count_on_the_die():
    table = duel(unit("mortars", US, "0505", "A1", damage=1), unit("soviet-rifles", SU, "0509", "B1"))
    assert value(table, "A1", "B1") == (4, -1)


def test_6_44_tanks_have_machine_guns_for_soft_targets():
    rifles = unit("soviet-rifles", SU, "0507", "B1")
    table = duel(M60, rifles)
    assert {one.arm for one in table.listed(US) if isinstance(one, a.Fire)} == {"main", "coaxial", "roof"}
    assert value(table, "A1", "B1", "coaxial")[0] == 2 + 0 - 8
    table = duel(unit("m60a1", US, "0505", "A1", suppression=1), rifles)
    assert table.refuses(a.Fire("A1", "B1", "roof")).rule == "6.44"
    assert duel(M60, T62).refuses(a.Fire("A1", "B1", "coaxial")).rule == "6.44"


def test_mw_02_infantry_with_a_loss_and_suppressed_at_one_hex():
    """6.45."""
    rifles = unit("us-rifles", US, "0505", "A1", damage=1, suppression=1)
    table = duel(rifles, unit("t62", SU, "0506", "B1"))
    assert value(table, "A1", "B1", "assault") == (-1, 0)
    table.does(a.Fire("A1", "B1", "assault"), 6)
    assert table.told(e.ShotResolved).table == "armour D2"


def test_8_14_a_column_is_hit_more_easily_by_infantry_at_hand():
    """6.45."""
    table = duel(unit("us-rifles", US, "0505", "A1"), unit("t62", SU, "0506", "B1", column=True))
    assert value(table, "A1", "B1", "assault") == (3, 2)


def test_6_45_the_other_reading_reaches_two_hexes():
    table = duel(
        unit("us-rifles", US, "0505", "A1"),
        unit("t62", SU, "0507", "B1"),
        readings={"infantry_assault": "last"},
    )
    assert value(table, "A1", "B1", "assault")[0] == 3
    assert duel(unit("us-rifles", US, "0505", "A1"), unit("t62", SU, "0507", "B1")).refuses(
        a.Fire("A1", "B1", "assault")
    )


def test_6_45_terrain_is_ignored_and_all_in_the_hex_are_hit():
    table = Table(
        unit("us-rifles", US, "0505", "A1"), unit("t62", SU, "0506", "B1"), unit("bmp", SU, "0506", "B2"), IDLE, FAR,
        terrain={"0506": "town"},
    )  # fmt: skip
    table.does(a.Fire("A1", "B1", "assault"), 1, 1)
    assert [one.terms for one in table.all_told(e.ShotResolved)] == [(), ()]


def test_6_7_losses_of_the_firer_at_soft_targets_and_8_14_columns():
    """8.14."""
    rifles = unit("soviet-rifles", SU, "0507", "B1")
    assert value(duel(unit("m60a1", US, "0505", "A1", damage=1), rifles), "A1", "B1") == (8, -1)
    assert value(duel(unit("m60a1", US, "0505", "A1", damage=2), rifles), "A1", "B1") == (8, -2)
    table = duel(unit("m60a1", US, "0505", "A1", column=True), T62)
    table.fires("A1", "B1", 6)
    assert table.told(e.ShotResolved).table == "armour D2"
    assert value(duel(M60, unit("t62", SU, "0508", "B1", column=True)), "A1", "B1") == (6, 2)


def test_3_21_one_step_units_fire_at_full_strength_and_die_of_one_step():
    table = duel(unit("t62", SU, "0508", "B1"), unit("engineers", US, "0505", "A1"), first=SU)
    assert value(table, "A1", "B1")[0] == 6 - 10
    table.fires("B1", "A1", 3)
    assert table.unit("A1").out == "eliminated"


# -- 6.8 special weapons ---------------------------------------------------------------------------------------


def test_mw_26_depletion_of_missiles():
    """6.84."""
    bmp = unit("bmp", SU, "0508", "B1")
    table = duel(unit("m60a1", US, "0505", "A1"), bmp, first=SU)
    table.fires("B1", "A1", 1, 2, arm="missile")
    assert table.unit("B1").ammo == {"missile": 0}
    assert not table.unit("B1").out
    table = duel(unit("m60a1", US, "0505", "A1"), bmp, first=SU)
    table.fires("B1", "A1", 1, 3, arm="missile")
    assert table.unit("B1").ammo == {"missile": 3}
    m150 = unit("m150", US, "0505", "A1")
    table = duel(m150, T62)
    table.fires("A1", "B1", 1, 2, arm="missile")
    assert not table.unit("A1").out
    table = duel(m150, T62)
    table.fires("A1", "B1", 1, 1, 1, arm="missile")
    assert table.unit("A1").out == "no missiles"


def test_6_84_who_panics_rolls_for_no_depletion():
    table = duel(unit("m150", US, "0505", "A1"), T62, panic=(1, 0))
    table.does(a.Fire("A1", "B1", "missile"), 1)
    assert table.told(e.PanicRolled).panicked
    assert not table.all_told(e.DepletionRolled)


def test_mw_43_missiles_at_a_truck_and_at_a_carrier_with_infantry():
    """6.85."""
    m150 = unit("m150", US, "0505", "A1")
    assert duel(m150, unit("truck", SU, "0508", "B1")).refuses(a.Fire("A1", "B1", "missile")).rule == "6.85"
    table = Table(
        m150,
        unit("btr-60", SU, "0508", "B1"),
        unit("soviet-rifles", SU, "0508", "B2", aboard="B1"),
        IDLE,
        FAR,
    )
    table.fires("A1", "B1", 1, 6, arm="missile")
    assert table.unit("B1").damage == table.unit("B2").damage == 2


def test_mw_27_swingfire_has_a_minimum_range():
    """6.86."""
    table = duel(unit("swingfire", US, "0505", "A1"), unit("t62", SU, "0506", "B1"))
    assert table.refuses(a.Fire("A1", "B1", "missile")).rule == "6.86"


def test_7_13_howitzers_have_a_least_range_in_direct_fire_too():
    table = duel(unit("mortars", US, "0505", "A1"), unit("t62", SU, "0506", "B1"))
    assert table.refuses(a.Fire("A1", "B1")).rule == "7.13"


def test_6_87_and_6_88_dual_class_units_fire_either():
    """6.88."""
    bmp = unit("bmp", SU, "0508", "B1")
    table = duel(unit("m60a1", US, "0505", "A1"), bmp, first=SU)
    assert {one.arm for one in table.listed(SU) if isinstance(one, a.Fire)} == {"main", "missile"}
    empty = unit("bmp", SU, "0508", "B1", ammo={"missile": 0})
    table = duel(unit("m60a1", US, "0505", "A1"), empty, first=SU)
    assert {one.arm for one in table.listed(SU) if isinstance(one, a.Fire)} == {"main"}


def test_mw_41_ammunition_by_the_table_of_two_dice():
    """6.87."""
    rifles = unit("us-rifles", US, "0505", "A1")
    table = duel(rifles, T62, on=["ammunition_table"])
    table.fires("A1", "B1", 1, 2, 3, arm="missile")
    assert table.unit("A1").ammo == {"missile": 3}
    table = duel(rifles, T62, on=["ammunition_table"])
    table.fires("A1", "B1", 1, 2, 2, arm="missile")
    assert table.unit("A1").ammo == {"missile": 1}
    table = duel(unit("us-rifles", US, "0505", "A1", ammo={"missile": 1}), T62, on=["ammunition_table"])
    table.fires("A1", "B1", 1, 1, 2, arm="missile")
    assert table.unit("A1").ammo == {"missile": 0}


def test_6_87_ammunition_by_levels():
    table = duel(unit("us-rifles", US, "0505", "A1"), T62, on=["ammunition"])
    table.fires("A1", "B1", 1, 3, arm="missile")
    assert table.unit("A1").ammo == {"missile": 2}


# -- 6.93, 6.10 ------------------------------------------------------------------------------------------------


def test_6_45_19_613_engineers_are_infantry_and_attack_vehicles_at_hand():
    table = duel(unit("engineers", US, "0505", "A1"), unit("t62", SU, "0506", "B1"))
    told = table.fires("A1", "B1", 4, arm="assault")
    assert (told.table, told.column) == ("armour D2", 6 - 3)


def test_mw_20_split_fire():
    """6.93."""
    others = [unit("t62", SU, hex, f"B{i}") for i, hex in ((2, "0608"), (3, "0708"))]
    table = Table(M60, T62, *others, IDLE, FAR, on=["split_fire"])
    assert {one.part for one in table.listed(US) if isinstance(one, a.Fire)} == {0, 1, 2}
    table.fires("A1", "B1", 10, 1, part=1)
    assert table.unit("A1").parts == (2,)
    assert table.asked() == {US: "formation"}
    assert {one.part for one in table.listed(US) if isinstance(one, a.Fire)} == {2}
    told = table.fires("A1", "B2", 10, 4, part=2)
    assert told.table == "armour D2"
    assert table.unit("A1").parts == ()
    table = Table(M60, T62, *others, IDLE, FAR, on=["split_fire"])
    for target in ("B1", "B2", "B3"):
        table.fires("A1", target, 10, 1, part=2)
    assert table.unit("A1").parts == ()


def test_6_93_after_a_loss_no_more_thirds_fire_than_are_left():
    """One third has fired, the answer takes two: one is left."""
    others = [unit("t62", SU, hex, f"B{i}") for i, hex in ((2, "0608"), (3, "0708"))]
    table = Table(M60, T62, *others, IDLE, FAR, on=["split_fire", "overwatch"])
    table.fires("A1", "B1", 10, 1, part=2)
    table.fires("B2", "A1", 6)
    assert (table.unit("A1").damage, table.unit("A1").parts) == (2, (2,))
    table = Table(M60, T62, *others, IDLE, FAR, on=["split_fire", "overwatch"])
    table.game.units["A1"].parts = (1,)
    table._tell(e.UnitDamaged("A1", 2))
    assert table.unit("A1").parts == (2,), "of two thirds one is left"


def test_6_93_one_part_panics_and_all_do():
    table = Table(M60, T62, unit("t62", SU, "0608", "B2"), IDLE, FAR, on=["split_fire"], panic=(1, 0))
    table.does(a.Fire("A1", "B1", "main", 1), 2)
    assert table.unit("A1").panicked
    assert table.unit("A1").parts == ()


def test_6_10_rifles_suppress_armour_within_three_hexes():
    rifles = unit("us-rifles", US, "0505", "A1")
    table = duel(rifles, unit("t62", SU, "0506", "B1"))
    assert value(table, "A1", "B1")[0] == 8 - 10
    told = table.fires("A1", "B1", 6)
    assert told.table == "personnel"
    assert table.unit("B1").suppression == 1
    assert table.unit("B1").damage == 0
    far = duel(unit("m113", US, "0505", "A1"), unit("t62", SU, "0509", "B1"))
    assert far.refuses(a.Fire("A1", "B1")).rule == "6.10"


# -- 7.5, 7.6 --------------------------------------------------------------------------------------------------


def test_mw_04_a_tank_at_s2_has_four_less():
    """7.5."""
    table = duel(unit("t62", SU, "0508", "B1", suppression=2), M60)
    assert value(table, "B1", "A1")[0] == 15 - 4 - 10


def test_7_52_and_7_6_three_less_for_carriers_and_soft_units():
    """7.6."""
    m113 = duel(unit("m113", US, "0505", "A1", suppression=1), unit("soviet-rifles", SU, "0507", "B1"))
    assert value(m113, "A1", "B1")[0] == 3 - 3 - 8
    soft = duel(unit("us-rifles", US, "0505", "A1", suppression=2), unit("soviet-rifles", SU, "0507", "B1"))
    assert value(soft, "A1", "B1")[0] == 8 - 6 - 8


def test_7_6_soft_targets_may_be_suppressed_more_than_twice():
    target = unit("soviet-rifles", SU, "0508", "B1", suppression=2)
    table = duel(unit("m113", US, "0505", "A1"), target)
    table.fires("A1", "B1", 5)
    assert table.unit("B1").suppression == 3


# -- 10.2, 10.3 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "add"),
    [
        ({"terrain": {"0508": "light-woods"}}, -2),
        ({"terrain": {"0508": "town"}}, -2),
        ({"terrain": {"0508": "hilltop"}}, -3),
        ({"sides": [("crest", "0508", "N")]}, -3),
        ({"sides": [("embankment", "0508", "N")]}, -3),
        ({"sides": [("crest", "0508", "S")]}, 0),
        ({"terrain": {"0508": "light-woods"}, "sides": [("crest", "0508", "N")]}, -3),
        ({"terrain": {"0508": "hilltop"}, "heights": {"0505": 1}}, 0),
    ],
)
def test_10_2_the_best_cover_counts(more: dict[str, object], add: int):
    """6.6, 10.25, 10.45."""
    assert value(duel(M60, T62, **more), "A1", "B1")[1] == add


@pytest.mark.parametrize(
    ("type", "height", "add"), [("t62", 1, -2), ("bmp", 1, -1), ("t62", 2, 0), ("soviet-rifles", 2, -1)]
)
def test_10_31_and_10_32_slopes(type: str, height: int, add: int):
    """The firer stands at the head of a slope, the target at its foot."""
    up = {"0507": height, "0506": height, "0505": height}
    table = duel(unit("m60a1", US, "0505", "A1"), unit(type, SU, "0508", "B1"), heights=up)
    assert value(table, "A1", "B1")[1] == add


def test_10_22_terrain_does_nothing_for_tanks_against_howitzers():
    guns = unit("mortars", US, "0505", "A1")
    assert value(duel(guns, unit("t62", SU, "0509", "B1"), terrain={"0509": "town"}), "A1", "B1")[1] == 0
    assert value(duel(guns, unit("bmp", SU, "0509", "B1"), terrain={"0509": "town"}), "A1", "B1")[1] == -2
    crest = duel(guns, unit("soviet-rifles", SU, "0509", "B1"), sides=[("crest", "0509", "N")])
    assert value(crest, "A1", "B1")[1] == 0


def test_10_5_a_marker_covers_three_sides_and_infantry_all_round():
    for edge, add in (("N", -3), ("NE", -3), ("NW", -3), ("S", 0), ("SE", 0)):
        assert value(duel(M60, unit("t62", SU, "0508", "B1", defilade=edge)), "A1", "B1")[1] == add
    assert value(duel(M60, unit("soviet-rifles", SU, "0508", "B1", defilade="S")), "A1", "B1")[1] == -3


def test_18_12_smoke_in_the_targets_hex_but_not_for_howitzers():
    table = duel(M60, T62)
    table.game.smoke.append(Smoke("0508", 1))
    assert value(table, "A1", "B1")[1] == -2
    guns = duel(unit("mortars", US, "0505", "A1"), T62)
    guns.game.smoke.append(Smoke("0508", 1))
    assert value(guns, "A1", "B1")[1] == 0


def test_19_52_wrecks_count_against_howitzers_too():
    table = duel(M60, T62)
    table.game.wrecks.append("0508")
    assert value(table, "A1", "B1")[1] == -1
    guns = duel(unit("mortars", US, "0505", "A1"), T62)
    guns.game.wrecks.append("0508")
    assert value(guns, "A1", "B1")[1] == -1


def test_mw_42_devastated_towns():
    rifles = duel(M60, unit("soviet-rifles", SU, "0508", "B1"), terrain={"0508": "town"})
    rifles.game.devastated.append("0508")
    assert value(rifles, "A1", "B1")[1] == -3
    tank = duel(M60, T62, terrain={"0508": "town"})
    tank.game.devastated.append("0508")
    assert value(tank, "A1", "B1")[1] == -2


def test_mw_44_wrecks_of_full_units_alone():
    table = duel(M60, unit("t62", SU, "0506", "B1"), on=["wrecks"])
    table.fires("A1", "B1", 6)
    assert table.unit("B1").out == "eliminated"
    assert table.game.wrecks == ["0506"]
    table = duel(M60, unit("t62", SU, "0508", "B1", damage=1), on=["wrecks"])
    table.fires("A1", "B1", 4)
    assert table.unit("B1").out == "eliminated"
    assert table.game.wrecks == []


# -- 20.51 -----------------------------------------------------------------------------------------------------


def test_mw_15_a_company_of_t62_is_worth_4_points():
    """20.51."""
    tanks = [unit("t62", SU, "0506", f"B{i}", company="c") for i in (1, 2, 3)]
    guns = [unit("m60a1", US, "0505", f"A{i}") for i in (1, 2, 3)]
    table = Table(*guns, *tanks, IDLE, FAR, companies=[company("c", SU)])
    scores: list[int] = []
    for i in (1, 2, 3):
        table.fires(f"A{i}", f"B{i}", 6)
        scores.append(table.game.forces[US].score)
        if table.asked() == {SU: "activation"}:
            table.act(SU, a.Pass())
    assert scores == [1, 2, 4]


def test_20_51_thirds_of_who_stands_alone_go_up():
    """A BMP company is worth 2: a platoon of it that stands alone, with a company or without, is worth 1."""
    for name in ("", "c"):
        bmp = unit("bmp", SU, "0506", "B1", company=name)
        table = Table(unit("m60a1", US, "0505", "A1"), bmp, IDLE, FAR, companies=[company("c", SU)])
        table.fires("A1", "B1", 6)
        assert (table.unit("B1").out, table.game.forces[US].score) == ("eliminated", 1)


def test_20_51_tanks_without_a_company_are_worth_a_third_rounded_up_each():
    tanks = [unit("t62", SU, "0506", f"B{i}") for i in (1, 2)]
    guns = [unit("m60a1", US, "0505", f"A{i}") for i in (1, 2)]
    table = Table(*guns, *tanks, IDLE, FAR)
    for i in (1, 2):
        table.fires(f"A{i}", f"B{i}", 6)
        assert table.game.forces[US].score == 2 * i
        if table.asked() == {SU: "activation"}:
            table.act(SU, a.Pass())

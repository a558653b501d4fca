"""Observation: who is turned face up and down (5.2, 8.0, 11.2)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.state import Unit
from tests.systems.mechwar_4.table import SU, US, Table, unit

FAR = unit("truck", SU, "2420", "B9", seen=False)
IDLE = unit("truck", US, "0120", "A9", seen=False)
WOODS = {"1205": "light-woods"}


def hidden(type: str, hex: str, **more: object) -> Unit:
    return unit(type, SU, hex, "B1", seen=False, **more)


def drives(table: Table, *to: str, id: str = "A1") -> None:
    table.does(a.StartMove(id))
    for hex in to:
        table.does(a.Move(id, hex))


def test_5_21_who_fires_is_seen_at_any_range():
    table = Table(unit("m60a1", US, "0505", "A1", seen=False), unit("t62", SU, "1905", "B1"), IDLE, FAR)
    table.fires("A1", "B1", 1)
    assert table.unit("A1").seen


def test_5_21_who_panics_does_not_fire_and_is_not_seen():
    table = Table(
        unit("m60a1", US, "0505", "A1", seen=False), unit("t62", SU, "1905", "B1"), IDLE, FAR, panic=(1, 0)
    )
    table.does(a.Fire("A1", "B1"), 1)
    assert not table.unit("A1").seen


def test_5_21_a_vehicle_that_moves_in_sight_is_seen_at_any_range():
    table = Table(unit("m60a1", US, "0105", "A1", seen=False), hidden("t62", "2405"), IDLE, FAR)
    drives(table, "0106")
    assert table.unit("A1").seen
    assert not table.unit("B1").seen, "23 hexes away in the open"


def test_5_21_infantry_that_moves_is_seen_within_its_observation_range():
    for hex, seen in (("1505", False), ("1405", True)):
        table = Table(unit("us-rifles", US, "0505", "A1", seen=False), hidden("t62", hex), IDLE, FAR)
        drives(table, "0605")
        assert table.unit("A1").seen == seen


def test_5_21_who_lies_still_is_seen_within_observation_range():
    table = Table(unit("m60a1", US, "0505", "A1"), hidden("t62", "1205"), IDLE, FAR, terrain=WOODS)
    drives(table, "0605")
    assert not table.unit("B1").seen
    table.does(a.Move("A1", "0705"))
    assert table.unit("B1").seen, "5 hexes, in light woods"


def test_5_22_out_of_every_line_of_sight_it_is_turned_face_down():
    screen = dict.fromkeys(("0704", "0705", "0706", "0804", "0805", "0806"), "light-woods")
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "1005", "B1"), FAR, terrain=screen)
    drives(table, "0405")
    table.does(a.EndMove("A1"))
    assert not table.unit("B1").seen
    assert table.told(e.UnitHid)


def test_5_22_in_a_line_of_sight_it_stays_seen_at_any_range():
    table = Table(unit("m60a1", US, "0105", "A1"), unit("t62", SU, "2405", "B1"), IDLE, FAR)
    drives(table, "0106")
    table.does(a.EndMove("A1"))
    assert table.unit("B1").seen


def test_5_23_the_hex_that_helps_the_observer_most_counts():
    """Infantry crosses the open between two woods, seven hexes from an enemy."""
    woods = {"0505": "light-woods", "0507": "light-woods"}
    table = Table(
        unit("us-rifles", US, "0505", "A1", seen=False), hidden("t62", "1206"), IDLE, FAR, terrain=woods
    )
    table.does(a.StartMove("A1", "double"))
    table.does(a.Move("A1", "0507"))
    assert table.unit("A1").seen


def test_5_25_camouflage_hides_for_the_phase_and_ends_by_moving():
    table = Table(
        unit("m60a1", US, "0505", "A1"), hidden("t62", "1005", camouflaged=True), IDLE, FAR, on=["camouflage"]
    )
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0605"), 2)
    assert not table.unit("B1").seen
    assert table.unit("B1").kept
    table.does(a.Move("A1", "0705"))
    assert not table.unit("B1").seen, "no further roll in this phase"
    table.does(a.EndMove("A1"))
    table.act(SU, a.StartMove("B1"))
    table.act(SU, a.Move("B1", "1006"))
    assert not table.unit("B1").camouflaged
    seen = Table(
        unit("m60a1", US, "0505", "A1"), hidden("t62", "1005", camouflaged=True), IDLE, FAR, on=["camouflage"]
    )
    seen.does(a.StartMove("A1"))
    seen.does(a.Move("A1", "0605"), 3)
    assert seen.unit("B1").seen


def test_11_2_in_an_improved_position_only_from_the_next_hex():
    rifles = hidden("soviet-rifles", "0905", improved=True)
    table = Table(unit("m60a1", US, "0505", "A1"), rifles, IDLE, FAR, on=["improved_positions"])
    drives(table, "0705")
    assert not table.unit("B1").seen
    table.does(a.Move("A1", "0805"))
    assert table.unit("B1").seen


def test_5_3_units_block_nothing():
    table = Table(
        unit("m60a1", US, "0505", "A1"),
        unit("t62", SU, "0507", "B2"),
        unit("t62", SU, "0509", "B1"),
        IDLE,
        FAR,
    )
    assert a.Fire("A1", "B1") in table.listed(US)


def test_5_23_the_hex_in_which_it_begins_counts_too():
    """Infantry leaves an improved position in the open for woods, five hexes from an enemy."""
    woods = {"0505": "light-woods"}
    rifles = unit("us-rifles", US, "0506", "A1", seen=False, improved=True)
    table = Table(rifles, hidden("t62", "1006"), IDLE, FAR, terrain=woods, on=["improved_positions"])
    drives(table, "0505")
    assert table.unit("A1").seen


def test_5_21_who_dismounts_is_seen_within_its_observation_range():
    for hex, seen in (("1505", False), ("1305", True)):
        carried = unit("us-rifles", US, "0505", "A2", seen=False, aboard="A1", camouflaged=True)
        table = Table(unit("m113", US, "0505", "A1"), carried, hidden("t62", hex), IDLE, FAR)
        table.does(a.StartMove("A1"))
        table.act(US, a.Dismount("A2"))
        assert table.unit("A2").seen == seen
        assert not table.unit("A2").camouflaged, "it moves (5.25)"


def test_5_22_who_is_aboard_is_turned_face_down_with_its_carrier():
    """Else a face-down counter with a platoon under it would be known for a carrier."""
    screen = dict.fromkeys(("0704", "0705", "0706", "0804", "0805", "0806"), "light-woods")
    carried = unit("us-rifles", US, "0505", "A2", aboard="A1")
    table = Table(unit("m113", US, "0505", "A1"), carried, unit("t62", SU, "1005", "B1"), terrain=screen)
    drives(table, "0405")
    table.does(a.EndMove("A1"))
    assert not table.unit("A1").seen
    assert not table.unit("A2").seen

"""Who is turned face up and down, camouflage, what defilade hides, counters that are dealt (5.2, 6.92, 11.2, 20.43)."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import setup
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.watching import covered, look_around, observed_at
from tests.systems.mechwar_4.table import SU, US, Laid, Table, unit

FAR = unit("truck", SU, "2420", "B9", seen=False)
IDLE = unit("truck", US, "0120", "A9", seen=False)
WOODS = {"1205": "light-woods"}
HILL = {"0508": "hilltop"}


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


def around(table: Table, *dice: int) -> list[str]:
    """Whom the next phase's first look turns face up."""
    play = Play(table.rules.charts, table.game, Laid(dice))
    look_around(play)
    return [event.unit for event in play.events if isinstance(event, e.UnitSeen)]


def test_5_21_who_comes_near_observes_what_lies_there():
    table = Table(
        unit("m60a1", US, "0505", "A1", seen=False),
        unit("t62", SU, "0511", "B1"),
        terrain={"0505": "light-woods"},
        first=SU,
    )
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0510"))
    assert table.unit("A1").seen, "a vehicle in light woods: five hexes"


def test_5_24_who_moves_away_may_be_fired_at_in_each_hex():
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0510", "B1"), first=SU).watching(US)
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0513"))
    assert table.unit("B1").hex == "0511" and table.asked() == {US: "opportunity"}


@pytest.mark.parametrize(
    ("terrain", "value"), [("clear", 2), ("light-woods", 3), ("heavy-woods", 4), ("town", 4)]
)
def test_5_25_camouflage_hides_for_the_phase_by_a_die(terrain: str, value: int):
    for die, seen in ((value, []), (value + 1, ["A1"])):
        rifles = unit("us-rifles", US, "0505", "A1", seen=False, camouflaged=True)
        table = Table(rifles, unit("t62", SU, "0506", "B1"), terrain={"0505": terrain}, on=("camouflage",))
        assert around(table, die) == seen
        assert table.unit("A1").kept is not bool(seen)
        assert around(table) == [], "no more dice in this phase"


def test_5_25_without_the_optional_rule_nobody_is_camouflaged():
    rifles = unit("us-rifles", US, "0505", "A1", seen=False, camouflaged=True)
    assert around(Table(rifles, unit("t62", SU, "0506", "B1"))) == ["A1"]


def test_6_92_what_is_defilade_and_seen_from_one_hex_only():
    hill = Table(unit("m60a1", US, "0508", "A1"), unit("t62", SU, "0510", "B1"), terrain=HILL)
    marker = Table(unit("m60a1", US, "0508", "A1", defilade="S"), unit("t62", SU, "0510", "B1"))
    slope = Table(unit("m60a1", US, "0508", "A1"), unit("t62", SU, "0509", "B1"), heights={"0509": 1})
    bare = Table(unit("m60a1", US, "0508", "A1"), unit("t62", SU, "0510", "B1"))
    found = [(covered(one.play, one.unit("A1"), "0509"), observed_at(one.play, one.unit("A1"), "0509"))
             for one in (hill, marker, slope, bare)]  # fmt: skip
    assert found == [("hilltop", 1), ("defilade", 1), ("slope", 1), ("", 20)]


def test_10_5_a_marker_faces_three_sides_of_a_vehicle():
    table = Table(unit("m60a1", US, "0508", "A1", defilade="S"), unit("t62", SU, "0510", "B1"))
    assert observed_at(table.play, table.unit("A1"), "0507") == 20, "from behind"


def test_20_43_counters_are_dealt_so_that_their_ids_say_nothing():
    infantry = unit("us-rifles", US, "0506", "A3", aboard="A2")
    ours = (unit("m60a1", US, "0505", "A1"), unit("m113", US, "0506", "A2"), infantry)
    table = Table(*ours, unit("t62", SU, "0515", "B1"))
    play = Play(table.rules.charts, table.game, Laid((3, 1, 2, 1)))
    setup.begin(play, US, a.Begin())
    for event in play.events:
        table._tell(event)
    units = table.game.units
    assert [one.id for one in units.values()] == ["A1", "A2", "A3", "B1"], "in the order of the counters"
    assert sorted(units[id].type for id in ("A1", "A2", "A3")) == ["m113", "m60a1", "us-rifles"]
    assert units["A1"].type != "m60a1", "not that of the scenario"
    (infantry,) = (one for one in units.values() if one.aboard)
    assert units[infantry.aboard].type == "m113", "who is aboard still is"

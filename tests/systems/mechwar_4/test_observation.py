"""Who is observed, turned face up and face down again, and camouflage (5.2, 20.43)."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import phases, setup
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.watching import covered, forget, look_around, observed_at
from tests.systems.mechwar_4.table import SU, US, Laid, Table, company, unit

HILL = {"0508": "hilltop"}


def around(table: Table, *dice: int) -> list[str]:
    """Whom the next phase's first look turns face up."""
    play = Play(table.rules.charts, table.game, Laid(dice))
    look_around(play)
    return [event.unit for event in play.events if isinstance(event, e.UnitSeen)]


def test_5_21_who_stays_is_observed_within_observation_range_only():
    for hex, seen in (("0513", True), ("0514", False)):
        table = Table(unit("us-rifles", US, "0505", "A1", seen=False), unit("t62", SU, hex, "B1"))
        assert (around(table) == ["A1"]) is seen, "infantry in the open: eight hexes"


def test_5_21_a_vehicle_that_moves_through_a_line_of_sight_is_observed_at_any_range():
    for type, seen in (("t62", True), ("soviet-rifles", False)):
        table = Table(unit("m60a1", US, "0502", "A1"), unit(type, SU, "2418", "B1", seen=False), first=SU)
        table.does(a.StartMove("B1"))
        table.does(a.Move("B1", "2417"))
        assert table.unit("B1").seen is seen, type


def test_5_21_infantry_that_moves_is_observed_within_its_range():
    table = Table(
        unit("m60a1", US, "0505", "A1"), unit("soviet-rifles", SU, "0514", "B1", seen=False), first=SU
    )
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0513"))
    assert table.told(e.UnitSeen).unit == "B1"


def test_5_21_who_fires_is_observed_at_any_range():
    table = Table(unit("m60a3", US, "0502", "A1", seen=False), unit("t62", SU, "0518", "B1"))
    table.fires("A1", "B1", 3)
    assert table.unit("A1").seen


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


def test_5_22_who_was_seen_stays_so_while_in_sight_and_no_longer():
    for terrain, seen in (({}, True), ({"0507": "light-woods", "0508": "light-woods"}, False)):
        table = Table(unit("us-rifles", US, "0505", "A1"), unit("t62", SU, "0520", "B1"), terrain=terrain)
        play = table.play
        forget(play)
        assert table.unit("A1").seen is seen, "however far away"


def test_5_23_the_best_place_on_the_way_counts():
    table = Table(
        unit("m60a1", US, "0505", "A1"), unit("btr-60", SU, "0512", "B1", seen=False),
        terrain={"0512": "heavy-woods", "0612": "clear", "0613": "heavy-woods"}, first=SU,
    )  # fmt: skip
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0613"))
    assert table.unit("B1").seen, "it has crossed the open"


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


def test_5_25_camouflage_ends_for_good_with_a_move_or_a_shot():
    def hidden() -> Table:
        rifles = unit("us-rifles", US, "0505", "A1", seen=False, camouflaged=True)
        return Table(rifles, unit("btr-60", SU, "0507", "B1"), on=("camouflage",))

    table = hidden()
    table.fires("A1", "B1", 3, arm="main")
    assert not table.unit("A1").camouflaged
    table = hidden()
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0504"))
    assert not table.unit("A1").camouflaged


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


def test_19_72_nobody_is_observed_further_than_ten_hexes_at_night():
    for on, range in (((), 20), (("night",), 10)):
        table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0506", "B1"), on=on)
        assert observed_at(table.play, table.unit("A1"), "0518") == range


def test_19_71_no_line_of_sight_is_longer_than_ten_hexes_at_night():
    for on, seen in (((), True), (("night",), False)):
        table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0516", "B1"), on=on)
        assert table.play.clear("0505", "0516") is seen
        assert table.play.clear("0505", "0515"), "ten hexes"


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


def test_6_9132_an_ambush_is_lost_when_one_of_the_company_is_seen():
    rifles = unit("us-rifles", US, "0505", "A1", company="c")
    table = Table(
        rifles, unit("t62", SU, "0515", "B1"), on=("ambush",), companies=[company("c", US, ambush="0510")]
    )
    phases.lost_ambushes(table.play)
    assert table.game.companies["c"].ambush == ""

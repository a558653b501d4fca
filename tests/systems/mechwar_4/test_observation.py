"""Who comes near and goes away, camouflage, what defilade hides, counters that are dealt (5.2, 6.92, 20.43)."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import setup
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.watching import covered, look_around, observed_at
from tests.systems.mechwar_4.table import SU, US, Laid, Table, unit

HILL = {"0508": "hilltop"}


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

"""Columns that wait off the map: in which order they come is their side's choice until play begins (20.42, 20.6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from campaign.rules.options import Range
from campaign.rules.places import Places
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide.flow import settle
from campaign.systems.mechwar_4.opening import forces_placed
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Entry
from campaign.systems.mechwar_4.view import view
from tests.systems.mechwar_4.pack import RULES
from tests.systems.mechwar_4.table import SU, US, Table, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")
TANKS = tuple(unit("m60a1", US, "", f"A{i}", entry="g", place=i - 1, seen=False) for i in (1, 2, 3))
ROAD = Entry("g", US, 1, ("1201",), True)
FREE = Entry("g", US, 1, ("1201", "1401", "1601"))


def deploying(*units: Any, entry: Entry = ROAD, on: tuple[str, ...] = (), begun: bool = False) -> Table:
    """A column of three tanks that waits off the map while units are deployed; begun: after that."""
    table = Table(*(units or TANKS), IDLE, FAR, entries=[entry], on=on)
    if not begun:
        table.game.turn = 0
        table._tell(e.PhaseBegan("setup"))
    return table


def drawn_up(*hexes: str) -> Table:
    """A free formation: tanks that stand before these hexes of entry, while units are deployed."""
    places = [hexes[:i].count(hex) for i, hex in enumerate(hexes)]
    units = [
        replace(one, through=hex, place=place) for one, hex, place in zip(TANKS, hexes, places, strict=True)
    ]
    return deploying(*units, entry=FREE)


def column(table: Table, through: str = "") -> list[str]:
    """Who waits before a hex, the first to enter first."""
    waiting = [
        one for one in table.game.units.values() if one.entry and one.through == through and not one.aboard
    ]
    return [one.id for one in sorted(waiting, key=lambda one: one.place)]


def offered(table: Table, unit: str) -> tuple[Range, ...]:
    legal = table.rules.legal(table.game, US)
    (found,) = [one.ranges for one in legal if isinstance(one.action, a.LineUp) and one.unit == unit]
    return found


# -- one column ------------------------------------------------------------------------------------------------


def test_20_42_a_side_gives_each_unit_its_place_in_the_column():
    table = deploying()
    assert offered(table, "A3") == (Range("place", 1, 3),)
    table.does(a.LineUp("A3", 1))
    assert column(table) == ["A3", "A1", "A2"]
    table.does(a.LineUp("A3", 2))
    assert column(table) == ["A1", "A3", "A2"]
    listed = [one.unit for one in table.listed(US) if isinstance(one, a.LineUp)]
    assert listed == ["A1", "A3", "A2"], "in the order in which they come"


def test_20_42_what_is_listed_first_is_accepted():
    table = deploying()
    for id in ("A1", "A2", "A3"):
        (action,) = [one for one in table.listed(US) if isinstance(one, a.LineUp) and one.unit == id]
        deploying().does(action)


def test_20_42_no_place_beyond_the_column_and_none_that_it_has():
    table = deploying()
    for place in (0, 4):
        refused = table.refuses(a.LineUp("A1", place))
        assert (refused.rule, refused.allowed, refused.where) == ("20.42", ("1", "2", "3"), "$.place")
    assert table.refuses(a.LineUp("A1", 1)).rule == "20.42"


def test_20_42_only_who_waits_off_the_map_and_only_ones_own():
    table = deploying()
    refused = table.refuses(a.LineUp("A9", 1))
    assert (refused.rule, refused.allowed) == ("20.42", ("A1", "A2", "A3"))
    table.act(US, a.Ready())
    assert "belongs to United States" in table.refuses(a.LineUp("A1", 2), SU).reason


def test_20_42_who_is_alone_has_no_place_to_choose():
    table = deploying(TANKS[0])
    assert not [one for one in table.listed(US) if isinstance(one, a.LineUp)]


def test_20_61_a_column_has_one_hex_of_entry():
    assert deploying().refuses(a.LineUp("A3", 1, "1401")).rule == "20.66"


def test_20_63_once_the_battle_has_begun_the_order_stands():
    table = deploying(begun=True)
    assert table.asked() == {US: "activation"}
    assert table.refuses(a.LineUp("A3", 1)).rule == "20.63"


def test_20_63_they_enter_in_the_order_that_was_composed():
    table = deploying()
    table.does(a.LineUp("A3", 1))
    table._tell(e.TurnBegan(1))
    table._tell(e.PhaseBegan("action"))
    table._tell(e.ActivationBegan(US))
    assert table.refuses(a.StartMove("A1")).rule == "20.63"
    table.does(a.StartMove("A3"))
    table.does(a.Move("A3", "1202"))
    table.does(a.EndMove("A3"))
    table.act(SU, a.Pass())
    table.does(a.StartMove("A1"))


def test_20_64_who_cannot_move_lets_the_next_by():
    for mark in ("panicked", "moved"):
        table = deploying(begun=True)
        setattr(table.game.units["A1"], mark, True)
        assert a.StartMove("A2") in table.listed(US)
        assert a.StartMove("A3") not in table.listed(US)


def test_20_67_who_is_aboard_comes_with_his_carrier():
    carriers = [replace(one, type="m113") for one in TANKS]
    aboard = unit("us-rifles", US, "", "A4", entry="g", place=3, aboard="A2")
    table = deploying(*carriers, aboard)
    assert offered(table, "A2") == (Range("place", 1, 3),), "who is aboard takes no place"
    refused = table.refuses(a.LineUp("A4", 1))
    assert (refused.rule, refused.allowed) == ("20.67", ("A2",))
    table.does(a.LineUp("A2", 1))
    table._tell(e.TurnBegan(1))
    table._tell(e.PhaseBegan("action"))
    table._tell(e.ActivationBegan(US))
    table.does(a.StartMove("A2"))
    table.does(a.Move("A2", "1202"))
    assert (table.unit("A4").hex, table.unit("A4").entry) == ("1202", "")


# -- mounted or not --------------------------------------------------------------------------------------------

CARRIERS = tuple(replace(one, type="m113") for one in TANKS)
RIFLES = unit("us-rifles", US, "", "A4", entry="g", place=3, aboard="A2", seen=False)


def coming(table: Table) -> list[a.Place]:
    return [one for one in table.listed(US) if isinstance(one, a.Place) and one.unit == "A4"]


def test_20_67_its_side_says_whether_a_unit_comes_mounted_and_with_whom():
    table = deploying(*CARRIERS, RIFLES)
    assert coming(table) == [a.Place("A4", ""), a.Place("A4", "", "A1"), a.Place("A4", "", "A3")]
    table.does(a.Place("A4", "", "A3"))
    assert table.unit("A4").aboard == "A3"
    table.does(a.Place("A4", ""))
    assert table.unit("A4").aboard == ""
    assert column(table) == ["A1", "A2", "A3", "A4"], "right behind the one that it has left"
    table.does(a.Place("A4", "", "A1"))
    assert (table.unit("A4").aboard, column(table)) == ("A1", ["A1", "A2", "A3"])


def test_20_67_who_comes_on_foot_takes_its_place_in_the_column():
    table = deploying(*CARRIERS, RIFLES)
    table.does(a.Place("A4", ""))
    assert column(table) == ["A1", "A2", "A4", "A3"]
    table.does(a.LineUp("A4", 1))
    assert column(table) == ["A4", "A1", "A2", "A3"]


def test_20_67_who_is_to_come_on_foot_enters_by_himself():
    table = deploying(*CARRIERS, RIFLES)
    table.does(a.Place("A4", ""))
    table.does(a.LineUp("A4", 1))
    for event in (e.TurnBegan(1), e.PhaseBegan("action"), e.ActivationBegan(US)):
        table._tell(event)
    table.does(a.StartMove("A4"))
    table.does(a.Move("A4", "1201"))
    assert (table.unit("A4").hex, table.unit("A2").entry) == ("1201", "g")


def test_20_67_refusals_say_aboard_whom_it_may_come():
    tank = unit("truck", US, "", "A5", entry="other")
    table = deploying(*CARRIERS, RIFLES, tank)
    refused = table.refuses(a.Place("A4", "", "A5"))
    assert (refused.rule, list(refused.allowed)) == ("20.67", ["A1", "A3"])
    assert table.refuses(a.Place("A4", "", "A2")).rule == "20.67", "it does already"
    assert table.refuses(a.Place("A1", "", "A2")).rule == "9.6"
    assert table.refuses(a.Place("A1", "")).rule == "20.67"
    full = deploying(*CARRIERS, RIFLES, replace(RIFLES, id="A6", aboard="A1"))
    assert full.refuses(a.Place("A4", "", "A1")).rule == "9.1"


def test_20_67_that_somebody_may_come_mounted_is_reason_enough_to_ask_before_the_first_turn():
    table = Table(CARRIERS[0], replace(RIFLES, aboard=""), IDLE, FAR, entries=[replace(FREE, turn=2)])
    table._tell(e.PhaseBegan("ready"))
    play = table.play
    settle(play)
    assert next(one.phase for one in play.events if isinstance(one, e.PhaseBegan)) == "setup"


def test_20_67_in_the_fog_nobody_else_hears_who_comes_mounted():
    table = deploying(*CARRIERS, RIFLES, on=("fog",))
    told = table.does(a.Place("A4", ""))
    hidden = table.rules.hidden
    assert told
    assert [hidden.event(table.game, one, SU) for one in told] == [None] * len(told)
    assert hidden.action(table.game, US, a.Place("A4", ""), SU) is None


def test_20_42_a_column_is_reason_enough_to_ask_before_the_first_turn():
    for entry, asked in (
        (ROAD, {US: "setup"}),
        (replace(ROAD, turn=2), {US: "setup"}),
        (FREE, {US: "activation"}),
    ):
        table = Table(*TANKS, IDLE, FAR, entries=[entry])
        table.game.phase, table.game.turn, table.game.active = "ready", 0, ""
        play = Play(table.rules.charts, table.game)
        settle(play)
        found = {one.side: one.kind for one in table.rules.pending(play.state)}
        assert found == asked, "who comes as he likes has nothing to compose"


# -- free formation --------------------------------------------------------------------------------------------


def test_20_66_who_comes_later_in_free_formation_chooses_as_it_enters():
    refused = deploying(entry=replace(FREE, turn=2)).refuses(a.LineUp("A1", 1, "1401"))
    assert refused.rule == "20.66"


def test_20_42_free_formations_of_the_first_turn_are_drawn_up_before_their_hexes():
    table = drawn_up("1201", "1401", "1601")
    assert offered(table, "A1") == (Range("place", 1, 2), Range("hex", places=Places(FREE.hexes)))
    table.does(a.LineUp("A1", 2, "1401"))
    assert (column(table, "1201"), column(table, "1401"), column(table, "1601")) == ([], ["A2", "A1"], ["A3"])
    assert table.refuses(a.LineUp("A1", 3, "1601")).allowed == ("1", "2")
    assert table.refuses(a.LineUp("A1", 1, "0505")).allowed == ("", *FREE.hexes)
    assert table.refuses(a.LineUp("A3", 1, "1601")).rule == "20.42", "it is there"
    table.does(a.LineUp("A1", 1))
    assert column(table, "1401") == ["A1", "A2"]


def test_20_42_each_enters_by_its_hex_and_behind_those_before_it():
    table = drawn_up("1201", "1201", "1601")
    table._tell(e.TurnBegan(1))
    table._tell(e.PhaseBegan("action"))
    table._tell(e.ActivationBegan(US))
    assert table.refuses(a.StartMove("A2")).rule == "20.63"
    table.does(a.StartMove("A3"))
    costs = {one.where: one.cost for one in table.rules.legal(table.game, US)}
    assert (costs["1601"], costs["1201"]) == (2, 10), "not by the other hexes"
    table.does(a.Move("A3", "1601"))
    assert table.unit("A3").through == ""


def test_20_42_a_scenario_draws_them_up_before_one_hex_after_the_other():
    charts = RULES.charts
    scenario = charts.scenarios["beach-exit"]
    entry = replace(scenario.entry[0], turn=1)
    units = forces_placed(charts, replace(scenario, entry=(entry,))).units
    waiting = [one for one in units if one.entry]
    drawn = {one.id: one.through for one in waiting if not one.aboard}
    assert list(drawn.values()) == [*entry.hexes, entry.hexes[0]]
    assert [one.through for one in waiting if one.aboard] == [
        drawn[one.aboard] for one in waiting if one.aboard
    ]
    later = forces_placed(charts, scenario).units
    assert not any(one.through for one in later), "20.66: chosen as they enter"


# -- what is told ----------------------------------------------------------------------------------------------


def test_20_42_in_the_fog_nobody_else_hears_of_it():
    table = deploying(on=("fog",))
    table.game.dealt = True
    action = a.LineUp("A3", 1)
    (event,) = table.does(action)
    hidden = table.rules.hidden
    for viewer in (SU, ""):
        assert hidden.event(table.game, event, viewer) is None
        assert hidden.action(table.game, US, action, viewer) is None
        assert not [
            one for one in view(table.play.known(viewer), viewer).pieces if one.id in ("A1", "A2", "A3")
        ]
    assert hidden.event(table.game, event, US) == event
    assert not hidden.reveals(event), "it is taken back freely"


def test_a_unit_says_where_in_its_column_it_waits():
    table = deploying()
    table.does(a.LineUp("A3", 1))
    shown = view(table.play.known(US), US).pieces
    assert [one.id for one in shown] == ["A9", "B9", "A3", "A1", "A2"], "in the order in which they come"
    pieces = {one.id: one for one in shown}
    assert [pieces[id].status for id in ("A3", "A1")] == [
        ("comes in turn 1, place 1 of 3",),
        ("comes in turn 1, place 2 of 3",),
    ]
    assert ("enters in", "1201") in pieces["A3"].details


def test_a_place_is_told_in_plain_words():
    table = deploying()
    (option,) = [one for one in table.rules.legal(table.game, US) if one.action == a.LineUp("A3", 1)]
    assert table.rules.label(table.game, option) == "M60A1: another place in its column"
    aimed = replace(option, ranges=())
    assert table.rules.label(table.game, aimed) == "M60A1: place 1 in its column"
    (event,) = table.does(a.LineUp("A3", 1))
    told = table.rules.describe(table.game, event)
    assert told == ("M60A1 (A3) has place 1 of 3 in its column.", "20.42")
    free = drawn_up("1201", "1401", "1601")
    by = next(
        one
        for one in free.rules.legal(free.game, US)
        if one.unit == "A1" and isinstance(one.action, a.LineUp)
    )
    assert free.rules.label(free.game, replace(by, ranges=())) == "M60A1: place 1 in its column, by 1401"


def test_20_62_a_preview_says_who_comes_before_and_what_it_pays():
    table = deploying()
    found = table.rules.preview(table.game, US, a.LineUp("A3", 2))
    assert found is not None
    assert found.notes == (
        "It pays 2 of 10 movement points to enter 1201 if all before it do in the same turn.",
        "Right before it: M60A1 (A1).",
        "Right behind it: M60A1 (A2).",
    )
    first = table.rules.preview(table.game, US, a.LineUp("A3", 1))
    assert first is not None
    assert first.notes[0] == "It pays 1 of 10 movement points to enter 1201."
    slow = deploying(*TANKS[:2], replace(TANKS[2], type="us-rifles"))
    late = slow.rules.preview(slow.game, US, a.LineUp("A3", 2))
    assert late is not None
    assert late.notes[0].endswith("in the same turn; it has not so many, and comes a turn later.")


def test_20_42_a_preview_is_refused_where_the_place_is():
    table = deploying()
    with pytest.raises(Refused, match="no place 4"):
        table.rules.preview(table.game, US, a.LineUp("A3", 4))

"""Engineers, motorcycles (19.6) and improved positions (11)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import opening, reach
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide import engineers, fire
from campaign.systems.mechwar_4.decide.transport import has_room
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.frames import Attack, Move
from campaign.systems.mechwar_4.harm import lose
from campaign.systems.mechwar_4.state import Minefield, Work
from campaign.systems.mechwar_4.values import cover
from campaign.systems.mechwar_4.watching import observed_at
from tests.systems.mechwar_4.field import Field, company, of, unit
from tests.systems.mechwar_4.pack import board, charts

FLAT = ("000000", "000000", "000000", "000000")
WOODS = (".t.T..", "......", "......", "......")


def wooded() -> Charts:
    return board(FLAT, WOODS)


def working(hex: str = "0201", charts: Charts | None = None, **fields: Any) -> Field:
    """Engineers of blue's in a hex, a tank of red's and one of blue's; nobody answers."""
    units = (unit("b1", "engineers", hex), unit("r1", "t62", "0604"), unit("b2", "m60a1", "0104"))
    found = Field(charts or wooded(), units, **fields)
    for force in found.game.forces.values():
        force.quiet = True
    return found


def next_turn(one: Field) -> list[Any]:
    """The end of a turn as far as engineers go."""
    play = one.play
    engineers.work(play)
    for each in one.game.units.values():
        each.fired = each.moved = False
    return play.events


# -- abatis ----------------------------------------------------------------------------------------------------


def test_19_612_an_abatis_takes_twelve_turns_in_a_row() -> None:
    one = working()
    one.act("blue", a.Labour("b1", "abatis"))
    for _ in range(11):
        next_turn(one)
    assert one.game.abatis == []
    (done,) = of(e.WorkDone, next_turn(one))
    assert (done.task, one.game.abatis) == ("abatis", ["0201"])
    assert one.game.units["b1"].work is None


def test_19_612_an_abatis_is_built_in_woods() -> None:
    assert working("0401").act("blue", a.Labour("b1", "abatis"))
    assert working("0301").refusal("blue", a.Labour("b1", "abatis")).rule == "19.611"


def test_19_612_direct_fire_at_them_undoes_all_work() -> None:
    one = working()
    one.act("blue", a.Labour("b1", "abatis"))
    next_turn(one)
    play = one.play
    engineers.fired_at(play, Attack("red", "direct", "b1", "0201"), ["r1"])
    assert one.game.units["b1"].work is None
    assert [event.why for event in of(e.WorkSet, play.events)] == ["is fired at"]


def test_19_612_direct_fire_at_the_infantry_that_they_are_part_of_counts() -> None:
    one = working()
    one.act("blue", a.Labour("b1", "abatis"))
    one.game.units["b3"] = unit("b3", "us-rifles", "0201")
    engineers.attacked(one.play, one.game.units["b2"], "0104")
    assert one.game.units["b1"].work is not None, "that was fired at somebody else"
    engineers.attacked(one.play, one.game.units["b3"], "0201")
    assert one.game.units["b1"].work is None


@pytest.mark.parametrize(
    "change", [{"moved": True}, {"fired": True}, {"suppression": 1}, {"panicked": True}, {"hex": "0401"}]
)
def test_19_612_who_does_something_else_begins_anew(change: dict[str, Any]) -> None:
    one = working()
    one.act("blue", a.Labour("b1", "abatis"))
    for name, value in change.items():
        setattr(one.game.units["b1"], name, value)
    (stopped,) = of(e.WorkSet, next_turn(one))
    assert stopped.left == 0
    assert stopped.why
    assert one.game.units["b1"].work is None


def test_19_612_with_commands_they_need_bound() -> None:
    one = working(companies=[company("bc")], command=True)
    one.game.units["b1"].company = "bc"
    assert one.refusal("blue", a.Labour("b1", "abatis")).rule == "19.615"
    one.game.companies["bc"].command = "BC"
    one.act("blue", a.Labour("b1", "abatis"))
    one.game.companies["bc"].command = "OC"
    assert [event.left for event in of(e.WorkSet, next_turn(one))] == [0]


def test_19_612_an_abatis_is_cleared_in_one_turn() -> None:
    one = working()
    one.game.abatis.append("0201")
    one.act("blue", a.Labour("b1", "clear"))
    next_turn(one)
    assert one.game.abatis == []


def test_19_612_vehicles_stop_at_an_abatis_in_light_woods_and_do_not_enter_one_in_heavy() -> None:
    one = working("0604")
    one.game.abatis += ["0201", "0401"]
    tank = one.game.units["b2"]
    assert reach.stops(one.play, tank, "0201")
    assert reach.step_cost(one.play, tank, "0301", "0401") is None
    assert reach.step_cost(one.play, one.game.units["b1"], "0301", "0401") is not None, "infantry does"
    tank.hex = "0101"
    one.act("blue", a.StartMove("b2"))
    assert of(e.MoveEnded, one.act("blue", a.Move("b2", "0201")))


# -- engineers as a unit ---------------------------------------------------------------------------------------


def test_19_613_engineers_are_gone_with_one_step() -> None:
    one = working()
    lose(one.play, one.game.units["b1"], 1)
    assert one.game.units["b1"].out == "eliminated"


def test_19_613_beside_infantry_they_are_not_attacked_until_it_is_gone() -> None:
    one = working("0502")
    one.game.units["b3"] = unit("b3", "us-rifles", "0502")
    one.act("blue", a.Pass())
    fires = [action for action in one.options("red") if isinstance(action, a.Fire)]
    assert {action.target for action in fires} & {"b1", "b3"} == {"b3"}
    one.game.units["b3"].out, one.game.units["b3"].hex = "eliminated", ""
    assert fire.shielded(one.play, one.game.units["b1"]) is False


def test_19_613_they_take_no_room() -> None:
    one = working()
    assert not one.play.counts(one.game.units["b1"])


def test_19_614_one_squad_rides_with_infantry_or_three_without() -> None:
    one = working()
    carrier = one.game.units["b2"]
    carrier.type = "m113"
    squads = [one.game.units["b1"], *(unit(f"b{i}", "engineers", "0104") for i in range(4, 7))]
    rifles = unit("b7", "us-rifles", "0104")
    one.game.units |= {squad.id: squad for squad in squads} | {"b7": rifles}
    rifles.aboard = "b2"
    assert has_room(one.play, carrier, squads[0])
    squads[0].aboard = "b2"
    assert not has_room(one.play, carrier, squads[1])
    rifles.aboard = ""
    assert has_room(one.play, carrier, squads[1])
    squads[1].aboard = squads[2].aboard = "b2"
    assert not has_room(one.play, carrier, squads[3])


@pytest.mark.parametrize("change", [{"suppression": 1}, {"defilade": "N"}, {"aboard": "b2"}])
def test_19_615_no_work_while_suppressed_in_defilade_or_mounted(change: dict[str, Any]) -> None:
    one = working()
    for name, value in change.items():
        setattr(one.game.units["b1"], name, value)
    assert one.refusal("blue", a.Labour("b1", "abatis")).rule == "19.615"


def test_19_61_work_takes_the_activation_and_is_secret() -> None:
    one = working(fog=True)
    one.game.units["b1"].seen = False
    (event,) = of(e.WorkSet, one.act("blue", a.Labour("b1", "abatis")))
    assert one.asked()[0][0] == "red", "it was blue's activation"
    hidden = FaceDown(one.charts)
    assert hidden.event(one.game, event, "red") is None
    assert hidden.action(one.game, "blue", a.Labour("b1", "abatis"), "red") is None


def test_19_61_who_works_may_stop() -> None:
    one = working()
    one.act("blue", a.Labour("b1", "abatis"))
    one.act("red", a.Pass())
    assert one.refusal("blue", a.Labour("b1", "stop", "0202")).where == "$.other"
    one.game.units["b1"].panicked = True
    assert one.refusal("blue", a.Labour("b1", "stop")).rule == "19.612", "that ends it anyway"
    one.game.units["b1"].panicked = False
    one.act("blue", a.Labour("b1", "stop"))
    assert one.game.units["b1"].work is None


def test_19_61_only_with_the_switch() -> None:
    one = working(special_units=False)
    assert one.refusal("blue", a.Labour("b1", "abatis")).rule == "19.611"


# -- breaches and bridges (19.611) -----------------------------------------------------------------------------


def test_19_611_engineers_breach_mines_that_they_know_of() -> None:
    one = working("0301", mines=[Minefield("0302", "hasty", "red")])
    assert one.refusal("blue", a.Labour("b1", "breach", "0302")).rule == "19.611", "nobody has met them"
    one.game.mines[0].known = ["blue", "red"]
    one.act("blue", a.Labour("b1", "breach", "0302"))
    assert [event.hex for event in of(e.MinesBreached, next_turn(one))] == ["0302"]
    assert one.game.mines[0].breached


def river() -> Charts:
    return board(FLAT, sides=({"what": "river", "hex": "0303", "edges": ["S"]},))


def test_19_611_engineers_build_a_bridge_and_destroy_one() -> None:
    one = working("0303", river())
    tank = one.game.units["b2"]
    assert reach.step_cost(one.play, tank, "0303", "0304") is None
    one.act("blue", a.Labour("b1", "build", "0304"))
    for _ in range(4):
        next_turn(one)
    assert reach.step_cost(one.play, tank, "0303", "0304") == 2
    one.game.active, one.game.activation = "blue", []
    one.act("blue", a.Labour("b1", "destroy", "0304"))
    next_turn(one)
    assert reach.step_cost(one.play, tank, "0303", "0304") is None


def test_19_611_there_must_be_something_to_bridge() -> None:
    one = working("0301")
    assert one.refusal("blue", a.Labour("b1", "build", "0302")).rule == "19.611"
    assert one.refusal("blue", a.Labour("b1", "destroy", "0302")).rule == "19.611"
    assert one.refusal("blue", a.Labour("b2", "abatis")).rule == "19.611", "tanks build nothing"


def test_19_61_work_that_is_not_needed_any_more_stops() -> None:
    one = working()
    one.game.units["b1"].work = Work("abatis", "0201", 3)
    one.game.abatis.append("0201")
    (stopped,) = of(e.WorkSet, next_turn(one))
    assert stopped.left == 0


# -- motorcycles (19.62) ---------------------------------------------------------------------------------------


def riders(hex: str = "0103") -> Field:
    one = working("0101")
    one.game.units["b3"] = unit("b3", "motorcycles", hex)
    return one


def test_19_621_motorcycles_enter_defilade_for_nothing() -> None:
    one = riders()
    one.act("blue", a.StartMove("b3"))
    (spent,) = of(e.PointsSpent, one.act("blue", a.TakeDefilade("b3", "N")))
    assert spent.cost == 0


def test_19_621_they_take_cover_once_they_have_been_fired_at() -> None:
    one = riders()
    engineers.fired_at(one.play, Attack("red", "direct", "b3", "0103"), ["r1"])
    assert one.game.units["b3"].defilade
    again = riders()
    engineers.fired_at(again.play, Attack("red", "direct", "b3", "0103"), [])
    assert not again.game.units["b3"].defilade, "nobody did fire"


def test_19_621_suppressed_they_are_in_defilade() -> None:
    one = riders()
    one.game.units["b3"].suppression = 1
    found = cover(one.play, "0604", one.game.units["b3"], "direct", "M")
    assert found is not None
    assert (found.value, found.rule) == (-3, "19.621")


def test_19_621_suppressed_they_are_observed_as_in_defilade() -> None:
    one = riders()
    assert observed_at(one.play, one.game.units["b3"], "0604") > 1
    one.game.units["b3"].suppression = 1
    assert observed_at(one.play, one.game.units["b3"], "0604") == 1


def test_19_621_fire_finds_them_as_infantry_that_is_not_mounted() -> None:
    one = riders("0201")
    one.game.devastated.append("0201")
    one.charts = board(FLAT, (".B....", "......", "......", "......"))
    found = cover(one.play, "0604", one.game.units["b3"], "direct", "M")
    assert found is not None
    assert found.value == -3, "a devastated town hides them as it does infantry"
    lose(one.play, one.game.units["b3"], 3)
    assert one.game.wrecks == []


def test_19_622_they_enter_heavy_woods_by_road_and_trail_alone() -> None:
    one = riders()
    assert reach.step_cost(one.play, one.game.units["b3"], "0301", "0401") is None


def test_19_623_they_take_no_room_and_are_looked_for_as_vehicles() -> None:
    one = riders()
    assert not one.play.counts(one.game.units["b3"])
    assert charts().units["motorcycles"].seen == "vehicle"


def test_19_624_vehicles_go_through_them_and_fight_them_where_they_end() -> None:
    one = riders("0203")
    one.game.units["r1"].hex = "0303"
    tank = one.game.units["r1"]
    assert not reach.hostile(one.play, tank, "0203")
    assert reach.hostile(one.play, one.game.units["b1"], "0303")
    found = reach.ways(one.play, tank, Move("r1", 20, 20))
    assert "0102" in found or "0103" in found, "the way leads on"


# -- improved positions (11) -----------------------------------------------------------------------------------


def dug_in(type: str = "us-rifles") -> Field:
    one = working("0101")
    one.game.units["b3"] = unit("b3", type, "0303", improved=True)
    return one


def test_11_0_who_leaves_the_hex_leaves_the_position_for_good() -> None:
    one = dug_in()
    one.act("blue", a.StartMove("b3"))
    one.act("blue", a.Move("b3", "0302"))
    assert not one.game.units["b3"].improved


def test_11_1_dismounted_personnel_and_guns_alone() -> None:
    rows = charts().units
    assert opening.entrenches(rows["us-rifles"])
    assert not opening.entrenches(rows["m60a1"])


def test_11_2_observed_only_by_neighbours_while_it_neither_moves_nor_fires() -> None:
    one = dug_in()
    rifles = one.game.units["b3"]
    assert observed_at(one.play, rifles, "0604") == 1
    rifles.fired = True
    assert observed_at(one.play, rifles, "0604") == 8
    rifles.panicked = True
    assert observed_at(one.play, rifles, "0604") == 1, "it panicked as it was to fire (13.1)"


def test_11_2_direct_fire_finds_it_in_defilade_and_not_twice() -> None:
    one = dug_in()
    found = cover(one.play, "0604", one.game.units["b3"], "direct", "M")
    assert found is not None
    assert (found.value, found.rule) == (-3, "11.2")
    one.game.units["b3"].defilade = "SE"
    again = cover(one.play, "0604", one.game.units["b3"], "direct", "M")
    assert again is not None
    assert again.value == -3


def test_11_3_positions_stand_at_the_start_and_a_switch_leaves_them_out() -> None:
    for on in (True, False):
        found = [
            one
            for scenario in charts().scenarios
            for event in opening.open_battle(charts(), scenario, {"improved_positions": on})
            if isinstance(event, e.ForcesPlaced)
            for one in event.units
            if one.improved
        ]
        assert bool(found) is on

"""Movement by land and water: 8.0, 8.5."""

from __future__ import annotations

import pytest

from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.decide.movement import budget
from tests.systems.combat_veteran.table import Table, kinds, only, table, tell_all, unit

FOE = unit("m26", "blue", "2929", main=0, mg=0)
RIVER = {f"{column:02}10": "river" for column in range(1, 31)}


def amphibian(hex: str) -> Table:
    """An M113 north of a river, in it, or south of it."""
    return table(unit("m113", "red", hex), FOE, terrain=RIVER)


@pytest.mark.parametrize(
    ("terrain", "cost"), [("clear", 1), ("brush", 2), ("paddy", 3), ("trees", 4), ("building", 4)]
)
def test_8_0_obstacles_to_sight_cost_vehicles_double(terrain: str, cost: int) -> None:
    game = table(unit("t34", "red", "1010"), FOE, terrain={"1009": terrain})
    game.go("t34", ("1009", "NW"))
    assert game["t34"].spent == cost


def test_8_0_soldiers_pay_the_plain_cost() -> None:
    game = table(unit("us-soldier", "red", "1010"), FOE, terrain={"1009": "trees"})
    game.do(a.Step("us-soldier", "1009"))
    assert game["us-soldier"].spent == 2


def test_8_0_nobody_goes_beyond_the_allowance() -> None:
    game = table(unit("t34", "red", "1010"), FOE, terrain={"1009": "trees"})
    game.do(a.Drive("t34", "1022"))
    assert game["t34"].spent == 12
    refused = game.refuses(a.Drive("t34", "1026"))
    assert (refused.rule, refused.where) == ("8.0", "$.to")
    game.do(a.Drive("t34", "1025"))
    assert game.refuses(a.Step("t34", "1026", "SE")).rule == "8.0"


def test_8_0_a_step_that_is_too_dear_is_not_made() -> None:
    game = table(unit("t34", "red", "1010"), FOE, terrain={"1023": "trees"})
    game.do(a.Drive("t34", "1022"))
    assert "costs 4; T-34/85 has 3 left" in game.refuses(a.Step("t34", "1023", "SE")).reason


def test_8_0_the_allowance_is_for_each_turn() -> None:
    game = table(unit("t34", "red", "1010"), FOE)
    game.do(a.Drive("t34", "1025"))
    game.phase("movement", "red", 2)
    assert budget(game.play(), game["t34"], "land") == 15


def test_8_0_one_piece_moves_after_the_other() -> None:
    game = table(unit("t34", "red", "1010"), unit("t34", "red", "1012", id="other"), FOE)
    game.go("t34", ("1009", "NW"))
    game.go("other", ("1011", "NW"))
    assert game.refuses(a.Step("t34", "1008", "NW")).rule == "8.0"


def test_8_0_a_drive_takes_the_cheapest_way_and_turns_the_vehicle_as_it_goes() -> None:
    game = table(unit("t34", "red", "1010", "SE"), FOE, terrain={"1009": "paddy", "1008": "paddy"})
    events = game.do(a.Drive("t34", "1007"))
    assert kinds(events) == ["moved"] * 4
    assert [event.to for event in events if isinstance(event, e.Moved)][-1] == "1007"
    assert game["t34"].spent == 4


def test_8_5_a_boat_pays_1_for_water_and_stays_in_it() -> None:
    """8.5 water."""
    game = table(unit("monitor", "red", "1010"), FOE, terrain={**RIVER, "1110": "water"})
    game.go("monitor", ("1110", "E"))
    assert game["monitor"].spent == 1
    refused = game.refuses(a.Step("monitor", "1109", "NW"))
    assert refused.rule == "8.5"
    assert all(option.where in RIVER for option in game.rules.legal(game.game, "red") if option.where)


def test_8_5_a_boat_has_5_points_and_10_at_speed() -> None:
    game = table(unit("monitor", "red", "1010"), FOE, terrain=RIVER)
    game.do(a.Drive("monitor", "0510"))
    assert game.refuses(a.Drive("monitor", "0410")).rule == "8.0"
    game.do(a.Speed("monitor"))
    game.do(a.Drive("monitor", "0110"))
    assert game["monitor"].spent == 9


def test_8_5_land_across_the_water_stops_boats() -> None:
    """8.5 water."""
    game = table(unit("monitor", "red", "1010"), FOE, terrain=RIVER, barriers=(("1010", "1110"),))
    assert game.refuses(a.Step("monitor", "1110", "E")).rule == "8.5"
    assert game.refuses(a.Drive("monitor", "1110")).rule == "8.0"
    game.go("monitor", ("0910", "W"))


def test_8_5_land_across_the_water_does_not_stop_others() -> None:
    game = table(unit("t34", "red", "1010"), FOE, terrain=RIVER, barriers=(("1010", "1110"),))
    game.go("t34", ("1110", "E"))


def test_8_5_an_amphibian_that_begins_by_water_stays_in_water() -> None:
    """8.5 amphibians."""
    game = amphibian("1009")
    game.go("m113", ("1010", "SE"), ("0910", "W"))
    assert (game["m113"].afloat, game["m113"].spent) == (True, 2)
    assert budget(game.play(), game["m113"], "water") == 3
    assert game.refuses(a.Step("m113", "0911", "SE")).rule == "8.5"
    assert game.refuses(a.Drive("m113", "0911")).rule == "8.5"


def test_8_5_an_amphibian_that_begins_by_land_stays_on_land() -> None:
    """8.5 amphibians."""
    game = amphibian("1008")
    game.go("m113", ("1009", "SE"))
    assert budget(game.play(), game["m113"], "land") == 14
    assert game.refuses(a.Step("m113", "1010", "SE")).rule == "8.5"
    assert game.refuses(a.Drive("m113", "0910")).rule == "8.5"
    assert not [o for o in game.legal() if isinstance(o, a.Step | a.Drive) and o.to in RIVER]


def test_8_5_an_amphibian_in_water_may_begin_by_land() -> None:
    """8.5 amphibians."""
    game = amphibian("1010")
    assert game["m113"].afloat
    game.go("m113", ("1011", "SE"))
    assert not game["m113"].afloat
    assert budget(game.play(), game["m113"], "land") == 14


def test_8_5_the_choice_is_for_one_movement_phase() -> None:
    game = amphibian("1009")
    game.go("m113", ("1010", "SE"))
    game.phase("movement", "red", 2)
    game.go("m113", ("1011", "SE"))
    assert game["m113"].hex == "1011"


def test_8_5_afloat_counts_3_dice_on_land_none() -> None:
    game = table(unit("m113", "red", "1010", armor=0), unit("t34", "blue", "1005", main=3), terrain=RIVER)
    assert game.dice("t34", "main", "m113") == 6
    game.go("m113", ("1011", "SE"))
    assert game.dice("t34", "main", "m113") == 3


def test_8_5_only_boats_and_amphibians_are_afloat() -> None:
    """8.5 effect."""
    game = table(unit("humvee", "red", "1010"), unit("t34", "blue", "1005", main=3), terrain=RIVER)
    assert game.dice("t34", "main", "humvee") == 3


@pytest.mark.parametrize("type", ["t34", "humvee", "us-soldier"])
def test_8_5_others_enter_a_river_with_their_whole_movement(type: str) -> None:
    game = table(unit(type, "red", "1009"), unit("t34", "red", "0101", id="other"), FOE, terrain=RIVER)
    corner = "" if type == "us-soldier" else "SE"
    event = only(game.do(a.Step(type, "1010", corner)), e.Moved)
    assert event.cost == {"t34": 15, "humvee": 25, "us-soldier": 5}[type]
    assert not game[type].afloat
    assert game.refuses(a.Step(type, "1011", corner)).rule == "8.0"
    game.phase("movement", "red", 2)
    game.do(a.Step(type, "1011", corner))
    assert game[type].spent == 1


def test_8_5_speed_does_not_get_around_that() -> None:
    """8.5 others."""
    game = table(unit("t34", "red", "1009"), unit("t34", "red", "0101", id="other"), FOE, terrain=RIVER)
    game.do(a.Step("t34", "1010", "SE"))
    assert game.refuses(a.Speed("t34")).rule == "8.0"
    fast = table(unit("t34", "red", "1009"), FOE, terrain=RIVER)
    fast.do(a.Speed("t34"))
    assert fast.refuses(a.Step("t34", "1010", "SE")).rule == "8.5"


def test_8_5_a_river_is_entered_before_anything_is_spent() -> None:
    game = table(unit("t34", "red", "1008"), FOE, terrain=RIVER)
    game.go("t34", ("1009", "SE"))
    assert game.refuses(a.Step("t34", "1010", "SE")).rule == "8.5"
    assert game.refuses(a.Drive("t34", "1010")).allowed == ("step",)


@pytest.mark.parametrize("type", ["t34", "us-soldier"])
def test_8_5_nobody_else_enters_open_water(type: str) -> None:
    """8.5 others."""
    game = table(unit(type, "red", "1009"), FOE, terrain={"1010": "water"})
    corner = "" if type == "us-soldier" else "SE"
    assert game.refuses(a.Step(type, "1010", corner)).rule == "8.5"


def test_8_5_a_maneuvering_vehicle_enters_a_river() -> None:
    game = table(unit("t34", "red", "1009"), unit("t34", "red", "0101", id="other"), FOE, terrain=RIVER)
    game.do(a.Maneuver("t34"))
    game.go("t34", ("1010", "SE"))
    assert game["t34"].stance == "maneuvering"


def test_9_0_after_the_river_a_vehicle_does_not_fire() -> None:
    game = table(unit("t34", "red", "1009"), unit("humvee", "blue", "1014"), terrain=RIVER)
    game.do(a.Step("t34", "1010", "SE"))
    game.hold()
    game.phase("combat")
    assert game.asked is None or game.asked.kind != "combat"


def test_9_0_half_of_an_amphibians_allowance_in_water_is_of_5() -> None:
    game = table(unit("pt76", "red", "1010"), unit("pt76", "red", "1510", id="still"), unit("humvee", "blue", "1014"),
                 terrain=RIVER)  # fmt: skip
    tell_all(game, e.Moved("pt76", "1110", "E", 1, 2, "water"))
    game.phase("combat")
    assert a.Fire("pt76", "main", "humvee") in game.legal()
    tell_all(game, e.Moved("pt76", "1210", "E", 1, 3, "water"))
    assert game.refuses(a.Fire("pt76", "main", "humvee")).rule == "9.0"

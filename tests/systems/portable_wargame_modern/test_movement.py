"""Movement, and what lies in the way."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from tests.systems.portable_wargame_modern.table import BLUE, RED, Table, unit

MOVES = {
    "infantry": 2, "infantry-at": 2, "engineers": 2, "dismounted-cavalry": 2, "cavalry": 3, "machine-guns": 2,
    "mortars": 2, "field-guns": 2, "armoured-cars": 4, "light-tanks": 4, "tanks": 3, "assault-guns": 3,
    "sp-field-guns": 3, "half-tracks": 4, "trucks": 4, "horses": 2, "spotters": 2, "commanders": 3,
}  # fmt: skip


def scene(type: str = "infantry", hex: str = "0505", *others: e.Placed, **more: Any) -> Table:
    """A unit of red's that has been activated, and an enemy far away."""
    far = unit("infantry", BLUE, more.pop("enemy", "1616"), more.pop("facing", "N"), id="far")
    return Table(unit(type, RED, hex, id="own"), far, *others, **more).activating("own")


def reached(table: Table) -> set[str]:
    return {one.to for one in table.listed(RED) if isinstance(one, a.Move)}


@pytest.mark.parametrize(("type", "hexes"), MOVES.items())
def test_how_far_each_class_moves(type: str, hexes: int) -> None:
    """Movement a."""
    table = scene(type)
    distances = {table.play.ground.distance("0505", hex) for hex in reached(table)}
    assert max(distances) == hexes


def test_a_unit_moves_once() -> None:
    """Movement b."""
    table = scene("tanks")
    table.does(a.Move("own", "0506"))
    assert "0509" not in reached(table)
    table.does(a.Move("own", "0508"))
    assert reached(table) == set()


def test_fire_costs_a_hex() -> None:
    """Movement d."""
    table = scene("tanks", enemy="0509")
    table.does(a.Fire("own", "0509"), 1)
    assert max(table.play.ground.distance("0505", hex) for hex in reached(table)) == 2


def test_a_unit_may_turn_before_and_after_it_moves() -> None:
    """Movement e."""
    table = scene()
    assert a.Turn("own", "N") in table.listed(RED)
    table.does(a.Move("own", "0506"))
    table.does(a.Turn("own", "N"))
    assert table.unit("own").facing == "N"
    assert "turned" in table.refuses(a.Turn("own", "S")).reason


def test_who_has_fired_first_still_chooses_what_it_faces_after_its_move() -> None:
    table = scene("tanks", enemy="0509")
    table.does(a.Fire("own", "0509"), 1)
    table.does(a.Move("own", "0504"))
    table.does(a.Turn("own", "N"))
    after = scene("tanks", enemy="0509")
    after.does(a.Move("own", "0506"))
    after.does(a.Fire("own", "0509"), 1)
    assert not after.game.unit


def test_friends_are_passed_but_not_joined() -> None:
    """Movement f."""
    friend = unit("infantry", RED, "0506")
    assert "0506" not in reached(scene("infantry", "0505", friend))
    assert "0507" in reached(scene("infantry", "0505", friend))
    for type in ("trucks", "horses", "spotters", "commanders"):
        assert "0506" in reached(scene(type, "0505", friend))


def test_enemies_are_neither_entered_nor_passed() -> None:
    """Movement g."""
    table = scene("tanks", enemy="0506")
    assert "0506" not in reached(table)
    assert table.refuses(a.Move("own", "0506")).rule == "Movement g"


def test_a_unit_stops_next_to_an_enemy_and_faces_it() -> None:
    """Movement h."""
    table = scene("tanks", enemy="0508")
    assert [one.stops for one in table.does(a.Move("own", "0507")) if isinstance(one, e.Moved)] == [
        "",
        "enemy",
    ]
    assert table.unit("own").facing == "S"
    assert reached(table) == set()
    assert table.refuses(a.Turn("own", "N")).rule == "Movement e, h"


def test_who_is_faced_may_withdraw_but_not_before_another_front() -> None:
    """The enemy in 0506 faces north; another in 0303 faces south-east (Movement h)."""
    table = scene("infantry", "0505", enemy="0506")
    assert "0504" in reached(table)
    assert "0605" not in reached(table)
    other = unit("infantry", BLUE, "0503", "S", id="other")
    assert "0504" not in reached(scene("infantry", "0505", other, enemy="0506"))
    assert "0605" in reached(scene("infantry", "0505", enemy="0506", facing="S"))


def test_who_has_destroyed_the_enemy_that_faced_it_need_not_withdraw() -> None:
    """The enemy in 0506 faces north; the front of another in 0502 closes 0503 to who withdraws, in parts too."""
    near, other = unit("infantry", BLUE, "0506", "N", id="near", strength=1), unit("infantry", BLUE, "0502")
    table = scene("tanks", "0505", near, other)
    assert "0503" not in reached(table)
    table.does(a.Move("own", "0504"))
    assert table.told(e.Moved).faced
    assert "0503" not in reached(table)
    table = scene("tanks", "0505", near, other)
    table.does(a.Fire("own", "0506"), 6, 1)
    assert not table.unit("near").strength
    assert "0503" in reached(table)
    table.does(a.Move("own", "0504"))
    assert not table.told(e.Moved).faced
    assert "0503" in reached(table)


def test_roads_add_a_hex_if_the_whole_move_is_by_road() -> None:
    road = [f"05{row:02}" for row in range(5, 13)]
    assert "0508" in reached(scene("infantry", "0505", roads=[road]))
    assert "0508" not in reached(scene("infantry", "0505", roads=[road[1:]]))
    table = scene("infantry", "0505", roads=[road])
    table.does(a.Move("own", "0506"))
    assert "0508" in reached(table)


def test_woods_stop_and_are_gone_through_a_hex_at_a_time() -> None:
    woods = dict.fromkeys(["0506", "0507"], "wood")
    table = scene("infantry", terrain=woods)
    assert "0507" in reached(scene("infantry"))
    assert "0507" not in reached(table)
    table.does(a.Move("own", "0506"))
    assert table.told(e.Moved).stops == "wood"
    inside = scene("tanks", "0506", terrain=woods)
    inside.does(a.Move("own", "0507"))
    assert reached(inside) == set()


def test_rivers_are_crossed_at_fords_in_two_turns() -> None:
    river = {f"{x:02}07": "river" for x in range(1, 17)}
    table = scene("tanks", terrain=river, features={"0507": "ford"})
    assert {hex for hex in reached(table) if hex.endswith("07")} == {"0507"}
    assert not {hex for hex in reached(table) if hex > "0507" and hex.startswith("05")}
    assert [one.stops for one in table.does(a.Move("own", "0507")) if isinstance(one, e.Moved)] == [
        "",
        "river",
    ]
    out = scene("tanks", "0507", terrain=river, features={"0507": "ford"})
    assert max(out.play.ground.distance("0507", hex) for hex in reached(out)) == 1
    out.does(a.Move("own", "0508"))
    assert out.told(e.Moved).stops == "bank"
    assert reached(out) == set()


def test_a_bridge_is_crossed_dry() -> None:
    river = {f"{x:02}07": "river" for x in range(1, 17)}
    assert "0508" in reached(scene("tanks", terrain=river, features={"0507": "bridge"}))


def test_trenches_take_two_turns() -> None:
    trench = {"0506": "trench", "0605": "trench", "0405": "trench"}
    table = scene("tanks", features=trench)
    table.does(a.Move("own", "0506"))
    assert table.told(e.Moved).stops == "trench"
    assert table.unit("own").crossing
    out = scene("tanks", "0506", features=trench)
    assert max(out.play.ground.distance("0506", hex) for hex in reached(out)) == 1
    out.does(a.Move("own", "0507"))
    assert reached(out) == set()


def test_a_road_out_of_a_trench_adds_nothing() -> None:
    road = [f"05{row:02}" for row in range(1, 6)]
    table = scene("infantry", features={"0505": "trench"}, roads=[road], enemy="0508")
    table.does(a.Fire("own", "0508"), 1)
    assert {"0503", "0504"} & reached(table) == {"0504"}


def test_mines_hit_who_passes_and_do_not_stop_him() -> None:
    """Minefields."""
    table = scene("tanks", mines=["0506"])
    table.does(a.Move("own", "0506"), 1)
    assert table.told(e.MinesMet).unit == "own"
    assert table.unit("own").strength == 2
    assert "0508" in reached(table)


def test_who_retreats_out_of_mines_has_had_his_turn() -> None:
    """Minefields."""
    table = scene("tanks", mines=["0506"])
    table.does(a.Move("own", "0506"), 6)
    table.act(RED, a.Retreat("own", "0505"))
    assert table.game.unit == ""


@pytest.mark.parametrize(
    ("type", "stops"),
    [("infantry", True), ("engineers", True), ("cavalry", True), ("trucks", True), ("armoured-cars", True),
     ("half-tracks", True), ("tanks", False), ("light-tanks", False), ("assault-guns", False),
     ("sp-field-guns", False)],
)  # fmt: skip
def test_wire_stops_all_but_tanks_and_their_like(type: str, stops: bool) -> None:
    """Barbed Wire."""
    table = scene(type, wire=["0506"])
    table.does(a.Move("own", "0506"))
    assert bool(table.told(e.Moved).stops) is stops


def test_wire_is_left_on_the_next_turn() -> None:
    """Barbed Wire."""
    assert "0508" in reached(scene("infantry", "0506", wire=["0506"]))


# -- exhaustion ------------------------------------------------------------------------------------------------


def test_the_exhausted_do_not_go_nearer_nor_assault_but_fire() -> None:
    """Exhaustion Point."""
    table = Table(unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0508", "N", id="far"))
    table.game.forces[RED].exhausted = True
    table.activating("own")
    ground = table.play.ground
    assert reached(table)
    assert all(ground.distance(hex, "0508") >= 3 for hex in reached(table))
    assert a.Fire("own", "0508") in table.listed(RED)
    close = Table(unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0506", "N", id="far"))
    close.game.forces[RED].exhausted = True
    close.activating("own")
    assert close.refuses(a.Assault("own", "far")).rule == "Exhaustion Point"


def test_the_exhausted_take_no_step_towards_an_enemy_whole_or_in_parts() -> None:
    """From one enemy to another that is no nearer than the first was: the last step is towards an enemy."""
    near, other = (
        unit("infantry", BLUE, "0504", "N", id="near"),
        unit("infantry", BLUE, "0509", "S", id="other"),
    )
    table = Table(unit("cavalry", RED, "0505", id="own"), near, other)
    table.game.forces[RED].exhausted = True
    table.activating("own")
    assert "0507" in reached(table)
    assert "0508" not in reached(table)
    table.does(a.Move("own", "0507"))
    assert table.refuses(a.Move("own", "0508")).rule == "Exhaustion Point"


def test_a_refused_move_says_what_bars_it() -> None:
    def why(table: Table, hex: str) -> tuple[str, str]:
        refused = table.refuses(a.Move("own", hex))
        return refused.reason.removeprefix(f"own cannot go to {hex}: "), refused.rule

    river = {"0506": "river"}
    friend = unit("infantry", RED, "0506")
    assert why(scene(), "0505") == ("it stands there.", "Movement")
    assert why(scene(terrain=river), "0506") == ("nobody can enter the river there.", "Rivers")
    assert why(scene("infantry", "0505", friend), "0506") == (
        "a unit of its own side is there.", "Movement f",
    )  # fmt: skip
    assert why(scene(), "0509") == ("it is 4 hexes away, and the unit may enter 2 hexes more.", "Movement")
    assert why(scene(terrain={"0506": "wood"}), "0507")[1] == "Movement"
    faced = scene(enemy="0506")
    assert why(faced, "0605") == (
        "who withdraws from an enemy enters no hex before an enemy's front.", "Movement h",
    )  # fmt: skip
    spent = Table(unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0508", "N", id="far"))
    spent.game.forces[RED].exhausted = True
    spent.activating("own")
    assert why(spent, "0506") == ("who is exhausted goes no nearer to the enemy.", "Exhaustion Point")


def test_who_acts_is_not_marked_as_done_and_ends_by_naming_no_unit() -> None:
    table = scene()
    (own,) = (piece for piece in table.rules.view(table.game, RED).pieces if piece.id == "own")
    assert own.status == ("acting",)
    (end,) = (one for one in table.rules.legal(table.game, RED) if isinstance(one.action, a.EndUnit))
    assert not end.unit, "so one key ends it, as it ends a phase"
    (turn, *_) = (one for one in table.rules.legal(table.game, RED) if isinstance(one.action, a.Turn))
    assert not turn.where, "turning leads nowhere"
    table.does(a.EndUnit("own"))
    (own,) = (piece for piece in table.rules.view(table.game, RED).pieces if piece.id == "own")
    assert "acting" not in own.status

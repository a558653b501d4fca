"""Facing and stances: 7.0, 7.7, 7.8, 8.9, 8.11 to 8.13."""

from __future__ import annotations

import pytest

from campaign.rules.hexes import CORNERS, CORNERS_OF_EDGE, EDGES
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.actions import AnyAction
from campaign.systems.combat_veteran.decide.movement import budget
from tests.systems.combat_veteran.table import Table, kinds, only, table, tell_all, unit

FOE = unit("m26", "blue", "2929", main=0, mg=0)


def speeding(*terrain: tuple[str, str]) -> Table:
    other = unit("t34", "red", "0101", id="other")
    game = table(unit("t34", "red", "1020"), other, FOE, terrain=dict(terrain))
    game.do(a.Speed("t34"))
    return game


@pytest.mark.parametrize("edge", EDGES)
def test_7_8_a_vehicle_leaves_by_one_of_the_two_sides_beside_its_corner(edge: str) -> None:
    """7.8 facing."""
    game = table(unit("t34", "red", "1010"), FOE)
    to = game.play().ground.board.layout.neighbour("1010", edge)  # type: ignore[arg-type]
    assert to is not None
    good = CORNERS_OF_EDGE[edge]  # type: ignore[index]
    for corner in CORNERS:
        step = a.Step("t34", to, corner)
        assert (step in game.legal()) == (corner in good)
        if corner not in good:
            refused = game.refuses(step)
            assert (refused.rule, refused.allowed, refused.where) == ("7.8", good, "$.facing")
    game.do(a.Step("t34", to, good[0]))
    assert game["t34"].facing == good[0]


def test_7_8_only_a_neighbour_is_entered() -> None:
    game = table(unit("t34", "red", "1010"), FOE)
    refused = game.refuses(a.Step("t34", "1008", "NW"))
    assert refused.rule == "7.8"
    assert "1009" in refused.allowed


def test_7_8_a_pivot_costs_nothing_and_comes_before_or_after_a_step() -> None:
    """7.8 facing."""
    game = table(unit("t34", "red", "1010"), FOE)
    game.do(a.Pivot("t34", "SE"))
    game.go("t34", ("1009", "NE"))
    game.do(a.Pivot("t34", "W"))
    assert (game["t34"].facing, game["t34"].spent) == ("W", 1)
    game.do(a.Step("t34", "1008", "NW"))


def test_7_8_a_vehicle_pivots_without_moving_even_when_its_move_is_over() -> None:
    """7.8 pivots."""
    game = table(unit("t34", "red", "1010"), unit("t34", "red", "1012", id="other"), FOE)
    game.go("t34", ("1009", "NW"))
    game.go("other", ("1011", "NW"))
    game.do(a.Pivot("t34", "E"))
    assert game["t34"].facing == "E"


def test_7_8_no_pivot_outside_the_own_movement_phase() -> None:
    """7.8 pivots."""
    game = table(unit("t34", "red", "1010"), unit("m26", "blue", "1005"), phase="combat")
    assert game.refuses(a.Pivot("t34", "E")).rule == "5.0"
    game.phase("movement", "blue")
    assert game.refuses(a.Pivot("t34", "E"), side="red").rule == "5.0"


def test_7_8_a_pivot_to_the_corner_it_faces_is_no_pivot() -> None:
    game = table(unit("t34", "red", "1010", "E"), FOE)
    refused = game.refuses(a.Pivot("t34", "E"))
    assert (refused.rule, len(refused.allowed)) == ("7.8", 5)


def test_7_8_soldiers_have_no_facing() -> None:
    game = table(unit("us-soldier", "red", "1010"), FOE)
    assert game.refuses(a.Pivot("us-soldier", "E")).rule == "7.8"
    assert game.refuses(a.Step("us-soldier", "1009", "NW")).allowed == ("",)
    game.do(a.Step("us-soldier", "1009"))


def test_7_8_the_mover_turns_once_fire_at_it_is_declared() -> None:
    """7.8 defensive fire."""
    game = table(unit("t34", "red", "1010", "SE"), unit("m26", "blue", "1003"))
    game.do(a.Step("t34", "1011", "SE"))
    assert game.asked is not None and game.asked.kind == "defensive-fire"
    assert game.refuses(a.Pivot("t34", "NW"), side="red").rule == "5.0"
    assert kinds(game.do(a.Fire("m26", "main", "t34"))) == ["fire-declared"]
    assert game.asked.side == "red"
    assert game.legal() == [a.Face(corner) for corner in CORNERS]
    events = game.do(a.Face("NW"), 2, 2, 2, 2)
    assert kinds(events)[:2] == ["pivoted", "attack-rolled"]
    assert len(only(events, e.AttackRolled).dice) == 7 - 3


def test_7_8_facing_is_asked_once_for_each_hex_entered() -> None:
    """7.8 defensive fire."""
    game = table(
        unit("t34", "red", "1012", "NW"),
        unit("m26", "blue", "1003", mg=5),
        unit("m26", "blue", "1103", id="m2"),
    )
    game.do(a.Step("t34", "1011", "NW"))
    game.do(a.Fire("m26", "main", "t34"))
    game.do(a.Face("NW"), 2, 2, 2, 2)
    # The second shooter finds it as it stands now.
    assert kinds(game.do(a.Fire("m2", "main", "t34"), 2, 2, 2, 2))[0] == "attack-rolled"
    game.hold()
    # In the next hex it is asked again: the rating that is left is that of the machineguns.
    game.do(a.Step("t34", "1010", "NW"))
    assert kinds(game.do(a.Fire("m26", "mg", "t34"))) == ["fire-declared"]


def test_7_8_who_cannot_pivot_is_not_asked_to() -> None:
    """7.8 defensive fire."""
    # It breaks down as it enters: an immobilized vehicle keeps the corner it left by.
    game = table(unit("t34", "red", "1010"), unit("m26", "blue", "1003"), terrain={"1009": "paddy"})
    game.do(a.Speed("t34"))
    game.do(a.Step("t34", "1009", "NE"), 2)
    assert game["t34"].markers == ["immobilized"]
    assert kinds(game.do(a.Fire("m26", "main", "t34"), 2, 2, 2, 2))[0] == "attack-rolled"


def test_7_8_firing_takes_no_facing() -> None:
    game = table(unit("t34", "red", "1010", "SE"), unit("humvee", "blue", "1005"), phase="combat")
    game.do(a.Fire("t34", "main", "humvee"), 2, 2, 2, 2, 2)


def test_7_0_a_stance_lasts_until_the_next_own_movement_phase() -> None:
    game = table(unit("t34", "red", "1010"), FOE)
    assert game["t34"].stance == "driving"
    game.do(a.Maneuver("t34"))
    game.phase("movement", "blue")
    assert game["t34"].stance == "maneuvering"
    game.phase("movement", "red", 2)
    assert game["t34"].stance == "driving"


def test_8_11_driving_is_what_a_vehicle_does_without_a_marker() -> None:
    game = table(unit("t34", "red", "1010"), FOE)
    game.go("t34", ("1009", "NW"))
    assert game["t34"].stance == "driving"


def test_8_9_there_is_no_sprint() -> None:
    union = AnyAction.__args__  # type: ignore[attr-defined]
    assert "sprint" not in {kind.__struct_config__.tag for kind in union}


def test_8_12_a_maneuvering_vehicle_moves_one_hex_at_most() -> None:
    game = table(unit("t34", "red", "1010"), FOE)
    game.do(a.Maneuver("t34"))
    assert game.refuses(a.Drive("t34", "1009")).rule == "8.12"
    game.go("t34", ("1009", "NW"))
    assert game.refuses(a.Step("t34", "1008", "NW")).rule == "8.12"


def test_8_12_it_starts_its_movement_with_the_marker_or_not_at_all() -> None:
    game = table(unit("t34", "red", "1010"), FOE)
    game.go("t34", ("1009", "NW"))
    assert game.refuses(a.Maneuver("t34")).rule == "8.12"


@pytest.mark.parametrize(("power", "dice"), [(1, 0), (4, 2), (5, 2), (7, 3)])
def test_8_12_attackers_are_halved_rounded_down(power: int, dice: int) -> None:
    game = table(unit("humvee", "red", "1010"), unit("t34", "blue", "1005", main=power))
    game.do(a.Maneuver("humvee"))
    assert game.dice("t34", "main", "humvee") == dice


def test_8_12_halving_comes_before_other_dice() -> None:
    # Reading 4 of the sheet: 7 // 2 = 3, then 2 of armor come off; not (7 − 2) // 2.
    game = table(unit("t34", "red", "1010", armor=2), unit("t34", "blue", "1005", id="foe", main=7))
    game.do(a.Maneuver("t34"))
    assert game.dice("foe", "main", "t34") == 1


def test_8_12_damage_halves_first() -> None:
    # Turret inoperable makes 4 of 7 (up), the manoeuvre 2 of 4 (down).
    game = table(unit("humvee", "red", "1010"), unit("t34", "blue", "1005", "NW", "turret", main=7))
    game.do(a.Maneuver("humvee"))
    assert game.dice("t34", "main", "humvee") == 2


@pytest.mark.parametrize("take", [a.Maneuver("t34"), a.Speed("t34")])
def test_8_12_8_13_no_marker_beside_another(take: a.Maneuver | a.Speed) -> None:
    """8.13 damage."""
    rule = "8.12" if isinstance(take, a.Maneuver) else "8.13"
    game = table(unit("t34", "red", "1010"), unit("t34", "red", "1012", "NW", "turret", id="hurt"), FOE)
    assert game.refuses(type(take)("hurt")).rule == rule
    game.do(take)
    for other in (a.Maneuver("t34"), a.Speed("t34")):
        assert game.refuses(other).rule in ("8.12", "8.13")


@pytest.mark.parametrize("take", [a.Maneuver("humvee"), a.Speed("humvee")])
def test_8_12_8_13_a_damage_marker_takes_the_stance_off_at_once(take: a.Maneuver | a.Speed) -> None:
    """8.13 damage."""
    game = table(
        unit("humvee", "red", "1010", "NW"),
        unit("t34", "blue", "1003", main=6),
        unit("t34", "blue", "1103", id="second", main=6),
    )
    game.do(take)
    game.do(a.Step("humvee", "1009", "NW"))
    before = game.dice("second", "main", "humvee")
    assert before < 6
    game.do(a.Fire("t34", "main", "humvee"))
    game.do(a.Face("NW"), *[2] * (before - 1), 4, 1)
    assert (game["humvee"].markers, game["humvee"].stance) == (["coaxial"], "driving")
    assert game.dice("second", "main", "humvee") == 6, "the next attack in the same hex finds it driving"


def test_8_13_a_marker_is_no_movement() -> None:
    """8.13 speed."""
    game = table(unit("t34", "red", "1010"), unit("t34", "red", "1012", id="other"), FOE)
    game.go("t34", ("1009", "NW"))
    game.do(a.Speed("other"))
    game.do(a.Step("t34", "1008", "NW"))  # still under way
    game.do(a.Step("other", "1011", "NW"))
    assert game.refuses(a.Step("t34", "1007", "NW")).rule == "8.0"


def test_8_13_a_vehicle_may_begin_to_speed_when_its_movement_is_used_up() -> None:
    """8.13 speed."""
    game = table(unit("t34", "red", "1020"), FOE)
    game.do(a.Drive("t34", "1005"))
    assert game["t34"].spent == 15
    assert game.refuses(a.Step("t34", "1004", "NW")).rule == "8.0"
    game.do(a.Speed("t34"))
    assert budget(game.play(), game["t34"], "land") == 15
    game.do(a.Step("t34", "1004", "NW"))


def test_8_13_once_speeding_always_speeding() -> None:
    game = speeding()
    game.go("t34", ("1019", "NW"))
    game.phase("movement", "blue")
    assert game["t34"].stance == "speeding"


def test_8_13_damage_while_speeding_leaves_the_normal_movement() -> None:
    game = speeding()
    game.do(a.Drive("t34", "1012"))
    tell_all(game, e.DamageTaken("t34", (1,), ("coaxial",)))
    assert budget(game.play(), game["t34"], "land") == 15 - 8
    game.do(a.Drive("t34", "1005"))
    assert game.refuses(a.Step("t34", "1004", "NW")).rule == "8.0"


@pytest.mark.parametrize(("terrain", "die", "breaks"), [
    ("brush", 1, True), ("brush", 2, False),
    ("paddy", 2, True), ("paddy", 3, False),
    ("trees", 3, True), ("trees", 4, False),  # reading 1 of the sheet: the doubled cost counts
])  # fmt: skip
def test_8_13_a_die_below_the_vehicles_cost_is_a_breakdown(terrain: str, die: int, breaks: bool) -> None:
    """8.13 breakdown."""
    game = speeding(("1019", terrain))
    game.do(a.Step("t34", "1019", "NW"), die)
    assert game["t34"].markers == (["immobilized"] if breaks else [])
    assert game["t34"].stance == ("driving" if breaks else "speeding")
    if breaks:
        assert game.refuses(a.Step("t34", "1018", "NW")).rule == "9.7"


def test_7_7_8_13_no_die_where_none_can_fail_and_none_when_not_speeding() -> None:
    game = speeding(("1018", "trees"))
    game.do(a.Step("t34", "1019", "NW"))
    other = table(unit("t34", "red", "1020"), FOE, terrain={"1019": "trees"})
    other.do(a.Step("t34", "1019", "NW"))


def test_8_13_a_drive_ends_where_it_breaks_down() -> None:
    """8.13 breakdown."""
    around = [hex for hex in table(FOE).play().ground.board.neighbours["1020"] if hex is not None]
    game = speeding(*((hex, "brush") for hex in around))
    events = game.do(a.Drive("t34", "1017"), 1)
    assert kinds(events)[:2] == ["moved", "broke-down"]
    assert len([kind for kind in kinds(events) if kind == "moved"]) == 1


def test_8_12_damage_does_not_free_who_began_maneuvering() -> None:
    """The marker is gone, the one hex at most is not."""
    game = table(unit("t34", "red", "1012", "NW", armor=0), unit("m26", "blue", "1003", main=3, mg=0))
    game.do(a.Maneuver("t34"))
    game.do(a.Step("t34", "1011", "NW"))
    game.do(a.Fire("m26", "main", "t34"))
    game.do(a.Face("NW"), 4, 1)
    assert (game["t34"].stance, game["t34"].markers) == ("driving", ["coaxial"])
    assert game.refuses(a.Step("t34", "1010", "NW")).rule == "8.12"
    assert not any(isinstance(action, a.Step | a.Drive) for action in game.legal())

"""Who may attack, and with how many dice: 9.0, 9.5 and its conditions."""

from __future__ import annotations

import pytest

from campaign.rules.hexes import CORNERS
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.state import Marker, Rating
from tests.systems.combat_veteran.table import Table, only, table, tell_all, unit


def duel(distance: int = 5, **ratings: int) -> Table:
    """A T-34 due north of an unarmored Humvee."""
    return table(
        unit("t34", "red", f"10{25 - distance:02}", **ratings), unit("humvee", "blue", "1025"), phase="combat"
    )


@pytest.mark.parametrize(("spent", "may"), [(0, True), (7, True), (8, False), (15, False)])
def test_9_0_only_who_moved_less_than_half_attacks(spent: int, may: bool) -> None:
    """9.0 half."""
    game = table(unit("t34", "red", "1010"), unit("m26", "red", "0101"), unit("humvee", "blue", "1005"))
    tell_all(game, e.Moved("t34", "1010", "NW", 1, spent)).phase("combat")
    assert (a.Fire("t34", "main", "humvee") in game.legal()) == may
    if not may:
        refused = game.refuses(a.Fire("t34", "main", "humvee"))
        assert (refused.rule, refused.where) == ("9.0", "$.unit")


def test_9_0_the_movement_of_the_turn_before_does_not_matter_in_defence() -> None:
    """9.0 half."""
    game = table(unit("humvee", "red", "1010"), unit("t34", "blue", "1003"))
    tell_all(game, e.Moved("t34", "1003", "NW", 1, 15)).phase("movement", "red", 2)
    game.do(a.Step("humvee", "1009", "NW"))
    assert a.Fire("t34", "main", "humvee") in game.legal()


def test_9_0_the_movement_of_this_turn_does() -> None:
    # The first side has moved when the second moves, in the same turn.
    game = table(unit("t34", "red", "1003"), unit("humvee", "blue", "1010"))
    tell_all(game, e.Moved("t34", "1003", "NW", 1, 15)).phase("movement", "blue")
    game.do(a.Step("humvee", "1009", "NW"))
    assert game.asked is not None and game.asked.side == "blue"


def test_9_0_each_rating_attacks_once() -> None:
    """9.0 ratings."""
    game = duel()
    game.do(a.Fire("t34", "main", "humvee"), 2, 2, 2, 2, 2)
    assert game.refuses(a.Fire("t34", "main", "humvee")).allowed == ("mg at humvee",)
    game.do(a.Fire("t34", "mg", "humvee"), 2, 2)
    assert game.game.phase != "combat"


def test_9_0_both_ratings_come_before_another_piece_begins() -> None:
    """9.0 ratings."""
    game = table(
        unit("t34", "red", "1010"), unit("t34", "red", "1011", id="other"), unit("humvee", "blue", "1005"),
        phase="combat",
    )  # fmt: skip
    game.do(a.Fire("t34", "main", "humvee"), 2, 2, 2, 2, 2)
    game.do(a.Fire("other", "mg", "humvee"), 2, 2)
    refused = game.refuses(a.Fire("t34", "mg", "humvee"))
    assert (refused.rule, refused.where) == ("9.0", "$.rating")
    assert a.Fire("other", "main", "humvee") in game.legal()


def test_9_0_the_same_holds_for_defensive_fire_into_one_hex() -> None:
    """9.0 ratings."""
    game = table(
        unit("humvee", "red", "1010"), unit("t34", "blue", "1003"), unit("t34", "blue", "1103", id="other")
    )
    game.do(a.Step("humvee", "1009", "NW"))
    game.do(a.Fire("t34", "main", "humvee"))
    game.do(a.Face("NW"), 2, 2, 2, 2, 2)
    game.do(a.Fire("other", "main", "humvee"), 2, 2, 2, 2, 2)
    assert game.refuses(a.Fire("t34", "mg", "humvee")).rule == "9.0"
    game.do(a.HoldFire("hex"))
    game.do(a.Step("humvee", "1008", "NW"))
    assert a.Fire("t34", "mg", "humvee") in game.legal(), "what it has not fired is left for the next hex"


def test_9_0_what_has_not_fired_in_one_hex_is_asked_in_the_next_of_a_drive_as_of_a_step() -> None:
    for further in (a.Step("humvee", "1008", "NW"), a.Drive("humvee", "1008")):
        game = table(
            unit("humvee", "red", "1010"),
            unit("t34", "blue", "1003", mg=9),
            unit("t34", "blue", "1103", id="other", mg=0),
        )
        game.do(a.Step("humvee", "1009", "NW"))
        game.do(a.Fire("t34", "main", "humvee"))
        game.do(a.Face("NW"), *[2] * game.dice("t34", "main", "humvee"))
        game.do(a.Fire("other", "main", "humvee"), *[2] * game.dice("other", "main", "humvee"))
        assert game.asked and game.asked.kind == "movement", (
            "the machineguns of the first are barred in this hex"
        )
        game.do(further)
        assert a.Fire("t34", "mg", "humvee") in game.legal()


def test_9_0_each_rating_fires_once_in_a_movement_phase_of_the_enemy() -> None:
    """9.0 ratings."""
    game = table(unit("humvee", "red", "1012"), unit("t34", "blue", "1003"))
    game.do(a.Step("humvee", "1011", "NW"))
    game.do(a.Fire("t34", "main", "humvee"))
    game.do(a.Face("NW"), 2, 2, 2, 2, 2)
    game.do(a.HoldFire("hex"))
    game.do(a.Step("humvee", "1010", "NW"))
    assert game.refuses(a.Fire("t34", "main", "humvee")).rule == "9.0"


def test_9_0_two_ratings_may_choose_two_targets() -> None:
    game = table(
        unit("t34", "red", "1010"), unit("humvee", "blue", "1005"), unit("humvee", "blue", "1006", id="near"),
        phase="combat",
    )  # fmt: skip
    game.do(a.Fire("t34", "main", "humvee"), 2, 2, 2, 2, 2)
    game.do(a.Fire("t34", "mg", "near"), 2, 2)


def test_9_0_a_soldier_attacks_once() -> None:
    game = table(
        unit("us-soldier", "red", "1010"), unit("xm148", "red", "1010", carrier="us-soldier"),
        unit("humvee", "blue", "1005"), phase="combat",
    )  # fmt: skip
    game.do(a.Fire("us-soldier", "mg", "humvee"), 2, 2)
    assert game.game.phase != "combat"


def test_9_0_a_single_shot_weapon_is_used_up() -> None:
    game = table(
        unit("us-soldier", "red", "1010"), unit("law", "red", "1010", carrier="us-soldier"),
        unit("humvee", "blue", "1005"), phase="combat",
    )  # fmt: skip
    events = game.do(a.Fire("us-soldier", "main", "humvee"), *[2] * game.dice("us-soldier", "main", "humvee"))
    assert only(events, e.Killed).cause == "used"
    assert game["law"].out == "used"
    assert game["us-soldier"].weapon == ""


def test_9_0_no_attack_without_a_line_of_sight() -> None:
    game = table(
        unit("t34", "red", "1010"), unit("humvee", "blue", "1005"), unit("humvee", "blue", "1011", id="near"),
        terrain={"1007": "trees"}, phase="combat",
    )  # fmt: skip
    refused = game.refuses(a.Fire("t34", "main", "humvee"))
    assert refused.rule == "9.0"
    assert "1007" in refused.reason
    assert "main at near" in refused.allowed


def test_9_0_no_attack_without_the_rating() -> None:
    game = duel(main=0)
    refused = game.refuses(a.Fire("t34", "main", "humvee"))
    assert (refused.rule, refused.where, refused.allowed) == ("3.2", "$.rating", ("mg at humvee",))


def test_9_0_no_attack_with_no_dice_left() -> None:
    game = table(
        unit("t34", "red", "1005"),
        unit("m26", "blue", "1010"),
        unit("humvee", "blue", "1011"),
        phase="combat",
    )
    refused = game.refuses(a.Fire("t34", "mg", "m26"))
    assert refused.rule == "9.5"
    assert "mg at humvee" in refused.allowed


def test_9_5_a_armor_takes_dice() -> None:
    game = table(unit("t34", "red", "1005"), unit("m26", "blue", "1010"))
    assert game.dice("t34", "main", "m26") == 5 - 4


@pytest.mark.parametrize(("armor", "halved"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_9_5_o_the_flank_halves_armor_rounded_up(armor: int, halved: int) -> None:
    game = table(unit("t34", "red", "1005", main=9), unit("m26", "blue", "1010", "E", armor=armor))
    assert game.dice("t34", "main", "m26") == 9 - halved


# The line of sight crosses the N side of the target, its S side, its NE side, and exactly its E corner.
@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize(("hex", "front"), [
    ("1005", {"NW", "NE"}),
    ("1015", {"SW", "SE"}),
    ("1510", {"NE", "E"}),
    ("1210", {"NE", "E", "SE"}),  # exactly through the E corner: both sides there count
])  # fmt: skip
def test_9_5_o_what_is_a_flank(hex: str, front: set[str], corner: str) -> None:
    game = table(unit("t34", "red", hex, main=9), unit("m26", "blue", "1010", corner))
    near = 1 if game.play().ground.distance[hex, "1010"] <= 2 else 0
    assert game.dice("t34", "main", "m26") - near == (9 - 4 if corner in front else 9 - 2)


def test_9_5_o_within_one_hex_everything_is_a_flank() -> None:
    game = table(unit("t34", "red", "1010"), unit("m26", "blue", "1010"))
    assert game.dice("t34", "main", "m26") == 5 - 2 + 1


def test_9_5_armor_covers_friends_in_the_same_hex() -> None:
    """9.5 note."""
    game = table(
        unit("m26", "blue", "1010"),
        unit("us-soldier", "blue", "1010"),
        unit("m113", "blue", "1010"),
        unit("vc-soldier", "red", "1010"),
        unit("t34", "red", "1005", main=9),
        unit("m60", "blue", "1010"),
    )
    assert game.dice("t34", "main", "us-soldier") == 9 - 4
    assert game.dice("t34", "main", "m113") == 9 - 4, "the best armor there, not the sum"
    game["m26"].facing = "E"
    assert game.dice("t34", "main", "us-soldier") == 9 - 2
    tell_all(game, e.Wrecked("m26", "critical"))
    assert game.dice("t34", "main", "us-soldier") == 9 - 1


def test_9_5_enemies_do_not_hide_behind_armor() -> None:
    """9.5 note."""
    game = table(
        unit("m26", "blue", "1010"), unit("vc-soldier", "red", "1010"), unit("us-soldier", "blue", "1005")
    )
    assert game.dice("us-soldier", "mg", "vc-soldier") == 2


def test_9_5_a_vehicle_keeps_its_own_armor_where_that_is_better() -> None:
    """9.5 note."""
    # The M26 shows its flank (2), the T-34 beside it its front (3): each is hit through the better one.
    game = table(
        unit("m26", "blue", "1010", "E"), unit("t34", "blue", "1010", "NW", id="friend"),
        unit("t34", "red", "1005", main=9),
    )  # fmt: skip
    assert game.dice("t34", "main", "m26") == 9 - 3
    assert game.dice("t34", "main", "friend") == 9 - 3


def test_9_5_d_pieces_in_one_hex_may_fire_at_each_other() -> None:
    # Reading: close combat (d) has no dice of its own; it is fought in its own phase (10.0).
    game = table(unit("t34", "red", "1010"), unit("humvee", "blue", "1010"), phase="combat")
    assert a.Fire("t34", "main", "humvee") in game.legal()


@pytest.mark.parametrize(("spoilt", "dice"), [(1, 1), (6, 1)])
def test_9_5_g_misadventure_gives_a_last_die(spoilt: int, dice: int) -> None:
    game = table(unit("t34", "red", "1005"), unit("m26", "blue", "1010"), phase="combat", misadventure=True)
    assert game.dice("t34", "mg", "m26") < 1
    events = game.do(a.Fire("t34", "mg", "m26"), *([6, 4] if spoilt == 6 else [spoilt]))
    assert len(only(events, e.AttackRolled).dice) == dice
    assert only(events, e.AttackRolled).readings == ("misadventure",)
    assert game["m26"].markers == (["turret"] if spoilt == 6 else [])


def test_9_5_g_without_the_option_there_is_no_such_attack() -> None:
    game = table(unit("t34", "red", "1005"), unit("m26", "blue", "1010"), phase="combat")
    assert a.Fire("t34", "mg", "m26") not in game.legal()


@pytest.mark.parametrize(("men", "dice"), [(7, 5), (8, 6)])
def test_9_5_h_eight_pieces_on_foot_are_overstacked(men: int, dice: int) -> None:
    game = table(
        *(unit("us-soldier", "blue", "1010", id=f"man-{i}") for i in range(men)),
        unit("m60", "blue", "1010"),
        unit("t34", "red", "1005"),
    )
    assert game.dice("t34", "main", "man-0") == dice


def test_9_5_h_vehicles_are_overstacked_by_vehicles_only() -> None:
    game = table(
        *(unit("us-soldier", "blue", "1010", id=f"man-{i}") for i in range(8)),
        unit("humvee", "blue", "1010"),
        unit("t34", "red", "1005"),
    )
    assert game.dice("t34", "main", "humvee") == 5


@pytest.mark.parametrize(("distance", "dice"), [(0, 6), (1, 6), (2, 6), (3, 5)])
def test_9_5_i_proximity(distance: int, dice: int) -> None:
    assert duel(distance).dice("t34", "main", "humvee") == dice


@pytest.mark.parametrize(("distance", "dice"), [(3, 5), (10, 5), (11, 4), (20, 4), (21, 3)])
def test_9_5_j_range(distance: int, dice: int) -> None:
    assert duel(distance).dice("t34", "main", "humvee") == dice


@pytest.mark.parametrize(("terrain", "dice"), [("brush", 4), ("building", 3), ("paddy", 5)])
def test_9_5_terrain_of_the_targets_hex(terrain: str, dice: int) -> None:
    game = table(
        unit("t34", "red", "1005"), unit("humvee", "blue", "1010"), terrain={"1010": terrain, "1005": "brush"}
    )
    assert game.dice("t34", "main", "humvee") == dice


@pytest.mark.parametrize(("markers", "rating", "power"), [
    (("main-gun",), "main", 0), (("main-gun",), "mg", 3),
    (("hull-mg",), "main", 7), (("hull-mg",), "mg", 0),
    (("coaxial",), "main", 7), (("coaxial",), "mg", 2),
    (("turret",), "main", 4), (("turret",), "mg", 2),
    (("coaxial", "turret"), "mg", 1),
    (("immobilized",), "main", 7), (("immobilized",), "mg", 3),
])  # fmt: skip
def test_9_7_damage_to_weapons(markers: tuple[Marker, ...], rating: Rating, power: int) -> None:
    """9.7 main gun, hull MG, coaxial, turret."""
    game = table(
        unit("t34", "red", "1005", "NW", *markers, main=7, mg=3), unit("humvee", "blue", "1010"),
        unit("humvee", "blue", "1011", id="second"), unit("t34", "red", "0101", id="other"), phase="combat",
    )  # fmt: skip
    assert game.dice("t34", rating, "humvee") == power
    assert (a.Fire("t34", rating, "humvee") in game.legal()) == (power > 0)
    if not power:
        assert game.refuses(a.Fire("t34", rating, "humvee")).rule == "9.7"


def test_9_7_the_unmanned_do_nothing() -> None:
    """9.7 unmanned."""
    game = table(
        unit("t34", "red", "1005", "NW", "unmanned"), unit("humvee", "blue", "1010"),
        unit("t34", "red", "1004", id="other"),
    )  # fmt: skip
    for action in (a.Pivot("t34", "E"), a.Step("t34", "1004", "NW"), a.Speed("t34")):
        assert game.refuses(action).rule == "9.7"
    game.phase("combat")
    assert game.refuses(a.Fire("t34", "main", "humvee")).rule == "9.7"


def test_9_7_the_immobilized_still_fire() -> None:
    """9.7 immobilized."""
    game = table(unit("t34", "red", "1005", "NW", "immobilized"), unit("humvee", "blue", "1010"),
                 unit("t34", "red", "1004", id="other"))  # fmt: skip
    for action in (a.Pivot("t34", "E"), a.Step("t34", "1004", "NW"), a.Maneuver("t34")):
        assert game.refuses(action).rule == "9.7"
    game.phase("combat")
    game.do(a.Fire("t34", "main", "humvee"), 2, 2, 2, 2, 2)

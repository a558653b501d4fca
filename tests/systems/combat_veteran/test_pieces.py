"""Pieces, ratings, stacking and transport: 2.1, 3.0, 3.2, 4.0 to 4.2, 8.2, 8.4."""

from __future__ import annotations

import pytest

from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.charts import UnitType
from campaign.systems.combat_veteran.odds import odds
from campaign.systems.combat_veteran.view import view
from tests.systems.combat_veteran.table import RULES, table, tell_all, unit

FOE = unit("m26", "blue", "2929", main=0, mg=0)


def squad(count: int, hex: str = "1010", side: str = "red") -> list[e.Placed]:
    return [unit("us-soldier", side, hex, id=f"man-{i}") for i in range(count)]


def test_2_1_a_crew_is_never_a_piece_of_its_own() -> None:
    # An unmanned vehicle stays one piece: it can be repaired to crew itself again, nobody leaves it.
    game = table(unit("humvee", "red", "1010", "NW", "unmanned"), FOE, phase="repair")
    assert list(game.game.pieces) == ["humvee", "m26"]
    game.do(a.Repair("humvee", "unmanned"), 6)
    assert list(game.game.pieces) == ["humvee", "m26"]
    assert a.Pivot("humvee", "E") in game.legal()


def test_3_0_a_vehicle_is_tracked_unless_it_says_otherwise() -> None:
    assert UnitType("x", "X", "test").mobility == "tracked"
    by_type = {row.id: row.mobility for kind, row in RULES.charts.types.values() if kind == "vehicle"}
    assert by_type["t34"] == "tracked"
    assert (by_type["humvee"], by_type["monitor"], by_type["m113"]) == ("wheeled", "boat", "amphibious")


def test_3_0_a_wreck_takes_no_further_part() -> None:
    game = table(unit("t34", "red", "1010"), unit("t34", "red", "1012", id="other"), FOE)
    tell_all(game, e.Wrecked("t34", "critical"))
    assert game.refuses(a.Pivot("t34", "E")).rule == "3.0"
    assert not [option for option in game.rules.legal(game.game, "red") if option.unit == "t34"]
    seen = next(piece for piece in view(game.rules.charts, game.game).pieces if piece.id == "t34")
    assert (seen.out, seen.status, seen.stance) == (True, ("wrecked",), "")


@pytest.mark.parametrize(("flame", "dice"), [(False, 1), (True, 3)])
def test_3_2_a_flamethrower_ignores_cover(flame: bool, dice: int) -> None:
    """3.2 flamethrower."""
    game = table(
        unit("t34", "red", "1010"), unit("t34", "blue", "1005", id="foe", main=6, flame=flame),
        terrain={"1010": "building"},
    )  # fmt: skip
    assert game.dice("foe", "main", "t34") == dice
    assert game.dice("foe", "mg", "t34") == 2 - 3 - 2, "its machineguns are no flamethrower"


def test_3_2_a_flamethrower_keeps_what_helps_it() -> None:
    """3.2 flamethrower."""
    game = table(
        unit("monitor", "red", "1010", armor=0), unit("t34", "blue", "1005", main=1, flame=True),
        terrain={"1010": "river"},
    )  # fmt: skip
    assert game.dice("t34", "main", "monitor") == 1 + 3


def test_3_2_a_flamethrower_in_a_soldiers_hands() -> None:
    game = table(
        unit("us-soldier", "blue", "1005"),
        unit("m79", "blue", "1005", carrier="us-soldier", main=3, flame=True),
        unit("vc-soldier", "red", "1010"),
        terrain={"1010": "building"},
    )
    assert game.dice("us-soldier", "main", "vc-soldier") == 3


@pytest.mark.parametrize("bearer", ["vehicle", "soldier"])
def test_3_2_a_flamethrower_reaches_only_so_far(bearer: str) -> None:
    """3.2 reach."""
    if bearer == "vehicle":
        pieces = [unit("zippo", "red", "1010", id="burner", main=6, flame_range=4)]
    else:
        pieces = [
            unit("us-soldier", "red", "1010", id="burner"),
            unit("m79", "red", "1010", carrier="burner", main=6, flame=True, flame_range=4),
        ]
    near, far = unit("t34", "blue", "1006", id="near"), unit("t34", "blue", "1005", id="far")
    game = table(*pieces, near, far, phase="combat")
    legal = game.legal()
    assert a.Fire("burner", "main", "near") in legal and a.Fire("burner", "main", "far") not in legal
    refused = game.refuses(a.Fire("burner", "main", "far"))
    assert refused.rule == "3.2, reconstruction" and "5 hexes" in refused.reason
    assert "main at near" in refused.allowed and "main at far" not in refused.allowed
    with pytest.raises(Refused):
        odds(game.play(), "red", a.Fire("burner", "main", "far"))


def test_3_2_other_weapons_and_older_flamethrowers_reach_any_distance() -> None:
    """3.2 reach."""
    game = table(
        unit("zippo", "red", "1010", mg=5, flame_range=4), unit("humvee", "blue", "1005"), phase="combat"
    )
    assert game.legal() == [a.EndPhase(), a.Fire("zippo", "mg", "humvee")]
    game = table(unit("zippo", "red", "1010", flame_range=0), unit("humvee", "blue", "1005"), phase="combat")
    assert a.Fire("zippo", "main", "humvee") in game.legal()


def test_3_2_only_friends_are_carried() -> None:
    """3.2 capacity."""
    game = table(unit("humvee", "red", "1010"), unit("us-soldier", "blue", "1010"), FOE, side="blue")
    refused = game.refuses(a.Mount("us-soldier", "humvee"))
    assert refused.rule == "3.2"


def test_3_2_a_vehicle_without_capacity_carries_nobody() -> None:
    """3.2 capacity."""
    game = table(unit("t34", "red", "1010"), *squad(1), FOE)
    assert game.refuses(a.Mount("man-0", "t34")).rule == "8.2"


def test_3_2_who_is_carried_is_neither_target_nor_shooter() -> None:
    game = table(
        unit("humvee", "red", "1010"),
        unit("us-soldier", "red", "1010", carrier="humvee"),
        unit("us-soldier", "blue", "1008", id="foe"),
        phase="combat",
    )
    assert game.refuses(a.Fire("us-soldier", "mg", "foe")).rule == "3.2"
    game.phase("combat", "blue")
    refused = game.refuses(a.Fire("foe", "mg", "us-soldier"))
    assert refused.rule == "9.0"
    assert refused.allowed == ("mg at humvee",)


@pytest.mark.parametrize(("vehicles", "dice"), [(7, 2), (8, 3)])
def test_4_0_eight_vehicles_in_a_hex_give_a_die(vehicles: int, dice: int) -> None:
    game = table(
        *(unit("t34", "red", "1010", id=f"t{i}") for i in range(vehicles)), unit("t34", "blue", "1005")
    )
    assert game.dice("t34", "main", "t0") == dice


def test_4_0_wrecks_do_not_count() -> None:
    game = table(*(unit("t34", "red", "1010", id=f"t{i}") for i in range(8)), unit("t34", "blue", "1005"))
    tell_all(game, e.Wrecked("t7", "critical"))
    assert game.dice("t34", "main", "t0") == 2


def test_4_0_there_is_no_limit_to_stacking() -> None:
    game = table(
        *(unit("t34", "red", "1010", id=f"t{i}") for i in range(30)), unit("t34", "red", "1011"), FOE
    )
    game.go("t34", ("1010", "NE"))
    assert game["t34"].hex == "1010"


def test_4_1_a_vehicle_is_no_weapon() -> None:
    game = table(unit("humvee", "red", "1010"), unit("m113", "red", "1010"), *squad(1), FOE)
    assert game.refuses(a.Mount("humvee", "m113")).rule == "3.2"
    assert game.refuses(a.Mount("humvee", "man-0")).rule == "3.2"


def test_4_1_a_weapon_needs_a_soldier() -> None:
    game = table(unit("m60", "red", "1010"), *squad(1), unit("us-soldier", "blue", "1008", id="foe"))
    assert game.refuses(a.Step("m60", "1009")).rule == "8.2"
    game.do(a.Mount("m60", "man-0"))
    assert game.dice("man-0", "mg", "foe") == 4 + 1
    assert game["man-0"].weapon == "m60"
    game.phase("combat")
    assert game.refuses(a.Fire("m60", "mg", "foe")).rule == "3.2"


def test_4_1_a_soldier_takes_one_weapon() -> None:
    game = table(unit("m60", "red", "1010"), unit("law", "red", "1010"), *squad(1), FOE)
    game.do(a.Mount("m60", "man-0"))
    assert game.refuses(a.Mount("law", "man-0")).rule == "4.1"


def test_4_2_an_attack_from_a_vehicle_hurts_nobody_beside_it() -> None:
    game = table(unit("t34", "red", "1010"), *squad(2), unit("humvee", "blue", "1005"), phase="combat")
    game.do(a.Fire("t34", "mg", "humvee"), 2, 2)
    assert not any(game[f"man-{i}"].wounded or game[f"man-{i}"].out for i in range(2))


def test_8_2_carrying_costs_no_movement() -> None:
    game = table(unit("humvee", "red", "1010"), *squad(2), unit("pkm", "red", "1010"), FOE)
    for one in ("man-0", "man-1", "pkm"):
        game.do(a.Mount(one, "humvee"))
    game.do(a.Drive("humvee", "1029"))
    assert game["humvee"].spent == 19
    assert {game[one].hex for one in ("man-0", "man-1", "pkm")} == {"1029"}


def test_8_2_a_soldier_takes_his_weapon_along_and_both_need_room() -> None:
    game = table(
        unit("humvee", "red", "1010"),
        *squad(3),
        unit("pkm", "red", "1010", carrier="man-0"),
        FOE,
    )
    game.do(a.Mount("man-0", "humvee"))  # 1 for him, 2 for the heavy weapon
    game.do(a.Mount("man-1", "humvee"))
    assert "room for 0" in game.refuses(a.Mount("man-2", "humvee")).reason
    game.go("humvee", ("1009", "NW"))
    assert game["pkm"].hex == "1009"


def test_8_2_dismounting_and_riding_on_again_waits_for_the_next_turn() -> None:
    game = table(unit("humvee", "red", "1010"), unit("m113", "red", "1009"), *squad(1), FOE)
    game.do(a.Mount("man-0", "humvee"))
    game.go("humvee", ("1009", "NW"))
    game.do(a.Dismount("man-0"))
    assert game.refuses(a.Mount("man-0", "m113")).rule == "8.2"
    assert game.refuses(a.Step("man-0", "1008")).rule == "8.2"
    game.phase("movement")
    game.do(a.Mount("man-0", "m113"))
    assert game["man-0"].carrier == "m113"


def test_8_2_nobody_boards_from_another_hex() -> None:
    game = table(unit("humvee", "red", "1010"), *squad(1, "1009"), FOE)
    assert game.refuses(a.Mount("man-0", "humvee")).rule == "8.2"


def test_8_2_nobody_gets_off_into_open_water() -> None:
    game = table(
        unit("monitor", "red", "1010"),
        unit("us-soldier", "red", "1010", carrier="monitor"),
        FOE,
        terrain={"1010": "water", "1011": "river"},
    )
    assert game.refuses(a.Dismount("us-soldier")).rule == "8.5"
    game.go("monitor", ("1011", "SE"))
    game.do(a.Dismount("us-soldier"))
    assert game["us-soldier"].hex == "1011"


def test_8_4_a_wounded_soldier_is_carried_like_any_other() -> None:
    game = table(unit("humvee", "red", "1010", capacity=1), *squad(2), FOE)
    tell_all(game, e.Wounded("man-0"))
    assert game.refuses(a.Step("man-0", "1009")).rule == "8.4"
    game.do(a.Mount("man-0", "humvee"))
    assert "room for 0" in game.refuses(a.Mount("man-1", "humvee")).reason


def test_8_4_a_wounded_soldier_neither_fires_nor_takes_up_a_weapon() -> None:
    game = table(*squad(2), unit("m60", "red", "1010"), unit("us-soldier", "blue", "1008", id="foe"))
    tell_all(game, e.Wounded("man-0"))
    assert game.refuses(a.Mount("m60", "man-0")).rule == "4.1"
    game.phase("combat")
    assert game.refuses(a.Fire("man-0", "mg", "foe")).rule == "8.4"


def test_4_0_the_die_of_eight_vehicles_is_there_even_if_nothing_else_is() -> None:
    crowd = [unit("m26", "blue", "1010", id=f"m{i}", armor=9) for i in range(8)]
    game = table(unit("t34", "red", "1005", main=3), *crowd, phase="combat")
    assert game.dice("t34", "main", "m0") == 1

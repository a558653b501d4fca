"""The test vectors of the fact sheet, each as a test named after its number."""

from __future__ import annotations

import pytest

from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.attack import allowance
from campaign.systems.combat_veteran.decide.movement import Mode, budget
from campaign.systems.combat_veteran.state import Marker
from tests.systems.combat_veteran.table import kinds, only, opened, table, tell_all, unit

THREE: tuple[Marker, ...] = ("coaxial", "hull-mg", "turret")
FIVE: tuple[Marker, ...] = (*THREE, "immobilized", "main-gun")


def test_cv_1_a_speeding_tracked_vehicle_has_30() -> None:
    """8.13 speed."""
    game = table(unit("t34", "red", "1010"), unit("m26", "blue", "2929"))
    assert budget(game.play(), game["t34"], "land") == 15
    game.do(a.Speed("t34"))
    assert budget(game.play(), game["t34"], "land") == 30


@pytest.mark.parametrize(
    ("type", "mode", "hex", "points"),
    [
        ("humvee", "land", "1010", 25),
        ("t34", "land", "1010", 15),
        ("monitor", "water", "0202", 5),
        ("m113", "water", "0202", 5),
        ("m113", "land", "1010", 15),
    ],
)
def test_cv_2_movement_values(type: str, mode: Mode, hex: str, points: int) -> None:
    """8.0."""
    game = table(unit(type, "red", hex), unit("m26", "blue", "2929"), terrain={"0202": "water"})
    assert budget(game.play(), game[type], mode) == points


def test_cv_3_one_marker_is_repaired_by_a_2() -> None:
    """6.0 repair."""
    game = table(unit("t34", "red", "1010", "NW", "turret"), unit("m26", "blue", "2929"), phase="repair")
    assert only(game.do(a.Repair("t34", "turret"), 2), e.RepairTried).result == "repaired"
    assert game["t34"].markers == []


@pytest.mark.parametrize(("die", "result"), [(3, "failed"), (4, "repaired"), (1, "written-off")])
def test_cv_4_repair_with_three_markers(die: int, result: str) -> None:
    """6.0 write-off."""
    game = table(
        unit("t34", "red", "1010", "NW", *THREE),
        unit("t34", "red", "0101", id="other"),
        unit("m26", "blue", "1005"),
        phase="repair",
    )
    assert only(game.do(a.Repair("t34", "turret"), die), e.RepairTried).result == result
    assert (game["t34"].out == "wrecked") == (die == 1)
    assert game.game.scars == (["1010"] if die == 1 else [])
    if die == 1:
        # The −2 counts for whoever stands there from now on: 7 − 3 armor − 2 − the range of 0.
        tell_all(game, e.Moved("other", "1010", "NW", 1, 1))
        assert game.dice("m26", "main", "other") == 7 - 3 - 2


@pytest.mark.parametrize(("die", "left"), [(5, 5), (6, 4)])
def test_cv_5_repair_with_five_markers(die: int, left: int) -> None:
    """6.0 repair."""
    game = table(unit("t34", "red", "1010", "NW", *FIVE), unit("m26", "blue", "2929"), phase="repair")
    game.do(a.Repair("t34", "turret"), die)
    assert len(game["t34"].markers) == left


def test_cv_6_firepower_5_against_a_maneuvering_vehicle_is_2() -> None:
    """8.12."""
    game = table(unit("humvee", "red", "1010"), unit("t34", "blue", "1005"))
    game.do(a.Maneuver("humvee"))
    assert game.dice("t34", "main", "humvee") == 2


def test_cv_7_firepower_6_against_a_speeding_vehicle_is_4_dice() -> None:
    """8.13 speed."""
    game = table(unit("humvee", "red", "1010"), unit("t34", "blue", "1005", main=6))
    assert game.dice("t34", "main", "humvee") == 6
    game.do(a.Speed("humvee"))
    assert game.dice("t34", "main", "humvee") == 4


def test_cv_9_armor_5_is_3_in_the_flank() -> None:
    """9.5 o."""
    game = table(unit("t34", "red", "1010", "NW", armor=5), unit("t34", "blue", "1005", id="foe", main=9))
    assert game.dice("foe", "main", "t34") == 9 - 5
    game.do(a.Pivot("t34", "E"))
    assert game.dice("foe", "main", "t34") == 9 - 3


def test_cv_12_a_3_in_the_combat_phase_is_a_miss() -> None:
    """9.7 result 3."""
    game = table(unit("t34", "red", "1005"), unit("humvee", "blue", "1010"), phase="combat")
    game.do(a.Fire("t34", "mg", "humvee"), 3, 2)
    assert not game["humvee"].stopped
    assert game["humvee"].markers == []


def test_cv_12_a_3_as_defensive_fire_stops_a_speeding_mover() -> None:
    """9.7 result 3."""
    game = table(unit("humvee", "red", "1010"), unit("t34", "blue", "1003"))
    game.do(a.Speed("humvee"))
    game.do(a.Step("humvee", "1009", "NW"))
    game.do(a.Fire("t34", "main", "humvee"))
    game.do(a.Face("NW"), 3, 2, 2)
    assert game["humvee"].stopped
    assert game["humvee"].stance == "driving"
    game.hold()
    assert game.refuses(a.Step("humvee", "1008", "NW")).rule == "9.7"


def test_cv_13_a_5_with_two_threes_is_one_immobilized() -> None:
    """9.7 result 5."""
    game = table(unit("t34", "red", "1005"), unit("humvee", "blue", "1010"), phase="combat")
    events = game.do(a.Fire("t34", "mg", "humvee"), 2, 5, 3, 3)
    assert only(events, e.DamageTaken).markers == ("immobilized",)
    assert game["humvee"].markers == ["immobilized"]


def test_cv_14_the_sixth_marker_wrecks() -> None:
    """9.7 markers."""
    game = table(unit("t34", "red", "1005"), unit("humvee", "blue", "1010", "NW", *FIVE), phase="combat")
    events = game.do(a.Fire("t34", "mg", "humvee"), 2, 4, 6)
    assert only(events, e.Wrecked).cause == "damage"
    assert game["humvee"].out == "wrecked"


def test_cv_16_capacity_4_takes_two_soldiers_and_a_heavy_weapon() -> None:
    """8.2."""
    game = table(
        unit("humvee", "red", "1010"),
        *(unit("us-soldier", "red", "1010", id=f"man-{i}") for i in range(3)),
        unit("pkm", "red", "1010"),
        unit("t34", "blue", "2929"),
    )
    for one in ("man-0", "pkm", "man-1"):
        game.do(a.Mount(one, "humvee"))
    refused = game.refuses(a.Mount("man-2", "humvee"))
    assert refused.rule == "8.2"
    assert "room for 0" in refused.reason


def test_cv_17_all_cargo_goes_with_a_wreck() -> None:
    """3.2 cargo."""
    game = table(
        unit("t34", "red", "1005"),
        unit("humvee", "blue", "1010"),
        unit("us-soldier", "blue", "1010", id="gunner", carrier="humvee"),
        unit("m60", "blue", "1010", carrier="gunner"),
        unit("pkm", "blue", "1010", carrier="humvee"),
        unit("us-soldier", "blue", "2929", id="far"),
        phase="combat",
    )
    game.do(a.Fire("t34", "mg", "humvee"), 2, 6)
    assert game["humvee"].out == "wrecked"
    assert {game[id].out for id in ("gunner", "m60", "pkm")} == {"killed"}
    assert not game["far"].out


def test_cv_18_an_enemy_in_its_hex_wrecks_an_unmanned_vehicle() -> None:
    """9.7 unmanned."""
    game = table(
        unit("t34", "red", "1010"),
        unit("humvee", "blue", "1009", "NW", "unmanned"),
        unit("m26", "blue", "2929"),
    )
    events = game.do(a.Step("t34", "1009", "NW"))
    assert kinds(events)[:2] == ["moved", "wrecked"]
    assert only(events, e.Wrecked).cause == "captured"


def test_cv_20_a_boat_in_water_is_attacked_with_3_more_dice() -> None:
    """8.5 effect, 9.5."""
    game = table(
        unit("monitor", "red", "1010", armor=0),
        unit("t34", "blue", "1005", main=3),
        terrain={"1010": "water"},
    )
    assert game.dice("t34", "main", "monitor") == 6


def test_cv_21_north_korea_wins_when_the_m26_is_wrecked_in_turn_9() -> None:
    """15.5."""
    game = opened("tank-duel").phase("combat", "nk", 9)
    tell_all(game, e.Moved("t34-1", "1513", "SW", 1, 1)).phase("combat", "nk", 9)
    game.do(a.Fire("t34-1", "main", "m26-1"), *[6] * game.dice("t34-1", "main", "m26-1"))
    verdict = game.game.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.turn, verdict.rule) == ("nk", 9, "15.5")


def test_cv_21_the_united_states_win_when_the_m26_outlasts_turn_10() -> None:
    """15.5."""
    game = opened("tank-duel").phase("movement", "us", 10)
    game.do(a.EndPhase())
    while game.asked is not None:
        game.do(a.EndPhase())
    verdict = game.game.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.turn) == ("us", 10)


def test_cv_22_the_tiger_wrecked_before_the_end_of_turn_10() -> None:
    """16.5."""
    game = opened("tiger-pershing").phase("combat", "us", 10)
    tell_all(game, e.Moved("m26-1", "2901", "NW", 1, 1)).phase("combat", "us", 10)
    game.do(a.Fire("m26-1", "main", "tiger1-1"), *[6] * game.dice("m26-1", "main", "tiger1-1"))
    verdict = game.game.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.turn, verdict.rule) == ("us", 10, "16.5")


def test_cv_22_germany_wins_when_the_tiger_outlasts_turn_10() -> None:
    """16.5."""
    game = opened("tiger-pershing").phase("movement", "ge", 10)
    while game.asked is not None:
        game.do(a.EndPhase())
    verdict = game.game.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.turn) == ("ge", 10)


def test_half_of_the_allowance_is_of_the_printed_value() -> None:
    """9.0 half."""
    # Reading 3 of the sheet: a speeding vehicle may still attack after 7 points, not after 8.
    game = table(unit("t34", "red", "1020"), unit("m26", "blue", "1005"))
    assert allowance(game.rules.charts, game["t34"]) == 15
    game.do(a.Speed("t34"))
    assert allowance(game.rules.charts, game["t34"]) == 15

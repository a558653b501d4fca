"""Repair in the Discipline Phase: 6.0."""

from __future__ import annotations

import pytest

from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.state import MARKERS
from tests.systems.combat_veteran.table import kinds, only, table, tell_all, unit

FOE = unit("m26", "blue", "2929", main=0, mg=0)
OTHER = unit("t34", "red", "0101", id="other")


@pytest.mark.parametrize("markers", range(1, 6))
@pytest.mark.parametrize("die", range(1, 7))
def test_6_0_a_die_above_the_number_of_markers_repairs(markers: int, die: int) -> None:
    """6.0 repair."""
    game = table(unit("t34", "red", "1010", "NW", *MARKERS[:markers]), OTHER, FOE, phase="repair")
    result = only(game.do(a.Repair("t34", MARKERS[0]), die), e.RepairTried).result
    assert result == ("written-off" if die == 1 else "repaired" if die > markers else "failed")


def test_6_0_one_die_per_vehicle_and_phase() -> None:
    """6.0 repair."""
    game = table(
        unit("t34", "red", "1010", "NW", "turret", "coaxial"),
        unit("t34", "red", "1011", "NW", "main-gun", id="second"),
        FOE,
        phase="repair",
    )
    assert kinds(game.do(a.Repair("t34", "turret"))) == ["repair-nominated"]
    refused = game.refuses(a.Repair("t34", "coaxial"))
    assert refused.rule == "6.0"
    events = game.do(a.Repair("second", "main-gun"), 6, 2)
    assert kinds(events)[:3] == ["repair-nominated", "repair-tried", "repair-tried"]
    assert game.asked is not None
    assert game.asked.kind == "movement", "with no die left to roll the phase is over"


def test_6_0_each_side_repairs_in_its_own_phase() -> None:
    game = table(
        unit("t34", "red", "1010", "NW", "turret"),
        unit("m26", "blue", "2929", "NW", "turret"),
        phase="repair",
    )
    assert game.refuses(a.Repair("m26", "turret")).allowed == ("t34",)
    assert game.refuses(a.Repair("m26", "turret"), side="blue").rule == "5.0"


def test_6_0_only_a_marker_that_is_there() -> None:
    game = table(unit("t34", "red", "1010", "NW", "turret"), FOE, phase="repair")
    refused = game.refuses(a.Repair("t34", "coaxial"))
    assert (refused.rule, refused.allowed, refused.where) == ("6.0", ("turret",), "$.marker")


def test_6_0_nobody_must_try() -> None:
    game = table(unit("t34", "red", "1010", "NW", "turret"), FOE, phase="repair")
    game.do(a.EndPhase())
    assert game["t34"].markers == ["turret"]


def test_6_0_a_write_off_takes_its_cargo_along() -> None:
    """6.0 write-off."""
    game = table(
        unit("humvee", "red", "1010", "NW", "hull-mg"),
        unit("us-soldier", "red", "1010", carrier="humvee"),
        OTHER,
        FOE,
        phase="repair",
    )
    events = game.do(a.Repair("humvee", "hull-mg"), 1)
    assert kinds(events)[:4] == ["repair-nominated", "repair-tried", "wrecked", "killed"]
    assert only(events, e.Wrecked).scar


def test_6_0_the_hex_of_a_write_off_is_terrain_of_minus_2_and_no_more() -> None:
    """6.0 write-off, 9.5."""
    # Readings 2 and 5 of the sheet: dice, and the hex becomes such terrain; it does not add up with what is there.
    game = table(
        unit("t34", "red", "1010"),
        unit("t34", "red", "1011", id="in-woods"),
        unit("t34", "red", "1012", id="in-house"),
        unit("m26", "blue", "1005"),
        terrain={"1011": "trees", "1012": "building"},
    )
    clear, woods, house = (game.dice("m26", "main", id) for id in ("t34", "in-woods", "in-house"))
    game.game.scars.extend(["1010", "1011", "1012"])
    assert game.dice("m26", "main", "t34") == clear - 2
    assert game.dice("m26", "main", "in-woods") == woods - 1
    assert game.dice("m26", "main", "in-house") == house


def test_6_0_only_a_write_off_scars_its_hex() -> None:
    game = table(unit("t34", "red", "1005"), unit("humvee", "blue", "1010"), FOE, phase="combat")
    game.do(a.Fire("t34", "mg", "humvee"), 2, 6)
    assert game["humvee"].out == "wrecked"
    assert game.game.scars == []


def test_6_0_two_write_offs_in_one_hex_scar_it_once() -> None:
    game = table(
        unit("t34", "red", "1010", "NW", "turret"),
        unit("t34", "red", "1010", "NW", "turret", id="second"),
        OTHER,
        FOE,
        phase="repair",
    )
    game.do(a.Repair("t34", "turret"))
    game.do(a.Repair("second", "turret"), 1, 1)
    assert game.game.scars == ["1010"]


def test_6_0_what_was_repaired_can_be_damaged_again() -> None:
    game = table(unit("t34", "red", "1010", "NW", "turret"), unit("m26", "blue", "1005"), phase="repair")
    game.do(a.Repair("t34", "turret"), 6)
    game.phase("combat", "blue")
    game.do(a.Fire("m26", "main", "t34"), 2, 2, 2, 4, 4)
    assert game["t34"].markers == ["turret"]


def test_6_0_damage_outlasts_turns() -> None:
    game = tell_all(table(OTHER, FOE), e.DamageTaken("other", (4,), ("turret",)))
    game.phase("movement", "red", 5)
    assert game["other"].markers == ["turret"]


def test_6_0_all_are_nominated_before_a_die_is_rolled() -> None:
    game = table(
        unit("t34", "red", "1010", "NW", "turret"),
        unit("t34", "red", "1011", "NW", "main-gun", id="second"),
        unit("t34", "red", "1012", "NW", "main-gun", id="third"),
        FOE,
        phase="repair",
    )
    game.do(a.Repair("t34", "turret"))
    game.do(a.Repair("second", "main-gun"))
    assert kinds(game.do(a.EndPhase(), 6, 1))[:3] == ["repair-tried", "repair-tried", "wrecked"]
    assert (game["t34"].markers, game["second"].out, game["third"].markers) == ([], "wrecked", ["main-gun"])

"""What dice do: the results chart of 9.7 row by row, damage, captures, collateral damage (9.9)."""

from __future__ import annotations

import pytest

from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.state import MARKERS, Marker
from tests.systems.combat_veteran.table import RULES, Table, kinds, only, table, tell_all, unit

FIVE: tuple[Marker, ...] = MARKERS[:5]


def attack(*markers: Marker, power: int = 3) -> Table:
    """A T-34 attacks a Humvee in the Combat Phase with so many dice."""
    return table(
        unit("t34", "red", "1005", main=power), unit("humvee", "blue", "1010", "NW", *markers),
        unit("humvee", "blue", "2929", id="far", mg=0), phase="combat",
    )  # fmt: skip


FIRE = a.Fire("t34", "main", "humvee")


def defensive(power: int = 3) -> Table:
    """A Humvee has entered 1009 and turned: a T-34 fires at it."""
    game = table(
        unit("humvee", "red", "1010"), unit("humvee", "red", "2929", id="far"),
        unit("t34", "blue", "1003", main=power),
    )  # fmt: skip
    game.do(a.Speed("humvee"))
    game.do(a.Step("humvee", "1009", "NW"))
    game.do(FIRE)
    return game


def test_the_charts_are_those_of_the_rulebook() -> None:
    """9.7 markers."""
    results = ["deflection", "miss", "stopped", "hit", "multiple", "critical"]
    damage = ["coaxial", "hull-mg", "immobilized", "turret", "main-gun", "unmanned"]
    assert [RULES.charts.vehicle_results[die] for die in range(1, 7)] == results
    assert [RULES.charts.damage[die] for die in range(1, 7)] == damage


def test_result_1_alone_does_nothing() -> None:
    game = attack()
    assert kinds(game.do(FIRE, 1, 1, 2))[:2] == ["attack-rolled", "attack-missed"]


def test_result_1_cancels_the_only_die_there_is() -> None:
    game = attack()
    events = game.do(FIRE, 1, 2, 6)
    assert only(events, e.DiceCancelled) == e.DiceCancelled((6,))
    assert not game["humvee"].out


def test_result_1_nothing_is_asked_when_all_dice_left_are_equal() -> None:
    """9.7 result 1."""
    game = attack()
    events = game.do(FIRE, 1, 4, 4, 1)
    assert only(events, e.DiceCancelled).cancelled == (4,)
    assert game["humvee"].markers == ["coaxial"]


def test_result_1_nothing_is_asked_when_there_is_enough_to_cancel_all() -> None:
    game = attack(power=4)
    events = game.do(FIRE, 1, 1, 5, 6)
    assert only(events, e.DiceCancelled).cancelled == (5, 6)


def test_result_1_the_attacked_player_chooses() -> None:
    """9.7 result 1."""
    game = attack()
    events = game.do(FIRE, 4, 1, 6)
    assert kinds(events) == ["attack-rolled"]
    assert game.asked is not None
    assert (game.asked.side, game.asked.kind) == ("blue", "deflection")
    assert game.legal() == [a.Deflect((6,)), a.Deflect((4,))]
    refused = game.refuses(a.Deflect((1,)))
    assert (refused.rule, refused.where, refused.allowed) == ("9.7", "$.cancel", ("6", "4"))
    assert game.refuses(a.Deflect(())).rule == "9.7"
    assert game.refuses(a.Deflect((4, 6))).rule == "9.7"
    events = game.do(a.Deflect((6,)), 1)
    assert only(events, e.DiceCancelled).chosen
    assert game["humvee"].markers == ["coaxial"]


def test_result_1_he_may_choose_badly() -> None:
    game = attack()
    game.do(FIRE, 4, 1, 6)
    game.do(a.Deflect((4,)))
    assert game["humvee"].out == "wrecked"


def test_result_1_two_deflections_cancel_two_dice() -> None:
    """9.7 result 1."""
    game = attack(power=5)
    game.do(FIRE, 1, 1, 4, 5, 6)
    assert game.legal() == [a.Deflect((5, 6)), a.Deflect((4, 6)), a.Deflect((4, 5))]
    game.do(a.Deflect((6, 5)), 6)  # in any order
    assert game["humvee"].markers == ["unmanned"]


def test_result_1_misses_and_idle_stops_are_not_worth_cancelling() -> None:
    game = attack(power=4)
    game.do(FIRE, 1, 2, 3, 4)
    assert game["humvee"].markers == []


def test_result_1_a_stop_counts_in_defensive_fire() -> None:
    """9.7 result 1."""
    game = defensive(5)
    game.do(a.Face("NW"), 1, 3, 4)
    assert game.legal() == [a.Deflect((4,)), a.Deflect((3,))]
    game.do(a.Deflect((3,)), 1)
    assert (game["humvee"].stopped, game["humvee"].markers) == (False, ["coaxial"])


def test_result_2_is_a_miss() -> None:
    """9.7 result 2."""
    game = attack()
    assert kinds(game.do(FIRE, 2, 2, 2))[1] == "attack-missed"


def test_result_3_is_a_miss_in_the_own_combat_phase() -> None:
    game = attack()
    assert kinds(game.do(FIRE, 3, 3, 3))[1] == "attack-missed"
    assert not game["humvee"].stopped


def test_result_3_stops_a_mover_for_the_rest_of_the_phase() -> None:
    """9.7 result 3."""
    game = defensive(5)
    assert kinds(game.do(a.Face("NW"), 3, 3, 2))[2] == "stopped"
    assert game["humvee"].stance == "driving"
    assert game.refuses(a.Step("humvee", "1008", "NW"), side="red").rule in ("5.0", "9.7")
    game.hold()
    assert game.refuses(a.Step("humvee", "1008", "NW")).rule == "9.7"
    assert game.refuses(a.Speed("humvee")).rule == "9.7"
    game.do(a.Pivot("humvee", "E"))
    game.phase("movement", "red", 2)
    game.do(a.Step("humvee", "1008", "NW"))


def test_result_3_takes_a_maneuvering_marker_off() -> None:
    """9.7 result 3."""
    game = table(
        unit("humvee", "red", "1010"), unit("humvee", "red", "2929", id="far"), unit("t34", "blue", "1003")
    )
    game.do(a.Maneuver("humvee"))
    game.do(a.Step("humvee", "1009", "NW"))
    game.do(FIRE)
    game.do(a.Face("NW"), 3, 2)
    assert game["humvee"].stance == "driving"


@pytest.mark.parametrize(("die", "marker"), list(enumerate(MARKERS, 1)))
def test_result_4_brings_one_marker(die: int, marker: Marker) -> None:
    """9.7 result 4."""
    game = attack()
    assert only(game.do(FIRE, 2, 4, 2, die), e.DamageTaken).markers == (marker,)
    assert game["humvee"].markers == [marker]


def test_result_5_brings_two_markers() -> None:
    """9.7 result 5."""
    game = attack()
    game.do(FIRE, 5, 2, 2, 1, 4)
    assert game["humvee"].markers == ["coaxial", "turret"]


def test_results_4_and_5_add_up() -> None:
    """9.7 result 5."""
    game = attack()
    game.do(FIRE, 5, 4, 2, 1, 4, 5)
    assert game["humvee"].markers == ["coaxial", "turret", "main-gun"]


def test_a_duplicate_does_nothing() -> None:
    """9.7 markers."""
    game = attack("turret")
    event = only(game.do(FIRE, 4, 2, 2, 4), e.DamageTaken)
    assert (event.dice, event.markers) == ((4,), ())
    assert game["humvee"].markers == ["turret"]


def test_the_sixth_marker_wrecks() -> None:
    game = attack(*FIVE)
    assert only(game.do(FIRE, 4, 2, 2, 6), e.Wrecked).cause == "damage"


def test_result_6_wrecks() -> None:
    """9.7 result 6."""
    game = attack()
    event = only(game.do(FIRE, 6, 4, 2), e.Wrecked)
    assert (event.cause, event.by, event.scar) == ("critical", "t34", False)
    assert game["t34"].kills == ["humvee"]


def test_damage_in_two_attacks_counts_after_each() -> None:
    game = table(unit("t34", "red", "1005", main=3, mg=3), unit("humvee", "blue", "1010"), phase="combat")
    game.do(a.Fire("t34", "main", "humvee"), 4, 2, 2, 1)
    game.do(a.Fire("t34", "mg", "humvee"), 4, 2, 2, 1)
    assert game["humvee"].markers == ["coaxial"]


# -- unmanned vehicles and the enemy (9.7) ------------------------------------------------------------------------


def test_unmanned_while_an_enemy_is_in_the_hex() -> None:
    """9.7 unmanned."""
    game = table(unit("t34", "red", "1010"), unit("humvee", "blue", "1010"), phase="combat")
    events = game.do(FIRE, 4, *[2] * 5, 6)
    assert only(events, e.Wrecked) == e.Wrecked("humvee", "captured", "t34")


def test_unmanned_by_a_shot_from_afar_while_an_enemy_is_in_the_hex() -> None:
    game = table(
        unit("t34", "red", "1005"), unit("us-soldier", "red", "1010"), unit("humvee", "blue", "1010"),
        phase="combat",
    )  # fmt: skip
    events = game.do(FIRE, 4, *[2] * 4, 6)
    assert only(events, e.Wrecked).by == "us-soldier"


def test_unmanned_a_weapon_that_lies_there_captures_nothing() -> None:
    game = table(
        unit("t34", "red", "1005"), unit("m60", "red", "1010"), unit("humvee", "blue", "1010"), phase="combat"
    )
    game.do(FIRE, 4, *[2] * 4, 6)
    assert not game["humvee"].out


def test_unmanned_and_defended_it_is_lost_all_the_same() -> None:
    game = table(
        unit("us-soldier", "red", "1009"), unit("us-soldier", "blue", "1010", id="guard"),
        unit("humvee", "blue", "1010", "NW", "unmanned"),
    )  # fmt: skip
    events = game.do(a.Step("us-soldier", "1010"))
    assert only(events, e.Wrecked).cause == "captured"


def test_unmanned_driven_over_in_passing() -> None:
    """9.7 unmanned."""
    game = table(
        unit("t34", "red", "1012"), unit("humvee", "blue", "1010", "NW", "unmanned"),
        unit("humvee", "blue", "2929", id="far", mg=0),
        terrain=dict.fromkeys(("0910", "1110", "0911", "1111"), "building"),
    )  # fmt: skip
    events = game.do(a.Drive("t34", "1008"))
    assert kinds(events) == ["moved", "moved", "wrecked"], "and the drive ends there, to be gone on with"
    game.do(a.Drive("t34", "1008"))


def test_unmanned_both_vehicles_of_a_hex() -> None:
    game = table(
        unit("us-soldier", "red", "1009"), unit("humvee", "blue", "1010", "NW", "unmanned", id="h1"),
        unit("humvee", "blue", "1010", "NW", "unmanned", id="h2"), unit("humvee", "blue", "2929", id="far"),
    )  # fmt: skip
    assert kinds(game.do(a.Step("us-soldier", "1010"))).count("wrecked") == 2


def test_unmanned_with_men_aboard_they_are_lost_with_it() -> None:
    game = table(
        unit("t34", "red", "1009"), unit("humvee", "blue", "1010", "NW", "unmanned"),
        unit("us-soldier", "blue", "1010", carrier="humvee"), unit("humvee", "blue", "2929", id="far"),
    )  # fmt: skip
    game.do(a.Step("t34", "1010", "SE"))
    assert game["us-soldier"].out == "killed"


def test_unmanned_by_an_enemy_who_gets_off_there() -> None:
    """9.7 unmanned."""
    # The carrier was there first; should it be without a crew itself, its men still count when they get off.
    game = table(
        unit("humvee", "red", "1010"), unit("us-soldier", "red", "1010", carrier="humvee"),
        unit("humvee", "blue", "1010", "NW", "unmanned", id="prey"), unit("humvee", "blue", "2929", id="far"),
    )  # fmt: skip
    assert "wrecked" in kinds(game.do(a.Dismount("us-soldier")))


def test_unmanned_by_damage_in_close_combat() -> None:
    """9.7 unmanned."""
    game = table(unit("t34", "red", "1010"), unit("humvee", "blue", "1010"), phase="close-combat")
    events = game.do(a.CloseCombat("1010"), 6, 1, 6)
    assert only(events, e.Wrecked).cause == "captured"


def test_unmanned_a_friend_beside_it_is_no_danger() -> None:
    game = table(unit("t34", "red", "1009"), unit("humvee", "red", "1010", "NW", "unmanned"),
                 unit("humvee", "blue", "2929", id="far", mg=0))  # fmt: skip
    assert kinds(game.do(a.Step("t34", "1010", "SE"))) == ["moved"]


# -- collateral damage (9.9) --------------------------------------------------------------------------------------


def crowd(power: int = 3) -> Table:
    return table(
        unit("t34", "red", "1005", main=power), unit("humvee", "blue", "1010"),
        unit("m26", "blue", "1010", armor=0, mg=0, main=0), unit("us-soldier", "blue", "1010", id="m1"),
        unit("us-soldier", "blue", "1010", id="m2"), unit("us-soldier", "red", "1010", id="enemy"), phase="combat",
    )  # fmt: skip


def test_9_9_each_critical_is_rolled_again_for_each_soldier_beside_the_wreck() -> None:
    game = crowd()
    game.do(FIRE, 6, 2, 2, 6, 5)
    assert (game["m1"].wounded, game["m2"].wounded) == (True, False)


def test_9_9_two_criticals_are_two_separate_rolls() -> None:
    game = crowd()
    game.do(FIRE, 6, 6, 2, 6, 6, 5, 6)
    assert game["m1"].out == "killed", "wounded twice"
    assert game["m2"].wounded


def test_9_9_vehicles_and_the_own_side_are_spared() -> None:
    game = crowd()
    game.do(FIRE, 6, 2, 2, 6, 6)
    assert not game["m26"].markers
    assert not game["enemy"].wounded


def test_9_9_a_cancelled_critical_hurts_nobody() -> None:
    game = crowd()
    game.do(FIRE, 6, 1, 2)
    assert not game["m1"].wounded


def test_9_9_no_other_result_is_rolled_again() -> None:
    game = crowd()
    game.do(FIRE, 5, 4, 2, 1, 2, 4)
    assert not game["m1"].wounded


# -- soldiers as targets (reconstruction) -------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "wounded", "out"), [
    ((2, 2, 3), False, ""), ((4, 2, 2), True, ""), ((5, 2, 2), True, ""), ((6, 2, 2), False, "killed"),
    ((1, 6, 2), False, ""), ((4, 4, 2), True, ""),
])  # fmt: skip
def test_soldiers_are_wounded_and_killed(dice: tuple[int, ...], wounded: bool, out: str) -> None:
    game = table(
        unit("t34", "red", "1005", main=3), unit("us-soldier", "blue", "1010"),
        unit("m60", "blue", "1010", carrier="us-soldier"), unit("humvee", "blue", "2929"), phase="combat",
    )  # fmt: skip
    game.do(a.Fire("t34", "main", "us-soldier"), *dice)
    assert (game["us-soldier"].wounded, game["us-soldier"].out) == (wounded, out)
    if wounded or out:
        assert (game["m60"].carrier, game["m60"].hex, game["m60"].out) == ("", "1010", "")


def test_the_wounded_are_killed_by_another_wound() -> None:
    game = table(unit("t34", "red", "1005", main=3), unit("us-soldier", "blue", "1010"),
                 unit("humvee", "blue", "2929"), phase="combat")  # fmt: skip
    tell_all(game, e.Wounded("us-soldier"))
    game.do(a.Fire("t34", "main", "us-soldier"), 4, 2, 2)
    assert game["us-soldier"].out == "killed"


def test_soldiers_are_stopped_by_defensive_fire() -> None:
    game = table(
        unit("us-soldier", "red", "1010"),
        unit("us-soldier", "red", "2929", id="far"),
        unit("t34", "blue", "1003", main=2),
    )
    game.do(a.Step("us-soldier", "1009"))
    game.do(a.Fire("t34", "main", "us-soldier"), 3, 2)
    game.hold()
    assert game.refuses(a.Step("us-soldier", "1008")).rule == "9.7"

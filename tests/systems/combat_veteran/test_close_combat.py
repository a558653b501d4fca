"""Close combat: 10.0."""

from __future__ import annotations

from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from tests.systems.combat_veteran.table import only, table, tell_all, unit

FIGHT = a.CloseCombat("1010")


def test_10_0_a_vehicle_counts_as_one_piece_and_its_full_armor_comes_off() -> None:
    game = table(
        unit("m26", "red", "1010", "E"), unit("us-soldier", "red", "1010"),
        *(unit("vc-soldier", "blue", "1010", id=f"v{i}") for i in range(3)), phase="close-combat",
    )  # fmt: skip
    event = only(game.do(FIGHT, 3, 4), e.CloseCombatFought)
    assert event.totals == (2 + 3, 3 + 4 - 4)
    assert event.loser == "blue"
    assert game["v0"].out == "killed"


def test_10_0_only_the_best_armor_counts_and_no_flank_halves_it() -> None:
    game = table(
        unit("m26", "red", "1010", "E"), unit("t34", "red", "1010"), unit("vc-soldier", "blue", "1010"),
        unit("vc-soldier", "blue", "2929", id="far"), phase="close-combat",
    )  # fmt: skip
    assert only(game.do(FIGHT, 1, 6), e.CloseCombatFought).totals == (3, 1 + 6 - 4)


def test_10_0_a_tie_changes_nothing() -> None:
    game = table(
        unit("humvee", "red", "1010"), unit("humvee", "blue", "1010", id="foe"), phase="close-combat"
    )
    assert only(game.do(FIGHT, 3, 3), e.CloseCombatFought).loser == ""
    assert not game["humvee"].markers and not game["foe"].markers


def test_10_0_a_vehicle_that_loses_takes_damage() -> None:
    game = table(unit("humvee", "red", "1010"), unit("t34", "blue", "1010"), phase="close-combat")
    game.do(FIGHT, 1, 6, 2)
    assert game["humvee"].markers == ["hull-mg"]


def test_10_0_the_least_piece_is_lost_first() -> None:
    game = table(
        unit("humvee", "red", "1010"), unit("us-soldier", "red", "1010", id="a-fit"),
        unit("us-soldier", "red", "1010", id="b-hurt"), unit("m26", "blue", "1010"), phase="close-combat",
    )  # fmt: skip
    tell_all(game, e.Wounded("b-hurt"))
    game.do(FIGHT, 1, 6)
    assert game["b-hurt"].out == "killed"
    assert not game["a-fit"].out


def test_10_0_once_per_hex_and_phase_and_only_where_both_sides_are() -> None:
    game = table(
        unit("t34", "red", "1010"), unit("t34", "blue", "1010", id="foe"),
        unit("t34", "red", "1110", id="r2"), unit("t34", "blue", "1110", id="b2"), phase="close-combat",
    )  # fmt: skip
    game.do(FIGHT, 3, 3)
    refused = game.refuses(FIGHT)
    assert (refused.rule, refused.allowed, refused.where) == ("10.0", ("1110",), "$.hex")
    assert game.refuses(a.CloseCombat("9999")).rule == "10.0"


def test_10_0_those_aboard_and_weapons_do_not_fight() -> None:
    game = table(
        unit("humvee", "red", "1010"), unit("us-soldier", "red", "1010", carrier="humvee"),
        unit("m60", "blue", "1010"), unit("us-soldier", "blue", "2929", id="far"), phase="close-combat",
    )  # fmt: skip
    assert game.asked is not None and game.asked.kind != "close-combat"
    other = table(
        unit("humvee", "red", "1010"), unit("us-soldier", "red", "1010", carrier="humvee"),
        unit("us-soldier", "blue", "1010", id="foe"), phase="close-combat",
    )  # fmt: skip
    assert only(other.do(FIGHT, 3, 3), e.CloseCombatFought).totals == (4, 4)

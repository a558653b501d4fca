"""The sequence of play, and how a battle ends: 5.0 (reconstruction), 13 to 16.5."""

from __future__ import annotations

import pytest

from campaign.rules.muster import Verdict
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.muster import outcome
from campaign.systems.combat_veteran.state import Condition
from tests.systems.combat_veteran.table import Table, kinds, only, opened, table, tell_all, unit

QUIET = {"main": 0, "mg": 0}
BOTH = (unit("t34", "red", "1010", id="r", **QUIET), unit("t34", "blue", "2929", id="b", **QUIET))


def began(events: list[e.Event]) -> list[tuple[int, str, str]]:
    return [(one.turn, one.phase, one.side) for one in events if isinstance(one, e.PhaseBegan)]


def test_5_0_each_side_has_four_phases_and_the_first_side_goes_first() -> None:
    game = table(*BOTH)
    assert began(game.do(a.EndPhase())) == [
        (1, "combat", "red"), (1, "close-combat", "red"), (1, "repair", "blue"), (1, "movement", "blue"),
    ]  # fmt: skip
    assert began(game.do(a.EndPhase()))[-2:] == [(2, "repair", "red"), (2, "movement", "red")]


def test_5_0_a_phase_without_a_choice_passes_by_itself_and_one_with_a_choice_does_not() -> None:
    game = table(
        unit("t34", "red", "1010", "NW", "turret", main=4), unit("m26", "blue", "1005"), phase="repair"
    )
    assert game.asked is not None and game.asked.kind == "repair"
    game.do(a.EndPhase())
    assert game.asked.kind == "movement"
    events = game.do(a.EndPhase())
    assert began(events)[-1] == (1, "movement", "blue"), "2 − 4 dice: nobody can fire"
    assert began(game.do(a.EndPhase()))[-1] == (1, "combat", "blue")


def test_5_0_only_the_side_that_is_asked_acts() -> None:
    game = table(*BOTH)
    for action in (a.EndPhase(), a.Pivot("b", "E")):
        assert game.refuses(action, side="blue").rule == "5.0"


def test_5_0_what_is_over_is_over() -> None:
    game = table(unit("t34", "red", "1005"), unit("humvee", "blue", "1010"), phase="combat")
    game.do(a.Fire("t34", "mg", "humvee"), 6, 2)
    assert game.asked is None
    assert game.legal("red") == game.legal("blue") == []
    assert game.refuses(a.EndPhase(), side="red").rule == "5.0"


def test_a_side_with_nothing_left_has_lost() -> None:
    game = table(
        unit("t34", "red", "1005"),
        unit("humvee", "blue", "1010"),
        unit("m60", "blue", "1010"),
        phase="combat",
    )
    events = game.do(a.Fire("t34", "mg", "humvee"), 6, 2)
    verdict = only(events, e.BattleEnded).verdict
    assert (verdict.winner, verdict.turn) == ("red", 1)


def test_the_last_turn_ends_with_the_second_sides_last_phase() -> None:
    game = table(*BOTH, turns=2)
    for _ in range(3):
        assert game.game.verdict is None
        game.do(a.EndPhase())
    verdict = only(game.do(a.EndPhase()), e.BattleEnded).verdict
    assert (verdict.winner, verdict.turn, verdict.rule) == ("blue", 2, "15.5")


@pytest.mark.parametrize(("red_there", "wounded", "winner"), [
    (True, False, "red"), (False, False, "blue"), (True, True, "blue"),
])  # fmt: skip
def test_a_hex_is_held_at_the_end_by_a_fit_piece(red_there: bool, wounded: bool, winner: str) -> None:
    held = Condition("red", "holds", hexes=("1010",), text="the hill is held")
    man = unit("us-soldier", "red", "1010" if red_there else "1012", id="man")
    game = table(man, BOTH[1], unit("t34", "red", "0101", id="other", **QUIET), conditions=[held], turns=1)
    if wounded:
        tell_all(game, e.Wounded("man"))
    while game.asked is not None:
        game.do(a.EndPhase())
    assert game.game.verdict is not None
    assert game.game.verdict.winner == winner


def test_losses_count_at_once_and_by_kind_and_type() -> None:
    lost = Condition("red", "lost", "blue", kind="vehicle", type="humvee", count=2, text="both are lost")
    game = table(
        unit("t34", "red", "1005"), unit("humvee", "blue", "1010", id="h1"), unit("humvee", "blue", "1011", id="h2"),
        unit("t34", "blue", "2929", id="t"), conditions=[lost], phase="combat",
    )  # fmt: skip
    tell_all(game, e.Wrecked("t", "critical"))
    game.do(a.Fire("t34", "mg", "h1"), 6, 2)
    assert game.game.verdict is None
    events = game.do(a.Fire("t34", "main", "h2"), 6, 2, 2, 2, 2)
    assert kinds(events)[-1] == "battle-ended"
    assert only(events, e.BattleEnded).verdict.reason == "both are lost"


def test_a_victory_in_the_middle_of_a_drive_ends_it() -> None:
    lost = Condition("red", "lost", "blue", kind="vehicle", count=1, text="it is lost")
    game = table(
        unit("t34", "red", "1012"), unit("humvee", "blue", "1010", "NW", "unmanned"),
        unit("t34", "blue", "2929", id="t", **QUIET),
        conditions=[lost], terrain=dict.fromkeys(("0910", "1110", "0911", "1111"), "building"),
    )  # fmt: skip
    events = game.do(a.Drive("t34", "1008"))
    assert kinds(events) == ["moved", "moved", "wrecked", "battle-ended"]


def test_outcome_tells_the_fate_of_every_piece() -> None:
    game = opened("tank-duel")
    tell_all(game, e.Moved("t34-1", "1513", "SW", 1, 1), e.DamageTaken("t34-1", (1,), ("coaxial",))).phase(
        "combat", "nk"
    )
    game.do(a.Fire("t34-1", "main", "m26-1"), *[6] * game.dice("t34-1", "main", "m26-1"))
    fates = {fate.id: fate for fate in outcome(game.game, Verdict("nk", "given up")).fates}
    assert (fates["t34-1"].fate, fates["t34-1"].damage, fates["t34-1"].kills) == (
        "damaged",
        ("coaxial",),
        ("m26-1",),
    )
    assert (fates["m26-1"].fate, fates["t34-2"].fate) == ("wrecked", "fit")


# -- defensive fire -----------------------------------------------------------------------------------------------


def crossing() -> Table:
    return table(
        unit("humvee", "red", "1012"), unit("humvee", "red", "1112", id="second"), unit("t34", "blue", "1003")
    )


def test_7_8_the_other_side_is_asked_in_each_hex_that_it_could_fire_into() -> None:
    game = crossing()
    events = game.do(a.Drive("humvee", "1009"))
    assert kinds(events) == ["moved", "fire-offered"]
    game.do(a.HoldFire("hex"))
    assert kinds(game.do(a.Drive("humvee", "1009"))) == ["moved", "fire-offered"]


def test_7_8_nobody_is_asked_who_cannot_fire() -> None:
    game = table(unit("humvee", "red", "1012"), unit("t34", "blue", "1003"), terrain={"1006": "trees"})
    assert kinds(game.do(a.Drive("humvee", "1008"))) == ["moved"] * 4


def test_7_8_fire_held_for_the_move_is_held_for_this_mover_only() -> None:
    game = crossing()
    game.do(a.Step("humvee", "1011", "NW"))
    game.do(a.HoldFire("move"))
    game.do(a.Drive("humvee", "1009"))
    assert game.asked is not None and game.asked.kind == "movement"
    game.do(a.Step("second", "1111", "NW"))
    assert game.asked.kind == "defensive-fire"


def test_7_8_fire_held_for_the_phase() -> None:
    game = crossing()
    game.do(a.Step("humvee", "1011", "NW"))
    game.do(a.HoldFire("phase"))
    game.do(a.Step("second", "1111", "NW"))
    assert game.asked is not None and game.asked.kind == "movement"
    game.phase("movement", "red", 2)
    game.do(a.Step("second", "1110", "NW"))
    assert game.asked.kind == "defensive-fire"


def test_7_8_defensive_fire_is_at_the_mover_only() -> None:
    game = crossing()
    game.do(a.Step("humvee", "1011", "NW"))
    refused = game.refuses(a.Fire("t34", "main", "second"))
    assert (refused.rule, refused.allowed) == ("7.8", ("humvee",))


def test_7_8_a_turned_target_may_leave_the_declared_fire_without_dice() -> None:
    game = table(unit("m26", "red", "1010", "SE"), unit("t34", "blue", "1003", main=3))
    game.do(a.Step("m26", "1011", "SE"))
    game.do(a.Fire("t34", "main", "m26"))
    events = game.do(a.Face("NW"))
    assert only(events, e.AttackRolled).dice == ()
    assert "attack-missed" in kinds(events)
    assert game["t34"].used == ["main"]

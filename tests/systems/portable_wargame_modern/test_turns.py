"""The course of the turn, and the end of a battle."""

from __future__ import annotations

import pytest

from campaign.rules.dice import ScriptedDice
from campaign.rules.muster import Verdict
from campaign.rules.refused import Refused
from campaign.rules.system import decide
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.points import on_points
from campaign.systems.portable_wargame_modern.rules import SYSTEM
from campaign.systems.portable_wargame_modern.state import Objective
from tests.systems.portable_wargame_modern.table import (
    BLUE,
    FAR,
    RED,
    SHIPPED,
    Table,
    next_turn,
    unit,
)


def test_the_higher_die_goes_first_and_then_the_other() -> None:
    """Turn Sequence, Dicing a."""
    table = Table(unit("infantry", RED, "0505"), FAR)
    table.act(RED, a.CeaseFire(), 2, 5, 4)
    assert table.told(e.InitiativeRolled).side == BLUE
    assert (table.game.active, table.game.left) == (BLUE, 4)
    table.act(BLUE, a.Pass(), 3)
    assert (table.game.active, table.game.left) == (RED, 3)
    table.act(RED, a.Pass())
    assert table.game.turn == 2


def test_who_has_no_guns_in_range_is_not_asked_for_any() -> None:
    """Dice fall with an action, so the first turn of such a battle is begun by throwing for initiative."""
    rules = SYSTEM.load(SHIPPED)
    game = SYSTEM.begun(rules.open("road-column", {}))
    (asked,) = rules.pending(game)
    assert (asked.side, asked.kind) == (RED, "initiative")
    assert [one.action for one in rules.legal(game, RED)] == [a.ThrowInitiative()]
    with pytest.raises(Refused):
        decide(rules, game, RED, a.CeaseFire(), ScriptedDice(()))
    events = decide(rules, game, RED, a.ThrowInitiative(), ScriptedDice([2, 5, 3, 3, 3]))
    assert [type(event) for event in events] == [e.InitiativeRolled, e.ActivationRolled]


def test_no_unit_is_activated_twice_nor_more_than_the_dice_allow() -> None:
    """Dicing b."""
    units = [unit("infantry", RED, f"{x:02}05", id=f"u{x}") for x in (3, 5, 7)]
    table = Table(*units, FAR).activating("u3", left=2)
    table.does(a.EndUnit("u3"))
    assert table.refuses(a.Activate("u3"), RED).rule == "Movement b"
    table.act(RED, a.Activate("u5"))
    table.does(a.EndUnit("u5"))
    assert table.game.active != RED or table.game.turn == 2


def test_exhaustion_is_checked_at_the_end_and_both_end_the_battle() -> None:
    """Exhaustion Point."""
    table = Table(unit("tanks", RED, "0505", id="own"), FAR).activating("own")
    table.game.forces[RED].lost = 1
    table.does(a.EndUnit("own"))
    next_turn(table)
    assert table.game.forces[RED].exhausted
    table.game.forces[BLUE].lost = 2
    next_turn(table)
    assert table.game.verdict is not None
    assert "exhausted" in table.game.verdict.reason


def test_a_side_without_units_has_lost() -> None:
    """Strength Points c."""
    table = Table(
        unit("tanks", RED, "0505", id="own"), unit("infantry", BLUE, "0507", "N", id="foe", strength=1)
    )
    table.activating("own")
    table.does(a.Fire("own", "0507"), 6, 1)
    assert table.game.verdict == Verdict(RED, "Blue has no units left", 1, "Strength Points c")
    (told, _) = table.rules.describe(table.game, e.BattleEnded(table.game.verdict))
    assert told == "Red wins: Blue has no units left."


def test_points_decide_when_the_turns_are_over() -> None:
    objectives = [Objective("0506", 2, BLUE)]
    table = Table(unit("tanks", RED, "0505", id="own"), FAR, objectives=objectives, turns=1).activating("own")
    assert on_points(table.game, "Now").winner == BLUE
    table.does(a.Move("own", "0506"))
    assert table.told(e.ObjectiveTaken).side == RED
    next_turn(table)
    assert table.game.verdict is not None
    assert table.game.verdict.winner == RED


def test_the_wrong_side_and_the_wrong_question_are_refused() -> None:
    """Turn Sequence."""
    table = Table(unit("tanks", RED, "0505", id="own"), FAR).activating("own")
    assert table.refuses(a.Pass(), BLUE).rule == "Turn Sequence"
    assert "end-unit" in table.refuses(a.Pass(), RED).allowed
    assert "far" in table.refuses(a.Move("far", "1615"), RED).reason
    assert table.refuses(a.Move("nobody", "0506"), RED).where == "$.unit"

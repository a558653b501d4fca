"""Refusals: each with a whole sentence, the rule's number, and what would be allowed."""

from __future__ import annotations

import pytest

from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from tests.systems.combat_veteran.table import Table, table, tell_all, unit


@pytest.fixture
def game() -> Table:
    return table(
        unit("t34", "red", "1010"), unit("us-soldier", "red", "1012", id="man"), unit("m60", "red", "1012"),
        unit("t34", "red", "1015", "NW", "turret", id="hurt"), unit("m26", "blue", "1003"),
    )  # fmt: skip


@pytest.mark.parametrize(("action", "rule", "where", "allowed"), [
    (a.Step("t34", "9999", "NW"), "8.0", "$.to", "1009"),
    (a.Step("t34", "", "NW"), "8.0", "$.to", "1009"),
    (a.Step("t34", "1001", "NW"), "7.8", "$.to", "1009"),
    (a.Drive("t34", "9999"), "8.0", "$.to", None),
    (a.Drive("t34", "1010"), "8.0", "$.to", "step"),
    (a.Drive("t34", "3030"), "8.0", "$.to", None),
    (a.Step("nobody", "1009", "NW"), "", "$.unit", "t34"),
    (a.Pivot("m26", "E"), "", "$.unit", "t34"),
    (a.Pivot("t34", "NW"), "7.8", "$.facing", "SE"),
    (a.Pivot("man", "NW"), "7.8", "$.unit", None),
    (a.Speed("man"), "8.13", "$.unit", None),
    (a.Maneuver("man"), "8.12", "$.unit", None),
    (a.Speed("hurt"), "8.13", "$.unit", None),
    (a.Dismount("man"), "8.2", "$.unit", None),
    (a.Dismount("t34"), "8.2", "$.unit", None),
    (a.Mount("man", "t34"), "8.2", "$.carrier", None),
    (a.Mount("man", "man"), "3.2", "$.carrier", None),
    (a.Mount("man", "nobody"), "", "$.carrier", "t34"),
    (a.Mount("m60", "m26"), "8.2", "$.carrier", None),
    (a.Step("m60", "1013"), "8.2", "$.unit", None),
    # the wrong phase
    (a.Fire("t34", "main", "m26"), "5.0", "$.kind", "step"),
    (a.Repair("hurt", "turret"), "5.0", "$.kind", "pivot"),
    (a.CloseCombat("1010"), "5.0", "$.kind", "end-phase"),
    (a.HoldFire("hex"), "5.0", "$.kind", "drive"),
    (a.Face("NW"), "5.0", "$.kind", "drive"),
    (a.Deflect((6,)), "5.0", "$.kind", "drive"),
])  # fmt: skip
def test_in_the_movement_phase(
    game: Table, action: a.AnyAction, rule: str, where: str, allowed: str | None
) -> None:
    refused = game.refuses(action)
    assert (refused.rule, refused.where) == (rule, where)
    assert (allowed in refused.allowed) if allowed else not refused.allowed


def test_of_the_other_side(game: Table) -> None:
    refused = game.refuses(a.EndPhase(), side="blue")
    assert refused.rule == "5.0"
    assert "Red" in refused.reason


def test_in_the_combat_phase(game: Table) -> None:
    game.phase("combat")
    for action, rule, where in (
        (a.Fire("t34", "main", "nobody"), "", "$.target"),
        (a.Fire("t34", "main", "man"), "9.0", "$.target"),
        (a.Fire("t34", "main", "t34"), "9.0", "$.target"),
        (a.Fire("m26", "main", "t34"), "", "$.unit"),
        (a.Fire("t34", "mg", "m26"), "9.5", "$.target"),
    ):
        refused = game.refuses(action)
        assert (refused.rule, refused.where) == (rule, where), action
    assert game.refuses(a.Fire("t34", "mg", "m26")).allowed == ("main at m26",)


def test_what_is_out_is_no_target_and_does_nothing(game: Table) -> None:
    tell_all(game, e.Wrecked("t34", "critical"), e.Killed("man", "fire"))
    assert game.refuses(a.Pivot("t34", "E")).rule == "3.0"
    assert game.refuses(a.Mount("m60", "man")).rule == "3.2"
    game.phase("combat", "blue")
    if game.asked is not None and game.asked.kind == "combat":
        assert game.refuses(a.Fire("m26", "main", "t34")).rule == "9.0"


def test_a_refusal_reads_as_one_text(game: Table) -> None:
    with pytest.raises(Refused, match=r"^\$\.to: '1001' is not beside 1010\. \[rule 7\.8\] Allowed: 1009, "):
        raise game.refuses(a.Step("t34", "1001", "NW"))


def test_nothing_happens_before_a_refusal(game: Table) -> None:
    before = game.rules.copy(game.game)
    for option in game.rules.legal(game.game, "red"):
        if isinstance(option.action, a.Step):
            game.refuses(a.Step(option.action.unit, "9999", option.action.facing))
    assert game.game == before

"""Commands of companies (19.1): who gives which, and what units under them do."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import orders
from campaign.systems.mechwar_4.decide.phases import begin_turn, removal_phase
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.state import Battalion, Command
from tests.systems.mechwar_4.field import Field, company, of, unit
from tests.systems.mechwar_4.pack import board

FLAT = ("000000", "000000", "000000", "000000")


def commanded(command: Command = "", **fields: Any) -> Field:
    """Company bc of two tanks under a command, its headquarters; an enemy; nobody answers."""
    units = (
        unit("b1", "m60a1", "0101", "bc"), unit("b2", "m60a1", "0102", "bc"),
        unit("b3", "hq", "0103", "bc"), unit("r1", "t62", "0601", "rc"),
    )  # fmt: skip
    companies = (company("bc", command=command), company("rc"))
    found = Field(board(FLAT), units, companies=companies, command=True, **fields)
    for force in found.game.forces.values():
        force.quiet = True
    return found


def actions_of(one: Field, id: str) -> set[str]:
    """What a unit may begin: `fire`, `move`."""
    names: dict[type[Any], str] = {a.Fire: "fire", a.StartMove: "move"}
    return {
        names[type(action)]
        for action in one.options("blue")
        if getattr(action, "unit", "") == id and type(action) in names
    }


def test_19_1_both_sides_command_their_companies_before_each_turn() -> None:
    one = commanded(phase="orders")
    assert one.asked() == [("blue", "orders"), ("red", "orders")]
    one.act("blue", a.Give("bc", "BC"))
    assert one.game.companies["bc"].command == "BC"
    one.act("blue", a.Give("bc", "WC"))
    one.act("blue", a.Ready())
    assert one.asked() == [("red", "orders")]
    one.act("red", a.Ready())
    assert one.game.phase == "action"
    one.game.phase = "regroup"
    begin_turn(one.play, 2)
    assert one.game.phase == "orders"


def test_19_1_without_the_switch_nobody_is_asked_and_everybody_does_as_he_likes() -> None:
    one = commanded()
    one.game.switches = type(one.game.switches)(formations=False)
    begin_turn(one.roll(1, 6), 2)
    assert one.game.phase == "action"
    assert actions_of(one, "b1") == {"fire", "move"}


def test_19_1_a_command_is_secret() -> None:
    one = commanded(phase="orders", fog=True)
    (event,) = of(e.CommandGiven, one.act("blue", a.Give("bc", "BC")))
    hidden = FaceDown(one.charts)
    assert hidden.event(one.game, event, "red") is None
    assert hidden.event(one.game, event, "blue") == event
    assert hidden.action(one.game, "blue", a.Give("bc", "BC"), "red") is None
    assert hidden.action(one.game, "blue", a.Give("bc", "BC"), "blue") == a.Give("bc", "BC")


def test_19_1_a_side_commands_its_own_companies_only() -> None:
    one = commanded(phase="orders")
    assert one.refusal("blue", a.Give("rc", "BC")).rule == "19.1"


ALLOWED: tuple[tuple[Command, str], ...] = (
    ("", "fire"), ("BC", "move"), ("OC", "fire"), ("BOC", "fire move"), ("WC", "move"), ("RC", ""), ("RGC", ""),
)  # fmt: skip


@pytest.mark.parametrize(("command", "allowed"), ALLOWED)
def test_19_14_what_each_command_lets_a_unit_begin(command: Command, allowed: str) -> None:
    assert actions_of(commanded(command), "b1") == set(allowed.split())


def test_19_14_bound_a_unit_that_is_chosen_leaves_its_hex_or_changes_its_status() -> None:
    one = commanded("BC")
    one.act("blue", a.StartMove("b1"))
    assert one.refusal("blue", a.EndMove("b1")).rule == "19.14"
    one.act("blue", a.FormColumn("b1"))
    assert one.game.units["b1"].column
    other = commanded("BC")
    other.act("blue", a.StartMove("b1"))
    other.act("blue", a.Move("b1", "0201"))
    other.act("blue", a.EndMove("b1"))


def test_19_14_bound_all_units_of_a_company_move_once_one_has() -> None:
    one = commanded("BC")
    assert a.Pass() in one.options("blue"), "not before it has been activated"
    for id, to in (("b1", "0201"), ("b2", "0202")):
        one.act("blue", a.StartMove(id))
        one.act("blue", a.Move(id, to))
        one.act("blue", a.EndMove(id))
        if id == "b1":
            one.act("red", a.Pass())
        assert one.refusal("blue", a.Pass()).rule == "19.14"
    one.act("blue", a.StartMove("b3"))
    one.act("blue", a.Move("b3", "0203"))
    one.act("blue", a.EndMove("b3"))


def test_19_14_bound_leaves_out_whoever_cannot_move() -> None:
    one = commanded("BC")
    one.act("blue", a.StartMove("b1"))
    one.act("blue", a.Move("b1", "0201"))
    one.act("blue", a.EndMove("b1"))
    one.act("red", a.Pass())
    for id in ("b2", "b3"):
        one.game.units[id].panicked = True
    assert orders.owing(one.play, "blue") is None


def test_19_14_bound_leaves_out_a_carrier_out_of_which_its_infantry_has_fired() -> None:
    one = commanded("BC")
    for id, kind in (("b2", "m113"), ("b3", "us-rifles")):
        one.game.units[id].type = kind
    one.game.units["b3"].aboard, one.game.units["b3"].hex = "b2", "0102"
    one.game.units["b1"].moved = True
    assert orders.owing(one.play, "blue") == one.game.units["b2"]
    one.game.units["b3"].fired = True
    assert orders.owing(one.play, "blue") is None
    assert a.Pass() in one.options("blue")


def test_19_14_bounding_overwatch_one_unit_must_bound() -> None:
    one = commanded("BOC")
    one.game.units["b3"].fired = one.game.units["b2"].fired = True
    assert actions_of(one, "b1") == {"move"}, "it is the last that can"
    assert orders.may_fire(one.play, one.game.units["b1"]) is not None
    assert one.refusal("blue", a.Pass()).rule == "19.14"
    one.game.units["b2"].moved = True
    assert orders.owing(one.play, "blue") is None
    assert actions_of(one, "b1") == {"fire", "move"}


def test_19_14_bounding_overwatch_is_not_for_a_single_unit() -> None:
    one = commanded(phase="orders")
    assert a.Give("bc", "BOC") in one.options("blue")
    one.game.units["b2"].out = one.game.units["b3"].out = "eliminated"
    assert one.refusal("blue", a.Give("bc", "BOC")).rule == "19.14"


def test_19_14_withdraw_a_unit_may_stay_in_its_hex_and_does_not_fire() -> None:
    one = commanded("WC")
    one.act("blue", a.StartMove("b1"))
    one.act("blue", a.EndMove("b1"))
    assert one.game.units["b1"].hex == "0101"
    refused = orders.may_fire(one.play, one.game.units["b2"])
    assert refused is not None
    assert refused.rule == "19.14"


def test_19_14_withdraw_holds_until_the_morale_is_what_it_was() -> None:
    one = commanded("WC", phase="orders", morale=True)
    one.game.companies["bc"].morale = 1
    assert one.refusal("blue", a.Give("bc", "OC")).rule == "19.14"
    assert orders.command_of(one.play, one.game.companies["bc"]) == "WC"
    one.game.companies["bc"].morale = 0
    one.act("blue", a.Give("bc", "OC"))


def test_19_14_withdraw_who_is_overrun_fires_all_the_same() -> None:
    one = commanded("WC")
    one.game.companies["rc"].command = "BC"
    one.game.units["r1"].hex = "0202"
    one.act("blue", a.Pass())
    one.act("red", a.StartMove("r1"))
    one.act("red", a.Move("r1", "0102"), 1, 6)
    assert ("blue", "overrun") in one.asked()
    assert a.OverrunFire("b2", "r1") in one.options("blue")


def test_19_14_rally_panic_goes_under_a_rally_command_alone() -> None:
    cases: tuple[tuple[Command, tuple[int, ...]], ...] = (("RC", (1,)), ("OC", ()))
    for command, rolls in cases:
        one = commanded(command)
        one.game.units["b1"].panicked = True
        removal_phase(one.roll(*rolls))
        assert one.game.units["b1"].panicked is (command != "RC")


def test_19_14_rally_a_headquarters_beside_takes_one_off_the_die() -> None:
    one = commanded("RC")
    one.game.units["b2"].panicked = True
    play = one.roll(10)
    removal_phase(play)
    (rolled,) = of(e.PanicRolled, play.events)
    assert [(term.value, term.rule) for term in rolled.terms] == [(-1, "19.14")]
    assert not rolled.panicked, "a ten counts as a nine"
    far = commanded("RC")
    far.game.units["b3"].hex = "0504"
    far.game.units["b2"].panicked = True
    removal_phase(far.roll(10))
    assert far.game.units["b2"].panicked


def test_19_14_regroup_needs_its_command() -> None:
    cases: tuple[Command, ...] = ("RGC", "OC")
    for command in cases:
        one = commanded(command)
        for id in ("b1", "b2"):
            one.game.units[id].hex = one.game.units[id].came = "0101"
            one.game.units[id].damage = 2
        one.game.units["b1"].mates = ("b2",)
        one.game.units["b2"].mates = ("b1",)
        one.game.phase, one.game.active = "regroup", ""
        assert (a.Regroup("b1", "b2") in one.options("blue")) is (command == "RGC")


def test_19_141_independent_units_need_no_command() -> None:
    one = commanded()
    one.game.companies["bc"].independent = True
    assert actions_of(one, "b1") == {"fire", "move"}
    one.game.phase = "orders"
    assert not [action for action in one.options("blue") if isinstance(action, a.Give)]
    one.game.phase = "action"
    one.game.units["b1"].company = ""
    assert actions_of(one, "b1") == {"fire", "move"}, "nor do units of no company"


def test_19_822_a_rally_command_is_overwatch_once_the_battalion_is_broken() -> None:
    one = commanded("RC", morale=True)
    one.game.companies["bc"].battalion = "b"
    one.game.battalions["b"] = Battalion("b", "Battalion", "blue")
    assert orders.command_of(one.play, one.game.companies["bc"]) == "RC"
    one.game.battalions["b"].broken = True
    assert orders.command_of(one.play, one.game.companies["bc"]) == "OC"


def test_6_9131_a_company_in_ambush_has_that_command_and_no_other() -> None:
    one = commanded("BC", phase="orders", ambush=True)
    one.game.companies["bc"].ambush = "0301"
    assert one.refusal("blue", a.Give("bc", "BC")).rule == "19.14"
    one.game.phase = "action"
    assert orders.may_move(one.play, one.game.units["b1"]) is not None
    assert orders.may_fire(one.play, one.game.units["b1"]) is None


def test_19_1_who_mounts_or_dismounts_moves_by_its_command() -> None:
    one = commanded("OC")
    one.game.units["b1"].type, one.game.units["b2"].type = "m113", "us-rifles"
    one.game.units["b2"].hex = "0101"
    one.game.units["b1"].company = ""
    one.act("blue", a.StartMove("b1"))
    assert one.refusal("blue", a.Mount("b2", "b1")).rule == "19.14"
    one.game.companies["bc"].command = "BC"
    one.act("blue", a.Mount("b2", "b1"))

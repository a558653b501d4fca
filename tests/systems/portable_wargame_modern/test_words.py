"""What people read: labels of options, lines of the log, what is told of a unit and of the battle."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.options import Modifier
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.state import Objective
from tests.systems.portable_wargame_modern.table import BLUE, FAR, IDLE, RED, Table, unit


def labels(table: Table, side: str, kind: type[Any]) -> list[str]:
    options = table.rules.legal(table.game, side)
    return [table.rules.label(table.game, one) for one in options if type(one.action) is kind]


def line(table: Table, event: Any) -> str:
    return table.rules.describe(table.game, event)[0]


def details(table: Table, id: str) -> dict[str, str]:
    (piece,) = [one for one in table.rules.view(table.game, "").pieces if one.id == id]
    return dict(piece.details)


def namesakes() -> Table:
    """Both sides have an Infantry; blue has two."""
    return Table(
        e.Placed("ours", "infantry", "Infantry", RED, "0505", "S", 4),
        e.Placed("theirs", "infantry", "Infantry", BLUE, "0506", "N", 4),
        e.Placed("more", "commanders", "Infantry", BLUE, "0506", "N", 2),
    )


def test_units_of_the_same_name_are_told_apart() -> None:
    table = namesakes().activating("ours")
    assert labels(table, RED, a.Assault)[0] == "Infantry: assault Infantry (Blue, 0506) in 0506"
    told = line(table, e.Fired("ours", "theirs", "0506", (4,), hits=0))
    assert told == "Infantry (Red) fired at Infantry (Blue, 0506) in 0506: 4 (needs 5): no hit."
    alone = Table(unit("infantry", RED, "0505"), FAR)
    assert line(alone, e.StrengthLost("infantry", 3, "fire", "far")) == "infantry: 3 strength points left."


def test_odds_keep_units_of_the_same_name_apart() -> None:
    table = namesakes().activating("ours")
    odds = table.rules.odds(table.game, RED, a.Fire("ours", "0506"))
    assert odds is not None
    hits = [one.fraction for one in odds.also if one.result.startswith("hit: Infantry (Blue")]
    assert hits == ["1/2", "1/2"]
    odds = table.rules.odds(table.game, RED, a.Assault("ours", "theirs"))
    assert odds is not None
    assert {one.result for one in odds.results} >= {"hit: Infantry (Red)", "hit: Infantry (Blue, 0506)"}


def test_the_log_says_who_fires_no_more_only_if_he_was_asked() -> None:
    table = Table(
        unit("field-guns", RED, "0501"),
        unit("field-guns", BLUE, "0506", "N", id="foe"),
        unit("infantry", BLUE, "1616"),
    )
    table.act(RED, a.CeaseFire())
    assert [line(table, one) for one in table.events] == ["Red fires no more artillery."]
    table.act(BLUE, a.Bombard("foe", "0501"), 6, 1)
    idle = [one for one in table.events if isinstance(one, e.FireCeased)]
    assert [line(table, one) for one in idle] == [""]


def test_a_shell_that_misses_is_told_with_its_side_and_what_it_needed() -> None:
    table = Table(unit("field-guns", RED, "0501"), FAR)
    seen = (Modifier("seen", 2, ""),)
    short = e.ShellLanded("field-guns", "far", "0508", "0507", (2,), 4, seen)
    assert line(table, short) == "field-guns: fire at 0508 lands before it, in 0507 (2, needs 5, +2 seen)."
    over = e.ShellLanded("field-guns", "far", "0508", "0509", (3,), 3)
    assert line(table, over) == "field-guns: fire at 0508 lands behind it, in 0509 (3, needs 5)."
    gas = e.CloudDrifted("0508", "0509", (3,), 0, ("far",))
    assert line(table, gas) == "Gas in 0508 drifts to 0509 (3; stays with 5); hit: far."


def test_dice_of_initiative_activation_and_hits_are_explained() -> None:
    table = Table(unit("infantry", RED, "0505", quality="poor"), FAR)
    tied = e.InitiativeRolled((3, 3, 1, 6), BLUE)
    assert line(table, tied) == "Initiative: Red 3, Blue 3; again: Red 1, Blue 6: Blue goes first."
    both = e.ActivationRolled(RED, (4, 2), True, 5)
    assert line(table, both) == (
        "Red may activate 6 units (4 2: one for the commander, one for every 5 of 5 other units, rounded up)."
    )
    one = e.ActivationRolled(RED, (1,), False, 3)
    assert line(table, one) == "Red may activate 1 unit (1: one for every 5 of 3 units, rounded up)."
    alone = e.ActivationRolled(RED, (2,), True, 0)
    assert line(table, alone) == "Red may activate 2 units (2: one for the commander)."
    hit = e.HitRolled("infantry", 5, False, "fire")
    assert line(table, hit) == (
        "infantry, hit by fire: 5 (poor: up to 4 loses a point), must retreat or lose a point."
    )


def test_labels_say_how_long_work_takes() -> None:
    table = Table(unit("engineers", RED, "0505"), FAR, mines=["0504"], wire=["0505"]).activating("engineers")
    told = labels(table, RED, a.Labour)
    assert "engineers: lay mines in 0506 (3 turns)" in told
    assert "engineers: clear the mines in 0504 (5 turns)" in told
    assert "engineers: remove the wire in 0505 (1 turn)" in told
    begun = e.WorkBegun("engineers", "clear-wire", "0505", 1)
    assert line(table, begun) == "engineers began to remove the wire in 0505: 1 turn."
    table.does(a.Labour("engineers", "lay-mines", "0506"))
    (piece,) = [one for one in table.rules.view(table.game, "").pieces if one.id == "engineers"]
    assert "laying mines in 0506, 2 more turns" in piece.status


def test_guns_are_limbered_and_infantry_goes_aboard() -> None:
    table = Table(
        unit("field-guns", RED, "0505"), unit("infantry", RED, "0604"), unit("trucks", RED, "0504"), FAR, IDLE
    ).activating("field-guns")
    assert labels(table, RED, a.Load) == ["field-guns: limber up to trucks (the turn of both)"]
    table.does(a.Load("field-guns", "trucks"))
    assert line(table, table.told(e.Loaded)) == "field-guns limbered up to trucks."
    (piece,) = [one for one in table.rules.view(table.game, "").pieces if one.id == "field-guns"]
    assert "towed by trucks" in piece.status
    assert details(table, "trucks")["tows"] == "field-guns"


def test_who_is_aboard_is_asked_whether_to_get_down() -> None:
    table = Table(unit("infantry", RED, "0505"), unit("trucks", RED, "0504"), FAR, IDLE).activating(
        "infantry"
    )
    table.does(a.Load("infantry", "trucks"))
    table.game.units["infantry"].acted = table.game.units["infantry"].busy = False
    table.game.units["trucks"].busy = False
    table.act(RED, a.Activate("infantry"))
    (asked,) = table.rules.pending(table.game)
    assert asked.prompt == "infantry: get down from trucks; or nothing more this turn."
    assert labels(table, RED, a.Unload) == ["infantry: get down from trucks in 0504 (the turn of both)"]


@pytest.mark.parametrize(("type", "how"), [("cavalry", "dismount"), ("dismounted-cavalry", "mount")])
def test_cavalry_mounts_or_dismounts(type: str, how: str) -> None:
    table = Table(unit(type, RED, "0505"), FAR, IDLE).activating(type)
    assert labels(table, RED, a.Remount) == [f"{type}: {how} (the whole turn)"]
    table.does(a.Remount(type))
    assert line(table, table.told(e.Remounted)) == f"{type} {how}ed."


def test_a_unit_says_what_fire_costs_it_and_why_it_cannot_do_it_now() -> None:
    table = Table(
        unit("tanks", RED, "0505"), unit("field-guns", RED, "0501"), unit("trucks", RED, "0101"), FAR
    ).activating("tanks")  # fmt: skip
    moves = {id: details(table, id)["moves"] for id in ("tanks", "field-guns", "trucks")}
    assert moves == {"tanks": "3 (2 if it fires)", "field-guns": "2 (none once it has fired)", "trucks": "4"}
    assert "fire" not in details(table, "tanks")
    table.does(a.Move("tanks", "0508"))
    assert details(table, "tanks")["fire"] == "not now: who fires moves 2 at most, and it has moved 3"


def test_objectives_are_listed_with_their_points_and_holders() -> None:
    table = Table(
        unit("tanks", RED, "0505"), FAR, objectives=[Objective("0606", 2, BLUE), Objective("0707", 1)]
    )
    told = table.rules.view(table.game, "").notes[-1]
    assert told == "Objectives: 0606, 2 points (Blue); 0707, 1 point (nobody)."
    assert line(table, e.ObjectiveTaken(RED, "0606")) == "Red holds 0606: 2 victory points."

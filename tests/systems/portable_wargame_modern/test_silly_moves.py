"""What a beginner would laugh at, met in battles that were watched: the sensible bot does none of it any more."""

from __future__ import annotations

from random import Random
from typing import Any

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.outlook import Outlook
from campaign.systems.portable_wargame_modern.rules import SYSTEM
from campaign.systems.portable_wargame_modern.state import Objective
from tests.systems.portable_wargame_modern.table import BLUE, FAR, RED, Table, unit

SENSIBLE = SYSTEM.bot("sensible")


def chosen(table: Table, side: str) -> Any:
    game = table.game
    return SENSIBLE.choose(table.rules, game, side, table.rules.legal(game, side), Random(1).randrange).action


def turn_of(table: Table, side: str) -> list[Any]:
    """What the bot does from here to the end of the side's activations, with dice that all show 1."""
    done: list[Any] = []
    turn = table.game.turn
    while (game := table.game).active == side and game.turn == turn and game.verdict is None:
        asked = table.rules.pending(game)[0].side
        action = chosen(table, asked)
        if asked == side:
            done.append(action)
        table.act(asked, action, *([1] * THROWN.get(action.__class__, 0)))
    return done


THROWN: dict[Any, int] = {a.Fire: 1, a.Assault: 2}


def test_who_holds_a_hill_goes_on_to_the_village_that_nobody_holds() -> None:
    """It is ahead by a point, and the enemy would be if he took what lies open."""
    table = Table(
        unit("infantry", RED, "0505", id="first"), unit("infantry", RED, "0504", id="second"),
        unit("infantry", BLUE, "0515", "N", id="foe"),
        objectives=[Objective("0505", 1, RED), Objective("0508", 3)],
    )  # fmt: skip
    table.activating("second")
    table.act(RED, a.EndUnit("second"))
    assert chosen(table, RED) == a.Activate("first")
    table.act(RED, a.Activate("first"))
    assert chosen(table, RED) == a.Move("first", "0507")


def test_an_empty_village_next_to_it_is_taken_by_who_is_ahead() -> None:
    table = Table(
        unit("tanks", RED, "0505", id="own"), unit("infantry", RED, "0504", id="other"),
        unit("infantry", BLUE, "0512", "N", id="foe"),
        objectives=[Objective("0505", 2, RED), Objective("0506", 2, BLUE), Objective("0305", 1, RED)],
    )  # fmt: skip
    table.activating("own")
    assert chosen(table, RED) == a.Move("own", "0506")


def test_the_reserve_comes_to_what_is_in_danger() -> None:
    """The side is ahead, and one of its units faces three."""
    table = Table(
        unit("infantry", RED, "0505", id="garrison"), unit("light-tanks", RED, "0511", "N", id="reserve"),
        *(unit("infantry", BLUE, hex, "S", id=hex) for hex in ("0402", "0502", "0602")),
        objectives=[Objective("0505", 2, RED)],
    )  # fmt: skip
    table.activating("reserve")
    action = chosen(table, RED)
    assert isinstance(action, a.Move)
    distance = table.play.ground.distance
    assert distance(action.to, "0505") < distance("0511", "0505")


def test_guns_that_reach_nobody_come_into_range() -> None:
    table = Table(
        unit("field-guns", RED, "0501", id="guns"), unit("infantry", RED, "0502", id="other"),
        unit("infantry", BLUE, "0510", "N", id="foe"),
        objectives=[Objective("0510", 2, BLUE)],
    )  # fmt: skip
    table.activating("guns")
    action = chosen(table, RED)
    assert isinstance(action, a.Move)
    assert table.play.ground.distance(action.to, "0510") <= 8


def test_nobody_goes_there_and_back_for_a_shot_that_a_friend_masks() -> None:
    """In a lane between two lakes, behind a tank."""
    lakes = [f"{column}{row:02}" for column in ("04", "06") for row in range(2, 9)]
    table = Table(
        unit("machine-guns", RED, "0505", id="own"), unit("tanks", RED, "0506", id="before"),
        unit("infantry", BLUE, "0507", "N", id="foe"), unit("infantry", RED, "0116", id="idle"),
        objectives=[Objective("0507", 2, BLUE)], terrain=dict.fromkeys(lakes, "water"),
    )  # fmt: skip
    table.activating("own")
    ways = [one.to for one in turn_of(table, RED) if isinstance(one, a.Move) and one.unit == "own"]
    assert len(ways) <= 1


def test_no_shell_is_aimed_beside_friends_who_hold_what_is_worth_points() -> None:
    """Short of one target lies the village that a friend holds; the other target is as good but for a crew behind."""
    table = Table(
        unit("field-guns", RED, "0801", id="guns"), unit("infantry", RED, "0808", id="own"),
        unit("infantry", BLUE, "0809", "N", id="near"), unit("mortars", BLUE, "0810", "N", id="crew", strength=1),
        unit("infantry", BLUE, "0508", "NE", id="other"),
        *(unit("infantry", RED, hex, id=hex) for hex in ("0101", "0201", "0301")),
        objectives=[Objective("0808", 3, RED)],
        terrain=dict.fromkeys(("0804", "0604", "0704", "0705"), "wood"),
    )  # fmt: skip
    targets = {one.hex for one in table.listed(RED) if isinstance(one, a.Bombard)}
    assert targets == {"0508", "0809"}
    assert chosen(table, RED) == a.Bombard("guns", "0508", False)


def test_mortars_do_not_go_for_anybody_hand_to_hand() -> None:
    table = Table(
        unit("mortars", RED, "0505", id="own"), unit("infantry", RED, "0116", id="idle"),
        unit("armoured-cars", BLUE, "0507", "S", id="foe"),
        objectives=[Objective("0512", 2, BLUE)],
    )  # fmt: skip
    table.activating("own")
    done = turn_of(table, RED)
    assert any(isinstance(one, a.Fire) for one in done)
    assert not any(isinstance(one, a.Assault) for one in done)
    assert "0506" not in [one.to for one in done if isinstance(one, a.Move)]


def test_a_commander_leaves_the_hex_that_guns_have_found() -> None:
    table = Table(
        unit("commanders", RED, "0505", id="chief"), unit("infantry", RED, "0504", id="own"),
        unit("infantry", RED, "0604", id="more"), unit("field-guns", BLUE, "0512", "N", id="guns"), FAR,
        objectives=[Objective("0512", 2, BLUE)],
    )  # fmt: skip
    for one in (a.Bombard("guns", "0505", False), a.CeaseFire()):
        if not table.game.forces[BLUE].done:
            table.act(BLUE, one, *((2,) if isinstance(one, a.Bombard) else ()))
    assert table.unit("guns").aimed == "0505"
    assert table.game.active == RED, "the first to go, with a 6"
    table.act(RED, a.Activate("chief"))
    assert isinstance(chosen(table, RED), a.Move)


def test_a_commander_does_not_lead_from_where_he_is_shot_at() -> None:
    """Four friends would be next to him there, and an enemy three hexes off."""
    around = ("0405", "0406", "0605", "0606")
    table = Table(
        unit("commanders", RED, "0503", id="chief"), *(unit("infantry", RED, hex, id=hex) for hex in around),
        unit("infantry", BLUE, "0509", "N", id="foe"), FAR,
        objectives=[Objective("0512", 2, BLUE)],
    )  # fmt: skip
    ground = table.play.ground
    assert set(around) < set(ground.neighbours["0506"]) and ground.distance("0506", "0509") == 3
    table.activating("chief")
    assert ground.distance(chosen(table, RED).to, "0509") > 3


def test_a_loaded_carrier_does_not_drive_up_to_the_enemy() -> None:
    table = Table(
        unit("carriers", RED, "0502", id="carrier"), unit("infantry", RED, "0502", id="load", aboard="carrier"),
        unit("infantry", BLUE, "0508", "N", id="foe"),
        objectives=[Objective("0507", 3)],
    )  # fmt: skip
    table.activating("carrier")
    action = chosen(table, RED)
    if isinstance(action, a.Move):
        assert table.play.ground.distance(action.to, "0508") > 2


def test_empty_trucks_drive_to_no_wood_at_the_front() -> None:
    table = Table(
        unit("trucks", RED, "0502", id="truck"), unit("infantry", RED, "0116", id="idle"),
        unit("infantry", BLUE, "0509", "N", id="foe"),
        objectives=[Objective("0509", 2, BLUE)], terrain={"0604": "wood"},
    )  # fmt: skip
    table.activating("idle")
    table.act(RED, a.EndUnit("idle"))
    assert chosen(table, RED) == a.Pass()


def test_mortars_go_into_no_mines_for_a_shot() -> None:
    """They are hit there for sure, and the shot hits one time in three."""
    table = Table(
        unit("mortars", RED, "0504", id="own"), unit("infantry", RED, "0116", id="idle"),
        unit("infantry", BLUE, "0510", "N", id="foe", strength=1),
        objectives=[Objective("0510", 2, BLUE)], mines=["0506", "0406", "0606"],
    )  # fmt: skip
    table.activating("own")
    action = chosen(table, RED)
    assert not isinstance(action, a.Move) or action.to not in table.game.mines


def test_a_commander_does_not_go_where_the_enemy_comes_in_one_move() -> None:
    """Next to him there would be four friends, and he would be in cover."""
    around = ("0405", "0406", "0605", "0606")
    table = Table(
        unit("commanders", RED, "0503", id="chief"), *(unit("infantry", RED, hex, id=hex) for hex in around),
        unit("infantry", BLUE, "0508", "N", id="foe"), FAR,
        objectives=[Objective("0512", 3, BLUE)], terrain={"0506": "town"},
    )  # fmt: skip
    table.activating("chief")
    action = chosen(table, RED)
    if isinstance(action, a.Move):
        assert table.play.ground.distance(action.to, "0508") > 2


def test_who_stands_near_a_hill_that_nobody_threatens_helps_at_the_village() -> None:
    table = Table(
        unit("infantry", RED, "0805", id="own"), unit("infantry", RED, "0509", id="garrison"),
        *(unit("infantry", BLUE, hex, "N", id=hex) for hex in ("0410", "0511", "0610")),
        objectives=[Objective("0705", 1, RED), Objective("0509", 3, RED), Objective("0515", 1, BLUE)],
    )  # fmt: skip
    table.activating("own")
    action = chosen(table, RED)
    assert isinstance(action, a.Move)
    distance = table.play.ground.distance
    assert distance(action.to, "0509") < distance("0805", "0509")


def test_guns_go_into_no_wood_out_of_which_they_cannot_fire() -> None:
    """They were in range in the middle of a wood, and never heard of again."""
    table = Table(
        unit("field-guns", RED, "0504", id="guns"), unit("infantry", RED, "0508", id="other"),
        unit("infantry", BLUE, "0514", "N", id="foe"), objectives=[Objective("0514", 2, BLUE)],
        terrain=dict.fromkeys(("0404", "0504", "0505", "0506", "0507", "0605", "0604"), "wood"),
    )  # fmt: skip
    assert not table.play.ground["0506", "0514"].out
    table.activating("guns")
    action = chosen(table, RED)
    assert not isinstance(action, a.Move) or table.play.ground[action.to, "0514"].out
    out = Table(
        unit("field-guns", RED, "0506", id="guns"), unit("infantry", RED, "0509", id="other"),
        unit("infantry", BLUE, "0513", "N", id="foe"), objectives=[Objective("0513", 2, BLUE)],
        terrain=dict.fromkeys(("0506", "0507", "0405", "0406", "0605", "0606"), "wood"),
    )  # fmt: skip
    out.activating("guns")
    action = chosen(out, RED)
    assert isinstance(action, a.Move) and out.play.ground[action.to, "0513"].out


def test_who_is_exhausted_does_not_leave_a_village_for_a_hill_that_it_cannot_take() -> None:
    """A whole side walked off over the fields around a hill that the enemy sat on."""
    table = Table(
        unit("infantry", RED, "0805", id="own"), unit("infantry", RED, "0116", id="idle"),
        unit("infantry", BLUE, "0505", "SE", id="foe"), unit("infantry", BLUE, "1205", "SW", id="more"),
        objectives=[Objective("0805", 1, RED), Objective("0505", 2, BLUE)], terrain={"0805": "town"},
    )  # fmt: skip
    table.activating("own")
    for exhausted in (False, True):
        table.game.forces[RED].exhausted = exhausted
        sees = Outlook(table.play, RED, table.rules.constants)
        assert sees.goals == (["0805"] if exhausted else ["0505"])
    assert not isinstance(chosen(table, RED), a.Move)

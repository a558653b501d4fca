"""Moving on foot: steps by impulse, wire, fire, edges, whoever is met, rout (7, 9, 17, 27.7, 29.2, 30)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.options import Odds
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people import moving, spotting
from campaign.systems.combat_volume_2.people.moving import Move
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, ROUT, Goal, Man
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn.sequence import DuckBack
from campaign.systems.combat_volume_2.vehicles import seats
from tests.systems.combat_volume_2.field import Field
from tests.systems.combat_volume_2.whole import Whole, plain

PLAIN = ["......."] * 7
START = "0404"


def runs(order: str, ways: tuple[int, ...] = (1, 2), rows: list[str] = PLAIN, **more: Any) -> list[str]:
    """Where a friend is after each impulse."""
    field = Field(rows)
    hall = field.friend("hall", START, order, ways, **more)
    found: list[str] = []
    for impulse in (1, 2, 3, 4):
        field.game.impulse = impulse
        moving.move(field.play(), hall)
        found.append(hall.hex)
    return found


def walk(hex: str, *ways: int) -> str:
    board = Field(PLAIN).charts.boards["field"]
    for way in ways:
        hex = board.neighbours[hex][way - 1] or ""
    return hex


@pytest.mark.parametrize(
    ("order", "steps"),
    [
        ("sneak", [(), (1,), (1,), (1, 2)]),
        ("run-and-gun", [(1,), (1,), (1, 2), (1, 2)]),
        ("evade", [(1,), (1, 2), (1, 2, 1), (1, 2, 1, 2)]),
        ("aimed", [(), (), (), ()]),
    ],
)
def test_steps_by_impulse(order: str, steps: list[tuple[int, ...]]):
    assert runs(order) == [walk(START, *some) for some in steps]


def test_a_sprint_takes_six_steps():
    field = Field([". . . . . . . . . . . .".replace(" ", "")] * 12)
    hall = field.friend("hall", "0606", "sprint", (3, 4))
    for impulse in (1, 2, 3, 4):
        field.game.impulse = impulse
        moving.move(field.play(), hall)
    board = field.charts.boards["field"]
    hex = "0606"
    for way in (3, 4, 3, 4, 3, 4):
        hex = board.neighbours[hex][way - 1] or ""
    assert hall.hex == hex


def test_a_sprint_into_rough_ground_ends_with_the_impulse():
    rows = [row[:3] + "h" + row[4:] if y == 2 else row for y, row in enumerate(PLAIN)]
    field = Field(rows)
    hall = field.friend("hall", START, "sprint", (1, 1))
    moving.move(field.play(), hall)
    assert (hall.hex, hall.order.word) == (walk(START, 1, 1), "duck-back")


def test_a_charge_runs_to_its_target_and_meets_him():
    field = Field(PLAIN)
    hall = field.friend("hall", "0407", "charge", target="jung")
    jung = field.enemy("jung", "0404", "aimed")
    moving.move(field.play(), hall)
    field.game.impulse = 2
    moving.move(field.play(), hall)
    assert hall.hex == jung.hex
    assert hall.spotted


def test_a_charge_without_anybody_left_ducks():
    field = Field(PLAIN)
    hall = field.friend("hall", "0407", "charge", target="jung")
    field.enemy("jung", "0404", "aimed", down=True)
    moving.move(field.play(), hall)
    assert hall.order.word == "duck-back"


# -- the edge ----------------------------------------------------------------------------------------------------------


def test_the_edge_of_the_map_stops_but_for_a_friendly_or_a_goal_edge():
    for goals, gone in (((), ""), ((Goal("leave", edge="N"),), "left N")):
        field = Field(PLAIN, goals=goals)
        hall = field.friend("hall", "0401", "evade", (1,))
        moving.move(field.play(), hall)
        assert hall.gone == gone
        assert gone or hall.order.word == "duck-back"
    field = Field(PLAIN)
    hall = field.friend("hall", "0407", "evade", (4,))
    moving.move(field.play(), hall)
    assert hall.gone == "left S"


def test_an_enemy_does_not_leave_but_in_rout():
    field = Field(PLAIN)
    jung = field.enemy("jung", "0407", "evade", (4,))
    moving.move(field.play(), jung)
    assert (jung.gone, jung.order.word) == ("", "duck-back")
    routed = field.enemy("kern", "0407", "rout", (4,), morale=ROUT)
    field.friend("hall", "0101", spotted=True)
    moving.move(field.play(), routed)
    assert routed.gone == "fled"


# -- wire and fire -----------------------------------------------------------------------------------------------------


def test_27_7_wire_is_left_by_sneak_and_a_check():
    for die, moves in ((5, True), (6, False)):
        field = Field(PLAIN)
        field.mark(START, "wire")
        hall = field.friend("hall", START, "sneak", (1,))
        field.game.impulse = 2
        moving.move(field.play(die), hall)
        assert (hall.hex != START) is moves


def test_27_7_no_check_over_a_comrade_who_hides_in_it():
    field = Field(PLAIN)
    field.mark(START, "wire")
    field.friend("bridge", START, "hide")
    hall = field.friend("hall", START, "evade", (1,))
    moving.move(field.play(), hall)
    assert hall.hex == walk(START, 1)


def test_27_7_an_enemys_other_movement_becomes_sneak():
    field = Field(PLAIN)
    field.mark(START, "wire")
    jung = field.enemy("jung", START, "evade", (2, 3))
    moving.move(field.play(), jung)
    assert (jung.hex, jung.order.word, jung.order.ways) == (START, "sneak", (2, 3))


def test_29_2_fire_stops_for_the_impulse_if_he_could_go_on_later_else_for_good():
    for ways, order in (((1, 2), "evade"), ((1, 1), "duck-back")):
        field = Field(PLAIN)
        field.mark(walk(START, 1), "fire")
        jung = field.enemy("jung", START, "evade", ways)
        moving.move(field.play(), jung)
        assert (jung.hex, jung.order.word) == (START, order)


# -- whoever is met ----------------------------------------------------------------------------------------------------


def test_walking_into_a_waiting_enemy_wakes_him_unprepared():
    field = Field(PLAIN)
    hall = field.friend("hall", START, "evade", (1,))
    field.counter("e1", walk(START, 1))
    moving.move(field.play(4), hall)
    man = field.game.men["e1"]
    assert (man.who, man.alert, man.fresh, man.spotted, hall.spotted) == ("heer-4", True, True, True, True)


def test_walking_into_a_dummy_takes_it_away_and_goes_on():
    field = Field(PLAIN)
    hall = field.friend("hall", START, "sprint", (1,))
    field.counter("e1", walk(START, 1))
    moving.move(field.play(30), hall)
    assert field.game.men["e1"].gone == "dummy"
    assert hall.hex == walk(START, 1, 1)


def test_30_a_medic_makes_way():
    field = Field(PLAIN)
    hall = field.friend("hall", START, "evade", (1,))
    medic = field.enemy("doktor", walk(START, 1), "hide", skills=("trained-medic",))
    moving.move(field.play(1), hall)
    assert medic.hex == walk(START, 1, 1)


def test_30_a_medic_does_not_go_where_opponents_are():
    field = Field(PLAIN)
    medic = field.friend("doc", START, "evade", (1,), skills=("trained-medic",))
    field.enemy("jung", walk(START, 1), "aimed")
    moving.move(field.play(), medic)
    assert (medic.hex, medic.order.word) == (START, "duck-back")


def test_the_nearest_of_those_who_wait_may_notice_a_friend():
    """Ninth trigger: quality 4 of a counter, Evade 1: 5 or less."""
    for die, seen in ((5, True), (6, False)):
        field = Field(PLAIN)
        hall = field.friend("hall", START, "evade", (1,))
        field.counter("near", "0401")
        field.counter("far", "0101")
        moving.move(field.play(die, *((7,) if seen else ())), hall)
        assert (hall.spotted, field.game.men["near"].alert) == (seen, seen)
        assert not field.game.men["far"].alert


# -- rout --------------------------------------------------------------------------------------------------------------


def fled(**more: Any) -> Man:
    field = Field(PLAIN)
    hall = field.friend("hall", "0403", "rout", morale=ROUT, **more)
    field.enemy("jung", "0101", "aimed")
    moving.move(field.play(), hall)
    return hall


def test_a_friend_flees_to_his_edge_as_fast_as_wounds_allow():
    assert fled().hex == "0405"
    assert fled(light=1).hex == "0404"
    assert fled(bad=1).hex == "0403"


def test_a_friend_without_an_edge_of_his_own_flees_to_a_neutral_one():
    field = Field(PLAIN, friendly=(), neutral=("N",))
    hall = field.friend("hall", "0403", "rout", morale=ROUT)
    field.enemy("jung", "0107", "aimed")
    moving.move(field.play(), hall)
    assert hall.hex == "0401"


def test_a_man_in_rout_rests_in_cover_where_nobody_sees_him():
    rows = ["......." for _ in range(4)] + [".TTTTT."] + ["...T..."] + ["......."]
    field = Field(rows)
    hall = field.friend("hall", "0406", "rout", morale=ROUT)
    field.enemy("jung", "0401", "aimed")
    assert not moving.moves_now(field.play(), hall)


def test_an_enemy_flees_as_a_card_says_turned_by_the_compass():
    field = Field(PLAIN)
    jung = field.enemy("jung", START, "rout", morale=ROUT)
    field.friend("hall", "0101", spotted=True)
    rout = field.charts.enemy_cards[1].rout
    moving.move(field.play(1), jung)
    assert jung.order.ways == (rout,)
    assert jung.hex == walk(START, rout, rout)
    assert 1 in field.game.enemy.out


def test_a_melee_is_left_in_rout_alone():
    field = Field(PLAIN)
    hall = field.friend("hall", "0403", "rout", morale=ROUT)
    hill = field.friend("hill", "0503", "evade", (4,))
    field.enemy("jung", "0403", "aimed")
    field.enemy("kern", "0503", "aimed")
    field.game.acting = "hill"
    moving.move(field.play(), hall)
    assert hall.hex == "0405"
    assert not moving.candidates(field.play(), "us")
    assert next(moving.why_not(field.play(), "us", Move("hill"))).rule == "15"
    assert hill.hex == "0503"


# -- the player --------------------------------------------------------------------------------------------------------


def test_the_player_moves_in_the_impulses_of_the_order():
    field = Field(PLAIN)
    field.friend("hall", START, "sneak", (1,))
    field.game.acting = "hall"
    refused = next(moving.why_not(field.play(), "us", Move("hall")))
    assert (refused.rule, refused.allowed) == ("7", ("impulse 2", "impulse 4"))
    assert not moving.candidates(field.play(), "us")
    field.game.impulse = 2
    play = field.play()
    (option,) = moving.candidates(play, "us")
    assert next(moving.why_not(play, "us", option.action), None) is None
    assert moving.label(play, option.action) == f"Sneak to {walk(START, 1)}"


@pytest.mark.parametrize(
    ("ground", "pace"), [("dry", (2, 1, 2, 1)), ("mud", (1, 1, 1, 1)), ("deep-snow", (0, 1, 0, 1))]
)
def test_28_2_nobody_flees_faster_than_the_ground_lets_him(ground: str, pace: tuple[int, ...]):
    """17."""
    field = Field(["....."] * 5)
    field.game.ground = ground
    hall = field.friend("hall", "0303", "rout")
    found: list[int] = []
    for impulse in (1, 2, 3, 4):
        field.game.impulse = impulse
        found.append(moving.pace_of_rout(field.play(), hall))
    assert tuple(found) == pace


def test_terrain_helps_who_flees_no_more_than_who_sprints():
    """11."""
    field = Field(["....B"] * 3)
    hall = field.friend("hall", "0101", "aimed")
    jung = field.enemy("jung", "0501", "rout")
    assert [one.value for one in sight.fire_terms(field.play(), hall, jung)] == [-1]


def test_nobody_ducks_out_of_a_melee():
    """Only who is in Rout leaves it; all others fight (15)."""
    field = Whole(plain())
    field.game.impulse, field.game.active = 2, "able"
    field.friend("hall", "0202", "evade", (1, 1), spotted=True)
    field.enemy("jung", "0202", "aimed")
    assert "Duck Back" in field.refusal(DuckBack("hall"))


def test_nobody_mounts_out_of_a_melee_or_out_of_wire():
    """15."""
    for trouble in ("", "melee", "wire"):
        field = Whole(plain())
        field.game.impulse, field.game.active = 2, "able"
        hall = field.friend("hall", "0202", "mount-up", target="truck:1", spotted=True)
        field.vehicle("truck", "truck", "0203", side=FRIEND)
        if trouble == "melee":
            field.enemy("jung", "0202", "aimed")
        elif trouble:
            field.mark("0202", "wire")
        assert seats.due(field.play(), hall) is not bool(trouble)


# -- odds --------------------------------------------------------------------------------------------------------------


def odds_of_moving(field: Field) -> Odds | None:
    field.game.acting, field.game.asked = "hall", True
    field.game.forget()
    told = TABLE.answers[Move].odds
    assert told is not None
    return told(Play(TABLE, field.charts, field.game), "us", Move("hall"))


def test_odds_of_a_move_say_whether_who_waits_notices() -> None:
    """9: by the die that he needs, and a dummy notices nobody."""
    field = Field(["." * 8] * 8)
    field.friend("hall", "0404", "evade", (1,))
    assert odds_of_moving(field) is None
    field.enemy("jung", "0402", "", alert=False, spotted=False)
    play = field.play(0)
    moving.move(play, field.game.men["hall"])
    (looked,) = [event for event in play.events if isinstance(event, spotting.LookedUp)]
    field.game.men["hall"].hex, field.game.men["jung"].alert = "0404", False
    field.game.men["hall"].spotted = False
    passes = sum(face <= looked.needed and face != 9 for face in range(10))
    told = odds_of_moving(field)
    assert told is not None and 0 < passes < 10
    assert {one.result: one.fraction for one in told.results} == {
        "noticed": str(Fraction(passes, 10)),
        "not noticed": str(Fraction(10 - passes, 10)),
    }


def test_odds_of_a_move_do_not_know_who_a_counter_is() -> None:
    """Dummies among what is left of the cup count as often as they are."""
    field = Field(["." * 8] * 8)
    field.friend("hall", "0404", "evade", (1,))
    field.counter("c1", "0402")
    cup = field.game.cups["red"]
    before = odds_of_moving(field)
    assert before is not None
    chance = {one.result: Fraction(one.fraction) for one in before.results}
    real = Fraction(
        sum(field.charts.counter("heer", number) is not None for number in cup.left), len(cup.left)
    )
    assert real < 1
    cup.left[:] = [number for number in cup.left if field.charts.counter("heer", number) is not None]
    sure = odds_of_moving(field)
    assert sure is not None
    known = {one.result: Fraction(one.fraction) for one in sure.results}
    assert chance["noticed"] == real * known["noticed"]

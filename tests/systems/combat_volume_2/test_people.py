"""Spotting, alerts, melee, medics, grenades, shells, rally (9, 12, 15, 17, 18, 20, 24.1, 30, 31.10.7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.piles import Pile
from campaign.rules.walking import walked
from campaign.systems.combat_volume_2.people import (
    alert,
    blasts,
    checks,
    deeds,
    grenades,
    medics,
    melee,
    morale,
    spotting,
)
from campaign.systems.combat_volume_2.state import CAUTIOUS, NORMAL, ROUT, SHAKEN, Order, Shelling
from campaign.systems.combat_volume_2.turn import shelling
from tests.conftest import PROFILE
from tests.systems.combat_volume_2.field import Field, every_way

PLAIN = ["......."] * 7
MC, LIGHT, BAD, KILLED = 1, 19, 26, 29


# -- spotting ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "spotted"), [(6, True), (7, True), (9, False)])
def test_c2_4_a_commander_with_spot_looks_for_a_bazooka(die: int, spotted: bool):
    """5 + 1 for Fire Light AT in the open + 1 for Spot: 7 (12)."""
    field = Field(PLAIN)
    field.vehicle("v1", "pz4h", "0402").hatches["CM"] = "open"
    commander = field.aboard("cm", "v1", "CM", "spot")
    man = field.friend("buttermann", "0405", "fire-light-at")
    spotting.spot(field.play(die), commander)
    assert man.spotted is spotted


def test_c2_7_a_closed_hatch_takes_2_but_not_where_the_commanders_marker_lies():
    """31.7."""
    field = Field(PLAIN)
    field.vehicle("v1", "pz4h", "0402", facing=4, turret=4)
    commander = field.aboard("cm", "v1", "CM", "spot")
    gunner = field.aboard("g", "v1", "G", "fire-main-gun")
    man = field.friend("douglas", "0405", "load-light-at")
    assert checks.total(spotting.needs(field.play(), gunner, man)) == 5 - 2
    commander.marker = "0405"
    assert checks.total(spotting.needs(field.play(), gunner, man)) == 5
    spotting.spot(field.play(9), gunner)
    assert not man.spotted


def test_24_1_eagle_eyes_add_1_up_to_8():
    field = Field(PLAIN)
    for quality, needed in ((5, 6), (8, 8)):
        hall = field.friend("hall", "0404", "rally", skills=("eagle-eyes",), quality=quality)
        jung = field.enemy("jung", "0402", "duck-back", spotted=False)
        assert checks.total(spotting.needs(field.play(), hall, jung)) == needed - 1  # Duck Back


def test_a_friend_turns_up_a_counter_that_he_spots():
    field = Field(PLAIN)
    hall = field.friend("hall", "0404", "aimed")
    field.counter("e1", "0401")
    field.counter("e2", "0407")
    spotting.spot(field.play(5, 12, 5, 25), hall)
    one, other = field.game.men["e1"], field.game.men["e2"]
    assert (one.who, one.spotted, one.alert) == ("heer-12", True, False)
    assert other.gone == "dummy"


def test_a_machine_gun_comes_with_the_man_who_feeds_it():
    field = Field(PLAIN)
    field.counter("e1", "0401")
    alert.reveal(field.play(20), field.game.men["e1"])
    mate = field.game.men["e1-mate"]
    assert (mate.who, mate.hex, mate.mate, field.game.men["e1"].mate) == ("heer-21", "0401", "e1", "e1-mate")
    assert 21 not in field.game.cups["red"].left


def test_hiding_again_takes_hide_cover_and_a_check():
    """8."""
    field = Field(["T......", *PLAIN[1:]])
    hall = field.friend("hall", "0101", "hide", spotted=True)
    open_ground = field.friend("hill", "0404", "hide", spotted=True)
    assert spotting.hide_again_due(field.play())
    spotting.hide_again(field.play(5))
    assert (hall.spotted, open_ground.spotted) == (False, True)


def test_chances_of_spotting_count_each_by_himself():
    field = Field(PLAIN)
    hall = field.friend("hall", "0404", "aimed")
    field.counter("e1", "0401")
    field.enemy("jung", "0407", "hide", spotted=False)
    play = field.play()
    found = walked(
        play, lambda play: spotting.spot(play, play.man("hall")), lambda play: play.table.facts(play)
    )
    assert found.single == {"counter e1 is spotted": Fraction(6, 10), "Sch Jung is spotted": Fraction(4, 10)}
    assert hall.quality == 5


# -- alerts ------------------------------------------------------------------------------------------------------------


def test_9_leaders_and_neighbours_pass_an_alert_on_at_the_turns_end():
    field = Field(["............"] * 3)
    field.enemy("kern", "0101", leadership=5)
    for id, hex in (("near", "0401"), ("led", "0601"), ("far", "0801")):
        field.counter(id, hex)
    assert alert.end_of_turn_due(field.play())
    alert.end_of_turn(field.play(1, 2))
    assert [field.game.men[id].alert for id in ("near", "led", "far")] == [True, True, False]
    assert not field.game.men["near"].fresh


def test_31_3_a_vehicle_within_five_hexes_wakes():
    field = Field(["............"] * 3)
    field.counter("near", "0601")
    field.counter("far", "0701")
    alert.vehicle_near(field.play(3), "0101")
    assert (field.game.men["near"].alert, field.game.men["far"].alert) == (True, False)


# -- melee -------------------------------------------------------------------------------------------------------------


def brawl(**more: Any) -> Field:
    field = Field(PLAIN)
    field.friend("hall", "0404", "charge", target="jung", **more)
    field.enemy("jung", "0404", "aimed")
    field.game.acting = "hall"
    return field


def test_melee_numbers_of_arms_charge_and_odds():
    """15."""
    field = brawl(armed="smg", skills=("knife",))
    play = field.play()
    hall, jung = field.game.men["hall"], field.game.men["jung"]
    assert checks.total(melee.terms(play, hall)) == 5 + 1 + 1 + 1
    assert checks.total(melee.terms(play, jung)) == 4
    field.enemy("kern", "0404", "aimed")
    assert checks.total(melee.terms(field.play(), jung)) == 5


def test_who_alone_succeeds_wounds_and_both_may():
    """15."""
    field = brawl()
    melee.fight(field.play(6, 5, KILLED), field.game.men["hall"])
    assert field.game.men["jung"].dead
    field = brawl()
    melee.fight(field.play(6, 4, KILLED, LIGHT, 0), field.game.men["hall"], "jung")
    assert (field.game.men["jung"].dead, field.game.men["hall"].light) == (True, 1)


def test_the_ardour_of_a_charge_lasts_for_one_fight():
    field = brawl()
    melee.fight(field.play(9, 9), field.game.men["hall"])
    assert checks.total(melee.terms(field.play(), field.game.men["hall"])) == 5


def test_medics_and_the_incapacitated_are_never_in_a_melee():
    """30.0."""
    some: tuple[dict[str, Any], ...] = ({"skills": ("trained-medic",)}, {"down": True})
    for more in some:
        field = Field(PLAIN)
        field.friend("hall", "0404", **more)
        field.enemy("jung", "0404", "aimed")
        assert not melee.here(field.play(), "0404")


def test_chances_of_a_melee_are_those_of_every_face():
    field = brawl()
    field.game.wounds = Pile([1, 19, 26, 29, 30] if PROFILE == "long" else [1, 26, 29], [])
    play = field.play()
    odds = melee.ACTS[0].odds
    assert odds is not None
    told = odds(play, "us", melee.Melee("hall", "jung"))
    assert told is not None
    plain: dict[str, Fraction] = {}
    killed = Fraction(0)
    for one, weight in every_way(play, lambda play: melee.do(play, "us", melee.Melee("hall", "jung"))):
        fought = next(event for event in one.events if isinstance(event, melee.Fought))
        words = melee.outcome(one, fought)
        plain[words] = plain.get(words, Fraction(0)) + weight
        killed += weight * one.man("jung").dead
    assert {one.result: Fraction(one.fraction) for one in told.results} == plain
    assert {one.result: Fraction(one.fraction) for one in told.also}["Sch Jung: killed"] == killed


# -- medics ------------------------------------------------------------------------------------------------------------


def test_medical_aid_mends_a_wound_and_a_trained_medic_has_2_more():
    """30.0."""
    field = Field(PLAIN)
    field.game.impulse = 4
    medic = field.friend("doc", "0404", "medical-aid", skills=("trained-medic",))
    hall = field.friend("hall", "0404", bad=1, down=True)
    medics.aid(field.play(8), medic)
    assert hall.down
    medics.aid(field.play(7), medic)
    assert (hall.bad, hall.light, hall.down) == (0, 1, False)
    medics.aid(field.play(0), medic)
    assert hall.light == 0


def test_30_2_an_enemy_medic_goes_to_the_nearest_worst_wounded():
    field = Field(PLAIN)
    medic = field.enemy("doktor", "0404", skills=("trained-medic",))
    light = field.enemy("light", "0402", light=1)
    worse = field.enemy("worse", "0406", bad=1)
    field.enemy("far", "0101", bad=1, down=True)
    assert medics.whom_to_help(field.play(), medic) == [worse]
    order = medics.order_of_medic(field.play(), medic, worse)
    assert order is not None and (order.word, order.ways[0]) == ("evade", 4)
    worse.hex = "0404"
    assert medics.order_of_medic(field.play(), medic, worse) == Order("medical-aid", target="worse")
    assert medics.order_of_patient(light).word == "hide"
    worse.morale = SHAKEN
    assert medics.order_of_patient(worse).word == "rally"


# -- grenades ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "lies"), [((3,), "0402"), ((4, 1), "0401"), ((9, 4), "0404")], ids=["there", "beside", "far"]
)
def test_a_grenade_lies_where_it_is_thrown_or_scatters(dice: tuple[int, ...], lies: str):
    """Quality 5 less 2 hexes; beyond that the next hex by a die, for a 9 the one behind it."""
    field = Field(PLAIN)
    field.game.impulse = 3
    hall = field.friend("hall", "0404", "grenade", target="0402")
    grenades.throw(field.play(*dice), hall)
    assert field.game.lies(lies, "grenade")
    assert (hall.grenades, hall.spotted) == (1, True)


def test_a_grenade_bursts_at_the_turns_end():
    """4 dice of 3 or less in the open, 3 for the second man; all in the hex and next to it check."""
    field = Field(PLAIN)
    field.mark("0404", "grenade", turn=1, of="hall")
    jung = field.enemy("jung", "0404", "aimed")
    kern = field.enemy("kern", "0404", "aimed")
    beside = field.enemy("auer", "0403", "aimed")
    play = field.play(2, 9, 9, 9, 9, 5, 0, 9, 9, LIGHT, 0, 4, 5)
    grenades.go_off(play)
    assert (kern.morale, jung.light, beside.morale) == (CAUTIOUS, 1, CAUTIOUS)
    assert not field.game.marks


def test_31_10_7_a_grenade_into_a_hatch_is_three_cards_for_each():
    field = Field(PLAIN)
    field.game.impulse = 3
    vehicle = field.vehicle("v1", "pz4h", "0404")
    vehicle.hatches["CM"] = "jammed"
    for seat in ("CM", "G"):
        field.aboard(seat.lower(), "v1", seat)
    hall = field.friend("hall", "0404", "grenade", target="v1")
    assert "CM" not in grenades.hatches(field.play(), hall)
    grenades.throw(field.play(5), hall, "L")
    (mark,) = field.game.marks["0404"]
    assert (mark.on, mark.seat) == ("v1", "L")
    grenades.go_off(field.play(KILLED, 0, 2, 3, 4, 0, 0, 0))
    assert field.game.men["cm"].dead


def test_a_vehicle_that_drove_off_gets_it_into_its_hex_only():
    field = Field(PLAIN)
    field.game.impulse = 3
    field.vehicle("v1", "pz4h", "0402")
    hall = field.friend("hall", "0404", "grenade", target="v1")
    grenades.throw(field.play(0), hall)
    (mark,) = field.game.marks["0402"]
    assert mark.on == ""


def test_a_smoke_grenade_only_lies_there():
    field = Field(PLAIN)
    field.game.impulse = 3
    hall = field.friend("hall", "0404", "throw-smoke", target="0403", smokes=1)
    grenades.throw(field.play(0), hall)
    assert field.game.lies("0403", "smoke-grenade")
    assert (hall.smokes, hall.grenades) == (0, 2)


def test_chances_of_fragments_are_those_of_every_face(monkeypatch: pytest.MonkeyPatch):
    """Two men in a hex: each is exact by himself, whoever is hit first. Of few wound cards one is left, so that all are
    gathered; checks come after all cards and kill nobody, and walked by every face they would take hours."""
    field = Field(PLAIN)
    cards = [1, 5, 9, 13, 30] if PROFILE == "long" else [1, 9, 30]
    field.game.wounds = Pile([29], list(cards))
    field.enemy("jung", "0404", "aimed")
    field.enemy("kern", "0404", "hide")

    def run(play: object) -> None:
        blasts.burst(play, "0404", 2, 5)  # type: ignore[arg-type]

    play = field.play()
    found = walked(play, run, lambda play: play.table.facts(play)).single
    monkeypatch.setattr(morale, "morale_checks", lambda *_, **__: None)  # pyright: ignore
    monkeypatch.setattr(morale, "checks_of_attack", lambda *_: None)  # pyright: ignore
    field.game.wounds = Pile([29], list(cards))
    play = field.play()
    killed = {"jung": Fraction(0), "kern": Fraction(0)}
    for one, weight in every_way(play, run):
        for id in killed:
            killed[id] += weight * one.man(id).dead
    assert all(killed.values()) and killed["jung"] != killed["kern"]
    assert found["Sch Jung", "killed"] == killed["jung"]
    assert found["Sch Kern", "killed"] == killed["kern"]


# -- shells ------------------------------------------------------------------------------------------------------------


def test_a_leader_calls_for_the_mortar_that_falls_in_the_next_turns():
    field = Field(PLAIN, called={"mortar-60": 1})
    field.game.impulse = 4
    leader = field.friend("taylor", "0404", "plan", leadership=3)
    field.game.acting = "taylor"
    play = field.play(5)
    (option,) = shelling.candidates(play, "us")
    shelling.call(play, leader, "mortar-60", "0402")
    assert field.game.shellings == (Shelling("mortar-60", "0402", "taylor", (2, 3)),)
    assert option.action.weapon == "mortar-60"
    assert not shelling.candidates(field.play(), "us")


def test_rounds_fall_off_their_aim_and_shake_whoever_is_near():
    field = Field(PLAIN)
    jung = field.enemy("jung", "0402", "aimed")
    field.game.turn = 2
    field.game.shellings = (Shelling("mortar-60", "0402", "taylor", (2, 3)),)
    assert shelling.fall_due(field.play())
    play = field.play(1, 1, 3, 9, 9, 9, LIGHT, 0, 1, 4, 5, 1, 6)
    shelling.fall(play)
    assert [event.to for event in play.events if isinstance(event, shelling.RoundFell)] == [
        "0402",
        "0404",
        "",
    ]
    assert jung.light == 1
    assert not shelling.fall_due(field.play())


# -- rally -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "morale"), [(0, NORMAL), (4, CAUTIOUS), (5, SHAKEN), (9, ROUT)])
def test_rally(die: int, morale: int):
    """Quality 5, Shaken, out of sight: 4 (17). A 0 brings two steps, a 9 takes one."""
    field = Field(PLAIN)
    hall = field.friend("hall", "0404", "rally", morale=SHAKEN)
    deeds.rally(field.play(die), hall)
    assert hall.morale == morale


def test_rally_counts_a_leader_near_and_being_seen():
    """17."""
    field = Field(PLAIN)
    hall = field.friend("hall", "0404", "rally", morale=SHAKEN)
    field.friend("taylor", "0402", leadership=2)
    field.enemy("jung", "0407", "aimed")
    assert checks.total(deeds.terms(field.play(), hall)) == 5 - 2 + 2


def test_24_1_eagle_eyes_help_an_enemy_who_waits_to_notice_somebody():
    """He sneaks in the open, four hexes off: 4 is needed, 5 with the skill."""
    for skills, noticed in (((), False), (("eagle-eyes",), True)):
        field = Field(PLAIN)
        field.enemy("jung", "0401", "", alert=False, spotted=False, skills=skills)
        hall = field.friend("hall", "0404", "sneak")
        spotting.notice(field.play(5), hall)
        assert hall.spotted is noticed


def test_artillery_falls_in_two_turns_as_mortars_do():
    field = Field(PLAIN)
    for shell in field.charts.foot.shells:
        assert shell.turns == 2
    hall = field.friend("hall", "0404", "plan", leadership=2)
    shelling.call(field.play(4), hall, "artillery-105", "0401")
    assert field.game.shellings == (Shelling("artillery-105", "0401", "hall", (2, 3)),)

"""Trained medics: who fires at them, what their fall does, and whom the enemy's help (30)."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from campaign.systems.combat_volume_2.enemy import orders as enemy_orders
from campaign.systems.combat_volume_2.people import aiming, checks, enemy_fire, fire, medics, wounds
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.state import BERSERK, ENEMY, FRIEND, Order, Vehicle
from campaign.systems.combat_volume_2.turn import permitted
from campaign.systems.combat_volume_2.vehicles import guns, light_at
from campaign.systems.combat_volume_2.vehicles.fausts import TakeUp, may_hold
from tests.systems.combat_volume_2.field import Field
from tests.systems.combat_volume_2.whole import Whole, plain

OPEN = ["........"] * 8
LINE = ["....................", "...................."]
MC, LIGHT, BAD, KILLED = 1, 19, 26, 29
MEDIC = ("trained-medic",)


# -- their fall --------------------------------------------------------------------------------------------------------


def test_30_1_a_medic_who_breaks_down_with_a_bad_wound_rouses_his_friends():
    """5 against 6: he is out of action, and whoever sees it rolls all the same; 2 against 5 is a step up."""
    field = Field(OPEN)
    medic = field.friend("doc", "0101", skills=MEDIC)
    hall = field.friend("hall", "0505", "aimed")
    wounds.wound_cards(field.play(BAD, 6, 2), medic)
    assert medic.down
    assert hall.morale == 1
    assert wounds.REVENGE in field.game.medics


def test_30_1_a_medic_who_stays_up_with_a_bad_wound_rouses_them_too():
    field = Field(OPEN)
    medic = field.friend("doc", "0101", skills=MEDIC)
    hall = field.friend("hall", "0505", "aimed")
    wounds.wound_cards(field.play(BAD, 5, 2, 3), medic)
    assert (medic.down, hall.morale) == (False, 1)


def test_30_1_a_light_wound_of_a_medic_rouses_nobody():
    for bad in (0, 1):
        field = Field(OPEN)
        medic = field.friend("doc", "0101", skills=MEDIC, bad=bad)
        hall = field.friend("hall", "0505", "aimed")
        wounds.wound_cards(field.play(LIGHT, 2), medic)
        assert (medic.light, hall.morale, field.game.medics) == (1, 0, ())


def test_30_2_a_bad_wound_of_their_medic_frees_fire_at_ours():
    field = Field(OPEN)
    theirs = field.enemy("doktor", "0101", skills=MEDIC)
    wounds.wound_cards(field.play(BAD, 8), theirs)
    assert theirs.down
    assert field.game.medics == (FRIEND,)


# -- fire at them ------------------------------------------------------------------------------------------------------


def swept(side: str) -> Field:
    """A burst of Suppressive Fire at a medic who is alone in his hex, 5 hexes off."""
    field = Field(LINE)
    field.game.impulse = 2
    if side == FRIEND:
        field.friend("doc", "0601", "hide", skills=MEDIC, armed="", spotted=True)
        field.enemy("gunner", "0101", "suppressive", armed="mg42", quality=5)
    else:
        field.enemy("doc", "0601", "hide", skills=MEDIC, armed="")
        field.friend("gunner", "0101", "suppressive", armed="bar", spotted=True)
    return field


@pytest.mark.parametrize("side", [FRIEND, ENEMY])
def test_30_a_burst_at_a_medic_alone_takes_the_check_as_well(side: str):
    """5 + 2: a 7 holds fire, an 8 does not (30.1)."""
    field = swept(side)
    play = field.play(7)
    fire.shoot(play, field.game.men["gunner"], "0601")
    assert Field.kinds(play) == ["Tried", "HeldFire"]
    field = swept(side)
    play = field.play(8, *[8] * 4)
    fire.shoot(play, field.game.men["gunner"], "0601")
    assert "Fired" in Field.kinds(play)


def test_30_a_burst_at_a_hex_with_others_asks_for_none():
    field = swept(ENEMY)
    field.enemy("jung", "0601", "aimed")
    play = field.play(9, 9, 8, 8, 8, 8)
    fire.shoot(play, field.game.men["gunner"], "0601")
    assert Field.kinds(play)[0] == "Fired"


def test_30_1_an_enemy_fires_at_a_truck_rather_than_at_a_medic():
    """He is a target only where there is no other; a vehicle is one (31.10)."""
    field = Field(LINE)
    field.game.impulse = 2
    field.friend("doc", "0401", "hide", skills=MEDIC, armed="", spotted=True)
    field.vehicle("truck", "truck", "0601", side=FRIEND)
    jung = field.enemy("jung", "0101", "aimed")
    found = enemy_fire.target(field.play(), jung)
    assert isinstance(found, Vehicle)


@pytest.mark.parametrize(("reading", "needed"), [("friendly", 4), ("as-printed", 4 + 3 + 2)])
def test_30_1_the_berserk_by_either_reading(reading: Literal["friendly", "as-printed"], needed: int):
    """As printed its last sentence is of enemies who fire at their own medics: then it changes nothing for ours."""
    field = Field(LINE, readings=Readings(berserk_at_medics=reading))
    field.game.impulse = 2
    field.friend("doc", "0401", "hide", skills=MEDIC, armed="", spotted=True)
    jung = field.enemy("jung", "0101", "aimed", morale=BERSERK)
    play = field.play(0)
    fire.shoot(play, jung, "doc")
    tried = play.events[0]
    assert isinstance(tried, checks.Tried)
    assert tried.needed == needed


# -- in their way ------------------------------------------------------------------------------------------------------


def test_30_a_medic_does_not_step_aside_into_other_opponents():
    """Direction 1 by the die; an opponent stands there, so it is the next one clockwise (30.0)."""
    field = Field(OPEN)
    doc = field.friend("doc", "0404", skills=MEDIC, armed="")
    field.enemy("kern", "0403")
    medics.step_aside(field.play(1), doc)
    assert doc.hex == "0504"


# -- the enemy's -------------------------------------------------------------------------------------------------------


def hospital(**man: Any) -> Whole:
    field = Whole(plain(9, 13))
    field.enemy("jung", "0705", "", skills=MEDIC, armed="", **man)
    field.game.phase, field.game.impulse = "enemy", 0
    return field


@pytest.mark.parametrize(
    ("ground", "more", "word"),
    [("dry", {}, "evade"), ("mud", {}, "evade"), ("deep-snow", {}, "sneak"), ("dry", {"bad": 1}, "sneak")],
)
def test_28_2_the_way_of_an_enemy_medic_is_slowed_as_all_others(ground: str, more: dict[str, int], word: str):
    """30.2."""
    field = hospital(**more)
    field.game.ground = ground
    field.enemy("adler", "0702", "", light=1)
    enemy_orders.by_card(field.play(1), field.game.men["jung"])
    order = field.game.men["jung"].order
    assert (order.word, order.ways[0]) == (word, 1)


def test_30_2_who_is_treated_hides_though_his_own_card_came_first():
    """The patient stands before the medic in the list: the medic's card is drawn before his."""
    field = Whole(plain(9, 13))
    adler = field.enemy("adler", "0705", "", light=1)
    field.enemy("jung", "0705", "", skills=MEDIC, armed="")
    field.game.phase, field.game.impulse = "enemy", 0
    enemy_orders.next_card(field.play(1, 2))
    assert field.game.men["jung"].order == Order("medical-aid", target="adler")
    assert adler.order == Order("hide")


# -- aid by anybody ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("skills", "more"), [((), 0), (("medic",), 2), (MEDIC, 2)])
def test_anybody_may_help_and_medics_have_2_more(skills: tuple[str, ...], more: int):
    """30.0."""
    field = Whole(plain())
    field.game.phase, field.game.impulse = "orders", 0
    hall = field.friend("hall", "0202", "", skills=skills)
    field.friend("hill", "0202", "", light=1)
    assert permitted.GiveOrder("hall", "medical-aid", target="hill") in field.actions(permitted.GiveOrder)
    hall.order = Order("medical-aid", target="hill")
    play = field.play(5 + more)
    medics.aid(play, hall, "hill")
    assert field.game.men["hill"].light == 0
    assert checks.total(medics.told_terms(play, hall)) == 5 + more


def test_m_on_a_card_is_a_check_to_help_a_comrade_in_the_hex():
    for die, helps in ((4, True), (5, False)):
        field = Whole(plain(9, 13))
        jung = field.enemy("jung", "0705", "")
        field.enemy("adler", "0705", "hide", light=1)
        field.game.phase, field.game.impulse = "enemy", 0
        card = next(card for card in field.charts.enemy_cards.values() if card.orders[4].endswith(" M"))
        enemy_orders.by_card(field.play(card.id, die), jung)
        assert (jung.order == Order("medical-aid", target="adler")) is helps


def test_medics_are_never_asked_to_fire():
    field = swept(FRIEND)
    doc = field.game.men["doc"]
    doc.order = Order("aimed")
    assert aiming.aims(field.play(), doc) == []


def test_30_no_medic_takes_up_or_is_handed_a_weapon_against_tanks():
    """30.0."""
    field = Whole(plain())
    field.game.impulse, field.game.active, field.game.acting, field.game.asked = 1, "able", "doc", True
    doc = field.friend("doc", "0202", "hide", skills=MEDIC, armed="")
    field.mark("0202", "faust")
    assert not field.actions(TakeUp)
    assert "medic" in field.refusal(TakeUp("doc", "faust"))
    theirs = field.enemy("doktor", "0505", skills=MEDIC, armed="")
    assert not may_hold(field.play(), theirs)
    doc.heavy, doc.loaded = "bazooka", True
    field.game.phase, field.game.impulse = "orders", 0
    assert "fire-light-at" not in [one.word for one in field.actions(permitted.GiveOrder)]


@pytest.mark.parametrize(("die", "fires"), [(7, False), (8, True)])
def test_30_a_shell_or_a_rocket_for_a_medic_alone_takes_the_check_too(die: int, fires: bool):
    """5 + 2, after which the gunner, sure of his shot in impulse 4, fires or does not (30.1)."""
    field = Field(["....B......."] * 3)
    field.game.impulse = 4
    field.enemy("doc", "0501", "aimed", skills=MEDIC, armed="")
    field.vehicle("ours", "m4a3", "0103", side=FRIEND, facing=2, turret=2, loaded="he", ready=True)
    gunner = field.aboard("g", "ours", "G", "fire-main-gun", marker="0501")
    play = field.play(die, *([8, 1] if fires else []))
    guns.firing(play, gunner, "0501")
    assert ("GunFired" in Field.kinds(play)) is fires
    assert bool(field.game.vehicles["ours"].loaded) is not fires
    hall = field.friend("hall", "0301", "fire-light-at", heavy="bazooka", loaded=True, ready=True)
    play = field.play(die, *([8, *[9] * 8] if fires else []))
    light_at.firing(play, hall, "0501")
    assert ("LightFired" in Field.kinds(play)) is fires

"""Checks of quality and morale, wounds and who falls (16, 17, 19, 23.1, 24.1, 30.1, 31.10.9)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.piles import Pile
from campaign.rules.walking import walked
from campaign.systems.combat_volume_2.people import checks, morale, wounds
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.state import CAUTIOUS, NORMAL, ROUT, SHAKEN, Man, Order
from tests.systems.combat_volume_2.field import Field, every_way

OPEN = ["....", "....", "...."]
MC, LIGHT, BAD, KILLED = 1, 19, 26, 29
"""A card of each kind in the wound deck as it is shipped."""


def tank(readings: Readings | None = None) -> Field:
    """The crew of the example of play: all hatches closed but the commander's."""
    field = Field(OPEN, readings=readings)
    vehicle = field.vehicle("v1", "pz4h", "0202")
    vehicle.hatches["CM"] = "open"
    for seat in checks.CREW:
        field.aboard(seat.lower(), "v1", seat, "spot", leadership=2 if seat == "CM" else 0)
    return field


def test_a_nine_never_passes():
    """23.1, whatever the quality (23.1)."""
    field = Field(OPEN)
    hall = field.friend("hall", "0101", quality=12)
    play = field.play(9, 8)
    assert not checks.tqc(play, hall, "to leave the wire")
    assert checks.tqc(play, hall, "to leave the wire")


@pytest.mark.parametrize(
    ("seat", "die", "mood", "order"),
    [("CM", 8, CAUTIOUS, "duck-back"), ("G", 6, NORMAL, "spot"), ("L", 9, SHAKEN, "panic")],
)
def test_c2_14_morale_of_the_crew(seat: str, die: int, mood: int, order: str):
    """The commander ducks in his open hatch, the gunner passes on his leadership, the loader panics (31.10)."""
    field = tank()
    man = field.game.men[seat.lower()]
    morale.morale_check(field.play(die), man)
    assert (man.morale, man.order.word) == (mood, order)


def test_c2_14_a_commander_who_breaks_still_steadies_the_gunner():
    """The snapshot: he fails first, yet 2 are added to the gunner's 5."""
    field = tank()
    men = [field.game.men[id] for id in ("cm", "g", "l")]
    morale.morale_checks(field.play(8, 6, 9), men)
    assert [man.morale for man in men] == [CAUTIOUS, NORMAL, SHAKEN]


def test_c2_5_the_drivers_check():
    """5 and 2 for the commander: a 5 passes; a 7 passes too, an 8 does not. By the other reading 6 fails."""
    for die, passes in ((5, True), (7, True), (8, False)):
        field = tank()
        assert checks.tqc(field.play(die), field.game.men["d"], "to stop") is passes
    field = tank(Readings(leadership="morale-checks"))
    assert not checks.tqc(field.play(6), field.game.men["d"], "to stop")


@pytest.mark.parametrize("spoilt", ["fire", "out", "cautious"])
def test_leadership_of_a_commander_needs_him_fit_aboard_and_no_fire(spoilt: str):
    field = tank()
    commander = field.game.men["cm"]
    if spoilt == "fire":
        field.game.vehicles["v1"].fire = 1
    elif spoilt == "out":
        commander.vehicle = commander.seat = ""
    else:
        commander.morale = CAUTIOUS
    assert checks.leadership(field.play(), field.game.men["g"]) is None
    assert checks.leadership(tank().play(), tank().game.men["g"]) is not None


def test_whoever_is_buttoned_up_ignores_what_did_not_penetrate():
    """31.10.6: only the commander checks (31.10)."""
    field = tank()
    play = field.play(9)
    morale.morale_checks(play, list(field.game.men.values()), penetrated=False)
    assert field.game.men["cm"].morale == SHAKEN
    assert all(man.morale == NORMAL for man in field.game.men.values() if man.seat != "CM")


def test_a_driver_who_fails_stops_his_vehicle():
    """31.2."""
    field = tank()
    driver = field.game.men["d"]
    morale.morale_check(field.play(8), driver)
    assert driver.order.word == "emergency-stop"
    assert field.game.vehicles["v1"].stop


@pytest.mark.parametrize(("die", "steps"), [(0, 0), (5, -1), (6, -2), (9, -3)])
def test_fire_checks(die: int, steps: int):
    """31.10.10, printed (31.10)."""
    field = tank()
    field.game.vehicles["v1"].fire = 1
    gunner = field.game.men["g"]
    morale.fire_check(field.play(die), gunner)
    assert gunner.morale == steps
    assert gunner.order.word == ("panic" if steps else "spot")


def test_a_man_on_foot_ducks_and_at_the_bottom_he_routs():
    field = Field(OPEN)
    hall = field.friend("hall", "0101", "aimed")
    morale.morale_check(field.play(6), hall)
    assert (hall.morale, hall.order.word) == (CAUTIOUS, "duck-back")
    morale.morale_check(field.play(9), hall)
    assert (hall.morale, hall.order.word) == (ROUT, "rout")
    morale.morale_check(field.play(9), hall)
    assert (hall.morale, hall.order.word) == (ROUT, "rout")


def test_a_failed_check_is_rolled_again_for_a_card():
    field = Field(OPEN)
    hall = field.friend("hall", "0101", "aimed", helps=("again",))
    morale.morale_check(field.play(9, 2), hall)
    assert (hall.morale, hall.order.word, hall.helps) == (NORMAL, "aimed", ())


# -- wounds ------------------------------------------------------------------------------------------------------------


def wounded(
    *faces: int, count: int = 1, order: str = "aimed", hex: str = "0202", rows: list[str] = OPEN, **more: Any
) -> Man:
    """One man who draws wound cards; his friends look on."""
    field = Field(rows)
    man = field.enemy("jung", hex, order, **more)
    wounds.wound_cards(field.play(*faces), man, count)
    return man


def test_each_kind_of_wound_card():
    """16."""
    assert (wounded(MC, 4).morale, wounded(MC, 5).morale) == (NORMAL, CAUTIOUS)
    light = wounded(LIGHT, 0)
    assert (light.light, light.morale, light.order.word) == (1, NORMAL, "duck-back")
    bad = wounded(BAD, 4, 2)
    assert (bad.bad, bad.down, bad.morale) == (1, False, CAUTIOUS)
    down = wounded(BAD, 5)
    assert (down.down, down.order) == (True, Order())
    assert wounded(KILLED).dead


def test_two_light_wounds_are_a_bad_one_and_a_second_bad_one_kills():
    """16."""
    man = wounded(LIGHT, 3, 0, light=1)
    assert (man.light, man.bad) == (0, 1)
    assert wounded(BAD, bad=1).dead
    assert wounded(LIGHT, light=1, bad=1).dead


def test_the_check_to_stay_in_action_counts_earlier_wounds_alone():
    """Quality 4 less 1 for the light wound: 3 stays, 4 does not."""
    assert not wounded(BAD, 3, 0, light=1).down
    assert wounded(BAD, 4, light=1).down


@pytest.mark.parametrize(
    ("terrain", "order", "spared"), [("^", "hide", True), ("^", "aimed", False), ("T", "hide", False)]
)
def test_rocks_and_buildings_spare_whoever_lies_low(terrain: str, order: str, spared: bool):
    rows = ["....", f".{terrain}..", "...."]
    man = wounded(KILLED, *((3,) if spared else ()), order=order, rows=rows)
    assert man.dead is not spared


def test_tough_draws_two_and_takes_the_milder():
    """24.1."""
    assert wounded(KILLED, MC, 0, skills=("tough",)).able


def test_deadly_draws_two_and_takes_the_worse_and_against_tough_twice():
    """24.1."""
    for skills, cards, dead in (((), (MC, KILLED), True), (("tough",), (MC, KILLED, 2, LIGHT, 0), False)):
        field = Field(OPEN)
        field.friend("hall", "0101", skills=("deadly",))
        jung = field.enemy("jung", "0202", skills=skills)
        wounds.wound_cards(field.play(*cards), jung, by="hall")
        assert jung.dead is dead
    assert jung.light == 1


def test_a_card_thrown_away_makes_a_wound_a_near_miss():
    man = wounded(KILLED, 3, helps=("near-miss",))
    assert man.able and man.helps == ()


def test_comrades_next_to_him_and_whom_he_leads_check_when_he_falls():
    field = Field(["......", "......"])
    leader = field.enemy("kern", "0101", leadership=3)
    near, far, beyond = (field.enemy(id, hex) for id, hex in (("a", "0201"), ("b", "0401"), ("c", "0601")))
    wounds.wound_cards(field.play(KILLED, 5, 5), leader)
    assert [man.morale for man in (near, far, beyond)] == [CAUTIOUS, CAUTIOUS, NORMAL]


def test_c2_29_passengers_next_to_the_dead():
    """31.10.11: seat 5 brings a check to 3, 4, 6, 7 and 8 (31.10)."""
    near = [seat for seat in map(str, range(1, 11)) if wounds.together("5", seat)]
    assert near == ["3", "4", "6", "7", "8"]


@pytest.mark.parametrize(("die", "morale"), [(0, 2), (5, 1), (6, 0), (9, -1)])
def test_30_1_the_fall_of_a_friendly_medic_rouses_or_not(die: int, morale: int):
    field = Field(OPEN)
    medic = field.friend("doc", "0101", skills=("trained-medic",))
    hall = field.friend("hall", "0303", "aimed")
    wounds.wound_cards(field.play(KILLED, die), medic)
    assert hall.morale == morale
    assert wounds.REVENGE in field.game.medics


def test_30_2_after_an_enemy_medic_fell_the_table_is_not_rolled():
    field = Field(OPEN)
    theirs = field.enemy("doktor", "0101", skills=("trained-medic",))
    ours = field.friend("doc", "0401", skills=("trained-medic",))
    wounds.kill(field.play(), theirs)
    assert field.game.medics == ("us",)
    wounds.kill(field.play(), ours)
    assert field.game.medics == ("us", wounds.REVENGE)


def test_the_wound_deck_is_gathered_when_it_is_empty():
    field = Field(OPEN)
    jung = field.enemy("jung", "0202")
    field.game.wounds = Pile([], list(range(1, 31)))
    wounds.wound_cards(field.play(MC, 2), jung)
    assert len(field.game.wounds.left) == 29


@pytest.mark.parametrize("count", [1, 2])
def test_chances_of_wounds_are_those_of_every_face(count: int):
    """Cards, the check to stay up, and the man's own check, against a walk over each card and face."""
    field = Field(OPEN)
    field.enemy("jung", "0202", "aimed", light=1)
    field.game.wounds = Pile([1, 2, 19, 26, 29], [])

    def run(play: Play) -> None:
        wounds.suffer(play, wounds.Attack("jung", count))

    def result(play: Play) -> str:
        return wounds.hurt(play.man("jung"))

    play = field.with_dice(field.play().dice)
    exact = walked(play, run, lambda play: (), result)
    plain: dict[str, Fraction] = {}
    morale: dict[int, Fraction] = {}
    for one, weight in every_way(play, run):
        plain[result(one)] = plain.get(result(one), Fraction(0)) + weight
        steps = one.man("jung").morale
        morale[steps] = morale.get(steps, Fraction(0)) + weight
    assert exact.whole == plain
    facts = walked(play, run, lambda play: play.table.facts(play), result).single
    told = {str(name): part for name, part in facts.items()}
    for steps, words in ((-1, "Cautious"), (-2, "Shaken"), (-3, "Rout")):
        assert told[str(("Sch Jung", words))] == morale[steps]

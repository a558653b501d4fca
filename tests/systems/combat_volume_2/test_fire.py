"""Small arms: numbers to hit, targets, shots, ammunition, medics, the enemy's choice (13, 14, 23.2, 24.1, 26, 30)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.options import Odds
from campaign.rules.piles import Pile
from campaign.systems.combat_volume_2.people import aiming, checks, enemy_fire, fire, wounds
from campaign.systems.combat_volume_2.people.fire import Shoot
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import BERSERK, Order
from campaign.systems.combat_volume_2.turn.permitted import GiveOrder
from tests.systems.combat_volume_2.field import Field, every_way
from tests.systems.combat_volume_2.whole import Whole, plain

LINE = ["....................", "...................."]
MC, LIGHT, BAD, KILLED = 1, 19, 26, 29


def of_fire(play: Play, at: int = 0) -> fire.Fired:
    """The event at a place, which is one of fire."""
    event = play.events[at]
    assert isinstance(event, fire.Fired)
    return event


def hexes(column: int, row: int = 1) -> str:
    return f"{column:02}{row:02}"


def duel(away: int = 5, order: str = "aimed", rows: list[str] = LINE, impulse: int = 2, **more: Any) -> Field:
    """Hall in 0101 acts; Jung in the open so many hexes off, under Aimed Fire."""
    field = Field(rows)
    field.game.impulse = impulse
    field.friend("hall", "0101", order, spotted=True, **more)
    field.enemy("jung", along(field, away), "aimed")
    field.game.acting = "hall"
    return field


def along(field: Field, away: int) -> str:
    """A hex of the first row, or the second, so many from 0101."""
    board = field.charts.boards["field"]
    return next(hex for hex in board.hexes if board.distance("0101", hex) == away)


def needed(field: Field, weapon: str = "") -> int:
    play = field.play()
    hall, jung = field.game.men["hall"], field.game.men["jung"]
    found = aiming.weapon_of(play, hall, weapon)
    return checks.total(aiming.terms(play, hall, jung, found))


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("away", "more"), [(2, 1), (6, 0), (10, -1), (15, -2), (19, -3)])
def test_range_of_a_rifle(away: int, more: int):
    """13."""
    assert needed(duel(away)) == 6 + more


@pytest.mark.parametrize(
    ("order", "impulse", "more"),
    [("aimed", 2, 0), ("rapid", 3, -1), ("run-and-gun", 2, -2), ("suppressive", 2, 2)],
)
def test_orders_add_to_a_shot(order: str, impulse: int, more: int):
    assert needed(duel(5, order, impulse=impulse)) == 6 + more


def test_26_a_springfield_aims_better_beyond_three_hexes():
    assert needed(duel(3, armed="springfield")) - needed(duel(3)) == 0
    assert needed(duel(4, armed="springfield")) - needed(duel(4)) == 1
    assert needed(duel(4, "run-and-gun", armed="springfield")) - needed(duel(4, "run-and-gun")) == 0


@pytest.mark.parametrize(("away", "shots"), [(13, 3), (14, 1)])
def test_c2_39_shots_of_an_stg44(away: int, shots: int):
    """26."""
    field = duel(away, armed="stg44", skill=9)
    play = field.play(*[8] * shots, 0)
    fire.shoot(play, field.game.men["hall"], "jung")
    assert len(of_fire(play).dice) == shots


def test_a_machine_gun_needs_its_assistant():
    """Quality in place of skill, 3 less alone (14.3, 13)."""
    field = duel(5, armed="mg42", quality=5)
    assert needed(field) == 5 - 3
    field.friend("hill", "0101", "aimed")
    field.game.men["hall"].mate = "hill"
    assert needed(field) == 5
    field.game.men["hill"].bad = 1
    assert needed(field) == 5 - 3


def test_who_feeds_a_gun_does_not_fire():
    field = duel(5)
    field.friend("hill", "0101", "aimed", armed="mg42", mate="hall")
    field.game.men["hall"].mate = "hill"
    play = field.play()
    assert aiming.aims(play, field.game.men["hall"]) == []
    refused = next(fire.why_not(play, "us", Shoot("hall", "jung")))
    assert refused.rule == "14"


@pytest.mark.parametrize(
    ("skill", "order", "less"), [("dodge", "evade", 1), ("dodge-2", "evade", 2), ("dodge-2", "sneak", 0)]
)
def test_24_1_dodging_counts_under_evade(skill: str, order: str, less: int):
    field = duel(5)
    jung = field.game.men["jung"]
    jung.order = Order(order)
    plain = needed(field)
    jung.skills = (skill,)
    assert plain - needed(field) == less


def test_27_7_fire_out_of_wire():
    """27.7 men."""
    field = duel(5)
    field.mark("0101", "wire")
    assert needed(field) == 5


@pytest.mark.parametrize(
    ("glyph", "order", "more"),
    [
        ("T", "aimed", -3),
        ("B", "hide", -6),
        ('"', "aimed", 0),
        ('"', "hide", -3),
        ("T", "sprint", -1),
        ("T", "evade", -3),
    ],
)
def test_terrain_and_order_of_the_target(glyph: str, order: str, more: int):
    """As `terrain.toml` and `orders.toml` have it: caps of running men, small terrain only for who lies low."""
    field = duel(5, rows=["." * 20, "." * 20])
    at = field.game.men["jung"].hex
    rows = ["." * 20, "." * 20]
    y, x = int(at[2:]) - 1, int(at[:2]) - 1
    rows[y] = rows[y][:x] + glyph + rows[y][x + 1 :]
    field = duel(5, rows=rows)
    field.game.men["jung"].order = Order(order)
    assert needed(field) == 6 + more


# -- targets -----------------------------------------------------------------------------------------------------------


def crowd(away: int, order: str = "aimed", **more: Any) -> Field:
    field = duel(away, order, **more)
    field.enemy("kern", field.game.men["jung"].hex, "aimed")
    return field


def shots(field: Field) -> list[str]:
    return [option.action.target for option in fire.candidates(field.play(), "us")]


def test_23_2_a_friend_chooses_within_five_hexes_and_not_beyond():
    assert shots(crowd(5)) == ["jung", "kern"]
    far = crowd(6)
    hex = far.game.men["jung"].hex
    assert shots(far) == [hex]
    play = far.play(2, 1, KILLED, 3)
    fire.shoot(play, far.game.men["hall"], hex)
    assert far.game.men["kern"].dead
    refused = next(fire.why_not(crowd(6).play(), "us", Shoot("hall", "jung")))
    assert (refused.rule, refused.allowed) == ("23.2", (hex,))


def test_23_2_where_both_sides_are_only_aimed_single_shots_from_near():
    for away, order, armed, allowed in (
        (5, "aimed", "m1", True),
        (6, "aimed", "m1", False),
        (5, "run-and-gun", "m1", False),
        (5, "aimed", "bar", False),
    ):
        field = duel(away, order, armed=armed)
        field.friend("down", field.game.men["jung"].hex, down=True)
        assert (shots(field) == ["jung"]) is allowed


def test_23_2_nobody_fires_into_a_melee():
    field = duel(5)
    field.friend("hill", field.game.men["jung"].hex)
    assert shots(field) == []
    assert "melee" in next(fire.why_not(field.play(), "us", Shoot("hall", "jung"))).reason


def test_23_3_the_incapacitated_are_no_targets():
    field = duel(5)
    field.game.men["hall"].down = True
    field.friend("hill", "0101", spotted=True, down=True)
    play = field.play()
    field.game.impulse = 2
    assert enemy_fire.target(play, field.game.men["jung"]) is None


def test_unknown_men_are_no_targets_but_a_burst_finds_them():
    field = duel(5)
    field.game.men["jung"].spotted = False
    assert shots(field) == []
    field = duel(5, "suppressive", armed="bar")
    field.game.men.pop("jung")
    hex = along(field, 5)
    field.counter("e1", hex)
    assert shots(field) == [hex]
    play = field.play(1, 9, 9, 3, 2)
    fire.shoot(play, field.game.men["hall"], hex)
    assert field.game.men["e1"].who == "heer-3"


# -- what comes of it --------------------------------------------------------------------------------------------------


def test_who_fires_is_spotted_but_not_with_a_knife_from_cover():
    for glyph, spotted in (("T", False), (".", True)):
        rows = [glyph + "." * 19, "." * 20]
        field = duel(2, skills=("knife",), rows=rows)
        field.game.men["hall"].spotted = False
        play = field.play(8)
        fire.shoot(play, field.game.men["hall"], "jung", "knife")
        assert field.game.men["hall"].spotted is spotted


def test_24_1_a_knife_reaches_two_hexes_at_quality_less_distance():
    assert needed(duel(2, skills=("knife",), quality=5), "knife") == 3
    weapons = [option.action.weapon for option in fire.candidates(duel(3, skills=("knife",)).play(), "us")]
    assert weapons == [""]


def test_ammunition_runs_low_and_out_by_nines():
    """13."""
    field = duel(5)
    hall = field.game.men["hall"]
    fire.shoot(field.play(9), hall, "jung")
    assert hall.ammunition == "low"
    fire.shoot(field.play(9), hall, "jung")
    assert hall.ammunition == "out"
    assert "out of ammunition" in next(fire.why_not(field.play(), "us", Shoot("hall", "jung"))).reason


def test_a_gun_with_an_assistant_takes_two_nines():
    field = duel(5, armed="mg42")
    field.friend("hill", "0101", "aimed")
    hall = field.game.men["hall"]
    hall.mate = "hill"
    fire.shoot(field.play(9, 8, 8, 8), hall, "jung")
    assert hall.ammunition == ""
    fire.shoot(field.play(9, 9, 8, 8), hall, "jung")
    assert hall.ammunition == "low"


def test_a_kill_by_a_natural_0_raises_morale():
    for die, morale in ((0, 1), (1, 0)):
        field = duel(5)
        fire.shoot(field.play(die, KILLED), field.game.men["hall"], "jung")
        assert field.game.men["hall"].morale == morale


def test_suppressive_fire_is_one_roll_for_all_in_the_hex():
    field = crowd(5, "suppressive", armed="bar")
    hex = field.game.men["jung"].hex
    field.game.men["kern"].order = Order("hide")
    play = field.play(7, 9, 1, 3, 5, 4)
    fire.shoot(play, field.game.men["hall"], hex)
    event = of_fire(play)
    assert event.struck == (("jung", 2), ("kern", 1))
    assert (field.game.men["jung"].morale, field.game.men["kern"].morale) == (-1, 0)


def test_a_steady_aim_and_a_second_roll_out_of_the_hand():
    field = duel(5, helps=("steady-aim", "again"))
    assert needed(field) == 7
    fire.shoot(field.play(8, 7, KILLED), field.game.men["hall"], "jung")
    assert field.game.men["jung"].dead
    assert field.game.men["hall"].helps == ("steady-aim",)


def test_comrades_of_who_falls_check():
    field = crowd(5)
    fire.shoot(field.play(3, KILLED, 5), field.game.men["hall"], "jung")
    assert field.game.men["kern"].morale == -1


# -- the enemy ---------------------------------------------------------------------------------------------------------


def test_23_2_the_enemy_fires_at_the_easiest_then_the_nearest_then_by_the_die():
    field = Field(LINE)
    field.game.impulse = 2
    jung = field.enemy("jung", "0101", "aimed")
    easy = field.friend("easy", "0601", "sprint", spotted=True)
    hard = field.friend("hard", "0601", "hide", spotted=True)
    assert enemy_fire.target(field.play(), jung) is easy
    twin = field.friend("twin", "0601", "sprint", spotted=True)
    assert enemy_fire.target(field.play(2), jung) is twin
    del field.game.men["easy"], field.game.men["twin"]
    assert enemy_fire.target(field.play(), jung) is hard


def test_24_1_a_sniper_holds_his_fire_in_impulse_2_for_4():
    field = Field(LINE)
    field.game.impulse = 2
    jung = field.enemy("jung", "0101", "aimed", skills=("sniper",))
    hall = field.friend("hall", "0401", "aimed", spotted=True)
    play = field.play(4)
    enemy_fire.fires(play, jung)
    assert field.kinds(play) == ["Tried", "TookAim"]
    field.game.impulse = 4
    plain = checks.total(aiming.terms(field.play(), field.enemy("kern", "0101", "aimed"), hall))
    assert checks.total(aiming.terms(field.play(), jung, hall)) == plain + 2


def test_24_1_a_sniper_with_a_target_nearer_than_three_hexes_fires():
    field = Field(LINE)
    field.game.impulse = 2
    jung = field.enemy("jung", "0101", "aimed", skills=("sniper",))
    field.friend("hall", "0301", "aimed", spotted=True)
    play = field.play(8)
    enemy_fire.fires(play, jung)
    assert field.kinds(play) == ["Fired"]


def test_30_1_the_enemy_spares_a_medic_by_a_check_at_2_more():
    for die, kinds in ((6, ["Tried", "HeldFire"]), (7, ["Tried", "Fired"])):
        field = Field(LINE)
        field.game.impulse = 2
        jung = field.enemy("jung", "0101", "aimed")
        field.friend("doc", "0501", "medical-aid", spotted=True, skills=("trained-medic",))
        play = field.play(die, 8)
        enemy_fire.fires(play, jung)
        assert field.kinds(play) == kinds


def test_30_1_a_medic_is_not_fired_at_while_there_are_others_and_freely_after_30_2():
    field = Field(LINE)
    field.game.impulse = 2
    jung = field.enemy("jung", "0101", "aimed")
    medic = field.friend("doc", "0301", "sprint", spotted=True, skills=("trained-medic",))
    hall = field.friend("hall", "0901", "hide", spotted=True)
    assert enemy_fire.target(field.play(), jung) is hall
    field.game.medics = ("us",)
    assert enemy_fire.target(field.play(), jung) is medic


def test_30_1_the_berserk_get_neither_2_nor_3():
    field = Field(LINE)
    field.game.impulse = 2
    jung = field.enemy("jung", "0101", "aimed", morale=BERSERK)
    field.friend("doc", "0501", "medical-aid", spotted=True, skills=("trained-medic",))
    play = field.play(5, 9)
    enemy_fire.fires(play, jung)
    (tried,) = (event for event in play.events if isinstance(event, checks.Tried))
    assert tried.needed == 4
    assert field.kinds(play) == ["Tried", "Fired"]


def test_30_2_a_berserk_friend_must_fire_at_a_medic_unless_he_passes():
    field = duel(5, morale=BERSERK)
    field.enemy("doktor", "0301", "hide", skills=("trained-medic",))
    for die, target in ((6, "doktor"), (5, "jung")):
        play = field.play(die, 9)
        fire.shoot(play, field.game.men["hall"], "jung")
        assert of_fire(play, -1).target == target


def test_14_3_the_assistant_takes_the_gun_over():
    field = duel(5)
    gunner = field.enemy("gunner", "0901", "aimed", armed="mg42", mate="mate", ammunition="low")
    mate = field.enemy("mate", "0901", "aimed", mate="gunner")
    assert not fire.hand_over_due(field.play())
    wounds.kill(field.play(3, 3), gunner, quiet=True)
    assert fire.hand_over_due(field.play())
    fire.hand_over(field.play())
    assert (mate.armed, mate.ammunition, gunner.armed) == ("mg42", "low", "")


# -- crews -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "hit"), [("L", False), ("D", True), ("CM", True)])
def test_c2_47_aimed_fire_from_the_left_at_a_crew_in_open_hatches(seat: str, hit: bool):
    field = Field(["........."] * 7)
    field.game.impulse = 2
    field.friend("hall", "0304", "aimed")
    vehicle = field.vehicle("v1", "pz4h", "0504", facing=1, turret=1)
    for one in vehicle.hatches:
        vehicle.hatches[one] = "open"
    man = field.aboard("x", "v1", seat, "spot")
    field.game.acting = "hall"
    assert shots(field) == (["x"] if hit else [])
    man.order = Order("hide")
    assert shots(field) == []
    man.order, vehicle.hatches[seat] = Order("spot"), "closed"
    assert shots(field) == []


def test_31_10_31_only_aimed_fire_reaches_a_man_in_a_hatch_who_is_hit_as_in_one():
    for order, allowed in (("aimed", True), ("rapid", False)):
        field = Field(["........."] * 7)
        field.game.impulse = 2
        hall = field.friend("hall", "0304", order)
        field.vehicle("v1", "pz4h", "0504").hatches["CM"] = "open"
        man = field.aboard("cm", "v1", "CM", "spot")
        field.game.acting = "hall"
        assert bool(shots(field)) is allowed
        words = {one.what: one.value for one in aiming.terms(field.play(), hall, man)}
        assert words["hatch"] == -3


# -- chances -----------------------------------------------------------------------------------------------------------


def shot_odds(play: Play, side: str, action: Shoot) -> Odds:
    """What the player is told of a shot."""
    (answer,) = fire.ACTS
    assert answer.odds is not None
    told = answer.odds(play, side, action)
    assert told is not None
    return told


def outcome(field: Field) -> Any:
    before = {id: (man.light, man.bad, man.down, man.dead) for id, man in field.game.men.items()}

    def result(play: Play) -> str:
        for id, was in before.items():
            man = play.man(id)
            if (man.light, man.bad, man.down, man.dead) != was:
                return wounds.hurt(man)
        drawn = any(isinstance(event, wounds.WoundDrawn) for event in play.events)
        return "morale check" if drawn else "missed"

    return result


@pytest.mark.parametrize("armed", ["m1", "bar"])
def test_chances_of_a_shot_are_those_of_every_face(armed: str):
    field = duel(5, armed=armed, skill=5 if armed == "m1" else 0)
    field.game.wounds = Pile([1, 19, 26, 29] if armed == "m1" else [19, 29], [1])
    field.game.men["jung"].quality = 3
    play = field.play()
    told = shot_odds(play, "us", Shoot("hall", "jung"))
    result, plain = outcome(field), dict[str, Fraction]()
    morale: dict[str, Fraction] = {}
    for one, weight in every_way(play, lambda play: fire.shoot(play, play.man("hall"), "jung")):
        words = result(one)
        plain[words] = plain.get(words, Fraction(0)) + weight
        mood = {-1: "Cautious", -2: "Shaken", -3: "Rout"}.get(one.man("jung").morale, "")
        morale[mood] = morale.get(mood, Fraction(0)) + weight
    assert {one.result: Fraction(one.fraction) for one in told.results} == plain
    also = {one.result: Fraction(one.fraction) for one in told.also}
    for mood in ("Cautious", "Shaken", "Rout"):
        assert also[f"Sch Jung: {mood}"] == morale[mood]


def test_chances_of_sweeping_fire_are_those_of_every_face():
    """Two men of different numbers under the same die; a natural 0 is a card for each."""
    field = crowd(5, "suppressive", skill=3)
    field.game.men["kern"].order = Order("hide")
    field.game.men["kern"].quality = 2
    field.game.wounds = Pile([1, 29], list(range(2, 29)))
    play, hex = field.play(), field.game.men["jung"].hex
    told = shot_odds(play, "us", Shoot("hall", hex))
    killed, cautious = Fraction(0), Fraction(0)
    none = Fraction(0)
    for one, weight in every_way(play, lambda play: fire.shoot(play, play.man("hall"), hex)):
        man = one.man("jung")
        killed += weight * man.dead
        cautious += weight * (man.morale == -1)
        none += weight * (fire.fact_of_fire(one, of_fire(one)) == "no hits")
    also = {one.result: Fraction(one.fraction) for one in told.also}
    whole = {one.result: Fraction(one.fraction) for one in told.results}
    assert whole["no hits"] == none
    assert also["Sch Jung: Cautious"] == cautious
    assert also["Sch Jung: killed"] == killed


def test_chances_of_comrades_name_nobody_but_the_one_who_checks():
    field = crowd(5)
    told = shot_odds(field.play(), "us", Shoot("hall", "jung"))
    words = [one.result for one in told.also]
    assert "Sch Kern: Cautious" in words
    nameless = {one for one in words if ":" not in one}
    assert nameless <= {"killed", "incapacitated", "bad wound", "light wound"}


# -- the letter of 24.1 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fired", "impulse", "more"), [(False, 4, 2), (True, 4, 0), (False, 2, 0)])
def test_24_1_a_sniper_who_did_not_fire_in_impulse_2_has_2_more_in_4(fired: bool, impulse: int, more: int):
    """Whatever kept him from it: there may have been nobody to fire at."""
    field = duel(5, impulse=impulse)
    field.game.men["hall"].fired = fired
    plain = needed(field)
    field.game.men["hall"].skills = ("sniper",)
    assert needed(field) == plain + more


@pytest.mark.parametrize(("near", "waits"), [("0301", False), ("0401", True)])
def test_24_1_a_sniper_looks_to_the_nearest_spotted_man_not_to_his_target(near: str, waits: bool):
    """A man in a trench whom he does not see lies two hexes off, or three: then he checks, and 4 passes."""
    field = Field(LINE)
    field.game.impulse = 2
    jung = field.enemy("jung", "0101", "aimed", skills=("sniper",))
    field.friend("hall", "0901", "aimed", spotted=True)
    field.friend("hill", near, "hide", spotted=True)
    field.mark(near, "trench")
    play = field.play(4 if waits else 8)
    enemy_fire.fires(play, jung)
    assert field.kinds(play) == (["Tried", "TookAim"] if waits else ["Fired"])


def test_24_1_who_is_out_of_ammunition_may_still_throw_his_knife_or_use_his_pistol():
    known: tuple[dict[str, Any], ...] = ({"skills": ("knife",)}, {"sidearm": "pistol"})
    for more in known:
        field = Whole(plain())
        field.game.phase, field.game.impulse = "orders", 0
        field.friend("hall", "0202", "", ammunition="out", **more)
        field.friend("hill", "0203", "", ammunition="out")
        orders = [(one.unit, one.word) for one in field.actions(GiveOrder)]
        assert ("hall", "aimed") in orders
        assert ("hill", "aimed") not in orders


@pytest.mark.parametrize(("away", "armed", "allowed"), [(5, "m1", True), (6, "m1", False), (5, "bar", False)])
def test_23_2_a_prisoner_in_the_hex_is_one_of_the_other_side(away: int, armed: str, allowed: bool):
    field = duel(away, armed=armed)
    field.friend("taken", field.game.men["jung"].hex, captor="jung")
    assert (shots(field) == ["jung"]) is allowed

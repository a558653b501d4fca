"""31.10: where hits strike, what they do, by location, calibre and ammunition; crews and passengers; fires; chances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.walking import walked
from campaign.systems.combat_volume_2.people import blasts, morale, wounds
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import CAUTIOUS, NORMAL, SHAKEN, Order, Vehicle
from campaign.systems.combat_volume_2.vehicles import blows, fires, guns, harm, light_at, riders, soft
from campaign.systems.combat_volume_2.vehicles.riders import Blow
from campaign.systems.combat_volume_2.vehicles.tables import Pierce, Quarter, Shell
from tests.systems.combat_volume_2.field import Field, by_every_face

ROWS = ["." * 20] * 12
AP = Blow("ap", 75, Pierce(8))
HE = Blow("he", 75, Pierce(1, 1, 3))
HEAT = Blow("heat", 60, Pierce(7))
BULLET = Blow("small", 0, None)
RIFLE = Blow("small", 0, Pierce(-1, 1, 3))
NONE: set[str] = set()
MILDEST, LIGHT, KILLED = 1, 19, 29
"""Cards of the wound deck: a check of morale, a light wound, killed."""


def tank(crew: str = "", kind: str = "pz4h", **more: Any) -> tuple[Field, Vehicle]:
    """A tank with those of its crew who are named by their seats."""
    field = Field(ROWS)
    vehicle = field.vehicle("v1", kind, "0606", "de", facing=1, **more)
    for seat in crew.split():
        field.aboard(seat.lower(), "v1", seat, "spot")
    return field, vehicle


def ride(kind: str, seats: str, side: str = "us") -> tuple[Field, Vehicle]:
    field = Field(ROWS)
    vehicle = field.vehicle("v1", kind, "0606", side, facing=1)
    for seat in seats.split():
        field.aboard(f"p{seat.lower()}", "v1", seat)
    return field, vehicle


def struck(field: Field, blow: Blow, quarter: Quarter, *dice: int) -> Play:
    play = field.play(*dice)
    harm.strike(play, field.game.vehicles["v1"], quarter, blow)
    assert not getattr(play.dice, "left", ()), field.told(play)
    return play


def hurt(field: Field) -> set[str]:
    """Who has drawn a wound card, killed or not."""
    return {man.id for man in field.game.men.values() if man.light or man.bad or man.dead}


def fallen(field: Field) -> set[str]:
    return {man.id for man in field.game.men.values() if man.dead}


# -- penetration -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "through"), [(1, False), (2, True)])
def test_a_shot_must_exceed_the_armour(die: int, through: bool) -> None:
    """31.10."""
    field, _ = tank(kind="m4a3")
    blow = Blow("ap", 75, Pierce(8))  # 9 or 10 against the 9 of the lower front
    play = struck(field, blow, "front", 44, die, *((9,) if through else ()))
    pierced = next(event for event in play.events if isinstance(event, blows.Pierced))
    assert (pierced.number, pierced.armour, pierced.through) == (8 + die, 9, through)


def test_what_does_not_go_through_does_nothing() -> None:
    field, vehicle = tank("CM D", kind="m4a3")
    vehicle.hatches["CM"] = "open"
    play = struck(field, Blow("ap", 75, Pierce(5)), "front", 20, 6)  # turret, glancing: 18
    assert not any(isinstance(event, morale.Checked) for event in play.events)
    assert vehicle.damage == ()


# -- the tank ----------------------------------------------------------------------------------------------------------


def test_the_printed_damage_table_of_the_side() -> None:
    rows = Field(ROWS).charts.vehicles.damage
    upper = [(row.last, row.killed, row.does, row.check) for row in rows["upper"]]
    assert upper[:5] == [
        (1, (), "catastrophic", True), (3, (), "engine-fire", True), (5, (), "", True),
        (7, ("D", "CD"), "", True), (8, (), "turret", False),
    ]  # fmt: skip
    lower = [(row.last, row.killed, row.does) for row in rows["lower"]]
    assert lower[:5] == [
        (0, (), "catastrophic"), (2, (), ""), (4, ("D", "CD"), ""), (6, (), "suspension"), (8, (), "track"),
    ]  # fmt: skip


def test_a_catastrophic_hit_kills_all() -> None:
    field, vehicle = tank("CM D G L CD")
    struck(field, HEAT, "left", 25, 1, 0)
    assert vehicle.wrecked and fallen(field) == {"cm", "d", "g", "l", "cd"}


def test_eight_on_the_upper_hull_is_rolled_again_for_the_turret() -> None:
    field, vehicle = tank("CM D G L CD")
    struck(field, HEAT, "left", 33, 1, 8, 4, 0, 0, 0)
    assert fallen(field) == {"g", "l"}
    assert vehicle.damage == ()


@pytest.mark.parametrize(
    ("blow", "dice", "damage"),
    [
        (BULLET, (), ()),
        (Blow("he", 37, None), (), ()),
        (Blow("he", 50, None), (5,), ("turret-jammed",)),
        (AP, (4,), ("destroyed",)),
        (AP, (8,), ("turret-jammed",)),
        (HEAT, (9,), ()),
    ],
)
def test_turret_ring(blow: Blow, dice: tuple[int, ...], damage: tuple[str, ...]) -> None:
    field, vehicle = tank()
    struck(field, blow, "left", 15, *dice)
    assert vehicle.damage == damage


@pytest.mark.parametrize(
    ("shell", "calibre", "dice", "stops"),
    [
        ("small", 0, (), False), ("ap", 50, (), True), ("ap", 37, (4,), True), ("ap", 37, (5,), False),
        ("he", 75, (), True), ("he", 50, (4,), True), ("he", 50, (5,), False), ("heat", 60, (), True),
    ],
)  # fmt: skip
def test_suspension(shell: Shell, calibre: int, dice: tuple[int, ...], stops: bool) -> None:
    field, vehicle = tank()
    struck(field, Blow(shell, calibre, None), "left", 50, *dice)
    assert ("immobilized" in vehicle.damage) == stops
    assert bool(vehicle.stop) == stops


@pytest.mark.parametrize(
    ("shell", "calibre", "stops"),
    [("small", 0, False), ("ap", 36, False), ("ap", 37, True), ("he", 20, True), ("heat", 60, True)],
)
def test_track(shell: Shell, calibre: int, stops: bool) -> None:
    field, vehicle = tank()
    struck(field, Blow(shell, calibre, None), "left", 75)
    assert ("immobilized" in vehicle.damage) == stops
    assert vehicle.leaving == ("crew" if stops else "")  # without a commander nobody holds them


@pytest.mark.parametrize(("die", "leaving"), [(5, "driver"), (6, "crew")])
def test_a_commander_keeps_his_crew_aboard_when_a_track_is_off(die: int, leaving: str) -> None:
    field, vehicle = tank("CM")
    struck(field, AP, "left", 75, die)
    assert vehicle.leaving == leaving


@pytest.mark.parametrize(
    ("percent", "quarter", "damage"),
    [(39, "front", "sight"), (40, "front", "coaxial"), (42, "front", "gun"), (88, "front", "bow"),
     (35, "front", "periscope-CM"), (84, "front", "periscope-D"), (24, "right", "gun")],
)  # fmt: skip
def test_what_a_shell_breaks(percent: int, quarter: Quarter, damage: str) -> None:
    field, vehicle = tank()
    struck(field, AP, quarter, percent)
    assert vehicle.damage == (damage,)


def test_bullets_break_glass_alone() -> None:
    for percent, damage in ((39, ("sight",)), (40, ()), (42, ()), (88, ()), (35, ("periscope-CM",))):
        field, vehicle = tank()
        struck(field, BULLET, "front", percent)
        assert vehicle.damage == damage


def test_what_is_gone_cannot_be_hit_again() -> None:
    field, vehicle = tank()
    struck(field, AP, "front", 35)
    with pytest.raises(ValueError, match="35 is none of"):
        struck(field, AP, "front", 35)
    assert vehicle.damage == ("periscope-CM",)


@pytest.mark.parametrize(
    ("blow", "hatch", "order", "after", "dead"),
    [
        (AP, "open", "spot", "open", True),
        (AP, "open", "hide", "gone", False),
        (HEAT, "open", "rally", "gone", False),
        (HE, "open", "hide", "open", True),
        (BULLET, "open", "hide", "open", False),
        (AP, "closed", "spot", "jammed", False),
        (HE, "closed", "spot", "jammed", False),
        (BULLET, "closed", "spot", "closed", False),
    ],
)
def test_a_hatch_is_hit(blow: Blow, hatch: str, order: str, after: str, dead: bool) -> None:
    """31.10."""
    field, vehicle = tank("CM")
    vehicle.hatches["CM"] = hatch  # pyright: ignore[reportArgumentType]
    field.game.men["cm"].order = Order(order)
    struck(field, blow, "front", 33)
    assert (vehicle.hatches["CM"], field.game.men["cm"].dead) == (after, dead)


def test_an_empty_open_hatch_is_torn_off_by_any_shell() -> None:
    for blow, after in ((AP, "gone"), (HE, "gone"), (BULLET, "open")):
        field, vehicle = tank()
        vehicle.hatches["CM"] = "open"
        struck(field, blow, "front", 33)
        assert vehicle.hatches["CM"] == after


def test_a_bullet_in_an_open_hatch_is_a_wound_card() -> None:
    field, vehicle = tank("CM")
    vehicle.hatches["CM"] = "open"
    struck(field, BULLET, "front", 33, LIGHT, 0)
    assert field.game.men["cm"].light == 1


def test_closed_hatches_ignore_what_did_not_go_through() -> None:
    field, vehicle = tank("CM D")
    vehicle.hatches["CM"] = "open"
    play = struck(field, AP, "left", 50, 6)  # suspension: all test, but who is shut in
    assert [event.unit for event in play.events if isinstance(event, morale.Checked)] == ["cm"]
    assert field.game.men["cm"].morale == CAUTIOUS


# -- fires -------------------------------------------------------------------------------------------------------------


def test_an_engine_on_fire_shakes_everybody_twice_over() -> None:
    field, vehicle = tank("CM D")
    field.game.men["cm"].leadership = 2  # of no use where it burns
    struck(field, HEAT, "left", 33, 1, 2, 4, 6, 0, 0)  # each his fire check, then his check of morale
    assert vehicle.fire == 1
    assert (field.game.men["cm"].morale, field.game.men["d"].morale) == (SHAKEN, NORMAL)


@pytest.mark.parametrize(("die", "what"), [(0, "out"), (1, "on"), (7, "on"), (8, "dead"), (9, "dead")])
def test_a_fire_is_rolled_for_from_the_next_turn_on(die: int, what: str) -> None:
    """31.10."""
    field, vehicle = tank("CM D")
    vehicle.damage, vehicle.fire = ("engine-fire",), 1
    field.game.men["d"].morale = CAUTIOUS
    assert not fires.fires_due(field.play())
    field.game.turn = 2
    play = field.play(die, *((4, 4) if what == "on" else ()))
    fires.fires(play)
    morale = [field.game.men[id].morale for id in ("cm", "d")]
    assert (vehicle.wrecked, bool(vehicle.fire)) == (what == "dead", what != "out")
    assert fallen(field) == ({"cm", "d"} if what == "dead" else set())
    if what != "dead":
        assert morale == ([NORMAL, NORMAL] if what == "out" else [CAUTIOUS, SHAKEN])
    assert not fires.fires_due(field.play())


# -- passengers --------------------------------------------------------------------------------------------------------


def test_c2_27_a_bullet_at_an_empty_seat_hits_the_one_opposite() -> None:
    """31.10."""
    field, _ = ride("truck", "4 5")
    struck(field, BULLET, "left", 36, LIGHT, 0)  # passenger 3
    assert hurt(field) == {"p4"}
    field, _ = ride("truck", "5")
    assert struck(field, BULLET, "left", 36).events[-1].__class__.__name__ == "Struck"


def test_c2_28_a_shell_between_two_passengers_wounds_four() -> None:
    """31.10."""
    field, _ = ride("truck", "3 4 5 6 7")
    struck(field, AP, "left", 74, LIGHT, 20, 21, 22, 0, 0, 0, 0)  # all cards, then their wound checks
    assert hurt(field) == {"p3", "p4", "p5", "p6"}


def test_c2_29_who_sits_next_to_a_dead_passenger_checks() -> None:
    field, _ = ride("truck", "1 3 4 5 6 7 8 10")
    play = struck(field, AP, "left", 45, MILDEST, 0, 0, 0, 0, 0, 0)  # passenger 5; a card for 6, opposite
    checked = {event.unit for event in play.events if isinstance(event, morale.Checked)}
    assert fallen(field) == {"p5"}
    assert checked == {"p3", "p4", "p6", "p7", "p8"}


def test_high_explosive_at_a_passenger_cuts_all_around_him() -> None:
    field, _ = ride("truck", "3 4 5 6 9")
    play = struck(field, HE, "left", 36, KILLED, LIGHT, 20, 0, 0)
    drawn = {event.unit for event in play.events if isinstance(event, wounds.WoundDrawn)}
    assert drawn == {"p4", "p5", "p6"} and fallen(field) == {"p3", "p4"}


def test_a_bullet_between_two_passengers_shakes_both() -> None:
    field, _ = ride("truck", "3 4 5")
    play = struck(field, BULLET, "left", 74, 0, 0)
    assert {event.unit for event in play.events if isinstance(event, morale.Checked)} == {"p3", "p5"}


@pytest.mark.parametrize(
    ("percent", "blow", "damage", "leaving"),
    [
        (25, BULLET, {"immobilized", "wheel-left"}, "enemies"),
        (5, BULLET, {"headlight-left"}, ""),
        (5, Blow("ap", 37, None), {"headlight-left"}, ""),
        (15, AP, {"headlight-right", "wheel-right", "immobilized"}, "enemies"),
        (5, HE, {"headlight-left", "wheel-left", "immobilized"}, "enemies"),
    ],
)
def test_wheels_and_headlights(percent: int, blow: Blow, damage: set[str], leaving: str) -> None:
    field, vehicle = ride("truck", "")
    struck(field, blow, "front", percent)
    assert (set(vehicle.damage), vehicle.leaving) == (damage, leaving)


def test_a_half_tracks_slot_kills_who_sits_behind_it() -> None:
    for blow, dead in ((RIFLE, {"pd"}), (AP, {"pd"}), (HE, {"pd", "pcd"})):
        field, _ = ride("m3a1", "D CD 1")
        others = 3 - len(dead) - 1  # passengers are no crew
        struck(field, blow, "front", 5, 6, *[0] * others)
        assert fallen(field) == dead


def test_a_half_tracks_armour_stops_a_rifle_two_times_in_three() -> None:
    field, _ = ride("m3a1", "3")
    found = walked(
        field.play(),
        lambda play: harm.strike(play, play.vehicle("v1"), "left", RIFLE),
        field.play().table.facts,
    )
    # of 53 in 100 that need to go through, 4 glance off armour 3
    assert found.single["does not go through"] == Fraction(2, 3) * Fraction(49, 100) + Fraction(4, 100)


@pytest.mark.parametrize(
    ("blow", "cards", "dead"),
    [
        (BULLET, 0, False),
        (Blow("ap", 37, Pierce(9)), 3, False),
        (AP, 0, True),
        (HEAT, 0, True),
        (HE, 0, True),
    ],
)
def test_cupola(blow: Blow, cards: int, dead: bool) -> None:
    field, vehicle = ride("m3a1", "CU")
    play = struck(field, blow, "front", 80, *((1, 2, 3, 0, 0, 0) if cards else ()))
    assert sum(isinstance(event, wounds.WoundDrawn) for event in play.events) == cards
    assert (fallen(field) == {"pcu"}, "cupola" in vehicle.damage) == (dead, dead)


# -- mortars and artillery ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "near", "die", "damage"),
    [
        ("pz4h", False, 0, {"destroyed"}), ("pz4h", True, 0, {"immobilized"}), ("pz4h", False, 4, {"immobilized"}),
        ("pz4h", False, 5, NONE), ("pz4h", True, 2, NONE),
        ("truck", False, 1, {"destroyed", "immobilized"}), ("truck", False, 4, {"immobilized"}),
        ("truck", False, 7, NONE),
    ],
)  # fmt: skip
def test_indirect_fire(kind: str, near: bool, die: int, damage: set[str]) -> None:
    """31.10."""
    field, vehicle = tank(kind=kind)
    harm.indirect(field.play(die), vehicle, near)
    assert set(vehicle.damage) == damage


# -- small arms --------------------------------------------------------------------------------------------------------


def test_small_arms_at_a_truck() -> None:
    field, vehicle = ride("truck", "D 1")
    field.game.vehicles["v1"].facing = 1
    field.enemy("mg", "1106", "aimed", armed="mg42", mate="fritz")
    field.enemy("fritz", "1106", "hide", mate="mg")
    field.game.impulse = 2
    play = field.play(0, 9, 9, 9, 10)
    assert [one.id for one in soft.targets(play, play.man("mg"))] == ["v1"]
    soft.shoot(play, play.man("mg"), vehicle)
    assert "immobilized" in vehicle.damage and "wheel-right" in vehicle.damage
    assert play.man("mg").ammunition == "low"  # two natural 9s


def test_no_small_arms_at_an_afv() -> None:
    field, _ = tank()
    field.friend("hall", "0608", "aimed")
    field.game.impulse = 2
    assert soft.targets(field.play(), field.game.men["hall"]) == []


# -- chances -----------------------------------------------------------------------------------------------------------


def same(field: Field, run: Callable[[Play], None]) -> None:
    """Odds by walking what dice mean, and by walking every face, agree on how it ends, morale left out."""

    def result(play: Play) -> str:
        play.events = [event for event in play.events if not isinstance(event, morale.Checked)]
        return blows.outcome(play)

    play = field.play()
    found = walked(play, run, play.table.facts, blows.outcome)
    every = by_every_face(play, run, result)
    ends: dict[str, Fraction] = {str(words): part for words, part in found.whole.items()}
    assert ends.keys() == every.keys()
    for words, part in ends.items():
        assert abs(part - every[words]) < 1e-9, words
    assert sum(ends.values()) == 1


@pytest.mark.parametrize(("blow", "quarter"), [(AP, "front"), (HEAT, "left"), (HE, "left"), (HE, "rear")])
def test_odds_of_a_hit_on_an_empty_tank_agree_with_every_face(blow: Blow, quarter: Quarter) -> None:
    field, _ = tank()

    def run(play: Play) -> None:
        harm.strike(play, play.vehicle("v1"), quarter, blow)

    same(field, run)


def test_odds_of_a_bazooka_agree_with_every_face() -> None:
    """31.10."""
    field, vehicle = tank()
    vehicle.damage = ("bow", "sight")
    field.friend("hall", "0604", "fire-light-at", heavy="bazooka", loaded=True, ready=True, quality=1)

    def run(play: Play) -> None:
        light_at.shot(play, play.man("hall"), "v1")

    same(field, run)


def test_odds_of_morale_after_a_hit_are_those_of_every_face() -> None:
    field, _ = tank("CM G")
    field.game.men["cm"].leadership = 2

    def run(play: Play) -> None:
        morale.morale_checks(play, riders.crew(play, play.vehicle("v1")))

    found = walked(field.play(), run, field.play().table.facts)
    for id, name, needed in (("cm", "Sch Cm", 5), ("g", "Sch G", 7)):
        every = by_every_face(field.play(), run, lambda play, id=id: str(play.man(id).morale))
        assert found.single[name, "Cautious"] == every["-1"] == Fraction(8 - needed, 10)
        assert found.single[name, "Shaken"] == every["-2"] == Fraction(1, 10)


def test_odds_of_a_shell_among_two_men_agree_with_every_face() -> None:
    field = Field(ROWS)
    field.game.wounds.left = [LIGHT, KILLED]
    field.friend("hall", "0606", "fire-light-at", spotted=True)
    field.friend("mead", "0606", "aimed", spotted=True, quality=3)

    def run(play: Play) -> None:
        blasts.burst(play, "0606", 1, 2)

    found = walked(field.play(), run, field.play().table.facts)
    for id, name in (("hall", "Pvt Hall"), ("mead", "Pvt Mead")):
        every = by_every_face(field.play(), run, lambda play, id=id: wounds.hurt(play.man(id)))
        for words in ("light wound", "killed"):
            single = sum(
                (part for fact, part in found.single.items() if fact == (name, words)), start=Fraction(0)
            )
            assert single == every.get(words, 0)
            assert single > 0


def test_c2_17_each_further_man_has_a_die_less() -> None:
    field = Field(ROWS)
    for id in ("a", "b", "c"):
        field.friend(id, "0606", "aimed", spotted=True)
    play = field.play(3, 1, *[9] * 4, 0, *[9] * 3, 0, *[9] * 2, 0)
    blasts.burst(play, "0606", 4, 3)
    rolled = [(one.unit, len(one.dice)) for one in play.events if isinstance(one, blasts.FragmentsRolled)]
    assert rolled == [("c", 4), ("a", 3), ("b", 2)]


def test_a_second_gun_needs_no_leader_at_a_vehicle() -> None:
    """A commander's leadership counts for HE at a hex, never for a shot at a vehicle."""
    field, vehicle = tank("CM G", turret=4)
    vehicle.facing = 4
    field.game.men["cm"].leadership = 3
    field.vehicle("v2", "m4a3", "0609", "us", facing=1)
    gun = guns.gun_of(field.play(), vehicle)
    assert gun is not None
    play = field.play()
    at_hex = [one.what for one in guns.at_hex_terms(play, play.man("g"), "0609")]
    at_tank = guns.at_vehicle_terms(play, play.man("g"), gun, play.vehicle("v2"))
    assert "Sch Cm leads" in at_hex
    assert [one.value for one in at_tank] == [5, 1, 1]  # quality, its front, it stands still

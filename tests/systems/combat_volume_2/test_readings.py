"""Switches of readings: what each decides, and that the log names it where it did, and not where it did not."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from campaign.rules.readings import declared, named
from campaign.systems.combat_volume_2.enemy import orders
from campaign.systems.combat_volume_2.people import checks, fire, spotting
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.state import BERSERK, Order
from campaign.systems.combat_volume_2.vehicles import blows, guns, harm, lookout
from campaign.systems.combat_volume_2.vehicles.riders import Blow
from campaign.systems.combat_volume_2.vehicles.tables import Pierce
from tests.systems.combat_volume_2.field import Field
from tests.systems.combat_volume_2.whole import Whole, plain

ROWS = ["." * 26] * 18


def told_by(play: Play, of: type[Event]) -> tuple[str, ...]:
    """The readings that the first event of a kind names."""
    return next(event.readings for event in play.events if isinstance(event, of))


def test_the_pack_says_of_every_reading_how_it_is_read() -> None:
    field = Field(["..."])
    usual = {one.id: getattr(field.charts.readings, one.id) for one in declared(Readings)}
    assert usual == {one.id: one.default for one in declared(Readings)}


# -- sight -------------------------------------------------------------------------------------------------------------


def two(quality: int, readings: Readings | None = None, **more: Any) -> Field:
    field = Field(["......"] * 3, readings=readings)
    field.friend("hall", "0102", "aimed", quality=quality, skill=9)
    field.enemy("jung", "0502", "aimed", **more)
    return field


@pytest.mark.parametrize(("smokes", "by"), [(2, ("smoke_blocks",)), (1, ())])
def test_29_5_smoke_is_named_where_it_would_have_blocked_by_the_other_reading(
    smokes: int, by: tuple[str, ...]
) -> None:
    field = two(4, Readings(smoke_blocks="beyond"), spotted=False)
    for _ in range(smokes):
        field.mark("0302", "smoke")
    play = field.play(0)
    spotting.spot(play, field.game.men["hall"])
    assert told_by(play, spotting.Searched) == by
    assert named("12", play.events[0]) == ("12; reading smoke_blocks" if by else "12")


def test_29_5_a_marker_that_is_lost_in_smoke_names_the_reading() -> None:
    field = Field(ROWS)
    field.vehicle("v1", "pz4h", "1010", facing=1, turret=1)
    commander = field.aboard("cm", "v1", "CM", quality=4)
    field.friend("hall", "1006", spotted=True)
    lookout.place(field.play(), commander)
    for _ in range(2):
        field.mark("1008", "smoke")
    play = field.play()
    lookout.drop_blind(play, commander)
    assert told_by(play, lookout.MarkerLost) == ("smoke_blocks",)


@pytest.mark.parametrize("where", ["0302", "0303"])
def test_29_2_a_fire_is_named_where_only_a_reading_lets_one_see_past_it(where: str) -> None:
    field = two(9, Readings(fire_blocks="as-smoke"))
    field.mark(where, "fire")
    field.game.impulse = 2
    play = field.play(9)
    fire.shoot(play, field.game.men["hall"], "jung")
    assert told_by(play, fire.Fired) == (("fire_blocks",) if where == "0302" else ())


def test_27_8_a_depression_is_named_where_he_is_seen_from_beside_it() -> None:
    field = Field(["..v..."])
    field.friend("hall", "0201", "aimed")
    field.enemy("jung", "0301", "hide", spotted=False)
    play = field.play(0)
    spotting.spot(play, field.game.men["hall"])
    assert told_by(play, spotting.Searched) == ("beside_hollows",)


# -- crews -------------------------------------------------------------------------------------------------------------


def tank(readings: Readings | None = None, kind: str = "pz4h") -> Field:
    field = Field(ROWS, readings=readings)
    field.vehicle("v1", kind, "1010", facing=1, turret=1, shells={"he": 9, "ap": 9})
    for seat in ("CM", "D", "G", "L", "CD"):
        field.aboard(seat.lower(), "v1", seat, leadership=2 if seat == "CM" else 0)
    return field


@pytest.mark.parametrize(("face", "by"), [(5, ()), (6, ("leadership",)), (8, ())])
def test_31_10_9_leadership_is_named_where_it_made_the_check(face: int, by: tuple[str, ...]) -> None:
    for reading in ("all-checks", "morale-checks"):
        field = tank(Readings(leadership=reading))
        play = field.play(face)
        checks.tqc(play, field.game.men["g"], "to fire")
        assert told_by(play, checks.Tried) == by, reading


@pytest.mark.parametrize(("off", "by"), [(-1, ()), (0, ("marker_helps",)), (1, ())])
def test_31_8_a_comrades_marker_is_named_where_it_made_the_difference(off: int, by: tuple[str, ...]) -> None:
    field = tank()
    field.friend("hall", "1006", "aimed")
    field.game.men["cm"].marker = "1006"
    gunner = field.game.men["g"]
    needed = checks.total(spotting.needs(field.play(), gunner, field.game.men["hall"]))
    play = field.play(needed + off)
    spotting.spot(play, gunner)
    assert told_by(play, spotting.Searched) == by


@pytest.mark.parametrize("reading", ["hide-and-rally", "hide"])
def test_31_8_rally_in_an_open_hatch_is_named_when_the_hatch_is_hit(
    reading: Literal["hide-and-rally", "hide"],
) -> None:
    field = tank(Readings(inside=reading))
    field.game.vehicles["v1"].hatches["CM"] = "open"
    field.game.men["cm"].order = Order("rally")
    play = field.play(0, 0, 0, 0)
    harm.hatch(play, field.game.vehicles["v1"], "CM", Blow("heat", 60, None))
    assert [event.readings for event in play.events if event.readings] == [("inside",)]
    assert field.game.men["cm"].dead is (reading == "hide")


@pytest.mark.parametrize("stops", [True, False])
def test_31_10_8_a_shaped_charge_at_the_suspension_is_named(stops: bool) -> None:
    field = tank(Readings(heat_stops=stops))
    play = field.play(45, 0, 0, 0, 0, 0)
    harm.strike(play, field.game.vehicles["v1"], "left", Blow("heat", 60, Pierce(7)))
    assert told_by(play, blows.Damaged) == ("heat_stops",)
    assert field.told(play)[1] == ("Pz IVH: immobilized." if stops else "Pz IVH: nothing comes of it.")


@pytest.mark.parametrize(("reading", "down"), [("by-calibre", True), ("spared", False)])
def test_31_10_8_a_shaped_charge_at_a_cupola_is_named(
    reading: Literal["by-calibre", "spared"], down: bool
) -> None:
    field = Field(ROWS, readings=Readings(cupola=reading))
    vehicle = field.vehicle("v1", "sdkfz251", "1010", facing=1)
    play = field.play(90)
    harm.strike(play, vehicle, "left", Blow("heat", 60, Pierce(7)))
    assert told_by(play, blows.Damaged) == ("cupola",) and ("cupola" in vehicle.damage) == down


@pytest.mark.parametrize(("reading", "dies"), [("half-track", True), ("afv-alone", False)])
def test_31_10_8_the_co_drivers_slot_of_a_half_track(
    reading: Literal["half-track", "afv-alone"], dies: bool
) -> None:
    field = Field(ROWS, readings=Readings(codriver_slot=reading))
    vehicle = field.vehicle("v1", "sdkfz251", "1010", facing=1)
    field.aboard("cd", "v1", "CD")
    play = field.play(20, 6)
    harm.strike(play, vehicle, "front", Blow("ap", 75, Pierce(7)))
    assert told_by(play, blows.Pierced) == ("codriver_slot",)
    assert field.game.men["cd"].dead == dies


# -- guns and targets --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "dice", "frag"), [("dice", 4, 3), ("face", 3, 4)])
def test_31_9_4_blast_and_frag_by_either_reading(
    reading: Literal["dice", "face"], dice: int, frag: int
) -> None:
    field = tank(Readings(blast_rating=reading))
    field.friend("hall", "1006", spotted=True)
    field.game.vehicles["v1"].loaded = "he"
    play = field.play(0, *[9] * dice, 0)
    guns.shot(play, field.game.men["g"], "1006")
    assert told_by(play, guns.GunFired) == ("blast_rating",)
    fragments = next(event for event in play.events if type(event).__name__ == "FragmentsRolled")
    assert (fragments.needed - frag, len(fragments.dice)) == (-2, dice)


@pytest.mark.parametrize(("reading", "word"), [("exposed", "evade"), ("open-hatch", "aimed")])
def test_31_10_a_tank_whose_open_hatch_is_turned_away(
    reading: Literal["exposed", "open-hatch"], word: str
) -> None:
    field = Whole(plain(9, 13), readings=Readings(tank_targets=reading))
    vehicle = field.vehicle("v1", "m4a3", "0505", "us", facing=1)
    vehicle.hatches = {**vehicle.hatches, "D": "open"}  # hit from ahead and the left alone
    field.aboard("d", "v1", "D", "spot")
    enemy = field.enemy("jung", "0808")
    enemy.order = Order()
    card = next(
        one
        for one in field.charts.enemy_cards.values()
        if orders.line(field.play(), enemy, one).word == "aimed"
        and not orders.line(field.play(), enemy, one).check
    )
    play = field.play(card.id)
    orders.by_card(play, enemy)
    assert enemy.order.word == word
    assert told_by(play, orders.EnemyOrdered) == ("tank_targets",)


def test_30_1_a_berserk_enemy_at_a_medic_names_the_reading() -> None:
    field = Field(["......"])
    field.enemy("jung", "0101", morale=BERSERK)
    doc = field.friend("doc", "0401", skills=("trained-medic",), spotted=True)
    play = field.play(6)
    assert not fire.spares(play, field.game.men["jung"], doc)
    assert told_by(play, checks.Tried) == ("berserk_at_medics",)


def test_23_5_cards_that_come_late_name_the_reading() -> None:
    field = Whole(plain(5, 9), readings=Readings(enemy_cards="on-activation"))
    field.enemy("jung", "0101").order = Order()
    play = field.play(37)
    orders.next_card(play)
    assert told_by(play, orders.CardTurned) == ("enemy_cards",)

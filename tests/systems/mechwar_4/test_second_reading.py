"""What a second reading of the text has found (`tests/second/mechwar_4/`): each was wrong before."""

from __future__ import annotations

import pytest

from campaign.rules.options import Odds
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import landing
from campaign.systems.mechwar_4.frames import Bombardment, Firer
from campaign.systems.mechwar_4.gunnery import Guns, of_unit, spotted
from campaign.systems.mechwar_4.odds import shelled
from campaign.systems.mechwar_4.state import Minefield
from campaign.systems.mechwar_4.values import shot
from tests.systems.mechwar_4.pack import RULES
from tests.systems.mechwar_4.table import SU, US, Table, unit

FAR = unit("t62", SU, "2420", "B9")
WALL = [("rampart", "0803", "NE"), ("rampart", "0803", "SE")]
"""Two sides of 0803 that meet where the line from 0603 to 1003 comes through."""


def test_5_11_nobody_looks_through_a_rampart_where_two_of_its_sides_meet() -> None:
    """10.4."""
    tank, foe = unit("m60a1", US, "0603", "A1"), unit("t62", SU, "1203", "B1")
    assert Table(tank, foe, FAR).play.clear("0603", "1203")
    assert not Table(tank, foe, FAR, sides=WALL).play.clear("0603", "1203")
    assert not Table(tank, foe, FAR, sides=WALL).play.clear("1203", "0603")
    for one in WALL:
        assert Table(tank, foe, FAR, sides=[one]).play.clear("0603", "1203"), (
            "it only touches the end of that"
        )


def test_5_11_nobody_fires_due_east_over_the_ramparts_of_the_canal() -> None:
    spotting = RULES.charts.spotting("desert")
    assert spotting.blocker("0412", "1012") is not None


def test_18_11_smoke_on_one_hand_and_woods_on_the_other_hide_by_the_reading_of_sides() -> None:
    """0505 sees 0705 along the side between 0604 and 0605, past one of them alone."""
    for smoke, wood in (("0604", "0605"), ("0605", "0604")):
        for reading in ("both", "either"):
            table = Table(FAR, terrain={wood: "light-woods"}, readings={"along_hexside": reading})
            spotting = table.play.spotting
            assert spotting.clear("0505", "0705") == (reading == "both")
            assert not spotting.clear("0505", "0705", (smoke,))
            assert spotting.blocker("0505", "0705", (smoke,)) is not None


def test_9_53_who_is_mounted_fires_at_helicopters_as_far_as_on_foot() -> None:
    rifles = unit("israeli-rifles", US, "0505", "A2", aboard="A1")
    fire = a.Fire("A2", "B1")
    for carrier, hex, allowed in (
        ("m113", "0509", True),
        ("btr-60", "0509", True),
        ("marder", "0509", False),
    ):
        table = Table(unit(carrier, US, "0505", "A1"), rifles, unit("mi-24", SU, hex, "B1"), FAR)
        assert (fire in table.listed(US)) == allowed, carrier
    assert table.refuses(fire).rule == "9.51"


def test_9_55_infantry_at_hand_has_half_its_strength_before_its_carrier_moves() -> None:
    rifles = unit("israeli-rifles", US, "0505", "A2", aboard="A1")
    table = Table(unit("m113", US, "0505", "A1"), rifles, unit("t62", SU, "0506", "B1"), FAR)
    target = table.unit("B1")
    whole = shot(table.play, Firer("A2", "assault"), target, "direct")
    half = shot(table.play, Firer("A2", "assault", halved=True), target, "direct")
    assert (whole.superiority, half.superiority) == (6 - 3, 3 - 3)


def test_6_45_7_16_at_soft_vehicles_losses_of_infantry_count_on_the_die() -> None:
    rifles = unit("us-rifles", US, "0505", "A1", damage=2)
    table = Table(rifles, unit("truck", SU, "0506", "B1"), unit("t62", SU, "0506", "B2"), FAR)
    soft = shot(table.play, Firer("A1", "assault", 2), table.unit("B1"), "direct")
    hard = shot(table.play, Firer("A1", "assault", 2), table.unit("B2"), "direct")
    assert (soft.table, soft.superiority, soft.add) == ("personnel", 6 - 3, -2)
    assert (hard.table, hard.superiority, hard.add) == ("armour", 6 - 3 - 2, 0)


def test_17_22_by_a_reading_no_helicopter_fires_over_woods_in_the_answer_of_another() -> None:
    """The tank beside it sees the mover, so that its side is asked."""
    woods = {f"{x:02}{y:02}": "light-woods" for x in range(3, 7) for y in (11, 12)}
    for reading, allowed in (("aloft", True), ("level", False)):
        table = Table(
            unit("ah-1", US, "0405", "A1"), unit("m60a1", US, "0912", "A2"), unit("t62", SU, "0516", "B1"),
            unit("t62", SU, "2420", "B9"), terrain=woods, readings={"helicopters_answer": reading}, first=SU,
        ).watching(US)  # fmt: skip
        table.does(a.StartMove("B1"))
        table.does(a.Move("B1", "0515"))
        assert table.asked() == {US: "opportunity"}
        assert a.Fire("A2", "B1") in table.listed(US)
        assert (a.Fire("A1", "B1", "missile") in table.listed(US)) == allowed, reading


def test_odds_tell_of_who_fires_below_a_helicopter_only_that_he_panics() -> None:
    table = Table(
        unit("m60a1", US, "0505", "A1", damage=1), unit("mi-24", SU, "0505", "B1"), FAR, panic=(2, 0)
    )
    told = table.rules.odds(table.game, US, a.Fire("A1", "B1"))
    assert told is not None
    assert [one.result for one in told.also] == [f"{table.unit('A1').name} panics and does not fire"]


def test_16_13_nobody_is_sent_through_mines_that_its_side_knows() -> None:
    own = Minefield("0506", "hasty", US)
    table = Table(unit("m60a1", US, "0505", "A1"), FAR, mines=[own])
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    assert table.unit("A1").hex == "0507"
    assert not table.unit("A1").damage
    assert "0506" not in table.game.stack[-1].path  # type: ignore[union-attr]
    unknown = Table(unit("m60a1", US, "0505", "A1"), FAR, mines=[Minefield("0506", "hasty", SU)])
    unknown.does(a.StartMove("A1"))
    unknown.does(a.Move("A1", "0507"), 1)
    assert unknown.unit("A1").hex == "0506"


def test_17_12_without_the_fog_no_helicopter_flies_through_one_that_lies_face_down() -> None:
    table = Table(unit("ah-1", US, "0505", "A1"), unit("mi-24", SU, "0506", "B1", seen=False), FAR)
    table.does(a.StartMove("A1"))
    costs = {
        one.action.to: one.cost for one in table.rules.legal(table.game, US) if isinstance(one.action, a.Move)
    }
    assert "0506" not in costs
    assert costs["0507"] == 2 * 3


def test_9_54_odds_of_shells_count_who_stands_in_hatches_once_though_his_carrier_burns() -> None:
    """What may become of him added up to more than 1."""
    rifles = unit("us-rifles", SU, "0505", "B1", aboard="B2", damage=2)
    table = Table(rifles, unit("m113", SU, "0505", "B2", column=True), FAR)
    table.unit("B1").hatches = True
    found = shelled(table.play, Guns("g", "Guns", US, "", 4, 0, ""), False, "0505")
    parts = [part for word, part in found.items() if word.startswith(f"{rifles.name}:")]
    assert sum(parts) == 1


def test_10_51_nobody_takes_cover_among_enemy_motorcycles() -> None:
    """Vehicles go on through them (19.624); their hex is occupied by an enemy all the same."""
    cover = a.TakeDefilade("A1", "N")
    for hex, allowed in (("0506", True), ("0505", False)):
        table = Table(
            unit("m60a1", US, "0505", "A1"), unit("motorcycles", SU, hex, "B1"), FAR, on=("special_units",)
        )
        table.does(a.StartMove("A1"))
        assert (cover in table.listed(US)) == allowed
    assert table.refuses(cover).rule == "10.51"


def test_7_87_guns_that_are_gone_are_spotted_no_more() -> None:
    """At night nobody sees their hex."""
    guns = unit("mortars", SU, "2420", "B1", spotted="2420")
    table = Table(unit("m60a1", US, "0505", "A1"), guns, FAR, on=("night",))
    assert spotted(table.play, US, "2420")
    for events in (
        [e.UnitRemoved("B1", "eliminated")],
        [e.MoveBegan("B1", 20), e.UnitMoved("B1", "2419", 2)],
    ):
        table = Table(unit("m60a1", US, "0505", "A1"), guns, FAR, on=("night",)).tells(*events)
        assert not spotted(table.play, US, "2420")


def test_19_613_9_54_engineers_are_part_of_infantry_that_fires_out_of_hatches() -> None:
    """For its defence it counts as dismounted, once it has fired; not who rides inside."""
    fire = a.Fire("B1", "A3", "coaxial")
    for hatches, seen, allowed in ((False, True, True), (True, False, True), (True, True, False)):
        rifles = unit("us-rifles", US, "0505", "A2", aboard="A1", seen=seen)
        table = Table(
            unit("m113", US, "0505", "A1"), rifles, unit("engineers", US, "0505", "A3"),
            unit("t62", SU, "0507", "B1"), FAR, first=SU,
        )  # fmt: skip
        table.unit("A2").hatches = hatches
        assert (fire in table.listed(SU)) == allowed, (hatches, seen)
    assert table.refuses(fire).rule == "19.613"
    found = shelled(table.play, Guns("g", "Guns", SU, "", 4, 0, ""), False, "0505")
    hit = {one.id for one in table.game.units.values() if any(word.startswith(one.name) for word in found)}
    assert hit == {"A1", "A2"}, "infantry at full strength survives a 4H"


BESIDE = (unit("rdf", SU, "0510", "B1", column=True), unit("engineers", SU, "0510", "B2"), FAR)


def test_6_82_a_wreck_covers_nobody_from_the_shells_that_made_it() -> None:
    """Each in the hex is hit as though it were alone."""
    some = [unit("m60a1", US, "0505", "A1"), *BESIDE]
    for wrecks in ([], ["wrecks"]):
        table = Table(*some, on=wrecks)
        found = shelled(table.play, Guns("g", "Guns", US, "", 8, 0, ""), False, "0510")
        assert found[f"{table.unit('B2').name}: eliminated"] == 1, wrecks


def also(odds: Odds | None, word: str) -> float:
    assert odds is not None
    return next((one.chance for one in odds.also if one.result == word), 0)


def test_6_82_6_43_nor_from_the_howitzers_that_made_it() -> None:
    found: set[float] = set()
    for wrecks in ([], ["wrecks"]):
        table = Table(unit("m109", US, "0505", "A1"), *BESIDE, on=wrecks)
        word = f"{table.unit('B2').name}: eliminated"
        found.add(also(table.rules.odds(table.game, US, a.Fire("A1", "B1")), word))
    assert found == {1.0}


def test_6_43_19_613_howitzers_hit_engineers_once_their_infantry_is_gone() -> None:
    """As shells do: all in the hex are hit, and they are part of infantry as long as there is any."""
    rifles = unit("soviet-rifles", SU, "0510", "B1", damage=2)
    table = Table(unit("m109", US, "0505", "A1"), rifles, unit("engineers", SU, "0510", "B2"), FAR)
    odds = table.rules.odds(table.game, US, a.Fire("A1", "B1"))
    assert odds is not None
    gone = next(one.chance for one in odds.results if one.result == "eliminated")
    assert 0 < also(odds, f"{table.unit('B2').name}: eliminated") <= gone
    table.fires("A1", "B1", 6, 6)
    assert table.unit("B1").out and table.unit("B2").out


@pytest.mark.parametrize(
    ("damage", "suppression", "reading", "strength"),
    [(2, 2, "losses", -4), (2, 1, "losses", -1), (0, 2, "losses", -2), (2, 2, "all", 1), (0, 2, "all", 1)],
)
def test_7_16_losses_and_suppression_of_a_mortar_count_alike_in_direct_and_indirect_fire(
    damage: int, suppression: int, reading: str, strength: int
) -> None:
    mortars = unit("mortars", US, "0505", "A1", damage=damage, suppression=suppression)
    table = Table(mortars, unit("t62", SU, "0510", "B1"), FAR, readings={"howitzers_least": reading})
    direct = shot(table.play, Firer("A1", "main", damage), table.unit("B1"), "direct")
    guns = of_unit(table.play, table.unit("A1"))
    fall = Bombardment(US, "0510", ("0510",), guns.h, damage=guns.damage, suppressed=guns.suppressed)
    read = landing.read(table.play, fall, table.unit("B1"))
    assert (direct.superiority, read.column) == (strength, strength)
    assert read.readings == ("howitzers_least",)

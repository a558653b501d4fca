"""What a second reading of the text has found (`tests/second/mechwar_4/`): each was wrong before."""

from __future__ import annotations

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.frames import Firer
from campaign.systems.mechwar_4.gunnery import Guns
from campaign.systems.mechwar_4.odds import shelled
from campaign.systems.mechwar_4.state import Minefield
from campaign.systems.mechwar_4.values import shot
from tests.systems.mechwar_4.pack import RULES
from tests.systems.mechwar_4.table import SU, US, Table, unit

FAR = unit("t62", SU, "2420", "B9")
WALL = [("rampart", "0803", "NE"), ("rampart", "0803", "SE")]
"""Two sides of 0803 that meet where the line from 0603 to 1003 comes through."""


def test_5_11_nobody_looks_through_a_rampart_where_two_of_its_sides_meet() -> None:
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

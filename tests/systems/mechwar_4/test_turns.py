"""The turn: who is first, formations, regrouping, deployment, the end (4, 20)."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide.formations import check
from campaign.systems.mechwar_4.decide.initiative import roll
from campaign.systems.mechwar_4.decide.phases import verdict
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.scenario import Objective, Victory
from campaign.systems.mechwar_4.state import Area
from tests.systems.mechwar_4.table import SU, US, Laid, Table, company, unit

FAR = unit("truck", SU, "2420", "B9")


@pytest.mark.parametrize(
    ("panic", "dice", "first"),
    [
        ((1, 3), (4, 2), US),
        ((3, 1), (2, 4), SU),
        ((0, 0), (5, 2), SU),
        ((0, 4), (6, 1), SU),
        ((2, 2), (3, 3, 1, 2), US),
    ],
)
def test_4_2_the_lower_die_with_its_panic_level_is_first(
    panic: tuple[int, int], dice: tuple[int, ...], first: str
):
    """A tie goes to the lower panic level; equal levels throw again, which the text leaves open."""
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0515", "B1"), panic=panic)
    thrown = Laid(dice)
    assert roll(Play(table.rules.charts, table.game, thrown)) == first
    assert thrown.left == 0


def test_4_2_a_tie_of_equal_levels_goes_to_the_first_side_by_a_reading():
    table = Table(
        unit("m60a1", US, "0505", "A1"),
        unit("t62", SU, "0515", "B1"),
        readings={"initiative_tie": "first-side"},
    )
    assert roll(Play(table.rules.charts, table.game, Laid((3, 3)))) == US


def test_4_2_the_scenario_says_who_is_first_in_the_first_turn_and_dice_do_later():
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0515", "B1"), first=SU)
    assert table.asked() == {SU: "activation"}
    table.next_turn()
    assert table.game.turn == 2 and table.asked() == {US: "activation"}


def test_4_1_sides_alternate_and_a_unit_acts_once():
    table = Table(
        unit("m60a1", US, "0505", "A1"), unit("m60a1", US, "0705", "A2"), unit("t62", SU, "0515", "B1")
    )
    table.fires("A1", "B1", 1)
    assert table.asked() == {SU: "activation"}
    table.act(SU, a.Pass())
    assert table.refuses(a.StartMove("A1")).rule == "4.1"
    assert a.StartMove("A2") in table.listed(US)


def formation(gap: str, side: str = US, type: str = "m60a1") -> Table:
    """Two platoons of a company of a side, the second in `gap`."""
    ours = (unit(type, side, "0505", "A1", company="c"), unit(type, side, gap, "A2", company="c"))
    other = unit("truck", SU if side == US else US, "2420", "B9")
    one = company("c", side, doctrine="nato" if side == US else "soviet")
    return Table(*ours, other, on=("formations",), companies=[one], first=side)


@pytest.mark.parametrize(("side", "near", "far"), [(US, "0508", "0509"), (SU, "0507", "0508")])
def test_mw_40_4_1_formations_act_together_within_three_hexes_or_two(side: str, near: str, far: str):
    for hex in (near, far):
        table = formation(hex, side, "m60a1" if side == US else "t62")
        table.does(a.StartMove("A1"))
        table.does(a.TakeDefilade("A1", "N"))
        table.does(a.EndMove("A1"))
        listed = table.listed(side) if table.asked().get(side) == "formation" else []
        assert (a.StartMove("A2") in listed) is (hex == near)


@pytest.mark.parametrize(
    ("side", "hex", "broken"),
    [(US, "0508", False), (US, "0509", True), (SU, "0507", False), (SU, "0508", True)],
)
def test_mw_40_4_1_a_broken_formation_costs_a_panic_level(side: str, hex: str, broken: bool):
    table = formation(hex, side, "m60a1" if side == US else "t62")
    check(table.play)
    company = table.game.companies["c"]
    assert company.broken_formation is broken
    assert table.play.level(table.unit("A1")) == int(broken)


def test_4_1_after_a_loss_a_company_has_a_turn_to_close_up():
    table = formation("0509")
    table.game.units["A3"] = unit("m60a1", US, "", "A3", company="c", out="eliminated")
    check(table.play)
    assert not table.game.companies["c"].broken_formation
    assert table.game.companies["c"].grace == 2
    table.game.turn = 2
    check(table.play)
    assert table.game.companies["c"].broken_formation


def test_4_1_without_formations_one_unit_acts_at_a_time():
    units = (
        unit("m60a1", US, "0505", "A1", company="c"),
        unit("m60a1", US, "0506", "A2", company="c"),
        unit("t62", SU, "0515", "B1"),
    )
    table = Table(*units, companies=[company("c", US)])
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0605"))
    table.does(a.EndMove("A1"))
    assert table.asked() == {SU: "activation"}


def partials(*, hex: str = "0505", company_: str = "c", damage: int = 1) -> Table:
    two = (
        unit("m60a1", US, "0505", "A1", company="c", damage=2, came="0505", mates=("A2",)),
        unit("m60a1", US, hex, "A2", company=company_, came=hex, mates=("A1",), damage=damage),
    )
    fit = [
        unit("m60a1", US, "0515", id, company="d", damage=2, came="0515", mates=("A5", "A6"))
        for id in ("A5", "A6")
    ]
    table = Table(*two, *fit, FAR, companies=[company("c", US), company("d", US)])
    table._tell(e.PhaseBegan("regroup"))
    return table


def test_4_1_partial_units_of_a_company_combine():
    table = partials()
    table.act(US, a.Regroup("A1", "A2"))
    assert table.unit("A1").damage == 0 and table.unit("A2").out == "regrouped"


@pytest.mark.parametrize(
    "wrong",
    [{"hex": "0506"}, {"company_": "d"}, {"damage": 0}, {"fired": True}, {"moved": True}, {"panicked": True}],
)
def test_4_1_who_does_not_regroup(wrong: dict[str, object]):
    marks = {name: value for name, value in wrong.items() if name in ("fired", "moved", "panicked")}
    table = partials(**{name: value for name, value in wrong.items() if name not in marks})  # type: ignore[arg-type]
    for name, value in marks.items():
        setattr(table.unit("A2"), name, value)
    assert table.refuses(a.Regroup("A1", "A2"), US).rule == "4.1"


def test_20_41_units_are_deployed_within_their_area():
    table = Table(
        unit("m60a1", US, "0505", "A1"), unit("t62", SU, "2415", "B1"), terrain={"0606": "heavy-woods"}
    )
    table.game.areas = (Area(US, ("0505", "0506", "0606"), ("A1",)),)
    table._tell(e.PhaseBegan("setup"))
    assert table.refuses(a.Place("A1", "0507")).rule == "20.41"
    table.does(a.Place("A1", "0506"))
    assert table.unit("A1").hex == "0506"
    assert table.refuses(a.Place("B1", "2416")).rule == "20.41", "its side has no area"


def test_20_5_the_greater_number_of_points_wins_and_a_tie_as_the_scenario_says():
    for scores, winner in (((3, 2), US), ((2, 3), SU), ((2, 2), SU)):
        table = Table(unit("m60a1", US, "0505", "A1"), FAR, victory=Victory("Points.", tie=SU))
        for side, score in zip((US, SU), scores, strict=True):
            table.game.forces[side].score = score
        assert verdict(table.play, "").winner == winner


def test_20_5_a_town_is_all_its_hexes():
    town = Objective("Town", ("0505", "0506"), 5, SU)
    table = Table(
        unit("m60a1", US, "0505", "A1"), FAR, victory=Victory("Points.", objective=(town,)), turns=1
    )
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0506"))
    table.does(a.EndMove("A1"))
    table.next_turn()
    assert table.game.verdict is not None
    assert {side: force.score for side, force in table.game.forces.items()} == {US: 0, SU: 0}, (
        "one hex is not the town"
    )

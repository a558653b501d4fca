"""Formations that act together, deployment, places of several hexes (4.1, 20.4, 20.5)."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.scenario import Objective, Victory
from campaign.systems.mechwar_4.state import Area
from campaign.systems.mechwar_4.view import view
from tests.systems.mechwar_4.table import SU, US, Table, company, unit

FAR = unit("truck", SU, "2420", "B9")


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


def test_20_41_units_are_deployed_within_their_area():
    table = Table(
        unit("m60a1", US, "0505", "A1"), unit("t62", SU, "2415", "B1"), terrain={"0606": "heavy-woods"}
    )
    table.game.areas = (Area(US, ("0505", "0506", "0606"), ("A1",)),)
    table._tell(e.PhaseBegan("setup"))
    assert table.refuses(a.Place("A1", "0507")).rule == "20.41"
    table.does(a.Place("A1", "0506"))
    assert table.unit("A1").hex == "0506"
    table.act(US, a.Ready())
    assert table.refuses(a.Place("B1", "2416")).rule == "20.41", "its side has no area"


def test_20_43_the_first_player_deploys_first_and_the_other_sees_where():
    table = Table(
        unit("m60a1", US, "0505", "A1", seen=False), unit("t62", SU, "2415", "B1", seen=False), on=("fog",)
    )
    table.game.areas = (Area(US, ("0505", "0506"), ("A1",)), Area(SU, ("2415",), ("B1",)))
    table._tell(e.PhaseBegan("setup"))
    assert table.asked() == {US: "setup"}
    assert [one.id for one in view(table.play, SU).pieces] == ["B1"], "not before he is ready"
    table.act(US, a.Ready())
    assert table.asked() == {SU: "setup"}
    assert [one.id for one in view(table.play, SU).pieces] == ["A1", "B1"]
    assert [one.id for one in view(table.play, US).pieces] == ["A1"]


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

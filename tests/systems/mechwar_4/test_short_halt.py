"""At whom a unit that moves may fire from a short halt: at who has come into its sight (19.31)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.state import Unit
from tests.systems.mechwar_4.table import SU, US, Table, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")


def ridge(*more: Unit, **rest: object) -> Table:
    """An M60A3 behind woods; beyond them a T62 that others have observed."""
    woods = dict.fromkeys(("0506", "0507", "0508"), "light-woods")
    units = [unit("m60a3", US, "0505", "A1"), unit("t62", SU, "0510", "B1"), *more]
    table = Table(*units, IDLE, FAR, on=["short_halt"], terrain=woods, **rest)  # type: ignore[arg-type]
    assert not table.play.clear("0505", "0510")
    return table


def test_19_31_at_who_was_observed_before_and_comes_into_its_own_sight():
    table = ridge()
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Fire("A1", "B1")).rule == "19.31"
    table.does(a.Move("A1", "0707"))
    assert table.play.clear("0707", "0510")
    assert a.Fire("A1", "B1") in table.listed(US)
    table.does(a.Fire("A1", "B1"), 3)
    assert table.told(e.ShotResolved).fire == "short-halt"


def test_19_31_not_at_whom_it_has_seen_all_along():
    table = ridge(unit("t62", SU, "0703", "B2"))
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0605"))
    assert all(table.play.clear(hex, "0703") for hex in ("0505", "0605"))
    refused = table.refuses(a.Fire("A1", "B2"))
    assert refused.rule == "19.31"
    assert not [one for one in table.listed(US) if isinstance(one, a.Fire)]
    table.does(a.Move("A1", "0707"))
    assert list(table.refuses(a.Fire("A1", "B2")).allowed) == ["B1"]


def test_19_31_who_was_lost_from_sight_on_the_way_has_come_into_it_again():
    m60, t62 = unit("m60a3", US, "0505", "A1"), unit("t62", SU, "0511", "B1")
    woods = dict.fromkeys(("0608", "0708"), "heavy-woods")
    table = Table(m60, t62, IDLE, FAR, on=["short_halt"], terrain=woods)
    assert [table.play.clear(hex, "0511") for hex in ("0505", "0605", "0506")] == [True, False, True]
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0605"))
    assert table.refuses(a.Fire("A1", "B1")).rule == "19.31"
    table.does(a.Move("A1", "0506"))
    assert a.Fire("A1", "B1") in table.listed(US)


def test_6_13_19_31_nobody_halts_to_fire_at_who_has_been_attacked_in_this_phase():
    table = ridge(unit("m60a1", US, "0705", "A2"))
    table.fires("A2", "B1", 1)
    table.act(SU, a.Pass())
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0707"))
    assert table.refuses(a.Fire("A1", "B1")).rule == "6.13"

"""Transport, tank riders and cavalry."""

from __future__ import annotations

import pytest

from campaign.systems.portable_wargame_modern import actions as a
from tests.systems.portable_wargame_modern.table import (
    BLUE,
    FAR,
    IDLE,
    RED,
    Table,
    next_turn,
    unit,
)

TAKES = [
    ("trucks", "infantry", True), ("trucks", "engineers", True), ("trucks", "dismounted-cavalry", True),
    ("trucks", "machine-guns", True), ("trucks", "mortars", True), ("trucks", "commanders", True),
    ("trucks", "field-guns", True), ("half-tracks", "infantry", True), ("half-tracks", "anti-tank-guns", True),
    ("trucks", "tanks", False), ("trucks", "cavalry", False), ("trucks", "cyclists", False),
    ("horses", "field-guns", True), ("horses", "infantry", False), ("tanks", "infantry", True),
    ("light-tanks", "infantry", True), ("tanks", "engineers", False), ("tanks", "field-guns", False),
]  # fmt: skip


@pytest.mark.parametrize(("carrier", "load", "takes"), TAKES)
def test_who_takes_whom(carrier: str, load: str, takes: bool) -> None:
    """Transport."""
    table = Table(unit(carrier, RED, "0506", id="car"), unit(load, RED, "0505", id="own"), FAR).activating(
        "own"
    )
    assert (a.Load("own", "car") in table.listed(RED)) is takes
    if not takes:
        assert "does not take" in table.refuses(a.Load("own", "car")).reason


def carried() -> Table:
    """Infantry aboard trucks."""
    own = unit("infantry", RED, "0506", id="own", aboard="car")
    return Table(unit("trucks", RED, "0506", id="car"), own, FAR, IDLE)


def test_getting_aboard_and_down_takes_a_turn_of_both() -> None:
    """Transport."""
    table = Table(unit("trucks", RED, "0506", id="car"), unit("infantry", RED, "0505", id="own"), FAR, IDLE)
    table.activating("own")
    table.does(a.Load("own", "car"))
    assert (table.unit("own").aboard, table.unit("own").hex) == ("car", "0506")
    assert table.refuses(a.Activate("car"), RED).rule == "Transport"
    next_turn(table)
    table = carried()
    table.activating("own")
    table.does(a.Unload("own", "0506"))
    assert (table.unit("own").aboard, table.unit("own").hex) == ("", "0506")
    assert table.refuses(a.Activate("car"), RED).rule == "Transport"


def test_a_carrier_that_has_moved_lets_nobody_down() -> None:
    """Transport."""
    table = carried()
    table.activating("car")
    table.does(a.Move("car", "0508"))
    assert table.unit("own").hex == "0508"
    if table.game.unit:
        table.does(a.EndUnit("car"))
    assert table.refuses(a.Activate("own"), RED).rule == "Transport"


@pytest.mark.parametrize("done", ["fired", "fought"])
def test_a_carrier_that_has_fired_or_fought_takes_nobody_and_lets_nobody_down(done: str) -> None:
    beside = Table(unit("tanks", RED, "0506", id="car"), unit("infantry", RED, "0505", id="own"), FAR)
    setattr(beside.unit("car"), done, True)
    assert beside.activating("own").refuses(a.Load("own", "car")).rule == "Tank Riders"
    aboard = Table(
        unit("tanks", RED, "0506", id="car"), unit("infantry", RED, "0506", id="own", aboard="car"), FAR, IDLE
    )
    setattr(aboard.unit("car"), done, True)
    aboard.activating("idle").does(a.EndUnit("idle"))
    assert a.Activate("own") not in aboard.listed(RED)


def test_towing_does_not_slow() -> None:
    """Transport."""
    table = Table(
        unit("trucks", RED, "0505", id="car"), unit("field-guns", RED, "0505", id="own", aboard="car"), FAR
    )
    table.activating("car")
    assert max(
        table.play.ground.distance("0505", one.to) for one in table.listed(RED) if isinstance(one, a.Move)
    ) == 4  # fmt: skip


def test_riders_get_down_next_to_their_tank_and_may_be_forbidden() -> None:
    """Tank Riders."""
    riders = [unit("tanks", RED, "0506", id="car"), unit("infantry", RED, "0506", id="own", aboard="car")]
    table = Table(*riders, FAR).activating("own")
    assert {one.to for one in table.listed(RED) if isinstance(one, a.Unload)} == set(
        table.play.ground.neighbours["0506"]
    )
    afoot = [unit("tanks", RED, "0506", id="car"), unit("infantry", RED, "0505", id="own")]
    table = Table(*afoot, FAR, riders=False).activating("own")
    assert table.refuses(a.Load("own", "car")).rule == "Tank Riders"


def shot_at(carrier: str, strength: int, load: str, *dice: int) -> Table:
    table = Table(
        unit("tanks", RED, "0503", id="own"),
        unit(carrier, BLUE, "0506", "N", id="car", strength=strength),
        unit(load, BLUE, "0506", "N", id="load", aboard="car"),
    ).activating("own")
    table.does(a.Fire("own", "0506"), *dice)
    return table


def test_a_hit_on_a_carrier_is_one_on_its_load() -> None:
    """Transport, hits."""
    table = shot_at("trucks", 2, "infantry", 6, 1, 1)
    assert (table.unit("car").strength, table.unit("load").strength) == (1, 3)


def test_a_load_goes_back_with_its_carrier_or_loses_a_point() -> None:
    """Transport, hits."""
    table = shot_at("trucks", 2, "infantry", 6, 6)
    table.act(BLUE, a.Retreat("car", "0507"), 6)
    assert (table.unit("load").hex, table.unit("load").strength) == ("0507", 4)
    table = shot_at("trucks", 2, "infantry", 6, 1, 6)
    assert table.unit("load").strength == 3


def hit_twice() -> Table:
    """Machine guns hit a loaded truck twice; it has not said yet whether it goes back for the first."""
    table = Table(
        unit("machine-guns", RED, "0503", id="own"), unit("trucks", BLUE, "0506", "N", id="car"),
        unit("infantry", BLUE, "0506", "N", id="load", aboard="car"),
    ).activating("own")  # fmt: skip
    table.does(a.Fire("own", "0506"), 6, 6, 1, 6)
    return table


def test_a_load_goes_back_only_for_the_hit_for_which_its_carrier_does() -> None:
    """Two hits: the truck goes back for the first and loses a point by the second; its load cannot retreat then."""
    table = hit_twice()
    table.act(BLUE, a.Retreat("car", "0507"), 6, 1, 6)
    assert (table.unit("car").strength, table.unit("load").strength) == (1, 3)


def test_a_load_goes_back_with_its_carrier_as_often_as_that_does() -> None:
    table = hit_twice()
    table.act(BLUE, a.Retreat("car", "0507"), 6, 6)
    table.act(BLUE, a.Retreat("car", "0508"), 6)
    assert (table.unit("load").hex, table.unit("load").strength) == ("0508", 4)


def test_a_load_survives_its_truck_and_riders_do_not_survive_their_tank() -> None:
    """Transport, hits."""
    table = shot_at("trucks", 1, "infantry", 6, 1, 1)
    assert (table.unit("car").strength, table.unit("load").strength, table.unit("load").aboard) == (0, 3, "")
    table = shot_at("tanks", 1, "infantry", 6, 1)
    assert (table.unit("car").strength, table.unit("load").strength) == (0, 0)


def test_cavalry_mounts_and_dismounts() -> None:
    table = Table(unit("cavalry", RED, "0505", id="own"), FAR).activating("own")
    table.does(a.Remount("own"))
    assert table.unit("own").type == "dismounted-cavalry"
    assert table.game.unit == ""
    assert Table(unit("infantry", RED, "0505", id="own"), FAR).activating("own").refuses(a.Remount("own"))

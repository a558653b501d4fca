"""Wire and mines under vehicles (27.7, 31.5)."""

from __future__ import annotations

import pytest

from campaign.systems.combat_volume_2.land import wire
from tests.systems.combat_volume_2.field import Field


def entered(kind: str, what: str, *dice: int) -> tuple[Field, bool]:
    field = Field(["..."])
    field.vehicle("v1", kind, "0201")
    field.mark("0201", what)
    return field, wire.meet_obstacles(field.play(*dice), field.game.vehicles["v1"])


@pytest.mark.parametrize(
    ("dice", "goes_on", "wire_left", "damage"),
    [
        ((0,), True, False, ()),
        ((1,), True, True, ()),
        ((4,), True, True, ()),
        ((5,), False, True, ()),
        ((8,), False, True, ()),
        ((9, 3), False, True, ("immobilized", "wheel-left")),
        ((9, 4), False, True, ("immobilized", "wheel-right")),
    ],
)
def test_c2_35_a_half_track_in_wire(
    dice: tuple[int, ...], goes_on: bool, wire_left: bool, damage: tuple[str, ...]
) -> None:
    """27.7 vehicles."""
    field, on = entered("m3a1", "wire", *dice)
    vehicle = field.game.vehicles["v1"]
    assert on == goes_on
    assert field.game.lies("0201", "wire") == wire_left
    assert vehicle.damage == damage
    assert bool(vehicle.stop) is not goes_on
    assert vehicle.leaving == ("enemies" if damage else "")


@pytest.mark.parametrize(
    ("die", "goes_on", "wire_left"),
    [(0, True, False), (3, True, False), (4, True, True), (8, True, True), (9, False, True)],
)
def test_27_7_an_afv_in_wire(die: int, goes_on: bool, wire_left: bool) -> None:
    """27.7 vehicles."""
    field, on = entered("m4a3", "wire", die)
    assert (on, field.game.lies("0201", "wire")) == (goes_on, wire_left)
    assert field.game.vehicles["v1"].damage == ()


@pytest.mark.parametrize("kind", ["m3a1", "truck", "jeep"])
@pytest.mark.parametrize(("dice", "goes_on"), [((6,), True), ((7, 1), False), ((9, 6), False)])
def test_31_5_mines_under_soft_vehicles(kind: str, dice: tuple[int, ...], goes_on: bool) -> None:
    field, on = entered(kind, "mines", *dice)
    vehicle = field.game.vehicles["v1"]
    assert on == goes_on
    assert field.game.lies("0201", "mines")
    wheel = "wheel-left" if dice[-1] <= 3 else "wheel-right"
    assert vehicle.damage == (() if goes_on else ("immobilized", wheel))


@pytest.mark.parametrize(("die", "goes_on"), [(8, True), (9, False)])
def test_31_5_mines_under_an_afv(die: int, goes_on: bool) -> None:
    field, on = entered("pz4h", "mines", die)
    assert on == goes_on
    assert field.game.vehicles["v1"].damage == (() if goes_on else ("immobilized",))


def test_31_5_open_ground_asks_for_no_die() -> None:
    assert entered("m4a3", "foxhole")[1]

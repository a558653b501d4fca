"""Who takes a place that counts (20.5), where helicopters and motorcycles are about (17.12, 19.624)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.aims import Aims
from campaign.systems.mechwar_4.decide.overrun import take
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.scenario import Objective, Victory
from campaign.systems.mechwar_4.state import Unit
from tests.systems.mechwar_4.table import SU, US, Table, unit

PLACE = "0508"
HELD = Victory("By points.", objective=(Objective("The place", (PLACE,), 6, SU),))
BIRD = unit("ah-1", US, "0505", "A1")
HUEY = unit("uh-1", US, "0505", "A1")
RIFLES = unit("us-rifles", US, "0505", "A2", aboard="A1", seen=False)
IDLE, FAR = unit("truck", US, "0120", "A9"), unit("truck", SU, "2420", "B9")
TANK = unit("t62", SU, PLACE, "B1")


def flown(*units: Unit, hold: str, on: tuple[str, ...] = ()) -> Table:
    """The first unit goes to the place."""
    table = Table(*units, IDLE, FAR, victory=HELD, readings={"helicopters_hold": hold}, on=on)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", PLACE))
    assert table.unit("A1").hex == PLACE
    return table


@pytest.mark.parametrize(
    ("hold", "below", "holder"),
    [
        ("free", (), US), ("free", (TANK,), SU), ("always", (), US), ("always", (TANK,), US), ("never", (), SU),
        ("never", (TANK,), SU),
    ],
)  # fmt: skip
def test_20_5_17_12_whether_a_helicopter_takes_a_place(hold: str, below: tuple[Unit, ...], holder: str):
    table = flown(BIRD, *below, hold=hold)
    assert table.game.held[PLACE] == holder
    assert [one.readings for one in table.all_told(e.HexTaken)] == [("helicopters_hold",)] * (holder == US)


@pytest.mark.parametrize("kind", ["t62", "truck", "mi-8"])
def test_20_5_in_the_fog_what_lies_below_face_down_does_not_tell_whether_it_flies(kind: str):
    """Once it is known to fly, it is in nobody's way."""
    below = unit(kind, SU, PLACE, "B1", seen=False)
    table = Table(replace(BIRD, hex=PLACE), below, IDLE, FAR, victory=HELD, on=("fog",))
    take(table.play, table.unit("A1"))
    assert table.game.held[PLACE] == SU
    table.unit("B1").seen = True
    take(table.play, table.unit("A1"))
    assert table.game.held[PLACE] == (US if kind == "mi-8" else SU)


def test_20_5_who_takes_a_place_face_down_is_not_told_of_as_a_helicopter():
    table = flown(BIRD, hold="free", on=("fog",))
    taken = table.told(e.HexTaken)
    assert FaceDown(table.rules.charts).event(table.game, taken, SU).readings == ()
    assert table.game.held[PLACE] == US


def test_20_5_a_tank_takes_a_place_below_a_helicopter():
    table = Table(unit("m60a1", US, "0506", "A1"), unit("mi-8", SU, PLACE, "B1"), IDLE, FAR, victory=HELD)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", PLACE))
    assert table.game.held[PLACE] == US


def test_20_5_where_no_helicopter_takes_a_place_who_gets_down_does():
    table = flown(HUEY, RIFLES, hold="never")
    table.does(a.Dismount("A2"))
    assert table.told(e.HexTaken) == e.HexTaken(US, PLACE)


def test_8_25_nobody_gets_down_among_enemies():
    table = flown(HUEY, RIFLES, TANK, hold="free")
    assert a.Dismount("A2") not in table.listed(US)
    assert table.refuses(a.Dismount("A2")).rule == "8.25"


def test_20_5_19_624_who_passes_motorcycles_does_not_take_their_place():
    table = Table(
        unit("m60a1", US, "0506", "A1"), unit("motorcycles", SU, PLACE, "B1"), IDLE, FAR, victory=HELD
    )
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0510"))
    assert table.game.held[PLACE] == SU


@pytest.mark.parametrize(("hold", "worth"), [("free", True), ("never", False)])
def test_20_5_the_bot_flies_to_no_place_that_a_helicopter_does_not_take(hold: str, worth: bool):
    table = Table(BIRD, IDLE, FAR, victory=HELD, readings={"helicopters_hold": hold})
    aims = Aims(table.play, table.play, US, table.rules.constants)
    assert (aims.prize(table.unit("A1"), PLACE) > 0) is worth
    assert aims.prize(table.unit("A9"), PLACE) > 0

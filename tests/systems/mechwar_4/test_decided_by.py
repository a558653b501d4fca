"""What a reading decided says so, in the event and in the log; what it did not, does not."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.by_sight import sighted
from campaign.systems.mechwar_4.decided_by import fired
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.frames import Firer
from campaign.systems.mechwar_4.readings import Readings
from tests.systems.mechwar_4.table import SU, US, Table, unit

IDLE = unit("truck", US, "0120", "A9")
FAR = unit("truck", SU, "2420", "B9")


def test_8_23_a_pass_that_is_final_by_the_reading_and_the_line_names_it():
    table = Table(IDLE, FAR)
    table.act(US, a.Pass())
    assert table.told(e.SidePassed).readings == ("passing",)
    text, rule = table.rules.told(table.game, table.told(e.SidePassed))
    assert text and rule.endswith("; reading passing")


def test_8_0_a_pass_that_is_final_by_either_reading_names_none():
    table = Table(IDLE, FAR, readings={"passing": "hands-over"})
    events = [one for side in (US, SU, US) for one in table.act(side, a.Pass())]
    passed = [(one.final, one.readings) for one in events if isinstance(one, e.SidePassed)]
    assert passed == [(False, ("passing",)), (False, ("passing",)), (True, ())]


@pytest.mark.parametrize(("dice", "by"), [((3, 3, 5, 2), ("initiative_tie",)), ((4, 2), ())])
def test_4_2_only_a_tie_is_decided_by_its_reading(dice: tuple[int, ...], by: tuple[str, ...]):
    table = Table(IDLE, FAR)
    table.act(US, a.Pass())
    table.act(SU, a.Pass(), *dice)
    assert table.told(e.InitiativeRolled).readings == by


@pytest.mark.parametrize(
    ("firer", "target", "hexes", "on", "by"),
    [
        ("us-rifles", "bmp", ("0505", "0507"), {}, "rifles_v_protected"),
        ("us-rifles", "t62", ("0505", "0507"), {}, ""),
        ("mortars", "soviet-rifles", ("0505", "0509"), {}, "direct_howitzers_v_soft"),
        ("mortars", "t62", ("0505", "0509"), {}, ""),
        ("mortars", "t62", ("0505", "0509"), {"damage": 2, "suppression": 2}, "howitzers_least"),
    ],
)
def test_6_the_readings_of_a_shot_are_those_that_would_change_it(
    firer: str, target: str, hexes: tuple[str, str], on: dict[str, Any], by: str
):
    table = Table(unit(firer, US, hexes[0], "A1", **on), unit(target, SU, hexes[1], "B1"))
    firer_of = Firer("A1", "main", state=table.unit("A1").damage)
    assert fired(table.play, firer_of, table.unit("B1"), "direct") == ((by,) if by else ())


def test_6_the_event_of_a_shot_bears_its_readings():
    table = Table(unit("us-rifles", US, "0505", "A1"), unit("bmp", SU, "0507", "B1"))
    table.fires("A1", "B1", 6)
    shot = table.told(e.ShotResolved)
    assert shot.readings == ("rifles_v_protected",)
    assert table.rules.told(table.game, shot)[1].endswith("; reading rifles_v_protected")


def test_5_11_a_line_past_a_wood_on_one_hand_is_clear_by_the_reading_of_sides():
    """0505 and the hex two columns on in the same row have two hexes between them, and their line a side."""
    there = Table(IDLE, FAR).play.ground.around
    near = {hex for _, hex in there["0505"]}
    aim, between = next(
        (hex, found)
        for hex in sorted(there)
        if hex not in near
        and hex != "0505"
        and len(found := sorted(near & {one for _, one in there[hex]})) == 2
    )
    for reading, by in (("either", None), ("both", ("along_hexside",))):
        table = Table(IDLE, FAR, terrain={between[0]: "light-woods"}, readings={"along_hexside": reading})
        assert (sighted(table.play, "0505", aim) if table.play.clear("0505", aim) else None) == by


def test_12_the_overrunner_that_leaves_after_the_last_firefight_leaves_by_the_reading():
    table = Table(
        unit("truck", US, "0505", "A1"), unit("truck", SU, "0506", "B1"), readings={"firefights": 1}
    )
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0506"), 1, 6)
    table.act(US, a.Leave("0505"))
    assert table.told(e.OverrunEnded).readings == ("firefights",)


def test_8_1_a_step_by_road_in_column_costs_what_the_reading_says():
    roads = [["0505", "0506", "0507"]]
    for column, by in ((True, ("column_road",)), (False, ())):
        table = Table(unit("m60a1", US, "0505", "A1", column=column), FAR, roads=roads)
        table.does(a.StartMove("A1"))
        table.does(a.Move("A1", "0506"))
        assert table.told(e.UnitMoved).readings == by


def test_in_the_fog_no_reading_tells_what_lies_under_a_counter():
    table = Table(IDLE, FAR, on=("fog",))
    hidden = FaceDown(table.rules.charts)
    shot = e.MinesMet("A9", "0120", True, 1, (3,), "-", 0, readings=("mines_v_soft", "passing"))
    assert hidden.event(table.game, shot, SU).readings == ("passing",)
    plain = Table(IDLE, FAR)
    assert hidden.event(plain.game, shot, SU).readings == ("mines_v_soft", "passing")


def test_the_battles_own_readings_hold_whatever_the_pack_says():
    table = Table(unit("us-rifles", US, "0505", "A1"), unit("bmp", SU, "0507", "B1"))

    def fires() -> bool:
        return any(isinstance(one, a.Fire) and one.arm == "main" for one in table.listed(US))

    assert fires()
    table.game.readings = Readings(rifles_v_protected=False)
    assert not fires() and table.play.charts is not table.rules.charts
    assert table.refuses(a.Fire("A1", "B1", "main"), US).rule == "6.10"

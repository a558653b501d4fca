"""What a reading decided says so in the event; what it did not, does not."""

from __future__ import annotations

import pytest

from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.decide.command import verdict
from campaign.systems.tanks_modern_age.decide.shooting import seen_by
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.readings import Readings
from tests.systems.tanks_modern_age.field import BLUE, Field
from tests.systems.tanks_modern_age.test_movement import FAR, alone


def test_p9_a_move_on_the_spot_is_one_by_its_reading():
    for distance, by in ((0, ("least_move",)), (60, ())):
        field = alone("m1-abrams")
        moved = [
            one for one in field.act(BLUE, a.Move("m1-abrams-1", 90, distance)) if isinstance(one, e.Moved)
        ]
        assert [one.readings for one in moved] == [by]


def test_p10_a_predator_that_rises_in_place_has_moved_by_its_reading():
    for type, by in (("hind", ("rising_is_moving",)), ("cobra", ())):
        field = alone(type)
        events = field.act(BLUE, a.Elevate(f"{type}-1"))
        assert [one.readings for one in events if isinstance(one, e.TokensTaken)] == [by]


@pytest.mark.parametrize(
    ("kind", "by"), [("building", ("high_looks_over",)), ("forest", ("high_looks_over",)), ("", ())]
)
def test_p12_what_a_high_flier_sees_past_terrain_it_sees_by_its_reading(kind: str, by: tuple[str, ...]):
    terrain = [(kind, 450, 560, 0)] if kind else []
    field = Field([("m1-abrams", 450, 700, 0)], [("hind", 450, 300, 180, (), True)], terrain=terrain)
    assert seen_by(field.play(), a.Shoot("hind-1", "m1-abrams-1")) == by


def test_p19_a_battle_that_is_over_as_reserves_do_not_count_is_so_by_its_reading():
    field = Field([("m60-patton", 60, 840, 0), ("m1-abrams", -1, -1, 0)], [("t-64", 850, 60, 180)])
    field.model("m60-patton-1").out, field.model("m1-abrams-1").reserve = "destroyed", True
    field.game.readings = Readings("buildings", reserves_in_play=False)
    play = Play(field.rules.charts, field.game)
    assert verdict(play) is not None
    assert play.decided(("reserves_in_play", "least_move"), verdict) == ("reserves_in_play",)


def test_a_battles_own_readings_hold_whatever_the_pack_says():
    field = Field([("t-55", 450, 700, 0)], [FAR], stage="movement")
    field.game.readings = Readings("all", least_move=20)
    table = field.play().charts.table
    assert (table.least_move, set(table.high_looks_over)) == (20, {"building", "forest"})
    field.game.readings = Readings("nothing")
    assert field.play().charts.table.high_looks_over == ()
    field.game.readings = Readings("buildings")
    assert field.play().charts is field.rules.charts, "as the pack has it"

"""Night (19.7)."""

from __future__ import annotations

import pytest

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.gunnery import guns_named, verify_aim
from campaign.systems.mechwar_4.panic import panics, removal
from campaign.systems.mechwar_4.state import Battery
from campaign.systems.mechwar_4.values import reach_of
from campaign.systems.mechwar_4.watching import observed_at
from tests.systems.mechwar_4.field import Field, of, unit
from tests.systems.mechwar_4.pack import board, reading

LONG = ("0" * 24,) * 2


def long(night_panic: str = "checks") -> Charts:
    charts = board(LONG)
    charts.readings = reading(night_panic=night_panic).readings
    return charts


def night(charts: Charts | None = None, on: bool = True) -> Field:
    """An Israeli tank (blue) and an Egyptian one (red), each a third lost so that it panics on something."""
    units = (unit("b1", "centurion", "0101", damage=1), unit("r1", "t62", "2401", damage=1))
    return Field(charts or long(), units, night=on)


def test_19_71_nobody_sees_further_than_ten_hexes() -> None:
    dark, day = night().play, night(on=False).play
    assert dark.clear("0101", "1101")
    assert not dark.clear("0101", "1201")
    assert day.clear("0101", "1201")


def test_19_72_observation_ranges_end_at_ten() -> None:
    for on, range in ((True, 10), (False, 20)):
        one = night(on=on)
        assert observed_at(one.play, one.game.units["b1"], "0901") == range


def test_19_73_indirect_fire_falls_where_a_friend_sees_within_ten_hexes() -> None:
    for on in (True, False):
        one = night(on=on)
        one.game.batteries["guns"] = Battery("guns", "Guns", "blue", 6)
        guns = guns_named(one.play, "blue", "guns")
        verify_aim(one.play, guns, "1101")
        if on:
            with pytest.raises(Refused) as refused:
                verify_aim(one.play, guns, "1201")
            assert refused.value.rule == "19.73"
        else:
            verify_aim(one.play, guns, "1201")


def test_19_74_nothing_is_fired_further_than_five_hexes() -> None:
    for on, range in ((True, 5), (False, 18)):
        one = night(on=on)
        one.game.units["b1"].type = "chieftain"
        assert reach_of(one.play, one.game.units["b1"], "main") == range


def test_mw_17_19_75_19_76_three_off_arab_panic_dice_and_one_off_israeli() -> None:
    """19.75."""
    for id, counts in (("r1", 7), ("b1", 9)):
        one = night()
        play = one.roll(10)
        panics(play, one.game.units[id], "fire")
        (event,) = of(e.PanicRolled, play.events)
        assert event.die + sum(term.value for term in event.terms) == counts


def test_19_75_a_die_that_falls_to_nothing_counts_as_one() -> None:
    one = night()
    one.game.units["r1"].damage = 0
    one.game.forces["red"].panic = 1
    assert panics(one.roll(1), one.game.units["r1"], "fire")


@pytest.mark.parametrize(("which", "terms"), [("checks", 0), ("all", 1)])
def test_19_75_panic_removal_by_either_reading(which: str, terms: int) -> None:
    one = night(long(which))
    one.game.units["r1"].panicked = True
    play = one.roll(5)
    removal(play, one.game.units["r1"])
    (event,) = of(e.PanicRolled, play.events)
    assert len(event.terms) == terms


def test_19_77_by_day_nothing_of_this_holds() -> None:
    one = night(on=False)
    play = one.roll(10)
    panics(play, one.game.units["r1"], "fire")
    (event,) = of(e.PanicRolled, play.events)
    assert event.terms == ()

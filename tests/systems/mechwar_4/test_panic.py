"""Panic (13) and the removal of panic and suppression (4.1 C, 7.4), at night too (19.7)."""

from __future__ import annotations

from typing import Literal

import pytest

from campaign.rules.dice import ScriptedDice
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play
from tests.systems.mechwar_4.table import SU, US, Table, company, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")
T62 = unit("t62", SU, "0508", "B1")


@pytest.mark.parametrize(("level", "die", "panicked"), [(2, 2, True), (2, 3, False), (0, 0, False)])
def test_13_0_a_unit_may_panic_as_it_is_to_fire(level: int, die: int, panicked: bool):
    table = Table(unit("m60a1", US, "0505", "A1"), T62, IDLE, FAR, panic=(level, 0))
    table.does(a.Fire("A1", "B1"), *([die] if die else []), *([] if panicked else [1]))
    assert table.unit("A1").panicked == panicked
    assert bool(table.all_told(e.ShotResolved)) == (not panicked)


def test_13_1_who_panics_neither_moves_nor_fires():
    """6.1."""
    table = Table(unit("m60a1", US, "0505", "A1", panicked=True), T62, IDLE, FAR)
    assert table.refuses(a.Fire("A1", "B1")).rule == "13.1"
    assert table.refuses(a.StartMove("A1")).rule == "13.1"


def test_8_0_full_strength_units_do_not_check_as_they_move():
    table = Table(unit("m60a1", US, "0505", "A1"), T62, IDLE, FAR, panic=(4, 0))
    table.does(a.StartMove("A1"))
    assert not table.all_told(e.PanicRolled)
    table = Table(unit("m60a1", US, "0505", "A1", damage=1), T62, IDLE, FAR, panic=(4, 0))
    table.does(a.StartMove("A1"), 4)
    assert table.unit("A1").panicked
    assert table.unit("A1").moved
    assert table.asked() == {SU: "activation"}


@pytest.mark.parametrize("why", ["fire", "move"])
def test_13_0_in_the_fog_no_die_tells_how_good_the_company_of_a_counter_is(why: Literal["fire", "move"]):
    for seen, left in ((False, [0, 0]), (True, [1, 0])):
        found: list[int] = []
        for level in (0, 1):
            of_c = unit("m60a1", US, "0505", "A1", company="c", damage=int(why == "move"), seen=seen)
            table = Table(of_c, T62, on=["fog"], companies=[company("c", US, level)])
            dice = ScriptedDice([10])
            panics(Play(table.rules.charts, table.game, dice), table.unit("A1"), why)
            found.append(dice.left)
        assert found == left, "of who is seen, the level lies open"


def test_13_0_a_companys_own_level_counts_and_a_broken_formation_adds_one():
    of_c = unit("m60a1", US, "0505", "A1", company="c")
    table = Table(of_c, T62, IDLE, FAR, companies=[company("c", US, 2, broken_formation=True)])
    assert table.play.level(table.unit("A1")) == 3


def test_13_11_panic_is_removed_in_its_phase_or_stays():
    for die, still in ((9, False), (10, True)):
        table = Table(unit("m60a1", US, "0505", "A1", panicked=True), T62, IDLE, FAR, panic=(1, 0))
        table.act(US, a.Pass())
        table.act(SU, a.Pass(), die)
        assert table.unit("A1").panicked == still


def test_7_4_suppression_goes_by_itself():
    table = Table(unit("m60a1", US, "0505", "A1", suppression=2), T62, IDLE, FAR)
    table.next_turn()
    assert table.unit("A1").suppression == 0


@pytest.mark.parametrize(("nation", "panicked"), [("egypt", True), ("israel", False), ("us", False)])
def test_mw_17_night_makes_panic_likelier(nation: str, panicked: bool):
    """A die of 7 at 40 %: Arabs read 4, Israelis 6."""
    table = Table(
        unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0508", "B1"), IDLE, FAR, on=["night"], panic=(4, 0)
    )
    table.game.forces[US].nation = nation  # type: ignore[assignment]
    table.does(a.Fire("A1", "B1"), 7, *([] if panicked else [1]))
    assert table.unit("A1").panicked == panicked
    told = table.told(e.PanicRolled)
    assert told.die + sum(one.value for one in told.terms) == {"egypt": 4, "israel": 6, "us": 7}[nation]


def test_19_74_no_weapon_reaches_further_than_five_hexes_at_night():
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0511", "B1"), IDLE, FAR, on=["night"])
    assert table.refuses(a.Fire("A1", "B1")).rule == "6.0"

"""Guns off the map (14), counterbattery (7.8, 19.2), scattered mines (19.4), smoke (18)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from campaign.rules.views import HexBoard
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import opening, words
from campaign.systems.mechwar_4 import scenario as s
from campaign.systems.mechwar_4.decide import mines, multiples
from campaign.systems.mechwar_4.decide.phases import removal_phase
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.gunnery import spotted
from campaign.systems.mechwar_4.state import Battery, Mission
from campaign.systems.mechwar_4.values import die_terms
from campaign.systems.mechwar_4.view import view
from tests.systems.mechwar_4.field import Field, of, unit
from tests.systems.mechwar_4.guns import CLEAR, ON_TARGET, TOWN, barrage, battery, next_phase, shell
from tests.systems.mechwar_4.pack import charts, reading

CALM = 9
"""A ten-sided die with which nobody panics."""

# -- 14.1, 14.2 ------------------------------------------------------------------------------------------------


def test_14_11_off_board_fire_is_indirect_and_may_scatter() -> None:
    field = barrage(batteries=(battery(),))
    (fired,) = of(g.IndirectFired, shell(field, CLEAR, 3, 1, 4))
    assert fired.limit and fired.impact != CLEAR


def test_mw_9_14_12_seven_points_off_the_map_are_as_good_as_on_it() -> None:
    """7.0."""
    columns: list[int] = []
    for by, dice in (("b1", (CALM, *ON_TARGET, 6)), ("blue-guns-1", ON_TARGET)):
        field = barrage(unit("b1", "m109", "0101"), unit("r1", "us-rifles", CLEAR), batteries=(battery(h=7),))
        columns += [one.column for one in of(g.UnitShelled, shell(field, CLEAR, *dice, 2, by=by))]
    assert columns == [7, 7]


def test_14_12_each_concentration_once_a_turn() -> None:
    field = barrage(batteries=(battery(),))
    told = shell(field, CLEAR, *ON_TARGET)
    assert len(of(g.IndirectFired, told)) == 1 and field.asked() == []


def test_14_13_any_target_on_the_map_seen_or_not() -> None:
    field = barrage(batteries=(battery(),), spotter=False)
    for hex in ("0101", "1008"):
        field.act("blue", a.Bombard("blue-guns-1", hex))
        assert [one.hex for one in field.game.missions] == [hex]


def test_14_13_a_scenario_may_say_how_far_they_fire_onto_the_map() -> None:
    """Blue comes from the west: its guns reach the first six columns and no seventh."""
    field = barrage(batteries=(battery(reach=6),))
    assert field.refusal("blue", a.Bombard("blue-guns-1", "0701")).rule == "14.13"
    field.act("blue", a.Bombard("blue-guns-1", "0601"))
    option = next(one for one in field.listed("blue") if isinstance(one.action, a.Bombard))
    places = option.ranges[0].places
    assert places is not None
    assert {hex[:2] for hex in places.among(field.play.board)} == {"01", "02", "03", "04", "05", "06"}


def test_14_13_by_a_reading_a_target_must_be_spotted() -> None:
    readings = reading(offboard_needs_spotter=True).readings
    field = barrage(unit("b1", "truck", "0101"), batteries=(battery(),), spotter=False)
    field.charts.readings = readings
    try:
        field.game.units["b1"].hex = ""
        assert field.refusal("blue", a.Bombard("blue-guns-1", CLEAR)).rule == "14.13"
        field.game.units["b1"].hex = "0101"
        field.act("blue", a.Bombard("blue-guns-1", CLEAR))
    finally:
        field.charts.readings = charts().readings


def test_14_14_off_board_guns_fire_after_those_on_the_map() -> None:
    field = barrage(unit("b1", "mortars", "0107"), batteries=(battery(), battery("blue-air-1", kind="air")))
    for by in ("blue-air-1", "blue-guns-1", "b1"):
        field.act("blue", a.Bombard(by, CLEAR))
    told = field.act("blue", a.Ready(), CALM, *ON_TARGET, 6, *ON_TARGET, 1)
    assert [one.by for one in of(g.IndirectFired, told)] == ["b1", "blue-guns-1", "blue-air-1"]


def test_14_21_14_22_each_concentration_is_an_attack_of_its_own_at_one_hex() -> None:
    field = barrage(unit("r1", "us-rifles", CLEAR), batteries=(battery(h=4), battery("blue-guns-2", h=5)))
    field.act("blue", a.Bombard("blue-guns-2", CLEAR))
    told = shell(field, CLEAR, *ON_TARGET, 2, *ON_TARGET, 2)
    assert sorted(one.column for one in of(g.UnitShelled, told)) == [4, 5]


def test_14_23_no_counterbattery_without_19_2() -> None:
    field = barrage(batteries=(battery(),))
    assert field.refusal("blue", a.Bombard("blue-guns-1", load="counter")).rule == "14.23"


def test_14_24_off_board_guns_betray_nothing_without_19_2() -> None:
    field = barrage(batteries=(battery(),))
    assert not of(g.GunsDetected, shell(field, CLEAR, *ON_TARGET))


# -- 14.3: multiples -------------------------------------------------------------------------------------------


def multiplied(die: int, uses: int = 2, **more: Any) -> tuple[Field, list[Any]]:
    three = tuple(battery(f"blue-guns-{i}", **more) for i in (1, 2, 3))
    field = barrage(batteries=three, uses=uses, multiples=True)
    field.game.turns = 9
    return field, field.act("blue", a.Multiply(), die)


def test_mw_7_14_33_three_batteries_times_three() -> None:
    """14.33."""
    field, _ = multiplied(3)
    assert len(field.game.batteries) == 9 and all(one.h == 7 for one in field.game.batteries.values())
    later = [one for one in field.game.batteries.values() if one.until]
    field.act("blue", a.Bombard(later[0].id, CLEAR))
    assert [one.due for one in field.game.missions] == [field.game.turn + 1]


def test_mw_7_14_34_a_one_adds_nothing_and_is_spent() -> None:
    """14.34."""
    field, _ = multiplied(1, uses=1)
    assert len(field.game.batteries) == 3 and field.game.forces["blue"].multiples == 0
    assert field.refusal("blue", a.Multiply()).rule == "14.34"


def test_14_32_not_more_often_than_the_scenario_says() -> None:
    row = s.Battery("us", "155 mm", 7, 3, multiples=2)
    crossroads = replace(charts().scenarios["crossroads"], battery=(row,))
    (force,) = [one for one in opening.forces_placed(charts(), crossroads).forces if one.id == "us"]
    assert force.multiples == 2


def test_14_33_the_die_is_secret_until_the_next_indirect_fire_phase() -> None:
    field, (rolled,) = multiplied(3)
    field.game.switches = replace(field.game.switches, fog=True)
    hidden = FaceDown(field.charts)
    assert hidden.event(field.game, rolled, "red") == g.MultipleRolled("blue", 0)
    assert hidden.event(field.game, rolled, "blue") == rolled
    play = field.roll(3)
    play.dice.roll("multiple of blue in turn 1", 1)
    assert hidden.draws(field.game, play.dice.draws, "red") == ()
    assert len(hidden.draws(field.game, play.dice.draws, "blue")) == 1
    field.tell(g.IndirectEnded(), e.TurnBegan(2), e.PhaseBegan("indirect"))
    assert [one.multiple for one in of(g.MultipleShown, field.settle())] == [3]
    assert len(hidden.draws(field.game, play.dice.draws, "red")) == 1


def test_14_33_a_state_before_it_tells_no_die_either() -> None:
    field, (rolled,) = multiplied(3)
    guns = field.game.batteries["blue-guns-1-turn-2-1"]
    plotted = g.MissionPlotted(Mission(guns.id, "blue", CLEAR, due=2))
    fired = g.IndirectFired(guns.id, "blue", CLEAR, CLEAR, "shells", h=guns.h)
    before, _ = multiplied(3)
    before.game.batteries = {id: one for id, one in before.game.batteries.items() if not one.until}
    before.game.forces["blue"].multiple = 0
    before.game.switches = replace(before.game.switches, fog=True)
    hidden = FaceDown(field.charts)
    assert hidden.event(before.game, rolled, "red") == g.MultipleRolled("blue", 0)
    play = before.roll(3)
    play.dice.roll("multiple of blue in turn 1", 1)
    assert hidden.draws(before.game, play.dice.draws, "red") == ()
    assert hidden.event(before.game, fired, "red").by == ""
    assert hidden.event(before.game, plotted, "red") is None
    assert (
        words.describe(before.game, plotted)[0] == f"Guns {guns.id} is to fire shells on {CLEAR} in turn 2."
    )


def test_19_23_of_all_batteries_the_worst_off_stay() -> None:
    field, _ = multiplied(2)
    hurt = next(one for one in field.game.batteries.values() if one.until)
    hurt.damage = 2
    field.tell(e.TurnBegan(2))
    play = field.roll()
    multiples.revert(play)
    left = [one for one in field.game.batteries.values() if not one.out]
    assert sorted(one.damage for one in left) == [0, 0, 2] and not any(one.until for one in left)


def test_19_21_of_multiplied_batteries_every_fourth_is_soft() -> None:
    field, _ = multiplied(3, protected=True)
    kinds = [one.protected for one in field.game.batteries.values()]
    assert kinds == [True, True, True, False, True, True, True, False, True]


# -- 7.8: counterbattery ---------------------------------------------------------------------------------------


def duel(*more: Any, die: int = 1, fog: bool = False, **switches: Any) -> tuple[Field, list[Any]]:
    """Blue's mortars fire and are spotted if the die is a 1; red's wait for that."""
    field = barrage(unit("b1", "mortars", "0101"), unit("r1", "mortars", "1008"), *more, fog=fog, **switches)
    field.act("red", a.Bombard("r1", load="counter"))
    field.act("blue", a.Bombard("b1", CLEAR))
    field.act("blue", a.Ready())
    return field, field.act("red", a.Ready(), CALM, *ON_TARGET, die)


def test_7_81_guns_that_fire_are_spotted_on_a_one_and_answered() -> None:
    field, told = duel()
    assert of(g.GunsDetected, told)[0].found and field.game.units["b1"].spotted == "0101"
    assert field.asked() == [("red", "counterbattery")]
    told = field.act(
        "red", a.Counter("r1", "b1"), CALM, 6, 6, 2
    )  # no die for effect; scatter, counterbattery, the unit
    (fired,) = of(g.IndirectFired, told)
    assert (fired.by, fired.hex, fired.need, fired.counter) == ("r1", "0101", 0, "b1")
    assert [one.unit for one in of(g.UnitShelled, told)] == ["b1"]


def test_7_81_otherwise_they_stay_concealed() -> None:
    field, told = duel(die=2)
    assert not of(g.GunsDetected, told)[0].found and field.asked() == []


def test_7_82_counterbattery_scatters_like_all_indirect_fire() -> None:
    field, _ = duel()
    (fired,) = of(g.IndirectFired, field.act("red", a.Counter("r1", "b1"), CALM, 2, 4, 6))
    assert fired.impact == "0102"


def test_7_84_all_answers_are_said_before_any_falls() -> None:
    field = barrage(unit("b1", "mortars", "0101"), unit("r1", "mortars", "1008"), unit("r2", "m109", "1001"))
    for by in ("r1", "r2"):
        field.act("red", a.Bombard(by, load="counter"))
    field.act("blue", a.Bombard("b1", CLEAR))
    field.act("blue", a.Ready())
    field.act("red", a.Ready(), CALM, *ON_TARGET, 1)
    assert not of(g.IndirectFired, field.act("red", a.Counter("r1", "b1")))
    told = field.act("red", a.Counter("r2", "b1"), CALM, 6, 6, 1, CALM, 6, 6, 1)
    assert [one.by for one in of(g.IndirectFired, told)] == ["r1", "r2"]


def test_7_81_only_guns_that_wait_answer() -> None:
    field, _ = duel(unit("r2", "m109", "1001"))
    assert field.refusal("red", a.Counter("r2", "b1")).rule == "7.81"


def test_7_85_who_answers_may_be_answered() -> None:
    field = barrage(unit("b1", "mortars", "0101"), unit("b2", "m109", "0108"), unit("r1", "mortars", "1008"))
    field.act("red", a.Bombard("r1", load="counter"))
    field.act("blue", a.Bombard("b1", CLEAR))
    field.act("blue", a.Bombard("b2", load="counter"))
    field.act("blue", a.Ready())
    field.act("red", a.Ready(), CALM, *ON_TARGET, 1)
    field.act("red", a.Counter("r1", "b1"), CALM, 6, 1, 2)
    assert field.asked() == [("blue", "counterbattery")]
    told = field.act("blue", a.Counter("b2", "r1"), CALM, 6, 6, 2)
    assert [one.counter for one in of(g.IndirectFired, told)] == ["r1"] and field.asked() == []


def test_7_86_others_nearby_are_hit_as_by_all_indirect_fire() -> None:
    field, _ = duel(unit("b2", "truck", "0101"))
    told = field.act("red", a.Counter("r1", "b1"), CALM, 6, 6, 2, 2)
    assert [one.unit for one in of(g.UnitShelled, told)] == ["b1", "b2"]


def test_7_87_spotted_guns_stay_spotted_in_their_hex() -> None:
    field, _ = duel()
    field.game.units["r1"].hex = ""
    assert spotted(field.play, "red", "0101")
    field.tell(e.MoveBegan("b1", 20), e.UnitMoved("b1", "0102", 2))
    assert field.game.units["b1"].spotted == "" and not spotted(field.play, "red", "0101")


@pytest.mark.parametrize(("shots", "die", "found"), [(1, 2, True), (1, 3, False), (2, 3, True)])
def test_7_88_the_chance_grows_with_every_turn_of_fire(shots: int, die: int, found: bool) -> None:
    field = barrage(unit("b1", "mortars", "0101", shots=shots), growing_detection=True)
    (detected,) = of(g.GunsDetected, shell(field, CLEAR, CALM, *ON_TARGET, die, by="b1"))
    assert (detected.limit, detected.found) == (shots + 1, found)


def test_7_81_concealed_guns_are_named_to_nobody() -> None:
    field, told = duel(die=2, fog=True)
    hidden, field.game.verdict = FaceDown(field.charts), None
    seen = [hidden.event(field.game, one, "red") for one in told]
    assert (
        [one.by for one in of(g.IndirectFired, seen)] == [""] == [one.by for one in of(g.GunsDetected, seen)]
    )
    assert [one.by for one in of(g.IndirectFired, told)] == ["b1"]


def test_7_81_in_the_fog_a_side_is_asked_whether_or_not_guns_wait() -> None:
    field = barrage(unit("b1", "mortars", "0101"), unit("r1", "mortars", "1008"), fog=True)
    field.act("blue", a.Bombard("b1", CLEAR))
    field.act("blue", a.Ready())
    field.act("red", a.Ready(), CALM, *ON_TARGET, 1)
    assert field.asked() == [("red", "counterbattery")] and field.options("red") == [a.Ready()]


# -- 19.2: off the map -----------------------------------------------------------------------------------------


def far(*batteries: Battery, h: int = 7, **fields: Any) -> Field:
    """Red's battery waits in this turn for blue's, whose fire it may answer (19.2)."""
    mine = batteries or (battery(h=h, **fields),)
    field = barrage(batteries=(*mine, battery("red-guns-1")), offboard_counterbattery=True)
    field.act("red", a.Bombard("red-guns-1", load="counter"))
    field.act("blue", a.Ready())
    field.act("red", a.Ready())
    next_phase(field)
    field.act("blue", a.Bombard("blue-guns-1", CLEAR))
    field.act("red", a.Ready())
    field.act("blue", a.Ready(), *ON_TARGET, 1)
    return field


def test_19_2_off_board_guns_answer_each_other_from_the_next_turn_on() -> None:
    field = far()
    assert field.game.batteries["blue-guns-1"].spotted and field.asked() == [("red", "counterbattery")]
    told = field.act(
        "red", a.Counter("red-guns-1", "blue-guns-1"), 6, 6, 1
    )  # scatter, counterbattery, the battery, its losses
    (shelled,) = of(g.UnitShelled, told)
    assert (shelled.unit, shelled.table, shelled.column) == ("blue-guns-1", "personnel", 7)


def test_19_2_a_tight_pattern_that_scatters_misses() -> None:
    field = far()
    assert not of(g.UnitShelled, field.act("red", a.Counter("red-guns-1", "blue-guns-1"), 1, 3, 6))
    loose = far()
    answer = a.Counter("red-guns-1", "blue-guns-1", "loose")
    assert [one.column for one in of(g.UnitShelled, loose.act("red", answer, 1, 3, 6, 1))] == [4]


def test_19_2_strikes_may_answer_too_and_armour_does_not_button_up() -> None:
    field = barrage(
        batteries=(battery(protected=True), battery("red-air-1", 5, kind="air")), offboard_counterbattery=True
    )
    field.act("red", a.Bombard("red-air-1", load="counter"))
    field.act("blue", a.Ready())
    field.act("red", a.Ready())
    next_phase(field)
    field.act("blue", a.Bombard("blue-guns-1", CLEAR))
    field.act("red", a.Ready())
    field.act("blue", a.Ready(), *ON_TARGET, 1)
    told = field.act("red", a.Counter("red-air-1", "blue-guns-1"), 2, 3)  # on target; the battery
    (shelled,) = of(g.UnitShelled, told)
    assert (shelled.table, shelled.column, shelled.buttoned) == ("armour D2", 8, False)
    assert field.game.batteries["red-air-1"].out


def test_19_2_losses_and_suppression_are_kept_and_suppression_goes() -> None:
    field = far()
    field.act("red", a.Counter("red-guns-1", "blue-guns-1"), 6, 6, 1)
    battery = field.game.batteries["blue-guns-1"]
    assert (battery.damage, battery.suppression) == (1, 1)
    removal_phase(field.roll())
    assert (battery.damage, battery.suppression) == (1, 0)


def test_19_2_guns_off_the_map_stay_spotted_until_they_displace() -> None:
    for displaces in (False, True):
        field = barrage(
            batteries=(battery(spotted=True), battery("red-guns-1")), offboard_counterbattery=True
        )
        field.act("red", a.Bombard("red-guns-1", load="counter"))
        field.act("blue", a.Ready())
        field.act("red", a.Ready())
        next_phase(field)
        if displaces:
            field.act("blue", a.Displace("blue-guns-1"))
            assert (field.game.turn == 2 and field.game.phase == "regroup") or not field.game.betrayed
            continue
        field.act("red", a.Ready())
        field.act("blue", a.Ready())
        assert field.asked() == [("red", "counterbattery")], "it has not fired, but is where it was"
        told = field.act("red", a.Counter("red-guns-1", "blue-guns-1"), 6, 6, 1)
        assert [one.unit for one in of(g.UnitShelled, told)] == ["blue-guns-1"]
        assert field.game.verdict is not None, "nobody is asked about it again"


def test_19_21_beyond_three_every_fourth_battery_is_soft() -> None:
    row = s.Battery("us", "M109", 7, count=5, protected=True)
    made = opening.batteries(
        replace(charts().scenarios["crossroads"], battery=(row,), strike=()), s.Switches()
    )
    assert [one.protected for one in made] == [True, True, True, False, True]


def test_19_21_protected_batteries_may_button_up() -> None:
    field = far(protected=True)
    field.act("red", a.Counter("red-guns-1", "blue-guns-1"), 6, 6)
    assert field.asked() == [("blue", "button")]
    (shelled,) = of(g.UnitShelled, field.act("blue", a.Button("blue-guns-1", True), 3))
    assert shelled.buttoned and field.game.batteries["blue-guns-1"].suppression == 2


def test_19_22_a_spotted_battery_displaces_and_is_back_after_three_turns() -> None:
    field = barrage(batteries=(battery(spotted=True),), offboard_counterbattery=True)
    field.act("blue", a.Displace("blue-guns-1"))
    gone = field.game.batteries["blue-guns-1"]
    assert not gone.spotted and gone.busy == field.game.turn + 3
    assert field.asked() == []  # nothing is left that could fire
    field.game.turn = gone.busy + 1
    assert field.play and not field.game.missions


# -- 19.4: scattered mines -------------------------------------------------------------------------------------


def test_19_41_19_42_scattered_mines_are_a_hasty_minefield_and_may_scatter() -> None:
    field = barrage(batteries=(battery(fascam=2),), scattered_mines=True)
    assert field.refusal("blue", a.Bombard("blue-guns-1", CLEAR, "fascam", "loose")).rule == "19.42"
    told = shell(field, CLEAR, 3, 1, 4, load="fascam")
    assert [one.hex for one in of(g.MinesScattered, told)] == ["0608"]
    assert [(one.hex, one.kind, one.side) for one in field.game.mines] == [("0608", "hasty", "")]
    assert field.game.batteries["blue-guns-1"].fascam == 1


def test_19_43_every_further_fire_adds_two_columns() -> None:
    three = tuple(battery(f"blue-guns-{i}", fascam=1) for i in (1, 2, 3))
    field = barrage(batteries=three, scattered_mines=True)
    for one in three:
        field.act("blue", a.Bombard(one.id, CLEAR, "fascam"))
    field.act("blue", a.Ready(), *ON_TARGET * 3)
    (there,) = field.game.mines
    assert mines.column(field.play, there) == 2


def test_19_4_not_more_than_a_battery_has_nor_in_other_battles() -> None:
    field = barrage(batteries=(battery(fascam=1),))
    assert field.refusal("blue", a.Bombard("blue-guns-1", CLEAR, "fascam")).rule == "19.4"
    field = barrage(batteries=(battery(),), scattered_mines=True)
    assert field.refusal("blue", a.Bombard("blue-guns-1", CLEAR, "fascam")).rule == "19.4"


# -- 18: smoke -------------------------------------------------------------------------------------------------


def smoked(hex: str = CLEAR) -> Field:
    field = barrage(unit("r1", "us-rifles", CLEAR), batteries=(battery(),))
    told = shell(field, hex, *ON_TARGET, load="smoke")
    assert [one.hex for one in of(g.SmokePlaced, told)] == [hex] and not of(g.UnitShelled, told)
    return field


def test_18_0_smoke_falls_like_shells_and_is_marked() -> None:
    shown = view(smoked().play, "red").board
    assert isinstance(shown, HexBoard)
    assert [cell.id for cell in shown.cells if "smoke" in cell.marks] == [CLEAR]


def test_18_11_smoke_hides_what_is_behind_it() -> None:
    field = smoked("0507")
    assert not field.play.clear("0307", "0707") and field.play.clear("0307", "0507")


def test_18_12_smoke_in_the_targets_hex_takes_two_off_but_not_from_class_h() -> None:
    play = smoked().play
    firer, target = unit("b5", "m60a1", "0607"), play.state.units["r1"]
    assert [one.value for one in die_terms(play, firer, target, "direct", "M")] == [-2]
    assert not die_terms(play, firer, target, "direct", "H")


def test_18_21_smoke_stays_until_the_next_indirect_fire_phase() -> None:
    field = smoked()
    field.game.turns, field.game.verdict = 9, None
    field.tell(e.TurnBegan(2), e.PhaseBegan("removal"))
    assert field.game.smoke
    told = field.settle()
    assert [one.hexes for one in of(e.SmokeLifted, told)] == [(CLEAR,)] and not field.game.smoke


def test_18_22_however_many_points_one_hex() -> None:
    field = barrage(batteries=(battery(h=8),))
    assert len(of(g.SmokePlaced, shell(field, TOWN, *ON_TARGET, load="smoke"))) == 1


def test_18_0_who_has_none_fires_none() -> None:
    for one in (battery(smoke=False), battery(kind="air")):
        field = barrage(batteries=(one,))
        assert field.refusal("blue", a.Bombard(one.id, CLEAR, "smoke")).rule == (
            "7.7" if one.kind == "air" else "18.0"
        )

"""Close air support (15): strikes, aircraft that fly over the map, what they do, what is fired at them."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.rules.dice import Dice, Faces, chances
from campaign.rules.hexes import EDGES, Edge
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import opening
from campaign.systems.mechwar_4 import scenario as s
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.completing import completed
from campaign.systems.mechwar_4.decide import airdefence, airstrikes, landing
from campaign.systems.mechwar_4.decide.air import loads, straight, verify_enter, verify_plot
from campaign.systems.mechwar_4.decide.flow import settle
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.frames import Bombardment
from campaign.systems.mechwar_4.known import Known
from campaign.systems.mechwar_4.odds import odds
from campaign.systems.mechwar_4.play import Play, accepts
from campaign.systems.mechwar_4.state import Aircraft, AirDefenceOff, AirLoad, Game, Leg, Unit
from campaign.systems.mechwar_4.view import LOSSES, view
from campaign.systems.mechwar_4.words import LINES
from events.entry import Matters
from tests.systems.mechwar_4.field import Field, decide, of, unit
from tests.systems.mechwar_4.guns import CLEAR, TOWN, barrage, battery, shell
from tests.systems.mechwar_4.pack import board, charts, reading

# -- 15.0 to 15.2: strikes -------------------------------------------------------------------------------------


def strike(
    *units: Unit, dice: tuple[int, ...] = (2,), hex: str = CLEAR, h: int = 5
) -> tuple[Field, list[Any]]:
    field = barrage(*units, batteries=(battery("blue-air-1", h, kind="air"),))
    return field, shell(field, hex, *dice, by="blue-air-1")


def test_15_0_a_strike_is_planned_and_falls_in_the_same_phase_and_is_spent() -> None:
    field, told = strike()
    assert [one.strike for one in of(g.IndirectFired, told)] == [True]
    assert field.game.batteries["blue-air-1"].out


def test_7_7_by_a_reading_a_strike_is_planned_a_turn_in_advance() -> None:
    field = barrage(batteries=(battery("blue-air-1", kind="air"),))
    field.charts.readings = reading(support_delay="one-turn").readings
    try:
        field.act("blue", a.Bombard("blue-air-1", CLEAR))
        assert [one.due for one in field.game.missions] == [field.game.turn + 1]
    finally:
        field.charts.readings = charts().readings


@pytest.mark.parametrize(("dice", "impact"), [((2,), CLEAR), ((3, 1), "0606")])
def test_mw_24_15_1_a_strike_on_one_or_two_is_on_target(dice: tuple[int, ...], impact: str) -> None:
    """15.1."""
    _, told = strike(dice=dice)
    assert of(g.IndirectFired, told)[0].impact == impact


def test_15_21_a_strike_is_tight() -> None:
    field = barrage(batteries=(battery("blue-air-1", kind="air"),))
    assert field.refusal("blue", a.Bombard("blue-air-1", CLEAR, pattern="loose")).rule == "15.21"


def test_mw_8_15_22_15_23_three_strikes_of_five() -> None:
    """15.0."""
    row = s.Strike("us", 5, 3, "f4")
    made = opening.batteries(
        replace(charts().scenarios["crossroads"], battery=(), strike=(row,)), s.Switches()
    )
    assert [(one.kind, one.h) for one in made] == [("air", 5)] * 3


def test_15_24_armour_is_attacked_on_plus_8_of_d2_and_does_not_button_up() -> None:
    field, told = strike(unit("r1", "m60a1", CLEAR), dice=(2, 3))
    (shelled,) = of(g.UnitShelled, told)
    assert (shelled.table, shelled.column, shelled.buttoned) == ("armour D2", 8, False)
    assert field.asked() == []


def test_15_24_soft_targets_by_the_weight_of_the_strike() -> None:
    _, told = strike(unit("r1", "us-rifles", CLEAR), dice=(2, 1))
    (shelled,) = of(g.UnitShelled, told)
    assert (shelled.table, shelled.column) == ("personnel", 5)


def test_7_7_woods_and_towns_cover_from_strikes_as_from_indirect_fire() -> None:
    field = barrage(unit("r1", "m60a1", TOWN), unit("r2", "us-rifles", TOWN))
    now = Bombardment("blue", TOWN, (TOWN,), 5, strike=True)
    assert [landing.read(field.play, now, field.game.units[id]).add for id in ("r1", "r2")] == [-2, -2]


# -- 15.3: aircraft over the map -------------------------------------------------------------------------------

FLAT = ("0" * 30,) * 24
PICTURE = ["." * 30] * 24
PICTURE[11] = "." * 14 + "T" + "." * 15
AIM = "1515"
WOODS = "1512"


def sky(sides: tuple[dict[str, Any], ...] = ()) -> Charts:
    return board(FLAT, tuple(PICTURE), sides)


def plane(type: str = "f4", load: AirLoad = "bombs", due: int = 1, aim: str = AIM, **fields: Any) -> Aircraft:
    return Aircraft("blue-plane-1", type, "Bird 1", "blue", load, due, aim, **fields)


def calling(*planes: Aircraft) -> Field:
    """Blue is about to call for its aircraft."""
    found = Field(sky(), (unit("b9", "truck", "0101"),), phase="indirect", aircraft=planes, advanced_air=True)
    found.settle()
    return found


def flight(*units: Unit, charts: Charts | None = None, bird: Aircraft | None = None, **more: Any) -> Field:
    """Blue's aircraft is about to come in the last turn."""
    found = Field(
        charts or sky(), (unit("b9", "truck", "0101"), *units), phase="indirect", aircraft=(bird or plane(),),
        advanced_air=True, **more,
    )  # fmt: skip
    found.game.turns = 1
    found.settle()
    if found.asked() == [("red", "indirect")]:  # what fires at aircraft may hold its fire
        found.act("red", a.Ready())
    assert found.asked() == [("blue", "flight")]
    return found


def over(field: Field, hex: str = "1524", facing: Edge = "N", high: bool = True) -> Aircraft:
    """It has come onto the map."""
    field.act("blue", a.EnterMap(hex, facing, "high" if high else "low"))
    return field.game.aircraft["blue-plane-1"]


def test_15_31_every_way_onto_the_map_is_listed_and_no_other() -> None:
    field = flight()
    play, bird = field.play, field.game.aircraft["blue-plane-1"]
    listed = {
        (hex, option.action.facing)
        for option in field.listed("blue")
        for one in option.ranges
        if one.places is not None
        for hex in one.places.hexes
    }
    allowed = {
        (hex, facing)
        for hex in play.board.hexes
        for facing in EDGES
        if accepts(partial(verify_enter, play, bird, a.EnterMap(hex, facing)))
    }
    assert listed == allowed and len({facing for _, facing in listed}) == 6


def test_15_31_aircraft_come_across_an_edge_of_the_map_one_at_a_time() -> None:
    two = (plane(), plane())
    two[1].id = "blue-plane-2"
    field = Field(sky(), (unit("b9", "truck", "0101"),), phase="indirect", aircraft=two, advanced_air=True)
    field.game.turns = 1
    assert [one.aircraft for one in of(f.FlightBegan, field.settle())] == ["blue-plane-1"]
    assert field.refusal("blue", a.EnterMap(AIM, "N")).rule == "15.31"
    assert field.refusal("blue", a.EnterMap("1524", "S")).rule == "15.31"
    over(field)
    field.act("blue", a.Fly(23, altitude="high"))
    told = field.act("blue", a.LeaveMap())
    assert of(f.AircraftLeft, told) and [one.aircraft for one in of(f.FlightBegan, told)] == ["blue-plane-2"]


@pytest.mark.parametrize(("die", "again", "lost"), [(3, 4, True), (3, 3, False), (4, 0, False)])
def test_15_31_15_35_defences_off_the_map_fire_as_it_comes_and_goes(die: int, again: int, lost: bool) -> None:
    field = flight(defences=(AirDefenceOff("red", "south", 3), AirDefenceOff("blue", "south", 6)))
    dice = (die, again) if again else (die,)
    (fired,) = of(f.AirDefenceFired, field.act("blue", a.EnterMap("1524", "N"), *dice))
    assert (fired.lost, field.game.aircraft["blue-plane-1"].lost) == (lost, lost)


def test_15_32_high_or_low() -> None:
    bird = over(flight(), high=False)
    assert bird.path == [Leg("1524", "N", False)]


def test_15_33_15_34_so_many_hexes_straight_on_before_each_turn() -> None:
    field = flight()
    bird = over(field)
    assert field.refusal("blue", a.Fly(1, "left")).rule == "15.33"
    field.act("blue", a.Fly(2))
    assert straight(bird) == 3
    field.act("blue", a.Fly(1, "left"))
    assert bird.path[-1].facing == "NW"
    assert field.refusal("blue", a.Fly(1, "right")).rule == "15.33"


def test_15_35_it_leaves_where_the_map_ends_or_its_flight_is_over() -> None:
    field = flight()
    bird = over(field)
    assert field.refusal("blue", a.LeaveMap()).rule == "15.35"
    bird.path += [Leg("1520", "N", True)] * field.charts.air.rules.longest
    field.act("blue", a.LeaveMap())
    assert bird.gone and not bird.lost


def test_15_35_one_weapon_at_a_hex_until_it_has_circled() -> None:
    field = flight(unit("r1", "t62", "1510"), bird=plane("f4", "missiles", acquired=["r1"]))
    over(field)
    field.game.aircraft["blue-plane-1"].acquired.append("r1")
    field.act("blue", a.Launch("r1"), 2, 3)
    assert field.refusal("blue", a.Launch("r1")).rule == "15.35"
    field.act("blue", a.Fly(16))
    field.game.aircraft["blue-plane-1"].path.append(Leg("1515", "N", True))
    field.act("blue", a.Launch("r1"), 2, 3)


def test_15_36_strikes_are_called_for_three_turns_ahead_with_the_hex_to_bomb() -> None:
    field = calling(plane(due=0, aim=""))
    assert field.asked() == [("blue", "indirect")]
    assert field.refusal("blue", a.PlotAirstrike("blue-plane-1")).rule == "15.36"
    field.act("blue", a.PlotAirstrike("blue-plane-1", AIM))
    bird = field.game.aircraft["blue-plane-1"]
    assert (bird.due, bird.aim) == (4, AIM)
    field.act("blue", a.CancelAirstrike("blue-plane-1"))
    assert not bird.due
    field.game.turn = 8
    with pytest.raises(Refused, match="after the last one"):
        verify_plot(field.play, "blue", a.PlotAirstrike("blue-plane-1", AIM))


def test_15_36_who_has_nothing_to_call_for_is_not_asked() -> None:
    units = (unit("b9", "truck", "0101"), unit("r1", "truck", "0105"))
    for due, type, asked in ((0, "truck", ["blue"]), (3, "truck", []), (3, "zsu-23", ["red"])):
        units[1].type = type
        field = Field(sky(), units, phase="indirect", aircraft=(plane(due=due, aim=""),), advanced_air=True)
        field.game.turns = 9
        play = field.roll(1, 6)
        settle(play)
        assert [side for side, kind in field.asked() if kind == "indirect"] == asked


def test_15_36_it_is_not_called_for_otherwise_once_it_is_on_its_way() -> None:
    two = (plane(due=3), replace(plane(due=0), id="blue-plane-2"))
    field = calling(*two)
    assert field.refusal("blue", a.PlotAirstrike("blue-plane-1", "1010")).rule == "15.36"
    assert field.refusal("blue", a.CancelAirstrike("blue-plane-1")).rule == "15.36"


# -- 15.4: bombs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("high", "h"), [(True, 6), (False, 8)])
def test_15_41_bombs_fall_on_the_hex_below_without_scatter(high: bool, h: int) -> None:
    field = flight(unit("r1", "us-rifles", AIM))
    over(field, high=high)
    assert field.refusal("blue", a.Bomb(AIM)).rule == "15.41"
    field.act("blue", a.Fly(9, altitude="high" if high else "low"))
    told = field.act("blue", a.Bomb(AIM), 1)
    assert [(one.column, one.table) for one in of(g.UnitShelled, told)] == [(h, "personnel")]
    assert field.refusal("blue", a.Bomb(AIM)).rule == "15.41"  # one bombing strike each turn


def test_15_41_only_the_hex_that_it_was_called_for() -> None:
    field = flight()
    over(field)
    assert field.refusal("blue", a.Bomb("1524")).rule == "15.36"


def test_15_42_smart_bombs_from_ten_hexes_away_and_high() -> None:
    field = flight(unit("r1", "t62", AIM), bird=plane(load="smart-bombs"))
    over(field, "1524", high=False)
    assert field.refusal("blue", a.Bomb(AIM)).rule == "15.42"
    field.game.aircraft["blue-plane-1"].path[-1] = Leg("1526", "N", True)
    field.game.aircraft["blue-plane-1"].path[-1] = Leg("1524", "S", True)
    assert field.refusal("blue", a.Bomb(AIM)).rule == "15.42"
    field.game.aircraft["blue-plane-1"].path[-1] = Leg("1524", "N", True)
    told = field.act("blue", a.Bomb(AIM), 3)
    assert [(one.column, one.table) for one in of(g.UnitShelled, told)] == [(8, "armour D2")]


@pytest.mark.parametrize(("die", "gone"), [(1, True), (2, False)])
def test_15_43_a_bridge_goes_on_a_one_of_ten(die: int, gone: bool) -> None:
    field = flight(
        charts=sky(
            ({"what": "river", "hex": AIM, "edges": ("N",)}, {"what": "bridge", "hex": AIM, "edges": ("N",)})
        )
    )
    over(field)
    field.act("blue", a.Fly(9))
    assert field.refusal("blue", a.Bomb(AIM, "S")).rule == "15.43"
    (bombed,) = of(f.BridgeBombed, field.act("blue", a.Bomb(AIM, "N"), die))
    assert bombed.destroyed == gone and field.game.broken_bridges == (["1514-1515"] if gone else [])


def test_15_44_an_observer_directs_an_f4_at_a_vehicle_that_moves() -> None:
    observer = unit("b1", "lvtp7", "1018", designates=True)
    for type, allowed in (("f4", True), ("a10", False)):
        field = flight(observer, unit("r1", "truck", "1518"), bird=plane(type))
        bird = over(field, high=False)
        field.act("blue", a.Fly(3, altitude="low"))
        assert field.refusal("blue", a.Strafe("r1")).rule == "15.71"
        field.game.units["r1"].moved = True
        assert airstrikes.directed(field.play, bird, field.game.units["r1"]) == allowed
        if not allowed:
            assert field.refusal("blue", a.Strafe("r1")).rule == "15.71"
            continue
        assert [one.directed for one in of(f.AirAttackResolved, field.act("blue", a.Strafe("r1"), 1))] == [
            True
        ]
        field.act("blue", a.Fly(3, altitude="low"))
        assert [one.directed for one in of(f.BombsDropped, field.act("blue", a.Bomb("1518"), 1))] == [True]


# -- 15.5, 15.6: strafing, missiles ----------------------------------------------------------------------------


def attacker(load: AirLoad, target: Unit, hex: str, high: bool, type: str = "f4") -> Field:
    """Over a hex, heading north, with the target acquired."""
    field = flight(target, bird=plane(type, load))
    bird = over(field, high=high)
    bird.path.append(Leg(hex, "N", high))
    bird.acquired.append(target.id)
    return field


def test_15_51_strafing_is_direct_fire_with_its_guns() -> None:
    field = attacker("bombs", unit("r1", "t55", "1512"), "1515", high=False)
    (hit,) = of(f.AirAttackResolved, field.act("blue", a.Strafe("r1"), 1))
    assert (hit.table, hit.column) == ("armour full", 9 - 8) and [one.value for one in hit.terms] == [-2]
    field = attacker("bombs", unit("r1", "us-rifles", "1510"), "1513", high=False)
    (hit,) = of(f.AirAttackResolved, field.act("blue", a.Strafe("r1"), 1))
    assert (hit.table, hit.column) == ("personnel", 9 - 8)


@pytest.mark.parametrize(("hex", "high"), [("1514", False), ("1516", False), ("1509", False), ("1515", True)])
def test_15_52_low_and_at_exactly_three_hexes_ahead(hex: str, high: bool) -> None:
    field = attacker("bombs", unit("r1", "t55", "1512"), hex, high)
    assert field.refusal("blue", a.Strafe("r1")).rule == "15.52"


def test_10_53_defilade_does_not_cover_from_the_air() -> None:
    field = flight(unit("r1", "t55", "1510", defilade="S"))
    assert airstrikes.cover(field.play, field.game.units["r1"]) == ()


def test_15_61_missiles_are_for_vehicles() -> None:
    field = attacker("missiles", unit("r1", "us-rifles", "1516"), "1518", high=True)
    assert field.refusal("blue", a.Launch("r1")).rule == "15.61"


def test_15_62_fifteen_m_at_any_range_within_observation() -> None:
    field = attacker("missiles", unit("r1", "t62", "1504"), "1520", high=True)
    (hit,) = of(f.AirAttackResolved, field.act("blue", a.Launch("r1"), 2, 6))
    assert hit.column == 15 - 10
    hidden = attacker("missiles", unit("r1", "t62", WOODS), "1520", high=True)
    assert hidden.refusal("blue", a.Launch("r1")).rule == "15.62"
    near = attacker("missiles", unit("r1", "t62", WOODS), "1515", high=True)
    near.act("blue", a.Launch("r1"), 2, 6)


@pytest.mark.parametrize(
    ("load", "die", "spent"), [("missiles", 2, True), ("missiles", 3, False), ("mavericks", 2, False)]
)
def test_15_63_depletion_by_the_load(load: AirLoad, die: int, spent: bool) -> None:
    field = attacker(load, unit("r1", "t62", "1516"), "1520", high=True)
    (rolled,) = of(f.MissilesRolled, field.act("blue", a.Launch("r1"), 2, die))
    assert rolled.spent == spent and field.game.aircraft["blue-plane-1"].out == spent
    bombs = attacker("bombs", unit("r1", "t62", "1516"), "1520", high=True)
    assert bombs.refusal("blue", a.Launch("r1")).rule == "15.63"


# -- 15.7: acquiring -------------------------------------------------------------------------------------------


def test_15_71_five_hexes_in_the_forward_arc_high_and_near() -> None:
    field = flight(unit("r1", "t62", "1510"), unit("r2", "t62", "1503"))
    over(field)
    field.act("blue", a.Fly(3))
    assert field.refusal("blue", a.Acquire("r1")).rule == "15.71"
    field.act("blue", a.Fly(1))
    assert field.refusal("blue", a.Acquire("r2")).rule == "15.71"  # 17 hexes away
    (tried,) = of(f.AcquisitionTried, field.act("blue", a.Acquire("r1"), 1))
    assert (tried.acquired, tried.what) == (True, "vehicle")
    field = flight(unit("r1", "t62", "1510"))
    over(field, high=False)
    field.act("blue", a.Fly(4, altitude="low"))
    assert field.refusal("blue", a.Acquire("r1")).rule == "15.71"


@pytest.mark.parametrize(
    ("type", "die", "acquired"), [("t62", 3, False), ("t62", 4, True), ("us-rifles", 4, False)]
)
def test_15_72_a_die_above_the_loss_modification_of_its_terrain(type: str, die: int, acquired: bool) -> None:
    field = flight(unit("r1", type, WOODS))
    over(field)
    field.act("blue", a.Fly(5))
    (tried,) = of(f.AcquisitionTried, field.act("blue", a.Acquire("r1"), die))
    assert tried.acquired == acquired
    if not acquired:
        assert field.refusal("blue", a.Acquire("r1")).rule == "15.71"  # another five hexes first


def test_15_73_a_face_down_counter_stays_so_and_is_acquired_by_that_aircraft() -> None:
    field = flight(unit("r1", "us-rifles", "1510"))
    field.game.units["r1"].seen = False
    over(field)
    field.act("blue", a.Fly(5))
    (tried,) = of(f.AcquisitionTried, field.act("blue", a.Acquire("r1"), 1))
    assert tried.what == "infantry" and not field.game.units["r1"].seen
    assert field.game.aircraft["blue-plane-1"].acquired == ["r1"]


# -- 15.8: air defence -----------------------------------------------------------------------------------------


def defended(type: str, hex: str, **fields: Any) -> Field:
    field = flight(unit("r1", type, hex, **fields))
    over(field, high=False)
    return field


def test_15_81_missiles_fire_after_tracking_for_fifteen_hexes_and_again() -> None:
    field = defended("chaparral", "1412")
    assert not of(f.AirDefenceFired, field.act("blue", a.Fly(13, altitude="high")))
    (fired,) = of(f.AirDefenceFired, field.act("blue", a.Fly(1, altitude="high"), 4, 6))
    assert (fired.system, fired.strength, fired.hit) == ("missile", 3, False)
    assert not of(f.AirDefenceFired, field.act("blue", a.Fly(8, altitude="high")))


def test_15_81_guns_fire_after_five_hexes_within_five() -> None:
    field = defended("zsu-23", "1515")
    assert not of(f.AirDefenceFired, field.act("blue", a.Fly(7, altitude="low")))
    (fired,) = of(f.AirDefenceFired, field.act("blue", a.Fly(1, altitude="low"), 3, 6))
    assert (fired.system, fired.range, fired.strength) == ("gun", 1, 2)


@pytest.mark.parametrize(("die", "spent"), [(2, True), (3, False)])
def test_15_81_air_defence_runs_out_of_ammunition(die: int, spent: bool) -> None:
    field = defended("zsu-23", "1515")
    (rolled,) = of(f.AirAmmunitionRolled, field.act("blue", a.Fly(8, altitude="low"), 3, die))
    assert rolled.spent == spent
    play = field.play
    bird, gun = field.game.aircraft["blue-plane-1"], field.game.units["r1"]
    bird.shots = {}
    assert (airdefence.may_fire(play, gun, bird) is None) == spent


def test_15_82_vehicles_fire_at_low_aircraft_next_to_them() -> None:
    field = defended("t62", "1515")
    (fired,) = of(f.AirDefenceFired, field.act("blue", a.Fly(8, altitude="low"), 2, 3))
    assert (fired.system, fired.strength, fired.hit, fired.lost) == ("small", 2, True, False)
    high = flight(unit("r1", "t62", "1515"))
    over(high)
    assert not of(f.AirDefenceFired, high.act("blue", a.Fly(23)))


def test_15_82_not_from_heavy_woods_nor_without_a_line_of_sight_nor_on_foot() -> None:
    for type, hex in (("zsu-23", WOODS), ("us-rifles", "1515")):
        field = defended(type, hex)
        assert not of(f.AirDefenceFired, field.act("blue", a.Fly(15, altitude="low")))


@pytest.mark.parametrize(
    ("die", "survives", "hit", "lost"), [(2, 3, True, False), (2, 4, True, True), (3, 0, False, False)]
)
def test_15_8_a_die_to_hit_then_one_to_survive(die: int, survives: int, hit: bool, lost: bool) -> None:
    field = defended("t62", "1515")
    dice = (die, survives) if survives else (die,)
    (fired,) = of(f.AirDefenceFired, field.act("blue", a.Fly(8, altitude="low"), *dice))
    assert (fired.hit, fired.lost) == (hit, lost)
    assert field.game.aircraft["blue-plane-1"].lost == lost
    assert (field.asked() == [("blue", "flight")]) != lost
    assert view(field.play.known("red"), "red").pieces  # whoever has shot it down is drawn


def test_15_8_the_aircrafts_own_modifier_is_added() -> None:
    field = flight(unit("r1", "t62", "1515"), bird=plane("harrier"))
    over(field, high=False)
    (fired,) = of(f.AirDefenceFired, field.act("blue", a.Fly(8, altitude="low"), 2))
    assert fired.add == 1 and not fired.hit


def test_15_72_who_fires_at_aircraft_is_acquired() -> None:
    field = flight(unit("r1", "chaparral", "1412"))
    over(field)
    told = field.act("blue", a.Fly(14), 4, 6)
    assert [(one.unit, one.die) for one in of(f.AcquisitionTried, told)] == [("r1", 0)]
    assert field.game.aircraft["blue-plane-1"].acquired == ["r1"]


def test_15_8_a_unit_may_hold_its_fire() -> None:
    units = (unit("r1", "zsu-23", "1515"), unit("b9", "truck", "0101"))
    field = Field(sky(), units, phase="indirect", aircraft=(plane(),), advanced_air=True)
    field.game.turns = 1
    field.settle()
    assert field.asked() == [("red", "indirect")]
    field.act("red", a.HoldAirFire("r1", True))
    assert field.refusal("red", a.HoldAirFire("r1", True)).rule == "15.8"
    field.act("red", a.Ready())
    over(field, high=False)
    assert not of(f.AirDefenceFired, field.act("blue", a.Fly(15, altitude="low")))


def test_15_8_a_unit_that_fires_shows_itself() -> None:
    field = defended(
        "t62",
        "1515",
    )
    field.game.units["r1"].seen = False
    assert [one.unit for one in of(e.UnitSeen, field.act("blue", a.Fly(8, altitude="low"), 3))] == ["r1"]


def test_19_613_engineers_beside_infantry_are_not_attacked_from_the_air() -> None:
    squad = unit("r1", "engineers", "1512")
    field = attacker("bombs", squad, "1515", high=False)
    field.game.units["r2"] = unit("r2", "soviet-rifles", "1512")
    assert field.refusal("blue", a.Strafe("r1")).rule == "19.613"
    field.game.units["r2"].out = "eliminated"
    field.game.units["r2"].hex = ""
    field.act("blue", a.Strafe("r1"), 1)


def test_19_74_at_night_missiles_from_the_air_reach_five_hexes() -> None:
    for hex, rule in (("1517", "19.74"), ("1515", "")):
        field = attacker("missiles", unit("r1", "t62", "1510"), hex, high=True)
        field.game.switches = replace(field.game.switches, night=True)
        if rule:
            assert field.refusal("blue", a.Launch("r1")).rule == rule
        else:
            field.act("blue", a.Launch("r1"), 2, 6)


def test_20_51_who_shoots_an_aircraft_down_has_its_points() -> None:
    field = defended("t62", "1515")
    told = field.act("blue", a.Fly(8, altitude="low"), 2, 4)
    points = field.charts.aircraft["f4"].points
    assert [(one.side, one.points) for one in of(e.Scored, told)] == [("red", points)] and points
    assert LINES[e.Scored](field.game, of(e.Scored, told)[0])[0] == f"Red: {points} points for Bird 1."


def test_15_41_bombs_at_armour_by_a_reading() -> None:
    """As close support on the column of +8, or by their H factor at armour that may button up."""
    for value, asked, column in (("support", "flight", 8), ("indirect", "button", 6)):
        charts = sky()
        charts.readings = reading(bombs_v_armour=value).readings
        field = flight(unit("r1", "t62", AIM), charts=charts)
        over(field)
        field.game.aircraft["blue-plane-1"].path.append(Leg(AIM, "N", True))
        told = field.act("blue", a.Bomb(AIM), *((1, 9) if value == "support" else ()))
        if asked == "button":
            assert field.asked() == [("red", "button")]
            told = field.act("red", a.Button("r1", False), 1)
        assert [one.column for one in of(g.UnitShelled, told)] == [column]


def test_15_45_in_a_blizzard_nobody_directs_aircraft() -> None:
    for blizzard in (False, True):
        eye, seen = unit("b1", "m60a1", "1511", designates=True), unit("r1", "t62", "1510")
        field = flight(eye, seen, blizzard=blizzard)
        field.game.units["r1"].moved = True
        bird = field.game.aircraft["blue-plane-1"]
        assert airstrikes.directed(field.play, bird, field.game.units["r1"]) is not blizzard


def test_15_63_a_load_that_the_scenario_leaves_open_is_chosen_as_it_is_called_for() -> None:
    bird = plane(due=0, aim="", choice=True)
    field = calling(bird)
    loads = {one.load for one in field.options("blue") if isinstance(one, a.PlotAirstrike)}
    assert loads == {"bombs", "smart-bombs", "missiles", "mavericks"}
    assert field.refusal("blue", a.PlotAirstrike("blue-plane-1", AIM)).rule == "15.63"
    field.act("blue", a.PlotAirstrike("blue-plane-1", "", "mavericks"))
    assert field.game.aircraft["blue-plane-1"].load == "mavericks"
    fixed = calling(plane(due=0, aim=""))
    assert fixed.refusal("blue", a.PlotAirstrike("blue-plane-1", "", "mavericks")).rule == "15.63"


def test_15_63_mavericks_are_natos() -> None:
    bird = plane("fighter-bomber", choice=True)
    assert loads(flight(bird=bird).play, bird) == ("bombs", "smart-bombs", "missiles")


# -- odds ------------------------------------------------------------------------------------------------------


class Plain:
    """Dice of which nobody knows what they mean: every face is thrown."""

    def __init__(self, dice: Dice) -> None:
        self.dice, self.draws = dice, dice.draws

    def roll(
        self, purpose: str, count: int, sides: int = 6, matters: Matters = "count", faces: str = ""
    ) -> Faces:
        return self.dice.roll(purpose, count, sides, matters, faces)

    def shuffle(self, purpose: str, count: int) -> Faces:
        return self.dice.shuffle(purpose, count)


@pytest.mark.parametrize(("load", "hex", "high"), [("bombs", "1515", False), ("missiles", "1515", True)])
@pytest.mark.parametrize("type", ["t55", "truck", "zsu-23"])
def test_odds_of_guns_and_missiles_are_those_of_all_dice(
    load: AirLoad, hex: str, high: bool, type: str
) -> None:
    """15.5."""
    field = attacker(load, unit("r1", type, "1512", damage=1), hex, high)
    action = a.Strafe("r1") if load == "bombs" else a.Launch("r1")
    told = odds(field.play, "blue", action)
    assert told is not None

    def once(dice: Dice) -> str:
        play = Play(
            field.charts, msgspec.msgpack.decode(msgspec.msgpack.encode(field.game), type=Game), Plain(dice)
        )
        decide(play, "blue", action)
        (hit,) = of(f.AirAttackResolved, play.events)
        after = play.state.units["r1"]
        if after.out or hit.steps:
            return "eliminated" if after.out else LOSSES[after.damage]
        if after.panicked:
            return "panics under fire"
        return f"suppressed {after.suppression}" if after.suppression else "no effect"

    read = {one.result: Fraction(one.fraction) for one in told.results}
    assert read == chances(once)


def test_odds_of_acquiring_say_nothing_of_a_counter_that_is_face_down() -> None:
    """15.7."""
    field = flight(unit("r1", "t62", "1512"))
    over(field)
    bird = field.game.aircraft["blue-plane-1"]
    bird.path = [Leg(f"15{row}", "N", True) for row in range(24, 17, -1)]
    told = odds(field.play, "blue", a.Acquire("r1"))
    assert told is not None and [(one.result, one.fraction) for one in told.results] == [
        ("acquired", "1/2"), ("not acquired", "1/2")
    ]  # fmt: skip
    field.game.switches = replace(field.game.switches, fog=True)
    field.game.units["r1"].seen = False
    known = field.play.known("blue").state
    assert isinstance(known, Known)
    assert odds(Play(field.charts, completed(known)), "blue", a.Acquire("r1")) is None

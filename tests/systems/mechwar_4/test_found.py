"""What a side could not know turns up: infantry that engineers are part of (19.613), helicopters in the way (17.12)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import reach
from campaign.systems.mechwar_4.completing import COUNTERS, MORALE, completed
from campaign.systems.mechwar_4.counters import Counter
from campaign.systems.mechwar_4.decide import buttoning, landing
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Firer
from campaign.systems.mechwar_4.known import Known
from campaign.systems.mechwar_4.odds import odds
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Standing, Unit
from campaign.systems.mechwar_4.words import describe
from tests.systems.mechwar_4.field import Field, of, unit
from tests.systems.mechwar_4.pack import board
from tests.systems.mechwar_4.test_air import attacker, flight, over

FLAT = ("0000000000",) * 8
TREES = tuple("....t....." if row == 5 else ".........." for row in range(8))
WOODED = tuple("..t......." if row == 4 else ".........." for row in range(8))
SQUAD, RIFLES, TANK = "r1", "r2", "b1"
THERE = "0305"


def beside(*more: Unit, fog: bool = True, hex: str = THERE, frm: str = "0303", **switches: Any) -> Field:
    """Engineers that are observed and infantry that is not, in a hex before a tank."""
    units = (
        unit(TANK, "m60a1", frm),
        unit(SQUAD, "engineers", hex),
        unit(RIFLES, "soviet-rifles", hex),
        *more,
    )
    found = Field(board(FLAT), units, fog=fog, special_units=True, camouflage=True, **switches)
    found.game.units[RIFLES].seen = False
    found.game.forces["red"].quiet = True
    return found


def approaching(
    fog: bool = True, order: Standing | None = None, seen: bool = False, **switches: Any
) -> Field:
    """Engineers are about to come up beside infantry."""
    tank = unit(TANK, "m60a1", "0303", standing=order)
    squad, rifles = unit(SQUAD, "engineers", "0306"), unit(RIFLES, "soviet-rifles", THERE, improved=True)
    found = Field(
        board(FLAT), (tank, squad, rifles), fog=fog, special_units=True, improved_positions=True, **switches
    )
    found.game.units[RIFLES].seen = seen
    for force in found.game.forces.values():
        force.watch = 99
    found.act("blue", a.Pass())
    found.act("red", a.StartMove(SQUAD))
    return found


def seen(told: list[Any]) -> list[tuple[str, str]]:
    """Who is turned face up, and by which rule the log says so."""
    return [(one.unit, one.rule) for one in of(e.UnitSeen, told)]


# -- direct fire -----------------------------------------------------------------------------------------------


def test_19_613_fire_at_engineers_finds_the_infantry_that_nobody_had_seen() -> None:
    field = beside()
    told = field.act("blue", a.Fire(TANK, SQUAD, "main"), 9, 6)
    (found,), (shot,) = of(e.InfantryFound, told), of(e.ShotResolved, told)
    assert (found.infantry, found.fires, shot.target) == (RIFLES, True, RIFLES)
    assert seen(told) == [(RIFLES, "19.613")]
    assert describe(field.game, of(e.UnitSeen, told)[0]) == ("Counter r2 is observed.", "19.613")
    assert field.game.attacked == ["blue:r2"]


def test_19_613_13_1_who_panics_finds_nobody() -> None:
    field = beside()
    field.game.units[TANK].damage = 2
    told = field.act("blue", a.Fire(TANK, SQUAD, "main"), 1)
    assert of(e.PanicRolled, told)[0].panicked
    assert not of(e.UnitSeen, told) and not of(e.InfantryFound, told)
    assert not field.game.units[RIFLES].seen


def test_19_613_5_25_who_is_found_is_camouflaged_no_more() -> None:
    field = beside()
    field.game.units[RIFLES].camouflaged = True
    told = field.act("blue", a.Fire(TANK, SQUAD, "main"), 9, 6)
    assert [one.unit for one in of(e.CamouflageLost, told)] == [RIFLES]
    assert field.game.units[RIFLES].seen and not field.game.units[RIFLES].camouflaged


def test_19_613_6_13_infantry_that_has_been_attacked_is_not_attacked_again() -> None:
    other = unit("r3", "soviet-rifles", THERE)
    for more, found in (((other,), ["r3"]), ((), [])):
        field = beside(*more)
        for one in (RIFLES, *(one.id for one in more)):
            field.game.units[one].seen = False
        field.game.attacked.append("blue:r2")
        told = field.act("blue", a.Fire(TANK, SQUAD, "main"), 9, *((6,) if found else ()))
        assert [one.target for one in of(e.ShotResolved, told)] == found
        wasted = of(e.ShotWasted, told)
        assert [one.rule for one in wasted] == ([] if found else ["6.13"])
        assert [describe(field.game, one)[1] for one in wasted] == ([] if found else ["6.13"])
        assert field.game.units[TANK].fired


def test_19_613_who_joins_fires_at_the_infantry_that_is_found() -> None:
    field = beside(unit("b2", "m60a1", "0303"))
    field.act("blue", a.Fire(TANK, SQUAD, "main"))
    told = field.act("blue", a.Join("b2", "main"), 9, 2, 9, 2)
    assert len(of(e.InfantryFound, told)) == 1
    assert [one.target for one in of(e.ShotResolved, told)] == [RIFLES, RIFLES]


# -- answers ---------------------------------------------------------------------------------------------------


def test_19_613_6_51_an_answer_to_engineers_does_not_turn_on_infantry_that_lay_still() -> None:
    field = approaching()
    field.act("red", a.Move(SQUAD, THERE))
    assert field.asked() == [("blue", "opportunity")]
    told = field.act("blue", a.Fire(TANK, SQUAD, "main"))
    (found,) = of(e.InfantryFound, told)
    assert not found.fires and "cannot be fired at" in describe(field.game, found)[0]
    assert not of(e.AttackDeclared, told) and not field.game.units[TANK].fired
    assert seen(told) == [(RIFLES, "19.613")]
    assert field.asked() == [("blue", "opportunity")]
    assert not any(isinstance(one, a.Fire) for one in field.options("blue"))
    assert field.refusal("blue", a.Fire(TANK, SQUAD, "main")).rule == "19.613"


def test_19_613_6_91_nor_does_overwatch() -> None:
    units = (
        unit(TANK, "m60a1", "0502"), unit("b2", "m60a1", "0501"), unit(SQUAD, "engineers", "0506"),
        unit(RIFLES, "soviet-rifles", "0506", improved=True),
    )  # fmt: skip
    field = Field(board(FLAT, TREES), units, fog=True, special_units=True, improved_positions=True)
    field.game.units[RIFLES].seen = False
    field.game.forces["red"].watch = 99
    field.act("blue", a.StartMove(TANK))
    field.act("blue", a.Move(TANK, "0503"))
    field.act("red", a.Fire(SQUAD, TANK, "main"))
    field.act("red", a.Resolve(), 9, 6)
    assert field.asked() == [("blue", "overwatch")]
    told = field.act("blue", a.Fire("b2", SQUAD, "main"))
    assert not of(e.AttackDeclared, told) and not field.game.units["b2"].fired
    assert [one.fires for one in of(e.InfantryFound, told)] == [False]


@pytest.mark.parametrize("fog", [True, False])
@pytest.mark.parametrize("lies_open", [True, False])
def test_19_613_a_standing_order_does_not_attack_engineers_that_are_part_of_infantry(
    fog: bool, lies_open: bool
) -> None:
    field = approaching(fog, Standing(9, "any"), lies_open)
    told = field.act("red", a.Move(SQUAD, THERE))
    assert not of(e.AttackDeclared, told) and not field.game.units[TANK].fired
    assert [one.infantry for one in of(e.InfantryFound, told)] == ([RIFLES] if fog and not lies_open else [])


def test_19_613_a_standing_order_fires_at_engineers_by_themselves() -> None:
    field = approaching(order=Standing(9, "any"))
    field.game.units[RIFLES].hex = "0105"
    (shot,) = of(e.ShotResolved, field.act("red", a.Move(SQUAD, THERE), 9, 6))
    assert shot.target == SQUAD


# -- from the air ----------------------------------------------------------------------------------------------


def strafing() -> Field:
    field = attacker("bombs", unit(SQUAD, "engineers", "1512"), "1515", high=False)
    field.game.units[RIFLES] = unit(RIFLES, "soviet-rifles", "1512")
    field.game.units[RIFLES].seen = False
    field.game.switches = type(field.game.switches)(fog=True, advanced_air=True, special_units=True)
    return field


def test_15_73_19_613_what_an_aircraft_finds_beside_engineers_is_known_and_stays_face_down() -> None:
    field = strafing()
    known = field.play.known("blue").state
    assert isinstance(known, Known)
    told = odds(Play(field.charts, completed(known)), "blue", a.Strafe(SQUAD))
    assert told is not None and told.note == f"{COUNTERS} {MORALE}"
    events = field.act("blue", a.Strafe(SQUAD), 6)
    assert [one.target for one in of(f.AirAttackResolved, events)] == [RIFLES]
    assert not of(e.UnitSeen, events)
    counter = field.play.known("blue").state.units[RIFLES]
    assert isinstance(counter, Counter) and counter.sort == "infantry"
    field.game.aircraft["blue-plane-1"].attacked.clear()
    assert field.refusal("blue", a.Strafe(SQUAD)).rule == "19.613"


def test_15_7_a_helicopter_that_is_known_as_one_is_no_target_for_aircraft() -> None:
    field = flight(unit("r1", "mi-24", "1512"))
    over(field)
    refused = field.refusal("blue", a.Acquire("r1"))
    assert (refused.rule, refused.reason) == ("15.7", "r1 is a helicopter: aircraft do not attack it.")


# -- overruns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [0, 4])
def test_17_12_5_25_a_camouflaged_helicopter_in_the_way_turns_up_and_the_move_goes_on(left: int) -> None:
    units = (unit(TANK, "m60a1", "0303"), unit("r1", "mi-24", THERE, camouflaged=True))
    field = Field(board(FLAT, WOODED), units, fog=True, camouflage=True)
    field.game.units["r1"].seen = False
    field.game.forces["red"].watch = 0
    field.act("blue", a.StartMove(TANK))
    field.act("blue", a.Move(TANK, "0304"), 1)
    if left:
        field.game.stack[-1].left = left  # type: ignore[union-attr]
    told = field.act("blue", a.Move(TANK, THERE))
    assert len(of(e.OverrunBegan, told)) == len(of(e.OverrunEnded, told)) == 1
    assert seen(told) == [("r1", "17.12")] and not field.game.units["r1"].camouflaged
    assert field.play.known_in_the_air(field.game.units["r1"])
    assert field.asked() == ([("red", "activation")] if left else [("blue", "move")])


def test_12_19_613_in_an_overrun_engineers_beside_infantry_are_no_target() -> None:
    """12.0."""
    field = beside(fog=False, frm="0304")
    field.act("blue", a.StartMove(TANK))
    field.act("blue", a.Move(TANK, THERE), 1, 6)
    assert field.asked() == [("blue", "overrun")]
    refused = field.refusal("blue", a.OverrunFire(TANK, SQUAD, "main"))
    assert (refused.rule, refused.allowed) == ("19.613", (RIFLES,))


def test_19_624_an_unseen_motorcycle_stops_vehicles_only_where_it_is_hidden() -> None:
    for fog in (True, False):
        units = (unit(TANK, "m60a1", "0303"), unit("r1", "motorcycles", THERE))
        field = Field(board(FLAT), units, fog=fog, special_units=True)
        field.game.units["r1"].seen = False
        assert reach.hostile(field.play, field.game.units[TANK], THERE) is fog


# -- buttoning up ----------------------------------------------------------------------------------------------


def why_not(field: Field, asked: str, strike: bool | None) -> str:
    """By which rule a unit does not button up: under direct fire (None), artillery, or a strike."""
    hex = field.game.units[asked].hex
    if strike is None:
        field.game.stack.append(Attack("blue", "direct", "r0", hex, [Firer(TANK, "main")], True))
    else:
        field.game.stack.append(Bombardment("blue", hex, (hex,), 5, strike=strike, left=[asked]))
    with pytest.raises(Refused) as refused:
        landing.verify_button(field.play, "red", a.Button(asked, True))
    return refused.value.rule


@pytest.mark.parametrize(
    ("type", "strike", "rule"),
    [
        ("soviet-rifles", True, "7.3"),
        ("t62", True, "15.24"),
        ("soviet-rifles", False, "7.3"),
        ("mi-24", True, "17.14"),
        ("mi-24", False, "17.14"),
        ("mi-24", None, "17.14"),
        ("soviet-rifles", None, "7.3"),
    ],
)
def test_7_3_15_24_17_14_why_a_counter_does_not_button_up(type: str, strike: bool | None, rule: str) -> None:
    units = (unit(TANK, "m109", "0302"), unit("r0", "t62", "0308", suppression=1), unit("r1", type, "0308"))
    field = Field(board(FLAT), units, fog=True)
    field.game.units["r1"].seen = False
    assert why_not(field, "r1", strike) == rule


def test_7_31_in_the_fog_a_counter_that_is_suppressed_is_not_asked_to_button_up() -> None:
    units = (unit(TANK, "m109", "0302"), unit("r0", "soviet-rifles", "0308"), unit("r1", "bmp", "0308"))
    field = Field(board(FLAT), units, fog=True)
    field.game.units["r1"].seen = False
    attack = Attack("blue", "direct", "r0", "0308", [Firer(TANK, "main")], True)
    asked = [buttoning.to_button(field.play.known(""), attack)]
    field.game.units["r1"].suppression = 1
    asked.append(buttoning.to_button(field.play.known(""), attack))
    assert [one and one.id for one in asked] == ["r1", None]


# -- who is asked ----------------------------------------------------------------------------------------------


def test_6_93_in_the_fog_who_has_fired_is_asked_for_other_parts_whatever_lies_under_the_counter() -> None:
    def asked(fired: bool, parts: tuple[int, ...]) -> list[str]:
        units = (unit(TANK, "m60a1", "0303"), unit("b2", "m60a1", "0301"), unit(SQUAD, "engineers", "0308"))
        field = Field(board(FLAT), units, fog=True, split_fire=True)
        tank = field.game.units[TANK]
        tank.seen, tank.fired, tank.moved, tank.parts = False, fired, not fired, parts
        field.game.activation = [TANK]
        return [one.kind for one in field.questions()]

    assert asked(True, (2,)) == asked(True, ()) == ["formation"]
    assert asked(False, ()) == []

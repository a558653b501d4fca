"""Helicopters (17): how they move, carry, fire and are fired at."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide.phases import pull_back
from campaign.systems.mechwar_4.frames import Firer
from campaign.systems.mechwar_4.legal import targets
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.values import cover, shot, verify_arm
from campaign.systems.mechwar_4.watching import covered, forget, look_around
from tests.systems.mechwar_4.field import Field, of, unit
from tests.systems.mechwar_4.pack import board, reading

FLAT = ("0" * 16,) * 8
PICTURE = (
    "................",
    "................",
    "....tt.....B....",
    "....tt..........",
    "....tt..........",
    "................",
    "................",
    "................",
)


def ground(sides: tuple[dict[str, Any], ...] = ()) -> Charts:
    return board(FLAT, PICTURE, sides)


def field(*units: Unit, charts: Charts | None = None, **switches: Any) -> Field:
    found = Field(charts or ground(), units, **switches)
    for force in found.game.forces.values():
        force.quiet = True
    return found


# -- 17.1: movement, transport ---------------------------------------------------------------------------------


def test_17_11_one_point_for_each_hex_whatever_it_is() -> None:
    flown = field(unit("b1", "ah-1", "0304"), unit("r1", "t62", "1608"))
    flown.act("blue", a.StartMove("b1"))
    flown.act("blue", a.Move("b1", "0704"))
    assert flown.game.stack[-1].left == 2 * (25 - 4)  # type: ignore[union-attr]


def test_17_12_into_any_hex_but_that_of_another_helicopter() -> None:
    flown = field(
        unit("b1", "ah-1", "0304"),
        unit("b2", "uh-1", "0306"),
        unit("r1", "truck", "0302"),
        unit("b3", "m60a1", "0305"),
    )
    flown.act("blue", a.StartMove("b1"))
    goals = {one.to for one in flown.options("blue") if isinstance(one, a.Move)}
    assert {"0302", "0305"} <= goals and "0306" not in goals
    flown.act("blue", a.Move("b1", "0302"))
    assert not [one for one in flown.game.stack if type(one).__name__ == "Overrun"]


def test_17_12_nor_through_the_hex_of_another_helicopter() -> None:
    ring = [unit(f"b{i}", "uh-1", hex) for i, hex in enumerate(ring_of("0303"), 2)]
    flown = field(unit("b1", "ah-1", "0303"), *ring, unit("r1", "t62", "1608"))
    flown.act("blue", a.StartMove("b1"))
    assert not [one for one in flown.options("blue") if isinstance(one, a.Move)]


def ring_of(hex: str) -> list[str]:
    return [one for _, one in ground().ground("test").around[hex]]


def test_17_12_ground_units_ignore_helicopters() -> None:
    driven = field(unit("b1", "m60a1", "0304"), unit("r1", "mi-24", "0305"), unit("r2", "t62", "1608"))
    driven.act("blue", a.StartMove("b1"))
    told = driven.act("blue", a.Move("b1", "0305"))
    assert driven.game.units["b1"].hex == "0305" and not of(e.OverrunBegan, told)


def test_17_13_transports_carry_infantry_and_engineers_attack_types_none() -> None:
    types = ground().units
    assert types["uh-1"].carries and types["mi-8"].carries
    assert not types["ah-1"].carries and not types["mi-24"].carries


def test_17_14_nobody_mounts_in_woods_or_a_town() -> None:
    for hex, mounts in (("0505", False), ("1203", False), ("1201", True)):
        lifted = field(unit("b1", "uh-1", hex), unit("b2", "us-rifles", hex), unit("r1", "t62", "1608"))
        lifted.act("blue", a.StartMove("b1"))
        assert (a.Mount("b2", "b1") in lifted.options("blue")) == mounts


# -- 17.2: their fire ------------------------------------------------------------------------------------------


def test_17_21_they_fire_by_the_rules_of_direct_fire() -> None:
    play = field(unit("b1", "ah-1", "0101"), unit("r1", "t62", "0105")).play
    read = shot(play, Firer("b1", "missile"), play.state.units["r1"], "direct")
    assert (read.table, read.superiority) == ("armour", 16 - 10)


def test_17_22_they_look_over_woods_and_smoke_at_what_is_in_the_open() -> None:
    shooting = field(unit("b1", "ah-1", "0304"), unit("b2", "m150", "0304"), unit("r1", "t62", "0804"))
    game = shooting.game
    assert game.units["r1"] in targets(shooting.play, game.units["b1"], "direct")
    assert game.units["r1"] not in targets(shooting.play, game.units["b2"], "direct")


def test_17_22_they_observe_over_woods_what_they_may_fire_at() -> None:
    """As far as it would be observed otherwise: 20 hexes in the open for a vehicle, 8 for infantry."""
    for aloft in ("aloft", "level"):
        charts = ground()
        charts.readings = reading(helicopters_observe=aloft).readings
        flown = field(
            unit("b1", "ah-1", "0304"),
            unit("r1", "t62", "0804"),
            unit("r2", "soviet-rifles", "1304"),
            charts=charts,
        )
        for id in ("r1", "r2"):
            flown.game.units[id].seen = False
        play = flown.roll()
        look_around(play)
        assert [one.unit for one in of(e.UnitSeen, play.events)] == (["r1"] if aloft == "aloft" else [])
        forget(play)
        assert flown.game.units["r1"].seen is (aloft == "aloft"), "nor is it forgotten"


def test_17_22_a_vehicle_that_moves_behind_woods_is_seen_from_above() -> None:
    driven = field(unit("b1", "t62", "0904"), unit("r1", "ah-1", "0304"))
    driven.game.units["b1"].seen = False
    driven.act("blue", a.StartMove("b1"))
    assert of(e.UnitSeen, driven.act("blue", a.Move("b1", "0804")))


def test_17_22_not_into_a_wood_through_the_wood_before_it() -> None:
    shooting = field(unit("b1", "ah-1", "0204"), unit("r1", "t62", "0604"), unit("r2", "t62", "0504"))
    game = shooting.game
    assert game.units["r1"] not in targets(shooting.play, game.units["b1"], "direct")
    assert game.units["r2"] in targets(shooting.play, game.units["b1"], "direct")


def test_17_23_always_at_whom_it_is_above_or_next_to_at_one_hex() -> None:
    shooting = field(unit("b1", "ah-1", "0504"), unit("r1", "t62", "0504"), unit("r2", "t62", "0604"))
    game = shooting.game
    for id in ("r1", "r2"):
        assert game.units[id] in targets(shooting.play, game.units["b1"], "direct")
        assert shot(shooting.play, Firer("b1", "missile"), game.units[id], "direct").range == 1


def test_17_24_10_53_their_target_keeps_woods_and_towns_and_loses_all_else() -> None:
    charts = ground(({"what": "crest", "hex": "1005", "edges": ("N",)},))
    target = unit("r1", "t62", "1005", defilade="N")
    play = field(target, unit("r2", "t62", "1203"), charts=charts).play
    assert cover(play, "1001", target, "direct", "M", flying=True) is None
    behind = cover(play, "1001", target, "direct", "M")
    assert behind is not None and behind.value == -3
    town = cover(play, "1001", play.state.units["r2"], "direct", "M", flying=True)
    assert town is not None and town.value == -2


@pytest.mark.parametrize(("die", "left"), [(2, 0), (3, 3)])
def test_17_25_they_run_out_of_ammunition_like_class_g(die: int, left: int) -> None:
    shooting = field(unit("b1", "ah-1", "0101"), unit("r1", "t62", "0105"))
    told = shooting.act("blue", a.Fire("b1", "r1", "missile"), 9, 2, die)
    (rolled,) = of(e.DepletionRolled, told)
    assert rolled.level == left and not shooting.game.units["b1"].out


# -- 17.3: fire at them ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "range", "strength"),
    [
        ("zsu-23", 12, 10), ("vulcan", 6, 9), ("t55", 3, 6), ("t62", 2, 10), ("m60a1", 5, 9), ("us-rifles", 4, 6),
        ("mortars", 1, 8),
    ],
)  # fmt: skip
def test_17_31_flak_strength_less_defence_is_the_superiority(type: str, range: int, strength: int) -> None:
    hex = f"{16 - range:02}08"
    play = field(unit("b1", type, hex), unit("r1", "mi-24", "1608")).play
    target = play.state.units["r1"]
    distance = play.distance(hex, "1608")
    verify_arm(play, play.state.units["b1"], "main", target, "direct")
    read = shot(play, Firer("b1", "main"), target, "direct")
    assert distance == range and (read.superiority, read.terms) == (strength - 6, ())


def test_17_31_no_strength_at_that_range_and_no_class_g() -> None:
    play = field(unit("b1", "m60a1", "1001"), unit("b2", "m150", "1601"), unit("r1", "mi-24", "1608")).play
    target = play.state.units["r1"]
    for id, arm in (("b1", "main"), ("b2", "missile")):
        with pytest.raises(Refused) as refused:
            verify_arm(play, play.state.units[id], arm, target, "direct")  # type: ignore[arg-type]
        assert refused.value.rule == "17.31"


def test_17_31_a_mortar_section_fires_at_the_helicopter_alone() -> None:
    shooting = field(unit("b1", "mortars", "1607"), unit("r1", "mi-24", "1608"), unit("r2", "t62", "1608"))
    told = shooting.act("blue", a.Fire("b1", "r1"), 9, 1)
    assert [one.target for one in of(e.ShotResolved, told)] == ["r1"]


def test_17_32_one_that_has_not_fired_is_safe_behind_what_blocks_but_from_next_to_it() -> None:
    shooting = field(unit("b1", "zsu-23", "0304"), unit("b2", "t62", "0704"), unit("r1", "mi-24", "0804"))
    game = shooting.game
    assert game.units["r1"] not in targets(shooting.play, game.units["b1"], "direct")
    assert game.units["r1"] in targets(shooting.play, game.units["b2"], "direct")
    game.units["r1"].fired = True
    assert game.units["r1"] in targets(shooting.play, game.units["b1"], "direct")


def test_17_32_one_that_panics_as_it_is_to_fire_has_not_risen() -> None:
    shooting = field(unit("b1", "zsu-23", "0304"), unit("b2", "t62", "0704"), unit("r1", "mi-24", "0804"))
    game = shooting.game
    game.units["r1"].fired = game.units["r1"].panicked = True
    assert game.units["r1"] not in targets(shooting.play, game.units["b1"], "direct")


def test_17_32_6_92_one_that_has_fired_over_woods_pulls_back() -> None:
    shooting = field(unit("b1", "ah-1", "0304"), unit("r1", "t62", "0804"))
    game = shooting.game
    assert covered(shooting.play, game.units["b1"], "0804") == "what it looks over"
    told = shooting.act("blue", a.Fire("b1", "r1", "missile"), 9, 2, 6)
    assert of(e.TookCover, told)
    pull_back(shooting.play)
    assert not game.units["b1"].seen


def test_17_33_flak_fires_at_ground_targets_too() -> None:
    play = field(unit("b1", "zsu-23", "0101"), unit("r1", "truck", "0105")).play
    read = shot(play, Firer("b1", "main"), play.state.units["r1"], "direct")
    assert read.table == "personnel"


@pytest.mark.parametrize(("die", "damage"), [(1, 0), (5, 2)])
def test_17_34_steps_alone_count_and_no_panic(die: int, damage: int) -> None:
    shooting = field(unit("b1", "vulcan", "1602"), unit("r1", "mi-24", "1608"))
    told = shooting.act("blue", a.Fire("b1", "r1"), 9, die)
    helicopter = shooting.game.units["r1"]
    assert [one.result for one in of(e.ShotResolved, told)]
    assert (helicopter.damage, helicopter.suppression, helicopter.panicked) == (damage, 0, False)

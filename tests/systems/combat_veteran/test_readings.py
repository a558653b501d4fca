"""What each reading of Combat Veteran changes, and which line of the log names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.rules.packs import PackError, make_pack
from campaign.rules.readings import named
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.rules import SYSTEM
from tests.systems.combat_veteran.table import (
    RULES,
    SHIPPED,
    SIDES,
    Table,
    only,
    opened,
    table,
    tell_all,
    unit,
)

FOE = unit("m26", "blue", "1005", "SE", main=0, mg=0)


def read(game: Table, **readings: Any) -> Table:
    game.game.readings = replace(game.game.read, **readings)
    return game


@pytest.mark.parametrize(("cost", "breaks"), [("doubled", True), ("printed", False)])
def test_8_13_which_cost_a_speeding_vehicle_must_roll(cost: str, breaks: bool) -> None:
    """Trees cost a soldier 2 and a vehicle 4: a 3 is too little for the one, and enough for the other."""
    game = read(table(unit("t34", "red", "1020"), FOE, terrain={"1019": "trees"}), breakdown=cost)
    game.do(a.Speed("t34"))
    odds = game.rules.odds(game.game, "red", a.Step("t34", "1019", "NW"))
    assert odds is not None
    assert odds.results[0].fraction == ("1/2" if breaks else "5/6")
    events = game.do(a.Step("t34", "1019", "NW"), 3)
    assert game["t34"].markers == (["immobilized"] if breaks else [])
    if breaks:
        broke = only(events, e.BrokeDown)
        assert broke.readings == ("breakdown",)
        assert "breakdown" in named("8.13", broke)


@pytest.mark.parametrize("cost", ["doubled", "printed"])
def test_8_13_a_breakdown_by_either_cost_names_no_reading(cost: str) -> None:
    game = read(table(unit("t34", "red", "1020"), FOE, terrain={"1019": "trees"}), breakdown=cost)
    game.do(a.Speed("t34"))
    assert only(game.do(a.Step("t34", "1019", "NW"), 1), e.BrokeDown).readings == ()


def test_9_0_of_what_a_speeding_vehicle_must_have_moved_less_than_half() -> None:
    fire = a.Fire("t34", "main", "humvee")
    for half_of, allowed in (("printed", False), ("doubled", True)):
        game = read(
            table(unit("t34", "red", "1008"), unit("humvee", "blue", "1005"), phase="combat"), half_of=half_of
        )
        game["t34"].stance, game["t34"].spent = "speeding", 10
        if not allowed:
            assert game.refuses(fire).rule == "9.0"
            continue
        rolled = only(game.do(fire, *[2] * game.dice("t34", "main", "humvee")), e.AttackRolled)
        assert rolled.readings == ("half_of",)
        game["t34"].spent, game["t34"].used = 15, []
        assert game.refuses(a.Fire("t34", "mg", "humvee")).rule == "9.0"


@pytest.mark.parametrize(("scars", "taken"), [("worse", 1), ("added", 2)])
def test_6_0_a_write_off_in_the_woods(scars: str, taken: int) -> None:
    game = read(
        table(
            unit("m26", "red", "1005"),
            unit("humvee", "blue", "1010"),
            phase="combat",
            terrain={"1010": "trees"},
        ),
        scar_terrain=scars,
    )
    before = game.dice("m26", "main", "humvee")
    game.game.scars.append("1010")
    assert game.dice("m26", "main", "humvee") == before - taken
    rolled = only(game.do(a.Fire("m26", "main", "humvee"), *[2] * (before - taken)), e.AttackRolled)
    assert rolled.readings == ("scar_terrain",)


def test_the_opening_keeps_the_readings_and_older_ones_have_those_of_then() -> None:
    chosen = opened("tank-duel", breakdown="printed", half_of="doubled", scar_terrain="added").game
    assert chosen.read == Readings(breakdown="printed", half_of="doubled", scar_terrain="added")
    old = e.ForcesPlaced("s", "b", SIDES, 1, None, (), True, "all", "printed")  # type: ignore[arg-type]
    assert RULES.system.begun([old]).read == Readings(True, "all", "printed")
    older = e.ForcesPlaced("s", "b", SIDES, 1, None, ())  # type: ignore[arg-type]
    assert RULES.system.begun([older]).read == Readings(declaring="each")


# -- readings of how many dice an attack has -----------------------------------------------------------------------


def crowd(*others: e.Placed, **more: Any) -> Table:
    """A Sherman before seven Humvees in a hex, and whoever else is there."""
    humvees = [unit("humvee", "blue", "1010", id=f"h{n}", mg=0) for n in range(7)]
    gun = unit("m4a2", "red", "1005", main=4, mg=2)
    return table(gun, *humvees, *others, unit("humvee", "red", "2929", id="far"), phase="combat", **more)


def with_wreck(**more: Any) -> Table:
    game = crowd(unit("humvee", "blue", "1010", id="wreck"), **more)
    game["wreck"].out = "wrecked"
    return game


def with_enemy(**more: Any) -> Table:
    return crowd(unit("humvee", "red", "1010", id="own", mg=0), **more)


def with_armor(**more: Any) -> Table:
    """Four dice less six of armor."""
    return crowd(unit("m26", "blue", "1010", "NW", id="tank", main=0, mg=0, armor=6), **more)


def with_friends(**more: Any) -> Table:
    """Two tanks beside the target, the one faces the gun and the other shows its flank."""
    front, side = (unit("m26", "blue", "1010", at, id=at, main=0, mg=0) for at in ("NW", "SE"))
    return table(
        unit("m4a2", "red", "1005", main=8), unit("humvee", "blue", "1010", id="h0", mg=0), front, side,
        phase="combat", **more,
    )  # fmt: skip


def with_own_armor(**more: Any) -> Table:
    return table(
        unit("m4a2", "red", "1005", main=8), unit("humvee", "blue", "1010", id="h0", mg=0),
        unit("m26", "red", "1010", "NW", main=0, mg=0), phase="combat", **more,
    )  # fmt: skip


def at_corner(**more: Any) -> Table:
    """From the east, where a side in front and one in the flank meet."""
    gun, target = (
        unit("m4a2", "red", "1210", main=8),
        unit("m26", "blue", "1010", "NE", id="h0", main=0, mg=0),
    )
    return table(gun, target, phase="combat", **more)


def within(**more: Any) -> Table:
    gun, target = (
        unit("m4a2", "red", "1010", main=8),
        unit("m26", "blue", "1010", "NE", id="h0", main=0, mg=0),
    )
    return table(gun, target, phase="combat", **more)


def on_a_burning_river(**more: Any) -> Table:
    game = table(
        unit("m4a2", "red", "1005", main=4), unit("monitor", "blue", "1010", id="h0", armor=0),
        terrain={"1010": "river"}, phase="combat", **more,
    )  # fmt: skip
    game.game.scars.append("1010")
    return game


def at_a_maneuvering_one(**more: Any) -> Table:
    """Six, halved twice: down to 1 by way of 3, up to 2 by way of 3."""
    game = table(
        unit("m4a2", "red", "1005", "NW", "turret", main=6), unit("humvee", "blue", "1010", id="h0", mg=0),
        phase="combat", **more,
    )  # fmt: skip
    game["h0"].stance = "maneuvering"
    return game


@pytest.mark.parametrize(("made", "reading", "other", "usually", "otherwise"), [
    (with_wreck, "wrecks_crowd", True, 4, 5),
    (with_enemy, "crowd_of", "target", 5, 4),
    (with_armor, "crowd_die", "like-others", 1, -1),
    (with_friends, "armor_sums", "added", 4, 2),
    (with_own_armor, "armor_covers", "all", 8, 4),
    (at_corner, "corner_line", "flank", 5, 7),
    (within, "within_hex", "front", 7, 5),
    (on_a_burning_river, "afloat_effect", "added", 7, 5),
    (at_a_maneuvering_one, "halving", "maneuver-first", 1, 2),
])  # fmt: skip
def test_readings_of_how_many_dice_an_attack_has(
    made: Callable[..., Table], reading: str, other: Any, usually: int, otherwise: int
) -> None:
    """And the line of the attack names the one that decided (4.0, 8.5 effect, 9.5 o, 9.5 note)."""
    for more, wanted in (({}, usually), ({reading: other}, otherwise)):
        game = made(**more)
        assert game.dice("m4a2", "main", "h0") == wanted, more
        fire = a.Fire("m4a2", "main", "h0")
        if wanted < 1:
            assert fire not in game.legal("red")
            continue
        rolled = only(game.do(fire, *[2] * wanted), e.AttackRolled)
        assert reading in rolled.readings
        assert sum(one.value for one in rolled.modifiers) == wanted


@pytest.mark.parametrize("markers", [["coaxial"], ["coaxial", "turret"], ["hull-mg"], ["turret"]])
@pytest.mark.parametrize("mg", range(1, 9))
def test_8_12_halving_the_other_way_round(markers: list[Any], mg: int) -> None:
    """Down for the target, then up for each marker."""
    game = table(
        unit("m4a2", "red", "1005", "NW", *markers, mg=mg), unit("humvee", "blue", "1010", id="h0", mg=0),
        phase="combat", halving="maneuver-first",
    )  # fmt: skip
    game["h0"].stance = "maneuvering"
    left = mg // 2
    for marker in markers:
        left = 0 if marker == "hull-mg" else -(-left // 2)
    assert game.dice("m4a2", "mg", "h0") == left


def test_9_5_o_a_line_through_the_faced_corner_or_through_one_behind_is_no_question() -> None:
    for facing, dice in (("E", 5), ("W", 7)):
        for line in ("front", "flank"):
            game = read(at_corner(), corner_line=line)
            game["h0"].facing = facing
            assert game.dice("m4a2", "main", "h0") == dice
            rolled = only(game.do(a.Fire("m4a2", "main", "h0"), *[2] * dice), e.AttackRolled)
            assert rolled.readings == ()


def test_9_5_note_armor_of_several_names_them() -> None:
    game = with_friends(armor_sums="added")
    rolled = only(game.do(a.Fire("m4a2", "main", "h0"), 2, 2), e.AttackRolled)
    (armor,) = [one for one in rolled.modifiers if "armor" in one.what]
    assert armor.value == -6
    assert armor.what.count("M26") == 2


def test_9_5_d_fire_within_a_hex() -> None:
    fire = a.Fire("m4a2", "main", "h0")
    rolled = only(within().do(fire, *[2] * 7), e.AttackRolled)
    assert "fire_within" in rolled.readings
    game = within(fire_within=False)
    assert game.asked is None or game.asked.kind != "combat", "nobody else is in sight"
    game.game.phase = "combat"
    assert game.refuses(fire, "red").rule == "9.5 d"


# -- readings of the phases ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("repairs", ["together", "one-by-one"])
def test_6_0_when_repairs_are_rolled(repairs: str) -> None:
    """6.0 repair."""
    two = [unit("t34", "red", hex, "NW", "coaxial", id=hex) for hex in ("1010", "1212")]
    game = table(*two, unit("m26", "blue", "2929"), phase="repair", repairs=repairs)
    first = game.do(a.Repair("1010", "coaxial"), *([2] if repairs == "one-by-one" else []))
    assert only(first, e.RepairNominated).readings == ("repairs",)
    assert game["1010"].markers == ([] if repairs == "one-by-one" else ["coaxial"])
    last = game.do(a.Repair("1212", "coaxial"), *([3] if repairs == "one-by-one" else [2, 3]))
    assert only(last, e.RepairNominated).readings == (), "nobody else is to be nominated"
    assert game["1010"].markers == game["1212"].markers == []


@pytest.mark.parametrize(("ends", "stance"), [("next-movement", "maneuvering"), ("phase", "driving")])
def test_7_0_how_long_a_stance_lasts(ends: str, stance: str) -> None:
    game = table(unit("t34", "red", "1010"), unit("m26", "blue", "1005"), stance_ends=ends)
    game.do(a.Maneuver("t34"))
    began = [one for one in game.do(a.EndPhase()) if isinstance(one, e.PhaseBegan)]
    assert game["t34"].stance == stance
    assert began[0].phase == "combat" and began[0].readings == ("stance_ends",)


@pytest.mark.parametrize("pivots", [True, False])
def test_9_7_whether_a_vehicle_that_had_to_stop_turns(pivots: bool) -> None:
    """7.8 pivots."""
    game = table(unit("t34", "red", "1010"), unit("t34", "red", "2929", id="far"), FOE, stopped_pivots=pivots)
    tell_all(game, e.Stopped("t34"))
    if not pivots:
        assert game.refuses(a.Pivot("t34", "SE")).rule == "9.7"
        return
    assert only(game.do(a.Pivot("t34", "SE")), e.Pivoted).readings == ("stopped_pivots",)


@pytest.mark.parametrize("walks", [True, False])
def test_8_2_whether_who_got_off_walks_on(walks: bool) -> None:
    game = table(
        unit("humvee", "red", "1010"),
        unit("us-soldier", "red", "1010", carrier="humvee"),
        FOE,
        walk_after_ride=walks,
    )
    game.do(a.Dismount("us-soldier"))
    if not walks:
        assert game.refuses(a.Step("us-soldier", "1011")).rule == "8.2"
        return
    assert only(game.do(a.Step("us-soldier", "1011")), e.Moved).readings == ("walk_after_ride",)
    assert game.refuses(a.Mount("us-soldier", "humvee")).rule == "8.2"


@pytest.mark.parametrize("later", [True, False])
def test_8_2_whether_who_has_moved_before_another_boards(later: bool) -> None:
    game = table(
        unit("humvee", "red", "1010"), unit("us-soldier", "red", "1011"), unit("t34", "red", "2020"),
        unit("m26", "blue", "2929", main=0, mg=0), board_later=later,
    )  # fmt: skip
    game.do(a.Step("us-soldier", "1010"))
    game.do(a.Step("t34", "2019", "NW"))
    mount = a.Mount("us-soldier", "humvee")
    if not later:
        assert game.refuses(mount).rule == "8.2"
        return
    assert mount in game.legal()
    assert only(game.do(mount), e.Mounted).readings == ("board_later",)


@pytest.mark.parametrize("fords", ["whole", "rest"])
def test_8_5_whether_a_river_is_entered_after_other_hexes(fords: str) -> None:
    """8.5 others."""
    river = {"1018": "river"}
    game = table(unit("t34", "red", "1020"), FOE, terrain=river, fords=fords)
    game.do(a.Step("t34", "1019", "NW"))
    into = a.Step("t34", "1018", "NW")
    if fords == "whole":
        assert game.refuses(into).rule == "8.5"
        return
    assert into in game.legal()
    moved = only(game.do(into), e.Moved)
    assert (moved.cost, moved.spent, moved.ends, moved.readings) == (14, 15, True, ("fords",))
    game = table(unit("t34", "red", "1020"), FOE, terrain=river, fords=fords)
    game.do(a.Speed("t34"))
    game.do(a.Step("t34", "1019", "NW"))
    assert game.refuses(into).rule == "8.5", "whoever speeds stays out"


def test_8_5_ways_that_were_found_for_one_battle_are_not_those_of_another() -> None:
    """Both on the same charts."""
    for fords, allowed in (("whole", False), ("rest", True), ("whole", False)):
        game = table(unit("t34", "red", "1020"), FOE, terrain={"1018": "river"}, fords=fords)
        game["t34"].hex, game["t34"].spent = "1019", 1
        assert (a.Step("t34", "1018", "NW") in game.legal()) == allowed


@pytest.mark.parametrize("lasts", [True, False])
def test_8_12_whether_damage_frees_who_began_maneuvering(lasts: bool) -> None:
    game = table(unit("t34", "red", "1020"), unit("m26", "blue", "2929"), maneuver_lasts=lasts)
    game.do(a.Maneuver("t34"))
    game.do(a.Step("t34", "1019", "NW"))
    on = a.Step("t34", "1018", "NW")
    assert game.refuses(on).rule == "8.12"
    tell_all(game, e.DamageTaken("t34", (1,), ("coaxial",)))
    if lasts:
        assert game.refuses(on).rule == "8.12"
        assert game.refuses(a.Drive("t34", "1017")).rule == "8.12"
        return
    assert {on, a.Drive("t34", "1006")} <= {*game.legal()}
    assert a.Drive("t34", "1004") not in game.legal(), "1 of 15 is spent"
    assert only(game.do(on), e.Moved).readings == ("maneuver_lasts",)


@pytest.mark.parametrize("defence", ["phase", "hex"])
def test_9_0_how_often_a_rating_fires_in_defence(defence: str) -> None:
    """9.0 ratings."""
    game = table(
        unit("humvee", "red", "1012", "NW", armor=0), unit("humvee", "red", "2929", id="far"),
        unit("m26", "blue", "1003", main=2, mg=0), defence=defence, declaring="all",
    )  # fmt: skip
    for hex in ("1011", "1010"):
        events = game.do(a.Step("humvee", hex, "NW"))
        if hex == "1010" and defence == "phase":
            assert not any(isinstance(one, e.FireOffered) for one in events)
            return
        assert only(events, e.FireOffered).readings == (() if hex == "1011" else ("defence",))
        game.do(a.Fire("m26", "main", "humvee"))
        game.do(a.Face("NW"), 2, 2)


@pytest.mark.parametrize("captures", [True, False])
def test_9_7_whether_a_weapon_takes_an_unmanned_vehicle(captures: bool) -> None:
    """9.7 unmanned."""
    game = table(
        unit("m4a2", "red", "1005", main=1), unit("m60", "red", "1010"), unit("humvee", "blue", "1010"),
        unit("humvee", "blue", "2929", id="far"), phase="combat", weapon_captures=captures,
    )  # fmt: skip
    fire = a.Fire("m4a2", "main", "humvee")
    odds = game.rules.odds(game.game, "red", fire)
    assert odds is not None
    chances = {one.result: one.fraction for one in odds.results}
    assert (chances["wrecked"] == "1/6") != captures
    events = game.do(fire, 4, 6)
    assert game["humvee"].out == ("wrecked" if captures else "")
    if captures:
        assert only(events, e.Wrecked).readings == ("weapon_captures",)
        assert only(events, e.Wrecked).by == "m60"


def test_a_file_of_charts_as_0_5_0_had_it_still_has_its_readings() -> None:
    charts = {name: table for name, table in SHIPPED.content["charts.toml"].items() if name != "readings"}
    older = {"misadventure": True, "declaring": "each", "scar_terrain": "added"}
    for more, wanted in (({}, Readings()), (older, Readings(True, "each", scar_terrain="added"))):
        content = {
            **SHIPPED.content,
            "charts.toml": {**charts, "conditions": {**charts["conditions"], **more}},
        }
        assert SYSTEM.load(make_pack("combat-veteran", content)).readings == wanted
    content = {**SHIPPED.content, "charts.toml": {**charts, "readings": {"fords": "no"}}}
    with pytest.raises(PackError, match=r"readings\.fords"):
        SYSTEM.load(make_pack("combat-veteran", content))


@pytest.mark.parametrize("order", ["before-fire", "after-fire"])
def test_8_13_when_the_die_of_a_speeding_vehicle_comes(order: str) -> None:
    """Trees cost 4: a 3 is a breakdown; who has broken down cannot turn, and is fired at without its speed (8.13
    breakdown).
    """

    def entered(*dice: int) -> tuple[Table, list[e.Event]]:
        game = table(
            unit("t34", "red", "1012", "NW", armor=2), unit("t34", "red", "2929", id="far"),
            unit("m26", "blue", "1003", main=6, mg=0), terrain={"1011": "trees"}, declaring="all",
            breakdown_order=order,
        )  # fmt: skip
        game.do(a.Speed("t34"))
        return game, game.do(a.Step("t34", "1011", "NW"), *dice)

    fire = a.Fire("m26", "main", "t34")
    if order == "before-fire":
        game, events = entered(3)
        assert only(events, e.FireOffered).readings == ("breakdown_order",)
        assert game["t34"].markers == ["immobilized"]
        assert game.dice("m26", "main", "t34") == 3
        assert only(game.do(fire, 2, 2, 2), e.AttackRolled)
        return
    game, events = entered()
    offered = only(events, e.FireOffered)
    assert (offered.cost, offered.readings) == (4, ("breakdown_order",))
    assert game.dice("m26", "main", "t34") == 1
    game.do(fire)
    broke = only(game.do(a.Face("E"), 2, 2, 3), e.BrokeDown)
    assert (broke.die, broke.cost, game["t34"].facing, game["t34"].markers) == (3, 4, "E", ["immobilized"])
    game, _ = entered()
    assert only(game.do(a.HoldFire("phase"), 1), e.BrokeDown).cost == 4
    assert game.game.held == "phase"
    game, _ = entered()
    game.do(a.HoldFire("hex"), 4)
    assert game["t34"].stance == "speeding"
    for die in (3, 4):  # a stop, a hit: the marker is gone before its die
        game, _ = entered()
        game.do(fire)
        game.do(a.Face("NW"), die, *([1] if die == 4 else []))
        assert game["t34"].stance == "driving" and "immobilized" not in game["t34"].markers


def test_8_13_a_vehicle_at_speed_that_nobody_fires_at_rolls_its_die_as_ever() -> None:
    game = table(unit("t34", "red", "1020"), FOE, terrain={"1019": "trees"}, breakdown_order="after-fire")
    game.do(a.Speed("t34"))
    assert only(game.do(a.Step("t34", "1019", "NW"), 3), e.BrokeDown).cost == 4
    around = [hex for hex in game.play().ground.board.neighbours["1020"] if hex]
    game = table(
        unit("t34", "red", "1020"), FOE, terrain=dict.fromkeys(around, "trees"), breakdown_order="after-fire"
    )
    game.do(a.Speed("t34"))
    assert only(game.do(a.Drive("t34", "1017"), 3), e.BrokeDown)
    assert game["t34"].hex != "1017", "a drive ends there"

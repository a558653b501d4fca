"""Muster in, outcome out; forces of one's own."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from campaign.rules.muster import Muster, Mustered, Verdict
from campaign.rules.packs import PackError, make_pack
from campaign.rules.refused import Refused
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.muster import set_up, settings
from campaign.systems.portable_wargame_modern.roster import judge
from campaign.systems.portable_wargame_modern.rules import SYSTEM, PortableWargameRules
from campaign.systems.portable_wargame_modern.state import Game
from tests.systems.portable_wargame_modern.table import BLUE, RED, SHIPPED

RULES = cast("PortableWargameRules", SYSTEM.load(SHIPPED))
ASSETS = RULES.assets
FIRST = Mustered("alpha", "infantry", "Alpha", RED, 2, damage=("strength-1",))
GUNS = Mustered("battery", "field-guns", "Battery", RED, ammunition={"gas": 1})


def opened(events: Any) -> Game:
    return SYSTEM.begun(events)


def mustered(*assets: Mustered, scenario: str = "gas-1917") -> Game:
    return opened(ASSETS.muster(scenario, {}, Muster("c", "n", "1917-07-31", (RED,), assets)))


def test_assets_stand_in_the_places_of_printed_units() -> None:
    game = mustered(FIRST, GUNS)
    alpha, battery = game.units["alpha"], game.units["battery"]
    printed = opened(RULES.open("gas-1917", {}))
    assert alpha.hex in {u.hex for u in printed.units.values() if u.type == "infantry" and u.side == RED}
    assert (alpha.strength, alpha.full, alpha.quality) == (3, 4, "elite")
    assert battery.shells == 1
    assert {u.id for u in game.units.values() if u.side == RED} == {"alpha", "battery"}
    assert sum(u.side == BLUE for u in game.units.values()) == sum(
        u.side == BLUE for u in printed.units.values()
    )
    assert game.forces[RED].limit == 2


def test_more_assets_than_places_find_free_hexes() -> None:
    many = [replace(FIRST, id=f"u{i}", damage=()) for i in range(40)]
    game = mustered(*many)
    hexes = [u.hex for u in game.units.values() if u.side == RED]
    assert len(set(hexes)) == 40


@pytest.mark.parametrize(
    "asset",
    [
        replace(FIRST, type="no-such"),
        replace(FIRST, damage=("turret",)),
        replace(FIRST, damage=("strength-1", "strength-2", "strength-3", "strength-4")),
        replace(FIRST, side=BLUE),
        replace(FIRST, id="blue-infantry-1"),
        replace(FIRST, ammunition={"gas": 1}),
        replace(FIRST, cards=("x",)),
    ],
)
def test_what_cannot_come_is_refused(asset: Mustered) -> None:
    with pytest.raises(Refused) as refused:
        mustered(asset)
    assert refused.value.where == "$.muster.assets[0]"


def test_a_side_of_nobody_is_refused() -> None:
    with pytest.raises(Refused):
        mustered()


def test_a_leader_who_is_missing_makes_a_unit_poor() -> None:
    assert mustered(replace(FIRST, empty=("commander",))).units["alpha"].quality == "poor"


def test_the_outcome_hands_back_lost_strength_and_shells() -> None:
    game = mustered(FIRST, GUNS)
    for event in (
        e.StrengthLost("alpha", 2, "fire"),
        e.FireDeclared("battery", "1108", "blue-infantry-1", True),
        e.ShellLanded("battery", "blue-infantry-1", "1108", "1108", (6,), 6, gas=True),
        e.StrengthLost("blue-infantry-1", 0, "fire", "battery"),
    ):
        APPLIERS[type(event)](game, event)
    outcome = ASSETS.outcome(game, Verdict(RED, "Won."))
    fates = {one.id: one for one in outcome.fates}
    assert fates["alpha"].damage == ("strength-1", "strength-2")
    assert fates["alpha"].fate == "damaged"
    assert fates["battery"].spent == {"gas": 1}
    assert fates["battery"].kills == ("blue-infantry-1",)
    assert fates["blue-infantry-1"].fate == "wrecked"
    assert outcome.field == RED


def column(*assets: Mustered, scenario: str = "road-column", **options: Any) -> Game:
    muster = Muster("c", "n", "1962-07-31", (RED,), assets)
    return opened(ASSETS.muster(scenario, {"riders": True, "turns": 12, "gas": 0, **options}, muster))


TRUCK = Mustered("truck", "trucks", "Truck", RED)
RIFLES = Mustered("rifles", "infantry", "Rifles", RED)


def test_assets_come_aboard_where_the_scenario_prints_it() -> None:
    """Infantry first on foot, as two are printed so; then on trucks, guns behind them; carriers may come last."""
    foot = [replace(RIFLES, id=f"foot-{i}") for i in range(2)]
    guns = Mustered("guns", "field-guns", "Guns", RED)
    trucks = [replace(TRUCK, id=f"truck-{i}") for i in range(4)]
    game = column(*foot, RIFLES, guns, *trucks)
    assert [game.units[one.id].aboard for one in foot] == ["", ""]
    assert (game.units["rifles"].aboard, game.units["guns"].aboard) == ("truck-0", "truck-2")
    for one in ("rifles", "guns"):
        carrier = game.units[game.units[one].aboard]
        assert (carrier.cargo, carrier.hex) == (one, game.units[one].hex)


def test_who_would_ride_on_what_has_not_come_stands_on_its_feet() -> None:
    game = column(*(replace(RIFLES, id=f"foot-{i}") for i in range(6)))
    assert not any(unit.aboard for unit in game.units.values() if unit.side == RED)
    hexes = [unit.hex for unit in game.units.values() if unit.side == RED]
    assert len(set(hexes)) == 6


def test_horses_take_no_infantry_in_the_place_of_a_truck() -> None:
    foot = [replace(RIFLES, id=f"foot-{i}") for i in range(7)]
    game = column(*foot, *(replace(TRUCK, id=f"h{i}", type="horses") for i in range(4)))
    assert not any(
        unit.aboard for unit in game.units.values() if unit.type == "infantry" and unit.side == RED
    )


@pytest.mark.parametrize("riders", [True, False])
def test_where_tanks_carry_nobody_their_riders_begin_on_foot(riders: bool) -> None:
    game = opened(RULES.open("tank-riders", {"riders": riders}))
    infantry = [unit for unit in game.units.values() if unit.type == "infantry" and unit.side == RED]
    assert [bool(unit.aboard) for unit in infantry] == [riders] * 4
    lone = [unit.hex for unit in game.units.values() if not unit.aboard]
    assert len(set(lone)) == len(lone)
    game = column(Mustered("tank", "tanks", "Tank", RED), RIFLES, scenario="tank-riders", riders=riders)
    assert game.units["rifles"].aboard == ("tank" if riders else "")


def test_cavalry_comes_home_as_what_it_was() -> None:
    game = mustered(replace(FIRST, type="cavalry", damage=()))
    APPLIERS[e.Remounted](game, e.Remounted("alpha", "dismounted-cavalry"))
    assert {one.type for one in ASSETS.outcome(game, Verdict("", "Over.")).fates if one.id == "alpha"} == {
        "cavalry"
    }


# -- forces of one's own ---------------------------------------------------------------------------------------


def judged(*types: str, limit: int = 60) -> Any:
    content = {"title": "Mine", "period": "1900", "unit": [{"type": one} for one in types]}
    return RULES.forces.judge(content, limit)


@pytest.mark.parametrize(
    ("types", "word"),
    [(["tanks"], "another time"), (["heavy-guns"] * 9, "points"), (["commanders"] * 2, "one commander"),
     ([], "at least one"), (["horses"] * 25, "24 units")],
)  # fmt: skip
def test_what_is_wrong_with_a_force_is_said(types: list[str], word: str) -> None:
    assert any(word in one.reason for one in judged(*types).problems)


def test_a_force_that_is_none_is_refused() -> None:
    for content in ({"title": "x"}, {"title": "x", "period": "1900", "unit": [{"type": "no-such"}]}):
        with pytest.raises(Refused):
            RULES.forces.judge(content)


@pytest.mark.parametrize("board", ["ford", "ridge", "gap"])
@pytest.mark.parametrize("attacker", [RED, BLUE, "both"])
def test_a_free_set_up_stands_on_any_board(board: str, attacker: str) -> None:
    game = opened(RULES.open("own-forces", {"board": board, "attacker": attacker}))
    assert len({u.hex for u in game.units.values()}) == len(game.units)
    assert {u.hex for u in game.units.values()} <= RULES.charts.ground(board).open
    owners = set(game.held.values())
    assert owners == {{RED: BLUE, BLUE: RED, "both": ""}[attacker]}


@pytest.mark.parametrize("rows", [1, 5, 6, 9])
def test_a_free_set_up_is_refused_where_a_board_has_no_room_for_it(rows: int) -> None:
    """Four columns: a force of twelve units fits into three rows of its own, and into no fewer."""
    board = {
        "id": "strip", "title": "The strip", "source": "own", "layout": {"columns": 4, "rows": rows},
        "legend": {".": "clear"}, "picture": ["...."] * rows, "heights": ["...."] * rows,
    }  # fmt: skip
    pack = make_pack("portable-wargame-modern", {**SHIPPED.content, "boards/strip.toml": board})
    force = {"title": "Twelve", "period": "world-wars", "unit": [{"type": "infantry"}] * 12}
    options = {"board": "strip", "points": 99, RED: force, BLUE: force}
    rules = SYSTEM.load(pack)
    if rows >= 6:
        placed = opened(rules.open("own-forces", options)).units.values()
        assert len({unit.hex for unit in placed}) == 24
        return
    with pytest.raises(
        Refused, match=f"has room for {rows // 2 * 4} units at that edge, and Twelve has 12"
    ) as told:
        rules.open("own-forces", options)
    assert told.value.where == "$.options.board"
    assert "crossroads" in told.value.allowed
    assert "strip" not in told.value.allowed


def test_riders_need_room_on_foot() -> None:
    scenario = RULES.charts.scenarios["tank-riders"]
    full = replace(scenario, mines=tuple(RULES.charts.boards[scenario.board].terrain))
    with pytest.raises(Refused, match=r"no room on this board for .* on foot") as told:
        set_up(RULES.charts, full, {"riders": False, "gas": 0})
    assert told.value.where == "$.options.riders"


def test_a_free_set_up_calls_the_defender_by_the_name_of_its_side() -> None:
    file = "scenarios/own-forces.toml"
    sides = [{"id": BLUE, "name": "North"}, {"id": RED, "name": "South"}]
    content = {**SHIPPED.content, file: {**SHIPPED.content[file], "side": sides}}
    rules = SYSTEM.load(make_pack(SYSTEM.id, content))
    victory = opened(rules.open("own-forces", {"attacker": RED})).victory
    assert victory is not None
    assert victory.tie == BLUE
    assert victory.text.endswith(" North wins if they are equal.")


def test_too_dear_a_force_does_not_open() -> None:
    with pytest.raises(Refused) as refused:
        RULES.open("own-forces", {"points": 20})
    assert "points" in refused.value.reason


def test_ready_forces_are_listed_with_their_points_and_classes_only_where_they_say_more() -> None:
    charts = RULES.charts
    found = {one.id: one for one in settings(charts, charts.scenarios["own-forces"])}
    assert ("tanks-1942", "Tank brigade, 1942 (58 points)") in found["red"].choices
    report = judge(charts, {"title": "X", "period": "world-wars", "unit": [{"type": "infantry"}]})
    kinds = {fit.id: fit.kind for fit in report.fits}
    assert (kinds["infantry"], kinds["field-guns"]) == ("", "Artillery")


def test_a_scenario_gives_a_unit_strength_of_its_own() -> None:
    """The exhaustion point follows; more than 9 is refused."""

    def with_first(strength: int) -> PortableWargameRules:
        file = "scenarios/meeting-engagement.toml"
        scenario = SHIPPED.content[file]
        first, *others = scenario["unit"]
        units = [{**first, "strength": strength}, *others]
        content = {**SHIPPED.content, file: {**scenario, "unit": units}}
        return cast("PortableWargameRules", SYSTEM.load(make_pack("portable-wargame-modern", content)))

    usual = opened(RULES.open("meeting-engagement", {}))
    game = opened(with_first(9).open("meeting-engagement", {}))
    tanks = [one for one in game.units.values() if one.type == "tanks" and one.side == RED]
    assert [(one.strength, one.full) for one in tanks] == [(9, 9)] * 3
    assert game.forces[RED].initial == usual.forces[RED].initial + 18
    assert game.forces[RED].limit == usual.forces[RED].limit + 6
    with pytest.raises(PackError, match="strength"):
        with_first(10)


def test_a_force_pays_for_strength() -> None:
    """Tanks are 7 points with 3 strength points: so many for one more or less, rounded up."""
    charts = RULES.charts
    costs: dict[int, int] = {}
    for strength in (0, 1, 2, 3, 4, 6):
        force = {"title": "A", "period": "world-wars", "unit": [{"type": "tanks", "strength": strength}]}
        report = judge(charts, force)
        costs[strength] = report.cost
        assert ("strength point" in report.lines[0][1]) is (strength not in (0, 3))
    assert costs == {0: 7, 1: 3, 2: 5, 3: 7, 4: 10, 6: 14}
    force = {
        "title": "A",
        "period": "world-wars",
        "unit": [{"type": "commanders"}, {"type": "tanks", "strength": 5, "quality": "elite"}],
    }
    game = opened(RULES.open("own-forces", {RED: force}))
    (tanks,) = [one for one in game.units.values() if one.type == "tanks" and one.side == RED]
    assert (tanks.strength, tanks.full) == (5, 5)
    with pytest.raises(Refused, match="strength"):
        judge(charts, {"title": "A", "period": "world-wars", "unit": [{"type": "tanks", "strength": 10}]})

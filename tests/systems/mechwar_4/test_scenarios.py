"""The scenarios: that they load, what they are refused for, that every optional rule is on somewhere; own forces."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import asdict

from campaign.rules.packs import PackError, make_pack
from campaign.rules.refused import Refused
from campaign.rules.roster import Fit
from campaign.systems.mechwar_4 import roster as rosters
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.places import check
from campaign.systems.mechwar_4.roster import Armies
from campaign.systems.mechwar_4.scenario import Scenario, Switches
from campaign.systems.mechwar_4.settings import LABELS, chosen, edge, settings
from tests.systems.mechwar_4.pack import PACK, charts

TEN = (
    "beach-exit", "breakthrough", "bridgehead", "cobras", "crossroads", "golan-ditch", "missile-ridge",
    "hold-the-village", "night-road", "retake-the-bridge",
)  # fmt: skip


def test_there_are_ten_scenarios_and_a_free_one() -> None:
    assert tuple(sorted(charts().scenarios)) == tuple(sorted((*TEN, "own-companies")))


OFF = ("fog", "blizzard")
"""Rules that no scenario turns on: how one plays, and weather."""


def test_every_optional_rule_is_on_in_some_scenario_and_has_a_label_with_its_number() -> None:
    """19.10."""
    assert set(LABELS) == {*Switches.__struct_fields__}
    for name in LABELS:
        assert any(getattr(one.options, name) for one in charts().scenarios.values()) or name in OFF, name
        assert LABELS[name].endswith(")") and any(figure in LABELS[name] for figure in "0123456789")


@pytest.mark.parametrize("id", TEN)
def test_a_scenario_is_of_interest_to_both_sides(id: str) -> None:
    """20.0."""
    one = charts().scenarios[id]
    assert 6 <= one.turns <= 20, "20.1"
    for side in one.side:
        units = [charts().units[row.type] for row in one.unit if row.side == side.id]
        assert any(type.combat for type in units)
    assert one.victory.objective or one.victory.exit, "something to fight for besides the enemy"
    assert one.victory.tie
    assert one.first in [side.id for side in one.side]


@pytest.mark.parametrize("id", TEN)
def test_units_stand_and_enter_where_they_can_go_on_from(id: str) -> None:
    one = charts().scenarios[id]
    ground = charts().ground(one.board)
    places = [(row, hex) for row in one.unit for hex in row.hexes]
    places += [(row, entry.hexes[0]) for row in one.unit for entry in one.entry if row.entry == entry.id]
    for row, hex in places:
        moves = charts().units[row.type].moves
        assert any(ground.by_way(moves, hex, other) is not None for _, other in ground.around[hex]), (
            row,
            hex,
        )


def test_every_nation_and_most_types_of_units_are_met() -> None:
    met = {row.type for one in charts().scenarios.values() for row in one.unit}
    met |= {str(unit["type"]) for one in charts().rosters.values() for unit in one["unit"]}
    unmet = set(charts().units) - met
    assert unmet == {"xm1", "leopard-2", "chaparral", "m109", "uh-1", "mi-8", "mi-24", "motorcycles", "lrrp"}
    assert {side.nation for one in charts().scenarios.values() for side in one.side} == {
        "us", "marines", "britain", "germany", "ussr", "israel", "egypt", "syria",
    }  # fmt: skip


WRONG: list[tuple[str, Any, str]] = [
    ("board", "moon", "There is no board 'moon'"),
    ("first", "uk", "There is no side 'uk'"),
    ("unit.0.type", "tiger", "There is no type of unit 'tiger'"),
    ("unit.0.hexes", ["1612", "1614", "4001"], "column 40 is not on this board"),
    ("unit.0.hexes", ["0101"], "0101 is not where this unit may be set up"),
    ("unit.0.company", "su-1-1", "There is no company of this side 'su-1-1'"),
    ("unit.0.entry", "late", "There is no entry of this side 'late'"),
    ("unit.0.aboard", True, "Who is aboard stands where the units of the row before do"),
    ("unit.1.hexes", ["1612", "1612", "1612"], "More than 3 units stand in 1612"),
    ("unit.5.hexes", ["1612"], "Both sides stand in 1612"),
    ("zone.0.box", ["1310"], "A box has two corners"),
    ("zone.0.line", ["0101", "0105"], "A line has two ends, and a side"),
    ("company.0.battalion", "su-1", "There is no battalion of this side 'su-1'"),
    ("company.1.id", "us-a", "'us-a' is there twice"),
    ("victory.tie", "uk", "There is no side 'uk'"),
    ("side.1.id", "us", "two sides with different ids"),
    (
        "strike",
        [{"side": "us", "strength": 5, "count": 3, "aircraft": "spad"}],
        "There is no aircraft 'spad'",
    ),
    (
        "entry",
        [{"id": "x", "side": "us", "turn": 1, "hexes": ["0101", "0102"]}],
        "A column enters through one hex",
    ),
]


@pytest.mark.parametrize(("where", "value", "why"), WRONG)
def test_a_wrong_scenario_is_refused_with_its_place(where: str, value: Any, why: str) -> None:
    content = deepcopy(dict(PACK.content))
    at: Any = content["scenarios/crossroads.toml"]
    *way, last = where.split(".")
    for step in way:
        at = at[int(step) if step.isdigit() else step]
    at[last] = value
    if where == "unit.5.hexes":
        content["scenarios/crossroads.toml"]["zone"] = []
    with pytest.raises(PackError, match=why) as refused:
        Charts(make_pack("mechwar-4", content))
    assert "scenarios/crossroads.toml" in str(refused.value)


# -- what is chosen, and forces of one's own --------------------------------------------------------------------


def test_settings_turn_optional_rules_on_and_off() -> None:
    one = chosen(charts(), "golan-ditch", {"night": False, "fog": True, "turns": 5})
    assert (one.options.night, one.options.fog, one.options.morale, one.turns) == (False, True, True, 5)
    assert chosen(charts(), "golan-ditch", {}) == charts().scenarios["golan-ditch"]
    with pytest.raises(Refused, match="no option 'rain'"):
        chosen(charts(), "golan-ditch", {"rain": True})
    with pytest.raises(Refused, match="'duel'"):
        chosen(charts(), "duel", {})
    defaults = {one.id: one.default for one in settings(charts(), charts().scenarios["golan-ditch"])}
    offered = asdict(charts().scenarios["golan-ditch"].options)
    assert not offered.pop("blizzard")
    assert {name: defaults[name] for name in LABELS if name in defaults} == offered


def sound(one: Scenario) -> None:
    check(one, "own", charts().boards, charts().units, charts().terrain, charts().rosters, charts().aircraft)


@pytest.mark.parametrize("name", sorted(charts().rosters))
@pytest.mark.parametrize("board", ["valley", "desert"])
def test_ready_made_forces_are_sound_and_stand_on_both_boards(name: str, board: str) -> None:
    report = rosters.judge(charts(), charts().rosters[name])
    assert report.sound and report.cost >= 75, report.problems
    one = chosen(charts(), "own-companies", {"board": board, "blue": name, "red": name})
    sound(one)
    for side in ("blue", "red"):
        types = sorted(row.type for row in one.unit if row.side == side)
        assert types == sorted(str(unit["type"]) for unit in charts().rosters[name]["unit"])
        inside = {hex for row in one.unit if row.side == side for hex in row.hexes}
        assert {hex[:2] for hex in inside} <= (
            {"01", "02", "03", "04"} if side == "blue" else {"36", "37", "38", "39"}
        )
    assert one.victory.objective


def test_infantry_begins_aboard_a_carrier_of_its_company_and_nations_have_their_doctrine() -> None:
    one = chosen(charts(), "own-companies", {"blue": "bundeswehr", "red": "egyptian"})
    riders = [row for row in one.unit if row.aboard]
    assert len(riders) == 5 and all(charts().units[row.type].kind == "infantry" for row in riders)
    assert [(side.nation, side.doctrine) for side in one.side] == [("germany", "nato"), ("egypt", "soviet")]
    assert [row.name for row in one.battery] == ["Medium howitzers (7H)", "Light howitzers (6H)"] * 2


def test_19_21_american_and_german_medium_guns_and_british_light_ones_are_protected():
    for name, protected in (
        ("us-team", [True]),
        ("rhine-army", [True]),
        ("soviet-tanks", [False]),
        ("israeli", [False]),
    ):
        one = chosen(charts(), "own-companies", {"blue": name})
        assert [row.protected for row in one.battery if row.side == "blue"] == protected, name


def force(*types: str, **more: Any) -> dict[str, Any]:
    return {
        "title": "A force",
        "nation": "us",
        "unit": [{"type": type, "company": "A"} for type in types],
        **more,
    }


@pytest.mark.parametrize(
    ("roster", "why"),
    [
        (force(), "at least one unit that fights"),
        (force("m60a1", "m60a1", limit=10), "This force is 18 points; 10 are allowed."),
        (force(*["m60a1"] * 7), "Company A has 7 platoons"),
        (force("m60a1", "battalion-hq", "battalion-hq"), "one battalion headquarters"),
        (force("t62"), "T-62 is not of this nation"),
        (force("m60a1", support=["harrier"]), "Harrier is not of this nation"),
        ({**force(), "unit": [{"type": "m60a1"}] * 31}, "30 units at most"),
    ],
)
def test_what_is_wrong_with_a_force(roster: dict[str, Any], why: str) -> None:
    problems = [one.reason for one in rosters.judge(charts(), roster).problems]
    assert any(why in one for one in problems), problems


@pytest.mark.parametrize(
    ("roster", "where"),
    [
        (force("tiger"), "$.unit[0].type"),
        (force("m60a1", nation="rome"), "$.nation"),
        (force("m60a1", support=["catapult"]), "$.support[0]"),
    ],
)
def test_what_is_no_force_is_refused_with_its_place(roster: dict[str, Any], where: str) -> None:
    with pytest.raises(Refused) as refused:
        rosters.judge(charts(), roster)
    assert refused.value.where == where and refused.value.allowed


def test_better_troops_are_dearer() -> None:
    costs = [rosters.judge(charts(), force("m60a1", quality=one)).cost for one in rosters.PERCENT]
    assert costs == sorted(costs, reverse=True) and costs[0] > costs[-1]


def test_a_force_is_put_together_step_by_step() -> None:
    """3.2."""
    armies = Armies(charts())
    roster: Any = force("m60a1", limit=40)
    fits = armies.judge(roster).fits
    assert {fit.where for fit in fits} == {"", "A"} and all(fit.cost <= 31 for fit in fits)
    for fit in (Fit("us-rifles", "", 0, "A"), Fit("medium-battery", "", 0), Fit("f4", "", 0)):
        roster = armies.added(roster, fit)
    assert [text for _, text, _ in armies.judge(roster).lines] == [
        "M60A1, company A", "Rifle platoon with Dragon, company A", "Medium howitzers (7H)", "F-4 Phantom",
    ]  # fmt: skip
    assert armies.removed(roster, 2)["support"] == ("f4",)
    assert len(armies.removed(roster, 0)["unit"]) == 1
    for wrong in (Fit("tiger", "", 0), Fit("f4", "", 0, "A")):
        with pytest.raises(Refused):
            armies.added(roster, wrong)
    with pytest.raises(Refused, match="no line 9"):
        armies.removed(roster, 9)


def test_what_is_added_is_what_fits_and_stays_sound() -> None:
    armies = Armies(charts())
    roster: Any = force("m60a1", limit=60)
    while fits := armies.judge(roster).fits:
        roster = armies.added(roster, fits[len(roster["unit"]) * 7 % len(fits)])
        assert armies.judge(roster).sound, roster
    assert armies.judge(roster).cost > 50


def test_a_force_too_large_or_unknown_is_refused_when_a_battle_opens() -> None:
    for options, where in (
        ({"points": 20}, "$.options.blue"),
        ({"board": "moon"}, "$.options.board"),
        ({"red": {"title": "x"}}, "$"),
    ):
        with pytest.raises(Refused) as refused:
            chosen(charts(), "own-companies", options)
        assert refused.value.where == where


def test_the_edge_holds_more_than_any_force() -> None:
    for board in charts().boards:
        for west in (True, False):
            hexes = edge(charts(), board, west)
            assert len(hexes) > 2 * rosters.MOST and len(set(hexes)) == len(hexes)


def test_15_45_a_blizzard_is_offered_where_somebody_directs_aircraft() -> None:
    with_blizzard = {
        id
        for id, one in charts().scenarios.items()
        if "blizzard" in [setting.id for setting in settings(charts(), one)]
    }
    assert with_blizzard == {"beach-exit"}


@pytest.mark.parametrize(
    ("nation", "medium", "multiples", "mines"), [("us", True, 3, 2), ("ussr", False, 0, 0)]
)
def test_14_32_19_4_guns_of_forces_of_ones_own(nation: str, medium: bool, multiples: int, mines: int) -> None:
    tank = "m60a1" if nation == "us" else "t62"
    force = {"title": "Guns", "nation": nation, "unit": [{"type": tank}], "support": ["medium-battery"]}
    scenario = chosen(charts(), "own-companies", {"blue": force})
    (battery,) = [one for one in scenario.battery if one.side == "blue"]
    assert (battery.protected, battery.multiples, battery.mines) == (medium, multiples, mines)

"""Slips in first files of one's own: each is told with its line, what is wrong, and what would be allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from campaign.rules.data_files import kind_of
from campaign.rules.packs import PackError, shipped
from campaign.systems import find, package_of
from tests.campaign.packs.chance import text_of
from tests.campaign.packs.own import (
    MECHWAR,
    PORTABLE,
    TANKS,
    VETERAN,
    VOLUME_2,
    line_of,
    packs,
    refused,
    sound,
)


def begun(system: str, kind: str) -> str:
    """A file to begin with."""
    text = (
        files(package_of(system)).joinpath("templates").joinpath(f"{kind}.toml").read_text(encoding="utf-8")
    )
    return text.replace('id = "example"', 'id = "mine"', 1)


MORE = "\n[legend]"
BOARDS: Mapping[str, tuple[str, str, str, str, str]] = {
    "terrain that there is not": (VETERAN, '"T" = "trees"', '"T" = "wood"', "wood", "trees"),
    "terrain of another game": (MECHWAR, '"T" = "light-woods"', '"T" = "wood"', "know no 'wood'", "light-woods"),
    "terrain under a strange character": (
        VOLUME_2, '"." = "open"', '"." = "grass"', "the rules know no 'grass'", "open"
    ),
    "a short row": (VETERAN, "'..TT....T...'", "'..TT....T..'", "row 02 has 11 hexes", ""),
    "a character without a legend": (VETERAN, "'..TT....T...'", "'..XT....T...'", "'X' is not in the legend", ""),
    "a row too few": (VETERAN, "    '......B.....',\n", "", "9 rows, the layout 10", ""),
    "a level that is none": (MECHWAR, "'...11.......'", "'...1x.......'", "'x' is no level", ""),
    "a road with a gap": (VETERAN, '"0603", ', "", "not neighbours", "0601, 0702, 0703"),
    "a place off the board": (VETERAN, 'hex = "0704"', 'hex = "1304"', "column 13 is not on this board", ""),
    "a place in another way of writing": (VOLUME_2, 'hex = "07.04"', 'hex = "0704"', "is written 07.04", "07.04"),
    "a feature that there is not": (
        PORTABLE, MORE, '\nfeatures = [{ what = "trenches", hexes = ["0505"] }]\n[legend]', "no 'trenches'", "trench"
    ),
    "a side that there is not": (
        MECHWAR, MORE, '\nsides = [{ what = "brook", hex = "0505", edges = ["N"] }]\n[legend]', "no 'brook'", "river"
    ),
    "a side at the rim": (
        MECHWAR, MORE, '\nsides = [{ what = "river", hex = "0501", edges = ["N"] }]\n[legend]', "the board's rim", ""
    ),
    "rivers from hex to hex": (
        PORTABLE, MORE, '\nrivers = [["0101", "0102"]]\n[legend]', "does not read `rivers`", "no `rivers`"
    ),
    "features where the game has none": (
        VETERAN, MORE, '\nfeatures = [{ what = "mines", hexes = ["0501"] }]\n[legend]', "have no features", ""
    ),
}  # fmt: skip


def changed(system: str, kind: str, before: str, after: str) -> str:
    text = begun(system, kind)
    assert before in text, before
    return text.replace(before, after, 1)


@pytest.mark.parametrize("slip", BOARDS)
def test_a_slip_on_a_board_is_told_with_its_line(tmp_path: Path, slip: str):
    system, before, after, says, allowed = BOARDS[slip]
    text = changed(system, "board", before, after)
    fault = refused(tmp_path, system, {"boards/mine.toml": text})
    assert says in str(fault) and allowed in ", ".join(fault.allowed), str(fault)
    line = line_of(text, "picture") if slip == "a row too few" else line_of(text, after.strip() or '"0601"')
    assert fault.where == f"packs/{system}/boards/mine.toml:{line}", str(fault)


SCENARIOS: Mapping[str, tuple[str, str, str, str, str]] = {
    "a platoon that there is not": (
        TANKS, 'us = "first-game-us"', 'us = "first-game"', "There is no platoon 'first-game'", "first-game-us"
    ),
    "a side without a platoon": (TANKS, ', soviet = "first-game-soviet"', "", "has no platoon", ""),
    "both from one edge": (TANKS, 'soviet = "north"', 'soviet = "south"', "opposite edges", "east and west"),
    "an attacker that there is not": (TANKS, 'attacker = "soviet"', 'attacker = "ussr"', "no side 'ussr'", "soviet"),
    "terrain off the table": (TANKS, "x = 460, y = 440", "x = 4600, y = 440", "off the table", "900 by 900 mm"),
    "a kind of terrain that there is not": (TANKS, 'kind = "forest"', 'kind = "hill"', "no terrain 'hill'", "forest"),
    "a heading round the circle": (TANKS, "heading = 45", "heading = 460", "460 is no direction", "0 to 359"),
    "a limit without forces": (PORTABLE, "turns = 12", "points = 20 # !\nturns = 12", "have a limit", "no points"),
    "a type of another time": (
        PORTABLE, 'type = "machine-guns"', 'type = "sp-medium-guns"', "serve in other periods", "cold-war"
    ),
    "a price without forces": (MECHWAR, "turns = 6", "price = 40 # !\nturns = 6", "have a limit", "no price"),
    "a zone for one side": (
        MECHWAR, '[[battery]]', '[[zone]]\nside = "us"\nbox = ["0601", "1210"]\n\n[[battery]]',
        "No zone is for units of company su-1", '[[zone]] with side = "soviet"',
    ),
    "more lost than there are": (VETERAN, "count = 1\n", "count = 5\n", "'us' has 1 such pieces", "1 to 1"),
    "fewer lost than none": (VETERAN, "count = 1\n", "count = -3\n", "'us' has 1 such pieces", "1 to 1"),
    "soldiers that face": (
        VETERAN, "# Soldiers have",
        '[[group]]\nside = "us"\ntype = "us-soldier"\nhex = "0607"\nfacing = "NE"\n# Soldiers',
        "other pieces none", "no facing",
    ),
    "somebody whom nobody knows": (VOLUME_2, 'who = "taylor"', 'who = "tailor"', "no character 'tailor'", "taylor"),
    "a way of writing hexes": (VOLUME_2, 'hex = "05.09"', 'hex = "0509"', "is written 05.09", ""),
    "a cup that there is not": (VOLUME_2, 'cup = "outpost"', 'cup = "outposts"', "no cup 'outposts'", "outpost"),
    "an edge that is friendly and neutral": (VOLUME_2, 'friendly = ["S"]', 'friendly = ["W"]', "W is friendly", ""),
}  # fmt: skip
AT = {
    "a side without a platoon": "rosters =",
    "a zone for one side": 'hexes = ["0102"', "soldiers that face": 'facing = "NE"',
}  # fmt: skip


@pytest.mark.parametrize("slip", SCENARIOS)
def test_a_slip_in_a_scenario_is_told_with_its_line(tmp_path: Path, slip: str):
    system, before, after, says, allowed = SCENARIOS[slip]
    text = changed(system, "scenario", before, after)
    fault = refused(tmp_path, system, {"scenarios/mine.toml": text})
    assert says in str(fault) and allowed in ", ".join(fault.allowed), str(fault)
    line = line_of(text, AT.get(slip, after))
    assert fault.where.partition(", ")[0] == f"packs/{system}/scenarios/mine.toml:{line}", str(fault)


def test_forces_that_may_be_chosen_have_a_limit_within_bounds(tmp_path: Path):
    text = begun(MECHWAR, "scenario")
    end = text.index("# Units of one type")
    rest = text[text.index("[victory]") :]
    bare = text[:end].replace("turns = 6", 'turns = 6\nrosters = ["us-team", "soviet-tanks"]') + rest
    fault = refused(tmp_path, MECHWAR, {"scenarios/mine.toml": bare})
    assert fault.allowed == ("20 to 200",) and ":1, price" in fault.where, str(fault)
    units = text.replace("turns = 6", 'turns = 6\nprice = 90\nrosters = ["us-team", "soviet-tanks"]')
    fault = refused(tmp_path, MECHWAR, {"scenarios/mine.toml": units})
    assert "no unit is set up" in fault.reason and f":{line_of(units, '[[unit]]')}" in fault.where
    good = bare.replace("turns = 6", "turns = 6\nprice = 90")
    assert "mine" in sound(tmp_path, MECHWAR, {"scenarios/mine.toml": good}).infos


@pytest.mark.parametrize(("turns", "mends"), [(2, "3 to 40"), (41, "3 to 40")])
def test_what_new_would_refuse_of_a_setting_the_file_is_refused_for(tmp_path: Path, turns: int, mends: str):
    text = begun(MECHWAR, "scenario").replace("turns = 6", f"turns = {turns}")
    fault = refused(tmp_path, MECHWAR, {"scenarios/mine.toml": text})
    assert fault.allowed == (mends,) and fault.where.endswith(f":{line_of(text, 'turns =')}"), str(fault)


def test_an_id_that_ships_nowhere_is_told_as_a_new_row(tmp_path: Path):
    own = 'overlay = true\n[[vehicle]]\nid = "t-34"\narmor = 9\n'
    fault = refused(tmp_path, VETERAN, {"vehicles.toml": own})
    assert fault.reason.endswith(
        "No row that ships has the id 't-34', so this is a new one. Did you mean 't34'?"
    )


def test_a_file_that_was_to_be_laid_over_says_what_it_lacks(tmp_path: Path):
    fault = refused(tmp_path, VETERAN, {"vehicles.toml": '[[vehicle]]\nid = "t34"\narmor = 9\n'})
    assert "takes the place of vehicles.toml whole; with `overlay = true`" in fault.reason, str(fault)


def test_a_file_of_no_name_is_told_what_names_there_are(tmp_path: Path):
    fault = refused(tmp_path, VETERAN, {"vehicle.toml": "overlay = true\n"})
    assert "Did you mean 'vehicles.toml'?" in fault.reason and "scenarios/NAME.toml" in fault.allowed
    assert len(fault.allowed) < 12, fault.allowed


def test_a_folder_of_no_rule_system_is_told(tmp_path: Path):
    found = packs(tmp_path, "combat-veterans", {"vehicles.toml": "overlay = true\n"}).reports()
    (stray,) = [one for one in found if one.system == "combat-veterans"]
    assert (
        "never be read. Did you mean 'combat-veteran'?" in stray.problem
        and "packs/mechwar-4" in stray.problem
    )
    assert not any(one.problem for one in found if one is not stray)


@pytest.mark.parametrize(
    ("file", "text", "line", "says"),
    [
        ("infantry-1942", "overlay = true\ntitle = 7\n", 2, "must be a text"),
        ("infantry-1942", 'overlay = true\nunit = [\n    { type = "tank" },\n]\n', 3, "no type 'tank'"),
        ("mine", 'title = "Mine"\nperiod = "today"\n\n[[unit]]\ntype = "cavalry"\n', 5, "not of the period"),
    ],
)
def test_a_force_of_ones_own_is_told_with_its_line(
    tmp_path: Path, file: str, text: str, line: int, says: str
):
    fault = refused(tmp_path, PORTABLE, {f"rosters/{file}.toml": text})
    assert fault.where == f"packs/{PORTABLE}/rosters/{file}.toml:{line}", str(fault)


def test_what_is_wrong_with_a_unit_stands_on_the_line_of_its_key(tmp_path: Path):
    own = 'overlay = true\n[[unit]]\nid = "m60a1"\nmove = 9\ndefence = "12]"\n'
    fault = refused(tmp_path, MECHWAR, {"units.toml": own})
    assert "units.toml:5," in fault.where, str(fault)


def test_of_nothing_that_is_allowed_one_sees_the_quotes():
    assert str(PackError("No.", "", ["", "red"])) == 'No. Allowed: "", red.'


def test_a_detour_leads_in_directions(tmp_path: Path):
    own = 'overlay = true\n\n[detour]\n"2" = ["1/2", "3/2"]\n"5/6" = ["4/5", "01.01"]\n'
    fault = refused(tmp_path, VOLUME_2, {"matrix.toml": own})
    assert "'01.01' is no direction" in fault.reason and "matrix.toml:" in fault.where, str(fault)
    data = dict(shipped(package_of(VOLUME_2))["matrix.toml"])
    data["detour"] = {ways: others for ways, others in data["detour"].items() if ways != "5/6"}
    fault = refused(tmp_path, VOLUME_2, {"matrix.toml": text_of(data)})
    assert "no detour for 5/6" in fault.reason, str(fault)


def test_an_id_that_nobody_could_type_is_refused(tmp_path: Path):
    text = begun(VETERAN, "scenario").replace('id = "mine"', 'id = "My Duel!/.."', 1)
    fault = refused(tmp_path, VETERAN, {"scenarios/mine.toml": text})
    assert "cannot be an id" in fault.reason and f"mine.toml:{line_of(text, 'id =')}, id" in fault.where, str(
        fault
    )


def test_a_class_of_vehicles_that_goes_is_missed_by_its_crew(tmp_path: Path):
    own = 'overlay = true\n[[seating]]\nid = "truck"\nremove = true\n'
    fault = refused(tmp_path, VOLUME_2, {"vehicles.toml": own})
    assert "no class of vehicles 'truck'" in fault.reason and re.match(r"assets\.toml:\d+, ", fault.where), (
        str(fault)
    )


@pytest.mark.parametrize("system", [VETERAN, VOLUME_2, MECHWAR, PORTABLE])
def test_shipped_boards_have_nothing_that_their_game_does_not_read(system: str):
    kind = kind_of("boards/any.toml", find(system).data)
    assert kind is not None and kind.unread
    boards = {name: data for name, data in shipped(package_of(system)).items() if name.startswith("boards/")}
    assert boards and not [name for name, data in boards.items() if any(data.get(key) for key in kind.unread)]

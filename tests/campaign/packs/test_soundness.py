"""Scenarios that trip a battle are refused as their file is checked, with line and rule; `open` refuses the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from campaign.rules.packs import PackError, read_pack
from campaign.systems import load, package_of
from tests.campaign.packs.own import (
    MECHWAR,
    PORTABLE,
    TANKS,
    VETERAN,
    VOLUME_2,
    line_of,
    packs,
    refused,
    shipped,
)


def changed(system: str, id: str, mine: str, *changes: tuple[str, str]) -> str:
    """A shipped scenario under an id of its own, with some words in place of others."""
    text = shipped(system, f"scenarios/{id}.toml").replace(f'id = "{id}"', f'id = "{mine}"', 1)
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


RIDGE = "fortified-ridge"


def ridge(rows: str, *changes: tuple[str, str]) -> str:
    return changed(PORTABLE, RIDGE, "mine", *changes) + rows


def unit(type: str, hex: str, more: str = "", side: str = "red") -> str:
    return f'\n[[unit]]\nside = "{side}"\ntype = "{type}"\nhexes = ["{hex}"]\nfacing = "S"\n{more}\n'


def tanks(layout: str, more: str = "", mission: str = "tank-ace") -> str:
    return (
        f'id = "mine"\ntitle = "Mine"\nmission = "{mission}"\nsummary = "s"\nsource = "mine"\n'
        'side = [{ id = "us", name = "A" }, { id = "soviet", name = "B" }]\n'
        f'rosters = {{ us = "first-game-us", soviet = "first-game-soviet" }}\n{more}\nlayout = [\n{layout}\n]\n'
    )


def house(x: int, y: int, name: str) -> str:
    return f'    {{ kind = "building", x = {x}, y = {y}, name = "{name}" }},'


ABOARD = "aboard = true # !"
FAULTS: Mapping[str, tuple[str, str, str, str]] = {
    "aboard without its carrier": (
        PORTABLE, ridge(unit("infantry", "0302", ABOARD)), "# !", "Nothing in 0302 carries Infantry"
    ),
    "aboard what comes later": (
        PORTABLE, ridge(unit("infantry", "0302", ABOARD) + unit("trucks", "0302")), "# !", "Nothing in 0302"
    ),
    "aboard the enemy's": (
        PORTABLE, ridge(unit("trucks", "0302", "", "blue") + unit("infantry", "0302", ABOARD)), "hexes = [\"0302\"]",
        "Both sides",
    ),
    "two loads on one truck": (
        PORTABLE,
        ridge(unit("trucks", "0302") + unit("infantry", "0302", "aboard = true") + unit("infantry", "0302", ABOARD)),
        "# !", "has its load",
    ),
    "infantry aboard horses": (
        PORTABLE, ridge(unit("horses", "0302") + unit("infantry", "0302", ABOARD)), "# !", "does not carry Infantry"
    ),
    "two in a hex": (
        PORTABLE, ridge(unit("infantry", "0404", "# !")), 'hexes = ["0404"]', "shares its hex with nobody"
    ),
    "under mines": (
        PORTABLE, ridge("", ("wire = [", 'mines = ["0404"]\nwire = [')), '"0404", "0604"', "0404 is mined"
    ),
    "the wire twice": (PORTABLE, ridge("", ('"0607", ', '"0607", "0607", ')), "wire", "stands there twice"),
    "an objective twice": (PORTABLE, ridge("", ('hex = "1409"', 'hex = "0809" # !')), "# !", "objective already"),
    "in a river": (
        PORTABLE, changed(PORTABLE, RIDGE, "mine", ('board = "ridge"', 'board = "ford"')), "", "cannot stand in"
    ),
    "a side that nobody plays": (
        PORTABLE, ridge("", ('colour = "red"', 'colour = "red"\nby_rules = true # !')), "# !", "run no side"
    ),
    "a side called as the umpire is": (
        VETERAN,
        changed(VETERAN, "tank-duel", "mine").replace('"us"', '"umpire"'), 'id = "umpire"', "cannot be called 'umpire'"
    ),
    "a side without pieces": (
        VETERAN,
        changed(VETERAN, "tank-duel", "mine", ('side = "nk"\ntype', 'side = "us"\ntype')), "[[group]]", "has no pieces"
    ),
    "two helicopters": (
        MECHWAR,
        changed(MECHWAR, "crossroads", "mine")
        + '\n[[unit]]\nside = "us"\ntype = "ah-1"\nhexes = ["1811", "1811"] # !\n', "# !", "Two helicopters"
    ),
    "mines under units": (
        MECHWAR,
        changed(MECHWAR, "crossroads", "mine")
        + '\n[[mines]]\nside = "us"\nkind = "hasty"\nhexes = ["1612"]\n', '"1612", "1614"', "1612 is mined"
    ),
    "trucks in heavy woods": (
        MECHWAR,
        changed(MECHWAR, "crossroads", "mine", ('box = ["1310", "2420"]', 'box = ["1301", "3020"]'))
        + '\n[[unit]]\nside = "us"\ntype = "truck"\nhexes = ["2805"] # !\n', "# !", "cannot stand in 2805"
    ),
    "a battalion above itself": (
        MECHWAR,
        changed(MECHWAR, "crossroads", "mine", ('rating = "B"', 'rating = "B"\nparent = "us-1" # !')), "# !",
        "above itself",
    ),
    "no bridge to destroy": (
        MECHWAR,
        changed(MECHWAR, "crossroads", "mine", ("turns = 8", 'turns = 8\ndestroyed_bridges = [["0101", "N"]] # !')),
        "# !", "No bridge leads over",
    ),
    "an entry after the end": (
        MECHWAR,
        changed(MECHWAR, "crossroads", "mine")
        + '\n[[entry]]\nid = "late"\nside = "us"\nturn = 99 # !\nhexes = ["0101"]\n', "# !", "ends with turn 8"
    ),
    "a man in a minefield": (
        VOLUME_2,
        changed(VOLUME_2, "ambush", "mine") + '\n[[lying]]\nwhat = "mines"\nhexes = ["09.12"]\n', 'hex = "09.12"',
        "There is a minefield in 09.12",
    ),
    "a weapon that is none": (
        VOLUME_2,
        changed(VOLUME_2, "ambush", "mine") + '\n[[lying]]\nwhat = "weapon"\nitem = "laser" # !\nhexes = ["09.11"]\n',
        "# !", "'laser' does not lie there",
    ),
    "terrain that overlaps": (
        TANKS, tanks(house(300, 300, "One") + "\n" + house(340, 330, "Two"), "turns = 3"), 'name = "Two"',
        "Two lies over One",
    ),
    "terrain on the objective": (
        TANKS, tanks(house(450, 450, "Hut"), "turns = 3", "king-of-the-hill"), 'name = "Hut"', "on the objective"
    ),
    "a battle without an end": (TANKS, tanks(house(300, 300, "One")), "", "need not end"),
    "Alpha 66 from anywhere": (
        TANKS, tanks(house(300, 300, "One"), "turns = 3", "alpha-66"), "mission", "fixed edge"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTS)
def test_what_a_battle_would_trip_over_is_refused(tmp_path: Path, what: str):
    system, text, there, says = FAULTS[what]
    found = refused(tmp_path, system, {"scenarios/mine.toml": text})
    assert says in found.reason
    told, _, rest = found.where.partition(":")
    assert told == f"packs/{system}/scenarios/mine.toml"
    line = int(rest.partition(",")[0])
    if there:
        assert there in text.splitlines()[line - 1] or line == line_of(text, there), (line, found.where)


def test_a_vehicle_with_every_marker_is_a_wreck(tmp_path: Path):
    from campaign.systems.combat_veteran.state import MARKERS

    every = ", ".join(f'"{one}"' for one in MARKERS)
    text = changed(VETERAN, "tank-duel", "mine", ('facing = "NW"', f'facing = "NW"\nmarkers = [{every}]'))
    found = refused(tmp_path, VETERAN, {"scenarios/mine.toml": text})
    assert "is a wreck" in found.reason and f":{line_of(text, 'markers')}," in found.where


def test_what_is_checked_is_what_opening_asks(tmp_path: Path):
    """The pack as such a battle of an older version has it is still read; no new battle opens with it."""
    text = FAULTS["two loads on one truck"][1]
    folder = tmp_path / "packs" / PORTABLE
    (folder / "scenarios").mkdir(parents=True)
    (folder / "scenarios" / "mine.toml").write_text(text)
    rules = load(PORTABLE, read_pack(PORTABLE, package_of(PORTABLE), folder))
    with pytest.raises(PackError, match="has its load"):
        rules.open("mine", {})
    with pytest.raises(PackError, match="has its load"):
        rules.sound("mine")


@pytest.mark.parametrize("system", [VETERAN, VOLUME_2, MECHWAR, PORTABLE, TANKS])
def test_every_shipped_scenario_is_sound(tmp_path: Path, system: str):
    rules = packs(tmp_path, system, {}).installed(system)
    for id in rules.infos:
        rules.sound(id)

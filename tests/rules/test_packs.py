"""Packs: what is wrong with a data file is said with file, table, row and fault."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.rules.packs import PackError, decode_pack, make_pack, read_pack
from campaign.systems.combat_veteran.charts import Charts

PACKAGE = "campaign.systems.combat_veteran"
SHIPPED = read_pack("combat-veteran", PACKAGE)
Change = Callable[[dict[str, Any]], None]


def fault(change: Change) -> PackError:
    """What is said of the shipped pack with a change made to it."""
    content = copy.deepcopy(dict(SHIPPED.content))
    change(content)
    with pytest.raises(PackError) as found:
        Charts(make_pack("combat-veteran", content))
    assert found.value.reason.endswith(".")
    return found.value


def drop(file: str, *path: str | int) -> Change:
    def change(content: dict[str, Any]) -> None:
        place = content[file]
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


def put(value: Any, file: str, *path: str | int) -> Change:
    def change(content: dict[str, Any]) -> None:
        place = content[file]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


DUEL = "scenarios/tank-duel.toml"
MONITOR = "scenarios/river-monitor.toml"


@pytest.mark.parametrize(("change", "where", "says"), [
    # charts with gaps, too much, or values that mean nothing
    (drop("charts.toml", "vehicle_results", "4"), "charts.toml, vehicle_results", "no row for die roll 4"),
    (drop("charts.toml", "damage", "6"), "charts.toml, damage", "no row for die roll 6"),
    (put("hit", "charts.toml", "vehicle_results", "7"), "charts.toml, vehicle_results", "no face 7"),
    (put("boom", "charts.toml", "vehicle_results", "4"), "charts.toml, vehicle_results, row 4",
     "may not be 'boom'"),
    (put("turret", "charts.toml", "damage", "1"), "charts.toml, damage", "Every marker must come up"),
    # no source
    (drop("charts.toml", "soldier_results", "source"), "charts.toml, soldier_results", "does not say its source"),
    (drop("charts.toml", "movement", "source"), "charts.toml", "he field `source` is missing at movement"),
    (drop("vehicles.toml", "source"), "vehicles.toml", "he field `source` is missing"),
    (drop("vehicles.toml", "vehicle", 2, "source"), "vehicles.toml", "he field `source` is missing at vehicle[2]"),
    (drop("terrain.toml", "terrain", 0, "source"), "terrain.toml", "he field `source` is missing at terrain[0]"),
    (put("", "infantry.toml", "soldier", 1, "source"), "infantry.toml", "at soldier[1] (vc-soldier).source"),
    (drop(DUEL, "source"), DUEL, "he field `source` is missing"),
    # wrong types and names
    (put("thick", "vehicles.toml", "vehicle", 0, "armor"), "vehicles.toml",
     "It must be a whole number, not a text at vehicle[0] (t34).armor"),
    (put(-1, "vehicles.toml", "vehicle", 0, "main"), "vehicles.toml", "at vehicle[0] (t34).main"),
    (put("hover", "vehicles.toml", "vehicle", 0, "mobility"), "vehicles.toml", "'hover' at vehicle[0] (t34).mobility"),
    (put("foot", "vehicles.toml", "vehicle", 0, "mobility"), "vehicles.toml", "'foot' at vehicle[0] (t34).mobility"),
    (put(3, "vehicles.toml", "vehicle", 0, "armour"), "vehicles.toml", "unknown field `armour` at vehicle[0]"),
    (put("t34", "vehicles.toml", "vehicle", 1, "id"), "vehicles.toml", "vehicle 't34' is there twice"),
    (drop("charts.toml", "movement", "boat"), "charts.toml", "he field `boat` is missing at movement"),
    # scenarios
    (put("t99", DUEL, "group", 1, "type"), f"{DUEL}, group[1].type", "no unit type 't99'"),
    (put("9999", DUEL, "group", 0, "hex"), f"{DUEL}, group[0].hex", "9999: column 99 is not on this board"),
    (put("15.14", DUEL, "group", 0, "hex"), f"{DUEL}, group[0].hex", "is written 1514 on this board"),
    (put("ussr", DUEL, "group", 0, "side"), f"{DUEL}, group[0].side", "no side 'ussr'"),
    (put("N", DUEL, "group", 0, "facing"), DUEL, "at group[0].facing"),
    (drop(DUEL, "group", 0, "facing"), f"{DUEL}, group[0].facing", "Vehicles have a facing"),
    (put(["turret", "turret"], DUEL, "group", 0, "markers"), f"{DUEL}, group[0].markers", "same marker twice"),
    (put("moon", DUEL, "board"), f"{DUEL}, board", "no board 'moon'"),
    (put("us", DUEL, "side", 0, "id"), f"{DUEL}, side", "two sides with different ids"),
    (put(["m60"], DUEL, "group", 0, "weapons"), f"{DUEL}, group[0]", "Weapons are set up with soldiers"),
    (put(["t34"], MONITOR, "group", 1, "weapons"), f"{MONITOR}, group[1].weapons", "no weapon 't34'"),
    (put(["m60"] * 9, MONITOR, "group", 1, "weapons"), f"{MONITOR}, group[1].weapons", "more weapons than soldiers"),
    (put("0922", MONITOR, "group", 0, "hex"), f"{MONITOR}, group[0].hex", "A boat is set up in water"),
    (put("1008", MONITOR, "group", 1, "hex"), f"{MONITOR}, group[1].hex", "is all water"),
    (put("ussr", DUEL, "victory", "otherwise"), f"{DUEL}, victory.otherwise", "no side 'ussr'"),
    (put("tank", DUEL, "victory", "condition", 0, "kind"), f"{DUEL}, victory.condition[0].kind", "no kind of piece"),
    (put(2, DUEL, "victory", "condition", 0, "count"), f"{DUEL}, victory.condition[0].count", "has 1 such pieces"),
    (put(1, DUEL, "victory", "condition", 0, "hexs"), DUEL, "unknown field `hexs` at victory.condition[0]"),
    (put({"winner": "us", "when": "holds"}, DUEL, "victory", "condition", 0), f"{DUEL}, victory.condition[0].hexes",
     "which hexes"),
    (put({"winner": "us", "when": "holds", "hexes": ["9901"]}, DUEL, "victory", "condition", 0),
     f"{DUEL}, victory.condition[0].hexes", "not on this board"),
    # boards
    (put(["T"] * 24, "boards/obong-ni.toml", "picture"), "boards/obong-ni.toml", "row 00 has 1 hexes, the layout 32"),
    (put("lava", "boards/obong-ni.toml", "legend", "T"), "boards/obong-ni.toml", "the rules know no 'lava'"),
    (drop("boards/obong-ni.toml", "legend", "T"), "boards/obong-ni.toml", "'T' is not in the legend"),
])  # fmt: skip
def test_what_is_wrong_is_said(change: Change, where: str, says: str) -> None:
    found = fault(change)
    assert found.where == where
    assert says in found.reason


def test_a_file_that_is_missing() -> None:
    def change(content: dict[str, Any]) -> None:
        del content["vehicles.toml"]

    assert "lacks this file" in fault(change).reason
    assert fault(change).where == "vehicles.toml"


def test_what_would_be_allowed_is_said_too() -> None:
    assert "t34" in fault(put("t99", DUEL, "group", 1, "type")).allowed
    assert fault(put("ussr", DUEL, "group", 0, "side")).allowed == ("nk", "us")


# -- the user's own files -----------------------------------------------------------------------------------------


def own(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_an_own_file_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    rows = '[[vehicle]]\nid = "t34"\nname = "My tank"\nmain = 9\nsource = "my counters"\n'
    pack = read_pack("combat-veteran", PACKAGE, own(tmp_path, vehicles=f'source = "mine"\n{rows}'))
    assert pack.overridden == ("vehicles.toml",)
    assert pack.digest != SHIPPED.digest
    assert pack.content["vehicles.toml"]["vehicle"][0]["main"] == 9
    assert pack.content["terrain.toml"] == SHIPPED.content["terrain.toml"]


def test_an_own_scenario_is_added(tmp_path: Path) -> None:
    pack = read_pack("combat-veteran", PACKAGE, own(tmp_path, scenarios__mine='id = "mine"\n'))
    assert "scenarios/mine.toml" in pack.folder("scenarios")


@pytest.mark.parametrize("name", ["vehicels", "scenario__mine", "units__vehicles"])
def test_an_own_file_of_a_name_that_nobody_reads(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError) as found:
        read_pack("combat-veteran", PACKAGE, own(tmp_path, **{name: "x = 1\n"}))
    assert str(tmp_path) in found.value.where
    assert "vehicles.toml" in found.value.allowed
    assert "never be read" in found.value.reason


def test_an_own_file_that_is_not_toml(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"This is not TOML: .*line 2") as found:
        read_pack("combat-veteran", PACKAGE, own(tmp_path, vehicles='source = "mine"\narmor = = 3\n'))
    assert found.value.where == f"{tmp_path / 'vehicles.toml'}:2"


def test_an_own_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "vehicles.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PackError, match="cannot be read") as found:
        read_pack("combat-veteran", PACKAGE, tmp_path)
    assert found.value.where == f"{tmp_path / 'vehicles.toml'}:1"


def test_no_own_folder_is_no_fault(tmp_path: Path) -> None:
    assert read_pack("combat-veteran", PACKAGE, tmp_path / "nowhere").digest == SHIPPED.digest


# -- digests ------------------------------------------------------------------------------------------------------


def test_a_stored_pack_is_the_same_pack() -> None:
    again = decode_pack(SHIPPED.encode())
    assert (again.digest, again.content) == (SHIPPED.digest, SHIPPED.content)


def test_the_digest_is_of_the_content_not_of_its_order() -> None:
    turned = dict(reversed(list(SHIPPED.content.items())))
    assert make_pack("combat-veteran", turned).digest == SHIPPED.digest
    assert make_pack("another", turned).digest != SHIPPED.digest


def test_a_link_that_leads_in_a_circle(tmp_path: Path) -> None:
    own(tmp_path, vehicles="x = 1\n")
    (tmp_path / "scenarios").mkdir(exist_ok=True)
    (tmp_path / "scenarios" / "more").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(PackError, match=r"scenarios/more: This is a link to a folder"):
        read_pack("combat-veteran", PACKAGE, tmp_path)


def test_folders_without_end(tmp_path: Path) -> None:
    (tmp_path / "/".join("abcdefghijkl")).mkdir(parents=True)
    with pytest.raises(PackError, match="folders within folders"):
        read_pack("combat-veteran", PACKAGE, tmp_path)


def test_a_pipe_in_place_of_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "vehicles.toml")
    with pytest.raises(PackError, match="It is a pipe"):
        read_pack("combat-veteran", PACKAGE, tmp_path)

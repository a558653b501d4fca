"""What is written for a beginning is sound and is played; what there is to write is listed; what changes is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.library.packs import Packs
from campaign.rules.data_files import kind_of
from campaign.rules.packs import checked, shipped
from campaign.rules.refused import Refused
from campaign.simulation.answers import Extent
from campaign.systems import find, package_of
from tests import packs_page
from tests.campaign.packs.own import MECHWAR, OURS, PORTABLE, TANKS, VETERAN, sound
from tests.example import installed

FEW = Extent(2, jobs=1)


def test_the_page_says_what_the_types_say():
    """If this fails: python -m tests.packs_page"""
    assert packs_page.PAGE.read_text(encoding="utf-8") == packs_page.page()


@pytest.mark.parametrize("system", OURS)
def test_every_shipped_file_is_told_of_and_is_of_the_shape_that_is_told(system: str):
    kinds = find(system).data
    content = shipped(package_of(system))
    for name, data in content.items():
        kind = kind_of(name, kinds)
        assert kind is not None, name
        assert checked(data, kind.shape, name) is not None
    assert all(
        any(kind_of(name, [kind]) for name in content) for kind in kinds if kind.name != "scenarios/*.toml"
    )


@pytest.mark.parametrize("system", OURS)
def test_what_is_written_to_begin_with_is_sound_and_is_played(tmp_path: Path, system: str):
    with Headquarters(tmp_path) as hq:
        scenario = hq.packs.new("scenario", system, "my-own")
        assert hq.packs.scenario("my-own", system)[1].id == "my-own"
    if system != TANKS:
        with Headquarters(tmp_path) as hq:
            hq.packs.new("board", system, "my-ground")
            text = scenario.read_text().replace('id = "my-own"', 'id = "on-mine"', 1)
            there = scenario.with_name("on-mine.toml")
            there.write_text(re.sub(r'^board = "[^"]*"', 'board = "my-ground"', text, flags=re.MULTILINE))
    with Headquarters(tmp_path) as hq:
        assert [one.problem for one in hq.packs.all() if one.system == system] == [""]
        trials = hq.simulations.trials(system, FEW)
    assert [one.scenario for one in trials] == (["my-own"] if system == TANKS else ["my-own", "on-mine"])
    for one in trials:
        assert one.cell.battles == 2 and one.cell.turns.least >= 1
        assert sum(reason.battles for reason in one.cell.reasons) == 2
        ids = {side.id for side in one.sides}
        assert all(name.rpartition(" (")[2].rstrip(")") in ids for name in (*one.still, *one.silent))


@pytest.mark.parametrize("system", OURS)
def test_a_chart_to_begin_with_changes_nothing_yet(tmp_path: Path, system: str):
    with Headquarters(tmp_path) as hq:
        charts = [
            one.file for one in hq.packs.files(system) if not one.file.startswith(("scenarios/", "boards/"))
        ]
        for file in charts:
            assert "\noverlay = true\n" in hq.packs.new("chart", system, file).read_text()
    with Headquarters(tmp_path) as hq:
        assert [one.problem for one in hq.packs.all() if one.system == system] == [""]
        found = hq.packs.diff(system)
        assert [one.file for one in found] == sorted(charts)
        assert all(one.overlay and not one.lines for one in found)
        assert {one.file for one in hq.packs.files(system) if one.own} == set(charts)


def test_a_row_of_a_chart_to_begin_with_is_one_that_ships(tmp_path: Path):
    """Taken out of its comment it is the shipped row, which changes nothing."""
    with Headquarters(tmp_path) as hq:
        file = hq.packs.new("chart", PORTABLE, "units")
        lines = file.read_text().splitlines()
        row = [line.removeprefix("# ") for line in lines[lines.index("# [[unit]]") :]]
        file.write_text("\n".join([*lines, *row]) + "\n")
        assert hq.packs.diff(PORTABLE)[0].lines == ()


def test_what_ones_own_files_change_is_said(tmp_path: Path):
    folder = tmp_path / "packs" / VETERAN
    folder.mkdir(parents=True)
    (folder / "vehicles.toml").write_text('overlay = true\n[[vehicle]]\nid = "tiger1"\narmor = 9\n')
    with Headquarters(tmp_path) as hq:
        (found,) = hq.packs.diff(VETERAN)
        assert (found.file, found.under, found.overlay) == ("vehicles.toml", "vehicles.toml", True)
        assert [(one.path, one.after) for one in found.lines] == [("vehicle.tiger1.armor", 9)]
        hq.packs.new("board", VETERAN, "my-ground")
        assert [(one.file, one.under) for one in hq.packs.diff(VETERAN)][:1] == [
            ("boards/my-ground.toml", "")
        ]
        assert hq.packs.diff(VETERAN, "vehicles.toml") == [found]
        with pytest.raises(Refused, match="no file of yours"):
            hq.packs.diff(VETERAN, "terrain.toml")


@pytest.mark.parametrize(
    ("kind", "name", "says"),
    [
        ("scenario", "tank-duel", "already"),
        ("scenario", "../x", "cannot be an id"),
        ("board", "Big Hill", "cannot be an id"),
        ("chart", "vehicels", "Did you mean 'vehicles.toml'"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path: Path, kind: str, name: str, says: str):
    with Headquarters(tmp_path) as hq:
        with pytest.raises(Refused, match=says):
            new(hq.packs, kind, VETERAN, name)
        assert not (tmp_path / "packs").exists()


def new(packs: Packs, kind: str, system: str, name: str) -> Path:
    return packs.new(kind, system, name)  # type: ignore[arg-type]


def test_nothing_is_written_over(tmp_path: Path):
    with Headquarters(tmp_path) as hq:
        hq.packs.new("scenario", MECHWAR, "mine")
        with pytest.raises(Refused, match="You have this file already"):
            hq.packs.new("scenario", MECHWAR, "mine")
        with pytest.raises(Refused, match="no boards in files of their own"):
            hq.packs.new("board", TANKS, "mine")


def test_a_system_without_files_to_begin_with_says_what_to_copy(tmp_path: Path):
    with (
        installed(),
        Headquarters(tmp_path) as hq,
        pytest.raises(Refused, match="copy one under another") as told,
    ):
        hq.packs.new("scenario", "duel-of-dice", "mine")
    assert told.value.allowed == ("wardiary packs copy duel-of-dice scenarios/ring.toml",)


def test_trials_are_of_ones_own_scenarios_and_of_those_on_ones_own_boards(tmp_path: Path):
    folder = tmp_path / "packs" / PORTABLE / "boards"
    folder.mkdir(parents=True)
    (folder / "ford.toml").write_text('overlay = true\ntitle = "My ford"\n')
    with Headquarters(tmp_path) as hq:
        names = [info.id for _, info in hq._house.packs.own_scenarios(PORTABLE)]
        on_it = [
            data["id"]
            for name, data in shipped(package_of(PORTABLE)).items()
            if name.startswith("scenarios/") and data["board"] == "ford"
        ]
        assert names == on_it and names
        assert hq._house.packs.own_scenarios(VETERAN) == []


def test_the_chart_that_the_page_shows_is_sound(tmp_path: Path):
    text = packs_page.PAGE.read_text(encoding="utf-8").partition(
        "```toml\n# packs/combat-veteran/vehicles.toml\n"
    )[2]
    rules = sound(tmp_path, VETERAN, {"vehicles.toml": text.partition("```")[0]})
    rows = {row["id"]: row for row in rules.pack.content["vehicles.toml"]["vehicle"]}
    assert rows["tiger1"]["armor"] == 9 and "my-tank" in rows and len(rows) == 12

"""Readings through headquarters: chosen, kept in the opening, shown, named in the log, compared, and checked again."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from shutil import copytree
from typing import Any

import msgspec
import pytest

from campaign.headquarters import Headquarters
from campaign.rules.options import otherwise
from campaign.shared.answers import Acted, Refusal
from campaign.simulation.answers import Extent, Setup
from campaign.simulation.words import difference
from tests.golden.make import HERE


@pytest.fixture
def hq(tmp_path: Path):
    with Headquarters(tmp_path / "home") as found:
        yield found


def opened(hq: Headquarters, scenario: str, **options: Any) -> str:
    done = hq.battles.new(scenario, options=options)
    assert isinstance(done, Acted), done
    return done.diary


def test_a_battle_keeps_its_readings_in_its_opening_and_shows_them(hq: Headquarters):
    battle = opened(hq, "crossroads", passing="hands-over")
    action = msgspec.json.decode(hq.battles.show(battle, 1).action)
    assert action["options"]["passing"] == "hands-over"
    assert action["options"]["howitzers_least"] == "losses", "as the pack has it, and so it stays"
    seen = {one.id: one for one in hq.battles.view(battle).readings}
    assert (seen["passing"].value, seen["passing"].usual, seen["passing"].rule) == (
        "hands-over",
        False,
        "8.23",
    )
    assert [one.id for one in seen.values() if not one.usual] == ["passing"] and len(seen) == 28
    assert otherwise(hq.battles.view(battle).readings)[0].startswith("Reading passing (8.23): hands-over")
    assert hq.battles.info(battle).readings == {"passing": "hands-over"}
    assert hq.battles.info(opened(hq, "crossroads")).readings == {}


def test_a_value_that_there_is_not_is_refused_with_those_that_there_are(hq: Headquarters):
    refused = hq.battles.new("crossroads", options={"passing": "never"})
    assert isinstance(refused, Refusal)
    assert refused.reason == "Is a pass final? There is no such choice."
    assert (refused.rule, refused.allowed, refused.where) == (
        "8.23",
        ("final", "hands-over"),
        "$.options.passing",
    )
    unknown = hq.battles.new("crossroads", options={"pasing": "final"})
    assert isinstance(unknown, Refusal) and "passing" in unknown.allowed


def test_the_log_names_the_reading_that_decided_a_line_and_the_record_proves_it(hq: Headquarters):
    battle = opened(hq, "crossroads", passing="hands-over")
    for _ in range(40):
        if any("reading passing" in line.rule for entry in hq.battles.log(battle) for line in entry.lines):
            break
        (side,) = {one.side for one in hq.battles.info(battle).asked[:1]}
        kinds = {one.kind for one in hq.looking_as(side).battles.legal(battle)}
        kind = (
            "pass"
            if "pass" in kinds
            else next(one for one in ("ready", "done", *sorted(kinds)) if one in kinds)
        )
        choice = next(one for one in hq.looking_as(side).battles.legal(battle) if one.kind == kind)
        assert isinstance(hq.looking_as(side).battles.act(battle, choice.action), Acted)
    lines = [line for entry in hq.battles.log(battle) for line in entry.lines if "reading" in line.rule]
    assert any(line.rule.endswith("; reading passing") for line in lines)
    report = hq.battles.verify(battle)
    assert report.sound, report


def test_what_a_reading_changes_is_compared(hq: Headquarters):
    first = Setup("village-and-guns", options={"turns": 4}, bots={"red": ("random",), "blue": ("random",)})
    info = hq.packs.scenario("village-and-guns")[1]
    first = msgspec.structs.replace(first, bots={side.id: ("random",) for side in info.sides})
    second = msgspec.structs.replace(first, options={"turns": 4, "exhaustion": "at-once"})
    found = hq.simulations.compare(first, second, Extent(battles=4, jobs=1))
    assert found.second.setup.options["exhaustion"] == "at-once"
    assert set(found.losses) == {side.id for side in info.sides} and found.fewest <= found.turns <= found.most
    assert "They last " in difference(found) and "Pieces lost in a battle: " in difference(found)
    same = hq.simulations.compare(first, first, Extent(battles=3, jobs=1))
    assert (same.turns, same.difference, set(same.losses.values())) == (0.0, 0.0, {0.0})
    assert "They last ±0 turns" in difference(same)


def test_the_battle_of_a_campaigns_node_is_read_as_the_node_says(hq: Headquarters, tmp_path: Path):
    for value, told in (("at-once", {"exhaustion": "at-once"}), ("perhaps", {})):
        folder = tmp_path / value
        copytree(str(files("campaign.samples").joinpath("vosges-1917")), folder)
        text = (folder / "campaign.toml").read_text()
        first = 'scenario = "meeting-engagement"\n'
        (folder / "campaign.toml").write_text(
            text.replace(first, f'{first}options = {{ exhaustion = "{value}" }}\n')
        )
        refused = hq.campaigns.new(folder, name=f"war-{value}")
        if told:
            begun = hq.campaigns.begin(f"war-{value}", "crossroads")
            assert hq.battles.info(begun.fought).readings == told
            continue
        assert isinstance(refused, Refusal)
        assert (refused.rule, refused.allowed) == ("Exhaustion Point", ("turn-end", "at-once"))
        assert "campaign.toml:" in refused.where and "options.exhaustion" in refused.where


@pytest.mark.parametrize("file", ["cobras-sealed-0", "village-and-guns-typed-0"])
def test_a_battle_of_an_older_version_is_read_as_its_pack_says(hq: Headquarters, file: str):
    """Its opening names no readings."""
    hq.import_(HERE / "0.5.0" / f"{file}.ndjson")
    (battle,) = (one.battle for one in hq.battles.all())
    seen = hq.battles.view(battle).readings
    assert seen and all(one.usual for one in seen)
    assert b"howitzers_least" not in bytes(hq.battles.show(battle, 1).action)
    assert hq.battles.info(battle).readings == {}
    report = hq.battles.verify(battle)
    assert report.sound and any("decided by" in one for one in report.unchecked)

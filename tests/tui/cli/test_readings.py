"""Readings from the command line: listed with a scenario, chosen for a battle, shown with it, compared."""

from __future__ import annotations

import re

import pytest

from tests.tui.cli.running import Run


def test_a_scenario_lists_its_readings_by_themselves(wardiary: Run):
    out = wardiary("scenario", "crossroads").out
    settings, _, readings = out.partition("Readings, where the text leaves something open")
    assert "passing" in readings and "passing" not in settings
    assert re.search(r"passing +final, hands-over +final +8\.23: Is a pass", readings)


def test_a_battle_is_opened_with_readings_and_says_which_are_otherwise_than_usual(wardiary: Run):
    opened = wardiary(
        "new", "crossroads", "--option", "passing=hands-over", "--option", "firefights=2", "--json"
    )
    battle = opened.json["battle"]
    assert "Reading passing (8.23): hands-over" in (out := wardiary("state", battle).out)
    assert "Reading firefights (12): 2" in out and "Reading rally" not in out
    options = wardiary("show", battle, "1", "--json").json["action"]["options"]
    assert (options["passing"], options["firefights"], options["rally"]) == ("hands-over", 2, "one-level")
    listed = next(one for one in wardiary("list", "--json").json if one["battle"] == battle)
    assert listed["readings"] == {"passing": "hands-over", "firefights": "2"}


def test_all_readings_of_a_battle_are_told_with_question_and_answer(
    wardiary: Run, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "200")
    battle = wardiary("new", "crossroads", "--option", "passing=hands-over", "--json").json["battle"]
    out = wardiary("readings", battle).out
    assert re.search(r"passing +hands-over \* +8\.23: Is a pass final\? +\S", out)
    assert re.search(r"firefights +\d+ +12: ", out) and "* otherwise than" in out
    assert [one["id"] for one in wardiary("readings", battle, "--json").json if not one["usual"]] == [
        "passing"
    ]
    assert (
        "* otherwise than"
        not in wardiary("readings", wardiary("new", "crossroads", "--json").json["battle"]).out
    )


def test_a_value_that_there_is_not_is_refused_with_those_that_there_are(wardiary: Run):
    refused = wardiary("new", "crossroads", "--option", "passing=never")
    assert refused.status == 2 and "Allowed: final, hands-over." in refused.err
    refused = wardiary("new", "crossroads", "--option", "firefights=0")
    assert refused.status == 2 and "1 to 99" in refused.err


def test_a_simulation_says_what_a_reading_changes(wardiary: Run):
    out = wardiary(
        "simulate", "village-and-guns", "--battles", "3", "--jobs", "1", "--option", "turns=4",
        "--option", "trench=arrival", "--compare", "trench=always",
    ).out  # fmt: skip
    assert "trench arrival" in out and "trench always" in out
    assert "They last " in out and "Pieces lost in a battle: " in out

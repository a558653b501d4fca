"""Damage in campaigns is told in the words of the rule system; its ids are for what is typed in."""

from __future__ import annotations

import json

import pytest

from tests.tui.cli.running import Run


@pytest.fixture
def hurt(wardiary: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COLUMNS", "200")
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    amend = ("campaign", "amend", "korea", "a33", "damage", '["turret", "main-gun"]', "a test")
    assert "damage of A-33 is turret inoperable, main gun malfunction" in wardiary(*amend).out
    return wardiary


def test_show_log_and_workshop_speak_of_damage(hurt: Run):
    assert "ready, turret inoperable, main gun malfunction" in hurt("campaign", "show", "korea").out
    hurt("campaign", "issue", "korea", "pusan-dump", "parts=20")
    told = hurt("campaign", "repair", "korea", "a33", "turret").out
    assert "begins to repair A-33: turret inoperable" in told
    assert "workshop: turret inoperable" in hurt("campaign", "show", "korea").out
    assert "turret inoperable, " in hurt("campaign", "log", "korea").out
    told = hurt("campaign", "difference", "korea", "1", "4").out
    assert "A-33 bears turret inoperable, main gun malfunction as damage; before, nothing." in told
    assert "in the workshop for turret inoperable" in told
    told = hurt("campaign", "why", "korea", "a33", "damage").out
    assert "[damage: nothing → turret inoperable, main gun malfunction]" in told
    report = hurt("campaign", "report", "korea").out
    assert "turret inoperable, main gun malfunction" in report and "main-gun" not in report
    assert hurt("campaign", "verify", "korea").status == 0


def test_a_return_says_what_its_words_for_damage_mean(hurt: Run):
    battle = hurt("campaign", "begin", "korea", "obong-ni", "--json").json["diary"]
    hurt("autoplay", battle)
    form = hurt("campaign", "return", "korea", "obong-ni-1").out
    assert "main-gun (main gun malfunction)" in form and "immobilized," in form


def test_a_campaign_for_another_system_has_its_words(wardiary: Run):
    wardiary("campaign", "new", "fulda-gap", "--name", "fulda")
    (asset, *_) = wardiary("campaign", "show", "fulda", "--json").json["assets"]
    amend = ("campaign", "amend", "fulda", asset["id"], "damage", json.dumps(["damage", "damage"]), "a test")
    assert "a point of damage (2 times)" in wardiary(*amend).out

"""What is our reconstruction is said wherever it is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.systems.combat_veteran.rules import CombatVeteranRules
from tests.tui.cli.running import Run

OURS = "Ratings are our reconstruction: put your own into vehicles.toml."


@pytest.fixture(autouse=True)
def said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CombatVeteranRules, "reconstructed", lambda self, scenario: (OURS,))


def test_by_the_scenario(wardiary: Run):
    assert OURS in wardiary("scenario", "tank-duel").out
    assert wardiary("scenario", "tank-duel", "--json").json["reconstructed"] == [OURS]
    listed = {one["id"]: one for one in wardiary("scenarios", "--json").json}
    assert listed["tank-duel"]["reconstructed"] == [OURS]


def test_by_the_battle_its_odds_and_its_report(wardiary: Run, tmp_path: Path):
    battle = wardiary("new", "tiger-shermans", "--json").json["battle"]
    assert OURS in wardiary("state", battle).out
    assert OURS in wardiary("report", battle).out
    file = tmp_path / "duel.html"
    wardiary("report", battle, str(file))
    assert OURS in file.read_text()
    for _ in range(200):
        options = wardiary("legal", battle, "--json").json
        rolls = [one for one in options if one.get("dice")]
        if rolls:
            break
        wardiary("autoplay", battle, "--most", "1")
    assert rolls
    action = json.dumps(rolls[0]["action"])
    assert OURS in wardiary("odds", battle, action, "--side", rolls[0]["side"]).out
    found = wardiary("odds", battle, action, "--side", rolls[0]["side"], "--json").json
    assert found["reconstructed"] == [OURS]


@pytest.mark.at_home("simulations are fought at home")
def test_by_a_campaign_and_a_simulation(wardiary: Run):
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    assert wardiary("campaign", "report", "korea").out.count(OURS) == 1
    assert OURS in wardiary("simulate", "tiger-shermans", "--battles", "1", "--jobs", "1").out

"""Every scenario and mission from its opening to its end, through the command line: against a bot, and hot seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PROFILE
from tests.systems.tanks_modern_age.field import rules
from tui.cli.main import main

SYSTEM = "tanks-modern-age"
SCENARIOS = rules().scenarios()
MISSIONS = ("tank-ace", "king-of-the-hill", "free-for-all", "no-retreat")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARDIARY_HOME", str(tmp_path / "home"))


def json_of(capsys: pytest.CaptureFixture[str], *arguments: str):
    capsys.readouterr()
    status = main([*arguments, "--json"])
    out, err = capsys.readouterr()
    assert status == 0, err
    return json.loads(out)


def listed(capsys: pytest.CaptureFixture[str], battle: str, side: str) -> list[dict[str, Any]]:
    """What a side may do, cards that it may turn up at any time apart."""
    return [one for one in json_of(capsys, "legal", battle, "--side", side) if one["kind"] != "turn-up"]


def test_all_four_missions_and_both_scenarios_are_there():
    assert {"first-game", "alpha-66", *MISSIONS} <= {info.id for info in SCENARIOS}


@pytest.mark.parametrize("info", SCENARIOS if PROFILE == "long" else SCENARIOS[::2], ids=lambda info: info.id)
def test_it_is_played_to_its_end_against_a_bot(info, scale: int, capsys: pytest.CaptureFixture[str]):
    """One side is a person who takes the first thing that is listed each time, the other a bot.

    Runs long: dozens of commands, each of which opens the diary anew. One turn of every other
    scenario, and four of each in the long profile.
    """
    mine, other = (side.id for side in info.sides)
    options = ["--option", "terrain=ready"] if any(s.id == "terrain" for s in info.settings) else []
    if any(s.id == "turns" for s in info.settings):
        options += ["--option", f"turns={4 if scale > 1 else 1}"]
    seat = ["--seat", f"{other}=bot:sensible"]
    battle = json_of(capsys, "new", info.id, "--system", SYSTEM, *seat, *options)["battle"]
    for _ in range(600):
        if not (legal := listed(capsys, battle, mine)):
            json_of(capsys, "autoplay", battle, "--bots", f"{other}=sensible")
            if not (legal := listed(capsys, battle, mine)):
                break
        shots = [one for one in legal if one["kind"] == "shoot"]
        json_of(capsys, "act", battle, json.dumps((shots or legal)[0]["action"]), "--side", mine)
    found = next(one for one in json_of(capsys, "list") if one["battle"] == battle)
    assert found["verdict"]["reason"]
    assert json_of(capsys, "verify", battle)["sound"]


@pytest.mark.parametrize("mission", MISSIONS)
def test_hot_seat_with_terrain_laid_out_in_turns(mission: str, capsys: pytest.CaptureFixture[str]):
    battle = json_of(capsys, "new", mission, "--system", SYSTEM, "--option", "turns=2")["battle"]
    answer = json_of(capsys, "autoplay", battle, "--bots", "blue=random,red=random", "--seed", "3")
    assert answer
    found = next(one for one in json_of(capsys, "list") if one["battle"] == battle)
    assert found["verdict"] is not None

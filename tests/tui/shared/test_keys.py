"""Keys, and the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.battle.screen import BattleScreen
from tui.battle.steering_panel import SteeringPanel
from tui.boards.hex.view import HexView
from tui.boards.plane.view import PlaneView
from tui.campaign.screen import CampaignScreen
from tui.shared import keys
from tui.shared.glyphs import UNICODE
from tui.shared.help import help_text
from tui.start.screen import StartScreen

OWNERS = {
    "map": (HexView, PlaneView),
    "battle": (BattleScreen,),
    "steer": (SteeringPanel,),
    "campaign": (CampaignScreen,),
    "start": (StartScreen,),
}


def settings(folder: Path, text: str) -> keys.Settings:
    (folder / "keys.toml").write_text(text)
    return keys.read(folder)


def test_no_file_is_no_problem(tmp_path: Path):
    assert keys.read(tmp_path) == keys.Settings()


def test_own_keys_and_screen(tmp_path: Path):
    found = settings(tmp_path, '[keys]\nundo = "ctrl+z, x"\nhelp = "?"\n[screen]\nascii = true\npause = 1\n')
    assert found.keys == {"undo": "ctrl+z,x", "help": "question_mark"}
    assert (found.ascii, found.pause, found.light, found.problem) == (True, 1, None, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[keys", "Expected"),
        ('[keys]\nfly = "f"', "no 'fly'"),
        ("[keys]\nundo = 3", "a key such as"),
        ('[keys]\nundo = "r"', "given to both"),
        ('[keys]\nundo = "j"', "given to both"),
        ("[colours]\n", "no part [colours]"),
        ("[screen]\nascii = 1", "true or false"),
        ("[screen]\npause = true", "seconds"),
        ("[screen]\nsize = 1", "no 'size'"),
        ("keys = 1", "must be a table"),
    ],
)
def test_a_wrong_file_is_named_and_not_taken(tmp_path: Path, text: str, said: str):
    found = settings(tmp_path, text)
    assert said in found.problem and str(tmp_path / "keys.toml") in found.problem
    assert not found.keys


def test_the_usual_keys_do_not_clash(tmp_path: Path):
    assert not settings(tmp_path, "[keys]\n").problem
    assert len(set(keys.IDS)) == len(keys.IDS)


def test_every_key_does_something():
    for key in keys.TABLE:
        name = key.action.partition("(")[0]
        if name.startswith("app."):
            continue
        assert all(hasattr(owner, f"action_{name}") for owner in OWNERS[key.room]), key


def test_the_help_lists_every_key_and_the_file(tmp_path: Path):
    text = help_text(UNICODE, {"undo": "f9"}, tmp_path).plain
    assert all(f"({key.id})" in text for key in keys.TABLE)
    assert "f9" in text and str(tmp_path / "keys.toml") in text

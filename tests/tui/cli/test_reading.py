"""What the command line prints can be read: no flood, no codes, no line wider than the terminal."""

from __future__ import annotations

import re

import pytest

from campaign.shared.answers import Acted, Line
from tests.tui.cli.running import Run
from tui.cli.battles import printing


def test_a_bots_drive_is_told_by_its_first_and_last_step(wardiary: Run):
    """The record has every step."""
    battle = wardiary("new", "korea-counterattack", "--seat", "us=bot:sensible", "--json").json["battle"]
    told = wardiary("act", battle, '{"kind": "end-phase"}').out
    assert " more …" in told
    assert re.findall(r"(?:^ +.* enters .*\n){4,}", told, re.MULTILINE) == []
    whole = wardiary("log", battle).out
    assert " more …" not in whole and whole.count(" enters ") > told.count(" enters ")


def test_a_drive_of_ones_own_is_folded_and_no_roll_is(capsys: pytest.CaptureFixture[str]):
    steps = [Line(f"T-34/85 3 enters 08{n:02}, facing SE (cost 1, {n} spent).", "8.0") for n in range(1, 9)]
    shots = [
        Line(f"{shot}: T-34/85 3 at M26 Pershing {n}: {n} 4 5.", "9.7")
        for n, shot in enumerate(("Attack", "Deflection", "Attack", "Deflection"), 1)
    ]
    printing.answer(Acted("x", 2, "00" * 8, (*steps, *shots)), False)
    told = capsys.readouterr().out
    assert "0801" in told and "0808" in told and "0804" not in told and "… 6 more …" in told
    assert all(one.text in told for one in shots)


def test_who_is_waited_for_is_asked_something(wardiary: Run):
    """A side that is not asked, and one whose opponent is a bot, hear which question is open."""
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    question = "nk is asked: Movement phase: move, pivot, load; or end the phase."
    assert question in wardiary("legal", battle, "--side", "us").out
    assert question in wardiary("act", battle, "1", "--side", "us", "--expected", "1").err
    bots = wardiary("new", "tank-duel", "--seat", "nk=bot:sensible", "--seat", "us=ann", "--json").json[
        "battle"
    ]
    assert question in wardiary("legal", bots, "--player", "ann").out

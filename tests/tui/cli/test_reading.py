"""What the command line prints can be read: no flood, no codes, no line wider than the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from campaign.campaigns.answers import CampaignInfo
from campaign.campaigns.differences import difference
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, Line
from tests.campaign.calling import ok
from tests.tui.cli.running import Run
from tui.cli.battles import printing
from tui.cli.campaign import printing as campaigns
from tui.start.screen import campaign_line


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
    question = "North Korea is asked: Movement phase: move, pivot, load; or end the phase."
    assert question in wardiary("legal", battle, "--side", "us").out
    assert question in wardiary("act", battle, "1", "--side", "us", "--expected", "1").err
    bots = wardiary("new", "tank-duel", "--seat", "nk=bot:sensible", "--seat", "us=ann", "--json").json[
        "battle"
    ]
    assert question in wardiary("legal", bots, "--player", "ann").out


def test_a_difference_leaves_out_what_goes_without_saying(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Everybody who fought has a battle and some experience more; who fell, or rose, is told."""
    with Headquarters(tmp_path / "home") as hq:
        ok(hq.campaigns.new("marines-in-korea", name="korea"))
        before = hq.campaigns.view("korea")
    people = [replace(one, battles=1, xp=one.xp + 1) for one in before.people]
    people[0] = replace(people[0], status="dead", asset="", post="")
    people[1] = replace(people[1], asset="", post="")
    lost = replace(before.assets[0], battles=1, status="lost", stores={})
    found = difference(before, replace(before, people=tuple(people), assets=(lost, *before.assets[1:])))
    campaigns.difference(found, everything=False)
    told = capsys.readouterr().out.splitlines()
    for text in ("Walter Novak is dead", "Frank Tobin is with", "A-32 is lost", "2 quiet lines more"):
        assert any(text in line for line in told), text
    assert len(told) < 10 and not any("experience" in line or "Novak is with" in line for line in told)
    campaigns.difference(found, everything=True)
    whole = capsys.readouterr().out
    assert whole.count(" has 1 battle ") == len(people) + 1 and "quiet" not in whole


@pytest.mark.parametrize("width", ["80", "100", "200"])
def test_tables_are_no_wider_than_the_terminal(wardiary: Run, monkeypatch: pytest.MonkeyPatch, width: str):
    """And nothing in them is lost, no id torn."""
    monkeypatch.setenv("COLUMNS", "1000")
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    wardiary("new", "tank-duel")
    for words in (("list",), ("scenarios",), ("campaign", "people", "korea")):
        monkeypatch.setenv("COLUMNS", "1000")
        whole = wardiary(*words).out
        monkeypatch.setenv("COLUMNS", width)
        told = wardiary(*words).out
        assert sorted(told.split()) == sorted(whole.split())
        assert max(map(len, told.splitlines())) <= int(width), words


def test_a_list_of_campaigns_names_scenarios_by_their_titles(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "200")
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    assert "Roadblock at Obong-ni (obong-ni) waits" in wardiary("campaign", "list").out
    wardiary("campaign", "begin", "korea", "obong-ni")
    assert "fighting Roadblock at Obong-ni (obong-ni-1)" in wardiary("campaign", "list").out
    (info,) = wardiary("campaign", "list", "--json").json
    assert "Roadblock at Obong-ni is being fought" in campaign_line(msgspec.convert(info, CampaignInfo))

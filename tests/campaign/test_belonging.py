"""A battle that its campaign has no more is marked, and goes on as a fork only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, Refusal
from tests.campaign.calling import ok
from tui.cli.main import main

BACK = "Its beginning was taken back in korea: fork it to play on."


@pytest.fixture
def begun(hq: Headquarters) -> str:
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    return ok(hq.campaigns.begin("korea", "obong-ni")).fought


def refused(answer: object, why: str) -> None:
    assert isinstance(answer, Refusal) and why in answer.reason and "fork" in answer.allowed, answer


def test_a_battle_whose_beginning_was_taken_back_is_marked_and_not_played_on(
    hq: Headquarters, begun: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    ok(hq.battles.act(begun, hq.battles.legal(begun)[0].action, key="k"))
    ok(hq.campaigns.undo("korea"))
    action = hq.battles.legal(begun)[0].action
    head = hq.battles.head(begun)
    for answer in (
        hq.battles.act(begun, action),
        hq.battles.undo(begun),
        hq.battles.redo(begun),
        hq.battles.rewind(begun, 1),
        *hq.battles.bots.play(begun, {"us": "random", "nk": "random"}),
    ):
        refused(answer, BACK)
    assert hq.battles.head(begun) == head
    assert hq.battles.info(begun).read_only == BACK == hq.battles.view(begun).read_only
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["list", "--home", str(hq.home.folder)]) == 0
    assert "taken back in korea" in capsys.readouterr().out
    assert main(["list", "--json", "--home", str(hq.home.folder)]) == 0
    assert json.loads(capsys.readouterr().out)[0]["read_only"] == BACK
    assert hq.battles.verify(begun).sound and hq.campaigns.verify("korea").sound
    fork = ok(hq.battles.fork(begun)).diary
    ok(hq.battles.act(fork, hq.battles.legal(fork)[0].action))
    assert hq.battles.info(fork).read_only == ""


def test_what_was_done_under_a_key_is_still_told(hq: Headquarters, begun: str):
    action = hq.battles.legal(begun)[0].action
    first = ok(hq.battles.act(begun, action, key="k"))
    ok(hq.campaigns.undo("korea"))
    again = hq.battles.act(begun, action, key="k")
    assert isinstance(again, Acted) and again.repeated and again.seq == first.seq


def test_brought_back_it_goes_on(hq: Headquarters, begun: str):
    ok(hq.campaigns.undo("korea"))
    refused(hq.battles.act(begun, hq.battles.legal(begun)[0].action), BACK)
    with Headquarters(hq.home) as other:
        ok(other.campaigns.redo("korea"))
    ok(hq.battles.act(begun, hq.battles.legal(begun)[0].action))
    ok(hq.campaigns.act("korea", {"kind": "cancel", "battle": "obong-ni-1"}))
    refused(hq.battles.act(begun, hq.battles.legal(begun)[0].action), "It was called off in korea")


def test_a_correction_that_keeps_a_battle_keeps_it_playable(hq: Headquarters):
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    promoted = ok(hq.campaigns.act("korea", {"kind": "promote", "person": "tobin", "rank": "Sgt"})).seq
    begun = ok(hq.campaigns.begin("korea", "obong-ni")).fought
    ok(hq.campaigns.undo("korea", promoted))
    ok(hq.battles.act(begun, hq.battles.legal(begun)[0].action))


def test_battles_of_forked_campaigns_and_without_a_campaign_go_on(
    hq: Headquarters, begun: str, tmp_path: Path
):
    fork = ok(hq.campaigns.fork("korea")).diary
    theirs = next(one.diary for one in hq.campaigns.view(fork).battles)
    ok(hq.campaigns.undo("korea"))
    ok(hq.battles.act(theirs, hq.battles.legal(theirs)[0].action))
    file = tmp_path / "battle.ndjson"
    hq.export(file, [begun], with_secrets=True)
    with Headquarters(tmp_path / "new") as other:
        other.import_(file)
        assert other.battles.info(begun).read_only == ""
        ok(other.battles.act(begun, other.battles.legal(begun)[0].action))

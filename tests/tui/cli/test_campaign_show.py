"""What `campaign show` and `campaign report` say of a campaign: the living first, and damage aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from tests.campaign.calling import ok
from tests.campaign.ledger import making
from tests.events.sqlite.raw import opened
from tui.cli.main import main


def home(tmp_path: Path) -> Path:
    with Headquarters(tmp_path / "home") as hq:
        ok(hq.campaigns.new("marines-in-korea", name="korea"))
        for _ in range(4):
            ok(hq.campaigns.act("korea", {"kind": "advance"}))
        for asset, status in (("t301", "lost"), ("a33", "wreck")):
            amend = {"kind": "amend", "id": asset, "field": "status", "value": status, "reason": "a test"}
            ok(hq.campaigns.act("korea", amend))
    return tmp_path / "home"


def said(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> str:
    assert main([*words, "--home", str(folder)]) == 0
    return capsys.readouterr().out


def test_a_damaged_campaign_says_so_in_show_and_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = home(tmp_path)
    for words in (("show", "korea"), ("report", "korea")):
        assert "cannot go on" not in said(capsys, folder, "campaign", *words)
    with opened(folder / "wardiary.db") as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("UPDATE entries SET body = replace(body, '1950-08-20', '1950-08-30') WHERE seq = 4")
        for _, sql in triggers:
            conn.execute(sql)
    for words in (("show", "korea"), ("report", "korea"), ("report", "korea", "--form", "html")):
        text = said(capsys, folder, "campaign", *words)
        assert "cannot go on: Diary korea, entry 4: its seal does not match" in text, words


def test_show_has_the_living_first_and_the_lost_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    folder = home(tmp_path)
    text = said(capsys, folder, "campaign", "show", "korea")
    assert "open, opens" not in text
    rows = [line.split()[0] for line in text.splitlines() if line[:2] in ("a3", "a4", "t3")]
    assert rows[-1] == "a33" and "t301" not in rows
    wreck = next(line for line in text.splitlines() if line.startswith("a33"))
    assert "wreck" in wreck and "main" not in wreck
    assert "Lost for good: 1 (T-34 no. 301); --lost lists them." in text
    text = said(capsys, folder, "campaign", "show", "korea", "--lost")
    lost = next(line for line in text.splitlines() if line.startswith("t301"))
    assert "lost" in lost and "0/" not in lost and "--lost" not in text


def test_show_says_who_has_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = home(tmp_path)
    with Headquarters(folder) as hq:
        ok(hq.campaigns.act("korea", {"kind": "end", "winner": "nk", "why": "The harbour has fallen."}))
    text = said(capsys, folder, "campaign", "show", "korea")
    assert "It is over, won by North Korea: The harbour has fallen." in text.splitlines()


def test_a_next_season_that_cannot_be_opened_says_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    folder, written = tmp_path / "home", str(tmp_path / "next")
    with Headquarters(folder) as hq:
        name = making.opened(hq, tmp_path / "files", nodes=3, assets=1)
    assert "opens a campaign from it" in said(capsys, folder, "campaign", "orders", name, written)
    with Headquarters(folder) as hq:
        amend = {"kind": "amend", "id": "blue-0", "field": "status", "value": "lost", "reason": "a test"}
        ok(hq.campaigns.act(name, amend))
    text = said(capsys, folder, "campaign", "orders", name, written, "--force")
    assert "opens a campaign from it" not in text
    assert main(["campaign", "begin", name, "n0", "--home", str(folder)]) == 2
    assert "Blue musters 1 to 4 here; none is there that could come." in capsys.readouterr().err
    assert "campaign.toml:" in text and "Blue must muster 1" in text and "wardiary campaign check" in text

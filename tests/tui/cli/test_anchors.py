"""Seals on the command line: where they are shown, how they are compared, and anchors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.shared.answers import VerifyReport
from tests.tui.cli.running import Run
from tui.cli import output

SEAL = re.compile(r"\b(\d+:[0-9a-f]{16})\b")


@pytest.fixture
def duel(wardiary: Run) -> str:
    return wardiary("new", "tank-duel", "--json").json["battle"]


def test_whoever_looks_is_shown_the_seal(wardiary: Run, duel: str, tmp_path: Path):
    wardiary("legal", duel)
    done = SEAL.findall(wardiary("act", duel, "3").out)
    assert len(done) == 1 and done[0].startswith("2:")
    wardiary("export", str(tmp_path / "one.ndjson"), duel, "--as", "us")
    assert wardiary("report", duel, str(tmp_path / "report.md")).status == 0
    assert wardiary("report", duel, str(tmp_path / "report.html")).status == 0
    shown = {
        "list": wardiary("list").out,
        "show": wardiary("show", duel, "2").out,
        "verify": wardiary("verify", duel).out,
        "report.md": (tmp_path / "report.md").read_text(),
        "report.html": (tmp_path / "report.html").read_text(),
    }
    assert {name: done[0] in text for name, text in shown.items()} == dict.fromkeys(shown, True)
    assert wardiary("list", "--json").json[0]["seal"].startswith(done[0][2:])
    assert f'"seal":"{done[0][2:]}' in (tmp_path / "one.ndjson").read_text().splitlines()[0]
    assert wardiary("verify", duel, "--seal", done[0], "--seal", done[0].upper()).status == 0


def test_whoever_looks_at_a_campaign_is_shown_the_seal(wardiary: Run, tmp_path: Path):
    wardiary("campaign", "new", "marines-in-korea", "--name", "korea")
    (done,) = SEAL.findall(wardiary("campaign", "advance", "korea", "1").out)
    assert wardiary("campaign", "report", "korea", str(tmp_path / "report.md")).status == 0
    assert done in (tmp_path / "report.md").read_text()
    for command in ("list", "show", "verify"):
        assert done in wardiary("campaign", command, *(["korea"] if command != "list" else [])).out, command
    assert wardiary("campaign", "verify", "korea", "--seal", done).status == 0
    broken = wardiary("campaign", "verify", "korea", "--seal", f"1{done[1:]}")
    assert (broken.status, "not the entry that was shown" in broken.out) == (1, True)


def test_a_seal_that_does_not_fit_is_told(wardiary: Run, duel: str):
    broken = wardiary("verify", duel, "--seal", "1:0123456789ab")
    assert broken.status == 1 and "not the entry that was shown" in broken.out
    assert wardiary("verify", duel, "--seal", "9:0123456789ab").status == 1
    odd = wardiary("verify", duel, "--seal", "seal")
    assert odd.status == 2 and "12 to 64" in odd.err


@pytest.mark.served
def test_an_anchor_is_written_and_compared(wardiary: Run, duel: str, tmp_path: Path):
    file = tmp_path / "anchor.json"
    assert wardiary("anchor", str(file)).status == 0
    assert wardiary("anchor").out.splitlines()[1] == file.read_text().splitlines()[1]
    wardiary("legal", duel)
    wardiary("act", duel, "3")
    held = wardiary("anchor", "--check", str(file))
    assert held.status == 0 and "1 of 1 diary is as it was" in held.out
    elsewhere = wardiary("anchor", "--check", str(file), "--home", str(tmp_path / "other"))
    assert elsewhere.status == 1 and f"There is no diary {duel} here any more" in elsewhere.out
    report = wardiary("anchor", "--check", str(file), "--home", str(tmp_path / "other"), "--json").json
    assert report["adrift"][0]["fault"] == "missing" and not report["holds"]
    for wrong in (["--check", str(tmp_path)], [str(tmp_path / "no" / "folder")], ["a", "--check", str(file)]):
        answer = wardiary("anchor", *wrong)
        assert answer.status == 2 and "Traceback" not in answer.err


def test_an_anchor_that_does_not_hold_is_not_written_over(wardiary: Run, duel: str, tmp_path: Path):
    """Whoever forgets --check would lose what he wants to compare with."""
    file = tmp_path / "anchor.json"
    assert wardiary("anchor", str(file)).status == 0
    before = file.read_bytes()
    kept = wardiary("anchor", str(file), "--home", str(tmp_path / "other"))
    assert kept.status == 2 and "not written over" in kept.err and file.read_bytes() == before
    wardiary("legal", duel)
    assert wardiary("act", duel, "3").status == 0
    assert wardiary("anchor", str(file)).status == 0 and file.read_bytes() != before
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    assert wardiary("anchor", str(other)).status == 2 and other.read_text() == "mine"


def test_a_refused_seal_is_named_as_it_was_given(wardiary: Run, duel: str):
    assert wardiary("verify", duel, "--seal", "seal").err.startswith("--seal: ")
    assert "--continue: " in wardiary("import", str(_exported(wardiary, duel)), "--continue", "nosuch").err


def test_what_was_verified_is_told_in_whole_sentences(capsys: pytest.CaptureFixture[str]):
    report = VerifyReport(
        diary="duel", entries=0, seal="", sound=False, dice="none", first_bad=1, why="It is gone."
    )
    assert output.verified(report, False) == 1
    assert ".." not in capsys.readouterr().out


def _exported(wardiary: Run, battle: str) -> Path:
    file = Path(wardiary("home", "--json").json["folder"]) / "one.ndjson"
    assert wardiary("export", str(file), battle).status == 0
    return file

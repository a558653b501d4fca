"""The page of balance: every scenario is on it, and what was fought once is not fought again."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from campaign.simulation.simulations import Simulations
from tests import balance


def test_a_page_is_written_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(balance, "KEPT", tmp_path / "kept")
    arguments = ["tiger-shermans", "--battles", "5", "--to", str(tmp_path / "balance.md")]
    assert balance.main(arguments) == 0
    text = (tmp_path / "balance.md").read_text()
    assert "| `tiger-shermans` |" in text and "| random |" in text and "Germany" in text

    def again(*_: object, **__: object) -> object:
        raise AssertionError("it was fought before")

    monkeypatch.setattr(Simulations, "run", again)
    assert balance.main(arguments) == 0
    assert (tmp_path / "balance.md").read_text() == text


def test_a_page_says_how_many_battles_there_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(balance, "KEPT", tmp_path / "kept")

    def written(*arguments: str) -> str:
        assert balance.main([*arguments, "--to", str(tmp_path / "balance.md")]) == 0
        return (tmp_path / "balance.md").read_text()

    text = written("tiger-shermans", "--battles", "3", "--others", "2")
    assert "\n3 battles of sensible against sensible, 2 of every other pairing.\n" in text
    more = written("tank-duel", "--battles", "2")
    assert "\n2 to 3 battles of sensible against sensible, 2 of every other pairing.\n" in more
    (row,) = [line for line in text.splitlines() if line.startswith("| `tiger-shermans` |")]
    assert row in more

    def again(*_: object, **__: object) -> object:
        raise AssertionError("more battles than these were fought before")

    monkeypatch.setattr(Simulations, "run", again)
    assert written("tiger-shermans", "--battles", "2") == more


def test_every_scenario_is_on_the_page(tmp_path: Path):
    page = balance.PAGE.read_text(encoding="utf-8")
    with Headquarters(tmp_path) as hq:
        for _, info in hq.packs.scenarios():
            assert f"### {info.title}\n" in page, info.id

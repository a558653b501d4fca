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


def test_every_scenario_is_on_the_page(tmp_path: Path):
    page = balance.PAGE.read_text(encoding="utf-8")
    with Headquarters(tmp_path) as hq:
        for _, info in hq.packs.scenarios():
            assert f"### {info.title}\n" in page, info.id

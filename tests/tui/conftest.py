"""A home of its own for every test, and no settings from outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "WARDIARY_ASCII", "WARDIARY_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in (("LC_ALL", "C.UTF-8"), ("TERM", "xterm-256color")):
        monkeypatch.setenv(name, value)


@pytest.fixture
def hq(tmp_path: Path) -> Iterator[Headquarters]:
    with Headquarters(tmp_path) as opened:
        yield opened

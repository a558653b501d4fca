"""A home of its own for every test, chance that is the same in every run, and no settings from outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from textual._compositor import Compositor

from campaign.headquarters import Headquarters
from campaign.shared.clock import World
from tests.conftest import PROFILE
from tests.tui.playing import drawn_at_last


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "WARDIARY_ASCII", "WARDIARY_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in (("LC_ALL", "C.UTF-8"), ("TERM", "xterm-256color")):
        monkeypatch.setenv(name, value)


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal every picture is thrown away, which takes a third of the time: in the default profile the
    screen is drawn when all has come of a key, and not in between (`drawn_at_last`)."""
    if PROFILE != "long":
        monkeypatch.setattr(Compositor, "render_update", drawn_at_last)


@pytest.fixture
def hq(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Headquarters]:
    world = World(random_bytes=Random(request.node.name).randbytes)
    with Headquarters(tmp_path, world) as opened:
        yield opened

"""The command line, for every test here: on diaries that lie here, and on those of a server."""

from __future__ import annotations

import pytest

from tests.conftest import PROFILE
from tests.tui.cli.running import wardiary

__all__ = ["wardiary"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test that runs commands runs them once more against a server, in the default profile those that are
    marked so; what cannot hold there is marked with why."""
    if "wardiary" not in metafunc.fixturenames:
        return
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    wanted = "at_home" not in marks and (PROFILE == "long" or "served" in marks)
    if wanted:
        metafunc.parametrize("wardiary", ["here", "served"], indirect=True)

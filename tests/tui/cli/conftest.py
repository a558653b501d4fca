"""The command line, for every test here."""

from __future__ import annotations

from tests.tui.cli.running import wardiary

__all__ = ["wardiary"]

"""Whether anybody can still be at this terminal."""

from __future__ import annotations

import select
import sys


def hung_up() -> bool:
    """Whether the terminal is gone: its window was closed, or the line to it broke."""
    if not hasattr(select, "poll"):
        return False
    asked = select.poll()
    asked.register(sys.__stdin__.fileno(), 0)  # type: ignore[union-attr]
    return any(happened & select.POLLHUP for _, happened in asked.poll(0))

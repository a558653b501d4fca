"""What stands on a terminal that is too small for anything else."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from tui.shared.glyphs import Glyphs

LEAST = Size(60, 16)
"""Columns and rows below which nothing can be played."""


def fits(size: Size) -> bool:
    return size.width >= LEAST.width and size.height >= LEAST.height


class TooSmall(Screen[None]):
    """Covers everything until the window is larger; all keys but those that leave sleep. The program sees that it lies
    uppermost, and takes it away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.leave", "Quit", show=False)]

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._times = "x" if glyphs.plain("×") == "x" else "×"

    def compose(self) -> ComposeResult:
        yield Static()

    def on_resize(self, event: events.Resize) -> None:
        needed, found = (f"{one.width}{self._times}{one.height}" for one in (LEAST, event.size))
        told = f"War Diary needs {needed}; this is {found}. Nothing is lost: make the window larger, or q to quit."
        self.query_one(Static).update(Text(told))

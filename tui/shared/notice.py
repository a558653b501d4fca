"""One notice above the footer."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static


class Notice(Static):
    """What just happened to what was asked: refusals, news from elsewhere, progress."""

    def tell(self, text: str, grave: bool = False) -> None:
        self.set_class(grave, "grave")
        self.display = bool(text)
        self.update(Text(text))
        self.text = text

    text: str = ""

"""One notice above the footer, and one line at the top while a server is away."""

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


class Away(Static):
    """The server does not answer, and since when."""

    def __init__(self, since: str) -> None:
        """since: as a clock shows it."""
        super().__init__(
            Text(f"Server away since {since}, trying again ...", no_wrap=True, overflow="ellipsis")
        )

"""One notice above the footer, and one line at the top while a server is away."""

from __future__ import annotations

from textwrap import wrap

from rich.text import Text
from textual.widgets import Static

ROWS = 4
"""As many as the style sheet leaves it."""


def cut(text: str, width: int) -> str:
    """As much as fits into the notice; where something is cut off, it ends in dots."""
    rows = [row for line in text.splitlines() for row in wrap(line, width) or [""]]
    if len(rows) <= ROWS:
        return text
    dots = " ..." if text.isascii() else " …"
    return "\n".join([*rows[: ROWS - 1], rows[ROWS - 1][: width - len(dots)] + dots])


class Notice(Static):
    """What just happened to what was asked: refusals, news from elsewhere, progress."""

    def tell(self, text: str, grave: bool = False) -> None:
        self.set_class(grave, "grave")
        self.display = bool(text)
        self.update(Text(cut(text, max(1, self.screen.size.width - 2))))
        self.text = text

    text: str = ""


class Away(Static):
    """The server does not answer, and since when."""

    def __init__(self, since: str) -> None:
        """since: as a clock shows it."""
        super().__init__(
            Text(f"Server away since {since}, trying again ...", no_wrap=True, overflow="ellipsis")
        )

"""Lists of rows, with the keys that all lists here have."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option

TURNED = Style(reverse=True)
_WRAPPER = Console()
"""Rich asks for one to break lines; nothing is written with it."""


def hanging(text: Text, width: int) -> Text:
    """Each line broken where it is wider than so many columns, the rest of it indented as its beginning is."""
    lines: list[Text] = []
    for line in text.split("\n"):
        indent = len(line.plain) - len(line.plain.lstrip(" "))
        if width <= 2 * indent:
            lines.append(line)
            continue
        for part in line[indent:].wrap(_WRAPPER, width - indent):
            part.rstrip()
            lines.append(Text(" " * indent).append_text(part))
    return Text("\n").join(lines)


class Rows(OptionList, inherit_bindings=False):
    """An option list with vi's keys, that leaves Home and End to others and can be read without colours."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "next", show=False),
        Binding("up,k", "cursor_up", "previous", show=False),
        Binding("pagedown", "page_down", "page down", show=False),
        Binding("pageup", "page_up", "page up", show=False),
        Binding("enter", "select", "Do it", key_display="Enter"),
    ]

    _clicked: Option | None = None

    def on_click(self, event: events.Click) -> None:
        """A click chooses a row; the second one on the very same row, at once, is Enter."""
        event.prevent_default()  # Textual's own does it with the first
        row: int | None = event.style.meta.get("option")
        option = self.options[row] if row is not None and row < self.option_count else None
        again = event.chain > 1 and option is self._clicked
        self._clicked = option
        if option is None or option.disabled:
            return
        self.highlighted = row
        if again:
            self.action_select()

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        if not (self.app.no_color and self.has_focus):  # pyright: ignore[reportUnknownMemberType]
            return strip
        line = self.scroll_offset.y + y
        on_it = line < len(self._lines) and self._lines[line][0] == self.highlighted
        return strip.apply_style(TURNED) if on_it else strip

"""The last row: the main keys. Textual's own footer mounts a dozen widgets anew whenever a key changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text
from textual.widgets import Static

from tui.shared.keys import TABLE, shown
from tui.shared.words import BOLD

Pair = tuple[str, str]


def main_keys(room: str, own: dict[str, str], without: Iterable[str] = ()) -> list[Pair]:
    """(key, word) of a room's keys that have a short word. own: the user's keys; without: ids left out."""
    found, without = list[Pair](), set(without)
    for key in TABLE:
        if key.room == room and key.short and key.id not in without:
            keys = own.get(key.id, "")
            found.append(
                (
                    shown(keys.split(",")[0]) if keys else key.display or shown(key.keys.split(",")[0]),
                    key.short,
                )
            )
    return found


class KeyBar(Static):
    """Keys and what they do, in one row."""

    def __init__(self) -> None:
        super().__init__("")
        self.pairs: list[Pair] = []

    def tell(self, pairs: Sequence[Pair]) -> None:
        if list(pairs) == self.pairs:
            return
        self.pairs = list(pairs)
        text = Text(no_wrap=True, overflow="ellipsis")
        for i, (key, word) in enumerate(self.pairs):
            text.append(" " if i else "").append(key, BOLD).append(f" {word}")
        self.update(text, layout=False)

    def asleep(self, covered: bool) -> None:
        """Nothing is offered while a question covers the screen: its keys are other ones."""
        self.visible = not covered

"""The diary's log: the newest entries below, each with its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from campaign.shared.answers import LogEntry
from tui.battle.messages import EntryPicked, OlderWanted
from tui.battle.situation import SHOWN
from tui.shared.rows import Rows


class LogPanel(Rows):
    """Entries of the log. Enter looks at the highlighted one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Look at it", key_display="Enter")]

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[LogEntry] = []
        self._looking: int | None = None

    def tell(
        self,
        log: Sequence[LogEntry],
        write: Callable[[LogEntry], Text],
        looking: int | None,
        fresh: bool = False,
    ) -> None:
        """Show the end of the log, or its part around the entry that is looked at. fresh: write all lines anew."""
        shown = _part(log, looking)
        same = 0 if fresh else _same(self.entries, shown)
        if same < len(self.entries) or not shown:
            self.set_options(Option(write(entry)) for entry in shown)
        else:
            self.add_options(Option(write(entry)) for entry in shown[same:])
        if same == len(shown) == len(self.entries) and looking == self._looking:
            return
        self.entries, self._looking = list(shown), looking
        seqs = [entry.seq for entry in shown]
        self.highlighted = seqs.index(looking) if looking in seqs else len(shown) - 1 if shown else None
        if looking is None:
            self.call_after_refresh(self.scroll_end, animate=False)  # of a long entry, how it ended
        else:
            self.call_after_refresh(self.scroll_to_highlight)

    @property
    def entry(self) -> LogEntry | None:
        at = self.highlighted
        return self.entries[at] if at is not None and at < len(self.entries) else None

    def put_before(self, older: Sequence[LogEntry], write: Callable[[LogEntry], Text]) -> None:
        """Show so many older ones too as there is place for, and leave what one looks at where it is."""
        more = older[-(SHOWN - len(self.entries)) :] if len(self.entries) < SHOWN else ()
        at, down, high = self.highlighted, self.scroll_offset.y, self.virtual_size.height
        self.entries = [*more, *self.entries]
        self.set_options(Option(write(entry)) for entry in self.entries)
        self.highlighted = None if at is None else at + len(more)

        def stay() -> None:
            self.scroll_to(y=down + self.virtual_size.height - high, animate=False)

        self.call_after_refresh(stay)

    def on_focus(self) -> None:
        self.post_message(OlderWanted())

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.post_message(OlderWanted())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.entry is not None:
            self.post_message(EntryPicked(self.entry.seq))


def _part(log: Sequence[LogEntry], looking: int | None) -> Sequence[LogEntry]:
    end = len(log)
    if looking is not None and log:
        end = min(end, max(looking - log[0].seq + 1 + SHOWN // 2, SHOWN))
    return log[max(end - SHOWN, 0) : end]


def _same(old: Sequence[LogEntry], new: Sequence[LogEntry]) -> int:
    """How many entries from the first on are the very same."""
    count = 0
    for a, b in zip(old, new, strict=False):
        if a is not b and a != b:
            break
        count += 1
    return count

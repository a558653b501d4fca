"""The list of what may be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.battle.menu import Row, finishes
from tui.battle.messages import ChoiceHighlighted, ChoiceMade, OnMapWanted, UnitPicked
from tui.shared.glyphs import UNICODE, Glyphs
from tui.shared.rows import Rows
from tui.shared.words import BOLD, DIM


class ChoiceList(Rows):
    """Rows of the menu. Enter does the highlighted one, or opens the highlighted piece."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self._write: Callable[[Row], Text] = lambda row: Text(row.text)
        self._wide = 0

    def tell(
        self,
        rows: Sequence[Row],
        unit: str,
        badges: Mapping[str, Text],
        glyphs: Glyphs = UNICODE,
        prefer: str = "",
        fresh: bool = False,
    ) -> None:
        """Show rows. What was highlighted stays so, if it is still there. prefer: the key to highlight
        instead. fresh: write all rows anew."""
        if list(rows) == self.rows and not prefer and not fresh:
            return
        before = self.row.key if self.row else ""
        self.rows = list(rows)
        with self.prevent(OptionList.OptionHighlighted):
            self._write = lambda row: self._text(row, unit, badges, glyphs)
            self._fill()
            keys = [row.key for row in self.rows]
            wanted = prefer if prefer in keys else before
            self.highlighted = keys.index(wanted) if wanted in keys else self._first(unit)
        self._report()

    def _fill(self) -> None:
        """Write all rows, broken to the room there is now."""
        self._wide = self.scrollable_content_region.width
        self.set_options(Option(self._write(row)) for row in self.rows)

    def on_resize(self) -> None:
        """Rows that were written while something else stood here are broken anew."""
        if self.rows and self.scrollable_content_region.width not in (0, self._wide):
            with self.prevent(OptionList.OptionHighlighted):
                at = self.highlighted
                self._fill()
                self.highlighted = at

    def _first(self, unit: str) -> int | None:
        """What a new list highlights: never what ends a phase by one careless stroke, if there is anything else."""
        own = [i for i, row in enumerate(self.rows) if row.choice is not None and row.unit == unit]
        may = [i for i, row in enumerate(self.rows) if row.choice is not None and not finishes(row.choice)]
        return next(iter((*own, *may)), 0 if self.rows else None)

    def _text(self, row: Row, unit: str, badges: Mapping[str, Text], glyphs: Glyphs) -> Text:
        if row.heading:
            sign = glyphs.open if row.unit == unit else glyphs.shut
            return Text(f"{sign} ") + badges.get(row.unit, Text()) + Text(f" {glyphs.plain(row.text)}", BOLD)
        indent = "   " if row.indent else " "
        wide = max(self.scrollable_content_region.width, 20)
        lines = wrap(glyphs.plain(row.text), wide, initial_indent=indent, subsequent_indent=f"{indent}  ")
        return Text("\n".join(lines), DIM if row.choice is None else "")

    @property
    def row(self) -> Row | None:
        at = self.highlighted
        return self.rows[at] if at is not None and at < len(self.rows) else None

    def _report(self) -> None:
        row = self.row
        self.post_message(ChoiceHighlighted(row.choice if row else None))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._report()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        row = self.row
        if row is None:
            return
        if row.choice is not None:
            self.post_message(ChoiceMade(row.choice))
        elif row.heading:
            under = (self.highlighted or 0) + 1
            if under < len(self.rows) and self.rows[under].indent:  # it is open already
                self.highlighted = under
            else:
                self.post_message(UnitPicked(row.unit))
        elif row.on_map:
            self.post_message(OnMapWanted())

"""The finder: every action, piece, place and hex, narrowed by typing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from campaign.battles.answers import LegalAction
from campaign.rules.views import PieceView
from tui.battle.menu import Menu
from tui.shared.dialogs import Dialog
from tui.shared.rows import Rows

LIMIT = 200


class Found(NamedTuple):
    """What was picked: something to do, or somewhere to look."""

    label: str
    choice: LegalAction | None = None
    where: str = ""
    unit: str = ""


def find(
    text: str, menu: Menu, pieces: Sequence[PieceView], places: Sequence[tuple[str, str]], limit: int = LIMIT
) -> list[Found]:
    """What a search text fits: places and pieces by name or number, then actions by their words."""
    found: list[Found] = []
    wanted = text.strip().lower()
    if wanted:
        for where, name in places:
            if where.lower().startswith(wanted) or (name and wanted in name.lower()):
                found.append(Found(f"look at {where}{f' {name}' if name else ''}", None, where))
            if len(found) >= 20:
                break
        for piece in pieces:
            if wanted in piece.name.lower() or wanted in piece.id.lower():
                found.append(Found(f"look at {piece.name} in {piece.where}", None, piece.where, piece.id))
    found += [Found(choice.label, choice) for choice in menu.search(text, limit)]
    return found[:limit]


class Finder(Dialog[Found]):
    """Type to search, arrows to choose, Enter to do it or to go there."""

    asked = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
    ]

    def __init__(self, menu: Menu, pieces: Sequence[PieceView], places: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._menu, self._pieces, self._places = menu, pieces, places
        self.found: list[Found] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(Text("Find an action, a piece, a place or a hex"), classes="question")
            yield Input(placeholder="a name, a number, some words")
            yield Rows()
            yield Static("", classes="note")

    def on_mount(self) -> None:
        if self.query(Rows):
            self._search("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, text: str) -> None:
        self.found = find(text, self._menu, self._pieces, self._places)
        answers = self.query_one(Rows)
        answers.set_options(Option(Text(one.label)) for one in self.found)
        answers.highlighted = 0 if self.found else None
        whole = len(self._menu.all)
        note = f"{len(self.found)} shown of {whole} actions" if whole > LIMIT else f"{len(self.found)} found"
        self.query_one(".note", Static).update(Text(f"{note}   Enter: do it, or go there   Esc: back"))

    def action_move(self, step: int) -> None:
        answers = self.query_one(Rows)
        answers.action_cursor_down() if step > 0 else answers.action_cursor_up()

    def action_page(self, step: int) -> None:
        answers = self.query_one(Rows)
        answers.action_page_down() if step > 0 else answers.action_page_up()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._pick(self.query_one(Rows).highlighted)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._pick(event.option_index)

    def _pick(self, at: int | None) -> None:
        if at is not None and at < len(self.found):
            self.dismiss(self.found[at])

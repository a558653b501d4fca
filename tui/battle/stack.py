"""The page of a stack: all pieces in a hex, what they carry, and those beside the map; one is chosen with the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from campaign.rules.views import PieceView
from tui.boards.chart import spot
from tui.shared.dialogs import Dialog
from tui.shared.rows import Rows
from tui.shared.words import BOLD, DIM


class Standing(NamedTuple):
    """A line of the page. badge: whose it is. able: whether it can do something now."""

    piece: PieceView
    badge: Text
    able: bool


def line(one: Standing) -> Text:
    """Name, place if it stands beside the map, and what there is to know in a few words."""
    piece = one.piece
    text = Text("  " if piece.aboard else "").append_text(one.badge)
    text.append(f" {piece.name}", DIM if piece.out else BOLD if one.able else "")
    facts = [piece.stance, *piece.status, *(f"{what} {value}" for what, value in piece.details)]
    aboard = f"in {piece.aboard}" if piece.aboard else ""
    told = ", ".join(fact for fact in (aboard, *facts) if fact)
    return text.append(f"  {told}" if told else "").append("  can act" if one.able else "", DIM)


def beside(pieces: Sequence[PieceView], places: frozenset[str]) -> list[PieceView]:
    """Those that stand nowhere on the map, nor in a piece there. places: those of the map."""
    return [one for one in pieces if not one.out and not one.aboard and spot(one) not in places]


class StackPage(Dialog[str]):
    """Answers with the id of the piece that was chosen."""

    asked = True

    def __init__(self, where: str, here: Sequence[Standing], off: Sequence[Standing]) -> None:
        super().__init__()
        self._where, self._here, self._off = where, here, off

    def compose(self) -> ComposeResult:
        parts = [(f"In {self._where}", self._here), ("Beside the map", self._off)]
        with Vertical(classes="page"):
            yield Static(Text(f"Pieces in {self._where}, and beside the map"), classes="question")
            options: list[Option] = []
            for title, some in parts:
                if some:
                    options.append(Option(Text(title, DIM), disabled=True))
                    options += [Option(line(one), id=one.piece.id) for one in some]
            yield Rows(*options)
            yield Static(Text("Enter: choose   Esc: back"), classes="note")

    def on_mount(self) -> None:
        for rows in self.query(Rows):
            rows.highlighted = 1

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)

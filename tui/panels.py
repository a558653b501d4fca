"""The small panels around the board. Each takes its content through one method and changes nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from campaign.rules.system import PieceView
from tui.glyphs import Glyphs
from tui.palette import Ink, SideMark
from tui.words import BOLD, DIM, others_line, piece_lines


class Banner(Static):
    """Turn, phase, and who is asked for what."""

    def tell(self, headline: str, question: Text) -> None:
        head = Text(headline, DIM)
        if self.content_size.width:
            head.truncate(self.content_size.width, overflow="ellipsis")
        self.update(Text().append_text(head).append("\n").append_text(question))


class Hint(Static):
    """One line: what Enter would do."""

    def tell(self, text: str) -> None:
        self.update(Text(text, no_wrap=True, overflow="ellipsis"), layout=False)


class Notice(Static):
    """What just happened to what was asked: refusals, news from elsewhere, progress."""

    def tell(self, text: str, grave: bool = False) -> None:
        self.set_class(grave, "grave")
        self.display = bool(text)
        self.update(Text(text))
        self.text = text

    text: str = ""


class Details(VerticalScroll, can_focus=False):
    """The cursor's hex and who is in it."""

    def __init__(self) -> None:
        super().__init__()
        self._body = Static()

    def compose(self) -> ComposeResult:
        yield self._body

    def tell(
        self,
        where: str,
        place: tuple[str, str, str],
        pieces: Sequence[tuple[PieceView, str]],
        marks: Mapping[str, SideMark],
        ink: Ink,
        glyphs: Glyphs,
        room: int,
    ) -> None:
        """pieces: the foremost first, each with its name. room: how many others are named."""
        terrain, mark, name = place
        text = Text(where, BOLD) + Text(f" {terrain}")
        if name:
            text += Text(f", {name}")
        if mark:
            text += Text(f", {mark}")
        if pieces:
            piece, shown = pieces[0]
            text += Text("\n") + piece_lines(piece, marks.get(piece.side), ink, glyphs, shown)
            text += others_line(pieces[1:], marks, ink, room)
        self._body.update(Text(glyphs.plain(text.plain), spans=text.spans))


class OddsPanel(VerticalScroll, can_focus=False):
    """What the highlighted choice can lead to."""

    def __init__(self) -> None:
        super().__init__()
        self._body = Static()

    def compose(self) -> ComposeResult:
        yield self._body

    def tell(self, text: Text) -> None:
        self.display = bool(text.plain)
        self._body.update(text)
        self.text = text.plain

    text: str = ""

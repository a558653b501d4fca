"""The panels around the board. Each takes its content through one method and changes nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from campaign.rules.views import PieceView
from tui.battle.choice_list import ChoiceList
from tui.battle.log_panel import LogPanel
from tui.battle.steering_panel import SteeringPanel
from tui.battle.words import others_line, piece_lines
from tui.boards.board_view import Spot
from tui.shared.glyphs import Glyphs
from tui.shared.key_bar import KeyBar
from tui.shared.notice import Notice
from tui.shared.palette import Ink, SideMark
from tui.shared.words import BOLD, DIM, badge


class Banner(Static):
    """Turn, phase, and who is asked for what."""

    def tell(self, headline: str, question: Text) -> None:
        head = Text(headline, DIM)
        if self.content_size.width:
            head.truncate(self.content_size.width, overflow="crop")
        self.update(Text().append_text(head).append("\n").append_text(question))


class Hint(Static):
    """One line: what Enter would do."""

    def tell(self, text: str) -> None:
        self.update(Text(text, no_wrap=True, overflow="ellipsis"), layout=False)


class Details(VerticalScroll, can_focus=False):
    """The cursor's place and who is in it."""

    def __init__(self) -> None:
        super().__init__()
        self._body = Static()

    def compose(self) -> ComposeResult:
        yield self._body

    def tell(
        self,
        spot: Spot,
        pieces: Sequence[tuple[PieceView, str]],
        marks: Mapping[str, SideMark],
        labels: Mapping[str, str],
        ink: Ink,
        glyphs: Glyphs,
        room: int,
    ) -> None:
        """pieces: the foremost first, each with its name. labels: their signs on the board, if they have any.

        room: how many others are named; a single one always is.
        """
        text = Text(spot.where, BOLD) + Text(f" {spot.terrain}")
        for word in spot.notes:
            text.append(f", {word}")
        if spot.ruler:
            text.append(f"\n {spot.ruler}", BOLD)
        if pieces:
            piece, shown = pieces[0]
            label = labels.get(piece.id, "")
            text.append("\n").append_text(
                piece_lines(piece, marks.get(piece.side), ink, glyphs, shown, label)
            )
            text.append_text(others_line(pieces[1:], marks, ink, room, labels))
        self.text = glyphs.plain(text.plain)
        self._body.update(Text(self.text, spans=text.spans))

    text: str = ""


class Beside(VerticalScroll, can_focus=False):
    """What stands beside the map: numbers and hands, then pieces: guns far away, aircraft, what is still to come."""

    def __init__(self) -> None:
        super().__init__()
        self._body = Static()
        self.text = ""

    def compose(self) -> ComposeResult:
        yield self._body

    def tell(
        self,
        lines: Sequence[str],
        pieces: Sequence[PieceView],
        marks: Mapping[str, SideMark],
        ink: Ink,
        glyphs: Glyphs,
    ) -> None:
        """lines: numbers and hands."""
        text = Text("\n".join(lines))
        if pieces:
            text.append("\n" if lines else "").append("Beside the map", DIM)
        for piece in pieces:
            told = ", ".join(piece.status) or piece.where
            text.append("\n").append_text(badge(marks.get(piece.side), ink)).append(f" {piece.name}")
            text.append(f": {told}" if told else "", DIM)
        self.text = glyphs.plain(text.plain)
        self.set_class(not text.plain, "empty")
        self.set_class(bool(lines), "counts")
        self._body.update(Text(self.text, spans=text.spans))


class OddsPanel(VerticalScroll, can_focus=False):
    """What the highlighted choice can lead to."""

    def __init__(self) -> None:
        super().__init__()
        self._body = Static()

    def compose(self) -> ComposeResult:
        yield self._body
        yield Static("", classes="clipped")

    def tell(self, text: Text, key: str = "") -> None:
        """key: what shows it all, if there is no room here."""
        self.set_class(not text.plain, "empty")
        self._body.update(text)
        self.text = text.plain
        self.query_one(".clipped", Static).update(Text(f"{key}: all of it", no_wrap=True), layout=False)

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        self.set_class(shown, "more")

    text: str = ""


class Panels:
    """All that the battle screen consists of. place: where the board is put when it is known; east: beside it."""

    def __init__(self) -> None:
        self.banner, self.hint, self.details = Banner(""), Hint(""), Details()
        self.beside = Beside()
        self.place, self.east = Vertical(id="board"), Vertical(id="east")
        self.log, self.choices, self.odds = LogPanel(), ChoiceList(), OddsPanel()
        self.steering = SteeringPanel()
        self.notice, self.keys = Notice(""), KeyBar()

    def compose(self) -> ComposeResult:
        yield self.banner
        with Horizontal(id="field"):
            with Vertical(id="west"):
                yield self.place
                yield self.hint
                yield self.log
            with self.east:
                yield self.details
                yield self.beside
                yield self.choices
                yield self.odds
                yield self.steering
        yield self.notice
        yield self.keys

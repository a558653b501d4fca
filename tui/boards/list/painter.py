"""A piece as a line of text."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from campaign.rules.views import PieceView
from tui.boards.chart import Chart
from tui.shared.glyphs import Glyphs, stance_mark
from tui.shared.palette import Ink
from tui.shared.words import BOLD, DIM, badge


def piece_line(piece: PieceView, here: bool, chart: Chart, glyphs: Glyphs, ink: Ink) -> Text:
    """A piece: who, in which state. here: whether the cursor stands on it."""
    sign = "[" if here else ">" if piece.id in chart.aims else "(" if piece.id == chart.unit else " "
    text = Text(sign, BOLD if here else "")
    text.append_text(badge(chart.sides.get(piece.side), ink, chart.labels.get(piece.id, "")))
    text.append("]" if here else " ", BOLD)
    style = DIM if piece.out else BOLD if piece.id == chart.unit else Style()
    text.append(glyphs.plain(piece.name), style)
    stance = stance_mark(piece.stance)
    if stance:
        text.append(f" {stance}")
    if piece.status:
        text.append(glyphs.plain(f"  {', '.join(piece.status)}"), DIM)
    text.no_wrap = True
    return text

"""What a verification found, as a page to read."""

from __future__ import annotations

from rich.text import Text

from campaign.shared.answers import VerifyReport
from campaign.shared.seals import short_seal
from tui.shared.dialogs import Page
from tui.shared.glyphs import Glyphs
from tui.shared.words import BOLD


def proved_page(report: VerifyReport, glyphs: Glyphs) -> Page:
    """Whether it holds, what was not checked, and the statement of what was proved."""
    text = Text()
    if report.sound:
        text.append(f"{report.held}, {report.decided} decided again. {_first(report.dice)}.\n")
        text.append(f"Newest entry {short_seal(report.entries, report.seal)}\n")
    else:
        text.append(f"{report.fault}\n", BOLD)
    for one in report.unchecked:
        text.append(f"\nNot checked: {one}\n")
    for one in report.brought:
        text.append(f"\nBrought along: {one}\n")
    for one in report.notes:
        text.append(f"\n{one}\n")
    if report.definition:
        text.append(f"\nDefinition {report.definition}\n")
    for one in report.proved:
        text.append(f"\n{_first(one.subject)}: {one.standing}\n", BOLD)
        text.append(f"  {one.words}\n")
    return Page("What was proved", Text(glyphs.plain(text.plain), spans=text.spans))


def _first(words: str) -> str:
    return words[:1].upper() + words[1:]

"""How commands print: JSON for scripts, plain lines for people."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from campaign.shared.answers import ChangeLine, Refusal, VerifyReport
from campaign.shared.plain import plain
from campaign.shared.seals import short_seal
from tui.cli import suggesting

T = TypeVar("T")

REFUSED = 2
BROKEN = 1
UNCHECKED = 3
NARROW = 8
"""No column gives way below that."""


def say(text: str) -> None:
    """A line for people: nothing in it can steer the terminal."""
    print(plain(text))


def as_json(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def as_renamed(value: Struct, names: Mapping[str, str], more: Mapping[str, Any] | None = None) -> None:
    """An answer as JSON in the words of a command. names: of its fields → as they are printed; those that are empty are
    left out. more: what stands behind them."""
    fields: dict[str, Any] = msgspec.to_builtins(value)
    as_json({**{names.get(name, name): one for name, one in fields.items()}, **(more or {})})


def found(value: T, words: Callable[[T], None], json: bool) -> int:
    """What was asked for: as JSON, or in words."""
    if json:
        as_json(value)
    else:
        words(value)
    return 0


def archived(name: str, back: bool, json: bool) -> int:
    """That a diary is listed no longer, or is again."""
    if json:
        as_json({"diary": name, "archived": not back})
    else:
        say(f"{name} is listed again." if back else f"{name} is listed no longer; `--back` brings it back.")
    return 0


def complain(refusal: Refusal, json: bool) -> int:
    """A refusal, on standard error: what may be typed instead stands on lines of its own."""
    if json:
        print(msgspec.json.encode(refusal).decode(), file=sys.stderr)
        return REFUSED
    words, commands = suggesting.allowed(refusal)
    said = str(replace(refusal, where=suggesting.place(refusal.where), allowed=tuple(words)))
    print("\n".join((plain(said), *(f"  {plain(one)}" for one in commands))), file=sys.stderr)
    return REFUSED


def verified(report: VerifyReport, json: bool) -> int:
    """What verification found; the exit status is 0 for sound, 1 for broken, 3 for sound as far as could be checked."""
    if json:
        as_json(report)
    else:
        _tell(report)
    if not report.sound:
        return BROKEN
    return 0 if report.whole else UNCHECKED


def _tell(report: VerifyReport) -> None:
    if not report.sound:
        say(report.fault)
    else:
        again = "all" if report.decided == report.entries else str(report.decided)
        newest = short_seal(report.entries, report.seal)
        held = f"{report.held}, {again} of them decided again; {report.dice}."
        say(f"{held} Newest entry {newest}, in full {report.seal}")
    for one in report.unchecked:
        say(f"Not checked: {one}")
    for one in report.brought:
        say(f"Brought along: {one}")
    for note in report.notes:
        say(note)
    if report.definition:
        say(f"Definition {report.definition}")
    if report.proved:
        say("What was proved:")
        table([(f"  {one.subject}", one.standing, one.words) for one in report.proved])


def rule(number: str) -> str:
    return f"  [{number}]" if number else ""


def table(rows: Iterable[Sequence[str]], gap: str = "  ") -> None:
    """Columns as wide as they need be, as far as the terminal is; what is too long for its column goes on below."""
    rows = [tuple(row) for row in rows]
    if not rows:
        return
    widths = _widths(rows, get_terminal_size().columns, len(gap))
    for row in rows:
        cells = [_broken(cell, width) for cell, width in zip(row, widths, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            say(gap.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _widths(rows: Sequence[Sequence[str]], room: int, gap: int) -> list[int]:
    """Of each column: what its longest cell needs, but the widest give way, as far as no word or id is torn."""
    columns = list(zip(*rows, strict=True))
    widths = [max(len(cell) for cell in column) for column in columns]
    least = [max(len(word) for cell in column for word in cell.split() or [""]) for column in columns]
    least = [max(narrow, min(width, NARROW)) for narrow, width in zip(least, widths, strict=True)]
    over = sum(widths) + gap * (len(widths) - 1) - room
    while over > 0:
        widest = max(range(len(widths)), key=lambda i: (widths[i] > least[i], widths[i]))
        if widths[widest] <= least[widest]:
            break
        widths[widest] -= 1
        over -= 1
    return widths


def _broken(cell: str, width: int) -> list[str]:
    """A cell in lines of that width; what stands in front of it as an indent stays."""
    if len(cell) <= width:
        return [cell]
    indent = " " * (len(cell) - len(cell.lstrip()))
    return wrap(cell, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def changes(lines: Sequence[ChangeLine]) -> None:
    table([(one.path, f"{one.before!r}", "→", f"{one.after!r}") for one in lines])
    if not lines:
        say("Nothing.")

"""Runs of alike sentences, told by the first and the last; deeds that are alike, told in one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from campaign.reports.deeds import Deed
from campaign.rules.wording import noun
from campaign.shared.answers import Line

SHORT = 3
"""So many alike sentences are all told."""
HEAD = 2
"""Words of a beginning that makes sentences alike."""
NUMBERS = (
    "",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
)


def folded(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Sentences of one entry. A long way is told by where it begins and ends, and how many steps lie between."""
    found: list[Line] = []
    for _, group in groupby(lines, key=_alike):
        some = list(group)
        if len(some) > SHORT:
            between = len(some) - 2
            some = [some[0], Line(f"… {between} more steps …"), some[-1]]
        found += some
    return tuple(found)


def _alike(line: Line) -> tuple[str, str]:
    """What the sentences of a run have in common: the rule, the beginning, and the verb wherever it stands."""
    head = line.text.split(" enters ")[0] if " enters " in line.text else " ".join(line.text.split()[:HEAD])
    return line.rule, head


def gathered(deeds: Sequence[Deed]) -> tuple[Deed, ...]:
    """The deeds of one turn. What pieces of a side merely are otherwise than before, in the same words, is one line,
    where the first of them stands: `Three pieces moved, face down: …`."""
    alike: dict[tuple[str, str], list[Deed]] = {}
    for deed in deeds:
        if deed.passing:
            alike.setdefault((deed.side, deed.passing), []).append(deed)
    rows: list[Deed] = []
    for deed in deeds:
        some = alike.get((deed.side, deed.passing), [deed]) if deed.passing else [deed]
        if some[0] is deed:
            rows.append(deed if len(some) == 1 else replace(deed, text=_together(some)))
    return tuple(rows)


def _together(deeds: Sequence[Deed]) -> str:
    """Pieces that are not told apart by their names are counted."""
    names = {deed.piece: deed.name for deed in deeds}
    many = {name: sum(other == name for other in names.values()) for name in names.values()}
    number = NUMBERS[len(names)] if len(names) < len(NUMBERS) else str(len(names))
    listed = ", ".join(f"{name} ({n})" if n > 1 else name for name, n in many.items())
    return f"{number} {noun(len(names), 'piece')} {deeds[0].passing}: {listed}."

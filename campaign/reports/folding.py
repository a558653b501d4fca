"""Runs of alike sentences, told by the first and the last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from campaign.shared.answers import Line

SHORT = 3
"""So many alike sentences are all told."""
HEAD = 2
"""Words of a beginning that makes sentences alike."""


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

"""What is said of a way back: what it takes back, and what it brings back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.rules.refused import Refused
from campaign.shared.answers import Line

LONGEST_TALE = 12
"""Lines that are told of an entry that is taken back at the most."""


def there_is(to: int | None, head: int) -> int:
    """The entry that a jump leads to. Raises Refused if a diary that ends at `head` has none such."""
    if to is None or not 1 <= to <= head:
        raise Refused(f"There is no entry {to} to go back to.", "", [f"1 to {head}"], "$.to")
    return to


def sealed(secret: str, what: str) -> None:
    """Raises Refused for a diary whose secret is out: its dice could be foreseen. what: it is of."""
    if secret:
        raise Refused(
            f"The {what} is over and its secret is out: fork it to go on another way.", "", ["fork"]
        )


class Named(NamedTuple):
    """An entry, and its kind as whoever hears of it may know it."""

    seq: int
    kind: str


def tale(gone: Sequence[Named], back: Sequence[Named], told: Sequence[Line]) -> tuple[Line, ...]:
    """Which entries are taken back and which brought back. told: of the one that is taken back; of several, nothing."""
    lines = [
        Line(f"{_listed(some)} {what} back.") for some, what in ((gone, "taken"), (back, "brought")) if some
    ]
    lines += [Line(f"No longer: {line.text}", line.rule) for line in told[:LONGEST_TALE]]
    if len(told) > LONGEST_TALE:
        lines.append(Line(f"And {len(told) - LONGEST_TALE} more of it."))
    return tuple(lines)


def _listed(entries: Sequence[Named]) -> str:
    named = ", ".join(f"{seq} ({kind})" for seq, kind in entries)
    return f"Entry {named} is" if len(entries) == 1 else f"Entries {named} are"

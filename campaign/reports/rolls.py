"""Dice as a report shows them: what for, how they fell, why so many, and by which rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from campaign.battles.answers import EntryDetail
from campaign.reports.deeds import news
from campaign.rules.options import Modifier
from campaign.shared.answers import Line


class Roll(Struct, frozen=True):
    """Dice of one purpose. terms: why so many, where the events say. shuffled: cards, not dice: their order is not
    told, only how many there are. source: `typed` where somebody rolled them at a table."""

    purpose: str
    values: tuple[int, ...]
    sides: int
    rule: str = ""
    terms: tuple[Modifier, ...] = ()
    shuffled: int = 0
    source: str = ""


def rolls(detail: EntryDetail) -> tuple[Roll, ...]:
    """All dice of an entry, in order."""
    terms = [(dice, found) for event in news(detail) if (dice := _dice(event)) and (found := _terms(event))]
    made: list[Roll] = []
    for draw in detail.draws:
        if draw.matters == "shuffle":
            made.append(Roll(draw.purpose, (), draw.sides, shuffled=draw.sides))
            continue
        fell = sorted(draw.written)
        why = next((some for dice, some in terms if sorted(dice) == fell), ())
        rule = _rule(draw.purpose, draw.written, detail.lines)
        made.append(Roll(draw.purpose, draw.written, draw.sides, rule, why, source=draw.source))
    return tuple(made)


def _rule(purpose: str, values: tuple[int, ...], lines: Sequence[Line]) -> str:
    """The rule of the sentence that tells of these dice, else of the first that has one."""
    told = [purpose]
    if len(values) > 1:
        told += [" ".join(map(str, values)), " ".join(map(str, sorted(values)))]
    for words in told:
        if found := next((line.rule for line in lines if line.rule and words in line.text), ""):
            return found
    return next((line.rule for line in lines if line.rule), "")


def _dice(event: Mapping[str, Any]) -> list[int]:
    found = event.get("dice")
    return [one for one in found if isinstance(one, int)] if isinstance(found, list) else []  # pyright: ignore


def _terms(event: Mapping[str, Any]) -> tuple[Modifier, ...]:
    """The terms of a sum, of an event that tells them."""
    for name in ("modifiers", "terms"):
        rows: Any = event.get(name)
        if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):  # pyright: ignore[reportUnknownVariableType]
            return tuple(Modifier(row["what"], row["value"], row.get("rule", "")) for row in rows)  # pyright: ignore
    return ()

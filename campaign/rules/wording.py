"""Numbers with what they count."""

from __future__ import annotations


def noun(number: float, one: str, many: str = "") -> str:
    """`entry` for 1, `entries` for any other number. many: without it, an s is put behind."""
    return one if number == 1 else many or f"{one}s"


def count(number: int, one: str, many: str = "") -> str:
    """`1 entry`, `2 entries`."""
    return f"{number} {noun(number, one, many)}"


def some_hexes(number: int) -> str:
    """`1 hex`, `2 hexes`."""
    return count(number, "hex", "hexes")

"""31.5: where an enemy's vehicle goes whose order leads into ground that it cannot enter. Pure: by directions alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from campaign.systems.combat_volume_2.vehicles.tables import Ways

LOW = 4
"""Faces of a d10 up to this take the first column."""


class Detour(NamedTuple):
    """ways: of the new order. stands: neither of them is open, and the table has no way out: it waits for the rest of
    the turn. dice: rolled, 0 to 9."""

    ways: Ways
    stands: bool
    dice: tuple[int, ...]


def closed(ways: Ways, barred: Collection[int]) -> bool:
    """Whether all directions of an order are barred."""
    return all(way in barred for way in ways)


def detour(
    table: Mapping[Ways, tuple[Ways, Ways]],
    ways: Ways,
    barred: Collection[int],
    roll: Callable[[str], tuple[bool, int]],
) -> Detour:
    """What takes the place of an order all of whose directions are barred. table: by directions, the new ones for a
    low and a high die. roll: (what for) → whether the die is low, and its face (31.5).
    """
    low, die = roll("another way: 0 to 4 the one, 5 to 9 the other")
    first = table[ways][0 if low else 1]
    if not closed(first, barred):
        return Detour(first, False, (die,))
    open_ones = [found for found in table[first] if not closed(found, barred)]
    if not open_ones:
        return Detour(first, True, (die,))
    if len(open_ones) == 1:
        return Detour(open_ones[0], False, (die,))
    low, again = roll("another way once more: 0 to 4 the one, 5 to 9 the other")
    return Detour(open_ones[0 if low else 1], False, (die, again))

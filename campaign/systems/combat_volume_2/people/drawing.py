"""How wound cards come that are drawn for one wound: two for who is tough or is shot at by who is deadly, four for both
(24.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import perm, prod

from campaign.rules.dice import Walking
from campaign.systems.combat_volume_2.charts import WOUNDS, Wound
from campaign.systems.combat_volume_2.play import Play

Left = tuple[int, ...]
"""Cards of each kind that can be drawn, the mildest first."""


def counts(drawn: Sequence[int], each: int) -> int:
    """The card that counts, of kinds as they are drawn: of several pairs the mildest, of so many in each the worst."""
    return min(max(drawn[at : at + each]) for at in range(0, len(drawn), each))


@lru_cache(maxsize=4096)
def drawn(pairs: int, each: int, left: Left) -> tuple[tuple[Left, int, int], ...]:
    """What can come: the cards that are drawn, by kinds, and the kind that counts, in how many ways."""
    found: dict[tuple[Left, int], int] = {}
    kinds = range(len(left))
    for cards in product(kinds, repeat=pairs * each):
        taken = tuple(cards.count(kind) for kind in kinds)
        if ways := prod(map(perm, left, taken)):
            key = taken, counts(cards, each)
            found[key] = found.get(key, 0) + ways
    return tuple((taken, kind, ways) for (taken, kind), ways in found.items())


def several(play: Play, left: Sequence[int], pairs: int, each: int) -> tuple[Wound, list[int]]:
    """Where all ways are walked: what counts of several cards, and such cards."""
    assert isinstance(play.dice, Walking)
    kinds = {card: play.charts.wound(card) for card in left}
    of = [[card for card in left if kinds[card] == kind] for kind in WOUNDS]
    ways = drawn(pairs, each, tuple(map(len, of)))
    taken, kind, _ = ways[play.dice.among([many for _, _, many in ways])]
    return WOUNDS[kind], [card for some, count in zip(of, taken, strict=True) for card in some[:count]]

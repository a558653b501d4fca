"""Who may be hit, and the words for what becomes of him, where odds are reckoned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from fractions import Fraction
from typing import cast

from campaign.rules.hexes import Hex
from campaign.rules.walking import Walked
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.view import LOSSES

Chances = dict[str, Fraction]

HURTS = (e.UnitSuppressed, e.UnitDamaged, e.UnitRemoved, e.PanicRolled)
"""Events that do something to a unit."""


class Fates:
    """Who may be hit, and what has become of them where a way of the dice ends."""

    def __init__(self, units: Iterable[Unit]) -> None:
        """Units as they are now."""
        self.before = {one.id: one for one in units}

    @classmethod
    def within(cls, play: Play, hexes: Iterable[Hex], firers: Container[str] = ()) -> Fates:
        """Whoever is in some hexes. firers: who is not hit, though he may be there: in an overrun, or below a
        helicopter."""
        some, units = frozenset(hexes), play.state.units.values()
        return cls(one for one in units if one.hex in some and not one.out and one.id not in firers)

    def words(self, play: Play, id: str) -> tuple[str, ...]:
        """The gravest of what has happened to a unit, and what else a loss brought with it."""
        now, before = play.state.units[id], self.before[id]
        if now.out:
            return ("eliminated",)
        lighter: list[str] = []
        if now.panicked and not before.panicked:
            lighter.append("panics under fire")
        if now.suppression > before.suppression:
            lighter.append(f"suppressed {now.suppression}")
        if now.damage > before.damage:
            return LOSSES[now.damage], *lighter
        return tuple(lighter[:1]) or ("no effect",)

    def all(self, play: Play) -> tuple[tuple[str, ...], ...]:
        return tuple(self.words(play, id) for id in self.before)

    def struck(self, play: Play) -> list[str]:
        """Of those whom a part has struck what it did to them, with their names. It is their only part: who only gets
        down from what burns (9.54), or takes over for a headquarters (19.814), has one of his own."""
        ids = {one.unit for one in play.events if isinstance(one, HURTS)}
        found = [(one.name, self.words(play, id)[0]) for id, one in self.before.items() if id in ids]
        return [f"{name}: {word}" for name, word in found if word != "no effect"]


def at(fates: Fates, found: Walked, target: str) -> tuple[Chances, Chances]:
    """What becomes of the target, and what else may: to it, to others, and by itself."""
    results: Chances = defaultdict(Fraction)
    facts: Chances = defaultdict(Fraction)
    facts.update({str(fact): part for fact, part in found.single.items()})
    for i, (id, before) in enumerate(fates.before.items()):
        for whole, part in found.whole.items():
            word, *more = cast("tuple[tuple[str, ...], ...]", whole)[i]
            if id == target:
                results[word] += part
                for other in more:
                    facts[other] += part
            elif word != "no effect":
                facts[f"{before.name}: {word}"] += part
    return results, facts

"""What the comparisons of several rule systems share: battles by chance, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from campaign.rules.dice import Dice
from campaign.rules.system import Rules

Told = Callable[[Any, Any], None]
"""(the state before it, event)."""


def go_on(rules: Rules, game: Any, side: str, action: Any, dice: Dice, told: Told) -> None:
    """Do something in a game, and tell each event that comes of it."""
    before = rules.copy(game)
    for event in rules.advance(game, side, action, dice):
        told(before, event)
        before.forget()
        rules.system.appliers[type(event)](before, event)


def battles(
    seeds: Iterable[int],
    positions: int,
    played: Callable[[int, Told], Iterable[Any]],
    wrong: Callable[[Any, Any], Iterable[str]],
) -> Iterator[tuple[str, Any]]:
    """So many positions of battles played by chance, with their names. wrong: what of an event is not as the text has
    it: nothing may be."""
    for seed in seeds:
        said: list[str] = []

        def told(game: Any, event: Any, said: list[str] = said) -> None:
            said.extend(wrong(game, event))

        for game in played(seed, told):
            assert not said, f"played {seed}: {said}"
            yield f"played {seed}", game
            positions -= 1
            if not positions:
                return
        assert not said, f"played {seed}: {said}"

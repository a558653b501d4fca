"""What the answers to `act` have in common: who is asked, and whether his order has something of it in this impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from campaign.rules.chapters import by_deed, of_whom
from campaign.rules.options import Odds, in_order
from campaign.rules.refused import Refused
from campaign.rules.walking import walked
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Play
from campaign.systems.combat_volume_2.state import Man

A = TypeVar("A", bound=Action)


def man(play: Play, side: str) -> Man | None:
    """The man who is asked what he does, if he is of that side."""
    found = play.state.men.get(play.state.acting)
    return found if found is not None and found.side == side and found.able else None


def due(play: Play, man: Man) -> bool:
    """Whether what his order does besides moving and shooting comes in this impulse."""
    row = play.charts.orders.get(man.order.word)
    return row is not None and bool(row.acts) and row.acts == play.state.impulse


def why_not(play: Play, side: str, unit: str, order: str) -> Iterator[Refused]:
    """What may be wrong with an order that does one thing in one impulse."""
    yield from not_he(play, side, unit)
    man = play.man(unit)
    row = play.charts.orders[order]
    if man.order.word != order:
        has = checks.order_name(play, man.order.word) if man.order.word else "no order"
        yield Refused(f"{named(man)} has {has}, not {row.name}.", "7", where="$.kind")
    elif not due(play, man):
        yield Refused(f"{row.name} comes in impulse {row.acts}.", "4", [f"impulse {row.acts}"], "$.kind")


def not_he(play: Play, side: str, unit: str) -> Iterator[Refused]:
    """Whether another man is asked, or one who cannot act."""
    acting = man(play, side)
    if acting is None:
        yield Refused("Nobody of your side acts now.", "4", where="$.unit")
    elif acting.id != unit:
        yield Refused(f"{named(acting)} acts now.", "4", [acting.id], "$.unit")


def odds(do: Callable[[Play, str, A], None]) -> Callable[[Play, str, A], Odds]:
    """Chances of what comes of an action, by its facts."""
    return by_deed(do)


def by_end(
    do: Callable[[Play, str, A], None], result: Callable[[Play], str]
) -> Callable[[Play, str, A], Odds]:
    """Chances of what an action ends in, told from the state in which it does; single facts are told as well. result:
    (play at the end), which may look at the last part of it alone."""

    def odds(play: Play, side: str, action: A) -> Odds:
        found = walked(play, lambda play: do(play, side, action), play.table.facts, result)
        whole = {str(words): part for words, part in found.whole.items()}
        single: dict[str, Fraction] = {}
        for fact, part in found.single.items():
            words = of_whom(fact)
            if words not in whole:
                single[words] = single.get(words, Fraction(0)) + part
        return Odds(in_order(whole.items()), in_order(single.items()))

    return odds

"""What the answers to `act` have in common: who is asked, and whether his order has something of it in this impulse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.people.checks import named, order_name
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
        has = order_name(play, man.order.word) if man.order.word else "no order"
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

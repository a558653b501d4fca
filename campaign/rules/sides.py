"""The two sides of a battle, by their ids."""

from __future__ import annotations

from typing import Protocol

from campaign.rules.options import Side


class Sided(Protocol):
    """A state that knows its two sides."""

    @property
    def sides(self) -> tuple[Side, ...]: ...


def other_side(state: Sided, side: str) -> str:
    first, second = state.sides
    return second.id if side == first.id else first.id


def side_name(state: Sided, side: str) -> str:
    return next(one.name for one in state.sides if one.id == side)

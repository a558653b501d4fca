"""A force of one's own as its rule system judges it: what is wrong with it, and what could still be added."""

from __future__ import annotations

from msgspec import Struct


class Problem(Struct, frozen=True, omit_defaults=True):
    """What is wrong with a roster, where in it, the rule's number, and what would be allowed."""

    reason: str
    where: str = ""
    rule: str = ""
    allowed: tuple[str, ...] = ()


class Fit(Struct, frozen=True, omit_defaults=True):
    """What could still be added. where: to which unit of the roster ("" for the roster itself)."""

    id: str
    name: str
    cost: int
    where: str = ""
    kind: str = ""


class RosterReport(Struct, frozen=True, omit_defaults=True):
    """A force as its rule system judges it. lines: (indent, text, points) for a printed list."""

    title: str
    cost: int
    limit: int
    lines: tuple[tuple[int, str, int], ...]
    problems: tuple[Problem, ...] = ()
    fits: tuple[Fit, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.problems

"""A force of one's own as its rule system judges it: what is wrong with it, and what could still be added."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from campaign.rules.refused import Refused
from campaign.rules.shapes import in_words
from events.decoding import convert

R = TypeVar("R", bound=Struct)


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


def read_roster(
    content: Mapping[str, Any], shape: type[R], what: str, rule: str, allowed: Mapping[str, Collection[str]]
) -> R:
    """A roster as it stands in a file. what: the word for one. allowed: place → the values that there are. Raises
    Refused with the place of what is wrong."""
    try:
        return convert(content, shape)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `")
        where = path.rstrip("`") or "$"
        fits = {**allowed, "$": shape.__struct_fields__}.get(where, ())
        raise Refused(f"This is no {what}: {in_words(reason)}.", rule, [*fits], where) from None

"""How doors answer: refusals as values where something changes, one exception where something is read, and one retry.

Every public method of a door declares the right that it needs, with one of these decorators:

    any      whoever calls may            look     as one of the caller's roles, or as an observer
    act      for one of his sides         umpire   as the umpire of that battle or campaign
    keep     as keeper of this house's diaries
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar

from campaign.rules.dice import DiceWanted
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Answer, DiceNeeded, Kind, Refusal
from events.errors import (
    Damaged,
    DiaryError,
    HeadMoved,
    NoSuchDiary,
    NoSuchEntry,
    NotWritten,
    ReadOnly,
    UnknownEvent,
)

P = ParamSpec("P")
T = TypeVar("T")
Right = Literal["any", "look", "act", "umpire", "keep"]
TRIES = 5
"""How often something is decided anew because somebody else appended first."""

_KINDS: tuple[tuple[tuple[type[DiaryError], ...], Kind], ...] = (
    ((HeadMoved,), "head-moved"),
    ((ReadOnly, NotWritten), "read-only"),
    ((NoSuchDiary, NoSuchEntry), "unknown"),
    ((Damaged, UnknownEvent), "damaged"),
)


def as_refused(error: DiaryError) -> Refused:
    """What a store refuses, in the words of headquarters."""
    kind = next((kind for classes, kind in _KINDS if isinstance(error, classes)), "refused")
    return Refused(str(error), kind=kind)


def declares(right: Right) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Only the right: for what answers with the answers of others."""

    def mark(method: Callable[P, T]) -> Callable[P, T]:
        method.right = right  # type: ignore[attr-defined]
        return method

    return mark


def reads(right: Right) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """For what only reads: raises Refused, and nothing else that a player could have caused."""

    def wrap(method: Callable[P, T]) -> Callable[P, T]:
        @wraps(method)
        def answered(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return method(*args, **kwargs)
            except DiaryError as error:
                raise as_refused(error) from error

        return declares(right)(answered)

    return wrap


def acts(right: Right) -> Callable[[Callable[P, Acted]], Callable[P, Answer]]:
    """For what changes a diary: answers with a value, and a refusal leaves no trace."""

    def wrap(method: Callable[P, Acted]) -> Callable[P, Answer]:
        @wraps(method)
        def answered(*args: P.args, **kwargs: P.kwargs) -> Answer:
            try:
                return method(*args, **kwargs)
            except Refused as refused:
                return Refusal.of(refused)
            except DiceWanted as wanted:
                return DiceNeeded(wanted.purpose, wanted.count, wanted.sides, wanted.typed)
            except DiaryError as error:
                return Refusal.of(as_refused(error))

        return declares(right)(answered)

    return wrap


def patiently(do: Callable[[], T], expected: int | None = None) -> T:
    """Decide anew if somebody else was faster, unless the caller has named the entry that he has seen."""
    for _ in range(TRIES):
        try:
            return do()
        except HeadMoved:
            if expected is not None:
                raise
    raise Refused("Others keep acting first. Try again.")


def right_of(method: Any) -> str:
    """The right that a public method declares; "" if it declares none."""
    return getattr(method, "right", "")

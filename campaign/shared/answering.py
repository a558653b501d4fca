"""How doors answer: refusals as values where something changes, one exception where something is read, and one retry.

Every public method of a door declares the right that it needs, with one of these decorators:

    any      whoever calls may            look     as one of the caller's roles, or as an observer
    act      for one of his sides         umpire   as the umpire of that battle or campaign
    keep     as keeper of this house's diaries
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from campaign.rules.dice import DiceWanted
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Answer, DiceNeeded, Kind, Refusal
from campaign.shared.repeating import shorten
from campaign.shared.terms import NO_TERMS, Terms
from events.entry import Head
from events.errors import (
    BesideMoved,
    Damaged,
    DiaryError,
    HeadMoved,
    NoSuchDiary,
    NoSuchEntry,
    NotRead,
    NotWritten,
    ReadOnly,
    UnknownEvent,
    fitting,
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
    ((Damaged, UnknownEvent, NotRead), "damaged"),
)


def as_refused(error: DiaryError) -> Refused:
    """What a store refuses, in the words of headquarters."""
    if isinstance(error, NotWritten) and error.full:
        return Refused(str(error), kind="no-space")
    kind = next((kind for classes, kind in _KINDS if isinstance(error, classes)), "refused")
    where = "$.expected" if isinstance(error, HeadMoved) else ""  # else it would have been decided anew
    return Refused(str(error), where=where, kind=kind)


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
            except Refused as refused:
                shorten(refused, args, kwargs)
                raise
            except DiaryError as error:
                raise shorten(as_refused(error), args, kwargs) from error

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
                return Refusal.of(shorten(refused, args, kwargs))
            except DiceWanted as wanted:
                return DiceNeeded(wanted.purpose, wanted.count, wanted.sides, wanted.typed, wanted.faces)
            except DiaryError as error:
                return Refusal.of(shorten(as_refused(error), args, kwargs))

        return declares(right)(answered)

    return wrap


class Looked(Protocol):
    """What somebody looks at: a diary at its newest entry."""

    @property
    def name(self) -> str: ...

    @property
    def head(self) -> Head: ...


L = TypeVar("L", bound=Looked)


def shown(ask: Callable[Concatenate[L, P], T]) -> Callable[Concatenate[L, P], T]:
    """For what asks the rules about a state: no honest diary leads to one that they cannot make sense of, and somebody
    who wrote another must not stop whoever looks. Raises Damaged."""

    @wraps(ask)
    def answered(look: L, *args: P.args, **kwargs: P.kwargs) -> T:
        with fitting(look.name, look.head.seq, "what it leads to cannot be shown"):
            return ask(look, *args, **kwargs)

    return answered


def settled(do: Callable[[], T], terms: Terms) -> T:
    """Ask once more if it was refused under a key: it may be because it was done elsewhere while we looked, and then
    the answer is that of what was done."""
    try:
        return do()
    except (Refused, DiceWanted, DiaryError):
        if not terms.key:
            raise
        return do()


def patiently(do: Callable[[], T], terms: Terms = NO_TERMS) -> T:
    """Decide anew if somebody else was faster, unless it was where the caller has named the entry that he has seen."""
    for _ in range(TRIES):
        try:
            return settled(do, terms)
        except BesideMoved:
            continue
        except HeadMoved:
            if terms.expected is not None:
                raise
    raise Refused("Others keep acting first. Try again.")


def right_of(method: Any) -> str:
    """The right that a public method declares; "" if it declares none."""
    return getattr(method, "right", "")

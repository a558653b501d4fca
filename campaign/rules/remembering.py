"""What has been worked out of a state is remembered with it, and events end it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import wraps
from typing import Any, TypeVar

from msgspec import Struct

F = TypeVar("F")
NOTHING: Any = object()


class Memory:
    """What has been worked out of one state. now: what every event ends; lasting: what some events leave."""

    __slots__ = ("lasting", "now")

    def __init__(self) -> None:
        self.now: dict[Hashable, Any] = {}
        self.lasting: dict[Hashable, Any] = {}

    def once(self, key: Hashable, work: Callable[..., F], *args: Any) -> F:
        """work(*args), worked out once as long as nothing happens. key: what it is, and of what."""
        found = self.now.get(key, NOTHING)
        if found is NOTHING:
            found = self.now[key] = work(*args)
        return found

    def lasts(self, key: Hashable, work: Callable[..., F], *args: Any) -> F:
        """The same of what only some events end."""
        found = self.lasting.get(key, NOTHING)
        if found is NOTHING:
            found = self.lasting[key] = work(*args)
        return found


class Remembering(Struct, dict=True):
    """A state with a memory, which is no part of the battle: never encoded, copied or compared.

    Whoever changes a battle by other means than events calls `forget`.
    """

    @property
    def known(self) -> dict[str, Any]:
        """By side, the state as it is known there, for as long as nothing happens; "" for what everybody knows."""
        return vars(self).setdefault("kept", {})

    def memory(self, of: Any) -> Memory:
        """What is remembered for somebody, mostly charts."""
        memories = vars(self).setdefault("memories", {})
        found = memories.get(of)
        if found is None:
            found = memories[of] = Memory()
        return found

    def forget(self) -> None:
        kept = vars(self)
        for memory in kept.get("memories", {}).values():
            memory.now.clear()
            memory.lasting.clear()
        kept.pop("kept", None)

    def forget_now(self) -> None:
        """Only what every event ends."""
        kept = vars(self)
        for memory in kept.get("memories", {}).values():
            memory.now.clear()
        kept.pop("kept", None)


Apply = Callable[[Any, Any], None]
Lasts = Callable[[Memory, Any, Any], None]
"""lasts(memory, state, event): ends what such an event ends of what lasts; the state is as it was before it."""


def remembered(
    appliers: Mapping[type[Any], Apply], lasts: Mapping[type[Any], Lasts | None] | None = None
) -> Mapping[type[Any], Apply]:
    """The same appliers, each of which makes its state (a `Remembering`) forget before it changes it: all, but for
    events of `lasts`, after which what lasts is kept, as far as they say (None: all of it)."""
    some = lasts or {}
    return {
        event: _partly(apply, some[event]) if event in some else _wholly(apply)
        for event, apply in appliers.items()
    }


def _wholly(apply: Apply) -> Apply:
    @wraps(apply)
    def applied(state: Remembering, event: Any) -> None:
        state.forget()
        apply(state, event)

    return applied


def _partly(apply: Apply, lasts: Lasts | None) -> Apply:
    @wraps(apply)
    def applied(state: Remembering, event: Any) -> None:
        state.forget_now()
        if lasts is not None:
            for memory in vars(state).get("memories", {}).values():
                lasts(memory, state, event)
        apply(state, event)

    return applied

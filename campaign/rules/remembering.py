"""Events end what was remembered: states that keep what has been worked out of them until the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import Any

from msgspec import Struct


class Remembering(Struct, dict=True):
    """A state with a memory, which is no part of the battle: never encoded, copied or compared.

    Whoever changes a battle by other means than events calls `forget`.
    """

    @cached_property
    def memory(self) -> dict[Any, Any]:
        """By charts, what has been worked out since the last event; every applier forgets it."""
        return {}

    def forget(self) -> None:
        self.memory.clear()


Apply = Callable[[Any, Any], None]


def forgetful(appliers: Mapping[type[Any], Apply]) -> Mapping[type[Any], Apply]:
    """The same appliers, each of which makes its state (a `Remembering`) forget before it changes it."""
    return {event: _forgetful(apply) for event, apply in appliers.items()}


def _forgetful(apply: Apply) -> Apply:
    @wraps(apply)
    def applied(state: Remembering, event: Any) -> None:
        state.forget()
        apply(state, event)

    return applied

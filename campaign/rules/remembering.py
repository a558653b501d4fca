"""Events end what was remembered: states that keep what has been worked out of them until the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Protocol


class Remembering(Protocol):
    """A state with a memory that is no part of the battle."""

    def forget(self) -> None: ...


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

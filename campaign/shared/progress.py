"""How far something long has come: whoever waits for it may be told."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

Tell = Callable[[str, int, int], None]
"""(what is done, how much of it, of how much)"""

_TELL: ContextVar[Tell | None] = ContextVar("TELL", default=None)


@contextmanager
def told(tell: Tell | None) -> Generator[None]:
    """What takes long within tells how far it is; None: it tells nobody."""
    token = _TELL.set(tell)
    try:
        yield
    finally:
        _TELL.reset(token)


def tell(what: str, done: int, of: int) -> None:
    if (found := _TELL.get()) is not None:
        found(what, done, of)

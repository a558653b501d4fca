"""Interrupts from the keyboard. Python drops what is raised while it cleans up, so one is raised again until the
command has ended."""

from __future__ import annotations

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

AGAIN = 1.0
"""Seconds: what cleans up after an interrupt has that long until the next."""
STATUS = 130
"""Of a command that was interrupted."""


@contextmanager
def heeded() -> Generator[None]:
    """Whatever is interrupted in here ends with STATUS and without a traceback. Where interrupts are ignored or
    somebody else's, as in a shell's background, they stay so."""
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGALRM, _raised)
        signal.signal(signal.SIGINT, _raised)
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(STATUS)
    finally:
        as_usual()


def as_usual() -> None:
    """For what heeds interrupts by itself, and for the end."""
    if signal.getsignal(signal.SIGINT) is _raised:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _raised(_: int, __: FrameType | None) -> None:
    signal.setitimer(signal.ITIMER_REAL, AGAIN)
    raise KeyboardInterrupt

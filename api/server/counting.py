"""What is asked and answered, and which streams come and go: in the metrics, and a line of the log each. No player, no
battle."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from typing import Any

from api.server.http import Incoming, Outgoing
from api.server.metrics import Metrics
from api.server.streams.stream import Stream
from api.wire.problems import Failed, of_refusal
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal

log = logging.getLogger("wardiary.requests")


async def counted(
    metrics: Metrics, operation: str, request: Incoming, asked: Awaitable[Outgoing]
) -> Outgoing:
    """The answer, with what the gate has to say of limits. Raises Failed, with the same, also for what was Refused
    before there was anything to answer."""
    begun, status = time.perf_counter(), 500
    try:
        body, media, status, headers = await asked
    except Refused as refused:  # what is kept cannot be looked at
        failed = Failed(of_refusal(Refusal.of(refused)))
        status = failed.problem.status
        _tell_limits(failed, request)
        raise failed from refused
    except Failed as failed:
        status = failed.problem.status
        _tell_limits(failed, request)
        raise
    finally:
        seconds = time.perf_counter() - begun
        metrics.answered(operation, status, seconds)
        _note(operation, operation, status=status, ms=round(seconds * 1000, 1))
    return Outgoing(body, media, status, (*headers, *request.spent))


def _tell_limits(failed: Failed, request: Incoming) -> None:
    failed.headers |= {name.decode(): value.decode() for name, value in request.spent}


@contextmanager
def telling_limits(request: Incoming) -> Generator[None]:
    """What is refused inside says the same of limits as what is answered. Raises Failed."""
    try:
        yield
    except Failed as failed:
        _tell_limits(failed, request)
        raise


@contextmanager
def turned_away(metrics: Metrics, operation: str) -> Generator[None]:
    """Around what lets a stream in, or raises Failed."""
    try:
        yield
    except Failed as failed:
        status = failed.problem.status
        metrics.answered(operation, status, 0.0)
        _note(operation, operation, status=status)
        raise


def opened(metrics: Metrics, operation: str, open: int) -> float:
    """A stream. open: how many there are now. The moment, for `closed`."""
    metrics.opened(operation)
    _note(f"{operation} opened", operation, open=open)
    return time.monotonic()


def closed(metrics: Metrics, operation: str, stream: Stream, since: float, open: int) -> None:
    """since: as `opened` told it."""
    seconds = time.monotonic() - since
    metrics.closed(operation, stream.why, seconds)
    _note(f"{operation} closed", operation, why=stream.why, seconds=round(seconds, 1), open=open)


def _note(text: str, operation: str, **more: Any) -> None:
    if log.isEnabledFor(logging.INFO):
        log.info("%s", text, extra={"more": {"operation": operation, **more}})

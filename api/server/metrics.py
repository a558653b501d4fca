"""What the server counts, for Prometheus. Names of operations and no others: no player, no battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from api.server.caching import Cache

MEDIA = CONTENT_TYPE_LATEST
OPEN = (1.0, 10.0, 60.0, 600.0, 3600.0, 6 * 3600.0, 24 * 3600.0)
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """Of one server."""

    def __init__(self, cache: Cache) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "wardiary_requests", "Requests answered.", ("operation", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "wardiary_request_seconds", "Until the answer is ready.", ("operation",),
            registry=self._registry, buckets=SECONDS,
        )  # fmt: skip
        self._streams = Gauge("wardiary_streams", "Streams that are open.", registry=self._registry)
        self._came = Counter(
            "wardiary_streams_opened", "Streams that were opened.", ("operation",), registry=self._registry
        )
        self._went = Counter(
            "wardiary_streams_closed", "Streams that ended.", ("operation", "why"), registry=self._registry
        )
        self._open = Histogram(
            "wardiary_stream_seconds", "For which a stream was open.", ("operation",),
            registry=self._registry, buckets=OPEN,
        )  # fmt: skip
        self._diaries = Counter(
            "wardiary_diaries_went_on", "How often a diary was seen to have gone on.", registry=self._registry
        )
        self._registry.register(_Cached(cache))
        self._answers: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def answered(self, operation: str, status: int, seconds: float) -> None:
        found = self._answers.get((operation, status))
        if found is None:  # to look them up by their labels costs more than to count
            found = self._requests.labels(operation, status), self._seconds.labels(operation)
            self._answers[operation, status] = found
        requests, took = found
        requests.inc()
        took.observe(seconds)

    def opened(self, operation: str) -> None:
        """A stream."""
        self._came.labels(operation).inc()

    def closed(self, operation: str, why: str, seconds: float) -> None:
        """why: as it was told to its reader; `gone` if he went."""
        self._went.labels(operation, why).inc()
        self._open.labels(operation).observe(seconds)

    def went_on(self, diaries: int) -> None:
        self._diaries.inc(diaries)

    def count_streams(self, count: Callable[[], int]) -> None:
        self._streams.set_function(count)

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Cached:
    """Looked at when somebody asks."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def collect(self) -> Iterator[Any]:
        for name, text, value in (
            ("wardiary_cache_hits", "Answers that were kept.", self._cache.hits),
            ("wardiary_cache_misses", "Answers that had to be made.", self._cache.misses),
        ):
            yield CounterMetricFamily(name, text, value=value)

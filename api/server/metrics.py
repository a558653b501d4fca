"""What the server counts, for Prometheus. Names of operations and no others: no player, no battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from api.server.caching import Cache

MEDIA = CONTENT_TYPE_LATEST
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
        self._diaries = Counter(
            "wardiary_diaries_went_on", "How often a diary was seen to have gone on.", registry=self._registry
        )
        self._registry.register(_Cached(cache))

    def answered(self, operation: str, status: int, seconds: float) -> None:
        self._requests.labels(operation, status).inc()
        self._seconds.labels(operation).observe(seconds)

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

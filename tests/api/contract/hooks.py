"""What Schemathesis does not know by itself: files as bodies, and that a refusal says why."""

from __future__ import annotations

from typing import Any

import schemathesis
from schemathesis.transport.requests import REQUESTS_TRANSPORT

from api.wire.headers import NDJSON
from api.wire.problems import KINDS, TYPES


@REQUESTS_TRANSPORT.serializer(NDJSON)
def as_it_stands(_: Any, value: Any) -> dict[str, Any]:
    return {"data": value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")}


@schemathesis.check
def refusals_teach(ctx: Any, response: Any, case: Any) -> None:
    """Whatever is no success says what it is and why."""
    if response.status_code < 400 or case.path == "/health":
        return
    told = response.json()
    word = told["type"].removeprefix(TYPES)
    assert word in KINDS and KINDS[word].status == told["status"] == response.status_code, told
    assert told.get("detail"), told
    for status, header in ((401, "www-authenticate"), (405, "allow"), (429, "retry-after")):
        assert response.status_code != status or response.headers.get(header), told

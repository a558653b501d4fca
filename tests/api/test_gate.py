"""What a page of another site cannot have a browser do, of whom a proxy says who it is."""

from __future__ import annotations

from typing import Any

import pytest

from api.server.gate import from_here
from api.server.http import Incoming
from api.wire.problems import Failed


def request(**headers: str) -> Incoming:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    receive: Any = None
    return Incoming({"path": "/", "query_string": b"", "headers": given}, receive)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": "here"},
        {"sec_fetch_site": "same-origin", "origin": "https://here", "host": "inside"},
        {"sec_fetch_site": "none"},
        {"origin": "https://here", "host": "here"},
    ],
)
def test_what_comes_from_here(headers: dict[str, str]) -> None:
    from_here(request(**headers))


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site", "origin": "https://here", "host": "here"},
        {"sec_fetch_site": "same-site"},
        {"origin": "https://there", "host": "here"},
        {"origin": "null", "host": "here"},
        {"origin": "https://here"},
    ],
)
def test_what_comes_from_elsewhere(headers: dict[str, str]) -> None:
    with pytest.raises(Failed) as failed:
        from_here(request(**headers))
    assert failed.value.problem.word == "forbidden"

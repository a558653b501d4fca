"""Pages of other origins: those that are named may ask whatever their token may, and read what they need; no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api.server.origins import READ, SENT, origins
from api.wire.operations import OPERATIONS, ROOT
from campaign.rules.refused import Refused
from tests.api.attacks.wires import head, sent
from tests.api.conftest import Served, freely

PAGE, OTHER = "https://play.example", "http://127.0.0.1:5173"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """To two origins."""
    settings = freely(origins=origins([PAGE, OTHER]))
    with Served(tmp_path_factory.mktemp("opened") / "home", settings) as found:
        found.hq.battles.new("tank-duel", name="duel")
        yield found


def preflight(served: Served, path: str, origin: str, method: str = "POST", *names: str) -> httpx.Response:
    asked = {"origin": origin, "access-control-request-method": method}
    if names:
        asked["access-control-request-headers"] = ",".join(names)
    return httpx.options(served.url + path, headers=asked)


def of_origins(answer: httpx.Response) -> set[str]:
    return {name for name in answer.headers if name.startswith("access-control-")}


def test_a_browser_is_told_what_a_page_may_send(opened: Served) -> None:
    for one in OPERATIONS:
        for origin in (PAGE, OTHER):
            path = ROOT + one.path.replace("{battle}", "duel")
            found = preflight(opened, path, origin, one.verb, "authorization", "idempotency-key")
            assert (found.status_code, found.content) == (204, b"")
            assert found.headers["access-control-allow-origin"] == origin
            assert one.verb in found.headers["access-control-allow-methods"].split(", ")
            assert "HEAD" in found.headers["access-control-allow-methods"].split(", ")
            allowed = found.headers["access-control-allow-headers"].split(", ")
            assert {"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"} <= {
                *allowed
            }
            assert "Last-Event-ID" in allowed and set(allowed) == set(SENT)
            assert int(found.headers["access-control-max-age"]) > 0
            assert (
                "Origin" in found.headers["vary"] and "access-control-allow-credentials" not in found.headers
            )


def test_a_page_reads_answers_and_refusals_with_their_headers(opened: Served) -> None:
    headers = {"origin": PAGE, "authorization": f"Bearer {opened.tokens['a']}"}
    with httpx.Client(base_url=opened.url, headers=headers) as client:
        for answer, status in (
            (client.get("/api/battles/duel/view"), 200),
            (client.get("/api/battles/none/view"), 404),
            (client.patch("/api/battles"), 405),
            (client.post("/api/tickets", json={"path": "/api/stream"}), 201),
            (client.get("/api/me", headers={"authorization": "Bearer x"}), 401),
            (client.get("/nothing"), 404),
            (client.get("/health"), 200),
        ):
            assert answer.status_code == status
            assert answer.headers.get_list("access-control-allow-origin") == [PAGE]
            assert answer.headers["access-control-expose-headers"].split(", ") == list(READ)
            assert "Origin" in ",".join(answer.headers.get_list("vary"))
        with client.stream("GET", "/api/stream") as stream:
            assert stream.headers["access-control-allow-origin"] == PAGE
    assert {"ETag", "Location", "Link", "RateLimit", "RateLimit-Policy", "Retry-After"} <= set(READ)


@pytest.mark.parametrize(
    "origin",
    [
        "https://play.example.evil",
        "http://play.example",
        "https://play.example:443",
        "null",
        "*",
        "",
        "https://x",
    ],
)
def test_no_other_page_may(opened: Served, origin: str) -> None:
    """Not even one that is nearly the same."""
    headers = {"origin": origin, "authorization": f"Bearer {opened.tokens['a']}"}
    found = httpx.get(f"{opened.url}/api/me", headers=headers)
    assert found.status_code == 200 and not of_origins(found)
    assert "Origin" in ",".join(found.headers.get_list("vary")), "no cache gives it to one who may"
    assert not of_origins(preflight(opened, "/api/battles", origin))


def test_two_origins_are_none(opened: Served) -> None:
    found = sent(opened, head(opened, "GET", "/api/me", f"Origin: {PAGE}", f"Origin: {OTHER}"))
    assert found.status == 200 and "access-control-allow-origin" not in found.headers


def test_without_an_origin_none_is_let_in(standing: Served) -> None:
    headers = {"origin": PAGE, "authorization": f"Bearer {standing.tokens['a']}"}
    found = httpx.get(f"{standing.url}/api/me", headers=headers)
    assert found.status_code == 200 and not of_origins(found) and "vary" in found.headers
    asked = preflight(standing, "/api/battles", PAGE)
    assert asked.status_code == 204 and not of_origins(asked) and "POST" in asked.headers["allow"]


def test_what_is_no_preflight_says_what_may_be_done(opened: Served) -> None:
    found = httpx.options(f"{opened.url}/api/battles", headers={"origin": PAGE})
    assert found.headers["allow"] and found.headers["access-control-allow-origin"] == PAGE


def test_who_is_turned_away_hears_why_in_a_page_too(tmp_path: Path) -> None:
    with (
        Served(
            tmp_path / "home", freely(origins=origins([PAGE]), connections=1, connections_each=1)
        ) as served,
        httpx.Client(base_url=served.url, headers={"origin": PAGE}) as first,
    ):
        assert first.get("/version").status_code == 200
        for path, status in (("/version", 503), ("/health", 200)):
            late = httpx.get(served.url + path, headers={"origin": PAGE})
            assert (late.status_code, late.headers.get_list("access-control-allow-origin")) == (
                status,
                [PAGE],
            )


@pytest.mark.parametrize(
    "origin",
    [
        "*", "null", "", "play.example", "https://play.example/", "https://play.example/page", "ftp://x",
        "https://Play.example", "https://play.example:443", "http://localhost:80", "https://a b", "https://me@x",
    ],
)  # fmt: skip
def test_what_is_no_origin_is_refused_at_the_start(origin: str) -> None:
    with pytest.raises(Refused) as found:
        origins([PAGE, origin])
    assert found.value.where == "--origin" and found.value.allowed


def test_origins_are_taken_as_a_browser_names_them() -> None:
    some = [PAGE, OTHER, "http://[::1]:8000", "http://localhost", "https://a-b.c.d:8443", "http://x:443"]
    assert origins(some) == {one.encode() for one in some} and origins([]) == frozenset()

"""Too much, too deep, too long, too slow, of the wrong kind: refused early, and cheaply."""

from __future__ import annotations

import socket
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest

from api.accounts import tokens
from api.server import reading, serving
from tests.api.attacks.wires import Answered, answer, connected, head, sent
from tests.api.conftest import Served

ODDS = "/api/battles/duel/odds"
JSON = "Content-Type: application/json"
MEBI = 1 << 20


@pytest.fixture
def served(standing: Served) -> Served:
    return standing


@contextmanager
def cheaply(most: int = 8 * MEBI, seconds: float = 5.0) -> Iterator[None]:
    """In little memory and work. most: bytes. seconds: of processor time, with what it costs to ask."""
    tracemalloc.start()
    begun = time.process_time()
    try:
        yield
        assert time.process_time() - begun < seconds
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


def chunked(served: Served, path: str, megabytes: int, token: str = "a") -> Answered:
    part = b"100000\r\n" + b" " * MEBI + b"\r\n"
    return sent(
        served,
        head(served, "POST", path, JSON, "Transfer-Encoding: chunked", token=token),
        *[part] * megabytes,
        b"0\r\n\r\n",
    )


def test_100_megabytes_that_are_announced_are_refused_before_they_come(served: Served) -> None:
    with cheaply(2 * MEBI, 2.0):
        found = sent(served, head(served, "POST", ODDS, JSON, f"Content-Length: {100 * MEBI}"))
    assert (found.status, found.word, found.headers["connection"]) == (413, "too-large", "close")


def test_100_megabytes_that_come_in_pieces_are_cut_off(served: Served) -> None:
    with cheaply():
        found = chunked(served, ODDS, 100)
    assert found.status in (413, 0)  # 0: the socket was closed before we had sent all


@pytest.mark.parametrize("path", ["/api/import", "/api/anchor/check"])
def test_no_file_is_read_from_who_does_not_keep_the_house(served: Served, path: str) -> None:
    made = served.accounts.tokens.new(served.accounts.resolve(served.tokens["a"]), "", ("read", "play"))  # type: ignore[arg-type]
    with cheaply():
        assert chunked(served, path, 60, made.secret).status in (403, 0)
        found = sent(served, head(served, "POST", path, f"Content-Length: {50 * MEBI}"))
    assert (found.status, found.word) == (403, "scope")


def test_who_is_no_keeper_with_all_scopes_sends_no_file(served: Served) -> None:
    with served.accounts._file.writing() as conn:
        from api.accounts import tokens

        made = tokens.put(
            conn, served.accounts._world, "ann", "", ("read", "umpire"), "2999-01-01T00:00:00.000Z"
        )
    found = sent(
        served, head(served, "POST", "/api/import", f"Content-Length: {50 * MEBI}", token=made.secret)
    )
    assert (found.status, found.word) == (403, "forbidden")


def test_little_is_read_from_who_has_no_token(served: Served) -> None:
    for path in ("/api/invitation", "/api/invitation/redeem"):
        found = sent(served, head(served, "POST", path, JSON, "Content-Length: 5000", token=""))
        assert (found.status, found.word) == (413, "too-large")
    found = sent(served, head(served, "POST", ODDS, JSON, f"Content-Length: {MEBI}", token=""))
    assert found.status == 401


@pytest.mark.parametrize("length", ["-1", "1e3", "0x10", "", " ", "1 1", "9" * 30, "٣", "+5"])
def test_lengths_that_are_none(served: Served, length: str) -> None:
    raw = (
        head(served, "POST", ODDS, JSON).removesuffix(b"\r\n") + f"Content-Length: {length}\r\n\r\n".encode()
    )
    assert sent(served, raw, b"{}").status in (400, 413)


ODD: dict[str, tuple[bytes, int]] = {
    "very deep": (b"[" * 400_000, 413),
    "deep": (b"[" * 15_000, 400),
    "deep and closed": (b'{"action":' + b"[" * 15_000 + b"]" * 15_000 + b"}", 400),
    "deep objects": (b'{"action":' + b'{"a":' * 100 + b"1" + b"}" * 101, 400),
    "not UTF-8": (b'{"action": {"kind": "\xff\xfe"}}', 400),
    "UTF-16": ('{"action": {"kind": "pass"}}'.encode("utf-16"), 400),
    "half a surrogate": (b'{"action": {"kind": "\\ud800"}}', 400),
    "NaN": (b'{"action": {"kind": "pass", "cost": NaN}}', 400),
    "infinite": (b'{"action": {"kind": "pass", "cost": 1e999}}', 400),
    "a number without end": (b'{"action": {"kind": "pass", "cost": ' + b"9" * 500_000 + b"}}", 400),
    "beyond 64 bits": (b'{"action": {"kind": "pass", "cost": 18446744073709551616}}', 422),
    "a key twice": (b'{"action": {"kind": "pass", "kind": "fire"}}', 400),
    "a field twice": (b'{"action": {"kind": "pass"}, "action": {"kind": "fire"}}', 400),
    "another field": (b'{"action": {"kind": "pass"}, "viewer": "us"}', 422),
    "a list": (b"[]", 422),
    "nothing": (b"null", 422),
    "a string": (b'"pass"', 422),
    "an action that is a number": (b'{"action": 5}', 422),
    "an empty body": (b"", 422),
    "two values": (b'{"action": {"kind": "pass"}} {}', 400),
    "many small things": (b'{"action": {"kind": "pass", "x": [' + b"[],{},0.5," * 90_000 + b"0]}}", 413),
    "many deep things": (b'{"action": [' + (b"[" * 40 + b"]" * 40 + b",") * 12_000 + b"0]}", 413),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_bodies_are_refused_with_a_reason(served: Served, name: str) -> None:
    body, status = ODD[name]
    with httpx.Client(headers={"Authorization": f"Bearer {served.tokens['a']}"}, timeout=20) as client:
        begun = time.process_time()
        found = client.post(served.url + ODDS, content=body, headers={"Content-Type": "application/json"})
        assert time.process_time() - begun < 3
        assert found.status_code == status, found.text
        assert found.headers["content-type"] == "application/problem+json" and found.json()["detail"]
        assert len(found.content) < 2000


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_other_kinds_of_content_are_not_taken(served: Served, kind: str) -> None:
    found = sent(served, head(served, "POST", ODDS, f"Content-Type: {kind}", "Content-Length: 2"), b"{}")
    assert (found.status, found.word) == (415, "media-type")


def test_heads_that_are_too_long_are_cut_off(served: Served) -> None:
    many = [f"X-{n}: {n}" for n in range(10_000)]
    for lines in (many, [f"X-Long: {'x' * 40_000}"], [f"{'X' * 40_000}: x"]):
        found = sent(served, head(served, "GET", "/health", *lines))
        assert (found.status, found.word) == (431, "headers")
        assert found.headers["content-type"] == "application/problem+json"
    found = sent(served, head(served, "GET", "/api/battles/" + "x" * 40_000))
    assert (found.status, found.word) == (431, "headers")
    found = sent(served, head(served, "GET", "/api/battles/" + "x" * 20_000))
    assert found.status == 404 and len(found.body) < 2000
    found = sent(served, head(served, "GET", "/api/battles?" + "x=1&" * 5_000))
    assert found.status in (413, 422) and len(found.body) < 2000


def test_a_head_without_end_costs_nothing(served: Served) -> None:
    with cheaply(4 * MEBI):
        assert sent(served, b"GET /health HTTP/1.1\r\nX-Long: ", *[b"x" * MEBI] * 60).status in (431, 0)
        assert sent(served, b"GET /", *[b"x" * MEBI] * 60).status in (431, 0)


def test_who_never_ends_his_head_is_let_go(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def let_go(wire: socket.socket, begun: bytes = b"") -> bool:
        wire.settimeout(9)  # less than it would be without
        try:
            wire.sendall(begun)
            return wire.recv(100) == b""
        except ConnectionError:  # it was too late even for this
            return True

    with connected(served) as again:
        again.sendall(head(served, "GET", "/health"))
        assert answer(again).status == 200
        monkeypatch.setattr(serving, "HASTE", 0.3)
        assert let_go(again, b"GET /health HT")
    with connected(served) as silent, connected(served) as slow:
        assert let_go(slow, b"GET /health HTTP/1.1\r\nX-A")
        assert let_go(silent)


def test_who_never_ends_his_body_is_told_so(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PATIENCE", 0.3)
    found = sent(served, head(served, "POST", ODDS, JSON, "Content-Length: 100"), b"{")
    assert (found.status, found.word, found.headers["connection"]) == (408, "too-slow", "close")


def test_a_token_that_is_revoked_while_the_body_comes_is_good_for_nothing_more(served: Served) -> None:
    with served.accounts._file.writing() as conn:
        made = tokens.put(
            conn, served.accounts._world, "ann", "", ("read", "play"), "2999-01-01T00:00:00.000Z"
        )
    body = b'{"action": {"kind": "concede"}}'
    before = served.hq.battles.head("duel")
    with connected(served) as wire:
        lines = JSON, "If-Match: *", f"Content-Length: {len(body)}"
        wire.sendall(head(served, "POST", "/api/battles/duel/actions", *lines, token=made.secret) + body[:5])
        time.sleep(0.3)  # he is let in by now
        gone = sent(served, head(served, "DELETE", f"/api/tokens/{made.token.id}", token=made.secret))
        assert gone.status == 200
        wire.sendall(body[5:])
        found = answer(wire)
    assert (found.status, found.word) == (401, "wrong-token")
    assert served.hq.battles.head("duel") == before


@pytest.mark.parametrize(
    "raw",
    [
        b"GARBAGE\r\n\r\n",
        b"GET /health HTTP/9.9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /health HTTP/1.1\r\nBad Header\r\n\r\n",
        b"GET /health HTTP/1.1\r\n folded: x\r\n\r\n",
    ],
)
def test_what_is_no_http_is_a_problem_too(served: Served, raw: bytes) -> None:
    found = sent(served, raw)
    assert (found.status, found.word) == (400, "malformed")


def test_who_goes_away_in_the_middle_leaves_nothing(served: Served) -> None:
    service = served.hub._service
    for _ in range(30):
        with connected(served) as wire:
            wire.sendall(head(served, "POST", ODDS, JSON, "Content-Length: 1000") + b"{")
    with httpx.Client() as client:
        assert client.get(served.url + "/health").status_code == 200
    until = time.monotonic() + 20
    while served.runner.server_state.tasks:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert not service.cache._making


def test_who_asks_much_and_reads_nothing_costs_little(served: Served) -> None:
    """A thousand questions in one go, of which no answer is taken: one is answered after the other."""
    asked = head(served, "GET", "/api/openapi.json", token="") * 1000
    with cheaply(16 * MEBI, 10.0), connected(served) as wire:
        wire.settimeout(2.0)
        with suppress(TimeoutError):  # when the server no longer reads
            wire.sendall(asked)
        time.sleep(0.5)

"""Those who take what is answered slowly, or not at all, or in another form; and those who are too many."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from api.accounts.proxy import proxy
from api.wire.live import HEARTBEAT
from tests.api.attacks.wires import Answered, answer, connected, head, sent
from tests.api.conftest import Served, freely


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        (("gzip",), True),
        (("GZIP;q=0.5",), True),
        (("br, *",), True),
        (("br", "gzip"), True),
        ((), False),
        (("gzip;q=0",), False),
        (("gzip; q=0.0, *",), False),
        (("x-gzip-not",), False),
        (("*;q=0",), False),
        (("identity",), False),
    ],
)
def test_only_who_takes_it_gets_it_compressed(
    served: Served, accepted: tuple[str, ...], packed: bool
) -> None:
    served.hq.battles.new("tank-duel", name="duel")
    lines = [f"Accept-Encoding: {one}" for one in accepted]
    found = sent(served, head(served, "GET", "/api/battles/duel/view", *lines))
    assert (found.status, found.headers.get("content-encoding")) == (200, "gzip" if packed else None)


def test_one_connection_too_many_is_told_to_come_back(tmp_path: Path) -> None:
    with Served(tmp_path, freely(connections=2, connections_each=2)) as served:
        first, second = connected(served), connected(served)
        for one in (first, second):
            assert _asked(served, one).status == 200
        for _ in range(3):
            late = sent(served, head(served, "GET", "/version", token=""))
            assert (late.status, late.word) == (503, "busy")
            assert late.headers["content-type"] == "application/problem+json"
            assert int(late.headers["retry-after"]) > 0 and late.headers["connection"] == "close"
            well = sent(served, head(served, "GET", "/health", token=""))
            assert (well.status, well.headers["connection"]) == (200, "close"), "it is full, and not ill"
        assert _asked(served, first).status == 200, "who is in stays in"
        second.close()
        _until(lambda: sent(served, head(served, "GET", "/version", token="")).status == 200)
        first.close()


def test_one_address_does_not_hold_all_connections(tmp_path: Path) -> None:
    with Served(tmp_path, freely(connections=4)) as served, ExitStack() as stack:
        for _ in range(2):
            assert _asked(served, stack.enter_context(connected(served))).status == 200
        silent = [stack.enter_context(connected(served)) for _ in range(4)]
        late = sent(served, head(served, "GET", "/version", token=""))
        assert (late.status, late.word, b"From your address" in late.body) == (503, "busy", True)
        assert sent(served, head(served, "GET", "/health", token="")).status == 200
        there = (("127.0.0.1", served.runner.port), 15.0, ("127.0.0.2", 0))
        for _ in range(2):
            other = stack.enter_context(socket.create_connection(*there))
            assert _asked(served, other).status == 200, "who is turned away takes nobody's place"
        assert silent[0].recv(1) == b"", "and is not waited for as long as others"


def test_a_proxy_that_is_named_may_have_all_connections(tmp_path: Path) -> None:
    named = proxy("X-Remote-User", ["127.0.0.1"])
    with Served(tmp_path, freely(connections=4, proxy=named)) as served, ExitStack() as stack:
        for _ in range(4):
            assert _asked(served, stack.enter_context(connected(served))).status == 200
        assert sent(served, head(served, "GET", "/version", token="")).status == 503


def _asked(served: Served, wire: socket.socket) -> Answered:
    wire.sendall(head(served, "GET", "/health", token=""))
    return answer(wire)


def test_an_answer_that_nobody_takes_is_let_go_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.server.serving.SLOWEST", 1 << 40)
    with Served(tmp_path, freely(send_within=1.0)) as served:
        served.hq.battles.new("tank-duel", name="duel")
        path = "/api/battles/duel/view?board=whole"
        asked = head(served, "GET", path, "Accept-Encoding: identity")
        with socket.socket() as wire:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.connect(("127.0.0.1", served.runner.port))
            wire.settimeout(0.5)
            with suppress(TimeoutError, ConnectionError):
                wire.sendall(asked * 200)
            _until(lambda: not served.runner.server_state.connections)
        with httpx.Client(base_url=served.url, headers=_bearer(served)) as client:
            for _ in range(2):  # who takes it at once is never cut off
                assert client.get(path).status_code == 200
                time.sleep(0.8)
            assert len(served.runner.server_state.connections) == 1


def test_a_listener_who_goes_is_noticed_though_his_next_request_waits(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    served.hq.battles.new("tank-duel", name="duel")
    for path in ("/api/battles/duel/stream", "/api/stream"):
        with connected(served) as wire:
            wire.sendall(head(served, "GET", path) + head(served, "GET", "/health"))
            assert b"200 OK" in wire.recv(1 << 16)
            _until(lambda: len(served.hub.streams) == 1)
        _until(lambda: not served.hub.streams, 0.7 * HEARTBEAT)  # the next heartbeat would come later
    assert not [one for one in caplog.records if one.levelname == "ERROR"]


def _bearer(served: Served) -> dict[str, str]:
    return {"authorization": f"Bearer {served.tokens['a']}"}


def _until(true: object, seconds: float = 20) -> None:
    assert callable(true)
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)

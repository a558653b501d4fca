"""A page of another origin, in a real browser, plays a turn of a duel by the API alone and follows it with a ticket."""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from api.server.origins import origins
from tests.api.conftest import Served, freely
from tests.example import installed

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
)  # fmt: skip
"""The last keeps the browser open until it is ended."""
PATIENCE = 60.0
PAGE = Path(__file__).with_name("duel.html")
pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="There is no browser here: install chromium to run this."
)


class Site:
    """Where the page comes from. found: what it told when it was done. cut: called when it wants its line cut."""

    def __init__(self) -> None:
        self.found: queue.Queue[Any] = queue.Queue()
        self.cut: Callable[[], None] = lambda: None
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                there = self.path == "/duel.html"
                self.send_response(200 if there else 404)
                self.send_header("content-type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(PAGE.read_bytes() if there else b"")

            def do_POST(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
                if self.path == "/cut":
                    site.cut()
                else:
                    site.found.put(sent)
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Nobody reads it."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"


@pytest.fixture
def site() -> Iterator[Site]:
    found = Site()
    thread = threading.Thread(target=found.server.serve_forever)
    thread.start()
    yield found
    found.server.shutdown()
    thread.join()
    found.server.server_close()


@contextmanager
def browsing(address: str, folder: Path) -> Iterator[None]:
    """A browser of one's own, with nothing in it."""
    assert BROWSER is not None
    line = [BROWSER, *OPTIONS, f"--user-data-dir={folder / 'browser'}", address]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def told(site: Site, served: Served, folder: Path) -> Any:
    """What the page found."""
    given = {"server": served.url, "tokens": {"ann": served.tokens["a"], "ben": served.tokens["b"]}}
    with browsing(f"{site.origin}/duel.html#{quote(json.dumps(given))}", folder):
        return site.found.get(timeout=PATIENCE)


def cut(served: Served) -> None:
    """The lines of all streams, as a bad network does."""
    assert served.hub.loop is not None
    for stream in list(served.hub.streams):
        served.hub.loop.call_soon_threadsafe(stream.abort)


def test_a_page_of_another_origin_plays_a_turn(site: Site, tmp_path: Path) -> None:
    with installed(), Served(tmp_path / "home", freely(origins=origins([site.origin]))) as served:
        site.cut = lambda: cut(served)
        found = told(site, served, tmp_path)
        assert "error" not in found, found
        assert found["reopened"] == 1, "it went on with another ticket"
        assert found["location"] == "/api/battles/page"
        assert found["heard"][0] == ["moment", "red"], "as the player whose ticket it is"
        assert [seq for event, seq in found["heard"] if event == "entry"] == list(range(3, found["seq"] + 1))
        assert served.hq.battles.head("page") == found["seq"] >= 5
        assert found["again"] == 304 and found["late"] == [412, found["seq"]]
        assert found["left"].startswith('"actions";r=')


def test_a_page_that_nobody_named_gets_nothing(site: Site, tmp_path: Path) -> None:
    with installed(), Served(tmp_path / "home", freely(origins=origins(["https://play.example"]))) as served:
        found = told(site, served, tmp_path)
        assert "Failed to fetch" in found["error"] and not found["heard"]
        assert not served.hq.battles.all(), "the browser asked whether it may, and sent nothing"

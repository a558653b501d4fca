"""The server beside bare handlers of the same framework in the same process: reads as bytes, actions, memory.

Server and clients are processes of their own, so that on two cores neither waits for the other. What is measured and
its baseline take turns, a second each.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

import httpx

from tests.bench.rows import Part, Row, at_least

ROUNDS, SECONDS = 7, 1.0
ACTORS = (1, 16, 64)
ACTIONS = 20
"""That each client sends in its own battle; a battle of phases that are only ended has some thirty."""
READS = {"view": "view", "legal": "legal?as=us"}
END = b'{"action":{"kind":"end-phase"}}'


# -- the server ---------------------------------------------------------------------------------------------------


class Running:
    """A server in a process of its own."""

    def __init__(self, home: Path, cached: int = 64 << 20) -> None:
        command = [sys.executable, "-m", "tests.bench.served", str(home), str(cached)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ})
        assert self._process.stdout is not None
        port, token = self._process.stdout.readline().split()
        self.port, self.process = int(port), self._process.pid
        headers = {"authorization": f"Bearer {token}"}
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as keeper:
            made = keeper.post("/api/tokens", json={"label": "bench", "scopes": ["read", "play"]})
        self.token: str = made.raise_for_status().json()["secret"]
        headers = {"authorization": f"Bearer {self.token}"}
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60)

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self._process.terminate()
        self._process.wait(20)

    def battle(self) -> str:
        found = self.client.post("/api/battles", json={"scenario": "tank-duel"})
        return found.raise_for_status().json()["diary"]

    def asked(self, verb: str, path: str, body: bytes = b"", more: str = "") -> bytes:
        """A request as bytes."""
        kind = "Content-Type: application/json\r\n" if body else ""
        return (
            f"{verb} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.token}\r\n{more}{kind}"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode() + body


# -- the clients ---------------------------------------------------------------------------------------------------

Send = Callable[[asyncio.StreamReader, asyncio.StreamWriter, int], Awaitable[int]]


async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> int:
    """The status of one request."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    lower = head.lower()
    at = lower.find(b"content-length:")
    if at >= 0:
        await reader.readexactly(int(lower[at + 15 : lower.index(b"\r\n", at)]))
    return int(head[9:12])


async def _clients(port: int, count: int, send: Send) -> tuple[int, float]:
    """How much was answered, and in how many seconds."""
    opened = [await asyncio.open_connection("127.0.0.1", port, limit=1 << 22) for _ in range(count)]
    start = time.perf_counter()
    done = await asyncio.gather(*(send(*one, n) for n, one in enumerate(opened)))
    taken = time.perf_counter() - start
    for _, writer in opened:
        writer.close()
    return sum(done), taken


def rate(port: int, count: int, send: Send) -> float:
    """Answers in a second."""
    done, taken = asyncio.run(_clients(port, count, send))
    return done / taken


def repeating(request: bytes, status: int) -> Send:
    """The same, again and again for a while."""

    async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, _: int) -> int:
        done, end = 0, time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            assert await answered(reader, writer, request) == status
            done += 1
        return done

    return send


def in_turn(requests: list[list[bytes]]) -> Send:
    """Each client its own requests, one after the other."""

    async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, n: int) -> int:
        for one in requests[n]:
            assert await answered(reader, writer, one) == 200
        return len(requests[n])

    return send


def compared(
    what: str, port: int, clients: int, one: Callable[[], Send], bare: Callable[[], Send], ratio: float
) -> Row:
    """A row of medians, measured and baseline in turn."""
    found, base = list[float](), list[float]()
    for _ in range(ROUNDS):
        found.append(rate(port, clients, one()))
        base.append(rate(port, clients, bare()))
    return at_least(what, median(found), "/s", median(base), ratio)


# -- rows ------------------------------------------------------------------------------------------------------------


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with Running(home) as first:
            battle = first.battle()
            for name, path in READS.items():
                found = first.client.get(
                    f"/api/battles/{battle}/{path}", headers={"accept-encoding": "identity"}
                )
                (home / f"{name}.json").write_bytes(found.raise_for_status().content)
        rows: list[Row] = []
        with Running(home) as served:
            for name, path in READS.items():
                url = f"/api/battles/{battle}/{path}"
                tag = f"If-None-Match: {served.client.get(url).headers['etag']}\r\n"
                rows.append(_reading(f"{name}, kept", served, served.asked("GET", url), name))
                rows.append(
                    _reading(f"{name}, not modified", served, served.asked("GET", url, more=tag), name, 304)
                )
            rows += [_actions(served, clients) for clients in ACTORS]
        with Running(home, cached=0) as uncached:
            new = uncached.asked("GET", f"/api/battles/{battle}/legal?as=us")
            rows.append(_reading("legal, not kept", uncached, new, "legal", ratio=0.2))
        return rows


def _reading(
    what: str, served: Running, request: bytes, name: str, status: int = 200, ratio: float = 0.75
) -> Row:
    """Beside a bare handler that answers with the same bytes."""
    one, bare = repeating(request, status), repeating(served.asked("GET", f"/bare/{name}"), 200)
    return compared(what, served.port, 8, lambda: one, lambda: bare, ratio)


def _actions(served: Running, clients: int) -> Row:
    def acting() -> Send:
        sent: list[list[bytes]] = []
        for _ in range(clients):
            path = f"/api/battles/{served.battle()}/actions"
            sent.append([served.asked("POST", path, END, "If-Match: *\r\n")] * ACTIONS)
        return in_turn(sent)

    def inserting() -> Send:
        return in_turn([[served.asked("POST", "/bare/insert", b"x" * 700)] * ACTIONS] * clients)

    return compared(f"actions, {clients} clients", served.port, clients, acting, inserting, 0.6)


PARTS = {"all": Part(run)}

"""Whether a server grows with what it is asked. Its memory is looked at after the first part, by when all that is kept
is there, and after the rest."""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

from tests.bench.rows import Part, Row, at_most
from tests.bench.serving import Running, answered

REQUESTS, CLIENTS = 110_000, 8
MOST = 8.0
"""MiB by which it may be more at the end: what Python's allocator does not give back."""


def mixed(served: Running, battle: str) -> list[tuple[bytes, int]]:
    """Requests, and the status of each: reads that are kept and not, lists, refusals, and nonsense."""
    path = f"/api/battles/{battle}"
    tag = served.client.get(f"{path}/view").headers["etag"]
    stranger = served.asked("GET", "/api/me").replace(served.token[-8:].encode(), b"0" * 8)
    return [
        (served.asked("GET", f"{path}/view"), 200),
        (served.asked("GET", f"{path}/legal?as=us"), 200),
        (served.asked("GET", f"{path}/view", more=f"If-None-Match: {tag}\r\n"), 304),
        (served.asked("GET", f"{path}/moment", more="Accept-Encoding: gzip\r\n"), 200),
        (served.asked("GET", "/api/battles"), 200),
        (served.asked("GET", "/api/me"), 200),
        (served.asked("GET", f"{path}none/view"), 404),
        (served.asked("POST", f"{path}/actions", b'{"action":{"kind":"x"}}', "If-Match: *\r\n"), 422),
        (served.asked("POST", f"{path}/odds", b"{", "If-Match: *\r\n"), 400),
        (stranger, 401),
    ]


async def ask(served: Running, requests: list[tuple[bytes, int]], count: int) -> None:
    """So many, by several clients at once."""

    async def client(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port, limit=1 << 22)
        for request, status in islice(cycle(requests), number, number + count // CLIENTS):
            found = await answered(reader, writer, request)
            assert found == status or (status, found) == (401, 429), (found, request)
        writer.close()

    await asyncio.gather(*map(client, range(CLIENTS)))


def memory(process: int) -> float:
    """MiB of a process that lie in memory."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / (1 << 20)


def measured(count: int) -> tuple[float, float]:
    """MiB after the first part of so many requests, and after all."""
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder)) as served:
        requests, first = mixed(served, served.battle()), count // 11
        asyncio.run(ask(served, requests, first))
        before = memory(served.process)
        asyncio.run(ask(served, requests, count - first))
        return before, memory(served.process)


def run() -> list[Row]:
    before, after = measured(REQUESTS)
    print(
        f"{before:.1f} MiB after {REQUESTS // 11:,} requests, {after:.1f} MiB after {REQUESTS:,}",
        file=sys.stderr,
    )
    return [
        at_most(
            f"{REQUESTS:,} requests, memory beyond the first {REQUESTS // 11:,}", after - before, "MiB", MOST
        )
    ]


PARTS = {"all": Part(run)}

"""Streams: how soon all who watch have what was acknowledged, and what a stream costs. The watchers are a process of
their own, which shares the machine."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from campaign.battles.table import Seat
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.conftest import Served, freely
from tests.bench.rows import Part, Row, at_most

ACTS = 30
"""Actions that are timed."""
PAUSE = 0.3
"""Seconds between two of them."""


def watched(count: int, limit: float) -> list[Row]:
    """count streams of one battle. limit: milliseconds from the acknowledgement to the last but one in a hundred."""
    _many_files()
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder), freely(streams_each=count)) as served:
        opened = served.hq.battles.new(
            "tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel", undo="free"
        )
        assert isinstance(opened, Acted), opened
        before = _memory()
        watching = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.streams", str(served.runner.port), str(count), served.tokens["c"]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert watching.stdin is not None and watching.stdout is not None
        assert watching.stdout.readline() == "ready\n"
        each = (_memory() - before) / count / 1024
        acknowledged: dict[int, float] = {}
        ann = served.hq.for_(Caller("ann")).battles
        for number in range(ACTS):
            do = ann.act("duel", {"kind": "end-phase"}) if number % 2 == 0 else ann.undo("duel")
            assert isinstance(do, Acted), do
            acknowledged[do.seq] = time.monotonic()
            time.sleep(PAUSE)
        watching.stdin.close()
        heard: dict[str, list[float]] = json.loads(watching.stdout.read())
        watching.wait()
    late = [
        _percentile([1000 * (at - acknowledged[int(seq)]) for at in times]) for seq, times in heard.items()
    ]
    assert len(late) == ACTS and all(len(times) == count for times in heard.values())
    return [
        at_most(f"{count} watchers of one battle, p99 from acknowledged to heard", median(late), "ms", limit),
        at_most(f"{count} streams, memory of the server for each", each, "KiB", 30),
    ]


def _percentile(some: list[float]) -> float:
    return sorted(some)[int(len(some) * 0.99) - 1]


def _memory() -> float:
    """Bytes of this process that lie in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _many_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))


# -- the watchers ------------------------------------------------------------------------------------------------


def watch(port: int, count: int, token: str) -> None:
    """Open streams, say so, and when standard input ends tell when each entry came to each."""
    import asyncio

    heard: dict[str, list[float]] = {}

    class Watcher(asyncio.Protocol):
        def __init__(self, ready: Any) -> None:
            self.ready, self.rest = ready, b""

        def connection_made(self, transport: Any) -> None:
            transport.write(
                f"GET /api/battles/duel/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
            )

        def data_received(self, data: bytes) -> None:
            now = time.monotonic()
            if not self.ready.done():
                self.rest += data
                if b"event: moment" in self.rest and self.rest.endswith(b"\n\n\r\n"):
                    self.ready.set_result(None)
                    self.rest = b""
                return
            for part in data.split(b"id: ")[1:]:
                seq, _, rest = part.partition(b"\n")
                if rest.startswith(b"event: entry"):
                    heard.setdefault(seq.decode(), []).append(now)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        for start in range(0, count, 50):
            some = []
            for _ in range(min(50, count - start)):
                ready = loop.create_future()
                await loop.create_connection(lambda ready=ready: Watcher(ready), "127.0.0.1", port)
                some.append(ready)
            await asyncio.gather(*some)
        await asyncio.sleep(3)  # until everybody knows who listens
        print("ready", flush=True)
        await loop.run_in_executor(None, sys.stdin.read)
        print(json.dumps(heard), flush=True)

    _many_files()
    import uvloop

    uvloop.run(main())


if __name__ == "__main__":
    watch(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])


PARTS = {"500": Part(partial(watched, 500, 50.0)), "2000": Part(partial(watched, 2000, 150.0))}

"""How soon a stream of a long diary begins, and with how much: a battle and a campaign of 10,000 entries, with a short
battle beside them."""

from __future__ import annotations

import socket
import tempfile
import time
from pathlib import Path
from statistics import median

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.conftest import Served, freely
from tests.bench.rows import Part, Row, at_most
from tests.long_diaries import long_battle, long_campaign, offered_or_not

ENTRIES, TIMES = 10_000, 15
KIB = 1024


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        with Headquarters(Path(folder)) as hq:
            long_battle(hq, 3, "short", undo="free")
            long_battle(hq, ENTRIES, "long", undo="free")
            long_campaign(hq, ENTRIES, "war")
        with Served(Path(folder), freely()) as served:
            short, _ = _begun(served, "battles/short")
            found = [_begun(served, path) for path in ("battles/long", "campaigns/war")]
    names = (f"a battle of {ENTRIES:,} entries", f"a campaign of {ENTRIES:,} entries")
    return [
        *(
            row._replace(baseline=short)
            for name, (taken, _) in zip(names, found, strict=True)
            for row in (at_most(f"stream of {name} begins, beside one of a short battle", taken, "ms", 100),)
        ),
        *(
            at_most(f"stream of {name}, with what it begins", size / KIB, "KiB", 256)
            for name, (_, size) in zip(names, found, strict=True)
        ),
    ]


def _begun(served: Served, path: str) -> tuple[float, int]:
    """Milliseconds from the question to the whole moment, which is made anew each time, since something was written;
    and the most bytes of it."""
    taken: list[float] = []
    most = 0
    _begins(served, path)  # whoever comes first after a start waits for the diary to be read
    for number in range(TIMES):
        _goes_on(served, path, number)
        start = time.perf_counter()
        most = max(most, _begins(served, path))
        taken.append(1000 * (time.perf_counter() - start))
    return median(taken), most


def _goes_on(served: Served, path: str, number: int) -> None:
    name = path.partition("/")[2]
    if path.startswith("battles"):
        ann = served.hq.for_(Caller("ann")).battles
        done = ann.undo(name) if number % 2 else ann.act(name, {"kind": "end-phase"})
    else:
        side = served.hq.campaigns.view(name).sides[0].id
        done = offered_or_not(served.hq, name, side, number)
    assert isinstance(done, Acted), done


def _begins(served: Served, path: str) -> int:
    """Bytes until the first message is whole."""
    with socket.create_connection(("127.0.0.1", served.runner.port)) as line:
        line.sendall(
            f"GET /api/{path}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.tokens['a']}\r\n\r\n".encode()
        )
        heard = b""
        while b"\n\n" not in heard.partition(b"event: moment")[2]:
            heard += line.recv(1 << 16)
        return len(heard)


PARTS = {"all": Part(run)}

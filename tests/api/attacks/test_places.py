"""Where on its machine a server lies is nobody's business: no door tells it, whatever is asked or broken."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.wire.operations import OPERATIONS, ROOT
from campaign.shared.answers import Acted
from tests.api.conftest import Served
from tests.api.contract.world import CAMPAIGN, World
from tests.api.listening import Listener
from tests.api.test_reading import bearer, places

BESIDE = ("/", "/join", "/health", "/version", "/metrics", "/api/docs", "/api/openapi.json", "/api/nothing")
GIVEN: dict[str, Any] = {
    "scenario": "none",
    "action": {"kind": "end-phase"},
    "source": "marines-in-korea",
    "system": "combat-veteran",
    "roster": {"title": "x"},
    "side": "us",
    "player": "ann",
    "kind": "account",
    "label": "x",
    "secret": "wi_none",
    "to": 1,
    "grant": True,
    "name": "x",
    "node": "none",
    "bots": {},
    "seq": 1,
    "decisions": {},
    "content": {},
}
"""What stands in a body, where a field of it has that name: some of it good, some not."""


def walked(world: World) -> Iterator[tuple[str, httpx.Response]]:
    """Every operation once as the keeper and once as nobody, with a body as far as it takes one."""
    given = places(world) | {"player": "none"}
    with httpx.Client(base_url=world.url, timeout=60) as client:
        for one in OPERATIONS:
            inside = given | ({"battle": given["fought"]} if one.kind == "campaign" else {})
            path = ROOT + one.path.format_map(inside) + ("?a=1&b=2" if one.name == "difference" else "")
            for headers in (bearer(world), {}):
                sent: dict[str, Any] = {"headers": headers | {"If-Match": "*"}}
                if one.verb in ("POST", "PUT"):
                    sent["json"] = body(one)
                yield f"{one.verb} {path}", client.request(one.verb, path, **sent)
        for path in BESIDE:
            yield path, client.get(path, headers=bearer(world))


def body(operation: Any) -> dict[str, Any]:
    from api.wire.signatures import signature

    shape = signature(operation).body
    names = () if shape is None else shape.__struct_fields__
    return {name: GIVEN[name] for name in names if name in GIVEN and name != "name"}


def told(answer: httpx.Response) -> str:
    return f"{answer.headers} {answer.text}"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with World(tmp_path / "a-place-of-its-own") as found:
        yield found


def well(_: World) -> None:
    """Nothing is broken."""


def own_files(world: World) -> None:
    """The keeper's own data: a pack and rosters that cannot be used."""
    home = world.hq.home
    for folder, name, text in (
        (home.packs("combat-veteran"), "vehicles.toml", "[[vehicle"),
        (home.packs("mechwar-4"), "nothing.toml", "source = 'x'"),
        (home.rosters("tanks-modern-age"), "mine.toml", "[[platoon"),
        (home.rosters("tanks-modern-age"), "other.toml", "title = 3"),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    world.hq._house.packs._installed.clear()


def diaries(world: World) -> None:
    """The file with the diaries cannot be continued, in its own words."""
    store: Any = world.hq._house.store
    store._guard._looked_at = -1
    with store._pool.connect() as conn:
        conn.execute("CREATE TRIGGER strange AFTER INSERT ON entries BEGIN SELECT 1; END")


def damaged(world: World) -> None:
    """The file with the diaries is broken."""
    store: Any = world.hq._house.store
    import sqlite3

    store._damage("duel", 1, sqlite3.DatabaseError("database disk image is malformed"))


def accounts(world: World) -> None:
    """The accounts cannot be written."""
    world.accounts._file._writer.execute("PRAGMA query_only=ON")


@pytest.mark.parametrize(
    "broken", [well, own_files, diaries, damaged, accounts], ids=lambda one: one.__name__
)
def test_no_door_tells_where_the_server_lies(world: World, broken: Callable[[World], None]) -> None:
    broken(world)
    seen = 0
    for what, answer in walked(world):
        assert answer.status_code < 500 or answer.status_code in (503, 507), f"{what}: {answer.text}"
        for place in (str(world.hq.home.folder), world.hq.home.folder.name, "site-packages", str(Path.cwd())):
            assert place not in told(answer), f"{what} tells {place}: {told(answer)}"
        seen += 1
    assert seen > 2 * len(OPERATIONS)


def test_streams_and_imports_tell_no_place_either(world: World) -> None:
    diaries(world)
    done = world.hq.for_(world.hq.caller).battles.act("duel", {"kind": "end-phase"})
    assert not isinstance(done, Acted)
    place = world.hq.home.folder.name
    for path in ("/battles/duel/stream", f"/campaigns/{CAMPAIGN}/stream", "/stream"):
        heard = Listener(world, "k", path)
        heard.until(lambda one: one.heard)
        assert place not in json.dumps([one.data for one in heard.heard])
    for content in (b"", b"x", b"\x1f\x8b", b'{"diary": 1}', b'{"format":"wardiary"}'):
        headers = bearer(world, content_type="application/x-ndjson")
        found = httpx.post(f"{world.url}/api/import", content=content, headers=headers, timeout=20)
        assert found.status_code >= 400 and place not in told(found), told(found)


def test_a_rule_system_that_cannot_be_loaded_tells_no_place(served: Served, tmp_path: Path) -> None:
    from tests.example import installed

    folder = tmp_path / "plug-ins"
    (folder / "odd-1.0.dist-info").mkdir(parents=True)
    (folder / "odd-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    (folder / "odd-1.0.dist-info" / "entry_points.txt").write_text("[wardiary.systems]\nodd = oddly\n")
    (folder / "oddly.py").write_text("from campaign.home import nothing_of_that_name\n")
    with installed(folder):
        found = httpx.get(f"{served.url}/api/packs", headers=bearer(served, "a"), timeout=20)
    assert "nothing_of_that_name" in found.text
    assert "home.py" in found.text and str(Path.cwd()) not in found.text

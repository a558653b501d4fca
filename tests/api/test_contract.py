"""The server does what its description says, and refuses what breaks it; `make contract` asks for longer."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api.wire.operations import OPERATIONS
from tests.api.contract.asking import ask
from tests.api.contract.world import BATTLES, World
from tests.conftest import PROFILE

ROLES = ("ann",) if PROFILE == "default" else ("keeper", "umpire", "ann", "ben", "observer", "bot", "none")
MORE = ("--max-examples", "1") if PROFILE == "default" else ("--max-examples", "20")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with World(tmp_path_factory.mktemp("world") / "home") as found:
        yield found


@pytest.mark.parametrize("role", ROLES)
def test_all_that_the_description_says(tmp_path: Path, role: str) -> None:
    with World(tmp_path / "home") as world:
        code, told = ask(world, role, tmp_path, "--phases", "examples,fuzzing", "--no-shrink", *MORE)
        assert code == 0, told
        assert "Errored" not in told, told
        assert not world.hurt()


@pytest.mark.parametrize("entry", [b"s", b"01", b"-1", b"9" * 19, b"1 2", "1\u0660".encode()])
def test_a_witness_that_names_no_entry_is_refused_before_anything_is_done(world: World, entry: bytes) -> None:
    battle = f"{world.url}/api/battles/{next(iter(BATTLES))}"
    headers = {"Authorization": f"Bearer {world.tokens['ann']}", "If-Match": "*"}
    before = httpx.get(f"{battle}/standing", headers=headers).json()
    asking = httpx.Headers(
        [*((key.encode(), one.encode()) for key, one in headers.items()), (b"Wardiary-Witness", entry)]
    )
    for answer in (
        httpx.get(f"{battle}/verify", headers=asking),
        httpx.post(f"{battle}/undo", headers=asking),
    ):
        assert answer.status_code == 422, answer.text
        assert (answer.json()["where"], answer.json()["allowed"]) == ("Wardiary-Witness", ["0", "57"])
    assert httpx.get(f"{battle}/standing", headers=headers).json() == before


@pytest.mark.parametrize("path", ["log?after=-5", "log?after=-9223372036854775808", "moment?after=-1"])
def test_what_comes_before_the_first_entry_is_no_damage(world: World, path: str) -> None:
    headers = {"Authorization": f"Bearer {world.tokens['observer']}"}
    for battle in BATTLES:
        answer = httpx.get(f"{world.url}/api/battles/{battle}/{path}", headers=headers)
        assert answer.status_code == 200, answer.text
    assert httpx.get(f"{world.url}/health").json() == {"status": "ok"}
    assert not world.hurt()


@pytest.mark.parametrize("path", ["battles/duel/view?seq=null", "stream?since=null", "changes?after=null"])
def test_null_is_no_number_in_a_query(world: World, path: str) -> None:
    headers = {"Authorization": f"Bearer {world.tokens['ann']}"}
    answer = httpx.get(f"{world.url}/api/{path}", headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (422, "/api/problems/invalid"), answer.text


def test_each_path_names_all_its_verbs(world: World) -> None:
    verbs: dict[str, set[str]] = {}
    for one in OPERATIONS:
        verbs.setdefault(one.path, set()).update({"GET": ("GET", "HEAD")}.get(one.verb, (one.verb,)))
    with httpx.Client(base_url=f"{world.url}/api") as client:
        for path, some in verbs.items():
            found = client.options(path)
            assert (found.status_code, found.content) == (204, b""), found
            assert "content-length" not in found.headers
            assert set(found.headers["allow"].split(", ")) == {*some, "OPTIONS"}
            wrong = client.patch(path)
            assert wrong.status_code == 405
            assert set(wrong.headers["allow"].split(", ")) == some == set(wrong.json()["allowed"])


def test_what_is_no_request_gets_a_problem_too(world: World) -> None:
    with socket.create_connection(("127.0.0.1", world.runner.port), 10) as line:
        line.sendall(b"GET /api/me HTTP/1.1\r\nhost: here\r\nx: a\0b\r\n\r\n")
        head, _, body = b"".join(iter(lambda: line.recv(4096), b"")).partition(b"\r\n\r\n")
    assert b" 400 " in head and b"application/problem+json" in head, head
    assert httpx.Response(400, content=body).json()["type"] == "/api/problems/malformed"


def test_what_is_made_says_where_it_is(world: World) -> None:
    headers = {"Authorization": f"Bearer {world.tokens['ann']}"}
    made = httpx.post(
        f"{world.url}/api/battles", headers=headers, json={"scenario": "tank-duel", "name": "new"}
    )
    assert (made.status_code, made.headers["location"]) == (201, "/api/battles/new")
    assert httpx.get(world.url + made.headers["location"], headers=headers).json()["battle"] == "new"
    token = httpx.post(f"{world.url}/api/tokens", headers=headers, json={"label": "mine"})
    assert (token.status_code, token.headers["location"]) == (
        201,
        f"/api/tokens/{token.json()['token']['id']}",
    )
    gone = httpx.delete(world.url + token.headers["location"], headers=headers)
    assert gone.status_code == 200

"""Whatever is read: with its tag, compressed, by its head alone, and the same after the server was started anew."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from api.server.boards import KeptBoards, Shown
from api.wire.boards import Board
from api.wire.operations import OPERATIONS, ROOT
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.views import apart, digest_of
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from events.entry import encode_json
from tests.api.attacks.wires import answer, connected, head, sent
from tests.api.conftest import Again, Served, freely
from tests.api.contract.world import CAMPAIGN, World

BESIDE = ("/api/openapi.json", "/api/docs", "/join", "/api/problems/unknown")
"""What is read without a token, and is no operation."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with World(tmp_path_factory.mktemp("world") / "home") as found:
        yield found


def places(world: World) -> dict[str, str]:
    """A name for each placeholder in a path."""
    war = world.hq.for_(Caller("uma")).campaigns.view(CAMPAIGN)
    board = world.hq.battles.view("duel").game.board
    assert board is not None
    world.hub._service.boards.named(world.hq.battles.view("duel"))
    roster = world.hq.rosters.all()[0]
    return {
        "battle": "duel",
        "campaign": CAMPAIGN,
        "diary": "duel",
        "digest": digest_of(board),
        "seq": "2",
        "id": war.assets[0].id,
        "system": roster.system,
        "name": roster.id,
        "scenario": "tank-duel",
        "fought": war.battles[0].id,
    }


def reads(world: World) -> Iterator[tuple[str, dict[str, str]]]:
    """All paths that are read, filled in, and the headers of somebody who may."""
    given = places(world)
    for one in OPERATIONS:
        if one.tagged and one.door != "campaigns.halves":  # of a battle at a real table: see `test_halves`
            inside = given | ({"battle": given["fought"]} if one.kind == "campaign" else {})
            more = "?a=1&b=2" if one.name == "difference" else ""
            who = "ann" if one.id == "battles.legal" else "umpire" if one.kind == "campaign" else "k"
            yield ROOT + one.path.format_map(inside) + more, bearer(world, who)
    yield from ((path, {}) for path in BESIDE)


def bearer(world: Served, role: str = "k", **more: str) -> dict[str, str]:
    given = {"authorization": f"Bearer {world.tokens[role]}", **more}
    return {name.replace("_", "-"): value for name, value in given.items()}


@pytest.fixture(autouse=True)
def taken(world: World) -> None:
    """The keeper has said of all tables that he takes their record out, so that it is his."""
    keeper = world.hq.for_(Caller("boss", keeper=True))
    for one in keeper.battles.all():
        keeper.battles.seats.take_record(one.battle)
    for found in keeper.campaigns.all():
        keeper.campaigns.seats.take_record(found.campaign)


def test_every_read_has_a_tag_and_is_not_sent_twice(world: World) -> None:
    with httpx.Client(base_url=world.url, timeout=60) as client:
        for path, who in reads(world):
            first = client.get(path, headers=who)
            assert first.status_code == 200, (path, first.text)
            tag = first.headers["etag"]
            strong = tag.removeprefix("W/")
            for asked in (tag, strong, f'"other", {tag}', f'{strong},"x"', "*"):
                again = client.get(path, headers=who | {"If-None-Match": asked})
                assert (again.status_code, again.content) == (304, b""), (path, asked)
                assert again.headers["etag"] == tag, path
            for asked in ('"other"', tag[:-2] + '"', "", tag.strip('W/"'), f'W/"{tag}"'):
                other = client.get(path, headers=who | {"If-None-Match": asked})
                assert (other.status_code, other.content) == (200, first.content), (path, asked)


def test_every_read_is_compressed_where_that_is_worth_it(world: World) -> None:
    small = 0
    with httpx.Client(base_url=world.url, timeout=60) as client:
        for path, who in reads(world):
            plain = client.get(path, headers=who | {"Accept-Encoding": "identity"})
            packed = client.get(path, headers=who | {"Accept-Encoding": "gzip"})
            assert packed.content == plain.content, path
            worth = len(plain.content) >= 1024
            assert packed.headers.get("content-encoding") == ("gzip" if worth else None), path
            assert "content-encoding" not in plain.headers, path
            assert "Accept-Encoding" in ",".join(packed.headers.get_list("vary")), path
            small += not worth
    assert small > 5, "some are small"


def test_scenarios_come_as_a_tenth(world: World) -> None:
    found = sent(world, head(world, "GET", "/api/scenarios", "Accept-Encoding: gzip", token="k"))
    plain = gzip.decompress(found.body)
    assert len(plain) > 100_000 and len(found.body) * 8 < len(plain)


def test_a_long_answer_to_what_is_asked_with_a_body_is_compressed_too(world: World) -> None:
    one = next(one for one in world.hq.rosters.all() if one.system == "mechwar-4")
    body = {"system": one.system, "roster": world.hq.rosters.show(one.system, one.id)}
    found = httpx.post(f"{world.url}/api/roster/judge", json=body, headers=bearer(world), timeout=30)
    assert found.status_code == 200 and len(found.content) > 1024
    assert found.headers["content-encoding"] == "gzip" and "etag" not in found.headers


def test_the_head_of_whatever_is_read_says_what_the_whole_would(world: World) -> None:
    own = {"date", "ratelimit"}
    with httpx.Client(base_url=world.url, timeout=60) as client:
        more = ("/health", "/version", "/metrics", f"{ROOT}/battles/none")
        for path, who in [*reads(world), *((path, bearer(world)) for path in more)]:
            whole, found = client.get(path, headers=who), client.head(path, headers=who)
            assert (found.status_code, found.content) == (whole.status_code, b""), path
            if path == "/metrics":  # counts this too
                continue
            one, two = (
                {name: text for name, text in each.headers.items() if name not in own}
                for each in (whole, found)
            )
            assert one == two, path


def test_no_byte_follows_a_head(world: World) -> None:
    with connected(world) as wire:
        wire.sendall(head(world, "HEAD", "/api/scenarios", token="k") + head(world, "GET", "/version"))
        raw = b""
        while b"version" not in raw:
            raw += wire.recv(1 << 16)
    first, second, body = raw.split(b"\r\n\r\n")
    assert b" 200 " in first and second.startswith(b"HTTP/1.1 200") and body.startswith(b'{"version"')


def test_the_head_of_a_stream_opens_none(world: World) -> None:
    for path in ("battles/duel/stream", f"campaigns/{CAMPAIGN}/stream", "stream"):
        found = httpx.head(f"{world.url}/api/{path}", headers=bearer(world), timeout=10)
        assert (found.status_code, found.headers["content-type"]) == (
            200,
            "text/event-stream; charset=utf-8",
        )
        assert httpx.head(f"{world.url}/api/{path}").status_code == 401
    assert not world.hub.streams


# -- the host --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /version HTTP/1.1\r\n\r\n",
        b"GET /version HTTP/1.1\r\nHost: here\r\nHost: here\r\n\r\n",
        b"GET /version HTTP/1.1\r\nHost: here\r\nhost: there\r\n\r\n",
        b"GET /version HTTP/1.0\r\nHost: here\r\nHost: there\r\n\r\n",
        b"GET /version HTTP/1.1\r\nHost: a b\r\n\r\n",
        b"GET /version HTTP/1.1\r\nHost: here/there\r\n\r\n",
        b"GET /version HTTP/1.1\r\nHost: me@here\r\n\r\n",
    ],
)
def test_a_request_names_one_host(world: World, request_: bytes) -> None:
    found = sent(world, request_)
    assert (found.status, found.word, found.headers["connection"]) == (400, "malformed", "close")
    assert b"Host" in found.body


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /version HTTP/1.1\r\nHost: here\r\n\r\n",
        b"GET /version HTTP/1.1\r\nHost: [::1]:8000\r\n\r\n",
        b"GET /version HTTP/1.1\r\nhost: play.example:443\r\n\r\n",
        b"GET /version HTTP/1.0\r\n\r\n",  # a monitor of old
    ],
)
def test_an_honest_host_is_taken(world: World, request_: bytes) -> None:
    assert sent(world, request_).status == 200


def test_the_second_request_on_a_line_names_its_host_too(world: World) -> None:
    with connected(world) as wire:
        good, bad = b"GET /version HTTP/1.1\r\nHost: here\r\n\r\n", b"GET /version HTTP/1.1\r\n\r\n"
        for request, status in ((good, 200), (bad, 400)):
            wire.sendall(request)
            assert answer(wire).status == status


# -- after a restart -------------------------------------------------------------------------------------------


def test_a_board_and_its_view_are_the_same_after_a_restart(tmp_path: Path) -> None:
    with Served(tmp_path / "home") as served:
        served.hq.battles.new("tank-duel", name="duel")
        view = httpx.get(f"{served.url}/api/battles/duel/view", headers=bearer(served, "a"))
        digest = view.json()["game"]["board"]["digest"]
        board = httpx.get(f"{served.url}/api/boards/{digest}", headers=bearer(served, "a"))
        assert board.status_code == 200 and "immutable" in board.headers["cache-control"]
    with Headquarters(tmp_path / "home") as house:
        assert house.battles.head("duel") == 1
    with Again(tmp_path / "home", served.tokens) as served:
        for path, before in ((f"boards/{digest}", board), ("battles/duel/view", view)):
            where, tag = f"{served.url}/api/{path}", before.headers["etag"]
            same = httpx.get(where, headers=bearer(served, "a", if_none_match=tag))
            assert (same.status_code, same.headers["etag"]) == (304, tag), path
            whole = httpx.get(where, headers=bearer(served, "a"))
            assert (whole.status_code, whole.content) == (200, before.content), path


def test_boards_on_disk_are_bounded_and_a_bad_file_is_none(tmp_path: Path, served: Served) -> None:
    served.hq.battles.new("tank-duel", name="duel")
    _, _, board = apart(served.hq.battles.view("duel").game)
    assert board is not None
    some = [replace(board, title=f"Board {n}") for n in range(6)]
    shown = [Shown("duel", "", 1), Shown("other", "nk", 3)]

    def found(kept: KeptBoards, digest: str) -> tuple[list[Shown], Board | None]:
        told: list[Shown] = []
        assert kept.find(digest, lambda one: told.append(one) is not None) is None
        return told, kept.find(digest, lambda _: True)

    kept = KeptBoards(tmp_path / "boards", files=4)
    for one in some:
        for to in shown:
            kept.put(digest_of(one), one, to)
    assert len(list((tmp_path / "boards").iterdir())) == 4
    anew = KeptBoards(tmp_path / "boards")
    assert found(anew, digest_of(some[-1])) == (shown[::-1], some[-1])
    assert found(anew, digest_of(some[0])) == ([], None)
    for content in (b"", b"x", gzip.compress(b"{}"), gzip.compress(encode_json(some[-2]))):
        (tmp_path / "boards" / f"{digest_of(some[-2])}.json.gz").write_bytes(content)
        assert found(KeptBoards(tmp_path / "boards"), digest_of(some[-2])) == ([], None)
    assert found(anew, "../wardiary.db") == ([], None)


def test_a_board_is_for_those_to_whom_it_was_shown(tmp_path: Path) -> None:
    """Not for a stranger to a private table, not for another side, not for who is behind and may not have seen it yet:
    its digest can be guessed."""
    with Served(tmp_path / "home", freely(delay=60.0)) as served:
        ann, ben = (served.hq.for_(Caller(one)).battles for one in ("ann", "ben"))
        seats = [Seat("nk", "ann"), Seat("us", "ben")]
        opened = (
            ann.new("tank-duel", seats=seats, look="invited"),
            ann.new("tank-duel", seats=seats, name="duel"),
        )
        private, shown = (one.diary for one in opened if isinstance(one, Acted))
        for one in (private, shown):
            assert isinstance(ben.seats.accept(one), Acted)

        def got(battle: str, viewer: str, seq: int) -> list[int]:
            view: Any = ann.view(battle)
            board = replace(view.game.board, title=f"{battle} {viewer} {seq}")
            view = replace(view, viewer=viewer, seq=seq, game=replace(view.game, board=board))
            digest = served.hub._service.boards.named(view).game.board.digest
            where = f"{served.url}/api/boards/{digest}"
            return [httpx.get(where, headers=bearer(served, one)).status_code for one in "abc"]

        assert got(private, "", 1) == [200, 200, 404]
        assert got(private, "nk", 1) == [200, 404, 404]
        assert got(shown, "", 1) == [200, 200, 200]
        assert got(shown, "", 2) == [200, 200, 404]
        assert got(shown, "us", 2) == [404, 200, 404]

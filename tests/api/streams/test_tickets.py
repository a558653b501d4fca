"""Tickets for streams: good once, for a minute, for one stream, and no longer than the token that they came of."""

from __future__ import annotations

import logging
from typing import Any

import httpx
import pytest

from api.accounts.proxy import proxy
from api.server.tickets import EACH, Tickets
from api.wire.problems import Failed
from campaign.battles.table import Seat
from campaign.shared.callers import Caller
from tests.api.conftest import Served, freely
from tests.api.listening import Listener

PATH = "/api/battles/duel/stream"


def bearer(served: Served, token: str = "a") -> dict[str, str]:
    return {"authorization": f"Bearer {served.tokens.get(token, token)}"}


def ask(served: Served, path: str = PATH, token: str = "a") -> httpx.Response:
    return httpx.post(f"{served.url}/api/tickets", json={"path": path}, headers=bearer(served, token))


def ticket(served: Served, path: str = PATH, token: str = "a") -> str:
    found = ask(served, path, token)
    assert (found.status_code, found.headers["cache-control"]) == (201, "no-store"), found.text
    assert found.json()["path"] == path and found.json()["expires"].endswith("Z")
    return found.json()["ticket"]


class Page(Listener):
    """An `EventSource`: without a token."""

    def __init__(self, served: Served, path: str, **headers: str) -> None:
        super().__init__(served, "a", path.removeprefix("/api"), "text/event-stream", **headers)

    def _listen(self) -> None:
        del self._headers["Authorization"]
        super()._listen()


@pytest.fixture
def duel(served: Served) -> Served:
    served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")
    return served


def test_a_page_follows_a_battle_with_a_ticket_as_its_player(duel: Served) -> None:
    page = Page(duel, f"{PATH}?ticket={ticket(duel)}")
    assert page.first("moment").data["view"]["viewer"] == "nk"
    duel.hq.for_(Caller("ann")).battles.act("duel", {"kind": "end-phase"})
    assert page.entry(2).id == "2"
    others = Page(duel, f"/api/stream?ticket={ticket(duel, '/api/stream')}")
    assert others.first("awaiting").data[0]["diary"] == "duel"


def test_it_is_good_once_and_who_comes_back_asks_for_another(duel: Served) -> None:
    first = ticket(duel)
    page = Page(duel, f"{PATH}?ticket={first}")
    page.first("moment")
    for headers in ({}, {"Last_Event_ID": "1"}):
        again = Page(duel, f"{PATH}?ticket={first}", **headers)
        again.end()
        assert (again.status, again.problem["type"]) == (401, "/api/problems/wrong-ticket")
        assert again.headers["www-authenticate"] and "tickets" in again.problem["detail"]
    duel.hq.for_(Caller("ann")).battles.act("duel", {"kind": "end-phase"})
    back = Page(duel, f"{PATH}?ticket={ticket(duel)}&since=1")
    assert back.entry(2) and not back.of("moment"), "it goes on where the other left off"


def test_it_is_good_for_its_stream_alone(duel: Served) -> None:
    duel.hq.battles.new("tank-duel", name="other")
    for path in ("/api/battles/other/stream", "/api/stream", "/api/campaigns/duel/stream"):
        mine = ticket(duel)
        found = httpx.get(f"{duel.url}{path}?ticket={mine}")
        assert (found.status_code, found.json()["allowed"]) == (401, [PATH])
        page = Page(duel, f"{PATH}?ticket={mine}")
        page.first("moment")
    for path in ("/api/battles/duel/view", "/api/me", "/api/changes"):
        assert httpx.get(f"{duel.url}{path}?ticket={ticket(duel)}").status_code == 401, path


@pytest.mark.parametrize(
    "path", ["", "/api/me", "/api/battles/duel/view", "stream", f"{PATH}?as=us", "//x/api/stream"]
)
def test_it_is_given_for_streams_alone(duel: Served, path: str) -> None:
    found = ask(duel, path)
    assert (found.status_code, found.json()["where"]) == (422, "$.path")
    assert "/api/stream" in found.json()["allowed"]


def test_it_gives_no_more_than_its_token(duel: Served) -> None:
    """Neither in whose role one looks, nor what a token is bound to."""
    page = Page(duel, f"{PATH}?ticket={ticket(duel)}&as=us")
    page.end()
    assert page.status == 403
    asked = {"label": "bound", "campaigns": ["other"]}
    bound = httpx.post(f"{duel.url}/api/tokens", json=asked, headers=bearer(duel)).json()["secret"]
    assert ask(duel, PATH, bound).status_code == 403
    assert ask(duel, PATH, "wd_none").status_code == 401
    assert httpx.post(f"{duel.url}/api/tickets", json={"path": PATH}).status_code == 401


def test_it_dies_with_its_token_and_so_does_its_stream(duel: Served) -> None:
    made = httpx.post(f"{duel.url}/api/tokens", json={"label": "page"}, headers=bearer(duel)).json()
    page = Page(duel, f"{PATH}?ticket={ticket(duel, PATH, made['secret'])}")
    page.first("moment")
    unused = ticket(duel, PATH, made["secret"])
    gone = httpx.delete(f"{duel.url}/api/tokens/{made['token']['id']}", headers=bearer(duel))
    assert gone.status_code == 200
    late = Page(duel, f"{PATH}?ticket={unused}")
    late.end()
    assert (late.status, late.problem["type"]) == (401, "/api/problems/wrong-token")
    end = page.end()
    assert end is not None and end.data["why"] == "token"


def test_a_token_and_a_ticket_are_one_too_many(duel: Served) -> None:
    mine = ticket(duel)
    found = httpx.get(f"{duel.url}{PATH}?ticket={mine}", headers=bearer(duel, "b"))
    assert (found.status_code, found.json()["where"]) == (400, "?ticket")
    twice = httpx.get(f"{duel.url}{PATH}?ticket={mine}&ticket={mine}")
    assert twice.status_code == 422


def test_a_head_takes_no_ticket_away(duel: Served) -> None:
    mine = ticket(duel)
    for _ in range(2):
        assert httpx.head(f"{duel.url}{PATH}?ticket={mine}").status_code == 200
    Page(duel, f"{PATH}?ticket={mine}").first("moment")


def test_wrong_ones_make_nobody_wait(duel: Served) -> None:
    """An `EventSource` comes back with its old one by itself, and somebody there may mistype a token."""
    for n in range(12):
        assert httpx.get(f"{duel.url}{PATH}?ticket=wt_{n:064x}").status_code == 401
    assert httpx.get(f"{duel.url}/api/me", headers=bearer(duel, "wd_none")).status_code == 401


def test_no_line_of_the_log_tells_one(duel: Served, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        mine = ticket(duel)
        Page(duel, f"{PATH}?ticket={mine}").first("moment")
        assert httpx.get(f"{duel.url}{PATH}?ticket={mine}").status_code == 401
    told = [f"{one.getMessage()} {vars(one)}" for one in caplog.records if not one.name.startswith("httpx")]
    assert any("battle.stream opened" in one for one in told)
    told = [one for one in told if "wardiary" in one]
    assert told and not any(mine in one or mine[3:] in one for one in told)


def test_whom_a_proxy_vouches_for_gets_one_from_here_alone(tmp_path: Any) -> None:
    settings = freely(proxy=proxy("X-User", ["127.0.0.1"]))
    with Served(tmp_path / "home", settings) as served:
        served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann")], name="duel")
        vouched = {"X-User": "ann"}

        def asked(**more: str) -> httpx.Response:
            given = vouched | more
            return httpx.post(f"{served.url}/api/tickets", json={"path": PATH}, headers=given)

        assert asked(origin="https://evil.example").status_code == 403
        mine = asked()
        assert mine.status_code == 201
        page = Page(served, f"{PATH}?ticket={mine.json()['ticket']}")
        assert page.first("moment").data["view"]["viewer"] == "nk"


class Request:
    headers = ((b"authorization", b"Bearer wd_x"), (b"cookie", b"x"))
    peer = "127.0.0.1"
    spent = ()

    def every(self, name: bytes) -> list[str]:
        return [value.decode() for key, value in self.headers if key == name]


def test_it_runs_out_and_so_many_are_kept() -> None:
    now = 0.0
    tickets = Tickets(lambda: now)
    first = tickets.give("ann", PATH, Request())
    now = 59.0
    assert tickets.take(first, PATH, keep=True).every(b"authorization") == ["Bearer wd_x"]
    assert not tickets.take(first, PATH, keep=True).every(b"cookie")
    now = 60.0
    with pytest.raises(Failed, match="60 seconds"):
        tickets.take(first, PATH)
    some = [tickets.give("ann", PATH, Request()) for _ in range(EACH + 1)]
    other = tickets.give("ben", PATH, Request())
    assert len(tickets) == EACH + 1, "what ran out is gone, and the oldest of one player's made room"
    with pytest.raises(Failed):
        tickets.take(some[0], PATH)
    for one in (*some[1:], other):
        tickets.take(one, PATH)
    assert not len(tickets)
    for odd in ("", "wt_", "wt_\udcff", "wt_" + "0" * 64, first.upper()):
        with pytest.raises(Failed):
            tickets.take(odd, PATH)

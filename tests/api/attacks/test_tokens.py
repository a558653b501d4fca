"""Who comes with the wrong token, too many of them, none, somebody else's word for who he is, or a role not his."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.accounts import tokens
from api.accounts.attempts import FREE
from api.accounts.limits import RATES, Rate
from api.accounts.proxy import proxy
from api.server.service import Settings
from api.wire.operations import OPERATIONS, ROOT
from campaign.battles.table import Seat
from tests.api.attacks.wires import answer, connected, head, sent
from tests.api.conftest import FREELY, Served, freely

FOREVER = "2999-01-01T00:00:00.000Z"
VIEW = "/api/battles/duel/view"
ACTIONS = "/api/battles/duel/actions"
JSON = "Content-Type: application/json"
END = b'{"action": {"kind": "end-phase"}}'


def ask(served: Served, path: str, token: str = "a", verb: str = "GET", **more: Any) -> httpx.Response:
    headers: dict[str, str] = {"If-Match": "*", **more.pop("headers", {})}
    if token:
        headers["Authorization"] = f"Bearer {served.tokens.get(token, token)}"
    return httpx.request(verb, served.url + path, headers=headers, timeout=20, **more)


def token_for(served: Served, player: str, *scopes: Any, campaigns: Any = (), expires: str = FOREVER) -> str:
    with served.accounts._file.writing() as conn:
        made = tokens.put(conn, served.accounts._world, player, "", scopes, expires, campaigns)
    return made.secret


@pytest.fixture
def duel(served: Served) -> str:
    seats = [Seat("nk", "ann"), Seat("us", "ben")]
    served.hq.battles.new("tank-duel", seats=seats, name="duel")
    served.hq.battles.new("tank-duel", name="other")
    return "duel"


def test_nothing_is_done_without_a_good_token(served: Served) -> None:
    good = served.tokens["k"]
    wrong = good[:-1] + ("0" if good[-1] != "0" else "1")
    late = token_for(served, "ann", "read", expires="2020-01-01T00:00:00.000Z")
    basic = base64.b64encode(b"boss:" + good.encode()).decode()
    tried = [f"Bearer {one}" for one in (wrong, f"{good} {good}", good.upper(), late, "x")]
    with httpx.Client() as client:
        for operation in (one for one in OPERATIONS if not one.free):
            path = ROOT + operation.path.replace("{seq}", "1").replace("{", "").replace("}", "")
            for authorization in (None, "", "Bearer", good, f"Basic {basic}", *tried):
                headers = {} if authorization is None else {"Authorization": authorization}
                found = client.request(operation.verb, served.url + path, headers=headers)
                assert found.status_code in (401, 429), (operation.id, authorization, found.text)
                assert found.headers["content-type"] == "application/problem+json"
                assert found.status_code == 429 or "Bearer" in found.headers["www-authenticate"]
                assert not any(one in found.text for one in (good, wrong, late))


def test_a_token_stands_in_one_place_and_once(served: Served, duel: str) -> None:
    good = f"Authorization: Bearer {served.tokens['a']}"
    assert sent(served, head(served, "GET", VIEW, good)).status == 401
    assert sent(served, head(served, "GET", VIEW, "authorization: Bearer x", token="b")).status == 401
    assert sent(served, head(served, "GET", f"{VIEW}?token={served.tokens['a']}", token="")).status == 401
    assert (
        sent(served, head(served, "GET", VIEW, f"Cookie: token={served.tokens['a']}", token="")).status == 401
    )


def test_revoked_and_blocked_at_once(served: Served, duel: str) -> None:
    for path in (VIEW, "/api/me"):
        again = token_for(served, "ann", "read", "play")
        assert ask(served, path, again).status_code == 200
        assert ask(served, f"/api/tokens/{again.split('_')[1]}", again, "DELETE").status_code == 200
        assert ask(served, path, again).status_code == 401  # kept answers are for who comes in
    assert ask(served, VIEW, "b").status_code == 200
    assert ask(served, "/api/players/ben/block", "k", "POST").status_code == 200
    assert ask(served, VIEW, "b").status_code == 401


def test_who_has_a_good_token_never_waits_for_those_who_try(served: Served, duel: str) -> None:
    """All of them come from one address, as behind a proxy; one token is new here."""
    waits = []
    for _ in range(FREE + 4):
        found = ask(served, VIEW, "wd_0123456789abcdef_" + "0" * 64)
        waits.append(int(found.headers.get("retry-after", "0")))
    assert waits[-1] > 0 and found.status_code == 429 and found.json()["limit"] == "sign-in"
    assert ask(served, VIEW, "rubbish").status_code == 429
    assert ask(served, VIEW, "a").status_code == 200
    assert ask(served, VIEW, token_for(served, "ben", "read")).status_code == 200


def test_scopes(served: Served, duel: str) -> None:
    reader, bot = token_for(served, "ann", "read"), token_for(served, "ann", "read", "bot")
    body = {"action": {"kind": "end-phase"}}
    assert ask(served, ACTIONS, reader, "POST", json=body).json()["type"].endswith("/scope")
    assert ask(served, "/api/battles/duel/undo", bot, "POST").json()["type"].endswith("/scope")
    assert ask(served, "/api/export", token_for(served, "boss", "read", "play")).status_code == 403
    assert ask(served, "/metrics", token_for(served, "boss", "read", "play")).status_code == 403
    made = ask(served, "/api/tokens", reader, "POST", json={"label": "x", "scopes": ["play"]})
    assert made.status_code == 403
    assert ask(served, ACTIONS, bot, "POST", json=body).status_code == 200


def test_a_bound_token_reaches_what_it_is_bound_to_and_nothing_else(served: Served, duel: str) -> None:
    bound = token_for(served, "ann", "read", "play", campaigns=("other",))
    digest = ask(served, VIEW).json()["game"]["board"]["digest"]
    for operation in OPERATIONS:
        if operation.kind != "battle":
            continue
        path = ROOT + operation.path.replace("{battle}", "duel").replace("{seq}", "1")
        found = ask(served, path, bound, operation.verb, json={} if operation.verb != "GET" else None)
        assert found.status_code in (403, 422), (operation.id, found.text)
        assert "duel" not in found.text or found.status_code == 422
    assert ask(served, "/api/battles/duel/stream", bound).status_code == 403
    assert ask(served, "/api/diaries/duel", bound).status_code == 403
    assert ask(served, "/api/diaries/other", bound).status_code == 200
    assert ask(served, "/api/excerpt?battles=other&battles=duel", bound).status_code == 403
    assert ask(served, "/api/excerpt", bound).status_code == 403
    assert ask(served, f"/api/boards/{digest}", bound).status_code == 404
    ask(served, VIEW.replace("duel", "other"), bound)
    assert ask(served, f"/api/boards/{digest}", bound).status_code == 200
    assert [one["battle"] for one in ask(served, "/api/battles", bound).json()] == ["other"]
    assert ask(served, "/api/awaiting", bound).json() == []
    assert ask(served, "/api/newest/battle", bound).json() == "other"
    ask(served, ACTIONS, "a", "POST", json={"action": {"kind": "end-phase"}})
    assert ask(served, "/api/newest/battle").json() == "duel"
    assert ask(served, "/api/newest/battle", bound).json() == ""
    assert (
        ask(served, "/api/tokens", bound, "POST", json={"label": "x", "campaigns": ["duel"]}).status_code
        == 403
    )
    made = ask(served, "/api/tokens", bound, "POST", json={"label": "x"}).json()["secret"]
    assert ask(served, VIEW, made).status_code == 403


def test_roles_that_are_not_ones_own(standing: Served) -> None:
    body = {"action": {"kind": "end-phase"}}
    for token, role in (("a", "us"), ("b", "nk"), ("c", "nk"), ("c", "umpire"), ("a", "umpire"), ("k", "us")):
        for path in (VIEW, "/api/battles/duel/legal", "/api/battles/duel/log"):
            assert ask(standing, f"{path}?as={role}", token).status_code == 403
        assert ask(standing, f"{ACTIONS}?as={role}", token, "POST", json=body).status_code == 403
        assert ask(standing, f"/api/battles/duel/stream?as={role}", token).status_code == 403
    for token in ("c", "k"):
        assert ask(standing, ACTIONS, token, "POST", json=body).status_code == 403
        assert ask(standing, "/api/battles/duel/undo", token, "POST").status_code == 403
    seat = {"side": "us", "player": "cyd"}
    assert ask(standing, "/api/battles/duel/seats/seat", "c", "POST", json=seat).status_code == 403
    assert (
        ask(
            standing, "/api/battles/duel/seats/seat", "b", "POST", json={"side": "nk", "player": ""}
        ).status_code
        == 403
    )
    assert standing.hq.battles.head("duel") == 1


# -- headers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (("If-Match: *", 'If-Match: "1"'), 400),
        (('If-Match: "1", "2"',), 422),
        (("If-Match: *", "Idempotency-Key: a", "Idempotency-Key: b"), 400),
        (("If-Match: *", JSON), 400),
        (("If-Match: *", "Content-Length: 33"), 400),
        (("If-Match: *", "Transfer-Encoding: chunked"), 400),
        (("If-Match: *", "Transfer-Encoding: identity"), 400),
        (("If-Match: *", "Idempotency-Key: " + "k" * 201), 422),
        (("If-Match: *", "Idempotency-Key: \u00e9"), 422),
        (('If-Match: W/"1"',), 422),
        (('If-Match: "99999999999999999999"',), 422),
        (('If-Match: "01"',), 422),
        ((), 428),
    ],
)
def test_headers_that_say_two_things(standing: Served, lines: tuple[str, ...], status: int) -> None:
    raw = head(standing, "POST", ACTIONS, JSON, f"Content-Length: {len(END)}", *lines)
    assert sent(standing, raw, END).status == status
    assert standing.hq.battles.head("duel") == 1


def test_what_stands_behind_a_body_is_no_header(standing: Served) -> None:
    chunk = b"%x\r\n%s\r\n0\r\n" % (len(END), END)
    raw = head(standing, "POST", ACTIONS, JSON, "Transfer-Encoding: chunked", "Trailer: If-Match")
    assert sent(standing, raw + chunk + b"If-Match: *\r\n\r\n").status == 428
    raw = head(standing, "POST", ACTIONS, JSON, "Transfer-Encoding: chunked", "If-Match: *", token="")
    trailer = f"Authorization: Bearer {standing.tokens['a']}\r\n\r\n".encode()
    assert sent(standing, raw + chunk + trailer).status == 401
    assert standing.hq.battles.head("duel") == 1


@pytest.mark.parametrize(
    "name", ["x%0d%0aSet-Cookie:a=b", "%22%3e%3cscript%3e", "a%00b", "..%2f..%2fetc", "%e2%80%ae"]
)
def test_names_never_become_headers(standing: Served, name: str) -> None:
    for path in (f"/api/battles/{name}/view", f"/api/systems/{name}", f"/api/rosters/{name}/{name}",
                 f"/api/boards/{name}", f"/api/problems/{name}", f"/api/scenarios/{name}", f"/{name}"):  # fmt: skip
        found = ask(standing, path, "k")
        assert found.status_code in (404, 422), (path, found.text)
        assert (
            found.headers["content-type"] == "application/problem+json" and "set-cookie" not in found.headers
        )
        assert all(ord(one) >= 32 and one != "\u202e" for one in found.text)
    found = ask(standing, f"/api/battles?limit=1&as={name}", "k")
    assert found.status_code in (200, 403, 422) and "set-cookie" not in found.headers
    assert ask(standing, f"/api/battles?cursor={name}").status_code == 422


@pytest.mark.parametrize(
    "path",
    ["/api/../../etc/passwd", "/api/battles/../../../etc/passwd", "/api/rosters/tanks-modern-age/..%2f..%2faccounts.db",
     "/api/rosters/..%2f..%2f/accounts", "/api/rosters/tanks-modern-age/%2e%2e", "//etc/passwd", "/api/boards/..%5c..",
     "/static/../accounts.db", "/api/problems/..%2f..%2faccounts.db"],
)  # fmt: skip
def test_no_path_leads_out(standing: Served, path: str) -> None:
    for verb in ("GET", "PUT", "DELETE"):
        found = sent(standing, head(standing, verb, path, JSON, "Content-Length: 2", token="k"), b"{}")
        assert found.status in (404, 405, 422), found
        assert b"SQLite" not in found.body and b"root:" not in found.body


def test_a_roster_is_kept_under_its_own_name_alone(standing: Served) -> None:
    content = {"title": "x", "nation": "USA"}
    before = set(standing.hq.home.folder.rglob("*"))
    for name in ("..%2f..%2fx", "%2fetc%2fx", "..", "a%00", ".hidden", "CON%0a", "x%5cy"):
        found = ask(standing, f"/api/rosters/tanks-modern-age/{name}", "k", "PUT", json={"roster": content})
        assert found.status_code in (404, 405, 422), (name, found.text)
    assert set(standing.hq.home.folder.rglob("*")) == before


# -- who is vouched for ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = freely(proxy=proxy("X-Remote-User", ["127.0.0.1"]))
    with Served(tmp_path_factory.mktemp("proxied") / "home", settings) as found:
        found.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")
        yield found


def as_player(served: Served, player: str, path: str, verb: str = "GET", **more: str) -> httpx.Response:
    return ask(served, path, "", verb, headers={"X-Remote-User": player, **more})


def test_an_answer_kept_for_one_is_not_anothers_behind_a_proxy(proxied: Served) -> None:
    """None of them sends a token that would tell them apart."""
    for path in (VIEW, "/api/battles/duel/log", "/api/battles/duel/moment", "/api/battles/duel/report"):
        seen = [as_player(proxied, player, path) for player in ("ann", "ben", "cyd", "ann")]
        assert all(one.status_code == 200 for one in seen)
        assert len({one.headers["etag"] for one in seen}) == 3, path
    viewers = [as_player(proxied, player, VIEW).json()["viewer"] for player in ("ann", "ben", "cyd")]
    assert viewers == ["nk", "us", ""]
    assert as_player(proxied, "ann", "/api/battles/duel/legal").status_code == 200
    assert as_player(proxied, "cyd", "/api/battles/duel/legal").status_code == 403


def test_who_is_vouched_for_twice_or_by_a_trailer(proxied: Served) -> None:
    me = "/api/me"
    one, two = "X-Remote-User: ann", "x-remote-user: boss"
    assert sent(proxied, head(proxied, "GET", me, one, token="")).status == 200
    for lines in (
        (one, two),
        (one, one),
        (one, "X_Remote_User: boss"),
        ("X-Remote-User: ann, boss",),
        ("X-Remote-User: \xff",),
    ):
        assert sent(proxied, head(proxied, "GET", me, *lines, token="")).status in (401, 422)
    assert sent(proxied, head(proxied, "GET", me, "X_Remote_User: boss", token="")).status != 200
    raw = head(proxied, "POST", "/api/tokens", JSON, "Transfer-Encoding: chunked", token="")
    body = b'11\r\n{"label": "mine"}\r\n0\r\nX-Remote-User: boss\r\n\r\n'
    assert sent(proxied, raw + body).status == 401
    assert as_player(proxied, "nobody", me).status_code == 422
    assert as_player(proxied, "zoe", me).status_code == 401
    both = ask(proxied, me, "b", headers={"X-Remote-User": "ann"})
    assert both.json()["account"]["player"] == "ben"  # a token says more than the word of a proxy


def test_nobody_else_vouches(tmp_path: Path) -> None:
    with Served(tmp_path / "home", freely(proxy=proxy("X-Remote-User", ["10.9.8.7"]))) as served:
        found = as_player(
            served, "boss", "/api/me", **{"X-Forwarded-For": "10.9.8.7", "Forwarded": "for=10.9.8.7"}
        )
        assert found.status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({}, 200),
    ],
)
def test_a_page_of_another_site_does_nothing_in_a_players_name(
    proxied: Served, headers: dict[str, str], status: int
) -> None:
    """His browser would send what the proxy knows him by; a form without a body needs nobody's leave."""
    assert as_player(proxied, "boss", "/api/players/dan/block", "POST", **headers).status_code == status


def test_no_other_site_is_let_in(standing: Served) -> None:
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    for verb in ("GET", "OPTIONS", "POST"):
        for path in (VIEW, ACTIONS, "/api/docs", "/health"):
            found = ask(standing, path, "a", verb, headers=asked)
            assert not [name for name in found.headers if name.startswith("access-control")]


# -- how often ---------------------------------------------------------------------------------------------------


def test_too_much_is_answered_with_which_and_how_long(tmp_path: Path) -> None:
    rates: Any = {"reads": Rate(5, 0.01), "actions": Rate(2, 0.01), "streams": FREELY}
    with Served(tmp_path / "home", Settings(rates=rates)) as served:
        served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")
        found = [ask(served, VIEW) for _ in range(6)]
        assert [one.status_code for one in found] == [200] * 5 + [429]
        assert int(found[-1].headers["retry-after"]) > 1 and found[-1].json()["limit"] == "reads"
        done = [ask(served, ACTIONS, "a", "POST", json={"action": {"kind": "end-phase"}}) for _ in range(3)]
        assert done[-1].status_code == 429 and done[-1].json()["limit"] == "actions"
        assert ask(served, VIEW, "b").status_code == 200  # another's are his own
        for _ in range(5):  # who has no token has the bucket of his address
            last = ask(served, "/api/invitation", "", "POST", json={"secret": "wi_x"})
        assert last.status_code == 429
        with connected(served) as wire:
            wire.sendall(head(served, "GET", "/api/battles/duel/stream"))
            assert answer(wire).status == 200
    assert set(RATES) == set(rates)

"""What breaks under a server: the process, the disk, a diary, the accounts."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from api.accounts.answers import Redeemed
from api.accounts.invitations import Invitations
from campaign.battles.table import Seat
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Exported
from campaign.shared.callers import Caller
from tests.api.conftest import Served

KILLED = 0.8
"""Seconds of load before a server is killed."""
CLIENTS = 3


@contextmanager
def child(home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as a process, and its address."""
    line = [sys.executable, "-m", "tests.api.attacks.child", str(home)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


class Sent(NamedTuple):
    """An action that was acknowledged. answer: what was said."""

    battle: str
    token: str
    key: str
    body: Any
    answer: Any


def post(client: httpx.Client, one: Sent) -> httpx.Response:
    headers = {"Authorization": f"Bearer {one.token}", "If-Match": "*", "Idempotency-Key": one.key}
    return client.post(f"/api/battles/{one.battle}/actions", json=one.body, headers=headers)


def test_a_server_that_is_killed_loses_nothing_that_it_acknowledged(tmp_path: Path, scale: int) -> None:
    with Served(tmp_path) as served:
        for number in range(CLIENTS):
            seats = [Seat("nk", "ann"), Seat("us", "ben")]
            made = served.hq.battles.new("tank-duel", seats=seats, name=f"duel-{number}")
            assert isinstance(made, Acted)
        players = {"nk": served.tokens["a"], "us": served.tokens["b"]}
    done: list[Sent] = []
    open_: list[Sent] = []
    for round in range(max(1, scale // 2)):
        with child(tmp_path) as (process, url):
            threads = [
                threading.Thread(
                    target=_fight, args=(url, f"duel-{number}", players, f"{round}", done, open_)
                )
                for number in range(CLIENTS)
            ]
            for one in threads:
                one.start()
            before = time.monotonic()
            while len(done) < 12 * (round + 1):  # however slow the machine is
                assert time.monotonic() - before < 60
                time.sleep(0.01)
            time.sleep(KILLED)
            process.kill()
            for one in threads:
                one.join()
    with child(tmp_path) as (_, url), httpx.Client(base_url=url, timeout=30) as client:
        for one in done[-12:]:
            again = post(client, one)
            assert again.status_code == 200, again.text
            assert again.json() == {**one.answer, "repeated": True}, one
            other = post(client, one._replace(body={"action": {"kind": "another"}}))
            assert other.status_code == 422
        for one in open_:  # cut off before the answer came: it was done, or is done now, and once
            first, second = post(client, one), post(client, one)
            if first.status_code == 200:
                assert second.json()["seq"] == first.json()["seq"] and second.json()["repeated"]
        for number in range(CLIENTS):
            headers = {"Authorization": f"Bearer {players['nk']}"}
            found = client.get(f"/api/battles/duel-{number}/log", headers=headers).json()
            assert [one["seq"] for one in found] == list(range(1, len(found) + 1))
            assert client.get(f"/api/battles/duel-{number}/verify", headers=headers).status_code == 200


def _fight(
    url: str, battle: str, players: dict[str, str], round: str, done: list[Sent], cut: list[Sent]
) -> None:
    """Act as whoever is asked, until the server is gone."""
    with httpx.Client(base_url=url, timeout=30) as client:
        number = 0
        one: Sent | None = None
        try:
            while True:
                headers = {"Authorization": f"Bearer {players['nk']}"}
                asked = client.get(f"/api/battles/{battle}/view", headers=headers).json()["asked"]
                if not asked:
                    return
                token = players[asked[0]["side"]]
                legal = client.get(
                    f"/api/battles/{battle}/legal", headers={"Authorization": f"Bearer {token}"}
                ).json()
                body = {"action": legal[number % len(legal)]["action"]}
                one = Sent(battle, token, f"{battle} {round} {number}", body, None)
                number += 1
                answer = post(client, one)
                if answer.status_code == 200:
                    done.append(one._replace(answer=answer.json()))
                one = None
        except httpx.HTTPError:
            if one is not None:
                cut.append(one)


# -- the disk ----------------------------------------------------------------------------------------------------


def ask(served: Served, verb: str, path: str, token: str = "a", **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {served.tokens.get(token, token)}", "If-Match": "*"}
    return httpx.request(verb, served.url + path, headers=headers, timeout=20, **more)


@pytest.fixture
def duel(served: Served) -> str:
    seats = [Seat("nk", "ann"), Seat("us", "ben")]
    served.hq.battles.new("tank-duel", seats=seats, name="duel")
    served.hq.battles.new("tank-duel", seats=seats, name="other")
    return "duel"


def test_a_full_disk_is_said_and_reading_goes_on(served: Served, duel: str) -> None:
    end = {"action": {"kind": "end-phase"}}
    view = "/api/battles/duel/view"
    before = ask(served, "GET", view).content
    store: Any = served.hq._house.store
    conn = store._writer._conn
    room = conn.execute("PRAGMA page_count").fetchone()[0]
    conn.execute(f"PRAGMA max_page_count={room}")
    statuses = []
    for _ in range(60):  # until the last page is filled
        asked = ask(served, "GET", view).json()["asked"][0]["side"]
        found = ask(served, "POST", "/api/battles/duel/actions", "a" if asked == "nk" else "b", json=end)
        statuses.append(found.status_code)
        if found.status_code != 200:
            break
    assert (found.status_code, found.json()["type"]) == (507, "/api/problems/no-space"), found.text
    assert "full" in found.json()["detail"]
    made = ask(served, "POST", "/api/battles", "a", json={"scenario": "tank-duel"})
    assert made.status_code == 507
    assert ask(served, "GET", view).status_code == 200 and ask(served, "GET", "/health").json() == {
        "status": "ok"
    }
    assert (ask(served, "GET", view).content == before) == (len(statuses) == 1)
    conn.execute("PRAGMA max_page_count=1000000")
    again = ask(served, "POST", "/api/battles/duel/actions", "a" if asked == "nk" else "b", json=end)
    assert again.status_code == 200, again.text
    assert ask(served, "GET", "/api/battles/duel/verify").status_code == 200


def test_a_full_disk_under_the_accounts(served: Served) -> None:
    conn: Any = served.accounts._file._writer
    room = conn.execute("PRAGMA page_count").fetchone()[0]
    conn.execute(f"PRAGMA max_page_count={room}")
    for _ in range(100):
        found = ask(served, "POST", "/api/tokens", json={"label": "x" * 200})
        if found.status_code != 201:
            break
    assert found.status_code == 507, found.text
    assert ask(served, "GET", "/api/me").status_code == 200
    conn.execute("PRAGMA max_page_count=1000000")
    assert ask(served, "POST", "/api/tokens", json={"label": "x"}).status_code == 201


def test_accounts_that_cannot_be_read_let_nobody_in_and_say_so(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> Any:
        raise sqlite3.DatabaseError("file is not a database")

    class Broken:
        execute = fails

        def close(self) -> None:
            pass

    reader = served.accounts._file._reader
    served.accounts._file._reader = Broken()  # type: ignore[assignment]
    time.sleep(0.3)
    try:
        for path in ("/api/me", "/api/stream", "/api/battles", "/metrics"):
            found = ask(served, "GET", path)
            assert (found.status_code, found.json()["type"]) == (503, "/api/problems/damaged"), found.text
    finally:
        served.accounts._file._reader = reader
    assert ask(served, "GET", "/api/me").status_code == 200


def test_a_damaged_diary_is_the_only_one_that_is_not_shown(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        seats = [Seat("nk", "ann"), Seat("us", "ben")]
        for name in ("duel", "other"):
            served.hq.battles.new("tank-duel", seats=seats, name=name)
        secrets = dict(served.tokens)
    conn = sqlite3.connect(served.hq.home.database)
    conn.executescript(
        "DROP TRIGGER IF EXISTS entries_stay; "
        + "".join(f"DROP TRIGGER IF EXISTS {name};" for (name,) in conn.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall())
        + "UPDATE entries SET body = '{{' WHERE diary = (SELECT id FROM diaries WHERE name = 'duel');"
        + "DELETE FROM snapshots;"
    )  # fmt: skip
    conn.close()
    with child(tmp_path) as (_, url), httpx.Client(base_url=url, timeout=30) as client:
        client.headers["Authorization"] = f"Bearer {secrets['a']}"
        assert client.get("/api/battles/duel/view").status_code == 404, "nobody can say who may look on"
        client.headers["Authorization"] = f"Bearer {secrets['k']}"
        for path in ("view", "moment", "legal", "log", "report", "stream"):
            found = client.get(f"/api/battles/duel/{path}")
            assert (found.status_code, found.json()["type"]) == (503, "/api/problems/damaged"), (
                path,
                found.text,
            )
        assert client.get("/api/battles/other/view").status_code == 200
        assert {one["battle"] for one in client.get("/api/battles").json()} == {"duel", "other"}
        assert client.get("/api/awaiting").status_code == 200


# -- invitations -------------------------------------------------------------------------------------------------


def invited(served: Served, **more: Any) -> str:
    found = ask(served, "POST", "/api/invitations", "k", json={"kind": "side", "campaign": "open", **more})
    assert found.status_code == 201, found.text
    return found.json()["secret"]


def redeem(served: Served, secret: str, player: str) -> httpx.Response:
    given = {"secret": secret, "player": player}
    return httpx.post(f"{served.url}/api/invitation/redeem", json=given, timeout=30)


def test_an_invitation_is_good_for_one_however_many_come_at_once(served: Served) -> None:
    served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "")], name="open")
    secret = invited(served, side="us")
    found: list[httpx.Response] = []
    threads = [
        threading.Thread(target=lambda name: found.append(redeem(served, secret, name)), args=(f"p{n}",))
        for n in range(8)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(one.status_code for one in found) == [200] + [422] * 7
    won = next(one.json() for one in found if one.status_code == 200)
    seats = {one.side: one.player for one in served.hq.battles.info("open").seats}
    assert seats["us"] == won["redeemed"]["account"]["player"] and won["seat"][
        "seq"
    ] == served.hq.battles.head("open")


def test_who_is_taken_in_while_the_invitation_is_taken_back_is_told_so(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "")], name="open")
    secret, redeemed = invited(served, side="us"), Invitations.redeem
    id = secret.split("_")[1]

    def and_revoked(invitations: Invitations, *given: Any) -> Redeemed:
        found = redeemed(invitations, *given)
        assert ask(served, "DELETE", f"/api/invitations/{id}", "k").status_code == 200
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Invitations, "redeem", and_revoked)
        late = redeem(served, secret, "eve")
    assert (late.status_code, "taken back" in late.json()["detail"]) == (422, True)
    assert (late.json()["type"], "rules" in late.json()["title"]) == ("/api/problems/invitation", False)
    assert {one.side: one.player for one in served.hq.battles.info("open").seats}["us"] == ""
    assert "eve" not in [one["player"] for one in ask(served, "GET", "/api/players", "k").json()]
    listed = next(one for one in ask(served, "GET", "/api/invitations", "k").json() if one["id"] == id)
    assert listed["revoked"] and not listed["redeemer"]


def test_a_seat_that_cannot_be_had_is_said_and_leaves_nothing_behind(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "")], name="open")
    first, second = invited(served, side="us"), invited(served, side="us")
    assert redeem(served, first, "eve").json()["seat"]
    late = redeem(served, second, "fay")
    assert (late.status_code, "'s: nobody takes another's" in late.json()["detail"]) == (403, True)
    mine = invited(served, side="us")
    given = {"secret": mine}
    assert ask(served, "POST", "/api/invitation/redeem", "c", json=given).status_code == 403
    assert ask(served, "POST", "/api/invitation/redeem", "c", json=given).status_code == 403
    for secret in (second, mine):
        id = secret.split("_")[1]
        left = ask(served, "DELETE", f"/api/invitations/{id}", "k")
        assert (left.status_code, left.json()["redeemer"], left.json()["redeemed"]) == (200, "", "")
        assert redeem(served, secret, "fay").status_code == 422, "it was taken back"
    third = invited(served, side="us")
    with monkeypatch.context() as patched:

        def broken(*_: object, **__: object) -> Any:
            raise Refused("Diary open, entry 1: it cannot be read.", kind="damaged")

        patched.setattr("campaign.shared.seats.Seats.seat", broken)
        joined = redeem(served, third, "gil")
        assert (joined.status_code, "cannot be read" in joined.json()["detail"]) == (503, True)
    players = {one["player"] for one in ask(served, "GET", "/api/players").json()}
    assert "eve" in players and not players & {"fay", "gil"}
    done = served.hq.for_(Caller("eve")).battles.seats.seat("open", "us", "")
    assert isinstance(done, Acted), done
    assert redeem(served, third, "gil").json()["seat"], "the seat can be had again, and so can the link"


@pytest.mark.parametrize(
    "player",
    [
        "umpire",
        "Umpire",
        "local",
        "bot:strong",
        "nobody",
        "keeper",
        "",
        " ",
        "ANN",
        "a/b",
        "x\u202ey",
        "x\x1b[2Jy",
        "a\nb",
        "ａｎｎ",
    ],
)
def test_nobody_takes_a_name_that_is_not_his(standing: Served, player: str) -> None:
    found = ask(standing, "POST", "/api/invitations", "k", json={"kind": "account"})
    assert redeem(standing, found.json()["secret"], player).status_code in (422, 403)
    good = redeem(standing, found.json()["secret"], f"zoe-{len(standing.accounts.players.list())}")
    assert good.status_code == 200


INJECTED = (
    "<script>alert(1)</script>",
    "'; DROP TABLE tokens; --",
    "\u202egnp.exe",
    "\x1b]0;x\x07",
    "a\r\nSet-Cookie: a=b",
    "{{ 7 * 7 }}",
    '" onload="x',
)


def test_no_name_is_more_than_a_name(served: Served) -> None:
    """Titles of battles, names and ids of players, labels of tokens: as text in the report, in JSON, in headers."""
    for name in INJECTED:
        made = ask(
            served,
            "POST",
            "/api/battles",
            json={
                "scenario": "tank-duel",
                "title": name,
                "seats": [{"side": "nk", "player": "ann"}, {"side": "us", "player": name}],
            },
        )
        assert made.status_code in (201, 422), made.text
        if made.status_code == 422:
            made = ask(served, "POST", "/api/battles", json={"scenario": "tank-duel", "title": name})
        if made.status_code == 201:
            battle = made.json()["diary"]
            page = ask(served, "GET", f"/api/battles/{battle}/report")
            assert "default-src 'none'" in page.headers["content-security-policy"]
            assert page.headers["x-content-type-options"] == "nosniff"
            assert "<script" not in page.text and 'onload="x' not in page.text and name != "49"
            assert "\u202e" not in page.text and "\x1b" not in page.text
            board = ask(served, "GET", f"/api/battles/{battle}/board")
            assert "<script" not in board.text and board.headers["x-content-type-options"] == "nosniff"
            assert ask(served, "GET", f"/api/excerpt?battles={battle}").status_code == 200
        for verb, path, body in (
            ("PUT", "/api/me", {"name": name}),
            ("POST", "/api/tokens", {"label": name}),
        ):
            found = ask(served, verb, path, json=body)
            assert found.status_code in (200, 201, 422) and "set-cookie" not in found.headers
        ask(served, "GET", "/api/battles", params={"as": name})
    assert ask(served, "GET", "/api/me").status_code == 200
    assert all(ord(one) >= 32 for one in ask(served, "GET", "/api/players").text)


def test_the_answer_beside_a_file_is_json_in_ascii(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    left = ("Diary \u00e9\U0001f600 cannot be read.",)
    monkeypatch.setattr("campaign.headquarters.Headquarters.export", lambda *_, **__: Exported(1, left))
    found = ask(served, "GET", "/api/export", "k")
    assert json.loads(found.headers["wardiary-answer"])["left_out"] == list(left)

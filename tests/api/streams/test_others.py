"""A player's own stream, campaigns, questions for changes, spectators who are behind, limits, and how it all ends."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from api.accounts.limits import Rate
from api.server.logs import Lines
from api.server.serving import allow_connections
from api.server.streams import own
from api.server.streams.hub import Hub
from api.server.streams.messages import Message
from campaign.battles.table import Seat
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.conftest import FREELY, Served, freely
from tests.api.listening import Listener

PATH = "/battles/duel/stream"
DELAY = 5.0


def begin(served: Served, name: str = "duel") -> None:
    """A battle that the server has noticed: it does so a moment after it was written."""
    opened = served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name=name)
    assert isinstance(opened, Acted), opened
    watcher, until = served.hub.watcher, time.monotonic() + 20
    while not any((one.diary, one.seq) == (name, opened.seq) for one in watcher.after(0)):
        assert time.monotonic() < until, "the server does not notice a new battle"
        time.sleep(0.005)


def act(served: Served, player: str = "ann", kind: str = "end-phase", name: str = "duel") -> int:
    done = served.hq.for_(Caller(player)).battles.act(name, {"kind": kind})
    assert isinstance(done, Acted), done
    return done.seq


def asked(served: Served, token: str, path: str, **headers: str) -> httpx.Response:
    bearer = {"Authorization": f"Bearer {served.tokens[token]}", **headers}
    return httpx.get(f"{served.url}{path}", headers=bearer, timeout=30)


# -- a player's own ------------------------------------------------------------------------------------------------


def test_all_that_awaits_a_player_and_what_changes(served: Served) -> None:
    begin(served)
    ann, ben = Listener(served, "a", "/stream"), Listener(served, "b", "/stream")
    first = [one.first("awaiting").data[0] for one in (ann, ben)]
    assert [one["diary"] for one in first] == ["duel", "duel"]
    assert [bool(one.get("asked")) for one in first] == [True, False]
    seq = act(served)
    assert ann.first("changed").data == {"diary": "duel", "kind": "battle", "seq": seq}
    assert [bool(one.first("awaiting", 2).data[0].get("asked")) for one in (ann, ben)] == [False, True]
    after = ann.first("changed").id
    newest = act(served, "ben")
    again = Listener(served, "a", "/stream", Last_Event_ID=after)
    assert again.first("changed").data["seq"] == newest


def test_of_a_private_table_nobody_else_hears(served: Served) -> None:
    """Neither its name nor that something goes on, also where he was asked to it once; who is asked hears at once."""
    begin(served, "open")
    stranger, ben = Listener(served, "c", "/stream"), Listener(served, "b", "/stream")
    for one in (stranger, ben):
        one.first("awaiting")
    cursor = asked(served, "c", "/api/changes").json()["cursor"]
    ann = served.hq.for_(Caller("ann")).battles
    seats = [Seat("nk", "ann"), Seat("us", "ben")]
    made = ann.new("tank-duel", seats=seats, look="invited")
    assert isinstance(made, Acted), made
    assert ben.first("changed").data["diary"] == made.diary
    act(served, name="open")
    assert stranger.first("changed").data["diary"] == "open"
    changed = asked(served, "c", f"/api/changes?after={cursor}").json()["changed"]
    assert [one["diary"] for one in changed] == ["open"]
    assert not any(made.diary in one.raw for one in stranger.heard)
    assert made.diary not in asked(served, "c", "/api/changes?after=1").text


def test_what_others_do_in_private_makes_nobody_look_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(served, "open")
    cursor = asked(served, "c", "/api/changes").json()["cursor"]
    made = served.hq.for_(Caller("ann")).battles.new(
        "tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], look="invited"
    )
    assert isinstance(made, Acted), made
    changes, looks = own.Known.changes, list[int]()

    def slowly(*given: Any) -> Any:
        found = changes(*given)
        if not looks:
            assert isinstance(served.hq.for_(Caller("ben")).battles.seats.accept(made.diary), Acted)
            until = time.monotonic() + 20
            while served.hub.watcher.after(found.cursor) == []:
                assert time.monotonic() < until
                time.sleep(0.005)
        looks.append(found.cursor)
        return found

    monkeypatch.setattr(own.Known, "changes", slowly)
    stranger = Listener(served, "c", f"/stream?since={cursor}")
    stranger.first("awaiting")
    stranger.until(lambda _: looks)
    act(served, name="open")
    assert stranger.first("changed").data["diary"] == "open"
    assert len(looks) == 1


def test_a_campaign_goes_on(served: Served) -> None:
    uma = served.hq.for_(Caller("cyd")).campaigns
    opened = uma.new(uma.files.samples()[0].id, name="war")
    assert isinstance(opened, Acted), opened
    for side in uma.view("war").sides:
        assert isinstance(uma.seats.withdraw("war", side.id), Acted)
    listener = Listener(served, "d", "/campaigns/war/stream")
    assert listener.first("moment").id == str(served.hq.campaigns.head("war"))
    done = uma.act("war", {"kind": "advance", "days": 1})
    assert isinstance(done, Acted), done
    entry = listener.entry(done.seq)
    assert (entry.data["seal"], entry.data["newest"]) == (done.seal, done.seq)
    assert entry.data["date"] == served.hq.campaigns.info("war").date


@pytest.mark.parametrize("delay", [0.0, 0.3])
def test_nothing_is_asked_of_a_file_while_others_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, delay: float
) -> None:
    """Tokens and diaries are looked up in the threads that are there for it, not where all streams are fed."""
    with Served(tmp_path, freely(delay=delay)) as served:
        begin(served)
        asking: dict[str, set[str]] = {"token": set(), "standing": set()}

        def noting(what: str, ask: Any) -> Any:
            def noted(*given: Any, **more: Any) -> Any:
                asking[what].add(threading.current_thread().name.partition("_")[0])
                return ask(*given, **more)

            return noted

        cursor = asked(served, "c", "/api/changes").json()["cursor"]
        still = noting("token", served.hub._service.gate.still)
        monkeypatch.setattr(served.hub._service.gate, "still", still)
        monkeypatch.setattr(own, "standing", noting("standing", own.standing))
        seq = act(served)
        time.sleep(delay + 0.1)
        listener = Listener(served, "c", f"/stream?since={cursor}")
        assert listener.first("changed").data["seq"] == seq
        seq = act(served, "ben")
        assert listener.first("changed", 2).data["seq"] == seq
        listener.until(lambda _: asking["token"])
        assert set.union(*asking.values()) == {"asking"}
        assert [one.data["seq"] for one in listener.of("changed")] == [seq - 1, seq]


# -- questions for changes -----------------------------------------------------------------------------------------


def begun(served: Served) -> int:
    """A cursor after a battle's beginning."""
    begin(served)
    return asked(served, "a", "/api/changes").json()["cursor"]


def test_what_changed_is_told_as_soon_as_it_does(served: Served) -> None:
    cursor = begun(served)
    nothing = asked(served, "a", f"/api/changes?after={cursor}").json()
    assert not nothing.get("changed")
    start = time.monotonic()
    later = threading.Timer(0.5, act, (served,))
    later.start()
    found = asked(served, "a", f"/api/changes?after={cursor}&timeout=20").json()
    assert 0.3 < time.monotonic() - start < 10
    later.join()
    assert found["changed"] == [{"diary": "duel", "kind": "battle", "seq": 2}]
    assert asked(served, "a", f"/api/changes?after={found['cursor']}").json().get("changed", []) == []


def test_who_is_blocked_while_he_waits_for_changes_hears_of_none(served: Served) -> None:
    cursor = begun(served)
    found: list[httpx.Response] = []
    path = f"/api/changes?after={cursor}&timeout=10"
    waiting = threading.Thread(target=lambda: found.append(asked(served, "a", path)))
    waiting.start()
    time.sleep(0.5)
    keeper = served.accounts.resolve(served.tokens["k"])
    assert keeper is not None
    served.accounts.players.block(keeper, "ann")
    act(served)
    waiting.join()
    assert (found[0].status_code, found[0].json()["type"]) == (401, "/api/problems/wrong-token")


def test_a_cursor_from_before_the_server_started_brings_everything(served: Served) -> None:
    begin(served)
    assert [one["diary"] for one in asked(served, "c", "/api/changes?after=1").json()["changed"]] == ["duel"]


@pytest.mark.parametrize(
    "query", ["timeout=26", "timeout=-1", "after=-1", "after=x", "timeout=nan", "who=me"]
)
def test_questions_that_are_none(served: Served, query: str) -> None:
    assert asked(served, "a", f"/api/changes?{query}").status_code == 422


# -- who is behind --------------------------------------------------------------------------------------------------


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "home", freely(delay=DELAY)) as found:
        begin(found)
        yield found


def test_who_looks_on_hears_it_later_and_nothing_before(late: Served) -> None:
    """On the stream of the battle, on his own, by the long poll, in what is listed: nothing tells of now."""
    watching, own, ann = (
        Listener(late, token, path) for token, path in (("c", PATH), ("c", "/stream"), ("a", PATH))
    )
    for one in (watching, ann):
        one.first("moment")
    own.first("awaiting")
    before = {path: asked(late, "c", path) for path in READ}
    cursor = asked(late, "c", "/api/changes").json()["cursor"]
    start = time.monotonic()
    seq = act(late)
    ann.entry(seq)
    for path, answer in before.items():
        now = asked(late, "c", path)
        assert (now.content, now.headers.get("etag")) == (answer.content, answer.headers.get("etag")), path
    assert not asked(late, "c", f"/api/changes?after={cursor}").json().get("changed")
    assert not watching.of("entry")
    assert not own.of("changed")
    watching.entry(seq)
    assert time.monotonic() - start >= DELAY
    own.first("changed")
    found = asked(late, "c", f"/api/changes?after={cursor}").json()
    assert found["changed"] == [{"diary": "duel", "kind": "battle", "seq": seq}]
    assert not watching.of("presence")


def test_who_takes_a_seat_is_behind_no_more(late: Served) -> None:
    """At once, though all who listen are behind, and somebody else came first."""
    battles = {one: late.hq.for_(Caller(one)).battles.seats for one in ("ann", "ben", "dan")}
    for done in (battles["ann"].leave("duel"), battles["ben"].offer("duel", "nk")):
        assert isinstance(done, Acted), done
    start = time.monotonic()
    some = []
    for token in "cd":
        some.append(Listener(late, token, PATH))
        some[-1].first("moment")
    assert isinstance(battles["dan"].accept("duel"), Acted)
    assert some[1].first("moment", 2).data["view"]["viewer"] == "nk"
    assert time.monotonic() - start < DELAY
    assert len(some[0].of("moment")) == 1


def test_who_begins_to_listen_meanwhile_hears_it_when_he_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was done before he came, and so shortly that it may not be told to him yet, is told to him in time."""
    monkeypatch.setattr(Hub, "_wake_all", lambda _: None)  # of what was done before the server began
    with Served(tmp_path / "home", freely(delay=1.5)) as served:
        begin(served)
        cursor = asked(served, "c", "/api/changes").json()["cursor"]
        seq = act(served)
        battle = Listener(served, "c", PATH, Last_Event_ID="1")
        own = Listener(served, "c", f"/stream?since={cursor}")
        battle.entry(seq)
        own.until(lambda one: [m for m in one.of("changed") if m.data["seq"] == seq])
        own.first("awaiting")
        assert len([m for m in own.of("changed") if m.data["seq"] == seq]) == 1


READ = tuple(
    f"/api/{one}"
    for one in (
        *(f"battles/duel{one}" for one in ("", "/head", "/moment", "/view", "/log", "/entries/2", "/verify")),
        *("battles/duel/report", "battles", "newest/battle"),
    )
)


# -- limits and ends ------------------------------------------------------------------------------------------------


def test_too_many_streams_are_refused_but_never_who_comes_back(tmp_path: Path) -> None:
    with Served(tmp_path / "home", freely(streams=3, streams_each=2)) as served:
        begin(served)
        some = [Listener(served, "a", PATH) for _ in range(2)]
        for one in some:
            one.first("moment")
        third = Listener(served, "a", PATH)
        third.end()
        assert (third.status, third.problem["limit"]) == (429, "streams of one player")
        assert int(third.headers["retry-after"]) >= third.problem["retry_after"] > 0
        back = Listener(served, "a", PATH, Last_Event_ID="1")
        back.first("presence")
        ended = back.until(lambda _: [one for one in some if one.ended.is_set()])
        assert [one.of("end")[0].data["why"] for one in ended] == ["replaced"]
        Listener(served, "b", PATH).first("moment")
        full = Listener(served, "c", PATH)
        full.end()
        assert (full.status, full.problem["limit"]) == (429, "streams of all players")
        Listener(served, "c", PATH, Last_Event_ID="1").first("presence")


def test_how_often_streams_are_opened_is_limited_but_not_the_same_one(tmp_path: Path) -> None:
    rates: Any = {"reads": FREELY, "actions": FREELY, "streams": Rate(1, 0.001)}
    with Served(tmp_path / "home", freely(rates=rates)) as served:
        begin(served)
        begin(served, "other")
        Listener(served, "a", PATH).first("moment")
        Listener(served, "a", PATH).first("moment")
        other = Listener(served, "a", "/battles/other/stream")
        other.end()
        assert (other.status, other.problem["limit"]) == (429, "streams")


def test_a_reader_who_takes_nothing_is_cut_off_and_holds_nobody_up(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.server.streams.stream.PATIENCE", 1.0)
    begin(served)
    host, port = "127.0.0.1", served.runner.port
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect((host, port))
    request = f"GET /api{PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.tokens['c']}\r\n\r\n"
    slow.sendall(request.encode())
    quick = Listener(served, "a", PATH)
    quick.first("moment")
    until = time.monotonic() + 20
    while len(served.hub.streams) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    (stuck,) = [one for one in served.hub.streams if one.caller.player == "cyd"]
    flood = Message("flood", b"x" * (12 << 20))  # more than the buffers of the machine take
    assert served.hub.loop is not None
    served.hub.loop.call_soon_threadsafe(stuck.put, flood)
    time.sleep(0.2)
    seq = act(served)
    quick.entry(seq)
    until = time.monotonic() + 20
    while len(served.hub.streams) > 1:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert stuck.why == "slow"
    slow.close()


def test_a_heartbeat_comes_where_nothing_happens(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.server.streams.stream.HEARTBEAT", 0.5)
    begin(served)
    for accept in ("text/event-stream", "application/x-ndjson"):
        Listener(served, "a", PATH, accept).until(lambda one: one.beats >= 2)


def test_it_stops_at_once_with_many_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is told, and none holds the server up: it would wait for longer than is waited for it here."""
    monkeypatch.setattr("api.server.serving.GRACE", 600)
    with Served(tmp_path / "home", freely(streams_each=1000)) as served:
        begin(served)
        some: list[socket.socket] = []
        for number in range(200):
            one = socket.create_connection(("127.0.0.1", served.runner.port))
            token = served.tokens["abcd"[number % 4]]
            one.sendall(
                f"GET /api{PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
            )
            some.append(one)
        until = time.monotonic() + 20
        while sum(not one.loading for one in list(served.hub.streams)) < len(some):
            assert time.monotonic() < until
            time.sleep(0.02)
        poll = Listener(served, "a", "/changes?timeout=20")
        served.runner.handle_exit(2, None)
        served.thread.join(20)
        assert not served.thread.is_alive() and poll.ended.wait(20)
        for one in some:
            one.settimeout(20)
            data = b""
            while part := one.recv(1 << 16):
                data += part
            assert b"event: end" in data
            assert data.endswith(b"0\r\n\r\n")
            one.close()


# -- how it is ------------------------------------------------------------------------------------------------------


def test_what_says_how_the_server_is(served: Served) -> None:
    assert httpx.get(f"{served.url}/health").json() == {"status": "ok"}
    assert set(httpx.get(f"{served.url}/version").json()) == {"version"}
    assert httpx.get(f"{served.url}/metrics").status_code == 401
    assert asked(served, "a", "/metrics").status_code == 403
    begin(served)
    Listener(served, "a", PATH).first("moment")
    asked(served, "a", "/api/battles/none")
    text = asked(served, "k", "/metrics").text
    assert 'wardiary_requests_total{operation="battles.info",status="404"} 1.0' in text
    assert "wardiary_streams 1.0" in text
    assert "ann" not in text
    assert "duel" not in text


def test_streams_and_questions_for_changes_are_counted_and_noted(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    begin(served)
    caplog.set_level(logging.INFO, "wardiary.requests")
    listener, other = Listener(served, "a", PATH), Listener(served, "b", "/stream")
    listener.first("moment")
    other.first("awaiting")
    assert Listener(served, "a", PATH + "?since=x").end() is None
    assert asked(served, "a", "/api/changes").status_code == 200
    ann = next(one for one in served.hub.streams if one.caller.player == "ann")
    assert served.hub.loop is not None
    served.hub.loop.call_soon_threadsafe(ann.end, "token", "It is good no more.")
    assert listener.end() is not None
    listener.until(lambda _: [one for one in caplog.messages if one == "battle.stream closed"])
    ours = [one for one in caplog.records if one.name == "wardiary.requests"]
    lines = [msgspec.json.decode(Lines().format(one)) for one in ours]
    told = {one["text"]: one for one in lines}
    assert (told["battle.stream opened"]["open"], told["own.stream opened"]["open"]) in ((1, 2), (2, 1))
    end = told["battle.stream closed"]
    assert (end["why"], end["open"], end["seconds"] >= 0) == ("token", 1, True)
    assert (told["battle.stream"]["status"], told["changes"]["status"]) == (422, 200)
    assert not any(word in repr(lines) for word in ("ann", "duel", "wd_"))
    text = asked(served, "k", "/metrics").text
    for line in (
        'wardiary_streams_opened_total{operation="battle.stream"} 1.0',
        'wardiary_streams_closed_total{operation="battle.stream",why="token"} 1.0',
        'wardiary_stream_seconds_count{operation="battle.stream"} 1.0',
        'wardiary_requests_total{operation="battle.stream",status="422"} 1.0',
        'wardiary_requests_total{operation="changes",status="200"} 1.0',
    ):
        assert line in text


def test_when_a_token_was_used_is_written_while_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.server.streams.hub.USES", 0.1)
    with Served(tmp_path / "home", freely()) as served:
        assert asked(served, "a", "/api/me").status_code == 200
        end = time.monotonic() + 20
        while not served.accounts._file.rows("SELECT 1 FROM tokens WHERE player = 'ann' AND used <> ''"):
            assert time.monotonic() < end
            time.sleep(0.05)


def test_the_log_is_lines_of_json() -> None:
    record = logging.LogRecord("wardiary", logging.INFO, "", 0, "%s", ("battles.act",), None)
    record.more = {"status": 200}
    told = msgspec.json.decode(Lines().format(record))
    assert (told["text"], told["status"], told["level"]) == ("battles.act", 200, "info")


def test_a_server_may_have_as_many_connections_as_it_lets_in() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, before[1]), before[1]))
        allow_connections(50)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(1124, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

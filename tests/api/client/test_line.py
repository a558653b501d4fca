"""The line to a server: what is tried again, what is not, and what is said where nobody answers."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from api.client.headquarters import RemoteHeadquarters
from api.client.line import Line, address, is_near
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from tests.api.serving import holder, served
from tests.tui.shared.test_worker import asked_from_here_on
from tui.shared.worker import Watch

PASSES = {"k": holder("boss", keeper=True)}
HASTY = 0.0
"""Seconds for which nothing is tried again."""


@contextmanager
def answering(*answers: bytes | None) -> Generator[tuple[str, list[bytes]]]:
    """A server that gives these answers, one to a connection, None for a connection that breaks; and what it was
    asked."""
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def run() -> None:
            for one in answers:
                try:
                    conn, _ = listening.accept()
                except OSError:  # it was shut before all answers were given
                    return
                with conn:
                    head = conn.recv(65536)
                    asked.append(head)
                    if one is not None:
                        conn.sendall(one)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", asked
        finally:  # or it would listen on whatever gets the number of this socket next
            listening.shutdown(socket.SHUT_RDWR)
            thread.join(20)
            assert not thread.is_alive()


def told(body: bytes, status: str = "200 OK", kind: str = "application/json", more: str = "") -> bytes:
    head = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n{more}"
    head += "connection: close\r\n\r\n"
    return head.encode() + body


ME = told(b'{"player":"boss","umpire":true,"seats":true,"keeper":true}')
ACTED = told(b'{"answer":"acted","diary":"d","seq":2,"repeated":true}')


def key_of(request: bytes) -> bytes:
    (found,) = [line for line in request.lower().split(b"\r\n") if line.startswith(b"idempotency-key")]
    return found


def test_what_reads_is_asked_again(tmp_path: Path):
    with answering(None, ME, None, told(b"7")) as (url, asked):
        with RemoteHeadquarters(url, "k", tmp_path) as hq:
            assert hq.battles.head("d") == 7
        assert [one.split(b" ")[1] for one in asked] == [b"/api/caller"] * 2 + [b"/api/battles/d/head"] * 2


def test_what_acts_is_asked_again_under_one_key_and_done_once(tmp_path: Path):
    with answering(ME, None, ACTED) as (url, asked), RemoteHeadquarters(url, "k", tmp_path) as hq:
        done = hq.battles.undo("d")
        assert isinstance(done, Acted) and not done.repeated, "the key was made up: nobody asked twice"
        assert key_of(asked[1]) == key_of(asked[2])
        assert b"if-match: *" in asked[1].lower()


def test_what_opens_is_asked_again_under_one_key_too(tmp_path: Path):
    with answering(ME, None, ACTED) as (url, asked), RemoteHeadquarters(url, "k", tmp_path) as hq:
        assert isinstance(hq.battles.new("tank-duel"), Acted)
        assert key_of(asked[1]) == key_of(asked[2])


def test_who_hears_nothing_of_what_he_asked_for_is_told_that_it_may_be_done(tmp_path: Path):
    broken = [None] * 100
    with answering(ME, *broken) as (url, asked), RemoteHeadquarters(url, "k", tmp_path, HASTY) as hq:
        done = hq.battles.new("tank-duel")
        assert isinstance(done, Refusal) and "It may have been done" in done.reason
        assert done.kind == "read-only" and len({key_of(one) for one in asked[1:]}) == 1


def test_a_server_that_is_not_there_is_told_of_in_a_sentence(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    before = time.monotonic()
    with pytest.raises(
        Refused, match=r"cannot be reached: nobody answers there\. Nothing was done\."
    ) as refused:
        RemoteHeadquarters(f"http://127.0.0.1:{port}", "k", tmp_path, HASTY)
    assert refused.value.kind == "read-only" and time.monotonic() - before < 5


SLOW = b'{"type":"/api/problems/too-many","title":"Too much at once.","status":429,"retry_after":%s}'


def test_what_is_too_much_now_is_asked_again_when_it_may_be(tmp_path: Path):
    soon = told(SLOW % b"0.3", "429 Too Many Requests", "application/problem+json")
    late = told(SLOW % b"900", "429 Too Many Requests", "application/problem+json")
    with answering(ME, soon, told(b"7"), late) as (url, asked), RemoteHeadquarters(url, "k", tmp_path) as hq:
        before = time.monotonic()
        assert hq.battles.head("d") == 7 and time.monotonic() - before > 0.3
        with pytest.raises(Refused, match="Too much at once"):
            hq.battles.head("d")
        assert len(asked) == 4


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (told(b"<html>", kind="text/html"), "not understood here"),
        (told(b'{"player":7}'), "not understood here"),
        (told(b"<html>", "502 Bad Gateway", "text/html"), "status 502"),
        (told(b"", "301 Moved Permanently", more="location: https://else.where/\r\n"), "somewhere else"),
        (told(b"{", "404 Not Found", "application/problem+json"), "status 404"),
    ],
)
def test_what_is_no_answer_of_ours_is_refused(tmp_path: Path, answer: bytes, words: str):
    with answering(answer) as (url, _), pytest.raises(Refused, match=words):
        RemoteHeadquarters(url, "k", tmp_path, HASTY)


def test_the_token_goes_nowhere_but_to_its_server(tmp_path: Path):
    """Not even where the server says that it has moved."""
    with (
        answering(ME) as (elsewhere, asked),
        answering(told(b"", "307 Temporary Redirect", more=f"location: {elsewhere}\r\n")) as (url, _),
        pytest.raises(Refused),
    ):
        RemoteHeadquarters(url, "k", tmp_path, HASTY)
    assert asked == []


@pytest.mark.parametrize(
    "url",
    [
        "",
        "here",
        "ftp://x",
        "http://",
        "http://u:p@x",
        "http://x/?a=b",
        "http://x y",
        "http://x:99999",
        "//x",
    ],
)
def test_what_is_no_address_is_refused(url: str):
    with pytest.raises(Refused, match="no address"):
        address(url)


def test_one_server_has_one_address():
    assert {
        address(one) for one in ("https://Club.example/", "https://club.example", "https://club.example/api/")
    } == {"https://club.example"}
    assert is_near("http://127.0.0.1:1") and is_near("http://[::1]:1") and is_near("http://localhost")
    assert not is_near("https://club.example")


def test_a_watch_hears_of_others_and_outlives_its_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    heard = threading.Event()
    with Headquarters(tmp_path / "house") as house:
        with served(house, PASSES) as url:
            hq = RemoteHeadquarters(url, "k", tmp_path / "mine")
            asked = asked_from_here_on(hq, monkeypatch)
            watch = Watch(hq, heard.set)
            watch.start()
            assert asked.wait(20)
            assert isinstance(house.battles.new("tank-duel"), Acted)
            assert heard.wait(20)
            heard.clear()
        port = int(url.rpartition(":")[2])
        assert isinstance(house.battles.new("tank-duel"), Acted)
        with served(house, PASSES, port):
            assert heard.wait(20), "what happened while the server was away"
            watch.stop()
            assert isinstance(house.battles.new("tank-duel"), Acted)  # wakes the watch, so that it ends
            watch.join(10)
            hq.close()


def test_authorities_are_read_for_https_alone(monkeypatch: pytest.MonkeyPatch):
    read: list[object] = []
    monkeypatch.setattr("ssl.create_default_context", lambda **given: read.append(given))
    Line("http://club.example", "k").close()
    assert not read
    Line("https://club.example", "k").close()
    assert read


def test_many_threads_share_one_line(tmp_path: Path):
    found: list[Any] = []
    with (
        Headquarters(tmp_path / "house") as house,
        served(house, PASSES) as url,
        RemoteHeadquarters(url, "k", tmp_path / "mine") as hq,
    ):
        threads = [threading.Thread(target=lambda: found.append(len(hq.packs.all()))) for _ in range(16)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    assert len(found) == 16 and len(set(found)) == 1

"""The stream of a battle: the whole moment, then what is new, and on from where one was."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import httpx
import msgspec
import pytest

from api.server.streams import feed
from api.server.streams.messages import Message
from api.server.streams.telling import News
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.conftest import Served
from tests.api.listening import Listener

PATH = "/battles/duel/stream"


@pytest.fixture
def duel(served: Served) -> str:
    opened = served.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")
    assert isinstance(opened, Acted), opened
    return opened.diary


def of(served: Served, player: str) -> Headquarters:
    return served.hq.for_(Caller(player))


def act(served: Served, player: str = "ann", kind: str = "end-phase") -> int:
    done = of(served, player).battles.act("duel", {"kind": kind})
    assert isinstance(done, Acted), done
    return done.seq


def bearer(served: Served, token: str = "a") -> dict[str, str]:
    return {"Authorization": f"Bearer {served.tokens[token]}"}


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("accept", ["application/x-ndjson", "text/event-stream"])
def test_first_the_moment_then_each_entry(served: Served, duel: str, accept: str) -> None:
    ann = Listener(served, "a", PATH, accept)
    moment = ann.first("moment")
    assert moment.data == plain(
        served.runner.hub._service.boards.named(of(served, "ann").battles.moment(duel))
    )
    assert moment.id == "1"
    seq = act(served)
    entry = ann.entry(seq)
    hq = of(served, "ann").battles
    now = hq.moment(duel)
    assert entry.id == str(seq)
    assert entry.data["entry"] == plain(hq.log(duel, seq - 1))[0]
    assert entry.data["asked"] == plain(now.view.asked)
    assert (entry.data["newest"], entry.data["seal"]) == (seq, now.seal)
    assert ann.headers["content-type"].startswith(accept)
    assert ann.headers["cache-control"] == "no-store"


def test_everybody_hears_it_as_who_he_is_there(served: Served, duel: str) -> None:
    some = [Listener(served, token, PATH) for token in "abc"]
    assert [one.first("moment").data["view"]["viewer"] for one in some] == ["nk", "us", ""]
    assert [bool(one.first("moment").data["legal"]) for one in some] == [True, False, False]
    seq = act(served)
    assert len({one.entry(seq).id for one in some}) == 1
    observer = Listener(served, "a", f"{PATH}?as=")
    assert observer.first("moment").data["view"]["viewer"] == ""


def test_on_from_where_one_was(served: Served, duel: str) -> None:
    act(served)
    act(served, "ben")
    newest = act(served, "ben")
    back = Listener(served, "c", PATH, Last_Event_ID="1")
    assert back.entry(newest).id == str(newest)
    assert [one.id for one in back.of("entry")] == [str(seq) for seq in range(2, newest + 1)]
    assert not back.of("moment")
    again = Listener(served, "c", f"{PATH}?since={newest}")
    again.first("presence")
    assert [one.event for one in again.heard] == ["presence"]
    log = plain(of(served, "cyd").battles.log(duel))
    assert [one.data["entry"] for one in back.of("entry")] == log[1:]


@pytest.mark.parametrize("id", ["99", "nonsense", "18446744073709551616", "-1"])
def test_an_entry_that_is_not_there_brings_the_whole(served: Served, duel: str, id: str) -> None:
    assert Listener(served, "c", PATH, Last_Event_ID=id).first("moment").id == "1"


def test_who_missed_very_much_gets_the_whole(
    served: Served, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.server.streams.telling.LONGEST_REPLAY", 1)
    act(served)
    act(served, "ben")
    assert Listener(served, "c", PATH, Last_Event_ID="1").first("moment").id == "3"


@pytest.mark.parametrize("since", ["", "?since=1"])
def test_what_comes_while_the_first_message_is_made_is_heard(
    served: Served, duel: str, since: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    name = "news" if since else "whole"
    ask: Any = getattr(feed, name)

    def slowly(*given: Any) -> Any:
        found = ask(*given)
        if not made:
            made.append(act(served))
            time.sleep(0.5)  # by now the watcher has told everybody
        return found

    monkeypatch.setattr(feed, name, slowly)
    ann = Listener(served, "a", PATH + since)
    ann.until(lambda one: [m for m in one.heard if m.id == "2"])


def test_a_rewind_says_what_it_took_back_and_brought_back(served: Served, duel: str) -> None:
    listener = Listener(served, "c", PATH)
    listener.first("moment")
    seq = act(served)
    assert "withdrawn" not in listener.entry(seq).data["entry"]
    battles = of(served, "ann").battles
    undone = battles.undo(duel)
    assert isinstance(undone, Acted), undone
    assert listener.entry(undone.seq).data["withdrawn"] == [seq]
    redone = battles.redo(duel)
    assert isinstance(redone, Acted), redone
    assert listener.entry(redone.seq).data["restored"] == [seq]


def test_at_the_end_the_whole_comes_anew(served: Served, duel: str) -> None:
    """What was hidden until then is laid open."""
    listener = Listener(served, "c", PATH)
    listener.first("moment")
    of(served, "ann").battles.act(duel, {"kind": "concede"})
    newest = served.hq.battles.head(duel)
    assert listener.entry(newest).data["verdict"]
    assert listener.first("moment", 2).data["view"]["verdict"]
    assert [one.event for one in listener.heard if one.event != "presence"][-1] == "moment"


def test_what_was_laid_open_by_an_end_that_was_taken_back_is_told_to_nobody_who_comes_back_later() -> None:
    async def story() -> None:
        one, group = (
            feed.Feed(cast("Any", None), "battle", "duel"),
            feed.Group(feed.Here("", "", (), False, 0.0, False)),
        )
        group.keep({2: Message("entry", b"laid open", "2")})
        group.last, group.over = 2, True
        one._tell(group, News(3, {3: Message("entry", b"back", "3")}, False, ""))
        assert set(group.recent) == {3}
        one.close()

    asyncio.run(story())


def test_entries_of_other_programs_come_too(served: Served, duel: str, tmp_path: Any) -> None:
    listener = Listener(served, "c", PATH)
    listener.first("moment")
    with Headquarters(tmp_path / "home") as other:
        done = other.for_(Caller("ann")).battles.act(duel, {"kind": "end-phase"})
        assert isinstance(done, Acted), done
    listener.entry(done.seq)


def test_who_listens(served: Served, duel: str) -> None:
    """Players who have a seat by name, others by number; one with two streams is one; a role is not told."""
    ann = Listener(served, "a", PATH)
    ann.until(
        lambda one: one.of("presence") and one.of("presence")[-1].data == {"players": ["ann"], "observers": 0}
    )
    some = [Listener(served, token, path) for token, path in (("b", f"{PATH}?as="), ("c", PATH), ("c", PATH))]
    wanted = {"players": ["ann", "ben"], "observers": 1}
    for one in (ann, *some):
        one.until(lambda one: one.of("presence") and one.of("presence")[-1].data == wanted)


def test_who_goes_is_forgotten(served: Served, duel: str) -> None:
    with httpx.stream("GET", f"{served.url}/api{PATH}", headers=bearer(served)) as answer:
        lines = answer.iter_lines()  # it closes the connection when it is let go of
        assert next(lines)
        assert len(served.hub.streams) == 1
    until = time.monotonic() + 20
    while served.hub.streams or served.hub.feeds:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_seat_that_is_lost_ends_or_changes_the_stream(served: Served, duel: str) -> None:
    """Whoever named the role is told; whoever did not goes on as what he is then."""
    named, unnamed = Listener(served, "a", f"{PATH}?as=nk"), Listener(served, "a", PATH)
    other = Listener(served, "c", PATH)
    for one in (named, unnamed, other):
        one.first("moment")
    for done in (
        of(served, "ann").battles.seats.leave(duel),
        of(served, "ben").battles.seats.offer(duel, "nk", "cyd"),
        of(served, "cyd").battles.seats.accept(duel),
    ):
        assert isinstance(done, Acted), done
    end = named.end()
    assert end is not None
    assert (end.data["why"], end.data["problem"]["status"]) == ("refused", 403)
    assert unnamed.first("moment", 2).data["view"]["viewer"] == ""
    assert other.first("moment", 2).data["view"]["viewer"] == "nk"
    assert unnamed.first("moment", 2).data["legal"] == []
    assert other.first("moment", 2).data["legal"] == plain(of(served, "cyd").battles.moment(duel).legal)


def test_who_takes_the_umpires_chair_or_leaves_it_goes_on_as_what_he_is_then(served: Served) -> None:
    """Also where somebody else listens who was the same as he before."""
    seats = [Seat("nk", "ann"), Seat("us", "ben")]
    opened = of(served, "ann").battles.new("tank-duel", seats=seats, umpire="boss", name="judged")
    assert isinstance(opened, Acted), opened
    path = "/battles/judged/stream"
    one, other = Listener(served, "c", path), Listener(served, "k", path)
    for listener in (one, other):
        listener.first("moment")
    assert isinstance(of(served, "boss").battles.seats.accept("judged", "umpire"), Acted)
    assert other.first("moment", 2).id == "2"
    judge = Listener(served, "k", f"{path}?as=umpire")
    assert judge.first("moment").data["view"]["viewer"] == "umpire"
    judge.until(lambda one: one.of("presence") and one.of("presence")[-1].data["players"] == ["boss"])
    assert isinstance(of(served, "boss").battles.seats.leave("judged", "umpire"), Acted)
    end = judge.end()
    assert end is not None and end.data["problem"]["status"] == 403
    one.entry(3)
    assert len(one.of("moment")) == 1


def test_a_token_that_is_revoked_carries_nothing(served: Served, duel: str) -> None:
    listener = Listener(served, "c", PATH)
    listener.first("moment")
    token = served.accounts.resolve(served.tokens["c"])
    assert token is not None
    served.accounts.tokens.revoke(token, token.token)
    end = listener.end()
    assert end is not None
    assert (end.data["why"], end.data["resume"]) == ("token", "1")


def test_who_takes_another_name_goes_on_listening(served: Served, duel: str) -> None:
    listener = Listener(served, "a", PATH)
    listener.first("moment")
    who = served.accounts.resolve(served.tokens["a"])
    assert who is not None
    served.accounts.players.rename(who, "Ann of the 2nd")
    assert not listener.ended.wait(2.0), "tokens are looked at every second"


@pytest.mark.parametrize(
    ("path", "headers", "status", "word"),
    [
        (PATH, {}, 401, "no-token"),
        (PATH, {"Authorization": "Bearer wrong"}, 401, "wrong-token"),
        ("/battles/none/stream", {"Authorization": "Bearer a"}, 404, "unknown"),
        ("/campaigns/duel/stream", {"Authorization": "Bearer a"}, 404, "unknown"),
        (f"{PATH}?as=us", {"Authorization": "Bearer a"}, 403, "forbidden"),
        (f"{PATH}?as=umpire", {"Authorization": "Bearer c"}, 403, "forbidden"),
        (f"{PATH}?as=martian", {"Authorization": "Bearer c"}, 422, "refused"),
        (f"{PATH}?since=x", {"Authorization": "Bearer a"}, 422, "invalid"),
        (f"{PATH}?since=-1", {"Authorization": "Bearer a"}, 422, "invalid"),
        (f"{PATH}?since=1&since=2", {"Authorization": "Bearer a"}, 422, "invalid"),
        (f"{PATH}?colour=red", {"Authorization": "Bearer a"}, 422, "invalid"),
        ("/stream?as=us", {"Authorization": "Bearer a"}, 422, "invalid"),
        (PATH, {"Authorization": "Bearer a", "Accept": "text/html"}, 406, "not-acceptable"),
        (PATH, {"Authorization": "Bearer a", "Accept": "text/event-stream;q=0"}, 406, "not-acceptable"),
    ],
)
def test_what_is_refused(
    standing: Served, path: str, headers: dict[str, str], status: int, word: str
) -> None:
    if (token := headers.get("Authorization", "").removeprefix("Bearer ")) in standing.tokens:
        headers = {**headers, **bearer(standing, token)}
    answer = httpx.get(f"{standing.url}/api{path}", headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (status, f"/api/problems/{word}")
    assert not standing.hub.streams
    assert not standing.hub.feeds


def test_streams_are_only_read(standing: Served) -> None:
    answer = httpx.post(f"{standing.url}/api{PATH}", headers=bearer(standing))
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")

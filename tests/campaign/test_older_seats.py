"""Seats in diaries of older versions, whose first entry sets no rules: how they are read, and gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import TableOffer
from campaign.shared.callers import Caller, local
from tests.campaign.calling import forbidden, ok, refused
from tests.campaign.conftest import steady_world
from tests.campaign.forging import copy_of
from tests.conftest import PROFILE
from tests.golden.make import HERE

pytestmark = pytest.mark.usefixtures("example")
PIVOT = {"kind": "pivot", "unit": "t34-1", "facing": "E"}
DEAL, DAY = {"kind": "deal"}, {"kind": "advance", "days": 1}
Older = Callable[..., str]


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Headquarters]:
    with Headquarters(tmp_path / "old", steady_world("old")) as found:
        yield found


@pytest.fixture
def older(hq: Headquarters, old: Headquarters, monkeypatch: pytest.MonkeyPatch) -> Older:
    """Brings a battle to `old` as the version before wrote it. act: what each player did, in that order."""

    def make(scenario: str, seats: list[Seat], *acts: tuple[str, dict[str, Any]], by: str = "local") -> str:
        with monkeypatch.context() as then:
            then.setattr("campaign.battles.opening.SCHEME", 2)
            name = ok(hq.for_(local(by)).battles.new(scenario, seats=seats)).diary
        for player, action in acts:
            ok(hq.for_(local(player)).battles.act(name, action))
        copy = copy_of(hq, name)
        (begun, *_) = copy.lines[0].events
        for new in ("rules", "offers", "invited"):
            begun.pop(new, None)
        begun["seats"] = copy.lines[0].json["action"]["seats"]
        copy.redigest()
        old._house.store.receive(copy.items())
        holds(old, name)
        return name

    return make


def holds(hq: Headquarters, name: str) -> None:
    report = hq.battles.verify(name)
    assert report.sound and report.decided == report.entries, report


def told(hq: Headquarters, name: str) -> TableOffer:
    return hq.battles.seats.offers(name)


def offers(hq: Headquarters, name: str) -> dict[str, str]:
    return {one.side: one.to for one in told(hq, name).offers}


def test_a_named_seat_is_his_who_has_written_an_entry_and_else_offered(old: Headquarters, older: Older):
    name = older("tank-duel", [Seat("nk", "ann"), Seat("us", "ben")], ("ann", PIVOT), by="uma")
    assert dict(told(old, name).seats) == {"nk": "ann", "us": "", "umpire": "uma"}
    assert offers(old, name) == {"us": "ben"} and told(old, name).apart and told(old, name).opener == "uma"
    assert [one.table for one in old.for_(Caller("ben")).lobby()] == [name]
    ben, ann = old.for_(Caller("ben")).battles, old.for_(Caller("ann")).battles
    forbidden(lambda: ben.act(name, {"kind": "end-phase"}))
    forbidden(lambda: old.for_(Caller("eve")).battles.seats.accept(name, "us"))
    ok(ann.act(name, {"kind": "end-phase"}))
    ok(ben.seats.accept(name))
    ok(ben.act(name, {"kind": "contribute", "text": "rain"}))
    assert dict(told(old, name).seats) == {"nk": "ann", "us": "ben", "umpire": "uma"}
    forbidden(lambda: old.for_(Caller("uma")).battles.seats.seat(name, "us", ""))
    assert "no absence" in refused(lambda: ann.seats.free(name, "us")).reason
    holds(old, name)


def test_at_one_machine_who_is_named_plays_on_as_before(old: Headquarters, older: Older):
    name = older("tank-duel", [Seat("nk", "ann"), Seat("us", "ben")])
    for player in ("ben", "ann"):
        ok(old.for_(local(player)).battles.act(name, {"kind": "contribute", "text": player}))
    ok(old.for_(local("ann")).battles.act(name, PIVOT))
    ok(old.for_(local("ann")).battles.undo(name))
    assert dict(told(old, name).seats) == {"nk": "ann", "us": "ben", "umpire": ""}
    holds(old, name)


def test_where_sides_hide_something_a_free_seat_is_offered_to_all(old: Headquarters, older: Older):
    name = older("ring", [Seat("red", "ann")], by="ann")
    assert offers(old, name) == {"blue": ""} and told(old, name).apart
    forbidden(lambda: old.for_(local()).looking_as("blue").battles.view(name))
    forbidden(lambda: old.for_(Caller("ann")).battles.seats.accept(name, "blue"))
    ben = old.for_(Caller("ben")).battles
    ok(ben.seats.accept(name))
    ok(ben.act(name, DEAL))
    forbidden(lambda: old.for_(local("ben")).battles.fork(name))
    holds(old, name)


@pytest.mark.parametrize("seats", [[], [Seat("nk", "ann")]], ids=["nobody named", "one named"])
def test_where_nothing_is_hidden_and_a_seat_is_nobodys_people_play_together(
    old: Headquarters, older: Older, seats: list[Seat]
):
    name = older("tank-duel", seats)
    assert not told(old, name).apart
    zed = old.for_(local("zed")).battles
    if not seats:
        ok(zed.act(name, PIVOT))
        ok(zed.seats.seat(name, "us", "zed"))
        ok(old.for_(Caller("zed")).battles.seats.seat(name, "us", ""))
    ben = old.for_(Caller("ben")).battles
    ok(ben.seats.accept(name, "us"))  # on a server what is nobody's is offered to all
    ok(ben.act(name, {"kind": "contribute", "text": "ben"}))
    forbidden(lambda: old.for_(Caller("ben")).battles.seats.accept(name, "nk"))
    holds(old, name)


def test_offers_and_a_way_back_go_on_in_it(old: Headquarters, older: Older):
    """What is remembered of its seats is written down once it is needed."""
    name = older("tank-duel", [Seat("nk", "ann"), Seat("us", "ben")], ("ann", PIVOT), by="uma")
    uma = old.for_(Caller("uma")).battles
    ok(old.for_(Caller("ben")).battles.seats.decline(name))
    ok(uma.seats.offer(name, "us", "cyd"))
    ok(old.for_(Caller("cyd")).battles.seats.accept(name))
    ok(uma.rewind(name, 1))
    assert dict(told(old, name).seats) == {"nk": "ann", "us": "cyd", "umpire": "uma"}
    ok(old.for_(Caller("ann")).battles.seats.leave(name))
    ok(uma.seats.leave(name))
    ok(uma.seats.offer(name, "nk"))
    ok(uma.seats.offer(name, "umpire"))
    forbidden(lambda: uma.seats.accept(name, "nk"))
    ok(uma.seats.accept(name, "umpire"))
    forbidden(lambda: old.for_(Caller("cyd")).battles.seats.accept(name, "nk"))
    old._house.store.drop_snapshots(name)
    with Headquarters(old.home.folder) as anew:
        assert dict(told(anew, name).seats) == {"nk": "", "us": "cyd", "umpire": "uma"}
        holds(anew, name)


# -- the diaries of released versions ------------------------------------------------------------------------------


RELEASED = sorted(HERE.glob("*/*.ndjson"))
"""How they are read is tested elsewhere; in the default profile every third of them is looked at for its seats."""


@pytest.mark.parametrize(
    "file",
    RELEASED if PROFILE == "long" else RELEASED[::3],
    ids=lambda file: f"{file.parent.name}/{file.stem}",
)
def test_a_golden_battle_sets_no_rules_and_is_open_to_all(hq: Headquarters, file: Path):
    hq.import_(file)
    for info in hq.battles.all():
        found = told(hq, info.battle)
        if found.rules is not None:  # of this version, or a newer one
            continue
        named = [one.player for one in info.seats if one.player]
        assert not named or not found.apart or set(offers(hq, info.battle).values()) <= {*named, ""}
        assert found.opener == hq.battles.log(info.battle)[0].player
        eve = hq.for_(Caller("eve"))
        assert eve.battles.view(info.battle).viewer == ""
        assert eve.lobby() == [], "what is over offers nothing"
        refused(partial(eve.battles.seats.accept, info.battle, info.seats[0].side))


def test_old_entries_of_seats_say_who_had_which(hq: Headquarters):
    hq.import_(HERE / "0.5.0" / "seats.ndjson")
    battle = hq._house.battles.get("seats")
    assert {who: battle.seating(battle.state()).had(who) for who in ("ann", "bob", "amy", "eve")} == {
        "ann": "nk",
        "bob": "us",
        "amy": "nk",
        "eve": "",
    }
    report = hq.battles.verify("seats")  # of a version whose entries are not decided again
    assert report.sound and not report.why and report.entries == 9
    fork = ok(hq.battles.fork("seats", 2)).diary
    ok(hq.battles.act(fork, {"kind": "end-phase"}))
    holds(hq, fork)


def test_an_old_campaign_goes_on_in_a_study(hq: Headquarters):
    hq.import_(HERE / "0.5.0" / "campaigns" / "seats.ndjson.gz")
    campaign = hq._house.campaigns.get("seats")
    seating = campaign.seating(campaign.state())
    assert (seating.had("ann"), seating.had("bob"), seating.apart) == ("red", "red", False)
    forbidden(lambda: hq.for_(Caller("eve")).campaigns.act("seats", DAY))
    fork = ok(hq.campaigns.fork("seats")).diary
    ok(hq.campaigns.act(fork, DAY))
    for name in ("seats", fork):
        report = hq.campaigns.verify(name)
        assert report.sound and report.decided == report.entries, report

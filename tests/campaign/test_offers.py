"""Offers of seats on a server: made, taken up, declined, withdrawn; seats left and freed; what two do at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.seats import ABSENCE
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import Caller
from tests.campaign.calling import forbidden, ok, refused
from tests.campaign.conftest import Ahead, steady_world

pytestmark = pytest.mark.usefixtures("example")
DEAL = {"kind": "deal"}


class Accounts:
    """Who has an account on a server, and who is blocked."""

    bounded = True

    def __init__(self) -> None:
        self.out: set[str] = set()

    def missing(self, player: str) -> str:
        if player == "gus":
            return "Nobody here is called gus."
        return f"{player} is blocked." if player in self.out else ""

    def blocked(self, player: str) -> bool:
        return player in self.out


@pytest.fixture
def ahead() -> Ahead:
    return Ahead()


@pytest.fixture
def people() -> Accounts:
    return Accounts()


@pytest.fixture
def hq(tmp_path: Path, ahead: Ahead, people: Accounts) -> Iterator[Headquarters]:
    with Headquarters(tmp_path, steady_world(ahead=ahead)) as found:
        found.porter.meet(people)
        yield found


def of(hq: Headquarters, player: str, **more: Any) -> Any:
    """Battles, for somebody on a server."""
    return hq.for_(Caller(player, **more)).battles


def opened(hq: Headquarters, red: str = "ann", blue: str = "", by: str = "ann", **more: Any) -> str:
    return ok(of(hq, by).new("ring", seats=[Seat("red", red), Seat("blue", blue)], **more)).diary


def running(hq: Headquarters, **more: Any) -> str:
    """Ann has red, ben has blue; both have been dealt their cards."""
    table = opened(hq, blue="ben", **more)
    ok(of(hq, "ben").seats.accept(table))
    for player in ("ann", "ben"):
        ok(of(hq, player).act(table, DEAL))
    return table


def sits(hq: Headquarters, table: str) -> dict[str, str]:
    return dict(hq.battles.seats.offers(table).seats)


def holds(hq: Headquarters, table: str) -> None:
    report = hq.battles.verify(table)
    assert report.sound and report.decided == report.entries, report


def test_with_anothers_name_one_offers_and_with_ones_own_one_sits(hq: Headquarters):
    table = opened(hq, blue="ben")
    assert sits(hq, table) == {"red": "ann", "blue": "", "umpire": ""}
    (offer,) = of(hq, "ben").seats.offers(table).offers
    assert (offer.side, offer.to, offer.by) == ("blue", "ben", "ann")
    assert "offered to ben" in refused(lambda: of(hq, "ann").act(table, DEAL)).reason
    assert [one.table for one in hq.for_(Caller("ben")).lobby()] == [table]
    assert [one.offers for one in hq.for_(Caller("ben")).awaiting()] == [("blue",)]
    assert hq.for_(Caller("eve")).lobby() == []
    forbidden(lambda: of(hq, "ben").act(table, DEAL))
    forbidden(lambda: of(hq, "eve").seats.accept(table, "blue"))
    done = ok(of(hq, "ben").seats.accept(table))
    assert (hq.battles.show(table, done.seq).player, hq.battles.show(table, done.seq).side) == ("ben", "")
    assert of(hq, "ben").view(table).viewer == "blue"
    assert "yours already" in refused(lambda: of(hq, "ben").seats.accept(table, "blue")).reason
    assert "ben's" in refused(lambda: of(hq, "eve").seats.accept(table, "blue")).reason
    ok(of(hq, "ann").act(table, DEAL))
    holds(hq, table)


def test_an_open_offer_is_for_whoever_comes_first(hq: Headquarters):
    table = opened(hq)
    assert [one.table for one in hq.for_(Caller("eve")).lobby()] == [table]
    assert "one person has one seat" in forbidden(lambda: of(hq, "ann").seats.accept(table, "blue")).reason
    forbidden(lambda: of(hq, "eve").seats.decline(table, "blue"))
    ok(of(hq, "eve").seats.accept(table))
    assert "eve's" in refused(lambda: of(hq, "cyd").seats.accept(table, "blue")).reason
    assert hq.for_(Caller("cyd")).lobby() == []
    holds(hq, table)


def test_who_declines_is_not_offered_it_again_by_name(hq: Headquarters):
    table = opened(hq, blue="ben")
    ok(of(hq, "ben").seats.decline(table))
    assert "declined" in refused(lambda: of(hq, "ann").seats.offer(table, "blue", "ben")).reason
    ok(of(hq, "ann").seats.offer(table, "blue"))
    ok(of(hq, "ben").seats.accept(table))
    holds(hq, table)


@pytest.mark.parametrize("verb", ["offer", "withdraw", "free", "welcome"])
def test_who_neither_sits_there_nor_opened_it_sees_to_nobodys_seat(hq: Headquarters, verb: str):
    table = opened(hq)
    given: dict[str, Any] = {
        "offer": ("blue", "cyd"),
        "withdraw": ("blue",),
        "free": ("red",),
        "welcome": ("cyd",),
    }
    for player in ("eve", "ben"):
        forbidden(lambda it=player: getattr(of(hq, it, keeper=True).seats, verb)(table, *given[verb]))
    assert hq.battles.head(table) == 1


def test_what_is_offered_to_whom(hq: Headquarters, people: Accounts):
    table, ann = opened(hq), of(hq, "ann").seats
    people.out.add("bad")
    odd = {"gus": "Nobody here", "bad": "is blocked", "umpire": "cannot be", "bot:random": "cannot be"}
    for to, why in odd.items():
        assert why in refused(lambda it=to: ann.offer(table, "blue", it)).reason
    assert "one person has one seat" in forbidden(lambda: ann.offer(table, "blue", "ann")).reason
    assert "belongs to its player" in refused(lambda: ann.offer(table, "red", "ben")).reason
    assert "no side" in refused(lambda: ann.offer(table, "green", "ben")).reason
    assert "already" in refused(lambda: ann.offer(table, "blue")).reason
    ok(ann.offer(table, "blue", "ben"))
    assert "already" in refused(lambda: ann.offer(table, "blue", "cyd")).reason
    ok(ann.withdraw(table, "blue"))
    assert "not offered" in refused(lambda: ann.withdraw(table, "blue")).reason
    assert "No seat" in refused(lambda: of(hq, "ben").seats.accept(table)).reason
    ok(ann.offer(table, "blue", "cyd"))
    holds(hq, table)


def test_what_one_puts_before_another_is_bounded(hq: Headquarters, ahead: Ahead):
    tables = [opened(hq, blue="ben") for _ in range(3)]
    again = of(hq, "ann").new("ring", seats=[Seat("red", "ann"), Seat("blue", "ben")])
    assert isinstance(again, Refusal) and "3 offers" in again.reason
    ok(of(hq, "ben").seats.decline(tables[0]))
    again = of(hq, "ann").new("ring", seats=[Seat("red", "ann"), Seat("blue", "ben")])
    assert isinstance(again, Refusal), "one that was declined counts for a day"
    opened(hq, blue="ben", red="cyd", by="cyd")
    ahead.on(days=1.1)
    opened(hq, blue="ben")


def test_who_leaves_may_come_back_to_his_seat_and_to_no_other(hq: Headquarters):
    table = running(hq)
    ben, ann = of(hq, "ben"), of(hq, "ann")
    forbidden(lambda: ann.seats.leave(table, "blue"))
    ok(ben.seats.leave(table))
    forbidden(lambda: of(hq, "ben", role="blue").view(table))
    ok(ann.seats.offer(table, "blue"))
    ok(ann.seats.leave(table))
    ok(ben.seats.accept(table, "blue"))
    ok(ben.seats.offer(table, "red"))
    forbidden(lambda: of(hq, "ben").seats.accept(table, "red"))
    ok(ann.seats.accept(table))
    assert sits(hq, table) == {"red": "ann", "blue": "ben", "umpire": ""}
    holds(hq, table)


def test_who_was_asked_in_vain_for_as_long_as_the_table_says_loses_his_seat(hq: Headquarters, ahead: Ahead):
    table, ann = running(hq), of(hq, "ann")
    ok(ann.act(table, ann.legal(table)[0].action))
    ahead.on(days=ABSENCE - 1)
    assert f"after {ABSENCE} days" in refused(lambda: ann.seats.free(table, "blue")).reason
    ahead.on(days=1)
    assert "yours" in refused(lambda: ann.seats.free(table, "red")).reason
    assert "not asked" in refused(lambda: of(hq, "ben").seats.free(table, "red")).reason
    forbidden(lambda: of(hq, "kit", keeper=True).seats.free(table, "blue"))
    done = ok(ann.seats.free(table, "blue"))
    assert "ben was asked in vain since entry" in done.lines[0].text
    assert sits(hq, table)["blue"] == ""
    holds(hq, table)


def test_at_a_table_without_absence_no_seat_is_freed(hq: Headquarters, ahead: Ahead):
    table = running(hq, absence=0)
    ahead.on(days=400)
    assert "no absence" in refused(lambda: of(hq, "ann").seats.free(table, "blue")).reason


def test_the_keeper_frees_the_seat_of_who_is_blocked_and_takes_none(hq: Headquarters, people: Accounts):
    table, kit = running(hq), of(hq, "kit", keeper=True)
    forbidden(lambda: kit.seats.free(table, "blue"))
    people.out.add("ben")
    forbidden(lambda: of(hq, "kit").seats.free(table, "blue"))
    assert "is blocked" in ok(kit.seats.free(table, "blue")).lines[0].text
    ok(of(hq, "ann").seats.offer(table, "blue"))
    assert "blocked" in forbidden(lambda: of(hq, "ben").seats.accept(table)).reason
    ok(kit.seats.take_record(table))
    forbidden(lambda: kit.seats.accept(table))
    forbidden(lambda: of(hq, "ann", keeper=True).seats.take_record(table))
    holds(hq, table)


def test_what_has_not_begun_is_put_away_by_who_sits_alone(hq: Headquarters):
    table, ann = opened(hq, blue="ben"), of(hq, "ann").seats
    forbidden(lambda: of(hq, "ben").seats.put_away(table))
    done = ok(ann.put_away(table))
    assert "Put away" in done.lines[0].text
    assert hq.for_(Caller("ben")).lobby() == []
    assert "over" in refused(lambda: of(hq, "ben").seats.accept(table)).reason
    holds(hq, table)
    begun = running(hq)
    assert "begun" in refused(lambda: ann.put_away(begun)).reason


def test_a_token_that_is_no_umpires_takes_no_umpires_chair(hq: Headquarters):
    table = ok(of(hq, "uma").new("ring", seats=[Seat("red", "ann"), Seat("blue", "ben")])).diary
    forbidden(lambda: of(hq, "uma", chair=False, role="umpire").view(table))
    ok(of(hq, "uma").seats.leave(table))
    ok(of(hq, "uma").seats.offer(table, "umpire", "vic"))
    forbidden(lambda: of(hq, "vic", chair=False).seats.accept(table))
    ok(of(hq, "vic").seats.accept(table))
    asked = of(hq, "zoe", chair=False).new("ring", seats=[Seat("red", "ann")], umpire="zoe")
    assert isinstance(asked, Refusal) and asked.kind == "forbidden"
    holds(hq, table)


def test_nobody_consents_to_his_own_wish_whatever_seat_he_has(hq: Headquarters):
    table = ok(of(hq, "uma").new("ring", seats=[Seat("red", "ann"), Seat("blue", "ben")])).diary
    for player in ("ann", "ben"):
        ok(of(hq, player).seats.accept(table))
    for player in ("ann", "ben"):
        ok(of(hq, player).act(table, DEAL))
    ann = of(hq, "ann")
    ok(ann.rewind(table, hq.battles.head(table) - 2))
    assert hq.battles.view(table).request is not None
    own = refused(lambda: ann.answer_undo(table, True))
    assert "another person" in own.reason
    ok(ann.seats.leave(table))
    ok(of(hq, "uma").seats.offer(table, "red", "cyd"))
    ok(of(hq, "cyd").seats.accept(table))
    assert "another person" in refused(lambda: of(hq, "cyd").answer_undo(table, True)).reason
    ok(of(hq, "uma").answer_undo(table, True))
    holds(hq, table)


# -- what two do at once -----------------------------------------------------------------------------------------


def at_once(*do: Callable[[], object]) -> list[object]:
    """What each answers. They wait for one another, and begin together."""
    start = threading.Barrier(len(do))
    answers: list[object] = [None] * len(do)

    def run(number: int) -> None:
        start.wait(20)
        answers[number] = do[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(do))]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return answers


@pytest.mark.parametrize("_", range(5))
def test_of_several_who_accept_one_sits(hq: Headquarters, _: int):
    table, all_three = opened(hq), ("ben", "cyd", "dan")
    found = at_once(*(partial(of(hq, one).seats.accept, table) for one in all_three))
    done = [who for who, one in zip(all_three, found, strict=True) if isinstance(one, Acted)]
    assert [sits(hq, table)["blue"]] == done and hq.battles.head(table) == 2
    holds(hq, table)


@pytest.mark.parametrize("_", range(5))
def test_an_offer_is_accepted_or_withdrawn(hq: Headquarters, _: int):
    table = opened(hq, blue="ben")
    ben, ann = of(hq, "ben").seats, of(hq, "ann").seats
    found = at_once(partial(ben.accept, table), partial(ann.withdraw, table, "blue"))
    assert [isinstance(one, Acted) for one in found].count(True) == 1, found
    assert sits(hq, table)["blue"] == ("ben" if isinstance(found[0], Acted) else "")
    holds(hq, table)


@pytest.mark.parametrize("_", range(5))
def test_a_request_is_granted_or_somebody_acts(hq: Headquarters, _: int):
    table = running(hq)
    ann, ben = of(hq, "ann"), of(hq, "ben")
    ok(ann.rewind(table, hq.battles.head(table) - 2))
    move = next(one.action for one in ann.legal(table) if one.kind == "lay")
    found = at_once(partial(ben.answer_undo, table, True), partial(ann.act, table, move))
    assert isinstance(found[0], Acted) or isinstance(found[1], Acted), found
    assert hq.battles.view(table).request is None
    kinds = [one.kind for one in hq.battles.log(table)]
    assert ("undo-grant" in kinds) == isinstance(found[0], Acted)
    holds(hq, table)

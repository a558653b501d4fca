"""Offers of seats on a server: made, taken up, declined, withdrawn; seats left and freed; what two do at once."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.wire.operations import OPERATIONS
from campaign.battles.table import Seat
from campaign.campaigns import kin
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
    tables = 100

    def __init__(self) -> None:
        self.out: set[str] = set()

    def missing(self, player: str, seat: str = "") -> str:
        if player == "gus":
            return "Nobody here is called gus."
        if (player, seat) == ("pat", "umpire"):
            return "pat has no token for that chair."
        return f"{player} is blocked." if player in self.out else ""

    def party(self, player: str) -> frozenset[str]:
        return frozenset((player,))

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


def judged(hq: Headquarters, **more: Any) -> str:
    """The same, and vic is its umpire."""
    table = opened(hq, blue="ben", umpire="vic", **more)
    for player in ("ben", "vic"):
        ok(of(hq, player).seats.accept(table))
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
    assert "Put away" in done.lines[-1].text
    assert hq.for_(Caller("ben")).lobby() == []
    assert "over" in refused(lambda: of(hq, "ben").seats.accept(table, "blue")).reason
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


def absent(hq: Headquarters, table: str) -> str:
    """What the record says of how long ben is asked in vain."""
    return refused(lambda: of(hq, "ann").seats.free(table, "blue")).reason


OTHERS: dict[str, Callable[[Headquarters, str], Any]] = {
    "there and back": lambda hq, it: (ok(of(hq, "ann").undo(it)), ok(of(hq, "ann").redo(it))),
    "done anew": lambda hq, it: (
        ok(of(hq, "ann").undo(it)),
        ok(of(hq, "ann").act(it, of(hq, "ann").legal(it)[0].action)),
    ),
    "welcomed": lambda hq, it: ok(of(hq, "ann").seats.welcome(it, f"guest{hq.battles.head(it)}")),
    "the chair offered": lambda hq, it: ok(of(hq, "ann").seats.offer(it, "umpire")),
    "the chair taken": lambda hq, it: ok(of(hq, "vic").seats.accept(it, "umpire")),
    "the chair left": lambda hq, it: ok(of(hq, "vic").seats.leave(it)),
    "the chair offered by him": lambda hq, it: ok(of(hq, "ben").seats.offer(it, "umpire")),
    "offered no longer": lambda hq, it: ok(of(hq, "ben").seats.withdraw(it, "umpire")),
    "there and back by the umpire": lambda hq, it: (ok(of(hq, "vic").undo(it)), ok(of(hq, "vic").redo(it))),
    "done and taken back by him": lambda hq, it: (
        ok(of(hq, "ben").act(it, of(hq, "ben").legal(it)[-1].action)),
        ok(of(hq, "ben").undo(it)),
    ),
    "let in by him": lambda hq, it: ok(of(hq, "ben").seats.welcome(it, f"guest{hq.battles.head(it)}")),
}


@pytest.mark.parametrize("seed", range(6))
def test_nothing_but_his_own_doing_puts_off_the_day_on_which_a_seat_may_be_freed(
    hq: Headquarters, ahead: Ahead, seed: int
):
    """Whatever others do meanwhile, there and back, about seats, and what he says himself but does not do."""
    table, chance = judged(hq, look="invited"), random.Random(seed)
    ok(of(hq, "ann").act(table, of(hq, "ann").legal(table)[0].action))
    since = absent(hq, table).split(", for")[0]
    for _ in range(ABSENCE):
        for _ in range(chance.randrange(3)):
            with suppress(AssertionError):  # it may not be done just now
                chance.choice(list(OTHERS.values()))(hq, table)
        assert "may be freed after" in absent(hq, table)
        ahead.on(days=1)
    done = ok(of(hq, "ann").seats.free(table, "blue"))
    assert since.rsplit(" ", 1)[1] in done.lines[0].text
    holds(hq, table)


def test_what_he_did_and_has_not_taken_back_is_a_sign_of_life(hq: Headquarters, ahead: Ahead):
    table = running(hq)
    ok(of(hq, "ann").act(table, of(hq, "ann").legal(table)[0].action))
    ahead.on(days=ABSENCE - 1)
    ok(of(hq, "ben").act(table, of(hq, "ben").legal(table)[0].action))
    ahead.on(days=ABSENCE - 1)
    assert isinstance(of(hq, "ann").seats.free(table, "blue"), Refusal)


def test_what_others_take_back_stays_a_sign_of_life(hq: Headquarters, ahead: Ahead):
    """An umpire who undoes what somebody does makes nobody absent."""
    table = opened(hq, blue="ben", by="uma")
    for player in ("ann", "ben"):
        ok(of(hq, player).seats.accept(table))
    ok(of(hq, "ann").act(table, DEAL))
    ahead.on(days=ABSENCE - 1)
    done = ok(of(hq, "ben").act(table, DEAL))
    ok(of(hq, "uma").undo(table))
    ahead.on(days=2)
    assert f"since entry {done.seq}, for 2.0 days" in absent(hq, table)
    holds(hq, table)


def test_who_takes_back_his_own_wish_gives_no_sign_of_life(hq: Headquarters, ahead: Ahead):
    table = running(hq)
    ok(of(hq, "ben").act(table, of(hq, "ben").legal(table)[0].action))
    ok(of(hq, "ann").act(table, of(hq, "ann").legal(table)[0].action))
    ahead.on(days=ABSENCE)
    ok(of(hq, "ben").rewind(table, 4))
    ok(of(hq, "ben").answer_undo(table, False))
    ok(of(hq, "ann").seats.free(table, "blue"))
    holds(hq, table)


def test_what_awaits_one_says_since_when_as_whoever_may_free_his_seat_is_told(hq: Headquarters, ahead: Ahead):
    table = judged(hq)
    asked = ok(of(hq, "ann").act(table, of(hq, "ann").legal(table)[0].action)).seq - 1
    time = hq.battles.show(table, asked).time
    for way in ("the chair left", "the chair offered", "the chair taken"):
        ahead.on(days=1)
        OTHERS[way](hq, table)
        assert hq.for_(Caller("ben")).awaiting()[0].since == time
    assert f"since entry {asked}, for 3.0 days" in absent(hq, table)


def test_the_time_in_which_nobody_asked_him_counts_for_nothing(hq: Headquarters, ahead: Ahead):
    table = running(hq)
    ok(of(hq, "ben").act(table, of(hq, "ben").legal(table)[0].action))
    ahead.on(days=3 * ABSENCE)
    assert "not asked" in absent(hq, table)
    ok(of(hq, "ann").act(table, of(hq, "ann").legal(table)[0].action))
    ahead.on(days=1)
    assert "for 1.0 days" in absent(hq, table)


def test_the_same_again_is_not_for_who_was_merely_asked(hq: Headquarters):
    """The same again has the same forces in it, and who opens it sees what they are."""
    table, ann = opened(hq, blue="cyd", look="invited"), of(hq, "ann")
    forbidden(lambda: of(hq, "cyd").rematch(table))
    ok(of(hq, "cyd").seats.decline(table))
    ok(ann.seats.offer(table, "blue", "ben"))
    ok(of(hq, "ben").seats.accept(table))
    ok(ann.seats.welcome(table, "dan"))
    for player in ("ann", "ben"):
        ok(of(hq, player).act(table, DEAL))
    for player in ("cyd", "dan"):
        forbidden(lambda it=player: of(hq, it).rematch(table))
    assert "follows the end" in forbidden(lambda: of(hq, "ben").rematch(table)).reason
    ok(ann.act(table, {"kind": "concede"}))
    forbidden(lambda: of(hq, "cyd").rematch(table))
    ok(of(hq, "ben").rematch(table))


def test_what_was_put_away_is_never_brought_back_and_is_offered_to_nobody(hq: Headquarters):
    table, ann = opened(hq, blue="ben", look="invited"), of(hq, "ann")
    ok(ann.seats.put_away(table))
    for go in (ann.undo, ann.redo, lambda it: ann.rewind(it, 1)):
        refused(lambda go=go: go(table))
    assert table not in [one.battle for one in of(hq, "ben").all()]
    holds(hq, table)


def test_an_offer_that_comes_and_goes_counts_for_a_day(hq: Headquarters, ahead: Ahead):
    table, ann = opened(hq), of(hq, "ann").seats
    for _ in range(3):
        ok(ann.offer(table, "blue", "ben"))
        ok(ann.withdraw(table, "blue"))
    assert "until tomorrow" in refused(lambda: ann.offer(table, "blue", "ben")).reason
    ahead.on(days=1.1)
    ok(ann.offer(table, "blue", "ben"))
    ok(ann.withdraw(table, "blue"))
    for _ in range(2):
        ok(ann.put_away(opened(hq, blue="ben")))
    asked = of(hq, "ann").new("ring", seats=[Seat("red", "ann"), Seat("blue", "ben")])
    assert isinstance(asked, Refusal) and "until tomorrow" in asked.reason


def test_who_came_together_counts_as_one_before_others(
    hq: Headquarters, people: Accounts, monkeypatch: pytest.MonkeyPatch
):
    some = frozenset(("ann", "ben", "cyd"))
    monkeypatch.setattr(people, "party", lambda it: some if it in some else frozenset((it,)))
    for by in ("ann", "ben", "cyd"):
        opened(hq, red=by, blue="dan", by=by)
    for by in some:
        asked = of(hq, by).new("ring", seats=[Seat("red", by), Seat("blue", "dan")])
        assert (
            isinstance(asked, Refusal) and "3 offers of yours and of who came here with you" in asked.reason
        )
    opened(hq, red="ann", blue="ben")  # among themselves each counts for himself
    opened(hq, red="eve", blue="dan", by="eve")


def test_who_is_let_in_to_look_on_is_not_shown_tables_that_come_and_go(
    hq: Headquarters, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kin, "MOST_LOOKED_ON", 2)

    def shown() -> Any:
        table = opened(hq, look="invited")
        answer = of(hq, "ann").seats.welcome(table, "ben")
        ok(of(hq, "ann").seats.put_away(table))
        assert table not in [one.battle for one in of(hq, "ben").all()]
        return answer

    for _ in range(2):
        ok(shown())
    assert "until tomorrow" in refused(shown).reason
    ahead.on(days=1.1)
    ok(shown())


def test_who_sits_at_others_tables_lets_nobody_in_to_look_on_without_end(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kin, "MOST_LOOKED_ON", 2)

    def sat() -> str:
        table = opened(hq, blue="ben", look="invited")
        return ok(of(hq, "ben").seats.accept(table)).diary

    for _ in range(2):
        ok(of(hq, "ben").seats.welcome(sat(), "eve"))
    assert "2 tables of yours" in refused(lambda: of(hq, "ben").seats.welcome(sat(), "eve")).reason
    ok(of(hq, "ben").seats.welcome(sat(), "cyd"))


def begun(hq: Headquarters, campaign: str) -> str:
    uma = hq.for_(Caller("uma"))
    node = next(one.id for one in uma.campaigns.view(campaign).nodes if one.ready and one.able)
    return ok(uma.campaigns.begin(campaign, node)).fought


def waiting(hq: Headquarters) -> str:
    """A campaign by whose battles a seat waits: ann leads the one side, nobody the other."""
    uma = hq.for_(Caller("uma"))
    campaign = ok(uma.campaigns.new("marines-in-korea")).diary
    first, other = (one.id for one in uma.campaigns.view(campaign).sides)
    ok(hq.for_(Caller("ann")).campaigns.seats.accept(campaign, first))
    ok(uma.campaigns.seats.withdraw(campaign, other))
    return campaign


def test_a_battle_that_its_campaign_has_no_more_goes_on_for_nobody(
    hq: Headquarters, people: Accounts, ahead: Ahead
):
    """It is not in the lobby, does not stand in the way of another, and what was offered there counts for a day."""
    people.tables = 3
    uma, campaign = hq.for_(Caller("uma")), waiting(hq)
    for _ in range(3):
        battle = begun(hq, campaign)
        assert [one.table for one in hq.for_(Caller("eve")).lobby()] == [battle]
        ok(uma.battles.seats.offer(battle, "nk", "eve"))
        ok(uma.campaigns.undo(campaign))
        assert hq.for_(Caller("eve")).lobby() == hq.for_(Caller("eve")).awaiting() == []
    again = begun(hq, campaign)
    assert "3 offers" in refused(lambda: uma.battles.seats.offer(again, "nk", "eve")).reason
    ok(uma.battles.new("ring", seats=[Seat("red", "uma")]))
    ahead.on(days=1.1)
    ok(uma.battles.seats.offer(again, "nk", "eve"))


def test_of_many_who_offer_at_once_no_more_do_than_may(hq: Headquarters):
    """Each has been told that nothing is missing before the first of them writes."""
    start, done = threading.Barrier(6), list[Any]()

    def go() -> None:
        start.wait()
        done.append(of(hq, "ann").new("ring", seats=[Seat("red", "ann"), Seat("blue", "ben")]))

    some = [threading.Thread(target=go) for _ in range(6)]
    for one in some:
        one.start()
    for one in some:
        one.join()
    assert sum(isinstance(one, Acted) for one in done) == 3


def test_an_opener_without_a_seat_takes_back_only_what_he_offered(hq: Headquarters):
    uma = of(hq, "uma")
    table = ok(uma.new("ring", seats=[Seat("red", "ann"), Seat("blue", "ben")], umpire="")).diary
    ok(of(hq, "ann").seats.accept(table))
    ok(uma.seats.withdraw(table, "blue"))
    ok(of(hq, "ann").seats.offer(table, "blue", "cyd"))
    forbidden(lambda: uma.seats.withdraw(table, "blue"))
    ok(of(hq, "ann").seats.withdraw(table, "blue"))
    ok(uma.seats.offer(table, "blue", "dan"))
    ok(uma.seats.withdraw(table, "blue"))
    holds(hq, table)


@pytest.mark.parametrize("days", [5, 0])
def test_an_opener_without_a_seat_goes_on_where_who_made_an_offer_stays_away(
    hq: Headquarters, ahead: Ahead, days: int
):
    """After as many days as free a seat, and no earlier; never, where no absence frees one."""
    uma, seats = of(hq, "uma"), [Seat("red", "ann"), Seat("blue", "ben")]
    table = ok(uma.new("ring", seats=seats, umpire="", absence=days)).diary
    ok(of(hq, "ann").seats.accept(table))
    ok(of(hq, "ben").seats.decline(table))
    ok(of(hq, "ann").seats.offer(table, "blue", "cyd"))
    ahead.on(4.9)
    refusal = forbidden(lambda: uma.seats.withdraw(table, "blue"))
    assert ("stood for 5 days" in refusal.reason) == (days > 0)
    ahead.on(0.2 if days else 1000)
    if days:
        ok(uma.seats.withdraw(table, "blue"))
        ok(uma.seats.offer(table, "blue", "dan"))
        ok(of(hq, "dan").seats.accept(table, "blue"))
    else:
        forbidden(lambda: uma.seats.withdraw(table, "blue"))
    holds(hq, table)


def test_nobody_opens_tables_without_end(hq: Headquarters, people: Accounts):
    """Whatever makes one is refused, to him alone, until one of his is over."""
    people.tables = 3
    ann = hq.for_(Caller("ann"))
    done = running(hq)
    ok(of(hq, "ann").act(done, {"kind": "concede"}))
    campaign = ok(ann.campaigns.new("marines-in-korea")).diary
    table = ok(ann.battles.new("tank-duel", seats=[Seat("us", "ann")])).diary
    ok(ann.battles.fork(table))
    makers: dict[str, Callable[[], Any]] = {
        "battles.new": lambda: ann.battles.new("ring", seats=[Seat("red", "ann")]),
        "battles.fork": lambda: ann.battles.fork(table),
        "battles.rematch": lambda: ann.battles.rematch(done),
        "campaigns.new": lambda: ann.campaigns.new("marines-in-korea"),
        "campaigns.fork": lambda: ann.campaigns.fork(campaign),
    }
    assert set(makers) == {one.id for one in OPERATIONS if one.makes_table}
    for make in makers.values():
        assert "3 battles and campaigns that you opened may go on here" in refused(make).reason
    ok(of(hq, "ben").rematch(done))
    ok(ann.battles.seats.put_away(table))
    ok(ann.battles.new("ring", seats=[Seat("red", "ann")]))


def test_what_waited_is_of_the_entry_that_is_looked_at(hq: Headquarters):
    table = opened(hq, blue="ben")
    ok(of(hq, "ben").seats.accept(table))
    assert [one.side for one in of(hq, "ann").view(table, 1).waiting] == ["blue"]
    assert of(hq, "ann").view(table).waiting == ()
    campaigns = hq.for_(Caller("uma")).campaigns
    campaign = ok(campaigns.new("marines-in-korea")).diary
    for side in [one.side for one in campaigns.view(campaign).waiting]:
        ok(campaigns.seats.withdraw(campaign, side))
    assert campaigns.view(campaign).waiting == () != campaigns.view(campaign, 1).waiting


def test_what_was_done_is_done_no_more_where_the_file_is_put_back_from_a_copy(hq: Headquarters):
    table = opened(hq, blue="ben")
    ok(of(hq, "ben").seats.accept(table))
    with closing(sqlite3.connect(hq.home.database)) as file, closing(sqlite3.connect(":memory:")) as copy:
        file.backup(copy)
        ok(of(hq, "ann").act(table, DEAL))
        ok(of(hq, "ann").seats.leave(table))
        copy.backup(file)
    ok(of(hq, "ann").seats.leave(table))
    assert "Still free: red" in refused(lambda: of(hq, "ben").act(table, DEAL)).reason


def test_an_umpire_takes_back_each_part_of_a_battle_once(hq: Headquarters):
    """Else nobody got on against one who takes back whatever is done."""
    table = judged(hq)
    ann, ben, vic = (of(hq, one) for one in ("ann", "ben", "vic"))

    def lay(by: Any) -> None:
        ok(by.act(table, next(one.action for one in by.legal(table) if one.kind == "lay")))

    def how(answer: Any) -> str:
        return hq.battles.log(table, ok(answer).seq - 1)[0].kind

    lay(ann)
    assert [how(vic.undo(table)), how(vic.redo(table))] == ["rewind", "rewind"]
    assert how(vic.undo(table)) == "undo-request"
    own = vic.answer_undo(table, True)
    assert isinstance(own, Refusal) and "another person" in own.reason
    assert hq.for_(Caller("ben")).awaiting()[0].consent
    lay(ben)  # who acts instead refuses
    assert "was refused" in refused(lambda: vic.rewind(table, 5)).reason
    assert how(vic.undo(table)) == "rewind", "it had not got so far before"
    lay(ben)
    assert how(vic.undo(table)) == "undo-request"
    assert how(ben.answer_undo(table, True)) == "rewind"
    lay(ben)
    holds(hq, table)


def test_the_umpires_chair_is_offered_only_to_who_may_take_it(hq: Headquarters):
    seats = [Seat("red", "ann"), Seat("blue", "ben")]
    refusal = of(hq, "ann").new("ring", seats=seats, umpire="pat")
    assert isinstance(refusal, Refusal) and "token for that chair" in refusal.reason
    refusal = hq.for_(Caller("uma")).campaigns.new("marines-in-korea", umpire="pat")
    assert isinstance(refusal, Refusal) and "token for that chair" in refusal.reason
    table = judged(hq)
    ok(of(hq, "vic").seats.leave(table))
    assert "token for that chair" in refused(lambda: of(hq, "ann").seats.offer(table, "umpire", "pat")).reason
    ok(of(hq, "ann").seats.offer(table, "umpire"))
    reason = forbidden(lambda: of(hq, "pat", chair=False).seats.accept(table, "umpire")).reason
    assert "scope 'umpire'" in reason

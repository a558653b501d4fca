"""What the walks have found, each by itself."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.campaigns.kin import Families
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.heard import heard
from tests.campaign.walks.champions import champions, files
from tests.campaign.walks.house import Near

RED, BLUE, UMPIRE = "red", "blue", "umpire"


@pytest.fixture(scope="module", autouse=True)
def _duel() -> Iterator[None]:
    with champions():
        yield


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Near]:
    found = Near(tmp_path, "server", Random("found"))
    with found.hq:
        yield found


def ok(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def duel(house: Near, red: str, blue: str, umpire: str = "", **rules: Any) -> str:
    """Opened by red, accepted by the others."""
    seats = [Seat(RED, red), Seat(BLUE, blue)]
    found = ok(house.door(red).battles.new("ring", seats=seats, umpire=umpire, **rules)).diary
    for one in filter(None, (blue, umpire)):
        ok(house.door(one).battles.seats.accept(found))
    return found


def campaign(house: Near, umpire: str, red: str, blue: str, secrecy: str = "open") -> str:
    seats = [Seat(RED, red), Seat(BLUE, blue)]
    found = ok(house.door(umpire).campaigns.new(files(secrecy), name="duels", seats=seats)).diary
    for one in filter(None, (red, blue)):
        ok(house.door(one).campaigns.seats.accept(found))
    return found


def test_the_chair_of_a_campaign_is_offered_again_when_its_umpire_has_left(house: Near):
    name = campaign(house, "ann", "ben", "cyd")
    ok(house.door("ann").campaigns.seats.leave(name))
    ok(house.door("ben").campaigns.seats.offer(name, UMPIRE, "eve"))
    ok(house.door("eve").campaigns.seats.accept(name))
    ok(house.door("eve").campaigns.begin(name, "n0"))
    assert house.hq.campaigns.verify(name).sound


def test_the_keeper_takes_out_a_campaign_that_hides_with_its_battles(house: Near):
    name = campaign(house, "ann", "ben", "cyd", "sides")
    fought = ok(house.door("ann").campaigns.begin(name, "n0")).fought
    keeper = house.door("kim")
    ok(keeper.campaigns.seats.take_record(name))
    ok(keeper.battles.seats.take_record(fought))
    again = keeper.battles.seats.take_record(fought)
    assert not isinstance(again, Acted) and "already" in again.reason
    keeper.export(target := io.BytesIO(), [name])
    assert target.getvalue()
    with pytest.raises(Refused):
        house.door("ann").export(io.BytesIO(), [name])


def test_nobody_is_asked_in_vain_while_a_seat_waits(house: Near):
    seats = [Seat(RED, "ann"), Seat(BLUE, "ben")]
    name = ok(house.door("ann").battles.new("ring", seats=seats, umpire="cyd")).diary
    ok(house.door("ben").battles.seats.accept(name))
    house.clock.jump(30)
    ann = house.door("ann").battles.seats
    assert house.door("ben").awaiting()[0].since == ""
    ok(ann.withdraw(name, UMPIRE))
    early = ann.free(name, BLUE)
    assert not isinstance(early, Acted) and "0.0 days" in early.reason
    house.clock.jump(15)
    ok(ann.free(name, BLUE))
    assert house.hq.battles.verify(name).sound


def declined(house: Near, by: str, to: str) -> str:
    found = ok(house.door(by).battles.new("ring", seats=[Seat(RED, by), Seat(BLUE, to)])).diary
    ok(house.door(to).battles.seats.decline(found))
    return found


def test_what_was_declined_counts_for_a_day_also_where_it_was_put_away(house: Near):
    for _ in range(3):
        ok(house.door("cyd").battles.seats.put_away(declined(house, "cyd", "ben")))
    again: Any = house.door("cyd").battles.new("ring", seats=[Seat(RED, "cyd"), Seat(BLUE, "ben")])
    assert "3 offers" in again.reason
    house.clock.jump(1)
    declined(house, "cyd", "ben")


def test_what_one_declined_counts_for_whoever_offered_it_alone(house: Near):
    for _ in range(3):
        declined(house, "cyd", "ben")
    declined(house, "ann", "ben")


def leaderless(house: Near, umpire: str, secrecy: str = "open") -> str:
    """A campaign that nobody leads a side of."""
    found = ok(house.door(umpire).campaigns.new(files(secrecy), name="duels")).diary
    for side in (RED, BLUE):
        done = ok(house.door(umpire).campaigns.seats.withdraw(found, side))
        assert [one.text for one in done.lines] == [f"The seat of {side.title()} is offered no longer."]
    return found


def test_who_sat_in_a_battle_whose_beginning_was_taken_back_sat_in_the_campaign(house: Near):
    name = leaderless(house, "ann")
    umpire = house.door("ann").campaigns
    first = ok(umpire.begin(name, "n0")).fought
    ok(house.door("cyd").battles.seats.accept(first, RED))
    listed = house.door("ann").battles.all
    assert [one.read_only for one in listed()] == [""]
    ok(umpire.undo(name))
    assert "taken back" in listed()[0].read_only
    second = ok(umpire.begin(name, "n0")).fought
    again = house.door("cyd").battles.seats.accept(second, BLUE)
    assert not isinstance(again, Acted) and "the seat of red" in again.reason
    swapped = ok(umpire.begin(name, "n1")).fought
    ok(house.door("cyd").battles.seats.accept(swapped, BLUE))
    assert house.hq.campaigns.verify(name).sound


def test_all_is_exported_where_a_beginning_was_taken_back(house: Near, tmp_path: Path):
    name = leaderless(house, "ann", "sides")
    fought = ok(house.door("ann").campaigns.begin(name, "n0")).fought
    ok(house.door("cyd").battles.seats.accept(fought, RED))
    ok(house.door("ann").campaigns.undo(name))
    house.hq.export(target := io.BytesIO(), with_secrets=True)
    assert house.hq.campaigns.verify(name).sound and house.hq.battles.verify(fought).sound
    other = Near(tmp_path / "far", "server", Random("far"))
    with other.hq:
        other.hq.import_(target.getvalue())
        assert other.hq.battles.verify(fought).sound


def test_who_leads_a_side_gets_on_without_an_umpire_where_battles_stand_still(house: Near):
    name = campaign(house, "ann", "ben", "cyd")
    for node in ("n0", "n1"):
        fought = ok(house.door("ann").campaigns.begin(name, node)).fought
        for player in ("ben", "cyd"):
            ok(house.door(player).battles.seats.leave(fought))
    ben = house.door("ben").campaigns.seats
    house.clock.jump(10)
    assert not isinstance(ben.free(name, UMPIRE), Acted)
    house.clock.jump(10)
    ok(ben.free(name, UMPIRE))
    assert house.hq.campaigns.verify(name).sound


def test_nobody_frees_the_umpire_while_a_battle_waits_for_its_players(house: Near):
    name = campaign(house, "ann", "ben", "cyd")
    for node in ("n0", "n1"):
        ok(house.door("ann").campaigns.begin(name, node))
    house.clock.jump(20)
    assert not isinstance(house.door("ben").campaigns.seats.free(name, UMPIRE), Acted)
    house.clock.jump(20)
    ok(house.door("ben").campaigns.seats.free(name, UMPIRE))


def test_an_umpire_who_only_talks_of_seats_is_waited_for_like_one_who_says_nothing(house: Near):
    name = campaign(house, "ann", "ben", "cyd")
    for _ in range(13):
        house.clock.jump(1)
        ok(house.door("ann").campaigns.act(name, {"kind": "advance", "days": 1}))
        ok(house.door("ann").campaigns.undo(name))
    house.clock.jump(2)
    ok(house.door("ben").campaigns.seats.free(name, UMPIRE))
    assert house.hq.campaigns.verify(name).sound


def test_an_umpire_is_waited_for_only_from_when_everybody_sits(house: Near):
    seats = [Seat(RED, "ben"), Seat(BLUE, "cyd")]
    name = ok(house.door("ann").campaigns.new(files("open"), seats=seats, name="late")).diary
    ok(house.door("ben").campaigns.seats.accept(name))
    house.clock.jump(30)
    early = house.door("ben").campaigns.seats.free(name, UMPIRE)
    assert not isinstance(early, Acted) and "not asked" in early.reason
    ok(house.door("cyd").campaigns.seats.accept(name))
    assert not isinstance(house.door("ben").campaigns.seats.free(name, UMPIRE), Acted)
    house.clock.jump(15)
    ok(house.door("ben").campaigns.seats.free(name, UMPIRE))
    assert house.hq.campaigns.verify(name).sound


def test_nobody_gets_two_seats_by_battles_that_are_begun_again(house: Near):
    name = leaderless(house, "ann")
    umpire = house.door("ann").campaigns
    first = ok(umpire.begin(name, "n0", seats=[Seat(RED, "cyd"), Seat(BLUE, "dan")])).fought
    ok(house.door("cyd").battles.seats.accept(first))
    ok(umpire.undo(name))
    again = umpire.begin(name, "n0", seats=[Seat(RED, "dan"), Seat(BLUE, "cyd")])
    assert not isinstance(again, Acted) and "the seat of red" in again.reason


def test_who_begins_a_battle_asks_others_before_he_holds_its_campaign(
    house: Near, monkeypatch: pytest.MonkeyPatch
):
    """Who holds one and asks of all the others waits for somebody who does the same."""
    name = leaderless(house, "ann")
    held: list[bool] = []
    asked = Families.missing

    def missing(self: Any, by: str, to: str, *more: Any) -> str:
        held.append(self._campaigns.get(name).diary.lock._is_owned())
        return asked(self, by, to, *more)

    monkeypatch.setattr(Families, "missing", missing)
    ok(house.door("ann").campaigns.begin(name, "n0", seats=[Seat(RED, "cyd"), Seat(BLUE, "dan")]))
    assert held and not any(held)


def test_who_may_look_on_at_a_private_campaign_takes_what_is_open_in_its_battles(house: Near):
    umpire = house.door("ann")
    name = ok(umpire.campaigns.new(files("open"), look="invited")).diary
    for side in (RED, BLUE):
        ok(umpire.campaigns.seats.withdraw(name, side))
    fought = ok(umpire.campaigns.begin(name, "n0")).fought
    dan = house.door("dan")
    assert not dan.lobby() and not isinstance(dan.battles.seats.accept(fought, RED), Acted)
    ok(umpire.campaigns.seats.welcome(name, "dan"))
    assert [one.table for one in dan.lobby()] == [fought]
    ok(dan.battles.seats.accept(fought, RED))
    assert house.door("eve").lobby() == []


def test_what_is_entered_again_was_done_when_it_was_done(house: Near):
    """An umpire who corrects what happened earlier makes nobody who leads a side seem to have been there."""
    name = campaign(house, "ann", "ben", "cyd")
    day = ok(house.door("ann").campaigns.act(name, {"kind": "advance", "days": 1})).seq
    done = ok(house.door("ben").campaigns.act(name, {"kind": "contribute", "text": "b"})).seq
    ok(house.door("ann").campaigns.undo(name, day))
    found = house.hq._house.campaigns.get(name)  # type: ignore[reportPrivateUsage]
    assert found.store.entry(name, head := found.diary.head().seq).read().again == done
    assert heard(found, head, RED, "ben") == done
    assert heard(found, head, UMPIRE, "ann") == 1


def beside(house: Near, monkeypatch: pytest.MonkeyPatch, method: str, do: Callable[[Near], Acted]) -> None:
    """Another process of the same house does something when this one has asked something of other tables, and has not
    written yet."""
    asked, here = getattr(Families, method), house.hq._house.kin()  # type: ignore[reportPrivateUsage]
    left = [do]

    def asks(self: Any, *given: Any) -> Any:
        found = asked(self, *given)
        if self is here and left:
            other = Near(house.hq.home.folder, "server", Random("other"))
            with other.hq:
                other.clock.now = house.clock.now
                left.pop()(other)
        return found

    monkeypatch.setattr(Families, method, asks)


def test_who_accepts_at_two_tables_at_once_in_two_processes_sits_at_one(
    house: Near, monkeypatch: pytest.MonkeyPatch
):
    name = leaderless(house, "ann")
    one, two = (ok(house.door("ann").campaigns.begin(name, node)).fought for node in ("n0", "n1"))
    beside(house, monkeypatch, "elsewhere", lambda it: ok(it.door("cyd").battles.seats.accept(one, RED)))
    late: Any = house.door("cyd").battles.seats.accept(two, RED)
    assert not isinstance(late, Acted) and "one person has one seat" in late.reason
    assert house.hq.battles.seats.offers(one).seats[RED] == "cyd"
    assert house.hq.battles.seats.offers(two).seats[RED] == ""


def test_who_accepts_while_he_is_offered_another_seat_sits_at_one(
    house: Near, monkeypatch: pytest.MonkeyPatch
):
    name = leaderless(house, "ann")
    one = ok(house.door("ann").campaigns.begin(name, "n0")).fought
    beside(house, monkeypatch, "elsewhere", lambda it: ok(it.door("cyd").battles.seats.accept(one, RED)))
    late: Any = house.door("ann").campaigns.begin(name, "n1", seats=[Seat(RED, "cyd")])
    assert not isinstance(late, Acted) and "one person has one seat" in late.reason


def test_who_acts_in_a_battle_meanwhile_keeps_his_seat_in_the_campaign(
    house: Near, monkeypatch: pytest.MonkeyPatch
):
    name = campaign(house, "ann", "ben", "cyd")
    fought = ok(house.door("ann").campaigns.begin(name, "n0")).fought
    house.clock.jump(15)
    deal = {"kind": "deal"}
    beside(house, monkeypatch, "vain", lambda it: ok(it.door("cyd").battles.act(fought, deal)))
    early: Any = house.door("ben").campaigns.seats.free(name, BLUE)
    assert not isinstance(early, Acted) and "0.0 days" in early.reason


def test_of_two_processes_that_offer_at_once_one_waits_and_is_refused(
    house: Near, monkeypatch: pytest.MonkeyPatch
):
    def offered(it: Near) -> Any:
        return it.door("ann").battles.new("ring", seats=[Seat(RED, "ann"), Seat(BLUE, "ben")])

    def elsewhere() -> None:
        other = Near(house.hq.home.folder, "server", Random("other"))
        with other.hq:
            other.clock.now = house.clock.now
            done.append(offered(other))

    def asks(self: Any, *given: Any) -> Any:
        found = asked(self, *given)
        if self is here and not beside_it.ident:
            beside_it.start()
            beside_it.join(0.2)  # there it is decided only when this has been written
        return found

    for _ in range(2):
        ok(offered(house))
    done, beside_it = list[Any](), threading.Thread(target=elsewhere)
    asked, here = Families.missing, house.hq._house.kin()  # type: ignore[reportPrivateUsage]
    monkeypatch.setattr(Families, "missing", asks)
    ok(offered(house))
    beside_it.join(30)
    assert not isinstance(done[0], Acted) and "3 offers of yours to ben" in done[0].reason


def test_what_awaits_the_umpire_of_a_campaign_says_since_when(house: Near):
    """A scenario since he last did something; a battle that is fought out since its end."""
    name = campaign(house, "ann", "ben", "cyd")

    def since(player: str = "ann") -> str:
        (found,) = (one for one in house.door(player).awaiting() if one.diary == name)
        return found.since

    opened = house.hq.campaigns.log(name)[-1].time
    house.clock.jump(3)
    assert since() == opened and since("ben") == ""
    for node in ("n0", "n1"):
        fought = ok(house.door("ann").campaigns.begin(name, node)).fought
    assert since() == ""
    house.clock.jump(3)
    ok(house.door("ben").battles.act(fought, {"kind": "concede"}))
    assert since() == house.hq.battles.log(fought)[-1].time


def test_who_offers_a_seat_of_a_campaign_later_stops_nobody(house: Near):
    """Else whoever sits there could keep it from beginning, and its umpire from being asked in vain."""
    seats = [Seat(RED, "ben"), Seat(BLUE, "cyd")]
    name = ok(house.door("ann").campaigns.new(files("open"), seats=seats, name="late")).diary
    ben = house.door("ben").campaigns.seats
    ok(ben.accept(name))
    ok(ben.withdraw(name, BLUE))
    for _ in range(3):
        house.clock.jump(5)
        ok(ben.offer(name, BLUE))
        house.clock.jump(5)
        ok(ben.withdraw(name, BLUE))
    ok(ben.offer(name, BLUE))
    ok(ben.free(name, UMPIRE))
    assert house.hq.campaigns.verify(name).sound


def test_whose_battle_was_taken_back_does_not_take_its_record(tmp_path: Path):
    """It may be begun once more, and then he plays a side of which he knows all."""
    house = Near(tmp_path / "home", "home", Random("taken back"))
    with house.hq:
        seats = [Seat(RED, "ben"), Seat(BLUE, "cyd")]
        name = ok(house.door("ann").campaigns.new(files("open"), name="duels", seats=seats)).diary
        others = [Seat(RED, "eve"), Seat(BLUE, "dan")]
        fought = ok(house.door("ann").campaigns.begin(name, "n1", seats=others)).fought
        for way in ("undo", "redo", ""):
            found = house.door("cyd").battles.seats.take_record(fought)
            assert not isinstance(found, Acted), way
            if way:
                ok(getattr(house.door("ann").campaigns, way)(name))


def test_whom_a_battle_of_a_shared_campaign_asks_to_a_seat_is_not_blocked(tmp_path: Path):
    """Named by whoever begins it, or by the campaign before he was blocked; other names, and none, may be given."""
    house = Near(tmp_path / "shared", "shared", Random("blocked"))
    with house.hq:
        ann = house.door("ann").campaigns
        name = ok(ann.new(files("sides"), name="duels")).diary
        house.block("ben", back=False)
        asked = [Seat(RED, "ben"), Seat(BLUE, "cyd")]
        assert "ben is blocked" in ann.begin(name, "n1", seats=asked).reason  # type: ignore[union-attr]
        house.block("ben", back=True)
        begun = ok(ann.begin(name, "n1", seats=asked))
        assert house.door("ben").lobby()[0].table == begun.fought

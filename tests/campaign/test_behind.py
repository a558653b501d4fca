"""Who only looks on may be behind: everything that he can ask for is of then, and nothing tells of now."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.battles.table import Seat
from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.rules.muster import Verdict
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import Caller
from campaign.shared.clock import World

DELAY = 600.0


class Clock:
    def __init__(self) -> None:
        self.time = datetime(1950, 8, 17, 8, tzinfo=UTC)

    def on(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hq(tmp_path: Path, clock: Clock) -> Any:
    with Headquarters(tmp_path, World(clock=lambda: clock.time)) as found:
        yield found


def played(hq: Headquarters, clock: Clock) -> str:
    """A duel of which something was done long ago, and more just now; then it is over."""
    opened = hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")
    assert isinstance(opened, Acted), opened
    for player, kind in (("ann", "end-phase"), ("ben", "concede")):
        clock.on(DELAY - 1)
        assert isinstance(of(hq, player).battles.act("duel", {"kind": kind}), Acted)
    return opened.diary


def of(hq: Headquarters, player: str, role: str | None = None) -> Headquarters:
    return hq.for_(Caller(player, role=role, behind=DELAY))


ASKED: dict[str, Callable[[Headquarters], Any]] = {
    "view": lambda hq: hq.battles.view("duel"),
    "moment": lambda hq: hq.battles.moment("duel"),
    "log": lambda hq: hq.battles.log("duel"),
    "head": lambda hq: hq.battles.head("duel"),
    "info": lambda hq: hq.battles.info("duel"),
    "all": lambda hq: hq.battles.all(),
    "last": lambda hq: hq.battles.last(),
    "show newest": lambda hq: hq.battles.show("duel", 3),
    "view newest": lambda hq: hq.battles.view("duel", 3),
    "show next": lambda hq: hq.battles.show("duel", 2),
    "difference": lambda hq: hq.battles.difference("duel", 1, 3),
    "verify": lambda hq: hq.battles.verify("duel"),
    "fork": lambda hq: hq.battles.fork("duel", 3),
    "as observer": lambda hq: hq.looking_as("").battles.moment("duel"),
}


def answers(hq: Headquarters, player: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, ask in ASKED.items():
        try:
            found[name] = msgspec.json.encode(ask(of(hq, player))).decode()
        except Refused as refused:
            found[name] = str(refused)
    return found


def test_a_battle_is_what_it_was_then_whatever_is_asked(tmp_path: Path) -> None:
    """Whoever looks on gets the same of a battle that went on as of one in which nothing happened since."""
    found: list[dict[str, str]] = []
    for name, more in (("one", True), ("two", False)):
        clock, draws = Clock(), iter(range(10_000))
        world = World(lambda clock=clock: clock.time, lambda n, draws=draws: bytes([next(draws) % 256]) * n)
        with Headquarters(tmp_path / name, world) as hq:
            hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")
            clock.on(DELAY - 1)
            if more:
                of(hq, "ann").battles.act("duel", {"kind": "end-phase"})
                of(hq, "ben").battles.act("duel", {"kind": "concede"})
            found.append(answers(hq, "olga"))
    assert found[0] == found[1]


def test_it_comes_when_its_time_has_come(hq: Headquarters, clock: Clock) -> None:
    played(hq, clock)
    olga = of(hq, "olga").battles
    assert (olga.head("duel"), olga.view("duel").newest, olga.info("duel").entries) == (1, 1, 1)
    clock.on(1.5)
    assert [one.seq for one in olga.log("duel")] == [1, 2]
    assert olga.moment("duel").seal == hq.battles.show("duel", 2).seal
    assert olga.info("duel").verdict is None
    clock.on(DELAY)
    assert olga.info("duel").verdict == hq.battles.info("duel").verdict is not None
    assert olga.verify("duel").sound


def goes_on(hq: Headquarters) -> None:
    """Whoever is asked ends his phase."""
    done = [of(hq, one).battles.act("duel", {"kind": "end-phase"}) for one in ("ann", "ben")]
    assert any(isinstance(one, Acted) for one in done)


@pytest.fixture
def shown(hq: Headquarters, clock: Clock) -> Callable[[float], int]:
    """The newest entry for who looks on, once the clock went on."""
    hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")

    def newest(seconds: float) -> int:
        clock.on(seconds)
        return of(hq, "olga").battles.head("duel")

    return newest


def test_a_clock_that_is_set_back_shows_nothing_too_early(hq: Headquarters, shown: Callable[[float], int]):
    """And takes nothing away that was shown."""
    goes_on(hq)
    before = hq.battles.head("duel")
    assert (shown(DELAY - 1), shown(2)) == (1, before)
    goes_on(hq)
    hour, then = 3600, hq.battles.head("duel")
    assert shown(-hour) == before
    goes_on(hq)
    assert shown(hour) == before  # put right at once: it was written after the one before it, not an hour ago
    assert (shown(DELAY - 1), shown(2)) == (before, hq.battles.head("duel"))
    assert before < then < hq.battles.head("duel")


def test_a_clock_that_ran_ahead_does_not_stop_who_looks_on(
    hq: Headquarters, clock: Clock, shown: Callable[[float], int]
):
    year = 365 * 86400
    clock.on(year)
    goes_on(hq)
    assert shown(-year) == 1
    goes_on(hq)
    assert (shown(DELAY - 1), shown(2)) == (1, hq.battles.head("duel"))


def test_who_takes_part_is_never_behind(hq: Headquarters, clock: Clock) -> None:
    played(hq, clock)
    newest = hq.battles.head("duel")
    for player in ("ann", "ben"):
        assert of(hq, player).battles.view("duel").newest == newest
        assert of(hq, player, "").battles.head("duel") == newest


def test_who_is_offered_a_seat_hears_of_it_at_once_and_of_the_battle_later(
    hq: Headquarters, clock: Clock
) -> None:
    """Seats and offers are told of as they are now; what one hears of them tells nothing of the board."""
    hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")
    ann, ben, olga = (of(hq, one) for one in ("ann", "ben", "olga"))
    assert isinstance(ann.battles.act("duel", {"kind": "end-phase"}), Acted)
    clock.on(DELAY + 1)
    for done in (
        ann.battles.seats.leave("duel", "nk"),
        ben.battles.seats.offer("duel", "nk", "olga"),
        ben.battles.act("duel", {"kind": "end-phase"}),
    ):
        assert isinstance(done, Acted), done
    (mine,), (table,) = olga.awaiting(), olga.lobby()
    assert (mine.offers, mine.entry) == (("nk",), 2)
    assert mine.seal == olga.battles.standing("duel").seal
    assert table == olga.battles.seats.offers("duel") and table.seats["nk"] == ""
    assert olga.battles.view("duel").seats == olga.battles.info("duel").seats
    assert next(one.player for one in olga.battles.view("duel").seats if one.side == "nk") == "ann"
    assert isinstance(olga.battles.seats.accept("duel"), Acted)
    assert olga.battles.head("duel") == hq.battles.head("duel") == olga.awaiting()[0].entry


def test_by_what_a_table_offers_nobody_can_tell_that_it_is_over(hq: Headquarters) -> None:
    models = [{"type": "t-64", "cards": ["driver-defensive"]}]
    roster = {"title": "A telling title", "nation": "ussr", "platoon": "red-banner", "model": models}
    seats = [Seat("blue", "ann"), Seat("red", "ben")]
    opened = hq.battles.new("tank-ace", seats=seats, options={"red": roster}, name="cards")
    assert isinstance(opened, Acted), opened
    before = of(hq, "olga").battles.seats.offers("cards")
    assert before.options["red"] == "not shown"
    side = hq.battles.view("cards").asked[0].side
    by = of(hq, {"blue": "ann", "red": "ben"}[side]).battles
    assert isinstance(by.act("cards", by.legal("cards")[0].action), Acted)
    game: Any = hq._house.battles.get("cards").state().game
    game.verdict = Verdict("blue", "All of red's tanks are knocked out.")  # played out, it would take minutes
    assert hq.battles.view("cards").verdict
    assert of(hq, "olga").battles.seats.offers("cards") == before


def test_nothing_is_forked_from_what_is_not_seen_yet(hq: Headquarters, clock: Clock) -> None:
    played(hq, clock)
    refused = of(hq, "olga").battles.fork("duel", 2)
    assert isinstance(refused, Refusal)
    assert "newest" in refused.reason or "no entry" in refused.reason


def test_a_campaign_is_what_it_was_then(hq: Headquarters, clock: Clock) -> None:
    sample = hq.campaigns.files.samples()[0].id
    opened = hq.for_(Caller("uma")).campaigns.new(sample, name="war")
    assert isinstance(opened, Acted), opened
    clock.on(DELAY + 1)
    of_uma, olga = hq.for_(Caller("uma")).campaigns, of(hq, "olga").campaigns
    for side in of_uma.view("war").sides:
        assert isinstance(of_uma.seats.withdraw("war", side.id), Acted)
    clock.on(DELAY + 1)
    before = olga.moment("war")
    assert isinstance(of_uma.act("war", {"kind": "advance", "days": 1}), Acted)
    assert olga.moment("war") == before
    assert olga.info("war").entries == olga.head("war") == before.newest == len(olga.log("war"))
    assert not before.log
    for ask in (
        lambda: olga.record.search("war", Query()),
        lambda: olga.record.statistics("war"),
        lambda: olga.view("war", date="2100-01-01"),
        lambda: olga.view("war", before.newest + 1),
        lambda: olga.verify("war"),
    ):
        with pytest.raises(Refused):
            ask()
    clock.on(DELAY + 1)
    assert olga.head("war") == of_uma.head("war") > before.newest

"""Where a caller stands, and what awaits him, in battles and campaigns."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Awaiting, Standing
from campaign.shared.callers import Caller, local
from tests.campaign.calling import forbidden, ok, place, prepared

PIVOT = {"kind": "pivot", "unit": "t34-1", "facing": "E"}
SEATS = [Seat("nk", "ann"), Seat("us", "bob")]


@pytest.fixture
def fought(hq: Headquarters) -> str:
    return ok(hq.for_(local("uma")).battles.new("tank-duel", seats=SEATS)).diary


def test_where_somebody_stands_in_a_battle(hq: Headquarters, fought: str):
    info = hq.battles.info(fought)
    first = Standing(info.entries, info.seal, "nk", ("nk",))
    assert hq.for_(Caller("ann")).battles.standing(fought) == first
    assert hq.for_(Caller("uma")).battles.standing(fought) == Standing(1, info.seal, "", umpire=True)
    assert hq.for_(Caller("uma", role="umpire")).battles.standing(fought).viewer == "umpire"
    assert hq.for_(Caller("eve")).battles.standing(fought) == Standing(1, info.seal, "")
    forbidden(lambda: hq.for_(Caller("eve", role="us")).battles.standing(fought))
    done = ok(hq.for_(Caller("ann")).battles.act(fought, {"kind": "concede"}))
    now = hq.for_(Caller("bob")).battles.standing(fought)
    assert now == Standing(done.seq, done.seal, "us", ("us",), over=True)


def test_what_another_process_did_is_seen_at_once(hq: Headquarters, fought: str):
    before = hq.battles.standing(fought)
    with Headquarters(hq.home.folder) as other:
        done = ok(other.for_(Caller("ann")).battles.act(fought, PIVOT))
    now = hq.battles.standing(fought)
    assert (now.entry, now.seal) == (done.seq, done.seal) != (before.entry, before.seal)


@pytest.mark.usefixtures("example")
def test_where_somebody_stands_in_a_campaign(tmp_path: Path):
    where = place(prepared(tmp_path / "made", True, False), tmp_path / "there")
    view = where.hq.campaigns.view(where.campaign)
    stands = where.hq.for_(Caller("kim")).campaigns.standing(where.campaign)
    assert stands == Standing(view.seq, view.seal, "red", ("red",))
    assert where.hq.for_(Caller("ump")).campaigns.standing(where.campaign).viewer == "umpire"
    forbidden(lambda: where.hq.for_(Caller("kim", role="blue")).campaigns.standing(where.campaign))


# -- what awaits -------------------------------------------------------------------------------------------------------


def of(hq: Headquarters, player: str, diary: str) -> Awaiting | None:
    found = [one for one in hq.for_(Caller(player)).awaiting() if one.diary == diary]
    assert len(found) < 2
    return found[0] if found else None


def test_who_is_asked_in_a_battle(hq: Headquarters, fought: str):
    ann, bob, uma = (of(hq, player, fought) for player in ("ann", "bob", "uma"))
    assert ann is not None and ann.sides == ("nk",) and [one.side for one in ann.asked] == ["nk"]
    assert bob is not None and bob.sides == ("us",) and not bob.asked
    assert uma is not None and uma.umpire and not uma.asked and not uma.sides
    assert of(hq, "eve", fought) is None
    assert [one.diary for one in hq.for_(Caller("ann", role="us")).awaiting()] == []


def test_who_must_consent(hq: Headquarters, fought: str):
    ok(hq.for_(Caller("bob")).battles.act(fought, {"kind": "contribute", "text": "bob"}))
    ok(hq.for_(Caller("ann")).battles.act(fought, PIVOT))
    ok(hq.for_(Caller("bob")).battles.rewind(fought, 1))
    consent = {
        player: (found := of(hq, player, fought)) and found.consent for player in ("ann", "bob", "uma")
    }
    assert consent == {"ann": True, "bob": False, "uma": True}
    ok(hq.for_(Caller("ann")).battles.answer_undo(fought, False))
    found = of(hq, "ann", fought)
    assert found is not None and not found.consent


def test_what_is_over_or_put_away_awaits_nobody(hq: Headquarters, fought: str):
    ok(hq.for_(Caller("bob")).battles.act(fought, {"kind": "concede"}))
    found = of(hq, "ann", fought)
    assert found is not None and found.over and not found.asked
    hq.battles.archive(fought)
    assert of(hq, "ann", fought) is None


def test_what_awaits_the_umpire_of_a_campaign(hq: Headquarters):
    campaign = ok(hq.for_(Caller("uma")).campaigns.new("marines-in-korea", name="c")).diary
    uma = hq.for_(Caller("uma")).campaigns
    sides = [one.id for one in hq.campaigns.view(campaign).sides]
    for side, player in zip(sides, ("ann", "bob"), strict=True):
        ok(hq.for_(Caller(player)).campaigns.seats.accept(campaign, side))
    found = of(hq, "uma", campaign)
    assert found is not None and found.umpire and found.open and not found.filing
    begun = ok(uma.begin(campaign, found.open[0]))
    ann = of(hq, "ann", campaign)
    assert ann is not None and ann.sides == (sides[0],) and not (ann.open or ann.filing or ann.umpire)
    assert of(hq, "ann", begun.fought) is not None
    ok(hq.for_(Caller("ann")).battles.act(begun.fought, {"kind": "concede"}))
    found = of(hq, "uma", campaign)
    assert found is not None and found.filing == (begun.battle,)
    assert (of(hq, "ann", campaign) or found).filing == (), "which battles wait is for the umpire"


def test_a_battle_that_its_campaign_took_back_awaits_nobody(hq: Headquarters):
    campaign = ok(hq.for_(Caller("uma")).campaigns.new("marines-in-korea", name="c")).diary
    uma = hq.for_(Caller("uma")).campaigns
    second, first = (one.id for one in hq.campaigns.view(campaign).sides)
    ok(hq.for_(Caller("ann")).campaigns.seats.accept(campaign, first))
    ok(uma.seats.withdraw(campaign, second))
    begun = ok(uma.begin(campaign, uma.view(campaign).nodes[0].id))
    assert of(hq, "ann", begun.fought) is not None
    ok(uma.undo(campaign))
    assert of(hq, "ann", begun.fought) is None
    assert hq.battles.standing(begun.fought).read_only


@pytest.mark.usefixtures("example")
def test_only_ones_own_questions_are_told(tmp_path: Path):
    where = place(prepared(tmp_path / "made", True, True), tmp_path / "there")
    for player, side in (("kim", "red"), ("bob", "blue")):
        found = of(where.hq, player, where.battle)
        assert found is not None and {one.side for one in found.asked} <= {side}
        view = where.hq.for_(Caller(player)).battles.view(where.battle)
        assert found.asked == tuple(one for one in view.asked if one.side == side)

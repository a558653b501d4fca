"""What a side of a campaign could get or do that is not its own: each a way in that was open, or will be tried."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.battles.table import Seat
from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.shared.callers import Caller, local
from tests.campaign.calling import Place, forbidden, ok, place, prepared, refused, text_of

pytestmark = pytest.mark.usefixtures("example")

EVE = Caller("eve")


@pytest.fixture
def war(tmp_path: Path) -> Place:
    """A campaign of sides with secrets: Kim leads red, Bob leads blue, Ump is umpire."""
    return place(prepared(tmp_path / "made", named=True, secret=True), tmp_path / "war")


def test_the_other_sides_papers_are_not_to_be_had(war: Place):
    kim = war.hq.for_(local("kim")).campaigns
    ok(war.umpire.campaigns.returns.draft(war.campaign, "n1-1"))
    for do in (
        lambda: kim.returns.form(war.campaign, "n1-1"),
        lambda: kim.returns.text(war.campaign, "n1-1"),
        lambda: kim.returns.form(war.campaign, "n0-1"),
        lambda: kim.files.orders_text(war.campaign, "toml"),
        lambda: kim.plan_undo(war.campaign, 3),
        lambda: kim.returns.plan(war.campaign, {"battle": "n0-1", "winner": "red"}),
        lambda: kim.staff.orders(war.campaign),
        lambda: (
            war.hq.for_(local("kim")).looking_as("blue").campaigns.files.orders_text(war.campaign, "people")
        ),
        lambda: war.hq.for_(EVE).campaigns.files.orders_text(war.campaign, "people"),
        lambda: war.hq.for_(local("kim")).export(io.BytesIO(), [war.campaign]),
    ):
        forbidden(do)
    assert "blue-0-gunner" not in kim.files.orders_text(war.campaign, "people")
    assert "red-0-gunner" in kim.files.orders_text(war.campaign, "people")
    for viewer in (kim, war.hq.for_(EVE).campaigns):
        assert viewer.view(war.campaign).drafts == ()
        assert viewer.moment(war.campaign).staff == ()


def test_only_the_umpire_begins_and_files_and_takes_back(war: Place):
    for caller in (local("kim"), local("zed"), local(), EVE, Caller("eve", umpire=True)):
        doors = war.hq.for_(caller).campaigns
        for do in (
            lambda it=doors: it.begin(war.campaign, "n2"),
            lambda it=doors: it.returns.file(war.campaign, "n1-1", {"winner": "draw"}),
            lambda it=doors: it.returns.draft(war.campaign, "n1-1"),
            lambda it=doors: it.returns.correct(war.campaign, {"battle": "n0-1", "winner": "red"}),
            lambda it=doors: it.undo(war.campaign),
            lambda it=doors: it.rewind(war.campaign, 1),
            lambda it=doors: it.fork(war.campaign),
            lambda it=doors: it.act(war.campaign, {"kind": "advance", "days": 1}),
            lambda it=doors: it.act(war.campaign, {"kind": "score", "side": "red", "points": 9, "why": "x"}),
        ):
            forbidden(do)
    ok(war.hq.for_(Caller("ump")).campaigns.begin(war.campaign, "n2"))


def test_what_the_other_has_is_as_if_it_were_not(war: Place):
    """Neither asked for nor ordered about, nor named by what is said instead."""
    kim = war.hq.for_(local("kim")).campaigns

    def said(do: Callable[[], Any], id: str) -> str:
        answer = refused(do)
        assert not [one for one in answer.allowed if one.startswith("blue-")], answer
        return text_of(answer).replace(id, "ID")

    for there, nowhere in (
        ("blue-1-gunner", "blue-1-cook"),
        ("blue-1", "blue-99"),
        ("blue-pool", "blue-lake"),
    ):
        assert said(lambda it=there: kim.record.why(war.campaign, it), there) == said(
            lambda it=nowhere: kim.record.why(war.campaign, it), nowhere
        )
        for action in (
            {"kind": "promote", "person": "ID", "rank": "Sgt"},
            {"kind": "transfer", "id": "red-0-gunner", "to": "ID"},
            {"kind": "rename", "id": "ID", "name": "x"},
            {"kind": "repair", "asset": "ID", "damage": "turret"},
            {"kind": "replace", "asset": "red-5", "post": "gunner", "pool": "ID"},
        ):
            one, other = (msgspec.json.encode(action).replace(b"ID", id.encode()) for id in (there, nowhere))
            assert said(lambda it=one: kim.act(war.campaign, it), there) == said(
                lambda it=other: kim.act(war.campaign, it), nowhere
            )
    assert kim.record.search(war.campaign, Query(subject="blue-0-gunner", everything=True)).lines == ()
    assert kim.record.search(war.campaign, Query(subject="red-0-gunner", everything=True)).lines


def test_the_log_does_not_tell_what_the_other_ordered(war: Place):
    bob, kim = war.hq.for_(local("bob")).campaigns, war.hq.for_(local("kim")).campaigns
    done = ok(bob.act(war.campaign, {"kind": "promote", "person": "blue-0-gunner", "rank": "Sgt"}))
    (seen,) = kim.log(war.campaign, after=done.seq - 1, everything=True)
    assert (seen.kind, seen.lines, seen.total) == ("hidden", (), 0)
    (own,) = bob.log(war.campaign, after=done.seq - 1)
    assert (own.kind, own.total) == ("promote", 1)
    begun = war.umpire.campaigns.log(war.campaign, limit=1, everything=True)[0]
    assert kim.log(war.campaign, limit=1)[0].total < begun.total


def test_a_captured_machine_brings_no_papers_along(war: Place):
    kim, bob, ump = (war.hq.for_(local(one)).campaigns for one in ("kim", "bob", "ump"))
    ok(ump.act(war.campaign, {"kind": "cancel", "battle": "n1-1"}))
    ok(kim.act(war.campaign, {"kind": "unload", "asset": "red-5", "depot": "red-depot", "stores": {"mg": 3}}))
    ok(ump.act(war.campaign, {"kind": "transfer", "id": "red-5", "to": "blue-army"}))
    ok(bob.act(war.campaign, {"kind": "rename", "id": "red-5", "name": "Booty"}))
    everything = Query(everything=True, subject="red-5")
    for tells in (
        lambda it: it.log(war.campaign, everything=True),
        lambda it: it.record.search(war.campaign, everything),
    ):
        assert "red depot" in text_of(tells(kim))
        assert "red depot" not in text_of(tells(bob))
    story = text_of(bob.record.why(war.campaign, "red-5"))
    assert "Booty" in story
    assert "red depot" not in story
    refused(lambda: kim.record.why(war.campaign, "red-5"))


def test_how_a_battle_was_opened_does_not_name_the_others_crews(hq: Headquarters):
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    node = next(
        one for one in hq.looking_as("umpire").campaigns.view("korea").nodes if one.ready and one.able
    )
    diary = ok(hq.campaigns.begin("korea", node.id)).fought
    state = hq._house.campaigns.get("korea").state()
    crews = {one.side: [m.name for m in one.crew] for one in state.battles[f"{node.id}-1"].muster if one.crew}
    assert crews
    for side in ("us", "nk", ""):
        eyes = hq.looking_as(side).battles
        record = io.BytesIO()
        eyes.excerpt(record, [diary])
        seen = text_of(eyes.show(diary, 1)) + record.getvalue().decode()
        for whose, names in crews.items():
            assert all((name in seen) == (whose == side) for name in names), (side, whose)
    assert all(name in text_of(hq.looking_as("umpire").battles.show(diary, 1)) for name in crews["us"])


def test_the_staff_fights_no_battle_of_players(hq: Headquarters):
    ok(hq.campaigns.new("marines-in-korea", name="korea"))
    node = next(
        one for one in hq.looking_as("umpire").campaigns.view("korea").nodes if one.ready and one.able
    )
    diary = ok(hq.campaigns.begin("korea", node.id, seats=[Seat("us", "bob")])).fought
    forbidden(lambda: hq.campaigns.staff.step("korea"))
    assert hq.battles.head(diary) == 1


def test_a_battle_of_secret_crews_is_exported_by_nobody_who_leads_a_side(war: Place, tmp_path: Path):
    """Its rules hide nothing, but its muster names what the campaign keeps secret."""
    files = tmp_path / "korea"
    shutil.copytree(str(resources.files("campaign.samples").joinpath("marines-in-korea")), files)
    toml = (files / "campaign.toml").read_text()
    named = toml.replace('id = "us"', 'id = "us"\nplayer = "kim"', 1)
    (files / "campaign.toml").write_text('umpire = "ump"\n' + named)
    ump = war.hq.for_(local("ump")).campaigns
    name = ok(ump.new(files, name="k")).diary
    ok(ump.seats.withdraw(name, "nk"))
    node = next(one for one in ump.view(name).nodes if one.ready and one.able)
    diary = ok(ump.begin(name, node.id)).fought
    forbidden(lambda: war.hq.for_(local("kim")).export(io.BytesIO(), [diary]))
    assert war.hq.for_(local("ump")).export(io.BytesIO(), [diary]).entries == 1

"""To a stranger a private table is none: every door refuses it like a name that does not exist, no list holds it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from campaign.battles.table import Seat
from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import PrivateTable, Refusal
from campaign.shared.callers import Caller
from tests.campaign.calling import forbidden, methods, ok, refused
from tests.campaign.ledger.making import folder

pytestmark = pytest.mark.usefixtures("example")

EVE = Caller("eve")
Door = Callable[[Any, str], Any]
SEATS: Mapping[str, Door] = {
    "offers": lambda w, it: w.seats.offers(it),
    "hosts": lambda w, it: w.seats.hosts(it),
    "seat": lambda w, it: w.seats.seat(it, "blue", "eve"),
    "offer": lambda w, it: w.seats.offer(it, "blue", "eve"),
    "accept": lambda w, it: w.seats.accept(it, "blue"),
    "decline": lambda w, it: w.seats.decline(it),
    "withdraw": lambda w, it: w.seats.withdraw(it, "blue"),
    "leave": lambda w, it: w.seats.leave(it),
    "free": lambda w, it: w.seats.free(it, "red"),
    "welcome": lambda w, it: w.seats.welcome(it, "eve"),
    "put_away": lambda w, it: w.seats.put_away(it),
}
CONCEDE, DAY = {"kind": "concede"}, {"kind": "advance", "days": 1}
BATTLES: Mapping[str, Door] = {
    "info": lambda w, it: w.info(it),
    "head": lambda w, it: w.head(it),
    "standing": lambda w, it: w.standing(it),
    "moment": lambda w, it: w.moment(it),
    "view": lambda w, it: w.view(it),
    "legal": lambda w, it: w.legal(it),
    "odds": lambda w, it: w.odds(it, CONCEDE),
    "preview": lambda w, it: w.preview(it, CONCEDE),
    "log": lambda w, it: w.log(it),
    "show": lambda w, it: w.show(it, 1),
    "difference": lambda w, it: w.difference(it, 1, 1),
    "verify": lambda w, it: w.verify(it),
    "act": lambda w, it: w.act(it, CONCEDE),
    "undo": lambda w, it: w.undo(it),
    "redo": lambda w, it: w.redo(it),
    "rewind": lambda w, it: w.rewind(it, 1),
    "answer_undo": lambda w, it: w.answer_undo(it, True),
    "fork": lambda w, it: w.fork(it),
    "rematch": lambda w, it: w.rematch(it),
    "excerpt": lambda w, it: w.excerpt(io.BytesIO(), [it]),
    "bots.best": lambda w, it: w.bots.best(it),
    "bots.seated": lambda w, it: w.bots.seated(it),
    **{f"seats.{name}": door for name, door in SEATS.items()},
}
CAMPAIGNS: Mapping[str, Door] = {
    "info": lambda w, it: w.info(it),
    "head": lambda w, it: w.head(it),
    "standing": lambda w, it: w.standing(it),
    "moment": lambda w, it: w.moment(it),
    "view": lambda w, it: w.view(it),
    "log": lambda w, it: w.log(it),
    "difference": lambda w, it: w.difference(it, 1, 1),
    "verify": lambda w, it: w.verify(it),
    "act": lambda w, it: w.act(it, DAY),
    "begin": lambda w, it: w.begin(it, "n0"),
    "resume": lambda w, it: w.resume(it, "n0-1"),
    "plan_undo": lambda w, it: w.plan_undo(it),
    "undo": lambda w, it: w.undo(it),
    "redo": lambda w, it: w.redo(it),
    "rewind": lambda w, it: w.rewind(it, 1),
    "fork": lambda w, it: w.fork(it),
    "record.search": lambda w, it: w.record.search(it, Query(words="begins")),
    "record.why": lambda w, it: w.record.why(it, "red-5"),
    "record.filed": lambda w, it: w.record.filed(it),
    "record.policy": lambda w, it: w.record.policy(it),
    "record.statistics": lambda w, it: w.record.statistics(it),
    "files.orders_text": lambda w, it: w.files.orders_text(it, "people"),
    "returns.text": lambda w, it: w.returns.text(it, "n0-1"),
    "returns.form": lambda w, it: w.returns.form(it, "n0-1"),
    "returns.draft": lambda w, it: w.returns.draft(it, "n0-1"),
    "returns.file": lambda w, it: w.returns.file(it, "n0-1", {"winner": "draw"}),
    "halves.form": lambda w, it: w.halves.form(it, "n0-1"),
    "halves.text": lambda w, it: w.halves.text(it, "n0-1"),
    "halves.give": lambda w, it: w.halves.give(it, "n0-1", {"winner": "draw"}),
    "halves.laid": lambda w, it: w.halves.laid(it, "n0-1"),
    "returns.plan": lambda w, it: w.returns.plan(it, {"battle": "n0-1", "winner": "red"}),
    "returns.correct": lambda w, it: w.returns.correct(it, {"battle": "n0-1", "winner": "red"}),
    "staff.orders": lambda w, it: w.staff.orders(it),
    **{f"seats.{name}": door for name, door in SEATS.items()},
}
KEEPERS = frozenset(
    ("archive", "open_samples", "record.rebuild", "staff.step", "staff.play", "seats.take_record")
)
NO_NAME = frozenset(("new", "all", "last", "open_samples", "record.rebuild"))
"""Asked of no table in particular."""


@pytest.fixture
def battle(hq: Headquarters) -> str:
    """Ann's, private, with ben in it; both have acted, nobody has asked eve."""
    seats = [Seat("red", "ann"), Seat("blue", "ben")]
    ann, ben = hq.for_(Caller("ann")).battles, hq.for_(Caller("ben")).battles
    name = ok(ann.new("ring", seats=seats, look="invited")).diary
    ok(ben.seats.accept(name))
    ok(ben.act(name, {"kind": "deal"}))
    return name


@pytest.fixture
def campaign(hq: Headquarters, tmp_path: Any) -> str:
    files = {one.name: one.read_bytes() for one in folder(tmp_path / "files").iterdir()}
    ann = hq.for_(Caller("ann")).campaigns
    return ok(ann.new(files, look="invited")).diary


def said(do: Callable[[], Any], name: str) -> tuple[str, str, tuple[str, ...], str]:
    """How it is refused, whatever it is called."""
    found = refused(do)
    return found.kind, found.reason.replace(name, "NAME"), found.allowed, found.where


def other(name: str) -> str:
    """One of the same shape that is no diary's."""
    return re.sub(r"[0-9a-f]{8}$", "0" * 8, name)


@pytest.mark.parametrize("door", BATTLES)
@pytest.mark.parametrize("role", [None, "", "red", "umpire"])
def test_every_door_of_battles(hq: Headquarters, battle: str, door: str, role: str | None):
    doors, none = hq.for_(EVE).looking_as(role).battles, other(battle)
    found = said(lambda: BATTLES[door](doors, battle), battle)
    assert found == said(lambda: BATTLES[door](doors, none), none)
    assert found[0] == "unknown"


@pytest.mark.parametrize("door", CAMPAIGNS)
@pytest.mark.parametrize("role", [None, "umpire"])
def test_every_door_of_campaigns(hq: Headquarters, campaign: str, door: str, role: str | None):
    doors, none = hq.for_(EVE).looking_as(role).campaigns, other(campaign)
    found = said(lambda: CAMPAIGNS[door](doors, campaign), campaign)
    assert found == said(lambda: CAMPAIGNS[door](doors, none), none)
    assert found[0] == "unknown"


def test_no_door_was_left_out(hq: Headquarters):
    """Those that ask for files, or for the keeper, name no table before they have refused a stranger."""
    for wing, doors in (("battles", BATTLES), ("campaigns", CAMPAIGNS)):
        every = {
            name.removeprefix(f"{wing}."): right
            for name, right in methods(hq).items()
            if name.startswith(wing)
        }
        left = {name for name, right in every.items() if right != "keep"} - doors.keys() - NO_NAME
        assert {one for one in left if not one.startswith("files.") and one != "returns.line"} == set()


def test_no_list_holds_it(hq: Headquarters, battle: str, campaign: str):
    cursor = hq.changes().cursor
    shown = ok(hq.battles.new("tank-duel", name="shown")).diary
    ok(hq.for_(Caller("ann")).battles.act(battle, {"kind": "deal"}))
    eve = hq.for_(EVE)
    assert [one.battle for one in eve.battles.all(archived=True)] == [shown]
    assert eve.campaigns.all(archived=True) == []
    assert (eve.battles.last(), eve.campaigns.last()) == (shown, "")
    assert [one.table for one in eve.lobby()] == [] and eve.awaiting() == []
    assert [one.diary for one in eve.changes(cursor).changed] == [shown]
    assert said(lambda: eve.kind(battle), battle) == said(lambda: eve.kind(other(battle)), other(battle))
    told = io.BytesIO()
    eve.battles.excerpt(told)
    assert battle.encode() not in told.getvalue()
    for player in ("ann", "ben"):
        mine = hq.for_(Caller(player))
        assert battle in [one.battle for one in mine.battles.all()]
        assert mine.kind(battle) == "battle"


def test_nobody_forks_or_opens_beside_it_by_its_name(hq: Headquarters, battle: str):
    """That a name is taken tells that there is something."""
    asked = hq.for_(EVE).battles.new("ring", name=battle)
    assert isinstance(asked, Refusal)
    asked = hq.for_(Caller("ann")).battles.new(
        "ring", seats=[Seat("red", "ann")], name="guess-me", look="invited"
    )
    assert isinstance(asked, Refusal) and "made up" in asked.reason


def test_who_is_invited_knows_of_it_for_ever(hq: Headquarters, battle: str):
    ann, eve = hq.for_(Caller("ann")).battles, hq.for_(EVE)
    ok(ann.seats.welcome(battle, "eve"))
    assert eve.battles.view(battle).viewer == "" and eve.kind(battle) == "battle"
    ok(hq.for_(Caller("ben")).battles.seats.leave(battle))
    ok(ann.seats.offer(battle, "blue", "eve"))
    ok(eve.battles.seats.decline(battle))
    assert [one.battle for one in eve.battles.all()] == [battle]


def test_its_keeper_knows_how_large_it_is_and_who_sits_there(hq: Headquarters, battle: str, campaign: str):
    kit = hq.for_(Caller("kit", keeper=True))
    ok(hq.battles.new("tank-duel", name="shown"))
    assert kit.private() == [
        PrivateTable(battle, "battle", 3, {"red": "ann", "blue": "ben", "umpire": ""}),
        PrivateTable(campaign, "campaign", 1, {"red": "", "blue": "", "umpire": "ann"}),
    ]
    assert hq.for_(Caller("ann", keeper=True)).private() == []
    forbidden(lambda: hq.for_(EVE).private())
    with pytest.raises(Refused):
        kit.battles.view(battle)
    assert "private" in forbidden(lambda: kit.export(io.BytesIO(), [battle])).reason
    found = kit.export(io.BytesIO())
    assert any(battle in one for one in found.left_out) and any(campaign in one for one in found.left_out)
    ok(kit.battles.seats.take_record(battle))
    assert "kit" in hq.for_(Caller("ann")).battles.log(battle)[-1].lines[0].text
    assert kit.export(io.BytesIO(), [battle]).entries == 4
    assert [one.table for one in kit.private()] == [campaign]


def test_a_campaigns_battles_are_as_private_as_it_is(hq: Headquarters):
    ann = hq.for_(Caller("ann"))
    name = ok(ann.campaigns.new("marines-in-korea", look="invited")).diary
    sides = [one.id for one in ann.campaigns.view(name).sides]
    ok(ann.campaigns.seats.offer(name, sides[0], "ben"))
    ok(hq.for_(Caller("ben")).campaigns.seats.accept(name))
    ok(ann.campaigns.seats.withdraw(name, sides[1]))
    node = next(one for one in ann.campaigns.view(name).nodes if one.ready and one.system)
    fought = ok(ann.campaigns.begin(name, node.id)).fought
    assert hq.for_(Caller("ben")).battles.view(fought).battle == fought
    eve = hq.for_(EVE)
    assert said(lambda: eve.battles.view(fought), fought) == said(lambda: eve.battles.view("x"), "x")
    assert eve.battles.all() == [] and eve.changes(0).changed == ()


def test_an_offer_that_is_shown_can_be_accepted(hq: Headquarters):
    """Who may look on at a private campaign sees the offers of its battles: so he may take them up."""
    ann, eve = hq.for_(Caller("ann")), hq.for_(EVE)
    name = ok(ann.campaigns.new("marines-in-korea", look="invited")).diary
    for side in ann.campaigns.view(name).sides:
        ok(ann.campaigns.seats.withdraw(name, side.id))
    node = next(one for one in ann.campaigns.view(name).nodes if one.ready and one.system)
    fought = ok(ann.campaigns.begin(name, node.id)).fought
    assert eve.lobby() == []
    ok(ann.campaigns.seats.welcome(name, "eve"))
    (table,) = eve.lobby()
    assert (table.table, eve.battles.seats.offers(fought)) == (fought, table)
    ok(eve.battles.seats.accept(fought, table.offers[0].side))
    assert hq.battles.verify(fought).sound

"""What one could get or do who has no right to it: each a way in that was open, or that somebody will try."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from campaign.battles.answers import BotChoice
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import DiceNeeded
from campaign.shared.callers import Caller, local
from tests.campaign.calling import duel, forbidden, ok, refused, text_of
from tests.campaign.conftest import steady_world

pytestmark = pytest.mark.usefixtures("example")

EVE = Caller("eve")


@pytest.fixture
def ring(hq: Headquarters) -> str:
    """Kim (red) against Bob (blue); Ump has opened it. Red has laid a card."""
    return duel(hq.for_(local("ump")), "kim", "bob")


# -- battles -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("caller", [local(), local("kim"), local("zed"), EVE], ids=lambda one: one.player)
def test_nobody_but_the_umpire_looks_as_umpire(hq: Headquarters, ring: str, caller: Caller):
    as_umpire = hq.for_(caller).looking_as("umpire").battles
    for look in (as_umpire.view, as_umpire.log, as_umpire.moment, as_umpire.legal):
        forbidden(lambda look=look: look(ring))
    forbidden(lambda: as_umpire.show(ring, 1))
    forbidden(lambda: as_umpire.difference(ring, 1, 2))
    forbidden(lambda: as_umpire.excerpt(io.BytesIO(), [ring]))


def test_nobody_sees_what_the_other_may_do(hq: Headquarters, ring: str):
    for caller in (local(), local("kim"), EVE):
        other = hq.for_(caller).looking_as("blue").battles
        forbidden(lambda other=other: other.legal(ring))
        forbidden(lambda other=other: other.odds(ring, {"kind": "lay", "card": "fog-horn"}))
        forbidden(lambda other=other: other.preview(ring, {"kind": "face", "heading": 5}))
        forbidden(lambda other=other: other.moment(ring))
    assert {one.side for one in hq.for_(local("kim")).battles.legal(ring)} <= {"red"}
    assert {one.side for one in hq.for_(local("kim")).battles.moment(ring).legal} == {"red"}


def test_a_fork_opens_no_eyes(hq: Headquarters, ring: str):
    for caller in (local("kim"), EVE, Caller("kim")):
        forbidden(lambda caller=caller: hq.for_(caller).battles.fork(ring))
    forbidden(lambda: hq.battles.fork(ring))  # nor the keeper of the house, who has no seat
    fork = ok(hq.for_(Caller("ump")).battles.fork(ring)).diary
    for caller in (local(), local("kim")):
        forbidden(lambda caller=caller: hq.for_(caller).looking_as("umpire").battles.view(fork))
    for caller in (local(), local("kim")):
        for side in ("red", "blue"):
            forbidden(lambda caller=caller, side=side: hq.for_(caller).looking_as(side).battles.view(fork))
    assert refused(lambda: hq.for_(EVE).battles.view(fork)).kind == "unknown", "a study is its player's alone"


def test_nobody_takes_back_as_umpire_who_is_none(hq: Headquarters, ring: str):
    for caller in (local(), local("zed"), EVE, local("kim")):
        as_umpire = hq.for_(caller).looking_as("umpire").battles
        forbidden(lambda it=as_umpire: it.rewind(ring, 1))
        forbidden(lambda it=as_umpire: it.undo(ring))
        forbidden(lambda it=as_umpire: it.answer_undo(ring, True))
    forbidden(lambda: hq.for_(local("zed")).battles.rewind(ring, 1))


def test_nobody_is_called_like_a_bot_or_the_umpire(hq: Headquarters):
    for name in ("bot:sensible", "bot:", "", "umpire", "a\x1bb"):
        refused(lambda name=name: hq.for_(Caller(name)))
        refused(lambda name=name: local(name))


def test_nobody_makes_rights_that_he_has_not(hq: Headquarters):
    forbidden(lambda: hq.for_(EVE).for_(local()))
    forbidden(lambda: hq.for_(EVE).close())
    assert hq.battles.all() == []


def test_nobody_does_a_bots_part(hq: Headquarters):
    ring = ok(hq.battles.new("ring", seats=[Seat("red", "kim"), Seat("blue", bot="random")])).diary
    kim = hq.for_(local("kim"))
    as_bot = kim.looking_as("blue").battles
    forbidden(lambda: as_bot.act(ring, {"kind": "concede"}))
    forbidden(lambda: as_bot.view(ring))
    forbidden(lambda: as_bot.legal(ring))
    head = kim.battles.head(ring)
    for side, action in (("blue", "concede"), ("red", "concede"), ("blue", "undo-grant")):
        made_up = BotChoice(side, "bot:random", head)
        refused(lambda it=made_up: kim.battles.bots.act(ring, it))
        assert action not in [one.kind for one in kim.battles.log(ring)]
    ok(kim.battles.bots.move(ring))
    assert kim.battles.log(ring)[-1].player == "bot:random"


def test_what_a_bot_holds_is_not_told_by_its_choice(hq: Headquarters):
    ring = ok(hq.battles.new("ring", seats=[Seat("red", "kim"), Seat("blue", bot="random")])).diary
    kim = hq.for_(local("kim")).battles
    ok(kim.bots.move(ring))
    ok(kim.act(ring, {"kind": "deal"}))
    choice = kim.bots.choice(ring)
    assert choice is not None
    hand = hq._house.battles.get(ring).state().game.champions["blue"].hand
    done = kim.bots.act(ring, choice)
    assert not [card for card in hand if card in text_of(choice, done)]
    assert refused(lambda: kim.bots.act(ring, choice)).kind == "head-moved", "once is enough"


def test_no_bot_plays_in_the_seat_of_another(hq: Headquarters, ring: str):
    every = {"red": "random", "blue": "random"}
    for caller in (local(), local("kim"), local("ump")):
        bots = hq.for_(caller).battles.bots
        forbidden(lambda it=bots: it.choice(ring, every))
        forbidden(lambda it=bots: it.move(ring, {"blue": "random"}))
        forbidden(lambda it=bots: next(iter(it.play(ring, every))))
        forbidden(lambda it=bots: it.act(ring, BotChoice("blue", "bot:random", hq.battles.head(ring))))
    forbidden(lambda: hq.for_(EVE).battles.bots.move(ring))
    ok(hq.for_(local("bob")).battles.bots.move(ring, {"blue": "random"}))


def test_a_key_is_its_players_and_its_actions(hq: Headquarters, ring: str):
    kim, bob = hq.for_(local("kim")).battles, hq.for_(local("bob")).battles
    turn = {"kind": "face", "heading": 90}
    first = ok(kim.act(ring, turn, key="k"))
    again = ok(kim.act(ring, turn, key="k"))
    assert (again.seq, again.repeated) == (first.seq, True)
    assert "another action" in refused(lambda: kim.act(ring, {"kind": "face", "heading": 91}, key="k")).reason
    other = ok(bob.act(ring, turn, key="k"))
    assert other.seq > first.seq and not other.repeated, "keys of two players never meet"
    forbidden(lambda: hq.for_(EVE).battles.act(ring, turn, key="k"))
    assert kim.show(ring, first.seq).key == "k"
    assert hq.for_(local("ump")).looking_as("umpire").battles.show(ring, first.seq).key == "k"
    for other in (bob, hq.battles, hq.for_(EVE).battles):
        assert other.show(ring, first.seq).key == ""
    record = io.BytesIO()
    bob.excerpt(record, [ring])
    assert record.getvalue().count(b'"key"') == 1, "his own"


def test_the_whole_of_a_battle_is_not_for_who_plays_it(hq: Headquarters, ring: str, tmp_path: Path):
    forbidden(lambda: hq.for_(local("kim")).export(io.BytesIO(), [ring]))
    forbidden(lambda: hq.for_(local("kim")).export(io.BytesIO()))
    forbidden(lambda: hq.for_(EVE).export(io.BytesIO(), [ring]))
    forbidden(lambda: hq.for_(Caller("ump")).export(io.BytesIO(), [ring]))
    forbidden(lambda: hq.for_(EVE).import_(b""))
    assert hq.export(io.BytesIO(), [ring]).entries == hq.battles.head(ring)


def test_a_fork_that_is_over_does_not_take_its_origin_along(hq: Headquarters, ring: str):
    ump = hq.for_(local("ump"))
    fork = ok(ump.battles.fork(ring, 1)).diary
    ok(ump.looking_as("red").battles.act(fork, {"kind": "concede"}))
    forbidden(lambda: hq.for_(local("kim")).export(io.BytesIO(), [fork]))


def test_nobody_takes_the_secret_of_the_dice_that_he_plays_with(hq: Headquarters):
    seats = [Seat("nk", "kim"), Seat("us", "bob")]
    open_to_all = ok(hq.battles.new("tank-duel", seats=seats)).diary
    kim = hq.for_(local("kim"))
    assert kim.export(io.BytesIO(), [open_to_all]).entries == 1
    forbidden(lambda: kim.export(io.BytesIO(), [open_to_all], with_secrets=True))
    assert hq.export(io.BytesIO(), [open_to_all], with_secrets=True).entries == 2
    assert hq.battles.log(open_to_all)[-1].kind == "take-record", "and all read that it was taken out"
    forbidden(lambda: hq.battles.seats.seat(open_to_all, "us", "local"))


def test_nobody_gives_up_looks_at_everything_and_takes_that_back(hq: Headquarters):
    ring = duel(hq, "kim", "bob", dice="typed")
    kim, bob = hq.for_(local("kim")), hq.for_(local("bob"))
    ok(kim.battles.act(ring, {"kind": "concede"}))
    assert kim.export(io.BytesIO(), [ring]).entries > 1, "over, it is open to all"
    ok(kim.battles.undo(ring))
    assert kim.battles.view(ring).verdict is not None, "that takes the other's consent"
    assert [one.side for one in kim.battles.view(ring).asked] == ["blue"]
    ok(bob.battles.act(ring, {"kind": "undo-grant"}))
    assert kim.battles.view(ring).verdict is None


def test_files_of_the_house_are_its_keepers(hq: Headquarters, tmp_path: Path):
    eve, file = hq.for_(Caller("eve", umpire=True, seats=True)), tmp_path / "x"
    file.write_text('title = "Mine"\n')
    ring = ok(hq.battles.new("ring")).diary
    for do in (
        lambda: eve.battles.excerpt(file, [ring]),
        lambda: eve.rosters.read(file),
        lambda: eve.campaigns.new(tmp_path),
        lambda: eve.campaigns.files.check(tmp_path),
        lambda: eve.campaigns.files.orders(file),
        lambda: eve.campaigns.files.line(file, "$.x"),
        lambda: eve.campaigns.files.policy(file),
        lambda: eve.campaigns.returns.line(file, "$.x"),
    ):
        forbidden(do)
    assert file.read_text() == 'title = "Mine"\n'
    assert eve.battles.excerpt(io.BytesIO(), [ring]) == 1
    assert "marines-in-korea" in forbidden(lambda: eve.campaigns.new("nowhere")).allowed


# -- one at a time -----------------------------------------------------------------------------------------------


def everything(hq: Headquarters, ring: str) -> str:
    """What a caller can get of a battle, but for his own name."""
    battles, newest = hq.battles, hq.battles.head(ring)
    record = io.BytesIO()
    battles.excerpt(record, [ring])
    each = [[battles.view(ring, seq), battles.show(ring, seq)] for seq in range(1, newest + 1)]
    return text_of(each, battles.log(ring), battles.moment(ring), record.getvalue().decode())


def test_who_holds_several_roles_looks_as_one_at_a_time(hq: Headquarters):
    named = duel(hq.for_(local("ump")), "kim", "bob")
    ump = hq.for_(local("ump"))
    assert everything(ump.looking_as(""), named) == everything(hq.for_(EVE), named)
    assert everything(ump.looking_as("umpire"), named) != everything(ump.looking_as(""), named)
    forbidden(lambda: ump.looking_as("red").battles.view(named))
    shared = duel(hq)
    for side, other in (("red", "blue"), ("blue", "red")):
        one = hq.looking_as(side)
        hidden = hq._house.battles.get(shared).state().game.champions[other]
        assert everything(one, shared) == everything(hq.for_(Caller("amy", seats=True, role=side)), shared)
        own = hq._house.battles.get(shared).state().game.champions[side]
        cards = {*hidden.hand, hidden.laid} - {*own.kit, ""}
        assert not [card for card in cards if card in everything(one, shared)]
        assert {option.side for option in one.battles.legal(shared)} == {side}
        assert {option.side for option in one.battles.moment(shared).legal} == {side}
    observer = hq.looking_as("")
    forbidden(lambda: observer.battles.legal(shared))
    forbidden(lambda: observer.battles.act(shared, {"kind": "concede"}))
    assert observer.battles.moment(shared).legal == ()
    assert everything(observer, shared) == everything(hq.for_(EVE), shared)


def test_who_has_two_seats_looks_as_one_at_a_time(hq: Headquarters):
    """One by name, one that is nobody's, which is only where nothing is hidden: asked for nothing in particular, he
    gets what is his by name."""
    tanks = ok(hq.battles.new("tank-duel", seats=[Seat("nk", "kim")])).diary
    kim = hq.for_(local("kim"))
    moment = kim.battles.moment(tanks)
    assert (moment.view.viewer, {one.side for one in moment.legal}) == ("nk", {"nk"})
    assert kim.looking_as("us").battles.moment(tanks).view.viewer == "us"
    ring = ok(hq.battles.new("ring", seats=[Seat("red", "kim")])).diary
    forbidden(lambda: kim.looking_as("blue").battles.moment(ring))


# -- two battles that differ only in what one side hides ---------------------------------------------------------


def gets(hq: Headquarters, battle: str, viewer: str) -> str:
    """All that a viewer gets of a battle, but seals, which are of everything."""
    eyes = hq.looking_as(viewer).battles
    newest = eyes.head(battle)
    info = msgspec.structs.replace(eyes.info(battle), seal="")
    each: list[Any] = [info, eyes.log(battle), eyes.verify(battle).entries]
    for seq in range(1, newest + 1):
        each += [
            eyes.view(battle, seq),
            msgspec.structs.replace(eyes.show(battle, seq), seal="", previous=""),
        ]
    each.append(msgspec.structs.replace(eyes.moment(battle), seal=""))
    each.append(eyes.difference(battle, 1, newest))
    if viewer:
        options = eyes.legal(battle)
        each += [options, [eyes.odds(battle, one.action) for one in options[:30]]]
        each += [eyes.preview(battle, one.action) for one in options[:10]]
    return text_of(each)


def test_two_duels_that_differ_in_one_hand_are_alike_for_the_other(tmp_path: Path):
    found: list[list[str]] = []
    for first in ("ember-blade", "fog-horn"):
        kit = {"title": first, "cards": [first, "oak-shield", "silver-spur", "loose-strap"]}
        with Headquarters(tmp_path / first, steady_world()) as hq:
            ring = ok(hq.battles.new("ring", options={"red": kit}, name="ring", dice="typed")).diary
            seen: list[str] = []
            for side, kind in (("red", "deal"), ("blue", "deal"), ("red", "lay")):
                mine = hq.looking_as(side).battles
                action = next(one.action for one in mine.legal(ring) if one.kind == kind)
                ok(mine.act(ring, action))
                seen += [gets(hq, ring, "blue"), gets(hq, ring, "")]
            found.append(seen)
    assert found[0] == found[1]


def test_two_platoons_that_differ_in_their_cards_are_alike_for_the_other(tmp_path: Path):
    found: list[list[str]] = []
    for number, swaps in enumerate(({}, SWAPS)):
        with Headquarters(tmp_path / str(number), steady_world()) as hq:
            red = msgspec.json.encode(hq.rosters.show("tanks-modern-age", "ussr-50-armor")).decode()
            for old, new in swaps.items():
                assert old in red
                red = red.replace(old, new)
            options = {"red": msgspec.json.decode(red), "terrain": "ready"}
            battle = ok(
                hq.battles.new("tank-ace", options=options, name="b", undo="free", dice="typed")
            ).diary
            found.append(list(_played(hq, battle)))
    assert len(found[0]) > 60
    for one, other in zip(*found, strict=True):
        assert one == other


SWAPS = {
    "commander-superb": "commander-risky",
    "gunner-bloodthirsty": "gunner-assassin",
    "medical-kit": "tool-kit",
}
"""Cards of one kind and price."""


def _played(hq: Headquarters, battle: str) -> Iterator[str]:
    """What blue and an observer get while both do the same in either battle, whatever red holds."""
    pick, typed = Random(7), Random(8)
    for number in range(60):
        asked = hq.looking_as("blue").battles.view(battle).asked
        yield text_of(asked)
        if not asked:
            return
        mine = hq.looking_as(asked[0].side).battles
        options = [one for one in mine.legal(battle) if asked[0].side == "blue" or "card" not in one.kind]
        options = [one for one in options if one.kind not in ("turn-up", "concede")]
        action = options[pick.randrange(len(options))].action
        answer = mine.act(battle, action)
        dice: list[int] = []
        while isinstance(answer, DiceNeeded):
            yield text_of(answer)
            dice += [1 + typed.randrange(answer.sides) for _ in range(answer.count)]
            answer = mine.act(battle, action, dice=dice)
        ok(answer)
        if number % 10 == 0:
            yield gets(hq, battle, "blue")
            yield gets(hq, battle, "")

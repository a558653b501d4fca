"""Questions that come by themselves: nobody answers them with a key that was meant for something else."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from campaign.headquarters import Headquarters
from tests.tui import toy
from tests.tui.playing import Player, opened, play
from tui.battle.finder import Finder
from tui.battle.screen import BattleScreen
from tui.shared.dialogs import Choose


def acts(hq: Headquarters, battle: str, side: str) -> None:
    """The first thing without dice that a side may do."""
    there = hq.looking_as(side).battles
    there.act(battle, next(one for one in there.legal(battle) if not one.dice).action)


def asked_back(hq: Headquarters, battle: str, side: str) -> None:
    """A side asks, elsewhere, for its newest action."""
    with Headquarters(hq.home.folder) as elsewhere:
        own = next(one for one in reversed(elsewhere.battles.log(battle)) if one.side == side)
        elsewhere.looking_as(side).battles.rewind(battle, own.parent)


def contested(hq: Headquarters) -> str:
    """A battle in which both sides have done something; the first is asked."""
    battle = opened(hq, undo="consent")
    for side in ("us", "nk"):
        hq.looking_as(side).battles.act(battle, {"kind": "contribute", "text": side})
    return battle


def test_keys_typed_as_a_request_comes_are_not_heard(hq: Headquarters):
    battle = contested(hq)
    first = hq.battles.view(battle).asked[0].side
    other = "nk" if first == "us" else "us"

    async def story(player: Player) -> None:
        player.stop_time()
        asked_back(hq, battle, other)
        await player.until(lambda: isinstance(player.app.screen, Choose))
        newest = hq.battles.head(battle)
        assert player.app.screen.has_class("deaf"), "and it is shown"
        await player.press("enter", "down", "enter", "escape", "down", "down", "enter")
        assert isinstance(player.app.screen, Choose) and hq.battles.head(battle) == newest
        player.time_goes_on()
        assert "asks since" in player.picture()
        await player.press("enter")
        await player.until(lambda: "stays open" in player.notice)
        assert hq.battles.view(battle).request is not None
        await player.press("v", "escape", "[", "]")
        assert isinstance(player.app.screen, BattleScreen), "it does not come by itself again"
        await player.press("u", "down", "down", "enter")
        await player.until(lambda: "it stands" in player.notice)
        assert hq.battles.view(battle).request is None

    play(hq, battle, story, side=first)


def test_a_question_goes_when_its_request_was_answered_elsewhere(hq: Headquarters):
    battle = contested(hq)
    first = hq.battles.view(battle).asked[0].side
    other = "nk" if first == "us" else "us"

    async def story(player: Player) -> None:
        asked_back(hq, battle, other)
        await player.until(lambda: isinstance(player.app.screen, Choose))
        with Headquarters(hq.home.folder) as elsewhere:
            elsewhere.looking_as(first).battles.answer_undo(battle, False)
        await player.until(lambda: isinstance(player.app.screen, BattleScreen))
        await player.quiet()
        assert "News from elsewhere" in player.notice
        newest = player.entry
        await player.end()
        assert player.entry == newest + 1, "and the keys are for the battle again"

    play(hq, battle, story, side=first)


def test_a_question_follows_the_request_that_is_open_now(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    toy.install(monkeypatch)
    battle = opened(hq, "toy-move", undo="consent")
    for side in ("us", "su"):
        hq.looking_as(side).battles.act(battle, {"kind": "done"})

    def flips(elsewhere: Headquarters, side: str) -> None:
        there = elsewhere.looking_as(side).battles
        there.act(battle, next(one.action for one in there.legal(battle) if one.kind == "flip"))

    flips(hq, "us")

    async def story(player: Player) -> None:
        asked_back(hq, battle, "su")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        box = player.app.screen
        await player.press("down")
        player.stop_time()
        with Headquarters(hq.home.folder) as elsewhere:
            elsewhere.looking_as("us").battles.answer_undo(battle, False)
            elsewhere.looking_as("us").battles.act(battle, {"kind": "done"})
            flips(elsewhere, "su")
        asked_back(hq, battle, "su")
        request = hq.battles.view(battle).request
        assert request is not None and request.side == "su"
        asks = f"to go back to entry {request.to}."
        await player.until(lambda: asks in str(box.query_one(".question", Static).render()))
        newest = hq.battles.head(battle)
        await player.press("enter", "down", "enter")
        assert player.app.screen is box and hq.battles.head(battle) == newest, "nothing is heard"
        player.time_goes_on()
        await player.press("down", "down", "enter")
        await player.until(lambda: "it stands" in player.notice)
        assert [one.kind for one in hq.battles.log(battle)[-2:]] == ["undo-request", "undo-refuse"]

    play(hq, battle, story, side="us")


def test_what_was_opened_by_a_key_hears_at_once(hq: Headquarters):
    async def story(player: Player) -> None:
        player.stop_time()
        await player.press("slash")
        assert isinstance(player.app.screen, Finder)
        await player.type("22")
        assert player.app.screen.found
        await player.press("escape", "X")
        assert isinstance(player.app.screen, Choose)
        await player.press("escape")
        assert isinstance(player.app.screen, BattleScreen)

    play(hq, opened(hq), story)


def test_ones_turn_that_comes_by_itself_hears_nothing_at_first(hq: Headquarters):
    battle = opened(hq)
    first = hq.battles.view(battle).asked[0].side
    other = "nk" if first == "us" else "us"

    async def story(player: Player) -> None:
        player.stop_time()
        with Headquarters(hq.home.folder) as elsewhere:
            while elsewhere.battles.view(battle).asked[0].side == first:
                elsewhere.looking_as(first).battles.act(battle, {"kind": "end-phase"})
        await player.until(lambda: player.battle.now.menu.all)  # type: ignore[union-attr]
        newest = player.entry
        await player.press("e", "e", "enter", "X")
        assert player.entry == newest and isinstance(player.app.screen, BattleScreen)
        player.time_goes_on()
        await player.end()
        assert player.entry == newest + 1

    play(hq, battle, story, side=other)


def test_u_asks_for_ones_own_action_though_the_other_side_acted_since(hq: Headquarters):
    battle = opened(hq, undo="consent")
    first = hq.battles.view(battle).asked[0].side
    other = "nk" if first == "us" else "us"
    while hq.battles.view(battle).asked[0].side == first:
        hq.looking_as(first).battles.act(battle, {"kind": "end-phase"})
    own = hq.battles.log(battle)[-1]
    acts(hq, battle, other)

    async def story(player: Player) -> None:
        assert "Undo" in player.picture().splitlines()[-1]
        await player.press("u")
        await player.until(lambda: player.battle.now.view.request is not None)  # type: ignore[union-attr]
        assert player.battle.now.view.request.to == own.parent  # type: ignore[union-attr]
        assert "Asked: the other side must agree." in player.notice

    play(hq, battle, story, side=first)


def test_who_has_done_nothing_is_offered_no_undo(hq: Headquarters):
    battle = opened(hq, undo="consent")
    first = hq.battles.view(battle).asked[0].side
    other = "nk" if first == "us" else "us"
    hq.looking_as(first).battles.act(battle, {"kind": "contribute", "text": "x"})
    acts(hq, battle, first)

    async def story(player: Player) -> None:
        assert "Undo" not in player.picture().splitlines()[-1]
        newest = player.entry
        await player.press("u")
        await player.until(lambda: "would take back nothing" in player.notice)
        assert hq.battles.head(battle) == newest

    play(hq, battle, story, side=other)


def test_what_is_steered_is_steered_on_when_a_request_was_answered(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    toy.install(monkeypatch)
    battle = opened(hq, "toy-move", undo="consent")
    for side in ("us", "su"):
        hq.looking_as(side).battles.act(battle, {"kind": "done"})
    us = hq.looking_as("us").battles
    us.act(battle, next(one.action for one in us.legal(battle) if one.kind == "flip"))

    async def story(player: Player) -> None:
        await player.press("tab", "enter")
        panel = player.panel
        assert panel
        asked_back(hq, battle, "su")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        await player.press("down", "down", "enter")
        await player.until(lambda: "it stands" in player.notice)
        assert player.panel == panel
        newest = player.entry
        await player.press("enter")
        await player.until(lambda: player.entry == newest + 1)

    play(hq, battle, story, side="us")

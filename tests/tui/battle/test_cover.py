"""A hand-over hides everything until it is answered: at every size, whatever was open, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import threading

import pytest

from campaign.battles.answers import EntryDetail
from campaign.battles.battles import Battles
from campaign.headquarters import Headquarters
from tests.conftest import PROFILE
from tests.tui import toy
from tests.tui.battle.test_handover import covered, take
from tests.tui.playing import Player, opened, play
from tui.battle.handover import HandoverPage
from tui.battle.screen import BattleScreen
from tui.shared.too_small import TooSmall

SMALL, LARGE = (38, 10), (80, 24)
NAMES = {"us": "United States", "su": "Soviet Union"}


@pytest.fixture(autouse=True)
def toy_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.install(monkeypatch)


def done_elsewhere(hq: Headquarters, battle: str, side: str) -> None:
    with Headquarters(hq.home.folder) as elsewhere:
        elsewhere.looking_as(side).battles.act(battle, {"kind": "done"})  # type: ignore[arg-type]


async def resized(player: Player, size: tuple[int, int]) -> None:
    await player.pilot.resize_terminal(*size)
    await player.quiet()
    small = isinstance(player.app.screen, TooSmall)
    assert small == (size == SMALL)
    assert not any(isinstance(one, TooSmall) for one in player.app.screen_stack[:-1]), (
        "it lies uppermost, or nowhere"
    )


def hidden(player: Player, side: str) -> None:
    """Nothing of this side is anywhere: not in what is shown, nor in what lies below."""
    assert f"{side.upper()} secret" not in player.picture()
    for screen in player.app.screen_stack:
        assert not isinstance(screen, BattleScreen) or f"{side.upper()} secret" not in player.details
    assert all(f"{side.upper()} secret" not in line.text for e in player.battle.now.log for line in e.lines)  # type: ignore[union-attr]
    assert f"{side.upper()} secret" not in player.notice + player.odds + " ".join(player.rows)


OPEN = ["", "i", "slash", "question_mark", "ctrl+p", "g", "c", "v", "X", "tab", "b"]


@pytest.mark.parametrize("open", OPEN if PROFILE == "long" else OPEN[::2])
def test_whatever_was_open_and_whatever_the_size(hq: Headquarters, open: str):
    battle = opened(hq, "toy-move")

    async def story(player: Player) -> None:
        await take(player, "United States")
        if open:
            await player.press(open)
        await resized(player, SMALL)
        done_elsewhere(hq, battle, "us")
        await player.until(lambda: any(isinstance(one, HandoverPage) for one in player.app.screen_stack))
        hidden(player, "us")
        for size in (LARGE, SMALL, LARGE):
            await resized(player, size)
            hidden(player, "us")
        assert covered(player, NAMES["su"])
        await take(player, NAMES["su"])
        hidden(player, "us")
        assert player.app.screen_stack[-1] is player.battle
        if open:
            await player.press(open)
        done_elsewhere(hq, battle, "su")
        await player.until(lambda: isinstance(player.app.screen, HandoverPage))
        for size in (SMALL, LARGE):
            await resized(player, size)
            hidden(player, "su")
        await player.press("question_mark", "escape", "ctrl+p", "escape")
        assert covered(player, NAMES["us"])
        await take(player, NAMES["us"])
        hidden(player, "su")

    play(hq, battle, story)


def test_typed_ahead_keys_do_not_take_the_screen(hq: Headquarters):
    async def story(player: Player) -> None:
        await take(player, "United States")
        player.stop_time()
        await player.end()
        await player.until(lambda: isinstance(player.app.screen, HandoverPage))
        await player.press("enter", "enter", "escape")
        assert covered(player, "Soviet Union") and player.app.screen.has_class("deaf")
        player.time_goes_on()
        await take(player, "Soviet Union")

    play(hq, opened(hq, "toy-move"), story)


def test_an_answer_takes_nothing_but_the_page_away(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.until(lambda: covered(player, "United States"))
        for key in ("enter", "enter"):
            player.strike(key)  # both before the first is heard
        await player.until(lambda: player.battle.now.view.viewer == "us")  # type: ignore[union-attr]
        assert isinstance(player.app.screen, BattleScreen)

    play(hq, opened(hq, "toy-move"), story)


def test_who_has_the_screen_changes_hands_with_the_side_that_is_due(hq: Headquarters):
    """What is decided elsewhere while the page lies there does not give the screen to whoever had it."""
    battle = opened(hq, "toy-move")

    async def story(player: Player) -> None:
        await take(player, "United States")
        await player.end()
        await player.until(lambda: isinstance(player.app.screen, HandoverPage))
        done_elsewhere(hq, battle, "su")
        await player.until(lambda: covered(player, "United States"))
        hidden(player, "us")
        hidden(player, "su")
        await take(player, "United States")
        hidden(player, "su")
        assert player.battle.now.view.viewer == "us"  # type: ignore[union-attr]

    play(hq, battle, story)


def test_what_was_under_way_is_not_shown_to_the_next_player(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    """A page that was asked for by the one, and comes when the screen is the other's."""
    battle = opened(hq, "toy-move")
    asked, may, show = threading.Event(), threading.Event(), Battles.show

    def slowly(self: Battles, battle: str, seq: int) -> EntryDetail:
        found = show(self, battle, seq)
        asked.set()
        may.wait(60)
        return found

    async def story(player: Player) -> None:
        await take(player, "United States")
        monkeypatch.setattr(Battles, "show", slowly)
        player.strike("i")
        await player.until(asked.is_set)
        player.battle.handover.offer()
        await asyncio.sleep(0)
        may.set()
        await player.quiet()
        await take(player, "Soviet Union")
        assert isinstance(player.app.screen, BattleScreen)
        hidden(player, "us")

    play(hq, battle, story)

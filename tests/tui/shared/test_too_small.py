"""A terminal that is too small says so, and nothing is lost."""

from __future__ import annotations

from campaign.headquarters import Headquarters
from tests.tui.playing import Player, opened, play
from tui.battle.screen import BattleScreen
from tui.shared.too_small import TooSmall


def test_below_60_by_16_it_says_what_it_needs_and_comes_back(hq: Headquarters):
    async def story(player: Player) -> None:
        cursor = player.board.cursor
        for size in ((59, 24), (80, 15), (38, 10)):
            await player.pilot.resize_terminal(*size)
            await player.until(lambda: isinstance(player.app.screen, TooSmall))
            await player.until(
                lambda size=size: f"this is {size[0]}×{size[1]}" in " ".join(player.picture().split())
            )
            assert "War Diary needs 60×16" in " ".join(player.picture().split())
            await player.press("down", "enter", "e", "u", "escape")
            await player.pilot.resize_terminal(60, 16)
            await player.until(lambda: isinstance(player.app.screen, BattleScreen))
            assert player.board.cursor == cursor and player.entry == 1, "the keys slept"

    play(hq, opened(hq), story)


def test_it_is_left_from_there(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.pilot.resize_terminal(30, 8)
        await player.until(lambda: isinstance(player.app.screen, TooSmall))
        player.strike("q")
        await player.until(lambda: not player.app.is_running)

    play(hq, None, story)


def test_it_begins_small(hq: Headquarters):
    async def story(player: Player) -> None:
        assert isinstance(player.app.screen, TooSmall)
        await player.pilot.resize_terminal(80, 24)
        await player.until(lambda: isinstance(player.app.screen, BattleScreen))

    play(hq, opened(hq), story, size=(50, 12))

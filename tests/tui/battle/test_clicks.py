"""The mouse: a click chooses a row, the second one on it does what Enter does."""

from __future__ import annotations

from campaign.headquarters import Headquarters
from tests.tui.playing import Player, opened, play
from tui.battle.choice_list import ChoiceList
from tui.battle.screen import BattleScreen
from tui.shared.dialogs import Choose
from tui.shared.rows import Rows
from tui.start.screen import StartScreen


async def click(player: Player, rows: Rows, row: int, times: int = 1) -> None:
    """On the first line of a row that is in sight."""
    line = next(y for y, (option, _) in enumerate(rows._lines) if option == row) - rows.scroll_offset.y
    gutter = rows.gutter
    assert await player.pilot.click(rows, offset=(gutter.left + 2, gutter.top + line), times=times)
    await player.quiet()


def test_a_click_chooses_and_the_second_does(hq: Headquarters):
    async def story(player: Player) -> None:
        choices = player.battle.query_one(ChoiceList)
        row = next(i for i, one in enumerate(choices.rows) if "Pivots" in one.text and one.choice is not None)
        await click(player, choices, row)
        assert choices.highlighted == row and choices.has_focus and player.entry == 1
        assert "pivots to" in player.hint
        await click(player, choices, row, times=2)
        await player.until(lambda: player.entry == 2)

    play(hq, opened(hq), story, (120, 40))


def test_two_clicks_on_different_rows_do_nothing(hq: Headquarters):
    async def story(player: Player) -> None:
        choices = player.battle.query_one(ChoiceList)
        rows = [i for i, one in enumerate(choices.rows) if one.choice is not None]
        for row in rows[:3]:
            await click(player, choices, row)
            assert choices.highlighted == row
        choices.tell(choices.rows, "", {}, fresh=True)  # other rows, though they look alike
        await click(player, choices, rows[2])
        assert player.entry == 1

    play(hq, opened(hq), story, (120, 40))


def test_a_question_is_not_answered_with_one_click(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("X")
        assert isinstance(player.app.screen, Choose)
        await click(player, player.app.screen.query_one(Rows), 1)
        assert isinstance(player.app.screen, Choose) and player.entry == 1
        await click(player, player.app.screen.query_one(Rows), 1, times=2)
        await player.until(lambda: "OVER" in player.banner)

    play(hq, opened(hq), story)


def test_a_battle_is_not_opened_with_one_click(hq: Headquarters):
    opened(hq)

    async def story(player: Player) -> None:
        rows = player.app.screen.query_one(Rows)
        row = rows.highlighted
        assert row is not None
        await click(player, rows, row)
        assert isinstance(player.app.screen, StartScreen)
        await click(player, rows, row, times=2)
        await player.until(lambda: isinstance(player.app.screen, BattleScreen))

    play(hq, None, story)

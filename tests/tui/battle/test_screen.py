"""What the screen looks like: sizes, signs, colours, help, start screen."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.command import CommandList

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tests.tui.playing import Player, opened, play
from tui import terminal
from tui.app import CRASH
from tui.battle import situation
from tui.battle.choice_list import ChoiceList
from tui.battle.log_panel import LogPanel
from tui.battle.panels import Banner, Details, Hint, OddsPanel
from tui.battle.screen import BattleScreen
from tui.battle.situation import Situation
from tui.battle.steering_panel import SteeringPanel
from tui.boards.hex.view import HexView
from tui.boards.plane.view import PlaneView
from tui.shared.dialogs import Page
from tui.shared.key_bar import KeyBar
from tui.shared.notice import Notice
from tui.shared.rows import Rows
from tui.shared.worker import Watch
from tui.start.screen import StartScreen

PANELS = (
    Banner,
    HexView,
    PlaneView,
    SteeringPanel,
    Hint,
    LogPanel,
    Details,
    ChoiceList,
    OddsPanel,
    Notice,
    KeyBar,
)


def regions(player: Player) -> list[tuple[str, object]]:
    found = [player.battle.query_one(kind) for kind in PANELS if player.battle.query(kind)]
    for one in found:
        if one.display and one.region.area:
            assert one.region in one.parent.region, f"{one} sticks out"  # type: ignore[operator, union-attr]
    return [(type(one).__name__, one.region) for one in found if one.display and one.region.area]


def check_layout(player: Player) -> None:
    """No panel lies on another, and together they leave nothing important out."""
    shown = regions(player)
    for i, (name, region) in enumerate(shown):
        assert region in player.app.screen.region, name  # type: ignore[operator]
        for other, overlapped in shown[i + 1 :]:
            assert not region.overlaps(overlapped), f"{name} lies on {other}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_nothing_overlaps(hq: Headquarters, size: tuple[int, int]):
    async def story(player: Player) -> None:
        check_layout(player)
        await player.press("down", "down", "down", "right", "right", "enter", "enter")
        await player.until(lambda: "wrecked" in player.odds)
        await player.quiet()
        check_layout(player)
        footer = player.picture().splitlines()[-1]
        assert "Quit" in footer and "More" in footer and "Help" in footer

    play(hq, opened(hq), story, size)


def test_choices_are_wrapped_once_also_beside_a_scroll_bar(hq: Headquarters):
    async def story(player: Player) -> None:
        for _ in range(3):
            choices = player.battle.query_one(ChoiceList)
            assert choices.show_vertical_scrollbar
            wide = choices.scrollable_content_region.width
            for option in choices.options:
                assert all(len(line) <= wide for line in str(option.prompt).splitlines())
            await player.press("n")

    play(hq, opened(hq), story)


def test_a_large_screen_is_used(hq: Headquarters):
    async def story(player: Player) -> None:
        small = player.board.size
        assert small.width >= 40 and small.height >= 14
        await player.pilot.resize_terminal(120, 40)
        await player.quiet()
        assert player.board.size.width >= 70 and player.board.size.height >= 24
        assert player.battle.query_one(LogPanel).size.height == 10
        await player.pilot.resize_terminal(80, 24)
        await player.quiet()
        assert player.board.size == small
        check_layout(player)

    play(hq, opened(hq), story)


def test_a_tiny_screen_does_not_break_it(hq: Headquarters):
    async def story(player: Player) -> None:
        for size in ((30, 10), (10, 4), (80, 24)):
            await player.pilot.resize_terminal(*size)
            await player.press("down", "z", "n")

    play(hq, opened(hq), story)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_the_cursor_stays_in_view_wherever_it_goes(hq: Headquarters, size: tuple[int, int]):
    async def story(player: Player) -> None:
        board = player.board
        for keys in (["L"] * 6, ["J"] * 6, ["H"] * 6, ["K"] * 6, ["l", "j"] * 8):
            for key in keys:
                player.strike(key)
            await player.quiet()
            box = board._plan.box(board.cursor)
            assert board._left <= box.left and box.right <= board._left + board.size.width
            assert board._top <= box.top and box.bottom <= board._top + board.size.height
            assert "[" in player.picture()

    play(hq, opened(hq), story, size)


def test_three_sizes_of_map(hq: Headquarters):
    async def story(player: Player) -> None:
        assert "[V↘]" in player.picture()
        await player.press("z")
        assert "[NV↘ ]" in player.picture()
        await player.press("z")
        assert "VN" in player.picture()
        await player.press("z")
        assert "[V↘]" in player.picture()

    play(hq, opened(hq), story)


def test_ascii_only(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WARDIARY_ASCII", "1")

    async def story(player: Player) -> None:
        assert "[VSE]" in player.picture()
        for keys in (
            (),
            ("z",),
            ("down", "down", "enter"),
            ("enter",),
            ("question_mark",),
            ("escape", "slash"),
        ):
            await player.press(*keys)
            await player.pilot.pause(0.15)
            odd = {char for char in player.picture() if ord(char) > 126}
            assert not odd, f"after {keys}: {odd}"
        await player.press("escape", "a")
        assert "↘" in player.picture()

    play(hq, opened(hq), story)


def test_no_colour(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")

    async def story(player: Player) -> None:
        await player.press("tab")
        assert player.app.no_color and not player.board.ink.colours
        for strip in player.app.screen._compositor.render_strips():
            for segment in strip.apply_filter(
                player.app._filters[-1], player.app.screen.background_colors[1]
            ):
                style = segment.style
                if style is not None:
                    assert style.color is None or style.color.is_default, segment
                    assert style.bgcolor is None or style.bgcolor.is_default, segment

        def turned() -> bool:
            strips = player.app.screen._compositor.render_strips()
            return any(
                "Pivots to NE" in one.text
                for strip in strips
                for one in strip
                if one.style is not None and one.style.reverse
            )

        await player.until(turned)  # what is highlighted is turned around

    play(hq, opened(hq), story)


def test_dark_and_light(hq: Headquarters):
    async def story(player: Player) -> None:
        assert player.board.ink.dark
        await player.press("t")
        assert not player.board.ink.dark
        await player.press("t")
        assert player.board.ink.dark

    play(hq, opened(hq), story)


def test_moving_the_cursor_repaints_two_hexes_and_not_the_map(hq: Headquarters):
    async def story(player: Player) -> None:
        lines: list[int] = []
        before = player.board.render_line
        player.board.render_line = lambda y: (lines.append(y), before(y))[1]  # type: ignore[method-assign]
        await player.press("right")
        assert 0 < len(lines) <= 8

    play(hq, opened(hq), story)


def test_help(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("question_mark")
        assert isinstance(player.app.screen, Page) and "How to play" in player.picture()
        await player.press("escape", "f1")
        assert isinstance(player.app.screen, Page)
        await player.press("escape")
        assert isinstance(player.app.screen, BattleScreen)

    play(hq, opened(hq), story)


def test_the_palette_knows_the_commands(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.end()
        await player.press("ctrl+p")
        await player.type("newest action back")
        await player.until(lambda: player.app.screen.query_one(CommandList).option_count == 1)
        await player.press("enter")
        await player.until(lambda: player.entry == 3)

    play(hq, opened(hq), story)


def test_own_keys(hq: Headquarters):
    (hq.home.folder / "keys.toml").write_text('[keys]\nfinish = "f5"\n[screen]\nascii = true\n')

    async def story(player: Player) -> None:
        assert "End the Movement phase  (f5)" in player.rows and "VSE" in player.picture()
        await player.end()
        assert player.entry == 1
        await player.end("f5")
        assert player.entry == 2

    play(hq, opened(hq), story)


def test_a_wrong_key_file_is_told(hq: Headquarters):
    (hq.home.folder / "keys.toml").write_text('[keys]\nfinish = "u"\n')

    async def story(player: Player) -> None:
        assert "given to both" in player.notice and "usual keys" in player.notice

    play(hq, opened(hq), story)


def test_the_start_screen_lists_battles_and_scenarios(hq: Headquarters):
    battle = opened(hq, title="My duel")

    async def story(player: Player) -> None:
        text = player.picture()
        assert "My duel" in text and "turn 1, movement, North Korea to act" in text
        assert "Begin a new battle" in text
        await player.press("enter")
        assert isinstance(player.app.screen, BattleScreen) and player.battle.battle == battle
        await player.press("tab", "escape", "escape")
        assert isinstance(player.app.screen, StartScreen)

    play(hq, None, story)


def test_a_new_battle_from_the_start_screen(hq: Headquarters):
    async def story(player: Player) -> None:
        rows = player.app.screen.query_one(Rows)
        wanted = next(
            i for i in range(rows.option_count) if "Tank Duel" in str(rows.get_option_at_index(i).prompt)
        )
        rows.highlighted = wanted
        await player.press("enter")
        assert "Begin the battle" in player.picture()
        rows = player.app.screen.query_one(Rows)
        prompts = [str(rows.get_option_at_index(i).prompt) for i in range(rows.option_count)]
        rows.highlighted = next(i for i, prompt in enumerate(prompts) if prompt.strip().startswith("Dice"))
        await player.press("right")
        rows = player.app.screen.query_one(Rows)
        rows.highlighted = 1
        await player.press("space")
        rows.highlighted = rows.option_count - 1
        await player.press("enter")
        await player.until(lambda: isinstance(player.app.screen, BattleScreen) and player.battle.now)
        info = hq.battles.info(player.battle.battle)
        assert info.dice == "typed" and info.seats[1].bot and not info.seats[0].bot

    play(hq, None, story)


def test_leaving_says_which_battle_was_open(hq: Headquarters):
    battle = opened(hq)

    async def story(player: Player) -> None:
        await player.press("q")

    assert play(hq, battle, story).return_value == battle


def test_a_crash_shows_no_traceback(hq: Headquarters):
    class Mishap(Exception):
        pass

    async def story(player: Player) -> None:
        def broken(step: int) -> None:
            raise Mishap("secret value")

        player.battle.action_look = broken  # type: ignore[method-assign]
        await player.pilot.press("left_square_bracket")

    with pytest.raises(Mishap):
        play(hq, opened(hq), story)
    assert "Mishap" in (hq.home.folder / CRASH).read_text()


def test_news_that_come_while_the_battle_is_read_first_are_not_lost(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    battle, read, told = opened(hq), situation.read, list[int]()

    def slow(*args: Any, **kwargs: Any) -> Situation:
        found = read(*args, **kwargs)
        if not told:  # something is appended behind the reading, and told of before its answer is there
            done = hq.battles.act(battle, {"kind": "end-phase"})
            assert isinstance(done, Acted)
            told.append(done.seq)
            app.call_from_thread(app.on_battle_moved)
        return found

    monkeypatch.setattr(situation, "read", slow)
    monkeypatch.setattr(Watch, "run", lambda _: None)
    app = terminal.make_app(hq, battle)

    async def story() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            player = Player(app, pilot)
            await player.until(player.has_begun)
            await player.until(lambda: player.entry == told[0])

    asyncio.run(story())

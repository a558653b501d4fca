"""The first list: leaving it, and beginning a campaign."""

from __future__ import annotations

import pytest
from rich.text import Text
from textual.widgets import Input

from campaign.campaigns.answers import Sample
from campaign.headquarters import Headquarters
from tests.tui.playing import Player, opened, play
from tui.campaign.screen import CampaignScreen
from tui.shared.dialogs import Ask, Choose
from tui.shared.key_bar import KeyBar
from tui.shared.rows import Rows, hanging
from tui.start.screen import StartScreen


def footer(player: Player) -> list[str]:
    bar = next(one for one in player.app.screen_stack if isinstance(one, StartScreen)).query_one(KeyBar)
    return [word for _, word in bar.pairs] if bar.visible else []


def test_escape_asks_and_q_leaves(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("escape")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        assert "Quit War Diary?" in player.picture()
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen) and player.app.is_running
        await player.press("escape")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        await player.press("enter")
        assert isinstance(player.app.screen, StartScreen), "staying is what Enter does"
        player.strike("q")
        await player.until(lambda: not player.app.is_running)

    play(hq, None, story)


async def choose_sample(player: Player, id: str) -> None:
    screen = player.app.screen
    assert isinstance(screen, StartScreen)
    await player.until(lambda: screen._samples)
    at = next(i for i, one in enumerate(screen._meanings) if isinstance(one, Sample) and one.id == id)
    screen.query_one(Rows).highlighted = at
    await player.press("enter")
    await player.until(lambda: isinstance(player.app.screen, Ask))


def test_a_new_campaign_is_asked_its_name(hq: Headquarters):
    async def story(player: Player) -> None:
        await choose_sample(player, "marines-in-korea")
        assert player.app.screen.query_one(Input).value == "marines-in-korea", "one that is free"
        assert not footer(player), "no keys are offered that a question would not hear"
        player.app.screen.query_one(Input).value = ""
        await player.press("enter")
        assert "Type a name" in player.picture()
        await player.type("Korea 2")
        await player.press("enter")
        await player.until(lambda: isinstance(player.app.screen, CampaignScreen))

    play(hq, None, story)
    assert [one.campaign for one in hq.campaigns.all()] == ["korea-2"]


def test_a_name_that_cannot_be_is_asked_for_again(hq: Headquarters):
    hq.campaigns.new("marines-in-korea", name="marines-in-korea")

    async def story(player: Player) -> None:
        await choose_sample(player, "marines-in-korea")
        assert player.app.screen.query_one(Input).value == "marines-in-korea-2"
        for name in ("marines-in-korea", "a/b"):
            player.app.screen.query_one(Input).value = name
            await player.press("enter")
            await player.until(lambda: "Another name?" in player.picture())
            assert player.app.screen.query_one(Input).value == name
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen)

    play(hq, None, story)
    assert len(hq.campaigns.all()) == 1


def test_the_footer_offers_what_works(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    async def story(player: Player) -> None:
        await player.until(lambda: footer(player))
        assert footer(player) == ["Open", "Forces", "Find", "Dark/light", "Help", "Quit", "More"]

    play(hq, opened(hq) and None, story)

    async def without_colours(player: Player) -> None:
        await player.until(lambda: footer(player))
        assert "Dark/light" not in footer(player)

    monkeypatch.setenv("NO_COLOR", "1")
    play(hq, None, without_colours)


def test_a_long_row_keeps_its_indent():
    text = Text(" Tank Duel\n   The column must break through to the airfield.")
    assert hanging(text, 30).plain.split("\n") == [
        " Tank Duel",
        "   The column must break",
        "   through to the airfield.",
    ]


def test_rows_are_indented_where_they_are_broken(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.until(lambda: "Begin a new battle" in player.picture())
        lines = [line for line in player.picture().split("\n")[1:-1] if line.strip()]
        assert {len(line) - len(line.lstrip()) for line in lines} == {1, 2, 4}

    play(hq, None, story, size=(60, 24))


def test_what_is_looked_for_narrows_the_list_and_escape_widens_it(hq: Headquarters):
    async def story(player: Player) -> None:
        screen = player.app.screen
        assert isinstance(screen, StartScreen)
        await player.until(lambda: screen._samples)
        whole = len(screen._meanings)
        await player.press("slash")
        await player.type("marines nowhere")
        await player.until(lambda: "Nothing has these words." in player.picture())
        await player.press("escape")
        await player.until(lambda: len(screen._meanings) == whole)
        await player.press("slash")
        await player.type("fulda")
        await player.until(lambda: len(screen._meanings) == 2)
        await player.press("enter", "enter")
        await player.until(lambda: isinstance(player.app.screen, Ask))
        assert player.app.screen.query_one(Input).value == "fulda-gap"

    play(hq, None, story)


def test_the_cursor_stays_on_what_it_was_on(hq: Headquarters):
    async def story(player: Player) -> None:
        screen = player.app.screen
        assert isinstance(screen, StartScreen)
        await player.until(lambda: screen._samples)
        choices = screen.query_one(Rows)
        choices.highlighted = at = len(screen._meanings) - 1
        opened(hq)
        screen.reread()
        await player.until(lambda: len(screen._meanings) > at + 1)
        assert choices.highlighted == len(screen._meanings) - 1

    play(hq, None, story)

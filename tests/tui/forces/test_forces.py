"""Forces built line by line, saved, searched and thrown away."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from campaign.headquarters import Headquarters
from campaign.library.answers import RosterInfo
from tests.tui import toy
from tests.tui.forms import choose, problem, texts, to_form
from tests.tui.playing import Player, play
from tui.forces.list import RosterList, roster_line
from tui.forces.page import RosterPage
from tui.start.new_battle import NewBattle


@pytest.fixture(autouse=True)
def toy_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.install(monkeypatch)


def test_a_force_is_built_saved_and_chosen(hq: Headquarters):
    async def story(player: Player) -> None:
        await to_form(player)
        await player.press("f")
        assert isinstance(player.app.screen, RosterList)
        await choose(player, "Two tanks", "enter")
        assert isinstance(player.app.screen, RosterPage)
        await player.until(lambda: "44 of 50 points: sound" in problem(player))
        assert texts(player, "lines") == ["  22  M1", "  22  M1"]
        assert texts(player, "fits")[0] == "to the force" and "to 2. M1" in texts(player, "fits")
        await choose(player, "M1", "down", "enter", id="lines")
        assert player.app.screen._fit.where == "1", "to what fits there"  # type: ignore[attr-defined]
        await choose(player, "M60", "enter", id="fits")
        await player.until(lambda: "58 of 50 points: not sound yet" in problem(player))
        assert "8 points too many. [rule 21]" in problem(player)
        await player.press("escape")
        assert "Not saved yet" in problem(player)
        await player.press("tab")
        await choose(player, "M1", "d", id="lines")
        await player.until(lambda: "36 of 50 points: sound" in problem(player))
        await player.press("t")
        player.app.screen.query_one(Input).value = "Mixed company"
        await player.press("enter")
        await player.until(lambda: "Mixed company" in player.picture())
        await player.press("s")
        assert player.app.screen.query_one(Input).value == "my-small"
        await player.press("enter")
        await player.until(lambda: "Saved as my-small" in problem(player))
        await player.press("escape")
        await player.until(lambda: any("saved as my-small" in row for row in texts(player)))
        await player.press("escape")
        assert isinstance(player.app.screen, NewBattle)
        await player.until(lambda: len(player.app.screen._lines[5].values) == 3)  # type: ignore[attr-defined]
        await choose(player, "United States: Force", "h")
        assert any("Mixed company (36 points)" in row for row in texts(player))

    play(hq, None, story)
    assert hq.rosters.show("toy", "my-small")["tanks"] == ["M1", "M60"]


def test_what_fits_is_searched_and_a_bad_name_refused(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("f")
        await player.until(lambda: len(texts(player)) > 2)
        await choose(player, "Two tanks", "enter")
        await player.until(lambda: texts(player, "fits"))
        await player.press("slash")
        await player.type("bannon 2.")
        await player.press("enter")
        assert [row.split()[0] for row in texts(player, "fits")] == ["to", "7"]
        await player.press("p")
        player.app.screen.query_one(Input).value = "40"
        await player.press("enter")
        await player.until(lambda: "44 of 40 points: not sound yet" in problem(player))
        await player.press("slash")
        await player.type("no such thing")
        await player.press("enter")
        assert texts(player, "fits") == ["Nothing of that name fits."]
        await player.press("s")
        player.app.screen.query_one(Input).value = "No Good"
        await player.press("enter")
        await player.until(lambda: "is no name for a roster" in problem(player))

    play(hq, None, story)


def test_where_nothing_fits_the_points_are_told(hq: Headquarters):
    hq.rosters.save("toy", "full", {"title": "Full", "tanks": ["M60"] * 5})

    async def story(player: Player) -> None:
        await player.press("f")
        await player.until(lambda: any("saved as full" in row for row in texts(player)))
        await choose(player, "saved as full", "enter")
        await player.until(lambda: texts(player, "fits") == ["Nothing fits: 70 of 50 points are used."])

    play(hq, None, story)


def test_a_force_of_ones_own_is_thrown_away_and_others_are_not(hq: Headquarters):
    hq.rosters.save("toy", "mine", {"title": "Mine", "tanks": ["M1"]})

    async def story(player: Player) -> None:
        await player.press("f")
        await player.until(lambda: any("saved as mine" in row for row in texts(player)))
        await choose(player, "Two tanks", "d")
        assert "Only forces of your own" in problem(player)
        await choose(player, "saved as mine", "d")
        await player.press("down", "enter")
        await player.until(lambda: not any("saved as mine" in row for row in texts(player)))

    play(hq, None, story)
    assert [one.id for one in hq.rosters.all("toy")] == ["small", "large"]


def test_a_force_says_what_is_wrong_with_it():
    text = roster_line(RosterInfo("mine", "toy", "Mine", 77, True, False, "27 points too many.")).plain
    assert "saved as mine" in text and "27 points too many." in text

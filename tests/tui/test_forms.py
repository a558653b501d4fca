"""The form for a new battle with settings, forces built line by line, and the start screen with several systems."""

from __future__ import annotations

import pytest
from textual.widgets import Input, Static

from campaign.answers import RosterInfo
from campaign.headquarters import Headquarters
from tests.tui import toy
from tests.tui.playing import Player, play
from tui.battle import BattleScreen
from tui.dialogs import Choose
from tui.handover import Handover
from tui.newbattle import NewBattle, form_lines, wish
from tui.rosterlist import RosterList, roster_line
from tui.rosterpage import RosterPage
from tui.rows import Rows
from tui.start import StartScreen


@pytest.fixture(autouse=True)
def toy_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.install(monkeypatch, beside=["combat-veteran"])


def rows(player: Player, id: str = "") -> Rows:
    return player.app.screen.query_one(f"#{id}" if id else Rows, Rows)


def texts(player: Player, id: str = "") -> list[str]:
    found = rows(player, id)
    return [str(found.get_option_at_index(i).prompt) for i in range(found.option_count)]


def problem(player: Player) -> str:
    return str(player.app.screen.query_one(".problem", Static).render())


async def choose(player: Player, text: str, *keys: str, id: str = "") -> None:
    """Highlight the first row that has a text, and press keys."""
    rows(player, id).highlighted = next(i for i, row in enumerate(texts(player, id)) if text in row)
    await player.press(*keys)


async def to_form(player: Player) -> None:
    await choose(player, "Toy table", "enter")
    assert isinstance(player.app.screen, NewBattle)


def test_settings_are_lines_of_the_form(hq: Headquarters):
    system, scenario = next(one for one in hq.scenarios() if one[1].id == "toy-table")
    own = RosterInfo("mine", "toy", "My own", 44, True, False, "Too much.")
    lines = {
        one.id: one
        for one in form_lines(system, scenario, [own, RosterInfo("x", "toy", "X", 1, False, True)])
    }
    assert list(lines) == [
        "seat us", "seat su", "option mission", "option points", "option heroes", "option us-force",
        "option su-force", "dice", "undo",
    ]  # fmt: skip
    assert lines["option us-force"].label == "United States: Force"
    assert [value for _, value in lines["option us-force"].values] == ["small", "large", "mine"]
    assert "not sound" in lines["option us-force"].values[2][0]
    points = lines["option points"]
    assert points.values[points.at] == ("50", 50) and points.values[-1][1] == 100
    values = {one.id: one.values[one.at][1] for one in lines.values()}
    found = wish(system, scenario, values)
    assert found.options == {
        "mission": "duel", "points": 50, "heroes": True, "us-force": "small", "su-force": "small",
    }  # fmt: skip


def test_what_has_no_default_is_left_out_until_it_is_chosen(hq: Headquarters):
    system, scenario = next(one for one in hq.scenarios() if one[1].id == "toy-table")
    bare = scenario.settings[3].__class__("f", "Force", "roster", "")
    scenario = scenario.__class__("s", "S", scenario.sides, settings=(bare,))
    lines = form_lines(system, scenario, [RosterInfo("x", "toy", "X", 1, False, True)])
    values = {one.id: one.values[one.at][1] for one in lines}
    assert wish(system, scenario, values).options == {}
    assert wish(system, scenario, values | {"option f": "x"}).options == {"f": "x"}


def test_the_form_sets_them_and_scrolls(hq: Headquarters):
    async def story(player: Player) -> None:
        await to_form(player)
        assert "Begin the battle" in player.picture() and "f: forces" in player.picture()
        for text, keys in (("Mission", "l"), ("Points", "L"), ("Heroes", "h"), ("Soviet Union: Force", "l")):
            await choose(player, text, keys)
            assert text in player.picture(), "it scrolls to the line"
        assert any("King of the hill" in row for row in texts(player))
        assert any("< 60 >" in row for row in texts(player)), "ten at once"
        await choose(player, "Points", "enter")
        assert isinstance(player.app.screen, Choose) and rows(player).highlighted == 20
        await player.press("down", "up", "enter")
        await player.press("i")
        assert "Note 7" in player.picture() or "Note 0" in player.picture()
        await player.press("escape")
        await choose(player, "Begin the battle", "enter")
        await player.until(lambda: isinstance(player.app.screen, Handover))
        detail = hq.show(player.battle.battle, 1, "umpire")
        action = bytes(detail.action).decode()
        assert '"mission":"hill"' in action and '"points":60' in action and '"heroes":false' in action
        assert '"su-force":{"title":"Three tanks"' in action

    play(hq, None, story)


def test_what_is_refused_is_told_in_the_form(hq: Headquarters):
    async def story(player: Player) -> None:
        await to_form(player)
        await choose(player, "Points", "H", "l")
        await choose(player, "Begin the battle", "enter")
        await player.until(lambda: "Forty-one is an odd number" in problem(player))
        assert isinstance(player.app.screen, NewBattle) and "[rule 21]" in problem(player)
        await choose(player, "Points", "l")
        await choose(player, "Begin the battle", "enter")
        await player.until(lambda: any(isinstance(one, BattleScreen) for one in player.app.screen_stack))

    play(hq, None, story)


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
    assert hq.roster("toy", "my-small")["tanks"] == ["M1", "M60"]


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
        await player.press("s")
        player.app.screen.query_one(Input).value = "No Good"
        await player.press("enter")
        await player.until(lambda: "is no name for a roster" in problem(player))

    play(hq, None, story)


def test_a_force_of_ones_own_is_thrown_away_and_others_are_not(hq: Headquarters):
    hq.save_roster("toy", "mine", {"title": "Mine", "tanks": ["M1"]})

    async def story(player: Player) -> None:
        await player.press("f")
        await player.until(lambda: any("saved as mine" in row for row in texts(player)))
        await choose(player, "Two tanks", "d")
        assert "Only forces of your own" in problem(player)
        await choose(player, "saved as mine", "d")
        await player.press("down", "enter")
        await player.until(lambda: not any("saved as mine" in row for row in texts(player)))

    play(hq, None, story)
    assert [one.id for one in hq.rosters("toy")] == ["small", "large"]


def test_a_force_says_what_is_wrong_with_it():
    text = roster_line(RosterInfo("mine", "toy", "Mine", 77, True, False, "27 points too many.")).plain
    assert "saved as mine" in text and "27 points too many." in text


def test_the_start_screen_tells_the_rule_systems_apart(hq: Headquarters):
    hq.new("toy-move", title="My toys")

    async def story(player: Player) -> None:
        assert isinstance(player.app.screen, StartScreen)
        found = texts(player)
        assert "Begin a new battle: Toy tanks" in found
        assert "Begin a new battle: Combat Veteran: vehicles" in found
        assert any("My toys" in row and "Toy tanks" in row for row in found)
        assert found.index("Begin a new battle: Toy tanks") < next(
            i for i, row in enumerate(found) if "Toy moves" in row
        )

    play(hq, None, story)

"""The form for a new battle with settings, and the start screen with several systems."""

from __future__ import annotations

import pytest

from campaign.headquarters import Headquarters
from campaign.library.answers import RosterInfo
from tests.tui import toy
from tests.tui.forms import choose, problem, rows, texts, to_form
from tests.tui.playing import Player, play
from tui.battle.handover import HandoverPage
from tui.battle.screen import BattleScreen
from tui.shared.dialogs import Choose, Page
from tui.start.form import form_lines, wish
from tui.start.new_battle import NewBattle
from tui.start.screen import StartScreen


@pytest.fixture(autouse=True)
def toy_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.install(monkeypatch)


def test_what_is_reconstructed_is_told_in_a_line_of_the_form_and_in_full_by_i(hq: Headquarters):
    async def story(player: Player) -> None:
        await choose(player, "The village and the guns", "enter")
        told = player.picture()
        assert "Some of it is our reconstruction; i says what." in told and ".toml" not in told
        await player.press("i")
        await player.until(lambda: isinstance(player.app.screen, Page))
        about = " ".join(player.picture().replace("│", " ").split())
        assert "your own go into units.toml." in about and "Blue wins if points are equal." in about

    play(hq, None, story, size=(80, 40))


def test_settings_are_lines_of_the_form(hq: Headquarters):
    system, scenario = next(one for one in hq.packs.scenarios() if one[1].id == "toy-table")
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
    system, scenario = next(one for one in hq.packs.scenarios() if one[1].id == "toy-table")
    bare = scenario.settings[3].__class__("f", "Force", "roster", "")
    scenario = scenario.__class__("s", "S", scenario.sides, settings=(bare,))
    lines = form_lines(system, scenario, [RosterInfo("x", "toy", "X", 1, False, True)])
    values = {one.id: one.values[one.at][1] for one in lines}
    assert wish(system, scenario, values).options == {}
    assert wish(system, scenario, values | {"option f": "x"}).options == {"f": "x"}


def test_the_form_sets_them_and_scrolls(hq: Headquarters):
    async def story(player: Player) -> None:
        await to_form(player)
        assert "f: forces" in player.picture()
        assert "Some of it is our reconstruction; i says what." in player.picture()
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
        await player.until(lambda: isinstance(player.app.screen, HandoverPage))
        detail = hq.looking_as("umpire").battles.show(player.battle.battle, 1)
        action = bytes(detail.action).decode()
        assert '"mission":"hill"' in action and '"points":60' in action and '"heroes":false' in action
        assert '"su-force":{"title":"Three tanks"' in action

    play(hq, None, story)


def test_a_form_with_forces_to_choose_opens_at_its_first_line_and_others_where_enter_begins(hq: Headquarters):
    async def story(player: Player) -> None:
        await to_form(player)
        assert rows(player).highlighted == 0 and "End, Enter: begin" in player.picture()
        await player.press("escape")
        await choose(player, "The village and the guns", "enter")
        assert rows(player).highlighted == len(texts(player)) - 1 and "Home: top" in player.picture()
        assert "Enter: begin" in player.picture() and "End, Enter: begin" not in player.picture()
        await player.press("up")
        assert "End, Enter: begin" in player.picture(), "on a line with a value Enter changes that"

    play(hq, None, story)


def test_home_and_end_lead_to_the_first_line_and_to_the_last(hq: Headquarters):
    async def story(player: Player) -> None:
        await to_form(player)
        assert "Begin the battle" not in player.picture(), "the form is longer than the screen"
        await player.press("end")
        assert rows(player).highlighted == len(texts(player)) - 1 and "Begin the battle" in player.picture()
        await player.press("home")
        assert rows(player).highlighted == 0 and "United States  " in player.picture()

    play(hq, None, story, size=(80, 18))


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


def test_the_start_screen_tells_the_rule_systems_apart(hq: Headquarters):
    hq.battles.new("toy-move", title="My toys")

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

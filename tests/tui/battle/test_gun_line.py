"""Playing on hexes with what the gun line has: a hex to choose, half points, stacks, pieces beside the map."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.options import Chance, Odds
from campaign.rules.views import PieceView, Preview
from campaign.shared.callers import SOMEBODY
from tests import gun_line
from tests.tui.battle.test_screen import check_layout
from tests.tui.playing import Player, opened, play
from tui.battle.choice_list import ChoiceList

AGAINST = (Seat("red", SOMEBODY), Seat("blue", "somebody else"))
"""Only the first side is played at this screen: it is never handed over."""


@pytest.fixture(autouse=True)
def guns(monkeypatch: pytest.MonkeyPatch) -> None:
    gun_line.install(monkeypatch)


def begun(hq: Headquarters, **more: object) -> str:
    return opened(hq, "gun-line", seats=AGAINST, **more)


async def choose(player: Player, text: str) -> None:
    """Go to the list, to this row, and press Enter."""
    choices = player.battle.query_one(ChoiceList)
    choices.focus()
    await player.quiet()
    choices.highlighted = next(i for i, row in enumerate(choices.rows) if row.text.startswith(text))
    await player.press("enter")


def plotted(hq: Headquarters, battle: str) -> list[tuple[str, str]]:
    game = hq.looking_as("red").battles.view(battle).game
    return [(one.id, status) for one in game.pieces for status in one.status]


def test_guns_aim_at_the_hex_under_the_cursor(hq: Headquarters):
    battle = begun(hq)

    async def story(player: Player) -> None:
        player.board.move_to("0505")
        await choose(player, "Red guns")
        await choose(player, "Plot fire")
        assert player.board.cursor == "0505" and "hex 0505" in player.hint and "any hex" in player.panel
        await player.press("right", "up", "K")
        assert player.board.cursor == "0601" and "hex 0601" in player.hint
        await player.press("tab", "2")
        assert "shell smoke" in player.hint
        check_layout(player)
        await player.press("enter")
        await player.until(lambda: not player.panel)
        assert ("red-guns", "fires at 0601") in plotted(hq, battle)

    play(hq, battle, story)


def test_a_hex_may_be_typed(hq: Headquarters):
    battle = begun(hq)

    async def story(player: Player) -> None:
        await choose(player, "Red guns")
        await choose(player, "Plot fire")
        await player.type("0807")
        await player.press("enter")
        assert player.board.cursor == "0807"
        await player.type("9999")
        await player.press("enter", "enter")
        await player.until(lambda: not player.panel)
        assert ("red-guns", "fires at 0807") in plotted(hq, battle), "a hex that is none was not taken"

    play(hq, battle, story)


def test_what_may_be_chosen_is_marked_and_what_may_not_is_refused(hq: Headquarters):
    battle = begun(hq)

    async def story(player: Player) -> None:
        player.board.move_to("0903")
        await choose(player, "Red mortars")
        await choose(player, "Plot fire")
        assert player.board.cursor == "0203", "the nearest to where the mortars stand themselves"
        near = {
            hex for hex in gun_line.BOARD.hexes if gun_line.BOARD.distance("0204", hex) <= gun_line.MORTARS
        }
        assert set(player.board.chart.reach) == near
        await player.press("L")
        assert player.board.cursor == "0703"
        assert "Hex 0703 is not among those that may be chosen here." in " ".join(player.panel.split())
        await player.press("enter")
        assert player.panel and plotted(hq, battle) == []
        await player.press("escape")
        assert not player.panel and set(player.board.chart.reach) != near

    play(hq, battle, story)


def test_enter_on_bare_ground_aims_there_where_nothing_else_can_be_done(hq: Headquarters):
    battle = begun(hq)

    async def story(player: Player) -> None:
        await choose(player, "Red guns")
        player.board.focus()
        player.board.move_to("0902")
        await player.quiet()
        assert "Red guns plot fire here …" in player.hint
        await player.press("enter")
        assert "hex 0902" in player.hint and player.panel
        await player.press("enter")
        await player.until(lambda: not player.panel)
        assert ("red-guns", "fires at 0902") in plotted(hq, battle)

    play(hq, battle, story)


def test_a_click_on_the_map_aims_too(hq: Headquarters):
    battle = begun(hq)

    async def story(player: Player) -> None:
        await choose(player, "Red guns")
        await choose(player, "Plot fire")
        player.board.focus()
        player.board.move_to("0306")
        await player.quiet()
        assert "hex 0306" in player.hint
        await player.press("right")
        assert "hex 0406" in player.hint, "the keys still steer"

    play(hq, battle, story)


def test_half_points_are_shown_on_the_map(hq: Headquarters):
    battle = begun(hq)

    async def story(player: Player) -> None:
        await choose(player, "Red 4")
        moves = {
            one.where: one for one in player.battle.now.menu.all if one.unit == "r4" and one.kind == "move"
        }  # type: ignore[union-attr]
        assert (moves["0306"].cost, moves["0306"].parts) == (3, 2)
        assert player.board.face("0306").lower.endswith("1½")
        await player.press("a")
        assert player.board.face("0306").lower == "1.5"
        assert msgspec.json.encode(moves["0306"]).count(b'"parts":2') == 1

    play(hq, battle, story)


def test_pieces_beside_the_map_are_listed(hq: Headquarters):
    async def story(player: Player) -> None:
        text = player.battle.panels.beside.text
        assert "Beside the map" in text and "Red guns: off the map" in text and "mortars" not in text
        assert "Red guns" in player.picture()
        check_layout(player)

    play(hq, begun(hq), story)
    play(hq, begun(hq), story, (140, 45))


def test_of_those_beside_the_map_none_is_listed_that_can_do_nothing_and_of_which_nothing_is_told(
    hq: Headquarters,
):
    async def story(player: Player) -> None:
        now, selection = player.battle.now, player.battle.selection
        assert now is not None
        guns = next(one for one in selection.beside(now) if one.name == "Red guns")
        assert guns in selection.waiting(now), "it can fire, and says that it is off the map"
        idle = replace(guns, id="idle", where="")
        view = replace(now.view, game=replace(now.view.game, pieces=(*now.view.game.pieces, idle)))
        then = now._replace(view=view)
        assert idle in selection.beside(then) and idle not in selection.waiting(then)

    play(hq, begun(hq), story)


def test_no_list_is_there_where_all_stand_on_the_map(hq: Headquarters):
    async def story(player: Player) -> None:
        assert not player.battle.panels.beside.display

    play(hq, opened(hq), story)


def test_one_of_a_stack_is_chosen_on_its_page(hq: Headquarters):
    async def story(player: Player) -> None:
        player.board.move_to("0404")
        await player.press("S")
        text = player.picture()
        assert "In 0404" in text and "Red 3" in text and "Blue guns" in text and "can act" in text
        await player.press("down", "down", "enter")
        assert player.battle.selection.unit == "r3"
        player.board.move_to("0604")
        await player.press("S", "down", "enter")
        assert "Blue 2" in player.details.splitlines()[1], "another's piece is looked at"
        await player.press("S", "down", "down", "enter")
        assert player.battle.selection.unit == "red-guns"

    play(hq, begun(hq), story)


def test_several_join_one_attack_step_by_step(hq: Headquarters):
    battle = begun(hq)

    async def story(player: Player) -> None:
        for name in ("Red 1", "Red 2"):
            await choose(player, name) if player.battle.selection.unit != f"r{name[-1]}" else None
            await choose(player, "Attacks Blue 1" if name == "Red 1" else "Joins the attack on Blue 1")
        assert "Attack Blue 1 with 2" in player.rows
        choices = player.battle.query_one(ChoiceList)
        choices.focus()
        choices.highlighted = player.rows.index("Attack Blue 1 with 2")
        await player.until(lambda: "a step lost" in player.odds)
        assert "strength of r1" in player.odds and "strength of r2" in player.odds
        assert player.board.chart.aims == ("b1",)
        await player.press("enter")
        await player.until(lambda: "attack b1" in player.notice)

    play(hq, battle, story)


def test_before_a_way_on_the_map_is_taken_the_panel_says_where_it_leads(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    battle = begun(hq)
    ahead = Preview(PieceView("red-1", "Red 1", "red", "r", "0405"), notes=("It would see all there is.",))
    monkeypatch.setattr(type(hq.battles), "preview", lambda self, battle, action: ahead)

    async def story(player: Player) -> None:
        menu = player.battle.now.menu
        unit = next(one for one in menu.units if menu.reach(one))
        player.battle.painter.select(unit)
        player.board.move_to(next(hex for hex in menu.reach(unit) if hex != menu.places[unit]))
        await player.until(lambda: player.battle.panels.odds.text == "It would see all there is.")

    play(hq, battle, story)
    assert hq.battles.head(battle) == 1


def test_where_a_hex_that_is_chosen_leads_nowhere_the_panel_tells_the_odds(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    battle = begun(hq)
    told = Odds((Chance("hit", "1/4", 0.25),))
    monkeypatch.setattr(type(hq.battles), "preview", lambda self, battle, action: None)
    monkeypatch.setattr(type(hq.battles), "odds", lambda self, battle, action: told)

    async def story(player: Player) -> None:
        await choose(player, "Red guns")
        await choose(player, "Plot fire")
        await player.until(lambda: "25.0%" in player.panel and "hit" in player.panel)

    play(hq, battle, story)

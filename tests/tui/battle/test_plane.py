"""Playing on a table: the cursor in millimetres, steering, cards in the panel."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from campaign.battles.battles import Battles
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.callers import SOMEBODY, local
from tests.tui import toy
from tests.tui.battle.test_screen import check_layout
from tests.tui.playing import Player, opened, play
from tui.battle.choice_list import ChoiceList
from tui.battle.screen import BattleScreen
from tui.boards.list.view import PiecesView
from tui.shared.dialogs import Page
from tui.shared.key_bar import KeyBar

AGAINST = (Seat("us", SOMEBODY), Seat("su", "somebody else"))
"""Only the first side is played at this screen: it is never handed over."""


@pytest.fixture(autouse=True)
def toy_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.install(monkeypatch)


def moves(hq: Headquarters) -> str:
    return opened(hq, "toy-move", seats=AGAINST)


def deploys(hq: Headquarters) -> str:
    return opened(hq, "toy-table", seats=AGAINST)


def where(player: Player, unit: str = "us-1") -> tuple[Any, int]:
    piece = player.battle.now.piece(unit)  # type: ignore[union-attr]
    assert piece is not None
    return piece.at, piece.heading


def test_it_opens_on_a_model_that_can_move(hq: Headquarters):
    async def story(player: Player) -> None:
        assert player.table.has_focus and player.table.cursor == "350,800"
        text = player.picture()
        assert "[1↑]" in text and "2↑" in text and "A↓" in text and "*" in text
        assert "Moves …" in player.rows and "Fires at tank su-1" in player.rows
        assert "US secret 1 (commander, face down)" in player.details
        assert player.battle.query_one(KeyBar).pairs[-1][1] == "More"
        assert max(len(line.rstrip()) for line in text.splitlines()) <= 80 and text.rstrip().endswith("More")

    play(hq, moves(hq), story)


def test_the_cursor_goes_in_steps_that_fit_and_tells_distances(hq: Headquarters):
    async def story(player: Player) -> None:
        step = player.table.step
        await player.press("right", "up", "up")
        assert player.table.cursor == f"{350 + step},{800 - 2 * step}"
        assert "mm from 1, 0" in player.details and "°" in player.details
        await player.press("left", "down", "down")
        assert player.table.cursor == "350,800", "back where it was"
        await player.press("H", "H", "H", "J", "J", "J")
        assert player.table.cursor == "0,900"
        await player.press("z")
        assert player.table.step < step
        player.table.move_to("550,100")
        await player.quiet()
        assert "Tank su-2" in player.details and "face-down commander card" in player.details
        assert "640 mm from 1, 016°" in player.details, "from hull to hull"
        player.table.move_to("320,440")
        await player.quiet()
        assert "building, The mill" in player.details and "The crossroads" in player.details

    play(hq, moves(hq), story)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_cursor_stays_in_view_at_every_size(hq: Headquarters, size: tuple[int, int]):
    async def story(player: Player) -> None:
        for _ in range(3):
            await player.press("z")
            for keys in ("LLLLLL", "JJJJJJ", "HHHHHHHHHH", "KKKKKKKKKK", "ljljlj"):
                for key in keys:
                    player.strike(key)
                await player.quiet()
                column, row = player.table._plan.cell(player.table.point)
                window = player.table.window
                assert window.left <= column < window.left + window.width
                assert window.top <= row < window.top + window.height
                assert {"[", "]"} & set(player.picture())

    play(hq, moves(hq), story, size)


def test_a_notice_does_not_change_the_size_of_the_drawing(hq: Headquarters):
    async def story(player: Player) -> None:
        scale = player.table._plan.scale
        player.battle.session.say("One line\nand another.")
        await player.quiet()
        assert player.table._plan.scale == scale
        player.battle.session.say("")
        await player.pilot.resize_terminal(140, 50)
        await player.quiet()
        assert player.table._plan.scale < scale

    play(hq, moves(hq), story)


def test_models_come_one_after_the_other(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("n")
        assert player.battle.selection.unit == "us-2" and player.table.cursor == "550,800"
        await player.press("N")
        assert player.battle.selection.unit == "us-1"
        player.table.move_to("545,805")
        await player.press("enter")
        assert player.battle.selection.unit == "us-2", "anywhere on a model chooses it"

    play(hq, moves(hq), story)


def test_a_move_is_steered_and_shown_before_it_is_made(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("enter", "enter")
        await player.until(lambda: player.battle.painter.ghost)
        assert "bearing 000°" in player.panel and "distance 150 mm" in player.panel
        assert "A Tank su-1: cover, side" in player.panel and "It ends in the open." in player.panel
        await player.press("right", "right", ".", "down", "down")
        assert player.hint == "⏎ bearing 011°, distance 140 mm, gear slow"
        await player.until(
            lambda: player.battle.painter.ghost and player.battle.painter.ghost.piece.heading == 11
        )
        await player.press("]", "tab", "9", "0", "enter")
        assert "bearing 090°" in player.hint and "gear fast" in player.hint
        assert player.entry == 1, "a typed value is taken first"
        await player.press("enter")
        assert player.entry == 2 and where(player) == ((490, 800), 90)
        assert not player.panel and player.battle.painter.ghost is None and player.table.has_focus
        assert player.table.cursor == "490,800"

    play(hq, moves(hq), story)


def test_escape_leaves_steering_and_does_nothing(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("enter", "enter", "left", "escape")
        assert not player.panel and player.entry == 1 and player.battle.painter.ghost is None
        assert player.battle.query_one(ChoiceList).display
        assert player.battle.query_one(KeyBar).pairs[0] == ("Enter", "Act")

    play(hq, moves(hq), story)


def test_no_other_key_decides_anything_while_one_steers(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("enter", "enter", "e", "n", "u", "r", "slash", "g", "X", "b", "w", "home", "s")
        assert player.panel and player.entry == 1 and player.battle.selection.unit == "us-1"
        assert isinstance(player.app.screen, BattleScreen) and player.battle.session.looking is None
        await player.press("z", "c")
        assert isinstance(player.app.screen, Page)
        await player.press("escape", "right", "escape")
        assert not player.panel

    play(hq, moves(hq), story)


def test_enter_on_open_ground_steers_there(hq: Headquarters):
    async def story(player: Player) -> None:
        player.table.move_to("450,800")
        await player.quiet()
        assert "this way" in player.hint
        await player.press("enter")
        assert "bearing 090°, distance 100 mm" in player.hint

    play(hq, moves(hq), story)


def test_what_would_be_refused_is_told_in_its_place(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("enter", "enter", "L", "L", "L", "L")
        await player.until(lambda: "The arrow meets the table's edge" in player.panel)
        assert player.battle.painter.ghost is None and "[rule 10]" in player.panel
        await player.press("enter")
        assert player.entry == 1 and player.panel, "Enter refuses too"
        await player.press("K", "H", "H")
        await player.until(lambda: player.battle.painter.ghost)
        assert "✗" not in player.panel

    play(hq, moves(hq), story)


def test_a_held_key_never_leaves_a_queue_of_previews(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    battle = moves(hq)
    gate, asked = threading.Event(), list[bytes]()
    preview = Battles.preview

    def slow(self: Battles, battle: str, action: Any) -> Any:
        asked.append(bytes(action))
        gate.wait(10)
        return preview(self, battle, action)

    async def story(player: Player) -> None:
        monkeypatch.setattr(Battles, "preview", slow)
        await player.pilot.press("tab")
        player.strike("enter")
        await player.until(lambda: asked)
        for _ in range(10):
            player.strike("right")
        while "bearing 050°" not in player.hint:
            await asyncio.sleep(0.01)
        assert len(asked) == 1, "one is under way, and none is waiting"
        gate.set()
        await player.until(
            lambda: player.battle.painter.ghost and player.battle.painter.ghost.piece.heading == 50
        )
        assert len(asked) == 2, "then only the newest"

    play(hq, battle, story)


def test_a_model_is_placed_by_the_cursor_keys(hq: Headquarters):
    async def story(player: Player) -> None:
        assert "Is deployed …" in player.rows
        await player.press("tab", "enter")
        step = player.table.step
        assert "x 450 mm" in player.panel and "y 840 mm" in player.panel, "a spot that is allowed"
        await player.until(lambda: player.battle.painter.ghost)
        await player.press("K")
        await player.until(lambda: "deployment zone" in player.panel)
        await player.press("8", "0", "0", "enter")
        await player.until(lambda: player.battle.painter.ghost)
        await player.press("right", "up", "[", "[")
        assert player.hint == f"⏎ x {450 + step} mm, y {800 - step} mm, heading 350°"
        await player.until(
            lambda: player.battle.painter.ghost and player.battle.painter.ghost.piece.heading == 350
        )
        assert player.table.cursor == f"{450 + step},{800 - step}"
        await player.press("enter")
        assert player.entry == 2 and where(player) == ((450 + step, 800 - step), 350)
        await player.press("n")
        assert player.battle.selection.unit == "us-2"

    play(hq, deploys(hq), story)


def test_firing_shows_its_odds_and_a_line_and_they_can_be_read_in_full(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("tab", "down")
        await player.until(lambda: "result 3" in player.odds)
        assert player.table.chart.aims == ("su-1",) and ">A↓<" in player.picture()
        await player.until(lambda: "o: all of it" in player.picture())
        await player.press("o")
        assert isinstance(player.app.screen, Page)
        await player.press("escape")
        player.table.move_to("350,100")
        player.table.focus()
        await player.quiet()
        assert "aim at Tank su-1" in player.hint
        await player.press("enter")
        assert player.battle.query_one(ChoiceList).has_focus
        await player.press("enter")
        assert player.entry == 2

    play(hq, moves(hq), story)


def test_a_piece_in_full(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("c")
        text = player.picture()
        assert "US secret 1" in text and "He sees all." in text and "armour  3" in text
        await player.press("escape")
        player.table.move_to("350,100")
        await player.press("c")
        text = player.picture()
        assert "face-down commander card" in text and "secret" not in text and "sees all" not in text

    play(hq, moves(hq), story)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_nothing_overlaps_on_a_table(hq: Headquarters, size: tuple[int, int]):
    async def story(player: Player) -> None:
        check_layout(player)
        await player.press("tab", "down")
        await player.until(lambda: "result 3" in player.odds)
        check_layout(player)
        await player.press("up", "enter")
        await player.until(lambda: player.battle.painter.ghost)
        check_layout(player)
        assert "Esc Back" in player.picture().splitlines()[-1]

    play(hq, moves(hq), story, size)


def test_ascii_only_on_a_table(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WARDIARY_ASCII", "1")

    async def story(player: Player) -> None:
        for keys in (
            (),
            ("z",),
            ("tab",),
            ("enter",),
            ("right",),
            ("a", "a"),
            ("escape", "c"),
            ("escape", "question_mark"),
        ):
            await player.press(*keys)
            await player.pilot.pause(0.05)
            odd = {char for char in player.picture() if ord(char) > 126}
            assert not odd, f"after {keys}: {odd}"

    play(hq, moves(hq), story)


def test_a_cursor_key_paints_a_few_characters_only(hq: Headquarters):
    async def story(player: Player) -> None:
        rows: list[int] = []
        before = player.table.render_line
        player.table.render_line = lambda y: (rows.append(y), before(y))[1]  # type: ignore[method-assign]
        await player.press("right")
        assert 0 < len(rows) <= 2

    play(hq, moves(hq), story)


def test_look_back_and_go_to_a_turn(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.end()
        hq.for_(local("somebody else").looking_as("su")).battles.act(player.battle.battle, {"kind": "done"})
        await player.until(lambda: player.entry == 3)
        await player.press("g")
        await player.type("t2")
        await player.press("enter")
        assert "There is no turn" not in player.notice and player.battle.session.looking is None, (
            "it is the newest"
        )
        await player.press("g")
        await player.type("t1")
        await player.press("enter")
        assert "LOOKING AT ENTRY 1" in player.banner
        await player.press("end", "g")
        await player.type("t7")
        await player.press("enter")
        assert "There is no turn 7" in player.notice

    play(hq, moves(hq), story)


def test_without_a_board_the_pieces_are_listed(hq: Headquarters):
    async def story(player: Player) -> None:
        pieces = player.battle.query_one(PiecesView)
        assert pieces.has_focus and pieces.cursor == "us-1" and player.battle.selection.unit == "us-1"
        assert "[ 1 ]Tank us-1" in player.picture() and "US secret 1" in player.details
        await player.press("down", "down")
        assert pieces.cursor == "su-1" and "aim at Tank su-1" in player.hint
        await player.press("enter")
        assert "fires at tank su-1" in player.hint
        await player.press("enter")
        assert player.entry == 2
        for keys in (("J",), ("K",), ("z",), ("n",), ("space",), ("a",), ("t",), ("slash",), ("escape",)):
            await player.press(*keys)
        await player.pilot.resize_terminal(40, 9)
        await player.press("down", "down")
        assert player.battle.now is not None

    play(hq, opened(hq, "toy-ledger", seats=AGAINST), story)


def test_how_the_battle_stands(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("v")
        text = player.picture()
        assert "Advantage: nobody" in text and "United States" in text and "Tank su-2" in text
        assert toy.OURS in " ".join(text.split())
        await player.press("escape")

    play(hq, moves(hq), story)

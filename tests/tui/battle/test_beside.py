"""Numbers and hands beside the board, and turrets, on the screen: simple lines, at 80 columns too."""

from __future__ import annotations

import pytest

from campaign.headquarters import Headquarters
from tests import gun_line
from tests.gun_line import beside
from tests.tui.battle.test_gun_line import begun
from tests.tui.battle.test_screen import check_layout
from tests.tui.playing import Player, play


@pytest.fixture(autouse=True)
def guns(monkeypatch: pytest.MonkeyPatch) -> None:
    gun_line.install(monkeypatch)
    beside.install(monkeypatch)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_the_side_panel_tells_numbers_and_hands(hq: Headquarters, size: tuple[int, int]):
    async def story(player: Player) -> None:
        panel = player.battle.panels.beside
        assert panel.text.splitlines()[:4] == [
            "impulse 2 of 4", "Red: initiative of A 31, initiative of B 7", "Red: hand: Rally, Advance",
            "Blue: Panzerfausts 3 of 3",
        ]  # fmt: skip
        assert panel.display and panel.region.height >= 5
        picture = player.picture()
        for words in ("impulse 2 of 4", "Red: hand: Rally, Advance"):
            assert words in picture
        check_layout(player)

    play(hq, begun(hq), story, size)


def test_turrets_are_told_of_the_piece_under_the_cursor_and_cards_on_the_page(hq: Headquarters):
    async def story(player: Player) -> None:
        player.board.move_to("0404")
        await player.quiet()
        assert "turret" in player.battle.panels.details.text and "south" in player.battle.panels.details.text
        player.battle.action_standing()
        await player.until(lambda: "Rally (action): One of yours takes heart." in player.picture())
        await player.press("escape")

    play(hq, begun(hq), story, (140, 45))

"""Forms and lists on the screen, as somebody reads and fills them."""

from __future__ import annotations

from textual.widgets import Static

from tests.tui.playing import Player
from tui.shared.rows import Rows
from tui.start.new_battle import NewBattle


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

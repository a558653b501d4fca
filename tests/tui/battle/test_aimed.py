"""The piece that one aims at: first on the panel, and by its name where dice are typed for it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from msgspec import Raw

from campaign.battles.answers import LegalAction
from campaign.rules.views import PieceView
from campaign.shared.answers import DiceNeeded
from tui.battle.acting import Acting
from tui.battle.menu import Menu
from tui.battle.selection import Selection

FOES = [PieceView("B1", "T-62 1", "red", "T", "0505"), PieceView("B3", "T-62 3", "red", "T", "0505")]


def at_0505(*choices: LegalAction) -> tuple[Selection, Any]:
    """The cursor on a hex with two enemies. The second: what is known of the moment."""
    selection = Selection(SimpleNamespace())  # type: ignore[arg-type]
    selection._board = SimpleNamespace(cursor="0505", point=None, here=lambda: FOES)  # type: ignore[assignment]
    selection.unit = "A2"
    now = SimpleNamespace(menu=Menu(choices), view=SimpleNamespace(game=SimpleNamespace(pieces=FOES)))
    return selection, now


def first(selection: Selection, now: Any) -> str:
    return selection.pieces(now)[0].id


def test_of_several_in_a_hex_the_one_that_would_be_fired_at_is_shown_first():
    selection, now = at_0505(LegalAction("blue", Raw(b"{}"), "fire", "A2", "B3", "0505"))
    assert first(selection, now) == "B1"
    selection.peek_at_target(now)
    assert first(selection, now) == "B3"
    selection.peek += 1
    assert first(selection, now) == "B1", "the others are still to be had"


def test_where_nothing_is_aimed_at_the_order_stays():
    selection, now = at_0505()
    selection.peek = 1
    selection.peek_at_target(now)
    assert first(selection, now) == "B1"


def test_dice_are_asked_for_by_the_names_of_pieces():
    asked: list[str] = []

    async def show(dialog: object) -> None:
        return None

    def plain(text: str) -> str:
        asked.append(text)
        return text

    names = {one.id: one for one in FOES}
    session = SimpleNamespace(
        now=SimpleNamespace(piece=names.get), glyphs=SimpleNamespace(plain=plain), show_dialog=show
    )
    asyncio.run(Acting(session).ask_dice(DiceNeeded("panic of B3", 1, 10, ()), "Fire"))  # type: ignore[arg-type]
    assert asked == ["Fire\n\nRoll 1 die with 10 sides for: panic of T-62 3"]

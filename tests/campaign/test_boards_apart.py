"""Boards apart from views: a client that has one need not get it again."""

from __future__ import annotations

import msgspec
import pytest

from campaign.headquarters import Headquarters
from campaign.rules.views import GameView, apart, digest_of, together
from campaign.systems import system_ids
from tests.campaign.calling import ok


@pytest.mark.parametrize("system", system_ids())
def test_views_of_every_scenario_come_apart_and_together(hq: Headquarters, system: str):
    for _, info in hq.packs.scenarios(system):
        battle = ok(hq.battles.new(info.id, system=system)).diary
        view = hq.battles.view(battle).game
        rest, digest, board = apart(view)
        assert rest.board is None
        assert together(rest, board) == view
        sent = msgspec.json.decode(msgspec.json.encode(view), type=GameView)
        assert apart(sent)[1] == digest, "whoever got it finds the same"
        assert bool(digest) == (board is not None)


def test_a_board_that_changes_has_another_digest(hq: Headquarters):
    battle = ok(hq.battles.new("tank-duel")).diary
    board = hq.battles.view(battle).game.board
    assert board is not None and board == hq.battles.view(battle).game.board
    inside = hq._house.battles.get(battle)
    state = inside.copy(inside.state())
    state.game.scars.append(board.cells[0].id)  # type: ignore[union-attr]
    scarred = inside.rules.view(state.game, "").board
    assert scarred is not None
    assert digest_of(scarred) != digest_of(board)


def test_digests_of_boards_that_are_gone_are_not_mistaken(hq: Headquarters):
    """An object's id is used again when it is gone."""
    board = hq.battles.view(ok(hq.battles.new("tank-duel")).diary).game.board
    assert board is not None
    found = {digest_of(msgspec.structs.replace(board, title=f"Board {n}")) for n in range(300)}
    assert len(found) == 300

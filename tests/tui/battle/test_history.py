"""Stepping through the past: the cursor goes where it happened."""

from __future__ import annotations

import msgspec

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tests.tui.playing import Player, opened, play
from tui.battle.situation import read
from tui.boards.chart import spot


def entries_of(hq: Headquarters, battle: str, least: int) -> dict[int, str]:
    """Play by the first thing that may be done; answers with entries and where each of them happened."""
    places: dict[int, str] = {}
    while len(places) < least:
        side = hq.battles.view(battle).asked[0].side
        ours = hq.looking_as(side)
        now = read(ours, battle)
        moves = [(unit, where) for unit in now.menu.units for where in now.menu.reach(unit)]
        shots = [one for one in now.menu.all if one.target and one.dice]
        choice = shots[0] if shots else now.menu.at(*moves[len(places) % len(moves)])[0] if moves else None
        choice = choice or now.menu.finish or now.menu.all[0]
        answer = ours.battles.act(battle, msgspec.json.decode(choice.action))
        assert isinstance(answer, Acted)
        after = {piece.id: spot(piece) for piece in hq.looking_as(side).battles.view(battle).game.pieces}
        if choice.target and shots:
            places[answer.seq] = after[choice.target]
        elif choice.unit:
            places[answer.seq] = after[choice.unit]
    return places


def test_stepping_back_and_on_leads_to_where_it_happened(hq: Headquarters):
    battle = opened(hq)
    places = entries_of(hq, battle, 5)
    newest = max(places)

    async def story(player: Player) -> None:
        seen: dict[int, str] = {}
        for _ in range(newest - 1):
            await player.press("[")
            looking = player.battle.session.looking
            assert looking is not None
            seen[looking] = player.board.cursor
        for _ in range(newest - 1):
            await player.press("]")
            looking = player.battle.session.looking or newest
            if looking in places:
                assert player.board.cursor == places[looking], f"on at {looking}"
        for seq in places.keys() & seen.keys():
            assert seen[seq] == places[seq], f"back at {seq}"
        player.board.move_to("1010")
        await player.press("left")
        cursor = player.board.cursor
        hq.looking_as(hq.battles.view(battle).asked[0].side)
        await player.battle.session.reload()
        assert player.board.cursor == cursor, "only stepping moves it"

    play(hq, battle, story)

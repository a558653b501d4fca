"""TANKS on the screen: whole battles of bots, and a careless couple of players who must not see each other's cards."""

from __future__ import annotations

import random

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.options import Side
from tests.tui.playing import Player, opened, play
from tui.battle.choice_list import ChoiceList
from tui.battle.handover import HandoverPage
from tui.battle.screen import BattleScreen
from tui.boards.plane.view import PlaneView

pytest.importorskip("campaign.systems.tanks_modern_age", exc_type=ImportError)
KEYS = [*["enter"] * 6, "e", "n", "v", "c", "i", "escape", "left_square_bracket", "end", "end", "o", "u", "s"]


def test_two_bots_play(hq: Headquarters):
    battle = opened(hq, "first-game", seats=[Seat(side.id, "", "random") for side in sides(hq, "first-game")])

    async def story(player: Player) -> None:
        await player.until(
            lambda: player.entry > 60 or (player.battle.now and player.battle.now.view.verdict)
        )
        await player.press("p")
        assert player.battle.query_one(PlaneView) and player.battle.now.view.game.turn > 0  # type: ignore[union-attr]

    play(hq, battle, story)


def sides(hq: Headquarters, scenario: str) -> tuple[Side, ...]:
    return next(info.sides for _, info in hq.packs.scenarios() if info.id == scenario)


def hidden(hq: Headquarters, battle: str, viewer: str) -> set[str]:
    """Names of cards that a side may not know of, that no card it knows has, and that were never turned up."""
    game = hq.looking_as("umpire").battles.view(battle).game
    seen = {
        card.name for piece in hq.looking_as(viewer).battles.view(battle).game.pieces for card in piece.cards
    }
    told = " ".join(line.text for entry in hq.looking_as(viewer).battles.log(battle) for line in entry.lines)
    names = {card.name for piece in game.pieces for card in piece.cards} - seen
    return {name for name in names if name not in told}


@pytest.mark.parametrize("seed", [1])
def test_two_careless_players_never_see_each_others_cards(hq: Headquarters, seed: int):
    rng = random.Random(seed)
    battle = opened(hq, "tank-ace")

    async def story(player: Player) -> None:
        handed = 0
        for _ in range(90):
            now = player.battle.now
            assert now is not None
            text = player.picture()
            if isinstance(player.app.screen, HandoverPage):
                assert not [name for name in hidden(hq, battle, "") if name in text], text
                handed += 1
                await player.press("enter")
                continue
            if isinstance(player.app.screen, BattleScreen):
                secrets = [name for name in hidden(hq, battle, now.view.viewer) if name in text]
                assert not secrets, f"{now.view.viewer} sees {secrets}:\n{text}"
            if player.panel:
                await player.press(rng.choice(["enter", "enter", "escape", "right", "K", "]"]))
                continue
            key = rng.choice(KEYS)
            if key == "escape" and player.battle.selection.board.has_focus:
                continue
            if key == "enter":
                player.battle.query_one(ChoiceList).focus()
                for _ in range(rng.randrange(3)):
                    await player.press("down")
            await player.press(key)
        assert handed > 1 and player.entry > 5

    play(hq, battle, story)

"""Where the terminal program shows the newest entry's seal: at the hand-over, when a turn is over, on its own page."""

from __future__ import annotations

import pytest

from campaign.headquarters import Headquarters
from campaign.shared.seals import short_seal
from tests.tui import toy
from tests.tui.playing import Player, opened, play
from tui.battle.handover import HandoverPage


def newest(hq: Headquarters, battle: str) -> str:
    info = hq.battles.info(battle)
    return short_seal(info.entries, info.seal)


def test_whoever_gets_the_screen_is_shown_the_newest_seal(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    toy.install(monkeypatch)
    battle = opened(hq, "toy-move")

    async def story(player: Player) -> None:
        await player.until(lambda: isinstance(player.app.screen, HandoverPage))
        assert f"Newest entry {newest(hq, battle)}" in player.picture()

    play(hq, battle, story)


def test_when_a_turn_is_over_its_seal_is_told(hq: Headquarters):
    battle = opened(hq)

    async def story(player: Player) -> None:
        for _ in range(20):
            if "turn 2" in player.banner:
                break
            await player.end()
            await player.quiet()
        assert player.notice == f"Turn 1 is over. Newest entry {newest(hq, battle)}"
        assert f"Turn 1 is over. Newest entry {newest(hq, battle)}" in player.picture(), (
            "it fits into 80 columns"
        )
        await player.press("i")
        await player.until(lambda: "What was asked" in player.picture())
        assert f"Entry {newest(hq, battle)}" in player.picture()

    play(hq, battle, story)


def test_a_key_checks_the_record_and_says_what_was_proved(hq: Headquarters):
    battle = opened(hq)

    async def story(player: Player) -> None:
        await player.press("V")
        await player.until(lambda: "What was proved" in player.picture())
        assert f"Newest entry {newest(hq, battle)}" in player.picture()
        assert "Decisions: decided again" in player.picture()
        await player.press("escape")

    play(hq, battle, story)

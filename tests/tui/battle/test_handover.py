"""Two players at one screen who have secrets from each other: neither ever sees the other's cards."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from campaign.headquarters import Headquarters
from tests.tui import toy
from tests.tui.playing import Player, opened, play
from tui.battle.finder import Finder
from tui.battle.handover import HandoverPage
from tui.battle.screen import BattleScreen
from tui.shared.dialogs import Choose
from tui.start.screen import StartScreen


@pytest.fixture(autouse=True)
def toy_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.install(monkeypatch)


def covered(player: Player, side: str) -> bool:
    """The page stands there, for that side, and shows nobody's secrets."""
    text = player.picture()
    assert "secret" not in text.replace("screen", "")
    return isinstance(player.app.screen, HandoverPage) and f"Hand the screen to {side}" in text


async def take(player: Player, side: str) -> None:
    await player.until(lambda: covered(player, side))
    await player.press("enter")
    await player.until(lambda: isinstance(player.app.screen, BattleScreen) and player.battle.now.view.viewer)  # type: ignore[union-attr]
    await player.quiet()


def test_nothing_is_shown_before_somebody_is_ready(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.until(lambda: covered(player, "United States"))
        assert player.battle.now.view.viewer == "" and not player.battle.now.menu.all  # type: ignore[union-attr]
        await player.press("enter")
        assert "US secret 1" in player.details and "SU secret" not in player.picture()
        assert any("US secret 1" in line.text for entry in player.battle.now.log for line in entry.lines)  # type: ignore[union-attr]

    play(hq, opened(hq, "toy-move"), story)


def test_only_who_has_the_screen_can_give_up(hq: Headquarters):
    async def story(player: Player) -> None:
        await take(player, "United States")
        await player.end()
        await take(player, "Soviet Union")
        await player.press("X")
        await player.until(lambda: "gives the battle up" in player.picture())
        assert "Soviet Union gives" in player.picture()
        await player.press("escape", "s")
        await take(player, "United States")
        await player.press("X")
        await player.until(lambda: "gives the battle up" in player.picture())
        assert "United States gives" in player.picture(), (
            "not the side that is asked: it has not got the screen"
        )

    play(hq, opened(hq, "toy-move"), story)


def test_the_screen_goes_from_hand_to_hand(hq: Headquarters):
    async def story(player: Player) -> None:
        await take(player, "United States")
        await player.end()
        await take(player, "Soviet Union")
        assert player.battle.now.asked_side == "su" and player.battle.selection.unit == "su-1"  # type: ignore[union-attr]
        assert "SU secret 1" in player.details
        told = " ".join(line.text for entry in player.battle.now.log for line in entry.lines)  # type: ignore[union-attr]
        assert "SU secret" in told and "US secret" not in told, "the log is told anew"
        await player.end()
        await take(player, "United States")
        assert "turn 2" in player.banner

    play(hq, opened(hq, "toy-move"), story)


def test_both_sides_asked_at_once_are_served_one_after_the_other(hq: Headquarters):
    async def story(player: Player) -> None:
        await take(player, "United States")
        units = {choice.unit for choice in player.battle.now.menu.all}  # type: ignore[union-attr]
        assert units == {"us-1", "us-2", ""}
        await player.end()
        await take(player, "Soviet Union")
        assert "Soviet Union" in player.banner and player.battle.selection.unit == "su-1"
        await player.end()
        await take(player, "United States")

    play(hq, opened(hq, "toy-table"), story)


def test_a_key_hands_the_screen_over_though_both_are_asked(hq: Headquarters):
    async def story(player: Player) -> None:
        await take(player, "United States")
        await player.press("s")
        await take(player, "Soviet Union")
        assert {choice.unit for choice in player.battle.now.menu.all} == {"su-1", "su-2", ""}  # type: ignore[union-attr]
        assert player.entry == 1

    play(hq, opened(hq, "toy-table"), story)


def test_one_may_look_at_ones_own_cards_while_the_other_is_asked(hq: Headquarters):
    async def story(player: Player) -> None:
        await take(player, "United States")
        await player.press("s")
        await take(player, "Soviet Union")
        assert player.battle.now.view.viewer == "su" and not player.battle.now.menu.all  # type: ignore[union-attr]
        await player.press("s")
        await take(player, "United States")
        assert player.battle.now.menu.all  # type: ignore[union-attr]

    play(hq, opened(hq, "toy-move"), story)


def test_neither_undo_nor_the_past_nor_the_finder_shows_cards_of_the_other(hq: Headquarters):
    async def story(player: Player) -> None:
        await take(player, "United States")
        await player.end()
        await take(player, "Soviet Union")
        for keys in (("home",), ("i",), ("escape", "end"), ("slash",), ("escape", "n"), ("tab", "tab")):
            await player.press(*keys)
            assert "US secret" not in player.picture(), keys
        entry = player.entry
        await player.press("escape", "u")
        assert "has done nothing" in player.notice and player.entry == entry, (
            "it is the other side's decision"
        )
        await player.press("s")
        await take(player, "United States")
        await player.press("u")
        assert player.entry == entry + 1
        assert "SU secret" not in player.picture() and "us-1" in player.battle.selection.unit
        await player.press("r")
        await player.until(lambda: covered(player, "Soviet Union"))

    play(hq, opened(hq, "toy-move"), story)


async def both_act(player: Player) -> None:
    """Entries 2 and 4 are the United States', entry 3 the Soviet Union's: it has the screen."""
    await take(player, "United States")
    await player.end()
    await take(player, "Soviet Union")
    await player.end()
    await take(player, "United States")
    await player.end()
    await take(player, "Soviet Union")
    assert player.entry == 4


def test_who_has_the_screen_asks_and_the_other_one_answers(hq: Headquarters):
    battle = opened(hq, "toy-move", undo="consent")

    async def story(player: Player) -> None:
        await both_act(player)
        await player.press("home", "w", "enter")
        assert player.entry == 4, "what takes something from both begins with what is harmless"
        await player.press("w", "down", "enter")
        await player.until(lambda: covered(player, "United States"))
        request = hq.battles.view(battle).request
        assert request is not None and (request.side, request.to) == ("su", 1)
        await player.press("enter")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        question = player.app.screen.query_one(".question", Static).render()
        assert "Soviet Union asks" in str(question) and "United States: agree?" in str(question)
        await player.press("down", "enter")
        await player.until(lambda: hq.battles.view(battle).request is None)
        told = [(one.kind, one.side) for one in hq.battles.log(battle)[-3:-1]]
        assert told == [("undo-request", "su"), ("undo-grant", "us")]

    play(hq, battle, story)


@pytest.mark.parametrize("undo", ["free", "consent"])
def test_undo_is_for_what_one_did_oneself(hq: Headquarters, undo: str):
    battle = opened(hq, "toy-move", undo=undo)

    async def story(player: Player) -> None:
        await both_act(player)
        await player.press("u")
        assert "takes back what others did since" in " ".join(player.picture().split())
        await player.press("enter")
        assert player.entry == 4 and isinstance(player.app.screen, BattleScreen)
        await player.press("u", "down", "enter")
        if undo == "consent":
            await player.until(lambda: covered(player, "United States"))
            request = hq.battles.view(battle).request
            assert request is not None and (request.side, request.to) == ("su", 2)
        else:
            await player.until(lambda: player.entry == 5)
            last = hq.battles.log(battle)[-1]
            assert (last.kind, last.side, last.parent) == ("rewind", "su", 2)
            assert player.battle.now.view.viewer == "su"  # type: ignore[union-attr]

    play(hq, battle, story)


def test_what_was_open_belongs_to_the_other_player(hq: Headquarters):
    battle = opened(hq, "toy-move")

    async def story(player: Player) -> None:
        await take(player, "United States")
        await player.press("slash")
        assert isinstance(player.app.screen, Finder)
        with Headquarters(hq.home.folder) as elsewhere:
            elsewhere.looking_as("us").battles.act(battle, {"kind": "done"})
        await player.until(lambda: isinstance(player.app.screen, HandoverPage))
        assert not any(isinstance(screen, Finder) for screen in player.app.screen_stack)
        await take(player, "Soviet Union")
        assert isinstance(player.app.screen, BattleScreen)

    play(hq, battle, story)


def test_escape_goes_back_to_the_list_of_battles(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.until(lambda: covered(player, "United States"))
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen)

    play(hq, opened(hq, "toy-move"), story)


def test_without_secrets_there_is_nothing_to_hand_over(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()

    async def story(player: Player) -> None:
        await player.press("s")
        assert "Nothing is hidden" in player.notice

    play(hq, opened(hq), story)


def test_help_can_be_read_before_the_screen_is_taken(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.until(lambda: covered(player, "United States"))
        await player.press("question_mark")
        await player.until(lambda: "How to play" in player.picture())
        await player.press("escape")
        await player.until(lambda: covered(player, "United States"))

    play(hq, opened(hq, "toy-move"), story)

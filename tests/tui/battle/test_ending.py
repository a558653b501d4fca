"""What ends a phase: not by accident, and never in silence."""

from __future__ import annotations

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.callers import SOMEBODY
from tests.tui import toy
from tests.tui.playing import Player, bot_seat, opened, play
from tui.battle.choice_list import ChoiceList
from tui.shared.dialogs import Choose
from tui.shared.key_bar import KeyBar


def words(player: Player) -> list[str]:
    return [word for _, word in player.battle.query_one(KeyBar).pairs]


def test_ending_a_phase_with_pieces_that_did_nothing_asks(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("e")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        assert "can still act" in player.picture() and "T-34/85 1" in player.picture()
        await player.press("escape")
        assert player.entry == 1
        await player.press("e")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        await player.press("enter")
        assert player.entry == 1, "not yet is what Enter does"
        await player.press("e")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        await player.press("e")
        await player.until(lambda: player.entry == 2)

    play(hq, opened(hq), story)


def test_where_both_sides_are_asked_only_the_pieces_of_the_one_that_ends_are_named(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("e")
        await player.until(lambda: isinstance(player.app.screen, Choose))
        picture = player.picture()
        assert "Field artillery 1 can still act. Red: No more artillery fire" in picture

    play(hq, opened(hq, "village-and-guns"), story)


def test_the_row_of_the_list_asks_too(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("tab")
        choices = player.battle.query_one(ChoiceList)
        choices.highlighted = next(i for i, row in enumerate(choices.rows) if "(e)" in row.text)
        await player.press("enter")
        await player.until(lambda: isinstance(player.app.screen, Choose))

    play(hq, opened(hq), story)


def test_who_has_moved_everything_is_not_asked(hq: Headquarters):
    async def story(player: Player) -> None:
        now = player.battle.now
        assert now is not None
        for unit in now.menu.units:
            player.battle.painter.select(unit)
            moves = [one for one in player.battle.now.menu.near(unit) if one.kind == "pivot"]  # type: ignore[union-attr]
            where = next(iter(player.battle.now.menu.reach(unit)), "")  # type: ignore[union-attr]
            choice = moves[0] if moves else player.battle.now.menu.at(unit, where)[0]  # type: ignore[union-attr]
            player.battle.selecting.make(choice)
            await player.quiet()
            while "decides" in player.banner:
                await player.press("e")
        entry = player.entry
        await player.press("e")
        await player.until(lambda: player.entry > entry)

    play(hq, opened(hq), story)


def test_what_is_asked_in_between_is_answered_at_once(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("down", "down", "down", "right", "right", "enter")
        assert "decides" in player.banner
        entry = player.entry
        await player.press("e")
        await player.until(lambda: player.entry > entry)

    play(hq, opened(hq), story)


def test_e_that_ends_nothing_says_why(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("down", "enter")
        await player.press("[", "e")
        await player.until(lambda: "This is the past" in player.notice)

    play(hq, opened(hq), story)

    async def when_it_is_over(player: Player) -> None:
        await player.until(lambda: "OVER" in player.banner)
        await player.press("e")
        await player.until(lambda: "The battle is over." in player.notice)

    play(hq, opened(hq, seats=[*bot_seat("nk"), *bot_seat("us")]), when_it_is_over)


def test_e_while_something_is_steered_says_why(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    toy.install(monkeypatch)

    async def story(player: Player) -> None:
        now = player.battle.now
        assert now is not None
        steered = next(one for one in now.menu.all if one.ranges)
        player.battle.steering.begin(steered)
        await player.press("e")
        await player.until(lambda: "Esc leaves it" in player.notice)

    play(hq, opened(hq, "toy-move", seats=[Seat("us", SOMEBODY), Seat("su", "somebody else")]), story)


def test_elsewhere_somebody_else_is_waited_for_by_name(hq: Headquarters):
    battle = opened(hq)

    async def story(player: Player) -> None:
        await player.press("e")
        await player.until(lambda: "Waiting for North Korea: Movement phase" in player.notice)
        assert not {"End", "Next", "Undo", "Act"} & set(words(player))

    play(hq, battle, story, side="us")


def test_the_footer_of_the_past_offers_what_works_there(hq: Headquarters):
    async def story(player: Player) -> None:
        assert "Undo" not in words(player) and "Back" not in words(player), "nothing was done yet"
        assert {"Next", "End"} < set(words(player))
        await player.press("down", "down", "down", "right", "right", "enter", "e")
        assert {"Undo", "Back"} < set(words(player))
        await player.press("[")
        assert {"On", "Newest", "Fork", "Return", "Entry"} < set(words(player))
        assert not {"Next", "End", "Act", "Undo"} & set(words(player))
        await player.press("home")
        await player.until(lambda: "Back" not in words(player))

    play(hq, opened(hq), story)


def test_when_a_campaigns_battle_is_over_the_way_to_its_return_is_shown(hq: Headquarters):
    hq.campaigns.new("marines-in-korea", name="korea")
    begun = hq.campaigns.begin("korea", "obong-ni", ["a32", "t301", "t302"])
    assert isinstance(begun, Acted)
    for _ in hq.battles.bots.play(begun.fought, {"us": "sensible", "nk": "sensible"}):
        pass

    async def story(player: Player) -> None:
        await player.until(lambda: "OVER" in player.banner)
        assert any("its return is filed in the campaign" in row for row in player.rows)

    play(hq, begun.fought, story)

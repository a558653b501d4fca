"""Playing at the battle screen."""

from __future__ import annotations

import re

import pytest
from msgspec import Raw
from msgspec.structs import replace

from campaign.battles.answers import LegalAction
from campaign.battles.table import Concede
from campaign.headquarters import Headquarters
from tests.tui.playing import Player, bot_seat, opened, play
from tui.battle.choice_list import ChoiceList
from tui.battle.log_panel import LogPanel
from tui.battle.menu import Menu
from tui.battle.screen import BattleScreen

TO_2203 = ("down", "down", "down", "right", "right")
"""Keys from where the tanks begin to a hex on whose way they are seen."""


def test_it_opens_on_a_piece_that_can_move(hq: Headquarters):
    async def story(player: Player) -> None:
        assert "North Korea" in player.banner and "Movement phase" in player.banner
        assert player.board.has_focus and player.board.cursor == "2400"
        assert player.board.face("2400").upper == "V↘" and player.board.face("2400").lower == "N5"
        assert player.board.face("2401").reached
        assert "T-34/85 1" in player.picture() and "hexes marked on the map" in " ".join(player.rows)

    play(hq, opened(hq), story)


def test_enter_on_a_marked_hex_drives_there_and_the_other_side_is_asked(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("n", *TO_2203)
        assert "T-34/85 2 drives to 2203" in player.hint
        await player.press("enter")
        assert player.entry == 2 and "United States  decides" in player.banner
        assert player.board.cursor == "2301", "one looks at what interrupts"
        assert player.rows[0] == "M26 Pershing" and "Hold fire here  (e)" in player.rows

    play(hq, opened(hq), story)


def test_enter_on_the_chosen_piece_in_the_list_goes_to_what_it_can_do(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("tab", "n", "N")
        assert "what T-34/85 1 can do" in player.hint
        await player.press("enter")
        choice = player.battle.query_one(ChoiceList).row
        assert choice is not None and choice.indent and player.entry == 1

    play(hq, opened(hq), story)


def test_enter_on_a_hex_out_of_reach_says_so(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press(*["down"] * 20, "enter")
        assert player.entry == 1 and "No way leads from" in player.notice

    play(hq, opened(hq), story)


def test_firing_shows_its_odds_first_and_needs_a_second_stroke(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press(*TO_2203, "enter")
        assert "aim at" in player.hint
        await player.press("enter")
        assert player.entry == 2 and player.battle.query_one(ChoiceList).has_focus
        await player.until(lambda: "wrecked" in player.odds)
        assert re.search(r"\b\d (die|dice) = \+7 main armament", player.odds) and "[9.5" in player.odds
        assert player.board.mark("2300") == "cursor" or player.board.chart.targets
        await player.press("enter")
        assert player.entry == 3 and "which corner does it face" in player.banner
        assert player.battle.query_one(ChoiceList).has_focus, (
            "a question without pieces is answered in the list"
        )
        await player.asked()
        await player.press("enter")
        assert player.entry == 4
        assert any("Defensive fire" in line.text for line in player.battle.now.log[-1].lines)  # type: ignore[union-attr]

    play(hq, opened(hq), story)


def test_a_stray_key_does_not_answer_a_question_that_has_just_appeared(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press(*TO_2203, "enter", "enter")
        player.stop_time()
        await player.press("enter")
        assert "which corner" in player.banner
        await player.press("enter", "e", "u")
        assert player.entry == 3
        player.time_goes_on()
        await player.press("enter")
        assert player.entry == 4

    play(hq, opened(hq), story)


def test_the_chosen_piece_is_chosen_again_after_an_interruption(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("n", "n")
        chosen = player.battle.selection.unit
        await player.press(*TO_2203, "enter", "e")
        assert "North Korea" in player.banner and player.battle.selection.unit == chosen

    play(hq, opened(hq), story)


def test_undo_and_redo(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.end()
        await player.press("u")
        assert player.entry == 3 and "North Korea" in player.banner and "Taken back" in player.notice
        assert "(taken back)" in " ".join(player.picture().split())
        await player.press("r")
        assert player.entry == 4 and "United States" in player.banner

    play(hq, opened(hq), story, (120, 40))


async def _asked_back(player: Player) -> None:
    """A shot, and its player wants it back."""
    await player.press(*TO_2203, "enter", "enter", "enter")
    await player.asked()
    await player.press("enter", "u")
    await player.until(lambda: "to go back to entry 3" in player.picture())


def test_an_undo_request_is_asked_and_answered(hq: Headquarters):
    async def story(player: Player) -> None:
        await _asked_back(player)
        await player.press("enter")
        await player.until(lambda: "stays open" in player.notice)
        assert player.battle.now.view.request is not None, "what lies under Enter is harmless"  # type: ignore[union-attr]
        await player.press("u", "down", "enter")
        await player.until(lambda: "taken back" in player.notice)
        assert "which corner" in player.banner

    play(hq, opened(hq, undo="consent"), story)


def test_a_refused_request_is_not_made_again(hq: Headquarters):
    async def story(player: Player) -> None:
        await _asked_back(player)
        await player.press("down", "down", "enter")
        await player.until(lambda: "it stands" in player.notice)
        newest = player.entry
        await player.press("u")
        await player.until(lambda: "was refused what it asked for" in player.notice)
        assert player.entry == newest

    play(hq, opened(hq, undo="consent"), story)


def test_going_on_refuses_a_request_and_is_asked_about_first(hq: Headquarters):
    battle = opened(hq, undo="consent")

    async def story(player: Player) -> None:
        await _asked_back(player)
        await player.press("enter")
        await player.until(lambda: "stays open" in player.notice)
        for keys in (("enter",), ("down", "enter")):
            entry, now = player.entry, player.battle.now
            assert now is not None and now.view.request is not None and now.menu.all
            assert not {one.kind for one in now.menu.all} & {"undo-grant", "undo-refuse"}
            player.battle.acting.perform(now.menu.all[0])
            await player.until(lambda: "Going on refuses" in player.picture())
            await player.press(*keys)
            if keys == ("enter",):
                assert player.entry == entry, "what lies under Enter is harmless"
        await player.until(lambda: player.entry > entry)
        assert hq.battles.view(battle).request is None

    play(hq, battle, story)


def test_looking_back_and_returning(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.end()
        await player.end()
        newest = player.entry
        await player.press("left_square_bracket")
        assert f"LOOKING AT ENTRY {newest - 1} OF {newest}" in player.banner
        assert player.rows[0].endswith(f"at entry {newest - 1}")
        await player.press("home")
        assert "LOOKING AT ENTRY 1 OF" in player.banner
        await player.press("left_square_bracket")
        assert player.notice == "This is the first entry."
        await player.press("enter")
        assert "This is the past" in player.notice and player.entry == newest
        await player.press("right_square_bracket")
        assert "LOOKING AT ENTRY 2 OF" in player.banner
        await player.press("escape")
        assert "LOOKING" not in player.banner and player.battle.session.looking is None
        await player.press("g")
        await player.type("99")
        await player.press("enter")
        assert "A number from 1 to" in player.picture()
        await player.press("backspace", "backspace", "1", "enter")
        assert "LOOKING AT ENTRY 1 OF" in player.banner
        await player.press("end")
        assert "LOOKING" not in player.banner

    play(hq, opened(hq), story)


def test_going_back_for_good(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.end()
        await player.end()
        await player.press("home", "w", "down", "enter")
        assert player.entry == 4 and "North Korea" in player.banner and "turn 1" in player.banner

    play(hq, opened(hq), story)


def test_a_fork_is_a_battle_of_its_own(hq: Headquarters):
    battle = opened(hq)

    async def story(player: Player) -> None:
        await player.end()
        await player.end()
        await player.press("home", "b", "enter")
        await player.until(lambda: player.battle.battle != battle and player.battle.now)
        await player.quiet()
        assert "LOOKING" not in player.banner and "North Korea" in player.banner
        await player.end()
        assert player.entry == 2 and hq.battles.head(battle) == 3

    play(hq, battle, story)


def test_an_entry_in_full(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.end()
        await player.press("i")
        text = player.picture()
        assert "Entry 2 of 2" in text and "What was asked" in text and '"kind":"end-phase"' in text
        await player.press("escape")
        assert isinstance(player.app.screen, BattleScreen)

    play(hq, opened(hq), story, (120, 45))


def test_the_log_leads_to_the_past(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.end()
        await player.end()
        await player.press("tab", "tab")
        assert player.battle.query_one(LogPanel).has_focus
        await player.press("up", "enter")
        assert "LOOKING AT ENTRY 2 OF 3" in player.banner

    play(hq, opened(hq), story)


def test_the_next_piece_leaves_the_log(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("tab", "tab")
        assert player.battle.query_one(LogPanel).has_focus
        await player.press("n")
        assert player.board.has_focus, "Enter acts, and looks at no entry"

    play(hq, opened(hq), story)


def test_enter_on_the_map_says_nothing_once_it_is_over(hq: Headquarters):
    battle = opened(hq)
    hq.looking_as("us").battles.act(battle, Concede())

    async def story(player: Player) -> None:
        await player.press("enter")
        assert not player.notice

    play(hq, battle, story)


def test_what_enter_does_is_cut_with_a_sign(hq: Headquarters):
    async def story(player: Player) -> None:
        player.battle.panels.hint.tell("⏎ Field artillery 1: fire at Anti-tank guns 1 in 0707")
        await player.quiet()
        line = next(line for line in player.picture().split("\n") if "Field artillery" in line)
        assert "Anti-tank guns…" in line

    play(hq, opened(hq), story)


def test_the_first_tip_names_what_v_has(hq: Headquarters):
    async def story(player: Player) -> None:
        assert "v: points, what wins, all units" in player.notice

    play(hq, opened(hq), story)


def test_dice_are_typed_in(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press(*TO_2203, "enter", "enter", "enter")
        await player.until(lambda: player.entry == 3)
        await player.asked()
        await player.press("enter")
        await player.until(lambda: "with 6 sides" in player.picture())
        await player.type("9")
        await player.press("enter")
        assert any(text in player.picture() for text in ("shows no 9", "are wanted", "is wanted"))
        await player.press("escape")
        assert player.entry == 3 and "nothing done" in player.notice
        await player.press("enter")
        wanted = int(player.picture().split("Roll ")[1].split()[0])
        await player.type("6" * wanted)
        await player.press("enter")
        for _ in range(4):
            if player.entry > 3:
                break
            await player.type("1" * int(player.picture().split("Roll ")[1].split()[0]))
            await player.press("enter")
        assert player.entry == 4 and player.battle.now.log[-1].dice[:wanted] == (6,) * wanted  # type: ignore[union-attr]

    play(hq, opened(hq, dice="typed"), story)


def test_a_bot_plays_its_side(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.until(lambda: player.entry > 1 and player.battle.now.menu.all)  # type: ignore[union-attr]
        assert "United States" in player.banner
        await player.press("p")
        assert "wait" in player.notice
        while player.battle.now.menu.all:  # type: ignore[union-attr]
            await player.end()
        before = player.entry
        await player.pilot.pause(0.1)
        assert player.entry == before
        assert "North Korea  to act, played by the random bot: " in player.banner, "whichever phase it is in"
        await player.press("p")
        await player.until(lambda: player.entry > before)

    play(hq, opened(hq, seats=bot_seat("nk")), story)


def test_two_bots_play_to_the_end(hq: Headquarters):
    battle = opened(hq, seats=[*bot_seat("nk"), *bot_seat("us")])

    async def story(player: Player) -> None:
        await player.until(lambda: player.battle.now and player.battle.now.view.verdict)
        await player.quiet()
        assert "OVER:" in player.banner and "The battle is over." in player.rows

    play(hq, battle, story)


def test_a_bot_asks_for_dice_that_are_typed(hq: Headquarters):
    battle = opened(hq, dice="typed", seats=[*bot_seat("nk", "sensible"), *bot_seat("us", "sensible")])

    async def story(player: Player) -> None:
        await player.until(lambda: "a bot, needs your dice" in player.picture())
        before = player.entry
        for _ in range(5):
            if "Roll " not in player.picture():
                break
            await player.type("4" * int(player.picture().split("Roll ")[1].split()[0]))
            await player.press("enter")
        assert player.entry > before

    play(hq, battle, story)


def test_what_another_process_does_appears_by_itself(hq: Headquarters):
    battle = opened(hq)

    async def story(player: Player) -> None:
        with Headquarters(hq.home.folder) as elsewhere:
            elsewhere.battles.act(battle, {"kind": "end-phase"})
            await player.until(lambda: player.entry == 2)
            await player.until(lambda: "News from elsewhere" in player.notice)
            assert "United States" in player.banner

    play(hq, battle, story)


def test_own_actions_are_no_news(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.end()
        await player.pilot.pause(0.2)
        await player.quiet()
        assert "News" not in player.notice

    play(hq, opened(hq), story)


def test_acting_on_what_has_moved_on_does_nothing_and_says_so(hq: Headquarters):
    battle = opened(hq)

    async def story(player: Player) -> None:
        choice = player.battle.now.menu.finish  # type: ignore[union-attr]
        player.battle.news = lambda: None  # type: ignore[method-assign]  # the news shall come too late
        with Headquarters(hq.home.folder) as elsewhere:
            elsewhere.battles.act(battle, {"kind": "end-phase"})
            player.battle.acting.perform(choice)  # type: ignore[arg-type]
            await player.until(lambda: "Somebody acted meanwhile" in player.notice)
        assert hq.battles.head(battle) == player.entry == 2

    play(hq, battle, story)


def test_a_refusal_is_shown(hq: Headquarters):
    async def story(player: Player) -> None:
        end = player.battle.now.menu.finish  # type: ignore[union-attr]
        player.battle.acting.perform(
            replace(end, action=Raw(b'{"kind":"pivot","unit":"m26-1","facing":"E"}'))
        )  # type: ignore[union-attr]
        await player.until(lambda: player.notice.startswith("✗ "))
        assert "not to North Korea" in player.notice
        assert "Allowed: t34-1" in player.notice and player.entry == 1

    play(hq, opened(hq), story)


def test_undo_at_the_very_beginning_is_refused(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("u")
        assert "nothing to undo" in player.notice

    play(hq, opened(hq), story)


def test_finding_a_place_and_an_action(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("slash")
        await player.type("broken")
        await player.press("enter")
        assert player.board.cursor == "1810"
        await player.press("m")
        await player.type("85 3 drives 2401")
        await player.press("enter")
        await player.until(lambda: player.entry == 2)
        piece = player.battle.now.piece("t34-3")  # type: ignore[union-attr]
        assert piece is not None and piece.where == "2401"

    play(hq, opened(hq), story)


def test_conceding_ends_the_battle(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("X", "down", "enter")
        await player.until(lambda: "OVER: United States wins" in player.banner)
        await player.press("e")
        assert player.entry == 3, "the end, and the secret of the dice"

    play(hq, opened(hq), story)


def test_a_battle_that_is_not_there_is_named_and_left(hq: Headquarters):
    async def story(player: Player) -> None:
        assert "no diary" in player.notice
        await player.press("tab", "z", "n", "i", "e", "escape")
        assert not isinstance(player.app.screen, BattleScreen)

    async def wrapped(player: Player) -> None:
        await player.until(lambda: isinstance(player.app.screen, BattleScreen))
        await player.quiet()
        await story(player)

    import asyncio

    from tui import terminal

    async def run() -> None:
        app = terminal.make_app(hq, "nowhere")
        async with app.run_test() as pilot:
            await wrapped(Player(app, pilot))

    asyncio.run(run())


def test_what_is_no_shot_is_not_called_one(hq: Headquarters):
    """Neither what a piece can do to another of its own side, nor what belongs to no piece."""

    async def story(player: Player) -> None:
        now, selection = player.battle.now, player.battle.selection
        assert now is not None
        taken = {piece.where for piece in now.view.game.pieces}
        empty = next(one.id for one in player.board.board.cells if one.id not in taken)

        def hint(*choices: LegalAction) -> str:
            menu = Menu(choices, now.menu.names, now.menu.places)
            player.battle.session.now = shown = now._replace(menu=menu)
            return player.battle.prompt.text(shown)

        player.board.move_to(empty)
        fight = LegalAction("nk", Raw(b"{}"), "Close combat", where=empty, dice=2)
        load = LegalAction("nk", Raw(b"{}"), "T-34 takes on the rifles", "t34-1", "t34-2", empty)
        fire = replace(load, label="T-34 fires", target="m26-1", dice=4)
        selection.unit = "t34-1"
        assert hint(fight) == "what can be done here: Close combat"
        assert hint(load) == "what can be done here: T-34 takes on the rifles"
        assert hint(load, fight) == "what can be done here: 2 choices"
        assert hint(fire) == f"aim at {empty}: 1 way"

    play(hq, opened(hq), story)


def test_where_enter_does_nothing_no_line_says_what_it_does(hq: Headquarters):
    async def story(player: Player) -> None:
        assert player.hint
        now = player.battle.now
        assert now is not None
        player.battle.session.now = empty = now._replace(menu=Menu())
        player.battle.prompt.tell(empty)
        assert player.hint == ""

    play(hq, opened(hq), story)


def test_what_took_long_gives_way_as_soon_as_it_is_done(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    """Not only when the clock looks again: until then the line would speak of what is over."""

    async def story(player: Player) -> None:
        prompt, now, said = player.battle.prompt, player.battle.now, player.hint
        assert now is not None and said
        with monkeypatch.context() as patch:
            patch.setattr(player.app.line, "busy", lambda: (4.0, "reading the diary"))
            prompt.tick()
            prompt.tell(now)
            assert player.hint == "reading the diary ... 4 s"
        prompt.tell(now)
        assert player.hint == said

    play(hq, opened(hq), story)

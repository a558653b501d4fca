"""Sentences for the screen, dice as typed, the finder, the form for a new battle."""

from __future__ import annotations

import pytest
from msgspec import Raw
from msgspec.structs import replace
from rich.cells import cell_len

from campaign.battles.answers import LegalAction
from campaign.headquarters import Headquarters
from campaign.rules.options import Side
from campaign.rules.views import PieceView
from campaign.shared.answers import DiceNeeded, Line, LogEntry, Refusal
from campaign.shared.seals import short_seal
from tests.tui.playing import bot_seat, opened
from tui.battle import situation
from tui.battle.finder import find
from tui.battle.menu import Menu
from tui.battle.words import came_of, dice_typed, headline, log_line, news, odds_lines, percent
from tui.shared.dialogs import Wrong
from tui.shared.glyphs import ASCII, UNICODE
from tui.shared.palette import Ink, side_marks
from tui.shared.words import fitted, refusal
from tui.start.form import begin, form_lines, wish
from tui.terminal import farewell


def wanted(count: int, sides: int, faces: str = "") -> DiceNeeded:
    return DiceNeeded("a shot", count, sides, (), faces)


MARKS = side_marks([Side("nk", "North Korea"), Side("us", "United States")])


@pytest.mark.parametrize(
    ("text", "values"), [("3 5 6", [3, 5, 6]), ("356", [3, 5, 6]), (" 3,5, 6 ", [3, 5, 6])]
)
def test_dice_as_typed(text: str, values: list[int]):
    assert dice_typed(text, wanted(3, 6)) == values


def test_two_digits_are_one_die_if_it_has_so_many_sides():
    assert dice_typed("12", wanted(1, 20)) == [12]
    assert dice_typed("12", wanted(2, 6)) == [1, 2]
    assert dice_typed("07", wanted(2, 10, "0-9")) == [0, 7]
    assert dice_typed("07", wanted(1, 100, "00-99")) == [7]


def test_dice_with_other_numbers_say_which():
    found = dice_typed("7", wanted(1, 5, "1-3,8-9"))
    assert isinstance(found, Wrong) and "1 to 3, 8 to 9" in found.why


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "numbers: 1 to 6"), ("3 5", "That is 2"), ("3 5 7", "no 7"), ("3 x 5", "Only numbers"), ("0 1 2", "no 0"),
     ("-1 2 3", "Only"), ("³ ² ¹", "Only")],
)  # fmt: skip
def test_wrong_dice_are_explained(text: str, said: str):
    found = dice_typed(text, wanted(3, 6))
    assert isinstance(found, Wrong) and said in found.why


def test_a_refusal_says_why_by_which_rule_and_what_is_allowed():
    text = refusal(Refusal("Too far.", "7.8", tuple("abcdefghij")), UNICODE)
    assert text == "✗ Too far. [rule 7.8] Allowed: a, b, c, d, e, f, g, h, and more."
    assert refusal(Refusal("Too far."), ASCII) == "x Too far."


def test_chances_are_never_rounded_to_certainty():
    assert [percent(value) for value in (0.0, 0.00001, 0.5, 0.99999, 1.0)] == [
        "0.0%", "<0.1%", "50.0%", ">99.9%", "100.0%",
    ]  # fmt: skip


def test_the_log_is_quiet_but_says_what_it_leaves_out():
    lines = tuple(Line(f"The tank enters Sentence {i}.", "8.0") for i in range(9))
    text = log_line(LogEntry(7, 6, "", "p", "us", "drive", lines), MARKS, Ink(True), UNICODE, 60).plain
    assert "7  U  The tank enters Sentence 0. [8.0]" in text.replace("\N{NO-BREAK SPACE}", " ")
    assert "7 more" in text and "Sentence 8." in text and "Sentence 5." not in text


def test_the_log_never_leaves_out_what_a_shot_did():
    shot = (
        "Attack: M26 at T-34: 4 5.",
        "Deflected: 4.",
        "T-34 is damaged (3).",
        "It burns.",
        "Its crew is lost.",
    )
    steps = [Line(f"T-34 no. 3 enters 0{i}.", "8.0") for i in range(6)]
    phases = [Line(f"Turn 2: phase {i}.", "5.0") for i in range(4)]
    lines = (*steps, *(Line(one, "9.7") for one in shot), *phases)
    text = log_line(LogEntry(7, 6, "", "p", "us", "fire", lines, (4, 5)), MARKS, Ink(True), UNICODE, 80).plain
    assert all(one in text for one in shot)
    assert "enters 00." in text and "enters 05." in text and "enters 03." not in text
    assert "phase 0." in text and "phase 3." in text and "phase 1." not in text
    assert came_of(lines).endswith("Its crew is lost."), "the phases that follow are not what came of it"


def test_an_entry_that_tells_nothing_says_at_least_what_it_was():
    assert (
        "hold off"
        in log_line(LogEntry(7, 6, "", "p", "us", "hold-off", ()), MARKS, Ink(True), UNICODE, 60).plain
    )


def test_what_was_taken_back_says_so():
    entry = LogEntry(7, 6, "", "p", "us", "drive", (Line("It went."),), withdrawn=True)
    assert "(taken back)" in log_line(entry, MARKS, Ink(True), UNICODE, 60).plain


def test_the_finder_finds_places_pieces_and_actions():
    pieces = [PieceView("t1", "Tank 1", "us", "V", "0101")]
    menu = Menu([LegalAction("us", Raw(b"{}"), "Tank 1 pivots", "t1")])
    places = [("0305", "Mill Farm"), ("0101", "")]
    assert [one.label for one in find("mill", menu, pieces, places)] == ["look at 0305 Mill Farm"]
    assert [one.where for one in find("tank", menu, pieces, places)] == ["0101", ""]
    assert find("tank", menu, pieces, places)[1].choice is menu.all[0]
    assert [one.label for one in find("", menu, pieces, places)] == ["Tank 1 pivots"]


def test_where_seats_are_offered_the_form_offers_them(hq: Headquarters):
    system, scenario = next(one for one in hq.packs.scenarios() if one[1].id == "tank-duel")
    lines = form_lines(system, scenario, people=["ann", "ben"])
    nk, us = (dict(one.values) for one in lines[:2])
    assert lines[0].values[lines[0].at] == ("you", "ann") and us["offered to ben"] == "ben"
    assert lines[1].values[lines[1].at] == ("open: whoever takes it", "") and "this screen" not in nk
    values = {one.id: one.values[one.at][1] for one in lines}
    wanted = wish(system, scenario, values | {"seat us": "ben"})
    assert [(one.side, one.player, one.bot) for one in wanted.seats] == [("nk", "ann", ""), ("us", "ben", "")]


def test_the_form_opens_a_battle(hq: Headquarters):
    system, scenario = next(one for one in hq.packs.scenarios() if one[1].id == "tank-duel")
    lines = form_lines(system, scenario)
    assert [one.id for one in lines][:2] == ["seat nk", "seat us"]
    values = {one.id: one.values[one.at][1] for one in lines}
    battle = begin(
        hq,
        wish(
            system,
            scenario,
            values | {"seat nk": f"bot:{system.bots[0]}", "dice": "typed", "undo": "consent"},
        ),
    )
    assert isinstance(battle, str)
    info = hq.battles.info(battle)
    assert (info.dice, info.undo, [seat.bot for seat in info.seats]) == (
        "typed",
        "consent",
        [system.bots[0], ""],
    )
    refused = begin(hq, wish(system, scenario, values | {"seat nk": "bot:nobody"}))
    assert isinstance(refused, Refusal)


def test_a_situation_knows_who_sits_here(hq: Headquarters):
    battle = opened(hq, seats=bot_seat("nk"))
    now = situation.read(hq, battle)
    assert (now.mine, now.asked_bot, now.menu.all) == (("us",), "nk", ())
    assert "turn 1 of 10" in headline(now, UNICODE)


def test_a_situation_of_the_past_offers_nothing(hq: Headquarters):
    battle = opened(hq)
    first = situation.read(hq, battle)
    assert first.menu.all
    hq.battles.act(battle, {"kind": "end-phase"})
    past = situation.read(hq, battle, 1, first)
    assert (past.looking, past.newest, past.menu.all) == (1, 2, ())
    assert situation.read(hq, battle, 2, first).looking is None
    assert [entry.seq for entry in past.log] == [1, 2]


def test_the_log_is_read_anew_after_a_rewind(hq: Headquarters):
    battle = opened(hq)
    hq.battles.act(battle, {"kind": "end-phase"})
    before = situation.read(hq, battle)
    hq.battles.undo(battle)
    assert [entry.withdrawn for entry in situation.read(hq, battle, None, before).log] == [
        False,
        True,
        False,
    ]


def test_leaving_tells_the_newest_seal(hq: Headquarters):
    battle = opened(hq)
    told = farewell(hq, battle)
    assert short_seal(1, hq.battles.info(battle).seal) in told and told.endswith(f"wardiary play {battle}")
    assert farewell(hq, "gone").startswith("Everything is in the diary.") and farewell(hq, None)


def test_a_long_title_leaves_room_for_what_is_going_on(hq: Headquarters):
    """In a campaign a battle bears two titles; the turn, the phase and the entry must be seen all the same."""
    now = situation.read(hq, opened(hq))
    long = now._replace(
        view=replace(now.view, title="Roadblock at Obong-ni (The Marines' tanks in Korea, 1950)")
    )
    line = headline(long, UNICODE, 78)
    assert cell_len(line) <= 78 and line.startswith("Roadblock") and line.endswith(" · entry 1")
    assert headline(long, UNICODE).startswith(long.view.title)
    plain = headline(long, ASCII, 78)
    assert cell_len(plain) <= 78 and plain.isascii() and "..." in plain
    for width in (0, 40):
        assert fitted("Title", " · rest", width, UNICODE) == "Title · rest"
        assert fitted("Title", " · rest", width, ASCII) == "Title - rest"


def test_news_are_never_empty():
    hidden = LogEntry(3, 2, "", "ben", "us", "hidden", ())
    assert news(hidden) == "hidden."
    assert news(replace(hidden, kind="end-phase")) == "end phase."
    assert (
        news(replace(hidden, lines=(Line("Two.", ""), Line("Three.", ""), Line("Four.", ""))))
        == "Three. Four."
    )
    all_of_it = replace(hidden, dice=(4,), lines=(Line("Two.", ""), Line("Three.", ""), Line("Four.", "")))
    assert news(all_of_it) == "Two. Three. Four."


def test_a_notice_leaves_out_routine_first_and_then_how_it_began():
    lines = [
        Line("Pabst does not spot Taylor: 9 against 2.", weight="routine"),
        Line("Arndt fires: a hit."),
        Line("Hall is killed."),
        Line("Impulse 3.", weight="stage"),
    ]
    assert came_of(lines) == "Pabst does not spot Taylor: 9 against 2. Arndt fires: a hit. Hall is killed."
    assert came_of(lines, room=50) == "Arndt fires: a hit. Hall is killed."
    assert came_of(lines, room=20) == "... Hall is killed."
    assert came_of(lines[:1], room=20) == lines[0].text, "where there is nothing else it is told"
    assert came_of(lines[3:]) == "Impulse 3."


def test_a_card_is_drawn_and_its_number_typed():
    """At a table with cards of its own nobody rolls a die with 39 sides."""
    card, die = DiceNeeded("hand", 1, 3, (), "1-2,4"), DiceNeeded("spotting", 1, 10, (), "0-9")
    assert card.drawn and not die.drawn and not DiceNeeded("panic", 1, 10, ()).drawn
    assert dice_typed("4", card) == [4]
    wrong = dice_typed("3", card)
    assert isinstance(wrong, Wrong) and "Number 3 is not among those that are left: 1 to 2, 4" in wrong.why


def test_a_notice_of_mere_routine_is_short():
    looks = [Line(f"Pabst does not spot man {i}: 9 (needs 2 or less).", "12", "routine") for i in range(9)]
    assert came_of(looks) == f"{looks[0].text} {looks[1].text} ... 7 more of the kind."
    assert came_of(looks[:2]) == f"{looks[0].text} {looks[1].text}"


def test_failed_looks_of_several_men_are_folded_in_the_log():
    looks = [Line(f"Man {i} does not spot Taylor: 9 (needs 2 or less).", "12", "routine") for i in range(9)]
    entry = LogEntry(7, 6, "", "p", "us", "go-on", (*looks, Line("Man 9 spots Hall: 1.", "12")), ())
    text = log_line(entry, MARKS, Ink(True), UNICODE, 80).plain
    assert "Man 0" in text and "Man 8" in text and "Man 9 spots" in text and "7 more" in text
    assert "Man 4" not in text


def test_a_title_is_not_cut_for_the_kind_of_dice(hq: Headquarters):
    now = situation.read(hq, opened(hq))._replace(dice="typed")
    title = "Ambush in the sunken lane"
    named = now._replace(view=replace(now.view, title=title))
    line = headline(named, UNICODE, 78)
    assert line.startswith(f"{title} · ") and line.endswith(" · entry 1")
    assert headline(named, UNICODE, 110).endswith(" · typed dice")


def test_what_a_choice_does_stands_with_its_odds():
    choice = LegalAction("us", Raw(b"{}"), "Hide", says="He does nothing but stay down.")
    assert odds_lines(choice, None, UNICODE).plain == "He does nothing but stay down."

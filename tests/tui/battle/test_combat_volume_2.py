"""Playing a mission of Combat! Volume 2: what Enter means, what the enemy did, what stands beside the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.battles.answers import LegalAction
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, DiceNeeded
from tests.tui.playing import Player, opened, play

BAZOOKA = {"Pvt Buttermann": "Fire Light AT", "Pvt Dougless": "Load Light AT"}


def act(hq: Headquarters, battle: str, label: str, dice: Callable[[DiceNeeded], int] | None = None) -> None:
    """Do what is called so. dice: what comes up at a real table, else the lowest there is."""
    choice = called(hq, battle, label)
    typed: list[int] = []
    while isinstance(answer := hq.battles.act(battle, choice.action, dice=typed), DiceNeeded):
        value = dice(answer) if dice is not None else answer.there[0]
        typed = [*answer.typed, *[value] * answer.count]
    assert isinstance(answer, Acted), answer


def called(hq: Headquarters, battle: str, label: str) -> LegalAction:
    there = hq.battles.legal(battle)
    return next(one for one in there if one.label.startswith(label))


def mission(
    hq: Headquarters, scenario: str = "bazooka-in-the-street", hand: Sequence[int] = (1, 2, 3)
) -> str:
    """With real dice, and the first cards drawn."""
    battle = opened(hq, scenario, dice="typed")
    act(hq, battle, "Draw the first cards", lambda wanted: hand[len(wanted.typed)])
    return battle


def ordered(hq: Headquarters) -> str:
    """The street: the two with the bazooka under orders, and the enemy's cards drawn."""
    battle = mission(hq)
    act(hq, battle, "Play card")
    for man, order in BAZOOKA.items():
        act(hq, battle, f"{man}: {order}")
    act(hq, battle, "That is all")
    act(hq, battle, "Go on: all of the enemy")
    return battle


def loading(hq: Headquarters) -> str:
    """The loader acts: he can load, and hand his rockets to the man next to him."""
    battle = ordered(hq)
    for _ in range(8):
        there = [one.label for one in hq.battles.legal(battle)]
        if any(label.startswith("Pvt Dougless acts") for label in there):
            act(hq, battle, "Pvt Dougless acts")
        elif any("rockets" in label for label in there):
            return battle
        else:
            act(hq, battle, "Go on: all that")
    raise AssertionError("The loader never acted.")


def test_enter_where_a_man_stands_leads_to_all_that_he_can_do(hq: Headquarters):
    async def story(player: Player) -> None:
        player.board.focus()
        await player.press("n")
        player.board.focus()
        await player.quiet()
        assert "what Pvt Dougless can do here" in player.hint
        await player.press("enter")
        assert "rockets" not in player.hint, "what he does to the man beside him is not what he is there for"
        assert "oad the bazooka" in player.hint

    play(hq, loading(hq), story)


def test_where_hexes_are_marked_enter_in_the_list_leads_to_the_map(hq: Headquarters):
    battle = mission(hq, "ambush", DASH)
    act(hq, battle, "Play card 33")

    async def story(player: Player) -> None:
        await player.press("e")
        assert "Choose one of the hexes marked on the map." in player.notice
        choices = player.battle.panels.choices
        choices.focus()
        choices.highlighted = next(i for i, row in enumerate(choices.rows) if "marked on the map" in row.text)
        await player.quiet()
        assert "to the map" in player.hint
        await player.press("enter")
        assert player.board.has_focus
        await player.press("up", "enter")
        await player.until(lambda: "orders" in player.banner)

    play(hq, battle, story)


DASH = (33, 8, 17)
"""Of the player's cards: a quick dash, a near miss that may be thrown away, a change of plan."""


def test_while_the_enemy_acts_enter_goes_on_and_throws_no_card_away(hq: Headquarters):
    battle = mission(hq, "ambush", DASH)
    act(hq, battle, "Play card 17")
    act(hq, battle, "That is all")
    act(hq, battle, "Go on: all of the enemy")

    async def story(player: Player) -> None:
        await player.press("tab")
        assert any("Throw card 8 away" in row for row in player.rows)
        assert "Go on: all that" in player.hint, player.hint

    play(hq, battle, story)


def test_enter_far_from_who_is_asked_leads_to_what_he_can_do(hq: Headquarters):
    """After the enemy has moved the cursor stands where he went."""

    async def story(player: Player) -> None:
        player.board.focus()
        player.board.move_to("15.12")
        await player.quiet()
        assert "to the list: what Pvt Dougless can do" in player.hint
        await player.press("enter")
        assert player.battle.panels.choices.has_focus and "oad the bazooka" in player.hint

    play(hq, loading(hq), story)


def test_the_panel_has_weather_goals_points_and_initiatives_in_few_lines(hq: Headquarters):
    async def story(player: Player) -> None:
        told = player.battle.panels.beside.text.splitlines()
        assert told[0].endswith("clear, dry") and told[1] == "+3 wreck, +1 enemy out, -1 loss"
        assert told[2].startswith("U: points 0 of 2, Able at ") and told[2].endswith(", 2 cards")
        assert player.battle.panels.beside.region.height <= 5
        assert all(words in player.picture() for words in ("clear, dry", "+3 wreck", "points 0 of 2"))

    play(hq, ordered(hq), story)


def test_the_two_with_the_bazooka_are_both_told_of(hq: Headquarters):
    async def story(player: Player) -> None:
        player.board.move_to("20.08")
        await player.quiet()
        assert "Pvt Buttermann" in player.details and "Pvt Dougless" in player.details

    play(hq, ordered(hq), story)


def test_the_log_ends_with_what_was_done_and_not_with_whose_turn_it_is_now(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("e")
        log = player.battle.panels.log
        last = str(log.get_option_at_index(log.option_count - 1).prompt)
        assert player.battle.now is not None
        lines = player.battle.now.log[-1].lines
        assert lines[-1].weight == "stage" and lines[-1].text not in last
        assert next(line.text for line in reversed(lines) if line.weight != "stage")[:20] in last

    play(hq, ordered(hq), story)


def test_where_cards_are_real_they_are_drawn_and_not_rolled_for(hq: Headquarters):
    battle = opened(hq, "bazooka-in-the-street", dice="typed")

    async def story(player: Player) -> None:
        await player.press("e")
        told = " ".join(player.picture().replace("│", " ").split())
        assert "Draw 1 of the 40 that are left" in told and "with 40 sides" not in told
        await player.press("escape")

    play(hq, battle, story)


def test_where_a_card_is_to_be_played_the_key_that_ends_says_so(hq: Headquarters):
    async def story(player: Player) -> None:
        await player.press("e")
        assert "Play a card: lower numbers act sooner." in player.notice, player.notice

    play(hq, mission(hq, "ambush", (2, 5, 8)), story)


def test_what_an_order_does_stands_below_the_list_and_on_its_page(hq: Headquarters):
    battle = mission(hq)
    act(hq, battle, "Play card")

    async def story(player: Player) -> None:
        await player.press("tab")
        await player.quiet()
        await player.until(lambda: "impulse" in player.battle.panels.odds.text)
        await player.press("o")
        assert "impulse" in player.picture()

    play(hq, battle, story)


def test_a_man_who_is_asked_comes_before_the_cards_that_may_be_thrown_away(hq: Headquarters):
    battle = mission(hq, "ambush", (8, 5, 34))
    act(hq, battle, "Play card 34")
    act(hq, battle, "Pvt Buttermann: Fire Light AT")
    act(hq, battle, "Pvt Dougless: Load Light AT")
    act(hq, battle, "That is all")
    for _ in range(30):
        if any(" acts: " in one.label for one in hq.battles.legal(battle)):
            break
        act(hq, battle, "Go on: all")

    async def story(player: Player) -> None:
        await player.press("n", "tab")
        await player.quiet()
        assert any("Throw card 8 away" in row for row in player.rows)
        assert " acts: " in player.hint, player.hint

    play(hq, battle, story)


def test_rows_are_broken_to_the_room_there_is_after_something_else_stood_there(hq: Headquarters):
    battle = mission(hq, "ambush", (8, 5, 34))
    act(hq, battle, "Play card 34")
    act(hq, battle, "That is all")
    act(hq, battle, "Go on: all of the enemy")

    async def story(player: Player) -> None:
        choices = player.battle.panels.choices
        choices.display = False
        await player.quiet()
        choices.tell(choices.rows, "", {}, fresh=True)
        choices.display = True
        await player.quiet()
        written = [str(option.prompt) for option in choices.options]
        assert max(len(line) for row in written for line in row.split("\n")) > 22, written

    play(hq, battle, story)


def test_after_an_order_the_next_man_is_one_who_has_none(hq: Headquarters):
    battle = opened(hq, "ambush")
    act(hq, battle, "Draw the first cards")
    while not any(": Hide" in one.label for one in hq.battles.legal(battle)):
        act(hq, battle, hq.battles.legal(battle)[0].label)

    async def story(player: Player) -> None:
        player.battle.acting.perform(called(hq, battle, "Sgt Taylor: Hide"))
        await player.quiet()
        await player.press("n")
        both = next(one for one in hq.battles.legal(battle) if "of Able without an order" in one.label)
        assert player.battle.selection.unit == "cragg"
        player.battle.acting.perform(both)
        await player.quiet()
        assert "5 men have no order yet, Pvt Johnson first" in player.banner
        await player.press("n")
        assert player.battle.selection.unit == "johnson", "and not the other of his team, who has his now"

    play(hq, battle, story)

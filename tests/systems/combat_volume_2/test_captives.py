"""Surrender, guards, prisoners and whoever is left behind (23.3, 23.4, 30.1)."""

from typing import Any

import pytest

from campaign.systems.combat_volume_2.enemy import orders
from campaign.systems.combat_volume_2.people import captives
from campaign.systems.combat_volume_2.people.captives import Guard
from campaign.systems.combat_volume_2.state import Step
from tests.systems.combat_volume_2.whole import Whole, plain


def cornered(**man: Any) -> Whole:
    field = Whole(plain())
    field.friend("hall", "0503")
    field.enemy("jung", "0502", "rout", morale=-3, **man)
    return field


def test_a_man_in_rout_next_to_an_opponent_checks_or_gives_himself_up():
    field = cornered()
    play = field.play(9)
    assert captives.surrender_due(play)
    captives.surrender(play)
    assert field.game.men["jung"].captor == "hall"
    assert not field.game.men["jung"].able
    field = cornered()
    play = field.play(0)  # needs 4 - 3
    captives.surrender(play)
    assert field.game.men["jung"].captor == ""


@pytest.mark.parametrize("where", ["0502", "0501"])
def test_a_comrade_beside_him_keeps_him_from_it(where: str):
    field = cornered()
    field.enemy("adler", where)
    assert not captives.surrender_due(field.play())


def test_who_is_in_rout_himself_takes_nobody():
    field = cornered()
    field.game.men["hall"].morale = -3
    assert not captives.surrender_due(field.play())


def test_of_several_the_player_says_who_guards():
    field = cornered()
    field.friend("cole", "0402")
    play = field.play(9)
    captives.surrender(play)
    assert field.game.steps == (Step("guard", "jung", ("hall", "cole")),)
    assert field.asked() == ["choice"]
    assert field.actions(Guard) == [Guard("hall"), Guard("cole")]
    assert field.refusal(Guard("jung"))
    field.do(Guard("cole"))
    assert field.game.men["jung"].captor == "cole"
    assert field.game.steps == ()


def test_of_several_enemies_the_rules_say_who_guards():
    field = Whole(plain())
    field.friend("hall", "0503", "rout", morale=-3)
    field.enemy("jung", "0502")
    field.enemy("adler", "0402")
    captives.surrender(field.play(9))
    assert field.game.men["hall"].captor == "jung"
    assert field.game.steps == ()


@pytest.mark.parametrize(("face", "dead"), [(0, False), (9, True)])
def test_after_a_medic_has_fallen_a_guard_may_kill_his_prisoner(face: int, dead: bool):
    """30.1."""
    field = cornered()
    field.friend("doc", "0105", skills=("trained-medic",), dead=True)
    field.game.medics = ("revenge",)
    play = field.play(9, face)
    captives.surrender(play)
    assert field.game.men["jung"].dead is dead


def test_at_the_end_who_lies_alone_is_captured():
    """23.3."""
    field = Whole(plain())
    field.friend("down", "0101", down=True)
    field.friend("near", "0301")
    captives.leave_behind(field.play())
    assert field.game.men["down"].gone == ""
    field.game.men["near"].hex = "0401"
    captives.leave_behind(field.play())
    assert field.game.men["down"].gone == "captured"


def test_at_the_end_only_a_prisoner_with_a_guard_in_his_hex_is_captured():
    """23.4."""
    field = Whole(plain())
    field.friend("hall", "0503")
    field.enemy("jung", "0502", captor="hall")
    captives.leave_behind(field.play())
    assert field.game.men["jung"].gone == ""
    field.game.men["hall"].hex = "0502"
    captives.leave_behind(field.play())
    assert field.game.men["jung"].gone == "captured"


def test_23_4_a_guard_comes_to_his_prisoner_who_gets_away_when_he_leaves_him():
    field = cornered()
    captives.surrender(field.play(9))
    assert field.game.men["hall"].hex == "0502"
    assert not captives.get_away_due(field.play())
    field.friend("cole", "0502")
    field.game.men["hall"].hex = "0503"
    assert not captives.get_away_due(field.play())  # any of the guard's side will do
    field.game.men["cole"].hex = "0503"
    play = field.play()
    captives.get_away(play)
    assert field.game.men["jung"].captor == "" and field.game.men["jung"].able
    assert field.told(play) == ["Sch Jung has no guard any more and gets away."]


@pytest.mark.parametrize(
    "taker", [{"alert": False}, {"spotted": False}, {"skills": ("trained-medic",)}, {"morale": -3}]
)
def test_nobody_gives_himself_up_to_who_sleeps_is_unknown_a_medic_or_runs(taker: dict[str, Any]):
    """23.4."""
    field = Whole(plain())
    field.friend("hall", "0503", "rout", morale=-3)
    field.enemy("jung", "0502", **taker)
    assert not captives.surrender_due(field.play())


def test_23_4_an_enemy_who_alone_guards_a_prisoner_stays_with_him():
    field = Whole(plain(9, 13), posture="attack")
    field.friend("hall", "0505", captor="jung")
    jung = field.enemy("jung", "0505")
    play = field.play()
    assert orders.moving(play, jung, "sprint", (1,)).word == "hide"
    field.enemy("adler", "0505")
    assert orders.moving(field.play(), jung, "sprint", (1,)).word != "hide"

"""Two sides asked at once, for different things: who acts, what bots do, what is taken back."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, DiceNeeded, Refusal
from campaign.shared.callers import local
from tests.golden.make import play

pytestmark = pytest.mark.usefixtures("example")


def opened(hq: Headquarters, *seats: Seat, undo: str | None = None) -> str:
    answer = hq.battles.new("ring", seats=seats, undo=undo)  # type: ignore[arg-type]
    assert isinstance(answer, Acted), answer
    return answer.diary


def done(answer: object) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def asked(hq: Headquarters, battle: str) -> list[tuple[str, str]]:
    return [(one.side, one.kind) for one in hq.battles.view(battle).asked]


def test_each_answers_what_it_is_asked_in_any_order(hq: Headquarters):
    ring = opened(hq)
    assert asked(hq, ring) == [("red", "deal"), ("blue", "deal")]
    done(hq.looking_as("blue").battles.act(ring, {"kind": "deal"}))
    assert asked(hq, ring) == [("red", "deal"), ("blue", "lay")]
    assert {one.side for one in hq.battles.legal(ring)} == {"red", "blue"}
    refused = hq.looking_as("blue").battles.act(ring, {"kind": "deal"})
    assert isinstance(refused, Refusal)
    kinds = [re.findall(r'"kind":"([a-z]+)"', one) for one in refused.allowed]
    assert kinds == [["lay"], ["face"]]
    done(hq.looking_as("blue").battles.act(ring, hq.looking_as("blue").battles.legal(ring)[0].action))
    assert asked(hq, ring) == [("red", "deal")]
    done(hq.battles.act(ring, {"kind": "deal"}))


def test_one_screen_must_say_for_whom_and_a_player_of_one_side_need_not(hq: Headquarters):
    ring = opened(hq)
    refused = hq.battles.act(ring, {"kind": "deal"})
    assert isinstance(refused, Refusal)
    assert refused.allowed == ("red", "blue")
    mine = opened(hq, Seat("red", "ann"), Seat("blue", "bob"))
    done(hq.for_(local("bob")).battles.act(mine, {"kind": "deal"}))
    assert asked(hq, mine) == [("red", "deal"), ("blue", "lay")]
    stranger = hq.for_(local("eve")).battles.act(mine, {"kind": "deal"})
    assert isinstance(stranger, Refusal)


def test_a_bot_is_asked_even_if_a_person_is_asked_before_it(hq: Headquarters):
    ring = opened(hq, Seat("blue", bot="random"))
    answers = [done(one) for one in hq.battles.bots.play(ring)]
    assert len(answers) == 2
    assert asked(hq, ring) == [("red", "deal")]
    assert hq.battles.bots.choice(ring) is None


def test_a_side_that_is_not_asked_may_do_what_may_be_done_at_any_time(hq: Headquarters):
    ring = opened(hq)
    for side in ("red", "blue"):
        done(hq.looking_as(side).battles.act(ring, {"kind": "deal"}))
    done(hq.looking_as("red").battles.act(ring, hq.looking_as("red").battles.legal(ring)[0].action))
    assert [one.kind for one in hq.looking_as("red").battles.legal(ring)] == ["face"]
    done(hq.looking_as("red").battles.act(ring, {"kind": "face", "heading": 180}))
    done(hq.looking_as("red").battles.undo(ring))
    assert hq.battles.view(ring).game.pieces[0].heading == 0


def test_while_an_undo_waits_for_its_answer_only_that_is_legal(hq: Headquarters):
    ring = opened(hq, undo="consent")
    done(hq.looking_as("red").battles.act(ring, {"kind": "deal"}))
    done(hq.looking_as("red").battles.undo(ring))
    assert asked(hq, ring)[0] == ("blue", "undo")
    kinds = [one.kind for one in hq.looking_as("blue").battles.legal(ring)]
    assert kinds[:2] == ["undo-grant", "undo-refuse"]
    done(hq.looking_as("blue").battles.act(ring, {"kind": "undo-grant"}))
    assert asked(hq, ring) == [("red", "deal"), ("blue", "deal")]


def test_an_undo_against_a_bot_goes_behind_its_answers(hq: Headquarters):
    ring = opened(hq, Seat("blue", bot="random"), undo="free")
    list(hq.battles.bots.play(ring))
    done(hq.looking_as("red").battles.act(ring, {"kind": "deal"}))
    list(hq.battles.bots.play(ring))
    done(hq.battles.undo(ring))
    assert ("red", "deal") in asked(hq, ring)


def test_typed_dice_are_asked_for_when_bots_play(hq: Headquarters):
    answer = hq.battles.new("ring", dice="typed")
    ring = done(answer).diary

    def roll(wanted: DiceNeeded) -> Sequence[int]:
        return [6] * wanted.count

    for one in hq.battles.bots.play(ring, dict.fromkeys(("red", "blue"), "random"), roll=roll):
        done(one)
    assert hq.battles.info(ring).verdict is not None


@pytest.mark.parametrize("dice", ["sealed", "typed"])
@pytest.mark.parametrize("undo", ["free", "consent"])
def test_random_battles_with_rewinds_come_to_their_end_and_hold(hq: Headquarters, dice: str, undo: str):
    for seed in random.Random(5).sample(range(1000), 5):
        ring = play(hq, "ring", seed, dice, undo)
        assert hq.battles.info(ring).verdict is not None
        assert hq.battles.verify(ring).sound

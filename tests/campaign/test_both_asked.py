"""Two sides asked at once, for different things: who acts, what bots do, what is taken back."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from campaign.answers import Acted, DiceNeeded, Refusal
from campaign.headquarters import Headquarters
from campaign.table import Seat
from tests.golden.make import play

pytestmark = pytest.mark.usefixtures("example")


def opened(hq: Headquarters, *seats: Seat, undo: str | None = None) -> str:
    answer = hq.new("ring", seats=seats, undo=undo)  # type: ignore[arg-type]
    assert isinstance(answer, Acted), answer
    return answer.battle


def done(answer: object) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def asked(hq: Headquarters, battle: str) -> list[tuple[str, str]]:
    return [(one.side, one.kind) for one in hq.view(battle).asked]


def test_each_answers_what_it_is_asked_in_any_order(hq: Headquarters):
    ring = opened(hq)
    assert asked(hq, ring) == [("red", "deal"), ("blue", "deal")]
    done(hq.act(ring, {"kind": "deal"}, side="blue"))
    assert asked(hq, ring) == [("red", "deal"), ("blue", "lay")]
    assert {one.side for one in hq.legal(ring)} == {"red", "blue"}
    refused = hq.act(ring, {"kind": "deal"}, side="blue")
    assert isinstance(refused, Refusal)
    assert refused.allowed == ("lay", "face")
    done(hq.act(ring, hq.legal(ring, "blue")[0].action, side="blue"))
    assert asked(hq, ring) == [("red", "deal")]
    done(hq.act(ring, {"kind": "deal"}))


def test_one_screen_must_say_for_whom_and_a_player_of_one_side_need_not(hq: Headquarters):
    ring = opened(hq)
    refused = hq.act(ring, {"kind": "deal"})
    assert isinstance(refused, Refusal)
    assert refused.allowed == ("red", "blue")
    mine = opened(hq, Seat("red", "ann"), Seat("blue", "bob"))
    done(hq.act(mine, {"kind": "deal"}, player="bob"))
    assert asked(hq, mine) == [("red", "deal"), ("blue", "lay")]
    stranger = hq.act(mine, {"kind": "deal"}, player="eve")
    assert isinstance(stranger, Refusal)


def test_a_bot_is_asked_even_if_a_person_is_asked_before_it(hq: Headquarters):
    ring = opened(hq, Seat("blue", bot="random"))
    answers = [done(one) for one in hq.autoplay(ring)]
    assert len(answers) == 2
    assert asked(hq, ring) == [("red", "deal")]
    assert hq.bot_choice(ring) is None


def test_a_side_that_is_not_asked_may_do_what_may_be_done_at_any_time(hq: Headquarters):
    ring = opened(hq)
    for side in ("red", "blue"):
        done(hq.act(ring, {"kind": "deal"}, side=side))
    done(hq.act(ring, hq.legal(ring, "red")[0].action, side="red"))
    assert [one.kind for one in hq.legal(ring, "red")] == ["face"]
    done(hq.act(ring, {"kind": "face", "heading": 180}, side="red"))
    done(hq.undo(ring, side="red"))
    assert hq.view(ring).game.pieces[0].heading == 0


def test_while_an_undo_waits_for_its_answer_only_that_is_legal(hq: Headquarters):
    ring = opened(hq, undo="consent")
    done(hq.act(ring, {"kind": "deal"}, side="red"))
    done(hq.undo(ring, side="red"))
    assert asked(hq, ring) == [("blue", "undo")]
    assert hq.legal(ring, "red") == []
    assert [one.kind for one in hq.legal(ring, "blue")] == ["undo-grant", "undo-refuse"]
    assert isinstance(hq.act(ring, {"kind": "deal"}, side="blue"), Refusal)
    done(hq.act(ring, {"kind": "undo-grant"}, side="blue"))
    assert asked(hq, ring) == [("red", "deal"), ("blue", "deal")]


def test_an_undo_against_a_bot_goes_behind_its_answers(hq: Headquarters):
    ring = opened(hq, Seat("blue", bot="random"), undo="free")
    list(hq.autoplay(ring))
    done(hq.act(ring, {"kind": "deal"}, side="red"))
    list(hq.autoplay(ring))
    done(hq.undo(ring))
    assert ("red", "deal") in asked(hq, ring)


def test_typed_dice_are_asked_for_when_bots_play(hq: Headquarters):
    answer = hq.new("ring", dice="typed")
    ring = done(answer).battle

    def roll(wanted: DiceNeeded) -> Sequence[int]:
        return [6] * wanted.count

    for one in hq.autoplay(ring, dict.fromkeys(("red", "blue"), "random"), roll=roll):
        done(one)
    assert hq.verdict(ring) is not None


@pytest.mark.parametrize("dice", ["sealed", "typed"])
@pytest.mark.parametrize("undo", ["free", "consent"])
def test_random_battles_with_rewinds_come_to_their_end_and_hold(hq: Headquarters, dice: str, undo: str):
    for seed in random.Random(5).sample(range(1000), 5):
        ring = play(hq, "ring", seed, dice, undo)
        assert hq.verdict(ring) is not None
        assert hq.verify(ring).sound

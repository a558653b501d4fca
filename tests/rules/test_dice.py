"""The five sources of dice, and the tree of all that dice can do. `docs/dice.md` describes the sealed ones."""

from __future__ import annotations

import hmac
import json
import re
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.dice import (
    Dice,
    DiceWanted,
    ScriptedDice,
    SeededDice,
    TypedDice,
    chances,
    outcomes,
)
from campaign.rules.refused import Refused
from campaign.rules.sealed_dice import Chain, SealedDice, commitment, dice_of_the_first_scheme
from events.entry import Draw, Matters

DOC = Path(__file__).parents[2] / "docs" / "dice.md"
SECRET = bytes(range(32))


def sealed(**changes: bytes | str) -> SealedDice:
    parts: dict[str, bytes | str] = {
        "secret": SECRET,
        "diary": "tank-duel-1",
        "contributions": "",
        "seal": bytes(32),
        "action": b"{}",
    }
    return dice_of_the_first_scheme(**{**parts, **changes})  # type: ignore[arg-type]


# -- sealed -------------------------------------------------------------------------------------------------------


def examples() -> list[dict[str, Any]]:
    found = re.findall(r"```json\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    return [json.loads(one) for one in found]


def test_the_worked_example_of_the_second_scheme() -> None:
    _, vector, _ = examples()
    chain = Chain(bytes.fromhex(vector["secret"]), vector["diary"])
    link = chain.start(2, "ann", b"{}", b"[]")
    assert link == vector["start"]
    for side, text, after in vector["contributed"]:
        link = chain.contributed(link, side, text)
        assert link == after
    dice = chain.dice(link, vector["role"])
    for draw in vector["draws"]:
        context = bytes.fromhex(draw["context"])
        assert context == chain.context(dice.follows, vector["role"])
        assert hmac.digest(chain.secret, context + bytes(8), "sha256").hex() == draw["block"]
        rolls(dice, [draw])
        assert dice.follows == draw["rolled"]
    assert chain.salt(vector["salt"]["seq"]) == vector["salt"]["salt"]


def test_the_worked_example_of_the_third_scheme() -> None:
    *_, vector = examples()
    chain = Chain(bytes.fromhex(vector["secret"]), vector["diary"])
    opening = (vector["opener"], vector["action"].encode(), vector["events"].encode())
    assert chain.start(3, *opening) == vector["start"]


def test_dice_of_the_second_scheme_are_the_same_in_one_entry_or_in_many() -> None:
    chain = Chain(SECRET, "tank-duel-1")
    together = chain.dice(chain.start(2, "", b"", b""), "us")
    values = [together.roll("a roll", 2 + n) for n in range(4)]
    link = chain.start(2, "", b"", b"")
    for n in range(4):
        alone = chain.dice(link, "us")
        assert alone.roll("a roll", 2 + n) == values[n]
        link = alone.follows
    assert link == together.follows


def rolls(dice: SealedDice, draws: list[dict[str, Any]]) -> None:
    for draw in draws:
        if draw.get("matters") == "shuffle":
            assert list(dice.shuffle("a deck", draw["sides"])) == draw["values"]
        else:
            assert list(dice.roll("a draw", len(draw["values"]), draw["sides"])) == draw["values"]


def test_the_worked_example_of_the_first_scheme() -> None:
    vector, *_ = examples()
    secret = bytes.fromhex(vector["secret"])
    assert commitment(secret, vector["diary"]) == vector["commitment"]
    dice = dice_of_the_first_scheme(
        secret,
        vector["diary"],
        vector["contributions"],
        bytes.fromhex(vector["seal"]),
        vector["action"].encode(),
    )
    rolls(dice, vector["draws"])
    blocks = b"".join(bytes.fromhex(block) for block in vector["blocks"])
    words = [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, 64, 4)]
    assert [word % 6 + 1 for word in words[:8]] == [5, 6, 6, 3, 4, 3, 2, 4]
    assert [word % 10 + 1 for word in words[8:12]] == [7, 1, 6, 7]
    assert [word % sides + 1 for word, sides in zip(words[12:], (5, 4, 3, 2), strict=True)] == [5, 2, 3, 2]


def test_the_same_everything_gives_the_same_dice() -> None:
    assert sealed().roll("x", 50) == sealed().roll("y", 50)


@pytest.mark.parametrize("change", [
    {"secret": bytes(32)}, {"diary": "tank-duel-2"}, {"contributions": "us=1\n"}, {"seal": b"\1" * 32},
    {"action": b'{"kind":"fire"}'},
])  # fmt: skip
def test_every_part_counts(change: dict[str, bytes | str]) -> None:
    assert sealed(**change).roll("x", 50) != sealed().roll("x", 50)


def test_parts_cannot_be_shifted_into_each_other() -> None:
    one = sealed(diary="ab", contributions="c").roll("x", 50)
    assert one != sealed(diary="a", contributions="bc").roll("x", 50)


def test_draws_go_on_with_the_stream() -> None:
    one, other = sealed(), sealed()
    assert (*one.roll("a", 3), *one.roll("b", 20)) == other.roll("c", 23)


def test_words_in_the_incomplete_run_are_thrown_away() -> None:
    # With 2^31 + 1 sides only the first 2^31 + 1 words count: about half are thrown away.
    sides = (1 << 31) + 1
    context = (b"wardiary.dice.roll.1", b"tank-duel-1", b"", bytes(32), b"{}")

    def words() -> list[int]:
        prefix = b"".join(len(part).to_bytes(8, "big") + part for part in context)
        blocks = b"".join(hmac.digest(SECRET, prefix + n.to_bytes(8, "big"), "sha256") for n in range(20))
        return [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, len(blocks), 4)]

    kept = [word + 1 for word in words() if word < sides]
    assert len(kept) < 120
    assert list(sealed().roll("x", 40, sides)) == kept[:40]


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20])
def test_faces_are_fair(sides: int) -> None:
    rolls = 60_000
    found = Counter(sealed().roll("x", rolls, sides))
    assert set(found) == set(range(1, sides + 1))
    expected = rolls / sides
    chi = sum((n - expected) ** 2 / expected for n in found.values())
    assert chi < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5


def test_the_commitment_hangs_on_secret_and_diary_and_is_no_roll() -> None:
    found = {commitment(SECRET, "a"), commitment(SECRET, "b"), commitment(bytes(32), "a")}
    assert len(found) == 3
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in found)
    assert commitment(SECRET, "a") != sha256(SECRET).hexdigest()


# -- typed --------------------------------------------------------------------------------------------------------


def test_typed_dice_ask_for_what_is_missing() -> None:
    with pytest.raises(DiceWanted) as found:
        TypedDice().roll("attack", 3)
    assert (found.value.purpose, found.value.count, found.value.sides, found.value.typed) == (
        "attack",
        3,
        6,
        (),
    )
    dice = TypedDice([1, 2, 3])
    assert dice.roll("attack", 3) == (1, 2, 3)
    with pytest.raises(DiceWanted) as found:
        dice.roll("damage", 1)
    assert found.value.typed == (1, 2, 3)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_typed_dice_refuse_what_no_die_shows(face: int) -> None:
    with pytest.raises(Refused) as found:
        TypedDice([face]).roll("attack", 1)
    assert (found.value.allowed, found.value.where) == (("1 to 6",), "$.dice")


def test_typed_dice_refuse_a_part_of_a_roll() -> None:
    with pytest.raises(Refused, match="attack asks for 3 dice, 2 were typed"):
        TypedDice([1, 2]).roll("attack", 3)


def test_typed_dice_refuse_more_than_was_asked_for() -> None:
    dice = TypedDice([1, 2, 3])
    dice.roll("attack", 2)
    with pytest.raises(Refused, match="3 dice were typed, 1 more than asked for"):
        dice.settle()
    dice.roll("damage", 1)
    dice.settle()


# -- scripted, seeded ---------------------------------------------------------------------------------------------


def test_scripted_dice_come_in_their_order_and_end() -> None:
    dice = ScriptedDice([1, 6, 3])
    assert (dice.roll("a", 2), dice.left) == ((1, 6), 1)
    with pytest.raises(IndexError, match="b asks for 2"):
        dice.roll("b", 2)
    with pytest.raises(ValueError, match="not faces"):
        ScriptedDice([7]).roll("a", 1)


def test_seeded_dice_follow_their_generator() -> None:
    one, other = (SeededDice(Random(5).randrange).roll("x", 100) for _ in range(2))
    assert one == other
    assert set(one) == set(range(1, 7))


@pytest.mark.parametrize(
    "dice", [sealed(), TypedDice([2, 3]), ScriptedDice([2, 3]), SeededDice(Random(1).randrange)]
)
def test_every_source_keeps_its_draws_and_none_for_no_dice(dice: SealedDice) -> None:
    assert dice.roll("nothing", 0) == dice.roll("less", -2) == ()
    values = dice.roll("two", 2, matters="set")
    assert dice.draws == [Draw("two", 6, values, "set", dice.source)]


# -- shuffles -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [sealed(), SeededDice(Random(3).randrange)])
@given(count=st.integers(1, 80))
def test_a_shuffle_is_one_draw_that_has_every_card_once(dice: SealedDice, count: int) -> None:
    order = dice.shuffle("deck", count)
    assert sorted(order) == list(range(1, count + 1))
    assert dice.draws[-1] == Draw("deck", count, order, "shuffle", dice.source)


@pytest.mark.parametrize("source", ["sealed", "seeded"])
def test_every_order_is_as_likely(source: str) -> None:
    dice: Dice = sealed() if source == "sealed" else SeededDice(Random(11).randrange)
    rolls = 24_000
    found = Counter(dice.shuffle("deck", 4) for _ in range(rolls))
    assert len(found) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in found.values()) < 23 + 5 * 46**0.5


def test_a_shuffle_takes_a_face_for_each_card_but_the_last() -> None:
    one, other = sealed(), sealed()
    order = list(range(1, 31))
    for i in range(30, 1, -1):
        (j,) = other.roll("place", 1, i)
        order[i - 1], order[j - 1] = order[j - 1], order[i - 1]
    assert one.shuffle("deck", 30) == tuple(order)
    assert one.roll("then", 9) == other.roll("then", 9)


def test_no_cards_leave_no_draw() -> None:
    dice = sealed()
    assert dice.shuffle("deck", 0) == ()
    assert dice.draws == []


def test_scripted_shuffles_are_orders() -> None:
    dice = ScriptedDice([3, 1, 2, 6, 1, 1])
    assert (dice.shuffle("deck", 3), dice.roll("die", 1)) == ((3, 1, 2), (6,))
    with pytest.raises(ValueError, match="not an order of 2"):
        dice.shuffle("deck", 2)


def test_a_table_with_a_deck_of_its_own_is_asked_for_each_card() -> None:
    dice = TypedDice([4])
    assert dice.shuffle("deck", 30) == ()
    assert dice.roll("top card", 1, 30) == (4,)
    assert [draw.purpose for draw in dice.draws] == ["top card"]


def test_chances_never_look_into_a_deck() -> None:
    assert chances(lambda dice: dice.shuffle("deck", 30)) == {(): Fraction(1)}


# -- all that dice can do -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("matters", ["order", "count", "set"])
@given(count=st.integers(1, 5), sides=st.integers(1, 6))
def test_outcomes_weigh_every_roll_once(matters: Matters, count: int, sides: int) -> None:
    found = dict(outcomes(count, sides, matters))
    assert sum(found.values()) == sides**count

    def what_counts(faces: tuple[int, ...]) -> object:
        return (
            faces if matters == "order" else tuple(sorted(faces)) if matters == "count" else frozenset(faces)
        )

    brute = Counter(what_counts(faces) for faces in product(range(1, sides + 1), repeat=count))
    assert {what_counts(faces): n for faces, n in found.items()} == brute
    assert len({what_counts(faces) for faces in found}) == len(found)


def test_chances_of_dice_that_hang_on_dice() -> None:
    def play(dice: Dice) -> int:
        (first,) = dice.roll("first", 1)
        return sum(dice.roll("then", first, matters="count"))

    brute: Counter[int] = Counter()
    for first in range(1, 7):
        for rest in product(range(1, 7), repeat=first):
            brute[sum(rest)] += 6 ** (6 - first)
    found = chances(play)
    assert found == {total: Fraction(n, 6**7) for total, n in brute.items()}
    assert sum(found.values()) == 1
    assert list(found.values()) == sorted(found.values(), reverse=True)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["order", "count", "set"])), max_size=3))
def test_chances_always_add_up_to_one(rolls: list[tuple[int, Matters]]) -> None:
    def play(dice: Dice) -> int:
        return sum(max(dice.roll("x", count, matters=matters), default=0) for count, matters in rolls)

    assert sum(chances(play).values()) == 1


def test_without_dice_there_is_one_result() -> None:
    assert chances(lambda dice: "certain") == {"certain": Fraction(1)}

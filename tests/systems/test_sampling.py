"""How odds are held against plays: what is wrong is found, and what is right is left alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, exp
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from campaign.rules.chapters import by_deed
from campaign.rules.decision import Decision
from campaign.rules.dice import Dice, SeededDice
from campaign.rules.options import Chance, Odds, in_order
from campaign.rules.packs import Pack
from campaign.rules.system import CopyByCode
from campaign.rules.walking import walked
from tests.rules import test_chapters as gallery
from tests.systems.sampling import Came, Counts, Position, Reading, deed, plays_of, sampled, unlikely
from tests.systems.sampling.finding import Wanted

MANY = 4_000


def count(state: dict[str, int], word: str) -> None:
    state[word] = state.get(word, 0) + 1


class Tally(Decision[dict[str, int], str]):
    """Events are words that are counted."""

    appliers: ClassVar[Mapping[type[Any], Callable[[Any, Any], None]]] = {str: count}

    def copies(self) -> Callable[[Dice], Tally]:
        return lambda dice: Tally(dict(self.state), dice)


def agree(run: Callable[[Tally], None], result: Callable[[Tally], str]) -> bool:
    """Whether what is walked is what is played."""

    def facts(play: Tally) -> list[str]:
        return play.events

    said, random = walked(Tally({}), run, facts, result), Random(7)
    came = sampled(Tally({}), run, facts, result, lambda: SeededDice(random.randrange), MANY)
    assert came.plays == sum(came.whole.values()) == MANY
    pairs = [(said.whole, came.whole), (said.single, came.single)]
    return all(
        unlikely(float(one.get(what, Fraction(0))), other.get(what, 0), MANY) < 25
        for one, other in pairs
        for what in one.keys() | other.keys()
    )


def die(play: Tally, most: int, word: str, otherwise: str) -> None:
    ((low, _),) = play.read("a die", 1, 6, lambda face: face <= most)
    play.emit(word if low else otherwise)


def test_what_is_apart_and_what_comes_last_is_played_as_it_is_walked():
    def run(play: Tally) -> None:
        die(play, 3, "low", "high")
        for name in ("Able", "Baker"):
            play.apart(("check", "low" in play.state), lambda play: check(play), name)
        play.last("low" in play.state, then)

    def check(play: Tally) -> None:
        die(play, 1 if "low" in play.state else 4, "fails", "holds")

    def then(play: Tally) -> None:
        die(play, 2 if "low" in play.state else 5, "yes", "no")

    assert agree(run, lambda play: play.events[-1])


def test_a_key_that_leaves_out_what_its_job_depends_on_shows():
    def run(play: Tally) -> None:
        die(play, 3, "low", "high")
        play.apart("check", lambda play: die(play, 1 if "low" in play.state else 5, "fails", "holds"), "Able")

    assert not agree(run, lambda play: play.events[0])


def test_what_is_not_apart_shows():
    """The second depends on what came of the first."""

    def run(play: Tally) -> None:
        play.apart("first", lambda play: die(play, 3, "shaken", "calm"), "Able")
        play.apart(
            "second", lambda play: die(play, 5 if "shaken" in play.state else 1, "fails", "holds"), "Baker"
        )

    assert not agree(run, lambda play: "")


def test_an_end_that_reads_what_was_put_apart_shows():
    def run(play: Tally) -> None:
        play.apart("first", lambda play: die(play, 3, "shaken", "calm"), "Able")

    assert not agree(run, lambda play: "shaken" if "shaken" in play.state else "calm")


@pytest.mark.parametrize("said", [0.02, 1 / 6, 0.5, 0.9])
@pytest.mark.parametrize("of", [12, 60, 300])
def test_a_count_is_no_likelier_than_it_is_said_to_be(said: float, of: int):
    """Against the sum of the chances of all counts that lie as far out."""
    chances = [comb(of, k) * said**k * (1 - said) ** (of - k) for k in range(of + 1)]
    for came in range(of + 1):
        out = chances[came:] if came > said * of else chances[: came + 1]
        assert sum(out) <= exp(-unlikely(said, came, of)) + 1e-9
    assert unlikely(1.0, of, of) == unlikely(0.0, 0, of) == 0
    assert unlikely(1.0, of - 1, of) == unlikely(0.0, 1, of) == float("inf")


def odds(**chances: Fraction) -> Odds:
    return Odds(in_order(chances.items()))


def test_a_forgotten_nine_is_found():
    """Seven and less hit, nine never does: whoever takes nine for a plain miss is wrong about what jams."""
    random, counts, right = Random(3), Counts(), Counts()
    faces = [random.randrange(10) for _ in range(MANY)]
    came = [Came("hit" if face <= 7 else "jams" if face == 9 else "miss") for face in faces]
    counts.add("shot", "here", odds(hit=Fraction(8, 10), miss=Fraction(2, 10)), came)
    right.add("shot", "here", odds(hit=Fraction(8, 10), miss=Fraction(1, 10), jams=Fraction(1, 10)), came)
    assert [one.split(":")[1].strip() for one in counts.wrong()[:2]] == ["jams", "miss"]
    assert not right.wrong()


def test_small_faults_show_in_all_positions_together():
    """Each by itself could be chance."""
    random, counts = Random(5), Counts()
    told = odds(hit=Fraction(45, 100), miss=Fraction(55, 100))
    for i in range(60):
        counts.add(
            "shot", str(i), told, [Came("hit" if random.random() < 0.55 else "miss") for _ in range(100)]
        )
    assert counts.wrong() and all(", all:" in one for one in counts.wrong())


def test_of_a_fact_that_some_plays_cannot_tell_nothing_is_counted():
    counts = Counts()
    told = Odds(odds(a=Fraction(1)).results, (Chance("seen", "1/2", 0.5),))
    counts.add(
        "shot", "here", told, [Came("a", frozenset({"seen"}))] * 50 + [Came("a", silent=frozenset({"seen"}))]
    )
    assert not counts.wrong()
    counts.add("shot", "there", told, [Came("a", frozenset({"seen"}))] * 50)
    assert counts.wrong()


# -- systems in chapters ---------------------------------------------------------------------------------------


@pytest.fixture
def rules() -> gallery.Gallery:
    found = gallery.Gallery(Pack("gallery", {}, ""))
    found.system = SimpleNamespace(copy=CopyByCode(gallery.Range_))  # type: ignore[assignment]
    return found


def counted(rules: gallery.Gallery, reading: Reading, told: Odds) -> list[str]:
    at, counts = Position(gallery.Range_([1, 2]), "us", gallery.Shoot(1)), Counts()
    counts.add("Shoot", "here", told, plays_of(rules, at, reading, Random(1), MANY))
    return counts.wrong()


def test_a_deed_is_its_own_reading(rules: gallery.Gallery):
    answer = gallery.TABLE.answers[gallery.Shoot]
    told = rules.chances(gallery.Range_([1, 2]), "us", gallery.Shoot(1))
    assert told is not None
    reading = deed(rules, answer.odds, told)  # type: ignore[arg-type]
    assert reading.whole and not counted(rules, reading, told)
    wrong = Odds(told.results, tuple(Chance(one.result, "1/2", 0.5) for one in told.also))
    assert len(counted(rules, reading, wrong)) == 4


def test_of_a_part_it_is_said_that_it_is_no_whole(rules: gallery.Gallery):
    """Odds that are walked of something else than what is done are held against that alone."""

    def aim(play: gallery.Play, side: str, action: gallery.Shoot) -> None:
        ((hits, face),) = play.read("shot", 1, 10, lambda one: one < 3, "0-9")
        play.emit(gallery.Fell(action.at, (face,)) if hits else gallery.Missed((face,)))

    part = by_deed(aim)
    told = part(rules.play(gallery.Range_([1, 2])), "us", gallery.Shoot(1))
    reading = deed(rules, part, told)
    assert not reading.whole and not counted(rules, reading, told)


def test_a_kind_that_has_odds_and_no_reading_is_named(
    rules: gallery.Gallery, monkeypatch: pytest.MonkeyPatch
):
    state = gallery.Range_([1, 2])
    wanted = Wanted(rules, {}, 1)
    assert wanted.missing == {gallery.Shoot}
    monkeypatch.setattr("tests.systems.sampling.finding.ByDeed", int)
    plain = Wanted(rules, {}, 1)
    plain.look(state, "us", Random(1))
    assert plain.unread == {gallery.Shoot} and not plain.found

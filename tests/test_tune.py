"""The search for bots' constants: it finds what is better, the same with the same seeds, and stops in time."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct

from campaign.headquarters import Headquarters
from campaign.rules.constants import FILE, BotFile, bot_file, bounds, read_constants
from campaign.rules.packs import PackError, make_pack
from campaign.simulation.answers import Setup
from campaign.simulation.working import crew
from tests import tune
from tests.tune import Field, Search, compared, matches, neighbours


@pytest.fixture
def hq(tmp_path: Path) -> Iterator[Headquarters]:
    with Headquarters(tmp_path / "home") as opened:
        yield opened


class Two(Struct, frozen=True, forbid_unknown_fields=True):
    far: Annotated[int, Meta(ge=0, le=20)]
    bold: Annotated[float, Meta(ge=0, le=1)]


class Drawn:
    """A field in which a setting gets what a function says of it in each battle."""

    def __init__(self, worth: Any) -> None:
        self.worth, self.most, self.asked = worth, 0, 0

    def points(self, seed: int, constants: Two, battles: int) -> list[float]:
        self.most, self.asked = max(self.most, battles), self.asked + 1
        return [self.worth(constants, seed, i) for i in range(battles)]


def silent(text: str) -> None:
    """For who only wants what is found."""


# -- the search ----------------------------------------------------------------------------------------------------


def test_the_best_setting_is_found_constant_by_constant():
    def worth(one: Two, seed: int, i: int) -> float:
        return 1 - abs(one.far - 9) / 20 - abs(one.bold - 0.3) + 0.001 * (i % 2)

    field: Any = Drawn(worth)
    found = Search(field, 1, 40, silent).run(Two(4, 0.9))
    assert isinstance(found, Two)
    assert abs(found.far - 9) <= 1 and found.bold == pytest.approx(0.3, abs=0.06)
    only = Search(field, 1, 40, silent).run(Two(4, 0.9), only=["far"])
    assert isinstance(only, Two) and only.bold == 0.9 and abs(only.far - 9) <= 1


def test_what_is_surely_better_or_worse_is_known_soon_and_the_rest_in_the_end():
    def clear(one: Two, seed: int, i: int) -> float:
        return (1 if i % 5 else 0) if one.far > 4 else 0

    def doubtful(one: Two, seed: int, i: int) -> float:
        return (i % 3 == 0) + 0.02 if one.far > 4 else (i % 3 == 1)

    now, other = Two(4, 0.5), Two(5, 0.5)
    field: Any
    for worth, better, most in ((clear, True, tune.ROUND), (doubtful, False, 60)):
        field = Drawn(worth)
        assert compared(field, 1, now, other, 60).better == better
        assert field.most == most
    field = Drawn(clear)
    assert not compared(field, 1, other, now, 60).better
    assert field.most == tune.ROUND, "surely worse"


def test_more_and_less_stay_within_bounds():
    assert neighbours(Two, Two(4, 0.5), "far", 0.5) == [6, 2]
    assert neighbours(Two, Two(20, 0.5), "far", 0.5) == [10]
    assert neighbours(Two, Two(0, 0.5), "far", 0.2) == [1]
    assert neighbours(Two, Two(4, 1.0), "bold", 0.2) == [0.8]
    assert neighbours(Two, Two(4, 0.0), "bold", 0.2) == [0.01], "0 is left, too"


# -- battles -------------------------------------------------------------------------------------------------------


@contextmanager
def in_the_ring(hq: Headquarters, jobs: int = 1) -> Iterator[Field]:
    """Of two rounds with three cards: who saves the best card for later is left with it or with the second."""
    prepared = [hq.simulations._prepared(Setup("ring", options={"rounds": 2}))]
    with crew([one.arm for one in prepared], [one.rules for one in prepared], jobs) as hands:
        yield Field(prepared, hands)


@pytest.mark.usefixtures("example")
def test_the_bot_of_the_example_is_made_better(hq: Headquarters):
    """And the same is found again, by any number of processes."""
    found: list[tuple[Any, int]] = []
    for jobs in (1, 1, 2):
        with in_the_ring(hq, jobs) as field:
            rules = field.prepared[0].rules
            start = msgspec.convert({"thrift": 1.5}, type(rules.constants))
            search = Search(field, 1, 40, silent)
            after: Any = search.run(start)
            found.append((after.thrift, search.tried))
            was, now, low, _ = tune.checked(field, 2, 100, start, after)
            assert after.thrift < 1 and now > was and low > 0
    assert len(set(found)) == 1


@pytest.mark.usefixtures("example")
def test_every_bot_is_fought_from_either_side_and_its_own_setting_is_its_own(hq: Headquarters):
    with in_the_ring(hq) as field:
        found = [*matches(field.prepared)]
        assert [(one.side, one.bots) for one in found] == [
            ("red", {"red": "thrifty", "blue": "random"}),
            ("red", {"red": "thrifty", "blue": "thrifty"}),
            ("blue", {"red": "random", "blue": "thrifty"}),
            ("blue", {"red": "thrifty", "blue": "thrifty"}),
        ]
        rules = field.prepared[0].rules
        same = field.points(1, rules.constants, 30)
        assert sum(same[30:60]) + sum(same[90:]) == 30, "each side gets what the other does not"
        worse = field.points(1, msgspec.convert({"thrift": 1.5}, type(rules.constants)), 30)
        assert sum(worse[30:60]) + sum(worse[90:]) < 30, "the other side weighs as it is shipped"
        assert field.points(1, rules.constants, 10) == [
            p for i in range(4) for p in same[30 * i : 30 * i + 10]
        ]


def test_what_is_found_is_written_with_its_figures(hq: Headquarters, capsys: pytest.CaptureFixture[str]):
    """Where nothing is better, nothing is."""
    before = tune.place("combat-veteran").read_bytes()
    few = ["--scenarios", "tiger-shermans", "--only", "near", "--battles", "2", "--check", "2", "--jobs", "1"]
    assert tune.main(["combat-veteran", *few, "--print"]) == 0
    assert "near 6 → 9" in capsys.readouterr().out
    assert tune.place("combat-veteran").read_bytes() == before
    with pytest.raises(SystemExit):
        tune.main(["combat-veteran", *few, "--search-seed", "3", "--check-seed", "3"])
    with pytest.raises(SystemExit):
        tune.main(["combat-veteran", "--only", "courage"])


def test_a_file_that_is_written_is_read_again():
    found = tune.Found("2", ("a", "b"), 1, 2, 400, 0.5, 0.5625, 0.03, 0.095, 12)
    file = BotFile("our own; found by `make tune`", {"far": 7, "bold": 0.25}, found)
    pack = make_pack("made-up", {FILE: tomllib.loads(tune.text(file, Two(7, 0.25)))})
    assert read_constants(pack, Two) == Two(7, 0.25)
    assert bot_file(pack, Two) == file


# -- what is declared ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("constants", "says"),
    [
        ({"far": 30, "bold": 0.5}, "20 or less at far"),
        ({"far": 3}, "bold"),
        ({"far": 3, "bold": 0.5, "brave": 1}, "brave"),
        ({"far": 3.5, "bold": 0.5}, "whole number"),
    ],
)
def test_constants_that_cannot_be_are_refused(constants: Mapping[str, float], says: str):
    pack = make_pack("made-up", {FILE: {"source": "our own", "constants": constants}})
    with pytest.raises(PackError) as refused:
        read_constants(pack, Two)
    assert says in str(refused.value) and FILE in str(refused.value)


def test_a_constant_has_bounds():
    class Loose(Struct):
        bold: float

    with pytest.raises(PackError, match="bounds"):
        bounds(Loose)


def test_charts_from_before_there_were_constants_are_played_with_those_that_are_shipped(hq: Headquarters):
    rules = hq.simulations._prepared(Setup("tank-duel")).rules
    old = make_pack(
        rules.pack.system, {name: one for name, one in rules.pack.content.items() if name != FILE}
    )
    assert rules.system.load(old).constants == rules.constants


def test_one_side_alone_weighs_otherwise(hq: Headquarters):
    """Of Combat Veteran: each constant is looked up in the rules that the bot gets."""
    prepared = [hq.simulations._prepared(Setup("tiger-shermans"))]
    rules = prepared[0].rules
    other = msgspec.structs.replace(rules.constants, restless=1.0, settled=1.0)
    with crew([prepared[0].arm], [rules], 1) as hands:
        field = Field(prepared, hands)
        assert field.points(1, other, 8) != field.points(1, rules.constants, 8)

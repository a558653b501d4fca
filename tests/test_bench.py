"""Benchmarks: the table of each area is printed as it is done, and what fails takes nothing else with it."""

from __future__ import annotations

import pytest

from tests.bench import __main__ as bench
from tests.bench.rows import Part, Row, at_most

FAST = [at_most("a thing", 1.0, "ms", 2)]
SLOW = [at_most("another", 3.0, "ms", 2), Row("a third", 1, "/s", "none", True, 2.0)]


def _fails() -> list[Row]:
    raise ValueError("no such board")


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {
        "one": {"fails": Part(_fails), "fast": Part(lambda: FAST)},
        "two": {"slow": Part(lambda: SLOW), "hours": Part(_fails, long=True)},
    }
    monkeypatch.setattr(bench, "areas", lambda: made)


def test_a_part_that_fails_says_so_and_loses_no_other(capsys: pytest.CaptureFixture[str]):
    assert bench.main([]) == 1
    told = capsys.readouterr().out
    assert "one/fails: failed, ValueError: no such board" in told
    assert told.index("one: a thing") < told.index("one: 0 s") < told.index("two: another")
    assert "hours" not in told


def test_one_that_is_named_is_measured_alone(capsys: pytest.CaptureFixture[str]):
    assert bench.main(["one/fast"]) == 0
    assert "fails" not in capsys.readouterr().out
    assert bench.main(["two/hours"]) == 1, "it fails, but it was measured"
    assert "two/hours: failed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "told"), [("three", "there are one, two"), ("one/slow", "there are fails, fast")]
)
def test_a_name_that_there_is_not_is_told(capsys: pytest.CaptureFixture[str], name: str, told: str):
    assert bench.main([name]) == 2
    assert told in capsys.readouterr().out


def test_areas_and_parts_are_listed(capsys: pytest.CaptureFixture[str]):
    assert bench.main(["--list"]) == 0
    assert capsys.readouterr().out.splitlines() == ["one: fails, fast", "two: slow, hours (long)"]


def test_every_area_has_parts(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    every = bench.areas()
    assert {"bots", "campaign", "diary", "home", "play", "serving", "starting"} <= every.keys()
    assert all(every.values())

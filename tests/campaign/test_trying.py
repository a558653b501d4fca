"""Whoever tries a rule system of his own is told what does not hold, where, and what was never met."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from campaign import systems
from campaign.contract import skeleton
from campaign.contract.answers import Tried
from campaign.contract.battles import Contract
from campaign.contract.finding import found
from campaign.contract.promises import Broken, difference, loaded, twins
from campaign.contract.trying import tried
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from tests.example import FOLDER, forgotten

Change = tuple[str, str, str]
"""A file of a package, what stands there, and what takes its place."""


@pytest.fixture(autouse=True)
def nobody_stays(tmp_path: Path) -> Iterator[None]:
    """Packages that were lent are forgotten."""
    before = list(sys.path)
    yield
    sys.path[:] = before
    forgotten(tmp_path)


def quiet(what: str, done: int, of: int) -> None:
    """Nobody waits at a terminal."""


def test_try(folder: Path, battles: int = 12) -> Tried:
    return tried(str(folder), battles, 1, folder.parent, quiet)


test_try.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture
def changed(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[..., Path]:
    """The skeleton with changes, under a name of its own: modules are kept by their names."""

    def made(*changes: Change) -> Path:
        name = f"try-{crc32(request.node.name.encode())}"
        folder = skeleton.write(name, tmp_path)
        return _change(folder / name.replace("-", "_"), changes)

    return made


@pytest.fixture
def duel(tmp_path: Path) -> Callable[..., Path]:
    """The worked example, which hides something, with changes."""

    def made(*changes: Change) -> Path:
        folder = tmp_path / "duel_of_dice"
        shutil.copytree(FOLDER / "duel_of_dice", folder, ignore=shutil.ignore_patterns("__pycache__"))
        return _change(folder, changes)

    return made


def _change(folder: Path, changes: tuple[Change, ...]) -> Path:
    for file, old, new in changes:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, (file, old)
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_the_skeleton_keeps_all_promises_as_it_stands_and_meets_all_of_itself(
    changed: Callable[..., Path],
):
    answer = test_try(changed().parent, 40)
    assert answer.sound and not answer.installed
    done = {part.what: part.done for part in answer.parts}
    assert done["battles"] == 40 and done["battles at headquarters"] == 1
    assert not any((answer.unmet.events, answer.unmet.actions, answer.unmet.questions, answer.unmet.rules))
    assert not answer.unmet.options and not answer.notes


def test_the_worked_example_keeps_all_promises(duel: Callable[..., Path]):
    answer = test_try(duel())
    assert answer.sound, answer.failures
    assert {"positions by chance", "pairs of battles"} <= {part.what for part in answer.parts}
    assert answer.notes == ()


WRONG: dict[str, tuple[Change, str]] = {
    "dice": (("firing.py", 'dice="dice",\n', ""), "events tell of the dice that were rolled"),
    "behind": (
        ("moving.py", "    play.emit(Moved", "    play.state.turn += 1\n    play.emit(Moved"),
        "events say all that happened",
    ),
    "chance": (
        ("moving.py", "    end_turn(play)", "    import random\n    play.state.turn += 0 * random.getrandbits(9)\n"
         "    play.emit(Moved(action.unit, random.choice(['0101', '0303', '0505', '0202', '0707'])))"),
        "the same dice give the same events",
    ),
    "ids": (("turns.py", "if id not in (mine", "if False and id not in (mine"), "KeyError"),
    "sentence": (("moving.py", " goes to {event.to}.", " goes to {event.to}"), "are a sentence"),
    "retold": (
        ("moving.py", " goes to {event.to}.", " goes to {play.state.units[event.unit].hex}."),
        "told at the end of a battle as it was told when it was made",
    ),
    "twice": (("turns.py", "[Option(Wait())]", "[Option(Wait()), Option(Wait())]"), "nothing is listed twice"),
    "writes": (
        ("moving.py", "    for unit in play.state.of(side):", "    play.state.turn = play.state.turn\n"
         "    for unit in play.state.of(side):"),
        "Game.turn is written by somebody who only asks",
    ),
    "sample": (("rules.py", '"blue": "eager"', '"blue": "clever"'), "bots of `sample`"),
    "setting": (("rules.py", "lowest=1", "lowest=30"), "in its bounds"),
    "tag": (("turns.py", 'tag="wait"', 'tag="concede"'), "no action has a tag of headquarters"),
    "pieces": (("view.py", "id=unit.id", 'id="same"'), "pieces of a view have ids of their own"),
    "over": (("chapters.py", "asked=turns.whose_turn", "asked=lambda play: ()"), "until there is a verdict"),
    "raises": (("firing.py", "    end_turn(play)\n", "    raise ValueError('a mistake')\n"), "ValueError"),
    "floats": (("state.py", "hits: int = 0", "hits: float = 0.1"), "no floating point, and not so Unit.hits"),
}  # fmt: skip
"""A mistake, and how it is told."""


def test_what_lies_beyond_a_range_is_asked_for_and_must_be_refused(changed: Callable[..., Path]):
    counted = (
        ("turns.py", '    """Do nothing this turn."""', "    count: int = 1"),
        ("turns.py", "[Option(Wait())]", '[Option(Wait(), ranges=(Range("count", 1, 3),))]'),
        ("turns.py", "import Option, Side", "import Option, Range, Side"),
    )
    unsure = (
        "turns.py",
        "why_not=nothing,",
        "why_not=lambda play, side, action: iter({1: (), 2: (), 3: ()}[action.count]),",
    )
    answer = test_try(changed(*counted, unsure))
    assert not answer.sound and any("KeyError" in one.problem for one in answer.failures), answer.failures


def test_a_data_file_that_is_unsound_is_told_with_its_line(changed: Callable[..., Path]):
    folder = changed(("data/vehicles.toml", "hits = 2", 'hits = "2"'))
    with pytest.raises(Refused) as refused:
        test_try(folder)
    text = (folder / "data" / "vehicles.toml").read_text(encoding="utf-8")
    line = text[: text.index('hits = "2"')].count("\n") + 1
    assert refused.value.where == f"vehicles.toml:{line}" and "shipped" not in refused.value.reason


@pytest.mark.parametrize("mistake", WRONG)
def test_a_mistake_is_found_and_told(mistake: str, changed: Callable[..., Path]):
    change, words = WRONG[mistake]
    answer = test_try(changed(change))
    assert not answer.sound
    assert any(words in failure.problem for failure in answer.failures), answer.failures


LEAKS: dict[str, tuple[Change, str]] = {
    "known": (("hidden.py", "if of == side", "if of"), "can tell by"),
    "looks": (
        ("blows.py", "    for side in played(play.state.sides):", "    for side in played(play.state.sides):\n"
         "        play.state.champions[side.id].hand"),
        "Somebody may look at what he cannot know",
    ),
    "no positions": (("rules.py", "self.positions = Positions(self.charts)", "pass"), "has `positions`"),
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found_and_told(leak: str, duel: Callable[..., Path]):
    change, words = LEAKS[leak]
    answer = test_try(duel(change))
    assert any(words in failure.problem for failure in answer.failures), answer.failures


@pytest.mark.parametrize("part", ["event", "action"])
def test_a_secret_that_only_the_record_tells_is_noted(part: str, duel: Callable[..., Path]):
    """The battles that are compared have the same record, so that no pair of them shows it."""
    change = ("=laid_as_seen, ", "=as_it_is, ") if part == "event" else ("=lay_as_seen,", "=for_all,")
    imported = ("import Answer, Chapter", "import Answer, as_it_is, for_all, Chapter")
    answer = test_try(duel(("blows.py", *change), ("blows.py", *imported)), 30)
    assert [note for note in answer.notes if "'lay'" in note], answer


def test_the_battle_that_fails_is_a_diary_that_can_be_looked_at(changed: Callable[..., Path], tmp_path: Path):
    mistake = (
        "firing.py",
        "    if target.hits >=",
        "    assert target.hits < 2, 'two hits'\n    if target.hits >=",
    )
    answer = test_try(changed(mistake))
    failure = next(one for one in answer.failures if one.part == "battles")
    assert failure.problem == "AssertionError: two hits"
    assert failure.code[-1].startswith("firing.py:") and failure.code[-1].endswith(" in shoot")
    assert failure.doing.split(": ")[0] in ("red", "blue") and '"kind":"fire"' in failure.doing
    assert "scenario meeting" in failure.battle
    with Headquarters(tmp_path / "home") as hq:
        assert hq.import_(Path(failure.file)).entries > 1
        view = hq.battles.view(failure.diary)
        assert any(piece.damage == 1 for piece in view.game.pieces)
        assert len(hq.battles.log(failure.diary)) > 1


def test_alike_failures_are_told_once_and_counted(changed: Callable[..., Path]):
    answer = test_try(
        changed(("firing.py", "    if target.hits >=", "    raise ValueError('x')\n    if target.hits >="))
    )
    battles = [one for one in answer.failures if one.part == "battles"]
    assert len({one.code[-1] for one in battles}) == len(battles)
    failed = next(part.failed for part in answer.parts if part.what == "battles")
    assert sum(one.times for one in battles) == failed > len(battles)


def test_what_was_never_met_is_told(changed: Callable[..., Path]):
    folder = changed(
        ("firing.py", "    for unit in play.state.of(side):", "    for unit in []:"),
        ("rules.py", "settings=(", 'settings=(Setting("mist", "Mist", "switch", False), '),
    )
    unmet = test_try(folder, battles=1).unmet
    assert unmet.events == ("destroyed", "fired") and unmet.actions == ("fire",)
    assert [number for number, _ in unmet.rules] == ["2.2"]
    assert unmet.rules[0][1].startswith("firing.py:")
    assert set(unmet.options) == {"mist=true", "turns=1", "turns=40"}


def test_settings_that_do_not_go_together_are_no_failure(changed: Callable[..., Path]):
    folder = changed(
        ("rules.py", "        return [Begun(", "        if options['turns'] == 1:\n"
         "            raise no_such('length', '1', ['2'])\n        return [Begun("),
    )  # fmt: skip
    answer = test_try(folder, 30)
    assert answer.sound, answer.failures
    assert any("turns=1" in note and "no length" in note for note in answer.notes)


def test_odds_by_the_deed_need_nothing_more_than_the_deed(changed: Callable[..., Path]):
    """A decision in chapters copies itself."""
    rules = loaded(found(str(changed())))
    state = rules.system.begun(rules.open("meeting", {"turns": 40}))
    dice = Random(3)
    while True:
        side = rules.pending(state)[0].side
        listed = list(rules.legal(state, side))
        fire: Any = next((one.action for one in listed if hasattr(one.action, "target")), None)
        if fire is not None:
            odds = rules.odds(state, side, fire)
            assert odds is not None
            assert {one.result for one in odds.results} <= {"hit", "missed", "hit, destroyed"}
            assert sum(one.chance for one in odds.results) == pytest.approx(1)
            return
        from campaign.rules.dice import SeededDice

        rules.advance(state, side, listed[dice.randrange(len(listed))].action, SeededDice(dice.randrange))


def test_what_is_no_rule_system_is_refused_in_words(tmp_path: Path):
    (tmp_path / "empty_one").mkdir()
    (tmp_path / "empty_one" / "__init__.py").write_text("")
    (tmp_path / "broken_one").mkdir()
    (tmp_path / "broken_one" / "__init__.py").write_text("1 / 0")
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "pyproject.toml").write_text("[project]\nname = 'project'\n")
    for named, words in (
        ("no_such_package_here", "There is no package"),
        ("no such thing", "no rule system and no package"),
        (str(tmp_path / "empty_one"), "it has no `SYSTEM`"),
        (str(tmp_path / "broken_one"), "ZeroDivisionError"),
        (str(tmp_path / "project"), "offers no rule systems"),
    ):
        with pytest.raises(Refused) as refused:
            found(named)
        assert words in refused.value.reason, named


def test_another_system_of_the_same_id_is_refused(tmp_path: Path, changed: Callable[..., Path]):
    first = changed()
    id = found(str(first))
    assert found(id) == found(str(first)) == id and not systems.installed(id)
    second = tmp_path / "second" / "second_package"
    shutil.copytree(first, second)
    _change(
        second,
        tuple(
            (file.name, first.name, second.name)
            for file in first.glob("*.py")
            if first.name in file.read_text()
        ),
    )
    with pytest.raises(Refused, match=f"offers a rule system '{id}', too"):
        found(str(second))


def test_names_that_cannot_be_had_are_refused(tmp_path: Path):
    for name in ("", "7", "Two Words", "class", "json", "a--b", "../up", systems.system_ids()[0]):
        with pytest.raises(Refused):
            skeleton.write(name, tmp_path)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "hill-duel").mkdir()
    with pytest.raises(Refused, match="is there already"):
        skeleton.write("hill_duel", tmp_path)


def test_where_two_things_differ_is_said():
    assert difference({"a": [1, 2]}, {"a": [1, 3]}) == "['a'][1] is 2 here and 3 there"
    assert "here" in difference([1], [1, 2])
    assert issubclass(Broken, AssertionError)


def test_a_choice_that_equals_a_default_is_no_difference():
    """An encoder leaves out only the very text that is the default: a state that was read is written otherwise."""
    rules = loaded("tanks-modern-age")
    chosen = {"mission": "-".join(("tank", "ace")), "turns": 1}
    battle = Contract("tanks-modern-age", "table-top", 1, twins(rules), chosen)
    battle.play("random", 6)
    battle.replayed()
    battle.copied()


def test_what_a_side_knows_may_be_a_state_of_a_kind_of_its_own():
    """MechWar 4 in the fog: its known states say a little more than true ones do."""
    rules = loaded("mechwar-4")
    battle = Contract("mechwar-4", "crossroads", 1, twins(rules), {"fog": True})
    known = {side: rules.known(battle.state, side) for side in ("", *battle.sides)}
    assert {type(one) for one in known.values()} != {type(battle.state)}
    battle.told(known)

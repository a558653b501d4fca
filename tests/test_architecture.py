"""docs/architecture.md says what is true: the picture equals the imports, and both ways run as they are written."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from tests.house import MODULES, ROOT, defined, imports, tree, where
from tests.tui.cli.running import Run, wardiary

__all__ = ["wardiary"]

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MOST_TURNS = 2
"""How often a way from command to diary may turn back to a higher floor."""
STORE = "events/sqlite/store.py:SQLiteStore.append"
OUTSIDE = ("api/__init__.py", "campaign/samples/", "campaign/__init__.py")
"""What is in no room: nothing, data, the version."""


class Room(NamedTuple):
    floor: int
    path: str
    under: frozenset[str]


def _rooms() -> dict[str, Room]:
    rows = re.findall(r"^ +(\d+) +(\S+) .*→(.*)$", PAGE, re.MULTILINE)
    found = [Room(int(floor), path, frozenset(under.replace("*", "").split())) for floor, path, under in rows]
    return {one.path.removeprefix("campaign/").removesuffix("/"): one for one in found}


ROOMS = _rooms()


def _room(path: str) -> str:
    """The room of a file; "" if it is in none."""
    return next((name for name, room in ROOMS.items() if path.startswith(room.path)), "")


def _chapter(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


# -- the picture -----------------------------------------------------------------------------------------------


def test_every_file_is_in_one_room():
    assert len(ROOMS) > 10
    homeless = {where(path) for path in MODULES if not _room(where(path))}
    assert {one for one in homeless if not one.startswith(OUTSIDE)} == set()


def test_the_arrows_are_the_imports():
    real: dict[str, set[str]] = {name: set() for name in ROOMS}
    for path in MODULES:
        if own := _room(where(path)):
            rooms = {_room(name.replace(".", "/") + "/") or _room(_file(name)) for name in imports(path)}
            real[own] |= rooms - {own, ""}
    assert real == {name: set(room.under) for name, room in ROOMS.items()}


def _file(name: str) -> str:
    """The file that an imported name comes from, for rooms that are one file."""
    parts = name.split(".")
    return "/".join(parts[:2]) + ".py"


def test_arrows_lead_down():
    assert [
        (name, under)
        for name, room in ROOMS.items()
        for under in room.under
        if ROOMS[under].floor >= room.floor
    ] == []
    floors = [room.floor for room in ROOMS.values()]
    assert floors == sorted(floors, reverse=True)


@cache
def _defined(path: Path) -> frozenset[str]:
    return frozenset(defined(tree(path)))


def test_every_file_and_function_is_there():
    named = re.findall(r"`((?:campaign|events|tui|tests|docs)/[\w/]+\.\w+)(?::([\w.]+))?`", PAGE)
    assert len(named) > 50
    for file, name in named:
        assert (ROOT / file).is_file(), file
        assert not name or name in _defined(ROOT / file), f"{file}:{name}"


# -- the two ways ----------------------------------------------------------------------------------------------


class Call(NamedTuple):
    """A function that was called, and who called whom up to it, itself included."""

    name: str
    stack: tuple[str, ...]


def _name(frame: FrameType) -> str:
    """`file:function` of ours, a function inside another by the outer one's name; "" for what is not ours."""
    file = Path(frame.f_code.co_filename)
    if not file.is_relative_to(ROOT):
        return ""
    path = file.relative_to(ROOT).as_posix()
    return f"{path}:{frame.f_code.co_qualname.partition('.<locals>')[0]}" if _room(path) else ""


def _stack(frame: FrameType | None) -> tuple[str, ...]:
    """Outermost first."""
    found: list[str] = []
    while frame is not None:
        if (name := _name(frame)) and name not in found[-1:]:
            found.append(name)
        frame = frame.f_back
    return tuple(reversed(found))


def _calls(wardiary: Run, wanted: set[str], *arguments: str) -> list[Call]:
    """Run a command; the calls of what is wanted, in order."""
    found: list[Call] = []

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (name := _name(frame)) in wanted:
            found.append(Call(name, _stack(frame)))

    sys.setprofile(look)
    try:
        ran = wardiary(*arguments)
    finally:
        sys.setprofile(None)
    assert ran.status == 0, ran.err
    return found


class Step(NamedTuple):
    """A numbered step. turns: it is marked ↩. asked: what hangs under it."""

    name: str
    turns: bool
    asked: tuple[str, ...]


def _steps(title: str) -> tuple[list[Step], list[str]]:
    """The numbered steps of a way, and what comes after them."""
    steps: list[Step] = []
    after: list[str] = []
    for number, dash, name, turn in re.findall(
        r"^(?:(\d+)\.|( *)-) `([^`]+:[^`]+)`( ↩)?", _chapter(title), re.MULTILINE
    ):
        if number:
            assert int(number) == len(steps) + 1
            steps.append(Step(name, bool(turn), ()))
        elif dash:
            steps[-1] = steps[-1]._replace(asked=(*steps[-1].asked, name))
        else:
            after.append(name)
    return steps, after


def _floor(name: str) -> int:
    return ROOMS[_room(name.partition(":")[0])].floor


def _turns(way: Sequence[str]) -> list[str]:
    """Whom a way calls that stands higher than the caller."""
    return [two for one, two in pairwise(way) if _floor(two) > _floor(one)]


@pytest.mark.parametrize(("title", "command"), [("An action", ("act", "3")), ("An undo", ("undo",))])
def test_a_way_runs_as_it_is_written(wardiary: Run, title: str, command: tuple[str, ...]):
    battle = wardiary("new", "tank-duel", "--json").json["battle"]
    wardiary("legal", battle)
    if command == ("undo",):
        wardiary("act", battle, "3")
    steps, after = _steps(title)
    way = [step.name for step in steps]
    assert way[-1] == STORE and len(after) > 2
    wanted = {*way, *after, *(name for step in steps for name in step.asked)}
    calls = _calls(wardiary, wanted, command[0], battle, *command[1:])

    assert list(next(call for call in calls if call.name == STORE).stack) == way
    assert _turns(way) == [step.name for step in steps if step.turns]
    assert len(_turns(way)) <= MOST_TURNS

    due = [(step.name, name) for step in steps for name in (step.name, *step.asked)]
    due += [("", name) for name in after]
    for call in calls:
        if due and call.name == due[0][1] and _under(call, due[0][0], way):
            due.pop(0)
    assert due == []


def _under(call: Call, step: str, way: Sequence[str]) -> bool:
    """Whether a call was made for a step of the way, and not for a later one."""
    return not step or [one for one in call.stack if one in way][-1] == step

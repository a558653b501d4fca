"""No refusal sends back more of what was sent than helps: of an action in any rule system, and at any other door."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.headquarters import Headquarters
from campaign.rules.refused import ENDS, QUOTED, Refused, no_such
from campaign.shared.answers import Acted, Refusal
from campaign.shared.repeating import shorten
from campaign.systems import find, system_ids
from tests.campaign.calling import doors, methods, ok
from tests.campaign.conftest import steady_world

LONG = "x'\n" + "y" * 10_000
TURNS = 40
OF_FILES = ("import_", "export")
"""A file of this machine is named whole."""


def repeated(refused: Refusal | Refused) -> bool:
    told = (refused.reason, refused.where, *refused.allowed)
    return any("y" * (QUOTED + 1) in one for one in told)


def with_long_texts(action: Any) -> Iterator[Any]:
    """An action with a long text in the place of each of its texts."""
    said = msgspec.to_builtins(action)
    for path in places(said):
        changed = msgspec.to_builtins(action)
        at = changed
        for one in path[:-1]:
            at = at[one]
        at[path[-1]] = LONG
        yield changed


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, str) and path != ("kind",):
        yield path
    some = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in some:
        yield from places(inner, (*path, name))


@pytest.mark.parametrize("system", system_ids())
def test_an_action_with_a_long_text_is_refused_in_short(tmp_path: Path, system: str) -> None:
    rnd, refused, kinds = random.Random(1), 0, set[str]()
    with Headquarters(tmp_path, steady_world()) as hq:
        scenario = find(system).sample[0] or hq.packs.scenarios(system)[0][1].id
        name = ok(hq.battles.new(scenario, system=system)).diary
        for _ in range(TURNS):
            opened = hq._house.battles.get(name)
            state = opened.state()
            if opened.over(state):
                break
            side = rnd.choice(opened.pending(state)).side
            door = hq.looking_as(side).battles
            options = opened.rules.legal(state.game, side)
            for option in options:
                kind = option.action.__struct_config__.tag
                if kind in kinds:
                    continue
                kinds.add(kind)
                for changed in with_long_texts(option.action):
                    sent = msgspec.json.encode(changed)
                    answer = door.act(name, sent)
                    if isinstance(answer, Refusal):
                        refused += 1
                        assert not repeated(answer), (changed["kind"], answer.reason[:200])
                    for ask in (door.odds, door.preview):
                        try:
                            ask(name, sent)
                        except Refused as error:
                            assert not repeated(error), (changed["kind"], error.reason[:200])
            bot = opened.system.bots[0]
            known = opened.rules.known(state.game, side)
            chosen = bot.choose(opened.rules, known, side, options, rnd.randrange)
            assert isinstance(door.act(name, msgspec.json.encode(chosen.action)), Acted)
    assert refused


def test_no_door_sends_a_long_text_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it takes, it is given long texts for it. What it writes of that is written nowhere else."""
    monkeypatch.chdir(tmp_path)
    told = 0
    with Headquarters(tmp_path, steady_world()) as hq:
        ok(hq.battles.new("tank-duel", name="duel"))
        for path, door in doors(hq):
            for name, method in inspect.getmembers(door, inspect.ismethod):
                if f"{path}{name}" not in methods(hq):
                    continue
                needed = [
                    one for one in inspect.signature(method).parameters.values()
                    if one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD
                ]  # fmt: skip
                if not needed or name in OF_FILES:
                    continue
                for first in (LONG, "duel"):
                    try:
                        answer = method(first, *[LONG] * (len(needed) - 1))
                    except Refused as error:
                        answer = error
                    except (TypeError, AttributeError, ValueError, OSError):
                        continue  # it takes something that is no text
                    if isinstance(answer, Refusal | Refused):
                        told += 1
                        assert not repeated(answer), (path, name, answer.reason[:200])
    assert told > 20


def test_a_short_text_is_repeated_whole() -> None:
    assert str(no_such("hex", "z" * QUOTED, ["a"])) == f"There is no hex '{'z' * QUOTED}'. Allowed: a."
    long = no_such("hex", "z" * (QUOTED + 1), ["a"])
    assert long.reason == f"There is no hex '{'z' * (QUOTED - ENDS - 1)}…{'z' * ENDS}'."


def test_long_texts_are_found_wherever_they_were_sent() -> None:
    sent = {"a": [{"b": "q" * 200}], "k" * 300: 1}
    refused = Refused(f"{'q' * 200} and {'k' * 300}", "1", [f"not {'q' * 200}"], f"$.{'k' * 300}")
    shorten(refused, msgspec.json.encode(sent))
    cut = {letter: f"{letter * (QUOTED - ENDS - 1)}…{letter * ENDS}" for letter in "qk"}
    assert refused.reason == f"{cut['q']} and {cut['k']}"
    assert (refused.allowed, refused.where) == ((f"not {cut['q']}",), f"$.{cut['k']}")
    assert str(refused).count("q") == 2 * (QUOTED - 1)

"""Files of missions with anything in any of their fields are refused with file and row, or can be played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.packs import PackError, make_pack, shipped
from campaign.systems.combat_volume_2 import SYSTEM
from campaign.systems.combat_volume_2.rules import CombatRules
from campaign.systems.combat_volume_2.state import FRIEND
from tests.conftest import PROFILE
from tests.systems.combat_volume_2.attacking import Stock
from tests.systems.combat_volume_2.field import PACKAGE

FILES = 400 if PROFILE == "long" else 30
ANSWERS = 25
Path = tuple[str | int, ...]
SHIPPED = dict(shipped(PACKAGE))
MISSIONS = sorted(name for name in SHIPPED if name.startswith("scenarios/"))
"""By the names of their files."""


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where something stands in a file."""
    if path:
        yield path
    some: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, inner in some:
        yield from places(inner, (*path, name))


def at(content: Any, path: Path) -> Any:
    for one in path:
        content = content[one]
    return content


def spoil(content: dict[str, Any], other: dict[str, Any], random: Random) -> None:
    """Something taken out, doubled, or put in the place of something else: of this file, another one, or of nowhere."""
    path = random.choice(list(places(content)))
    within, name = at(content, path[:-1]), path[-1]
    match random.randrange(4):
        case 0:
            del within[name]
        case 1 if isinstance(name, int):
            within.append(msgspec.to_builtins(within[name]))
        case 2:
            from_there = [one for one in places(other) if one[-1] == name or isinstance(name, int)]
            within[name] = msgspec.to_builtins(at(other, random.choice(from_there))) if from_there else ""
        case _:
            alike: list[Any] = [at(content, one) for one in places(content)]
            same = [one for one in alike if type(one) is type(within[name])]
            within[name] = msgspec.to_builtins(random.choice([*same, "", 0, -1, 99, 2**40, [], {}, True]))


@pytest.mark.parametrize("number", range(FILES))
def test_a_strange_mission_is_refused_with_its_row_or_can_be_played(number: int) -> None:
    random = Random(number)
    for file in MISSIONS:
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(SHIPPED[file]))
        other = SHIPPED[random.choice(MISSIONS)]
        for _ in range(random.choice((1, 1, 2))):
            spoil(found, other, random)
        try:
            rules = SYSTEM.load(make_pack(SYSTEM.id, {**SHIPPED, file: found}))
        except PackError as error:
            assert file in error.where, error
            assert error.reason
            continue
        assert isinstance(rules, CombatRules)
        played(rules, found["id"], random)


def played(rules: CombatRules, mission: str, random: Random) -> None:
    info = rules.infos[mission]
    game = SYSTEM.begun(rules.open(mission, settle(info, {}, lambda name: {})))
    stock, dice = Stock(game), SeededDice(random.randrange)
    for _ in range(ANSWERS):
        if not rules.pending(game):
            break
        options = rules.legal(game, FRIEND)
        assert options
        option = SYSTEM.bots[0].choose(rules, game, FRIEND, options, random.randrange)
        events = rules.advance(game, FRIEND, option.action, dice)
        assert events
        stock.check(game, events)
        assert rules.view(game, FRIEND).board is not None

"""Files of one's own with faults: each is refused with its place, or plays; 600 with HYPOTHESIS_PROFILE=long."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any, cast

import pytest

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.packs import PackError, make_pack, shipped
from campaign.rules.system import Rules
from campaign.systems.combat_volume_2 import SYSTEM
from campaign.systems.combat_volume_2.state import FRIEND
from tests.conftest import PROFILE

CONTENT: Mapping[str, Any] = shipped("campaign.systems.combat_volume_2")
FAULTS = 600 if PROFILE == "long" else 12
ANSWERS = 3_000
Path = tuple[str | int, ...]


def loaded(file: str, content: Any) -> Rules:
    return SYSTEM.load(make_pack(SYSTEM.id, {**CONTENT, file: content}))


def paths(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place in a file, and what stands there."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, one in cast("dict[str, Any]", value).items():
            yield from paths(one, (*path, key))
    elif isinstance(value, list):
        for index, one in enumerate(cast("list[Any]", value)):
            yield from paths(one, (*path, index))


def other(value: Any, words: list[str], random: Random) -> Any:
    """What somebody might write there instead."""
    if random.random() < 0.15:
        strange: list[Any] = [True, -1, 0, 10**9, 1.5, "", "x" * 500, [], {}, "99.99"]
        return random.choice(strange)
    match value:
        case bool():
            return not value
        case int():
            return random.choice([value + 1, value - 1, -value, value * 10, 0, 7, 30, 100])
        case str():
            return random.choice(words) if random.random() < 0.8 else f"{value}x"
        case list():
            some = cast("list[Any]", value)
            return random.choice([some[::-1], some[:-1], some + some[-1:], []])
        case dict():
            table = cast("dict[str, Any]", value)
            return random.choice([{key: table[key] for key in list(table)[1:]}, {**table, "odd": 1}])
        case _:
            return 1


def faulty(random: Random) -> tuple[str, Any, str]:
    """A file with a fault, and what it is."""
    file = random.choice([name for name in sorted(CONTENT) if name != "bots.toml"])
    content = deepcopy(CONTENT[file])
    there = list(paths(content))
    words = [value for _, value in there if isinstance(value, str)]
    depth = random.choice(sorted({len(path) for path, _ in there}))
    path, value = random.choice([one for one in there if len(one[0]) >= depth])
    place: Any = content
    for step in path[:-1]:
        place = place[step]
    listed = isinstance(path[-1], int)
    if random.random() < 0.12:
        del place[path[-1]]
    elif listed and random.random() < 0.15:
        place.insert(path[-1], deepcopy(value))
    else:
        place[path[-1]] = other(value, words, random)
    return file, content, f"{file}, {path}, was {str(value)[:60]}"


def play(rules: Rules, file: str, random: Random) -> None:
    """A mission by chance: that of the file, if it is one."""
    some = rules.scenarios()
    name = file.removeprefix("scenarios/").removesuffix(".toml")
    info = next((one for one in some if one.id == name), None) or random.choice(some)
    game = SYSTEM.begun(rules.open(info.id, settle(info, {}, lambda name: {})))
    dice, bot = SeededDice(random.randrange), SYSTEM.bots[0]
    for _ in range(ANSWERS):
        if not rules.pending(game):
            assert rules.verdict(game) is not None
            return
        option = bot.choose(rules, game, FRIEND, rules.legal(game, FRIEND), random.randrange)
        rules.advance(game, FRIEND, option.action, dice)
    raise AssertionError("the mission does not end")


@pytest.mark.parametrize("seed", range(FAULTS))
def test_a_fault_is_refused_with_its_place_or_plays(seed: int) -> None:
    random = Random(seed)
    file, content, what = faulty(random)
    try:
        rules = loaded(file, content)
    except PackError as refused:
        assert refused.where, (what, str(refused))
        return
    play(rules, file, random)


def at(table: Any, step: str | int) -> Any:
    """What stands there; of a list with rows by its id, too."""
    by_id = isinstance(table, list) and isinstance(step, str)
    rows: Any = cast("Any", table)
    return next(row for row in rows if row["id"] == step) if by_id else rows[step]


CARD = ("enemy-deck.toml", "card", 5)


@pytest.mark.parametrize(
    ("path", "to", "says"),
    [
        ((*CARD, "orders", 5), "rapid 2/1x", "is no order"),
        ((*CARD, "orders", 2), "", "is no order"),
        ((*CARD, "orders", 2), "dance 2", "There is no order 'dance'"),
        ((*CARD, "orders"), ["hide"], "It needs 10 orders, one for each line."),
        (("enemy-deck.toml", "lines", 0), "berserk", "It needs each state of morale in the open and in cover."),
        (("weather.toml", "weather", "clear", "id"), "bright", "It lacks the weather 'clear'."),
        (("weather.toml", "ground", "dry", "id"), "moon", "It lacks the ground 'dry'."),
        (("orders.toml", "order", "plan", "id"), "periscope", "It lacks the order 'plan'."),
        (("terrain.toml", "terrain", "foxhole", "id"), "hole", "It lacks the terrain 'foxhole'."),
        (("characters.toml", "squad", 8, "able", 0), "nobody", "There is no character 'nobody'"),
        (("characters.toml", "character", 0, "weapon"), "club", "There is no weapon 'club'"),
        (("morale.toml", "ladder"), {"normal": 0}, "It lacks the state of morale 'berserk'."),
        (("matrix.toml", "shift"), {"normal": 0}, "It lacks the state of morale 'berserk'."),
        (("matrix.toml", "matrix", 6, "bands", 0, 1), "Evade", "There is no order 'Evade'"),
        (("matrix.toml", "matrix", 6, "bands", 0, 1), "reverse 7", "is no order"),
        (("matrix.toml", "matrix", 11, "seat"), "X", "It lacks the column of seat G, shut, with a target."),
        (("matrix.toml", "matrix", 4, "bands"), [], "Its rows must rise, up to 100."),
        (("matrix.toml", "beyond"), [[110, "panic"]], "It must reach 130."),
        (("weapons.toml", "weapon", 1, "range"), [], "It must be a list of 1 or more entries"),
        (("assets.toml", "team", 0, "posts", 1, 0), "squad leader", "Two of its posts are called the same."),
    ],
)  # fmt: skip
def test_what_the_rules_look_up_must_be_there(path: Path, to: Any, says: str) -> None:
    """Rows of a table are named by their ids, or counted."""
    file, *steps = cast("tuple[str, ...]", path)
    content: Any = deepcopy(CONTENT[file])
    place: Any = content
    for step in steps[:-1]:
        place = at(place, step)
    place[steps[-1]] = to
    with pytest.raises(PackError) as refused:
        loaded(file, content)
    assert says in refused.value.reason
    assert refused.value.where.startswith(file.removesuffix(".toml"))

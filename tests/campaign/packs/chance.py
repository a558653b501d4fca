"""Scenario files by chance: shipped ones, and those to begin with, with a few things in them otherwise."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any, cast

from campaign.library.own_data import written
from campaign.rules.packs import shipped
from campaign.rules.toml_files import parse_toml
from campaign.systems import package_of

Place = tuple[Any, ...]
ODD: tuple[Any, ...] = (-1, 0, 1, 2, 7, 99, "", "x", "0101", "01.01", "N", True, False, [], {}, 1.5)


def originals(system: str) -> list[dict[str, Any]]:
    """Scenarios to begin with."""
    content = shipped(package_of(system))
    found = [dict(data) for name, data in content.items() if name.startswith("scenarios/")]
    found += [dict(row) for row in content.get("scenarios.toml", {}).get("scenario", [])]
    template = files(package_of(system)).joinpath("templates").joinpath("scenario.toml")
    return [*found, parse_toml(template.read_text(encoding="utf-8"), "template")]


def by_chance(system: str, seed: int) -> str:
    """A file of `scenarios/mine.toml`, sound or not."""
    chance = Random(f"scenario/{system}/{seed}")
    some = originals(system)
    data = copy.deepcopy(chance.choice(some))
    others = chance.choice(some)
    data["id"] = "mine"
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _change(data, others, chance)
    return text_of(data)


def _places(value: Any, path: Place = ()) -> Iterator[Place]:
    if isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            yield (*path, key)
            yield from _places(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(cast("list[Any]", value)):
            yield (*path, i)
            yield from _places(inner, (*path, i))


def _at(value: Any, path: Place) -> Any:
    for step in path:
        value = value[step]
    return value


def _change(data: dict[str, Any], others: dict[str, Any], chance: Random) -> None:
    """One thing otherwise: most often a value that stands somewhere else in such files."""
    places = [one for one in _places(data) if one != ("id",)]
    where = chance.choice(places)
    holder, step = _at(data, where[:-1]), where[-1]
    kind = chance.randrange(10)
    if kind < 5:  # what stands in another place of the same name, here or in another scenario
        name = next((one for one in reversed(where) if isinstance(one, str)), "")
        source = chance.choice((data, others))
        like = [one for one in _places(source) if one[-1] == name or (len(one) > 1 and one[-2] == name)]
        same = [one for one in like if type(_at(source, one)) is type(holder[step])]
        if same:
            holder[step] = copy.deepcopy(_at(source, chance.choice(same)))
    elif kind == 5:
        del holder[step]
    elif kind == 6:
        holder[step] = chance.choice(ODD)
    elif kind == 7 and isinstance(holder, dict):
        name = chance.choice(
            ("aboard", "comes", "mines", "wire", "facing", "count", "by_rules", "entry", "colour")
        )
        cast("dict[str, Any]", holder)[name] = chance.choice(ODD)
    elif isinstance(holder, list):
        rows = cast("list[Any]", holder)
        rows.insert(chance.randrange(len(rows) + 1), copy.deepcopy(rows[step]))
    elif isinstance(holder[step], bool):
        holder[step] = not holder[step]
    elif isinstance(holder[step], int):
        holder[step] += chance.choice((-1, 1, 5))


def text_of(data: dict[str, Any]) -> str:
    """As TOML: tables of rows are written row by row, so that each has lines of its own."""
    plain = [f"{_key(key)} = {written(value)}" for key, value in data.items() if not _rows(value)]
    lines = [*plain]
    for key, value in data.items():
        for row in _rows(value):
            lines += ["", f"[[{_key(key)}]]", *(f"{_key(k)} = {written(v)}" for k, v in row.items())]
    return "\n".join(lines) + "\n"


def _rows(value: Any) -> list[dict[str, Any]]:
    rows = cast("list[Any]", value) if isinstance(value, list) else []
    return cast("list[dict[str, Any]]", rows) if rows and all(isinstance(row, dict) for row in rows) else []


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() else written(key)

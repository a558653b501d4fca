"""Files by chance: shipped scenarios, boards, charts and files to begin with, with a few things in them otherwise."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from importlib.resources import files
from random import Random
from typing import Any, cast

from campaign.library.own_data import keys_of, written
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


def scenario_by_chance(system: str, seed: int) -> dict[str, str]:
    """`scenarios/mine.toml`, sound or not: name → text."""
    chance = Random(f"scenario/{system}/{seed}")
    some = originals(system)
    data = copy.deepcopy(chance.choice(some))
    others = chance.choice(some)
    data["id"] = "mine"
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _change(data, others, chance)
    return {"scenarios/mine.toml": text_of(data)}


def board_by_chance(system: str, seed: int) -> dict[str, str]:
    """`boards/mine.toml`, sound or not, and a shipped scenario that is played there: name → text."""
    chance = Random(f"board/{system}/{seed}")
    content = shipped(package_of(system))
    boards = [copy.deepcopy(data) for name, data in content.items() if name.startswith("boards/")]
    on = [data for name, data in content.items() if name.startswith("scenarios/")]
    scenario = {**chance.choice(on), "id": "mine", "board": "mine"}
    scenario.pop("variant_of", None)
    was = next(data["board"] for data in on if data["title"] == scenario["title"])
    data, others = next(one for one in boards if one["id"] == was), chance.choice(boards)
    data = copy.deepcopy(data) | {"id": "mine"}
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if chance.randrange(2):
            _redraw(data, chance)
        else:
            _change(data, others, chance)
    return {"boards/mine.toml": text_of(data), "scenarios/mine.toml": text_of(scenario)}


def _redraw(data: dict[str, Any], chance: Random) -> None:
    """Another character somewhere in the picture or the heights, or a row too many, too few, too short or too long."""
    drawn = [
        key for key in ("picture", "picture", "heights") if isinstance(data.get(key), list) and data[key]
    ]
    if not drawn:
        return
    key = chance.choice(drawn)
    rows: list[Any] = data[key]
    y = chance.randrange(len(rows))
    row = str(rows[y])
    glyphs = [*map(str, data.get("legend") or "x")] if key == "picture" else [*".012349"]
    kind = chance.randrange(8)
    if kind < 4 and row:
        x = chance.randrange(len(row))
        rows[y] = row[:x] + chance.choice(glyphs) + row[x + 1 :]
    elif kind == 4:
        rows[y] = row + chance.choice(glyphs)
    elif kind == 5:
        rows[y] = row[:-1]
    elif kind == 6:
        rows.insert(y, row)
    else:
        rows[y] = row.replace(row[:1], "é", 1)


def chart_by_chance(system: str, seed: int) -> dict[str, str]:
    """A chart or a force of a shipped name, laid over that or, now and then, in its place: name → text."""
    chance = Random(f"chart/{system}/{seed}")
    content = shipped(package_of(system))
    names = [one for one in content if not one.startswith(("boards/", "scenarios")) and one != "bots.toml"]
    name = chance.choice(names)
    data: dict[str, Any] = copy.deepcopy(dict(content[name]))
    if chance.randrange(8) == 0:
        _change(data, content[name], chance)
        return {name: text_of(data)}
    own: dict[str, Any] = {"overlay": True}
    for _ in range(chance.choice((1, 1, 2))):
        _lay(own, data, content[name], keys_of(content[name], name), chance)
    return {name: text_of(own)}


def _lay(
    own: dict[str, Any],
    data: dict[str, Any],
    others: Mapping[str, Any],
    keys: Mapping[str, str],
    chance: Random,
) -> None:
    """Something of a chart otherwise: a row's field, a row that goes or is new, or a value."""
    word = chance.choice(list(data))
    key, value = keys.get(word), data[word]
    if not key:
        whole = {word: copy.deepcopy(value)}
        _change(whole, dict(others), chance)
        own |= whole
        return
    row = copy.deepcopy(chance.choice(value))
    kind, rows = chance.randrange(8), own.setdefault(word, [])
    if kind == 0:
        rows.append({key: row[key], "remove": True})
    elif kind == 1:
        rows.append({**row, key: chance.choice(("mine", 99, "", -1))})
    else:
        fields = [one for one in row if one != key] or [key]
        small = {one: row[one] for one in chance.sample(fields, min(len(fields), chance.choice((1, 2))))}
        _change(small, chance.choice(value), chance)
        rows.append({key: row[key], **small})


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


def _change(data: dict[str, Any], others: Mapping[str, Any], chance: Random) -> None:
    """One thing otherwise: most often a value that stands somewhere else in such files."""
    places = [one for one in _places(data) if one != ("id",)]
    if not places:
        return
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

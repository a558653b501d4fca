"""The charts as data, read from the files and from nothing else."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from tests.second.mechwar_4.hexes import Spot, spot

_DATA = files("campaign.systems.mechwar_4") / "data"
MANY = 10**6


@cache
def table(name: str) -> Any:
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def unit_types() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in table("units")["unit"]}


@cache
def terrains() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in table("terrain")["terrain"]}


@cache
def side_rows() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in table("terrain")["side"]}


@cache
def weapon(text: str) -> tuple[int, str, int]:
    """Strength, class and range, as 6.44 writes them."""
    found = re.fullmatch(r"(\d+)(R\*|[RMHG])(\d+)", text)
    assert found
    return int(found[1]), found[2], int(found[3])


@cache
def defence(text: str) -> tuple[int, str]:
    """3.4: brackets from 5 on are hard, parentheses and lower brackets protected, all else soft."""
    number = int(text.strip("[]()"))
    if text[0] == "[" and number >= 5:
        return number, "hard"
    return number, "soft" if text[0].isdigit() else "protected"


@cache
def attenuation(class_: str, target: str, range_: int) -> int | None:
    """Step 3 of 6.0; None where there is no fire."""
    file = table("attenuation")
    for row in file["row"]:
        if row["class"] == class_ and target in row["targets"]:
            for last, adds in zip(file["bands"], row["adds"].split(), strict=True):
                if range_ <= last:
                    return None if adds == "-" else int(adds)
            return 0 if class_ == "H" else None
    return None


@cache
def flak(row: str, range_: int) -> int:
    """17.31; 0 where there is no fire."""
    file = table("air")["flak"]
    (strengths,) = [one["strength"] for one in file["row"] if one["id"] == row]
    for last, strength in zip(file["bands"], strengths, strict=True):
        if range_ <= last:
            return strength
    return 0


@cache
def result(name: str, superiority: int, die: int) -> str:
    """A cell of a combat results table."""
    file = table("results")
    column = sum(superiority > last for last in file["columns"])
    return str(file[name]["rows"][min(max(die, 0), 8)].split()[column])


@cache
def panic_limit(column: str, state: int, level: int) -> int:
    """13.0: the highest die that counts."""
    row = table("panic")[column][("full", "d1", "d2")[state]]
    return row[min(max(level, 0), len(row) - 1)]


@cache
def panic_chance(column: str, state: int, level: int, nation: str, night: bool) -> Fraction:
    """The chance of panic; at night so much comes off the die (19.75), and a die of less than 1 counts as 1."""
    adds = table("panic")["night"]["adds"].get(nation, 0) if night else 0
    limit = panic_limit(column, state, level)
    return Fraction(sum(max(1, die + adds) <= limit for die in range(1, 11)), 10)


class BoardData:
    """A board as it is drawn: by spots."""

    def __init__(self, id: str) -> None:
        file = table(f"boards/{id}")
        self.wide: int = file["layout"]["columns"]
        self.high: int = file["layout"]["rows"]
        self.terrain: dict[Spot, str] = {}
        self.level: dict[Spot, int] = {}
        for y, row in enumerate(file["picture"], 1):
            for x, glyph in enumerate(row, 1):
                here = spot(f"{x:02}{y:02}")
                self.terrain[here] = file["legend"][glyph]
                figure = file["heights"][y - 1][x - 1]
                self.level[here] = 0 if figure == "." else int(figure)
        self.roads: set[frozenset[Spot]] = set()
        for way in file.get("roads", ()):
            spots = [spot(one) for one in way]
            self.roads |= {frozenset(pair) for pair in pairwise(spots)}
        self.features: dict[Spot, set[str]] = {}
        for one in file.get("features", ()):
            for hex in one["hexes"]:
                self.features.setdefault(spot(hex), set()).add(one["what"])
        self.sides: dict[frozenset[Spot], set[str]] = {}
        for one in file.get("sides", ()):
            here = spot(one["hex"])
            for edge in one["edges"]:
                assert not one.get("one_way")
                self.sides.setdefault(frozenset((here, here.beside(edge))), set()).add(one["what"])


@cache
def board(id: str) -> BoardData:
    return BoardData(id)

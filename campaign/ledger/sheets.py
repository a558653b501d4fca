"""Campaign files: TOML and CSV read whole or refused whole, with file, line and reason."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct

from campaign.rules.refused import Refused
from campaign.rules.shapes import sentence
from campaign.rules.toml_files import fault, parse_toml
from events.decoding import convert

T = TypeVar("T")
_STEP = re.compile(r"([\w-]+)(?:\[(\d+)\])?")


class Sheet(Struct, frozen=True):
    """A file that was read. value: its TOML as data. moved: rows of the data that stand elsewhere in the file."""

    where: str
    text: str
    value: dict[str, Any]
    moved: Mapping[str, str] = {}

    def at(self, path: str) -> str:
        """File and line of a place such as `scenario[2].next[0].to`; only the file where the line is not found."""
        row, dot, rest = path.partition(".")
        path = self.moved.get(row, row) + dot + rest
        line = line_of(self.text, path)
        return f"{self.where}:{line} ({path})" if line else f"{self.where} ({path})"


def read_toml(text: str, where: str) -> Sheet:
    """Raises Refused with the line."""
    return Sheet(where, text, parse_toml(text, where))


def shaped(sheet: Sheet, shape: type[T]) -> T:
    """The sheet's data as a shape. Raises Refused with file, line, place and fault."""
    try:
        return convert(sheet.value, shape)
    except msgspec.ValidationError as error:
        what, path = fault(error)
        if "[...]" in path:
            path = _with_key(sheet.value, shape, path, what)
        if unknown := re.search(r"unknown field `(.+?)`", what):
            path = f"{path}.{unknown[1]}".lstrip(".")
        raise Refused(sentence(what), where=sheet.at(path) if path else sheet.where) from None


def _with_key(value: dict[str, Any], shape: Any, path: str, what: str) -> str:
    """A path into a table of tables with the key that is wrong in place of `[...]`: each is tried alone."""
    name, _, rest = path.partition("[...]")
    found: Any = value.get(name)
    tables = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    for key in tables:
        try:
            convert({**value, name: {key: tables[key]}}, shape)
        except msgspec.ValidationError as error:
            if str(error).startswith(what):
                return f"{name}.{key}{rest}"
    return name + rest


def line_of(text: str, path: str) -> int:
    """The line of a place in a TOML file, from 1; of the nearest enclosing table if the key itself is not found."""
    steps = [(found[1], int(found[2] or 0)) for found in _STEP.finditer(path)]
    best, best_depth = 0, 0
    counts: dict[str, int] = {}
    current: list[tuple[str, int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?", line)
        if head:
            names = [one.strip().strip("\"'") for one in head[2].split(".")]
            if head[1] == "[[":
                key = ".".join(names)
                counts[key] = counts.get(key, -1) + 1
                for other in [one for one in counts if one.startswith(key + ".")]:
                    del counts[other]
            current = [(name, counts.get(".".join(names[: i + 1]), 0)) for i, name in enumerate(names)]
            found = current
        elif entry := re.match(r"\s*([\w-]+|\"[^\"]*\")(\s*\.\s*[\w-]+)*\s*=", line):
            keys = [one.strip().strip('"') for one in line[: entry.end() - 1].split(".")]
            found = [*current, *((key, 0) for key in keys)]
        else:
            continue
        depth = len(found)
        plain = [name for name, _ in found] == [name for name, _ in steps[:depth]]
        same = plain and found[:-1] == steps[: depth - 1] and (
            found[-1] == steps[depth - 1] if head else True
        )  # fmt: skip
        if same and best_depth < depth <= len(steps):
            best, best_depth = number, depth
    return best


class Row(Struct, frozen=True):
    """A row of a CSV file. line: its number in the file."""

    where: str
    line: int
    cells: dict[str, str]

    def refused(self, reason: str, column: str = "", allowed: Sequence[str] = ()) -> Refused:
        place = f"{self.where}:{self.line}" + (f" ({column})" if column else "")
        return Refused(reason, "", allowed, place)

    def number(self, column: str) -> int:
        """A whole number, 0 if empty. Raises Refused."""
        text = self.cells[column].strip()
        if not text:
            return 0
        if not re.fullmatch(r"-?\d{1,9}", text):
            raise self.refused(f"{text!r} is not a whole number.", column)
        return int(text)

    def words(self, column: str) -> tuple[str, ...]:
        """Words separated by semicolons."""
        return tuple(one.strip() for one in self.cells[column].split(";") if one.strip())

    def counts(self, column: str) -> dict[str, int]:
        """`main=3; mg=1` as numbers by name. Raises Refused."""
        found: dict[str, int] = {}
        for one in self.words(column):
            name, sign, number = one.partition("=")
            if not sign or not re.fullmatch(r"\d{1,9}", number.strip()) or name.strip() in found:
                raise self.refused(f"{one!r} is not of the form name=number.", column, ["main=3; mg=1"])
            found[name.strip()] = int(number)
        return found


def read_csv(text: str, where: str, columns: Sequence[str], needed: Sequence[str]) -> list[Row]:
    """Rows by column; columns that are left out are empty. A row whose first cell begins with # is a comment. Raises
    Refused for a column that there is not."""
    lines: list[tuple[int, list[str]]] = []
    reader, number = csv.reader(io.StringIO(text, newline=""), strict=True), 1
    try:
        for cells in reader:
            if any(one.strip() for one in cells) and not cells[0].lstrip().startswith("#"):
                lines.append((number, cells))
            number = reader.line_num + 1  # a cell may go on over several lines
    except csv.Error as error:
        raise Refused(f"This is not CSV: {error}.", where=f"{where}:{number}") from None
    first, names = lines[0] if lines else (1, [])
    head = [one.strip() for one in names]
    for name in head:
        if name not in columns or head.count(name) > 1:
            reason = f"There is no column {name!r}, or it stands twice."
            raise Refused(reason, "", columns, f"{where}:{first}")
    for name in needed:
        if name not in head:
            raise Refused(f"The column {name!r} is missing.", "", columns, f"{where}:{first}")
    rows: list[Row] = []
    for number, cells in lines[1:]:
        if len(cells) != len(head):
            reason = f"This row has {len(cells)} cells; the head has {len(head)}."
            raise Refused(reason, where=f"{where}:{number}")
        rows.append(Row(where, number, {**dict.fromkeys(columns, ""), **dict(zip(head, cells, strict=True))}))
    return rows


def write_csv(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    return write_rows([columns, *rows])


def write_rows(rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()

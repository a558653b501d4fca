"""The columns of code and proof in the pages of docs/rules, as the code has them: `python -m tests.systems.rule_pages`.

The first cell of a row says which rules it is about: numbers (`6.13, 6.53`), or one with a word where a number has
several rows (`9.7 result 4`, `p20 Brutal`, `Movement a`). A function or class plays those that its docstring names
in brackets, or at its beginning before a colon or a full stop: `Whether a mine goes off (16.13, 9.7 result 4).` A
test proves those that its docstring names so, or with which its own name begins: `test_6_13_…`, `test_9_7_result_4_…`.
What a rule says, and how it is read, is written by hand.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.systems.readings_pages import SYSTEMS, page

ROOT = Path(__file__).parents[2]
HEAD = "\n## Rules\n"
NUMBER = r"p?\d+(?:\.\d+)*"
CODE, PROOF, CELLS = 2, 3, 5


def rules_of(label: str) -> list[str]:
    """The rules of a row's first cell: `6.13, 6.53` are two, `Dicing b, c` too; all other words are one."""
    parts = label.split(", ")
    if all(re.fullmatch(NUMBER, part) for part in parts):
        return parts
    stem, _, letter = parts[0].rpartition(" ")
    if stem and all(re.fullmatch("[a-z]", part) for part in (letter, *parts[1:])):
        return [f"{stem} {part}" for part in (letter, *parts[1:])]
    return [label]


class References:
    """What of the rules of one page a docstring or the name of a test refers to."""

    def __init__(self, labels: list[str]) -> None:
        """labels: the first cells of all rows."""
        self.row = {rule: row for row, label in enumerate(labels) for rule in rules_of(label)}
        """Which row each rule stands in."""
        self._slugs = {slug(rule): rule for rule in self.row}
        words = "|".join(re.escape(rule) for rule in sorted(self.row, key=len, reverse=True))
        self._reference = re.compile(rf"(?<![\w.])(?:{words}|{NUMBER}|[a-z])(?!\w|\.\d)")
        listed = rf"{self._reference.pattern}(?:(?:, | and | to |; ){self._reference.pattern})*"
        self._places = re.compile(
            rf"\(({listed})(?:, (?:reading|reconstruction|option)[^()]*)?\)|\A({listed})[:.]"
        )

    def of_text(self, docstring: str) -> set[str]:
        """The rules that a docstring names in brackets, or before the colon or full stop with which it begins. A letter
        alone belongs to the words before: `Movement c, d`."""
        rules, stem = set[str](), ""
        for bracket, beginning in self._places.findall(" ".join(docstring.split())):
            for named in self._reference.findall(bracket or beginning):
                rule = f"{stem} {named}" if re.fullmatch("[a-z]", named) else named
                stem = rule.rpartition(" ")[0]
                rules |= {rule} & self.row.keys()
        return rules

    def of_name(self, name: str) -> set[str]:
        """The rules with which the name of a test begins: `test_7_7_8_13_no_die` 7.7 and 8.13."""
        rest, rules = name.removeprefix("test_"), set[str]()
        while begun := [key for key in self._slugs if f"{rest}_".startswith(f"{key}_")]:
            key = max(begun, key=len)
            rules.add(self._slugs[key])
            rest = rest[len(key) + 1 :]
        return rules


def slug(rule: str) -> str:
    """A rule as the name of a test writes it: `9.7 result 4` as 9_7_result_4."""
    return re.sub(r"\W+", "_", rule.lower()).strip("_")


def defined(folder: Path, pattern: str) -> Iterator[tuple[str, str, str]]:
    """Every function and class of the files: the file's place in the folder, its name, its docstring."""
    for path in sorted(folder.rglob(pattern)):
        nodes = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        ]
        for node in sorted(nodes, key=lambda node: node.lineno):
            yield path.relative_to(folder).as_posix(), node.name, ast.get_docstring(node) or ""


def code_folder(system: str) -> Path:
    return ROOT / "campaign" / "systems" / system.replace("-", "_")


def tests_folder(system: str) -> Path:
    return ROOT / "tests" / "systems" / system.replace("-", "_")


def cells(line: str) -> list[str]:
    """The cells of a line of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def written_anew(text: str, system: str) -> str:
    """A page with its columns of code and proof."""
    before, head, rest = text.partition(HEAD)
    lines = rest.split("\n")
    end = next(at for at, line in enumerate(lines) if line.startswith("## "))
    rows = [at for at in range(end) if lines[at].startswith("| ")][1:]
    references = References([cells(lines[at])[0] for at in rows])
    made: list[dict[int, list[str]]] = [{CODE: [], PROOF: []} for _ in rows]

    def note(rules: set[str], column: int, file: str, name: str) -> None:
        for row in {references.row[rule] for rule in rules}:
            made[row][column].append(f"`{file}:{name}`")

    for file, name, docstring in defined(code_folder(system), "*.py"):
        note(references.of_text(docstring), CODE, file, name)
    for file, name, docstring in defined(tests_folder(system), "test_*.py"):
        if name.startswith("test_"):
            note(references.of_text(docstring) | references.of_name(name), PROOF, file, name)
    for at, columns in zip(rows, made, strict=True):
        row = cells(lines[at])
        assert len(row) == CELLS, lines[at]
        for column, names in columns.items():
            row[column] = ", ".join(dict.fromkeys(names))
        lines[at] = "| " + " | ".join(row) + " |"
    return before + head + "\n".join(lines)


if __name__ == "__main__":
    for name in SYSTEMS:
        page(name).write_text(written_anew(page(name).read_text(encoding="utf-8"), name), encoding="utf-8")

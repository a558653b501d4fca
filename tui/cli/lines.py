"""A command line as it was typed, before any command reads it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

ANYWHERE = ("--home", "--player", "--server")
"""Options that may stand anywhere, also before the command, each with a value."""


def gathered(arguments: Sequence[str]) -> list[str]:
    """The same line with what all commands take behind everything else; what comes after `--` stays as it is."""
    line, literal = list(arguments), list[str]()
    if "--" in line:
        at = line.index("--")
        line, literal = line[:at], line[at:]
    rest: list[str] = []
    common: list[str] = []
    while line:
        one = line.pop(0)
        if one in ANYWHERE and line:
            common += [one, line.pop(0)]
        elif one.startswith(tuple(f"{name}=" for name in ANYWHERE)) or is_json(one):
            common.append(one)
        else:
            rest.append(one)
    return [*rest, *common, *literal]


def is_json(argument: str) -> bool:
    """Whether it asks for JSON."""
    return argument == "--json" or argument.startswith("--json=")


def names_no_home(line: Sequence[str]) -> bool:
    """Whether a gathered line names "" as the data folder, which as a path would be the current one."""
    line = line[: line.index("--")] if "--" in line else line
    return "--home=" in line or any(one == "--home" and not value for one, value in pairwise(line))

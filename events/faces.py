"""What is written on the faces of a die, where that is not 1 to its number of sides.

It is a text of numbers and of runs of them, in order: `0-9`, `00-99`, `1-6,8-50`. As many as there are sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

LONGEST = 400
"""Characters."""
_RUN = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)


@lru_cache(maxsize=256)
def numbers(faces: str, sides: int) -> tuple[int, ...]:
    """What is written on each side, in order; 1 to sides for "". Raises ValueError for a text that is none, and for
    one of another number of sides."""
    if not faces:
        return tuple(range(1, sides + 1))
    if len(faces) > LONGEST:
        raise ValueError("faces of a die that are too many")
    found: list[int] = []
    for part in faces.split(","):
        run = _RUN.fullmatch(part)
        if run is None:
            raise ValueError(f"{part[:20]!r} is no face of a die")
        first, last = int(run[1]), int(run[2] or run[1])
        if last < first or (found and first <= found[-1]):
            raise ValueError(f"{part!r} is out of its order")
        found += range(first, last + 1)
    if len(found) != sides:
        raise ValueError(f"{len(found)} faces of a die with {sides} sides")
    return tuple(found)


def written(values: Sequence[int], faces: str, sides: int) -> tuple[int, ...]:
    """What is written on the sides that came up. values: their places, from 1."""
    if not faces:
        return tuple(values)
    all_of_them = numbers(faces, sides)
    return tuple(all_of_them[value - 1] for value in values)


def shown(values: Iterable[int], faces: str) -> list[str]:
    """Written numbers as they stand on the die: percent have two digits."""
    width = len(faces.partition("-")[0]) if faces.startswith("0") else 0
    return [str(value).zfill(width) for value in values]


def runs(of: Sequence[int]) -> str:
    """The text of rising numbers."""
    found: list[list[int]] = []
    for number in of:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ",".join("-".join(map(str, run)) for run in found)


def allowed(faces: str, sides: int) -> str:
    """In words, which numbers there are."""
    return faces.replace(",", ", ").replace("-", " to ") if faces else f"1 to {sides}"

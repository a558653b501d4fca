"""What a forgery is, and how one finds a place for it in a diary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Literal, NamedTuple

from tests.campaign.forging import Copy, Json, Line

Found = Literal["broken", "not checked", "nothing"]
"""Exit status 1, 3 and 0."""
Does = Callable[[Copy], bool]
"""Forges; whether there was anything in the diary to do it with."""


class Forgery(NamedTuple):
    """does: to a copy. found: what verification makes of it. by: what its reason speaks of, one of these."""

    does: Does
    found: Found = "broken"
    by: tuple[str, ...] = ("",)


FORGERIES: dict[str, Forgery] = {}
ROLLED = ("dice", "die", "rolls", "rolled")
BY_DICE = ("the secret gives",)
BY_RULES = (
    "the rules refuse it",
    "deciding it again",
    "the rules roll other dice",
    "has the digest",
    "the battle was over",
)


def forgery(name: str, found: Found = "broken", by: Sequence[str] = ("",)) -> Callable[[Does], Does]:
    def keep(does: Does) -> Does:
        FORGERIES[name] = Forgery(does, found, tuple(by))
        return does

    return keep


def game(copy: Copy) -> Iterator[tuple[int, Line]]:
    """Entries of the game itself, by seq: what players did and what came of it."""
    for seq, line in enumerate(copy.lines, 1):
        house = ("rewind", "reveal", "fork", "open", "open-campaign", "contribute")
        if line.kind not in house and not line.kind.startswith("undo-") and line.events:
            yield seq, line


def middle(copy: Copy) -> tuple[int, Line]:
    """One in the middle, followed by nothing in its append, that builds on the entry before it."""
    found = [(seq, line) for seq, line in game(copy) if not line.more and not line.json.get("again")]
    return found[len(found) // 2]


def rolled(copy: Copy) -> tuple[int, Line, Json] | None:
    """An entry with dice of its own, in the middle if there are several."""
    found = [
        (seq, line, draw)
        for seq, line in game(copy)
        for draw in line.draws
        if draw.get("matters") != "shuffle" and not line.json.get("again")
    ]
    return found[len(found) // 2] if found else None


def of_kind(copy: Copy, *kinds: str) -> tuple[int, Line] | None:
    return next(((seq, line) for seq, line in enumerate(copy.lines, 1) if line.kind in kinds), None)


def sealed(copy: Copy) -> bool:
    return bool(copy.lines[0].events[0].get("commitment"))


def put(copy: Copy, seq: int, line: Line) -> None:
    """An entry more, which becomes entry seq."""
    copy.move(seq, 1)
    copy.lines.insert(seq - 1, line)


def like(line: Line, parent: int) -> Line:
    body = deepcopy(line.json)
    body["parent"] = parent
    for name in ("key", "state", "draws"):
        body.pop(name, None)
    return Line(body)


def sides(copy: Copy) -> list[str]:
    while copy.info.origin is not None:
        copy = copy.others[0]
    opening = copy.lines[0].events[0]
    found: list[str] = [
        one.get("side") or one.get("id") for one in opening.get("seats", opening.get("sides"))
    ]
    return found


def other_side(copy: Copy, than: str) -> str:
    """Another one that there is in the game, be it one that the rules run."""
    while copy.info.origin is not None:
        copy = copy.others[0]
    run = [side["id"] for event in copy.lines[0].events for side in event.get("sides", ())]
    return next(one for one in [*sides(copy), *run] if one != than)


def lineage(copy: Copy) -> set[int]:
    """The entries on which the newest rests."""
    seq, found = len(copy.lines), set[int]()
    while seq:
        found.add(seq)
        seq = copy.lines[seq - 1].json["parent"]
    return found

"""What nobody can find of a single change, by name, and why: each stands in the second table of docs/diary.md."""

from __future__ import annotations

from collections.abc import Callable

from tests.campaign.forgeries.anywhere import GONE, Change
from tests.campaign.forgeries.kit import sealed
from tests.campaign.forging import Copy, Line


def _line(copy: Copy, one: Change) -> Line:
    return copy.lines[one.seq - 1]


def _rolled(copy: Copy) -> bool:
    return any(line.draws for line in copy.lines)


def _named(copy: Copy) -> set[str]:
    """All that ever were at the table by name."""
    found: set[str] = set()
    for event in (one for line in copy.lines for one in line.events if isinstance(one, dict)):
        found |= {event.get("umpire", ""), event.get("player", ""), *event.get("offers", {}).values()}
        seats = [*event.get("seats", ()), *event.get("sides", ())]
        found |= {seat.get("player", "") for seat in seats if isinstance(seat, dict)}
    return found - {""}


def _anybody(copy: Copy, one: Change) -> bool:
    author = _line(copy, one).json["author"]["player"]
    return one.seq > 1 and one.path[0] == "author" and author not in _named(copy)


def _same_outcome(copy: Copy, one: Change) -> bool:
    return one.path[0] == "action" and one.seq > 1


Is = Callable[[Copy, Change], bool]
"""Whether a change of a diary is of that name."""
LET_THROUGH: dict[str, Is] = {
    "another time": lambda copy, one: one.place == "at" and one.seq > 1,
    "another name where nobody sits by name": _anybody,
    "another opener where dice are typed in, or none was rolled": lambda copy, one: (
        one.path[0] == "author" and one.seq == 1 and not (sealed(copy) and _rolled(copy))
    ),
    "dice of the second scheme where none was rolled": lambda copy, one: (
        one.seq == 1 and one.place == "events.[].scheme" and one.to == 2 and not _rolled(copy)
    ),
    "another key": lambda copy, one: one.place == "key",
    "another salt where dice are typed in": lambda copy, one: one.place == "salt" and not sealed(copy),
    "another action that leads to the same": _same_outcome,
    "the rules of a table left out": lambda copy, one: (
        one.seq == 1 and one.place == "events.[].rules" and one.to is GONE
    ),
    "another source of a campaign's files": lambda copy, one: one.seq == 1 and one.place == "action.source",
}

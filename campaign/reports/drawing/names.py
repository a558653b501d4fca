"""Short names for counters: at most four characters, and no two of a side alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from campaign.rules.views import PieceView

MOST = 4


def short_names(pieces: Sequence[PieceView]) -> dict[str, str]:
    """Id → what stands on the counter: what tells it apart from others of its side."""
    found: dict[str, str] = {}
    taken: set[tuple[str, str]] = set()
    for piece in pieces:
        tries = _tries(piece, len(found))
        name = next((one for one in tries if 0 < len(one) <= MOST and (piece.side, one) not in taken), "…")
        found[piece.id] = name
        taken.add((piece.side, name))
    return found


def _tries(piece: PieceView, number: int) -> Iterator[str]:
    if piece.short:
        yield piece.short
    name = piece.name.strip()
    if name:
        yield name
        last = name.split()[-1]
        if last != name and any(one.isdigit() for one in last):
            digits = re.sub(r"\D", "", last)
            first = name[0].upper()
            if len(digits) < 3 and first.isalpha():
                yield f"{first}{digits}"
            yield last
            yield digits
        yield re.sub(r"[^0-9A-Za-z]", "", last)[:MOST]
        letters = "".join(word[0] for word in re.findall(r"\w+", name))
        yield letters[:MOST]
    yield piece.id[:MOST].upper()
    for n in range(1, 10 ** (MOST - 1)):
        yield f"{(name or piece.id or '?')[0].upper()}{number + n}"[:MOST]

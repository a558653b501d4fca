"""What awaits somebody in campaigns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from campaign.campaigns.notes import Notes
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Awaiting
from campaign.shared.callers import Caller, rights
from events.store import DiaryInfo


def awaiting(
    notes: Notes, listed: Iterable[DiaryInfo], caller: Caller, fought: Callable[[str], bool]
) -> Iterator[Awaiting]:
    """Those in which the caller has a part; one that cannot be read awaits nobody. fought: whether the battle of a
    diary is over."""
    for info in listed:
        note = notes.of(info)
        if note is None:
            continue
        found = rights(caller, note.seating)
        offers = () if note.over else note.seating.named(caller.player)
        if not (roles := found.acting()) and not offers:
            continue
        runs = UMPIRE in roles and not note.over
        yield Awaiting(
            info.name, "campaign", info.title, note.head.seq, note.head.seal.hex(),
            tuple(side for side in found.sides if side in roles), UMPIRE in roles, over=note.over,
            filing=tuple(id for id, diary in note.running if fought(diary)) if runs else (),
            open=note.open if runs else (), offers=offers,
        )  # fmt: skip

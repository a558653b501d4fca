"""What awaits somebody in campaigns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from campaign.campaigns.notes import Note
from campaign.rules.facets import UMPIRE
from campaign.shared.answers import Awaiting
from campaign.shared.callers import Caller, rights


def awaiting(
    rows: Iterable[tuple[str, str, Note]], caller: Caller, ended: Callable[[str], str]
) -> Iterator[Awaiting]:
    """Those in which the caller has a part. rows: each by its name, its title, and what is noted of it. ended: when
    the battle of a diary ended, "" while it goes on."""
    for name, title, note in rows:
        found = rights(caller, note.seating)
        offers = () if note.over else note.seating.named(caller.player)
        if not (roles := found.acting()) and not offers:
            continue
        runs = UMPIRE in roles and not note.over
        fought = {id: time for id, diary in note.running if (time := ended(diary))} if runs else {}
        halves = dict(note.halves) if runs else {}
        came = [max(time, note.since) for time in (*fought.values(), *halves.values())]
        came += [note.since] if note.open else []
        yield Awaiting(
            name, "campaign", title, note.head.seq, note.head.seal.hex(),
            tuple(side for side in found.sides if side in roles), UMPIRE in roles, over=note.over,
            filing=tuple(fought), open=note.open if runs else (), halves=tuple(halves),
            offers=offers,
            since=min(came) if runs and came and note.since else "",
        )  # fmt: skip

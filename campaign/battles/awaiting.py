"""What awaits somebody in battles: of hundreds, looked at anew only where something was appended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from campaign.battles import queries
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.battles.patience import Asked, asked_since, goes_on
from campaign.battles.redaction import Redaction
from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.shared.answers import Awaiting
from campaign.shared.callers import OBSERVER, Caller, Seating, rights
from campaign.shared.sitters import still_there
from events.entry import Head
from events.errors import DiaryError
from events.store import DiaryInfo


class Note(NamedTuple):
    """What matters of a battle at its head, of which nobody is told more than is his. asked: side → what it is asked,
    as that side may know it. since: side → since when. request: the side that asks to go back, or
    ""; wish: by whose name."""

    head: Head
    seating: Seating
    asked: Mapping[str, tuple[Pending, ...]]
    since: Mapping[str, Asked]
    request: str
    wish: str
    over: bool


class Notes:
    """Of the battles of a house; kept by name, and made anew when the head has moved. Safe for threads."""

    def __init__(self, battles: OpenBattles) -> None:
        self._battles = battles
        self._kept: dict[str, Note] = {}

    def awaiting(self, listed: Iterable[DiaryInfo], caller: Caller) -> Iterator[Awaiting]:
        """Those of the battles in which the caller has a part. One that cannot be read awaits nobody, nor one that its
        campaign has no more."""
        for info in listed:
            note = self.of(info)
            if note is None:
                continue
            found = rights(caller, note.seating)
            named = () if note.over else note.seating.named(caller.player)
            if (roles := found.acting()) or named:
                sides = tuple(side for side in found.sides if side in roles)
                asked = tuple(one for side in sides for one in note.asked.get(side, ()))
                other = (
                    bool(note.request)
                    and any(one != note.request for one in roles)
                    and caller.player != note.wish
                )
                if (asked or other or named) and self._battles.belonging(info.name):
                    continue
                yield Awaiting(
                    info.name, "battle", info.title, note.head.seq, note.head.seal.hex(), sides,
                    len(roles) > len(sides), asked, other, note.over, offers=named,
                    since=min((note.since[side].time for side in sides if side in note.since), default=""),
                )  # fmt: skip

    def of(self, info: DiaryInfo) -> Note | None:
        """What matters of a battle at its head; None of one that cannot be read."""
        note = self._kept.get(info.name)
        if note is None or note.head != info.head:
            try:
                note = self._kept[info.name] = _noted(self._battles.get(info.name), note)
            except (DiaryError, Refused):
                return None
        return note

    def over(self, battle: str) -> bool:
        """Whether a battle was over when it was last looked at."""
        return battle in self._kept and self._kept[battle].over


def _noted(battle: OpenBattle, before: Note | None) -> Note:
    """before: what was noted of it last. Raises DiaryError, Refused."""
    look = queries.look(battle, OBSERVER)
    state, request = look.state, look.state.table.request
    asked: dict[str, tuple[Pending, ...]] = {}
    pending = battle.pending(state)
    since: dict[str, Asked] = {}
    going = goes_on(battle, state, look.head.seq)
    kept = before is not None and still_there(battle.store, battle.name, before.head)
    then: Mapping[str, Asked] = before.since if before is not None and kept else {}
    for side in dict.fromkeys(one.side for one in pending):
        known = Redaction(battle, state, side).asked(pending)
        asked[side] = tuple(one for one in known if one.side == side)
        if not going:
            continue
        since[side] = asked_since(battle, look.head.seq, side, then.get(side))
    return Note(
        look.head,
        battle.seating(state),
        asked,
        since,
        request.side if request is not None else "",
        request.player if request is not None else "",
        battle.over(state),
    )

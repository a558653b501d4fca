"""What is noted of battles, and what awaits somebody in them by that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.battles import queries
from campaign.battles.offering import told
from campaign.battles.open_battle import OpenBattle, OpenBattles
from campaign.battles.patience import Asked, asked_since, goes_on
from campaign.battles.redaction import Redaction
from campaign.library.notebook import version_of
from campaign.library.noting_file import Noted
from campaign.rules.options import Pending
from campaign.shared.answers import Awaiting
from campaign.shared.callers import OBSERVER, Caller, Seating, rights
from campaign.shared.sitters import still_there
from events.decoding import msgpack_decoder
from events.entry import Head
from events.store import DiaryInfo


class Note(NamedTuple):
    """What matters of a battle at its head, of which nobody is told more than is his. asked: side → what it is asked,
    as that side may know it. since: side → since when. request: the side that asks to go back, or
    ""; wish: by whose name. commitment: to its sealed dice, "" if there is none."""

    head: Head
    seating: Seating
    asked: Mapping[str, tuple[Pending, ...]]
    since: Mapping[str, Asked]
    request: str
    wish: str
    over: bool
    commitment: str


decode = msgpack_decoder(Note).decode
_encode = msgspec.msgpack.Encoder().encode


def awaiting(
    rows: Iterable[tuple[str, str, Note]], caller: Caller, belonging: Callable[[str], str]
) -> Iterator[Awaiting]:
    """Those of the battles in which the caller has a part, but for what its campaign has no more. rows: each by its
    name, its title, and what is noted of it."""
    for name, title, note in rows:
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
            if (asked or other or named) and belonging(name):
                continue
            yield Awaiting(
                name, "battle", title, note.head.seq, note.head.seal.hex(), sides,
                len(roles) > len(sides), asked, other, note.over, offers=named,
                since=min((note.since[side].time for side in sides if side in note.since), default=""),
            )  # fmt: skip


class Notes(NamedTuple):
    """What makes them. battles: of the house."""

    battles: OpenBattles

    def make(self, info: DiaryInfo, before: Any) -> Noted:
        """See `campaign.library.notebook.Wing`."""
        battle = self.battles.passing(info.name)
        note = _noted(battle, before)
        line, campaign = queries.info(battle, info), battle.state().table.campaign
        offers = not note.over and note.seating.chairs.offers
        return Noted(
            _encode(note),
            # That the file is not written now is told with each list.
            None if battle.diary.trouble or battle.taken_out() else _encode(replace(line, read_only="")),
            _encode(told(battle)) if offers else None,
            note.seating,
            note.over,
            campaign if info.origin is None else "",
            version_of(battle.system),
        )


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
        state.table.commitment,
    )

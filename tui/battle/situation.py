"""What the battle screen shows at one moment, read from headquarters in one go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import msgspec

from campaign.battles.answers import BattleView, EntryDetail
from campaign.headquarters import Headquarters
from campaign.rules.views import HexBoard, PieceView
from campaign.shared.answers import LogEntry
from campaign.shared.seals import short_seal
from campaign.shared.seating import SEAT_KINDS
from tui.battle.menu import Menu
from tui.boards.chart import spot

SHOWN = 300
"""Entries of the log that stand on the screen at the most: of older ones those around the one that is looked at."""
TABLE_KINDS = (
    *("open", "undo-request", "undo-grant", "undo-refuse", "reveal", "rewind", "contribute"),
    *SEAT_KINDS,
)
"""Entries that nobody means who takes his action back."""
ANSWERS = ("undo-grant", "undo-refuse")
"""Actions that answer a request; a question of its own asks for them."""
UNDO = "undo"
"""The kind of what is asked by a request."""


class Situation(NamedTuple):
    """looking: the entry that is looked back at, or None at the newest. mine: sides played at this screen.

    shared: several sides with secrets from one another are played here, so that only the one in hand is shown.
    due: the side to which the screen must be handed before anything else; then this is as an observer sees it.
    happened: where the entry that was stepped to happened, or "".
    log: the newest entries, without a gap; older ones are read when they are wanted. around: entries around the one
    that is looked at, where it is older than those.
    """

    view: BattleView
    menu: Menu
    log: tuple[LogEntry, ...]
    looking: int | None
    mine: tuple[str, ...]
    bots: dict[str, str]
    dice: str
    shared: bool = False
    due: str = ""
    seal: str = ""
    happened: str = ""
    around: tuple[LogEntry, ...] = ()

    @property
    def older(self) -> int:
        """The entry before those of the log; 0 where it has all."""
        return self.log[0].seq - 1 if self.log else 0

    @property
    def told(self) -> tuple[LogEntry, ...]:
        """The part of the log that is shown."""
        return self.around or self.log

    @property
    def newest(self) -> int:
        return self.view.newest

    @property
    def asked_side(self) -> str:
        """The side that is asked: of several the one that looks, else the first; "" if nobody is."""
        asked = [one.side for one in self.view.asked]
        return self.view.viewer if self.view.viewer in asked else asked[0] if asked else ""

    @property
    def asked_bot(self) -> str:
        """The side with a bot that is asked now, or ""."""
        if self.looking is not None or self.view.read_only or self.view.waiting:
            return ""
        return next((asked.side for asked in self.view.asked if asked.side in self.bots), "")

    @property
    def here(self) -> tuple[str, ...]:
        """The sides that whoever sits at this screen now may act for: of those with secrets only the one in hand."""
        return tuple(side for side in self.mine if not self.shared or side == self.view.viewer)

    @property
    def undo_asked(self) -> str:
        """The side at this screen that must answer a request to take something back, or ""."""
        if self.looking is not None or self.view.read_only or self.due:
            return ""
        return next((p.side for p in self.view.asked if p.kind == UNDO and p.side in self.here), "")

    @property
    def can_undo(self) -> bool:
        """Whether there is something that a side at this screen may ask to have back, or may be: not all was read."""
        return not self.view.read_only and (self.has_acted or bool(self.older and self.here))

    @property
    def has_acted(self) -> bool:
        """Whether there is something in what was read that a side at this screen did."""
        return any(
            entry.side in self.here and not entry.withdrawn and entry.kind not in TABLE_KINDS
            for entry in self.log
        )

    def name(self, side: str) -> str:
        return next((one.name for one in self.view.sides if one.id == side), side)

    def piece(self, id: str) -> PieceView | None:
        return next((piece for piece in self.view.game.pieces if piece.id == id), None)

    def entry(self, seq: int) -> LogEntry | None:
        return next((entry for entry in (*reversed(self.log), *self.around) if entry.seq == seq), None)


class Hand(NamedTuple):
    """Which side has the screen in hand, and up to which entry it keeps it though another one is asked.

    offered: the side to which somebody wants to hand it.
    """

    side: str = ""
    until: int = 0
    offered: str = ""


NOBODY = Hand()


def read(
    headquarters: Headquarters,
    battle: str,
    looking: int | None = None,
    before: Situation | None = None,
    hand: Hand = NOBODY,
) -> Situation:
    """Read everything afresh; of the log only what is not known from before. Raises Refused.

    Where several with secrets play at one screen, only the one in hand is shown, and the log is told to him.
    """
    known = before.log if before is not None and not before.view.game.hides else ()
    after = known[-1].seq if known else 0
    found = headquarters.battles.moment(battle, looking, after)
    first, player, free = found.view, headquarters.caller.player, headquarters.caller.seats
    if looking is not None and looking >= first.newest:
        looking = None
    bots = {seat.side: seat.bot for seat in first.seats if seat.bot}
    role = headquarters.caller.role
    mine = tuple(
        s.side
        for s in first.seats
        if not s.bot and (s.player == player or (not s.player and free)) and role in (None, s.side)
    )
    answer = first.request is not None  # who is to answer a request comes before who may go on meanwhile
    asked = [one.side for one in first.asked if one.side in mine and (one.kind == UNDO or not answer)]
    shared = first.game.hides and len(mine) > 1
    due = _due(asked, hand, first.newest) if shared and looking is None else ""
    if shared and hand.side and not due:
        found = headquarters.looking_as(hand.side).battles.moment(battle, looking)
    view = found.view
    log = found.log if found.earlier else (*known, *found.log)
    if known and any(entry.parent != entry.seq - 1 for entry in found.log):
        start = max(log[0].seq - 1, log[-1].seq - SHOWN)  # a rewind: what was told before has changed
        log = tuple(_page(headquarters, battle, view.viewer, start, log[-1].seq - start))
    menu = Menu(
        [one for one in found.legal if one.kind not in ANSWERS] if looking is None else [],
        {p.id: p.name for p in view.game.pieces},
        {p.id: p.id if view.game.board is None else spot(p) for p in view.game.pieces},
        isinstance(view.game.board, HexBoard),
        {side.id: side.name for side in view.sides},
    )
    stepped = before is not None and before.looking != looking and not due
    return Situation(
        view,
        menu,
        log,
        looking,
        mine,
        bots,
        view.dice,
        shared,
        due,
        short_seal(view.newest, found.seal),
        _happened(headquarters.looking_as(view.viewer), battle, view) if stepped else "",
        _around(headquarters, battle, view, log, before) if looking is not None else (),
    )


def older(headquarters: Headquarters, battle: str, now: Situation, most: int = SHOWN) -> list[LogEntry]:
    """So many entries at the most before those that were read. Raises Refused."""
    start = max(0, now.older - most)
    return _page(headquarters, battle, now.view.viewer, start, now.older - start)


def _page(headquarters: Headquarters, battle: str, viewer: str, after: int, count: int) -> list[LogEntry]:
    return headquarters.looking_as(viewer).battles.log(battle, after, count)


def _around(
    headquarters: Headquarters,
    battle: str,
    view: BattleView,
    log: Sequence[LogEntry],
    before: Situation | None,
) -> tuple[LogEntry, ...]:
    """The log around an entry that is older than what was read of it, else nothing. before: what is shown, where that
    may do."""
    if not log or view.seq >= log[0].seq:
        return ()
    if before is not None and (before.view.newest, before.view.viewer) == (view.newest, view.viewer):
        there = [entry.seq for entry in before.around]
        if view.seq in there[0 if 1 in there else 1 : -1]:  # not at the edge: there the next ones are wanted
            return before.around
    return tuple(_page(headquarters, battle, view.viewer, max(0, view.seq - SHOWN // 2), SHOWN))


def seated(headquarters: Headquarters, battle: str, side: str) -> Headquarters:
    """Headquarters for a side that is played at this screen, if the battle has it; else for all that are ours."""
    there = side and any(one.id == side for one in headquarters.battles.info(battle).sides)
    return headquarters.looking_as(side) if there else headquarters


def _happened(headquarters: Headquarters, battle: str, view: BattleView) -> str:
    """Where the entry that is shown happened: where a piece went, else at whom it aimed, else what it changed."""
    entry = headquarters.battles.show(battle, view.seq)
    if not entry.parent:
        return ""
    was = {piece.id: piece for piece in headquarters.battles.view(battle, entry.parent).game.pieces}
    changed = [piece for piece in view.game.pieces if was.get(piece.id) != piece]
    asked = _asked_for(entry)
    named = [piece for piece in view.game.pieces if piece.id in asked.values()]
    moved = [piece for piece in changed if piece.id in was and spot(was[piece.id]) != spot(piece)]
    aimed = [piece for piece in named if piece.id == asked.get("target")]
    own_move = [piece for piece in moved if piece in named]
    found = (*own_move, *moved, *aimed, *(piece for piece in changed if piece not in named), *named, *changed)
    return next((spot(piece) for piece in found if spot(piece)), "")


def _asked_for(entry: EntryDetail) -> dict[str, str]:
    """The words of an action, by field; of what is hidden there are none."""
    action = msgspec.json.decode(entry.action) if bytes(entry.action) else None
    fields = cast("dict[str, object]", action) if isinstance(action, dict) else {}
    return {name: one for name, one in fields.items() if isinstance(one, str)}


def _due(asked: Sequence[str], hand: Hand, newest: int) -> str:
    """The side that must get the screen, of those asked that sit here; "" if it is in the right hands."""
    if hand.offered:
        return hand.offered
    if not asked or hand.side in asked or (hand.side and newest <= hand.until):
        return ""
    return asked[0]

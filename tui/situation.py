"""What the battle screen shows at one moment, read from headquarters in one go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.answers import BattleView, LogEntry
from campaign.headquarters import SOMEBODY, Headquarters
from campaign.rules.system import PieceView
from tui.choices import Choice, Menu, choice_of


class Situation(NamedTuple):
    """looking: the entry that is looked back at, or None at the newest. mine: sides played at this screen."""

    view: BattleView
    menu: Menu
    log: tuple[LogEntry, ...]
    looking: int | None
    mine: tuple[str, ...]
    bots: dict[str, str]
    dice: str

    @property
    def newest(self) -> int:
        return self.view.newest

    @property
    def asked_side(self) -> str:
        """The side that is asked, the first of several; "" if nobody is."""
        return self.view.asked[0].side if self.view.asked else ""

    @property
    def asked_bot(self) -> str:
        """The side with a bot that is asked now, or ""."""
        if self.looking is not None or self.view.read_only:
            return ""
        return next((asked.side for asked in self.view.asked if asked.side in self.bots), "")

    @property
    def undo_asked(self) -> str:
        """The side at this screen that must answer a request to take something back, or ""."""
        if self.looking is not None or self.view.read_only:
            return ""
        return next((p.side for p in self.view.asked if p.kind == "undo" and p.side in self.mine), "")

    def name(self, side: str) -> str:
        return next((one.name for one in self.view.sides if one.id == side), side)

    def piece(self, id: str) -> PieceView | None:
        return next((piece for piece in self.view.game.pieces if piece.id == id), None)

    def entry(self, seq: int) -> LogEntry | None:
        return next((entry for entry in reversed(self.log) if entry.seq == seq), None)


def read(
    headquarters: Headquarters,
    battle: str,
    looking: int | None = None,
    known: Sequence[LogEntry] = (),
    player: str = SOMEBODY,
) -> Situation:
    """Read everything afresh; of the log only what is not known yet. Raises DiaryError, Refused.

    The log is told to the one side that sits here, or as to an observer where several do: what it says does not
    change with whose turn it is.
    """
    first = headquarters.view(battle, at=looking)
    if looking is not None and looking >= first.newest:
        looking = None
    bots = {seat.side: seat.bot for seat in first.seats if seat.bot}
    mine = tuple(s.side for s in first.seats if not s.bot and s.player in ("", player))
    viewer = _viewer(first, mine)
    view = headquarters.view(battle, viewer, looking) if viewer else first
    choices: list[Choice] = []
    if looking is None:
        for asked in view.asked:
            if asked.side in mine and asked.kind != "undo":
                choices += map(choice_of, headquarters.legal(battle, asked.side))
    pieces = view.game.pieces
    menu = Menu(choices, {p.id: p.name for p in pieces}, {p.id: p.where for p in pieces})
    log = tuple(_log(headquarters, battle, mine[0] if len(mine) == 1 else "", known))
    info = headquarters.info(battle)
    return Situation(view, menu, log, looking, mine, bots, info.dice)


def _viewer(view: BattleView, mine: Sequence[str]) -> str:
    """Through whose eyes this screen looks: of the side that is asked, if it sits here."""
    asked = next((pending.side for pending in view.asked if pending.side in mine), "")
    return asked or (mine[0] if mine else "")


def _log(headquarters: Headquarters, battle: str, viewer: str, known: Sequence[LogEntry]) -> list[LogEntry]:
    """The log, as far as it is known already taken over: only a rewind changes what was told before."""
    after = known[-1].seq if known else 0
    fresh = headquarters.log(battle, viewer, after)
    if known and any(entry.parent != entry.seq - 1 for entry in fresh):
        return headquarters.log(battle, viewer)
    return [*known, *fresh]

"""What the battle screen shows at one moment, read from headquarters in one go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.answers import BattleView, LegalAction, LogEntry
from campaign.headquarters import SOMEBODY, Headquarters
from campaign.rules.system import HexBoard, PieceView
from tui.chart import spot
from tui.choices import Menu


class Situation(NamedTuple):
    """looking: the entry that is looked back at, or None at the newest. mine: sides played at this screen.

    shared: several sides with secrets from one another are played here, so that only the one in hand is shown.
    due: the side to which the screen must be handed before anything else; then this is as an observer sees it.
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
    teller: str = ""
    """To whom the log is told."""

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
        if self.looking is not None or self.view.read_only:
            return ""
        return next((asked.side for asked in self.view.asked if asked.side in self.bots), "")

    @property
    def undo_asked(self) -> str:
        """The side at this screen that must answer a request to take something back, or ""."""
        if self.looking is not None or self.view.read_only or self.due:
            return ""
        here = (self.view.viewer,) if self.shared else self.mine
        return next((p.side for p in self.view.asked if p.kind == "undo" and p.side in here), "")

    def name(self, side: str) -> str:
        return next((one.name for one in self.view.sides if one.id == side), side)

    def piece(self, id: str) -> PieceView | None:
        return next((piece for piece in self.view.game.pieces if piece.id == id), None)

    def entry(self, seq: int) -> LogEntry | None:
        return next((entry for entry in reversed(self.log) if entry.seq == seq), None)


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
    player: str = SOMEBODY,
) -> Situation:
    """Read everything afresh; of the log only what is not known from before. Raises DiaryError, Refused.

    The log is told to the one side that sits here, or to the one that has the screen in hand; where several do and
    there are no secrets, as to an observer: what it says does not change with whose turn it is.
    """
    first = headquarters.view(battle, at=looking)
    if looking is not None and looking >= first.newest:
        looking = None
    bots = {seat.side: seat.bot for seat in first.seats if seat.bot}
    mine = tuple(s.side for s in first.seats if not s.bot and s.player in ("", player))
    asked = [pending.side for pending in first.asked if pending.side in mine]
    shared = first.game.hides and len(mine) > 1
    due = _due(asked, hand, first.newest) if shared and looking is None else ""
    if due:
        viewer = ""
    elif shared:
        viewer = hand.side
    else:
        viewer = asked[0] if asked else mine[0] if mine else ""
    view = headquarters.view(battle, viewer, looking) if viewer else first
    choices: list[LegalAction] = []
    if looking is None and view.request is None and not view.read_only and (viewer or not shared):
        acting = [viewer] if shared else mine
        for side in sorted(acting, key=lambda side: side not in asked):
            choices += headquarters.legal(battle, side)
    game = view.game
    menu = Menu(
        choices,
        {p.id: p.name for p in game.pieces},
        {p.id: p.id if game.board is None else spot(p) for p in game.pieces},
        isinstance(game.board, HexBoard),
    )
    teller = viewer if shared else mine[0] if len(mine) == 1 else ""
    known = before.log if before is not None and before.teller == teller and not game.hides else ()
    log = tuple(_log(headquarters, battle, teller, known))
    info = headquarters.info(battle)
    return Situation(view, menu, log, looking, mine, bots, info.dice, shared, due, teller)


def _due(asked: Sequence[str], hand: Hand, newest: int) -> str:
    """The side that must get the screen, of those asked that sit here; "" if it is in the right hands."""
    if hand.offered:
        return hand.offered
    if not asked or hand.side in asked or (hand.side and newest <= hand.until):
        return ""
    return asked[0]


def _log(headquarters: Headquarters, battle: str, viewer: str, known: Sequence[LogEntry]) -> list[LogEntry]:
    """The log, as far as it is known already taken over: only a rewind changes what was told before."""
    after = known[-1].seq if known else 0
    fresh = headquarters.log(battle, viewer, after)
    if known and any(entry.parent != entry.seq - 1 for entry in fresh):
        return headquarters.log(battle, viewer)
    return [*known, *fresh]

"""What headquarters answers with about battles: plain data that any front end can show or send."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Raw, Struct

from campaign.battles.table import DiceMode, Request, Seat, UndoPolicy
from campaign.rules.muster import Verdict
from campaign.rules.options import InForce, Modifier, Pending, Range, Side
from campaign.rules.views import GameView
from campaign.shared.answers import Line, LogEntry, WaitingSeat
from events.entry import Draw


class BattleInfo(Struct, frozen=True, omit_defaults=True):
    """A battle as listed. entries: seq of the newest; seal: its seal (hex). read_only: why it cannot go on, or "".
    archived: put away. waiting: seats without which nothing is done yet. free: those that nobody has, where each
    belongs to a player. readings: those that are otherwise than the pack has them, by id, as they are typed."""

    battle: str
    system: str
    scenario: str
    title: str
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    dice: DiceMode
    undo: UndoPolicy
    entries: int
    created: str
    turn: int = 0
    phase: str = ""
    asked: tuple[Pending, ...] = ()
    verdict: Verdict | None = None
    forked_from: str = ""
    read_only: str = ""
    archived: bool = False
    seal: str = ""
    waiting: tuple[WaitingSeat, ...] = ()
    free: tuple[WaitingSeat, ...] = ()
    readings: Mapping[str, str] = {}


class LegalAction(Struct, frozen=True, omit_defaults=True):
    """Something that may be done now. action: as `act` takes it. cost: -1 where nothing is counted; in parts of a
    point, of which so many as `parts` says make one.

    ranges: fields of the action that may be chosen freely. kind: the action's own word for itself. says: what it does,
    where the label is no more than a name.
    """

    side: str
    action: Raw
    label: str
    unit: str = ""
    target: str = ""
    where: str = ""
    cost: int = -1
    dice: int = 0
    modifiers: tuple[Modifier, ...] = ()
    ranges: tuple[Range, ...] = ()
    kind: str = ""
    parts: int = 1
    says: str = ""


class EntryDetail(Struct, frozen=True, omit_defaults=True):
    """An entry whole, as one viewer may see it. seal, previous: hex. state: "" where something is hidden from him."""

    seq: int
    parent: int
    time: str
    player: str
    side: str
    action: Raw
    draws: tuple[Draw, ...]
    events: tuple[Raw, ...]
    lines: tuple[Line, ...]
    rules: str
    pack: str
    seal: str
    previous: str
    state: str = ""
    key: str = ""
    withdrawn: bool = False


class BattleView(Struct, frozen=True, omit_defaults=True):
    """What one viewer sees of a battle at entry seq. newest: the newest entry there is. reconstructed: what of its
    scenario is our reconstruction, one line each, with the file for one's own numbers. waiting, free: seats without
    which nothing is done yet, and that nobody has, as in `BattleInfo`. readings: how the text is read in it."""

    battle: str
    title: str
    system: str
    seq: int
    newest: int
    viewer: str
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    asked: tuple[Pending, ...]
    game: GameView
    verdict: Verdict | None = None
    request: Request | None = None
    dice: DiceMode = "sealed"
    read_only: str = ""
    reconstructed: tuple[str, ...] = ()
    waiting: tuple[WaitingSeat, ...] = ()
    free: tuple[WaitingSeat, ...] = ()
    readings: tuple[InForce, ...] = ()


class Moment(Struct, frozen=True, omit_defaults=True):
    """All that one screen needs of a battle, of one and the same entry.

    legal: what the caller may do, nothing where another moment than the newest is looked at. log: the newest entries,
    100 at the most. earlier: the entry before them, where there are older ones that were asked for; else 0. `log` has
    that and those before it by pages: after=EARLIER-100&limit=100, and so on. seal: of the newest entry (hex).
    """

    view: BattleView
    legal: tuple[LegalAction, ...]
    log: tuple[LogEntry, ...]
    seal: str
    earlier: int = 0


class BotChoice(Struct, frozen=True):
    """That a bot has chosen what to do. player: its player id. expected: the newest entry that it has seen."""

    side: str
    player: str
    expected: int

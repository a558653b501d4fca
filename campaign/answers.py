"""What headquarters answers with: plain data that any front end can show or send."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Raw, Struct

from campaign.rules.muster import Verdict
from campaign.rules.refused import Refused
from campaign.rules.system import GameView, Modifier, Pending, Range, Side
from campaign.table import DiceMode, Request, Seat, UndoPolicy
from events.entry import Draw


class BattleInfo(Struct, frozen=True, omit_defaults=True):
    """A battle as listed. entries: seq of the newest. read_only: why it cannot go on, or ""."""

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


class LegalAction(Struct, frozen=True, omit_defaults=True):
    """Something that may be done now. action: as `act` takes it. cost: -1 where nothing is counted.

    ranges: fields of the action that may be chosen freely. kind: the action's own word for itself.
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


class Line(Struct, frozen=True, omit_defaults=True):
    """One sentence of the record, and the number of the rule behind it."""

    text: str
    rule: str = ""


class LogEntry(Struct, frozen=True, omit_defaults=True):
    """An entry as listed. withdrawn: not on the way to the newest state, taken back by a rewind."""

    seq: int
    parent: int
    at: str
    player: str
    side: str
    kind: str
    lines: tuple[Line, ...]
    dice: tuple[int, ...] = ()
    withdrawn: bool = False


class EntryDetail(Struct, frozen=True, omit_defaults=True):
    """An entry whole, as one viewer may see it. seal, previous: hex. state: "" where something is hidden from him."""

    seq: int
    parent: int
    at: str
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
    """What one viewer sees of a battle at an entry."""

    battle: str
    title: str
    system: str
    at: int
    newest: int
    viewer: str
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    asked: tuple[Pending, ...]
    game: GameView
    verdict: Verdict | None = None
    request: Request | None = None
    read_only: str = ""


class Acted(Struct, frozen=True, omit_defaults=True, tag="acted", tag_field="answer"):
    """It was done. seq: of the newest entry that it made; repeated: this key had been answered before."""

    battle: str
    seq: int
    seal: str
    lines: tuple[Line, ...] = ()
    draws: tuple[Draw, ...] = ()
    asked: tuple[Pending, ...] = ()
    verdict: Verdict | None = None
    repeated: bool = False


class Refusal(Struct, frozen=True, omit_defaults=True, tag="refused", tag_field="answer"):
    """It was not done, and nothing was written. allowed: what would be."""

    reason: str
    rule: str = ""
    allowed: tuple[str, ...] = ()
    where: str = ""
    kind: Literal["refused", "head-moved", "read-only"] = "refused"

    @classmethod
    def of(cls, refused: Refused) -> Refusal:
        return cls(refused.reason, refused.rule, refused.allowed, refused.where)

    def __str__(self) -> str:
        return str(Refused(self.reason, self.rule, self.allowed, self.where))


class DiceNeeded(Struct, frozen=True, tag="dice-needed", tag_field="answer"):
    """Real dice are wanted: send the action again with those typed so far and these behind them."""

    purpose: str
    count: int
    sides: int
    typed: tuple[int, ...]


class BotChoice(Struct, frozen=True):
    """What a bot wants to do. expected: the newest entry that it has seen."""

    side: str
    player: str
    action: Raw
    expected: int


class RosterInfo(Struct, frozen=True, omit_defaults=True):
    """A roster as listed. own: saved at home, not part of the rule system's pack. problem: why it is not sound."""

    id: str
    system: str
    title: str
    cost: int
    own: bool
    sound: bool
    problem: str = ""


class ChangeLine(Struct, frozen=True):
    """One difference between two states: where, before, after (absent values are null)."""

    path: str
    before: Any
    after: Any


class PackReport(Struct, frozen=True, omit_defaults=True):
    """A rule system's pack: sound or why not, and which files the user has replaced."""

    system: str
    title: str
    version: str
    digest: str = ""
    overridden: tuple[str, ...] = ()
    folder: str = ""
    problem: str = ""


class VerifyReport(Struct, frozen=True, omit_defaults=True):
    """Whether a diary holds. entries: how many do. first_bad: the first that does not, and why."""

    battle: str
    sound: bool
    entries: int
    seal: str = ""
    first_bad: int = 0
    why: str = ""
    dice: str = ""
    notes: tuple[str, ...] = ()

"""What headquarters answers with, whatever was asked of: plain data that any front end can show or send."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from campaign.rules.muster import Verdict
from campaign.rules.options import Pending, Weight
from campaign.rules.refused import Refused
from campaign.rules.seats import TableRules
from campaign.rules.wording import count
from events.codec import tag_of
from events.diary import Rewind
from events.entry import Draw
from events.faces import allowed, numbers, shown

REWIND = tag_of(Rewind)
"""The kind of an entry that goes back to another."""


RECENT = 100
"""Entries of a log, or lines of a record, that a moment carries at the most: the older ones come by pages."""


class Line(Struct, frozen=True, omit_defaults=True):
    """One sentence of the record, and the number of the rule behind it, and what the line weighs."""

    text: str
    rule: str = ""
    weight: Weight = ""


class LogEntry(Struct, frozen=True, omit_defaults=True):
    """An entry as listed. withdrawn: not on the way to the newest state, taken back by a rewind.

    dice: what came up, in a battle. total: how many events it holds, in a campaign, where quiet lines are left out.
    again: the entry that it enters once more. of: of which diary, where that is one that this was forked from.
    """

    seq: int
    parent: int
    time: str
    player: str
    side: str
    kind: str
    lines: tuple[Line, ...]
    dice: tuple[int, ...] = ()
    total: int = 0
    again: int = 0
    withdrawn: bool = False
    of: str = ""


class Acted(Struct, frozen=True, omit_defaults=True, tag="acted", tag_field="answer"):
    """It was done. diary: where. seq: of the newest entry that it made; repeated: this key had been answered before.

    asked, verdict: as of that entry, in a battle. battle: in a campaign, the one that it was about, and fought: the
    diary of that battle. total: how many events it made, in a campaign, where quiet lines are left out. taken: the
    entries that it took back; the first lines say so. definition: of a campaign that was opened, the digest that it
    seals, by which `verify` knows its rules again.
    """

    diary: str
    seq: int
    seal: str = ""
    lines: tuple[Line, ...] = ()
    draws: tuple[Draw, ...] = ()
    asked: tuple[Pending, ...] = ()
    verdict: Verdict | None = None
    battle: str = ""
    fought: str = ""
    total: int = 0
    repeated: bool = False
    taken: tuple[int, ...] = ()
    definition: str = ""


Kind = Literal["refused", "forbidden", "unknown", "head-moved", "read-only", "damaged", "no-space"]


class Refusal(Struct, frozen=True, omit_defaults=True, tag="refused", tag_field="answer"):
    """It was not done, and nothing was written. allowed: what would be.

    kind: `forbidden` for want of a right, `unknown` where there is no such diary or entry, `head-moved` if somebody was
    faster, `read-only` and `damaged` for what cannot be continued or read, `no-space` where there is no room to write.
    """

    reason: str
    rule: str = ""
    allowed: tuple[str, ...] = ()
    where: str = ""
    kind: Kind = "refused"

    @classmethod
    def of(cls, refused: Refused) -> Refusal:
        kind: Any = refused.kind
        return cls(refused.reason, refused.rule, refused.allowed, refused.where, kind)

    def again(self) -> Refused:
        """As what is raised."""
        return Refused(self.reason, self.rule, self.allowed, self.where, self.kind)

    def __str__(self) -> str:
        return str(self.again())


class DiceNeeded(Struct, frozen=True, tag="dice-needed", tag_field="answer"):
    """Real dice are wanted: send the action again with those typed so far and these behind them. faces: what may come
    up, in runs such as `0-9`; "" for 1 to sides."""

    purpose: str
    count: int
    sides: int
    typed: tuple[int, ...]
    faces: str = ""

    @property
    def there(self) -> tuple[int, ...]:
        """All numbers that may come up, in order."""
        return numbers(self.faces, self.sides)

    @property
    def allowed(self) -> str:
        """The same in words."""
        return allowed(self.faces, self.sides)

    @property
    def drawn(self) -> bool:
        """Whether it is a card or counter that is drawn, and its number told: dice bear 0 to 9, or 1 and so on."""
        return bool(self.faces) and self.there != tuple(range(self.sides))

    def shown(self, values: Iterable[int]) -> str:
        """Numbers as they stand on these dice."""
        return " ".join(shown(values, self.faces))


Answer: TypeAlias = Acted | Refusal | DiceNeeded


class Standing(Struct, frozen=True, omit_defaults=True):
    """Where a caller stands in a battle or campaign: whatever depends on this alone is the same for whoever stands so.

    entry: the newest; seal: its seal (hex). viewer: as whom he looks; sides: for which he may act; umpire: whether he
    may act as such. read_only: why it cannot go on, or "".
    """

    entry: int
    seal: str
    viewer: str
    sides: tuple[str, ...] = ()
    umpire: bool = False
    over: bool = False
    read_only: str = ""


class OfferedSeat(Struct, frozen=True, omit_defaults=True):
    """A seat that is offered. side: `umpire` for that chair. to: a player, "" for everybody who may look on. by: who
    offers it. since: when, ISO 8601."""

    side: str
    to: str
    by: str
    since: str


class WaitingSeat(Struct, frozen=True, omit_defaults=True):
    """A free seat without which nothing is done yet. side: `umpire` for that chair. offered: whether it is; to: a
    player, "" for everybody who may look on. name: how it is called."""

    side: str
    offered: bool = False
    to: str = ""
    name: str = ""


class TableOffer(Struct, frozen=True, omit_defaults=True):
    """What whoever is offered a seat should know of a table; nothing of its record. seats: seat → who sits there, ""
    for nobody. opener: who opened it, created: when. apart: whether each seat belongs to a player. rules: None for one
    of an older version. system, scenario, options, dice, undo: of a battle. names: side → how it is called."""

    table: str
    kind: Literal["battle", "campaign"]
    title: str
    seats: Mapping[str, str]
    offers: tuple[OfferedSeat, ...]
    opener: str
    created: str
    apart: bool = True
    rules: TableRules | None = None
    system: str = ""
    scenario: str = ""
    options: Mapping[str, Any] = {}
    dice: str = ""
    undo: str = ""
    names: Mapping[str, str] = {}


class PrivateTable(Struct, frozen=True):
    """All that whoever keeps the diaries is told of a table that is unknown to him. entries: how many it has. players:
    seat → who sits there, "" for nobody."""

    table: str
    kind: Literal["battle", "campaign"]
    entries: int
    players: Mapping[str, str]


class Awaiting(Struct, frozen=True, omit_defaults=True):
    """A battle or campaign in which a caller has a part, and what awaits him there. entry, seal (hex): the newest.

    sides: for which he acts. umpire: whether he is. asked: what he is asked now, since: since when. consent: whether
    somebody waits for his word on a way back. offers: seats that are offered to him by name. over: whether it is fought
    out. For a campaign's umpire, filing: its battles that are over and wait for their return; halves: those of whose
    return a side has given its half; open: scenarios that may be begun.
    """

    diary: str
    kind: Literal["battle", "campaign"]
    title: str
    entry: int
    seal: str
    sides: tuple[str, ...] = ()
    umpire: bool = False
    asked: tuple[Pending, ...] = ()
    consent: bool = False
    over: bool = False
    filing: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    since: str = ""
    halves: tuple[str, ...] = ()


class ChangeLine(Struct, frozen=True):
    """One difference between two states: where, before, after (absent values are null)."""

    path: str
    before: Any
    after: Any


Vouched = Literal[
    "derived", "decided again", "as shipped", "brought along", "not signed by anybody", "not sealed", "not checked",
]  # fmt: skip
"""What a verification can say of a part of the record."""
Subject = Literal["dice", "decisions", "rules", "charts", "people", "times"]


class Proved(Struct, frozen=True):
    """One line of what a verification proved, and of what it did not: of what, how it stands, and more of it in
    words."""

    subject: Subject
    standing: Vouched
    words: str


class VerifyReport(Struct, frozen=True, omit_defaults=True):
    """Whether a diary holds. sound: nothing in it is wrong, as far as it could be checked. unchecked: what could not
    be, in sentences; nobody vouches for that.

    entries: how many hold. decided: how many of them were decided again by the rules that are here, and came out the
    same. first_bad: the first that does not hold, 0 where it is not an entry that is at fault; why: what is wrong.
    dice: what was found of them. notes: what else there is to know. proved: what was proved, line by line; none
    where it does not hold. definition: of a campaign, digest of its files and packs, for whoever may know all of it.
    brought: rules and charts that somebody brought along, in sentences: all was decided by them, and nobody vouches for
    them.
    """

    diary: str
    sound: bool
    entries: int
    seal: str = ""
    first_bad: int = 0
    why: str = ""
    dice: str = ""
    notes: tuple[str, ...] = ()
    decided: int = 0
    unchecked: tuple[str, ...] = ()
    proved: tuple[Proved, ...] = ()
    definition: str = ""
    brought: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it is sound, and all of it was checked, by what ships or is known here."""
        return self.sound and not self.unchecked and not self.brought

    @property
    def held(self) -> str:
        """How many entries hold, in words."""
        return count(self.entries, "entry holds", "entries hold")

    @property
    def fault(self) -> str:
        """What is wrong, in a sentence or two; "" if nothing is."""
        why = self.why.rstrip(".")
        if self.first_bad:
            return f"Entry {self.first_bad} does not hold: {why}. Entries before it that do: {self.entries}."
        return "" if self.sound else f"{self.diary} is not sound: {why}. {self.held}."


class AnchorMade(Struct, frozen=True, omit_defaults=True):
    """What was anchored. left_out: diaries whose beginning cannot be read, each with why."""

    diaries: int
    left_out: tuple[str, ...] = ()


class Exported(Struct, frozen=True, omit_defaults=True):
    """What was written to a file. left_out: diaries that cannot be read, each with why, where all were asked for."""

    entries: int
    left_out: tuple[str, ...] = ()


class Imported(Struct, frozen=True, omit_defaults=True):
    """What came in with a file. entries: new ones. notes: what could not be checked, each as a sentence."""

    entries: int
    notes: tuple[str, ...] = ()


class Changed(Struct, frozen=True, omit_defaults=True):
    """A diary to which something was appended. seq: of its newest entry then."""

    diary: str
    kind: str
    seq: int


class Changes(Struct, frozen=True, omit_defaults=True):
    """What is new. cursor: where to look on from; opaque, nobody may compute with it."""

    cursor: int
    changed: tuple[Changed, ...] = ()


class Adrift(Struct, frozen=True):
    """A diary that is not what it was when an anchor was made: how, and a sentence that says so."""

    diary: str
    fault: Literal["missing", "shorter", "other history"]
    why: str


class AnchorReport(Struct, frozen=True):
    """What came of comparing. at: when the anchor was made. diaries: how many stand in it. holds: that all are still
    here, with the same history. grown: how many have gone on since. new: how many are here that it does not name."""

    at: str
    diaries: int
    holds: bool
    adrift: tuple[Adrift, ...] = ()
    grown: int = 0
    new: int = 0

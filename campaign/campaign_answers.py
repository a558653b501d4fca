"""What headquarters answers with about campaigns: plain data that any front end can show or send."""

from __future__ import annotations

from msgspec import Struct

from campaign.ledger.state import Verdict
from events.entry import Draw


class CampaignInfo(Struct, frozen=True, omit_defaults=True):
    """A campaign as listed. entries: seq of the newest. open: scenarios that may be begun. running: battles."""

    campaign: str
    title: str
    date: str
    entries: int
    created: str
    open: tuple[str, ...] = ()
    running: tuple[str, ...] = ()
    verdict: Verdict | None = None
    forked_from: str = ""
    read_only: str = ""


class CampaignActed(Struct, frozen=True, omit_defaults=True):
    """Something was done. lines: what followed, the quiet left out. total: how many events it were."""

    campaign: str
    seq: int
    lines: tuple[str, ...] = ()
    total: int = 0
    draws: tuple[Draw, ...] = ()
    battle: str = ""
    diary: str = ""
    repeated: bool = False


class CampaignLine(Struct, frozen=True, omit_defaults=True):
    """One event of the record. kind: its stable word. quiet: only of interest to who wants everything."""

    seq: int
    index: int
    date: str
    kind: str
    text: str
    player: str = ""
    role: str = ""
    at: str = ""
    battle: str = ""
    quiet: bool = False
    subjects: tuple[str, ...] = ()


class CampaignEntry(Struct, frozen=True, omit_defaults=True):
    """An entry as listed. again: the entry that it enters once more. withdrawn: taken back by a rewind."""

    seq: int
    parent: int
    at: str
    player: str
    role: str
    kind: str
    lines: tuple[str, ...]
    total: int = 0
    again: int = 0
    withdrawn: bool = False


class Sample(Struct, frozen=True):
    """A ready-made campaign."""

    id: str
    title: str
    text: str

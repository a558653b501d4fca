"""What headquarters answers with about packs and rosters."""

from __future__ import annotations

from msgspec import Struct


class RosterInfo(Struct, frozen=True, omit_defaults=True):
    """A roster as listed. own: saved at home, not part of the rule system's pack. problem: why it is not sound."""

    id: str
    system: str
    title: str
    cost: int
    own: bool
    sound: bool
    problem: str = ""


class PackReport(Struct, frozen=True, omit_defaults=True):
    """A rule system's pack: sound or why not, and which files the user has replaced. folder: for those, in the data
    folder."""

    system: str
    title: str
    version: str
    digest: str = ""
    overridden: tuple[str, ...] = ()
    folder: str = ""
    problem: str = ""

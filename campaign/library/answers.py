"""What headquarters answers with about packs and rosters."""

from __future__ import annotations

from msgspec import Struct

from campaign.shared.answers import ChangeLine


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


class OwnFile(Struct, frozen=True, omit_defaults=True):
    """A data file of the user's, and what it changes. under: the shipped file in whose place it stands, "" for a new
    one. overlay: whether it holds only what differs. lines: what is otherwise: path, before, after."""

    file: str
    under: str = ""
    overlay: bool = False
    lines: tuple[ChangeLine, ...] = ()


class DataFileInfo(Struct, frozen=True, omit_defaults=True):
    """A data file of a rule system. what: it holds. own: whether the user has one of that name. keys: list of rows →
    what its rows are told apart by, where a file of one's own is laid over it; other lists are replaced whole."""

    file: str
    what: str = ""
    own: bool = False
    keys: dict[str, str] = {}


class Salvaged(Struct, frozen=True, omit_defaults=True):
    """A diary that lost the row with its name. number: that its entries bear. name: "" while nobody knows it. back:
    whether it was put back. why: it was not, or cannot be."""

    number: int
    entries: int
    name: str = ""
    kind: str = ""
    title: str = ""
    created: str = ""
    back: bool = False
    why: str = ""


class SalvageReport(Struct, frozen=True, omit_defaults=True):
    """What was found by `Headquarters.salvage`."""

    diaries: tuple[Salvaged, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is left that lost its row."""
        return all(one.back for one in self.diaries)

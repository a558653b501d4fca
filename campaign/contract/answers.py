"""What is said of a rule system that was tried."""

from __future__ import annotations

from msgspec import Struct

from campaign.contract.met import Unmet


class Failure(Struct, frozen=True, omit_defaults=True):
    """A promise that is not kept. part: of the trial. problem: what, as a clause or as an error. battle: in which
    battle, with its settings. doing: what was asked there, as JSON with its side. code: the lines of the package that
    led there, the innermost last. times: how often it was met.

    file: the diary of it, "" where nothing had happened yet; diary: its id there; kept: why it could not be written.
    """

    part: str
    problem: str
    battle: str = ""
    doing: str = ""
    code: tuple[str, ...] = ()
    file: str = ""
    diary: str = ""
    kept: str = ""
    times: int = 1


class Part(Struct, frozen=True, omit_defaults=True):
    """A part of a trial. what: what was tried, as a noun in the plural. done: how many. failed: of them."""

    what: str
    done: int
    failed: int = 0


class Tried(Struct, frozen=True, omit_defaults=True):
    """A rule system that was tried. package: where its code lies. installed: whether an entry point leads to it. notes:
    what else there is to know, a sentence each."""

    system: str
    title: str
    version: str
    package: str
    installed: bool
    seed: int
    parts: tuple[Part, ...]
    failures: tuple[Failure, ...]
    unmet: Unmet
    notes: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.failures

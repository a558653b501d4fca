"""The door to rosters, for one caller: ready-made forces of the packs, and one's own, kept as TOML files at home."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from campaign.library.answers import RosterInfo
from campaign.library.installed import InstalledPacks
from campaign.library.settings import LARGEST, as_data
from campaign.rules.refused import Refused, no_such
from campaign.rules.roster import Fit, RosterReport
from campaign.rules.system import Rules, forces_of
from campaign.rules.toml_files import read_toml
from campaign.shared.answering import reads
from campaign.shared.callers import Caller, keeper
from campaign.systems import system_ids
from events.files import writing

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


class Rosters:
    """Forces to take into battles. What is saved here is anybody's who uses this house."""

    def __init__(self, packs: InstalledPacks, caller: Caller) -> None:
        self._packs, self._caller = packs, caller

    @reads("any")
    def all(self, system: str | None = None) -> list[RosterInfo]:
        """All rosters, of one rule system or of all: ready-made ones first. Raises Refused for an unknown system."""
        found: list[RosterInfo] = []
        for one in (system,) if system else system_ids():
            try:
                rules = self._packs.installed(one)
            except Refused:
                if system:
                    raise
                continue  # an unsound pack is reported by `packs`, and must not hide the others
            for name, content in _ready(rules).items():
                found.append(_info(rules, name, content, own=False))
            found += [_own_info(rules, file, self._told(file)) for file in self._files(one)]
        return found

    @reads("any")
    def show(self, system: str, name: str) -> Mapping[str, Any]:
        """A roster by its id or the name under which it was saved. Raises Refused, naming those there are."""
        ready = _ready(self._packs.installed(system))
        if name in ready:
            return ready[name]
        own = {file.stem: file for file in self._files(system)}
        if name not in own:
            raise Refused(f"There is no roster {name!r}.", "", [*ready, *own], "$.roster", "unknown")
        return read_roster(own[name], self._told(own[name]))

    @reads("any")
    def judge(self, system: str, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        """A roster as its rules judge it. limit: in points, 0 for its own. Raises Refused if it is no roster."""
        return forces_of(self._packs.installed(system)).judge(as_data(roster), limit)

    @reads("any")
    def added(self, system: str, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        """A roster with something more, as its rules add it. Raises Refused."""
        return forces_of(self._packs.installed(system)).added(as_data(roster), fit)

    @reads("any")
    def removed(self, system: str, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        """A roster without what stands in a line of its report. Raises Refused."""
        return forces_of(self._packs.installed(system)).removed(as_data(roster), line)

    @reads("keep")
    def read(self, file: Path) -> Mapping[str, Any]:
        """A roster from a file, wherever it lies. Raises Refused with file, place and reason."""
        keeper(self._caller)
        return read_roster(file)

    @reads("any")
    def text(self, roster: Mapping[str, Any]) -> str:
        """A roster as it stands in a file. Raises Refused if it cannot."""
        return as_file(roster).decode()

    @reads("keep")
    def save(self, system: str, name: str, roster: Mapping[str, Any]) -> RosterInfo:
        """Keep a roster under a name, in place of one of one's own; it need not be sound yet.

        Raises Refused for an odd name, one of a ready-made roster, or what is no roster at all.
        """
        keeper(self._caller)
        rules = self._packs.installed(system)
        file = self._file(system, name)
        if name in _ready(rules):
            raise Refused(f"{name!r} is a ready-made roster: choose another name.", where="$.name")
        content = as_data(roster)
        info = _info(rules, name, content, own=True)
        self._packs.home.room(file.parent)
        data = as_file(content)
        with writing(file, private=True) as out:
            out.write(data)
        return info

    @reads("keep")
    def delete(self, system: str, name: str) -> None:
        """Throw a roster of one's own away; battles keep what they were opened with. Raises Refused."""
        keeper(self._caller)
        self._packs.installed(system)
        file = self._file(system, name)
        if not file.is_file():
            own = [one.stem for one in self._files(system)]
            raise Refused(f"You have no roster {name!r}.", "", own, "$.name", "unknown")
        file.unlink()

    def _told(self, file: Path) -> str:
        return self._packs.home.told(file)

    def _file(self, system: str, name: str) -> Path:
        if not _NAME.fullmatch(name):
            allowed = ["small letters, digits and hyphens, at most 60"]
            raise Refused(f"{name!r} is no name for a roster.", "", allowed, "$.name")
        return self._packs.home.rosters(system) / f"{name}.toml"

    def _files(self, system: str) -> Iterator[Path]:
        """Roster files of one's own, sorted."""
        folder = self._packs.home.rosters(system)
        return (file for file in sorted(folder.glob("*.toml")) if _NAME.fullmatch(file.stem))


def ready_made(rules_of: Callable[[str], Rules], system: str, name: str) -> Mapping[str, Any]:
    """A roster of a pack. rules_of: a rule system with its pack, by its id. Raises Refused, naming those there are."""
    ready = _ready(rules_of(system))
    if name not in ready:
        raise no_such("roster", name, list(ready), "", "$.roster")
    return ready[name]


def _ready(rules: Rules) -> Mapping[str, Mapping[str, Any]]:
    return {} if rules.forces is None else rules.forces.rosters()


def read_roster(file: Path, told: str = "") -> dict[str, Any]:
    """A roster file. told: what refusals call it, else as it is given. Raises Refused, naming the file and where in it
    something is wrong."""
    content = read_toml(file, told, LARGEST)
    with named_after(told or file):
        return as_data(content)


def as_file(roster: Mapping[str, Any]) -> bytes:
    """A roster as a TOML file. Raises Refused if it cannot be one."""
    import tomlkit  # only where something is saved: front ends start faster

    try:
        data = tomlkit.dumps(roster).encode()
    except (TypeError, ValueError, RecursionError):
        raise Refused("This is no roster: it holds what a TOML file cannot.", where="$.roster") from None
    if len(data) > LARGEST:
        raise Refused(f"This is too big for a roster: more than {LARGEST} bytes.", where="$.roster")
    return data


def _info(rules: Rules, name: str, content: Mapping[str, Any], own: bool) -> RosterInfo:
    report = forces_of(rules).judge(content)
    problem = report.problems[0].reason if report.problems else ""
    return RosterInfo(name, rules.pack.system, report.title, report.cost, own, report.sound, problem)


def _own_info(rules: Rules, file: Path, told: str) -> RosterInfo:
    try:
        with named_after(told):
            return _info(rules, file.stem, read_roster(file, told), own=True)
    except Refused as refused:
        return RosterInfo(file.stem, rules.pack.system, file.stem, 0, True, False, str(refused))


@contextmanager
def named_after(file: Path | str) -> Generator[None]:
    """What is refused inside names the file."""
    try:
        yield
    except Refused as refused:
        if refused.where.startswith(str(file)):
            raise
        where = f"{file}: {refused.where}" if refused.where else str(file)
        raise Refused(refused.reason, refused.rule, refused.allowed, where) from None

"""Rosters: forces of one's own, kept as TOML files in the data folder, beside the ready-made ones of the packs."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import msgspec

from campaign.answers import RosterInfo
from campaign.home import Home
from campaign.plain import odd_character, texts
from campaign.rules.refused import Refused
from campaign.rules.system import Fit, RosterReport, Rules
from campaign.shelf import Shelf
from campaign.systems import system_ids

LARGEST = 64 * 1024
"""Bytes of a roster file. A force fits many times over."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


class RosterDoor:
    """The part of headquarters that keeps rosters."""

    home: Home
    shelf: Shelf

    def rosters(self, system: str | None = None) -> list[RosterInfo]:
        """All rosters, of one rule system or of all: ready-made ones first. Raises Refused for an unknown system."""
        found: list[RosterInfo] = []
        for one in (system,) if system else system_ids():
            try:
                rules = self._rules(one)
            except Refused:
                if system:
                    raise
                continue  # an unsound pack is reported by `packs`, and must not hide the others
            for name, content in rules.rosters().items():
                found.append(_info(rules, name, content, own=False))
            found += [_own_info(rules, file) for file in self._files(one)]
        return found

    def roster(self, system: str, name: str) -> Mapping[str, Any]:
        """A roster by its id or the name under which it was saved. Raises Refused, naming those there are."""
        rules = self._rules(system)
        if name in rules.rosters():
            return rules.rosters()[name]
        own = {file.stem: file for file in self._files(system)}
        if name not in own:
            raise Refused(f"There is no roster {name!r}.", "", [*rules.rosters(), *own], "$.roster")
        return read_roster(own[name])

    def judge(self, system: str, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        """A roster as its rules judge it. limit: in points, 0 for its own. Raises Refused if it is no roster."""
        return self._rules(system).judge(as_data(roster), limit)

    def roster_added(self, system: str, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        """A roster with something more, as its rules add it. Raises Refused."""
        return self._rules(system).added(as_data(roster), fit)

    def roster_removed(self, system: str, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        """A roster without what stands in a line of its report. Raises Refused."""
        return self._rules(system).removed(as_data(roster), line)

    def save_roster(self, system: str, name: str, roster: Mapping[str, Any]) -> RosterInfo:
        """Keep a roster under a name, in place of one of one's own; it need not be sound yet.

        Raises Refused for an odd name, one of a ready-made roster, or what is no roster at all.
        """
        rules = self._rules(system)
        file = self._file(system, name)
        if name in rules.rosters():
            raise Refused(f"{name!r} is a ready-made roster: choose another name.", where="$.name")
        content = as_data(roster)
        info = _info(rules, name, content, own=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f".{file.name}.{os.getpid()}.part")
        try:
            part.write_bytes(written(content))
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
        return info

    def delete_roster(self, system: str, name: str) -> None:
        """Throw a roster of one's own away; battles keep what they were opened with. Raises Refused."""
        self._rules(system)
        file = self._file(system, name)
        if not file.is_file():
            own = [one.stem for one in self._files(system)]
            raise Refused(f"You have no roster {name!r}.", "", own, "$.name")
        file.unlink()

    def _rules(self, system: str) -> Rules:
        return self.shelf.installed(system)[1]

    def _file(self, system: str, name: str) -> Path:
        if not _NAME.fullmatch(name):
            allowed = ["small letters, digits and hyphens, at most 60"]
            raise Refused(f"{name!r} is no name for a roster.", "", allowed, "$.name")
        return self.home.rosters(system) / f"{name}.toml"

    def _files(self, system: str) -> Iterator[Path]:
        """Roster files of one's own, sorted."""
        return (
            file for file in sorted(self.home.rosters(system).glob("*.toml")) if _NAME.fullmatch(file.stem)
        )


def read_roster(file: Path) -> dict[str, Any]:
    """A roster file. Raises Refused, naming the file and where in it something is wrong."""
    try:
        with file.open("rb") as source:
            data = source.read(LARGEST + 1)
    except OSError as error:
        raise Refused(f"This file cannot be read: {error.strerror}.", where=str(file)) from None
    if len(data) > LARGEST:
        raise Refused(f"This is too big for a roster: more than {LARGEST} bytes.", where=str(file))
    try:
        content = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise Refused("This is no text file.", where=str(file)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Refused(f"This is not TOML: {error}.", where=str(file)) from None
    with named_after(file):
        return as_data(content)


def written(roster: Mapping[str, Any]) -> bytes:
    """A roster as a TOML file. Raises Refused if it cannot be one."""
    import tomlkit  # only where something is saved: front ends start faster

    try:
        data = tomlkit.dumps(roster).encode()
    except (TypeError, ValueError, RecursionError):
        raise Refused("This is no roster: it holds what a TOML file cannot.", where="$.roster") from None
    if len(data) > LARGEST:
        raise Refused(f"This is too big for a roster: more than {LARGEST} bytes.", where="$.roster")
    return data


def as_data(roster: Mapping[str, Any]) -> dict[str, Any]:
    """A roster as it will stand in a diary. Raises Refused if it is too big or holds what it may not."""
    try:
        if odd := odd_character("".join(texts(roster))):
            raise Refused(f"A roster is plain text; this one holds the character {odd}.", where="$.roster")
        data = cast("dict[str, Any]", msgspec.to_builtins(roster))
        size = len(msgspec.json.encode(data))
    except (TypeError, ValueError, RecursionError):
        raise Refused("This is no roster: it holds what a TOML file cannot.", where="$.roster") from None
    if size > LARGEST:
        raise Refused(f"This is too big for a roster: more than {LARGEST} bytes.", where="$.roster")
    return data


def _info(rules: Rules, name: str, content: Mapping[str, Any], own: bool) -> RosterInfo:
    report = rules.judge(content)
    problem = report.problems[0].reason if report.problems else ""
    return RosterInfo(name, rules.pack.system, report.title, report.cost, own, report.sound, problem)


def _own_info(rules: Rules, file: Path) -> RosterInfo:
    try:
        with named_after(file):
            return _info(rules, file.stem, read_roster(file), own=True)
    except Refused as refused:
        return RosterInfo(file.stem, rules.pack.system, file.stem, 0, True, False, str(refused))


@contextmanager
def named_after(file: Path) -> Generator[None]:
    """What is refused inside names the file."""
    try:
        yield
    except Refused as refused:
        if refused.where.startswith(str(file)):
            raise
        where = f"{file}: {refused.where}" if refused.where else str(file)
        raise Refused(refused.reason, refused.rule, refused.allowed, where) from None

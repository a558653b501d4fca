"""The door to rule systems, their scenarios and data, for one caller."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from campaign.library import own_data
from campaign.library.answers import DataFileInfo, OwnFile, PackReport
from campaign.library.installed import InstalledPacks, described, find_info
from campaign.rules.options import ScenarioInfo
from campaign.rules.refused import Refused
from campaign.shared.answering import reads
from campaign.shared.callers import Caller, keeper
from campaign.systems import find, package_of
from events.files import writing


class SystemInfo(Struct, frozen=True):
    """A rule system as listed. bots: from worst to best."""

    id: str
    title: str
    version: str
    bots: tuple[str, ...]


class Packs:
    """What can be played, and the charts behind it."""

    def __init__(self, installed: InstalledPacks, caller: Caller) -> None:
        self._installed, self._caller = installed, caller

    @reads("any")
    def all(self) -> list[PackReport]:
        """Every pack: its digest, what the user has replaced, and whether it is sound."""
        return self._installed.reports()

    @reads("any")
    def system(self, system: str) -> SystemInfo:
        """A rule system. Raises Refused, naming those there are."""
        found = find(system)
        return SystemInfo(found.id, found.title, found.version, tuple(found.bot_names))

    @reads("any")
    def scenarios(self, system: str | None = None) -> list[tuple[SystemInfo, ScenarioInfo]]:
        """All scenarios of all sound packs, or of one system. Raises Refused."""
        found = self._installed.scenarios(system)
        return [(self.system(rules.system.id), described(rules, info)) for rules, info in found]

    @reads("any")
    def scenario(self, scenario: str, system: str | None = None) -> tuple[SystemInfo, ScenarioInfo]:
        """One scenario. system: needed only where several have one of that id. Raises Refused."""
        rules = self._installed.installed(self._installed.find_scenario(scenario, system))
        return self.system(rules.system.id), described(rules, find_info(rules, scenario))

    @reads("keep")
    def copy(self, system: str, file: str) -> Path:
        """Copy a data file into the data folder, to change it there; answers with where. Raises Refused."""
        keeper(self._caller)
        found = find(system)
        source = files(package_of(found.id)).joinpath("data").joinpath(file)
        safe = not Path(file).is_absolute() and ".." not in Path(file).parts
        if not safe or not source.is_file():
            raise Refused(f"{system} has no data file {file!r}.", where="FILE")
        target = self._installed.home.packs(found.id) / file
        if target.exists():
            raise Refused(f"You have this file already: {target}.", where="FILE")
        self._installed.home.room(target.parent)
        with writing(target, private=True) as out:
            out.write(source.read_bytes())
        return target

    @reads("keep")
    def files(self, system: str) -> list[DataFileInfo]:
        """What can be copied, or laid over, and what it is. Raises Refused."""
        keeper(self._caller)
        return own_data.listed(find(system).id, self._installed.laid(system))

    @reads("keep")
    def diff(self, system: str, file: str = "") -> list[OwnFile]:
        """What the user's files change, or one of them. Raises Refused."""
        keeper(self._caller)
        return own_data.differing(self._installed.laid(find(system).id), file)

    @reads("keep")
    def new(self, kind: own_data.Made, system: str, name: str) -> Path:
        """Write a file to begin with into the data folder; answers with where. Raises Refused."""
        keeper(self._caller)
        file, text = own_data.begun(kind, find(system).id, name)
        target = self._installed.home.packs(system) / file
        if target.exists():
            raise Refused(f"You have this file already: {target}.", where="NAME")
        self._installed.home.room(target.parent)
        with writing(target, private=True) as out:
            out.write(text.encode())
        return target

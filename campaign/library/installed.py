"""Packs as installed, and as stored with a battle: rule systems with their data, loaded once."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files

from msgspec.structs import replace

from campaign.home import Home
from campaign.library.answers import PackReport
from campaign.library.released import version_of
from campaign.library.trying import own_ids, tried
from campaign.rules.options import ScenarioInfo
from campaign.rules.own_files import traced
from campaign.rules.packs import Pack, PackError, decode_pack, read_pack, shipped
from campaign.rules.refused import Refused, meant
from campaign.rules.system import Rules
from campaign.systems import find, foreign, load, misfits, package_of, system_ids
from events.errors import ReadOnly
from events.store import Store


class InstalledPacks:
    """Loads packs once and keeps them. Safe for threads: nothing is loaded twice."""

    def __init__(self, home: Home, store: Store) -> None:
        self.home, self._store = home, store
        self._bound: dict[str, Rules] = {}
        self._installed: dict[str, Pack] = {}
        self._shipped: dict[str, Pack] = {}
        self._lock = threading.RLock()

    def installed(self, system: str) -> Rules:
        """A rule system with the pack that new battles get: with files of the user's among it every scenario can be
        played. Raises Refused, PackError."""
        with self._lock:
            if system not in self._installed:
                pack = self.laid(system)
                with tracing(pack):
                    rules = self._bind(system, pack)
                    if pack.own:
                        tried(rules)
                self._installed[system] = pack
            return self._bind(system, self._installed[system])

    def laid(self, system: str) -> Pack:
        """The data of a rule system with the user's files laid over it, which need not be sound. Raises Refused,
        PackError."""
        own = self.home.packs(system)
        return read_pack(system, package_of(system), own, self.home.told(own))

    def shipped(self, system: str) -> Rules:
        """A rule system with its pack as it ships, whatever of it the user has replaced. Raises Refused, PackError."""
        with self._lock:
            if system not in self._shipped:
                self._shipped[system] = read_pack(system, package_of(system))
            return self._bind(system, self._shipped[system])

    def foreign(self, system: str) -> bool:
        """Whether a rule system is somebody else's."""
        return foreign(system)

    def shipped_by(self, system: str, digest: str) -> str:
        """With which version a pack ships or shipped, in words; "" if with none."""
        with suppress(Refused):
            if self.shipped(system).pack.digest == digest:
                return "this version"
        return version_of("packs", system, digest)

    def of_battle(self, system: str, digest: str) -> Rules:
        """A rule system with the pack that a battle was opened with. Raises Refused, ReadOnly."""
        with self._lock:
            find(system)
            if digest not in self._bound:
                content = self._store.blob(digest)
                if content is None:
                    raise ReadOnly(f"The pack {digest[:12]} of this battle is missing from the store.")
                pack = decode_pack(content)
                if pack.digest != digest or pack.system != system:
                    raise Refused(
                        f"The pack {digest[:12]} of this battle is none of {system}, or not as it was."
                    )
                self._bind(system, pack)
            found = self._bound[digest]
            if found.system.id != system:
                raise Refused(
                    f"The pack {digest[:12]} of this battle is one of {found.system.id}, not of {system}."
                )
            return found

    def _bind(self, system: str, pack: Pack) -> Rules:
        if pack.digest not in self._bound:
            self._bound[pack.digest] = load(system, pack)
        return self._bound[pack.digest]

    def scenarios(self, system: str | None = None) -> list[tuple[Rules, ScenarioInfo]]:
        """All scenarios of all sound packs, or of one system. Raises Refused for an unknown or unsound one."""
        found: list[tuple[Rules, ScenarioInfo]] = []
        for id in (system,) if system else system_ids():
            try:
                rules = self.installed(id)
            except Refused:
                if system:
                    raise
                continue  # an unsound pack is reported by `reports`, and must not hide the others
            found += [(rules, info) for info in rules.infos.values()]
        return found

    def own_scenarios(self, system: str | None = None) -> list[tuple[Rules, ScenarioInfo]]:
        """Scenarios in files of the user's, or on boards of his. Raises Refused for an unknown or unsound system."""
        found: list[tuple[Rules, ScenarioInfo]] = []
        for id in (system,) if system else system_ids():
            rules = self.installed(id)
            pack = self._installed[id]
            mine = own_ids(pack.content, pack.own, shipped(package_of(id)))
            found += [(rules, info) for info in rules.infos.values() if info.id in mine]
        return found

    def find_scenario(self, scenario: str, system: str | None) -> str:
        """The system that a scenario belongs to. Raises Refused."""
        if system:
            return system
        having = [rules.system.id for rules, info in self.scenarios() if info.id == scenario]
        if len(having) == 1:
            return having[0]
        if having:
            raise Refused(f"Several rule systems have a scenario {scenario!r}: say which.", "", having)
        known = [info.id for _, info in self.scenarios()]
        unsound = "".join(f" {one.system} is unsound: {one.problem}" for one in self.reports() if one.problem)
        raise _no_scenario(scenario, known, unsound)

    def _own(self, system: str) -> tuple[str, ...]:
        """The user's own files, sound or not."""
        folder = self.home.packs(system)
        return tuple(sorted(str(file.relative_to(folder)) for file in folder.rglob("*.toml")))

    def reports(self) -> list[PackReport]:
        """Every pack: its digest, what the user has replaced, and whether it is sound."""
        found: list[PackReport] = []
        for id in system_ids():
            folder = self.home.told(self.home.packs(id))
            title, version = id, ""
            try:
                system = find(id)
                title, version = system.title, system.version
                pack = self.installed(id).pack
            except Refused as refused:
                found.append(PackReport(id, title, version, "", self._own(id), folder, str(refused)))
            else:
                found.append(PackReport(id, title, version, pack.digest, pack.overridden, folder))
        found += [PackReport(who, who, "", problem=why) for who, why in misfits()]
        return [*found, *self._strays()]

    def _strays(self) -> Iterator[PackReport]:
        """What lies among the user's files and is of no rule system."""
        room = self.home.packs("")
        for entry in sorted(room.iterdir()) if room.is_dir() else ():
            name, ids = entry.name, system_ids()
            if name in ids or not (entry.is_dir() or name.endswith(".toml")):
                continue
            reason = f"It is of no rule system, so it would never be read.{meant(name, ids)}"
            fault = PackError(reason, "", [f"packs/{id}" for id in ids], self.home.told(entry))
            yield PackReport(name, name, "", folder=self.home.told(entry), problem=str(fault))


@contextmanager
def tracing(pack: Pack) -> Generator[None]:
    """What is wrong with a pack is told with file and line, where the user has laid files over it."""
    try:
        yield
    except PackError as error:
        if not pack.own:
            raise
        raise traced(error, pack.own, pack.content, files(package_of(pack.system)).joinpath("data")) from None


def described(rules: Rules, info: ScenarioInfo) -> ScenarioInfo:
    """A scenario as people are told of it, with what of it is reconstructed. Raises Refused."""
    return replace(info, reconstructed=rules.reconstructed(info.id))


def find_info(rules: Rules, scenario: str) -> ScenarioInfo:
    """Raises Refused, naming the scenarios there are."""
    if info := rules.infos.get(scenario):
        return info
    raise _no_scenario(scenario, list(rules.infos))


def _no_scenario(scenario: str, known: Sequence[str], more: str = "") -> Refused:
    reason = f"There is no scenario {scenario!r}.{meant(scenario, known)}{more}"
    return Refused(reason, "", known, "$.scenario", "unknown")

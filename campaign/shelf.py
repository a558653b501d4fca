"""Packs on the shelf: rule systems with their data, as installed, and as stored with a battle."""

from __future__ import annotations

from campaign.answers import PackReport
from campaign.home import Home
from campaign.rules.packs import Pack, decode_pack, read_pack
from campaign.rules.refused import Refused
from campaign.rules.system import Rules, ScenarioInfo, System
from campaign.systems import find, package_of, system_ids
from events.errors import ReadOnly
from events.store import Store


class Shelf:
    """Loads packs once and keeps them."""

    def __init__(self, home: Home, store: Store) -> None:
        self._home, self._store = home, store
        self._bound: dict[str, Rules] = {}
        self._installed: dict[str, Pack] = {}

    def installed(self, system: str) -> tuple[System, Rules]:
        """A rule system with the pack that new battles get. Raises Refused, PackError."""
        found = find(system)
        if system not in self._installed:
            self._installed[system] = read_pack(system, package_of(system), self._home.packs(system))
        return found, self._bind(found, self._installed[system])

    def of_battle(self, system: str, digest: str) -> tuple[System, Rules]:
        """A rule system with the pack that a battle was opened with. Raises Refused, ReadOnly."""
        found = find(system)
        if digest not in self._bound:
            content = self._store.blob(digest)
            if content is None:
                raise ReadOnly(f"The pack {digest[:12]} of this battle is missing from the store.")
            self._bind(found, decode_pack(content))
        return found, self._bound[digest]

    def _bind(self, system: System, pack: Pack) -> Rules:
        if pack.digest not in self._bound:
            self._bound[pack.digest] = system.load(pack)
        return self._bound[pack.digest]

    def scenarios(self, system: str | None = None) -> list[tuple[System, ScenarioInfo]]:
        """All scenarios of all sound packs, or of one system. Raises Refused for an unknown or unsound one."""
        found: list[tuple[System, ScenarioInfo]] = []
        for id in (system,) if system else system_ids():
            try:
                one, rules = self.installed(id)
            except Refused:
                if system:
                    raise
                continue  # an unsound pack is reported by `reports`, and must not hide the others
            found += [(one, info) for info in rules.scenarios()]
        return found

    def find_scenario(self, scenario: str, system: str | None) -> str:
        """The system that a scenario belongs to. Raises Refused."""
        if system:
            return system
        having = [one.id for one, info in self.scenarios() if info.id == scenario]
        if len(having) == 1:
            return having[0]
        if having:
            raise Refused(f"Several rule systems have a scenario {scenario!r}: say which.", "", having)
        known = [info.id for _, info in self.scenarios()]
        unsound = "".join(f" {one.system} is unsound: {one.problem}" for one in self.reports() if one.problem)
        raise Refused(f"There is no scenario {scenario!r}.{unsound}", "", known, "$.scenario")

    def _own(self, system: str) -> tuple[str, ...]:
        """The user's own files, sound or not."""
        folder = self._home.packs(system)
        return tuple(sorted(str(file.relative_to(folder)) for file in folder.rglob("*.toml")))

    def reports(self) -> list[PackReport]:
        """Every pack: its digest, what the user has replaced, and whether it is sound."""
        found: list[PackReport] = []
        for id in system_ids():
            system = find(id)
            folder = str(self._home.packs(id))
            try:
                _, rules = self.installed(id)
            except Refused as refused:
                problem = str(refused)
                found.append(PackReport(id, system.title, system.version, "", self._own(id), folder, problem))
            else:
                pack = rules.pack
                found.append(
                    PackReport(id, system.title, system.version, pack.digest, pack.overridden, folder)
                )
        return found

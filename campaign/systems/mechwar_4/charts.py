"""The pack of MechWar 4 as checked tables: everything that is looked up while a battle is played."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeVar

from campaign.rules.charts import known, read_board
from campaign.rules.packs import Pack, PackError
from campaign.rules.readings import ReadCharts, of_file
from campaign.systems.mechwar_4 import tables
from campaign.systems.mechwar_4.ground import FEATURES, Ground, halves
from campaign.systems.mechwar_4.places import check
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.scenario import Scenario
from campaign.systems.mechwar_4.spotting import Spotting, sight
from campaign.systems.mechwar_4.tables import Quality, Result
from campaign.systems.mechwar_4.terrain import SideRow, Terrain, TerrainFile, Ways
from campaign.systems.mechwar_4.units import (
    Arm,
    Nation,
    Target,
    UnitFile,
    UnitRow,
    UnitType,
    Weapon,
    WeaponClass,
    defence,
    weapon,
)

Check = Literal["fire", "move", "removal"]
R = TypeVar("R", UnitRow, Terrain, SideRow, tables.Aircraft, tables.FlakRow)
_RESULTS = {
    "-": Result(), "P'": Result(panic=True), "S1": Result(suppression=1), "S2": Result(suppression=2),
    "(1)": Result(1, rolled=True), "1": Result(1), "(2)": Result(2, rolled=True), "2": Result(2),
    "(3)": Result(3, rolled=True), "3": Result(3),
}  # fmt: skip


class Charts(ReadCharts[Readings]):
    """Everything looked up while a battle is played (3.1, 3.23, 10.6). Raises PackError when the pack is unsound."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._units = pack.table("units.toml", UnitFile)
        self._results = pack.table("results.toml", tables.ResultFile)
        self._attenuation = pack.table("attenuation.toml", tables.AttenuationFile)
        self._panic = pack.table("panic.toml", tables.PanicFile)
        terrain = pack.table("terrain.toml", TerrainFile)
        self.fire = pack.table("fire.toml", tables.FireFile)
        self.air = pack.table("air.toml", tables.AirFile)
        self.command = pack.table("command.toml", tables.CommandFile)
        readings = pack.table("readings.toml", tables.ReadingFile)
        self.readings = readings.readings.plain()
        self.ways, self.efforts, self.special = terrain.ways, terrain.efforts, terrain.special
        self.terrain = _by_id(terrain.terrain, "terrain.toml, terrain")
        self.sides = _by_id(terrain.side, "terrain.toml, side")
        self.aircraft = _by_id(self.air.aircraft, "air.toml, aircraft")
        self._flak = _by_id(self.air.flak.row, "air.toml, flak.row")
        self.units = {row.id: self._unit(i, row) for i, row in enumerate(self._units.unit)}
        self.longest = {
            row.id: max((arm.range for arm in row.arms.values()), default=0) for row in self.units.values()
        }
        """By the type of a unit, the greatest range of anything that it fires."""
        if len(self.units) < len(self._units.unit):
            _by_id(self._units.unit, "units.toml, unit")
        self._tables = {
            name: self._result_table(table, f"results.toml, {name}")
            for name, table in (
                (0, self._results.full), (1, self._results.d1), (2, self._results.d2),
                ("personnel", self._results.personnel),
            )
        }  # fmt: skip
        self._adds = self._ranges()
        self._values = self._hq_values()
        self.reconstructed = (
            *self._units.reconstructed, *self._results.reconstructed, *self._attenuation.reconstructed,
            *self._panic.reconstructed, *terrain.reconstructed, *self.fire.reconstructed, *self.air.reconstructed,
            *self.command.reconstructed, *readings.reconstructed,
        )  # fmt: skip
        self.boards = {
            file.removeprefix("boards/").removesuffix(".toml"): read_board(
                pack, file, self.terrain, FEATURES, self.sides
            )
            for file in pack.folder("boards")
        }
        self._grounds: dict[tuple[Any, ...], Ground] = {}
        self._spotting: dict[tuple[Any, ...], Spotting] = {}
        self.read_anew()
        self.rosters: dict[str, Mapping[str, Any]] = {
            file.removeprefix("rosters/").removesuffix(".toml"): pack.content[file]
            for file in pack.folder("rosters")
        }
        """Ready-made forces, as they stand in their files."""
        self.scenarios: dict[str, Scenario] = {}
        self.files: dict[str, str] = {}
        """Scenario → its file."""
        for file in pack.folder("scenarios"):
            one = pack.table(file, Scenario)
            check(one, file, self.boards, self.units, self.terrain, self.rosters, self.aircraft)
            of_file(self.readings, one.readings, file)
            self.scenarios[one.id], self.files[one.id] = one, file

    # -- fire ---------------------------------------------------------------------------------------------------

    def column(self, superiority: int) -> int:
        """The column for an attack superiority, from 0."""
        return bisect_left(self._results.columns, superiority)

    def armour(self, state: int, superiority: int, die: int) -> Result:
        """What fire at armour does, by the steps that the firer has lost and a modified die (6.0, step 4)."""
        return self._tables[state][max(0, min(die, 8))][self.column(superiority)]

    def personnel(self, superiority: int, die: int) -> Result:
        """What fire at soft targets does, by a modified die (6.0, step 4)."""
        return self._tables["personnel"][max(0, min(die, 8))][self.column(superiority)]

    @property
    def all_losses(self) -> int:
        """Highest die of the defender at which a bracketed result costs all its steps; above, one fewer."""
        return self._results.all

    @property
    def suppression_of_losses(self) -> int:
        """Levels of suppression that come with a loss on the anti-personnel table."""
        return self._results.suppression

    def attenuation(self, class_: WeaponClass, target: Target, range: int) -> int | None:
        """What a range in hexes adds to the attack strength; None if there is no such fire."""
        if class_ == "H":
            return 0
        adds = self._adds.get((class_, target), ())
        return adds[range] if range < len(adds) else None

    def flak(self, row: str, range: int) -> int:
        """Strength against helicopters (17.31)."""
        band = bisect_left(self.air.flak.bands, range)
        strength = self._flak[row].strength
        return strength[band] if band < len(strength) else 0

    # -- people -------------------------------------------------------------------------------------------------

    def level(self, quality: Quality) -> int:
        """The panic level of a quality of troops, in tens of a hundred (3.4)."""
        levels = self._panic.levels
        return {
            "seasoned": levels.seasoned, "first-line": levels.first_line, "second-line": levels.second_line,
            "reserve": levels.reserve, "green": levels.green,
        }[quality]  # fmt: skip

    def panic(self, check: Check, state: int, level: int) -> int:
        """The highest number of a ten-sided die that panics, or that removes the panic (13.0)."""
        table = {"fire": self._panic.fire, "move": self._panic.move, "removal": self._panic.removal}[check]
        row = (table.full, table.d1, table.d2)[state]
        return row[max(0, min(level, len(row) - 1))]

    def night_panic(self, nation: Nation) -> int:
        """What night adds to the panic die (19.75, 19.76)."""
        return self._panic.night.adds.get(nation, 0)

    def hq_value(self, rating: str, dice: int, shift: int = 0) -> int | None:
        """The value of a headquarters for two dice (19.821); None if its column is off the table (19.814). shift:
        columns to the right, of headquarters that it replaces."""
        at = self.command.hq.columns.index(rating) + shift
        row = self._values[dice - 2]
        return row[at] if at < len(row) else None

    # -- ground -------------------------------------------------------------------------------------------------

    def read_anew(self) -> None:
        self._fields: dict[str, tuple[Ground, Spotting]] = {}
        self.arms_at: dict[tuple[str, str], tuple[Arm, ...]] = {}
        """See `values.arms_at`."""

    def ground(self, board: str) -> Ground:
        """A board with everything that is worked out on it, made when first asked for."""
        return self.field(board)[0]

    def spotting(self, board: str) -> Spotting:
        """Sight on a board, made when first asked for."""
        return self.field(board)[1]

    def field(self, board: str) -> tuple[Ground, Spotting]:
        """Both: shared with charts that are read otherwise where it makes no difference to them."""
        found = self._fields.get(board)
        if found is None:
            found = self._fields[board] = self._field(board)
        return found

    def _field(self, board: str) -> tuple[Ground, Spotting]:
        key = board, self.readings.column_road
        ground = self._grounds.get(key)
        if ground is None:  # setdefault: of two threads that make one, both get the same
            made = Ground(self.boards[board], self.terrain, self.sides, self._ways)
            ground = self._grounds.setdefault(key, made)
        sees = board, sight(self.readings)
        spotting = self._spotting.get(sees)
        if spotting is None:
            spotting = self._spotting.setdefault(sees, Spotting(ground, self.readings, self.special))
        return ground, spotting

    @property
    def _ways(self) -> Ways:
        if self.readings.column_road == "one":
            return self.ways
        return Ways(
            self.ways.source, self.ways.road, self.ways.town, self.ways.trail, self.ways.road, self.ways.column_trail
        )  # fmt: skip

    # -- reading ------------------------------------------------------------------------------------------------

    def _unit(self, i: int, row: UnitRow) -> UnitType:
        where = f"units.toml, unit[{i}] ({row.id})"
        known(row.flak, self._flak, f"{where}.flak", "row of the flak table")
        try:
            strength, target = defence(row.defence)
            arms: dict[Arm, Weapon] = {}
            indirect = row.main and "H" in row.main
            if row.main:
                arms["main"] = weapon(row.main, row.least if indirect else 0, row.ammunition)
            if row.missile:
                arms["missile"] = weapon(row.missile, row.least, row.depletion)
            if row.machine_guns:
                arms["coaxial"] = weapon(self._units.coaxial)
            if row.roof:
                arms["roof"] = weapon(self._units.roof)
            if row.kind in ("infantry", "engineers"):  # 19.613
                arms["assault"] = weapon(self._units.assault)
        except ValueError as error:
            raise PackError(f"{error}.", where=where) from None
        less = self.fire.suppression
        suppressed = less.soft if target == "soft" else less.tender if row.tender else less.hard
        return UnitType(
            row.id, row.name, row.short, row.nation, row.kind, row.moves, strength, target, halves(row.move),
            row.points, row.price, row.vehicles, arms, bool(row.main and row.missile), suppressed,
            "foot" if row.moves == "foot" else "vehicle", row.one_step, row.mounted, row.open, row.stabilised, row.flak,
            row.air, row.radar, row.rockets, row.ammunition,
        )  # fmt: skip

    def _result_table(self, table: tables.ResultTable, where: str) -> tuple[tuple[Result, ...], ...]:
        if len(table.rows) != 9:
            raise PackError("A table has 9 rows: for 0 or less, 1 to 7, 8 or more.", where=where)
        found: list[tuple[Result, ...]] = []
        for i, row in enumerate(table.rows):
            words = row.split()
            for word in words:
                known(word, _RESULTS, f"{where}.rows[{i}]", "result")
            if len(words) != len(self._results.columns) + 1:
                raise PackError(
                    f"This row has {len(words)} columns; there are {len(self._results.columns) + 1}.",
                    where=f"{where}.rows[{i}]",
                )
            found.append(tuple(_RESULTS[word] for word in words))
        return tuple(found)

    def _ranges(self) -> dict[tuple[str, Target], tuple[int | None, ...]]:
        """By class and target what each range in hexes adds, from 0."""
        bands = self._attenuation.bands
        found: dict[tuple[str, Target], tuple[int | None, ...]] = {}
        for i, row in enumerate(self._attenuation.row):
            where = f"attenuation.toml, row[{i}]"
            words = row.adds.split()
            if len(words) != len(bands):
                raise PackError(f"One number for each of {len(bands)} bands.", where=where)
            try:
                adds = tuple(None if word == "-" else int(word) for word in words)
            except ValueError:
                raise PackError(f"{row.adds!r}: write numbers, or - for no fire.", where=where) from None
            for target in row.targets:
                if (row.class_, target) in found:
                    raise PackError(f"Class {row.class_} against {target} is there twice.", where=where)
                found[row.class_, target] = tuple(
                    adds[bisect_left(bands, far)] for far in range(max(bands, default=-1) + 1)
                )
        return found

    def _hq_values(self) -> tuple[tuple[int, ...], ...]:
        table = self.command.hq
        if len(table.rows) != 11:
            raise PackError("There is a row for each of 2 to 12.", "19.821", where="command.toml, hq.rows")
        found: list[tuple[int, ...]] = []
        for i, row in enumerate(table.rows):
            words = row.split()
            if len(words) != len(table.columns) or not all(word.isdigit() for word in words):
                raise PackError("A number for each column.", "19.821", where=f"command.toml, hq.rows[{i}]")
            found.append(tuple(map(int, words)))
        return tuple(found)


def _by_id(rows: Iterable[R], where: str) -> dict[str, R]:
    found: dict[str, R] = {}
    for row in rows:
        if row.id in found:
            raise PackError(f"{row.id!r} is there twice.", where=where)
        found[row.id] = row
    return found

"""The pack of the Portable Wargame as checked tables: classes, weapons, units, terrain, readings, scenarios."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct, field

from campaign.rules.boards import Board
from campaign.rules.charts import known, numbered, read_board
from campaign.rules.hexes import Edge, Hex
from campaign.rules.options import Side
from campaign.rules.packs import Pack, PackError
from campaign.rules.readings import ReadCharts, Value, of_file
from campaign.rules.views import PieceKind
from campaign.systems.portable_wargame_modern.ground import Feature, Ground, Terrain
from campaign.systems.portable_wargame_modern.readings import Readings
from campaign.systems.portable_wargame_modern.state import Quality, Victory

Natural = Annotated[int, Meta(ge=0, le=99)]
Positive = Annotated[int, Meta(ge=1, le=99)]
Face = Annotated[int, Meta(ge=1, le=7)]
Strength = Annotated[int, Meta(ge=0, le=9)]
"""Of one unit: 0 for that of its type."""
Source = Annotated[str, Meta(min_length=3)]
R = TypeVar("R", "Class", "Weapon", "Gun", "Type", Terrain, Feature)
Period = Literal["1900", "world-wars", "cold-war", "today"]
PERIODS: tuple[Period, ...] = ("1900", "world-wars", "cold-war", "today")


class Class(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the tables of units: strength, movement, close combat (Strength Points a, Cyclists).

    front, flank: what a die must show at least so that the unit is not hit. tank: small arms cannot destroy it.
    turret: fires all round. transport: whom it takes. load: how it is taken itself. shares: stands with a friend in
    one hex. advances: after a close combat that it has won. crushes: wire does not stop it. symbol: on its counter.
    """

    id: str
    name: str
    strength: Positive
    move: Positive
    front: Face
    flank: Face
    source: Source
    tank: bool = False
    turret: bool = False
    artillery: bool = False
    propelled: bool = False
    transport: Literal["", "lorry", "horses", "riders"] = ""
    load: Literal["", "carried", "rides", "towed"] = ""
    shares: bool = False
    advances: bool = False
    crushes: bool = False
    engineers: bool = False
    spots: bool = False
    commands: bool = False
    symbol: PieceKind = ""

    @property
    def stays(self) -> bool:
        """Whether it neither moves nor turns once it has fired: artillery that does not propel itself (Movement c)."""
        return self.artillery and not self.propelled


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """Fired in a unit's activation. spares: it cannot destroy tanks. overhead: fires over units, and at what others
    see."""

    id: str
    name: str
    range: Natural
    source: Source
    dice: Annotated[int, Meta(ge=1, le=9)] = 1
    spares: bool = False
    overhead: bool = False


class Gun(Struct, frozen=True, forbid_unknown_fields=True):
    """Fired in the artillery phase; assault guns use the range of one in their activation."""

    id: str
    name: str
    range: Natural
    source: Source
    indirect: bool = False


class Type(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of unit. class_, weapon, gun: ids, the last two "" for none. strength: 0 for that of its class. remount:
    what it becomes on its horses, or off them. symbol: on its counter, "" for that of its class. sign: its letter where
    there is room for one, "" for the first of its short name."""

    id: str
    name: str
    short: Annotated[str, Meta(min_length=1, max_length=2)]
    class_: str = field(name="class")
    periods: tuple[Period, ...]
    points: Positive
    weapon: str = ""
    gun: str = ""
    strength: Natural = 0
    remount: str = ""
    symbol: PieceKind = ""
    sign: Annotated[str, Meta(max_length=1)] = ""


class ClassFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    class_: tuple[Class, ...] = field(name="class")


class WeaponFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    weapon: tuple[Weapon, ...]
    gun: tuple[Gun, ...]


class TypeFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    unit: tuple[Type, ...]
    reconstructed: tuple[str, ...] = ()


class TerrainFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    terrain: tuple[Terrain, ...]
    feature: tuple[Feature, ...]
    reconstructed: tuple[str, ...] = ()


class Qualities(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to which score of the die a hit costs a strength point at once."""

    source: Source
    elite: Face
    average: Face
    poor: Face


class Labours(Struct, frozen=True, forbid_unknown_fields=True):
    """Turns that a task takes."""

    source: Source
    lay_mines: Positive
    clear_mines: Positive
    lay_wire: Positive
    clear_wire: Positive


class ReadingRow(Readings, frozen=True, kw_only=True):
    """The readings as the pack has them. gas_turns: how long gas stays."""

    source: Source
    gas_turns: Positive = 3

    def plain(self) -> Readings:
        return Readings(*(getattr(self, name) for name in Readings.__struct_fields__))


class RuleFile(Struct, frozen=True, forbid_unknown_fields=True):
    quality: Qualities
    work: Labours
    readings: ReadingRow
    reconstructed: tuple[str, ...] = ()


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """Units of one type in a set-up. type: a row of units.toml, of the scenario's period. hexes: one unit in each.
    aboard: they ride, each on a unit of a row before that has its hex. strength: points, 0 for as many as usual."""

    side: str
    type: str
    hexes: tuple[Hex, ...]
    facing: Edge
    quality: Quality = "average"
    name: str = ""
    aboard: bool = False
    strength: Strength = 0


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """gas: gas shells of each artillery unit. rosters: where forces may be chosen, the usual one of each side, of at
    most so many points; board and attacker may be chosen too, and objectives follow from them. readings: of a battle
    of it, where they are otherwise than in the pack."""

    id: str
    title: str
    summary: str
    source: Source
    board: str
    turns: Positive
    period: Period
    side: tuple[Side, ...]
    victory: Victory
    unit: tuple[Row, ...] = ()
    mines: tuple[Hex, ...] = ()
    wire: tuple[Hex, ...] = ()
    gas: Annotated[int, Meta(ge=0, le=1)] = 0
    rosters: tuple[str, ...] = ()
    points: Natural = 0
    notes: tuple[str, ...] = ()
    readings: dict[str, Value] = field(default_factory=dict[str, Value])


class Charts(ReadCharts[Readings]):
    """Everything looked up while a battle is played. Raises PackError when the pack is unsound."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        classes = pack.table("classes.toml", ClassFile)
        weapons = pack.table("weapons.toml", WeaponFile)
        types = pack.table("units.toml", TypeFile)
        terrain = pack.table("terrain.toml", TerrainFile)
        rules = pack.table("rules.toml", RuleFile)
        self.classes = _by_id(classes.class_, "classes.toml, class")
        self.weapons = _by_id(weapons.weapon, "weapons.toml, weapon")
        self.guns = _by_id(weapons.gun, "weapons.toml, gun")
        self.types = _by_id(types.unit, "units.toml, unit")
        for i, row in enumerate(types.unit):
            place = f"units.toml, unit[{i}] ({row.id})"
            known(row.class_, self.classes, f"{place}.class", "class")
            known(row.weapon, ("", *self.weapons), f"{place}.weapon", "weapon")
            known(row.gun, ("", *self.guns), f"{place}.gun", "gun")
            known(row.remount, ("", *self.types), f"{place}.remount", "unit")
        self.class_of = {id: self.classes[row.class_] for id, row in self.types.items()}
        """The class of every type of unit."""
        self.terrain = _by_id(terrain.terrain, "terrain.toml, terrain")
        self.features = _by_id(terrain.feature, "terrain.toml, feature")
        self.readings, self.gas_turns = rules.readings.plain(), rules.readings.gas_turns
        self.quality: dict[Quality, int] = {
            "elite": rules.quality.elite, "average": rules.quality.average, "poor": rules.quality.poor
        }  # fmt: skip
        work = rules.work
        self.turns_of = {
            "lay-mines": work.lay_mines, "clear-mines": work.clear_mines, "lay-wire": work.lay_wire,
            "clear-wire": work.clear_wire,
        }  # fmt: skip
        self.reconstructed = (*types.reconstructed, *terrain.reconstructed, *rules.reconstructed)
        self._boards = {
            file.removeprefix("boards/").removesuffix(".toml"): read_board(
                pack, file, self.terrain, self.features
            )
            for file in pack.folder("boards")
        }
        self._grounds: dict[str, Ground] = {}
        self.rosters: dict[str, Mapping[str, Any]] = {
            file.removeprefix("rosters/").removesuffix(".toml"): pack.content[file]
            for file in pack.folder("rosters")
        }
        """Ready-made forces, as they stand in their files."""
        self.scenarios: dict[str, Scenario] = {}
        self.files: dict[str, str] = {}
        """Scenario → its file."""
        for file in pack.folder("scenarios"):
            one = self._scenario(file)
            self.scenarios[one.id], self.files[one.id] = one, file

    def range(self, type: str) -> int:
        """How many hexes a unit fires in its activation; 0 if it has nothing to fire then."""
        row = self.types[type]
        if self.class_of[type].artillery:
            return 0
        if row.weapon:
            return self.weapons[row.weapon].range
        return self.guns[row.gun].range if row.gun else 0

    def strength(self, type: str) -> int:
        return self.types[type].strength or self.class_of[type].strength

    def ground(self, board: str) -> Ground:
        """A board with everything that is worked out on it, made when first asked for."""
        ground = self._grounds.get(board)
        if ground is None:  # setdefault: of two threads that make one, both get the same
            made = Ground(self._boards[board], self.terrain, self.features)
            ground = self._grounds.setdefault(board, made)
        return ground

    @property
    def boards(self) -> Mapping[str, Board]:
        return self._boards

    def _scenario(self, file: str) -> Scenario:
        one = self._pack.table(file, Scenario)
        of_file(self.readings, one.readings, file)
        sides = [side.id for side in one.side]
        if len(sides) != 2 or sides[0] == sides[1]:
            raise PackError("A scenario has two sides with different ids.", where=f"{file}, side")
        known(one.board, self._boards, f"{file}, board", "board")
        board = self._boards[one.board]
        known(one.victory.tie, ("", *sides), f"{file}, victory.tie", "side")
        for i, objective in enumerate(one.victory.objective):
            place = f"{file}, victory.objective[{i}]"
            _on(board, (objective.hex,), f"{place}.hex")
            known(objective.owner, ("", *sides), f"{place}.owner", "side")
        if one.rosters and len(one.rosters) != 2:
            raise PackError("Each of the two sides has a usual force.", where=f"{file}, rosters")
        for roster in one.rosters:
            known(roster, self.rosters, f"{file}, rosters", "force")
        _on(board, one.mines, f"{file}, mines")
        _on(board, one.wire, f"{file}, wire")
        self._rows(one, file, board, sides)
        return one

    def _rows(self, one: Scenario, file: str, board: Board, sides: Collection[str]) -> None:
        taken: dict[Hex, str] = {}
        for i, row in enumerate(one.unit):
            place = f"{file}, unit[{i}]"
            known(row.side, sides, f"{place}.side", "side")
            known(row.type, self.types, f"{place}.type", "type of unit")
            _on(board, row.hexes, f"{place}.hexes")
            for hex in row.hexes:
                if not self.terrain[board.terrain[hex]].open:
                    raise PackError(f"Nobody can stand in {hex}.", where=f"{place}.hexes")
                if taken.setdefault(hex, row.side) != row.side:
                    raise PackError(f"Both sides stand in {hex}.", "g", where=f"{place}.hexes")
        for side in sides:
            if not one.rosters and not any(row.side == side for row in one.unit):
                raise PackError(f"The side {side!r} has no units.", where=f"{file}, unit")


def _by_id(rows: Iterable[R], where: str) -> dict[str, R]:
    found: dict[str, R] = {}
    for row in rows:
        if row.id in found:
            raise PackError(f"{row.id!r} is there twice.", where=where)
        found[row.id] = row
    return found


def _on(board: Board, hexes: Iterable[Hex], where: str) -> None:
    for hex in hexes:
        numbered(board, hex, where)

"""The pack of Combat Veteran as checked tables: units, terrain, results, conditions, boards, scenarios."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import astuple

from campaign.rules.boards import Board
from campaign.rules.charts import known, numbered, read_board
from campaign.rules.hexes import CORNERS, Corner, Hex
from campaign.rules.numbers import Whole
from campaign.rules.options import Side
from campaign.rules.packs import Pack, PackError, checked
from campaign.rules.readings import Value, of_file
from campaign.rules.sight import Sight
from campaign.systems.combat_veteran.reach import Ways
from campaign.systems.combat_veteran.readings import Breakdown, Declaring, HalfOf, Readings, Scars
from campaign.systems.combat_veteran.state import (
    MARKERS,
    Condition,
    Kind,
    Marker,
    Mobility,
    Rating,
    Ratings,
    Victory,
    swims,
)

Result = Literal["deflection", "miss", "stopped", "hit", "multiple", "critical"]
Dice = Annotated[int, Meta(ge=-9, le=9)]
Natural = Annotated[int, Meta(ge=0, le=99)]
Source = Annotated[str, Meta(min_length=3)]
FACES = ("1", "2", "3", "4", "5", "6")


class UnitType(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of vehicles.toml or infantry.toml. flame_range: hexes that a flamethrower reaches, 0 for any number
    (3.0).
    """

    id: str
    name: str
    source: Source
    main: Natural = 0
    mg: Natural = 0
    armor: Natural = 0
    capacity: Natural = 0
    mobility: Literal["tracked", "wheeled", "boat", "amphibious"] = "tracked"
    flame: bool = False
    flame_range: Natural = 0
    heavy: bool = False
    single: bool = False


class VehicleFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    vehicle: tuple[UnitType, ...]
    reconstructed: tuple[str, ...] = ()


class InfantryFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    soldier: tuple[UnitType, ...]
    weapon: tuple[UnitType, ...]
    reconstructed: tuple[str, ...] = ()


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of terrain.toml. cost: of a soldier, in movement points. effect: dice added to an attack (8.0)."""

    id: str
    cost: Annotated[int, Meta(ge=1, le=99)]
    effect: Annotated[int, Meta(ge=-9, le=9)]
    source: Source
    obstacle: bool = False
    water: Literal["none", "river", "all"] = "none"

    @property
    def vehicle_cost(self) -> int:
        """Doubled where the terrain is an obstacle to sight (8.0)."""
        return self.cost * 2 if self.obstacle else self.cost


class TerrainFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    terrain: tuple[Terrain, ...]
    reconstructed: tuple[str, ...] = ()


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """Movement values (8.0), in points per turn. afloat: boats' and amphibians' in water."""

    source: Source
    wheeled: Natural
    tracked: Natural
    boat: Natural
    amphibious: Natural
    afloat: Natural
    foot: Natural


class Conditions(Struct, frozen=True, forbid_unknown_fields=True):
    """Battlefield conditions (9.5): thresholds in pieces and hexes, effects in dice. From `misadventure` on readings
    as the files of 0.5.0 and before have them, which are in a table of their own now."""

    source: Source
    overstacking_vehicles: Annotated[int, Meta(ge=1, le=99)]
    overstacking_pieces: Annotated[int, Meta(ge=1, le=99)]
    overstacking_dice: Dice
    speeding_dice: Dice
    afloat_dice: Dice
    scar_effect: Dice
    proximity_hexes: Natural
    proximity_dice: Dice
    range_step: Annotated[int, Meta(ge=1, le=99)]
    range_dice: Dice
    collateral_wound: Annotated[int, Meta(ge=1, le=7)]
    misadventure: bool | None = None
    declaring: Declaring | None = None
    breakdown: Breakdown | None = None
    half_of: HalfOf | None = None
    scar_terrain: Scars | None = None


OLDER_READINGS = ("misadventure", "declaring", "breakdown", "half_of", "scar_terrain")


class ChartFile(Struct, frozen=True, forbid_unknown_fields=True):
    vehicle_results: dict[str, str]
    damage: dict[str, str]
    soldier_results: dict[str, str]
    movement: Movement
    conditions: Conditions
    readings: dict[str, Value] = field(default_factory=dict[str, Value])
    reconstructed: tuple[str, ...] = ()


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one type set up in one hex. weapons: one each for the first soldiers of the group.

    free: the scenario prints no facing, so that its owner chooses; `facing` is what stands if nobody does.
    """

    side: str
    type: str
    hex: str
    count: Annotated[int, Meta(ge=1, le=99)] = 1
    facing: Corner | Literal[""] = ""
    markers: tuple[Marker, ...] = ()
    weapons: tuple[str, ...] = ()
    free: bool = False


class ConditionFile(Condition, frozen=True, forbid_unknown_fields=True):
    """One way to win. when: `lost`, at once, if side has lost count pieces; `holds`, at the end, if winner has a fit
    piece in one of hexes. kind: vehicle or soldier, "" for both; type: only pieces of that type."""


class VictoryFile(Struct, frozen=True, forbid_unknown_fields=True):
    otherwise: str
    condition: tuple[ConditionFile, ...]
    rule: str = ""
    text: str = ""


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file. side: in the order in which they move. number: in the rulebook, 0 if it has none.

    reconstructed: what of it is our own, a line each. readings: of a battle of it, where they are otherwise than in the
    pack.
    """

    id: str
    title: str
    summary: str
    source: Source
    board: str
    turns: Annotated[int, Meta(ge=1, le=99)]
    first_phase: Literal["repair", "movement"]
    side: tuple[Side, ...]
    group: tuple[Group, ...]
    victory: VictoryFile
    reconstructed: tuple[str, ...] = ()
    number: Whole = 0
    variant_of: str = ""
    notes: tuple[str, ...] = field(default=())
    readings: dict[str, Value] = field(default_factory=dict[str, Value])


class Crew(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of crews.toml: the crew of a type of vehicle, and its basic load by kind of ammunition.

    gunner, driver: the posts that aim the main armament and drive, where they are not called so.
    """

    id: str
    posts: Annotated[tuple[str, ...], Meta(min_length=1)]
    load: dict[Rating, Annotated[int, Meta(ge=1, le=9999)]]
    source: Source
    gunner: str = "gunner"
    driver: str = "driver"


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """What one attack uses (house rule): rounds of the main armament, belts of the machineguns."""

    main: Annotated[int, Meta(ge=1, le=99)]
    mg: Annotated[int, Meta(ge=1, le=99)]
    source: Source


class CrewFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    use: Use
    crew: tuple[Crew, ...]


CREWS = "crews.toml"


class Charts:
    """Everything looked up while a battle is played. Raises PackError when the pack is unsound."""

    def __init__(self, pack: Pack) -> None:
        vehicles = pack.table("vehicles.toml", VehicleFile)
        infantry = pack.table("infantry.toml", InfantryFile)
        self.types: dict[str, tuple[Kind, UnitType]] = {}
        self._add("vehicle", "vehicles.toml", vehicles.vehicle)
        self._add("soldier", "infantry.toml", infantry.soldier)
        self._add("weapon", "infantry.toml", infantry.weapon)
        self.crews: dict[str, Crew] = {}
        self.use: dict[Rating, int] = {"main": 1, "mg": 1}
        # Battles keep the pack that they were opened with: the oldest know of no campaigns.
        if CREWS in pack.content:
            self._crews(pack.table(CREWS, CrewFile))
        terrain, charts = pack.table("terrain.toml", TerrainFile), pack.table("charts.toml", ChartFile)
        self.terrain = {row.id: row for row in terrain.terrain}
        self.reconstructed = tuple(
            line for file in (vehicles, infantry, terrain, charts) for line in file.reconstructed
        )
        """What the tables say of themselves; a file of the user's own says what he writes into it."""
        self.vehicle_results: dict[int, Result] = _faces(charts.vehicle_results, "vehicle_results", Result)
        self.soldier_results: dict[int, Result] = _faces(charts.soldier_results, "soldier_results", Result)
        self.damage: dict[int, Marker] = _faces(charts.damage, "damage", Marker)
        if sorted(self.damage.values()) != sorted(MARKERS):
            raise PackError(
                f"Every marker must come up on one face; {', '.join(MARKERS)}.", where="charts.toml, damage"
            )
        self.movement = charts.movement
        self.conditions = charts.conditions
        older = {name: getattr(charts.conditions, name) for name in OLDER_READINGS}
        read = {name: value for name, value in older.items() if value is not None} | charts.readings
        self.readings = of_file(Readings(), read, "charts.toml")
        self._pack = pack
        self._boards = {
            file.removeprefix("boards/").removesuffix(".toml"): read_board(pack, file, self.terrain)
            for file in pack.folder("boards")
        }
        self._grounds: dict[str, Ground] = {}
        self.scenarios: dict[str, Scenario] = {}
        self.files: dict[str, str] = {}
        """Scenario → its file."""
        for file in pack.folder("scenarios"):
            one = self._scenario(file)
            self.scenarios[one.id], self.files[one.id] = one, file

    def _add(self, kind: Kind, file: str, rows: tuple[UnitType, ...]) -> None:
        for row in rows:
            if row.id in self.types:
                raise PackError(f"{kind} {row.id!r} is there twice.", where=file)
            self.types[row.id] = (kind, row)

    def _crews(self, file: CrewFile) -> None:
        self.use = {"main": file.use.main, "mg": file.use.mg}
        vehicles = [id for id, (kind, _) in self.types.items() if kind == "vehicle"]
        for i, row in enumerate(file.crew):
            place = f"{CREWS}, crew[{i}]"
            known(row.id, vehicles, f"{place}.id", "vehicle")
            if row.id in self.crews:
                raise PackError(f"The crew of {row.id!r} is there twice.", where=f"{place}.id")
            if len(set(row.posts)) != len(row.posts):
                raise PackError("No crew has the same post twice.", where=f"{place}.posts")
            unit = self.types[row.id][1]
            if unit.main and row.gunner not in row.posts:
                raise PackError("Say which post aims the main armament.", "", row.posts, f"{place}.gunner")
            known(row.driver, row.posts, f"{place}.driver", "post")
            for kind in row.load:
                if not self.rating(row.id, kind):
                    raise PackError(
                        f"{unit.name} has no rating for such a load.", where=f"{place}.load.{kind}"
                    )
            self.crews[row.id] = row

    def rating(self, type: str, rating: Rating) -> int:
        """A printed firepower rating."""
        row = self.types[type][1]
        return row.main if rating == "main" else row.mg

    def ground(self, board: str) -> Ground:
        """A board with everything that is worked out on it, made when first asked for."""
        ground = self._grounds.get(board)
        if ground is None:  # setdefault: of two threads that make one, both get the same
            made = Ground(self._boards[board], self.terrain)
            ground = self._grounds.setdefault(board, made)
        return ground

    def ratings(self, type: str) -> Ratings:
        kind, row = self.types[type]
        mobility: Mobility = {"vehicle": row.mobility, "soldier": "foot", "weapon": "carried"}[kind]  # type: ignore[assignment]
        return Ratings(
            row.main,
            row.mg,
            row.armor,
            row.capacity,
            mobility,
            row.flame,
            2 if row.heavy else 1,
            row.single,
            row.flame_range,
        )

    def _scenario(self, file: str) -> Scenario:
        one = self._pack.table(file, Scenario)
        of_file(self.readings, one.readings, file)
        sides = [side.id for side in one.side]
        if len(sides) != 2 or sides[0] == sides[1]:
            raise PackError("A scenario has two sides with different ids.", where=f"{file}, side")
        known(one.board, self._boards, f"{file}, board", "board")
        board = self._boards[one.board]
        for i, group in enumerate(one.group):
            place = f"{file}, group[{i}]"
            known(group.side, sides, f"{place}.side", "side")
            known(group.type, self.types, f"{place}.type", "unit type")
            kind, row = self.types[group.type]
            numbered(board, group.hex, f"{place}.hex")
            water = self.terrain[board.terrain[group.hex]].water
            if row.mobility == "boat" and water == "none":
                raise PackError(
                    f"A boat is set up in water; {group.hex} is land.", "8.5", where=f"{place}.hex"
                )
            if water == "all" and not swims(self.ratings(group.type)):
                raise PackError(f"{group.hex} is all water: for boats only.", "8.5", where=f"{place}.hex")
            if (kind == "vehicle") != bool(group.facing):
                allowed = CORNERS if kind == "vehicle" else ["no facing"]
                reason = "Vehicles have a facing, other pieces none."
                raise PackError(reason, "7.8", allowed, f"{place}.facing")
            if group.free and not group.facing:
                raise PackError("Only vehicles have a facing to choose.", "7.8", where=f"{place}.free")
            if kind == "weapon" or (group.weapons and kind != "soldier"):
                raise PackError("Weapons are set up with soldiers: list them there.", where=place)
            if len(group.weapons) > group.count:
                raise PackError("There are more weapons than soldiers.", where=f"{place}.weapons")
            for weapon in group.weapons:
                weapons = [id for id, (kind, _) in self.types.items() if kind == "weapon"]
                known(weapon, weapons, f"{place}.weapons", "weapon")
            if len(set(group.markers)) != len(group.markers):
                raise PackError("No vehicle has the same marker twice.", "6.0", where=f"{place}.markers")
        known(one.victory.otherwise, sides, f"{file}, victory.otherwise", "side")
        for i, condition in enumerate(one.victory.condition):
            place = f"{file}, victory.condition[{i}]"
            known(condition.winner, sides, f"{place}.winner", "side")
            known(condition.kind, ("", "vehicle", "soldier"), f"{place}.kind", "kind of piece")
            known(condition.type, ("", *self.types), f"{place}.type", "unit type")
            for hex in condition.hexes:
                numbered(board, hex, f"{place}.hexes")
            if condition.when == "lost":
                known(condition.side, sides, f"{place}.side", "side")
                most = self._there(one, condition)
                if not 1 <= condition.count <= most:
                    reason = f"The side {condition.side!r} has {most} such pieces at first."
                    raise PackError(reason, "", [f"1 to {most}"] if most else (), f"{place}.count")
            elif not condition.hexes:
                raise PackError("Say which hexes are to be held.", where=f"{place}.hexes")
        return one

    def _there(self, one: Scenario, condition: Condition) -> int:
        """How many pieces of which a condition speaks are set up."""
        return sum(
            group.count
            for group in one.group
            if group.side == condition.side
            and condition.kind in ("", self.types[group.type][0])
            and condition.type in ("", group.type)
        )

    def victory(self, one: Scenario) -> Victory:
        file = one.victory
        conditions = tuple(Condition(*astuple(condition)) for condition in file.condition)
        return Victory(file.otherwise, conditions, file.rule, file.text)


Entering = Literal["front", "flank", "between", "within"]
"""How a line of sight enters a hex: by a side in front, by another, by the corner between two such, or not at all."""


class Ground:
    """One board with its sight lines and ways, kept for as long as the charts live."""

    def __init__(self, board: Board, terrain: dict[str, Terrain]) -> None:
        self.board = board
        self.terrain: dict[Hex, Terrain] = {hex: terrain[name] for hex, name in board.terrain.items()}
        self.sight = Sight(board, {name for name, row in terrain.items() if row.obstacle})
        self.distance = _Distances(board)
        self.flanks: dict[tuple[Hex, Hex, str], Entering] = {}
        """How a shot from a hex comes in at one that faces a corner, once worked out."""
        self.corners: dict[tuple[Hex, Hex, str], str] = {}
        """The corner to turn to a shot from a hex at one that faces a corner, once worked out."""
        self.memory: dict[Any, Any] = {}
        """What others have worked out on this ground and would work out again."""
        self.ways = Ways(
            board,
            {hex: row.vehicle_cost for hex, row in self.terrain.items()},
            {hex: row.cost for hex, row in self.terrain.items()},
            {hex: row.water for hex, row in self.terrain.items()},
        )


class _Distances(dict[tuple[Hex, Hex], int]):
    """Distances between hexes, worked out once."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, pair: tuple[Hex, Hex]) -> int:
        found = self[pair] = self._board.distance(*pair)
        return found


def _faces(table: dict[str, str], name: str, values: Any) -> dict[int, Any]:
    """A chart by die face: every face once, nothing else, and a source."""
    where = f"charts.toml, {name}"
    rows = {face: value for face, value in table.items() if face != "source"}
    if len(table.get("source", "")) < 3:
        raise PackError("This table does not say its source.", where=where)
    if missing := [face for face in FACES if face not in rows]:
        raise PackError(f"There is no row for die roll {', '.join(missing)}.", where=where)
    if extra := sorted(rows.keys() - set(FACES)):
        raise PackError(f"A die has no face {', '.join(extra)}.", where=where)
    return {int(face): checked(value, values, f"{where}, row {face}") for face, value in rows.items()}

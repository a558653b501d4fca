"""The pack as checked tables: models, cards, criticals, table, terrain, scenarios, platoons."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from campaign.rules.numbers import Whole
from campaign.rules.options import Side
from campaign.rules.packs import Pack, PackError, checked
from campaign.rules.readings import ReadCharts, Value, of_file
from campaign.systems.tanks_modern_age.effects import Effect
from campaign.systems.tanks_modern_age.readings import Readings
from campaign.systems.tanks_modern_age.state import Edge, Kind, Mission

Natural = Annotated[int, Meta(ge=0, le=999)]
Source = Annotated[str, Meta(min_length=3)]
Id = Annotated[str, Meta(max_length=60)]
Nation = Literal["usa", "uk", "france", "frg", "ussr"]
NATIONS: dict[str, str] = {
    "usa": "USA", "uk": "United Kingdom", "france": "France", "frg": "West Germany", "ussr": "Soviet Union"
}  # fmt: skip
MOST_MODELS = 60
"""More than any table holds; so that no roster is too long to judge."""
CREW = ("Commander", "Gunner", "Loader", "Driver", "Pilot", "Radio operator")
CardType = Literal[
    "Commander", "Gunner", "Loader", "Driver", "Pilot", "Radio operator", "Ammo", "Equipment", "Armour", "Engine",
    "Doctrine",
]  # fmt: skip


class ModelRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of models.toml. length, width: of the hull in mm; both the base's for a helicopter (p4 models)."""

    id: str
    name: str
    nation: Nation
    kind: Kind
    points: Natural
    initiative: Natural
    attack: Natural
    defence: Natural
    damage: Annotated[int, Meta(ge=1, le=99)]
    crew: Natural
    length: Annotated[int, Meta(ge=10, le=300)]
    width: Annotated[int, Meta(ge=10, le=300)]
    source: Source
    ammo: Natural = 1
    keywords: tuple[str, ...] = ()
    official: bool = True


class ModelFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    footprints: Source
    model: tuple[ModelRow, ...]


class CrewRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of crews.toml: what a campaign keeps of a model. main, missiles: rounds of a full load."""

    type: str
    posts: Annotated[tuple[str, ...], Meta(min_length=1)]
    main: Natural = 0
    missiles: Natural = 0


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds that an attack uses up."""

    source: Source
    main: Annotated[int, Meta(ge=1, le=99)]
    missiles: Annotated[int, Meta(ge=1, le=99)]


class CrewFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    use: Use
    crew: tuple[CrewRow, ...]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A Crew or Upgrade card (p5, p21).

    hero: one only in a platoon. nations: none for a global card. models: only these types; keyword, without: only
    with, or without, a keyword. needs: another card on the same model, with which it is `cheaper`. alone: no other
    crew. revealed: starts face up. reading: what we chose where the source leaves it open.
    """

    id: str
    name: str
    type: CardType
    points: Annotated[int, Meta(ge=-9, le=99)]
    text: Annotated[str, Meta(min_length=10)]
    source: Source
    effects: tuple[Effect, ...] = ()
    nations: tuple[Nation, ...] = ()
    hero: bool = False
    kind: Literal["", "tank", "helicopter"] = ""
    models: tuple[str, ...] = ()
    keyword: str = ""
    without: str = ""
    needs: str = ""
    cheaper: Natural = 0
    alone: bool = False
    revealed: bool = False
    official: bool = True
    reading: str = ""


class CardFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    card: tuple[Card, ...]


class PlatoonRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The Platoon card of a nation (p6, p21)."""

    id: str
    name: str
    nation: Nation
    text: str
    source: Source
    effects: tuple[Effect, ...]


class PlatoonFile(Struct, frozen=True, forbid_unknown_fields=True):
    rule: tuple[PlatoonRule, ...]


class Blow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a critical card does to a tank, or to a helicopter. burn: damage in each Command Phase while it lies there.

    initiative: what Initiative becomes. damage_each: for every card that is discarded.
    """

    damage: Natural = 0
    speed_limit: Whole | None = None
    initiative: Whole | None = None
    attack: Whole = 0
    forward_firing: bool = False
    no_move: bool = False
    no_shoot: bool = False
    no_rerolls: bool = False
    discard: Literal["", "ammo", "crew"] = ""
    damage_each: Natural = 0
    burn: Natural = 0


class Critical(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of critical card (p18). count: how many of it are in the deck (p5 critical cards, p18 kinds)."""

    id: str
    name: str
    count: Annotated[int, Meta(ge=1, le=24)]
    text: str
    tank: Blow
    helicopter: Blow
    repairable: bool = False

    def on(self, kind: Kind) -> Blow:
        return self.tank if kind == "tank" else self.helicopter


class CriticalFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    critical: tuple[Critical, ...]


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """table.toml: sizes in mm, moves, dice; and, from high_looks_over on, the readings of the pack (see `Readings`).

    high_looks_over: kinds of terrain that hide nothing from a high-flying helicopter. tanks_pass_tanks: that are not
    destroyed. least_move: in mm. reserves_in_play: whether a tank held off keeps its side in the battle.
    rising_is_moving: whether a Predator that changes its elevation in place has moved.
    """

    source: Source
    arrow_source: Source
    width: Natural
    height: Annotated[int, Meta(ge=300, le=5000)]
    arrow_tail: Annotated[int, Meta(ge=10, le=999)]
    arrow_head: Natural
    tank_speed: Natural
    fast_speed: Natural
    helicopter_speed: Natural
    machine_guns: Natural
    defence_maximum: Natural
    hit_from: Annotated[int, Meta(ge=1, le=6)]
    critical_from: Annotated[int, Meta(ge=1, le=6)]
    cancel_from: Annotated[int, Meta(ge=1, le=6)]
    repair_from: Annotated[int, Meta(ge=1, le=6)]
    cover_dice: dict[str, Whole]
    terrain: tuple[str, ...]
    points: tuple[Whole, Whole]
    turns: Natural
    high_looks_over: tuple[str, ...] = ()
    tanks_pass_tanks: bool = False
    least_move: Annotated[int, Meta(ge=0, le=50)] = 0
    reserves_in_play: bool = True
    rising_is_moving: bool = True


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain (p10, p14). length, width in mm; what it is to tanks and to low helicopters."""

    id: str
    name: str
    length: Natural
    width: Natural
    impassable: tuple[Kind, ...]
    sight: Literal["blocks", "conceals"]
    source: Source


class TerrainFile(Struct, frozen=True, forbid_unknown_fields=True):
    terrain: tuple[Terrain, ...]


class Lie(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain of a prepared layout. kind: a row of terrain.toml. x, y: its middle, in mm from the west and
    the north. heading: of its length, in degrees from north."""

    kind: str
    x: Whole
    y: Whole
    heading: Whole = 0
    name: str = ""


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of scenarios.toml. rosters: by side, the id of a sample platoon; limit: in points, 0 for none.

    choose: sides whose platoon may be chosen. plain: without Platoon cards. layout: terrain as prepared. lay_out: the
    players lay it out (p8); with neither the table is bare. attacker, edges: where they are fixed.
    """

    id: str
    title: str
    mission: Mission
    side: tuple[Side, ...]
    summary: str
    source: Source
    rosters: dict[str, str]
    choose: tuple[str, ...] = ()
    limit: Natural = 0
    layout: tuple[Lie, ...] = ()
    lay_out: bool = False
    measured: bool = True
    attacker: str = ""
    edges: dict[str, Edge] = {}
    turns: Natural = 0
    notes: tuple[str, ...] = ()
    missions: bool = False
    plain: bool = False
    readings: dict[str, Value] = field(default_factory=dict[str, Value])


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True):
    scenario: tuple[Scenario, ...]


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A model of a roster with its cards. name: its own; the model's name if empty."""

    type: Id
    cards: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    name: Annotated[str, Meta(max_length=40)] = ""


class Roster(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A platoon as a file. platoon: id of its rule. limit: in points, 0 for none."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    nation: Nation
    platoon: Id
    limit: Annotated[int, Meta(ge=0, le=10_000)] = 0
    unofficial: bool = False
    model: Annotated[tuple[Unit, ...], Meta(max_length=MOST_MODELS)] = ()


class Charts(ReadCharts[Readings]):
    """The pack, checked whole. Raises PackError: file, row, and what is wrong."""

    def __init__(self, pack: Pack) -> None:
        self.table = pack.table("table.toml", Numbers)
        models = pack.table("models.toml", ModelFile)
        self.footprints = models.footprints
        self.models = _by_id("models.toml", models.model)
        crews = pack.table("crews.toml", CrewFile) if "crews.toml" in pack.content else None
        self.use = crews.use if crews is not None else Use("none", 1, 1)
        self.crews = {row.type: row for row in (crews.crew if crews is not None else ())}
        self.crews_source = crews.source if crews is not None else ""
        for id in self.crews:
            if id not in self.models:
                raise PackError(f"There is no model {id!r}.", "", list(self.models), "crews.toml, crew.type")
        self.cards: dict[str, Card] = {}
        self.files: dict[str, str] = {}
        for file in pack.folder("cards"):
            for card in _by_id(file, pack.table(file, CardFile).card).values():
                if card.id in self.cards:
                    raise PackError(f"There are two cards {card.id!r}.", where=file)
                self.cards[card.id] = card
                self.files[card.id] = file
        self.rules = _by_id("platoon_rules.toml", pack.table("platoon_rules.toml", PlatoonFile).rule)
        criticals = pack.table("criticals.toml", CriticalFile)
        self.criticals_source = criticals.source
        self.criticals = _by_id("criticals.toml", criticals.critical)
        self.deck: tuple[str, ...] = tuple(c.id for c in self.criticals.values() for _ in range(c.count))
        self.terrain = _by_id("terrain.toml", pack.table("terrain.toml", TerrainFile).terrain)
        self._over = self.table.high_looks_over
        self.readings = self._usual = Readings(
            self._named_over(), self.table.tanks_pass_tanks, self.table.least_move, self.table.reserves_in_play,
            self.table.rising_is_moving,
        )  # fmt: skip
        self.scenarios: dict[str, Scenario] = {}
        self.places: dict[str, str] = {}
        """Scenario → where it stands: as a row of scenarios.toml, or in a file of its own."""
        rows = pack.table("scenarios.toml", ScenarioFile).scenario
        for one in rows:
            self._add(one, f"scenarios.toml, scenario {one.id}")
        for file in pack.folder("scenarios"):
            self._add(pack.table(file, Scenario), file)
        self.platoons: dict[str, dict[str, Any]] = {}
        for file in pack.folder("platoons"):
            checked(pack.content[file], Roster, file)
            self.platoons[file.removeprefix("platoons/").removesuffix(".toml")] = pack.content[file]
        for one in self.scenarios.values():
            of_file(self.readings, one.readings, self.places[one.id])

    def _add(self, one: Scenario, where: str) -> None:
        if one.id in self.scenarios:
            raise PackError(f"There are two scenarios {one.id!r}.", where=where)
        self.scenarios[one.id], self.places[one.id] = one, where

    def _named_over(self) -> Literal["buildings", "nothing", "all"]:
        if not self._over:
            return "nothing"
        return "all" if set(self._over) >= self.terrain.keys() else "buildings"

    def read_anew(self) -> None:
        """`table` has the readings, too. What a pack says of high fliers stands in it kind by kind."""
        read = self.readings
        over = self._over
        if read.high_looks_over != self._usual.high_looks_over:
            kinds = [one.id for one in self.terrain.values() if one.sight == "blocks"]
            over = {"nothing": (), "buildings": tuple(kinds), "all": tuple(self.terrain)}[
                read.high_looks_over
            ]
        self.table = replace(
            self.table, high_looks_over=over, tanks_pass_tanks=read.tanks_pass_tanks, least_move=read.least_move,
            reserves_in_play=read.reserves_in_play, rising_is_moving=read.rising_is_moving,
        )  # fmt: skip

    def critical(self, number: int) -> Critical:
        """The critical card of that number, 1 to 24."""
        return self.criticals[self.deck[number - 1]]

    def is_crew(self, type: str) -> bool:
        return type in CREW


def _by_id(file: str, rows: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for row in rows:
        if row.id in found:
            raise PackError(f"There are two rows {row.id!r}.", where=file)
        found[row.id] = row
    return found

"""What a campaign keeps of this game, as `assets.toml` has it: teams of men, and vehicles with their crews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from campaign.rules.charts import known
from campaign.rules.muster import AssetType, Damage
from campaign.rules.numbers import Whole
from campaign.rules.packs import Pack, PackError
from campaign.systems.combat_volume_2.vehicles.tables import DONE, Class, Kind, VehicleCharts

HOUSE = "house rule"
CLIPS, GRENADES, SMOKES, ROCKETS = "clips", "grenades", "smoke-grenades", "rockets"
HE, AP, BELTS = "he", "ap", "belts"
OF_MEN, OF_VEHICLES = (CLIPS, GRENADES, SMOKES, ROCKETS), (HE, AP, BELTS)
"""Kinds of ammunition that a campaign counts."""
HATCHES: Mapping[Literal["jammed", "gone"], str] = {"jammed": "hatch-jammed-", "gone": "hatch-gone-"}
"""Before a seat, as a damage: its hatch does not open, or does not close, any more."""
UNDONE = ("destroyed", "engine-fire", "turret-fire")
"""What no vehicle bears in the next battle: it is a wreck, or the fire is out."""
Few = Annotated[int, Meta(ge=0, le=99)]
Adds = Annotated[int, Meta(ge=-4, le=4)]


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """clips: of a man on foot; belts: of a machine gun. All of them: enough; one: low; none: out."""

    clips: Literal[2]
    belts: Literal[2]


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """What the quality of a `Member` adds to what his kit says."""

    id: Whole
    name: str
    quality: Adds = 0
    skill: Adds = 0


class Kit(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is and carries at a post, as a regular. heavy: a bazooka."""

    id: str
    quality: Annotated[int, Meta(ge=1, le=8)]
    skill: Annotated[int, Meta(ge=0, le=9)]
    rank: Literal["officer", "nco", "private"] = "private"
    leadership: Annotated[int, Meta(ge=0, le=6)] = 0
    skills: tuple[str, ...] = ()
    weapon: str = ""
    sidearm: str = ""
    grenades: Few = 0
    smokes: Few = 0
    heavy: str = ""
    rockets: Few = 0


class TeamRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A team as an asset. place: the team of a scenario whose places it takes. posts: each with its kit, in their
    order: a table of names would have none."""

    id: str
    name: str
    place: Literal["able", "baker", "charlie", "command"]
    posts: Annotated[tuple[tuple[str, str], ...], Meta(min_length=1)]


class CrewRow(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """Who is the crew of a class of vehicles: seat → kit."""

    class_: Class
    seats: dict[str, str]


class LostRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon that a team has once, as a damage. instead: what its man carries without it, "" for nothing."""

    id: str
    weapon: str
    name: str
    instead: str = ""


class AssetFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Annotated[str, Meta(min_length=3)]
    counts: Counts
    level: tuple[Level, ...]
    kit: tuple[Kit, ...]
    team: tuple[TeamRow, ...]
    crew: tuple[CrewRow, ...]
    lost: tuple[LostRow, ...] = field(default=())


class AssetCharts:
    """`assets.toml`, checked. types: what a campaign may keep; post of a vehicle is the name of its seat."""

    def __init__(self, pack: Pack, vehicles: VehicleCharts, weapons: Mapping[str, object]) -> None:
        file = pack.table("assets.toml", AssetFile)
        self.file, self.vehicles = file, vehicles
        self.levels = {row.id: row for row in file.level}
        self.kits = {row.id: row for row in file.kit}
        self.teams = {row.id: row for row in file.team}
        self.crews = {row.class_: row for row in file.crew}
        self.lost = {row.weapon: row for row in file.lost}
        self._check(weapons)
        self.types: Mapping[str, AssetType] = {
            **{id: self._of_team(row) for id, row in self.teams.items()},
            **{id: self._of_vehicle(kind) for id, kind in vehicles.kinds.items()},
        }

    # -- men ---------------------------------------------------------------------------------------------

    def posts(self, type: str) -> dict[str, Kit]:
        """Post → kit, of a team or of a vehicle's crew."""
        if type in self.teams:
            return {post: self.kits[kit] for post, kit in self.teams[type].posts}
        return {post: self.kits[self._crew(type).seats[seat]] for post, seat in self.seats(type).items()}

    def seats(self, type: str) -> dict[str, str]:
        """Post → seat of a vehicle, in the order of its seats."""
        of = self.vehicles.seats[self.vehicles.kinds[type].class_]
        return {seat.name: seat.id for seat in of.values() if seat.id in self._crew(type).seats}

    def _crew(self, type: str) -> CrewRow:
        return self.crews[self.vehicles.kinds[type].class_]

    # -- types -------------------------------------------------------------------------------------------

    def _of_team(self, row: TeamRow) -> AssetType:
        kits = [self.kits[kit] for _, kit in row.posts]
        load = {
            CLIPS: self.file.counts.clips * sum(bool(kit.weapon) for kit in kits),
            GRENADES: sum(kit.grenades for kit in kits),
            SMOKES: sum(kit.smokes for kit in kits),
            ROCKETS: sum(kit.rockets for kit in kits),
        }
        words = {one.id: one.name for one in self._may_lose(row)}
        posts = tuple(post for post, _ in row.posts)
        return AssetType(
            row.id, row.name, posts, {kind: count for kind, count in load.items() if count},
            source=self.file.source, damage=tuple(words), words=words, once=tuple(words),
        )  # fmt: skip

    def _may_lose(self, row: TeamRow) -> Iterator[LostRow]:
        for _, kit in row.posts:
            for weapon in (self.kits[kit].weapon, self.kits[kit].heavy):
                if weapon in self.lost:
                    yield self.lost[weapon]

    def _of_vehicle(self, kind: Kind) -> AssetType:
        guns = guns_of(kind)
        load = {**kind.shells, **({BELTS: self.file.counts.belts * len(guns)} if guns else {})}
        words = dict(self._bears(kind))
        return AssetType(
            kind.id, kind.name, tuple(self.seats(kind.id)), load, source=self.file.source,
            damage=tuple(words), words=words, once=tuple(words),
        )  # fmt: skip

    def _bears(self, kind: Kind) -> Iterator[tuple[str, str]]:
        """Lasting damage of a kind of vehicle, with its words."""
        yield "immobilized", DONE["immobilized"]
        seats = self.vehicles.seats[kind.class_].values()
        if kind.gun:
            for word in ("turret-jammed", "gun", "sight"):
                yield word, DONE[word]
        for place in guns_of(kind):
            if place in DONE:
                yield place, DONE[place]
        for side in ("left", "right"):
            yield f"headlight-{side}", f"{side} headlight destroyed"
        if kind.class_ == "afv":
            for seat in seats:
                if seat.marker or seat.hatch:
                    yield f"periscope-{seat.id}", f"{seat.name}'s periscope destroyed"
        else:
            for side in ("left", "right"):
                yield f"wheel-{side}", f"{side} wheel destroyed"
        if any(seat.id == "CU" for seat in seats):
            yield "cupola", DONE["cupola"]
        for seat in seats:
            if seat.hatch:
                yield f"{HATCHES['jammed']}{seat.id}", f"{seat.name}'s hatch jammed"
                yield f"{HATCHES['gone']}{seat.id}", f"{seat.name}'s hatch destroyed"

    def damages(self) -> list[Damage]:
        """Every kind there is, once."""
        found = {id: words for one in self.types.values() for id, words in one.words.items()}
        return [Damage(id, words) for id, words in found.items()]

    # -- checks ------------------------------------------------------------------------------------------

    def _check(self, weapons: Mapping[str, object]) -> None:
        """Raises PackError."""
        for kit in self.file.kit:
            for weapon in (kit.weapon, kit.sidearm):
                if weapon and weapon not in weapons:
                    raise PackError(f"There is no weapon {weapon!r}.", where=f"assets.toml, kit ({kit.id})")
            if kit.heavy and kit.heavy not in self.vehicles.guns:
                raise PackError(f"There is no {kit.heavy!r}.", where=f"assets.toml, kit ({kit.id})")
        for row in self.file.team:
            self._known((kit for _, kit in row.posts), f"team ({row.id})")
            if len({post for post, _ in row.posts}) < len(row.posts):
                raise PackError(
                    "Two of its posts are called the same.", where=f"assets.toml, team ({row.id})"
                )
            if row.id in self.vehicles.kinds:
                raise PackError("A vehicle is called so already.", where=f"assets.toml, team ({row.id})")
        for crew in self.file.crew:
            where = f"crew ({crew.class_})"
            self._known(crew.seats.values(), where)
            known(crew.class_, self.vehicles.seats, f"assets.toml, {where}.class", "class of vehicles")
            for seat in crew.seats:
                if seat not in self.vehicles.seats[crew.class_]:
                    raise PackError(f"It has no seat {seat!r}.", where=f"assets.toml, {where}")
        for kind in self.vehicles.kinds.values():
            if kind.class_ not in self.crews:
                raise PackError(f"{kind.name} has no crew.", allowed=[kind.class_], where="assets.toml, crew")
        for row in self.file.lost:
            if row.instead and row.instead not in weapons:
                raise PackError(f"There is no weapon {row.instead!r}.", where=f"assets.toml, lost ({row.id})")
        if missing := [id for id in (-1, 0, 1, 2) if id not in self.levels]:
            raise PackError(f"There is no level {missing[0]}.", where="assets.toml, level")

    def _known(self, kits: Iterable[str], where: str) -> None:
        for kit in kits:
            if kit not in self.kits:
                raise PackError(f"There is no kit {kit!r}.", "", list(self.kits), f"assets.toml, {where}")


def guns_of(kind: Kind) -> dict[str, str]:
    """Its machine guns, by place."""
    found = {"bow": kind.bow, "coaxial": kind.coaxial, "mount": kind.mount}
    return {place: gun for place, gun in found.items() if gun}

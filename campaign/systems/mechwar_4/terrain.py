"""Shapes of terrain.toml: what fills a hex, what lies along its sides, what moving there costs.

Half movement points are whole numbers of halves everywhere but in the files, which have movement points such as 0.5.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from campaign.rules.numbers import Whole
from campaign.systems.mechwar_4.units import Die, Natural, Positive, Source

Points = Annotated[float, Meta(ge=0, le=99, multiple_of=0.5)]
"""Movement points."""
Cost: TypeAlias = Points | Literal["no"]


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """What fills a hex. vehicle, truck, foot: movement points to enter. tall: levels that it rises for who looks
    through it (10.42). fire: what it takes off a die (10.21), howitzers: off that of class H (7.18). defilade: as a
    hilltop is.

    sight_vehicle, sight_foot: observation range. camouflage: highest die at which a unit is not seen (5.25).
    loss_vehicle, loss_foot: loss modification (15.72). woods, town: what the rules ask for by name.
    """

    id: str
    name: str
    glyph: Annotated[str, Meta(min_length=1, max_length=1)]
    source: Source
    vehicle: Cost
    truck: Cost
    foot: Cost
    sight_vehicle: Positive
    sight_foot: Positive
    camouflage: Die
    loss_vehicle: Die
    loss_foot: Die
    tall: Natural = 0
    fire: Whole = 0
    howitzers: Whole = 0
    defilade: bool = False
    woods: Literal["", "light", "heavy"] = ""
    town: bool = False


class SideRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies along the side of a hex. vehicle, truck, foot: movement points to cross it. wall: levels that it rises.
    covers: what it is for who is fired at across it. bridges: it lifts what else lies there."""

    id: str
    name: str
    source: Source
    vehicle: Cost
    truck: Cost
    foot: Cost
    wall: Natural = 0
    covers: Literal["", "slope", "crest", "embankment"] = ""
    bridges: bool = False


class Ways(Struct, frozen=True, forbid_unknown_fields=True):
    """Movement points a hexside: road (10.14), trail; in column (8.1); from town to town (10.14). vehicles."""

    source: Source
    road: Points
    town: Points
    trail: Points
    column_road: Points
    column_trail: Points


class Efforts(Struct, frozen=True, forbid_unknown_fields=True):
    """Movement points: of a carrier for who mounts and dismounts (9.12), to enter defilade in clear terrain and
    elsewhere (10.5), for a short halt (19.3), to enter a breached minefield in column (16.18)."""

    source: Source
    mount: Points
    dismount: Points
    defilade: Points
    defilade_elsewhere: Points
    halt: Points
    breach: Points


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    """Observation of what is in no plain hex, and its loss modification."""

    source: Source
    smoke_vehicle: Positive
    smoke_foot: Positive
    defilade: Positive
    improved: Positive
    camouflage_improved: Die
    loss_defilade: Die
    smoke_fire: Whole
    night_sight: Positive
    night_range: Positive


class TerrainFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    terrain: tuple[Terrain, ...]
    side: tuple[SideRow, ...]
    ways: Ways
    efforts: Efforts
    special: Special
    reconstructed: tuple[str, ...] = ()

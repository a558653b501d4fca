"""`missions.toml` as a checked table: what a patrol is made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Literal, Protocol, TypeVar

from msgspec import Meta, Struct

from campaign.rules.numbers import Whole
from campaign.rules.packs import Pack, PackError
from campaign.systems.combat_volume_2.scenario import Ground, Weather
from campaign.systems.combat_volume_2.state import Direction, Goal

SIZE = 6
"""Hexes along each side of a part of the map: even, so that its columns keep their stagger wherever it lies."""
FACES = 9
Last = Annotated[int, Meta(ge=0, le=9)]
Few = Annotated[int, Meta(ge=0, le=30)]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the map, drawn as boards are. posts: column and row of hexes where somebody would stand guard."""

    id: str
    name: str
    picture: tuple[str, ...]
    posts: tuple[tuple[Whole, Whole], ...]
    heights: tuple[str, ...] = ()


class Land(Struct, frozen=True, forbid_unknown_fields=True):
    """parts: by a ten-sided die, from 0."""

    last: Last
    name: str
    parts: tuple[str, ...]


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """goal: what brings points, of which so many are needed. place: it is about a place in the northern row, which a
    die chooses; whoever holds is to hold that."""

    last: Last
    name: str
    text: str
    needed: Whole
    goal: tuple[Goal, ...]
    place: bool = False


class Strength(Struct, frozen=True, forbid_unknown_fields=True):
    """Counters on the map, drawn from a full set with so many dummies."""

    last: Last
    name: str
    counters: Few
    set: Literal["heer", "ss"]
    dummies: Few
    posture: Literal["attack", "hold"]


class Sky(Struct, frozen=True, forbid_unknown_fields=True):
    last: Last
    weather: Weather
    ground: Ground = "dry"


class Hour(Struct, frozen=True, forbid_unknown_fields=True):
    last: Last
    name: str
    night: Few = 0


class MissionFile(Struct, frozen=True, forbid_unknown_fields=True):
    """across, down: how many parts the map has. compass: which direction on the map a card's 1 is."""

    source: Annotated[str, Meta(min_length=3)]
    across: Annotated[int, Meta(ge=2, le=6)]
    down: Annotated[int, Meta(ge=3, le=5)]
    compass: Direction
    part: tuple[Part, ...]
    land: tuple[Land, ...]
    task: tuple[Task, ...]
    enemy: tuple[Strength, ...]
    sky: tuple[Sky, ...]
    hour: tuple[Hour, ...]


class Lined(Protocol):
    @property
    def last(self) -> int: ...


Line = TypeVar("Line", bound=Lined)


def line_of(lines: Collection[Line], face: int) -> Line:
    """The line of a table that a face means."""
    return next(one for one in lines if face <= one.last)


class MissionCharts:
    """The tables of patrols. glyphs: terrain by the glyph of the chart."""

    def __init__(self, pack: Pack, glyphs: Mapping[str, str]) -> None:
        self.file = pack.table("missions.toml", MissionFile)
        self.glyphs = glyphs
        self.parts = {one.id: one for one in self.file.part}
        self._check()

    def _check(self) -> None:
        """Raises PackError."""
        for part in self.file.part:
            where = f"missions.toml, part ({part.id})"
            for rows in (part.picture, *([part.heights] if part.heights else [])):
                if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
                    raise PackError(f"A part has {SIZE} rows of {SIZE} hexes.", where=where)
            for glyph in "".join(part.picture):
                if glyph not in self.glyphs:
                    raise PackError(f"There is no terrain with the glyph {glyph!r}.", where=where)
            if not part.posts or any(not 1 <= at <= SIZE for post in part.posts for at in post):
                raise PackError(f"It needs posts, from 1 to {SIZE} across and down.", where=where)
        for land in self.file.land:
            where = f"missions.toml, land ({land.name})"
            if len(land.parts) != FACES + 1:
                raise PackError(f"It has a part for each of {FACES + 1} faces.", where=where)
            for part in land.parts:
                if part not in self.parts:
                    raise PackError(f"There is no part {part!r}.", where=where)
        for name in ("land", "task", "enemy", "sky", "hour"):
            lasts = [one.last for one in getattr(self.file, name)]
            if lasts != sorted(set(lasts)) or lasts[-1:] != [FACES]:
                raise PackError(f"`last` must rise to {FACES}.", where=f"missions.toml, {name}")
        posts = 2 * self.file.across * min(len(one.posts) for one in self.file.part)
        for one in self.file.enemy:
            if one.counters > posts:
                raise PackError(f"The north has {posts} posts.", where=f"missions.toml, enemy ({one.name})")

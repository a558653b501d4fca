"""What is known of a battle: plain values, no rules of the project."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tests.second.combat_veteran.plane import Place, blocked


@dataclass(frozen=True)
class Ground:
    """A hex. effect: dice for an attack into it. water: `none`, `river` or `all`."""

    cost: int
    effect: int
    obstacle: bool
    water: str


@dataclass
class Map:
    """A board. barriers: pairs of hexes between which land bars the water."""

    ground: dict[Place, Ground]
    barriers: set[frozenset[Place]]
    seen: dict[frozenset[Place], bool] = field(default_factory=dict[frozenset[Place], bool])

    @cached_property
    def obstacles(self) -> dict[Place, bool]:
        return {at: ground.obstacle for at, ground in self.ground.items()}

    def sees(self, a: Place, b: Place) -> bool:
        pair = frozenset((a, b))
        if pair not in self.seen:
            self.seen[pair] = not blocked(a, b, self.obstacles)
        return self.seen[pair]


@dataclass
class Piece:
    """A piece and what has happened to it. cls: `vehicle`, `soldier` or `weapon`. of: as the project has it."""

    id: str
    cls: str
    side: str
    at: Place
    mobility: str
    main: int
    mg: int
    armor: int
    flame: int
    """How many hexes a flamethrower reaches; 99 for any number, 0 for none."""
    facing: str
    stance: str
    markers: frozenset[str]
    there: bool
    """Neither wrecked, killed nor used up."""
    aboard: str
    wounded: bool
    afloat: bool
    of: Any

    @property
    def swims(self) -> bool:
        return self.mobility in ("boat", "amphibious")

    @property
    def open(self) -> bool:
        """On the map by itself."""
        return self.there and not self.aboard


@dataclass
class Field:
    map: Map
    pieces: dict[str, Piece]
    scars: set[Place]
    read: dict[str, Any]
    """How the text is read where it leaves something open, by the names of docs/rules/combat-veteran.md."""
    values: dict[str, int]
    """Movement values (8.0)."""
    numbers: dict[str, Any]
    """The chart of conditions."""

    def wrecks(self, at: Place) -> list[Piece]:
        return [
            one for one in self.pieces.values() if one.cls == "vehicle" and not one.there and one.at == at
        ]

    def in_hex(self, at: Place) -> list[Piece]:
        return [one for one in self.pieces.values() if one.open and one.at == at]

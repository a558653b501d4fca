"""A battle as plain values: what the rules need to know of it, and nothing of how the project keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tests.second.mechwar_4.charts import BoardData, board, defence, unit_types, weapon
from tests.second.mechwar_4.hexes import Spot

AFOOT = ("foot", "motorcycle")


@dataclass(frozen=True)
class Piece:
    """A unit. level: its panic level, with all that has been added to it. parts: of a unit that splits its fire, those
    that have not fired. ammo: levels left of its arms, of those below three. carrier: whom it is aboard."""

    id: str
    name: str
    type: str
    side: str
    nation: str
    at: Spot | None
    level: int = 0
    company: str = ""
    damage: int = 0
    suppression: int = 0
    panicked: bool = False
    fired: bool = False
    moved: bool = False
    seen: bool = False
    column: bool = False
    defilade: str = ""
    fatigue: int = 0
    ammo: dict[str, int] = field(default_factory=dict[str, int], hash=False)
    carrier: str = ""
    hatches: bool = False
    halved: bool = False
    improved: bool = False
    parts: tuple[int, ...] = ()

    @property
    def row(self) -> dict[str, Any]:
        return unit_types()[self.type]

    @property
    def kind(self) -> str:
        return self.row["kind"]

    @property
    def moves(self) -> str:
        return self.row["moves"]

    @property
    def target(self) -> str:
        return defence(self.row["defence"])[1]

    @property
    def defence(self) -> int:
        return defence(self.row["defence"])[0]

    @property
    def flies(self) -> bool:
        return self.moves == "helicopter"

    @property
    def infantry(self) -> bool:
        return self.kind in ("infantry", "engineers")

    @property
    def vehicle(self) -> bool:
        """A vehicle on the ground; motorcycles are fired at as dismounted infantry (19.621)."""
        return self.moves in ("vehicle", "truck")

    @property
    def one_step(self) -> bool:
        """3.21; 8.14 for who is in column."""
        return self.column or self.row.get("one_step", False)

    @property
    def carries(self) -> bool:
        """9.6; 17.13: helicopters that have no arms are transports."""
        return self.kind in ("apc", "truck") or (self.flies and not self.arms)

    @property
    def ridden(self) -> bool:
        """9.21: tanks and assault guns, not light tanks nor armoured cars."""
        return self.kind in ("tank", "assault-gun")

    @cached_property
    def arms(self) -> dict[str, tuple[int, str, int]]:
        """All that it fires: 6.44 for machine guns, 6.45 for infantry against vehicles."""
        row, found = self.row, dict[str, tuple[int, str, int]]()
        for arm in ("main", "missile"):
            if row.get(arm):
                found[arm] = weapon(row[arm])
        if row.get("machine_guns"):
            found["coaxial"] = (2, "R", 3)
        if row.get("roof"):
            found["roof"] = (3, "R", 5)
        if self.infantry:
            found["assault"] = (6, "H", 1)
        return found

    def least(self, arm: str) -> int:
        """6.86 for missiles, 7.13 for howitzers."""
        return self.row.get("least", 0) if self.arms[arm][1] in ("G", "H") and arm != "assault" else 0

    def per_suppression(self) -> int:
        """7.51, 7.52, 7.6."""
        return 3 if self.target == "soft" or self.row.get("tender") else 2


@dataclass(frozen=True)
class Company:
    """morale: levels that losses have added; losses: how many (19.812)."""

    id: str
    morale: int = 0
    losses: int = 0
    independent: bool = False


@dataclass(frozen=True)
class World:
    """readings: as the battle has them. on: optional rules that are in force. water: sides over which bridges are gone
    or new."""

    board_id: str
    on: frozenset[str]
    readings: dict[str, Any]
    pieces: dict[str, Piece]
    companies: dict[str, Company] = field(default_factory=dict[str, Company])
    smoke: frozenset[Spot] = frozenset()
    wrecks: frozenset[Spot] = frozenset()
    abatis: frozenset[Spot] = frozenset()
    devastated: frozenset[Spot] = frozenset()
    mined: dict[Spot, bool] = field(default_factory=dict[Spot, bool])
    broken: frozenset[frozenset[Spot]] = frozenset()
    built: frozenset[frozenset[Spot]] = frozenset()
    attacked: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    moving: frozenset[str] = frozenset()
    """Who is moving, mounting or dismounting (8.4, 9.31), with who is aboard."""
    betrayed: frozenset[Spot] = frozenset()
    """Hexes of guns that counterbattery has spotted (7.87)."""

    @property
    def board(self) -> BoardData:
        return board(self.board_id)

    def rule(self, name: str) -> bool:
        return name in self.on

    def here(self, at: Spot | None) -> list[Piece]:
        return [one for one in self.pieces.values() if one.at == at and at is not None]

    def aboard(self, carrier: str) -> list[Piece]:
        return [one for one in self.pieces.values() if one.carrier == carrier]

"""A table in plain values: models, terrain, and what lies on them."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.second.tanks.plane import Shape, Spot, away, block, disc, gap

ARROW_TAIL, ARROW = 100, 150
"""The measuring arrow's tail, and the whole of it: a reconstruction of the project's (p7)."""
CARDS_OF_CRITICALS: dict[str, int] = {
    "ammo-explosion": 2, "direct-hit": 2, "damaged-mobility": 1, "damaged-engine": 1, "jammed-mechanisms": 1,
    "engine-fire": 1, "injured-crew": 1, "bailed-out": 0, "shell-shocked": 0, "stunned-crew": 0,
}  # fmt: skip
"""The damage of each: a reconstruction of the project's."""
REPAIRABLE = {
    "damaged-mobility", "damaged-engine", "jammed-mechanisms", "engine-fire", "bailed-out", "shell-shocked",
    "stunned-crew",
}  # fmt: skip


@dataclass(frozen=True)
class Card:
    """A card that lies face up, or was given up in the turn `spent`. effects: as the data say."""

    id: str
    type: str
    effects: tuple[dict[str, object], ...]
    turned: int = 0
    gone: bool = False
    spent: int = 0
    choice: str = ""


@dataclass
class Model:
    """A tank or helicopter. cards: those whose faces are known; ammo, crew: how many of these types, also face down."""

    id: str
    side: str
    tank: bool
    at: Spot
    heading: int
    length: int
    width: int
    initiative: int
    attack: int
    defence: int
    capacity: int
    keywords: frozenset[str]
    type: str = ""
    high: bool = False
    out: str = ""
    speed: int = 0
    moves: int = 0
    moved_ever: bool = False
    damage: int = 0
    criticals: tuple[str, ...] = ()
    smoked: int = 0
    covered: bool = False
    marked: int = 0
    acted: bool = False
    shots: int = 0
    elevated: bool = False
    cards: tuple[Card, ...] = ()
    ammo: int = 0
    crew: int = 0

    @property
    def shape(self) -> Shape:
        return (
            block(self.at, self.heading, self.length, self.width)
            if self.tank
            else disc(self.at, self.length / 2)
        )

    @property
    def there(self) -> bool:
        return self.out != "removed" and self.at[0] >= 0

    @property
    def fights(self) -> bool:
        return self.out == "" and self.at[0] >= 0


@dataclass(frozen=True)
class Ground:
    kind: str
    shape: Shape


@dataclass
class Table:
    models: dict[str, Model]
    terrain: list[Ground]
    objectives: list[Spot] = field(default_factory=list)
    rules: dict[str, tuple[dict[str, object], ...]] = field(default_factory=dict)
    """The effects of each side's platoon card."""
    readings: dict[str, object] = field(default_factory=dict)
    advantage: str = ""
    turn: int = 1
    deck: dict[str, int] = field(default_factory=dict)
    discards: dict[str, int] = field(default_factory=dict)
    """Critical cards by kind."""

    def apart(self, one: Model, other: Model) -> float:
        """From hull or base to hull or base, p17. Bases are round."""
        if not one.tank and not other.tank:
            dx, dy = one.at[0] - other.at[0], one.at[1] - other.at[1]
            return (dx * dx + dy * dy) ** 0.5 - one.length / 2 - other.length / 2
        if one.tank and other.tank:
            return gap(one.shape, other.shape)
        tank, base = (one, other) if one.tank else (other, one)
        return away(tank.shape, base.at) - base.length / 2

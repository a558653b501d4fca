"""A battlefield in plain values: what lies where, who stands where, and what they have done this turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.second.portable_wargame.plane import Place, apart, between, next_to
from tests.second.portable_wargame.text import SHARING


@dataclass(frozen=True)
class Ground:
    """kind: clear, wood, town, river or water. things: ford, bridge, trench, fortification."""

    kind: str = "clear"
    height: int = 0
    things: frozenset[str] = frozenset()

    @property
    def top(self) -> int:
        """How high it rises; woods and buildings by a level."""
        return self.height + (self.kind in ("wood", "town"))

    @property
    def fortified(self) -> bool:
        """Definitions: trenches are fortifications, too."""
        return bool(self.things & {"trench", "fortification"})

    @property
    def covers(self) -> bool:
        return self.kind in ("wood", "town") or self.fortified

    @property
    def wet(self) -> bool:
        return self.kind == "river" and "bridge" not in self.things

    @property
    def open(self) -> bool:
        """Rivers: by fords; open water never."""
        return not (self.kind == "water" or (self.wet and "ford" not in self.things))


@dataclass
class Piece:
    """A unit. arm: its weapon or gun, "" if it has none. aboard: of which carrier."""

    id: str
    cls: str
    side: str
    at: Place
    facing: str
    strength: int
    full: int
    quality: str = "average"
    arm: str = ""
    aboard: str = ""
    cargo: str = ""
    moved: int = 0
    off_road: bool = False
    stopped: bool = False
    turned: bool = False
    fired: bool = False
    fought: bool = False
    acted: bool = False
    busy: bool = False
    crossing: bool = False
    faced: bool = False
    shells: int = 0
    aimed: str = ""
    aimed_at: str = ""
    aimed_in: int = 0
    work: tuple[str, str] = ("", "")
    saddles: bool = False
    """Cavalry, which may mount or dismount."""


@dataclass
class Field:
    ground: dict[Place, Ground]
    roads: set[frozenset[Place]]
    pieces: dict[str, Piece]
    readings: dict[str, object]
    mines: set[Place] = field(default_factory=set)
    wire: set[Place] = field(default_factory=set)
    exhausted: set[str] = field(default_factory=set)
    riders: bool = True
    turn: int = 1

    def alive(self) -> list[Piece]:
        return [one for one in self.pieces.values() if one.strength > 0]

    def standing(self) -> list[Piece]:
        """Nobody who is aboard."""
        return [one for one in self.alive() if not one.aboard]

    def there(self, at: Place) -> list[Piece]:
        return [one for one in self.standing() if one.at == at]

    def enemies(self, side: str) -> list[Piece]:
        return [one for one in self.standing() if one.side != side]

    def enemy_at(self, side: str, at: Place) -> bool:
        return any(one.side != side for one in self.there(at))

    def enemy_beside(self, side: str, at: Place) -> bool:
        """Definitions, Adjacent."""
        return any(self.enemy_at(side, near) for near in next_to(at))

    def near_enemies(self, side: str, at: Place) -> list[Piece]:
        return [one for one in self.enemies(side) if apart(one.at, at) == 1]

    def room(self, piece: Piece, at: Place) -> bool:
        """Movement f, g: whether it may end there. One that is no transport, spotter or commander stands alone but for
        these."""
        others = [one for one in self.there(at) if one.id != piece.id]
        if any(one.side != piece.side for one in others):
            return False
        return piece.cls in SHARING or all(one.cls in SHARING for one in others)

    def sees(self, one: Place, other: Place) -> bool:
        """Definitions, Direct line of sight: what rises above the straight line blocks it; of two hexes along whose
        side it runs both must, and only those on the board count."""
        low, high = self.ground[one].height, self.ground[other].height
        for some in between(one, other):
            eye = low + (high - low) * some.part
            here = [self.ground[at] for at in some.hexes if at in self.ground]
            if here and all(ground.top > eye for ground in here):
                return False
        return True

    def barred(self, one: Place, other: Place) -> bool:
        """Whether units are in the way of fire (ruling 10): in both hexes, where the line runs along a side."""
        for some in between(one, other):
            here = [at for at in some.hexes if at in self.ground]
            if here and all(self.there(at) for at in here):
                return True
        return False

    def at_edge(self, one: Place, other: Place) -> bool:
        """Firing k, Artillery Fire: out of cover only if what comes next in that direction is none. The next hex itself
        may always be fired at."""
        way = between(one, other)
        return not way or not self.ground[one].covers or not self._covered(way[0].hexes)

    def one_deep(self, one: Place, other: Place) -> bool:
        """Firing j: one hex into cover, and no deeper."""
        way = between(one, other)
        return not way or not self.ground[other].covers or not self._covered(way[-1].hexes)

    def _covered(self, hexes: tuple[Place, ...]) -> bool:
        here = [self.ground[at] for at in hexes if at in self.ground]
        return bool(here) and all(ground.covers for ground in here)

    def commanded(self, piece: Piece, reach: range) -> bool:
        """Whether another friendly commander is so many hexes away."""
        return any(
            one.cls == "commanders" and one.side == piece.side and one.id != piece.id
            and apart(one.at, piece.at) in reach
            for one in self.alive()
        )  # fmt: skip

    def crosses(self, piece: Piece) -> bool:
        """Trenches, and reading `trench`: whether it is crossing one."""
        if "trench" not in self.ground[piece.at].things:
            return False
        return self.readings["trench"] == "always" or piece.crossing

"""Who sees whom, how far off, and what is in the way (5, 10.4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from campaign.rules.hexes import Hex
from campaign.rules.relief import TALL, Blocked, Crossing, Over, Relief, half_way
from campaign.systems.mechwar_4.ground import Ground
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.terrain import SideRow, Special
from campaign.systems.mechwar_4.units import Seen

NOBODY = 0, 0
SIGHT = ("along_hexside", "level_with_cover", "low_obstacles", "downhill", "smoke_sight")
"""The readings of sight."""
SMOKES = 16
"""So many arrangements of smoke for which it is remembered who sees what."""


def sight(readings: Readings) -> tuple[str, ...]:
    """Those of them by which it is judged who sees whom."""
    return tuple(getattr(readings, name) for name in SIGHT)


def over_cover(readings: Readings) -> Over:
    """Whether woods, a town or smoke hide two from each other (5.11, 10.43, 10.44).

    Between a lower and a higher unit they do if they are nearer to the lower, or next to it: its hex is blind.
    """
    always = readings.level_with_cover == "blocks"

    def hides(where: Crossing, top: int, eye: int, aim: int) -> bool:
        low, high = min(eye, aim), max(eye, aim)
        if top > high or top == low == high:
            return True
        if top <= low:
            return False
        above, below = (where.near, where.far) if eye > aim else (where.far, where.near)
        return below < above or below == 2 or (always and top == high)

    return hides


def over_wall(readings: Readings) -> Over:
    """Whether a slope, a crest or an embankment hides two from each other; not from who stands above it (10.41)."""
    either = readings.low_obstacles == "either"

    def hides(where: Crossing, top: int, eye: int, aim: int) -> bool:
        if eye > top or (either and aim > top):
            return False
        return half_way(where, top, eye, aim)

    return hides


Seers = dict[Hex, tuple[int, int]]
"""Of each hex, of which others has been asked whether they see it, and which do."""


class Spotting:
    """Sight on one board, remembered for as long as the charts live. smoke: the hexes in which there is some now."""

    def __init__(self, ground: Ground, readings: Readings, special: Special) -> None:
        self.ground = ground
        self._special = special
        board = ground.board
        self._relief = Relief(
            board,
            half_way,
            readings.along_hexside,
            over_cover(readings),
            over_wall(readings),
            readings.downhill == "clear",
        )
        self._cover = {hex: row.tall for hex, row in ground.terrain.items() if row.tall}
        self._walls = {
            (a, b): max(ground.sides[name].wall for name in names)
            for a in board.hexes
            for _, b in ground.around[a]
            if (names := [name for name in ground.side(a, b) if ground.sides[name].covers])
        }
        self._either = readings.along_hexside == "either"
        self._smoke = TALL if readings.smoke_sight == "blocks" else 1
        self._sides: dict[tuple[Hex, Hex], frozenset[str]] = {}
        self._fields: dict[tuple[Hex, int], frozenset[Hex]] = {}
        self._seers: Seers = {}
        self._past: dict[tuple[Hex, ...], Seers] = {}

    def blocker(self, a: Hex, b: Hex, smoke: Collection[Hex] = ()) -> Blocked | None:
        """What keeps whoever is in `a` from seeing `b` (5.0 to 5.3); None if nothing does (10.42, 10.43, 18.0).

        From `b` it may be otherwise: who stands two levels above a slope looks over it (10.41).
        """
        found = self._relief.blocker(a, b, self._cover, self._walls)
        if found is None and smoke:
            return self._relief.blocker(a, b, self._smoked(smoke))
        return found

    def _smoked(self, smoke: Collection[Hex]) -> dict[Hex, int]:
        """What keeps one hex from seeing another if nothing else does: smoke alone where each hex beside a line hides
        by itself; where both have to, woods on one hand and smoke on the other do, as it is treated like them
        (18.11)."""
        found = {} if self._either else dict(self._cover)
        for hex in smoke:
            found[hex] = max(self._smoke, found.get(hex, 0))
        return found

    def clear(self, a: Hex, b: Hex, smoke: Iterable[Hex] = ()) -> bool:
        """Whether whoever is in `a` sees `b`."""
        return bool(self.seers(b, self.ground.bit[a], tuple(smoke)))

    def seers(self, hex: Hex, eyes: int, smoke: tuple[Hex, ...] = ()) -> int:
        """From which of a set of hexes `hex` is seen, remembered, past smoke for each smoke of late; sets as
        `Ground.bits`."""
        asked, seeing = self._seers.get(hex, NOBODY)
        new = eyes & ~asked
        if new:
            cover, walls = self._cover, self._walls
            seeing |= self._unhidden(new, lambda eye: self._relief.clear(eye, hex, cover, walls))
            self._seers[hex] = asked | new, seeing
        found = eyes & seeing
        return self._past_smoke(hex, found, smoke) if found and smoke else found

    def _past_smoke(self, hex: Hex, eyes: int, smoke: tuple[Hex, ...]) -> int:
        """The same of hexes from which `hex` would be seen, were there no smoke."""
        kept = self._past.get(smoke)
        if kept is None:
            if len(self._past) >= SMOKES:
                self._past.clear()
            kept = self._past[smoke] = {}
        asked, seeing = kept.get(hex, NOBODY)
        new = eyes & ~asked
        if new:
            cover = self._smoked(smoke)
            seeing |= self._unhidden(new, lambda eye: self._relief.clear(eye, hex, cover))
            kept[hex] = asked | new, seeing
        return eyes & seeing

    def _unhidden(self, eyes: int, sees: Callable[[Hex], bool]) -> int:
        """Those of a set of hexes from which one sees."""
        return self.ground.bits(filter(sees, self.ground.of_bits(eyes)))

    def field(self, hex: Hex, far: int) -> frozenset[Hex]:
        """What is seen from a hex within so many hexes where there is no smoke."""
        found = self._fields.get((hex, far))
        if found is None:
            found = frozenset(one for one in self.ground.within(hex, far) if self.clear(hex, one))
            self._fields[hex, far] = found
        return found

    def told(self, found: Blocked, smoke: Collection[Hex] = ()) -> str:
        """What is in the way, in words."""
        if found.by == "wall":
            pair = found.hex, found.other
            there = (*self.ground.side(*pair), *self.ground.side(*pair[::-1]))
            name = max(
                (self.ground.sides[one] for one in there if self.ground.sides[one].covers), key=_height
            ).name
            return f"the {name.lower()} between {found.hex} and {found.other}"
        if found.by == "ground":
            return f"the ground of {found.hex}, level {self.ground.height[found.hex]},"
        if found.hex in smoke and found.hex not in self._cover:
            return f"smoke in {found.hex}"
        return f"{self.ground.terrain[found.hex].name.lower()} in {found.hex}"

    def covers(self, frm: Hex, to: Hex) -> frozenset[str]:
        """What lies along the sides of `to` through which a line from `frm` enters it: slope, crest, embankment.

        A slope is there for who is below it (10.24, 10.31); where the line comes in at a corner both sides count.
        """
        key = frm, to
        if key not in self._sides:
            around = dict(self.ground.around[to])
            self._sides[key] = frozenset(
                self.ground.sides[name].covers
                for edge in self.ground.board.sides_crossed(frm, to)
                if edge in around
                for name in self.ground.side(to, around[edge])
            ) - {""}
        return self._sides[key]

    def farthest(self, hex: Hex, seen: Seen) -> int:
        """From how many hexes away what is in `hex` may be observed at most (5.2)."""
        terrain = self.ground.terrain[hex]
        return terrain.sight_vehicle if seen == "vehicle" else terrain.sight_foot

    def range(
        self,
        observer: Hex,
        hex: Hex,
        seen: Seen,
        smoke: Collection[Hex] = (),
        defilade: bool = False,
        improved: bool = False,
        night: bool = False,
    ) -> int:
        """From how many hexes away what is in `hex` is observed from another (5.2): the shortest that applies
        (19.7).

        defilade: behind a marker, as seen from there. improved: in an improved position, and neither moves nor fires.
        """
        special = self._special
        ranges = [self.farthest(hex, seen)]
        if hex in smoke:
            ranges.append(special.smoke_vehicle if seen == "vehicle" else special.smoke_foot)
        if defilade or self.covers(observer, hex):
            ranges.append(special.defilade)
        if improved:
            ranges.append(special.improved)
        if night:
            ranges.append(special.night_sight)
        return min(ranges)

    def from_air(self, helicopter: Hex, hex: Hex) -> Blocked | None:
        """What keeps a helicopter from firing at `hex`: woods or a town next to it, if it is in some (17.22, 17.23)."""
        if self.ground.board.distance(helicopter, hex) <= 1 or hex not in self._cover:
            return None
        before = self.ground.board.before(helicopter, hex)
        closed = [one for one in before if one in self._cover]
        return (
            Blocked(closed[0], "cover") if closed and (self._either or len(closed) == len(before)) else None
        )


def _height(side: SideRow) -> int:
    return side.wall

"""Who sees whom: lines past obstacles and heights, low orders, smoke, weather, and what all that adds to fire and
spotting (11, 12, 27, 28, 29.5).

Heights are reckoned in half levels: a hex of level 2 with trees on it (one level) reaches up to 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from campaign.rules.boards import Board
from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier
from campaign.systems.combat_volume_2.charts import Charts, Terrain
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import ENEMY, Man, Order, Vehicle
from campaign.systems.combat_volume_2.vehicles import arcs

BLIND_EVERY = 5
"""So many hexes, begun, from the higher end to an obstacle bring one blind hex behind it each."""
SMALL_SIZE = 1
"""How high small terrain stands, in half levels, where one of the two lies low (27.8)."""
UNKNOWN_QUALITY = 4
"""Of a counter that has not been turned up yet, for smoke."""


# -- lines over the ground ---------------------------------------------------------------------------------------


class Outlook:
    """Which hexes of a board see each other; remembered for as long as the terrain stays (27.3, 27.5).

    rows: the terrain of each hex as it is now. Symmetric: both see each other, or neither does.
    """

    __slots__ = ("_board", "_found", "_open", "_rows")

    def __init__(self, board: Board, rows: Mapping[Hex, Terrain]) -> None:
        self._board, self._rows = board, rows
        self._found: dict[tuple[Hex, Hex, bool], bool] = {}
        self._open: dict[tuple[Hex, bool], tuple[Hex, ...]] = {}

    def clear(self, a: Hex, b: Hex, low: bool) -> bool:
        if a > b:
            a, b = b, a
        found = self._found.get((a, b, low))
        if found is None:
            found = self._found[a, b, low] = self._clear(a, b, low)
        return found

    def open_to(self, a: Hex, low: bool) -> tuple[Hex, ...]:
        """All hexes that a hex sees, its own among them, in the order of the board."""
        found = self._open.get((a, low))
        if found is None:
            every = (hex for hex in self._board.hexes if hex == a or self.clear(a, hex, low))
            found = self._open[a, low] = tuple(every)
        return found

    def _clear(self, a: Hex, b: Hex, low: bool) -> bool:
        if self.within_abbey(a, b) is not None:
            return True
        if "abbey-inside" in (self._rows[a].id, self._rows[b].id):
            return False
        eye, aim = 2 * self._board.heights[a], 2 * self._board.heights[b]
        return not any(
            stretch and all(self._hides(a, b, hex, eye, aim, low) for hex in stretch)
            for stretch in self._board.line(a, b)[1:-1]
        )

    def within_abbey(self, a: Hex, b: Hex) -> int | None:
        """How many hexes of the abbey lie between two of its hexes; None if the line leaves it (27.5)."""
        if self._rows[a].id not in ground.ABBEY or self._rows[b].id not in ground.ABBEY:
            return None
        stretches = self._board.line(a, b)
        if any(all(self._rows[hex].id not in ground.ABBEY for hex in stretch) for stretch in stretches):
            return None
        return max(len(stretches) - 2, 0)

    def _hides(self, a: Hex, b: Hex, hex: Hex, eye: int, aim: int, low: bool) -> bool:
        """Whether what stands in a hex hides the two ends from each other.

        What is no higher than the lower end hides nothing; what reaches up to the higher one hides all behind it; what
        lies between hides the hexes next to it, seen from above: one for each 5 hexes, begun, from the higher end.
        """
        row, floor = self._rows[hex], 2 * self._board.heights[hex]
        size = row.size if row.blocks else SMALL_SIZE if row.small and low else 0
        top = floor + size
        if top <= min(eye, aim):
            return False
        if top > max(eye, aim) or (size and top == max(eye, aim)):
            return True
        high, deep = (a, b) if eye > aim else (b, a)
        near, far = self._board.distance(high, hex), self._board.distance(hex, deep)
        return far <= -(-near // BLIND_EVERY)


@lru_cache(maxsize=64)
def _outlook(board: Board, charts: Charts, summer: bool, changed: tuple[tuple[Hex, str], ...]) -> Outlook:
    rows = {
        hex: charts.terrain["open" if drawn == "field" and not summer else drawn]
        for hex, drawn in board.terrain.items()
    }
    rows.update((hex, charts.terrain[what]) for hex, what in changed)
    return Outlook(board, rows)


def outlook(play: Play) -> Outlook:
    """The lines over the board as its terrain is now."""
    return play.once("outlook", _as_it_is, play)


def _as_it_is(play: Play) -> Outlook:
    changed = tuple(
        (hex, mark.what)
        for hex, marks in sorted(play.state.marks.items())
        for mark in marks
        if mark.what in ground.INSTEAD
    )
    return _outlook(play.board, play.charts, play.state.mission.month in ground.SUMMER, changed)


def clear(play: Play, a: Hex, b: Hex, low: bool = False) -> bool:
    """Whether nothing of the ground hides two hexes from each other. low: one of the two lies low, so that small
    terrain between them hides him (27.8, 11). Where a line runs along a side, only what both hexes hide is hidden.
    """
    return outlook(play).clear(a, b, low) and not fire_between(play, a, b)


def fire_between(play: Play, a: Hex, b: Hex) -> bool:
    """Whether fires hide two hexes from each other, by the reading under which they do."""
    if play.charts.readings.fire_blocks == "as-smoke" or not play.once("any fire", _any_fire, play):
        return False
    return any(
        stretch and all(ground.burning(play, hex) for hex in stretch)
        for stretch in play.board.line(a, b)[1:-1]
    )


def _any_fire(play: Play) -> bool:
    return any(mark.what in ground.FIRE for some in play.state.marks.values() for mark in some)


# -- who sees ------------------------------------------------------------------------------------------------------


def reach(play: Play) -> int:
    """How many hexes one sees, by weather and night, whichever is less (28); 0 for as far as the board goes."""
    bounds = [some for some in (play.state.sight, play.state.mission.night) if some]
    return min(bounds, default=0)


def within(play: Play, a: Hex, b: Hex) -> bool:
    """Whether the ground, and how far one sees, let two hexes see each other, whoever is there."""
    bound = reach(play)
    return not (bound and play.away(a, b) > bound) and clear(play, a, b)


def lies_low(play: Play, man: Man) -> bool:
    """Whether he has one of the four orders under which ground hides him (27.8)."""
    return is_low(play, man.order)


def is_low(play: Play, order: Order) -> bool:
    row = play.charts.orders.get(order.word)
    return row is not None and row.low


def sees(play: Play, man: Man, hex: Hex, low: bool = False, up: bool = False) -> bool:
    """Whether a man sees a hex, and who stands up in it: his seat, the ground, weather, night and smoke let him. low:
    whoever he looks for lies low. up: as if he himself did not, whatever his order."""
    if not man.hex or not arcs.looks(play, man, hex):
        return False
    if man.hex == hex:
        return True
    far, bound = play.away(man.hex, hex), reach(play)
    if bound and far > bound:
        return False
    if not clear(play, man.hex, hex, low or (not up and not man.vehicle and lies_low(play, man))):
        return False
    return not smoke_blocks(play, man, hex)


def hexes_seen(play: Play, man: Man) -> tuple[Hex, ...]:
    """All hexes that a man of the battle sees, in the order of the board: those of which `sees` says so."""
    return play.lasting(("hexes seen", man.id, man.order.word), _hexes_seen, play, man)


def _hexes_seen(play: Play, man: Man) -> tuple[Hex, ...]:
    if not man.hex:
        return ()
    gaze, bound, here = arcs.gaze(play, man), reach(play), man.hex
    return tuple(
        hex
        for hex in outlook(play).open_to(here, not man.vehicle and lies_low(play, man))
        if not (bound and play.away(here, hex) > bound)
        and arcs.meets(play, gaze, hex)
        and (hex == here or not (fire_between(play, here, hex) or smoke_blocks(play, man, hex)))
    )


def sees_man(play: Play, viewer: Man, target: Man, up: bool = False) -> bool:
    """Whether a man may see another, be he spotted or not: no more than the line and where he lies. up: as of
    `sees` (12, 27.4).

    In a depression who lies low is seen from next to him only, and a hex farther for each level above him (27.8).
    Whoever is in a vehicle is seen as it is.
    """
    if not target.hex:
        return False
    low = not target.vehicle and lies_low(play, target)
    if not sees(play, viewer, target.hex, low, up):
        return False
    seen_beside = play.charts.readings.beside_hollows == "seen"
    if not low and (seen_beside or target.vehicle or viewer.hex == target.hex):
        return True
    if not any(row.depression for row in ground.lines(play, target.hex)):
        return True
    heights = play.board.heights
    higher = max(heights[viewer.hex] - heights[target.hex], 0)
    beside = play.away(viewer.hex, target.hex) <= 1 + higher
    return beside if seen_beside else not low and not beside


def sees_vehicle(play: Play, viewer: Man, vehicle: Vehicle) -> bool:
    """Whether a man sees a vehicle, which never lies low."""
    return vehicle.here and sees(play, viewer, vehicle.hex)


# -- what it adds ----------------------------------------------------------------------------------------------------


def smoke_terms(play: Play, a: Hex, b: Hex) -> tuple[Modifier, ...]:
    """Every smoke along a line, both ends included; along a side only what hampers on both sides of it (29.5)."""
    smokes = play.once("smokes", _smokes, play)
    if a == b or not any(_may_lie_between(play, a, b, hex) for hex in smokes):
        return ()
    found: list[Modifier] = []
    for stretch in play.board.line(a, b):
        if not stretch:
            continue
        hex, worth = max(((hex, smokes.get(hex, 0)) for hex in stretch), key=lambda one: one[1])
        if worth:
            found.append(Modifier(f"smoke in {hex}", worth, "29.5"))
    return tuple(found)


def _smokes(play: Play) -> dict[Hex, int]:
    """What smoke adds, by the hexes in which there is any."""
    each = play.charts.land.fire.smoke
    return {
        hex: sum(each.get(mark.what, 0) for mark in marks)
        for hex, marks in play.state.marks.items()
        if any(mark.what in ground.SMOKE for mark in marks)
    }


def _may_lie_between(play: Play, a: Hex, b: Hex, hex: Hex) -> bool:
    """Whether a hex may be one that the line crosses: there is hardly a detour by way of it."""
    return play.away(a, hex) + play.away(hex, b) <= play.away(a, b) + 1


def smoke_blocks(play: Play, man: Man, hex: Hex) -> bool:
    """Whether smoke takes a hex out of a man's sight: as much as twice his quality, or more than that by the other
    reading (29.5)."""
    terms = smoke_terms(play, man.hex, hex)
    if not terms:
        return False
    hampered = -sum(term.value for term in terms)
    bound = 2 * (man.quality if man.who else UNKNOWN_QUALITY)
    return hampered >= bound if play.charts.readings.smoke_blocks == "reached" else hampered > bound


def weather_terms(play: Play, man: Man, a: Hex, b: Hex) -> tuple[Modifier, ...]:
    """What the weather adds to fire from one hex at another; nothing within a building (28.1)."""
    land = play.charts.land
    found = land.weather[play.state.weather]
    if not found.fire or play.away(a, b) <= land.terms.beyond or ground.same_building(play, a, b):
        return ()
    return (Modifier(found.name, found.fire, "28.1"),)


def abbey_terms(play: Play, a: Hex, b: Hex) -> tuple[Modifier, ...]:
    """What the hexes of the abbey between two of its own add to fire (27.5)."""
    between = outlook(play).within_abbey(a, b)
    return (Modifier("through the abbey", -between, "27.5"),) if between else ()


def fire_terms(play: Play, shooter: Man, target: Man) -> tuple[Modifier, ...]:
    """What the target's order and the ground between them add to hit him: order, terrain, smoke, weather, abbey."""
    a, b = shooter.hex, target.hex
    return (
        *_order_and_ground(play, shooter, target, "fire"),
        *abbey_terms(play, a, b),
        *smoke_terms(play, a, b),
        *weather_terms(play, shooter, a, b),
    )


def seen_terms(play: Play, viewer: Man, target: Man) -> tuple[Modifier, ...]:
    """What the target's order and the ground between them add to spot him: order, terrain, smoke, camouflage."""
    return (
        *_order_and_ground(play, viewer, target, "seen"),
        *smoke_terms(play, viewer.hex, target.hex),
        *_camouflage(play, target),
    )


def exposure_terms(play: Play, target: Man, by: ground.Charted = "fire") -> tuple[Modifier, ...]:
    """Order and terrain alone, as fragments have it (31.9.4): from outside an abbey, where he is in one."""
    return _order_and_ground(play, None, target, by)


def _order_and_ground(play: Play, other: Man | None, target: Man, by: ground.Charted) -> tuple[Modifier, ...]:
    row = play.charts.orders.get(target.order.word)
    found: list[Modifier] = []
    if row is not None and (value := row.hit if by == "fire" else row.seen):
        found.append(Modifier(row.name, value, "11"))
    line = _line(play, other, target, by)
    value = ground.worth(line, by, row is not None and row.low)
    if row is not None and row.cap and value < row.cap:
        value = row.cap
    if value:
        found.append(Modifier(line.name.lower(), value, "27"))
    return tuple(found)


def _line(play: Play, other: Man | None, target: Man, by: ground.Charted) -> Terrain:
    """The line of the chart that counts for him: a hatch, the abbey from within or without, or the best of his hex."""
    rows = play.charts.terrain
    if target.vehicle:
        return rows["hatch"]
    if ground.terrain(play, target.hex).id in ground.ABBEY:
        inside = other is not None and outlook(play).within_abbey(other.hex, target.hex) is not None
        return rows["abbey-inside" if inside else "abbey-outside"]
    return ground.line_of(play, target.hex, by, lies_low(play, target))


def _camouflage(play: Play, target: Man) -> tuple[Modifier, ...]:
    """Winter camouflage counts where snow lies (28.2)."""
    mission = play.state.mission
    if play.state.ground not in ("snow", "deep-snow") or target.side not in mission.camouflage:
        return ()
    whose = "German" if target.side == ENEMY else "American"
    return (Modifier(f"{whose} winter camouflage", play.charts.land.terms.camouflage, "28.2"),)

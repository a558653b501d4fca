"""What lies in a hex: its terrain with the markers on it, cover, rough ground, who may enter (11, 27, 31.5)."""

from __future__ import annotations

from typing import Literal

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.charts import Terrain
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Direction, Man

SUMMER = (6, 7, 8)
"""Months in which fields are small terrain (27.8)."""
HOLES = ("foxhole", "trench", "crater")
"""Markers whose line counts beside the terrain of the hex, the better of the two (27.6)."""
INSTEAD = ("fortified", "rubble")
"""Markers whose line counts in place of the terrain of the hex."""
ABBEY = ("abbey-inside", "abbey-outside")
FIRE = ("fire", "raging")
SMOKE = ("smoke", "fading", *FIRE)
"""Whatever hampers sight as smoke does; fires count as a smoke (29.2)."""
SOFT_TARGETS = ("building", "fortified", "rubble", "rocks", "fountain", *ABBEY)
"""Terrain in which light anti-tank weapons may be fired at men (32.2)."""
Charted = Literal["fire", "seen"]


def terrain(play: Play, hex: Hex) -> Terrain:
    """What the hex is by itself: what is drawn on the board, or the marker that has taken its place (11, 27.1,
    27.2).
    """
    rows = play.charts.terrain
    for mark in play.state.marks.get(hex, ()):
        if mark.what in INSTEAD:
            return rows[mark.what]
    drawn = play.board.terrain[hex]
    if drawn == "field" and play.state.mission.month not in SUMMER:
        return rows["open"]
    return rows[drawn]


def lines(play: Play, hex: Hex) -> tuple[Terrain, ...]:
    """All lines of the chart that count for whoever is there: the terrain, then holes dug in it, then a vehicle
    (27.4).
    """
    rows = play.charts.terrain
    holes = dict.fromkeys(mark.what for mark in play.state.marks.get(hex, ()) if mark.what in HOLES)
    return (
        terrain(play, hex),
        *(rows[what] for what in holes),
        *((rows["by-vehicle"],) if by_vehicle(play, hex) else ()),
    )


def by_vehicle(play: Play, hex: Hex) -> bool:
    """Whether an AFV or half-track shelters whoever is in the hex (27.9)."""
    kinds = play.charts.vehicles.kinds
    return any(
        vehicle.hex == hex and vehicle.here and kinds[vehicle.kind].class_ in ("afv", "half-track")
        for vehicle in play.state.vehicles.values()
    )


def line_of(play: Play, hex: Hex, by: Charted = "fire", low: bool = True) -> Terrain:
    """The line of the chart that is best for a man in the hex. low: he lies low, so that all of them count for him
    (27.6).
    """
    return min(lines(play, hex), key=lambda row: worth(row, by, low))


def worth(row: Terrain, by: Charted, low: bool) -> int:
    """What a line of the chart adds to hit or spot somebody there."""
    if row.only_low and not low:
        return 0
    return row.fire if by == "fire" else row.seen


def cover(play: Play, hex: Hex) -> bool:
    """Whether the hex is Cover; smoke makes it so, too (11)."""
    return any(row.cover for row in lines(play, hex)) or play.state.lies(hex, *SMOKE)


def rough(play: Play, hex: Hex, side: str = "") -> bool:
    """Whether a Sprint into the hex ends there. side: whose; wire is not rough where a comrade lies in it (27.7,
    27.1).
    """
    if terrain(play, hex).rough or play.state.lies(hex, "crater"):
        return True
    return play.state.lies(hex, "wire") and not bridged(play, hex, side)


def bridged(play: Play, hex: Hex, side: str, man: Man | None = None) -> bool:
    """Whether somebody of that side, other than the man, lies in the hex under Hide, so that others cross wire over
    him (27.7 men).
    """
    return any(
        one.side == side and one is not man and one.order.word == "hide" for one in play.state.in_hex(hex)
    )


def burning(play: Play, hex: Hex) -> bool:
    """Whether the hex is on fire: neither men nor vehicles enter it (29.2)."""
    return play.state.lies(hex, *FIRE)


def passable_on_foot(play: Play, hex: Hex) -> bool:
    return not burning(play, hex)


def passable(play: Play, hex: Hex, wheels: bool) -> bool:
    """Whether a vehicle may enter the hex. wheels: it is a jeep or a truck, to which wire and trees are closed, too
    (27.3, 27.7 vehicles, 31.5).
    """
    if burning(play, hex) or (wheels and play.state.lies(hex, "wire")):
        return False
    bars = terrain(play, hex).bars
    return not bars or (bars == "wheels" and not wheels)


def on_road(play: Play, hex: Hex) -> bool:
    """Whether a road leads through the hex."""
    return any(other is not None and play.board.road(hex, other) for other in play.board.neighbours[hex])


def soft_target(play: Play, hex: Hex) -> bool:
    """Whether light anti-tank weapons may be fired at men there (32.2)."""
    return terrain(play, hex).id in SOFT_TARGETS


def same_building(play: Play, a: Hex, b: Hex) -> bool:
    """Whether two hexes belong to one building: all that hang together are one."""
    return b in play.once(("building", a), _building, play, a)


def _building(play: Play, hex: Hex) -> frozenset[Hex]:
    rooms = ("building", "fortified", *ABBEY)
    if terrain(play, hex).id not in rooms:
        return frozenset()
    found, todo = {hex}, [hex]
    while todo:
        for other in play.board.neighbours[todo.pop()]:
            if other is not None and other not in found and terrain(play, other).id in rooms:
                found.add(other)
                todo.append(other)
    return frozenset(found)


def direction(play: Play, a: Hex, b: Hex) -> Direction:
    """In which of the six directions a neighbour lies. Raises ValueError if it is none."""
    return play.board.neighbours[a].index(b) + 1

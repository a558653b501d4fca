"""Where an enemy goes: directions by the compass of the mission, round what he cannot enter (9, 29.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Direction, Man

Ways = tuple[Direction, ...]
ASIDE = (0, 1, -1, 2, -2, 3)
"""In which order other directions are tried where one is barred: the nearest first, clockwise before the other."""


def turned(play: Play, hex: Hex, ways: Sequence[Direction]) -> Ways:
    """Directions of a card as they are on the map: the counter that is nearest says what 1 is."""
    compass = play.state.mission.compass
    if not compass:
        return tuple(ways)
    nearest = min(compass, key=lambda one: play.away(hex, one.hex) if one.hex in play.board.axial else 99)
    return tuple((way + nearest.one - 2) % 6 + 1 for way in ways)


def forward(play: Play, hex: Hex) -> Direction:
    """The direction of the enemy's attack."""
    return turned(play, hex, (1,))[0]


def open_to(play: Play, hex: Hex, way: Direction) -> Hex | None:
    """The next hex in a direction, None if it is off the map or burns."""
    there = play.next_to(hex, way)
    return there if there is not None and ground.passable_on_foot(play, there) else None


def detour(play: Play, hex: Hex, ways: Ways) -> Ways:
    """The directions, each turned aside as little as need be where it leads off the map or into a fire. () where there
    is no way at all."""
    found: list[Direction] = []
    at = hex
    for way in ways:
        for aside in ASIDE:
            turn = (way + aside - 1) % 6 + 1
            there = open_to(play, at, turn)
            if there is not None and (not found or there != hex):
                found.append(turn)
                at = there
                break
    return tuple(found)


def path(play: Play, man: Man, word: str, ways: Ways) -> Iterator[Hex]:
    """The hexes that an order leads through, as far as nothing bars the way."""
    at = man.hex
    for steps in play.charts.orders[word].moves:
        for step in steps:
            there = open_to(play, at, ways[-1] if step == "b" else ways[0])
            if there is None:
                return
            at = there
            yield at


def first_step(play: Play, man: Man, ways: Ways) -> Hex | None:
    return open_to(play, man.hex, ways[0]) if ways else None

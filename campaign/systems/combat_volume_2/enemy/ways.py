"""Where an enemy goes: directions by the compass of the mission, and aside at the edge of the map (9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import NORMAL, Direction, Man

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
    """The directions, each turned aside as little as need be where it leads off the map. What leads into a fire stays:
    before it he stops or ducks back (29.2). () where there is no way at all."""
    found: list[Direction] = []
    at = hex
    for way in ways:
        for aside in ASIDE:
            turn = (way + aside - 1) % 6 + 1
            there = play.next_to(at, turn)
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
    """The first hex of an order, be it on fire or not."""
    return play.next_to(man.hex, ways[0]) if ways else None


# -- attacking ---------------------------------------------------------------------------------------------------

BOUNDS = ("sneak", "evade", "sprint")
"""Movement on foot, the slowest first."""
ABREAST = (0, 1, -1)
"""How an attacker may turn aside from his forward direction."""
AHEAD = 2
"""Hexes by which an attacker may be ahead of his comrades before he waits for them."""


class Bound(NamedTuple):
    """A leap of an attacker: an order, its directions, where it ends, and how many hexes of it lie in the open."""

    word: str
    ways: Ways
    end: Hex
    open_hexes: int
    gained: int


def bounds(play: Play, man: Man, fastest: str) -> Iterator[Bound]:
    """The leaps forward that he may make: with his fastest order and slower ones."""
    on = forward(play, man.hex)
    turns = [(on + aside - 1) % 6 + 1 for aside in ABREAST]
    for word in BOUNDS[: BOUNDS.index(fastest) + 1]:
        for first in turns:
            for second in turns:
                walked = list(path(play, man, word, (first, second)))
                if not walked:
                    continue
                bare = sum(not ground.cover(play, hex) for hex in walked)
                yield Bound(
                    word,
                    (first, second),
                    walked[-1],
                    bare,
                    depth(play, walked[-1], on) - depth(play, man.hex, on),
                )


def depth(play: Play, hex: Hex, on: Direction) -> int:
    """How far forward a hex lies, in half hexes."""
    q, r = play.board.axial[hex]
    n, side = (q + 2 * r, 2 * q + r)
    return {1: -n, 4: n, 2: side - n, 5: n - side, 3: side, 6: -side}[on]


def best_bound(play: Play, man: Man, fastest: str) -> Bound | None:
    """The leap of an attacker: to cover if he can reach any, of those the one with the least open ground for what
    it gains; else the one through most cover (10). None where he cannot go forward at all.
    """
    found = [one for one in bounds(play, man, fastest) if one.gained > 0]
    if not found:
        return None
    return min(
        found,
        key=lambda one: (
            not ground.cover(play, one.end),
            2 * one.open_hexes - one.gained,
            one.word,
            one.ways,
        ),
    )


def ahead(play: Play, man: Man) -> bool:
    """Whether an attacker is so far before his comrades that he waits for them."""
    on = forward(play, man.hex)
    others = [
        depth(play, one.hex, on)
        for one in play.state.men.values()
        if one.side == man.side
        and one is not man
        and one.able
        and one.alert
        and one.morale >= NORMAL
        and not one.vehicle
    ]
    return bool(others) and depth(play, man.hex, on) > sum(others) / len(others) + 2 * AHEAD

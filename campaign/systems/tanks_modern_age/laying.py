"""Where terrain may lie (p8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Any

from campaign.systems.tanks_modern_age.shapes import Spot, ground_shape, polygon, rectangle, shapely
from campaign.systems.tanks_modern_age.state import Ground

LATTICE = 60
"""Between places that are offered for a piece (mm)."""
Place = tuple[int, int, int]
"""x, y, heading."""


def terrain_problem(width: int, height: int, terrain: Sequence[Ground], piece: Ground, clear: int) -> str:
    """ "" if it may lie there: nothing closer than clear mm to another piece or an edge (p8 clearance)."""
    corners = ground_shape(piece)
    for x, y in corners:
        if min(x, y, width - x, height - y) < clear - 0.5:
            return f"it is within {clear} mm of the edge of the table"
    shape_of = polygon(corners)
    for other in terrain:
        if shape_of.distance(polygon(ground_shape(other))) < clear - 0.5:
            return f"it is within {clear} mm of {other.name}"
    return ""


@lru_cache(maxsize=64)
def _lattice(width: int, height: int, length: int, breadth: int, clear: int) -> tuple[list[Place], Any]:
    """Places for a piece on an empty table, a `LATTICE` apart, along and across it and at a slant; and the pieces."""
    found: list[Place] = []
    for heading in (0, 90, 45, 135):
        corners = rectangle(0, 0, heading, length, breadth)
        ex, ey = max(x for x, _ in corners), max(y for _, y in corners)
        found += [
            (x, y, heading)
            for y in _steps(ceil(clear + ey), floor(height - clear - ey))
            for x in _steps(ceil(clear + ex), floor(width - clear - ex))
        ]
    pieces = [polygon(rectangle(x, y, heading, length, breadth)) for x, y, heading in found]
    return found, shapely().get_parts(shapely().geometrycollections(pieces)) if found else ()


def _steps(low: int, high: int) -> list[int]:
    """From the one to the other, both among them; none if they are the wrong way round."""
    count = max(1, (high - low) // LATTICE)
    return [low + (high - low) * i // count for i in range(count + 1)] if high >= low else []


@lru_cache(maxsize=512)
def _free_of(
    width: int, height: int, terrain: tuple[Ground, ...], length: int, breadth: int, clear: int
) -> tuple[list[Place], Any]:
    """What terrain leaves of the lattice. A piece more takes away from what those before it have left."""
    if not terrain:
        return _lattice(width, height, length, breadth, clear)
    places, pieces = _free_of(width, height, terrain[:-1], length, breadth, clear)
    if not places:
        return places, pieces
    free = shapely().distance(pieces, polygon(ground_shape(terrain[-1]))) >= clear - 0.5
    return [place for place, is_free in zip(places, free.tolist(), strict=True) if is_free], pieces[free]


def terrain_places(
    width: int, height: int, terrain: tuple[Ground, ...], length: int, breadth: int, clear: int
) -> list[Place]:
    """Some places left for a piece of this size: x, y, heading. Empty if there is none at all."""
    places, _ = _free_of(width, height, terrain, length, breadth, clear)
    return places or terrain_spots(width, height, terrain, length, breadth, clear)


def terrain_spots(
    width: int, height: int, terrain: Sequence[Ground], length: int, breadth: int, clear: int
) -> list[Place]:
    """The corners of all the room that is left for a piece of this size, headings in steps of 15 degrees."""
    lib, found = shapely(), list[Place]()
    around = [
        lib.get_coordinates(polygon(ground_shape(other)).buffer(clear, quad_segs=8)) for other in terrain
    ]
    every = [(heading, rectangle(0, 0, heading, length, breadth)) for heading in range(0, 180, 15)]
    rooms = [(clear + max(x for x, _ in corners), clear + max(y for _, y in corners)) for _, corners in every]
    roomy = [i for i, (x, y) in enumerate(rooms) if width >= 2 * x and height >= 2 * y]
    headings = [every[i][0] for i in roomy]
    corners = lib.get_coordinates([polygon(every[i][1]) for i in roomy]).reshape(-1, 5, 2)
    regions = lib.polygons(
        [
            ((x, y), (width - x, y), (width - x, height - y), (x, height - y))
            for x, y in (rooms[i] for i in roomy)
        ]
    )
    for line in around:  # all headings at once
        spread = (line[None, :, None] + corners[:, None]).reshape(len(headings), -1, 2)
        regions = lib.difference(regions, lib.convex_hull(lib.linestrings(spread)))
        left = ~lib.is_empty(regions)
        headings = [heading for heading, some in zip(headings, left.tolist(), strict=True) if some]
        regions, corners = regions[left], corners[left]
        if not headings:
            return []
    for heading, region in zip(headings, regions, strict=True):
        points = lib.get_coordinates(
            lib.multipoints(lib.get_coordinates(region)).union(region.representative_point())
        )
        for x, y in points.tolist():
            spot = _settled(width, height, terrain, (x, y), heading, (length, breadth), clear)
            if spot is not None and spot not in found:
                found.append(spot)
    return found


def _settled(
    width: int,
    height: int,
    terrain: Sequence[Ground],
    at: Spot,
    heading: int,
    size: tuple[int, int],
    clear: int,
) -> tuple[int, int, int] | None:
    """A place at whole millimetres by that point, if one is free."""
    for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        piece = Ground("", "", "", round(at[0]) + dx, round(at[1]) + dy, heading, *size)
        if not terrain_problem(width, height, terrain, piece, clear):
            return piece.x, piece.y, heading
    return None

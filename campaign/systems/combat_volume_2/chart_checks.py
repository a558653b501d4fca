"""What tables must have between them: whatever the rules look up by name. All raise PackError."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from campaign.rules.charts import known
from campaign.rules.packs import PackError
from campaign.systems.combat_volume_2.land.tables import LandCharts
from campaign.systems.combat_volume_2.vehicles.tables import VehicleCharts

MOODS = ("berserk", "steady", "normal", "cautious", "shaken", "rout")
LINES = tuple(f"{mood}/{where}" for mood in MOODS[:-1] for where in ("open", "cover"))
ORDERS = (
    "aimed", "rapid", "suppressive", "run-and-gun", "sneak", "evade", "sprint", "charge", "grenade", "throw-smoke",
    "reload", "rally", "hide", "duck-back", "plan", "medical-aid", "load-light-at", "fire-light-at", "rout", "crawl",
    "ahead-slow", "forward", "fast", "reverse", "emergency-stop", "direct-firing", "smoke-grenade", "smoke-dischargers",
    "main-gun", "load-he", "load-ap", "button", "spot", "relocate", "mount-up", "bail-out", "panic",
)  # fmt: skip
TERRAIN = ("open", "rubble", "crater", "foxhole", "trench", "fortified", "by-vehicle", "hatch")
"""What is on no board, or comes in place of what is."""
WEATHER = ("clear", "rain", "heavy-rain", "mist", "fog")
GROUND = ("dry", "mud", "snow", "deep-snow")
MATRIX = {
    "CM": ("open", "shut"), "D": ("open", "shut", "soft"), "G": ("shut",), "L": ("open", "shut"),
    "CD": ("open", "shut"), "CU": ("open",),
}  # fmt: skip
"""Columns of the Vehicle Order Matrix, by seat; each with a target and without."""
HIGHEST = 100
"""Number of a card; a state of morale adds to it."""
LOAD = "load"
"""An order of the matrix whose shell is chosen by what is in sight (31.11.3)."""


def there(needed: Iterable[str], found: Collection[str], where: str, what: str) -> None:
    """Whether nothing is missing."""
    if missing := [one for one in needed if one not in found]:
        raise PackError(f"It lacks {what} {missing[0]!r}.", where=where)


def check(
    orders: Collection[str],
    terrain: Collection[str],
    ladder: Collection[str],
    land: LandCharts,
    vehicles: VehicleCharts,
) -> None:
    """Whatever is looked up by name is there. ladder: states of morale."""
    there(ORDERS, orders, "orders.toml and crew.toml", "the order")
    there(TERRAIN, terrain, "terrain.toml", "the terrain")
    there(WEATHER, land.weather, "weather.toml", "the weather")
    there(GROUND, land.ground, "weather.toml", "the ground")
    there(MOODS, ladder, "morale.toml, ladder", "the state of morale")
    there(MOODS, vehicles.shift, "matrix.toml, shift", "the state of morale")


def deck(lines: Sequence[str], cards: Mapping[int, Sequence[str]]) -> None:
    """cards: the orders on each by its number: one for each line, and each line once."""
    if sorted(lines) != sorted(LINES):
        raise PackError(
            "It needs each state of morale in the open and in cover.", "", LINES, "enemy-deck.toml, lines"
        )
    for id, orders in cards.items():
        if len(orders) != len(lines):
            raise PackError(
                f"It needs {len(lines)} orders, one for each line.", where=f"enemy-deck.toml, card[{id}]"
            )


def matrix(vehicles: VehicleCharts, orders: Collection[str], read: Callable[[str, str], str]) -> None:
    """Every column that is looked up, up to the highest number, with orders that there are. read: (text, where) → the
    word of an order as it stands there. Raises PackError."""
    for seat, names in MATRIX.items():
        for name in names:
            for target in (False, True):
                if (seat, name, target) not in vehicles.matrix:
                    says = f"seat {seat}, {name}, {'with' if target else 'without'} a target"
                    raise PackError(f"It lacks the column of {says}.", where="matrix.toml")
    for (seat, name, _), bands in vehicles.matrix.items():
        for band in bands:
            where = f"matrix.toml, {seat} {name}"
            known(read(band.order, where), (*orders, LOAD), where, "order")
    where = "matrix.toml, beyond"
    for band in vehicles.beyond:
        known(read(band.order, where), orders, where, "order")
    highest = HIGHEST + max(vehicles.shift.values())
    if max((band.last for band in vehicles.beyond), default=0) < highest:
        raise PackError(f"It must reach {highest}.", where=where)

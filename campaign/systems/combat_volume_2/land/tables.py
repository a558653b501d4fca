"""`weather.toml` and `fire.toml` as checked tables."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from campaign.rules.packs import Pack, PackError

Face = Annotated[int, Meta(ge=0, le=9)]
Few = Annotated[int, Meta(ge=0, le=9)]
Adds = Annotated[int, Meta(ge=-9, le=9)]
Source = Annotated[str, Meta(min_length=3)]


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of weather, or of ground. sight: six-sided dice, and what is added, for how far one sees; 0 dice without
    bound. fire: on fire. men, vehicles: orders that may not be given, and what becomes of an enemy's."""

    id: str
    name: str
    sight: tuple[Few, Few] = (0, 0)
    fire: Adds = 0
    men: dict[str, str] = field(default_factory=dict[str, str])
    vehicles: dict[str, str] = field(default_factory=dict[str, str])


class WeatherFile(Struct, frozen=True, forbid_unknown_fields=True):
    """beyond: hexes within which weather does not count for fire. mud: face that brings it in heavy rain. camouflage:
    on spotting in snow."""

    source: Source
    beyond: Few
    mud: Face
    camouflage: Adds
    weather: tuple[Condition, ...]
    ground: tuple[Condition, ...]


class FireFile(Struct, frozen=True, forbid_unknown_fields=True):
    """kindling, growth, spread: by terrain, the highest face. smoke: what each kind of marker adds along a line."""

    source: Source
    heavy_rain: Adds
    out: Face
    smokes: Few
    raging: Few
    cards: Few
    raging_cards: Few
    grenade_smokes: Few
    grenade_turns: Few
    kindling: dict[str, Face]
    growth: dict[str, Face]
    spread: dict[str, Face]
    smoke: dict[str, Adds]


class LandCharts:
    """Weather, ground and fire, by id."""

    def __init__(self, pack: Pack) -> None:
        self.terms = pack.table("weather.toml", WeatherFile)
        self.weather = {one.id: one for one in self.terms.weather}
        self.ground = {one.id: one for one in self.terms.ground}
        self.fire = pack.table("fire.toml", FireFile)

    def check(self, orders: set[str], terrain: set[str]) -> None:
        """Raises PackError for an order or a terrain that the other charts lack."""
        for one in (*self.weather.values(), *self.ground.values()):
            for word in (*one.men, *one.men.values(), *one.vehicles, *one.vehicles.values()):
                if word not in orders:
                    raise PackError(f"There is no order {word!r}.", where=f"weather.toml, {one.id}")
        for name in ("kindling", "growth", "spread"):
            for word in getattr(self.fire, name):
                if word not in terrain:
                    raise PackError(f"There is no terrain {word!r}.", where=f"fire.toml, {name}")

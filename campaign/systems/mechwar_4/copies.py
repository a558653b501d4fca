"""A copy of a battle to try what fire would do, since odds make one for every way of the dice.

By writing and reading the state it takes many times as long. What appliers change in place is the copy's own; the
lists and dicts of units, sides and formations they write anew.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from campaign.systems.mechwar_4.state import Game

S = TypeVar("S", bound=Struct)
_CONTAINERS: dict[type[Any], tuple[str, ...]] = {}
"""Of each kind of Struct the fields that hold lists and dicts."""


def aside(game: Game) -> Game:
    """The copy. It remembers nothing."""
    own: dict[str, Any] = {name: getattr(game, name).copy() for name in _containers(game)}
    for name in ("units", "forces", "companies", "battalions", "batteries", "jammers"):
        own[name] = {id: _like(one) for id, one in own[name].items()}
    own["aircraft"] = {id: _loose(one) for id, one in game.aircraft.items()}
    own["stack"], own["mines"] = list(map(_loose, game.stack)), list(map(_loose, game.mines))
    return replace(game, **own)


def _like(one: S) -> S:
    """The same, with the same lists and dicts: four times as fast as `replace`."""
    return one.__copy__()  # type: ignore[attr-defined]


def _containers(one: Struct) -> tuple[str, ...]:
    kind = type(one)
    found = _CONTAINERS.get(kind)
    if found is None:
        names = kind.__struct_fields__
        found = tuple(name for name in names if isinstance(getattr(one, name), list | dict))
        _CONTAINERS[kind] = found
    return found


def _loose(one: S) -> S:
    found = _like(one)
    for name in _containers(one):
        setattr(found, name, getattr(one, name).copy())
    return found

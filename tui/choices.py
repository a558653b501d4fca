"""What may be done now, sorted for the screen: by piece, what is listed, what is marked on the map.

No screen here: the widgets ask these classes what to show and what a key means.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from campaign.answers import LegalAction
from campaign.rules.system import Modifier


class _Kind(Struct):
    kind: str = ""


_kind = msgspec.json.Decoder(_Kind).decode


class Choice(NamedTuple):
    """One legal action. kind: the action's own word for itself, only ever compared."""

    side: str
    action: bytes
    kind: str
    label: str
    unit: str = ""
    target: str = ""
    where: str = ""
    cost: int = -1
    dice: int = 0
    modifiers: tuple[Modifier, ...] = ()

    @property
    def on_map(self) -> bool:
        """Whether it takes a piece to a hex: shown as a mark on the map and not in the list."""
        return bool(self.unit and self.where and not self.target)

    @property
    def finishes(self) -> bool:
        """Whether it names nothing at all, as `end the phase` does."""
        return not (self.unit or self.target or self.where or self.dice)


def choice_of(legal: LegalAction) -> Choice:
    action = bytes(legal.action)
    return Choice(
        legal.side, action, _kind(action).kind, legal.label, legal.unit, legal.target, legal.where, legal.cost,
        legal.dice, legal.modifiers,
    )  # fmt: skip


class Row(NamedTuple):
    """A line of the list of choices. key: stays the same when the list is made anew."""

    key: str
    text: str
    choice: Choice | None = None
    unit: str = ""
    heading: bool = False
    indent: bool = False


class Menu:
    """All choices of a moment. names: piece → name; places: piece → hex."""

    def __init__(
        self,
        choices: Iterable[Choice] = (),
        names: Mapping[str, str] | None = None,
        places: Mapping[str, str] | None = None,
    ) -> None:
        self.all: tuple[Choice, ...] = tuple(choices)
        self.names = names or {}
        self.places = places or {}
        self.general: list[Choice] = []
        self._near: defaultdict[str, list[Choice]] = defaultdict(list)
        self._map: defaultdict[str, defaultdict[str, list[Choice]]] = defaultdict(lambda: defaultdict(list))
        self._spread: defaultdict[str, Counter[str]] = defaultdict(Counter)
        units: dict[str, None] = {}
        for choice in self.all:
            if not choice.unit:
                self.general.append(choice)
                continue
            units[choice.unit] = None
            if choice.on_map:
                self._map[choice.unit][choice.where].append(choice)
                self._spread[choice.unit][choice.kind] += 1
            else:
                self._near[choice.unit].append(choice)
        self.units: tuple[str, ...] = tuple(units)

    @property
    def finish(self) -> Choice | None:
        """The choice that lets this decision be: the only one of its sort, or the first where pieces could act."""
        found = [choice for choice in self.general if choice.finishes]
        return found[0] if len(found) == 1 or (found and self.units) else None

    def near(self, unit: str) -> Sequence[Choice]:
        return self._near.get(unit, ())

    def reach(self, unit: str) -> dict[str, int]:
        """Hex → the least cost at which the piece gets there."""
        if unit not in self._map:
            return {}
        return {hex: min(choice.cost for choice in found) for hex, found in self._map[unit].items()}

    def at(self, unit: str, hex: str) -> list[Choice]:
        """What takes the piece to a hex, the most far-reaching sort of action first."""
        if unit not in self._map or hex not in self._map[unit]:
            return []
        spread = self._spread[unit]
        return sorted(self._map[unit][hex], key=lambda choice: -spread[choice.kind])

    def aimed_at(self, unit: str, hex: str) -> list[Choice]:
        """What the piece, or nobody in particular, can do to somebody in a hex."""
        own = [choice for choice in self.near(unit) if choice.where == hex]
        return own + [choice for choice in self.general if choice.where == hex]

    def enter(self, unit: str, hex: str) -> Choice | None:
        """What Enter does on a hex of the map: go there. Nothing that rolls dice is done with one stroke."""
        found = self.at(unit, hex)
        return found[0] if found and not found[0].dice else None

    def units_in(self, hex: str) -> list[str]:
        return [unit for unit in self.units if self.places.get(unit) == hex]

    def next_unit(self, unit: str, step: int) -> str:
        """The next piece that can do something, around and around."""
        if not self.units:
            return ""
        if unit not in self.units:
            return self.units[0 if step > 0 else -1]
        return self.units[(self.units.index(unit) + step) % len(self.units)]

    def short(self, choice: Choice) -> str:
        """A label without the piece's name where the piece's heading stands above it."""
        name = self.names.get(choice.unit, "")
        label = choice.label
        if name and label.startswith(name + " "):
            label = label[len(name) + 1 :]
        return label[:1].upper() + label[1:]

    def rows(self, unit: str, cursor: str, finish_key: str = "") -> list[Row]:
        """The list: the selected piece's choices, the other pieces by name, and what belongs to no piece."""
        finish = self.finish
        general = [
            Row(
                choice.action.decode(),
                f"{choice.label}  ({finish_key})" if finish_key and choice is finish else choice.label,
                choice,
            )
            for choice in self.general
        ]
        pieces: list[Row] = []
        for one in self.units:
            name = self.names.get(one, one)
            pieces.append(Row(f"unit {one}", name, None, one, heading=True))
            if one == unit:
                pieces += self._own_rows(one, cursor)
        return [*pieces, *general] if finish is not None else [*general, *pieces]

    def _own_rows(self, unit: str, cursor: str) -> list[Row]:
        shown = [*self.at(unit, cursor), *self.near(unit)]
        rows = [
            Row(choice.action.decode(), self.short(choice), choice, unit, indent=True) for choice in shown
        ]
        hexes = len(self._map[unit]) if unit in self._map else 0
        if hexes:
            text = f"{hexes} hex{'es' if hexes != 1 else ''} marked on the map"
            rows.append(Row(f"map {unit}", text, None, unit, indent=True))
        return rows

    def search(self, text: str, limit: int = 200) -> list[Choice]:
        """Choices whose label holds every word, those that hold them as whole words first."""
        wanted = text.lower().split()
        found: list[tuple[int, Choice]] = []
        for choice in self.all:
            label = choice.label.lower()
            if all(word in label for word in wanted):
                whole = set(re.split(r"[^\w/-]+|(?<=\w)/", label))
                found.append((sum(word not in whole for word in wanted), choice))
        found.sort(key=lambda one: one[0])
        return [choice for _, choice in found[:limit]]

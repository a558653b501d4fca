"""What may be done now, sorted for the screen: by piece, what is listed, what is marked on the map.

No screen here: the widgets ask these classes what to show and what a key means.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from campaign.battles.answers import LegalAction
from campaign.rules.options import Range
from campaign.rules.places import Sheet


def key(choice: LegalAction) -> str:
    """What a choice is known by when the list is made anew: two sides may be asked for the very same action, and two
    men, after each other, whether they let it be."""
    return f"{choice.side} {choice.unit} {bytes(choice.action).decode()}"


def on_map(choice: LegalAction) -> bool:
    """Whether it takes a piece to a hex: shown as a mark on the map and not in the list."""
    return bool(choice.unit and choice.where and not choice.target and not choice.ranges)


def finishes(choice: LegalAction) -> bool:
    """Whether it names nothing at all, as `end the phase` does."""
    return not (choice.unit or choice.target or choice.where or choice.dice or choice.ranges)


def leads(ranges: Sequence[Range]) -> bool:
    """Whether parameters say where to, on a plane: by coordinates, or by bearing and distance."""
    names = {one.name for one in ranges}
    return {"x", "y"} <= names or {"bearing", "distance"} <= names


def _figures_only(ranges: Sequence[Range]) -> bool:
    """Whether what is still to be chosen is no place."""
    return bool(ranges) and all(one.places is None for one in ranges)


class Row(NamedTuple):
    """A line of the list of choices. key: stays the same when the list is made anew."""

    key: str
    text: str
    choice: LegalAction | None = None
    unit: str = ""
    heading: bool = False
    indent: bool = False

    @property
    def on_map(self) -> bool:
        """Whether it stands for hexes that are chosen on the map."""
        return self.choice is None and self.indent and bool(self.unit)


def told(choice: LegalAction) -> str:
    """What a choice is called where one may choose it: what asks for more ends in dots."""
    return f"{choice.label} …" if choice.ranges and not choice.label.endswith("…") else choice.label


class Menu:
    """All choices of a moment. names: piece → name; places: piece → place.

    cells: whether the board has cells, so that ways to them are marked on it. sides: side → name.
    """

    def __init__(
        self,
        choices: Iterable[LegalAction] = (),
        names: Mapping[str, str] | None = None,
        places: Mapping[str, str] | None = None,
        cells: bool = True,
        sides: Mapping[str, str] | None = None,
    ) -> None:
        self.all: tuple[LegalAction, ...] = tuple(choices)
        self.names = names or {}
        self.places = places or {}
        self.general: list[LegalAction] = []
        self._cells = cells
        self._near: defaultdict[str, list[LegalAction]] = defaultdict(list)
        self._map: defaultdict[str, defaultdict[str, list[LegalAction]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._spread: defaultdict[str, Counter[str]] = defaultdict(Counter)
        units: dict[str, None] = {}
        for choice in self.all:
            if not choice.unit:
                self.general.append(choice)
                continue
            units[choice.unit] = None
            if cells and on_map(choice):
                self._map[choice.unit][choice.where].append(choice)
                self._spread[choice.unit][choice.kind] += 1
            else:
                self._near[choice.unit].append(choice)
        self.units: tuple[str, ...] = tuple(units)
        asked = dict.fromkeys(choice.side for choice in self.all)
        self._several: Mapping[str, str] = (
            {one: (sides or {}).get(one, one) for one in asked} if len(asked) > 1 else {}
        )

    @property
    def finish(self) -> LegalAction | None:
        """The choice that lets this decision be: the only one of its sort that its side has, or the
        first where pieces could act."""
        found = [choice for choice in self.general if finishes(choice)]
        one_each = len(found) == len({choice.side for choice in found})
        return found[0] if found and (one_each or self.units) else None

    def near(self, unit: str) -> Sequence[LegalAction]:
        return self._near.get(unit, ())

    def reach(self, unit: str) -> dict[str, int]:
        """Hex → the least cost at which the piece gets there."""
        if unit not in self._map:
            return {}
        return {hex: min(choice.cost for choice in found) for hex, found in self._map[unit].items()}

    @property
    def parts(self) -> int:
        """Of how many parts a point of the costs consists."""
        return max((choice.parts for choice in self.all), default=1)

    def at(self, unit: str, hex: str) -> list[LegalAction]:
        """What takes the piece to a hex, the most far-reaching sort of action first."""
        if unit not in self._map or hex not in self._map[unit]:
            return []
        spread = self._spread[unit]
        return sorted(self._map[unit][hex], key=lambda choice: -spread[choice.kind])

    def aimed_at(self, unit: str, where: str, pieces: Collection[str] = ()) -> list[LegalAction]:
        """What the piece, or nobody in particular, can do to somebody in a place. pieces: those that are there."""
        return [
            choice
            for choice in (*self.near(unit), *self.general)
            if (choice.where == where and where) or (not choice.where and choice.target in pieces)
        ]

    def steered(self, unit: str) -> LegalAction | None:
        """What takes the piece to a point of a plane that is still to be chosen."""
        return next((one for one in (*self.near(unit), *self.general) if leads(one.ranges)), None)

    def placed(self, unit: str, hex: str, sheet: Sheet) -> LegalAction | None:
        """What can be aimed at a hex that is still to be chosen, if it may be this one."""
        for choice in (*self.near(unit), *self.general):
            places = next((one.places for one in choice.ranges if one.places is not None), None)
            if places is not None and places.holds(hex, sheet):
                return choice
        return None

    def enter(self, unit: str, hex: str) -> LegalAction | None:
        """What Enter does on a hex of the map: go there. Nothing that rolls dice is done with one stroke; nor is, where
        the piece stands, one of several things that it can do."""
        found = self.at(unit, hex)
        if hex == self.places.get(unit) and (len(found) > 1 or self.near(unit) or len(self._map[unit]) > 1):
            return None
        return found[0] if found and not found[0].dice else None

    def tried(self, unit: str, hex: str) -> LegalAction | None:
        """What takes the piece to most hexes, as if it led to another one: for the rules to say why it does not."""
        if not self.reach(unit):
            return None
        kind = self._spread[unit].most_common(1)[0][0]
        like = next(one for found in self._map[unit].values() for one in found if one.kind == kind)
        fields: dict[str, object] = msgspec.json.decode(like.action)
        names = [name for name, value in fields.items() if value == like.where]
        if len(names) != 1:
            return None
        return msgspec.structs.replace(
            like, action=msgspec.Raw(msgspec.json.encode({**fields, names[0]: hex}))
        )

    def units_in(self, pieces: Collection[str]) -> list[str]:
        """Those of some pieces that can do something."""
        return [unit for unit in self.units if unit in pieces]

    def next_unit(self, unit: str, step: int) -> str:
        """The next piece that can do something, around and around."""
        if not self.units:
            return ""
        if unit not in self.units:
            return self.units[0 if step > 0 else -1]
        return self.units[(self.units.index(unit) + step) % len(self.units)]

    def short(self, choice: LegalAction) -> str:
        """A label without the piece's name where the piece's heading stands above it."""
        name = self.names.get(choice.unit, "")
        label = told(choice)
        for begin in (f"{name}: ", f"{name} ") if name else ():
            label = label.removeprefix(begin)
        return label[:1].upper() + label[1:]

    def rows(self, unit: str, cursor: str, finish_key: str = "") -> list[Row]:
        """The list: the selected piece's choices, the other pieces by name, and what belongs to no piece.

        Where several sides are asked at once, what belongs to no piece says whose it is.
        """
        finish, theirs = self.finish, self.general
        if finish is not None and not self.units:  # what asks for more stands below what lets the game go on
            theirs = sorted(theirs, key=lambda choice: bool(choice.ranges))
        general = [
            Row(
                key(choice),
                f"{self.whose(choice)}  ({finish_key})"
                if finish_key and choice is finish
                else self.whose(choice),
                choice,
            )
            for choice in theirs
        ]
        pieces: list[Row] = []
        for one in self.units:
            name = self.names.get(one, one)
            pieces.append(Row(f"unit {one}", name, None, one, heading=True))
            if one == unit:
                pieces += self._own_rows(one, cursor)
        return [*pieces, *general] if finish is not None else [*general, *pieces]

    def whose(self, choice: LegalAction) -> str:
        """What a choice does, and for whom if that is not plain."""
        name = "" if choice.unit else self._several.get(choice.side, "")
        return f"{name}: {told(choice)}" if name else told(choice)

    def _own_rows(self, unit: str, cursor: str) -> list[Row]:
        near = list(self.near(unit))
        if not self._cells:  # what one comes for stands above what lets it be
            near.sort(key=lambda choice: (not choice.ranges, not choice.target))
        there = self.at(unit, cursor)
        shown = [*near, *there] if cursor == self.places.get(unit) else [*there, *near]
        if self._cells:  # an order for later, such as from how near to fire, stands below what is done now
            shown.sort(key=lambda choice: _figures_only(choice.ranges))
        rows = [Row(key(choice), self.short(choice), choice, unit, indent=True) for choice in shown]
        hexes = len(self.reach(unit).keys() - {self.places.get(unit)})
        if hexes:
            text = f"{hexes} hex{'es' if hexes != 1 else ''} marked on the map"
            rows.append(Row(f"map {unit}", text, None, unit, indent=True))
        return rows

    def search(self, text: str, limit: int = 200) -> list[LegalAction]:
        """LegalActions whose label holds every word, those that hold them as whole words first."""
        wanted = text.lower().split()
        found: list[tuple[int, LegalAction]] = []
        for choice in self.all:
            label = choice.label.lower()
            if all(word in label for word in wanted):
                whole = set(re.split(r"[^\w/-]+|(?<=\w)/", label))
                found.append((sum(word not in whole for word in wanted), choice))
        found.sort(key=lambda one: one[0])
        return [choice for _, choice in found[:limit]]

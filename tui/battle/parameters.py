"""The free parameters of an action, while somebody chooses them. No screen here.

Whatever the parameters are, the keys mean the same: left and right change the one that turns or goes across, up and
down the one that goes along, brackets the third. `x` and `y` together are a point that follows the arrows over
the table; so does a hex over the map. The parameter changed last is the one at hand: small steps, typed numbers and
words are for it.
"""

from __future__ import annotations

from math import hypot
from typing import Any, Literal

import msgspec

from campaign.battles.answers import LegalAction
from campaign.rules.options import NO_COST, Range
from campaign.rules.places import Sheet
from campaign.rules.refused import Refused
from campaign.rules.views import Point
from campaign.shared.answers import Refusal
from tui.boards.plane.geometry import bearing

Axis = Literal["across", "along", "turn"]
Size = Literal["fine", "usual", "large"]
MANY = 40
"""A range of so many steps is walked through by more than one at a time."""
HEXES: dict[Size, int] = {"fine": 1, "usual": 1, "large": 5}
"""So many hexes the cursor goes by one key."""


class Parameters:
    """values: one for each of ranges, a number, a word or a hex. hand: the number of the parameter at hand.

    stride: how far one key goes on a plane, in mm. sheet: the board as drawn, where it has hexes. typed: digits of a
    number that is being typed.
    """

    def __init__(self, choice: LegalAction, stride: int = 10, sheet: Sheet | None = None) -> None:
        self.choice, self.ranges, self.stride, self.sheet = choice, choice.ranges, stride, sheet
        self._body: dict[str, Any] = msgspec.json.decode(choice.action)
        self.values: list[int | str] = [_first(one, self._body.get(one.name)) for one in self.ranges]
        self.typed = ""
        self.axes = _axes(self.ranges)
        self.hand = self.axes.get("across", 0)

    @property
    def placing(self) -> bool:
        """Whether a point of the table is chosen."""
        return self._at("x") is not None and self._at("y") is not None

    @property
    def point(self) -> Point | None:
        """The point that is chosen; None if the parameters are others."""
        x, y = self._at("x"), self._at("y")
        return None if x is None or y is None else (int(self.values[x]), int(self.values[y]))

    @property
    def place(self) -> str | None:
        """The hex that follows the arrows; None if no hex is chosen."""
        at = self._place
        return None if at is None else str(self.values[at])

    @property
    def places(self) -> tuple[str, ...]:
        """All hexes that are chosen."""
        pairs = zip(self.ranges, self.values, strict=True)
        return tuple(str(value) for one, value in pairs if one.places is not None)

    @property
    def reach(self) -> dict[str, int]:
        """The hexes that may be chosen, to be marked on the map; none where it may be any."""
        at = self._place
        places = None if at is None else self.ranges[at].places
        if places is None or self.sheet is None or not (places.hexes or places.centre):
            return {}
        return dict.fromkeys(places.among(self.sheet), NO_COST)

    @property
    def wrong(self) -> Refusal | None:
        """Why a hex that the cursor stands on may not be chosen."""
        for one, value in zip(self.ranges, self.values, strict=True):
            if one.places is not None and self.sheet is not None:
                try:
                    one.places.check(str(value), self.sheet, where=f"$.{one.name}")
                except Refused as refused:
                    return Refusal.of(refused)
        return None

    @property
    def action(self) -> bytes:
        """The action with the values as they are now."""
        pairs = zip(self.ranges, self.values, strict=True)
        return msgspec.json.encode({**self._body, **{one.name: one.taken(value) for one, value in pairs}})

    @property
    def made(self) -> LegalAction:
        """The choice that Enter makes."""
        return msgspec.structs.replace(self.choice, action=msgspec.Raw(self.action))

    def __str__(self) -> str:
        """The values in one line."""
        pairs = zip(self.ranges, self.values, strict=True)
        return ", ".join(written(one, value) for one, value in pairs if value != "")

    # -- changing ---------------------------------------------------------------------------------------------

    def push(self, axis: Axis, way: int, size: Size = "usual") -> None:
        """Change what an axis stands for, by one step of a size."""
        if axis != "turn" and (place := self._place) is not None:
            self._walk(place, axis, way * HEXES[size])
            return
        at = self.axes.get(axis)
        if at is None and axis == "along":  # one number: up and down take larger steps
            at, size = self.axes.get("across"), "large"
        if at is None:
            return
        if self.placing and axis == "along":
            way = -way  # up is north, where y is less
        self.change(at, way, size)

    def change(self, at: int, way: int, size: Size = "usual") -> None:
        """Change a parameter, and have it at hand."""
        self.settle()
        self.hand = at
        one, value = self.ranges[at], self.values[at]
        if one.words:
            self.values[at] = one.words[(one.words.index(str(value)) + way) % len(one.words)]
        elif one.places is not None:
            if self.sheet is not None:
                some = one.places.among(self.sheet)
                self.values[at] = some[(some.index(str(value)) + way) % len(some) if value in some else 0]
        else:
            self.values[at] = fitted(one, int(value) + way * self._step(at, size))

    def nudge(self, way: int) -> None:
        """The smallest step of the parameter at hand."""
        self.change(self.hand, way, "fine")

    def next(self, way: int) -> None:
        """Have another parameter at hand."""
        self.settle()
        self.hand = (self.hand + way) % len(self.ranges)

    def press(self, digit: str) -> None:
        """A digit was typed: of the number at hand, or the number of a word."""
        words = self.ranges[self.hand].words
        if not words:
            self.typed = (self.typed + digit)[:6]
        elif 1 <= int(digit) <= len(words):
            self.values[self.hand] = words[int(digit) - 1]

    def rub_out(self) -> None:
        self.typed = self.typed[:-1]

    def settle(self) -> bool:
        """Take the number that was typed, or the nearest that is allowed. False if none was typed."""
        if not self.typed:
            return False
        if self.ranges[self.hand].places is not None:
            meant = self.sheet.written(self.typed) if self.sheet is not None else self.typed
            self.values[self.hand] = meant or self.values[self.hand]
        else:
            self.values[self.hand] = fitted(self.ranges[self.hand], int(self.typed))
        self.typed = ""
        return True

    def aim(self, hex: str) -> None:
        """At this hex, if it may be chosen."""
        at = self._place
        places = None if at is None else self.ranges[at].places
        if at is None or places is None or self.sheet is None or not places.holds(hex, self.sheet):
            return
        self.typed = ""
        self.values[at] = hex

    def near(self, hex: str) -> None:
        """At the nearest hex that may be chosen, but not here."""
        at = self._place
        places = None if at is None else self.ranges[at].places
        if at is None or places is None or self.sheet is None or hex not in self.sheet.hexes:
            return
        sheet = self.sheet
        some = [one for one in places.among(sheet) if one != hex]
        if some:
            self.values[at] = min(some, key=lambda one: sheet.distance(hex, one))

    def toward(self, start: Point | None, end: Point) -> None:
        """Toward a point; start: where the piece stands. A point that is out of the question changes nothing."""
        self.typed = ""
        wanted = {"x": end[0], "y": end[1]}
        if self.placing and any(
            not one.lowest <= wanted[one.name] <= one.highest for one in self.ranges if one.name in wanted
        ):
            return
        if not self.placing and start is not None:
            far = round(hypot(end[0] - start[0], end[1] - start[1]))
            wanted = {"bearing": bearing(start, end), "distance": far}
        for name, value in wanted.items():
            at = self._at(name)
            if at is not None:
                self.values[at] = fitted(self.ranges[at], value)

    # -- inside -----------------------------------------------------------------------------------------------

    @property
    def _place(self) -> int | None:
        """Which parameter is the hex that follows the arrows: the one at hand, else the first."""
        found = [i for i, one in enumerate(self.ranges) if one.places is not None]
        return self.hand if self.hand in found else found[0] if found else None

    def _walk(self, at: int, axis: Axis, far: int) -> None:
        """Let the hex follow the arrows: up is north."""
        self.settle()
        self.hand = at
        if self.sheet is not None:
            east, south = (far, 0) if axis == "across" else (0, -far)
            self.values[at] = self.sheet.step(str(self.values[at]), east, south)

    def _at(self, name: str) -> int | None:
        return next((i for i, one in enumerate(self.ranges) if one.name == name and not one.words), None)

    def _step(self, at: int, size: Size) -> int:
        one = self.ranges[at]
        if size == "fine":
            return one.step
        if self.placing and one.name in ("x", "y"):
            usual = min(self.stride, max((one.highest - one.lowest) // 10, 1))  # narrow zones in small steps
            large = usual * 5
        elif one.round and one.highest - one.lowest > 180:
            usual, large = 5, 45
        elif (one.highest - one.lowest) // one.step >= MANY:
            usual, large = 5 * one.step, 25 * one.step
        else:
            usual, large = one.step, 5 * one.step
        return max(usual if size == "usual" else large, one.step)


def _first(one: Range, value: Any) -> int | str:
    """The value to begin with: the action's own, if it is one."""
    if one.words:
        word = str(value).lower() if isinstance(value, bool) else value
        return word if word in one.words else one.words[0]
    if one.places is not None:
        return str(value)
    return fitted(one, value) if isinstance(value, int) else one.lowest


def word(value: int | str) -> str:
    """A value as a word: yes and no for true and false; the empty one is the usual one."""
    return {"": "as usual", "true": "yes", "false": "no"}.get(str(value), str(value))


def fitted(one: Range, value: int) -> int:
    """The nearest value that a range has; around and around where it is round."""
    most = (one.highest - one.lowest) // one.step
    steps = round((value - one.lowest) / one.step)
    steps = steps % (most + 1) if one.round else min(max(steps, 0), most)
    return one.lowest + steps * one.step


def _axes(ranges: tuple[Range, ...]) -> dict[Axis, int]:
    """Which parameter the keys of each axis change."""
    numbers = [i for i, one in enumerate(ranges) if not one.words and one.places is None]
    places = [i for i, one in enumerate(ranges) if one.places is not None]
    names = {ranges[i].name: i for i in numbers}
    found: dict[Axis, int] = {}
    if places:
        found["across"] = found["along"] = places[0]
    elif "x" in names and "y" in names:
        found["across"], found["along"] = names["x"], names["y"]
    elif numbers:
        found["across"] = next((i for i in numbers if ranges[i].round), numbers[0])
        along = next((i for i in numbers if i != found["across"] and not ranges[i].round), None)
        if along is not None:
            found["along"] = along
    rest = [i for i in (*numbers, *range(len(ranges))) if i not in found.values()]
    axes: tuple[Axis, ...] = ("turn",) if found else ("across", "along", "turn")
    rest.sort(key=lambda i: not ranges[i].round)
    for axis, at in zip(axes, rest, strict=False):
        found[axis] = at
    return found


def written(one: Range, value: int | str) -> str:
    """A value as it is shown: what turns in degrees, three figures wide."""
    name = one.name.replace("_", " ")
    if one.unit in ("°", "deg", "degrees"):
        return f"{name} {int(value):03}°"
    return f"{name} {word(value)}{f' {one.unit}' if one.unit and not one.words else ''}"

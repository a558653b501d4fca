"""What a side knows of pieces that are not its own (3.2): of what they have no field for nothing can be told."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import Struct

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.scenario import Doctrine
from campaign.systems.mechwar_4.state import (
    Leg,
    Out,
)
from campaign.systems.mechwar_4.units import Nation

Sort = Literal["", "vehicle", "infantry", "helicopter"]
"""What aircraft have told of a counter (15.7)."""


class Counter(Struct, frozen=True):
    """An enemy's counter face down: where it lies, and its markers (3.2). came: the hex in which it began the turn.
    spotted: the hex in which it betrayed itself as guns (7.87). sort: what aircraft have told of it."""

    seen: ClassVar[bool] = False
    aboard: ClassVar[str] = ""
    out: ClassVar[Out] = ""
    hatches: ClassVar[bool] = False
    id: str
    side: str
    hex: Hex
    damage: int
    suppression: int
    panicked: bool
    fired: bool
    moved: bool
    column: bool
    defilade: str
    came: str
    spotted: str
    sort: Sort = ""


class Foe(Struct, frozen=True):
    """An enemy's unit that is observed, or out: all that its counter tells, by its type's name. level: of a campaign's
    crews, see `Unit`."""

    seen: ClassVar[bool] = True
    id: str
    side: str
    hex: Hex
    damage: int
    suppression: int
    panicked: bool
    fired: bool
    moved: bool
    column: bool
    defilade: str
    came: str
    spotted: str
    type: str
    company: str
    fatigue: int
    ammo: dict[str, int]
    aboard: str
    hatches: bool
    halved: bool
    improved: bool
    parts: tuple[int, ...]
    mates: tuple[str, ...]
    exposed: str
    out: Out
    kills: list[str]
    level: int
    joined: str
    name: str


class OpenCompany(Struct, frozen=True):
    """An enemy's company of which a unit is observed: neither its morale nor its orders. See `Company`."""

    id: str
    name: str
    side: str
    panic: int
    doctrine: Doctrine


class OpenForce(Struct, frozen=True):
    """What everybody knows of a side: not what it has rolled in secret, nor whether it keeps radio silence."""

    id: str
    panic: int
    doctrine: Doctrine
    nation: Nation
    edge: str
    watch: int
    ordered: bool
    done: bool
    passed: bool
    finished: bool
    quiet: bool
    score: int
    multiples: int


class OpenBattery(Struct, frozen=True):
    """An enemy's battery off the map that has betrayed itself (19.2)."""

    id: str
    name: str
    side: str
    spotted: bool
    suppression: int
    out: bool


class OpenAircraft(Struct, frozen=True):
    """An enemy's aircraft that flies over the map, or has."""

    id: str
    type: str
    name: str
    side: str
    path: list[Leg]
    acquired: list[str]
    recognised: list[str]
    gone: bool
    lost: bool


class OpenImpact(Struct, frozen=True):
    """An enemy's fire that stays on hexes (7.14): not whose, nor how strong it is."""

    side: str
    hex: Hex
    loose: bool


class Secret:
    """What a frame has in place of what a side does not know: whoever looks at it raises an AttributeError."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError("this is hidden")

    def _hidden(self, *_: object) -> Any:
        raise AttributeError("this is hidden")

    def __eq__(self, other: object) -> bool:
        return other is self or self._hidden()

    __hash__ = __bool__ = __len__ = __iter__ = __lt__ = __le__ = __gt__ = __ge__ = __str__ = __repr__ = (
        _hidden
    )
    __add__ = __sub__ = __radd__ = __rsub__ = __index__ = __int__ = __format__ = __contains__ = _hidden


SECRET: Any = Secret()

"""What is going on in a battle: a stack of attacks, moves, chances to answer, overruns, flights and fire that lands.

Part of the state, with its rules: fields are only ever added, with a default; movement points are counted in halves.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.units import Arm

FireKind = Literal["direct", "opportunity", "overwatch", "ambush", "short-halt", "overrun"]
Answer = Literal["standing", "opportunity", "overwatch"]
"""`standing`: opportunity fire by standing orders, about which nobody is asked."""
Pace = Literal["walk", "double", "charge"]


class Firer(Struct, frozen=True, omit_defaults=True):
    """Who fires in an attack. state: of the part that fires, its own damage unless it splits (6.93). halved: 9.55.
    fire: of a kind of its own, where the attack is of another (6.9131, 19.31)."""

    unit: str
    arm: Arm
    state: int = 0
    halved: bool = False
    fire: FireKind | Literal[""] = ""


class Attack(Struct, tag="attack", omit_defaults=True):
    """An attack that is being put together and resolved (6.3). targets: the one, or all in the hex of H fire.

    resolving: no more may join. asked, buttoned: who has said how H fire finds him (7.3).
    """

    side: str
    kind: FireKind
    target: str
    hex: Hex
    firers: list[Firer] = []
    resolving: bool = False
    fired: list[str] = []
    asked: list[str] = []
    buttoned: list[str] = []

    @property
    def ambush(self) -> bool:
        """Whether anybody fires out of an ambush (6.9131)."""
        return "ambush" in (self.kind, *(one.fire for one in self.firers))


class Move(Struct, tag="move", omit_defaults=True):
    """A unit's move under way. left, all: movement points in halves, still to spend and at first. path: hexes entered.

    stopped: no further hex. still: it has spent nothing yet; changed: its column. quiet: sides that hold their fire
    until it ends. came_in_sight: enemies turned face up since it began (19.31). struck: fire has had effect
    since it began to mount or dismount.
    """

    unit: str
    left: int
    all: int
    pace: Pace = "walk"
    path: list[Hex] = []
    stopped: bool = False
    still: bool = True
    struck: bool = False
    changed: bool = False
    handled: list[str] = []
    """Units that mounted or dismounted in its last step (9.32)."""
    quiet: list[str] = []
    came_in_sight: list[str] = []
    attacked: list[str] = []
    """Who has been attacked since it entered its hex, or somebody mounted or dismounted there (6.53)."""


class Window(Struct, tag="window", omit_defaults=True):
    """A chance to answer, by opportunity fire or overwatch. at: enemies that may be fired at."""

    side: str
    kind: Answer
    at: list[str]
    ambushers: list[str] = []
    """Who has fired out of an ambush: answered once all have (6.9131)."""
    attacked: list[str] = []
    """Who has been attacked for it: once each, by all who were named before the die (6.13, 6.53)."""

    @property
    def left(self) -> list[str]:
        """Who may still be fired at."""
        return [id for id in self.at if id not in self.attacked]


class Overrun(Struct, tag="overrun", omit_defaults=True):
    """A firefight in one hex (12). to_fire: ids still to fire in this round. turn: the side whose unit fires next."""

    unit: str
    hex: Hex
    frm: Hex
    round: int = 0
    turn: str = ""
    to_fire: list[str] = []
    choosing: bool = False
    """The round is over and the overrunner stays or leaves."""


class Flight(Struct, tag="flight", omit_defaults=True):
    """An aeroplane over the map (15.3)."""

    aircraft: str
    side: str


class Bombardment(Struct, tag="bombardment", omit_defaults=True):
    """Indirect fire that is landing, on everybody in its hexes one after the other (6.82).

    hex: of the impact; hexes: its zone. damage: steps that the firer has lost (7.16); suppressed: what suppression has
    taken off its H points. strike: from the air (7.7).
    ground: it may change it (7.19). left: who has still to be resolved, a battery's id off the map (19.2). asked,
    buttoned: who has said how he receives it (7.3). struck: hexes in which somebody was hit at, ones: with a die of 1.
    wrecks: that it has left, which cover nobody from it (6.82).
    """

    side: str
    hex: Hex
    hexes: tuple[Hex, ...]
    h: int
    loose: bool = False
    strike: bool = False
    damage: int = 0
    ground: bool = False
    left: list[str] = []
    asked: list[str] = []
    buttoned: list[str] = []
    struck: list[str] = []
    ones: list[str] = []
    suppressed: int = 0
    wrecks: list[Hex] = []


Frame = Attack | Move | Window | Overrun | Flight | Bombardment

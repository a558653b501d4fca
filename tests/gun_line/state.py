"""What the gun line consists of: state, actions, events, and what events change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from campaign.rules.muster import Verdict

OTHER = {"red": "blue", "blue": "red"}
CALL_OFF = 6
"""A die for the delay that lets its side call the fire off."""


class Counter(Struct, omit_defaults=True):
    """A unit as everybody knows it. hex: "" beside the map. steps: 0 when it is out. points: halves of a point that are
    left."""

    id: str
    side: str
    name: str
    hex: str = ""
    steps: int = 2
    points: int = 5
    guns: bool = False


class Unit(Counter, omit_defaults=True):
    asset: str = ""
    formations: tuple[str, ...] = ()
    kills: list[str] = field(default_factory=list[str])


class Plot(Struct, omit_defaults=True):
    """asks: its side is asked whether it calls the fire off."""

    hex: str
    delay: int
    asks: bool = False


class SecretPlot(Struct, frozen=True):
    """A plot as the other side knows it, in its place: that there is one."""


class Game(Struct, omit_defaults=True):
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    active: str = "red"
    turn: int = 1
    joined: list[str] = field(default_factory=list[str])
    target: str = ""
    plots: dict[str, Plot] = field(default_factory=dict[str, Plot])
    landed: list[str] = field(default_factory=list[str])
    """Guns whose shells have fallen, so that everybody knows."""
    verdict: Verdict | None = None


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class Shell(Action, frozen=True, tag="plot"):
    unit: str
    hex: str
    shell: Literal["he", "smoke"] = "he"


class Keep(Action, frozen=True, tag="keep"):
    off: bool = False


class Move(Action, frozen=True, tag="move"):
    unit: str
    to: str


class Join(Action, frozen=True, tag="join"):
    unit: str
    target: str


class Resolve(Action, frozen=True, tag="resolve"):
    pass


class Done(Action, frozen=True, tag="done"):
    pass


class Event(Struct, frozen=True, tag_field="kind"):
    pass


class Began(Event, frozen=True, tag="began"):
    units: tuple[Unit, ...]


class Plotted(Event, frozen=True, tag="plotted"):
    unit: str
    hex: str
    shell: str
    delay: int


class Kept(Event, frozen=True, tag="kept"):
    unit: str
    off: bool


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    to: str
    cost: int


class Joined(Event, frozen=True, tag="joined"):
    unit: str
    target: str


class Attacked(Event, frozen=True, tag="attacked"):
    units: tuple[str, ...]
    target: str
    dice: tuple[int, ...]
    loss: int


class Landed(Event, frozen=True, tag="landed"):
    unit: str
    hex: str
    losses: tuple[str, ...]


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    side: str


class Ended(Event, frozen=True, tag="ended"):
    winner: str


def _began(game: Game, event: Began) -> None:
    game.units = {one.id: replace(one) for one in event.units}


def _plotted(game: Game, event: Plotted) -> None:
    game.plots[event.unit] = Plot(event.hex, event.delay, event.delay == CALL_OFF)


def _kept(game: Game, event: Kept) -> None:
    game.plots[event.unit].asks = False
    if event.off:
        game.plots[event.unit] = Plot("", 0)


def _moved(game: Game, event: Moved) -> None:
    unit = game.units[event.unit]
    unit.hex, unit.points = event.to, unit.points - event.cost


def _joined(game: Game, event: Joined) -> None:
    game.target = event.target
    game.joined.append(event.unit)


def _attacked(game: Game, event: Attacked) -> None:
    target = game.units[event.target]
    target.steps = max(target.steps - event.loss, 0)
    if not target.steps:
        game.units[event.units[0]].kills.append(target.id)
    for id in event.units:
        game.units[id].points = 0
    game.joined, game.target = [], ""


def _landed(game: Game, event: Landed) -> None:
    del game.plots[event.unit]
    game.landed.append(event.unit)
    for id in event.losses:
        game.units[id].steps -= 1


def _turn_ended(game: Game, event: TurnEnded) -> None:
    game.active, game.turn = OTHER[event.side], game.turn + (event.side == "blue")
    for unit in game.units.values():
        unit.points = 5


def _ended(game: Game, event: Ended) -> None:
    game.verdict = Verdict(event.winner, "most steps", game.turn)


APPLIERS: Mapping[type[Any], Any] = {
    Began: _began, Plotted: _plotted, Kept: _kept, Moved: _moved, Joined: _joined, Attacked: _attacked,
    Landed: _landed, TurnEnded: _turn_ended, Ended: _ended,
}  # fmt: skip

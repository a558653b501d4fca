"""A small game for tests and benchmarks: a dozen kinds of events on a board with vehicles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from events.codec import EventCodec, Unknown
from events.entry import Author, Body, Draft, Draw, draft, raw
from events.errors import UnknownEvent


class Event(Struct, frozen=True, gc=False, tag_field="kind"):
    """What happened."""


class Deployed(Event, frozen=True, gc=False, tag="deployed"):
    unit: int
    name: str
    side: str
    at: tuple[int, int]


class Moved(Event, frozen=True, gc=False, tag="moved"):
    unit: int
    to: tuple[int, int]
    cost: int


class Turned(Event, frozen=True, gc=False, tag="turned"):
    unit: int
    facing: int


class Shot(Event, frozen=True, gc=False, tag="shot"):
    unit: int
    target: int
    needed: int
    rolled: int
    hit: bool


class Damaged(Event, frozen=True, gc=False, tag="damaged"):
    unit: int
    where: str
    points: int


class Destroyed(Event, frozen=True, gc=False, tag="destroyed"):
    unit: int
    by: int


class AmmunitionSpent(Event, frozen=True, gc=False, tag="ammunition-spent"):
    unit: int
    left: int


class MoraleChanged(Event, frozen=True, gc=False, tag="morale-changed"):
    unit: int
    morale: str


class Spotted(Event, frozen=True, gc=False, tag="spotted"):
    unit: int
    by: int


class SmokeLaid(Event, frozen=True, gc=False, tag="smoke-laid"):
    at: tuple[int, int]
    turns: int


class PhaseBegan(Event, frozen=True, gc=False, tag="phase-began"):
    phase: str
    side: str


class TurnBegan(Event, frozen=True, gc=False, tag="turn-began"):
    turn: int


EVENTS: list[type[Event]] = [
    *(Deployed, Moved, Turned, Shot, Damaged, Destroyed, AmmunitionSpent),
    *(MoraleChanged, Spotted, SmokeLaid, PhaseBegan, TurnBegan),
]


class Unit(Struct):
    id: int
    name: str
    side: str
    at: tuple[int, int]
    facing: int = 0
    moved: int = 0
    damage: dict[str, int] = {}
    ammunition: int = 40
    morale: str = "fresh"
    alive: bool = True
    kills: int = 0
    spotted: bool = False


class Board(Struct):
    turn: int = 0
    phase: str = ""
    side: str = ""
    shots: int = 0
    units: dict[int, Unit] = {}
    smoke: dict[str, int] = {}


def _deployed(board: Board, e: Deployed) -> None:
    board.units[e.unit] = Unit(e.unit, e.name, e.side, e.at)


def _moved(board: Board, e: Moved) -> None:
    unit = board.units[e.unit]
    unit.at = e.to
    unit.moved += e.cost


def _turned(board: Board, e: Turned) -> None:
    board.units[e.unit].facing = e.facing


def _shot(board: Board, e: Shot) -> None:
    board.shots += 1


def _damaged(board: Board, e: Damaged) -> None:
    damage = board.units[e.unit].damage
    damage[e.where] = damage.get(e.where, 0) + e.points


def _destroyed(board: Board, e: Destroyed) -> None:
    board.units[e.unit].alive = False
    board.units[e.by].kills += 1


def _ammunition(board: Board, e: AmmunitionSpent) -> None:
    board.units[e.unit].ammunition = e.left


def _morale(board: Board, e: MoraleChanged) -> None:
    board.units[e.unit].morale = e.morale


def _spotted(board: Board, e: Spotted) -> None:
    board.units[e.unit].spotted = True


def _smoke(board: Board, e: SmokeLaid) -> None:
    board.smoke[f"{e.at[0]},{e.at[1]}"] = e.turns


def _phase(board: Board, e: PhaseBegan) -> None:
    board.phase, board.side = e.phase, e.side


def _turn(board: Board, e: TurnBegan) -> None:
    board.turn = e.turn
    for unit in board.units.values():
        unit.moved = 0


APPLY: dict[type[Event], Callable[[Board, Any], None]] = dict(
    zip(
        EVENTS,
        [
            *(_deployed, _moved, _turned, _shot, _damaged, _destroyed, _ammunition),
            *(_morale, _spotted, _smoke, _phase, _turn),
        ],
        strict=True,
    )
)


class BoardReducer:
    """The reducer of the small game."""

    codec: EventCodec[Event] = EventCodec(EVENTS)
    fingerprint = "board-1"

    def initial(self) -> Board:
        return Board()

    def fold(self, state: Board, events: Sequence[Event | Unknown]) -> None:
        apply = APPLY
        for event in events:
            try:
                apply[type(event)](state, event)
            except KeyError:
                if isinstance(event, Unknown):
                    raise UnknownEvent(event.kind) from None
                raise

    encode = staticmethod(msgspec.json.Encoder().encode)
    decode = staticmethod(msgspec.json.Decoder(Board).decode)

    def digest(self, state: Board) -> str:
        plain = msgspec.to_builtins(state, str_keys=True)
        return sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()


UNITS = 40
PLACES = ("turret", "hull", "tracks", "gun", "engine")


def events_of(n: int) -> list[Event]:
    """Plausible events of the n-th entry: deployments first, then movement, fire and bookkeeping."""
    unit, other = n * 7 % UNITS, (n * 11 + 3) % UNITS
    at = (n * 13 % 40, n * 29 % 30)
    if n < UNITS:
        return [Deployed(n, f"Panzer IV {n}", "axis" if n % 2 else "allied", at)]
    match n % 8:
        case 0:
            phase = PhaseBegan("movement" if n % 16 else "fire", "axis" if n % 32 else "allied")
            return [TurnBegan(n // 64), phase] if n % 64 == 0 else [phase]
        case 1 | 2 | 3:
            return [Moved(unit, at, n % 6 + 1), Turned(unit, n % 6), Spotted(unit, other)]
        case 4:
            return [Shot(unit, other, 7, n % 12, False), AmmunitionSpent(unit, n % 40)]
        case 5:
            hit = [Shot(unit, other, 8, 9, True), AmmunitionSpent(unit, n % 40)]
            return [*hit, Damaged(other, PLACES[n % 5], n % 3 + 1), MoraleChanged(other, "shaken")]
        case 6:
            return [SmokeLaid(at, 3), Turned(other, n % 6)]
        case _:
            return [Destroyed(other, unit)] if n % 5 == 0 else [MoraleChanged(unit, "fresh")]


def body_of(n: int, parent: int, key: str = "", state: str = "", rules: str = "board 1.0") -> Body:
    """The n-th entry as headquarters would write it."""
    events = events_of(n)
    draws = (Draw("to hit", 12, (n % 12 + 1,)),) if any(isinstance(e, Shot) for e in events) else ()
    return Body(
        parent,
        f"2026-01-01T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}Z",
        Author(f"player-{n % 2}", "axis" if n % 2 else "allied"),
        raw({"kind": "act", "unit": n * 7 % UNITS, "order": n}),
        draws,
        raw(events),
        rules,
        "",
        state,
        key,
    )


def entry(n: int, parent: int, key: str = "") -> Draft:
    return draft(body_of(n, parent, key))


def administrative(parent: int, **action: object) -> Draft:
    """A rewind or another entry without events."""
    return draft(Body(parent, "2026-01-01T00:00:00Z", Author("player-0"), raw(action)))


def rewind(to: int, why: str) -> Draft:
    return administrative(to, kind="rewind", to=to, why=why)


def revealing(parent: int, secret: bytes) -> Draft:
    """An entry that makes a secret public."""
    return administrative(parent, kind="reveal", secret=secret.hex())

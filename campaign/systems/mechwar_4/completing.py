"""A known state made whole, for chances and for bots: by assumptions that can be said in a sentence.

Counters that lie face down are left out. The enemy's companies are as they were at first, he keeps no radio silence and
has given no orders. Guns of which nobody knows how strong they are fire SHELLS.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.system import CopyByCode
from campaign.systems.mechwar_4.counters import (
    SECRET,
    Counter,
    Foe,
    OpenAircraft,
    OpenBattery,
    OpenCompany,
    OpenForce,
    OpenImpact,
)
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Frame, Move, Overrun, Window
from campaign.systems.mechwar_4.known import Known
from campaign.systems.mechwar_4.state import Aircraft, Battery, Company, Force, Game, Impact, Unit

T = TypeVar("T", bound=Struct)
SHELLS = 7
"""H points of guns of which nobody knows: what a battery of the scenarios mostly has."""
COUNTERS = "Counters that lie face down are left out."
MORALE = "The morale of the enemy's company is taken as it was at first."
GUNS = f"The guns are taken to fire {SHELLS} H."


class Assumed(Game):
    """strangers: hexes with counters that were left out. guns: whether it was assumed how strong they are, or who
    fires at all."""

    strangers: tuple[str, ...] = ()
    guns: bool = False


_copied = CopyByCode(Assumed)
_FIELDS = [name for name in Game.__struct_fields__ if name not in ("units", "stack")]


def completed(known: Known) -> Assumed:
    """See `campaign.rules.facets.Hidden.completed`."""
    strangers = tuple(one.hex for one in known.units.values() if isinstance(one, Counter))
    units: dict[str, Unit] = {
        id: _made(Unit, one) if isinstance(one, Foe) else one
        for id, one in known.units.items()
        if not isinstance(one, Counter)
    }
    for unit in units.values():
        if unit.aboard and unit.aboard not in units:  # its carrier lies face down
            units[unit.id] = replace(unit, aboard="")
    frames = [_frame(one, units) for one in known.stack]
    fields: dict[str, Any] = {name: getattr(known, name) for name in _FIELDS}
    fields |= {
        "units": units,
        "stack": [one for one in frames if one is not None],
        "companies": _all(Company, OpenCompany, known.companies),
        "forces": _all(Force, OpenForce, known.forces),
        "batteries": _all(Battery, OpenBattery, known.batteries, h=SHELLS),
        "aircraft": _all(Aircraft, OpenAircraft, known.aircraft),
        "activation": [id for id in known.activation if id in units],
        "impacts": [
            Impact("", one.side, one.hex, one.hex, SHELLS, one.loose) if isinstance(one, OpenImpact) else one
            for one in known.impacts
        ],
    }
    guns = any(
        (isinstance(one, Bombardment) and one.h is SECRET) or (isinstance(one, Attack) and _hidden(one))
        for one in known.stack
    )
    return _copied(Assumed(**fields, strangers=strangers, guns=guns))


def _hidden(attack: Attack) -> bool:
    """Whether anybody fires of whom nothing is known."""
    return any(one.arm is SECRET for one in attack.firers)


def _made(kind: type[T], one: Any, **more: Any) -> T:
    """A piece of the true state with all that is known of one, and nothing else."""
    there = {name: getattr(one, name) for name in one.__struct_fields__ if name in kind.__struct_fields__}
    return kind(**more, **there)


def _all(kind: type[T], open: type[Struct], some: dict[str, Any], **more: Any) -> dict[str, T]:
    return {id: _made(kind, one, **more) if isinstance(one, open) else one for id, one in some.items()}


def _frame(frame: Frame, units: dict[str, Unit]) -> Frame | None:
    """None for what cannot be made whole."""
    match frame:
        case Attack():
            if frame.target not in units:
                return None
            firers = [one for one in frame.firers if one.arm is not SECRET and one.unit in units]
            return replace(frame, firers=firers, buttoned=_of(frame.buttoned, units))
        case Move():
            if frame.unit not in units:
                return None
            blank: dict[str, Any] = {
                "left": 0, "all": 0, "pace": "walk", "still": False, "struck": False, "changed": False, "handled": [],
                "came_in_sight": [],
            }  # fmt: skip
            return replace(
                frame, **{name: one for name, one in blank.items() if getattr(frame, name) is SECRET}
            )
        case Window():
            return replace(frame, at=_of(frame.at, units))
        case Overrun():
            return replace(frame, to_fire=_of(frame.to_fire, units)) if frame.unit in units else None
        case Bombardment():
            if frame.h is not SECRET:
                return frame
            return replace(frame, h=SHELLS, damage=0, suppressed=0, ground=False, ones=[])
        case _:
            return frame


def _of(ids: Iterable[str], units: dict[str, Unit]) -> list[str]:
    return [id for id in ids if id in units]

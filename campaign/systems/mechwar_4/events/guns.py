"""Facts of artillery: plans, what falls where, what it does, counterbattery."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from campaign.rules.options import Modifier
from campaign.rules.system import Says
from campaign.systems.mechwar_4.events.base import Event
from campaign.systems.mechwar_4.state import Battery, Load, Mission, Stage


class StageBegan(Event, frozen=True, tag="stage-began"):
    """Of the indirect fire phase."""

    stage: Stage


class ImpactsLifted(Event, frozen=True, tag="impacts-lifted"):
    """Sustained fire of the turn before is over (7.14)."""


class MissionPlotted(Event, frozen=True, tag="mission-plotted"):
    """Secret. It takes the place of what the same guns were to fire in that turn."""

    mission: Mission


class MissionDropped(Event, frozen=True, tag="mission-dropped"):
    """Secret. why: "" where its side has thought better of it."""

    by: str
    side: str
    due: int
    why: str = ""


class MultipleRolled(Event, frozen=True, tag="multiple-rolled"):
    """Secret but for the attempt (14.33). batteries: in addition, for the next turn."""

    side: str
    die: int
    batteries: tuple[Battery, ...] = ()


class MultipleShown(Event, frozen=True, tag="multiple-shown"):
    """What the die of the turn before gave (14.33)."""

    side: str
    multiple: int


class Worn(Struct, frozen=True, omit_defaults=True):
    """In which state a battery goes on (19.23)."""

    battery: str
    damage: int = 0
    suppression: int = 0
    spotted: bool = False
    out: bool = False


class BatteriesReverted(Event, frozen=True, tag="batteries-reverted"):
    """Multiplied fires are over: those batteries go, and of all that there were, the worst off stay (19.23)."""

    side: str
    gone: tuple[str, ...]
    worn: tuple[Worn, ...] = ()


class BatteryDisplaced(Event, frozen=True, tag="battery-displaced"):
    """It is spotted no more, and fires again after the turn `until` (19.22)."""

    battery: str
    until: int


class IndirectFired(Event, frozen=True, tag="indirect-fired"):
    """A mission was carried out. by: "" for an enemy whose guns are not spotted. hex: aimed at; impact: "" for none.
    suppressed: what suppression has taken off h.

    need: lowest die of a fire for effect, 0 for no die; limit: highest die that scatters (of a strike, that does not
    scatter); 0 for no die. dice: for effect, for scatter, for its direction, as far as they were rolled.
    """

    by: str
    side: str
    hex: str
    impact: str
    load: Load
    dice: tuple[int, ...] = ()
    need: int = 0
    limit: int = 0
    h: int = 0
    damage: int = 0
    loose: bool = False
    sustained: bool = False
    spotted: bool = False
    strike: bool = False
    counter: str = ""
    suppressed: int = 0


class GunsDetected(Event, frozen=True, tag="guns-detected"):
    """A die for counterbattery (7.81, 7.88). found: at the limit or less. hex: "" of a battery."""

    by: str
    side: str
    die: int
    limit: int
    found: bool
    hex: str = ""


class BombardmentBegan(Event, frozen=True, tag="bombardment-began"):
    """Fire falls. hexes: on everybody in these; only: on this unit or battery alone. suppressed: what suppression has
    taken off h."""

    side: str
    hex: str
    hexes: tuple[str, ...]
    h: int
    loose: bool = False
    strike: bool = False
    damage: int = 0
    ground: bool = False
    only: str = ""
    suppressed: int = 0


class UnitShelled(Event, frozen=True, tag="unit-shelled"):
    """One unit, or battery, in the zone of indirect fire. buttoned: it was (7.31). dice: the die, and its own of a
    result in brackets. panic: it checks for it."""

    unit: str
    hex: str
    table: str
    column: int
    dice: tuple[int, ...]
    result: str
    steps: int = 0
    suppression: int = 0
    panic: bool = False
    buttoned: bool = False
    terms: tuple[Modifier, ...] = ()


class BatteryHit(Event, frozen=True, tag="battery-hit"):
    """In which state a battery off the map is now (19.2): damage 3 and it is out of the battle."""

    battery: str
    damage: int
    suppression: int


class GroundShelled(Event, frozen=True, tag="ground-shelled"):
    """7.19. dice: rolled for a hex in which nobody was hit at. left: what is there now."""

    hex: str
    dice: tuple[int, ...] = ()
    left: Literal["", "devastation", "abatis"] = ""


class BombardmentEnded(Event, frozen=True, tag="bombardment-ended"):
    pass


class SmokePlaced(Event, frozen=True, tag="smoke-placed"):
    """18.0."""

    hex: str


class MinesScattered(Event, frozen=True, tag="mines-scattered"):
    """19.4: a hasty minefield, or more of them. shift: columns that they add now."""

    hex: str
    shift: int = 0


class IndirectEnded(Event, frozen=True, tag="indirect-ended"):
    """The phase is over: who did not fire begins anew (7.12)."""


GUNS: tuple[type[Event], ...] = (
    StageBegan, ImpactsLifted, MissionPlotted, MissionDropped, MultipleRolled, MultipleShown, BatteriesReverted,
    BatteryDisplaced, IndirectFired, GunsDetected, BombardmentBegan, UnitShelled, BatteryHit, GroundShelled,
    BombardmentEnded, SmokePlaced, MinesScattered, IndirectEnded,
)  # fmt: skip
DICE: dict[type[Event], Says] = {
    MultipleRolled: "die", IndirectFired: "dice", GunsDetected: "die", UnitShelled: "dice", GroundShelled: "dice",
}  # fmt: skip

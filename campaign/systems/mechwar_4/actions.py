"""What a side may ask for. The tags are stable words; `unit` is always one's own unit."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from campaign.rules.hexes import Edge
from campaign.systems.mechwar_4.frames import Pace
from campaign.systems.mechwar_4.state import Command, Hold, Load, Sort, Task
from campaign.systems.mechwar_4.units import Arm

Altitude = Literal["high", "low"]


class Action(Struct, frozen=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Base of all actions; the tag is a stable word."""


# -- before the first turn, and before each ---------------------------------------------------------------------


class Begin(Action, frozen=True, tag="begin"):
    """Deal the counters: only an action can shuffle."""


class Place(Action, frozen=True, tag="place"):
    """Deploy a unit in its area (20.41); or, with "" as hex, let one that waits off the map come aboard a carrier that
    waits with it, with "" as carrier on foot (20.67)."""

    unit: str
    hex: str
    carrier: str = ""


class LineUp(Action, frozen=True, tag="line-up"):
    """Give a unit that waits off the map a place in its column (20.42); who is behind it moves back.

    place: from 1, the first to enter. hex: by which of its hexes of entry it comes, if there are several; "" for the
    one by which it was to come.
    """

    unit: str
    place: int
    hex: str = ""


class Ready(Action, frozen=True, tag="ready"):
    """Done with what both sides do at once: deploying, orders, removal, indirect fire, regrouping."""


class Give(Action, frozen=True, tag="give"):
    """A company's command for the turn (19.1)."""

    company: str
    command: Command


class Ambush(Action, frozen=True, tag="ambush"):
    """The hex that a company watches from the start (6.913); "" gives it up, once the battle has begun for good."""

    company: str
    hex: str


class StandingOrder(Action, frozen=True, tag="standing-order"):
    """Let a unit fire of its own accord at what moves within its range, in one attack with all others whose orders do
    (6.13); range 0 takes the order back."""

    unit: str
    range: int
    at: Literal["any", "hard", "protected", "soft"] = "any"


class Watch(Action, frozen=True, tag="watch"):
    """Be asked for opportunity fire only within so many hexes of one's counters; 0 for never. The enemy knows."""

    range: int


# -- activations -----------------------------------------------------------------------------------------------


class Pass(Action, frozen=True, tag="pass"):
    """No more activations this turn (8.23)."""


class EndActivation(Action, frozen=True, tag="end-activation"):
    """Of the formation nobody else acts (4.1)."""


class Fire(Action, frozen=True, tag="fire"):
    """Open an attack at an enemy (6.0). part: of a unit that splits its fire, 1 for D1, 2 for D2, 0 for the whole
    (6.93). halved: mounted, so that the carrier may still move (9.55)."""

    unit: str
    target: str
    arm: Arm = "main"
    part: int = 0
    halved: bool = False


class Join(Action, frozen=True, tag="join"):
    """Fire at the same target in the same attack (6.3): all who do so for one cause are named before the die (6.13)."""

    unit: str
    arm: Arm = "main"
    part: int = 0
    halved: bool = False


class Resolve(Action, frozen=True, tag="resolve"):
    """Nobody else joins: the attack is resolved."""


class HoldFire(Action, frozen=True, tag="hold-fire"):
    """Do not answer: this time, for the rest of this unit's move, or for the rest of the turn."""

    until: Hold = "now"


class Button(Action, frozen=True, tag="button"):
    """Receive H fire buttoned up, or not (7.3)."""

    unit: str
    up: bool


class StartMove(Action, frozen=True, tag="start-move"):
    """Activate a unit to move, at a pace (8.16): where it is damaged it may panic (13.0)."""

    unit: str
    pace: Pace = "walk"


class Move(Action, frozen=True, tag="move"):
    """Go to a hex by the cheapest way, as far as nothing stops it; into an enemy's hex to overrun it (12)."""

    unit: str
    to: str


class Exit(Action, frozen=True, tag="exit"):
    """Leave the map where the scenario has an exit (20.5)."""

    unit: str


class EndMove(Action, frozen=True, tag="end-move"):
    """The unit moves no further."""

    unit: str


class FormColumn(Action, frozen=True, tag="form-column"):
    """Enter column: vehicles by staying where they are (8.11)."""

    unit: str


class LeaveColumn(Action, frozen=True, tag="leave-column"):
    """Leave column at the beginning of a move (8.11)."""

    unit: str


class TakeDefilade(Action, frozen=True, tag="take-defilade"):
    """Enter defilade towards a hexside (10.5)."""

    unit: str
    edge: Edge


class Mount(Action, frozen=True, tag="mount"):
    """A carrier takes aboard a unit in its hex (9.1)."""

    unit: str
    carrier: str


class Dismount(Action, frozen=True, tag="dismount"):
    """Get down in the carrier's hex (9.1)."""

    unit: str


class OverrunFire(Action, frozen=True, tag="overrun-fire"):
    """Fire in an overrun firefight (12)."""

    unit: str
    target: str
    arm: Arm = "main"


class Stay(Action, frozen=True, tag="stay"):
    """Fight another round in the overrun hex (12)."""


class Leave(Action, frozen=True, tag="leave"):
    """Leave the overrun hex; costs nothing (12)."""

    to: str


# -- regrouping ------------------------------------------------------------------------------------------------


class Regroup(Action, frozen=True, tag="regroup"):
    """Combine a partial unit with another of its company that began the turn in its hex (4.1 E). The first stays."""

    unit: str
    other: str


# -- mines, engineers, command, radio --------------------------------------------------------------------------


class LayMines(Action, frozen=True, tag="lay-mines"):
    """Before the first turn, put mines of one's own that lie in `frm` into another hex (16.0)."""

    frm: str
    hex: str


class Labour(Action, frozen=True, tag="labour"):
    """Engineers begin to work in their hex (19.61); across the side to `other` at a bridge; "stop" ends it."""

    unit: str
    task: Task | Literal["stop"]
    other: str = ""


class RadioSilence(Action, frozen=True, tag="radio-silence"):
    """Keep silent on the radio this turn, or speak again (19.99)."""

    silent: bool


class Jam(Action, frozen=True, tag="jam"):
    """Begin to jam (19.914), or stop it."""

    unit: str
    on: bool = True


class Listen(Action, frozen=True, tag="listen"):
    """Direction finders try to locate an enemy of a sort (19.91)."""

    unit: str
    sort: Sort


class Announce(Action, frozen=True, tag="announce"):
    """Tell the enemy a hex of one's choice within one of a unit that has been located (19.92)."""

    hex: str


# -- indirect fire ---------------------------------------------------------------------------------------------


class Bombard(Action, frozen=True, tag="bombard"):
    """Plan indirect fire of a unit or a battery (7.1): `counter` keeps it for enemy guns that betray themselves (7.81).

    pattern: of shells (7.21). sustained: go on next turn, so that the fire stays on its hexes until then (7.14).
    """

    by: str
    hex: str = ""
    load: Load = "shells"
    pattern: Literal["tight", "loose"] = "tight"
    sustained: bool = False


class CallOff(Action, frozen=True, tag="call-off"):
    """Take back what was planned for this phase."""

    by: str


class Multiply(Action, frozen=True, tag="multiply"):
    """Ask for a multiple of the off-board fires (14.33)."""


class Displace(Action, frozen=True, tag="displace"):
    """Move a spotted battery somewhere else (19.22)."""

    battery: str


class Counter(Action, frozen=True, tag="counter"):
    """Fire at guns that have betrayed themselves (7.81)."""

    by: str
    target: str
    pattern: Literal["tight", "loose"] = "tight"


# -- aircraft --------------------------------------------------------------------------------------------------


class PlotAirstrike(Action, frozen=True, tag="plot-airstrike"):
    """Call for an aircraft (15.36), and name the hex that it bombs if it has bombs. load: where the scenario leaves it
    to the player (15.63), "" otherwise."""

    aircraft: str
    aim: str = ""
    load: Literal["", "bombs", "smart-bombs", "missiles", "mavericks"] = ""


class CancelAirstrike(Action, frozen=True, tag="cancel-airstrike"):
    """Take back a call that was not made before this turn."""

    aircraft: str


class HoldAirFire(Action, frozen=True, tag="hold-air-fire"):
    """Let a unit fire at aircraft whenever it can, or hold its fire at them."""

    unit: str
    hold: bool


class EnterMap(Action, frozen=True, tag="enter-map"):
    """Fly onto the map across its edge (15.31)."""

    hex: str
    facing: Edge
    altitude: Altitude = "high"


class Fly(Action, frozen=True, tag="fly"):
    """So many hexes straight on, after a turn of one hexside if one is asked for (15.33)."""

    hexes: int
    turn: Literal["ahead", "left", "right"] = "ahead"
    altitude: Altitude = "high"


class LeaveMap(Action, frozen=True, tag="leave-map"):
    """Fly off the map where the way ahead leads over its edge; before it has come: stay away."""


class Acquire(Action, frozen=True, tag="acquire"):
    """Try to acquire a counter that it has kept in its forward arc (15.7)."""

    target: str


class Bomb(Action, frozen=True, tag="bomb"):
    """Drop its bombs on a hex (15.4). bridge: the hexside of a bridge to destroy, "" for none (15.43)."""

    hex: str
    bridge: Edge | Literal[""] = ""


class Strafe(Action, frozen=True, tag="strafe"):
    """Fire its guns (15.5)."""

    target: str


class Launch(Action, frozen=True, tag="launch"):
    """Fire an air-to-surface missile (15.6)."""

    target: str


AnyAction = (
    Begin | Place | LineUp | Ready | Give | Ambush | StandingOrder | Watch | Pass | EndActivation | Fire | Join
    | Resolve | HoldFire | Button | StartMove | Move | Exit | EndMove | FormColumn | LeaveColumn | TakeDefilade | Mount
    | Dismount | OverrunFire | Stay | Leave | Regroup | LayMines | Labour | RadioSilence | Jam | Listen | Announce
    | Bombard | CallOff | Multiply | Displace | Counter | PlotAirstrike
    | CancelAirstrike | HoldAirFire | EnterMap | Fly | LeaveMap | Acquire | Bomb | Strafe | Launch
)  # fmt: skip

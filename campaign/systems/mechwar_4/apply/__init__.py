"""Events to state: total, deterministic, nothing decided here. Each room has its file; this is the table of all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.rules.remembering import Apply, Memory, remembered
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import air, command, fire, guns, movement, turns, works
from campaign.systems.mechwar_4.state import Game

AROUND, EYES = "around", "eyes"
"""What lasts of who is where: see `Play.by_hex` and `Play.eyes`."""
OWN = "own"
"""What lasts of whose the pieces are: see `Play.own`."""
OBSTACLES = "obstacles"
"""What lasts of what is in the way: see `reach.edges`."""
ALTERING: frozenset[type[Any]] = frozenset(
    {
        e.ForcesPlaced, e.CountersDealt, e.UnitPlaced, e.UnitEntered, e.UnitExited, e.Mounted, e.Dismounted,
        e.MoveUndone, e.OverrunEnded, e.UnitRemoved, e.Regrouped, e.MinesLaid, e.MinesBreached, e.WorkDone, e.WreckLeft,
        e.air.BridgeBombed, e.guns.GroundShelled, e.guns.MinesScattered,
    }
)  # fmt: skip
"""The events by which units come to stand elsewhere, beside a step, or by which what is in their way changes: those
whose appliers write to what that is made of (`tests/systems/mechwar_4/test_altering.py` looks through all)."""
_APPLIERS: Mapping[type[Any], Apply] = {
    **turns.APPLIERS,
    **fire.APPLIERS,
    **movement.APPLIERS,
    **works.APPLIERS,
    **command.APPLIERS,
    **guns.APPLIERS,
    **air.APPLIERS,
}


def _stepped(memory: Memory, game: Game, event: e.UnitMoved) -> None:
    memory.lasting.pop(AROUND, None)
    memory.lasting.pop(EYES, None)


APPLIERS: Mapping[type[Any], Apply] = remembered(
    _APPLIERS,
    {one: _stepped if one is e.UnitMoved else None for one in _APPLIERS if one not in ALTERING},
)
"""What each event does; of what lasts (`Recalling`), all but the events of ALTERING leave all, a step the most."""

"""Events to state: total, deterministic, nothing decided here. Each room has its file; this is the table of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.systems.mechwar_4.apply import air, command, fire, guns, movement, turns, works

APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    **turns.APPLIERS,
    **fire.APPLIERS,
    **movement.APPLIERS,
    **works.APPLIERS,
    **command.APPLIERS,
    **guns.APPLIERS,
    **air.APPLIERS,
}

"""Events to state: total, deterministic, nothing decided here. Each room has its file; this is the table of all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.rules.remembering import Apply, forgetful
from campaign.systems.mechwar_4.apply import air, command, fire, guns, movement, turns, works

APPLIERS: Mapping[type[Any], Apply] = forgetful(
    {
        **turns.APPLIERS,
        **fire.APPLIERS,
        **movement.APPLIERS,
        **works.APPLIERS,
        **command.APPLIERS,
        **guns.APPLIERS,
        **air.APPLIERS,
    }
)

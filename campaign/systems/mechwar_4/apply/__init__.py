"""Events to state: total, deterministic, nothing decided here. Each room has its file; this is the table of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from campaign.systems.mechwar_4.apply import air, command, fire, guns, movement, turns, works
from campaign.systems.mechwar_4.state import Game


def _forgetful(apply: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """An applier after which nothing is remembered that was worked out before."""

    @wraps(apply)
    def applied(game: Game, event: Any) -> None:
        game.forget()
        apply(game, event)

    return applied


_APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    **turns.APPLIERS,
    **fire.APPLIERS,
    **movement.APPLIERS,
    **works.APPLIERS,
    **command.APPLIERS,
    **guns.APPLIERS,
    **air.APPLIERS,
}
APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    event: _forgetful(apply) for event, apply in _APPLIERS.items()
}

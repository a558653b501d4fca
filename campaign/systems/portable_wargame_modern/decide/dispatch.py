"""From an action to the function that decides it, and who is asked what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.decide import artillery, combat, hits, labour, movement, turn
from campaign.systems.portable_wargame_modern.pending import verify_asked
from campaign.systems.portable_wargame_modern.play import Play

BY_SIDE: Mapping[type[Any], Callable[[Play, str, Any], None]] = {
    a.Bombard: artillery.bombard,
    a.CeaseFire: artillery.cease_fire,
    a.ThrowInitiative: turn.throw_initiative,
    a.Activate: turn.activate,
    a.Pass: turn.pass_,
    a.Retreat: hits.retreat,
    a.Stand: hits.stand,
}
BY_UNIT: Mapping[type[Any], Callable[[Play, Any, Any], None]] = {
    a.Move: movement.move,
    a.Turn: movement.turn,
    a.Fire: combat.fire,
    a.Assault: combat.assault,
    a.Advance: combat.advance,
    a.Halt: combat.halt,
    a.Load: labour.load,
    a.Unload: labour.unload,
    a.Labour: labour.labour,
    a.Remount: labour.remount,
    a.EndUnit: turn.end_unit,
}
"""What the unit that is acting does."""


def decide(play: Play, side: str, action: a.AnyAction) -> None:
    """Tell the events of this action, and of what follows until somebody is asked. Raises Refused before the first."""
    answer(play, side, action)
    turn.settle(play)


def answer(play: Play, side: str, action: a.AnyAction) -> None:
    """The action alone. Raises Refused before the first event."""
    verify_asked(play.state, side, action)
    if (decision := BY_SIDE.get(type(action))) is not None:
        decision(play, side, action)
    else:
        BY_UNIT[type(action)](play, play.state.units[play.state.unit], action)

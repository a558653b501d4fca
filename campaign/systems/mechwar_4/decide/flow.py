"""What follows by itself: from one question to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.systems.mechwar_4.decide import indirect, landing, movement, opportunity, overrun, phases
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Move, Overrun, Window
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.questions import goes_on
from campaign.systems.mechwar_4.state import Phase

FRAMES: Mapping[type[Any], Callable[[Play], None]] = {
    Attack: opportunity.attack_goes_on,
    Window: opportunity.go_on,
    Move: movement.go_on,
    Overrun: overrun.go_on,
    Bombardment: landing.go_on,
}
"""What goes on by itself in each kind of thing on the stack. A flight asks until it is over."""
PHASES: Mapping[Phase, Callable[[Play], None]] = {
    "ready": phases.setup,
    "setup": phases.first_turn,
    "orders": phases.action,
    "action": phases.next_activation,
    "removal": phases.listening,
    "listening": phases.indirect,
    "indirect": indirect.go_on,
    "regroup": phases.end_turn,
}
"""What follows a phase in which nobody is asked."""


def settle(play: Play) -> None:
    """Go on until somebody is asked or the battle is over."""
    while play.state.verdict is None and (movement.undone(play) or goes_on(play)):
        step(play)


def step(play: Play) -> None:
    """One thing that follows by itself."""
    game = play.state
    if game.stack:
        FRAMES[type(game.stack[-1])](play)
    else:
        PHASES[game.phase](play)

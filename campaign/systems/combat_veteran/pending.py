"""Who is asked, and for what."""

from __future__ import annotations

from campaign.rules.options import Pending
from campaign.rules.sides import other_side
from campaign.systems.combat_veteran.state import Game

PROMPTS = {
    "repair": "Discipline phase: try to repair damaged vehicles, or end the phase.",
    "movement": "Movement phase: move, pivot, load; or end the phase.",
    "combat": "Combat phase: attack, or end the phase.",
    "close-combat": "Close combat: fight it out where both sides share a hex, or end the phase.",
}


def asked(game: Game) -> Pending | None:
    """The one question that is open; None when the battle is over."""
    if game.verdict is not None:
        return None
    if game.shot is not None:
        target = game.pieces[game.shot.target]
        if game.shot.stage == "facing":
            return Pending(target.side, "facing", f"{target.name} is fired at: which corner does it face?")
        return Pending(target.side, "deflection", "A deflection: which dice of the attack does it cancel?")
    if game.opportunity is not None:
        mover = game.pieces[game.opportunity.mover]
        what = "fire at it, or hold fire"
        if declared := len(game.opportunity.declared):
            attacks = "1 attack" if declared == 1 else f"{declared} attacks"
            what = f"{attacks} declared; declare more, or let it turn"
        return Pending(
            other_side(game, mover.side), "defensive-fire", f"{mover.name} enters {mover.hex}: {what}."
        )
    return Pending(game.active, game.phase, PROMPTS[game.phase])

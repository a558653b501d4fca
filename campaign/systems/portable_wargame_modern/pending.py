"""Who is asked what, and whether an action answers that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.rules.asking import answered
from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.play import own_unit
from campaign.systems.portable_wargame_modern.state import Game

KINDS: Mapping[str, tuple[type[Any], ...]] = {
    "artillery": (a.Bombard, a.CeaseFire),
    "initiative": (a.ThrowInitiative,),
    "hit": (a.Retreat, a.Stand),
    "advance": (a.Advance, a.Halt),
    "activate": (a.Activate, a.Pass),
    "unit": (
        a.Move, a.Turn, a.Fire, a.Assault, a.Load, a.Unload, a.Labour, a.Remount, a.EndUnit,
    ),
}  # fmt: skip
"""Which actions answer which question (`Pending.kind`)."""


def asked(game: Game) -> tuple[Pending, ...]:
    """Both sides at once while artillery fire is declared; else one."""
    if game.verdict is not None:
        return ()
    if game.run:
        unit = game.units[game.run]
        return (Pending(unit.side, "hit", f"{unit.name}, hit: retreat, or lose a strength point?"),)
    if game.phase == "artillery":
        if all(force.done for force in game.forces.values()):  # in the first turn only
            prompt = "No guns are in range: throw the dice for initiative."
            return (Pending(game.sides[0].id, "initiative", prompt),)
        return tuple(
            Pending(side, "artillery", "Artillery: declare your fire; it lands once both sides are done.")
            for side, force in game.forces.items()
            if not force.done
        )
    if game.advance:
        unit = game.units[game.unit]
        return (Pending(unit.side, "advance", f"{unit.name} won: advance into {game.advance}, or stay?"),)
    if game.unit:
        unit = game.units[game.unit]
        what = f"get down from {game.units[unit.aboard].name}" if unit.aboard else "move, turn, fire, assault"
        return (Pending(unit.side, "unit", f"{unit.name}: {what}; or nothing more this turn."),)
    units = "1 more unit" if game.left == 1 else f"{game.left} more units"
    return (Pending(game.active, "activate", f"Activate a unit ({units} allowed), or pass."),)


def verify_asked(game: Game, side: str, action: a.AnyAction) -> None:
    """Raises Refused unless this side is asked for such an action, of that unit if one is acting."""
    mine = answered(game, asked(game), side, action, KINDS, "Turn Sequence")
    if mine.kind in ("unit", "advance"):
        unit = own_unit(game, side, action.unit)  # type: ignore[union-attr]
        if unit.id != game.unit:
            acting = game.units[game.unit].name
            raise Refused(f"{acting} is acting, not {unit.name}.", "Dicing a", [game.unit], "$.unit")

"""From an action to the function that decides it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.rules.refused import Refused
from campaign.rules.sides import side_name
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran.decide import close_combat, fire, loading, movement, phases, repair
from campaign.systems.combat_veteran.pending import asked
from campaign.systems.combat_veteran.play import Play

DECISIONS: Mapping[type[Any], Callable[[Play, str, Any], None]] = {
    a.Repair: repair.repair,
    a.Step: movement.step,
    a.Drive: movement.drive,
    a.Pivot: movement.pivot,
    a.Maneuver: movement.maneuver,
    a.Speed: movement.speed,
    a.Mount: loading.mount,
    a.Dismount: loading.dismount,
    a.Fire: fire.fire,
    a.Face: fire.face,
    a.HoldFire: fire.hold_fire,
    a.Deflect: fire.deflect,
    a.CloseCombat: close_combat.close_combat,
    a.EndPhase: phases.end_phase,
}

KINDS: Mapping[str, tuple[type[Any], ...]] = {
    "repair": (a.Repair, a.EndPhase),
    "movement": (
        a.Step,
        a.Drive,
        a.Pivot,
        a.Maneuver,
        a.Speed,
        a.Mount,
        a.Dismount,
        a.EndPhase,
    ),
    "combat": (a.Fire, a.EndPhase),
    "close-combat": (a.CloseCombat, a.EndPhase),
    "defensive-fire": (a.Fire, a.HoldFire),
    "facing": (a.Face,),
    "deflection": (a.Deflect,),
}
"""Which actions answer which question (`Pending.kind`)."""


def decide(play: Play, side: str, action: a.AnyAction) -> None:
    """Tell the events of this action. Raises Refused before the first one."""
    question = asked(play.state)
    if question is None:
        raise Refused("The battle is over.", "5.0")
    if question.side != side:
        raise Refused(
            f"It is {side_name(play.state, question.side)} who must decide now ({question.kind.replace('-', ' ')}).",
            "5.0",
        )
    if type(action) not in KINDS[question.kind]:
        raise Refused(
            f"{side_name(play.state, side)} must decide on {question.kind.replace('-', ' ')} now.",
            "5.0",
            [kind.__struct_config__.tag for kind in KINDS[question.kind]],
            "$.kind",
        )
    DECISIONS[type(action)](play, side, action)
    phases.settle(play)

"""Who is shelled by direct fire may button up before it is resolved (7.3, 6.43)."""

from __future__ import annotations

from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import fire
from campaign.systems.mechwar_4.frames import Attack, Firer
from campaign.systems.mechwar_4.harm import buttoned
from campaign.systems.mechwar_4.naming import name
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit


def in_zone(play: Play, attack: Attack) -> list[Unit]:
    """Whom class H fire of an attack hits besides its target: all of that side in the hex (6.43), but for engineers
    beside infantry (19.613)."""
    side = other_side(play.state, attack.side)
    return [
        one
        for one in play.open_in(attack.hex)
        if one.side == side and play.type_of(one).moves != "helicopter" and not fire.shielded(play, one)
    ]


def to_button(play: Play, attack: Attack) -> Unit | None:
    """The next unit whose side says how it receives direct fire of class H (7.3).

    Face-down counters are asked about alike, so that the question tells nothing.
    """
    game = play.state
    if play.type_of(game.units[attack.target]).moves == "helicopter":
        return None  # 17.31
    firers = [one for one in attack.firers if one.arm == "main"]
    if not any(_weapon_class(play, one) == "H" for one in firers):
        return None
    for unit in in_zone(play, attack):
        if unit.id in attack.asked:
            continue
        row = play.type_of(unit)
        if not unit.seen and game.switches.fog:
            return unit
        if row.target != "soft" and not row.open and not unit.suppression:
            return unit
    return None


def _weapon_class(play: Play, firer: Firer) -> str:
    return play.type_of(play.state.units[firer.unit]).arms[firer.arm].class_


def button_question(play: Play, attack: Attack) -> tuple[Pending, ...]:
    unit = to_button(play, attack)
    if unit is None:
        return ()
    asked = f"{name(play.state, unit.id)} in {unit.hex}: shelled. Button up, or stay open?"
    return (Pending(unit.side, "button", asked),)


def button(play: Play, side: str, action: a.Button) -> None:
    """7.31: at once suppressed, and safe from losses; or 7.32."""
    attack = play.state.stack[-1]
    assert isinstance(attack, Attack)
    unit = to_button(play, attack)
    assert unit is not None
    verify_button(play, unit, action)
    play.emit(e.ButtonedUp(unit.id, action.up))
    if action.up:
        buttoned(play, unit, 1)


def verify_button(play: Play, unit: Unit, action: a.Button) -> None:
    if action.unit != unit.id:
        raise Refused(f"{unit.name} is asked about now.", "7.3", (unit.id,), "$.unit")
    row = play.type_of(unit)
    if action.up and (row.target == "soft" or row.open):
        raise Refused(f"{unit.name} cannot be buttoned up.", "7.52" if row.open else "7.3", where="$.up")

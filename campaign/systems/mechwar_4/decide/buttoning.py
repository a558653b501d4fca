"""Who is shelled by direct fire may button up before it is resolved (7.3, 6.43)."""

from __future__ import annotations

from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import fire
from campaign.systems.mechwar_4.frames import Attack
from campaign.systems.mechwar_4.known import shelled
from campaign.systems.mechwar_4.naming import name
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit


def in_zone(play: Play, attack: Attack) -> list[Unit]:
    """Whom class H fire of an attack hits besides its target: all of that side in the hex (6.43), but for engineers
    beside infantry (19.613); as far as is known, who flies and who is part of whom."""
    side = other_side(play.state, attack.side)
    return [
        one
        for one in play.open_in(attack.hex)
        if one.side == side and not play.flies(one) and not fire.shielded(play, one)
    ]


def to_button(play: Play, attack: Attack) -> Unit | None:
    """The next unit whose side says how it receives direct fire of class H (7.3).

    Of what lies open, face-down counters are asked about alike, so that the question tells nothing.
    """
    if play.flies(play.state.units[attack.target]):
        return None  # 17.31
    for unit in in_zone(play, attack):
        if unit.id in attack.asked or unit.suppression:
            continue
        row = play.known_type(unit)
        if row is None or (row.target != "soft" and not row.open):
            return unit
    return None


def button_question(play: Play, attack: Attack) -> tuple[Pending, ...]:
    if not shelled(play.charts, play.state):
        return ()
    unit = to_button(play, attack)
    if unit is None:
        return ()
    asked = f"{name(play.state, unit.id)} in {unit.hex}: shelled. Button up, or stay open?"
    return (Pending(unit.side, "button", asked),)


def verify_button(play: Play, unit: Unit, action: a.Button) -> None:
    """Raises Refused. unit: that is asked about."""
    row = play.type_of(unit)
    if not action.up:
        return
    if row.moves == "helicopter":
        raise in_the_air(unit)
    if row.target == "soft" or row.open:
        raise Refused(
            f"{unit.name} cannot be buttoned up.", "7.52" if row.open else "7.3", ("false",), "$.up"
        )


def in_the_air(unit: Unit) -> Refused:
    return Refused(f"{unit.name} flies: it cannot be buttoned up.", "17.14", ("false",), "$.up")

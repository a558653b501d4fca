"""31.10.8, 31.10.10: fires aboard, at the end of a turn."""

from __future__ import annotations

from campaign.systems.combat_volume_2.people import checks, morale, wounds
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import NORMAL, Vehicle
from campaign.systems.combat_volume_2.vehicles.blows import (
    FireRolled,
    spoken,
)
from campaign.systems.combat_volume_2.vehicles.riders import (
    fire_checks,
)


def fires_due(play: Play) -> bool:
    return any(burns(play, vehicle) for vehicle in play.state.vehicles.values())


def burns(play: Play, vehicle: Vehicle) -> bool:
    return (
        vehicle.here
        and 0 < vehicle.fire < play.state.turn
        and not vehicle.wrecked
        and vehicle.burnt < play.state.turn
    )


def fires(play: Play) -> None:
    """The end of a turn: every fire that broke out in an earlier one (31.10.8, 31.10)."""
    effects = play.charts.vehicles.effects

    def reading(face: int) -> str:
        return (
            "out" if face <= effects.fire_out else "goes-on" if face <= effects.fire_goes_on else "explodes"
        )

    for vehicle in list(play.state.vehicles.values()):
        if not burns(play, vehicle):
            continue
        what, face = checks.d10(play, f"Fire on {spoken(play, vehicle)}: 0 out, 8 and 9 explode", reading)
        play.emit(FireRolled(vehicle.id, what, (face,)))
        if what == "explodes":
            for man in play.state.crew(vehicle.id):
                wounds.kill(play, man, quiet=True)
        elif what == "goes-on":
            fire_checks(play, vehicle)
        else:
            for man in play.state.crew(vehicle.id):
                if man.able and man.morale < NORMAL:
                    morale.change_morale(play, man, 1, "the fire is out", NORMAL)

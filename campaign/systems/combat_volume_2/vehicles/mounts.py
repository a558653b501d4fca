"""31.9: machine guns on vehicles: who serves them, whither they fire, what they are loaded with."""

from __future__ import annotations

from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Ammunition, Man
from campaign.systems.combat_volume_2.vehicles.arcs import fires_there, in_turret_front, seen_from
from campaign.systems.combat_volume_2.vehicles.handling import near_marker

BOW, COAXIAL, MOUNT = "bow", "coaxial", "mount"
"""In the bow, beside the main gun, on a jeep or in a half-track's cupola: keys of `Vehicle.mg`."""


ON_JEEP = ("1", "2")
"""Seats from which a jeep's gun is served."""
FIRES = ("aimed", "rapid", "suppressive")


class Mounted(NamedTuple):
    """place: on the vehicle; weapon: its id."""

    place: str
    weapon: str


def mounted(play: Play, man: Man) -> Mounted | None:
    """The machine gun that somebody serves in his seat, None if he has none that is whole."""
    if not man.vehicle:
        return None
    vehicle = play.vehicle(man.vehicle)
    kind = play.charts.vehicles.kinds[vehicle.kind]
    if man.seat == "CD" and kind.bow and BOW not in vehicle.damage:
        return Mounted(BOW, kind.bow)
    if man.seat == "G" and kind.coaxial and COAXIAL not in vehicle.damage:
        return Mounted(COAXIAL, kind.coaxial)
    if not kind.mount or "cupola" in vehicle.damage:
        return None
    if man.seat == "CU" or (kind.class_ == "jeep" and _serves_on_jeep(play, man)):
        return Mounted(MOUNT, kind.mount)
    return None


def _serves_on_jeep(play: Play, man: Man) -> bool:
    """Whether a passenger of a jeep may serve its gun: either of the two, but not while the other is told to fire it;
    of two who are told so he in the lower seat (31.9.1)."""
    if man.seat not in ON_JEEP:
        return False
    for seat in ON_JEEP:
        other = play.state.at(man.vehicle, seat)
        if other is None or other is man or not other.able or other.order.word not in FIRES:
            continue
        if man.order.word not in FIRES or seat < man.seat:
            return False
    return True


def ammunition(play: Play, man: Man, gun: Mounted) -> Ammunition:
    return play.vehicle(man.vehicle).mg.get(gun.place, "")


def aims_there(play: Play, man: Man, hex: Hex) -> bool:
    """Whether he may fire at a hex from where he is: the bow gun ahead, the coaxial one before the turret, both only at
    what his marker lies on or next to (31.7.3); guns on mounts all round; else his own weapon from his seat."""
    gun = mounted(play, man)
    if gun is None:
        return fires_there(play, man, hex)
    vehicle = play.vehicle(man.vehicle)
    if gun.place == MOUNT:
        return True
    ahead = (
        in_turret_front(play, vehicle, hex)
        if gun.place == COAXIAL
        else seen_from(play, vehicle.hex, vehicle.facing, hex) == "front"
    )
    return ahead and near_marker(play, man, hex)

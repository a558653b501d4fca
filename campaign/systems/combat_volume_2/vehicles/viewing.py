"""31.7, 31.8: what a man in a vehicle sees from his seat, and what his hatch, order and comrades' markers add when he
looks for somebody. Of men on foot it says what the ground says."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people.checks import buttoned
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, Man, Vehicle
from campaign.systems.combat_volume_2.vehicles.arcs import afv
from campaign.systems.combat_volume_2.vehicles.handling import broken_sight, near_marker


def known(man: Man) -> bool:
    """Whether the other side knows of him."""
    return bool(man.who) and (man.spotted or bool(man.vehicle))


def guided(play: Play, man: Man, hex: Hex) -> bool:
    """Whether a comrade of his crew, or the commander of another AFV of the side, has his marker there (31.7.3)."""
    for one in play.state.men.values():
        if one is man or one.side != man.side or not one.vehicle or not one.here:
            continue
        if (one.vehicle == man.vehicle or one.seat == "CM") and near_marker(play, one, hex):
            return True
    return False


def terms(play: Play, man: Man, hex: Hex) -> tuple[Modifier, ...]:
    """What his seat adds when he looks for somebody in a hex, or moves his marker there; nothing on foot (31.7)."""
    found = of_hatch(play, man, hex)
    if man.vehicle and man.order.word == "spot":
        found.append(Modifier("Spot", play.charts.vehicles.terms.spot, "31.7.3"))
    return tuple(found)


def of_hatch(play: Play, man: Man, hex: Hex) -> list[Modifier]:
    """What armour takes off a crewman's eyes: a closed hatch, less where a comrade's marker lies there, and the
    gunner's sight when it is broken (31.7.3, 31.8, 31.10.8)."""
    chart, found = play.charts.vehicles.terms, list[Modifier]()
    if not man.vehicle:
        return found
    if buttoned(play, man):
        if not guided(play, man, hex):
            found.append(Modifier("hatch closed", chart.closed, "31.7.3"))
        elif play.charts.readings.marker_helps == "halves":
            found.append(Modifier("hatch closed, a marker there", chart.closed // 2, "31.8"))
    if (broken := broken_sight(play, man)) is not None:
        found.append(broken)
    return found


def otherwise(play: Play, man: Man, hex: Hex) -> dict[str, int]:
    """What `of_hatch` would come to more or less by the other choice of a reading, by the reading's name."""
    if not man.vehicle or not buttoned(play, man) or not guided(play, man, hex):
        return {}
    half = play.charts.vehicles.terms.closed // 2
    return {"marker_helps": -half if play.charts.readings.marker_helps == "halves" else half}


def has_marker_seat(play: Play, man: Man) -> bool:
    """Whether his seat has a target marker: commander, gunner and co-driver of an AFV (31.7.3)."""
    if not man.vehicle or not afv(play, play.vehicle(man.vehicle)):
        return False
    kind = play.vehicle(man.vehicle).kind
    return play.charts.vehicles.seat(kind, man.seat).marker


def in_use(vehicle: Vehicle) -> bool:
    """Neither destroyed nor on fire."""
    return vehicle.here and not vehicle.wrecked and not vehicle.fire


def manned(play: Play, vehicle: Vehicle) -> bool:
    return any(man.able for man in play.state.crew(vehicle.id))


def foes_known(play: Play, man: Man) -> list[Man]:
    """Able opponents on foot whom his side knows and he sees from his seat. He is one of the battle."""
    return play.once(("foes known", man.id), _foes_known, play, man)


def _foes_known(play: Play, man: Man) -> list[Man]:
    return [
        one
        for one in play.foes(man.side)
        if known(one) and not one.vehicle and not one.captor and sight.sees_man(play, man, one)
    ]


def vehicles_seen(play: Play, man: Man) -> list[Vehicle]:
    """Vehicles of the other side that are manned, whole, and in his sight."""
    return [
        one
        for one in play.state.vehicles.values()
        if one.side != man.side and in_use(one) and manned(play, one) and sight.sees_vehicle(play, man, one)
    ]


def observed(play: Play, man: Man) -> bool:
    """Whether his marker lies on or next to a known opponent, or a vehicle of the other side, whom he sees (31.7.3)."""
    if not man.marker:
        return False
    if any(near_marker(play, man, one.hex) for one in foes_known(play, man)):
        return True
    return any(near_marker(play, man, one.hex) for one in vehicles_seen(play, man))


def light_weapon(play: Play, man: Man) -> bool:
    """Operator or assistant of a light anti-tank weapon (31.7.4)."""
    if man.faust or man.heavy == "bazooka" or man.rockets:
        return True
    return man.order.word in ("load-light-at", "fire-light-at") and man.side == FRIEND

"""31.11.3: the Vehicle Order Matrix, by which enemy crews get their orders, and what the loader loads."""

from __future__ import annotations

from campaign.systems.combat_volume_2.charts import MOODS, card_order
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people.checks import buttoned
from campaign.systems.combat_volume_2.people.moving import turned
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, Man, Order, Vehicle
from campaign.systems.combat_volume_2.vehicles import viewing
from campaign.systems.combat_volume_2.vehicles.tables import Band, Column

HIGHEST = 100
OWN_OR_COMMANDERS = ("CM", "G", "CD")
"""Seats for which their own marker, or the commander's, opens the target columns (31.7.3)."""


def column(play: Play, man: Man) -> Column:
    """Trucks and jeeps have one, half-tracks use that of open hatches; gunners are always inside."""
    kind = play.charts.vehicles.kinds[play.vehicle(man.vehicle).kind]
    if kind.class_ in ("truck", "jeep"):
        return "soft"
    return "shut" if buttoned(play, man) else "open"


def has_target(play: Play, man: Man) -> bool:
    """Whether the target side of the matrix counts for him (31.7.3)."""
    crew = [one for one in play.state.crew(man.vehicle) if one.marker]
    if man.seat in OWN_OR_COMMANDERS:
        return any(one is man or one.seat == "CM" for one in crew)
    if crew:
        return True
    kind = play.charts.vehicles.kinds[play.vehicle(man.vehicle).kind]
    return kind.class_ != "afv" and bool(viewing.foes_known(play, man) or viewing.vehicles_seen(play, man))


def number(play: Play, man: Man, initiative: int) -> int:
    """A card's number with what his morale adds."""
    return max(initiative + play.charts.vehicles.shift[MOODS[man.morale]], 1)


def word_of(play: Play, seat: str, at: Column, target: bool, number: int) -> str:
    """What stands in the matrix: an order with its directions, by the compass."""
    charts = play.charts.vehicles
    if number > HIGHEST:
        return _band(charts.beyond, number)
    return _band(charts.matrix[seat, at, target], number)


def _band(bands: tuple[Band, ...], number: int) -> str:
    return next(band.order for band in bands if number <= band.last)


def order(play: Play, man: Man, initiative: int) -> Order:
    """The order that a card's number gives a crewman where he sits; not yet changed by what he cannot do (31.11.3)."""
    found = card_order(
        word_of(play, man.seat, column(play, man), has_target(play, man), number(play, man, initiative)),
        "matrix.toml",
    )
    vehicle = play.vehicle(man.vehicle)
    if found.word == "load":
        return Order(load(play, man, vehicle))
    ways = tuple(turned(play, vehicle.hex, way) for way in found.ways)
    return Order(found.word, ways)


def load(play: Play, man: Man, vehicle: Vehicle) -> str:
    """What an enemy's loader loads: AP with an AFV or half-track of the player in sight, HE with men in sight, AP
    with an AFV anywhere, else HE; the other one where there is none left (31.11.3).
    """
    wanted = "load-ap" if _wants_ap(play, man) else "load-he"
    other = "load-he" if wanted == "load-ap" else "load-ap"
    return wanted if vehicle.shells.get(wanted.removeprefix("load-")) else other


def _wants_ap(play: Play, man: Man) -> bool:
    kinds = play.charts.vehicles.kinds
    armoured = [
        one
        for one in play.state.vehicles.values()
        if one.side == FRIEND and viewing.in_use(one) and kinds[one.kind].class_ in ("afv", "half-track")
    ]
    if any(sight.sees_vehicle(play, man, one) for one in armoured):
        return True
    if viewing.foes_known(play, man):
        return False
    return any(kinds[one.kind].class_ == "afv" for one in armoured)

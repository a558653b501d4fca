"""31.10.6 to 31.10.11: what a blow does to those aboard: wound cards, checks, deaths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from campaign.systems.combat_volume_2.people import checks, morale, together, wounds
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man, Vehicle
from campaign.systems.combat_volume_2.vehicles.blows import (
    Damaged,
)
from campaign.systems.combat_volume_2.vehicles.tables import (
    Pierce,
    Shell,
)

Shares = Iterable[tuple[str, together.Share]]


class Owed:
    """What bullets of one attack do to those aboard, who sit as they sat before it, and fall when all have struck.
    shares: by id; dead: who is killed outright."""

    def __init__(self, shares: Shares = (), dead: Sequence[str] = ()) -> None:
        self.shares, self.dead = dict(shares), list(dead)

    def add(self, man: Man, cards: int = 0, checks: int = 0, fires: int = 0) -> None:
        had = self.shares.get(man.id, together.Share(0))
        self.shares[man.id] = together.Share(had.cards + cards, had.checks + checks, had.fires + fires)

    def kill(self, man: Man) -> None:
        if man.id not in self.dead:
            self.dead.append(man.id)

    @property
    def key(self) -> tuple[Shares, tuple[str, ...]]:
        return tuple(sorted(self.shares.items())), tuple(sorted(self.dead))


class Blow(NamedTuple):
    """What hits: its kind, its calibre in millimetres, what it goes through, and who fired it, "" for nobody. owed:
    where what it does to men is noted, if that comes later."""

    shell: Shell
    calibre: int
    pierce: Pierce | None
    by: str = ""
    owed: Owed | None = None


def crew(play: Play, vehicle: Vehicle) -> list[Man]:
    """Its crew, without passengers, who are alive."""
    chart = play.charts.vehicles.seats[play.charts.vehicles.kinds[vehicle.kind].class_]
    return [man for man in play.state.crew(vehicle.id) if man.seat in chart and not chart[man.seat].rider]


def settle(play: Play, owed: Owed, by: str) -> None:
    """What all bullets of an attack have done to those aboard."""
    for id in owed.dead:
        wounds.kill(play, play.man(id), by, quiet=True)
    hurt = {id: share for id, share in owed.shares.items() if id not in owed.dead}
    together.strike(play, hurt, together.Burst(by, "shot", once=True))


def kill(play: Play, man: Man, blow: Blow, by: tuple[str, ...] = ()) -> None:
    """by: readings that decided it."""
    if blow.owed is not None:
        blow.owed.kill(man)
    else:
        wounds.kill(play, man, blow.by, quiet=True, readings=by)


def card(play: Play, man: Man, blow: Blow) -> None:
    """A wound card of a bullet."""
    if blow.owed is not None:
        blow.owed.add(man, cards=1)
    else:
        wounds.wound_cards(play, man, 1, blow.by)


def shake(play: Play, men: Iterable[Man], blow: Blow, penetrated: bool = True) -> None:
    if blow.owed is None:
        morale.morale_checks(play, men, penetrated)
        return
    for man in men:
        if man.able and (penetrated or not checks.buttoned(play, man)):
            blow.owed.add(man, checks=1)


def killed(play: Play, vehicle: Vehicle, seats: Iterable[str], blow: Blow) -> None:
    """Who sits there is killed, all others of the crew check."""
    for seat in seats:
        if (man := play.state.at(vehicle.id, seat)) is not None:
            kill(play, man, blow)
    shake(play, crew(play, vehicle), blow)


def cupola(play: Play, vehicle: Vehicle, blow: Blow) -> None:
    """Bullets hit a man in the cupola only if they are aimed at him. Between the printed calibres, and for a shaped
    charge: as HE of 75 mm above, as AP of 37 mm below (contradiction 13)."""
    effects, man = play.charts.vehicles.effects, play.state.at(vehicle.id, "CU")
    if blow.shell == "small" or "cupola" in vehicle.damage:
        return
    light = blow.calibre <= effects.cupola_ap if blow.shell == "ap" else blow.calibre < effects.cupola_he
    printed = blow.shell != "heat" and light == (blow.shell == "ap")
    by = () if printed else ("cupola",)
    if by and play.charts.readings.cupola == "spared":
        play.emit(Damaged(vehicle.id, readings=by))
        return
    if light and blow.shell != "heat":
        if man is not None:
            if by:
                play.emit(Damaged(vehicle.id, why="whoever stands in the cupola is hurt", readings=by))
            wounds.wound_cards(play, man, effects.cupola_cards, blow.by, "blast")
        return
    play.emit(Damaged(vehicle.id, ("cupola",), readings=by))
    if man is not None:
        kill(play, man, blow)
        shake(play, crew(play, vehicle), blow)


def passenger(play: Play, vehicle: Vehicle, seat: str, other: str, blow: Blow) -> None:
    """A seat in a half-track, truck or jeep is hit (31.10.8)."""
    man, across = play.state.at(vehicle.id, seat), play.state.at(vehicle.id, other)
    if blow.shell == "small":
        if (hit := man or across) is not None:
            card(play, hit, blow)
        return
    if man is not None:
        kill(play, man, blow)
    neighbours = [one for one in play.state.crew(vehicle.id) if wounds.together(one.seat, seat)]
    opposed = [across] if across is not None else []
    cut = opposed if blow.shell == "ap" else neighbours
    cut_and_shaken(play, cut, [man] if man is not None else [], blow)


def between(play: Play, vehicle: Vehicle, near: Sequence[str], across: Iterable[str], blow: Blow) -> None:
    """Between two seats (31.10.8). A shaped charge does what HE does."""
    both = [man for seat in near if (man := play.state.at(vehicle.id, seat)) is not None]
    if blow.shell == "small":
        shake(play, both, blow)
        return
    if blow.shell == "ap":
        far = [man for seat in across if (man := play.state.at(vehicle.id, seat)) is not None]
        cut_and_shaken(play, [*both, *far], [], blow)
        return
    for man in both:
        kill(play, man, blow)
    cut = [
        one for one in play.state.crew(vehicle.id) if any(wounds.together(one.seat, seat) for seat in near)
    ]
    cut_and_shaken(play, cut, both, blow)


def cut_and_shaken(play: Play, cut: Sequence[Man], dead: Sequence[Man], blow: Blow) -> None:
    """A wound card for each of some, and a check of morale for others who sit next to the dead (31.10.11)."""
    burst = together.Burst(blow.by, "blast", once=True)
    shares = {man.id: together.Share() for man in cut}
    together.strike(play, shares, burst, [man.id for man in dead])


def fire_checks(play: Play, vehicle: Vehicle, pierced: bool = False, owed: Owed | None = None) -> None:
    """Everybody aboard checks because of the fire, and for the shot that has gone through (31.10.10)."""
    for man in play.state.crew(vehicle.id):
        if man.able and owed is not None:
            owed.add(man, checks=int(pierced), fires=1)
        elif man.able:
            morale.fire_check(play, man, int(pierced))

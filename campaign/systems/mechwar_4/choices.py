"""What may be chosen in the rooms of mines, engineers, command and radio: as `legal` lists it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from campaign.rules.options import Option, Range
from campaign.rules.places import Places
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import command, engineers, mines, setup, warfare
from campaign.systems.mechwar_4.orders import commands
from campaign.systems.mechwar_4.play import Play, accepts
from campaign.systems.mechwar_4.reach import column
from campaign.systems.mechwar_4.state import Unit


def lining_up(play: Play, side: str) -> list[Option]:
    """20.42: each unit that waits in a column off the map may have another place, or enter by another hex."""
    found: list[Option] = []
    waiting = [one for one in play.state.units.values() if one.side == side and setup.may_line_up(play, one)]
    for unit in sorted(waiting, key=lambda one: (one.entry, one.through, one.place)):
        entry = setup.waits(play, unit)
        hexes = entry.hexes if unit.through else ("",)
        places = {hex: len(setup.others(play, unit, entry, hex)) + 1 for hex in hexes}
        hex = next((one for one in hexes if one != unit.through), "")
        first = 1 if hex or column(play, entry, unit.through)[0] is not unit else 2
        ranges = [Range("place", 1, max(places.values()))]
        if hex:
            ranges.append(Range("hex", places=Places(entry.hexes)))
        found.append(Option(a.LineUp(unit.id, first, hex), unit.id, where=hex, ranges=tuple(ranges)))
    return found


def mounting(play: Play, side: str) -> list[Option]:
    """20.67: each unit that waits off the map may come on foot, or aboard another vehicle that waits with it."""
    found: list[Option] = []
    for unit in play.state.units.values():
        if unit.side != side or not setup.may_mount(play, unit):
            continue
        if unit.aboard:
            found.append(Option(a.Place(unit.id, ""), unit.id))
        found += [Option(a.Place(unit.id, "", one), unit.id, one) for one in setup.carriers(play, unit)]
    return found


def laying(play: Play, side: str) -> list[Option]:
    """16.0: each mined hex may be another."""
    allowed = mines.may_lie(play, side)
    own = [one.hex for one in play.state.mines if one.side == side]
    if not allowed:
        return []
    free = Range("hex", places=Places(allowed))
    return [Option(a.LayMines(hex, allowed[0]), where=hex, ranges=(free,)) for hex in own]


def working(play: Play, unit: Unit) -> list[Option]:
    """19.61, 19.914: what a unit may do beside moving and firing."""
    some: list[a.Labour | a.Jam] = []
    if unit.work is not None:
        some.append(a.Labour(unit.id, "stop"))
    elif play.type_of(unit).kind == "engineers" and unit.hex:
        some += [
            a.Labour(unit.id, task, other)
            for task in engineers.TASKS
            for other in engineers.places(play, unit, task)
        ]
    if unit.id in play.state.jammers:
        some += [a.Jam(unit.id, True), a.Jam(unit.id, False)]
    return [
        Option(one, unit.id, where=unit.hex) for one in some if accepts(partial(_verify, play, unit, one))
    ]


def _verify(play: Play, unit: Unit, action: a.Labour | a.Jam) -> None:
    if isinstance(action, a.Labour):
        engineers.verify_work(play, unit, action)
    else:
        warfare.verify_jams(play, unit, action.on)


def leaving_ambush(play: Play, side: str) -> list[Option]:
    """6.9132: companies that may give up their ambush."""
    companies = play.state.companies.values()
    return [Option(a.Ambush(one.id, "")) for one in companies if one.side == side and one.ambush]


def ordering(play: Play, side: str) -> Sequence[Option]:
    """19.1, 19.99: a command for each company, radio silence, ambushes given up, and done."""
    found: list[Option] = []
    for company in command.commanded(play, side):
        for one in commands(play, company):
            action = a.Give(company.id, one)
            if accepts(partial(command.verify_give, play, side, action)):
                found.append(Option(action))
    action = a.RadioSilence(not play.state.forces[side].radio_silence)
    if accepts(partial(command.verify_silence, play, side, action)):
        found.append(Option(action))
    return [*found, *leaving_ambush(play, side), Option(a.Ready())]


def listening(play: Play, side: str) -> Sequence[Option]:
    """19.91."""
    found = [
        Option(a.Listen(unit.id, sort), unit.id, where=unit.hex, dice=1)
        for unit in warfare.finders(play, side)
        for sort in warfare.SORTS
        if accepts(partial(warfare.verify_listens, play, unit, sort))
    ]
    return [*found, Option(a.Ready())]


def announcing(play: Play, side: str) -> Sequence[Option]:
    """19.92."""
    return [Option(a.Announce(hex), where=hex) for hex in warfare.may_announce(play, side)]

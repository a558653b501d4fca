"""What a force's numbers would tell: names that are numbered through it are its own side's alone (3.2, 20.43)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.rules.dice import SeededDice
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import multiples, setup
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Aircraft, Battery, Unit
from campaign.systems.mechwar_4.words import describe
from tests.systems.mechwar_4.table import SU, US, Table, company, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")


def foggy() -> Table:
    """The second of two Soviet tanks, batteries and aircraft is seen."""
    tanks = [unit("t62", SU, f"0{6 + i}08", f"B{i}", company="second") for i in (1, 2)]
    for i, one in enumerate(tanks, 1):
        one.name = f"T-62 {i}"
    gun = unit("m60a1", US, "0505", "A1")
    table = Table(gun, *tanks, IDLE, FAR, on=["fog"], companies=[company("second", SU)])
    game = table.game
    game.companies["second"].name = "2nd company"
    for i in (1, 2):
        guns, plane = f"{SU}-guns-{i}", f"{SU}-plane-{i}"
        game.batteries[guns] = Battery(guns, f"Medium battery {i}", SU, 7, spotted=i == 2)
        game.aircraft[plane] = Aircraft(plane, "fighter-bomber", f"Sukhoi {i}", SU, "bombs", gone=i == 2)
    return table


def seen(table: Table, viewer: str) -> str:
    """All that a viewer reads of pieces."""
    known = table.rules.known(table.game, viewer)
    return repr(table.rules.seen(known, viewer).pieces)


def line(table: Table, event: object, viewer: str) -> str:
    return table.rules.hidden.named(table.game, describe(table.game, event)[0], viewer)


def test_20_43_of_which_company_an_enemy_is_his_own_side_reads_alone():
    table = foggy()
    assert "T-62 2" not in seen(table, US)
    assert "2nd company" not in seen(table, US)
    assert "2nd company" in seen(table, SU)


def test_20_43_whose_company_has_lost_a_unit_its_own_side_hears_alone():
    table = foggy()
    told = e.Scored(US, 1, "B1", "second/t62")
    for viewer in (US, ""):
        assert table.rules.hidden.event(table.game, told, viewer).company == ""
    assert table.rules.hidden.event(table.game, told, SU) == told


def test_20_43_an_enemys_guns_and_aircraft_are_not_called_by_their_numbers():
    table = foggy()
    known = table.rules.known(table.game, US)
    assert [one.name for one in known.batteries.values()] == ["Guns off the map 1"]
    (plane,) = known.aircraft.values()
    assert plane.name == table.rules.charts.aircraft["fighter-bomber"].name
    for event, number in (
        (f.FlightBegan(f"{SU}-plane-2", SU), "Sukhoi 2"),
        (g.BatteryDisplaced(f"{SU}-guns-2", 4), "Medium battery 2"),
    ):
        assert number in line(table, event, SU)
        assert number not in line(table, event, US)
        assert "-2" not in line(table, event, US).replace("MiG-27", "")


# -- what ids would tell ----------------------------------------------------------------------------------------


def dealt(
    units: Sequence[Unit], guns: int, planes: int, on: Sequence[str] = ("fog",)
) -> tuple[Table, list[Any]]:
    """A Soviet force whose counters have been dealt, always by the same dice."""
    table = Table(IDLE, *units, on=on)
    for i in range(guns):
        id = f"{SU}-guns-{i + 1}"
        table.game.batteries[id] = Battery(id, f"Medium battery {i + 1}", SU, 7 + i)
    for i in range(planes):
        id = f"{SU}-plane-{i + 1}"
        table.game.aircraft[id] = Aircraft(id, "fighter-bomber", f"Sukhoi {i + 1}", SU, "bombs")
    play = Play(table.rules.charts, table.game, SeededDice(Random(7).randrange))
    setup.begin(play, US, a.Begin())
    table.tells()
    return table, play.events


def company_of(count: int) -> list[Unit]:
    return [unit("t62", SU, f"{6 + i:02}08" if i < 3 else "", f"B{i + 1}", place=i) for i in range(count)]


def test_20_43_in_the_fog_no_counter_tells_how_many_there_are():
    """The first three units have the same counters, of whatever a side has in the box, however many come after them."""
    few, many = (dealt(company_of(count), 0, 0)[0] for count in (3, 12))

    def ids(table: Table) -> list[str]:
        return [
            one.id for one in sorted(table.game.units.values(), key=lambda one: one.place) if one.hex > "0508"
        ]

    assert ids(few) == [id for id in ids(many) if id in few.game.units]
    assert len(ids(few)) == 3
    numbers = [int(id[1:]) for id in few.game.units if id.startswith("B")]
    assert max(numbers) > 3, "there are more numbers than units"
    assert numbers == sorted(numbers), "in the order of the counters"


def test_20_43_in_the_fog_no_battery_tells_how_many_there_are():
    few, many = dealt(company_of(1), 1, 0)[0], dealt(company_of(1), 4, 2)[0]
    (first,) = few.game.batteries
    assert many.game.batteries[first].h == 7, "whatever comes after it"
    assert first != f"{SU}-guns-1"
    assert list(many.game.batteries) != sorted(many.game.batteries, key=lambda id: many.game.batteries[id].h)
    assert {one.id: one for one in many.game.batteries.values()} == many.game.batteries
    assert not {*many.game.aircraft} & {f"{SU}-plane-1", f"{SU}-plane-2"}


@pytest.mark.parametrize("guns", [0, 3])
def test_20_43_that_guns_are_numbered_does_not_tell_whether_there_are_any(guns: int):
    table, events = dealt(company_of(2), guns, 0)
    told = [table.rules.hidden.event(table.game, one, US) for one in events]
    assert told == [e.CountersDealt(US), e.CountersDealt(SU), e.GunsDealt(US), e.GunsDealt(SU)]


def test_20_43_without_the_fog_counters_are_numbered_from_1():
    table, events = dealt(company_of(3), 1, 0, on=())
    assert sorted(table.game.units) == ["A9", "B1", "B2", "B3"]
    assert list(table.game.batteries) == [f"{SU}-guns-1"]
    assert not any(isinstance(one, e.GunsDealt) for one in events)


def test_20_43_old_diaries_deal_as_many_counters_as_there_are_units():
    table = Table(IDLE, *company_of(3))
    table.tells(e.CountersDealt(SU, (3, 1, 2)))
    assert {id: one.place for id, one in table.game.units.items() if one.side == SU} == {
        "B1": 1,
        "B2": 2,
        "B3": 0,
    }


def test_14_33_20_43_no_multiplied_battery_tells_how_many_there_were():
    """How often fires are multiplied is shown to all, and that alone an id tells."""
    found: list[set[str]] = []
    for count in (1, 3):
        table, _ = dealt(company_of(1), count, 0)
        table.game.switches = replace(table.game.switches, multiples=True)
        more = multiples.extras(table.play, SU, 3)
        assert len({one.id for one in more}) == 2 * count
        found.append({one.id.partition("-turn-")[2] for one in more})
    assert found[0] == found[1]

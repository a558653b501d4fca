"""What a force's numbers would tell: names that are numbered through it are its own side's alone (3.2, 20.43)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.state import Aircraft, Battery
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
    assert table.rules.hidden.event(table.game, told, US).company == ""
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

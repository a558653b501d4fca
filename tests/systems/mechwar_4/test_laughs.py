"""What the sensible bot did in battles at which a beginner would laugh: each position shows one such move."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.going import best_place, outing, untried, wish
from campaign.systems.mechwar_4.reach import ways
from campaign.systems.mechwar_4.scenario import Exit, Objective, Victory
from campaign.systems.mechwar_4.sensible import read
from campaign.systems.mechwar_4.state import Unit
from tests.systems.mechwar_4.table import SU, US, Table, unit
from tests.systems.mechwar_4.test_sensible import OURS, PLACE, aims, chosen, held, walk

AWAY = Victory("", objective=(Objective("The place", ("0520",), 6, SU),), tie=SU)
WOODS = {f"{x:02}05": "heavy-woods" for x in range(1, 11)}
"""A wall of woods across the west of the board, which hides whoever is north of it."""


SCREEN = {f"08{y:02}": "heavy-woods" for y in (*range(1, 5), *range(8, 21))}
"""Another along a column, with a gap."""


def guns(*hexes: str, **more: Any) -> list[Unit]:
    return [unit("m150", US, hex, f"A{i}", **more) for i, hex in enumerate(hexes, 1)]


def fired(table: Table) -> Table:
    """The same once all of the American side have fired."""
    for one in table.game.units.values():
        one.fired = one.side == US
    return table


def attack(*others: Unit, terrain: dict[str, str] | None = None, **more: Any) -> Table:
    """A tank that is to take a place in the south."""
    return held(
        Table(unit("t62", SU, "0503", "B1"), *others, victory=AWAY, first=SU, terrain=terrain, **more),
        US,
        "0520",
    )


def test_a_tank_does_not_drive_alone_past_missiles_that_have_not_been_fired() -> None:
    """One after the other drove down the same road, where it was hidden in the end, into those that had destroyed the
    one before."""
    table = attack(*guns("1505", "1506", "1507"), terrain=SCREEN)
    table.act(SU, a.StartMove("B1"))
    walk(table, SU)
    assert table.unit("B1").hex in ("0502", "0503", "0504")


def test_it_goes_once_they_have_been_fired() -> None:
    table = fired(attack(*guns("1505", "1506", "1507"), terrain=SCREEN))
    assert chosen(table, SU) == a.StartMove("B1")
    table.act(SU, a.StartMove("B1"))
    walk(table, SU)
    assert table.play.distance(table.unit("B1").hex, "0520") < 10


def test_tanks_that_go_together_share_the_danger_of_the_way() -> None:
    """Whoever attacks alone is fired at by all; once it waited behind cover for the rest of the battle."""
    alone = attack(*guns("0513", "0713", "0313", "0912"), terrain=WOODS)
    more = [unit("t62", SU, hex, id) for hex, id in (("0403", "B2"), ("0603", "B3"), ("0703", "B4"))]
    both = attack(*guns("0513", "0713", "0313", "0912"), *more, terrain=WOODS)
    assert [aims(table, SU).together(table.unit("B1")) for table in (alone, both)] == [1, 4]
    for id in ("B2", "B3"):
        both.unit(id).moved = True
    assert aims(both, SU).together(both.unit("B1")) == 2


def test_trucks_that_bring_points_go_together_and_hurry_the_more_points_they_bring() -> None:
    """Five platoons of trucks stood in the open for five turns, each for fear of the same platoon of infantry."""
    urgent: list[float] = []
    for points in (2, 4):
        way = Exit(US, "the south", ("0520",), points, "trucks")
        trucks = [unit("truck", US, hex, id) for hex, id in (("0505", "A1"), ("0605", "A2"), ("0705", "A3"))]
        table = Table(*trucks, unit("soviet-rifles", SU, "0909", "B1"), victory=Victory("", exit=(way,)))
        reading = aims(table)
        assert reading.together(table.unit("A1")) == 3
        position = read(table.rules, table.rules.known(table.game, US), US, [])
        reach = ways(position.known, table.unit("A1"), Move("A1", 30, 30))
        urgent.append(outing(position, table.unit("A1"), reach).urgent)
    assert urgent[1] == pytest.approx(2 * urgent[0])


def test_counters_that_lie_face_down_are_feared() -> None:
    """In the fog they once were nothing: who had fired and was out of sight again was forgotten."""
    table, dangers = attack(*guns("1505", "1506", seen=False), terrain=SCREEN, on=("fog",)), list[float]()
    for has in (False, True):
        one = fired(table) if has else table
        reading = read(one.rules, one.rules.known(one.game, SU), SU, [])
        assert not reading.foes
        dangers.append(reading.gauntlet(one.unit("B1"), ["0504", "0505"]))
    assert dangers[0] > 0.1 and not dangers[1]


def test_tanks_are_fired_at_with_missiles_where_there_are_any() -> None:
    """Platoons with Dragons fired rifles at tanks, since suppressing one counted for more than a third of it."""
    table = held(
        Table(unit("us-rifles", US, "0508", "A1"), unit("t62", SU, "0511", "B1"), victory=OURS), US, "0508"
    )
    table.game.forces[SU].passed = True
    assert chosen(table) == a.Fire("A1", "B1", "missile")


def test_rifles_are_not_fired_at_tanks_that_have_done_for_this_turn() -> None:
    """Suppression is lifted before they act again (7.4)."""
    table = held(
        Table(unit("soviet-rifles", SU, "0508", "B1"), unit("m60a1", US, "0510", "A1"), victory=PLACE, first=SU),
        SU, "0508",
    )  # fmt: skip
    reading = aims(table, SU)
    assert reading.shot(table.unit("B1"), "main", table.unit("A1"), "direct") > 0.05
    table.unit("A1").fired = True
    assert aims(table, SU).shot(table.unit("B1"), "main", table.unit("A1"), "direct") <= 0


def test_a_poor_shot_is_taken_where_nobody_comes_nearer() -> None:
    """A tank stood beside infantry for four turns, and both sides passed."""
    table = held(
        Table(
            unit("t62", SU, "0507", "B1", damage=2), unit("us-rifles", US, "0508", "A1", improved=True, suppression=2),
            victory=PLACE, first=SU,
        ), SU, "0508",
    )  # fmt: skip
    assert isinstance(chosen(table, SU), a.Fire)


def test_who_is_shelled_drives_out_of_it() -> None:
    """A headquarters stayed for five turns in the hex on which the same guns fired."""
    table = held(
        Table(
            unit("hq", US, "0508", "A1", suppression=1),
            unit("m60a1", US, "0512", "A2"),
            unit("t62", SU, "2420", "B1"),
            victory=OURS,
        ),
        US,
        "0520",
    )
    table.unit("A2").moved = True
    assert chosen(table) == a.StartMove("A1")
    table.act(US, a.StartMove("A1"))
    walk(table)
    assert table.play.distance(table.unit("A1").hex, "0508") >= 2


EXIT = Victory("", exit=(Exit(SU, "the west", ("0105",), 2, "combat"),))


def test_tanks_that_wait_for_the_enemy_do_not_flee_before_they_are_hit() -> None:
    """A company left its ridge, from which it fired, for a hex that nobody saw, next to all of the enemy's."""
    foes = [
        unit("t62", SU, hex, id)
        for hex, id in (("1404", "B1"), ("1405", "B2"), ("1406", "B3"), ("1407", "B4"))
    ]
    table = Table(unit("m60a1", US, "0905", "A1"), unit("hq", US, "0906", "A2"), *foes, victory=EXIT)
    reading = read(table.rules, table.rules.known(table.game, US), US, [])
    assert (
        not wish(reading, table.unit("A1"), False, 0.05) and wish(reading, table.unit("A2"), False, 0.05) > 0
    )
    table.unit("A1").damage = 2
    reading = read(table.rules, table.rules.known(table.game, US), US, [])
    assert wish(reading, table.unit("A1"), False, 0.05) > 0


def test_who_has_no_aim_comes_no_nearer_to_the_enemy() -> None:
    """It went out of danger into the midst of the enemy, where nobody saw it for the moment."""
    table = Table(unit("m60a1", US, "0905", "A1", damage=2), unit("t62", SU, "1404", "B1"), victory=EXIT)
    reading, one = read(table.rules, table.rules.known(table.game, US), US, []), table.unit("A1")
    reach = ways(reading.known, one, Move("A1", 20, 20))
    assert best_place(reading, one, reach, [("1005", 2), ("0805", 2)])[1] == "0805"
    assert best_place(reading, one, reach, [("1005", 2)]) == (0.0, "")


def test_missile_carriers_do_not_stand_in_the_place_that_is_to_be_held() -> None:
    """They once drove down from their ridge into the village, to be overrun there."""
    table = held(
        Table(
            unit("tow-jeep", US, "0502", "A1"), unit("t62", SU, "0515", "B1"), victory=OURS,
            terrain={"0510": "heavy-woods", "0509": "heavy-woods", "0511": "heavy-woods"},
        ), US, "0508",
    )  # fmt: skip
    assert "0508" not in aims(table).aims(table.unit("A1"))


def test_missile_carriers_do_not_lead_an_attack_on_counters() -> None:
    """In the fog one drove twenty hexes ahead of all tanks, next to what it could not see."""
    place = Victory("", objective=(Objective("It", ("0504",), 2, SU),))
    wall = {f"{x:02}06": "heavy-woods" for x in range(1, 25)}
    foe = unit("t62", SU, "0508", "B1", seen=False)
    jeep, tank = unit("tow-jeep", US, "0502", "A1"), unit("m60a1", US, "0503", "A2")
    table = held(Table(jeep, tank, foe, victory=place, on=("fog",), terrain=wall), SU, "0504")
    table.unit("A2").moved = True
    table.act(US, a.StartMove("A1"))
    walk(table)
    assert table.unit("A1").hex != "0504"


def test_missile_carriers_overrun_nobody() -> None:
    """One drove through all of the enemy's to run over a headquarters."""
    table = held(
        Table(unit("m150", US, "0506", "A1"), unit("hq", SU, "0509", "B1"), victory=PLACE), SU, "0508"
    )
    table.act(US, a.StartMove("A1"))
    walk(table)
    assert table.unit("A1").hex != "0509"


def test_infantry_is_not_put_down_far_from_its_aim_where_there_is_no_enemy() -> None:
    """Two platoons were put down two hexes short of an empty village, and walked for the rest of the battle."""
    table = held(
        Table(
            unit("m113", US, "0506", "A1"), unit("us-rifles", US, "0506", "A2", aboard="A1"),
            unit("t62", SU, "2420", "B1"), victory=PLACE,
        ), SU, "0508",
    )  # fmt: skip
    table.act(US, a.StartMove("A1"))
    assert a.Dismount("A2") in table.listed(US)
    assert chosen(table) != a.Dismount("A2")


def test_a_headquarters_keeps_away_from_the_enemy() -> None:
    """It once stayed two hexes from dug-in infantry."""
    foe = unit("us-rifles", US, "0514", "A1", improved=True)
    table = held(
        Table(unit("hq", SU, "0512", "B1"), unit("t62", SU, "0513", "B2"), foe, victory=AWAY, first=SU), US, "0520"
    )  # fmt: skip
    table.unit("B2").moved = True
    assert chosen(table, SU) == a.StartMove("B1")
    table.act(SU, a.StartMove("B1"))
    walk(table, SU)
    assert table.play.distance(table.unit("B1").hex, "0514") >= 5


def test_infantry_that_is_dug_in_is_overrun_once_shells_have_fallen_on_it() -> None:
    """A tank drove into a platoon that nobody had suppressed."""
    brings: list[float] = []
    for levels in (0, 2):
        foe = unit("us-rifles", US, "0508", "A1", improved=True, suppression=levels)
        table = Table(unit("t62", SU, "0506", "B1"), foe, victory=OURS, first=SU)
        brings.append(aims(table, SU).fight(table.unit("B1"), "0508")[0])
    assert brings[0] < -0.2 and brings[1] > brings[0] + 0.4


def test_who_panics_or_has_acted_is_a_danger_next_turn() -> None:
    """A missile carrier fled into the midst of those who had just fired."""
    table, dangers = Table(unit("m150", US, "0505", "A1"), unit("t62", SU, "0507", "B1")), list[float]()
    for marker in ("", "fired", "panicked"):
        for name in ("fired", "panicked"):
            setattr(table.unit("B1"), name, name == marker)
        dangers.append(aims(table).danger(table.unit("A1"), "0506"))
    assert dangers[1] == pytest.approx(dangers[2]) and dangers[0] > dangers[1] > 0.5 * dangers[0]


def test_shells_do_not_follow_who_drives_out_of_them() -> None:
    """Tanks and headquarters that had been suppressed drove in zigzags for all of a move: wherever one stopped, shells
    were to fall next."""
    chief, tank = unit("hq", US, "0508", "A1", suppression=1), unit("m60a1", US, "0512", "A2", moved=True)
    table = held(Table(chief, tank, unit("t62", SU, "2420", "B1"), victory=OURS), US, "0520")
    table.act(US, a.StartMove("A1"))
    moves = 0
    while table.game.stack:
        wanted = chosen(table)
        moves += isinstance(wanted, a.Move)
        table.act(US, wanted)
    assert moves == 1 and table.play.distance(table.unit("A1").hex, "0508") >= 2
    reading = aims(table)
    assert not reading.shelling(table.unit("A1"), table.unit("A1").hex)
    assert reading.shelling(table.unit("A1"), "0508") > 0


def test_who_lies_face_down_does_not_drive_out_of_it_into_sight() -> None:
    """A missile carrier that nobody had found left its cover, was seen as it set out, and was gone."""
    gun = unit("m150", US, "0505", "A1", damage=2, seen=False, defilade="S", fired=False)
    table = Table(gun, unit("t62", SU, "0512", "B1"), victory=OURS, on=("fog",))
    reading = read(table.rules, table.rules.known(table.game, US), US, [])
    hidden = reading.danger(table.unit("A1"), "0505")
    table.unit("A1").seen = True
    reading = read(table.rules, table.rules.known(table.game, US), US, [])
    assert 0 < hidden < 0.5 * reading.danger(table.unit("A1"), "0505")
    table.unit("A1").seen = False
    reading = read(table.rules, table.rules.known(table.game, US), US, [])
    assert not wish(reading, table.unit("A1"), False, 0.05)


def test_a_trench_is_not_carried_along() -> None:
    """Infantry left its dug-in position for the open in front of tanks, as if it were dug in there, too."""
    foes = [unit("t62", SU, hex, id) for hex, id in (("0509", "B1"), ("0609", "B2"))]
    dangers: list[float] = []
    brings: list[float] = []
    for improved in (True, False):
        table = Table(unit("us-rifles", US, "0507", "A1", improved=improved), *foes, victory=OURS)
        reading, one = aims(table), table.unit("A1")
        dangers.append(reading.danger(one, "0508"))
        brings.append(reading.fight(one, "0509")[0])
        assert (reading.danger(one, "0507") < 0.5 * dangers[-1]) == improved
    assert dangers[0] == pytest.approx(dangers[1]) and brings[0] == pytest.approx(brings[1])


def test_a_tank_fires_before_it_drives_at_those_who_have_not() -> None:
    """One had a good shot at a tank, and drove into the village at three who had not fired, to be gone on its way."""
    foes = [unit("t62", SU, "0508", "B1", damage=1), *(unit("t62", SU, f"060{y}", f"B{y}") for y in (7, 8))]
    table = held(Table(unit("m60a1", US, "0505", "A1"), *foes, victory=PLACE), SU, "0508")
    assert isinstance(chosen(table), a.Fire)
    assert aims(table).braves(table.unit("A1"), ["0506", "0508"]) < 0.5
    for id in ("B1", "B7", "B8"):
        table.unit(id).fired = True
    assert aims(table).braves(table.unit("A1"), ["0506", "0508"]) == 1.0


def test_an_empty_carrier_raids_nobody() -> None:
    """M113 that had put down their infantry drove through the enemy at mortars, or into the place that he held."""
    carrier, load = unit("m113", US, "0505", "A1"), unit("us-rifles", US, "0505", "A2", aboard="A1")
    mortars, tank = unit("mortars", SU, "0516", "B1"), unit("m60a1", US, "0506", "A3", moved=True)
    empty = held(Table(carrier, tank, mortars, victory=AWAY), SU, "0520")
    assert aims(empty).helps(empty.unit("A1")) and empty.unit("A1") not in aims(empty).fighters()
    assert aims(empty).aims(empty.unit("A1")) == {"0506"}
    empty.act(US, a.StartMove("A1"))
    walk(empty)
    assert empty.play.distance(empty.unit("A1").hex, "0516") >= 8
    full = held(Table(carrier, load, tank, mortars, victory=AWAY), SU, "0520")
    assert aims(full).aims(full.unit("A1")) == {"0520"}
    bmp = held(Table(unit("bmp", SU, "0505", "B1"), unit("m150", US, "1010", "A1"), victory=OURS), US, "0508")
    assert not aims(bmp, SU).helps(bmp.unit("B1"))


def test_a_garrison_does_not_walk_from_its_place_to_another() -> None:
    """The only platoon in one hex of a village left it for the next, and the enemy drove into the first."""
    village = Victory("", objective=tuple(Objective(hex, (hex,), 2, US) for hex in ("0508", "0510")), tie=US)
    table = held(
        held(Table(unit("us-rifles", US, "0508", "A1"), unit("t62", SU, "0514", "B1"), victory=village), US, "0508"),
        SU, "0510",
    )  # fmt: skip
    assert not aims(table).aims(table.unit("A1"))
    table.unit("A1").came = "0507"
    assert aims(table).aims(table.unit("A1")) == {"0510"}, "it comes past"
    table.unit("A1").came = "0508"
    near = held(table, SU, "0509")
    assert aims(near).aims(near.unit("A1")) == {"0509"}


def test_who_has_turned_back_does_not_set_out_for_the_same_again() -> None:
    """A missile carrier drove twice within a move to where it was seen, and back again."""
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "2408", "B1", seen=False), victory=OURS)
    position = read(table.rules, table.rules.known(table.game, US), US, [])
    places = [("0504", 2), ("0507", 4)]
    there, back = ["0506", "0606"], ["0506", "0606", "0506", "0505"]
    assert untried(position, table.unit("A1"), there, places) == places
    assert not untried(position, table.unit("A1"), back, places)
    assert untried(position, table.unit("A1"), back, [*places, ("2408", 9)]) == [("2408", 9)]


def test_a_helicopter_goes_to_no_place_in_which_a_counter_lies() -> None:
    """One took a place under which a tank stood that it had not seen."""
    place = Victory("", objective=(Objective("It", ("0508",), 6, SU),), tie=SU)
    table = held(
        Table(
            unit("ah-1", US, "0502", "A1"), unit("t62", SU, "0508", "B1", seen=False),
            unit("truck", SU, "2420", "B2"), victory=place, on=("fog",),
        ), SU, "0508",
    )  # fmt: skip
    position = read(table.rules, table.rules.known(table.game, US), US, [])
    reach = ways(position.known, table.unit("A1"), Move("A1", 40, 40))
    assert "0508" in position.strangers
    assert position.aims(table.unit("A1")) and position.prize(table.unit("A1"), "0508") > 1
    assert best_place(position, table.unit("A1"), reach, [("0508", 12)]) == (0.0, "")

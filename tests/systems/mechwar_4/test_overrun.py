"""Overruns (12) and close assaults with engineers (19.616)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import APPLIERS
from campaign.systems.mechwar_4.decide.flow import settle
from campaign.systems.mechwar_4.frames import Firer, Move
from campaign.systems.mechwar_4.values import shot
from tests.systems.mechwar_4.table import SU, US, Table, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")
M60 = unit("m60a1", US, "0505", "A1")


def overrun(*foes: object, dice: tuple[int, ...] = (1, 6), mover: object = M60, **more: object) -> Table:
    """The M60 drives into 0507; the two dice are those for who fires first."""
    table = Table(mover, *foes, IDLE, FAR, **more)  # type: ignore[arg-type]
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"), *dice)
    return table


T62 = unit("t62", SU, "0507", "B1")


def test_12_entering_costs_nothing_more_and_a_firefight_begins():
    """8.25."""
    table = overrun(T62)
    assert table.asked() == {US: "overrun"}
    assert table.told(e.InitiativeRolled).overrun
    assert table.told(e.OverrunRound).to_fire == ("A1", "B1")


def test_mw_01_the_lower_sum_fires_first_then_the_lower_panic_level():
    """12.0."""
    table = overrun(T62, dice=(4, 2), panic=(1, 3))
    assert table.asked() == {US: "overrun"}


def test_12_sides_alternate_until_each_has_fired():
    """12.0."""
    table = overrun(T62)
    table.act(US, a.OverrunFire("A1", "B1"), 1)
    told = table.told(e.ShotResolved)
    assert (told.range, told.fire, told.column) == (0, "overrun", 16 + 2 - 10)
    assert table.asked() == {SU: "overrun"}
    table.act(SU, a.OverrunFire("B1", "A1"), 1, 4)
    assert table.asked() == {US: "stay"}


def test_12_it_leaves_free_of_cost_and_may_move_on():
    table = overrun(T62)
    table.act(US, a.OverrunFire("A1", "B1"), 1)
    table.act(SU, a.OverrunFire("B1", "A1"), 1, 4)
    before = table.game.stack[0].left  # type: ignore[union-attr]
    table.act(US, a.Leave("0508"))
    assert table.unit("A1").hex == "0508"
    assert table.game.stack[0].left == before  # type: ignore[union-attr]
    table.does(a.Move("A1", "0510"))


def test_12_or_it_stays_for_another_round_up_to_six():
    """12.0."""
    table = overrun(T62)
    for _ in range(6):
        table.unit("A1").damage = table.unit("B1").damage = 0
        table.act(US, a.OverrunFire("A1", "B1"), 1)
        table.act(SU, a.OverrunFire("B1", "A1"), 1, 4)
        if a.Stay() in table.listed(US):
            table.act(US, a.Stay(), 1, 6)
    assert table.refuses(a.Stay(), US).rule == "house rule"
    assert table.asked() == {US: "stay"}


def misses(table: Table) -> None:
    """A firefight that does nothing."""
    table.act(US, a.OverrunFire(table.game.stack[-1].unit, "B1"), 1)  # type: ignore[union-attr]
    mover = next(one.unit for one in table.game.stack if isinstance(one, Move))
    table.act(SU, a.OverrunFire("B1", mover), 1, 4)
    for one in table.game.units.values():
        one.damage = one.suppression = 0
        one.panicked = False


BACK = a.Move("A1", "0507")


def test_12_who_leaves_and_comes_back_has_no_more_firefights_than_who_stays():
    """12.0."""
    table = overrun(T62, readings={"firefights": 2, "firefights_counted": "move"})
    misses(table)
    table.act(US, a.Leave("0506"))
    assert BACK in table.listed(US)
    table.does(BACK, 1, 6)
    misses(table)
    assert a.Stay() not in table.listed(US)
    assert table.refuses(a.Stay(), US).rule == "house rule"
    table.act(US, a.Leave("0506"))
    assert table.told(e.OverrunEnded).readings == ("firefights", "firefights_counted")
    assert BACK not in table.listed(US)
    refused = table.refuses(BACK)
    assert (refused.rule, refused.where) == ("house rule", "$.to")
    assert "2 firefights" in refused.reason or "two firefights" in refused.reason
    assert a.Move("A1", "0606") in table.listed(US), "elsewhere it goes as before"


def test_12_by_the_other_reading_who_comes_back_begins_anew():
    table = overrun(T62, readings={"firefights": 1, "firefights_counted": "row"})
    misses(table)
    table.act(US, a.Leave("0506"))
    assert table.game.fought == {}
    table.does(BACK, 1, 6)
    assert table.asked() == {US: "overrun"}


@pytest.mark.parametrize(("counted", "may"), [("move", True), ("turn", False)])
def test_12_whether_another_unit_overruns_a_hex_in_which_all_firefights_were_fought(counted: str, may: bool):
    """12.0."""
    other = unit("m60a1", US, "0508", "A2")
    table = overrun(T62, other, readings={"firefights": 1, "firefights_counted": counted})
    misses(table)
    table.act(US, a.Leave("0506"))
    table.does(a.EndMove("A1"))
    table.act(SU, a.Pass())
    table.does(a.StartMove("A2"))
    assert (a.Move("A2", "0507") in table.listed(US)) is may
    table.does(a.EndMove("A2"))
    table.next_turn()
    assert table.game.fought == {}, "another turn, other firefights"


def test_12_19_624_who_has_fought_motorcycles_enough_goes_back_from_among_them():
    bikes = unit("motorcycles", SU, "0507", "B1")
    table = Table(M60, bikes, IDLE, FAR, readings={"firefights": 1, "firefights_counted": "move"})
    table.does(a.StartMove("A1"))
    table.does(BACK)
    table.game.fought["A1:0507"] = 1
    table.does(a.EndMove("A1"))
    assert table.unit("A1").hex == "0506"
    assert table.asked() == {SU: "activation"}


def test_12_of_others_firefights_nobody_is_told_by_what_he_knows():
    table = overrun(T62, on=("fog",), readings={"firefights": 6, "firefights_counted": "move"})
    assert table.game.fought == {"A1:0507": 1}
    assert table.play.known(US).state.fought == {"A1:0507": 1}
    assert table.play.known(SU).state.fought == {}


def test_20_5_who_is_left_alone_in_an_overrun_takes_the_place():
    table = overrun(unit("t62", SU, "0507", "B1", damage=2))
    table.game.held["0507"] = SU
    table.act(US, a.OverrunFire("A1", "B1"), 6)
    assert table.unit("B1").out == "eliminated"
    assert table.told(e.HexTaken) == e.HexTaken(US, "0507")
    assert table.game.held["0507"] == US


def test_20_5_nobody_takes_a_place_in_which_he_falls():
    table = overrun(T62, dice=(6, 1), mover=replace(M60, damage=2))
    table.game.held["0507"] = SU
    table.act(SU, a.OverrunFire("B1", "A1"), 6)
    assert table.unit("A1").out
    assert table.game.held["0507"] == SU


def test_12_a_side_that_is_gone_ends_it():
    table = overrun(unit("t62", SU, "0507", "B1", damage=2))
    table.act(US, a.OverrunFire("A1", "B1"), 6)
    assert table.unit("B1").out == "eliminated"
    assert table.asked() == {US: "move"}, "it has points left"
    table = overrun(T62, dice=(6, 1), mover=unit("m113", US, "0505", "A1"))
    table.act(SU, a.OverrunFire("B1", "A1"), 6)
    assert table.unit("A1").out == "eliminated"
    assert table.asked() == {SU: "activation"}


def test_12_1_terrain_is_ignored_but_for_infantry_in_cover_and_improved_positions():
    rifles = unit("soviet-rifles", SU, "0507", "B1", improved=True)
    table = overrun(rifles, terrain={"0507": "town"})

    def add(kind: str, **more: object) -> int:
        foe = table.unit("B1")
        for name, value in more.items():
            setattr(foe, name, value)
        return shot(table.play, Firer("A1", "main", 0), foe, kind).add  # type: ignore[arg-type]

    assert add("overrun") == -3
    assert add("overrun", improved=False) == -2
    assert add("overrun", type="t62", defilade="N") == 0


@pytest.mark.parametrize("marker", ["fired", "moved", "panicked"])
def test_12_2_and_12_4_prior_fire_and_panic_do_not_matter(marker: str):
    """12.4."""
    table = Table(M60, T62, IDLE, FAR, panic=(4, 4))
    setattr(table.unit("B1"), marker, True)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"), 6, 1)
    table.act(SU, a.OverrunFire("B1", "A1"), 1)
    assert table.told(e.ShotResolved)


@pytest.mark.parametrize(
    ("carrier", "soft"), [("btr-60", True), ("bmp", False), ("truck", None), ("t62", None)]
)
def test_9_4_infantry_fires_out_of_a_carrier_that_is_overrun(carrier: str, soft: bool | None):
    """12.0."""
    rifles = unit("soviet-rifles", SU, "0507", "B2", aboard="B1", fired=True, seen=False)
    table = overrun(unit(carrier, SU, "0507", "B1"), rifles, dice=(6, 1))
    fires = a.OverrunFire("B2", "A1", "assault")
    if soft is None:
        assert fires not in table.listed(SU), "out of trucks and on tanks nobody fires (9.41, 9.21)"
        return
    assert table.unit("B2").seen
    table.act(SU, fires, 1)
    assert table.told(e.ShotResolved).unit == "B2"
    assert (a.OverrunFire("A1", "B2") in table.listed(US)) is soft


def test_9_5_infantry_does_not_fire_out_of_the_carrier_that_overruns():
    """12.0."""
    rifles = unit("us-rifles", US, "0505", "A2", aboard="A1")
    table = Table(unit("m113", US, "0505", "A1"), rifles, T62, IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"), 1, 6)
    assert table.told(e.OverrunRound).to_fire == ("A1", "B1")


def test_12_3_opportunity_fire_comes_first():
    gun = unit("t62", SU, "0712", "B2")
    table = Table(M60, T62, gun, IDLE, FAR).watching(SU)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0506"))
    table.act(SU, a.HoldFire())
    table.does(a.Move("A1", "0507"))
    assert table.asked() == {SU: "opportunity"}
    table.act(SU, a.Fire("B2", "A1"))
    table.act(SU, a.Resolve(), 1, 1, 6)
    assert table.asked() == {US: "overrun"}


def test_12_a_survivor_that_has_not_moved_still_may():
    table = overrun(T62)
    table.act(US, a.OverrunFire("A1", "B1"), 1)
    table.act(SU, a.OverrunFire("B1", "A1"), 1, 4)
    table.act(US, a.Leave("0508"))
    table.does(a.EndMove("A1"))
    table.act(SU, a.StartMove("B1"))
    assert table.asked() == {SU: "move"}


def test_mw_34_and_12_5_no_hex_holds_both_sides_afterwards():
    """12.5."""
    table = overrun(T62)
    table.act(US, a.OverrunFire("A1", "B1"), 1)
    table.act(SU, a.OverrunFire("B1", "A1"), 1, 4)
    assert not any(isinstance(one, a.EndMove) for one in table.listed(US))
    table.act(US, a.Leave("0506"))
    assert table.unit("A1").hex != table.unit("B1").hex


@pytest.mark.parametrize(
    ("full", "where"),
    [((), "0506"), (("0506",), "0606"), (("0406", "0407", "0506", "0508", "0606", "0607"), "")],
)
def test_12_5_who_rides_on_a_tank_that_overruns_gets_off_where_it_came_from(
    full: tuple[str, ...], where: str
):
    crowd = (unit("t62", US, hex, f"A{i}{j}") for i, hex in enumerate(full, 3) for j in range(3))
    rifles = unit("us-rifles", US, "0505", "A2", aboard="A1")
    table = Table(replace(M60, damage=2), rifles, *crowd, T62, IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"), 6, 1)
    table.act(SU, a.OverrunFire("B1", "A1"), 1)
    assert table.unit("A1").out
    assert (table.unit("A2").hex, table.unit("A2").aboard) == (where, "")
    assert bool(table.unit("A2").out) is (not where)


def test_8_15_columns_are_columns_no_more_after_it():
    table = overrun(unit("t62", SU, "0507", "B1", column=True), unit("t62", SU, "0507", "B2"))
    table.act(US, a.OverrunFire("A1", "B2"), 1)
    table.act(SU, a.OverrunFire("B1", "A1"), 1)
    table.act(SU, a.OverrunFire("B2", "A1"), 1, 4)
    table.act(US, a.Leave("0508"))
    assert not table.unit("B1").column


HELPED = Firer("A1", "main", 0)


def test_19_616_engineers_help_infantry_that_assaults_a_town_out_of_their_hex():
    units = [
        unit("us-rifles", US, "0506", "A1"), unit("engineers", US, "0506", "A2"),
        unit("soviet-rifles", SU, "0507", "B1"),
    ]  # fmt: skip
    table = Table(*units, IDLE, FAR, terrain={"0507": "town"})
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"), 1, 6)
    read = shot(table.play, HELPED, table.unit("B1"), "overrun")
    assert read.superiority == 8 + 2 + 6 - 8
    assert read.add == -2 + 2
    for hindered in ("suppression", "fired"):
        setattr(table.unit("A2"), hindered, 1)
        read = shot(table.play, HELPED, table.unit("B1"), "overrun")
        assert (read.superiority, read.add) == (8 + 2 - 8, -2), hindered
        setattr(table.unit("A2"), hindered, 0)


def test_19_616_engineers_that_defend_a_town_with_infantry_help_its_die():
    units = [
        unit("us-rifles", US, "0507", "A1"), unit("engineers", US, "0507", "A2"),
        unit("soviet-rifles", SU, "0506", "B1"),
    ]  # fmt: skip
    table = Table(*units, IDLE, FAR, terrain={"0507": "town"}, first=SU)
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0507"), 1, 6)
    read = shot(table.play, HELPED, table.unit("B1"), "overrun")
    assert (read.superiority, read.add) == (8 + 2 - 8, -2 + 2)
    table.unit("A2").hex = "0101"
    assert shot(table.play, HELPED, table.unit("B1"), "overrun").add == -2


def test_19_624_vehicles_pass_motorcycles_but_do_not_stop_among_them():
    table = Table(M60, unit("motorcycles", SU, "0507", "B1"), IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0509"))
    assert table.unit("A1").hex == "0509"


def test_19_624_who_ends_its_move_among_motorcycles_fights_them():
    table = Table(M60, unit("motorcycles", SU, "0507", "B1", damage=2), IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    table.does(a.EndMove("A1"), 1, 6)
    assert table.asked() == {US: "overrun"}
    table.act(US, a.OverrunFire("A1", "B1"), 6)
    assert table.unit("B1").out == "eliminated"
    table.does(a.EndMove("A1"))
    assert table.asked() == {SU: "activation"}


def test_19_624_who_panics_among_them_goes_back():
    table = Table(M60, unit("motorcycles", SU, "0507", "B1"), IDLE, FAR)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    table.unit("A1").panicked = True
    settle(table.play)
    assert table.unit("A1").hex == "0506"


def test_9_32_who_leaves_the_carrier_that_is_overrun_has_not_moved():
    """It is no passenger of the overrunner's either, whom it would take along where its move is undone."""
    rifles = unit("soviet-rifles", SU, "0507", "B2", aboard="B1")
    table = overrun(unit("half-track", SU, "0507", "B1"), rifles)
    APPLIERS[e.Dismounted](table.game, e.Dismounted("B2", "0507"))
    assert not table.unit("B2").moved
    assert not next(one for one in table.game.stack if isinstance(one, Move)).handled

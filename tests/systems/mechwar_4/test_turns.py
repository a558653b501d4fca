"""The turn: initiative, activations, formations, regrouping, deployment, the end of a battle (4, 20.4, 20.5)."""

from __future__ import annotations

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.scenario import Exit, Objective, Victory
from campaign.systems.mechwar_4.state import Area, Unit
from campaign.systems.mechwar_4.view import view
from tests.systems.mechwar_4.table import SU, US, Table, company, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")


# -- 4.2 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "panic", "first"),
    [((4, 2), (1, 3), US), ((4, 1), (1, 3), SU), ((2, 4), (0, 0), US), ((3, 3, 5, 2), (1, 1), SU)],
)
def test_4_2_the_lower_sum_goes_first_then_the_lower_level_else_again(
    dice: tuple[int, ...], panic: tuple[int, int], first: str
):
    table = Table(IDLE, FAR, panic=panic)
    table.act(US, a.Pass())
    table.act(SU, a.Pass(), *dice)
    assert table.told(e.InitiativeRolled).side == first
    assert table.asked() == {first: "activation"}


def test_4_2_by_the_other_reading_the_first_side_has_a_tie():
    table = Table(IDLE, FAR, readings={"initiative_tie": "first-side"})
    table.act(US, a.Pass())
    table.act(SU, a.Pass(), 3, 3)
    assert table.told(e.InitiativeRolled).side == US


def test_4_2_in_the_first_turn_the_scenario_says():
    assert Table(IDLE, FAR, first=SU).asked() == {SU: "activation"}


# -- 4.1 -------------------------------------------------------------------------------------------------------


def test_4_1_sides_alternate_until_both_have_done():
    more = [unit("truck", US, "0119", "A8"), unit("truck", US, "0118", "A7")]
    table = Table(IDLE, *more, FAR)
    for side, id in ((US, "A9"), (SU, "B9"), (US, "A8"), (US, "A7")):
        assert table.asked() == {side: "activation"}
        table.does(a.StartMove(id))
        table.does(a.EndMove(id))
    assert table.game.turn == 2


def test_4_1_what_a_turn_forgets():
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0508", "B1"), IDLE, FAR)
    table.fires("A1", "B1", 1)
    table.next_turn()
    assert not table.unit("A1").fired
    assert table.game.attacked == []


def formation(gap: str, side: str = US, type: str = "m60a1", **more: object) -> Table:
    """Two platoons of a company, the second so many hexes from the first, and a stranger."""
    units = [unit(type, side, "0505", "A1", company="c"), unit(type, side, gap, "A2", company="c")]
    units.append(unit(type, side, "0605", "A3"))
    doctrine = "soviet" if side == SU else "nato"
    return Table(
        *units,
        IDLE,
        FAR,
        on=["formations"],
        companies=[company("c", side, doctrine=doctrine)],
        first=side,
        **more,
    )  # type: ignore[arg-type]


def test_4_1_a_formation_acts_together_up_to_three_units():
    table = formation("0507")
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0506"))
    table.does(a.EndMove("A1"))
    assert table.asked() == {US: "formation"}
    assert table.refuses(a.StartMove("A3")).rule == "4.1"
    table.does(a.StartMove("A2"))
    table.does(a.EndMove("A2"))
    assert table.asked() == {SU: "activation"}


def test_4_1_an_activation_may_end_before_all_have_acted():
    table = formation("0507")
    table.does(a.StartMove("A1"))
    table.does(a.EndMove("A1"))
    table.act(US, a.EndActivation())
    assert table.asked() == {SU: "activation"}


@pytest.mark.parametrize(
    ("side", "hex", "kept"), [(US, "0508", True), (SU, "0508", False), (SU, "0507", True)]
)
def test_mw_40_platoons_three_apart(side: str, hex: str, kept: bool):
    table = formation(hex, side, "m60a1" if side == US else "t62")
    table.next_turn()
    assert table.game.companies["c"].broken_formation == (not kept)
    table.next_turn()
    if not kept:
        assert table.play.level(table.unit("A1")) == 1
        table.unit("A2").hex = "0506"
        table.next_turn()
        assert not table.game.companies["c"].broken_formation


def test_4_1_a_turn_of_grace_where_losses_broke_it():
    table = formation("0512")
    table.unit("A3").company, table.unit("A3").out, table.unit("A3").hex = "c", "eliminated", ""
    table.next_turn()
    assert (table.game.companies["c"].broken_formation, table.game.companies["c"].grace) == (False, 2)
    table.next_turn()
    assert table.game.companies["c"].broken_formation


def test_4_1_grace_is_for_losses_of_the_turn_alone():
    """It has lost a platoon long ago, and drives apart now."""
    table = formation("0512")
    table.unit("A3").company, table.unit("A3").out, table.unit("A3").hex = "c", "eliminated", ""
    table.unit("A3").came = ""
    table.next_turn()
    assert table.game.companies["c"].broken_formation


def test_4_1_units_without_a_company_form_one_with_the_like():
    units = [unit("m60a1", US, hex, f"A{i}") for i, hex in enumerate(("0505", "0507", "0513"), 1)]
    table = Table(*units, unit("truck", US, "0606", "A4"), FAR, on=["formations"])
    table.does(a.StartMove("A1"))
    table.does(a.EndMove("A1"))
    assert table.asked() == {US: "formation"}
    assert {one.unit for one in table.listed(US) if isinstance(one, a.StartMove)} == {"A2"}


def test_4_1_a_headquarters_groups_its_company_whatever_the_types():
    units = [
        unit("m60a1", US, "0505", "A1", company="c"), unit("m113", US, "0510", "A2", company="c"),
        unit("m113", US, "0512", "A3", company="c"), unit("hq", US, "0508", "A4", company="c"),
    ]  # fmt: skip
    table = Table(*units, FAR, on=["formations"], companies=[company("c", US)])
    table.does(a.StartMove("A1"))
    table.does(a.EndMove("A1"))
    assert {one.unit for one in table.listed(US) if isinstance(one, a.StartMove)} == {"A2", "A4"}
    table.unit("A4").hex = "0515"
    assert not [one for one in table.listed(US) if isinstance(one, a.StartMove)]


@pytest.mark.parametrize(("side", "near", "far"), [(US, "0508", "0509"), (SU, "0507", "0508")])
def test_mw_40_4_1_formations_act_together_within_three_hexes_or_two(side: str, near: str, far: str):
    for hex in (near, far):
        table = formation(hex, side, "m60a1" if side == US else "t62")
        table.does(a.StartMove("A1"))
        table.does(a.TakeDefilade("A1", "N"))
        table.does(a.EndMove("A1"))
        listed = table.listed(side) if table.asked().get(side) == "formation" else []
        assert (a.StartMove("A2") in listed) is (hex == near)


def test_4_1_without_formations_one_unit_acts_at_a_time():
    units = (
        unit("m60a1", US, "0505", "A1", company="c"),
        unit("m60a1", US, "0506", "A2", company="c"),
        unit("t62", SU, "0515", "B1"),
    )
    table = Table(*units, companies=[company("c", US)])
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0605"))
    table.does(a.EndMove("A1"))
    assert table.asked() == {SU: "activation"}


# -- 4.1 E -----------------------------------------------------------------------------------------------------


def partial(*damage: int, **more: object) -> Table:
    units = [unit("m60a1", US, "0505", f"A{i}", damage=one, company="c") for i, one in enumerate(damage, 1)]
    return Table(*units, IDLE, FAR, companies=[company("c", US)], **more)  # type: ignore[arg-type]


def pass_both(table: Table) -> None:
    table.act(US, a.Pass())
    table.act(SU, a.Pass())


def test_4_1_partial_units_combine():
    table = partial(2, 1)
    pass_both(table)
    assert table.asked() == {US: "regroup"}
    table.act(US, a.Regroup("A1", "A2"))
    assert table.unit("A1").damage == 0
    assert table.unit("A2").out == "regrouped"
    assert table.game.turn == 2


@pytest.mark.parametrize("damage", [(0, 2), (1, 1)])
def test_4_1_no_more_than_a_full_unit(damage: tuple[int, int]):
    table = partial(*damage)
    pass_both(table)
    assert not any(isinstance(one, a.Regroup) for one in table.listed(US))


def test_4_1_not_who_has_a_marker_or_came_this_turn():
    def marked(unit: Unit) -> None:
        unit.fired = True

    def came(unit: Unit) -> None:
        unit.came = "0101"

    for change in (marked, came):
        table = partial(2, 2)
        change(table.unit("A2"))
        pass_both(table)
        assert table.game.turn == 2


def test_4_1_only_of_one_company():
    table = partial(2, 2)
    table.unit("A2").company = ""
    pass_both(table)
    assert table.refuses(a.Regroup("A1", "A2")).rule == "4.1"


def test_4_1_units_without_a_company_combine_where_formations_are_made_of_the_like():
    for on, allowed in (((), False), (("formations",), True)):
        table = partial(2, 2, on=on)
        table.unit("A1").company = table.unit("A2").company = ""
        pass_both(table)
        assert (a.Regroup("A1", "A2") in table.listed(US)) is allowed


def test_9_1_two_carriers_with_somebody_aboard_do_not_combine():
    """4.1."""
    units = [unit("m113", US, "0505", f"A{i}", damage=2, company="c") for i in (1, 2)]
    aboard = [unit("us-rifles", US, "0505", f"A{i + 2}", damage=2, aboard=f"A{i}") for i in (1, 2)]
    table = Table(*units, *aboard, IDLE, FAR, companies=[company("c", US)])
    pass_both(table)
    assert table.refuses(a.Regroup("A1", "A2"), US).rule == "4.1"
    table.unit("A4").aboard = ""
    table.act(US, a.Regroup("A2", "A1"))
    assert table.unit("A3").aboard == "A2"


# -- 20.5 ------------------------------------------------------------------------------------------------------


def test_20_5_the_greater_number_of_points_wins_after_the_last_turn():
    table = Table(IDLE, FAR, turns=1)
    table.game.forces[SU].score = 3
    table.next_turn()
    assert table.game.verdict is not None
    assert table.game.verdict.winner == SU
    assert table.refuses(a.Pass(), US).rule == "20.5"


def test_20_5_equal_points_are_a_draw_unless_the_scenario_says():
    table = Table(IDLE, FAR, turns=1)
    table.next_turn()
    assert table.game.verdict is not None
    assert table.game.verdict.winner == ""


def test_a_side_with_nothing_left_ends_the_battle():
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0506", "B1", damage=2), IDLE)
    table.fires("A1", "B1", 6)
    table.next_turn()
    assert table.game.verdict is not None
    assert table.game.verdict.winner == US


def test_20_41_units_are_deployed_within_their_area():
    table = Table(
        unit("m60a1", US, "0505", "A1"), unit("t62", SU, "2415", "B1"), terrain={"0606": "heavy-woods"}
    )
    table.game.areas = (Area(US, ("0505", "0506", "0606"), ("A1",)),)
    table._tell(e.PhaseBegan("setup"))
    assert table.refuses(a.Place("A1", "0507")).rule == "20.41"
    table.does(a.Place("A1", "0506"))
    assert table.unit("A1").hex == "0506"
    table.act(US, a.Ready())
    assert table.refuses(a.Place("B1", "2416")).rule == "20.41", "its side has no area"


def test_20_43_the_first_player_deploys_first_and_the_other_sees_where():
    table = Table(
        unit("m60a1", US, "0505", "A1", seen=False), unit("t62", SU, "2415", "B1", seen=False), on=("fog",)
    )
    table.game.areas = (Area(US, ("0505", "0506"), ("A1",)), Area(SU, ("2415",), ("B1",)))
    table._tell(e.PhaseBegan("setup"))
    assert table.asked() == {US: "setup"}
    assert [one.id for one in view(table.play.known(SU), SU).pieces] == ["B1"], "not before he is ready"
    table.act(US, a.Ready())
    assert table.asked() == {SU: "setup"}
    assert [one.id for one in view(table.play.known(SU), SU).pieces] == ["A1", "B1"]
    assert [one.id for one in view(table.play.known(US), US).pieces] == ["A1"]


def test_20_5_a_town_is_all_its_hexes():
    town = Objective("Town", ("0505", "0506"), 5, SU)
    table = Table(
        unit("m60a1", US, "0505", "A1"), FAR, victory=Victory("Points.", objective=(town,)), turns=1
    )
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0506"))
    table.does(a.EndMove("A1"))
    table.next_turn()
    assert table.game.verdict is not None
    assert {side: force.score for side, force in table.game.forces.items()} == {US: 0, SU: 0}, (
        "one hex is not the town"
    )


def test_20_5_who_is_alone_on_the_map_still_leaves_it_for_points() -> None:
    way = Exit(US, "the south", ("0520",), 4, "all")
    for exits, goes_on in (((way,), True), ((), False)):
        table = Table(unit("truck", US, "0505", "A1"), victory=Victory("", exit=exits))
        table.next_turn()
        assert (table.game.verdict is None) == goes_on

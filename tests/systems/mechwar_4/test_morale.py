"""Morale of companies, battalions and brigades (19.8)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import morale, orders
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide.phases import regroup, removal_phase
from campaign.systems.mechwar_4.face_down import FaceDown
from campaign.systems.mechwar_4.gunnery import Guns
from campaign.systems.mechwar_4.harm import lose
from campaign.systems.mechwar_4.odds import shelled
from campaign.systems.mechwar_4.state import Battalion, Jammer
from tests.systems.mechwar_4.field import Field, company, of, unit
from tests.systems.mechwar_4.pack import board, reading

FLAT = ("000000", "000000", "000000", "000000")


def flat(**readings: Any) -> Charts:
    charts = board(FLAT)
    if readings:
        charts.readings = reading(**readings).readings
    return charts


def formed(charts: Charts | None = None, **switches: Any) -> Field:
    """Two companies of a battalion, with its headquarters, and a brigade's; a third is independent."""
    units = (
        *(unit(f"b{i}", "m60a1", f"010{1 + i % 3}", "bc") for i in range(1, 6)),
        *(unit(f"b{i}", "m60a1", f"020{1 + i % 3}", "bd") for i in range(6, 10)),
        unit("bhq", "battalion-hq", "0303"), unit("brig", "battalion-hq", "0304"),
        unit("bi", "m60a1", "0304", "bx"), unit("r1", "t62", "0601"),
    )  # fmt: skip
    companies = (
        company("bc", battalion="b"), company("bd", battalion="b"), company("bx", battalion="b", independent=True),
    )  # fmt: skip
    battalions = (Battalion("b", "Battalion", "blue", "B", "bhq", 7),)
    return Field(
        charts or flat(),
        units,
        companies=companies,
        battalions=battalions,
        **{"morale": True, "wrecks": False, **switches},
    )


def with_brigade() -> Field:
    one = formed()
    one.game.battalions["b"].brigade = "br"
    one.game.battalions["br"] = Battalion("br", "Brigade", "blue", "A", "brig", 8, is_brigade=True)
    return one


def kill(one: Field, id: str, *dice: int) -> list[Any]:
    play = one.roll(*dice)
    lose(play, one.game.units[id], 3)
    return play.events


# -- companies -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "levels"), [((1,), [2]), ((2,), [1]), ((2, 4), [1, 3]), ((2, 5), [1, 2])])
def test_mw_29_19_812_the_first_and_the_second_loss(dice: tuple[int, ...], levels: list[int]) -> None:
    """19.8."""
    one = formed()
    found: list[int] = []
    for id, die in zip(("b1", "b2"), dice, strict=False):
        kill(one, id, die)
        found.append(one.game.companies["bc"].morale)
    assert found == levels


@pytest.mark.parametrize(
    ("third", "die", "add"),
    [("one-or-two", 5, 2), ("one-or-two", 6, 1), ("two-or-none", 5, 2), ("two-or-none", 6, 0)],
)
def test_19_812_the_third_loss_by_either_reading(third: str, die: int, add: int) -> None:
    one = formed(flat(third_loss=third))
    kill(one, "b1", 2)
    kill(one, "b2", 5)
    (shaken,) = (event for event in kill(one, "b3", die) if isinstance(event, e.CompanyShaken))
    assert one.game.companies["bc"].morale == 2 + add
    assert shaken.readings == (("third_loss",) if die == 6 else ()), "on 5 both readings say the same"


def test_19_811_the_company_panics_by_its_level_and_what_losses_add() -> None:
    one = formed()
    assert one.play.level(one.game.units["b2"]) == 1
    kill(one, "b1", 1)
    assert one.play.level(one.game.units["b2"]) == 3
    assert one.play.level(one.game.units["b6"]) == 1, "the other company is calm"


def test_19_8_without_the_switch_losses_shake_nobody() -> None:
    one = formed(morale=False)
    assert not of(e.CompanyShaken, kill(one, "b1"))


def test_19_141_independent_companies_are_not_shaken() -> None:
    one = formed()
    assert not of(e.CompanyShaken, kill(one, "bi"))


def test_19_813_a_company_that_rallies_calms_down_by_a_level() -> None:
    one = formed()
    one.game.companies["bc"].morale = 3
    play = one.roll(1)
    removal_phase(play)
    assert one.game.companies["bc"].morale == 2
    (rallied,) = (event for event in play.events if isinstance(event, e.CompanyRallied))
    assert rallied.readings == ("rally",)
    removal_phase(one.roll(10))
    assert one.game.companies["bc"].morale == 2


def test_19_813_all_levels_at_once_by_a_reading() -> None:
    one = formed(flat(rally="all"))
    one.game.companies["bc"].morale = 3
    removal_phase(one.roll(1))
    assert one.game.companies["bc"].morale == 0


@pytest.mark.parametrize("change", ["fired", "moved", "panicked"])
def test_19_813_a_company_that_acts_or_panics_does_not_rally(change: str) -> None:
    one = formed()
    one.game.companies["bc"].morale = 3
    setattr(one.game.units["b1"], change, True)
    play = one.roll(*((10,) if change == "panicked" else ()))
    removal_phase(play)
    assert not of(e.CompanyRallied, play.events)


def test_19_813_with_commands_it_rallies_under_rally_alone() -> None:
    one = formed(command=True)
    one.game.companies["bc"].morale = 3
    play = one.roll(1)
    removal_phase(one.roll())
    one.game.companies["bc"].command = "RC"
    removal_phase(play)
    assert of(e.CompanyRallied, play.events)


def test_19_814_off_the_table_the_companies_rally_no_more() -> None:
    one = formed()
    one.game.battalions["b"].rating = "C"
    (event,) = of(e.HeadquartersReplaced, kill(one, "bhq", 3, 4))
    assert event.value == 0
    assert not orders.rallies(one.play, one.game.companies["bc"])
    one.game.units["b1"].panicked = True
    removal_phase(one.roll())
    assert one.game.units["b1"].panicked


def test_19_814_a_headquarters_lost_goes_to_the_nearest_unit_four_columns_to_the_right() -> None:
    one = formed()
    (event,) = of(e.HeadquartersReplaced, kill(one, "bhq", 3, 4))
    battalion = one.game.battalions["b"]
    assert (event.value, event.shift) == (4, 4), "column F instead of B"
    assert battalion.value == 4
    assert one.game.units[battalion.hq].company in ("bc", "bd", "bx")
    assert orders.rallies(one.play, one.game.companies["bc"])
    nearest = min(
        (each for each in one.game.units.values() if each.company),
        key=lambda each: one.play.distance(each.hex, "0303"),
    )
    assert battalion.hq == nearest.id
    (again,) = of(
        e.HeadquartersReplaced, kill(one, battalion.hq, *((3, 4) if nearest.id == "bi" else (6, 3, 4)))
    )
    assert (again.shift, again.value) == (8, 0), "and eight the next time"


def test_19_814_where_nobody_is_left_there_is_no_headquarters() -> None:
    one = formed()
    for each in one.game.units.values():
        if each.company:
            each.out, each.hex = "eliminated", ""
    (event,) = of(e.HeadquartersReplaced, kill(one, "bhq"))
    assert (event.unit, one.game.battalions["b"].hq) == ("", "")


# -- battalions ------------------------------------------------------------------------------------------------


def test_19_821_the_value_is_rolled_for_before_the_first_turn() -> None:
    one = formed(phase="ready")
    assert one.asked() == [("blue", "begin")]
    play = one.roll(3, 4)
    morale.value_headquarters(play)
    assert one.game.battalions["b"].value == one.charts.hq_value("B", 7)


def shaken(one: Field, *dice: int) -> list[Any]:
    """The second company comes to three levels; the first was there."""
    one.game.companies["bc"].morale = 3
    one.game.companies["bd"].morale = 2
    return kill(one, "b6", 2, *dice)


def test_19_822_two_companies_at_three_levels_make_the_battalion_check() -> None:
    one = formed()
    (held,) = of(e.BattalionChecked, shaken(one, 3, 4))
    assert (held.why, held.broken) == ("check", False), "7 against 7"
    other = formed()
    shaken(other, 4, 4)
    assert other.game.battalions["b"].broken


def test_19_822_one_company_is_not_enough() -> None:
    one = formed()
    one.game.companies["bd"].morale = 2
    assert not of(e.BattalionChecked, kill(one, "b6", 2))


def test_19_822_companies_of_a_broken_battalion_do_not_rally() -> None:
    one = formed()
    one.game.battalions["b"].broken = True
    one.game.units["b1"].panicked = True
    removal_phase(one.roll())
    assert one.game.units["b1"].panicked
    assert not orders.rallies(one.play, one.game.companies["bc"])


def test_19_823_independent_companies_do_not_count_for_the_battalion() -> None:
    one = formed()
    one.game.companies["bx"].morale, one.game.companies["bd"].morale = 3, 2
    assert not of(e.BattalionChecked, kill(one, "b6", 2))


def test_19_824_a_broken_battalion_rallies_at_its_value_as_the_indirect_fire_phase_ends() -> None:
    one = formed()
    one.game.battalions["b"].broken = True
    regroup(one.roll(4, 4))
    assert one.game.battalions["b"].broken
    regroup(one.roll(3, 4))
    assert not one.game.battalions["b"].broken


def test_19_824_with_commands_the_headquarters_overwatches_or_rallies() -> None:
    one = formed(command=True)
    one.game.battalions["b"].broken = True
    one.game.units["bhq"].company = "bc"
    one.game.companies["bc"].command = "BC"
    assert not morale.may_rally(one.play, one.game.battalions["b"])
    one.game.companies["bc"].command = "OC"
    assert morale.may_rally(one.play, one.game.battalions["b"])
    one.game.units["bhq"].company = ""
    one.game.units["bhq"].moved = True
    assert not morale.may_rally(one.play, one.game.battalions["b"])


def test_19_825_a_suppressed_headquarters_adds_two() -> None:
    one = formed()
    one.game.battalions["b"].broken = True
    one.game.units["bhq"].suppression = 1
    play = one.roll(3, 3)
    regroup(play)
    (event,) = of(e.BattalionChecked, play.events)
    assert (event.broken, [(term.value, term.rule) for term in event.terms]) == (True, [(2, "19.825")])


def test_19_826_beside_an_unbroken_unsuppressed_brigade_headquarters() -> None:
    one = with_brigade()
    battalion, brigade = one.game.battalions["b"], one.game.battalions["br"]
    battalion.broken = True
    assert morale.may_rally(one.play, battalion)
    one.game.units["brig"].hex = "0601"
    assert not morale.may_rally(one.play, battalion)
    one.game.units["brig"].hex = "0304"
    one.game.units["brig"].suppression = 1
    assert not morale.may_rally(one.play, battalion)
    one.game.units["brig"].suppression, brigade.broken = 0, True
    assert not morale.may_rally(one.play, battalion)


def test_19_831_a_brigade_headquarters_that_is_replaced_is_broken_and_rallies() -> None:
    one = with_brigade()
    kill(one, "brig", 3, 4)
    brigade = one.game.battalions["br"]
    assert brigade.broken
    assert brigade.hq not in ("", "brig")
    one.game.units[brigade.hq].suppression = 1
    play = one.roll(1, 1)
    regroup(play)
    (event,) = of(e.BattalionChecked, play.events)
    assert [term.rule for term in event.terms] == ["19.831"]
    assert not brigade.broken


def test_19_831_the_brigade_rallies_before_its_battalions() -> None:
    one = with_brigade()
    one.game.battalions["b"].broken = one.game.battalions["br"].broken = True
    regroup(one.roll(1, 1, 1, 1))
    assert not one.game.battalions["b"].broken


# -- who learns of it ------------------------------------------------------------------------------------------


def test_19_8_what_becomes_of_morale_is_its_sides_own() -> None:
    one = formed(fog=True)
    play = one.roll(2, 4, 4)
    one.game.companies["bc"].morale, one.game.companies["bd"].morale = 3, 2
    lose(play, one.game.units["b6"], 3)
    hidden = FaceDown(one.charts)
    for kind in (e.CompanyShaken, e.BattalionChecked):
        (event,) = of(kind, play.events)
        assert hidden.event(one.game, event, "red") is None
        assert hidden.event(one.game, event, "blue") == event
    assert hidden.draws(one.game, play.dice.draws, "red") == ()
    assert len(hidden.draws(one.game, play.dice.draws, "blue")) == 2


def test_19_917_jammed_companies_take_one_off_the_die_of_a_loss() -> None:
    one = formed(electronic_warfare=True)
    one.game.units["rj"] = unit("rj", "jammer", "0602")
    one.game.jammers["rj"] = Jammer(works=True)
    (event,) = of(e.CompanyShaken, kill(one, "b1", 2))
    assert (event.morale, [(term.value, term.rule) for term in event.terms]) == (2, [(-1, "19.917")])


def test_13_0_the_die_of_a_shaken_company_shows_in_fire() -> None:
    one = formed()
    one.game.companies["bc"].morale = 2
    one.act("blue", a.Fire("b1", "r1"))
    one.act("blue", a.Resolve(), 3)
    assert one.game.units["b1"].panicked


def test_19_814_odds_of_shells_do_not_take_who_becomes_headquarters_for_struck() -> None:
    """He who was nearest was told to panic as often as the headquarters beside him is lost."""
    one = formed()
    one.game.units["b1"].hex = "0303"
    guns = Guns("g", "Guns", "red", "", 8, 0, "")
    found = shelled(one.play, guns, False, "0303")
    one.game.battalions["b"].hq = ""
    nobody = shelled(one.play, guns, False, "0303")
    panics = f"{one.game.units['b1'].name}: panics under fire"
    assert found[panics] == nobody[panics] > 0
    assert any("eliminated" in word for word in found)

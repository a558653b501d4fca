"""Opportunity fire, overwatch, ambush, pull back, short halts, standing orders (6.5, 6.9, 19.3)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import fire
from campaign.systems.mechwar_4.state import Unit
from tests.systems.mechwar_4.table import SU, US, Table, company, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")


def meeting(*more: Unit, on: tuple[str, ...] = ("overwatch",), **rest: object) -> Table:
    """A T62 that moves past an M60, which is asked."""
    m60 = unit("m60a1", US, "0505", "A1", defilade="S")
    t62 = unit("t62", SU, "0711", "B1")
    table = Table(m60, t62, *more, IDLE, FAR, on=on, first=SU, **rest)  # type: ignore[arg-type]
    return table.watching(US)


# -- 6.5 -------------------------------------------------------------------------------------------------------


def test_6_52_a_pause_at_each_hex_in_which_an_enemy_may_fire():
    table = meeting()
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0708"))
    assert table.unit("B1").hex == "0710"
    assert table.asked() == {US: "opportunity"}
    table.act(US, a.HoldFire())
    assert table.asked() == {SU: "move"}
    table.does(a.Move("B1", "0708"))
    assert table.unit("B1").hex == "0709"


def test_6_52_held_for_the_rest_of_the_move_or_of_the_turn():
    for until in ("move", "turn"):
        table = meeting(unit("t62", SU, "0811", "B2"))
        table.does(a.StartMove("B1"))
        table.does(a.Move("B1", "0708"))
        table.act(US, a.HoldFire(until))  # type: ignore[arg-type]
        table.does(a.Move("B1", "0708"))
        assert table.unit("B1").hex == "0708"
        table.does(a.EndMove("B1"))
        table.act(US, a.Pass())
        table.does(a.StartMove("B2"))
        table.does(a.Move("B2", "0809"))
        assert table.asked() == ({US: "opportunity"} if until == "move" else {SU: "move"})


def test_6_53_who_survives_moves_on_and_nobody_fires_twice_at_it():
    table = meeting()
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0708"))
    table.act(US, a.Fire("A1", "B1"), 1)
    assert table.told(e.ShotResolved).fire == "opportunity"
    table.does(a.Move("B1", "0708"))
    assert table.unit("B1").hex == "0708"


def test_6_93_who_answers_fires_whole():
    table = meeting(on=("split_fire",))
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0708"))
    assert {one.part for one in table.listed(US) if isinstance(one, a.Fire)} == {0}
    assert table.refuses(a.Fire("A1", "B1", "main", 1)).rule == "6.93"


def test_6_51_only_the_unit_that_moves_may_be_fired_at():
    table = meeting(unit("t62", SU, "0811", "B2"))
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0708"))
    assert table.refuses(a.Fire("A1", "B2")).rule == "6.51"


def test_6_53_nobody_answers_who_has_fired_this_turn():
    table = meeting(unit("m60a1", US, "0606", "A2"))
    table.unit("A2").fired = True
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0708"))
    assert table.refuses(a.Fire("A2", "B1")).rule == "6.13"


def test_8_4_soft_targets_lose_terrain_while_they_move():
    rifles = unit("soviet-rifles", SU, "0509", "B1")
    table = Table(
        unit("m60a1", US, "0505", "A1"), rifles, IDLE, FAR, first=SU, terrain={"0508": "town"}
    ).watching(US)
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0508"))
    table.act(US, a.Fire("A1", "B1"), 4)
    assert table.told(e.ShotResolved).terms == ()


def test_the_distance_at_which_a_side_is_asked():
    table = meeting()
    table.game.forces[US].watch = 3
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0708"))
    assert table.unit("B1").hex == "0708"
    assert table.asked() == {SU: "move"}


def test_a_standing_order_is_carried_out_without_a_question():
    table = meeting(on=())
    table.game.forces[US].watch = 0
    table.act(SU, a.Pass())
    table.act(US, a.StandingOrder("A1", 5))
    assert table.refuses(a.StandingOrder("A1", 4)).rule == "house rule"
    table.next_turn()
    table.act(US, a.Pass())
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0708"), 1)
    told = table.told(e.ShotResolved)
    assert (told.unit, told.fire, told.range) == ("A1", "opportunity", 5)
    assert table.unit("B1").hex == "0709"


def test_while_units_are_deployed_a_standing_order_is_withdrawn_and_given_again():
    table = meeting()
    table._tell(e.PhaseBegan("setup"))
    table.act(SU, a.Ready())
    for range in (5, 0, 4):
        assert any(isinstance(one, a.StandingOrder) and one.unit == "A1" for one in table.listed(US))
        table.act(US, a.StandingOrder("A1", range))
        order = table.unit("A1").standing
        assert (order.range if order is not None else 0) == range
    for range in (7, 8):
        assert any(isinstance(one, a.Watch) for one in table.listed(US))
        table.act(US, a.Watch(range))
    for event in (e.PhaseBegan("action"), e.ActivationBegan(US)):
        table._tell(event)
    assert table.refuses(a.StandingOrder("A1", 0)).rule == "house rule"
    assert table.refuses(a.Watch(9), US).rule == "house rule"


def test_a_standing_order_for_soft_targets_lets_tanks_pass():
    table = meeting(on=())
    table.game.forces[US].watch = 0
    table.act(SU, a.Pass())
    table.act(US, a.StandingOrder("A1", 15, "soft"))
    table.next_turn()
    table.act(US, a.Pass())
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0708"))
    assert not table.all_told(e.ShotResolved)


# -- 6.91 ------------------------------------------------------------------------------------------------------


def test_mw_18_a_friend_of_the_mover_answers_opportunity_fire_at_once():
    """T62-A comes to 3408, the M60 in 3803 fires at it, T62-B in 3903 has neither moved nor fired (on our board)
    (6.9).
    """
    m60, mover = unit("m60a1", US, "1803", "A1"), unit("t62", SU, "1409", "B1")
    friend = unit("t62", SU, "1903", "B2")
    table = Table(m60, mover, friend, IDLE, FAR, on=["overwatch"], first=SU).watching(US)
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "1408"))
    table.act(US, a.Fire("A1", "B1"), 1)
    assert table.asked() == {SU: "overwatch"}
    assert table.refuses(a.Fire("B2", "A9"), SU).rule == "6.91"
    table.does(a.Fire("B2", "A1"), 1)
    assert table.told(e.ShotResolved).fire == "overwatch"
    assert table.asked() == {SU: "move"}, "overwatch is never answered; later it is too late"
    assert table.unit("B2").fired


def test_4_1_direct_fire_is_answered_by_overwatch_and_that_by_nothing():
    a1, a2 = unit("m60a1", US, "0505", "A1"), unit("m60a1", US, "0605", "A2")
    table = Table(a1, a2, unit("t62", SU, "0508", "B1"), IDLE, FAR, on=["overwatch"])
    table.fires("A1", "B1", 1)
    assert table.asked() == {SU: "overwatch"}
    assert table.refuses(a.Fire("B1", "A2"), SU).rule == "6.91"
    table.act(SU, a.Fire("B1", "A1"), 1)
    assert table.asked() == {SU: "activation"}
    assert table.unit("B1").fired


def test_6_911_who_has_moved_or_fired_answers_nothing():
    """6.912."""
    a1 = unit("m60a1", US, "0505", "A1")
    table = Table(a1, unit("t62", SU, "0508", "B1"), IDLE, FAR, on=["overwatch"])
    table.unit("B1").moved = True
    table.fires("A1", "B1", 1)
    assert table.asked() == {SU: "activation"}


WOODS = dict.fromkeys(("0406", "0506", "0507", "0606"), "light-woods")
COBRA = unit("ah-1", US, "0505", "A1")


def test_17_22_a_helicopter_answers_over_woods():
    def asked(cobra: Unit, on: tuple[str, ...] = (), **readings: object) -> dict[str, str]:
        blind = unit("truck", US, "0108", "A9")
        table = Table(
            cobra, unit("t62", SU, "0512", "B1"), blind, FAR, on=on, terrain=WOODS | {"0208": "town", "0209": "town"},
            first=SU, readings=readings or None,
        ).watching(US)  # fmt: skip
        assert not table.play.clear("0505", "0511")
        assert not table.play.clear("0108", "0511")
        table.does(a.StartMove("B1"))
        table.does(a.Move("B1", "0511"))
        return table.asked()

    assert asked(COBRA) == {US: "opportunity"}
    assert asked(COBRA, helicopters_answer="level") == {SU: "move"}
    assert asked(COBRA, ("fog",)) == {US: "opportunity"}, "it lies face up"
    hidden = unit("ah-1", US, "0505", "A1", seen=False)
    assert asked(hidden, ("fog",)) == {SU: "move"}, "the question would tell what it is"


def test_17_22_a_helicopter_joins_an_attack_over_woods():
    blind = unit("truck", US, "2420", "A9")
    table = Table(COBRA, unit("m60a1", US, "0710", "A2"), unit("t62", SU, "0512", "B1"), blind, terrain=WOODS)
    table.game.units["A9"].moved = True
    table.does(a.Fire("A2", "B1"))
    assert a.Join("A1", "missile") in table.listed(US)


def test_17_32_one_that_has_fired_over_woods_is_answered():
    table = Table(COBRA, unit("t62", SU, "0510", "B1"), IDLE, FAR, terrain=WOODS, on=["overwatch"])
    table.fires("A1", "B1", 1, 6, 6, arm="missile")
    assert table.asked() == {SU: "overwatch"}
    table.act(SU, a.Fire("B1", "A1"), 1)
    assert table.told(e.ShotResolved).target == "A1"


def test_overwatch_is_an_optional_rule():
    """6.9."""
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0508", "B1"), IDLE, FAR)
    table.fires("A1", "B1", 1)
    assert table.asked() == {SU: "activation"}


# -- 6.913 -----------------------------------------------------------------------------------------------------


def ambush() -> Table:
    units = [
        unit("m60a1", US, "0505", "A1", company="c", seen=False),
        unit("m60a1", US, "0605", "A2", company="c", seen=False),
        unit("t62", SU, "0711", "B1"),
        unit("t62", SU, "0911", "B2"),
    ]
    table = Table(
        *units, IDLE, FAR, on=["overwatch", "ambush"], first=SU, companies=[company("c", US, ambushes=True)]
    )
    table.watching(US).game.companies["c"].ambush = "0709"
    return table


def test_6_9131_all_in_ambush_fire_before_anybody_answers():
    table = ambush()
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0709"))
    assert table.unit("B1").hex == "0710", "next to the ambush hex is enough"
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Join("A2"), 1, 1)
    assert {one.fire for one in table.all_told(e.ShotResolved)} == {"ambush"}
    assert table.asked() == {SU: "overwatch"}
    assert {one.target for one in table.listed(SU) if isinstance(one, a.Fire)} == {"A1", "A2"}


def test_6_9132_a_company_that_is_seen_has_lost_its_ambush():
    table = ambush()
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0709"))
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    table.next_turn()
    assert table.game.companies["c"].ambush == ""
    assert not table.game.companies["c"].ambushes


def test_6_913_other_companies_fire_as_usual():
    table = ambush()
    table.game.companies["c"].ambush = "0101"
    table.does(a.StartMove("B1"))
    table.does(a.Move("B1", "0709"))
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    assert table.told(e.ShotResolved).fire == "opportunity"
    assert table.asked() == {SU: "overwatch"}


# -- 6.92 ------------------------------------------------------------------------------------------------------


def test_mw_19_pull_back_behind_a_slope_if_nobody_is_next_to_it():
    """The M60 stands at the foot of a slope; the enemy beyond it (6.92)."""
    for near, hidden in (("0509", True), ("0506", False)):
        m60 = unit("m60a1", US, "0505", "A1")
        units = [m60, unit("t62", SU, "0509", "B1"), unit("t62", SU, near, "B2")]
        table = Table(*units, IDLE, FAR, on=["pull_back"], sides=[("crest", "0505", "S")])
        table.fires("A1", "B1", 1)
        table.next_turn()
        assert (not table.unit("A1").seen) == hidden
        table.act(US, a.Pass())
        fires = [one.target for one in table.listed(SU) if isinstance(one, a.Fire)]
        assert ("A1" in fires) == (not hidden)


def test_mw_39_distances_of_the_example():
    play = Table(IDLE, FAR).play
    assert play.distance("1803", "1903") == 1
    assert play.distance("1804", "1903") == 2


def test_6_92_without_defilade_nobody_pulls_back():
    table = Table(unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0509", "B1"), IDLE, FAR, on=["pull_back"])
    table.fires("A1", "B1", 1)
    table.next_turn()
    assert table.unit("A1").seen


# -- 19.3 ------------------------------------------------------------------------------------------------------


def test_mw_31_a_short_halt_takes_two_off_the_die():
    """The M60A3 has been fired at; it answers for 2 points."""
    m60, t62 = unit("m60a3", US, "0505", "A1"), unit("t62", SU, "0511", "B1")
    table = Table(m60, t62, IDLE, FAR, on=["overwatch", "short_halt"]).watching(SU)
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"))
    table.act(SU, a.Fire("B1", "A1"), 1)
    assert table.asked() == {US: "overwatch"}
    before = table.game.stack[0].left  # type: ignore[union-attr]
    table.does(a.Fire("A1", "B1"), 2)
    told = table.told(e.ShotResolved)
    assert told.fire == "short-halt"
    assert [(one.what, one.value) for one in told.terms] == [("short halt", -2)]
    assert told.result == "no effect"
    assert table.game.stack[0].left == before - 4  # type: ignore[union-attr]
    table.does(a.Move("A1", "0507"))
    assert table.unit("A1").hex == "0507"


def test_19_31_at_what_has_come_into_sight():
    m60 = unit("m60a3", US, "0505", "A1")
    hidden = unit("t62", SU, "0510", "B1", seen=False)
    old = unit("t62", SU, "0910", "B2")
    woods = {"0506": "light-woods", "0507": "light-woods", "0508": "light-woods"}
    table = Table(m60, hidden, old, IDLE, FAR, on=["short_halt"], terrain=woods)
    table.does(a.StartMove("A1"))
    assert not [one for one in table.listed(US) if isinstance(one, a.Fire)]
    table.does(a.Move("A1", "0606"))
    assert {one.target for one in table.listed(US) if isinstance(one, a.Fire)} <= {"B1"}
    table.does(a.Move("A1", "0707"))
    assert table.unit("B1").seen
    assert {one.target for one in table.listed(US) if isinstance(one, a.Fire)} == {"B1"}
    assert table.refuses(a.Fire("A1", "B2")).rule == "19.31"
    table.does(a.Fire("A1", "B1"), 3)
    assert table.told(e.ShotResolved).fire == "short-halt"


def test_19_3_only_stabilised_guns():
    table = Table(
        unit("m60a1", US, "0505", "A1"), unit("t62", SU, "0511", "B1"), IDLE, FAR, on=["short_halt"]
    )
    table.does(a.StartMove("A1"))
    assert table.refuses(a.Fire("A1", "B1")).rule == "19.3"


def test_6_91_nobody_is_asked_to_answer_who_is_gone():
    table = meeting(unit("t62", SU, "0811", "B2"))
    assert fire.can_fire(table.play, table.unit("A1"), table.unit("B2"), "overwatch")
    table.unit("B2").out, table.unit("B2").hex = "eliminated", ""
    assert not fire.can_fire(table.play, table.unit("A1"), table.unit("B2"), "overwatch")


def test_6_9132_an_ambush_is_given_up_for_good_at_any_time():
    table = ambush()
    table.act(SU, a.Pass())
    assert a.Ambush("c", "") in table.listed(US)
    assert table.refuses(a.Ambush("c", "0808"), US).rule == "6.9132"
    table.act(US, a.Ambush("c", ""))
    assert table.asked() == {US: "activation"}
    assert table.game.companies["c"].ambush == ""
    assert a.Ambush("c", "") not in table.listed(US)
    assert table.refuses(a.Ambush("c", ""), US).rule == "6.9132"


def test_6_53_nobody_is_asked_for_more_fire_at_a_mover_that_is_gone():
    shots = [unit("m60a1", US, hex, id) for hex, id in (("0505", "A1"), ("0605", "A2"))]
    table = Table(*shots, unit("t62", SU, "0511", "B1", damage=2), IDLE, FAR, first=SU).watching(US)
    table.does(a.StartMove("B1"), 10)
    table.does(a.Move("B1", "0510"))
    assert table.asked() == {US: "opportunity"}
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 6)
    assert table.unit("B1").out == "eliminated"
    assert table.asked() == {US: "activation"}

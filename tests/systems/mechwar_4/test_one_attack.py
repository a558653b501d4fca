"""All who fire at one unit for one cause are named before the die; for another it is fired at again (6.13, 6.53)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.state import Standing
from tests.systems.mechwar_4.table import SU, US, Table, company, unit

FAR = unit("truck", SU, "2420", "B9")
IDLE = unit("truck", US, "0120", "A9")


def passing(*more: object, on: tuple[str, ...] = (), **rest: object) -> Table:
    """A T62 that moves past two M60s, which are asked."""
    shots = [unit("m60a1", US, hex, id) for hex, id in (("0505", "A1"), ("0605", "A2"))]
    table = Table(*shots, unit("t62", SU, "0711", "B1"), *more, IDLE, FAR, on=on, first=SU, **rest)  # type: ignore[arg-type]
    return table.watching(US)


def to(table: Table, hex: str, *dice: int, unit: str = "B1") -> None:
    table.does(a.StartMove(unit))
    table.does(a.Move(unit, hex), *dice)


def ordered(table: Table, *units: str) -> None:
    for id in units:
        table.unit(id).standing = Standing(15, "any")


# -- opportunity fire ------------------------------------------------------------------------------------------


def shot_at_before_it_moves() -> Table:
    """The same, and the side that moves has passed and is asked again after direct fire at who comes."""
    table = passing()
    table.act(SU, a.Pass())
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    table.game.forces[SU].passed = False
    table.act(US, a.Pass())
    return table


def test_6_13_nobody_fires_at_a_mover_once_an_attack_on_it_in_that_hex_has_been_seen():
    table = passing()
    to(table, "0708")
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    assert table.unit("B1").hex == "0710"
    assert table.asked() == {SU: "move"}
    assert not table.unit("A2").fired


def test_6_3_who_is_named_before_the_die_fires_with_it():
    table = passing()
    to(table, "0708")
    table.act(US, a.Fire("A1", "B1"))
    assert a.Join("A2") in table.listed(US)
    table.act(US, a.Join("A2"), 1, 1)
    assert [one.unit for one in table.all_told(e.ShotResolved)] == ["A1", "A2"]


def test_6_53_in_the_next_hex_others_may_fire_at_it_again():
    table = passing()
    to(table, "0708")
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    table.does(a.Move("B1", "0708"))
    assert table.unit("B1").hex == "0709"
    assert table.asked() == {US: "opportunity"}
    assert table.refuses(a.Fire("A1", "B1")).rule == "6.13", "it has fired"
    table.act(US, a.Fire("A2", "B1"), 1)
    assert table.told(e.ShotResolved).unit == "A2"


def test_6_53_who_takes_cover_in_the_hex_in_which_it_was_attacked_is_not_attacked_again():
    for fires in (True, False):
        table = passing()
        to(table, "0710")
        if fires:
            table.act(US, a.Fire("A1", "B1"))
            table.act(US, a.Resolve(), 1)
        else:
            table.act(US, a.HoldFire())
        table.does(a.TakeDefilade("B1", "N"))
        assert table.asked() == ({SU: "move"} if fires else {US: "opportunity"})


def test_6_53_who_takes_cover_before_it_enters_a_hex_gives_no_new_cause():
    table = shot_at_before_it_moves()
    table.does(a.StartMove("B1"))
    table.does(a.TakeDefilade("B1", "N"))
    assert table.asked() == {SU: "move"}


def test_6_13_a_second_attack_for_the_same_cause_is_refused_with_what_would_be_allowed():
    """Infantry gets down: it and its carrier are moving, and each may be attacked once."""
    rifles = unit("soviet-rifles", SU, "0711", "B2", aboard="B1")
    shots = [unit("m60a1", US, hex, id) for hex, id in (("0505", "A1"), ("0605", "A2"), ("0604", "A3"))]
    bmp = unit("bmp", SU, "0711", "B1")
    table = Table(*shots, bmp, rifles, IDLE, FAR, first=SU).watching(US)
    table.does(a.StartMove("B1"))
    table.does(a.Dismount("B2"))
    assert {one.target for one in table.listed(US) if isinstance(one, a.Fire)} == {"B1", "B2"}
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    assert table.asked() == {US: "opportunity"}, "the infantry has not been attacked"
    assert {one.target for one in table.listed(US) if isinstance(one, a.Fire)} == {"B2"}
    refused = table.refuses(a.Fire("A2", "B1"))
    assert (refused.rule, list(refused.allowed)) == ("6.13", ["B2"])


def test_6_13_who_has_been_fired_at_as_it_moved_is_not_attacked_by_direct_fire_where_it_stands():
    table = passing()
    to(table, "0710")
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    table.does(a.EndMove("B1"))
    assert table.asked() == {US: "activation"}
    assert not [one for one in table.listed(US) if isinstance(one, a.Fire)]
    assert table.refuses(a.Fire("A2", "B1")).rule == "6.13"


def test_6_53_who_was_attacked_by_direct_fire_may_be_fired_at_as_it_moves():
    table = shot_at_before_it_moves()
    to(table, "0710")
    assert table.asked() == {US: "opportunity"}
    table.act(US, a.Fire("A2", "B1"), 1)
    assert table.told(e.ShotResolved).fire == "opportunity"


# -- overwatch -------------------------------------------------------------------------------------------------


def exchange() -> Table:
    """An M60 and a friend fire at a T62; two others may answer."""
    ours = [unit("m60a1", US, hex, id) for hex, id in (("0505", "A1"), ("0605", "A2"))]
    theirs = [unit("t62", SU, hex, id) for hex, id in (("0509", "B1"), ("0609", "B2"), ("0709", "B3"))]
    return Table(*ours, *theirs, IDLE, FAR, on=["overwatch"])


def test_6_13_who_has_fired_is_answered_by_one_attack():
    table = exchange()
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    assert table.asked() == {SU: "overwatch"}
    table.act(SU, a.Fire("B2", "A1"))
    table.act(SU, a.Join("B3"))
    table.act(SU, a.Resolve(), 1, 1)
    assert [one.unit for one in table.all_told(e.ShotResolved)] == ["B2", "B3"]
    assert table.asked() == {SU: "activation"}
    assert not table.unit("B1").fired


def test_6_13_each_of_several_that_have_fired_is_answered_once():
    table = exchange()
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Join("A2"), 1, 1)
    assert table.asked() == {SU: "overwatch"}
    table.act(SU, a.Fire("B2", "A1"))
    table.act(SU, a.Resolve(), 1)
    assert table.asked() == {SU: "overwatch"}
    assert {one.target for one in table.listed(SU) if isinstance(one, a.Fire)} == {"A2"}
    assert table.refuses(a.Fire("B3", "A1")).rule == "6.13"


def test_6_13_who_was_answered_is_not_attacked_by_direct_fire_later():
    table = exchange()
    table.act(US, a.Fire("A1", "B1"))
    table.act(US, a.Resolve(), 1)
    table.act(SU, a.Fire("B2", "A1"))
    table.act(SU, a.Resolve(), 1)
    assert table.asked() == {SU: "activation"}
    assert table.refuses(a.Fire("B3", "A1")).rule == "6.13"
    assert {one.target for one in table.listed(SU) if isinstance(one, a.Fire)} == {"A2", "A9"}


# -- short halts and ambushes ----------------------------------------------------------------------------------


def halting() -> Table:
    """An M60A3 on the move has been fired at; it and a friend may answer."""
    units = [unit("m60a3", US, "0505", "A1"), unit("m60a1", US, "0604", "A2"), unit("t62", SU, "0511", "B1")]
    table = Table(*units, IDLE, FAR, on=["overwatch", "short_halt"]).watching(SU)
    to(table, "0507", unit="A1")
    table.act(SU, a.Fire("B1", "A1"), 1)
    assert table.asked() == {US: "overwatch"}
    return table


def kinds(table: Table) -> list[tuple[str, str]]:
    return [(one.unit, one.fire) for one in table.all_told(e.ShotResolved)]


def test_19_31_who_halts_to_return_fire_does_so_with_those_who_overwatch():
    """6.3."""
    table = halting()
    left = table.game.stack[0].left  # type: ignore[union-attr]
    table.act(US, a.Fire("A2", "B1"))
    assert a.Join("A1") in table.listed(US)
    table.act(US, a.Join("A1"), 3, 3)
    assert kinds(table) == [("A2", "overwatch"), ("A1", "short-halt")]
    first, second = table.all_told(e.ShotResolved)
    assert "short halt" not in {one.what for one in first.terms}
    assert "short halt" in {one.what for one in second.terms}
    assert table.game.stack[0].left == left - 4  # type: ignore[union-attr]
    assert table.asked() == {US: "move"}


def test_19_31_others_join_who_halts_before_the_die_and_never_after_it():
    joined = halting()
    joined.act(US, a.Fire("A1", "B1"))
    joined.act(US, a.Join("A2"), 3, 3)
    assert kinds(joined) == [("A1", "short-halt"), ("A2", "overwatch")]
    late = halting()
    late.act(US, a.Fire("A1", "B1"))
    late.act(US, a.Resolve(), 3)
    assert late.asked() == {US: "move"}
    assert not late.unit("A2").fired


def test_6_9131_who_lies_in_ambush_and_others_fire_together():
    """6.3."""
    units = [
        unit("m60a1", US, "0505", "A1", company="c", seen=False),
        unit("m60a1", US, "0605", "A2"),
        unit("t62", SU, "0711", "B1"),
        unit("t62", SU, "0911", "B2"),
    ]
    for first, second, want in (
        ("A1", "A2", ["ambush", "opportunity"]),
        ("A2", "A1", ["opportunity", "ambush"]),
    ):
        lying = company("c", US, ambushes=True)
        lying.ambush = "0709"
        table = Table(*units, IDLE, FAR, on=["overwatch", "ambush"], first=SU, companies=[lying]).watching(US)
        to(table, "0709")
        table.act(US, a.Fire(first, "B1"))
        table.act(US, a.Join(second), 1, 1)
        assert [one.fire for one in table.all_told(e.ShotResolved)] == want
        assert table.asked() == {SU: "overwatch"}
        assert {one.target for one in table.listed(SU) if isinstance(one, a.Fire)} == {"A1", "A2"}


# -- standing orders -------------------------------------------------------------------------------------------


def test_6_13_all_who_have_standing_orders_fire_in_one_attack():
    table = passing()
    table.game.forces[US].watch = 0
    ordered(table, "A1", "A2")
    to(table, "0708", 1, 1)
    assert [one.unit for one in table.all_told(e.ShotResolved)] == ["A1", "A2"]
    assert len(table.all_told(e.AttackDeclared)) == 1
    assert table.unit("B1").hex == "0710"
    assert table.asked() == {SU: "move"}


def test_6_31_who_has_a_standing_order_has_fired_though_the_target_was_gone():
    table = passing()
    table.game.forces[US].watch = 0
    table.unit("B1").damage = 2
    ordered(table, "A1", "A2")
    table.does(a.StartMove("B1"), 10)
    table.does(a.Move("B1", "0708"), 6)
    assert table.told(e.ShotWasted).unit == "A2"
    assert table.unit("A2").fired


def test_6_13_a_side_that_would_be_asked_says_who_joins_those_with_standing_orders():
    table = passing()
    ordered(table, "A1")
    to(table, "0708")
    assert table.asked() == {US: "attack"}
    table.act(US, a.Join("A2"), 1, 1)
    assert [one.unit for one in table.all_told(e.ShotResolved)] == ["A1", "A2"]
    alone = passing()
    ordered(alone, "A1")
    to(alone, "0708")
    alone.act(US, a.Resolve(), 1)
    assert alone.asked() == {SU: "move"}, "later it is too late"


# -- what old versions recorded --------------------------------------------------------------------------------


def test_attacks_of_older_versions_are_applied_as_they_were():
    table = passing()
    to(table, "0708")
    table.act(US, a.Fire("A1", "B1"))
    table._tell(e.ResolvingBegan("B1"))
    table._tell(e.AttackEnded())
    assert table.game.attacked == []
    assert table.asked() == {US: "opportunity"}
    assert a.Fire("A2", "B1") in table.listed(US)

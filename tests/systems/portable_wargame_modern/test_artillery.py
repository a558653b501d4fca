"""The artillery phase, and gas."""

from __future__ import annotations

import pytest

from campaign.rules.options import Modifier
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.gunnery import bombard_modifiers
from tests.systems.portable_wargame_modern.table import BLUE, RED, Table, unit

WALL = {"0503": "wood"}
"""Hides 0507 from 0501."""


def guns(type: str = "field-guns", hex: str = "0501", **more: object):  # type: ignore[no-untyped-def]
    return unit(type, RED, hex, id="guns", **more)


def foe(hex: str = "0507"):  # type: ignore[no-untyped-def]
    return unit("infantry", BLUE, hex, id="foe")


def modifiers(table: Table, hex: str = "0507") -> dict[str, int]:
    found: tuple[Modifier, ...] = bombard_modifiers(table.play, table.unit("guns"), hex)
    return {one.what: one.value for one in found}


@pytest.mark.parametrize(
    ("type", "range"),
    [("heavy-guns", 12), ("medium-guns", 10), ("field-guns", 8), ("mountain-guns", 6), ("infantry-guns", 4),
     ("anti-tank-guns", 4), ("anti-aircraft-guns", 4)],
)  # fmt: skip
def test_ranges(type: str, range: int) -> None:
    """Artillery Fire, range."""
    near, far = f"05{1 + range:02}", f"05{2 + range:02}"
    assert a.Bombard("guns", near) in Table(guns(type), foe(near)).listed(RED)
    assert Table(guns(type), foe(far)).refuses(a.Bombard("guns", far), RED).rule == "Artillery Fire"


def test_both_sides_are_asked_at_once_and_all_lands_together() -> None:
    """Artillery Fire, at once."""
    table = Table(guns(), foe(), unit("field-guns", BLUE, "0509", "N", id="theirs"))
    assert {one.side for one in table.rules.pending(table.game)} == {RED, BLUE}
    table.act(RED, a.Bombard("guns", "0507"))
    assert not any(isinstance(one, e.ShellLanded) for one in table.events)
    assert {one.side for one in table.rules.pending(table.game)} == {BLUE}
    table.act(BLUE, a.Bombard("theirs", "0501"), 1, 1, 1, 1)
    landed = [one.unit for one in table.events if isinstance(one, e.ShellLanded)]
    assert landed == ["guns", "theirs"]


def test_each_battery_fires_once() -> None:
    """Artillery Fire, once."""
    table = Table(guns(), foe(), unit("field-guns", RED, "0701", id="more"))
    table.act(RED, a.Bombard("guns", "0507"))
    assert "fired" in table.refuses(a.Bombard("guns", "0507"), RED).reason


@pytest.mark.parametrize(("at", "within"), [("0304", True), ("0303", False), ("0704", True), ("0703", False)])
def test_the_arc_is_120_degrees_with_its_rims(at: str, within: bool) -> None:
    """From 0503 facing south, 0304 and 0704 lie exactly on its rims (Artillery Fire, arc)."""
    table = Table(guns(hex="0503"), foe(at), unit("infantry", BLUE, "0509", id="other"))
    assert (a.Bombard("guns", at) in table.listed(RED)) is within


def test_cover_takes_one_off() -> None:
    """Artillery Fire, −1."""
    assert modifiers(Table(guns(), foe(), terrain=WALL)) == {}
    for ground in ({"terrain": {**WALL, "0507": "town"}}, {"terrain": WALL, "features": {"0507": "bunker"}}):
        assert modifiers(Table(guns(), foe(), **ground)) == {"target in cover": -1}  # type: ignore[arg-type]


def test_the_battery_or_a_spotter_sees() -> None:
    """Artillery Fire, +2."""
    assert modifiers(Table(guns(), foe())) == {"the battery or a spotter sees it": 2}
    spotter = unit("spotters", RED, "0407")
    assert modifiers(Table(guns(), foe(), spotter, terrain=WALL)) == {"the battery or a spotter sees it": 2}
    infantry = unit("infantry", RED, "0407")
    assert modifiers(Table(guns(), foe(), infantry, terrain=WALL)) == {}


@pytest.mark.parametrize(
    ("reading", "moved", "same"), [("hex", False, 1), ("hex", True, 0), ("unit", True, 1)]
)
def test_same_target_as_last_turn(reading: str, moved: bool, same: int) -> None:
    """Artillery Fire, +1 same target."""
    table = Table(guns(), foe(), terrain=WALL, readings={"same_target": reading})
    one = table.unit("guns")
    one.aimed, one.aimed_at, one.aimed_in = ("0508" if moved else "0507"), "foe", 1
    table.game.turn = 2
    assert modifiers(table).get("same target as last turn", 0) == same
    table.game.turn = 3
    assert modifiers(table) == {}


@pytest.mark.parametrize(("hex", "bonus"), [("0501", 1), ("0601", 1), ("0801", 0)])
def test_a_commander_at_hand(hex: str, bonus: int) -> None:
    """Artillery Fire, +1 commander."""
    table = Table(guns(), foe(), unit("commanders", RED, hex), terrain=WALL)
    assert modifiers(table).get("commander at hand", 0) == bonus


@pytest.mark.parametrize(
    ("die", "hex"), [(1, "0508"), (2, "0506"), (3, "0508"), (4, "0506"), (5, "0507"), (6, "0507")]
)
def test_where_a_shell_lands(die: int, hex: str) -> None:
    """Artillery Fire, die."""
    table = Table(guns(), foe(), terrain=WALL)
    table.act(RED, a.Bombard("guns", "0507"), die, *([1] if hex == "0507" else []))
    assert table.told(e.ShellLanded).hex == hex


def test_less_than_one_does_nothing() -> None:
    """Artillery Fire, die."""
    table = Table(guns(), foe(), terrain={**WALL, "0507": "town"})
    table.act(RED, a.Bombard("guns", "0507"), 1)
    assert (table.told(e.ShellLanded).score, table.told(e.ShellLanded).hex) == (0, "")


@pytest.mark.parametrize(("side", "hex"), [(1, "0603"), (3, "0603"), (4, "0504"), (6, "0504")])
def test_a_line_along_a_side_has_two_hexes_before_the_target(side: int, hex: str) -> None:
    """From 0503 to 0604 the line runs between 0603 on its left and 0504 on its right."""
    woods = dict.fromkeys(["0603", "0504"], "wood")
    table = Table(guns(hex="0503"), foe("0604"), terrain=woods)
    table.act(RED, a.Bombard("guns", "0604"), 2, side)
    landed = table.told(e.ShellLanded)
    assert (landed.dice, landed.hex) == ((2, side), hex)


def test_what_strays_off_the_board_does_nothing() -> None:
    table = Table(guns(hex="0509"), foe("0516"), terrain={"0511": "wood"})
    table.act(RED, a.Bombard("guns", "0516"), 1)
    assert table.told(e.ShellLanded).hex == ""


def test_indirect_guns_fire_over_units_and_the_others_do_not() -> None:
    """Artillery Fire, over units."""
    between = unit("infantry", RED, "0503", id="between")
    assert a.Bombard("guns", "0505") in Table(guns(), foe("0505"), between).listed(RED)
    blocked = Table(guns("anti-tank-guns"), foe("0505"), between)
    assert blocked.refuses(a.Bombard("guns", "0505"), RED).rule == "Artillery Fire"
    blind = Table(guns("anti-tank-guns"), foe("0505"), terrain=WALL)
    assert "see" in blind.refuses(a.Bombard("guns", "0505"), RED).reason


def test_out_of_cover_only_from_its_edge() -> None:
    """Artillery Fire, cover."""
    deep = Table(guns(), foe(), terrain={"0501": "wood", "0502": "wood"})
    assert "deep" in deep.refuses(a.Bombard("guns", "0507"), RED).reason
    assert a.Bombard("guns", "0507") in Table(guns(), foe(), terrain={"0501": "wood"}).listed(RED)


def test_who_has_fired_does_not_move_and_the_self_propelled_moves_a_hex_less() -> None:
    """Artillery Fire, then moving, Movement c."""
    table = Table(guns(), foe())
    table.unit("guns").fired = True
    for one in (RED, BLUE):
        table.game.forces[one].done = True
    table.game.phase, table.game.active, table.game.left = "activation", RED, 3
    assert table.refuses(a.Activate("guns"), RED).rule == "Movement c"
    table = Table(guns(), foe("0502"))
    table.unit("guns").fired = True
    table.activating("guns")
    assert {type(one) for one in table.listed(RED)} == {a.Assault, a.EndUnit}
    table = Table(guns("sp-field-guns"), foe("0516"))
    table.unit("guns").fired = True
    table.activating("guns")
    reached = [one.to for one in table.listed(RED) if isinstance(one, a.Move)]
    assert "0503" in reached
    assert "0504" not in reached


def test_no_artillery_fires_when_activated() -> None:
    """Dicing a."""
    table = Table(guns(), foe()).activating("guns")
    assert table.refuses(a.Fire("guns", "0507")).rule == "Dicing a"


def test_a_target_must_hold_an_enemy() -> None:
    """Artillery Fire, target."""
    assert "No enemy" in Table(guns(), foe()).refuses(a.Bombard("guns", "0506"), RED).reason


# -- gas -------------------------------------------------------------------------------------------------------


def gassed() -> Table:
    """A cloud on 0507, fired from the north."""
    table = Table(guns(shells=1), unit("tanks", BLUE, "0507", id="foe"), terrain=WALL, turns=30)
    table.act(RED, a.Bombard("guns", "0507", True), 6, 1)
    return table


def test_a_gas_shell_is_fired_once_and_leaves_a_cloud() -> None:
    """Gas."""
    table = gassed()
    assert [cloud.hex for cloud in table.game.clouds] == ["0507"]
    assert table.unit("foe").strength == 2
    assert (table.unit("guns").shells, table.unit("guns").spent) == (0, 1)
    dry = Table(guns(), foe())
    assert dry.refuses(a.Bombard("guns", "0507", True), RED).rule == "Gas"


def ended(table: Table, *dice: int) -> None:
    """Both sides pass until the next turn has begun; the dice are those of its clouds."""
    turn = table.game.turn
    while table.game.turn == turn:
        side = table.rules.pending(table.game)[0].side
        wanted = a.Pass() if table.game.phase == "activation" else a.CeaseFire()
        last = table.game.active != table.game.first and table.game.phase == "activation"
        table.act(side, wanted, *(dice if last else ()))


@pytest.mark.parametrize(
    ("die", "hex"), [(1, "0508"), (2, "0506"), (3, "0508"), (4, "0506"), (5, "0507"), (6, "0507")]
)
def test_gas_drifts(die: int, hex: str) -> None:
    table = gassed()
    ended(table, die)
    assert [cloud.hex for cloud in table.game.clouds] == [hex]
    assert table.unit("foe").strength == 2


def test_gas_hits_whom_it_comes_upon_and_goes_after_three_turns() -> None:
    table = gassed()
    ended(table, 2)
    table.unit("foe").hex = "0507"
    ended(table, 1, 1)
    assert table.unit("foe").strength == 1
    ended(table)
    assert table.game.clouds == []

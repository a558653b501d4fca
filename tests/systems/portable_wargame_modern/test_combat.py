"""Direct fire, close combat and hits."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.gunnery import fights, fire_modifiers
from tests.systems.portable_wargame_modern.table import BLUE, RED, Table, unit


def own(type: str = "infantry", hex: str = "0505", facing: str = "S", **more: Any) -> e.Placed:
    return unit(type, RED, hex, facing, id="own", **more)


def foe(hex: str = "0508", type: str = "infantry", facing: str = "N", **more: Any) -> e.Placed:
    return unit(type, BLUE, hex, facing, id="foe", **more)


# -- direct fire -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "range"),
    [("infantry", 3), ("engineers", 3), ("dismounted-cavalry", 3), ("cyclists", 3), ("infantry-at", 2),
     ("machine-guns", 3), ("mortars", 4), ("armoured-cars", 3), ("light-tanks", 3), ("tanks", 4),
     ("assault-guns", 4)],
)  # fmt: skip
def test_ranges(type: str, range: int) -> None:
    """Firing a."""
    near, far = f"05{5 + range:02}", f"05{6 + range:02}"
    assert a.Fire("own", near) in Table(own(type), foe(near)).activating("own").listed(RED)
    assert Table(own(type), foe(far)).activating("own").refuses(a.Fire("own", far)).rule == "Firing"


@pytest.mark.parametrize("type", ["cavalry", "trucks", "half-tracks", "horses", "spotters", "commanders"])
def test_the_unarmed_do_not_fire(type: str) -> None:
    """Firing a."""
    table = Table(own(type), foe("0507")).activating("own")
    assert "weapon" in table.refuses(a.Fire("own", "0507")).reason


@pytest.mark.parametrize(("type", "round"), [("infantry", False), ("assault-guns", False), ("armoured-cars", True),
                                             ("light-tanks", True), ("tanks", True)])  # fmt: skip
def test_arcs(type: str, round: bool) -> None:
    """Firing e."""
    table = Table(own(type, facing="N"), foe("0507")).activating("own")
    assert (a.Fire("own", "0507") in table.listed(RED)) is round


def test_fire_needs_an_enemy_in_the_hex() -> None:
    refused = Table(own(), foe()).activating("own").refuses(a.Fire("own", "0507"))
    assert refused.rule == "Firing"
    assert "No enemy" in refused.reason


def test_each_unit_fires_once() -> None:
    """Firing a."""
    table = Table(own("tanks"), foe()).activating("own")
    table.does(a.Fire("own", "0508"), 1)
    assert table.refuses(a.Fire("own", "0508")).rule == "Firing b"


def test_modifiers_both_ways() -> None:
    """Firing, modifiers."""
    plain = Table(own(), foe("0507")).activating("own")
    plain.unit("own").moved = 1
    assert fire_modifiers(plain.play, plain.unit("own"), "0507") == ()
    full = Table(own(), foe("0507"), unit("commanders", RED, "0504"), terrain={"0507": "town"}).activating(
        "own"
    )
    found = {one.what: one.value for one in fire_modifiers(full.play, full.unit("own"), "0507")}
    assert found == {"target in cover": -1, "has not moved": 1, "commander at hand": 1}


@pytest.mark.parametrize(("die", "hits"), [(4, 0), (5, 1), (6, 1)])
def test_five_hits(die: int, hits: int) -> None:
    """Firing l."""
    table = Table(own(), foe("0507"), terrain={"0507": "town"}).activating("own")
    table.does(a.Fire("own", "0507"), die, *([1] * hits))
    assert table.told(e.Fired).hits == hits


def test_a_machine_gun_has_three_dice_each_of_which_hits() -> None:
    """Firing l."""
    table = Table(own("machine-guns"), foe()).activating("own")
    table.does(a.Fire("own", "0508"), 4, 3, 6, 1, 1)
    assert table.told(e.Fired).hits == 2
    assert table.unit("foe").strength == 2


def test_all_enemies_in_the_hex_are_hit() -> None:
    """Firing l."""
    table = Table(own(), foe("0507"), unit("commanders", BLUE, "0507", "N")).activating("own")
    table.does(a.Fire("own", "0507"), 6, 1, 1)
    assert table.told(e.Fired).hit == ("foe", "commanders")


def test_anti_tank_weapons_destroy_tanks() -> None:
    """Firing d."""
    table = Table(own("infantry-at"), foe("0507", "tanks", strength=1)).activating("own")
    table.does(a.Fire("own", "0507"), 6, 1)
    assert table.unit("foe").strength == 0


def test_sight_is_blocked_by_woods_and_hills_and_not_by_what_is_lower() -> None:
    """Firing g."""
    assert Table(own("tanks"), foe(), terrain={"0507": "wood"}).activating("own").refuses(
        a.Fire("own", "0508")
    ).rule == "Firing g"  # fmt: skip
    assert "see" in Table(own("tanks"), foe(), heights={"0507": 1}).activating("own").refuses(
        a.Fire("own", "0508")
    ).reason  # fmt: skip
    heights = {"0505": 2, "0508": 2}
    over = Table(own("tanks"), foe(), terrain={"0507": "wood"}, heights=heights).activating("own")
    assert a.Fire("own", "0508") in over.listed(RED)


@pytest.mark.parametrize(("woods", "seen"), [(["0603"], True), (["0504"], True), (["0603", "0504"], False)])
def test_a_line_along_a_side_is_blocked_by_woods_on_both_sides(woods: list[str], seen: bool) -> None:
    """Firing g."""
    table = Table(own("tanks", "0503"), foe("0604"), terrain=dict.fromkeys(woods, "wood")).activating("own")
    assert (a.Fire("own", "0604") in table.listed(RED)) is seen


def test_mortars_fire_over_units_and_at_what_others_see() -> None:
    """Firing h."""
    over = Table(own("mortars"), foe(), unit("infantry", RED, "0506")).activating("own")
    assert a.Fire("own", "0508") in over.listed(RED)
    wall = {"0506": "wood"}
    alone = Table(own("mortars"), foe(), terrain=wall).activating("own")
    assert alone.refuses(a.Fire("own", "0508")).rule == "Firing i"
    friend = unit("infantry", RED, "0605")
    assert a.Fire("own", "0508") in Table(own("mortars"), foe(), friend, terrain=wall).activating(
        "own"
    ).listed(RED)
    far = unit("infantry", RED, "0805")
    assert a.Fire("own", "0508") not in Table(own("mortars"), foe(), far, terrain=wall).activating(
        "own"
    ).listed(RED)


def test_within_a_wood_weapons_reach_one_hex() -> None:
    """Firing k, Woods."""
    woods = dict.fromkeys(["0505", "0506", "0507"], "wood")
    near = Table(own(), foe("0506"), terrain=woods).activating("own")
    assert a.Fire("own", "0506") in near.listed(RED)
    far = Table(own(), foe("0508"), terrain=woods).activating("own")
    assert "deep" in far.refuses(a.Fire("own", "0508")).reason
    edge = Table(own(), foe(), terrain={"0505": "wood"}).activating("own")
    assert a.Fire("own", "0508") in edge.listed(RED)


def test_nobody_fires_out_of_a_river_or_while_crossing_a_trench() -> None:
    """Rivers."""
    river = Table(own(), foe(), terrain={"0505": "river"}, features={"0505": "ford"}).activating("own")
    assert river.refuses(a.Fire("own", "0508")).rule == "Rivers"
    trench = Table(own(hex="0504"), foe(), features={"0505": "trench"}).activating("own")
    trench.does(a.Move("own", "0505"))
    assert trench.game.unit == "own"
    assert trench.refuses(a.Fire("own", "0508")).rule == "Trenches"


# -- close combat ----------------------------------------------------------------------------------------------

TABLE = {
    "infantry": (3, 5), "infantry-at": (3, 5), "engineers": (3, 5), "dismounted-cavalry": (3, 5), "cavalry": (2, 4),
    "machine-guns": (3, 5), "mortars": (3, 5), "field-guns": (4, 5), "armoured-cars": (3, 5), "light-tanks": (3, 4),
    "tanks": (3, 4), "assault-guns": (3, 4), "sp-field-guns": (3, 5), "half-tracks": (3, 5), "trucks": (4, 5),
    "horses": (5, 6), "spotters": (3, 4), "commanders": (3, 3),
}  # fmt: skip


@pytest.mark.parametrize(("type", "needed"), TABLE.items())
def test_the_close_combat_table(type: str, needed: tuple[int, int]) -> None:
    """Every row, front and rear; at what is needed a unit is safe, and a point below it is hit (Close Combat c)."""
    for facing, score in zip(("N", "S"), needed, strict=True):
        for die in (score - 1, score):
            table = Table(own("tanks"), foe("0506", type, facing)).activating("own")
            table.does(a.Assault("own", "foe"), 6, die, *([1] if die < score else []))
            told = table.told(e.Assaulted)
            assert told.needed == (3, score)
            assert ("foe" in told.hit) is (die < score)


def fight(**more: Any) -> tuple[dict[str, int], dict[str, int]]:
    units = [own("infantry"), foe("0506"), *more.pop("units", ())]
    table = Table(*units, **more).activating("own")
    ours, theirs = fights(table.play, table.unit("own"), table.unit("foe"))
    return (
        {one.what: one.value for one in ours.modifiers},
        {one.what: one.value for one in theirs.modifiers},
    )


def test_modifiers_of_close_combat_both_ways() -> None:
    """Close Combat c, Hills."""
    assert fight() == ({}, {})
    assert fight(units=[unit("commanders", RED, "0504")])[0] == {"commander adjacent": 1}
    assert fight(units=[unit("commanders", BLUE, "0507", "N")])[1] == {"commander adjacent": 1}
    assert fight(terrain={"0506": "town"})[1] == {"in cover or fortifications": 1}
    assert fight(features={"0506": "fieldworks"})[1] == {"in cover or fortifications": 1}
    assert fight(terrain={"0506": "wood"})[1] == {"in a wood": 1}
    assert fight(heights={"0506": 1}) == ({"attacks uphill": -1}, {})
    assert fight(heights={"0505": 1}) == ({}, {})
    assert fight(terrain={"0505": "river"}, features={"0505": "ford"})[0] == {"in a river": -1}
    assert fight(features={"0506": "trench"})[1] == {"in cover or fortifications": 1}


def test_who_crosses_a_trench_fights_worse_in_it() -> None:
    """Trenches."""
    table = Table(own(hex="0504"), foe("0506"), features={"0505": "trench"}).activating("own")
    table.does(a.Move("own", "0505"))
    ours, _ = fights(table.play, table.unit("own"), table.unit("foe"))
    assert {one.what: one.value for one in ours.modifiers} == {"crosses a trench": -1}


def test_only_what_is_before_the_front_is_assaulted() -> None:
    """Close Combat a."""
    table = Table(own(facing="N"), foe("0506")).activating("own")
    assert table.refuses(a.Assault("own", "foe")).rule == "Close Combat"


def test_the_winner_may_advance_and_fight_again() -> None:
    """Close Combat d."""
    second = unit("infantry", BLUE, "0507", "N", id="second")
    table = Table(own("tanks"), foe("0506", strength=1), second).activating("own")
    table.does(a.Assault("own", "foe"), 6, 1, 1)
    assert table.told(e.FightEnded).won
    assert table.game.advance == "0506"
    table.does(a.Advance("own"))
    assert table.unit("own").hex == "0506"
    table.does(a.Assault("own", "second"), 6, 6)


def test_one_of_several_enemies_in_a_hex_is_assaulted() -> None:
    """Infantry and a spotter: each may be named; who is not is neither hit nor gone."""
    spotter = unit("spotters", BLUE, "0506", "N", id="spotter", strength=2)
    table = Table(own("tanks"), foe("0506", strength=1), spotter).activating("own")
    assert {a.Assault("own", "foe"), a.Assault("own", "spotter")} <= set(table.listed(RED))
    table.does(a.Assault("own", "foe"), 6, 1, 1)
    assert table.told(e.Assaulted).hit == ("foe",)
    assert table.unit("spotter").strength == 2
    assert table.told(e.FightEnded) == e.FightEnded("own", "foe", True, "")


def test_riders_hit_in_close_combat_are_hit_by_the_enemy() -> None:
    rider = unit("infantry", RED, "0505", id="rider", aboard="own")
    table = Table(own("tanks"), foe("0506"), rider).activating("own")
    table.does(a.Assault("own", "foe"), 1, 6, 1, 1)
    assert [one.by for one in table.events if isinstance(one, e.StrengthLost)] == ["foe", "foe"]


def test_who_has_advanced_has_moved() -> None:
    """Its fire has no bonus, and nothing that takes a whole turn begins after it."""
    table = Table(own("cavalry"), foe("0506", strength=1), unit("infantry", BLUE, "0509", "N", id="next"))
    table.activating("own").does(a.Assault("own", "foe"), 6, 1, 1)
    table.does(a.Advance("own"))
    assert {type(one) for one in table.listed(RED)} == {a.Turn, a.EndUnit}
    table = Table(own(), foe("0506", strength=1), unit("infantry", BLUE, "0509", "N", id="next"))
    table.activating("own").does(a.Assault("own", "foe"), 6, 1, 1)
    table.does(a.Advance("own"))
    assert a.Fire("own", "0509") in table.listed(RED)
    assert fire_modifiers(table.play, table.unit("own"), "0509") == ()


def test_guns_do_not_advance() -> None:
    """Close Combat d."""
    far = unit("infantry", BLUE, "0515", "N", id="far")
    table = Table(own("machine-guns"), foe("0506", strength=1), far).activating("own")
    table.does(a.Assault("own", "foe"), 6, 1, 1)
    assert table.told(e.FightEnded).advance == ""


def test_a_winner_may_stay() -> None:
    """Close Combat d."""
    far = unit("infantry", BLUE, "0515", "N", id="far")
    table = Table(own("tanks"), foe("0506", strength=1), far).activating("own")
    table.does(a.Assault("own", "foe"), 6, 1, 1)
    table.does(a.Halt("own"))
    assert table.unit("own").hex == "0505"


# -- hits ------------------------------------------------------------------------------------------------------


def test_a_retreat_is_to_an_empty_hex_next_to_no_enemy() -> None:
    """Of the hexes around 0506 only 0406, 0507 and 0606 are not next to 0505 (Retreat)."""
    table = Table(own("tanks"), foe("0506"), unit("infantry", BLUE, "0606", "N", id="friend")).activating(
        "own"
    )
    table.does(a.Fire("own", "0506"), 6, 6)
    assert {one.to for one in table.listed(BLUE) if isinstance(one, a.Retreat)} == {"0406", "0507"}
    for hex in ("0606", "0405", "0508"):
        assert table.refuses(a.Retreat("foe", hex), BLUE).rule == "Retreat"
    table.act(BLUE, a.Retreat("foe", "0507"))
    assert (table.unit("foe").hex, table.unit("foe").strength) == ("0507", 4)


def test_who_cannot_retreat_loses_a_point() -> None:
    """Resolving hits b."""
    around = [unit("infantry", BLUE, hex, "N", id=hex) for hex in ("0406", "0507", "0606")]
    table = Table(own("tanks"), foe("0506"), *around).activating("own")
    table.does(a.Fire("own", "0506"), 6, 6)
    assert table.game.run == ""
    assert table.unit("foe").strength == 3


def test_a_retreat_enters_no_water_and_no_mines() -> None:
    water = Table(own("tanks"), foe("0506"), terrain={"0507": "water"}, mines=["0406"]).activating("own")
    water.does(a.Fire("own", "0506"), 6, 6)
    assert {one.to for one in water.listed(BLUE) if isinstance(one, a.Retreat)} == {"0606"}


def test_who_will_not_retreat_loses_a_point() -> None:
    """Resolving hits b."""
    table = Table(own("tanks"), foe()).activating("own")
    table.does(a.Fire("own", "0508"), 6, 6)
    table.act(BLUE, a.Stand("foe"))
    assert table.unit("foe").strength == 3
    assert table.told(e.StrengthLost).stood

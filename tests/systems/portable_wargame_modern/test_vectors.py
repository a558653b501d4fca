"""The test vectors of the fact sheet, each under its own name."""

from __future__ import annotations

import pytest

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.activation import activation_dice, dice_for
from campaign.systems.portable_wargame_modern.points import exhaustion_point
from campaign.systems.portable_wargame_modern.reach import destinations, reach
from tests.systems.portable_wargame_modern.table import BLUE, RED, STRENGTH, Table, unit


@pytest.mark.parametrize(
    ("commander", "others", "dice"), [(True, 12, 4), (True, 10, 3), (True, 11, 4), (False, 5, 1)]
)
def test_pw_1_activation_dice(commander: bool, others: int, dice: int) -> None:
    """Dicing d."""
    units = [unit("infantry", RED, f"{i + 1:02}01", id=f"i{i}") for i in range(others)]
    chief = [unit("commanders", RED, "0101")] if commander else []
    table = Table(*units, *chief, unit("infantry", BLUE, "0816"))
    assert dice_for(table.play, RED)[0] == dice


def test_pw_2_a_unit_or_the_commander_less_is_a_die_less() -> None:
    """Dicing d."""
    assert (activation_dice(True, 11), activation_dice(True, 10)) == (4, 3)
    assert activation_dice(False, 11) == activation_dice(True, 11) - 1


@pytest.mark.parametrize(("strength", "limit"), [(30, 10), (31, 11), (32, 11)])
def test_pw_3_exhaustion_point(strength: int, limit: int) -> None:
    """Exhaustion Point."""
    assert exhaustion_point(strength) == limit


def test_pw_4_artillery_falls_short_unless_somebody_sees() -> None:
    """A wood in between hides the target from the battery, not from the spotter (Artillery Fire, die)."""
    guns, target = unit("field-guns", RED, "0501"), unit("infantry", BLUE, "0507")
    blind = Table(guns, target, terrain={"0503": "wood"})
    blind.act(RED, a.Bombard("field-guns", "0507"), 4)
    landed = blind.told(e.ShellLanded)
    assert (landed.hex, landed.score, landed.hit) == ("0506", 4, ())
    seen = Table(guns, target)
    seen.act(RED, a.Bombard("field-guns", "0507"), 4, 1)
    landed = seen.told(e.ShellLanded)
    assert (landed.hex, landed.score, landed.hit) == ("0507", 6, ("infantry",))


def test_pw_7_cover_takes_one_off_a_six() -> None:
    """Artillery Fire, −1."""
    guns, target = unit("field-guns", RED, "0501"), unit("infantry", BLUE, "0507")
    table = Table(guns, target, terrain={"0503": "wood"}, features={"0507": "fieldworks"})
    table.act(RED, a.Bombard("field-guns", "0507"), 6, 1)
    landed = table.told(e.ShellLanded)
    assert (landed.score, landed.hex) == (5, "0507")


@pytest.mark.parametrize(("moves", "hits"), [(False, 1), (True, 0)])
def test_pw_8_a_tank_that_stands_hits_with_four(moves: bool, hits: int) -> None:
    """Firing, modifiers."""
    table = Table(unit("tanks", RED, "0505"), unit("armoured-cars", BLUE, "0509")).activating("tanks")
    if moves:
        table.does(a.Move("tanks", "0506"))
    table.does(a.Fire("tanks", "0509"), 4, *([1] * hits))
    assert table.told(e.Fired).hits == hits


@pytest.mark.parametrize(
    ("quality", "die", "lost"),
    [("elite", 2, True), ("elite", 3, False), ("average", 3, True), ("average", 4, False), ("poor", 4, True),
     ("poor", 5, False)],
)  # fmt: skip
def test_pw_10_hits_by_quality(quality: str, die: int, lost: bool) -> None:
    """Resolving hits a."""
    table = Table(unit("tanks", RED, "0505"), unit("infantry", BLUE, "0508", quality=quality)).activating(
        "tanks"
    )
    table.does(a.Fire("tanks", "0508"), 6, die)
    assert table.told(e.HitRolled).lost is lost
    assert table.unit("infantry").strength == (3 if lost else 4)
    assert (table.game.run == "infantry") is not lost


@pytest.mark.parametrize(
    ("facing", "die", "hit"), [("N", 2, True), ("N", 3, False), ("S", 3, True), ("S", 4, False)]
)
def test_pw_11_close_combat_of_a_tank(facing: str, die: int, hit: bool) -> None:
    """Close Combat c."""
    table = Table(unit("infantry", RED, "0505"), unit("tanks", BLUE, "0506", facing)).activating("infantry")
    table.does(a.Assault("infantry", "tanks"), 6, die, *([1] if hit else []))
    assert ("tanks" in table.told(e.Assaulted).hit) is hit


@pytest.mark.parametrize(("strength", "left"), [(3, 2), (1, 1)])
def test_pw_13_riders_are_hit_with_their_tank(strength: int, left: int) -> None:
    """By a machine gun, which cannot take the tank's last point (Tank Riders)."""
    table = Table(
        unit("machine-guns", RED, "0505"),
        unit("tanks", BLUE, "0508", strength=strength),
        unit("infantry", BLUE, "0508", aboard="tanks"),
    ).activating("machine-guns")
    table.does(a.Fire("machine-guns", "0508"), 4, 1, 1, 1, 1)
    assert table.told(e.Fired).hit == ("tanks", "infantry")
    assert table.unit("tanks").strength == left
    assert table.unit("infantry").strength == 3


def test_pw_14_who_fires_moves_a_hex_less() -> None:
    """Movement d."""
    table = Table(unit("tanks", RED, "0503"), unit("infantry", BLUE, "0510")).activating("tanks")
    table.does(a.Move("tanks", "0506"))
    refused = table.refuses(a.Fire("tanks", "0510"))
    assert refused.rule == "Movement d"
    table = Table(unit("tanks", RED, "0503"), unit("infantry", BLUE, "0509")).activating("tanks")
    table.does(a.Move("tanks", "0505"))
    table.does(a.Fire("tanks", "0509"), 1)


def test_pw_15_a_truck_goes_five_hexes_by_road() -> None:
    """Roads."""
    road = [f"05{row:02}" for row in range(1, 13)]
    table = Table(unit("trucks", RED, "0501"), unit("infantry", BLUE, "1516"), roads=[road]).activating(
        "trucks"
    )
    found = reach(table.play, table.unit("trucks"))
    assert "0506" in destinations(table.play, table.unit("trucks"), found)
    assert max(entered for entered, _, _ in found.values()) == 5
    assert [hex for hex, (entered, _, _) in found.items() if entered == 5] == ["0506"]
    table.does(a.Move("trucks", "0506"))
    assert table.unit("trucks").moved == 5


def test_pw_16_small_arms_never_take_a_tanks_last_point() -> None:
    """Firing c."""
    table = Table(unit("infantry", RED, "0505"), unit("tanks", BLUE, "0508", strength=1)).activating(
        "infantry"
    )
    table.does(a.Fire("infantry", "0508"), 6, 1)
    assert table.unit("tanks").strength == 1
    assert table.told(e.HitSpared).unit == "tanks"
    table = Table(unit("infantry", RED, "0505"), unit("tanks", BLUE, "0508", strength=1)).activating(
        "infantry"
    )
    table.does(a.Fire("infantry", "0508"), 6, 4)
    assert table.game.run == "tanks"
    table.act(BLUE, a.Stand("tanks"))
    assert table.unit("tanks").strength == 1


def test_pw_18_one_of_each_class() -> None:
    """Strength Points a."""
    types = ["infantry", "infantry-at", "engineers", "dismounted-cavalry", "cavalry", "machine-guns", "mortars",
             "field-guns", "armoured-cars", "light-tanks", "tanks", "assault-guns", "sp-field-guns", "half-tracks",
             "trucks", "horses", "spotters", "commanders"]  # fmt: skip
    total = sum(STRENGTH[type] for type in types)
    assert (total, exhaustion_point(total)) == (45, 15)


def test_pw_19_artillery_hits_friends_and_direct_fire_does_not() -> None:
    """Artillery Fire, everybody."""
    table = Table(
        unit("field-guns", RED, "0501"), unit("infantry", RED, "0506"), unit("infantry", BLUE, "0507", id="foe"),
        terrain={"0503": "wood"},
    )  # fmt: skip
    table.act(RED, a.Bombard("field-guns", "0507"), 2, 3)
    assert table.told(e.ShellLanded).hit == ("infantry",)
    assert table.unit("infantry").strength == 3
    table = Table(unit("tanks", RED, "0505"), unit("infantry", BLUE, "0508")).activating("tanks")
    table.game.units["friend"] = table.rules.copy(table.game).units["tanks"]
    table.game.units["friend"].id, table.game.units["friend"].hex = "friend", "0508"
    table.does(a.Fire("tanks", "0508"), 6, 3)
    assert table.told(e.Fired).hit == ("infantry",)


@pytest.mark.parametrize(("type", "stops"), [("infantry", "wire"), ("assault-guns", "")])
def test_pw_20_wire_stops_infantry_and_no_assault_guns(type: str, stops: str) -> None:
    """Barbed Wire."""
    table = Table(unit(type, RED, "0505"), unit("tanks", BLUE, "1516"), wire=["0506"]).activating(type)
    table.does(a.Move(type, "0506"))
    assert table.told(e.Moved).stops == stops
    assert (a.Move(type, "0507") in table.listed(RED)) is (not stops)


def test_pw_21_cyclists_move_as_cavalry_and_fight_as_infantry() -> None:
    """Cyclists."""
    table = Table(unit("cyclists", RED, "0505"), unit("infantry", BLUE, "0513")).activating("cyclists")
    found = reach(table.play, table.unit("cyclists"))
    assert max(entered for entered, _, _ in found.values()) == 3
    charts = table.rules.charts
    unit_class, infantry = charts.class_of["cyclists"], charts.class_of["infantry"]
    assert charts.range("cyclists") == charts.range("infantry")
    assert (unit_class.front, unit_class.flank) == (infantry.front, infantry.flank)


def test_pw_22_artillery_reaches_deep_into_woods() -> None:
    """Artillery Fire, cover, Firing j."""
    wood = dict.fromkeys(("0506", "0507", "0508"), "wood")
    table = Table(unit("field-guns", RED, "0501"), unit("tanks", BLUE, "0508"), terrain=wood)
    assert a.Bombard("field-guns", "0508") in table.listed(RED)
    wood = dict.fromkeys(("0506", "0507"), "wood")
    table = Table(unit("infantry", RED, "0505"), unit("tanks", BLUE, "0507"), terrain=wood).activating(
        "infantry"
    )
    assert table.refuses(a.Fire("infantry", "0507")).rule == "Firing j"

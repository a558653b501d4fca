"""A campaign's platoons go into a battle and come out of it."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from campaign.rules.dice import ScriptedDice, SeededDice
from campaign.rules.facets import UMPIRE
from campaign.rules.muster import Fate, Formed, Muster, Mustered, Verdict
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import APPLIERS
from campaign.systems.mechwar_4.muster import mustered as into
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Game, Unit
from tests.systems.mechwar_4.pack import RULES

ASSETS = RULES.assets
US, SU = "us", "soviet"
A, B, FIRST, BRIGADE = (
    Formed("a", "Team Able"), Formed("b", "Team Baker"), Formed("1", "1st Battalion"), Formed("2", "2nd Brigade"),
)  # fmt: skip
TANKS = Mustered("able-1", "m60a1", "1st Platoon", US, 0, formations=(A, FIRST, BRIGADE))
TOW = Mustered("tow", "m150", "Tow section", US, formations=(B, FIRST))
TRACKS = Mustered("tracks", "m113", "Tracks", US, formations=(B, FIRST))
RIFLES = Mustered("rifles", "us-rifles", "Rifles", US, formations=(B, FIRST))
HQ = Mustered("staff", "battalion-hq", "Staff", US, formations=(FIRST, BRIGADE))
BMP = Mustered("bmp", "bmp", "BMPs", SU)


def opened(events: Any) -> Game:
    return RULES.system.begun(events)


def tell(game: Game, *events: Any) -> None:
    for event in events:
        APPLIERS[type(event)](game, event)


def mustered(
    *assets: Mustered, scenario: str = "crossroads", sides: tuple[str, ...] = (), **options: Any
) -> Game:
    sides = sides or tuple(dict.fromkeys(one.side for one in assets))
    return opened(ASSETS.muster(scenario, options, Muster("c", "n", "1979-07-31", sides, assets)))


def of(game: Game, asset: str) -> Unit:
    return next(one for one in game.units.values() if one.asset == asset)


def fates(game: Game) -> dict[str, Fate]:
    return {one.came_as: one for one in ASSETS.outcome(game, Verdict(US, "Over.")).fates}


# -- into the battle -------------------------------------------------------------------------------------------


def test_platoons_stand_in_the_places_of_printed_ones_under_counters_that_tell_nothing() -> None:
    game, printed = mustered(TANKS, TOW), opened(RULES.open("crossroads", {}))
    tanks = of(game, "able-1")
    assert tanks.hex in {u.hex for u in printed.units.values() if u.type == "m60a1"}
    assert of(game, "tow").hex == next(u.hex for u in printed.units.values() if u.type == "m150")
    assert [u.id for u in game.units.values() if u.side == US] == ["A1", "A2"]
    theirs = [u for u in printed.units.values() if u.side == SU]
    assert [u for u in game.units.values() if u.side == SU] == theirs
    assert {id for one in game.areas for id in one.units} == set(game.units)


def test_a_platoon_brings_its_losses_its_ammunition_and_its_crews() -> None:
    game = mustered(
        replace(TANKS, damage=("one-third",), quality=2),
        replace(TANKS, id="able-2", damage=("one-third", "two-thirds"), quality=-1),
        replace(TOW, damage=("missiles-gone",), quality=1),
        replace(RIFLES, ammunition={"missiles": 0}),
        Mustered("flak", "vulcan", "Vulcans", US, ammunition={"rounds": 2, "air-defence": 0}),
    )
    play = Play(RULES.charts, game)
    assert [(of(game, id).damage, play.level(of(game, id))) for id in ("able-1", "able-2", "tow", "rifles")] == [
        (1, 0), (2, 4), (0, 1), (0, 2),
    ]  # fmt: skip
    assert [of(game, id).ammo for id in ("able-1", "tow", "rifles", "flak")] == [
        {}, {"missile": 0}, {"missile": 0}, {"main": 2, "air": 0},
    ]  # fmt: skip
    assert game.forces[US].panic == 2


def test_without_its_leader_a_platoon_is_a_quality_worse() -> None:
    game = mustered(*(replace(TANKS, id=f"t{q}", quality=q, empty=("leader",)) for q in (2, 1, 0, -1)))
    assert [of(game, f"t{q}").level for q in (2, 1, 0, -1)] == [1, 2, 4, 4]


def test_formations_become_companies_battalions_and_a_brigade() -> None:
    game = mustered(
        TANKS, replace(TANKS, id="able-2", quality=1), TOW, HQ, replace(HQ, id="two", formations=(BRIGADE,))
    )
    assert (of(game, "able-1").company, of(game, "tow").company, of(game, "staff").company) == (
        "us-a",
        "us-b",
        "",
    )
    able = game.companies["us-a"]
    assert (able.name, able.panic, able.battalion, able.doctrine) == ("Team Able", 2, "us-1", "nato")
    assert set(game.companies) == {"us-a", "us-b", "su-1-1", "su-1-2", "su-1-3"}
    first, brigade = game.battalions["us-1"], game.battalions["us-2"]
    assert (first.hq, first.brigade, first.is_brigade, first.rating) == (
        of(game, "staff").id,
        "us-2",
        False,
        "B",
    )
    assert (brigade.hq, brigade.brigade, brigade.is_brigade) == (of(game, "two").id, "", True)
    assert set(game.battalions) == {"us-1", "us-2", "su-1"}


def test_infantry_is_aboard_where_the_scenario_has_it_so_and_a_carrier_has_come() -> None:
    rifles = Mustered("rifles", "soviet-rifles", "Rifles", SU)
    game = mustered(BMP, rifles, scenario="hold-the-village")
    assert of(game, "rifles").aboard == of(game, "bmp").id
    assert of(game, "rifles").hex == of(game, "bmp").hex
    worn = mustered(replace(BMP, damage=("one-third",)), rifles, scenario="hold-the-village")
    assert (of(worn, "rifles").aboard, bool(of(worn, "rifles").hex)) == ("", True), "9.14"
    assert of(mustered(rifles, scenario="hold-the-village"), "rifles").aboard == ""


def test_more_platoons_than_places_find_free_hexes_of_their_zone() -> None:
    many = [replace(TANKS, id=f"t{i}") for i in range(30)]
    game = mustered(*many)
    hexes = [one.hex for one in game.units.values() if one.asset]
    zone = {hex for one in game.areas if one.side == US for hex in one.hexes}
    assert set(hexes) <= zone and max(map(hexes.count, hexes)) <= 3


def test_who_comes_later_comes_without_gaps() -> None:
    """Breakthrough: the second battalion of the Soviet side enters on turn 2, three carriers first."""
    rows = [replace(BMP, id=f"bmp-{i}") for i in range(5)]
    game = mustered(*rows, Mustered("sappers", "engineers", "Sappers", SU), scenario="breakthrough")
    column = [one for one in game.units.values() if one.entry == "second"]
    assert [one.place for one in column] == list(range(len(column)))
    assert len(column) >= 2 and not any(one.hex for one in column)


def test_20_42_who_comes_in_free_formation_waits_before_a_hex_of_entry() -> None:
    """Night road, if its convoy came by two hexes: in the place of a truck, and behind them all where none is left."""
    night = RULES.charts.scenarios["night-road"]
    hexes = ("0122", "0124")
    road = replace(night.entry[0], column=False, hexes=hexes)
    trucks = [Mustered(f"t{i}", "truck", f"Trucks {i}", SU) for i in range(30)]
    forces = into(
        RULES.charts, replace(night, entry=(road,)), Muster("c", "n", "1979-07-31", (SU,), tuple(trucks))
    )
    waiting = [one for one in forces.units if one.entry]
    assert len(waiting) == 30
    assert {one.through for one in waiting} == set(hexes)


def test_both_sides_may_be_mustered_in_a_free_set_up() -> None:
    blue, red = replace(TANKS, side="blue"), replace(BMP, side="red")
    game = mustered(blue, red, scenario="own-companies", board="desert")
    assert {one.asset for one in game.units.values()} == {"able-1", "bmp"}


@pytest.mark.parametrize(
    ("asset", "where"),
    [
        (replace(TANKS, type="no-such"), ".type"),
        (replace(TANKS, side=SU), ".side"),
        (replace(TANKS, damage=("turret",)), ".damage"),
        (replace(TANKS, damage=("missiles-gone",)), ".damage"),
        (replace(HQ, damage=("one-third",)), ".damage"),
        (replace(TANKS, ammunition={"rounds": 1}), ".ammunition"),
        (replace(RIFLES, ammunition={"missiles": -1}), ".ammunition"),
        (replace(TANKS, cards=("x",)), ".cards"),
        (replace(TANKS, id=""), ""),
    ],
)
def test_what_cannot_come_is_refused(asset: Mustered, where: str) -> None:
    with pytest.raises(Refused) as refused:
        mustered(asset, sides=(US,))
    assert refused.value.where == f"$.muster.assets[0]{where}"


def test_a_side_of_nobody_and_a_side_that_is_none_are_refused() -> None:
    with pytest.raises(Refused, match="nobody"):
        mustered(TANKS, sides=(US, SU))
    with pytest.raises(Refused) as refused:
        mustered(TANKS, sides=(US, "nato"))
    assert refused.value.where == "$.muster.sides[1]"
    with pytest.raises(Refused, match="another platoon"):
        mustered(TANKS, TANKS)


def test_no_room_is_refused() -> None:
    with pytest.raises(Refused, match="no room") as refused:
        mustered(*(replace(TANKS, id=f"t{i}") for i in range(1400)), scenario="hold-the-village")
    assert refused.value.where.startswith("$.muster.assets[")


# -- out of the battle -----------------------------------------------------------------------------------------


def test_the_fate_names_the_asset_whatever_counter_was_dealt() -> None:
    game = mustered(TANKS, replace(TANKS, id="able-2"), TOW)
    first = of(game, "able-1")
    tell(game, e.CountersDealt(US, (3, 1, 2)))
    assert first.id == "A3"
    tell(
        game,
        e.UnitDamaged("A3", 1),
        e.UnitRemoved("B1", "eliminated", "A3"),
        e.UnitRemoved("A1", "eliminated", "B2"),
    )
    found = fates(game)
    assert (found["able-1"].id, found["able-1"].fate, found["able-1"].damage) == (
        "A3",
        "damaged",
        ("one-third",),
    )
    assert found["able-1"].kills == ("B1",)
    assert (found["able-2"].fate, found["able-2"].damage) == ("wrecked", ())
    assert found["tow"].fate == "fit"
    assert (found["B1"].asset, found["B1"].fate, found["B2"].kills) == ("", "wrecked", ("A1",))


def test_missiles_that_are_gone_are_damage_of_who_has_nothing_else_and_ammunition_of_others() -> None:
    game = mustered(TOW, RIFLES, replace(RIFLES, id="out", ammunition={"missiles": 0}))
    tow, rifles = of(game, "tow"), of(game, "rifles")
    tell(game, e.DepletionRolled(tow.id, "missile", (1,), 1, 0), e.UnitRemoved(tow.id, "no missiles"))
    tell(game, e.DepletionRolled(rifles.id, "missile", (1,), 1, 0))
    found = fates(game)
    assert (found["tow"].fate, found["tow"].damage, found["tow"].spent) == ("damaged", ("missiles-gone",), {})
    assert (found["rifles"].fate, found["rifles"].spent) == ("fit", {"missiles": 1})
    assert found["out"].spent == {}


def test_levels_of_rounds_are_spent_and_missiles_once_they_are_all_gone() -> None:
    flak = Mustered("flak", "vulcan", "Vulcans", US, ammunition={"rounds": 2})
    game = mustered(flak, RIFLES)
    tell(game, e.DepletionRolled(of(game, "flak").id, "main", (1,), 2, 1))
    tell(game, e.DepletionRolled(of(game, "rifles").id, "missile", (1,), 3, 1))
    assert (fates(game)["flak"].spent, fates(game)["rifles"].spent) == ({"rounds": 1}, {})
    of(game, "flak").ammo["air"] = 0
    assert fates(game)["flak"].spent == {"rounds": 1, "air-defence": 1}


@pytest.mark.parametrize(
    ("damage", "out", "expected"),
    [
        (0, "", [("damaged", 2), ("damaged", 1)]),
        (1, "", [("damaged", 1), ("damaged", 1)]),
        (2, "", [("damaged", 1), ("damaged", 1)]),
        (3, "eliminated", [("wrecked", 0), ("damaged", 1)]),
    ],
)
def test_who_was_regrouped_is_not_lost(damage: int, out: str, expected: list[tuple[str, int]]) -> None:
    """Their steps are told off to both again; of a unit that was lost after that, a third of the other got away."""
    game = mustered(TANKS, replace(TANKS, id="able-2"))
    tell(game, e.UnitDamaged("A1", 2), e.UnitDamaged("A2", 1), e.Regrouped("A1", "A2", 0))
    if out:
        tell(game, e.UnitRemoved("A1", "eliminated"))
    elif damage:
        tell(game, e.UnitDamaged("A1", damage))
    found = fates(game)
    told = [
        (found[id].fate, 0 if found[id].fate == "wrecked" else 3 - len(found[id].damage))
        for id in ("able-1", "able-2")
    ]
    assert told == expected


def test_regrouped_twice_three_platoons_share_what_is_left() -> None:
    game = mustered(*(replace(TANKS, id=f"t{i}") for i in (1, 2, 3)))
    tell(game, *(e.UnitDamaged(f"A{i}", 2) for i in (1, 2, 3)))
    tell(game, e.Regrouped("A2", "A3", 1), e.Regrouped("A1", "A2", 0))
    assert [len(fates(game)[f"t{i}"].damage) for i in (1, 2, 3)] == [2, 2, 2]


def test_every_type_has_its_posts_its_load_and_what_it_can_bear() -> None:
    types = ASSETS.types()
    assert types["m60a1"].posts == (
        "leader", "sergeant", "third commander", "fourth commander", "fifth commander",
    )  # fmt: skip
    assert types["m60a1"].words["one-third"] == "a third of its 5 vehicles lost"
    assert (types["hq"].posts, types["hq"].damage) == (("leader",), ())
    assert (types["m150"].damage, types["m150"].load) == (("one-third", "two-thirds", "missiles-gone"), {})
    assert (types["us-rifles"].load, types["zsu-23"].load) == (
        {"missiles": 1},
        {"rounds": 3, "air-defence": 1},
    )
    known = {one.id for one in ASSETS.damages()}
    assert all(set(one.damage) <= known for one in types.values())
    assert all(len(one.posts) == max(1, RULES.charts.units[id].vehicles or 2) for id, one in types.items())


# -- what others get of it -------------------------------------------------------------------------------------


def test_who_does_not_know_what_came_is_not_told() -> None:
    assets = (TANKS, BMP)
    game = mustered(*assets, fog=True)
    hidden = RULES.hidden
    assert hidden.mustered(game, assets, US) == (TANKS,)
    assert hidden.mustered(game, assets, "") == ()
    assert hidden.mustered(mustered(*assets), assets, SU) == assets
    game.verdict = Verdict(US, "Over.")
    assert hidden.mustered(game, assets, SU) == assets


@pytest.mark.parametrize("why", ["fire", "move"])
def test_in_the_fog_no_die_tells_how_good_crews_are(why: Literal["fire", "move"]) -> None:
    """One elite and one green platoon under face-down counters throw the same, and the enemy is told the same."""
    for damage in ((), ("one-third",)):
        told: list[Any] = []
        for quality in (2, -1):
            game = mustered(replace(TANKS, quality=quality, damage=damage), BMP, fog=True)
            dice = ScriptedDice([10])
            play = Play(RULES.charts, game, dice)
            panics(play, of(game, "able-1"), why)
            told.append((dice.left, [RULES.hidden.event(game, one, SU) for one in play.events]))
        assert told[0] == told[1]
        assert told[0][0] == (why == "move" and not damage), "who has lost nothing never checks as it moves"


@pytest.mark.parametrize("seed", range(3))
def test_a_battle_of_mustered_platoons_is_played_to_its_end(seed: int) -> None:
    """At random; every asset has one fate, and nobody kills or spends what was not there."""
    rnd = Random(seed)
    tanks = [replace(TANKS, id=f"t{i}", quality=i % 4 - 1, damage=("one-third",) * (i % 2)) for i in range(4)]
    bmps = [replace(BMP, id=f"b{i}", formations=(A,), ammunition={"missiles": 1}) for i in range(6)]
    assets = (*tanks, TOW, TRACKS, RIFLES, HQ, *bmps)
    game = mustered(*assets, turns=3, fog=True, morale=True, ammunition=seed == 1)
    dice = SeededDice(rnd.randrange)
    while not RULES.verdict(game):
        side = rnd.choice(RULES.pending(game)).side
        options = RULES.legal(game, side)
        quick = [one for one in options if not isinstance(one.action, a.Pass)] or options
        RULES.advance(game, side, rnd.choice(quick).action, dice)
        assert RULES.view(game, UMPIRE).pieces
    found = fates(game)
    assert {one.id for one in assets} == set(found)
    assert all(id in game.units for one in found.values() for id in one.kills)
    assert all(found[one.id].spent.items() <= {("missiles", 1)} for one in assets)

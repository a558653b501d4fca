"""Campaigns: a muster goes in, an outcome comes out, and the house rules between them."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaign.rules.dice import SeededDice
from campaign.rules.muster import Member, Muster, Mustered, Outcome, Verdict
from campaign.rules.packs import PackError, make_pack
from campaign.rules.refused import Refused
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.apply import APPLIERS
from campaign.systems.combat_veteran.charts import Charts
from campaign.systems.combat_veteran.rules import SYSTEM
from campaign.systems.combat_veteran.state import MARKERS
from tests.systems.combat_veteran.table import RULES, SHIPPED, Table, only, table, unit
from tests.systems.combat_veteran.test_playouts import Pick, picks, play_out

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
TYPES = RULES.assets.types()


def asset(id: str, type: str = "m26", side: str = "us", **more: Any) -> Mustered:
    return Mustered(id, type, more.pop("name", id.title()), side, **more)


def of(*assets: Mustered, sides: tuple[str, ...] = ("us",)) -> Muster:
    return Muster("war", "battle", "1950-08-17", sides, assets)


def forces(scenario: str, muster: Muster) -> e.ForcesPlaced:
    return only(RULES.assets.muster(scenario, {}, muster), e.ForcesPlaced)


def joined(scenario: str, muster: Muster) -> Table:
    """A battle of a campaign as it opens."""
    return Table(RULES, RULES.system.begun(RULES.assets.muster(scenario, {}, muster)))


def refusal(muster: Muster, scenario: str = "tank-duel") -> Refused:
    with pytest.raises(Refused) as found:
        RULES.assets.muster(scenario, {}, muster)
    assert found.value.reason.endswith(".")
    return found.value


# -- what a campaign may keep ------------------------------------------------------------------------------------


def test_every_vehicle_has_posts_a_load_and_a_source() -> None:
    vehicles = {id for id, (kind, _) in RULES.charts.types.items() if kind == "vehicle"}
    assert set(TYPES) == vehicles == set(RULES.charts.crews)
    for id, one in TYPES.items():
        assert one.posts
        assert "historic figures from general knowledge" in one.source or "our estimate" in one.source
        assert ("main" in one.load) == bool(RULES.charts.rating(id, "main"))
        assert ("mg" in one.load) == bool(RULES.charts.rating(id, "mg"))
    assert TYPES["m26"].posts == ("commander", "gunner", "loader", "driver", "hull gunner")
    assert TYPES["m26"].load == {"main": 70, "mg": 20}
    assert "main" not in TYPES["humvee"].load


def test_damages_are_the_six_markers_and_skills_are_said_in_a_sentence() -> None:
    assert [one.id for one in RULES.assets.damages()] == list(MARKERS)
    assert all(one.name for one in RULES.assets.damages())
    assert set(RULES.assets.skills()) == {"gunnery", "driving", "mechanic"}
    assert all(text.endswith(".") for text in RULES.assets.skills().values())


def wrong(**row: Any) -> PackError:
    """What is said of crews.toml with the first row changed."""
    content = copy.deepcopy(dict(SHIPPED.content))
    content["crews.toml"]["crew"][0].update(row)
    with pytest.raises(PackError) as found:
        Charts(make_pack("combat-veteran", content))
    return found.value


def test_what_is_wrong_with_crews_is_said_with_its_row() -> None:
    assert wrong(id="t99").where == "crews.toml, crew[0].id"
    assert wrong(id="t99").reason == "There is no vehicle 't99'."
    assert "is there twice" in wrong(id="m26").reason
    assert "same post twice" in wrong(posts=["driver", "gunner", "driver"]).reason
    assert wrong(gunner="cook").reason == "Say which post aims the main armament."
    assert wrong(driver="cook").where == "crews.toml, crew[0].driver"
    assert (
        "no rating for such a load" in wrong(id="humvee", posts=["gunner", "driver"], load={"main": 3}).reason
    )
    assert "crew[0] (t34).source" in wrong(source="").reason


def test_a_pack_of_old_without_crews_still_loads() -> None:
    content = {file: table for file, table in SHIPPED.content.items() if file != "crews.toml"}
    rules = SYSTEM.load(make_pack("combat-veteran", content))
    assert rules.assets.types()["m26"].posts == ()
    assert list(rules.open("tank-duel", {})) == list(RULES.open("tank-duel", {}))


# -- the set-up --------------------------------------------------------------------------------------------------


def test_an_asset_takes_the_place_of_the_scenarios_own() -> None:
    found = forces("tank-duel", of(asset("lucky", name="Lucky")))
    first = found.pieces[0]
    assert (first.id, first.name, first.type, first.hex, first.facing) == (
        "lucky",
        "Lucky",
        "m26",
        "1514",
        "NW",
    )
    assert [piece.id for piece in found.pieces[1:]] == [f"t34-{n}" for n in range(1, 6)]
    assert found.victory == only(RULES.open("tank-duel", {}), e.ForcesPlaced).victory


def test_sides_that_are_not_mustered_have_the_scenarios_forces() -> None:
    printed = only(RULES.open("river-armor", {}), e.ForcesPlaced)
    found = forces("river-armor", of(asset("a", "m48"), asset("b", "m113"), asset("c", "m113")))
    stay = [piece for piece in printed.pieces if piece.kind != "vehicle"]
    assert list(found.pieces[3:]) == stay


def test_slots_of_the_same_type_come_first() -> None:
    both = of(asset("a", "pt76", "tb"), asset("b", "t54", "tb"), sides=("tb",))
    (pt, t) = forces("outpost-armor", both).pieces[:2]
    assert (pt.hex, t.hex) == ("3027", "3027")
    content = copy.deepcopy(dict(SHIPPED.content))
    groups = content["scenarios/outpost-armor.toml"]["group"]
    next(group for group in groups if group["type"] == "t54")["hex"] = "3028"
    rules = SYSTEM.load(make_pack("combat-veteran", content))
    muster = of(
        *(asset(id, type, "tb") for id, type in (("a", "t34"), ("b", "t54"), ("c", "m26"))), sides=("tb",)
    )
    found = only(rules.assets.muster("outpost-armor", {}, muster), e.ForcesPlaced)
    assert [piece.hex for piece in found.pieces[:3]] == ["3027", "3028", "3027"]
    many = of(*(asset(f"n{i}", "t54", "tb") for i in range(7)), sides=("tb",))
    found = only(rules.assets.muster("outpost-armor", {}, many), e.ForcesPlaced)
    # Its own slot, the two others, then both places in turn.
    assert [piece.hex for piece in found.pieces[:7]] == [
        "3028",
        "3027",
        "3027",
        "3028",
        "3027",
        "3028",
        "3027",
    ]


def test_boats_are_set_up_in_water_only_and_afloat() -> None:
    boat = forces("river-monitor", of(asset("b", "zippo"))).pieces[0]
    assert boat.hex == "1008"
    assert boat.afloat
    found = refusal(of(asset("b", "m48")), "river-monitor")
    assert found.reason == "The scenario has no place for B to be set up."
    assert found.where == "$.muster.assets[0]"
    assert refusal(of(asset("a"), asset("b", "monitor"))).where == "$.muster.assets[1]"


def test_damage_is_there_from_the_beginning() -> None:
    found = joined("tank-duel", of(asset("a", damage=("turret", "coaxial", "turret"))))
    assert found["a"].markers == ["coaxial", "turret"]


@pytest.mark.parametrize(("muster", "where", "reason"), [
    (of(asset("a", "t99")), "$.muster.assets[0]", "A is of no type of vehicle: 't99'."),
    (of(asset("a", "us-soldier")), "$.muster.assets[0]", "A is of no type of vehicle: 'us-soldier'."),
    (of(asset("a"), asset("b", side="nk")), "$.muster.assets[1]", "B is of no side that is mustered: 'nk'."),
    (of(asset("a"), sides=("us", "uk")), "$.muster.sides[1]", "This battle has no side 'uk'."),
    (of(asset("a", damage=("rust",))), "$.muster.assets[0]", "A has a damage that there is not: 'rust'."),
    (of(asset("a", damage=MARKERS)), "$.muster.assets[0]", "A has every kind of damage: it is a wreck."),
    (of(asset("a"), asset("a")), "$.muster.assets[1]", "There is another piece 'a' in this battle."),
    (of(asset("t34-3")), "$.muster.assets[0]", "There is another piece 't34-3' in this battle."),
    (of(), "$.muster.sides[0]", "United States would have nobody in this battle."),
    (of(asset("a", quality=3)), "$.muster.assets[0]", "A has a crew of no known quality: 3."),
    (of(asset("a", ammunition={"smoke": 1})), "$.muster.assets[0]", "A has no use for ammunition 'smoke'."),
    (of(asset("a", ammunition={"mg": -1})), "$.muster.assets[0]", "A has fewer than no rounds: mg -1."),
    (of(asset("a", empty=("cook",))), "$.muster.assets[0]", "A has no post 'cook'."),
    (of(asset("a", crew=(Member("m", "M", "cook"),))), "$.muster.assets[0]", "A has no post 'cook'."),
    (of(asset("a", cards=("ace",))), "$.muster.assets[0]", "A carries cards: this rule system has none."),
])  # fmt: skip
def test_who_cannot_come_is_refused(muster: Muster, where: str, reason: str) -> None:
    found = refusal(muster)
    assert (found.where, found.reason) == (where, reason)


def test_what_would_be_allowed_is_said() -> None:
    assert refusal(of(asset("a", "t99"))).allowed == tuple(sorted(TYPES))
    assert refusal(of(asset("a", damage=("rust",)))).allowed == MARKERS
    assert refusal(of(asset("a", "t99"))).rule == "2.1"
    with pytest.raises(Refused, match="no scenario"):
        RULES.assets.muster("moon", {}, of(asset("a")))
    with pytest.raises(Refused, match="no option"):
        RULES.assets.muster("tank-duel", {"fog": True}, of(asset("a")))


def test_a_side_without_vehicles_may_have_soldiers() -> None:
    found = forces("river-monitor", of())
    assert not [piece for piece in found.pieces if piece.kind == "vehicle"]
    texts = [condition.text for condition in found.victory.conditions]
    assert texts == ["five soldiers of the patrol are lost", "all ten Viet Cong are lost"]
    assert "United States has only 0" in found.victory.text


def test_victory_stays_within_reach() -> None:
    found = forces("korea-airfield", of(asset("a", "m26")))
    assert [condition.count for condition in found.victory.conditions] == [6, 1]
    assert found.victory.conditions[1].text == "two Pershings are lost (here: 1)"
    (tb,) = [c for c in forces("outpost-armor", of(sides=("tb",))).victory.conditions if c.winner == "us"]
    assert tb.count == 6, "no more than there are without vehicles"
    (us,) = [c for c in forces("korea-crossroads", of(asset("t", "t34", "nk"), sides=("nk",))).victory.conditions
             if c.winner == "us"]  # fmt: skip
    assert (us.count, us.text) == (1, "seven T-34s are lost (here: 1)")


# -- house rules -------------------------------------------------------------------------------------------------


def crew(**skills: str) -> tuple[Member, ...]:
    """Members by post, each with one skill."""
    return tuple(Member(post, post.title(), post, skills=(skill,)) for post, skill in skills.items())


def test_skills_count_at_their_post_and_for_whoever_is_there() -> None:
    both = asset("a", crew=crew(gunner="gunnery", driver="driving", loader="mechanic"))
    assert joined("tank-duel", of(both))["a"].skills == ("gunnery", "driving", "mechanic")
    wrong_posts = asset("a", crew=crew(driver="gunnery", gunner="driving", loader="cooking"))
    assert joined("tank-duel", of(wrong_posts))["a"].skills == ()
    away = asset("a", crew=crew(gunner="gunnery"), empty=("gunner",))
    assert joined("tank-duel", of(away))["a"].skills == ()
    commander = asset("a", "pt76", crew=crew(commander="gunnery"))
    assert joined("tank-duel", of(commander))["a"].skills == ("gunnery",)


def test_empty_posts() -> None:
    assert joined("tank-duel", of(asset("a", empty=("gunner", "loader"))))["a"].empty == ("gunner",)
    assert joined("river-monitor", of(asset("a", "monitor", empty=("coxswain",))))["a"].empty == ("driver",)
    everybody = TYPES["m26"].posts
    found = joined("tank-duel", of(asset("a", empty=everybody)))["a"]
    assert found.markers == ["unmanned"]
    assert refusal(of(asset("a", empty=everybody, damage=MARKERS[:5]))).reason.endswith("it is a wreck.")


def duel(distance: int = 8, **more: Any) -> Table:
    """An M26 against a Humvee in the open, in the M26's combat phase; more: fields of the M26."""
    m26 = replace(unit("m26", "red", "1018", "NW"), **more)
    return table(m26, unit("humvee", "blue", f"10{18 - distance:02}", "SE"), phase="combat")


def terms(found: Table, rating: str) -> dict[str, int]:
    options = [o for o in found.rules.legal(found.game, "red") if getattr(o.action, "rating", "") == rating]
    (option,) = options
    assert option.dice == sum(one.value for one in option.modifiers)
    assert all(one.rule == "house" for one in option.modifiers if one.what in HOUSE)
    return {one.what: one.value for one in option.modifiers if one.what in HOUSE}


HOUSE = ("green crew", "veteran crew", "elite crew", "gunnery", "no gunner")


def test_quality_is_a_die_more_or_less() -> None:
    assert terms(duel(), "main") == {}
    for quality, what in ((-1, "green crew"), (1, "veteran crew"), (2, "elite crew")):
        value = -1 if quality < 0 else 1
        assert terms(duel(quality=quality), "main") == {what: value}
        assert terms(duel(quality=quality), "mg") == {what: value}


def test_gunners_count_for_the_main_armament_only() -> None:
    assert terms(duel(skills=("gunnery",)), "main") == {"gunnery": 1}
    assert terms(duel(skills=("gunnery",)), "mg") == {}
    assert terms(duel(empty=("gunner",)), "main") == {"no gunner": -1}
    assert terms(duel(empty=("gunner",)), "mg") == {}


def test_green_crews_keep_their_last_die() -> None:
    one = table(
        replace(unit("m26", "red", "1018", "NW", main=1), quality=-1), unit("humvee", "blue", "1010", "SE"),
        phase="combat",
    )  # fmt: skip
    assert one.dice("m26", "main", "humvee") == 1
    assert "green crew" not in terms(one, "main")
    # Without a gunner the last die goes, green or not.
    one["m26"].empty = ("gunner",)
    assert one.dice("m26", "main", "humvee") == 0


def test_the_log_and_the_odds_know_the_crew() -> None:
    found = duel(quality=1)
    rolled = only(found.do(a.Fire("m26", "main", "humvee"), *[2] * 8), e.AttackRolled)
    assert "veteran crew +1" in found.rules.describe(found.game, rolled)[0]

    def wrecks(quality: int) -> float:
        found = duel(quality=quality)
        odds = found.rules.odds(found.game, "red", a.Fire("m26", "main", "humvee"))
        assert odds is not None
        return next(one.chance for one in odds.results if one.result == "wrecked")

    assert wrecks(-1) < wrecks(0) < wrecks(1) == wrecks(2)


def test_repair_dice_of_mechanics_and_elite_crews() -> None:
    for more, needed in (
        ({}, 3), ({"quality": 1}, 3), ({"quality": 2}, 2), ({"skills": ("mechanic",)}, 2),
    ):  # fmt: skip
        for die in (2, 3):
            hurt = replace(unit("m26", "red", "1018", "NW", "turret", "coaxial"), **more)
            found = table(hurt, unit("humvee", "blue", "1001"), phase="repair")
            odds = found.rules.odds(found.game, "red", a.Repair("m26", "turret"))
            assert odds is not None
            assert next(o.chance for o in odds.results if o.result == "repaired") == pytest.approx(
                (7 - needed) / 6
            )
            tried = only(found.do(a.Repair("m26", "turret"), die), e.RepairTried)
            assert (tried.result == "repaired") == (die >= needed)
            assert ("+1" in found.rules.describe(found.game, tried)[0]) == (needed == 2)
    hurt = replace(unit("m26", "red", "1018", "NW", "turret"), quality=2, skills=("mechanic",))
    found = table(hurt, unit("humvee", "blue", "1001"), phase="repair")
    assert only(found.do(a.Repair("m26", "turret"), 1), e.RepairTried).result == "written-off"


def test_driving_helps_at_speed() -> None:
    def speeding(terrain: str, *skills: str) -> Table:
        found = table(
            replace(unit("m26", "red", "1018", "NW"), skills=skills), unit("humvee", "blue", "0101"),
            terrain={"1017": terrain},
        )  # fmt: skip
        found.do(a.Speed("m26"))
        return found

    plain, skilled = speeding("trees"), speeding("trees", "driving")
    step = a.Step("m26", "1017", "NW")
    for found, chance in ((plain, 3 / 6), (skilled, 4 / 6)):
        odds = found.rules.odds(found.game, "red", step)
        assert odds is not None
        assert odds.results[0].chance == pytest.approx(chance)
    plain.do(step, 3)
    assert plain["m26"].markers == ["immobilized"]
    skilled.do(step, 3)
    assert skilled["m26"].markers == []
    broke = only(speeding("trees", "driving").do(step, 2), e.BrokeDown)
    assert (broke.die, broke.cost, broke.bonus) == (2, 4, 1)
    assert "(2 +1 below 4)" in skilled.rules.describe(skilled.game, broke)[0]
    # At a cost of 2 no die can fail any more, so none is rolled.
    speeding("brush", "driving").do(step)


def test_without_a_driver_it_stays_where_it_is() -> None:
    found = table(replace(unit("m26", "red", "1018", "NW"), empty=("driver",)), unit("humvee", "blue", "0101"),
                  unit("t34", "red", "1028"))  # fmt: skip
    for action in (a.Step("m26", "1017", "NW"), a.Drive("m26", "1016"), a.Pivot("m26", "SE"), a.Speed("m26")):
        refused = found.refuses(action)
        assert "nobody drives" in refused.reason
        assert refused.rule == "house"
    view = next(piece for piece in found.rules.view(found.game, "").pieces if piece.id == "m26")
    assert "nobody drives" in view.status
    assert ("missing", "driver") in view.details


# -- ammunition --------------------------------------------------------------------------------------------------


def test_attacks_use_rounds_and_belts() -> None:
    found = duel(rounds={"main": 5, "mg": 2})
    first = only(found.do(a.Fire("m26", "main", "humvee"), *[2] * 7), e.AttackRolled)
    assert first.spent == 3
    assert "Rounds used: 3." in found.rules.describe(found.game, first)[0]
    assert only(found.do(a.Fire("m26", "mg", "humvee"), *[2] * 3), e.AttackRolled).spent == 1
    assert found["m26"].rounds == {"main": 2, "mg": 1}
    found.phase("combat")
    assert only(found.do(a.Fire("m26", "main", "humvee"), *[2] * 7), e.AttackRolled).spent == 2
    assert found["m26"].fired == {"main": 5, "mg": 1}
    found.phase("combat", turn=2)
    refused = found.refuses(a.Fire("m26", "main", "humvee"))
    assert refused.reason == "The main gun has no rounds left."
    assert (refused.rule, refused.where) == ("house: ammunition", "$.rating")
    assert a.Fire("m26", "mg", "humvee") in found.legal()
    view = next(piece for piece in found.rules.view(found.game, "").pieces if piece.id == "m26")
    assert "no rounds" in view.status
    assert ("rounds", "0 of 5") in view.details
    assert ("belts", "1 of 2") in view.details


def test_no_belts() -> None:
    found = duel(rounds={"mg": 0})
    assert found.refuses(a.Fire("m26", "mg", "humvee")).reason == "The machineguns have no belts left."
    assert only(found.do(a.Fire("m26", "main", "humvee"), *[2] * 7), e.AttackRolled).spent == 0


def test_nobody_without_rounds_is_asked_to_fire() -> None:
    def entered(rounds: Mapping[str, int]) -> str:
        gun = replace(unit("m26", "blue", "1018", "NW"), rounds=rounds)
        found = table(gun, unit("humvee", "red", "1010", "SE"))
        found.do(a.Step("humvee", "1011", "SE"))
        assert found.asked is not None
        return found.asked.kind

    assert entered({"main": 1, "mg": 0}) == "defensive-fire"
    assert entered({"main": 0, "mg": 0}) == "movement"
    out = duel(rounds={"main": 0, "mg": 0})
    assert out.asked is not None
    assert out.asked.kind != "combat"


def test_pieces_of_no_campaign_are_not_counted() -> None:
    found = duel()
    assert only(found.do(a.Fire("m26", "main", "humvee"), *[2] * 7), e.AttackRolled).spent == 0
    assert found["m26"].rounds == found["m26"].fired == {}


def test_the_view_tells_of_the_crew() -> None:
    found = joined("tank-duel", of(asset("a", quality=2, crew=crew(gunner="gunnery"))))
    view = next(piece for piece in found.rules.view(found.game, "").pieces if piece.id == "a")
    assert ("crew", "elite") in view.details
    assert ("skills", "gunnery") in view.details


# -- the outcome -------------------------------------------------------------------------------------------------


def test_the_outcome_has_rounds_markers_and_the_field() -> None:
    found = duel(rounds={"main": 5, "mg": 2}, markers=("turret",))
    found.do(a.Fire("m26", "main", "humvee"), *[2] * 4)
    result = RULES.assets.outcome(found.game, Verdict("red", "enough"))
    assert result.field == "red"
    fate = next(fate for fate in result.fates if fate.id == "m26")
    assert fate.spent == {"main": 3}
    assert (fate.fate, fate.damage) == ("damaged", ("turret",))
    assert RULES.assets.outcome(found.game, Verdict("", "a draw")).field == ""


# -- everything together -----------------------------------------------------------------------------------------

PLACES = {
    "tank-duel": ("us", "nk"),
    "tiger-pershing": ("us", "ge"),
    "tiger-shermans": ("us", "ge"),
    "river-armor": ("us",),
    "river-monitor": ("us",),
    "outpost-armor": ("us", "tb"),
    "outpost-humvees": ("us",),
}
LAND = tuple(id for id in TYPES if id not in ("monitor", "zippo"))


@st.composite
def musters(draw: st.DrawFn) -> tuple[str, Muster]:
    scenario = draw(st.sampled_from(sorted(PLACES)))
    sides = draw(st.sets(st.sampled_from(PLACES[scenario]), min_size=1))
    types = ("monitor", "zippo", "pt76", "m113") if scenario == "river-monitor" else LAND
    assets: list[Mustered] = []
    for side in sorted(sides):
        for i in range(draw(st.integers(1, 6))):
            type = TYPES[draw(st.sampled_from(types))]
            posts = draw(st.sets(st.sampled_from(type.posts), max_size=len(type.posts)))
            members = tuple(
                Member(post, post, post, draw(st.integers(-1, 2)), tuple(sorted(draw(skills))))
                for post in type.posts
            )
            kinds = draw(st.sets(st.sampled_from(sorted(type.load))))
            assets.append(
                Mustered(
                    f"{side}/{i}", type.id, f"{type.name} of {side}, {i}", side,
                    draw(st.integers(-1, 2)), members,
                    tuple(sorted(draw(st.sets(st.sampled_from(MARKERS), max_size=2)))),
                    {kind: draw(st.integers(0, 12)) for kind in sorted(kinds)},
                    tuple(sorted(posts)) if draw(st.integers(0, 2)) == 0 else (),
                )
            )  # fmt: skip
    return scenario, Muster("war", "battle", "1950-08-17", tuple(sorted(sides)), tuple(assets))


skills = st.sets(st.sampled_from(["gunnery", "driving", "mechanic", "singing"]), max_size=2)


@settings(max_examples=1000 if LONG else 25)
@given(called=musters(), misadventure=st.booleans(), pick=picks)
def test_every_battle_of_a_campaign_comes_to_its_end(
    called: tuple[str, Muster], misadventure: bool, pick: Pick
) -> None:
    """Runs long: each is a whole battle, in which what is listed and what is not is tried on the way."""
    scenario, muster = called
    opening = RULES.assets.muster(scenario, {"misadventure": misadventure}, muster)
    game = RULES.system.begun(opening)
    told = play_out(Table(RULES, game), pick, every=8)
    assert game.verdict is not None
    replayed = RULES.system.initial()
    for event in [*opening, *told]:
        read = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
        assert read == event
        APPLIERS[type(read)](replayed, read)
        assert RULES.describe(replayed, read)[0]
    assert replayed == game
    assert RULES.view(game, "").pieces
    result = RULES.assets.outcome(game, game.verdict)
    assert msgspec.json.decode(msgspec.json.encode(result), type=Outcome) == result
    assert result.field == game.verdict.winner
    fates = {fate.id: fate for fate in result.fates}
    assert set(fates) == set(game.pieces)
    used: dict[tuple[str, str], int] = {}
    for event in told:
        if isinstance(event, e.AttackRolled) and event.spent:
            used[event.unit, event.rating] = used.get((event.unit, event.rating), 0) + event.spent
    for one in muster.assets:
        piece, fate = game.pieces[one.id], fates[one.id]
        assert set(piece.rounds) == set(one.ammunition)
        for kind, start in one.ammunition.items():
            spent = start - piece.rounds[kind]
            assert start >= spent == fate.spent.get(kind, 0) == used.get((one.id, kind), 0) >= 0


@settings(max_examples=100 if LONG else 5, deadline=None)
@given(called=musters(), seed=st.integers(0, 2**32))
def test_the_sensible_bot_plays_battles_of_a_campaign(called: tuple[str, Muster], seed: int) -> None:
    game, pick = joined(*called), Random(seed).randrange
    for _ in range(3000):
        if game.asked is None:
            break
        side = game.asked.side
        options = RULES.legal(game.game, side)
        action = SYSTEM.bot("sensible").choose(RULES, game.game, side, options, pick).action
        RULES.advance(game.game, side, action, SeededDice(pick))
    assert game.game.verdict is not None

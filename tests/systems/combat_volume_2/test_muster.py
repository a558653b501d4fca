"""A campaign's squad goes into a mission, and what became of it comes out: nothing is rolled a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.json import decode, encode

from campaign.rules.dice import SeededDice
from campaign.rules.muster import Fate, Member, Muster, Mustered, Outcome, Verdict
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2 import SYSTEM, fates
from campaign.systems.combat_volume_2.people import wounds
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.rules import CombatRules
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, ROUT, Game, Mark
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.vehicles.harm import Damaged
from tests.systems.combat_volume_2.field import Script
from tests.systems.combat_volume_2.firefight import rules
from tests.systems.combat_volume_2.whole import Whole, plain

WON, LOST = Verdict(FRIEND, "they have it", 4), Verdict(ENEMY, "they have not", 4)


def asset(id: str, type: str, empty: Sequence[str] = (), **more: Any) -> Mustered:
    """With everybody at his post, called by it, and the whole basic load."""
    found = rules().charts.assets.types[type]
    crew = tuple(
        Member(f"{id}-{post.replace(' ', '-')}", f"Joe {post.title()}", post)
        for post in found.posts
        if post not in empty
    )
    known: dict[str, Any] = {"crew": crew, "ammunition": dict(found.load), "empty": tuple(empty), **more}
    side = "de" if type in ("pz4h", "sdkfz251", "opel") else "us"
    return Mustered(id, type, id.title(), side, **known)


ABLE = asset("a", "able-team")
BAKER = asset("b", "baker-team")
CHARLIE = asset("c", "charlie-team-bazooka")


def begun(scenario: str, *assets: Mustered, sides: Sequence[str] = ("us",), **options: Any) -> Game:
    muster = Muster("war", "node", "1944-08-01", tuple(sides), assets)
    events = rules().assets.muster(scenario, options, muster)  # type: ignore[union-attr]
    return SYSTEM.begun(events)


def refusal(scenario: str, *assets: Mustered, sides: Sequence[str] = ("us",)) -> Refused:
    with pytest.raises(Refused) as found:
        begun(scenario, *assets, sides=sides)
    return found.value


def playing(game: Game, *faces: int) -> Play:
    game.forget()
    return Play(TABLE, rules().charts, game, Script(faces))


def outcome(game: Game, verdict: Verdict = WON) -> Outcome:
    game.forget()
    return rules().assets.outcome(game, verdict)  # type: ignore[union-attr]


def fate(game: Game, id: str, verdict: Verdict = WON) -> Fate:
    return next(one for one in outcome(game, verdict).fates if one.id == id)


# -- into the mission ------------------------------------------------------------------------------------------------


def test_teams_stand_in_the_places_of_the_scenarios_men():
    printed = SYSTEM.begun(rules().open("abbey", {}))
    game = begun("abbey", ABLE, BAKER, CHARLIE)
    for team, men in (("able", 3), ("baker", 3), ("charlie", 6)):
        hexes = [man.hex for man in printed.men.values() if man.team == team]
        assert [man.hex for man in game.men.values() if man.team == team] == hexes and len(hexes) == men
    assert not any(id in game.men for id in ("taylor", "johnson", "thomas"))
    assert {man.asset for man in game.men.values() if man.side == FRIEND} == {"a", "b", "c"}
    enemies = {id for id, man in printed.men.items() if man.side == ENEMY}
    assert enemies == {id for id, man in game.men.items() if man.side == ENEMY}


def test_each_man_is_what_his_post_makes_of_him():
    game = begun("abbey", ABLE, BAKER, CHARLIE)
    leader, gunner = game.men["a-squad-leader"], game.men["b-automatic-rifleman"]
    assert (leader.name, leader.rank, leader.leadership, leader.armed, leader.sidearm) == (
        "Joe Squad Leader", "nco", 3, "smg", "pistol"
    )  # fmt: skip
    assert (leader.quality, leader.skill, leader.grenades, leader.smokes) == (6, 6, 4, 1)
    assert (gunner.armed, gunner.ammunition, gunner.quality, gunner.skill) == ("bar", "", 5, 6)
    bazooka, loader = game.men["c-bazooka-gunner"], game.men["c-bazooka-loader"]
    assert (bazooka.heavy, bazooka.rockets, loader.rockets, loader.heavy) == ("bazooka", 1, 3, "")


@pytest.mark.parametrize(("level", "quality", "skill"), [(-1, 4, 6), (0, 5, 6), (1, 6, 6), (2, 6, 7)])
def test_experience_becomes_quality_and_skill(level: int, quality: int, skill: int):
    crew = tuple(Member(f"m{i}", f"M {i}", post, level) for i, post in enumerate(("assistant",)))
    man = begun("abbey", asset("b", "baker-team", crew=crew)).men["m0"]
    assert (man.quality, man.skill) == (quality, skill)


def test_skills_of_the_ledger_are_those_of_the_rules():
    crew = (Member("m1", "M One", "assistant", 2, ("dodge", "mechanic", "eagle-eyes")),)
    assert begun("abbey", asset("b", "baker-team", crew=crew)).men["m1"].skills == ("dodge", "eagle-eyes")
    crew = (
        Member("m1", "M One", "driver", 0, ("driving", "gunnery")),
        Member("m2", "M Two", "gunner", 2, ("gunnery", "driving")),
    )
    game = begun("hamlet-panzerfausts", ABLE, asset("t", "m4a3", crew=crew))
    assert (game.men["m1"].quality, game.men["m1"].skills) == (6, ())
    assert game.men["m2"].quality == 7, "veterans are one better, gunners of a trade another one"


def test_whoever_is_missing_leaves_his_place_empty():
    short = asset("a", "able-team", empty=("first scout",))
    game = begun("abbey", short)
    assert [man.id for man in game.men.values() if man.team == "able"] == ["a-squad-leader", "a-second-scout"]
    assert not any(man.team in ("baker", "charlie") for man in game.men.values())
    assert "baker" not in game.teams


def test_no_more_come_than_there_are_places_and_bazookas_come_first():
    """Two places of Charlie's lie in ambush: the bazooka and its rockets."""
    game = begun("ambush", ABLE, BAKER, CHARLIE)
    charlie = {man.id: man for man in game.men.values() if man.team == "charlie"}
    assert set(charlie) == {"c-bazooka-gunner", "c-bazooka-loader"}
    gunner = charlie["c-bazooka-gunner"]
    assert (gunner.heavy, gunner.loaded, gunner.rockets) == ("bazooka", True, 0), "its one round is loaded"
    assert dict(fate(game, "c").people) == dict.fromkeys((one.id for one in CHARLIE.crew), "fit")


def test_a_scenarios_bazooka_is_lent_to_who_has_none():
    game = begun("ambush", asset("c", "charlie-team"))
    leader = game.men["c-assistant-leader"]
    assert (leader.heavy, leader.loaded, leader.rockets) == ("bazooka", True, 0)
    assert game.men["c-first-rifleman"].rockets == 0


def test_ammunition_is_handed_out_as_far_as_it_goes():
    short = asset("a", "able-team", ammunition={"clips": 3, "grenades": 5, "smoke-grenades": 0})
    game = begun("abbey", short)
    men = [game.men[f"a-{post}"] for post in ("squad-leader", "first-scout", "second-scout")]
    assert [man.ammunition for man in men] == ["", "low", "out"]
    assert [man.grenades for man in men] == [4, 1, 0]
    assert [man.smokes for man in men] == [0, 0, 0]


def test_a_weapon_that_is_lost_is_missed():
    game = begun("abbey", asset("b", "baker-team", damage=("bar-lost",)))
    assert game.men["b-automatic-rifleman"].armed == "m1"
    game = begun("abbey", asset("c", "charlie-team-bazooka", damage=("bazooka-lost",)))
    assert game.men["c-bazooka-gunner"].heavy == ""


def test_a_half_track_takes_the_place_of_the_scenarios_with_its_riders():
    game = begun("hedgerow-halftrack", ABLE, BAKER, CHARLIE, asset("ht-7", "m3a1"))
    assert set(game.vehicles) == {"ht-7"} and game.vehicles["ht-7"].asset == "ht-7"
    aboard = {man.seat: man.id for man in game.crew("ht-7")}
    assert aboard["D"] == "ht-7-driver" and aboard["CD"] == "ht-7-co-driver"
    assert aboard["1"] == "a-squad-leader" and aboard["CU"] == "a-first-scout"
    assert {goal.of for goal in game.mission.goals if goal.what == "reach"} == {"ht-7"}
    assert "alder" not in game.men and game.teams["ht-7"].side == FRIEND


def test_what_no_asset_replaces_is_lent():
    """The half-track, its crew, and a medic."""
    game = begun("hedgerow-halftrack", ABLE)
    assert {man.seat: man.id for man in game.crew("ht")} == {
        "1": "a-squad-leader", "CU": "a-first-scout", "5": "a-second-scout", "D": "alder", "CD": "boone"
    }  # fmt: skip
    assert game.vehicles["ht"].asset == ""
    assert begun("woods-patrol", ABLE).men["doyle"].asset == ""


def test_a_tank_brings_its_rounds_and_its_damage():
    damage = ("sight", "periscope-D", "hatch-jammed-L")
    tank = asset("t", "m4a3", damage=damage, ammunition={"he": 9, "ap": 4, "belts": 1})
    one = begun("hamlet-panzerfausts", ABLE, tank).vehicles["t"]
    assert (one.loaded, one.shells) == ("he", {"he": 8, "ap": 4}), "what is loaded counts"
    assert one.damage == ("sight", "periscope-D") and one.hatches["L"] == "jammed"
    assert one.mg == {"bow": "low", "coaxial": "out"}
    empty = asset("t", "m4a3", ammunition={"he": 0, "ap": 4, "belts": 4})
    assert begun("hamlet-panzerfausts", ABLE, empty).vehicles["t"].loaded == ""


def test_enemy_vehicles_may_be_a_campaigns_too():
    """The enemy's men on foot are drawn from cups."""
    game = begun("ambush", asset("k", "sdkfz251"), sides=("de",))
    assert set(game.vehicles) == {"k", "truck"} and "taylor" in game.men
    riders = {man.id for man in game.crew("k")}
    assert {"k-driver", "heer-1"} <= riders and "heer-10" not in riders
    assert all(game.men[id].alert for id in ("k-driver", "k-co-driver"))


def test_thompsons_are_for_the_campaigns_men_too():
    game = begun("abbey", ABLE, thompson=True)
    assert game.men["a-squad-leader"].armed == "thompson"
    assert fate(game, "a", LOST).damage == (), "it is what he has in place of his M3"


def test_every_type_says_what_it_can_bear():
    """A type that says nothing would be held to bear whatever anything bears."""
    types = rules().charts.assets.types
    assert all(one.damage and set(one.words) == set(one.damage) for one in types.values())
    assert types["baker-team"].damage == ("bar-lost",) and "turret-jammed" not in types["m3a1"].damage


def test_options_that_are_written_out_and_read_again_change_nothing():
    """As a campaign's battle is decided again: its options come from its diary."""
    info = next(one for one in rules().scenarios() if one.id == "abbey")
    usual = {one.id: one.default for one in info.settings}
    again = decode(encode(usual), type=dict[str, Any])
    muster = Muster("war", "node", "1944-08-01", ("us",), (ABLE,))
    assert rules().assets is not None
    first, second = (encode(list(rules().assets.muster("abbey", one, muster))) for one in (usual, again))  # type: ignore[union-attr]
    assert first == second
    assert encode(list(rules().open("abbey", usual))) == encode(list(rules().open("abbey", again)))


# -- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "assets", "reason"),
    [
        ("abbey", (), "The player would have nobody in this battle."),
        ("abbey", (ABLE, asset("a", "baker-team")), "Somebody or something else in this battle is called 'a', too."),
        ("abbey", (asset("taylor", "able-team"),), "called 'taylor', too."),
        ("abbey", (asset("e7", "able-team"),), "called 'e7', too."),
        ("abbey", (asset("a", "able-team", damage=("bar-lost",)),), "A cannot bear 'bar-lost'."),
        ("abbey", (asset("a", "able-team", ammunition={"he": 3}),), "A has no use for 3 of 'he'."),
        ("abbey", (asset("a", "able-team", ammunition={"clips": -1}),), "A has no use for -1 of 'clips'."),
        ("abbey", (asset("a", "able-team", crew=()),), "Nobody comes with A."),
        ("abbey", (asset("a", "able-team", crew=(Member("x", "X", "cook"),)),), "A has no post 'cook'."),
        ("abbey", (asset("a", "able-team", cards=("luck",)),), "A carries cards"),
        ("abbey", (ABLE, asset("t", "m4a3")), "The scenario has no place for T."),
        ("woods-patrol", (ABLE, BAKER, CHARLIE), "The scenario has no place for C."),
        ("hamlet-panzerfausts", (ABLE, asset("k", "pz4h")), "There is no side 'de' that is mustered"),
    ],
)  # fmt: skip
def test_who_cannot_come_is_told_why(scenario: str, assets: Sequence[Mustered], reason: str):
    assert reason in refusal(scenario, *assets).reason


def test_two_at_one_post_are_refused():
    crew = (Member("x", "X", "assistant"), Member("y", "Y", "assistant"))
    assert "Two men are assistant of B." in refusal("abbey", asset("b", "baker-team", crew=crew)).reason


def test_unknown_sides_and_types_are_refused():
    assert "There is no side 'nk' in this battle" in refusal("abbey", ABLE, sides=("nk",)).reason
    made_up = Mustered("x", "rocket-ship", "X", "us", crew=(Member("m", "M", "pilot"),))
    assert "There is no type 'rocket-ship'" in refusal("abbey", made_up).reason


# -- out of it -------------------------------------------------------------------------------------------------------


def test_nothing_happened_to_who_comes_back_as_he_went():
    game = begun("abbey", ABLE, BAKER, CHARLIE)
    for team in (ABLE, BAKER, CHARLIE):
        found = fate(game, team.id)
        assert (found.fate, found.damage, dict(found.spent), found.kills) == ("fit", (), {}, ())
        assert dict(found.people) == dict.fromkeys((one.id for one in team.crew), "fit")


def test_what_happened_to_a_man_is_what_the_ledger_gets():
    game = begun("abbey", ABLE, BAKER, CHARLIE)
    men = game.men
    men["a-squad-leader"].light = 1
    men["a-first-scout"].dead = True
    men["a-second-scout"].gone = "captured"
    men["b-automatic-rifleman"].gone, men["b-automatic-rifleman"].hex = "fled", ""
    men["b-assistant"].gone, men["b-assistant"].hex = "left N", ""
    men["b-ammunition-bearer"].bad, men["b-ammunition-bearer"].down = 1, True
    lost = {**fate(game, "a", LOST).people, **fate(game, "b", LOST).people}
    assert lost == {
        "a-squad-leader": "wounded", "a-first-scout": "killed", "a-second-scout": "captured",
        "b-automatic-rifleman": "missing", "b-assistant": "fit", "b-ammunition-bearer": "captured",
    }  # fmt: skip
    assert fate(game, "b", WON).people["b-automatic-rifleman"] == "fit", (
        "on a field of their own they find back"
    )
    near = game.men["c-first-rifleman"]
    near.hex = men["b-ammunition-bearer"].hex
    assert fate(game, "b", LOST).people["b-ammunition-bearer"] == "wounded", "a comrade is near (23.3)"
    assert fate(game, "a", LOST).fate == "fit", "a team is never a wreck"
    men["a-squad-leader"].dead = True
    assert fate(game, "a", LOST).damage == ("smg-lost",)


def test_a_prisoner_comes_back_from_a_field_that_is_won():
    game = begun("abbey", ABLE)
    game.men["a-first-scout"].captor = "e1"
    assert fate(game, "a", LOST).people["a-first-scout"] == "captured"
    assert fate(game, "a", WON).people["a-first-scout"] == "fit"


def test_rounds_and_grenades_that_were_used_are_gone():
    game = begun("abbey", ABLE, CHARLIE)
    game.men["a-squad-leader"].grenades -= 2
    game.men["a-squad-leader"].ammunition = "low"
    game.men["a-first-scout"].ammunition = "out"
    game.men["c-bazooka-gunner"].rockets, game.men["c-bazooka-gunner"].loaded = 0, True
    game.men["c-bazooka-loader"].rockets = 1
    assert dict(fate(game, "a").spent) == {"clips": 3, "grenades": 2}
    assert dict(fate(game, "c").spent) == {"rockets": 2}


def test_what_the_fallen_carried_comes_back_from_a_field_that_is_held():
    game = begun("abbey", BAKER, CHARLIE)
    play = playing(game)
    for id in ("b-automatic-rifleman", "c-bazooka-gunner"):
        wounds.kill(play, game.men[id], quiet=True)
    assert game.men["c-bazooka-gunner"].heavy == "", "it lies in his hex"
    assert (fate(game, "b").damage, fate(game, "c").damage) == ((), ())
    assert dict(fate(game, "c").spent) == {}
    assert fate(game, "b", LOST).damage == ("bar-lost",) and fate(game, "b", LOST).fate == "damaged"
    assert fate(game, "c", LOST).damage == ("bazooka-lost",)
    assert dict(fate(game, "c", LOST).spent) == {"clips": 2, "grenades": 1, "rockets": 1}
    game.men["c-third-rifleman"].heavy = "bazooka"
    assert fate(game, "c", LOST).damage == (), "somebody has picked it up"


def test_what_was_lost_before_stays_lost():
    game = begun("abbey", asset("b", "baker-team", damage=("bar-lost",)))
    assert fate(game, "b", WON).damage == ("bar-lost",)


def test_who_stays_in_reserve_loses_nothing():
    game = begun("ambush", asset("c", "charlie-team"))
    assert dict(fate(game, "c", LOST).spent) == {} and fate(game, "c", LOST).fate == "fit"
    assert Counter(fate(game, "c", LOST).people.values()) == {"fit": 6}


def test_a_kill_is_told_of_who_made_it():
    """Of the first who puts an enemy out of action."""
    field = Whole(plain())
    hall, moore = field.friend("hall", "0101"), field.friend("moore", "0102")
    jung = field.enemy("jung", "0103")
    jung.down = False
    play = field.play()
    play.emit(wounds.ManFell("jung", "down", "hall"))
    play.emit(wounds.ManFell("jung", "killed", "moore"))
    assert (hall.kills, moore.kills) == (("jung",), ())
    play.emit(wounds.ManFell("moore", "killed", "hall"))
    assert hall.kills == ("jung",), "a comrade is no kill"
    field.vehicle("v1", "pz4h", "0303")
    play = field.play()
    play.emit(Damaged("v1", ("destroyed",), by="hall"))
    assert hall.kills == ("jung", "v1")


def test_kills_name_who_of_the_team_made_them():
    game = begun("abbey", ABLE)
    game.men["a-squad-leader"].kills, game.men["a-first-scout"].kills = ("e1",), ("e2", "e3")
    found = fate(game, "a")
    assert found.kills == ("e1", "e2", "e3")
    assert dict(found.made) == {"e1": "a-squad-leader", "e2": "a-first-scout", "e3": "a-first-scout"}


def test_a_tank_comes_back_with_what_it_bears():
    tank = asset("t", "m4a3", ammunition={"he": 9, "ap": 4, "belts": 4})
    game = begun("hamlet-panzerfausts", ABLE, tank)
    one = game.vehicles["t"]
    one.shells["he"] -= 3
    one.damage, one.hatches["CM"] = ("immobilized", "periscope-D", "engine-fire"), "gone"
    one.mg["bow"] = "out"
    found = fate(game, "t")
    assert found.fate == "damaged" and found.asset == "t"
    assert found.damage == ("immobilized", "periscope-D", "hatch-gone-CM")
    assert dict(found.spent) == {"he": 3, "belts": 2}
    assert fate(game, "t", LOST).fate == "wrecked", "it cannot leave a field that is lost"
    one.damage = ()
    assert fate(game, "t", LOST).fate == "damaged"
    one.fire = 3
    assert fate(game, "t", WON).fate == "wrecked", "it burns out"


def test_a_wreck_and_its_crew():
    game = begun("hamlet-panzerfausts", ABLE, asset("t", "m4a3"))
    game.vehicles["t"].damage = ("destroyed",)
    for seat in ("commander", "gunner"):
        game.men[f"t-{seat}"].dead = True
    game.men["t-driver"].morale = ROUT
    found = fate(game, "t")
    assert found.fate == "wrecked" and found.damage == ()
    assert Counter(found.people.values()) == {"killed": 2, "fit": 3}


def test_an_abandoned_vehicle_is_the_winners():
    game = begun("hamlet-panzerfausts", ABLE, asset("t", "m4a3"))
    for man in game.crew("t"):
        man.vehicle, man.seat = "", ""
    assert fate(game, "t", WON).fate == "fit" and fate(game, "t", LOST).fate == "wrecked"


def test_others_have_fates_of_their_own():
    game = begun("woods-patrol", ABLE)
    game.men["doyle"].bad = 1
    found = {one.id: one for one in outcome(game).fates}
    assert (found["doyle"].fate, found["doyle"].asset, found["doyle"].type) == ("wounded", "", "unarmed")
    assert not any(id.startswith("e") and id[1:].isdigit() for id in found), "counters are nobody yet"


def test_a_rocket_on_the_ground_is_brought_in_with_the_field():
    game = begun("abbey", CHARLIE)
    game.men["c-bazooka-loader"].rockets = 1
    game.marks["10.16"] = (Mark("rockets", of="c-bazooka-loader", count=2),)
    assert dict(fate(game, "c", WON).spent) == {}
    assert dict(fate(game, "c", LOST).spent) == {"rockets": 2}


# -- whole missions --------------------------------------------------------------------------------------------------


def to_the_end(game: Game, seed: int) -> Game:
    found: CombatRules = rules()
    random = Random(seed)
    dice, bot = SeededDice(random.randrange), SYSTEM.bots[0]
    while found.pending(game):
        option = bot.choose(found, game, FRIEND, found.legal(game, FRIEND), random.randrange)
        found.advance(game, FRIEND, option.action, dice)
    return game


def totals(people: Mapping[str, str]) -> int:
    return sum(word in ("killed", "captured", "missing", "wounded", "fit") for word in people.values())


@pytest.mark.parametrize(
    ("scenario", "more"),
    [("ambush", ()), ("hedgerow-halftrack", (asset("ht-7", "m3a1"),)), ("hamlet-panzerfausts", (asset("t", "m4a3"),))],
)  # fmt: skip
def test_everybody_and_everything_has_a_fate_after_a_mission(scenario: str, more: tuple[Mustered, ...]):
    assets = (ABLE, BAKER, *more)
    game = to_the_end(begun(scenario, *assets), 5)
    assert game.verdict is not None
    for verdict in (game.verdict, WON, LOST):
        found = outcome(game, verdict)
        assert found.field == verdict.winner
        by_id = {one.id: one for one in found.fates}
        assert len(by_id) == len(found.fates)
        for one in assets:
            back = by_id[one.id]
            assert set(back.people) == {member.id for member in one.crew} and totals(back.people) == len(
                one.crew
            )
            assert all(0 < back.spent[kind] <= one.ammunition[kind] for kind in back.spent)
            assert set(back.damage) <= set(rules().charts.assets.types[one.type].damage)
    assert SYSTEM.copy(game) == game
    here = {man.id: man for man in game.men.values() if man.asset}
    for id, man in here.items():
        told = by_id[man.asset].people[id]
        assert (told == "killed") == man.dead
        assert fates.person(playing(game), man, LOST.winner) == told

"""Missions: their files, what may be chosen, the set-up, and what dice decide of it (24, 25, 26, 28, 31.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from campaign.rules.dice import SeededDice
from campaign.rules.packs import Pack, PackError, make_pack, shipped
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2 import scenario, scenarios, setting_up
from campaign.systems.combat_volume_2.cards.events import INCIDENTS
from campaign.systems.combat_volume_2.charts import Charts
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.rules import SYSTEM
from campaign.systems.combat_volume_2.state import Game, Goal, Man
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import upkeep
from campaign.systems.combat_volume_2.turn.set_up import MissionBegan
from tests.systems.combat_volume_2.field import PACKAGE, Script

MISSIONS = [
    "abbey", "ambush", "bazooka-in-the-street", "hamlet-panzerfausts", "hedgerow-halftrack", "orchard-fire",
    "ridge-in-snow", "woods-patrol",
]  # fmt: skip
SQUAD_OF = {"able": 3, "baker": 3, "charlie": 6}


@cache
def charts() -> Charts:
    return Charts(make_pack("combat-volume-2", shipped(PACKAGE)))


def opened(mission: str, **options: Any) -> MissionBegan:
    one = charts().scenarios[mission]
    usual = {one.id: one.default for one in scenarios.settings(charts(), one)}
    return scenarios.opened(charts(), mission, {**usual, **options})


def begun(event: MissionBegan, seed: int = 1) -> Play:
    """The mission after what dice decide of it."""
    game = Game()
    TABLE.appliers[MissionBegan](game, event)
    number = seed

    def randrange(sides: int) -> int:
        nonlocal number
        number = (1103515245 * number + 12345) % 2**31
        return (number >> 8) % sides

    play = Play(TABLE, charts(), game, SeededDice(randrange))
    setting_up.begin(play)
    return play


# -- all of them -----------------------------------------------------------------------------------------------------


def test_there_are_eight_missions_and_each_uses_a_board_of_its_own() -> None:
    fixed = [one for one in charts().scenarios.values() if not one.patrol]
    assert sorted(one.id for one in fixed) == MISSIONS
    assert len({one.board for one in fixed}) == len(fixed)


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_opens_as_facts_that_survive_json(mission: str) -> None:
    event = opened(mission)
    again = msgspec.json.decode(msgspec.json.encode(event), type=MissionBegan)
    assert again == event
    assert len({man.id for man in event.men}) == len(event.men)
    assert {man.team for man in event.men} <= {team.id for team in event.teams}


@pytest.mark.parametrize("mission", MISSIONS)
def test_after_the_first_dice_everybody_is_somewhere_or_waits(mission: str) -> None:
    event = opened(mission)
    play = begun(event)
    later = {unit for one in event.arrivals for unit in one.units}
    waits = (
        {man.id for man in event.men if not man.hex}
        - later
        - {u for a in event.mission.areas for u in a.units}
    )
    for man in play.state.men.values():
        assert bool(man.hex) != (man.id in later | waits)
    seats = [(man.vehicle, man.seat) for man in play.state.men.values() if man.vehicle]
    assert len(seats) == len(set(seats))
    for vehicle in play.state.vehicles.values():
        crew = {man.seat for man in play.state.crew(vehicle.id)}
        assert "D" in crew or not vehicle.hex


@pytest.mark.parametrize("mission", [one for one in MISSIONS if one != "bazooka-in-the-street"])
@pytest.mark.parametrize("die", range(9))
def test_25_0_any_squad_takes_the_places_of_a_mission(mission: str, die: int) -> None:
    """25.0 squads."""
    squad = charts().squads[die]
    names = {"able": squad.able, "baker": squad.baker, "charlie": squad.charlie}
    event = opened(mission, squad=str(die))
    for team, men in names.items():
        there = [m.who for m in event.men if m.team == team and charts().characters[m.who].set == "us"]
        assert tuple(there) == men[: len(there)]


@pytest.mark.parametrize("mission", [one for one in MISSIONS if one != "bazooka-in-the-street"])
def test_25_0_the_squad_may_be_left_to_the_die(mission: str) -> None:
    """25.0 squads."""
    event = opened(mission, squad="die", thompson=True)
    squads = set[int]()
    for seed in range(1, 20):
        play = begun(event, seed)
        rolled = next(one for one in play.events if isinstance(one, setting_up.SquadRolled))
        squads.add(rolled.squad)
        chosen = opened(mission, squad=str(rolled.squad), thompson=True)
        crews = {one.unit for one in play.events if isinstance(one, setting_up.CrewDrawn)}
        men = [man for man in play.state.men.values() if man.side == "us" and man.id not in crews]
        hers = [man for man in chosen.men if man.side == "us"]
        assert [(man.id, man.armed, man.hex, man.seat) for man in men] == [
            (man.id, man.armed, man.hex, man.seat) for man in hers
        ]
        assert play.state.arrivals == chosen.arrivals and play.state.mission.by_die == ()
    assert len(squads) > 3 and max(squads) <= 8


@pytest.mark.parametrize("face", range(9))
def test_25_0_the_squad_is_the_face_that_came_up(face: int) -> None:
    """Of a die with faces from 0 to 8, as a 9 is rolled again."""
    game = SYSTEM.begun([opened("abbey", squad="die")])
    play = Play(TABLE, charts(), game, SeededDice(lambda sides: min(face, sides - 1)))
    setting_up.begin(play)
    rolled = next(one for one in play.events if isinstance(one, setting_up.SquadRolled))
    assert (rolled.squad, rolled.dice) == (face, (face,))
    assert play.dice.draws[0].written == (face,)


def test_25_0_what_is_said_of_a_man_is_said_of_who_takes_his_place() -> None:
    one = charts().scenarios["abbey"]
    goal = Goal("reach", hexes=("15.06",), of=one.friend[0].who)
    found = Charts(make_pack("combat-volume-2", with_goal("abbey", goal)))
    chosen = scenarios.chosen(found, "abbey", {"squad": "3"}).scenario
    assert chosen.goal[0].of == chosen.friend[0].who == found.squads[3].able[0]
    game = SYSTEM.begun([scenarios.opened(found, "abbey", {"squad": "die"})])
    play = Play(TABLE, found, game, SeededDice(Random(1).randrange))
    setting_up.begin(play)
    (there,) = game.mission.goals
    assert there.of in game.men and upkeep.times(play, there) == 0


def with_goal(mission: str, goal: Goal) -> dict[str, Any]:
    content: dict[str, Any] = dict(shipped(PACKAGE))
    file = f"scenarios/{mission}.toml"
    return {**content, file: {**content[file], "goal": [msgspec.to_builtins(goal)]}}


def test_25_0_a_bazooka_goes_with_the_place_not_with_the_man() -> None:
    """32.1."""
    event = opened("ambush", squad="2")
    (gunner,) = [man for man in event.men if man.heavy]
    assert (gunner.who, gunner.loaded) == ("diaz", True)


def test_26_thompsons_take_the_place_of_m3s_alone() -> None:
    plain, changed = opened("abbey"), opened("abbey", thompson=True)
    arms = {
        man.id: (man.armed, after.armed)
        for man, after in zip(plain.men, changed.men, strict=True)
        if man.armed != after.armed
    }
    assert arms == {"taylor": ("smg", "thompson")}


def test_24_the_elite_comes_out_of_the_same_cups() -> None:
    """24.0."""
    event = opened("woods-patrol", enemies="ss")
    assert event.mission.cups == {"outpost": "ss"}
    assert event.cups == opened("woods-patrol").cups


def test_28_weather_and_ground_may_be_chosen_and_are_rolled_for_with_the_first_cards() -> None:
    event = opened("woods-patrol", weather="fog", ground="mud")
    assert (event.weather, event.ground) == ("fog", "mud")
    play = begun(event)
    assert 1 <= play.state.sight <= 6


def test_a_reading_of_the_scenario_or_of_the_battle_is_in_the_event() -> None:
    assert opened("abbey", smoke_blocks="beyond").read.smoke_blocks == "beyond"


def test_an_unknown_mission_or_option_is_refused() -> None:
    with pytest.raises(Refused, match="no scenario 'abby'"):
        scenarios.opened(charts(), "abby", {})
    with pytest.raises(Refused):
        scenarios.opened(charts(), "abbey", {"squat": "1"})


# -- the example of play ---------------------------------------------------------------------------------------------


def test_the_example_is_set_up_as_printed() -> None:
    """example."""
    event = opened("bazooka-in-the-street")
    (tank,) = event.vehicles
    assert (tank.kind, tank.hex, tank.facing) == ("pz4h", "15.12", 1)
    assert tank.hatches == {"CM": "open", "D": "closed", "L": "closed", "CD": "closed"}
    men = {man.id: man for man in event.men}
    assert men["buttermann"].heavy == "bazooka"
    assert not men["buttermann"].loaded
    assert men["dougless"].rockets == 3
    crew = {man.seat: man for man in event.men if man.vehicle}
    assert (crew["CM"].quality, crew["CM"].leadership) == (5, 2)
    assert (crew["D"].quality, crew["G"].quality, men["buttermann"].quality) == (5, 5, 5)


def test_the_example_s_team_comes_into_view_at_15_11_and_is_five_hexes_off() -> None:
    """example."""
    play = begun(opened("bazooka-in-the-street"))
    team, commander = play.man("buttermann"), play.state.at("v1", "CM")
    assert commander is not None
    assert play.away("15.11", team.hex) == 5
    assert not sight.clear(play, "15.12", team.hex)
    assert sight.clear(play, "15.11", team.hex)
    assert play.board.terrain[team.hex] == "open"


# -- by dice ---------------------------------------------------------------------------------------------------------


def test_areas_are_filled_without_doubling() -> None:
    for seed in range(1, 30):
        play = begun(opened("woods-patrol"), seed)
        for area in play.state.mission.areas:
            hexes = [play.man(unit).hex for unit in area.units]
            assert set(hexes) <= set(area.hexes)
            assert len(set(hexes)) == len(hexes)


def test_31_3_a_crew_is_drawn_by_seat_from_those_trained_for_it() -> None:
    play = begun(opened("hamlet-panzerfausts"))
    crew = {man.seat: man for man in play.state.crew("tank")}
    assert set(crew) == {"CM", "D", "G", "L", "CD"}
    for seat, man in crew.items():
        assert charts().characters[man.who].post == seat
        assert (man.side, man.team, man.spotted, man.hex) == ("us", "tank", True, "02.10")


def test_31_3_a_truck_is_driven_by_one_of_the_line_out_of_a_cup() -> None:
    event = opened("woods-patrol")
    row = charts().scenarios["ambush"].vehicle[1]
    game = Game()
    TABLE.appliers[MissionBegan](game, event)
    truck = opened("ambush").vehicles[1]
    game.vehicles["truck"] = truck
    game.mission = msgspec.structs.replace(event.mission, areas=(), crews=(("truck", "D"),))
    left = sorted(game.cups["outpost"].left)
    play = Play(TABLE, charts(), game, Script([left[-1], 4]))
    setting_up.begin(play)
    driver = play.state.at("truck", "D")
    assert row.kind == "opel"
    assert driver is not None
    assert driver.who == "heer-4"
    assert 4 not in game.cups["outpost"].left
    assert left[-1] in game.cups["outpost"].left  # a dummy goes back


def test_whoever_is_awake_from_the_beginning_is_turned_up() -> None:
    event = opened("woods-patrol")
    game = Game()
    TABLE.appliers[MissionBegan](game, event)
    game.mission = msgspec.structs.replace(event.mission, areas=(), alert=("e1", "e2"))
    dummy = max(game.cups["outpost"].left)
    play = Play(TABLE, charts(), game, Script([3, dummy]))
    setting_up.begin(play)
    assert (play.man("e1").who, play.man("e1").alert) == ("heer-3", True)
    assert play.man("e2").gone


# -- faults ----------------------------------------------------------------------------------------------------------


def faulty(mission: str, change: Callable[[dict[str, Any]], object]) -> str:
    """What a changed file of a mission is refused with."""
    content: dict[str, Any] = dict(shipped(PACKAGE))
    file = f"scenarios/{mission}.toml"
    content[file] = msgspec.json.decode(msgspec.json.encode(content[file]))
    change(content[file])
    pack: Pack = make_pack("combat-volume-2", content)
    with pytest.raises(PackError) as error:
        Charts(pack)
    assert file in error.value.where
    return f"{error.value.where.removeprefix(f'{file}, ')}: {error.value.reason}"


def put(*path: str | int) -> Callable[[object], Callable[[dict[str, Any]], object]]:
    def with_value(value: object) -> Callable[[dict[str, Any]], object]:
        def change(file: dict[str, Any]) -> None:
            at: Any = file
            for one in path[:-1]:
                at = at[one]
            at[path[-1]] = value

        return change

    return with_value


@pytest.mark.parametrize(
    ("mission", "change", "says"),
    [
        ("abbey", put("board")("abby"), "board: There is no board 'abby'."),
        ("abbey", put("id")("abby"), "id: A scenario's file is called by its id"),
        ("abbey", put("friend", 0, "who")("tailor"), "friend[0] (tailor): There is no character 'tailor'."),
        ("abbey", put("friend", 1, "who")("taylor"), "Sgt Taylor takes part already."),
        ("abbey", put("friend", 0, "who")("heer-1"), "Soldat Albers is of the other side."),
        ("abbey", put("friend", 0, "hex")("99.01"), "column 99 is not on this board"),
        ("abbey", put("friend", 0, "hex")("0101"), "is written 01.01"),
        ("abbey", put("friend", 0, "armed")("bow"), "There is no weapon 'bow'."),
        ("abbey", put("friend", 0, "heavy")("75m3"), "is nothing that he may carry"),
        ("abbey", put("friend", 0, "loaded")(True), "give him a bazooka (32.1)"),
        ("abbey", put("friend", 0, "vehicle")("v1"), "Give either a hex or a vehicle with a seat."),
        ("abbey", put("friend", 3, "team")("able"), "Able has 4 places, a squad 3 men for it (25.0)."),
        ("abbey", put("friend", 0, "comes")(15), "The mission ends with turn 14."),
        ("abbey", put("cup", 0, "numbers")([22]), "ss has no counter 22."),
        ("abbey", put("cup", 0, "numbers")([1, 1]), "The number 1 stands there twice."),
        ("abbey", put("cup", 0)({"id": "abbey", "numbers": [1, 2], "dummies": 1}), "It has 3 counters, and 14"),
        ("abbey", put("team", 0, "id")("able"), "Somebody else is called so already."),
        ("abbey", put("team", 0, "cup")("pot"), "There is no cup 'pot'."),
        ("abbey", put("enemy", 0, "team")("tower"), "There is no enemy team 'tower'."),
        ("abbey", put("enemy", 0, "hexes")(["10.16"]), "One of the player's men stands in 10.16."),
        ("abbey", put("enemy", 1, "count")(9), "An area of 4 hexes holds from 1 to 4 counters."),
        ("abbey", put("enemy", 1, "hexes")(["15.06"]), "Give either `hexes`, one counter in each, or an `area`"),
        ("abbey", put("lying", 0, "what")("ladder"), "There is no marker 'ladder'."),
        ("abbey", put("lying", 1, "hexes")(["11.14", "11.14"]), "The hex 11.14 stands there twice."),
        ("abbey", put("compass", 0, "one")(7), "7 is no direction"),
        ("abbey", put("wind")(0), "0 is no direction"),
        ("abbey", put("goal", 0, "hexes")([]), "Say in which hexes."),
        ("abbey", put("goal", 0)({"what": "leave", "points": 1, "edge": "up"}), "There is no edge 'up'."),
        ("abbey", put("goal", 0)({"what": "keep", "points": 1, "of": "tank"}), "There is no 'tank'."),
        ("abbey", put("goal", 0)({"what": "keep", "points": 1, "of": "taylor"}), "Say which vehicle."),
        ("abbey", put("goal", 0)({"what": "reach", "points": 1, "hexes": ["10.16"]}), "Say which vehicle, or who."),
        ("patrol", put("team")([]), "A patrol needs a team of enemies"),
        ("abbey", put("incident", 0, "last")(9), "`last` must rise"),
        ("abbey", put("incident", 0, "what")("rain-of-frogs"), "There is no event 'rain-of-frogs'."),
        ("abbey", put("called")({"rockets": 1}), "There is no kind of fire 'rockets'."),
        ("abbey", put("readings")({"smoke_blocks": "never"}), "readings"),
        ("abbey", put("month")(13), "month"),
        ("abbey", put("weather")("hail"), "weather"),
        ("hamlet-panzerfausts", put("vehicle", 0, "kind")("tiger"), "There is no kind of vehicle 'tiger'."),
        ("hamlet-panzerfausts", put("vehicle", 0, "side")("de"), "An M4A3 fights for us, not for de."),
        ("hamlet-panzerfausts", put("vehicle", 0, "hex")("11.06"), "cannot stand in building"),
        ("hamlet-panzerfausts", put("vehicle", 0, "crew", "CU")(""), "There is no seat 'CU'."),
        ("hamlet-panzerfausts", put("vehicle", 0, "hatches")({"G": "open"}), "The seat 'G' of an M4A3 has no hatch."),
        ("hamlet-panzerfausts", put("vehicle", 0, "loaded")("heat"), "loaded"),
        ("hedgerow-halftrack", put("friend", 1, "seat")("1"), "Somebody sits in 1 of ht already."),
        ("hedgerow-halftrack", put("friend", 1, "seat")("11"), "There is no seat '11'."),
        ("hedgerow-halftrack", put("friend", 1, "vehicle")("tank"), "There is no vehicle 'tank'."),
        ("hedgerow-halftrack", put("vehicle", 0, "crew", "CD")(""), "Nobody can be drawn for the seat CD"),
        ("ambush", put("enemy", 0, "who")(""), "Hidden counters are drawn from a cup"),
        ("ambush", put("vehicle", 1, "hex")("04.09"), "Two vehicles stand in 04.09."),
        ("ambush", put("vehicle", 1, "id")("lead"), "There is a vehicle 'lead' already."),
    ],
)  # fmt: skip
def test_a_faulty_file_is_refused_with_file_row_and_fault(
    mission: str, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    assert says in faulty(mission, change)


def test_a_board_with_a_terrain_that_the_chart_lacks_is_refused() -> None:
    content: dict[str, Any] = dict(shipped(PACKAGE))
    board = dict(content["boards/hamlet.toml"])
    board["legend"] = {**board["legend"], "B": "palace"}
    with pytest.raises(PackError, match="the rules know no 'palace'"):
        Charts(make_pack("combat-volume-2", {**content, "boards/hamlet.toml": board}))


def test_words_of_event_tables_are_those_that_there_are() -> None:
    """22."""
    assert set(scenario.INCIDENTS) == set(INCIDENTS)
    assert set(scenario.CALLED) == {one.id for one in charts().foot.shells}


# -- who may take part -----------------------------------------------------------------------------------------------


PRINTED = (
    "Taylor, Cragg, Brubaker; Johnson, Peters, Miller; Thomas, Buttermann, Walsh, Stubbs, Kowalski, Temple",
    "Mayfield, O'Connell, Crowe; Goldstein, Donahue, Woodruff; Stinson, Connor, Dougless, Lozano, Maloney, Meeks",
    "Perez, Patterson, Butler; Lewis, Moore, James; Diaz, Bennet, Hall, Williams, Perry, Holland",
    "Mayfield, Cragg, Patterson; Johnson, Miller, James; Diaz, Buttermann, Kowalski, Maloney, Hall, Perry",
    "Taylor, O'Connell, Butler; Goldstein, Woodruff, Moore; Stinson, Connor, Lozano, Hall, Perry, Holland",
    "Perez, Cragg, Crowe; Peters, Miller, Donahue; Diaz, Buttermann, Stubbs, Connor, Lozano, Meeks",
    "Mayfield, Brubaker, Butler; Peters, Lewis, Moore; Thomas, Walsh, Stubbs, Temple, Bennet, Williams",
    "Taylor, Patterson, Crowe; Donahue, Lewis, James; Stinson, Dougless, Maloney, Meeks, Bennet, Williams",
    "Perez, Brubaker, O'Connell; Johnson, Goldstein, Woodruff; Thomas, Walsh, Kowalski, Temple, Dougless, Holland",
)
"""The squads by the die: Able; Baker; Charlie."""
RANKS = {
    "Perez": "SSgt",
    **dict.fromkeys(("Taylor", "Mayfield"), "Sgt"),
    **dict.fromkeys(("Thomas", "Stinson", "Diaz"), "Cpl"),
}


@pytest.mark.parametrize("die", range(9))
def test_25_0_each_row_of_the_table_is_as_printed(die: int) -> None:
    """25.0 squads."""
    squad = charts().squads[die]
    found = [
        [charts().characters[one].name for one in team] for team in (squad.able, squad.baker, squad.charlie)
    ]
    printed = [
        [f"{RANKS.get(one, 'Pvt')} {one}" for one in team.split(", ")] for team in PRINTED[die].split("; ")
    ]
    assert found == printed


def test_25_0_nine_squads_of_twelve_different_men() -> None:
    """25.0 squads."""
    assert sorted(charts().squads) == list(range(9))
    for squad in charts().squads.values():
        men = (*squad.able, *squad.baker, *squad.charlie)
        assert [len(squad.able), len(squad.baker), len(squad.charlie)] == list(SQUAD_OF.values())
        assert len(set(men)) == 12
        assert {charts().characters[one].set for one in men} == {"us"}
        assert [charts().characters[one].rank for one in (squad.able[0], squad.charlie[0])] == ["nco", "nco"]
        assert [charts().characters[one].weapon for one in men].count("bar") == 1
        assert sum("medic" in charts().characters[one].skills for one in men) == 1


def test_printed_characters_are_as_printed() -> None:
    taylor, jung = charts().characters["taylor"], charts().characters["heer-7"]
    assert (taylor.quality, taylor.leadership, taylor.weapon, taylor.skill) == (6, 3, "smg", 7)
    assert (taylor.grenades, taylor.sidearm) == (4, "pistol")
    assert (jung.name, jung.quality) == ("Soldat Jung", 4)


def test_sets_are_whole() -> None:
    by_set: dict[str, list[Any]] = {}
    for one in charts().characters.values():
        by_set.setdefault(one.set, []).append(one)
    for name in ("heer", "ss"):
        assert sorted(one.number for one in by_set[name]) == list(range(1, 22))
        assert sum(bool(one.mate) for one in by_set[name]) == 1
        assert any(one.rank == "officer" for one in by_set[name])
        assert any("sniper" in one.skills for one in by_set[name])
    for name in ("us-medic", "de-medic", "us-driver"):
        assert len(by_set[name]) == 5
    for name in ("us-crew", "de-crew"):
        posts = [one.post for one in by_set[name]]
        assert all(posts.count(post) >= 2 for post in ("CM", "D", "G", "L", "CD"))
    for name in ("us", "heer", "ss"):
        skills = [one.skill for one in by_set[name]]
        assert max(skills) - min(skills) <= 1
        assert {one.quality for one in by_set[name]} == {4, 5, 6}


def test_24_1_the_elite_has_all_its_skills_and_the_line_hardly_any() -> None:
    elite = {skill for one in charts().characters.values() if one.set == "ss" for skill in one.skills}
    line = {skill for one in charts().characters.values() if one.set == "heer" for skill in one.skills}
    assert elite == {"sniper", "dodge", "dodge-2", "tough", "eagle-eyes", "knife", "deadly"}
    assert line == {"sniper"}


# -- all of it through -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", ["bazooka-in-the-street", "woods-patrol"])
def test_a_mission_is_played_to_its_end(mission: str) -> None:
    """4."""
    rules = SYSTEM.load(make_pack("combat-volume-2", shipped(PACKAGE)))
    event = opened(mission)
    state = SYSTEM.begun([event])
    number = 7

    def randrange(sides: int) -> int:
        nonlocal number
        number = (1103515245 * number + 12345) % 2**31
        return (number >> 8) % sides

    dice = SeededDice(randrange)
    for _ in range(4000):
        if state.verdict is not None:
            break
        (asked,) = rules.pending(state)
        options = rules.legal(state, asked.side)
        rules.advance(state, asked.side, options[randrange(len(options))].action, dice)
    assert state.verdict is not None
    men: list[Man] = list(state.men.values())
    assert all(man.side in ("us", "de") for man in men)

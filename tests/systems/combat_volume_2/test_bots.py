"""The bots of the player's side: what the sensible one does in positions made for it, and that all come to an end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.systems.combat_volume_2 import SYSTEM
from campaign.systems.combat_volume_2.judgement import Judgement
from campaign.systems.combat_volume_2.people import fire, moving
from campaign.systems.combat_volume_2.sensible import Mind
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Game, Goal, Man, Mark
from campaign.systems.combat_volume_2.turn import sequence
from campaign.systems.combat_volume_2.turn.go_on import GoOn
from campaign.systems.combat_volume_2.turn.permitted import GiveOrder, parsed
from tests.conftest import PROFILE
from tests.systems.combat_volume_2 import firefight

RULES = firefight.rules()
MISSIONS = [one.id for one in RULES.scenarios()]
ANSWERS = 4_000
MOVES = ("sneak", "evade", "sprint", "run-and-gun", "charge")


def answered(game: Game, name: str, random: Random) -> Any:
    """The bot's action, which is carried out."""
    option = SYSTEM.bot(name).choose(RULES, game, FRIEND, RULES.legal(game, FRIEND), random.randrange)
    RULES.advance(game, FRIEND, option.action, SeededDice(random.randrange))
    return option.action


def played(game: Game, name: str, seed: int, until: str = "") -> list[Any]:
    """Its actions until it is asked such a question, or to the end."""
    random, done = Random(seed), list[Any]()
    for _ in range(ANSWERS):
        asked = RULES.pending(game)
        if not asked or asked[0].kind == until:
            return done
        done.append(answered(game, name, random))
    pytest.fail("the mission does not end")


def at_orders(**more: Any) -> Game:
    """A firefight in which orders are to be given for the first turn."""
    game = firefight.begun(3, **more)
    played(game, "sensible", 3, "orders")
    return game


def alone(game: Game, man: str, *foes: str) -> Man:
    """Only they are left on the field; what was remembered is forgotten."""
    for one in game.men.values():
        if one.id not in (man, *foes):
            one.hex, one.gone = "", "left S"
    game.forget()
    return game.men[man]


def placed(game: Game, man: str, hex: str, **more: Any) -> Man:
    one = game.men[man]
    one.hex = hex
    for name, value in more.items():
        setattr(one, name, value)
    game.forget()
    return one


def order_of(game: Game, man: str, bot: str = "sensible") -> GiveOrder:
    option = SYSTEM.bot(bot).choose(RULES, game, FRIEND, RULES.legal(game, FRIEND), Random(1).randrange)
    assert isinstance(option.action, GiveOrder) and option.action.unit == man
    return option.action


def goal(game: Game, *hexes: str, needed: int = 3) -> None:
    """To hold those hexes brings three points."""
    game.mission = replace(game.mission, goals=(Goal("hold", 3, hexes),), needed=needed)
    game.forget()


# -- orders ------------------------------------------------------------------------------------------------------------


def test_who_has_a_good_shot_fires_and_then_shoots():
    game = at_orders()
    alone(game, "f2", "e0")
    placed(game, "f2", "14.15")
    placed(game, "e0", "14.12", spotted=True)
    order = order_of(game, "f2")
    assert order.word in ("aimed", "rapid", "suppressive")
    random, done = Random(1), list[Any]()
    while game.turn == 1 and RULES.pending(game):
        done.append(answered(game, "sensible", random))
    assert any(isinstance(one, fire.Shoot) and one.unit == "f2" for one in done)


def test_who_is_out_of_ammunition_reloads_in_cover():
    game = at_orders()
    alone(game, "f1", "e0")
    placed(game, "e0", "14.07", spotted=True)
    placed(game, "f1", "14.18", ammunition="out")
    assert order_of(game, "f1").word == "reload"


def test_who_has_lost_heart_rallies():
    game = at_orders()
    alone(game, "f0", "f1", "e0")
    game.men["f1"].hex = ""
    placed(game, "f0", "14.18", morale=-2)
    placed(game, "e0", "14.05", spotted=False)
    assert order_of(game, "f0").word == "rally"


def test_whoever_is_wanted_at_a_goal_comes_nearer():
    game = at_orders()
    alone(game, "f1")
    placed(game, "f1", "14.18")
    goal(game, "14.10")
    order = order_of(game, "f1")
    assert order.word in MOVES
    mind = Judgement(RULES, game)
    way = mind.way(game.men["f1"], order.word, parsed(order.ways, order.then))
    assert mind.field(["14.10"])[way.end] < mind.field(["14.10"])["14.18"]


def test_who_holds_the_goal_stays():
    game = at_orders()
    alone(game, "f1")
    placed(game, "f1", "14.10")
    goal(game, "14.10")
    assert Mind(RULES, game).won
    assert order_of(game, "f1").word not in MOVES


def test_a_guard_stays_with_his_prisoner_where_that_brings_points():
    game = at_orders()
    alone(game, "f1", "e0")
    placed(game, "f1", "14.18")
    placed(game, "e0", "14.18", captor="f1", spotted=True)
    goal(game, "14.10")
    assert order_of(game, "f1").word in MOVES
    game.mission = replace(game.mission, goals=(*game.mission.goals, Goal("capture", 3)))
    game.forget()
    assert order_of(game, "f1").word not in MOVES


def test_time_that_is_short_presses():
    game = at_orders()
    alone(game, "f1")
    goal(game, "14.10")
    placed(game, "f1", "14.18")
    early = Mind(RULES, game).aims(game.men["f1"])[0].pull
    game.turn = game.mission.turns - 2
    game.forget()
    late = Mind(RULES, game).aims(game.men["f1"])[0].pull
    game.turn = game.mission.turns
    placed(game, "f1", "14.24")
    never = Mind(RULES, game).aims(game.men["f1"])[0].pull
    assert late > early > never == 0


def test_a_grenade_is_thrown_at_men_who_lie_near():
    game = at_orders()
    alone(game, "f1", "e0", "e1")
    placed(game, "f1", "14.12", ammunition="out", grenades=2, spotted=True)
    for foe in ("e0", "e1"):
        placed(game, foe, "14.11", spotted=True, ammunition="low", morale=-2)
    order = order_of(game, "f1")
    assert (order.word, order.target) == ("grenade", "14.11")


def test_the_danger_of_a_place_is_that_of_those_who_see_it():
    game = at_orders()
    alone(game, "f1", "e0")
    placed(game, "e0", "14.12", spotted=True, armed="kar98", skill=6)
    mind = Judgement(RULES, game)
    assert mind.danger("14.14", "aimed") == pytest.approx(
        0.8 * mind.constants.bursts
    )  # 6, 1 for 2 hexes: 7 or less
    assert mind.danger("14.14", "hide") == pytest.approx(0.6 * mind.constants.bursts)  # 2 less
    assert mind.danger("14.14", "hide") > mind.danger("14.20", "hide") >= 0


def test_a_man_nobody_knows_lies_in_wait_for_a_good_shot():
    """At the limit of their range a shot would only give him away."""
    game = at_orders()
    alone(game, "f1", "e0")
    placed(game, "f1", "14.24", spotted=False, armed="m1")
    placed(game, "e0", "14.06", spotted=True)
    assert order_of(game, "f1").word not in ("aimed", "rapid")


def test_an_ambush_waits_until_a_vehicle_is_before_the_bazooka():
    """While nobody is known, and there is time, all of them lie still; afterwards whoever can shoots."""
    game = mission("ambush")
    played(game, "sensible", 1, "orders")
    first = {one.unit: one.word for one in played(game, "sensible", 1, "go-on") if isinstance(one, GiveOrder)}
    waits = {"hide", "fire-light-at", "load-light-at", "plan"}
    assert set(first.values()) <= waits and first["buttermann"] == "fire-light-at"
    game = mission("ambush")
    played(game, "sensible", 1, "orders")
    game.men["taylor"].spotted = True
    game.forget()
    mind = Mind(RULES, game)
    assert not mind.ambush and mind.springs(game.men["buttermann"], "lead")


# -- impulses ----------------------------------------------------------------------------------------------------------


def test_a_runner_ducks_before_a_machine_gun():
    game = at_orders()
    alone(game, "f1", "e3")
    placed(game, "f1", "14.18", spotted=True)
    RULES.advance(game, FRIEND, GiveOrder("f1", "evade", "N"), SeededDice(Random(1).randrange))
    gunner = placed(game, "e3", "14.15", spotted=True, armed="mg42", quality=8, mate="")
    game.men["f1"].hex = "14.18"
    random = Random(2)
    while RULES.pending(game) and game.impulse < 1:
        answered(game, "sensible", random)
    game.marks["14.18"] = (Mark("foxhole"),)
    game.phase, game.impulse, game.active, game.acting, game.asked = "impulse", 1, "baker", "f1", True
    game.men["f1"].acted = False
    gunner.order = type(gunner.order)("hide")
    game.forget()
    options = RULES.legal(game, FRIEND)
    assert {moving.Move, sequence.DuckBack} <= {type(one.action) for one in options}
    chosen = SYSTEM.bot("sensible").choose(RULES, game, FRIEND, options, random.randrange)
    assert chosen.action == sequence.DuckBack("f1")


def test_the_enemy_goes_on_until_the_player_is_asked():
    game = at_orders()
    done = played(game, "sensible", 5, "character")
    assert GoOn("player") in done and GoOn("one") not in done


# -- whole missions ----------------------------------------------------------------------------------------------------


def mission(name: str) -> Game:
    info = next(one for one in RULES.scenarios() if one.id == name)
    return SYSTEM.begun(RULES.open(name, settle(info, {}, lambda name: {})))


@pytest.mark.parametrize("name", MISSIONS if PROFILE == "long" else MISSIONS[::3])
def test_the_sensible_bot_ends_every_mission(name: str):
    """In the default profile every third; all of them are fought in `test_attacks.py`, by chance."""
    game = mission(name)
    played(game, "sensible", 1)
    assert game.verdict is not None and game.turn <= game.mission.turns


@pytest.mark.parametrize("bot", ["rush", "hold"])
def test_bots_of_one_idea_end_a_mission(bot: str):
    game = mission("woods-patrol")
    where = {man.id: man.hex for man in game.men.values() if man.side == FRIEND}
    done = played(game, bot, 1)
    assert game.verdict is not None
    moves = [one for one in done if isinstance(one, GiveOrder) and one.word in MOVES]
    stayed = [one for one, hex in where.items() if game.men[one].hex == hex]
    assert bool(moves) is (bot == "rush") and (len(stayed) > len(where) / 2) is (bot == "hold")


def points(bot: str, seed: int) -> int:
    """Enemies out of action less own men, after a short firefight."""
    game = firefight.begun(seed, turns=6)
    played(game, bot, seed)
    men = game.men.values()
    return sum((man.dead or man.down) * (1 if man.side == ENEMY else -1) for man in men)


def test_the_sensible_bot_does_better_than_the_random_one():
    assert sum(points("sensible", seed) - points("random", seed) for seed in range(5)) > 5


def test_the_same_state_gets_the_same_answer():
    """It has no memory and throws no dice."""
    game = at_orders()
    once, again = (
        SYSTEM.bot("sensible").choose(RULES, game, FRIEND, RULES.legal(game, FRIEND), Random(seed).randrange)
        for seed in (1, 2)
    )
    assert once == again

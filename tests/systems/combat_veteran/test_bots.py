"""The bots: always something legal, and the sensible one nothing plainly silly."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from statistics import median

import pytest

from campaign.rules.dice import SeededDice
from campaign.rules.muster import Member, Muster, Mustered
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.apply import APPLIERS
from campaign.systems.combat_veteran.sensible import Mind
from tests.conftest import PROFILE
from tests.systems.combat_veteran.table import RULES, Table, opened, table, tell_all, unit

SCENARIOS = [info.id for info in RULES.scenarios()]
PLANS = [
    (scenario, policy, seat)
    for number, scenario in enumerate(SCENARIOS)
    for at, policy in enumerate(("fortress", "rush", "quick", "random"))
    for seat in (0, 1)
    if PROFILE == "long" or (number + at) % 4 == 3 * seat
]
"""A plan of one idea, and on which side; in the default profile on either side of every fourth scenario."""


def chosen(game: Table, bot: str = "sensible", seed: int = 1) -> a.AnyAction:
    assert game.asked is not None
    side = game.asked.side
    options = game.rules.legal(game.game, side)
    return (
        game.rules.system.bot(bot).choose(game.rules, game.game, side, options, Random(seed).randrange).action
    )


def fight(scenario: str, seed: int, bots: tuple[str, str]) -> Table:
    return played(opened(scenario), seed, bots)


def played(game: Table, seed: int, bots: tuple[str, str]) -> Table:
    """A battle played to its end by bots, of the side that moves first and of the other."""
    random = Random(seed)
    names = dict(zip((side.id for side in game.game.sides), bots, strict=True))
    for _ in range(5_000):
        if game.asked is None:
            return game
        side = game.asked.side
        options = game.rules.legal(game.game, side)
        choice = game.rules.system.bot(names[side]).choose(
            game.rules, game.game, side, options, random.randrange
        )
        game.rules.advance(game.game, side, choice.action, SeededDice(random.randrange))
    raise AssertionError(f"{game.game.scenario} with {bots} does not end")


@pytest.mark.parametrize("scenario", SCENARIOS if PROFILE == "long" else SCENARIOS[::6])
def test_a_scenario_is_balanced(scenario: str, scale: int) -> None:
    """Both sides win twice within 16 battles: fails 3 in 100 where a side has 30 %, 9 in 10 where it has 5 %.

    In the long profile 200 battles: neither side wins less than 30 %, and half of them last a third of the time; a
    quarter where a rulebook prints turns and forces.
    """
    wins: Counter[str] = Counter()
    turns: list[int] = []
    limit, share = 0, 3
    for seed in range(16 if scale == 1 else 20 * scale):
        game = fight(scenario, seed, ("sensible", "sensible")).game
        assert game.verdict is not None
        wins[game.verdict.winner] += 1
        turns.append(game.turn)
        assert game.victory is not None
        limit, share = game.turns, 4 if game.victory.rule else 3
        if scale == 1 and len(wins) == 2 and min(wins.values()) == 2:
            break
    assert len(wins) == 2 and min(wins.values()) >= 2, wins
    if scale > 1:
        assert min(wins.values()) >= 0.3 * sum(wins.values()), wins
        assert share * median(turns) >= limit, turns


@pytest.mark.parametrize(("scenario", "policy", "seat"), PLANS)
def test_no_plan_of_one_idea_beats_the_sensible_bot(
    scenario: str, policy: str, seat: int, scale: int
) -> None:
    """On either side the plan loses twice within 24 battles: fails 1 in 100 where it wins 75 %, 2 in 3 where 95 %.

    In the long profile it wins 75 of 100 at the most. Battles are the same each time, since their seeds are.
    """
    battles, most = (24, 22) if scale == 1 else (100, 75)
    won = 0
    for number in range(battles):
        bots = ("sensible", policy) if seat else (policy, "sensible")
        game = fight(scenario, 100 + number, bots).game
        assert game.verdict is not None
        won += game.verdict.winner == game.sides[seat].id
        if won + battles - 1 - number <= most:
            return  # whatever the rest brings
    raise AssertionError(f"{policy} wins {won} of {battles}")


def test_gunners_make_a_difference(scale: int) -> None:
    """The tank duel as a campaign's, fought with a die more for gunnery on one side and then on the other.

    The bound is that of a one-sided test at 5 %: the difference of two counts of n battles has at most a variance of
    n / 2. Without a difference it is reached 1 time in 20; with that of 100 battles with other seeds, 51 % against
    12 %, it is missed 1 time in 40 by 40 battles, 1 in 6 by 20. In the long profile 400.
    """
    battles = 20 if scale == 1 else 40 * scale
    won = {
        side: sum(duel_with_gunners(side, 1_000 + number) == "us" for number in range(battles))
        for side in ("us", "nk")
    }
    assert won["us"] - won["nk"] >= 1.645 * sqrt(battles / 2), won


def duel_with_gunners(side: str, seed: int) -> str:
    """Who wins a duel in which the crews of one side have gunners."""
    assets = [
        Mustered(
            id,
            type,
            id,
            of,
            crew=(Member(f"gunner of {id}", "a gunner", "gunner", 0, ("gunnery",) * (of == side)),),
        )
        for id, type, of in [("m26", "m26", "us"), *((f"t34-{i}", "t34", "nk") for i in range(5))]
    ]
    muster = Muster("war", "battle", "1950-09-03", ("us", "nk"), tuple(assets))
    game = Table(RULES, RULES.system.initial())
    for event in RULES.assets.muster("tank-duel", {}, muster):
        APPLIERS[type(event)](game.game, event)
    verdict = played(game, seed, ("sensible", "sensible")).game.verdict
    assert verdict is not None
    return verdict.winner


def test_it_has_no_memory() -> None:
    game = opened("tank-duel")
    assert chosen(game) == chosen(game, seed=2)


def test_it_reckons_with_the_guns_that_wait_on_its_way() -> None:
    game = table(unit("t34", "red", "1012", "NW", armor=0), unit("m26", "blue", "1002", "SE", main=9))
    piece, way = game.game.pieces["t34"], ["1011", "1010"]
    mind = Mind(game.rules, game.game, "red")
    assert mind.on_the_way(piece, way, "driving") > mind.on_the_way(piece, way, "speeding") > 0
    game.game.pieces["m26"].used.append("main")
    mind = Mind(game.rules, game.game, "red")
    assert mind.on_the_way(piece, way, "driving") == 0, "who has fired in this phase waits for nobody"


def test_it_reckons_with_guns_that_fire_into_every_hex_where_that_is_how_it_is_read() -> None:
    foe = unit("m26", "blue", "1002", "SE", main=6, mg=0)
    game = table(unit("t34", "red", "1012", "NW", armor=3), foe, defence="hex")
    piece = game.game.pieces["t34"]
    game.game.pieces["m26"].used.append("main")
    mind = Mind(game.rules, game.game, "red")
    once, twice = (
        mind.on_the_way(piece, ["1011"], "driving"),
        mind.on_the_way(piece, ["1011", "1010"], "driving"),
    )
    assert 0 < once < twice


def test_a_place_is_not_worth_more_for_a_stance_that_is_over_by_then() -> None:
    for ends, differs in (("next-movement", True), ("phase", False)):
        game = table(unit("t34", "red", "1012", "NW"), unit("m26", "blue", "1005", "SE"), stance_ends=ends)
        mind, piece = Mind(game.rules, game.game, "red"), game.game.pieces["t34"]
        driving, maneuvering = (
            mind.worth(piece, "1012", 0, stance) for stance in ("driving", "maneuvering")
        )  # fmt: skip
        assert (driving != maneuvering) == differs


def test_a_place_where_it_may_stay_and_fire_is_worth_more_early_than_in_the_last_turn() -> None:
    game = opened("tiger-pershing").phase("movement", "us")
    near = game.game.pieces["m26-1"].hex = "2702"
    early = Mind(game.rules, game.game, "us").worth(game.game.pieces["m26-1"], near, 0, "maneuvering")
    game.game.turn = game.game.turns
    late = Mind(game.rules, game.game, "us").worth(game.game.pieces["m26-1"], near, 0, "maneuvering")
    assert early > late


def test_the_best_armor_goes_first() -> None:
    game = opened("river-armor")
    random = Random(1)
    moved: list[str] = []
    while game.asked is not None and game.game.phase == "movement" and game.game.active == "us":
        side = game.asked.side
        action = chosen(game)
        unit = getattr(action, "unit", "")
        if side == "us" and unit and unit not in moved:
            moved.append(unit)
        game.rules.advance(game.game, side, action, SeededDice(random.randrange))
    assert moved[0].startswith("m48")
    assert moved.index("m48-1") < min(moved.index(one) for one in moved if one.startswith("m113"))


def test_it_cancels_the_worst_die() -> None:
    game = table(unit("t34", "red", "1005", main=3), unit("humvee", "blue", "1010"), phase="combat")
    game.do(a.Fire("t34", "main", "humvee"), 4, 1, 6)
    assert chosen(game) == a.Deflect((6,))


def test_it_fires_the_most_dice_and_ends_the_phase_without_any() -> None:
    game = table(unit("t34", "red", "1005"), unit("humvee", "blue", "1010"), phase="combat")
    assert chosen(game) == a.Fire("t34", "main", "humvee")


def test_it_turns_its_front_to_declared_fire() -> None:
    game = table(unit("m26", "red", "1010", "SE"), unit("t34", "blue", "1003"))
    game.do(a.Step("m26", "1011", "SE"))
    game.do(a.Fire("t34", "main", "m26"))
    assert chosen(game) in (a.Face("NE"), a.Face("NW"))


def test_it_does_not_gamble_a_battle_away_for_a_machinegun() -> None:
    game = opened("tiger-pershing")
    tell_all(game, e.DamageTaken("tiger1-1", (1,), ("coaxial",))).phase("repair", "ge")
    assert chosen(game) == a.EndPhase()
    tell_all(game, e.DamageTaken("tiger1-1", (6,), ("unmanned",)))
    assert chosen(game) == a.Repair("tiger1-1", "unmanned")


def test_the_defender_of_the_duel_stays_and_maneuvers() -> None:
    game = opened("tank-duel").phase("movement", "us")
    assert chosen(game) in (a.Maneuver("m26-1"), a.EndPhase())

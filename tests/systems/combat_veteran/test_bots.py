"""The bots: always something legal, and the sensible one nothing plainly silly."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from campaign.rules.dice import SeededDice
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from tests.systems.combat_veteran.table import RULES, Table, opened, table, tell_all, unit

SCENARIOS = [info.id for info in RULES.scenarios()]


def chosen(game: Table, bot: str = "sensible", seed: int = 1) -> a.AnyAction:
    assert game.asked is not None
    side = game.asked.side
    options = game.rules.legal(game.game, side)
    return (
        game.rules.system.bot(bot).choose(game.rules, game.game, side, options, Random(seed).randrange).action
    )


def fight(scenario: str, seed: int, bots: tuple[str, str]) -> Table:
    random, game = Random(seed), opened(scenario)
    names = dict(zip((side.id for side in game.game.sides), bots, strict=True))
    for _ in range(5_000):
        if game.asked is None:
            return game
        side = game.asked.side
        options = game.rules.legal(game.game, side)
        choice = game.rules.system.bot(names[side]).choose(
            game.rules, game.game, side, options, random.randrange
        )
        assert choice.action in {option.action for option in options}
        game.rules.advance(game.game, side, choice.action, SeededDice(random.randrange))
    raise AssertionError(f"{scenario} with {bots} does not end")


@pytest.mark.parametrize("bots", [("sensible", "sensible"), ("sensible", "random"), ("random", "sensible")])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_play_to_the_end(scenario: str, bots: tuple[str, str], scale: int) -> None:
    for seed in range(scale):
        assert fight(scenario, seed, bots).game.verdict is not None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sensible_against_sensible_both_sides_win_now_and_then(scenario: str, scale: int) -> None:
    """As few battles as show it, 8 at most; in the long profile 80, and neither side wins too rarely."""
    wins: Counter[str] = Counter()
    for seed in range(8 * scale):
        verdict = fight(scenario, seed, ("sensible", "sensible")).game.verdict
        assert verdict is not None
        wins[verdict.winner] += 1
        if scale == 1 and len(wins) == 2:
            break
    assert len(wins) == 2, wins
    assert min(wins.values()) >= sum(wins.values()) * (0.25 if scale > 1 else 0)


def test_it_has_no_memory() -> None:
    game = opened("tank-duel")
    assert chosen(game) == chosen(game, seed=2)


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

"""The bots: the sensible one wastes no activation, thinks the same of equal battles, and does nothing plainly silly."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from campaign.rules.dice import SeededDice
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern.routes import distances
from campaign.systems.portable_wargame_modern.rules import SYSTEM, PortableWargameRules
from campaign.systems.portable_wargame_modern.state import Game, Objective
from tests.conftest import PROFILE
from tests.systems.portable_wargame_modern.table import BLUE, FAR, RED, SHIPPED, Table, unit

RULES = cast("PortableWargameRules", SYSTEM.load(SHIPPED))
SCENARIOS = sorted(RULES.charts.scenarios)
SENSIBLE = SYSTEM.bot("sensible")


def fought(scenario: str, names: tuple[str, str], tell: Callable[[Game, Any, list[Any]], None]) -> Game:
    """A battle between bots. tell(state before, choice, events)."""
    pick = Random(3).randrange
    game: Game = SYSTEM.begun(RULES.open(scenario, {}))
    bots = {side.id: SYSTEM.bot(name) for side, name in zip(game.sides, names, strict=True)}
    while asked := RULES.pending(game):
        side = asked[0].side
        option = bots[side].choose(RULES, game, side, RULES.legal(game, side), pick)
        before = RULES.copy(game)
        tell(before, option.action, list(RULES.advance(game, side, option.action, SeededDice(pick))))
    return game


def chosen(table: Table, side: str) -> Any:
    game = table.game
    return SENSIBLE.choose(table.rules, game, side, table.rules.legal(game, side), Random(1).randrange).action


@pytest.mark.parametrize("scenario", SCENARIOS if PROFILE == "long" else SCENARIOS[::2])
def test_who_is_activated_does_something(scenario: str) -> None:
    done: list[str] = []

    def tell(before: Game, action: Any, events: list[Any]) -> None:
        if isinstance(action, a.EndUnit):
            assert action.unit in done, f"{action.unit} was activated for nothing"
        if hasattr(action, "unit") and not isinstance(action, a.Activate | a.EndUnit):
            done.append(action.unit)
        if isinstance(action, a.Activate):
            done.clear()

    fought(scenario, ("sensible", "sensible"), tell)


@pytest.mark.parametrize("scenario", SCENARIOS[::3])
def test_what_it_remembers_changes_no_choice(scenario: str) -> None:
    """A battle that was just opened from its record gets the same answer as one that was followed all along."""
    asked = 0

    def tell(before: Game, action: Any, events: list[Any]) -> None:
        nonlocal asked
        if asked < 150:
            asked += 1
            owner = next(one.side for one in RULES.pending(before))
            option = SENSIBLE.choose(RULES, before, owner, RULES.legal(before, owner), Random(1).randrange)
            assert option.action == action

    fought(scenario, ("sensible", "sensible"), tell)
    assert asked == 150


@pytest.mark.parametrize("bot", [bot.name for bot in SYSTEM.bots])
def test_every_bot_comes_to_an_end(bot: str) -> None:
    game = fought("meeting-engagement", (bot, "sensible"), lambda *_: None)
    assert RULES.verdict(game) is not None


def test_who_is_driven_off_goes_no_nearer_to_the_enemy() -> None:
    table = Table(
        unit("tanks", BLUE, "0506", "N", id="own"), unit("tanks", RED, "0503", id="foe"),
        objectives=[Objective("0501", 3, RED)],
    ).activating("foe")  # fmt: skip
    table.does(a.Fire("foe", "0506"), 6, 6)
    retreat = chosen(table, BLUE)
    assert isinstance(retreat, a.Retreat)
    distance = table.play.ground.distance
    assert distance(retreat.to, "0503") >= distance("0506", "0503")


def test_what_wins_is_entered_where_only_that_can_help() -> None:
    """The enemy is exhausted and holds the point; one more loss would exhaust its own side, too."""
    table = Table(
        unit("infantry", RED, "0505", id="own"), unit("infantry", BLUE, "0510", "N", id="foe"),
        objectives=[Objective("0507", 2, BLUE)],
    )  # fmt: skip
    table.game.forces[BLUE].exhausted = True
    table.game.forces[RED].lost = table.game.forces[RED].limit - 1
    table.activating("own")
    assert chosen(table, RED) == a.Move("own", "0507")


def test_units_that_cannot_help_are_left_alone() -> None:
    table = Table(unit("trucks", RED, "0101", id="own"), unit("tanks", RED, "0505", id="tank"), FAR)
    table.activating("tank")
    while isinstance(action := chosen(table, RED), a.Move | a.Turn | a.EndUnit):
        table.act(RED, action)
        if not table.game.unit:
            break
    assert chosen(table, RED) == a.Pass()


def test_the_bot_weighs_with_the_constants_of_the_rules_that_it_gets() -> None:
    table = Table(
        unit("infantry", RED, "0505", id="own"), unit("infantry", BLUE, "0515", "N", id="foe"),
        objectives=[Objective("0508", 3)],
    ).activating("own")  # fmt: skip
    assert chosen(table, RED) == a.Move("own", "0507")
    table.rules.constants = replace(table.rules.constants, pull=0.0, hurry=0.0)
    assert chosen(table, RED) != a.Move("own", "0507")


def test_ways_lead_round_mines_and_friends_who_stay() -> None:
    ground = Table(FAR).play.ground
    free = distances(ground, (("0510", 0),), (), (), (), ())
    assert free["0506"] == 16
    mined = distances(ground, (("0510", 0),), ("0508",), (), (), ())
    held = distances(ground, (("0510", 0),), (), (), ("0508",), ())
    assert free["0508"] == mined["0508"] == held["0508"] == 8
    assert mined["0507"] == held["0507"] == 16, "a hex round it, instead of through it"

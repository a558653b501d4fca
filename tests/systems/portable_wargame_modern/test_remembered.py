"""What is worked out of a battle is remembered with it, and with nothing else, until something happens."""

from __future__ import annotations

import random
from typing import Any, cast

import msgspec
import pytest

from campaign.rules.dice import SeededDice
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.muster import open_battle
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.reach import reach
from campaign.systems.portable_wargame_modern.rules import SYSTEM, PortableWargameRules
from campaign.systems.portable_wargame_modern.state import Game
from tests.systems.portable_wargame_modern.table import BLUE, RED, SHIPPED, Table, unit

RULES = cast("PortableWargameRules", SYSTEM.load(SHIPPED))
STEPS = 120
"""Decisions of a battle that are looked at."""


@pytest.mark.parametrize("scenario", sorted(RULES.charts.scenarios))
def test_what_is_remembered_is_what_would_be_found_anew(scenario: str):
    pick, bot = random.Random(scenario).randrange, SYSTEM.bot("random")
    game: Game = SYSTEM.begun(open_battle(RULES.charts, scenario, {}))
    for _ in range(STEPS):
        if not (pending := RULES.pending(game)):
            break
        fresh, seed = RULES.copy(game), pick(1 << 30)
        for side in game.sides:
            assert RULES.legal(game, side.id) == RULES.legal(fresh, side.id)
            assert_holds(game, side.id)
        side = pending[pick(len(pending))].side
        action = bot.choose(RULES, game, side, RULES.legal(game, side), pick).action
        fresh.forget()
        told = RULES.advance(game, side, action, SeededDice(random.Random(seed).randrange))
        assert told == RULES.advance(fresh, side, action, SeededDice(random.Random(seed).randrange))
        assert game == fresh


def assert_holds(game: Game, side: str) -> None:
    """What is known of a side's friends and enemies is what a copy, which knows nothing, works out."""
    known, anew = Play(RULES.charts, game), Play(RULES.charts, RULES.copy(game))
    assert [one.id for one in known.foes(side)] == [one.id for one in anew.foes(side)]
    assert [one.id for one in known.leaders(side)] == [one.id for one in anew.leaders(side)]
    assert [one.id for one in known.spotters(side)] == [one.id for one in anew.spotters(side)]
    assert known.near(side) == anew.near(side)
    assert list(known.full(side).items()) == list(anew.full(side).items())
    for crushes in (False, True):
        assert known.ends(side, crushes) == anew.ends(side, crushes)


def test_an_event_ends_what_was_remembered_and_nothing_of_it_is_written_or_copied():
    table = Table(unit("tanks", RED, "0505"), unit("infantry", BLUE, "0908")).activating("tanks")
    game, written = table.game, msgspec.json.encode(table.game)
    assert "memories" not in vars(game)
    table.rules.legal(game, RED)
    assert game.memory(table.rules.charts).now
    assert msgspec.json.encode(game) == written
    assert "memories" not in vars(RULES.copy(game))
    APPLIERS[e.UnitEnded](game, e.UnitEnded("tanks"))
    assert not game.memory(table.rules.charts).now


def test_a_hex_that_the_enemy_enters_is_closed_at_once():
    table = Table(unit("tanks", RED, "0505"), unit("tanks", BLUE, "0510", id="foe"))
    table.activating("foe")
    game = table.game
    own = game.units["tanks"]
    assert "0508" in reach(Play(table.rules.charts, game), own)
    table.rules.advance(game, BLUE, a.Move("foe", "0508"), SeededDice(lambda _: 0))
    assert "0508" not in reach(Play(table.rules.charts, game), own)


def test_other_charts_remember_by_themselves():
    table = Table(unit("tanks", RED, "0505"), unit("infantry", BLUE, "0908"))
    game = table.game
    others: Any = object()
    game.memory(others).lasting["foes", RED] = []
    assert [one.id for one in Play(table.rules.charts, game).foes(RED)] == ["infantry"]

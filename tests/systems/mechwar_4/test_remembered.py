"""What is remembered for speed is what would be found anew: after each event, for each smoke, for each player."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from campaign.library.settings import settle
from campaign.rules.bots import within
from campaign.rules.dice import SeededDice
from campaign.rules.system import decide, forces_of
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.play import Play, accepts
from campaign.systems.mechwar_4.reach import edges
from campaign.systems.mechwar_4.rules import SYSTEM
from campaign.systems.mechwar_4.state import Game
from campaign.systems.mechwar_4.watching import facing
from tests.systems.mechwar_4.pack import charts
from tests.systems.mechwar_4.test_random_battles import RULES


def battle(scenario: str) -> Game:
    info = next(one for one in RULES.scenarios() if one.id == scenario)
    return SYSTEM.begun(RULES.open(scenario, settle(info, {}, lambda name: forces_of(RULES).rosters()[name])))


@pytest.mark.parametrize("scenario", ["breakthrough", "own-companies", "cobras", "hold-the-village"])
def test_places_are_known_after_each_event_as_anew(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    emit = Play.emit
    met: set[type[Any]] = set()
    hex = charts().boards["valley"].hexes[700]

    def emits(play: Play, event: e.Event) -> None:
        emit(play, event)
        anew = Play(RULES.charts, play.state)
        assert play.by_hex() == anew.by_hex(), event
        for side in play.state.sides:
            assert play.eyes(side.id) == anew.eyes(side.id), event
            assert facing(play, side.id, hex) == facing(anew, side.id, hex), event
        for unit in play.state.units.values():
            assert play.carried(unit) == anew.carried(unit), event
            assert play.members(unit.company) == anew.members(unit.company), event
            assert edges(play, unit) is edges(anew, unit), event
        met.add(type(event))

    monkeypatch.setattr(Play, "emit", emits)
    game, bot, pick = battle(scenario), SYSTEM.bots[0], Random(scenario).randrange
    for _ in range(600):
        if not (asked := RULES.pending(game)):
            break
        side = asked[pick(len(asked))].side
        option = bot.choose(RULES, RULES.known(game, side), side, RULES.legal(game, side), pick)
        RULES.advance(game, side, option.action, SeededDice(pick))
    assert {e.UnitMoved, e.UnitRemoved, e.WreckLeft, e.Dismounted} <= met


@pytest.mark.parametrize("scenario", ["breakthrough", "golan-ditch", "retake-the-bridge"])
def test_answers_of_a_battle_that_goes_on_are_those_of_its_copy(scenario: str) -> None:
    """A copy remembers nothing."""
    game, bot, rnd = battle(scenario), SYSTEM.bots[0], Random(scenario)
    for _ in range(250):
        copy = RULES.copy(game)
        if not (asked := RULES.pending(game)):
            break
        assert asked == RULES.pending(RULES.copy(game))
        for one in game.sides:
            assert list(RULES.legal(game, one.id)) == list(RULES.legal(RULES.copy(game), one.id))
        side = asked[rnd.randrange(len(asked))].side
        assert RULES.view(game, side) == RULES.view(RULES.copy(game), side)
        action = bot.choose(
            RULES, RULES.known(game, side), side, RULES.legal(game, side), rnd.randrange
        ).action
        seed = rnd.random()
        told = RULES.advance(game, side, action, SeededDice(Random(seed).randrange))
        assert told == RULES.advance(copy, side, action, SeededDice(Random(seed).randrange))
        assert game == copy


def test_an_event_ends_what_was_remembered_and_nothing_of_it_is_written_or_copied() -> None:
    game = battle("crossroads")
    written = RULES.copy(game), msgspec.json.encode(game)
    (question, *_) = RULES.pending(game)
    assert game.memory(RULES.charts).now
    assert (game, msgspec.json.encode(game)) == written
    assert "memories" not in vars(RULES.copy(game))
    SYSTEM.appliers[e.SideReady](game, e.SideReady(question.side))
    assert not game.memory(RULES.charts).now


@pytest.mark.parametrize("board", sorted(charts().boards))
def test_who_sees_a_hex_is_remembered_for_each_smoke(board: str) -> None:
    spotting, rnd = charts().spotting(board), Random(board)
    ground = spotting.ground
    for smoke in ((), tuple(rnd.sample(ground.numbered, 60)), tuple(rnd.sample(ground.numbered, 60)), ()):
        hex = rnd.choice(ground.numbered)
        for some in (rnd.sample(ground.numbered, 30), rnd.sample(ground.numbered, 60)):
            seeing = [one for one in some if spotting.blocker(one, hex, smoke) is None]
            assert spotting.seers(hex, ground.bits(some), smoke) == ground.bits(seeing)


def test_values_that_are_refused_are_those_that_a_copy_refuses() -> None:
    game, bot, pick = battle("breakthrough"), SYSTEM.bots[0], Random(5).randrange
    answers = set[tuple[type[Any], bool]]()
    for _ in range(700):
        if not (asked := RULES.pending(game)):
            break
        side = asked[pick(len(asked))].side
        options = RULES.legal(game, side)
        for option in options:
            if not option.ranges or pick(4):
                continue
            values = {one.name: within(one, pick, RULES.grid(game)) for one in option.ranges}
            action = replace(option.action, **values)
            told = accepts(partial(RULES.verify, RULES.known(game, side), side, action))
            assert told == accepts(partial(decide, RULES, game, side, action, SeededDice(pick))), action
            answers.add((cast("type[Any]", type(action)), told))
        chosen = bot.choose(RULES, RULES.known(game, side), side, options, pick)
        RULES.advance(game, side, chosen.action, SeededDice(pick))
    assert len({kind for kind, _ in answers}) > 2
    assert {told for _, told in answers} == {True, False}

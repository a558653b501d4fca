"""What is remembered for speed is what would be found anew: after each event, for each smoke, for each player."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from campaign.library.settings import settle
from campaign.rules.bots import RandomBot, within
from campaign.rules.dice import SeededDice
from campaign.rules.system import forces_of
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.bots import VERIFY
from campaign.systems.mechwar_4.play import Play
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
        option = bot.choose(RULES, game, side, RULES.legal(game, side), pick)
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
        action = bot.choose(RULES, game, side, RULES.legal(game, side), rnd.randrange).action
        seed = rnd.random()
        told = RULES.advance(game, side, action, SeededDice(Random(seed).randrange))
        assert told == RULES.advance(copy, side, action, SeededDice(Random(seed).randrange))
        assert game == copy


def test_an_event_ends_what_was_remembered_and_nothing_of_it_is_written_or_copied() -> None:
    game = battle("crossroads")
    written = RULES.copy(game), msgspec.json.encode(game)
    (question, *_) = RULES.pending(game)
    assert game.memory
    assert (game, msgspec.json.encode(game)) == written
    assert not RULES.copy(game).memory
    SYSTEM.appliers[e.SideReady](game, e.SideReady(question.side))
    assert not game.memory


@pytest.mark.parametrize("board", sorted(charts().boards))
def test_who_sees_a_hex_is_remembered_for_each_smoke(board: str) -> None:
    spotting, rnd = charts().spotting(board), Random(board)
    ground = spotting.ground
    for smoke in ((), tuple(rnd.sample(ground.numbered, 60)), tuple(rnd.sample(ground.numbered, 60)), ()):
        hex = rnd.choice(ground.numbered)
        for some in (rnd.sample(ground.numbered, 30), rnd.sample(ground.numbered, 60)):
            seeing = [one for one in some if spotting.blocker(one, hex, smoke) is None]
            assert spotting.seers(hex, ground.bits(some), smoke) == ground.bits(seeing)


def test_what_the_random_player_asks_is_what_a_copy_would_tell() -> None:
    game, bot, pick = battle("breakthrough"), SYSTEM.bots[0], Random(5).randrange
    assert isinstance(bot, RandomBot)
    plain, answers = RandomBot(), set[tuple[type[Any], bool]]()
    for _ in range(700):
        if not (asked := RULES.pending(game)):
            break
        side = asked[pick(len(asked))].side
        options = RULES.legal(game, side)
        for option in options:
            kind = cast("type[Any]", type(option.action))
            if kind in VERIFY:
                values = {one.name: within(one, pick, RULES.grid(game)) for one in option.ranges}
                action = replace(option.action, **values)
                told = bot.allowed(RULES, game, side, action, pick)
                assert told == plain.allowed(RULES, game, side, action, lambda n: 0), action
                answers.add((kind, told))
        RULES.advance(game, side, bot.choose(RULES, game, side, options, pick).action, SeededDice(pick))
    assert len({kind for kind, _ in answers}) > 2
    assert {told for _, told in answers} == {True, False}

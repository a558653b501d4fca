"""Whole battles by chance: what holds in every state of them."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from campaign.rules.dice import SeededDice
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.activation import activation_dice
from campaign.systems.portable_wargame_modern.rules import SYSTEM, PortableWargameRules
from campaign.systems.portable_wargame_modern.state import Game
from tests.conftest import PROFILE
from tests.systems.portable_wargame_modern.table import SHIPPED

RULES = cast("PortableWargameRules", SYSTEM.load(SHIPPED))
SCENARIOS = sorted(RULES.charts.scenarios)
BATTLES = 2_000 if PROFILE == "long" else 20
"""In all: of each scenario twice or more in the default profile, once with gas and once without."""


class Watched:
    """A battle under way, and what it must keep to."""

    def __init__(self, scenario: str, seed: int) -> None:
        rnd = Random(seed)
        self.pick = rnd.randrange
        self.game: Game = SYSTEM.begun(RULES.open(scenario, {"gas": seed % 2, "riders": seed % 3 > 0}))
        self.strength = {unit.id: unit.strength for unit in self.game.units.values()}
        self.allowed, self.activated = 0, list[str]()

    def play(self) -> None:
        bot, entries = SYSTEM.bots[0], 0
        while asked := RULES.pending(self.game):
            side = asked[self.pick(len(asked))].side
            options = RULES.legal(self.game, side)
            kinds = {one.kind for one in asked}
            assert len(options) > 1 or (kinds == {"initiative"} and self.game.turn == 1), "one answer only"
            option = bot.choose(RULES, self.game, side, options, self.pick)
            dice = SeededDice(self.pick)
            before = RULES.copy(self.game)
            for event in RULES.advance(self.game, side, option.action, dice):
                self.happened(event)
            self.stands()
            if isinstance(option.action, a.Retreat):
                self.retreated(before, option.action)
            entries += 1
            assert entries < 6000, "the battle does not end"
        assert RULES.verdict(self.game) is not None

    def happened(self, event: e.Event) -> None:
        match event:
            case e.ActivationRolled(_, dice, commander, others):
                assert len(dice) == activation_dice(commander, others)
                self.allowed, self.activated = sum(dice), []
            case e.Activated(unit):
                assert unit not in self.activated, "nobody acts twice"
                self.activated.append(unit)
                assert len(self.activated) <= self.allowed
            case _:
                pass

    def stands(self) -> None:
        """Strength never rises; one hex holds one unit, but for those that share it; nobody stands with an enemy."""
        places: dict[str, str] = {}
        lone: set[str] = set()
        for unit in self.game.units.values():
            assert 0 <= unit.strength <= self.strength[unit.id]
            self.strength[unit.id] = unit.strength
            if not unit.strength:
                continue
            if unit.aboard:
                assert self.game.units[unit.aboard].cargo == unit.id
                assert self.game.units[unit.aboard].hex == unit.hex
                continue
            assert places.setdefault(unit.hex, unit.side) == unit.side, "nobody is in an enemy's hex"
            if not RULES.charts.class_of[unit.type].shares:
                assert unit.hex not in lone, "one hex, one unit"
                lone.add(unit.hex)
        for side, force in self.game.forces.items():
            left = sum(unit.strength for unit in self.game.units.values() if unit.side == side)
            assert left == force.initial - force.lost

    def retreated(self, before: Game, action: a.Retreat) -> None:
        around = RULES.charts.ground(before.board).neighbours[action.to]
        side = before.units[action.unit].side
        for other in before.units.values():
            if other.strength and other.side != side and not other.aboard:
                assert other.hex not in around, "a retreat ends next to no enemy"


@pytest.mark.parametrize("part", range(5))
def test_random_battles_keep_to_the_rules(part: int) -> None:
    """Strength Points b."""
    battles = BATTLES // 5
    for i in range(battles):
        seed = part * battles + i
        Watched(SCENARIOS[seed % len(SCENARIOS)], seed).play()


@pytest.mark.parametrize("scenario", SCENARIOS if PROFILE == "long" else SCENARIOS[::2])
def test_the_sensible_bot_beats_the_random_one(scenario: str) -> None:
    """A short look, in the default profile at every other scenario; docs/rules has the table of many battles."""
    for seat in (0, 1):
        battle = Watched(scenario, 5)
        game = battle.game
        bots = (SYSTEM.bots[-1], SYSTEM.bots[0]) if seat == 0 else (SYSTEM.bots[0], SYSTEM.bots[-1])
        sides = [side.id for side in game.sides]
        while asked := RULES.pending(game):
            side = asked[battle.pick(len(asked))].side
            bot = bots[sides.index(side)]
            option = bot.choose(RULES, game, side, RULES.legal(game, side), battle.pick)
            RULES.advance(game, side, option.action, SeededDice(battle.pick))
        verdict = RULES.verdict(game)
        assert verdict is not None
        assert verdict.winner == sides[seat]

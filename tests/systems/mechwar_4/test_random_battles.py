"""Whole battles by chance, of every scenario, with optional rules by chance: what holds in every state of them."""

from __future__ import annotations

from random import Random

import pytest

from campaign.rules.dice import SeededDice
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.frames import Attack, Window
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.rules import SYSTEM
from campaign.systems.mechwar_4.state import Game
from tests.conftest import PROFILE
from tests.systems.mechwar_4.pack import RULES

SCENARIOS = sorted(RULES.charts.scenarios)
BATTLES = 2_000 if PROFILE == "long" else 12
"""In all: of each scenario one at the least."""


class Watched:
    """A battle under way, and what it must keep to."""

    def __init__(self, scenario: str, seed: int, **choices: object) -> None:
        rnd = Random(seed)
        self.pick = rnd.randrange
        info = next(one for one in RULES.scenarios() if one.id == scenario)
        chosen = {one.id: bool(self.pick(2)) for one in info.settings if one.kind == "switch"}
        self.told = list(RULES.open(scenario, {**chosen, **choices}))
        self.game: Game = SYSTEM.begun(self.told)
        self.fired: dict[str, int] = {}
        self.overrun = False
        self.attacked: set[str] = set()
        self.mover = ""

    def play(self) -> None:
        bot, entries = SYSTEM.bots[0], 0
        while asked := RULES.pending(self.game):
            side = asked[self.pick(len(asked))].side
            options = RULES.legal(self.game, side)
            option = bot.choose(RULES, RULES.known(self.game, side), side, options, self.pick)
            for event in RULES.advance(self.game, side, option.action, SeededDice(self.pick)):
                self.told.append(event)
                self.happened(event)
            self.stands()
            entries += 1
            assert entries < 20_000, "the battle does not end"
        assert RULES.verdict(self.game) is not None

    def happened(self, event: e.Event) -> None:
        """Nobody fires twice in a turn outside overruns, but part by part; nobody is attacked twice unless he has given
        a new cause (6.13)."""
        match event:
            case e.TurnBegan():
                self.fired, self.attacked = {}, set()
                self.together()
            case e.MoveBegan(unit=unit):
                self.mover = unit
            case e.UnitMoved(unit=unit) | e.UnitEntered(unit=unit) | e.OverrunEnded(unit=unit):
                aboard = {one.id for one in self.game.units.values() if one.aboard == unit}
                self.attacked -= {unit, *aboard}
            case e.Mounted(unit=unit) | e.Dismounted(unit=unit):
                self.attacked -= {unit, self.mover}
            case e.InfantryFound(fires=True):
                self.attacked -= {event.target}
                self.attacked |= {event.infantry}
            case e.AttackDeclared(fire=kind):
                self.overrun = kind == "overrun"
                assert self.overrun or event.target not in self.attacked, event
                if not self.overrun:
                    self.attacked |= {event.target}
                self.fires(event)
            case e.FirerJoined():
                self.fires(event)
            case _:
                pass

    def fires(self, event: e.AttackDeclared | e.FirerJoined) -> None:
        if self.overrun:
            return
        self.attacked -= {event.unit}
        self.fired[event.unit] = self.fired.get(event.unit, 0) + 1
        assert self.fired[event.unit] == 1 or (self.game.switches.split_fire and self.fired[event.unit] <= 3)

    def stands(self) -> None:
        """Answers are three deep at the most; who is aboard is where his carrier is."""
        stack = self.game.stack
        assert sum(isinstance(one, Window) for one in stack) <= 2
        assert sum(isinstance(one, Attack) for one in stack) <= 3
        for unit in self.game.units.values():
            if unit.out:
                assert not unit.hex
                assert not unit.aboard
            elif unit.aboard:
                assert self.game.units[unit.aboard].hex == unit.hex
            assert 0 <= unit.damage <= 2

    def together(self) -> None:
        """12.5, 8.5: at a turn's end no hex holds both sides, nor more than three units of one, but where mines have
        stopped them (16.13)."""
        mined = {one.hex for one in self.game.mines}
        play = Play(RULES.charts, self.game)
        places: dict[str, list[str]] = {}
        for unit in self.game.units.values():
            if unit.hex and not unit.aboard and not unit.out and play.counts(unit):
                places.setdefault(unit.hex, []).append(unit.side)
        for hex, sides in places.items():
            assert len(set(sides)) == 1, f"both sides in {hex}"
            assert len(sides) <= 3 or hex in mined, f"{len(sides)} units in {hex}"

    def replayed(self) -> None:
        assert SYSTEM.begun(self.told) == self.game


@pytest.mark.parametrize("part", range(4))
def test_random_battles_keep_to_the_rules(part: int) -> None:
    battles = BATTLES // 4
    for i in range(battles):
        seed = part * battles + i
        battle = Watched(SCENARIOS[seed % len(SCENARIOS)], seed)
        battle.play()
        battle.replayed()


def test_types_that_stand_in_no_scenario_fight_battles_of_ones_own() -> None:
    """Each in a force of its nation, two of it, against a ready-made one (3.2)."""
    units = RULES.charts.units
    printed = {row.type for one in RULES.charts.scenarios.values() for row in one.unit}
    left = {id: units[id].nation[0] for id in units if id not in printed}
    assert left
    for i, nation in enumerate(sorted(set(left.values()))):
        some = [id for id, of in left.items() if of == nation]
        force = {
            "title": "Those that are left",
            "nation": nation,
            "unit": [{"type": id, "company": "AB"[n]} for n in range(2) for id in some],
            "support": ["medium-battery"],
        }
        battle = Watched("own-companies", i, blue=force, points=200, turns=4)
        battle.play()
        battle.replayed()
        assert {one.type for one in battle.game.units.values()} >= {*some}

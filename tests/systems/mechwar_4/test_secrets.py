"""What mines and commands do not tell: two battles that differ in one side's secrets are one to the other side."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from campaign.rules.dice import SeededDice
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import mines
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.rules import SYSTEM, MechWarRules
from campaign.systems.mechwar_4.state import Game
from tests.systems.mechwar_4.pack import RULES

ON = {"fog": True, "command": True, "electronic_warfare": True, "morale": True}


class Battle:
    """One of the two; what the enemy gets of it."""

    def __init__(self, rules: MechWarRules, scenario: str, seed: int) -> None:
        self.rules = rules
        self.game: Game = SYSTEM.begun(rules.open(scenario, ON))
        self.dice = SeededDice(Random(seed).randrange)

    def act(self, side: str, action: Any, viewer: str) -> list[Any]:
        """What the viewer learns: the action, the events, the draws, the questions, the map."""
        before = len(self.dice.draws)
        events = self.rules.advance(self.game, side, action, self.dice)
        hidden = self.rules.hidden
        shown = [hidden.event(self.game, event, viewer) for event in events]
        return [
            hidden.action(self.game, side, action, viewer),
            [event for event in shown if event is not None],
            hidden.draws(self.game, self.dice.draws[before:], viewer),
            hidden.questions(self.game, self.rules.pending(self.game), viewer),
            self.rules.view(self.game, viewer),
            [one.action for one in self.rules.legal(self.game, viewer)],
        ]

    def asked(self) -> str:
        return self.rules.pending(self.game)[0].side

    def options(self, side: str) -> list[Any]:
        return [one.action for one in self.rules.legal(self.game, side)]


def chosen(rng: Random, options: list[Any]) -> Any:
    """By kind first, so that moves do not drown the rest."""
    names = {type(one).__name__ for one in options}
    name = rng.choice(sorted(names - {"Pass"} or names))
    return rng.choice([one for one in options if type(one).__name__ == name])


def secrets(battle: Battle, side: str, which: int) -> list[Any]:
    """Mines and commands of a side: of those that there may be the first in one battle, the last in the other."""
    play = Play(battle.rules.charts, battle.game)
    if battle.game.phase == "setup":
        own = [one.hex for one in battle.game.mines if one.side == side]
        far = [hex for hex in mines.may_lie(play, side) if hex > "3000"]
        return [a.LayMines(hex, far[i if which == 0 else -1 - i]) for i, hex in enumerate(own)]
    gives = [one for one in battle.options(side) if isinstance(one, a.Give)]
    of_each = {give.company: [one for one in gives if one.company == give.company] for give in gives}
    return [some[which] for some in of_each.values()]


@pytest.mark.parametrize("seed", range(6))
def test_16_0_19_1_another_sides_mines_and_orders_change_nothing_that_one_gets(seed: int) -> None:
    rng, keeper, viewer = Random(seed), "us", "soviet"
    one, other = battles = [Battle(RULES, "breakthrough", seed) for _ in range(2)]

    def both(side: str, *actions: Any) -> None:
        gets = [each.act(side, action, viewer) for each, action in zip(battles, actions, strict=True)]
        assert gets[0] == gets[1]

    both(one.asked(), a.Begin(), a.Begin())
    for phase in ("setup", "orders"):
        assert one.game.phase == phase
        if phase == "setup" and one.asked() == viewer:
            both(viewer, a.Ready(), a.Ready())
        for pair in zip(secrets(one, keeper, 0), secrets(other, keeper, -1), strict=True):
            both(keeper, *pair)
        while one.game.phase == phase:
            both(one.asked(), a.Ready(), a.Ready())
    assert {field.hex for field in one.game.mines}.isdisjoint(field.hex for field in other.game.mines)
    commands = [{each.id: each.command for each in battle.game.companies.values()} for battle in battles]
    assert commands[0] != commands[1]
    done = 0
    for _ in range(60):
        asked = RULES.pending(one.game)
        assert asked == RULES.pending(other.game)
        side = rng.choice(asked).side
        options, others = one.options(side), other.options(side)
        assert side == keeper or options == others, "only he whose orders they are may do something else"
        # who fires of his own accord does it by his orders, and shows it
        common = [
            action for action in options if action in others and not isinstance(action, a.StandingOrder)
        ]
        if not common or one.game.phase != "action":
            break
        action = chosen(rng, common)
        both(side, action, action)
        done += 1
    assert done > 20


@pytest.mark.parametrize("lies_open", [False, True])
def test_5_2_who_observed_a_unit_is_told_to_his_own_side_alone(lies_open: bool) -> None:
    """Also when he lies open later: of those who are not named it would be known that they still lie face down."""
    game = Battle(RULES, "crossroads", 1).game
    one, other = (
        next(unit for unit in game.units.values() if unit.side == side) for side in ("us", "soviet")
    )
    one.seen = lies_open
    event = e.UnitSeen(other.id, one.id)
    told = {viewer: RULES.hidden.event(game, event, viewer) for viewer in ("us", "soviet", "")}
    assert told == {"us": event, "soviet": e.UnitSeen(other.id, ""), "": e.UnitSeen(other.id, "")}

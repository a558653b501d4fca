"""Paired battles in the fog: what is under face-down counters, secret orders and mines change nothing for the enemy."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from campaign.rules.dice import SeededDice
from campaign.rules.facets import UMPIRE
from campaign.systems.mechwar_4.state import Game, Standing
from tests.conftest import PROFILE
from tests.systems import secrets
from tests.systems.mechwar_4.test_random_battles import RULES, SCENARIOS, SYSTEM

PAIRS = 2_000 if PROFILE == "long" else 80
"""States of which a forged twin is looked at."""


class Foggy:
    """A battle in the fog, played by chance; each state has a twin that differs in what a viewer may not know."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.pick = Random(seed).randrange
        info = next(one for one in RULES.scenarios() if one.id == scenario)
        chosen = {one.id: bool(self.pick(2)) for one in info.settings if one.kind == "switch"}
        self.options = {**chosen, "fog": True}
        self.last: list[Any] = list(RULES.open(scenario, self.options))
        self.first = self.last
        self.game: Game = SYSTEM.begun(self.last)

    def step(self) -> bool:
        """One action; whether there was one to be taken."""
        asked = RULES.pending(self.game)
        if not asked:
            return False
        side = asked[self.pick(len(asked))].side
        options = RULES.legal(self.game, side)
        option = SYSTEM.bots[0].choose(RULES, RULES.known(self.game, side), side, options, self.pick)
        self.last = RULES.advance(self.game, side, option.action, SeededDice(self.pick))
        return True

    def twin(self, viewer: str) -> Game:
        forged: Game = RULES.copy(self.game)
        if forged.verdict is not None:
            return forged  # everything lies open
        secrets.other_counters(RULES, forged, viewer, self.pick)
        for unit in forged.units.values():
            if unit.side != viewer and not unit.out and self.pick(2):
                unit.standing = Standing(1 + self.pick(9))
        for company in forged.companies.values():
            if company.side != viewer and company.ambush and self.pick(2):
                company.ambush = ""
        return forged

    def known(self, game: Game, viewer: str) -> Any:
        hidden = RULES.hidden
        assert hidden is not None
        shown = [hidden.event(game, event, viewer) for event in (*self.first, *self.last)]
        return {
            "view": RULES.view(game, viewer),
            "asked": hidden.questions(game, RULES.pending(game), viewer),
            "legal": [
                (one, RULES.label(RULES.known(game, viewer), one)) for one in RULES.legal(game, viewer)[:60]
            ],
            "events": shown,
            "log": [RULES.describe(game, event) for event in shown if event is not None],
        }


@pytest.mark.parametrize("part", range(2))
def test_twins_are_alike_for_the_enemy(part: int) -> None:
    looked, seed = 0, part
    while looked < PAIRS // 2:
        battle = Foggy(SCENARIOS[seed % len(SCENARIOS)], seed)
        seed += 2
        while battle.step():
            if battle.pick(12):
                continue
            viewer = battle.game.sides[battle.pick(2)].id
            twin = battle.twin(viewer)
            assert battle.known(battle.game, viewer) == battle.known(twin, viewer)
            looked += 1


def test_who_is_asked_is_the_same_in_every_twin() -> None:
    battle = Foggy("crossroads", 7)
    while battle.step():
        for side in battle.game.sides:
            assert RULES.pending(battle.twin(side.id)) == RULES.pending(battle.game)


def test_a_face_down_counter_shows_its_place_and_markers_alone() -> None:
    battle = Foggy("crossroads", 3)
    while battle.game.phase != "action":
        battle.step()
    us, soviet = (side.id for side in battle.game.sides)
    pieces = {one.id: one for one in RULES.view(battle.game, us).pieces}
    unit = next(one for one in battle.game.units.values() if one.side == soviet and one.hex and not one.seen)
    shown = pieces[unit.id]
    assert (shown.name, shown.kind, shown.details, shown.where) == (unit.id, "", (), unit.hex)
    assert {one.name for one in RULES.view(battle.game, UMPIRE).pieces if one.id == unit.id} == {unit.name}


def test_without_fog_everybody_sees_everything() -> None:
    game = SYSTEM.begun(RULES.open("crossroads", {}))
    views = {msgspec.json.encode(RULES.view(game, viewer)) for viewer in ("", UMPIRE, "us", "soviet")}
    assert len(views) == 1

"""TANKS with all cards face up: attacks to their end, with the careful players that the note of the odds speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

from campaign.rules.system import Rules
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.state import Game
from tests.systems.sampling import Came, Position, Reading, Table
from tests.systems.tanks_modern_age.field import BLUE, RED, Field
from tests.systems.tanks_modern_age.test_odds import (
    SHOOTERS,
    TARGETS,
    careful,
    due,
    nation,
    open_cards,
    some,
)


def shoot(rules: Any, at: Position, random: Random) -> Came:
    """Nobody knows the order of the deck: it is another one each time."""
    deck = rules.copy(at.state)
    random.shuffle(deck.deck.order)
    table = Table(rules, at._replace(state=deck), random)
    field: Any = SimpleNamespace(rules=rules, charts=rules.charts)
    while table.state.shot is not None:
        (side,) = table.asked()
        if table.state.shot.stage == "critical":
            table.do(side, (table.legal(side, a.Pass) or table.legal(side))[0])
        else:
            table.do(*careful(field, table.state))
    target, now = at.state.models[at.action.target], table.state.models[at.action.target]
    damage = now.damage - target.damage
    facts = {
        f"critical: {rules.charts.criticals[one.critical].name}"
        for one in table.all(e.CriticalSuffered)
        if one.unit == target.id
    }
    if damage >= target.stats.damage - target.damage:
        facts.add(f"{target.name} {'goes down' if target.kind == 'helicopter' else 'is destroyed this turn'}")
    return Came(f"{damage} damage" if damage else "no damage", frozenset(facts))


def repair(rules: Rules, at: Position, random: Random) -> Came:
    (tried, *_) = Table(rules, at, random).all(e.RepairTried)
    return Came("repaired" if tried.fixed else "not repaired")


def a_shot(rules: Rules, at: Position) -> bool:
    """Smoke hits nobody; of extra rounds nothing is assumed."""
    return at.action.weapon != "smoke" and at.action.ammo < 0


def readings() -> Mapping[type[Any], Reading]:
    return {a.Shoot: Reading(shoot, fits=a_shot), a.Repair: Reading(repair)}


def states(rules: Rules) -> Iterator[tuple[Game, str, Random]]:
    """A shooter whose turn it is, and a target; a damaged model that is to be repaired."""
    for seed in count():
        random = Random(f"open {seed}")
        if seed % 4:
            yield _shooting(random), BLUE, random
        else:
            yield _repairing(random), BLUE, random


def _shooting(random: Random) -> Game:
    shooter, target = random.choice(SHOOTERS), random.choice(TARGETS)
    near = random.random() < 0.4
    cover = [("forest", 450, 560 if near else 380, 0)] if random.random() < 0.3 else []
    field = Field(
        [(shooter, 450, 700, 0, some(random)), ("t-55", 100, 700, 0)],
        [(target, 450, 560 if near else 300, random.choice((180, 90, 0)), some(random)), ("t-55", 100, 200, 180)],
        terrain=cover, nations=(nation(shooter), nation(target)), advantage=BLUE,
    )  # fmt: skip
    open_cards(field)
    mine = next(iter(field.game.models.values()))
    theirs = next(one for one in field.game.models.values() if one.side == RED)
    mine.speed, theirs.speed = random.randrange(3), random.randrange(3)
    theirs.damage = random.randrange(theirs.stats.damage)
    due(field, mine.id)
    return field.game


def _repairing(random: Random) -> Game:
    tools = ("tool-kit",) if random.randrange(2) else ()
    field = Field([("m1-abrams", 450, 700, 0, tools)], [("t-55", 450, 250, 180)], stage="command")
    kinds = [n for n, id in enumerate(field.charts.deck, 1) if id in ("damaged-engine", "damaged-mobility")]
    number = random.choice(kinds)
    field.game.models["m1-abrams-1"].criticals = [number]
    field.game.deck.order = [one for one in field.game.deck.order if one != number]
    field.game.waiting = [BLUE]
    open_cards(field)
    return field.game

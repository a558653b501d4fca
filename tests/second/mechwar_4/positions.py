"""Positions by chance: battles played at random through all scenarios, and units put anywhere in any condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args, get_type_hints

from msgspec.structs import replace

from campaign.rules.dice import SeededDice
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.rules import SYSTEM, MechWarRules
from campaign.systems.mechwar_4.state import Game, Smoke
from tests.second.mechwar_4.charts import unit_types

NATIONS = ("us", "ussr", "israel", "egypt", "syria", "britain", "germany")
OFF = ("fog", "command", "electronic_warfare", "ambush")
"""Rules that the second reading has not got."""
Pick = Callable[[int], int]


def made(rules: MechWarRules, seed: int) -> Game:
    """A position of the project's own generator, spread out and made worse."""
    random = Random(f"second {seed}")
    pick = random.randrange
    assert rules.positions is not None
    game: Game = SYSTEM.begun(list(rules.positions.position(pick)))
    game.switches = replace(game.switches, **dict.fromkeys(OFF, False))
    game.mines = []
    for company in game.companies.values():
        company.ambush, company.ambushes, company.command = "", False, ""
    game.readings = readings(random) if pick(2) else None
    for force in game.forces.values():
        force.nation = random.choice(NATIONS)
    hexes = sorted(rules.charts.ground(game.board).terrain)
    near = [one.hex for one in game.units.values() if one.hex]
    if near:
        _spread(rules, game, random, near)
    game.smoke = [Smoke(one, game.turn) for one in _some(random, hexes, near)]
    game.wrecks = _some(random, hexes, near)
    terrain = rules.charts.ground(game.board).terrain
    game.devastated = [one for one in hexes if terrain[one].town and pick(2)]
    game.abatis = [one for one in _some(random, hexes, near) if terrain[one].woods]
    for unit in game.units.values():
        _sound(unit, random)
    if pick(5) == 0:
        game.phase, game.stage, game.stack = "indirect", "plot", []
    game.forget()
    return game


def _some(random: Random, hexes: list[str], near: list[str]) -> list[str]:
    around = [one for one in hexes if any(abs(int(one) // 100 - int(hex) // 100) < 6 for hex in near[:1])]
    return sorted(
        {random.choice(around or hexes) for _ in range(random.randrange(25))}
        | {one for one in near if random.randrange(8) == 0}
    )


def _spread(rules: MechWarRules, game: Game, random: Random, near: list[str]) -> None:
    """Some are put into other hexes, where nobody is and they can stand."""
    ground = rules.charts.ground(game.board)
    taken = set(near)
    for unit in sorted(game.units.values(), key=lambda one: one.id):
        if (
            not unit.hex
            or unit.aboard
            or random.randrange(3)
            or any(one.aboard == unit.id for one in game.units.values())
        ):
            continue
        far = random.choice((3, 6, 12, 18))
        some = [one for one in ground.within(unit.hex, far) if one not in taken]
        some = [
            one for one in some if ground.terrain[one].truck != "no" and ground.terrain[one].vehicle != "no"
        ]
        if some:
            unit.hex = random.choice(some)
            taken.add(unit.hex)


def _sound(unit: Any, random: Random) -> None:
    """Nothing that cannot be: losses of who has one step, suppression of helicopters, fire of who has no arms."""
    row = unit_types()[unit.type]
    unit.work, unit.standing = None, None
    if unit.hex and random.randrange(10):
        unit.seen = True
    if row.get("one_step"):
        unit.damage = 0
    if row["moves"] == "helicopter":
        unit.suppression = 0
    if not row.get("main") and not row.get("missile"):
        unit.fired = False
    if unit.aboard and random.randrange(3):
        unit.panicked = False


def readings(random: Random) -> Readings:
    """Any readings of the text."""
    hints = get_type_hints(Readings, include_extras=True)
    found: dict[str, Any] = {}
    for name in Readings.__struct_fields__:
        (kind, *_) = get_args(hints[name])
        choices = get_args(kind) or ((True, False) if kind is bool else (6,))
        found[name] = random.choice(choices)
    return Readings(**found)


def played(rules: MechWarRules, seed: int, every: int, most: int = 4000) -> Iterator[Game]:
    """States of one battle at random, one in so many; the battle is given up after so many actions."""
    random = Random(f"second battle {seed}")
    pick = random.randrange
    infos = rules.scenarios()
    info = infos[seed % len(infos)]
    chosen = {one.id: bool(pick(2)) for one in info.settings if one.kind == "switch" and one.id not in OFF}
    known = {one.id for one in info.settings}
    game: Game = SYSTEM.begun(
        list(rules.open(info.id, {**chosen, **{one: False for one in OFF if one in known}}))
    )
    bot = SYSTEM.bots[pick(2)]
    for moment in range(most):
        asked = rules.pending(game)
        if not asked:
            return
        side = asked[pick(len(asked))].side
        if moment % every == every - 1:
            yield game
        options = rules.legal(game, side)
        action = bot.choose(rules, rules.known(game, side), side, options, pick).action
        rules.advance(game, side, action, SeededDice(pick))


def gone_on(rules: MechWarRules, game: Game, seed: int, many: int) -> Iterator[Game]:
    """A position, and what comes of it with actions at random."""
    random = Random(f"second on {seed}")
    pick = random.randrange
    bot = SYSTEM.bots[0]
    yield game
    for _ in range(many):
        asked = rules.pending(game)
        if not asked:
            return
        side = asked[0].side
        options = rules.legal(game, side)
        wanted = [
            one
            for one in options
            if type(one.action).__name__ in ("Fire", "Join", "StartMove", "Move", "OverrunFire")
        ]
        if wanted and pick(4):
            action = wanted[pick(len(wanted))].action
        else:
            action = bot.choose(rules, rules.known(game, side), side, options, pick).action
        rules.advance(game, side, action, SeededDice(pick))
        if rules.pending(game):
            yield game

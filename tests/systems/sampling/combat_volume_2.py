"""Combat! Volume 2: odds are by deed. Some of what bots seldom come to is brought about in their missions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from campaign.rules.system import Rules
from campaign.systems.combat_volume_2.people.wounds import REVENGE
from campaign.systems.combat_volume_2.state import ENEMY, FRIEND, Game, Man, Mark, Order, Step
from tests.systems.sampling.finding import BATTLES, State, by_play

MOST = 2_000
"""Answers of a battle."""


def states(rules: Rules) -> Iterator[State]:
    """Missions of the random bot and of the best in turn, and each state otherwise."""
    names = rules.system.bot_names
    for seed in range(BATTLES):
        for info in rules.scenarios():
            for name in (names[0], names[-1]):
                for state, side, random in by_play(rules, info.id, seed, MOST, name):
                    yield state, side, random
                    if state.phase == "impulse" and (state.vehicles or not random.randrange(4)):
                        other = rules.copy(state)
                        changed(rules, other, random)
                        yield other, side, random


def changed(rules: Rules, game: Game, random: Random) -> None:
    """A Panzerfaust lies where somebody acts; a marker lies elsewhere; a driver drives fast, into wire and mud;
    passengers leave; a gun is to be
    loaded, or is and fires at men; a prisoner is to be guarded by who wants revenge; a card lets somebody
    dash."""
    man = game.men.get(game.acting)
    if man is not None and man.side == FRIEND and man.able:
        acts_otherwise(rules, game, man, random)
    elif not game.steps:
        asked_otherwise(rules, game, random)
    game.forget()


def acts_otherwise(rules: Rules, game: Game, man: Man, random: Random) -> None:
    if not man.vehicle:
        game.marks[man.hex] = (*game.marks.get(man.hex, ()), Mark("faust"))
        return
    vehicle = game.vehicles[man.vehicle]
    driver = game.at(vehicle.id, "D")
    gunner, loader = game.at(vehicle.id, "G"), game.at(vehicle.id, "L")
    foes = [one for one in game.men.values() if one.side == ENEMY and one.able and one.spotted and one.hex]
    if loader is not None and loader.able and vehicle.shells.get("ap") and not random.randrange(3):
        game.acting, loader.order = loader.id, Order("load-ap")
        vehicle.loaded, vehicle.ready = "", False
    elif gunner is not None and gunner.able and foes and game.impulse > 1 and random.randrange(2):
        game.acting, gunner.order = gunner.id, Order("fire-main-gun")
        gunner.marker = foes[random.randrange(len(foes))].hex
        vehicle.loaded, vehicle.ready, vehicle.turret = "he", True, 1 + random.randrange(6)
    elif driver is man and random.randrange(2):
        man.order, game.ground = Order("forward", (vehicle.facing,)), "mud"
        grid = rules.grid(game)
        assert grid is not None
        for hex in grid.hexes:
            if grid.distance(hex, vehicle.hex) == 1:
                game.marks[hex] = (*game.marks.get(hex, ()), Mark("wire"))
    elif driver is not None and random.randrange(2):
        driver.order, man.order = Order("ahead-slow", (vehicle.facing,)), Order("bail-out")
    man.marker = man.marker or vehicle.hex


def asked_otherwise(rules: Rules, game: Game, random: Random) -> None:
    foes = [one for one in game.men.values() if one.side == ENEMY and one.able and not one.vehicle]
    mine = [one for one in game.men.values() if one.side == FRIEND and one.able and not one.vehicle]
    if not (foes and mine):
        return
    foe, friend = foes[random.randrange(len(foes))], mine[random.randrange(len(mine))]
    if random.randrange(2):
        game.medics = (REVENGE,)
        game.steps = (Step("guard", foe.id, (friend.id,)),)
    else:
        grid = rules.grid(game)
        assert grid is not None
        near = tuple(hex for hex in grid.hexes if grid.distance(hex, friend.hex) == 1)
        game.steps = (Step("dash", friend.id, near),)

"""Copies of a battle for trying something: only what events write to is made anew."""

from __future__ import annotations

from copy import copy

from campaign.rules.piles import Pile
from campaign.systems.combat_volume_2.state import Game


def copied(game: Game) -> Game:
    """A state that shares nothing with the one given that may be written to."""
    made = copy(game)
    vars(made).clear()
    made.men = {id: copy(man) for id, man in game.men.items()}
    for man in made.men.values():
        man.spent = dict(man.spent)
    made.vehicles = {id: copy(one) for id, one in game.vehicles.items()}
    for one in made.vehicles.values():
        one.hatches, one.shells, one.mg = dict(one.hatches), dict(one.shells), dict(one.mg)
        one.opened = dict(one.opened)
    made.teams = {id: copy(team) for id, team in game.teams.items()}
    made.marks = dict(game.marks)
    made.friendly, made.enemy, made.wounds = (
        Pile(list(pile.left), list(pile.out)) for pile in (game.friendly, game.enemy, game.wounds)
    )
    made.cups = {id: Pile(list(pile.left), list(pile.out)) for id, pile in game.cups.items()}
    return made

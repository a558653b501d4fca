"""Copies of a battle for trying something: only what events write to is made anew."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from operator import methodcaller

from campaign.rules.piles import Pile
from campaign.systems.combat_volume_2.state import Game, Man

same_man: Callable[[Man], Man] = methodcaller("__copy__")
"""What `copy` does after some asking: it is most of what a walk of many men takes."""


def copied(game: Game) -> Game:
    """A state that shares nothing with the one given that may be written to."""
    made = copy(game)
    vars(made).clear()
    made.men = men = {id: same_man(man) for id, man in game.men.items()}
    for man in men.values():
        man.spent = {**man.spent}
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

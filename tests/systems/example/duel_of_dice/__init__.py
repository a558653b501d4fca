"""Duel of Dice: a worked example. Two champions, three cards each, hidden until both are laid; the higher blow wins."""

from duel_of_dice.rules import SYSTEM

__all__ = ["SYSTEM"]

"""All chapters of the rules."""

from campaign.rules.chapters import Table
from duel_of_dice import blows, dealing, facing
from duel_of_dice.play import Play

TABLE: Table[Play] = Table([dealing.CHAPTER, blows.CHAPTER, facing.CHAPTER], sequence="1", over="3")

"""MechWar 4: platoons of the 1970s and 80s on hexes with levels, slopes and crests."""

from campaign.systems.mechwar_4.rules import SYSTEM

__all__ = ["SYSTEM"]

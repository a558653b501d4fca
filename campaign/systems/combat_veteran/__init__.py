"""Combat Veteran: vehicles. Bonus rules for a man-to-man system: each piece one vehicle with its crew."""

from campaign.systems.combat_veteran.rules import SYSTEM

__all__ = ["SYSTEM"]

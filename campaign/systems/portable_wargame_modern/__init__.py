"""Big Board Portable Wargame: Modern. Brigades on hexes, from 1900 to today: each piece a unit of some strength."""

from campaign.systems.portable_wargame_modern.rules import SYSTEM

__all__ = ["SYSTEM"]

"""TANKS: The Modern Age. A skirmish of tanks and helicopters on a continuous table, with hidden cards."""

from campaign.systems.tanks_modern_age.rules import SYSTEM

__all__ = ["SYSTEM"]

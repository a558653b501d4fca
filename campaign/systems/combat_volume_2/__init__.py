"""Combat! Volume 2: single soldiers and their vehicles against an enemy whom the rules run."""

from campaign.systems.combat_volume_2.rules import SYSTEM as SYSTEM

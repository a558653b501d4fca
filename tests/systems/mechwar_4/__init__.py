"""MechWar 4."""

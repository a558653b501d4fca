"""Chapters 31 and 32: vehicles, their crews and passengers, and light anti-tank weapons."""

"""Commands for packs and rosters."""

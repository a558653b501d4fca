"""Commands for battles."""

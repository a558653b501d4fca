"""Actions into events, a file for each part of the turn."""

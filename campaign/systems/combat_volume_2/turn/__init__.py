"""Who acts when, and what the player decides about it."""

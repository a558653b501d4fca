"""What the texts of the player's cards and the events do."""

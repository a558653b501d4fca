"""Combat! Volume 2: single soldiers and their vehicles against an enemy whom the rules run."""

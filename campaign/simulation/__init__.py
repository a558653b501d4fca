"""Many battles between bots, in memory and on all cores: who wins, how, and how sure that is. No diary is written."""

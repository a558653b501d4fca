"""What is kept at home beside the diaries: packs, rosters, and the settings of scenarios."""

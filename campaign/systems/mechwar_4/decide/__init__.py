"""What each action leads to, by phase of the turn and section of the rules."""

"""Actions to events, split by phase. `dispatch.decide` is the only way in."""

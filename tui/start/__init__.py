"""The start screen, and the form for a new battle."""

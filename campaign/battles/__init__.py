"""One wing: battles, each with a diary of its own."""

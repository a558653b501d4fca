"""TANKS: The Modern Age, once more: who may do what and what it leads to, by the letter of its text."""

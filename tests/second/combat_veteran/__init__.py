"""Combat Veteran: vehicles, once more: who may fire and move, and what attacks lead to, by the letter of its text."""

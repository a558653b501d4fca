"""Big Board Portable Wargame: Modern, once more: what may be done and what it leads to, by the letter of its text."""

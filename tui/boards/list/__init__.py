"""Pieces as a list, where there is no board."""

"""The user's own data files."""

"""Headquarters that is somewhere else: the same methods, over HTTP."""

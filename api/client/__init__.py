"""Headquarters that is somewhere else: the same methods, over HTTP. Nothing of HTTP is imported before it is needed."""

"""Hex maps in characters."""

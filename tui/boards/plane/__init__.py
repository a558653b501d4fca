"""Planes drawn to scale."""

"""Tests of the Portable Wargame."""

"""The numbers by which a file of accounts is known."""

from __future__ import annotations

APPLICATION_ID = 0x57444143  # "WDAC"
VERSION = 3
"""How many migrations of `schema` this program knows; the file's `user_version`."""

"""The numbers by which a diary file is known."""

APPLICATION_ID = 0x57444952  # "WDIR"
VERSION = 2
"""How many migrations of `schema` this program knows; the file's `user_version`."""

MAGIC = b"SQLite format 3\0"

"""What was asked under which key: so that the same, sent again, is answered as the first time, and done once.

A request is written down before anything is done for it, with a name that is kept for what it makes. Whatever comes in
between, the same request finds that name again. No secret is kept: of what is shown once, only that it was made.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

from api.accounts.file import AccountsFile
from api.accounts.tokens import later
from campaign.rules.refused import Refused
from campaign.shared.clock import World

KEPT = timedelta(days=8)
"""For which an answer is kept."""
ID_BYTES = 8
REPEATED = "repeated"
"""The kind of a refusal of a key that was used for something else, or whose answer cannot be given again."""


class Told(NamedTuple):
    """An answer as it was sent. headers: names in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Begun(NamedTuple):
    """A request under a key. at: when it was first begun, UTC, ISO 8601. made: 16 hexadecimal digits, for the name of
    what it makes. again: whether it was begun before; told: its answer, None if it has none yet."""

    at: str
    made: str
    again: bool
    told: Told | None


class Repeats:
    """Requests by player and key, for all processes on the same file. Safe for threads."""

    def __init__(self, file: AccountsFile, world: World) -> None:
        self._file, self._world = file, world

    def begin(self, player: str, key: str, asked: bytes) -> Begun:
        """asked: a digest of all that the request says. Raises Refused if the key was used for another one."""
        with self._file.writing() as conn:
            now = self._world.now()
            conn.execute("DELETE FROM requests WHERE at < ?", (later(self._world, -KEPT),))
            row = _row(conn, player, key)
            if row is None:
                made = self._world.random_bytes(ID_BYTES).hex()
                conn.execute(
                    "INSERT INTO requests (player, key, asked, at, made) VALUES (?, ?, ?, ?, ?)",
                    (player, key, asked, now, made),
                )
                return Begun(now, made, False, None)
        before, at, made, status, headers, body = row
        if before != asked:
            reason = (
                "This key was used before, for another request: the same again is sent as it was, and another"
            )
            raise Refused(f"{reason} under a key of its own.", "", ["another key"], "$.key", REPEATED)
        return Begun(at, made, True, Told(status, json.loads(headers), body) if status else None)

    def finish(self, player: str, key: str, told: Told) -> None:
        """It was done, and this is its answer."""
        with self._file.writing() as conn:
            conn.execute(
                "UPDATE requests SET status = ?, headers = ?, body = ? WHERE player = ? AND key = ?",
                (told.status, json.dumps(dict(told.headers)), told.body, player, key),
            )

    def forget(self, player: str, key: str) -> None:
        """Nothing was done: the key may be used again."""
        with self._file.writing() as conn:
            conn.execute("DELETE FROM requests WHERE player = ? AND key = ? AND status = 0", (player, key))


def _row(conn: sqlite3.Connection, player: str, key: str) -> tuple[bytes, str, str, int, str, bytes] | None:
    return conn.execute(
        "SELECT asked, at, made, status, headers, body FROM requests WHERE player = ? AND key = ?",
        (player, key),
    ).fetchone()

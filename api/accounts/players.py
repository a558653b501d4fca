"""The accounts of players: who there is, and who is blocked."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from typing import Any

from api.accounts.answers import Account, Pass
from api.accounts.file import AccountsFile
from api.accounts.names import folded, player_id, shown_name
from api.accounts.tokens import good_to_play, later, still
from campaign.rules.refused import Refused
from campaign.shared.callers import FORBIDDEN
from campaign.shared.clock import World

MOST_GUESTS, GUESTS_WITHIN = 20, timedelta(days=30)
"""Players who come to this server by one's links, and by those of his guests."""
_COLUMNS = "player, name, keeper, created, blocked"


def account_of(row: Any) -> Account:
    player, name, keeper, created, blocked = row
    return Account(player, name, bool(keeper), created, blocked)


def find(conn: sqlite3.Connection, player: str) -> Account:
    """Raises Refused if there is none."""
    row = conn.execute(f"SELECT {_COLUMNS} FROM accounts WHERE player = ?", (player,)).fetchone()
    if row is None:
        raise no_account(player)
    return account_of(row)


def is_blocked(conn: sqlite3.Connection, player: str) -> bool:
    """Not if there is none."""
    return bool(
        conn.execute("SELECT 1 FROM accounts WHERE player = ? AND blocked <> ''", (player,)).fetchone()
    )


def no_account(player: str) -> Refused:
    return Refused(f"There is no player {player[:60]!a} here.", where="$.player", kind="unknown")


def host_of(conn: sqlite3.Connection, maker: str) -> str:
    """Who answers for whom a player's link to a seat, or to look on, brings to this server: he himself, or by whose
    links he came. "" for whoever keeps this house."""
    keeper, host = conn.execute("SELECT keeper, host FROM accounts WHERE player = ?", (maker,)).fetchone()
    return "" if keeper else host or maker


def room_for_a_guest(conn: sqlite3.Connection, world: World, host: str) -> None:
    """Raises Refused if so many came by somebody's links that no more do."""
    since = later(world, -GUESTS_WITHIN)
    row = conn.execute(
        "SELECT count(*) FROM accounts WHERE host = ? AND created > ?", (host, since)
    ).fetchone()
    if host and row[0] >= MOST_GUESTS:
        reason = (
            f"{MOST_GUESTS} players came to this server by links of {host} and his guests within"
            f" {GUESTS_WITHIN.days} days, and no more do. Whoever keeps it can invite you."
        )
        raise Refused(reason, kind=FORBIDDEN)


def put(
    conn: sqlite3.Connection, world: World, player: str, name: str, keeper: bool = False, host: str = ""
) -> Account:
    """A new account. host: see `host_of`. Raises Refused for a name that cannot be, or that another bears or nearly
    bears."""
    made = Account(player_id(player), shown_name(name, player), keeper, world.now())
    row = conn.execute("SELECT player FROM accounts WHERE folded = ?", (folded(player),)).fetchone()
    if row is not None:
        same = f"There is a player {player!r} here already: whoever that is comes with a token."
        alike = f"{player!r} is too like the name of a player who is here already: take another."
        raise Refused(same if row[0] == player else alike, where="$.player")
    conn.execute(
        "INSERT INTO accounts (player, folded, name, keeper, created, host) VALUES (?, ?, ?, ?, ?, ?)",
        (made.player, folded(player), made.name, keeper, made.created, host),
    )
    return made


class Players:
    """The door to accounts."""

    def __init__(self, file: AccountsFile, world: World) -> None:
        self._file, self._world = file, world

    def get(self, player: str) -> Account:
        """Raises Refused if there is none."""
        rows = self._file.rows(f"SELECT {_COLUMNS} FROM accounts WHERE player = ?", (player,))
        if not rows:
            raise no_account(player)
        return account_of(rows[0])

    def list(self) -> tuple[Account, ...]:
        """All, by player id."""
        return tuple(map(account_of, self._file.rows(f"SELECT {_COLUMNS} FROM accounts ORDER BY player")))

    def rename(self, by: Pass, name: str) -> Account:
        """How he is shown; his player id stays for ever. Raises Refused."""
        good_to_play(by)
        with self._file.writing(rights=True) as conn:
            still(conn, by, self._world.now())
            shown = shown_name(name, by.player)
            conn.execute("UPDATE accounts SET name = ? WHERE player = ?", (shown, by.player))
            return find(conn, by.player)

    def block(self, by: Pass, player: str, blocked: bool = True) -> Account:
        """Revoke all that he has, and let him have nothing new, nor anybody what he invited to, until the keeper takes
        that back; what was revoked stays so. Raises Refused."""
        if not by.keeper:
            raise Refused("Players are blocked by whoever keeps this house.", kind=FORBIDDEN)
        now = self._world.now()
        with self._file.writing(rights=True) as conn:
            still(conn, by, now)
            if find(conn, player).keeper:
                raise Refused("Whoever keeps this house is never blocked.", where="$.player")
            if blocked:
                conn.execute(
                    "UPDATE accounts SET blocked = ? WHERE player = ? AND blocked = ''", (now, player)
                )
                conn.execute("UPDATE tokens SET revoked = ? WHERE player = ? AND revoked = ''", (now, player))
            else:
                conn.execute("UPDATE accounts SET blocked = '' WHERE player = ?", (player,))
            return find(conn, player)

"""Who there is, for whoever offers seats: see `campaign.shared.people.People`."""

from __future__ import annotations

from api.accounts.file import AccountsFile
from campaign.rules.facets import UMPIRE
from campaign.shared.clock import World

TABLES = 100
"""Battles and campaigns that one opened, of which so many go on at a time, unless the server says otherwise."""


class Known:
    """Everybody with an account here."""

    bounded = True

    def __init__(self, file: AccountsFile, world: World, tables: int = TABLES) -> None:
        self._file, self._world, self.tables = file, world, tables

    def missing(self, player: str, seat: str = "") -> str:
        blocked = self._blocked(player)
        if blocked is None:
            return f"There is no player {player[:60]!a} here: whoever keeps this server invites people to it."
        if blocked:
            return f"{player} is blocked on this server."
        if seat == UMPIRE and not self._may_be_umpire(player):
            return f"{player} has no token with the scope 'umpire', which that chair takes."
        return ""

    def _may_be_umpire(self, player: str) -> bool:
        """Whether a token of his that is good is good for that."""
        rows = self._file.rows(
            "SELECT 1 FROM tokens WHERE player = ? AND revoked = '' AND expires > ? AND ' ' || scopes || ' ' LIKE ?",
            (player, self._world.now(), f"% {UMPIRE} %"),
        )
        return bool(rows)

    def party(self, player: str) -> frozenset[str]:
        rows = self._file.rows(
            "SELECT player FROM accounts JOIN (SELECT CASE host WHEN '' THEN player ELSE host END AS root FROM accounts"
            " WHERE player = ?) ON player = root OR host = root",
            (player,),
        )
        return frozenset((player, *(one for (one,) in rows)))

    def blocked(self, player: str) -> bool:
        return bool(self._blocked(player))

    def _blocked(self, player: str) -> str | None:
        """Since when; "" if he is not, None if there is no such player."""
        rows = self._file.rows("SELECT blocked FROM accounts WHERE player = ?", (player,))
        return rows[0][0] if rows else None

"""Who there is, for whoever offers seats: see `campaign.shared.people.People`."""

from __future__ import annotations

from api.accounts.file import AccountsFile


class Known:
    """Everybody with an account here."""

    bounded = True

    def __init__(self, file: AccountsFile) -> None:
        self._file = file

    def missing(self, player: str) -> str:
        blocked = self._blocked(player)
        if blocked is None:
            return f"There is no player {player[:60]!a} here: whoever keeps this server invites people to it."
        return f"{player} is blocked on this server." if blocked else ""

    def blocked(self, player: str) -> bool:
        return bool(self._blocked(player))

    def _blocked(self, player: str) -> str | None:
        """Since when; "" if he is not, None if there is no such player."""
        rows = self._file.rows("SELECT blocked FROM accounts WHERE player = ?", (player,))
        return rows[0][0] if rows else None

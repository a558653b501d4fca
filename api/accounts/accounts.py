"""The door to accounts: one file, opened once for all threads."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from api.accounts import players, tokens
from api.accounts.answers import SCOPES, Account, NewToken, Pass
from api.accounts.file import AccountsFile
from api.accounts.invitations import Invitations
from api.accounts.limits import Limits, Rate
from api.accounts.people import TABLES, Known
from api.accounts.players import Players
from api.accounts.repeats import Repeats
from api.accounts.resolving import Passes
from api.accounts.tokens import Tokens
from campaign.rules.refused import Refused
from campaign.shared.clock import World

REPORTS = Rate(20, 20 / 86_400)
"""Of diaries that were rewritten, by one player: anybody can make up a seal, and who looks for one report reads all."""
_LABEL = "made at the machine"


class Accounts:
    """Players, their tokens and invitations. resolve: who sends a token. Safe for threads; other processes may have the
    same file open. Raises Refused everywhere, and nothing else that a player could have caused."""

    def __init__(
        self,
        file: Path | str,
        world: World | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """file: made if it is not there. world: the time, and random bytes. monotonic: seconds that never go back."""
        world = world or World()
        self._file, self._world = AccountsFile(file), world
        self.players = Players(self._file, world)
        self.tokens = Tokens(self._file, world)
        self.invitations = Invitations(self._file, world)
        self.repeats = Repeats(self._file, world)
        self.passes = Passes(self._file, world, monotonic)
        self.reports = Limits({"actions": REPORTS}, monotonic)

    def people(self, tables: int = TABLES) -> Known:
        """Who there is. tables: see `campaign.shared.people.People`."""
        return Known(self._file, self._world, tables)

    def resolve(self, token: str) -> Pass | None:
        """Who sends it, if it is good."""
        return self.passes.resolve(token)

    def first_token(self, player: str, name: str = "") -> NewToken | None:
        """The keeper's account and a token that is good for everything, where there is no account yet; else None: of
        several that start at once, one gets it. Raises Refused for a name that cannot be."""
        with self._file.writing() as conn:
            if conn.execute("SELECT 1 FROM accounts").fetchone():
                return None
            return self._keepers(conn, players.put(conn, self._world, player, name, keeper=True))

    def new_token(self, instead: bool = False) -> NewToken:
        """Another token for the keeper, for somebody at the machine, who could read the file anyway: where none of the
        keeper's is good and was ever used. instead: revoke all that he has first. Raises Refused."""
        now = self._world.now()
        with self._file.writing(rights=True) as conn:
            row = conn.execute("SELECT player FROM accounts WHERE keeper ORDER BY created, player").fetchone()
            if row is None:
                raise Refused("Nobody keeps this house yet: the first start of the server makes his account.")
            keeper = players.find(conn, row[0])
            used = conn.execute(
                "SELECT id FROM tokens WHERE player = ? AND revoked = '' AND expires > ? AND used <> ''",
                (keeper.player, now),
            ).fetchone()
            if used and not instead:
                reason = (
                    f"{keeper.player} has a token that is good and in use. It can be replaced: then all of his are"
                    " revoked."
                )
                raise Refused(reason, "", ["replace it"])
            conn.execute(
                "UPDATE tokens SET revoked = ? WHERE player = ? AND revoked = ''", (now, keeper.player)
            )
            return self._keepers(conn, keeper)

    def _keepers(self, conn: sqlite3.Connection, keeper: Account) -> NewToken:
        expires = tokens.later(self._world, timedelta(days=tokens.DAYS))
        return tokens.put(conn, self._world, keeper.player, _LABEL, SCOPES, expires)

    def close(self) -> None:
        self.passes.close()
        self._file.close()

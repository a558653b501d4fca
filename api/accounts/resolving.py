"""From a token to who sends it: from memory in a few microseconds, and never a second after it was revoked."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from api.accounts.answers import SCOPES, Account, Pass
from api.accounts.file import AccountsFile
from api.accounts.secret import TOKEN, id_of, is_same
from api.accounts.tokens import SIGN_IN, token_of
from campaign.rules.refused import Refused
from campaign.shared.clock import World

KEPT = 4096
"""Tokens in memory: about a kilobyte each."""
FRESH = 0.25
"""Seconds for which is believed that no other process changed what tokens are good for."""
USES = 60.0
"""Seconds between two times at which is written when tokens were last used."""
_QUESTION = """
SELECT state.generation, tokens.digest, accounts.name, accounts.keeper, accounts.created, accounts.blocked, tokens.id,
    tokens.player, tokens.label, tokens.scopes, tokens.campaigns, tokens.created, tokens.expires, tokens.revoked,
    tokens.used, tokens.maker
FROM state, tokens JOIN accounts ON accounts.player = tokens.player WHERE tokens.id = ?
"""


class _Known(NamedTuple):
    """A token as it was read. generation: of the file at the same moment. until: seconds since 1970. why: what is wrong
    with it, "" if nothing is."""

    generation: int
    digest: bytes
    until: float
    why: str
    granted: Pass


class Passes:
    """Who comes with which token. monotonic: seconds that never go back. Safe for threads."""

    def __init__(
        self,
        file: AccountsFile,
        world: World,
        monotonic: Callable[[], float] = time.monotonic,
        kept: int = KEPT,
    ) -> None:
        self._file, self._world, self._monotonic, self._most = file, world, monotonic, kept
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._generation: int = -1
        self._changed: int = -1
        self._looked = self._written = float("-inf")
        self._used: dict[str, datetime] = {}

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._known)

    def resolve(self, token: str) -> Pass | None:
        """Who sends it, if it is good. Raises Refused if the file cannot be read."""
        found = self._same(token)
        now = self._world.clock()
        if found is None or found.why or now.timestamp() >= found.until:
            return None
        self._used[found.granted.token] = now
        return found.granted

    def why(self, token: str) -> Refused:
        """To be raised for what does not resolve. Only who has the secret learns more than that it is not good."""
        found = self._same(token)
        if found is None:
            return Refused("This token is not good here.", "", ["a token of this server"], kind=SIGN_IN)
        reason = found.why or f"This token ran out at {found.granted.expires}."
        return Refused(reason, kind=SIGN_IN)

    def vouched(self, player: str) -> Pass | None:
        """Whoever a proxy vouches for, with all that he may do; None if he has no account or is blocked."""
        rows = self._file.rows(
            "SELECT name, keeper, created FROM accounts WHERE player = ? AND blocked = ''", (player,)
        )
        if not rows:
            return None
        name, keeper, created = rows[0]
        return Pass(Account(player, name, bool(keeper), created), "", SCOPES)

    def _same(self, token: str) -> _Known | None:
        """A token whose secret is the right one."""
        id = id_of(token, TOKEN)
        found = self._find(id) if id else None
        return found if found is not None and is_same(token, found.digest) else None

    def _find(self, id: str) -> _Known | None:
        with self._lock:
            now = self._monotonic()
            changed = self._file.changed
            if now - self._looked >= FRESH or changed != self._changed:
                self._generation = self._file.rows("SELECT generation FROM state")[0][0]
                self._looked, self._changed = now, changed
            found = self._known.get(id)
            if found is not None and found.generation == self._generation:
                self._known.move_to_end(id)
                return found
        rows = self._file.rows(_QUESTION, (id,))
        if not rows:
            return None
        found = _known(rows[0])
        with self._lock:
            self._known[id] = found
            self._known.move_to_end(id)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return found

    def write_uses(self, at_once: bool = False) -> None:
        """Write when tokens were last used, once a minute however often it is asked: to be called now and then by
        whoever answers nobody. Raises Refused if it cannot be written; then it is tried again a minute later."""
        with self._lock:
            now = self._monotonic()
            if not self._used or (now - self._written < USES and not at_once):
                return
            self._written, used, self._used = now, self._used, {}
        times = [(_written(when), id) for id, when in list(used.items())]
        try:
            with self._file.writing() as conn:
                conn.executemany("UPDATE tokens SET used = ?1 WHERE id = ?2 AND used < ?1", times)
        except Refused:
            self._used = used | self._used
            raise

    def close(self) -> None:
        with suppress(Refused):  # the last minute of it is not worth failing for
            self.write_uses(at_once=True)


def _known(row: Any) -> _Known:
    generation, digest, name, keeper, created, blocked, *rest = row
    token = token_of(rest)
    account = Account(token.player, name, bool(keeper), created, blocked)
    why = f"This token was revoked at {token.revoked}." if token.revoked else ""
    why = f"{account.player} is blocked on this server." if blocked else why
    until = datetime.fromisoformat(token.expires).timestamp()
    granted = Pass(account, token.id, token.scopes, token.campaigns, token.expires)
    return _Known(generation, digest, until, why, granted)


def _written(when: datetime) -> str:
    return World(lambda: when).now()

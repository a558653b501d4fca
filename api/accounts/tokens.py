"""Tokens: made, listed, renewed, revoked. None gives more than the one that it was made with."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from api.accounts.answers import ENOUGH, SCOPES, NewToken, Pass, Scope, Token
from api.accounts.file import AccountsFile
from api.accounts.names import label as checked_label
from api.accounts.secret import TOKEN, new_secret
from campaign.rules.refused import Refused
from campaign.shared.callers import FORBIDDEN
from campaign.shared.clock import World
from campaign.shared.plain import checked
from events.decoding import json_decoder
from events.entry import encode_json

DAYS = 365
"""How long a token lasts, if nobody says otherwise and the one that it is made with does not run out before."""
MOST_DAYS = 3650
MOST_TOKENS = 100
"""Tokens of one player: those that are no longer good make room."""
MOST_CAMPAIGNS = 100
SIGN_IN = "sign-in"
"""The kind of a refusal of whoever did not say who he is, or whose token is not good."""
_COLUMNS = "id, player, label, scopes, campaigns, created, expires, revoked, used, maker"
_names = json_decoder(tuple[str, ...])


def scopes_of(asked: Iterable[str]) -> tuple[Scope, ...]:
    """What is asked for, in order, and `read` with it. Raises Refused for what there is not."""
    wanted = set(asked)
    if unknown := sorted(wanted - set(SCOPES)):
        raise Refused(f"There is no scope {unknown[0][:60]!a}.", "", SCOPES, "$.scopes")
    return tuple(one for one in SCOPES if one == "read" or one in wanted)


def bound_to(campaigns: Sequence[str]) -> tuple[str, ...]:
    """The names that a token is bound to. Raises Refused."""
    if len(campaigns) > MOST_CAMPAIGNS:
        reason = f"A token is bound to {MOST_CAMPAIGNS} campaigns and battles at the most."
        raise Refused(reason, where="$.campaigns")
    for number, name in enumerate(campaigns):
        where = f"$.campaigns[{number}]"
        if not checked(name, "name of a campaign or battle", where):
            raise Refused("A campaign or battle has a name.", where=where)
    return tuple(dict.fromkeys(campaigns))


def whole_number(value: int, least: int, most: int, what: str, where: str) -> int:
    """The same. Raises Refused for one that is out of bounds."""
    if not least <= value <= most:
        raise Refused(f"{what} is a number from {least} to {most}.", "", [f"{least} to {most}"], where)
    return value


def later(world: World, span: timedelta) -> str:
    """When so much time will have passed."""
    return world._replace(clock=lambda: world.clock() + span).now()


def token_of(row: Any) -> Token:
    """From the columns in their order."""
    id, player, label, scopes, campaigns, *rest = row
    return Token(id, player, label, tuple(scopes.split()), _names.decode(campaigns), *rest)


def put(
    conn: sqlite3.Connection,
    world: World,
    player: str,
    label: str,
    scopes: tuple[Scope, ...],
    expires: str,
    campaigns: tuple[str, ...] = (),
    maker: str = "",
    id: str = "",
) -> NewToken:
    """Write a new token; everything about it is decided. id: that was kept for it, a new one if left out. Raises
    Refused if the player has too many, or if there is one of that id."""
    now = world.now()
    if id and conn.execute("SELECT 1 FROM tokens WHERE id = ?", (id,)).fetchone():
        raise shown_once("token", id)
    live, held = conn.execute(
        "SELECT total(revoked = '' AND expires > ?), count(*) FROM tokens WHERE player = ?", (now, player)
    ).fetchone()
    if live >= MOST_TOKENS:
        raise Refused(
            f"{player} has {MOST_TOKENS} tokens, and no more are given out: revoke one that is not needed."
        )
    conn.execute(
        "DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE player = ? AND (revoked <> '' OR expires <= ?)"
        " ORDER BY created LIMIT ?)",
        (player, now, max(held - MOST_TOKENS + 1, 0)),
    )
    secret = new_secret(world, TOKEN, id)
    made = Token(secret.id, player, label, scopes, campaigns, now, expires, maker=maker)
    conn.execute(
        f"INSERT INTO tokens ({_COLUMNS}, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(
                made.id,
                player,
                label,
                " ".join(scopes),
                encode_json(campaigns).decode(),
                now,
                expires,
            ),
            *("", "", maker, secret.digest),
        ),
    )
    return NewToken(secret.text, made)


def shown_once(what: str, id: str, how: str = "made") -> Refused:
    """To be raised where something is asked for again whose secret was shown, and is kept nowhere."""
    return Refused(
        f"The {what} {id} was {how} under this key before. Its secret was shown then, and is kept nowhere: if it did"
        f" not arrive, revoke that {what} and make another under another key.",
        "",
        [f"revoke {id}", "another key"],
        "$.key",
        "repeated",
    )


def still(conn: sqlite3.Connection, by: Pass, now: str) -> None:
    """Raises Refused unless a pass is still good: it may have been revoked since it was looked at."""
    row = conn.execute("SELECT blocked FROM accounts WHERE player = ?", (by.player,)).fetchone()
    good = row is not None and not row[0]
    if good and by.token:
        good = conn.execute(
            "SELECT 1 FROM tokens WHERE id = ? AND player = ? AND revoked = '' AND expires > ?",
            (by.token, by.player, now),
        ).fetchone()
    if not good:
        raise Refused("This token is no longer good.", kind=SIGN_IN)


def good_to_play(by: Pass) -> None:
    """Raises Refused for a token that only looks, or is a bot's: what others see of somebody is not changed with it."""
    if not by.allows("play"):
        raise Refused("This takes a token that is good to play.", "", sorted(ENOUGH["play"]), kind=FORBIDDEN)


class Tokens:
    """The door to tokens. by: who asks, and with what."""

    def __init__(self, file: AccountsFile, world: World) -> None:
        self._file, self._world = file, world

    def new(
        self,
        by: Pass,
        label: str,
        scopes: Iterable[str] = ("read",),
        campaigns: Sequence[str] = (),
        days: int | None = None,
        id: str = "",
    ) -> NewToken:
        """A token of his own that gives no more than the one he came with. campaigns: what it is bound to; none: as
        that one is. id: that was kept for it. days: how long it lasts; None: a year, or as long as that one. Raises
        Refused."""
        checked_label(label)
        wanted, bound = scopes_of(scopes), bound_to(campaigns) or by.campaigns
        if beyond := [one for one in wanted if not by.allows(one)]:
            reason = f"A token gives no more than the one that it is made with, and that is not good for {beyond[0]}."
            raise Refused(reason, "", by.scopes, "$.scopes", FORBIDDEN)
        if outside := [name for name in bound if not by.covers(name)]:
            reason = f"It reaches no further than the token that it is made with: that is not good for {outside[0]!r}."
            raise Refused(reason, "", by.campaigns, "$.campaigns", FORBIDDEN)
        lasts = timedelta(
            days=whole_number(DAYS if days is None else days, 1, MOST_DAYS, "A token's days", "$.days")
        )
        expires = later(self._world, lasts)
        if by.expires and expires > by.expires:
            if days is not None:
                reason = f"A token lasts no longer than the one that it is made with, which runs out at {by.expires}."
                raise Refused(reason, "", [f"until {by.expires}"], "$.days", FORBIDDEN)
            expires = by.expires
        with self._file.writing() as conn:
            still(conn, by, self._world.now())
            return put(conn, self._world, by.player, label, wanted, expires, bound, by.token, id)

    def list(self, by: Pass, player: str = "") -> tuple[Token, ...]:
        """A player's tokens, the newest first: his own, as far as the one he came with gives all that they do; the
        keeper's answer holds all. player: "" for his own. Raises Refused."""
        player = player or by.player
        if player != by.player and not by.keeper:
            raise Refused(
                "The tokens of others are for whoever keeps this house.", where="$.player", kind=FORBIDDEN
            )
        rows = self._file.rows(
            f"SELECT {_COLUMNS} FROM tokens WHERE player = ? ORDER BY created DESC, id", (player,)
        )
        return tuple(one for one in map(token_of, rows) if _within(by, one))

    def revoke(self, by: Pass, id: str) -> Token:
        """It is good for nothing any more, here at once and in other processes within a second. Raises Refused."""
        now = self._world.now()
        with self._file.writing(rights=True) as conn:
            still(conn, by, now)
            found = _found(conn, by, id)
            conn.execute("UPDATE tokens SET revoked = ? WHERE id = ? AND revoked = ''", (now, found.id))
            return _found(conn, by, id)

    def renew(self, by: Pass, id: str = "") -> NewToken:
        """Another secret for the same token, and as much time as it was given before; the old secret is good for
        nothing any more. id: "" for the one he came with. Raises Refused."""
        now = self._world.now()
        with self._file.writing(rights=True) as conn:
            still(conn, by, now)
            found = _found(conn, by, id or by.token)
            if found.player != by.player:
                raise Refused("A token is renewed by its player.", where="$.id", kind=FORBIDDEN)
            if found.revoked or found.expires <= now:
                raise Refused("This token is no longer good: make a new one.", where="$.id")
            span = datetime.fromisoformat(found.expires) - datetime.fromisoformat(found.created)
            expires = later(self._world, span)
            if found.id != by.token and by.expires:
                expires = min(expires, max(by.expires, found.expires))
            secret = new_secret(self._world, TOKEN, found.id)
            conn.execute(
                "UPDATE tokens SET digest = ?, created = ?, expires = ? WHERE id = ?",
                (secret.digest, now, expires, found.id),
            )
            return NewToken(secret.text, _found(conn, by, found.id))


def _within(by: Pass, token: Token) -> bool:
    """Whether it is his to see and to change, with what he came with."""
    return by.keeper or (token.player == by.player and (token.id == by.token or by.includes(token)))


def _found(conn: sqlite3.Connection, by: Pass, id: str) -> Token:
    """Raises Refused for one that there is not, or that is another's, in the same words; and for one of his own that
    gives more than what he came with."""
    row = conn.execute(f"SELECT {_COLUMNS} FROM tokens WHERE id = ?", (id,)).fetchone()
    found = None if row is None else token_of(row)
    if found is None or (found.player != by.player and not by.keeper):
        raise Refused(f"You have no token {id[:60]!a}.", where="$.id", kind="unknown")
    if not _within(by, found):
        reason = "That token gives more than the one you came with: come with one that gives as much."
        raise Refused(reason, where="$.id", kind=FORBIDDEN)
    return found


def same_scopes(text: str) -> tuple[Scope, ...]:
    """From a column."""
    return cast("tuple[Scope, ...]", tuple(text.split()))
